"""Numbers cut into intervals by the classes of their rows (Fayyad & Irani 1993): one way a paper may have done it.

These cuts use the known classes, so clusters of the cut rows are no longer found without supervision.
"""

from __future__ import annotations

import numpy as np

from catviz.reading.datasets import load_dataset
from catviz.table.categorical import CategoricalTable


def cut_by_class(name: str) -> CategoricalTable:
    """A data set of the catalog with its numbers cut by class, each column at least once.

    Examples
    --------
    >>> from studies.reproduce.class_cuts import cut_by_class
    >>> cut_by_class("liver_disorders").n_attributes
    6
    """
    whole = load_dataset(name, bins=None)
    frame = whole.to_pandas().astype(object)
    classes = np.unique(np.asarray(whole.target).astype(str), return_inverse=True)[1]
    for column, numbers in zip(whole.numeric_names, whole.numeric.T, strict=True):
        cuts = class_cuts(numbers, classes, least=1)
        frame[column] = np.searchsorted(cuts, numbers).astype(str)
    columns = list(load_dataset(name).attributes)
    kinds = zip(whole.codebook.attributes, whole.codebook.categories, whole.codebook.kinds, strict=True)
    ordered = {a: values for a, values, kind in kinds if kind == "ordinal"}
    frame = frame[columns].assign(**{"class": whole.target})
    return CategoricalTable.from_pandas(frame, "class", ordered, numeric="category")


def class_cuts(numbers: np.ndarray, classes: np.ndarray, least: int = 0) -> list[float]:
    """Cut points, rising: the cut that leaves the classes least mixed, and so on within both parts.

    A cut is kept if it shortens the description of the classes (minimum description length).

    Parameters
    ----------
    numbers, classes : (n,) array
        Classes are numbered from 0.
    least : {0, 1}
        1 keeps the first cut in any case.

    Examples
    --------
    >>> import numpy as np
    >>> from studies.reproduce.class_cuts import class_cuts
    >>> class_cuts(np.arange(20.0), np.repeat([0, 1], 10))
    [9.5]
    """
    order = np.argsort(numbers, kind="stable")
    x, y = numbers[order], classes[order]
    n, ends = len(x), np.flatnonzero(np.diff(x)) + 1
    if not len(ends):
        return []
    counts = np.vstack([np.zeros(y.max() + 1), np.cumsum(np.eye(y.max() + 1)[y], axis=0)])
    left, right = counts[ends], counts[-1] - counts[ends]
    mixed = (ends * _entropy(left) + (n - ends) * _entropy(right)) / n
    best = int(mixed.argmin())
    whole, parts = counts[-1], (left[best], right[best])
    k, (k1, k2) = int((whole > 0).sum()), (int((part > 0).sum()) for part in parts)
    entropies = [_entropy(c[None])[0] for c in (whole, *parts)]
    length = np.log2(n - 1) + np.log2(3.0**k - 2) - (k * entropies[0] - k1 * entropies[1] - k2 * entropies[2])
    if not least and entropies[0] - mixed[best] <= length / n:
        return []
    at = ends[best]
    return [*class_cuts(x[:at], y[:at]), float((x[at - 1] + x[at]) / 2), *class_cuts(x[at:], y[at:])]


def _entropy(counts: np.ndarray) -> np.ndarray:
    """Of each row of counts, in bits."""
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=1)
