"""Columns related by construction: one determines another, as a month its quarter, or cells are missing together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts

#: A column determines another one if unrelated columns with these counts would do so with a smaller probability.
BY_CHANCE = 1e-6
Pairs = tuple[tuple[str, str], ...]
#: Columns that are missing together, at least, to be named.
FEWEST = 3


def nested_columns(X: CategoricalTable | Counts) -> Pairs:
    """Find columns whose values each occur with a single value of another column.

    Missing is a value like any other. Columns of one value are determined by all and left out, and so are pairs that
    chance explains, such as an id, which has another value in each row.

    Parameters
    ----------
    X : CategoricalTable or Counts

    Returns
    -------
    tuple of (column, determined column)
        In the order of the table. Columns that are copies of each other make two pairs.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> frame = pd.DataFrame({"month": list("abcdef") * 20, "half": list("xxxyyy") * 20, "coin": list("hthht") * 24})
    >>> nested_columns(catviz.CategoricalTable.from_pandas(frame))
    (('month', 'half'),)
    """
    names, sizes, frequencies, pairs = _pairs_from_counts(X) if isinstance(X, Counts) else _pairs_from_table(X)
    candidates = np.argwhere((pairs == sizes[:, None]) & (sizes > 1) & ~np.eye(len(sizes), dtype=bool))
    return tuple(
        (names[r], names[s])
        for r, s in candidates.tolist()
        if _by_chance(frequencies[r], frequencies[s]) < np.log(BY_CHANCE)
    )


def together(pairs: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Columns in groups, such that each determines another one of its group or is determined by one.

    Examples
    --------
    >>> together([("date", "month"), ("month", "quarter"), ("zip", "town")])
    [['date', 'month', 'quarter'], ['zip', 'town']]
    """
    groups: list[list[str]] = []
    for pair in pairs:
        overlapping = [group for group in groups if set(pair) & set(group)]
        joined = list(dict.fromkeys([*(name for group in overlapping for name in group), *pair]))
        groups = [group for group in groups if group not in overlapping] + [joined]
    return groups


def determining(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """For each determined column, one that determines it and is not determined itself, but by a copy.

    Examples
    --------
    >>> determining([("date", "month"), ("date", "quarter"), ("month", "quarter")])
    {'month': 'date', 'quarter': 'date'}
    """
    kept: dict[str, str] = {}
    for finer, coarser in pairs:
        if coarser not in kept and _kept_name(finer, kept) != coarser:
            kept[coarser] = finer
    return {coarser: _kept_name(finer, kept) for coarser, finer in kept.items()}


def _kept_name(name: str, kept: dict[str, str]) -> str:
    while name in kept:
        name = kept[name]
    return name


def _by_chance(finer: np.ndarray, coarser: np.ndarray) -> float:
    """About the logarithm of the probability that one column determines an unrelated one with these counts."""
    times, how_often = np.unique(finer, return_counts=True)
    with np.errstate(divide="ignore"):
        return float(how_often @ np.log(((coarser / coarser.sum()) ** times[:, None]).sum(axis=1)))


def _pairs_from_counts(counts: Counts) -> tuple[tuple[str, ...], np.ndarray, list[np.ndarray], np.ndarray]:
    """Names, numbers of values, their counts, and how many pairs of values any two columns have."""
    starts = counts.codebook.offsets[:-1]
    partners = np.add.reduceat(counts.matrix > 0, starts, axis=0, dtype=np.intp)
    pairs = np.add.reduceat(partners, starts, axis=1)
    return counts.codebook.attributes, np.diag(pairs), list(counts.frequencies), pairs


def _pairs_from_table(table: CategoricalTable) -> tuple[tuple[str, ...], np.ndarray, list[np.ndarray], np.ndarray]:
    """What `_pairs_from_counts` gives, of a table, without the memory that all pairs of values would take."""
    table = table.observed().missing_as_category()
    codes = table.codes[table.row_weights > 0]
    (n, d), book = codes.shape, table.codebook
    sizes, places = np.asarray(book.n_values), codes + book.offsets[:-1]
    total = int(book.offsets[-1])
    indicator = csr_array((np.ones(n * d, np.float32), places.ravel(), np.arange(n + 1) * d), (n, total))
    joint, of = (indicator.T @ indicator).tocoo(), np.repeat(np.arange(d), sizes)
    pairs = np.bincount(of[joint.coords[0]] * d + of[joint.coords[1]], minlength=d * d).reshape(d, d)
    frequencies = np.split(np.bincount(places.ravel(), minlength=total), book.offsets[1:-1])
    return book.attributes, np.diag(pairs), [f[f > 0] for f in frequencies], pairs


def missing_together(counts: Counts, fewest: int = FEWEST) -> list[tuple[tuple[str, ...], float]]:
    """Find columns that are missing in the same rows, in all of them and in no others.

    Parameters
    ----------
    counts : Counts
    fewest : int
        Columns that are missing together, at least.

    Returns
    -------
    list of (names of columns, rows), the most columns first
        Rows by weight where rows are weighted.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> frame = pd.DataFrame({"a": ["x", None], "b": ["u", None], "c": ["k", None], "d": ["s", "t"]})
    >>> missing_together(catviz.count(frame))
    [(('a', 'b', 'c'), 1)]
    """
    book, groups = counts.codebook, dict[float, list[tuple[int, list[str]]]]()
    for name, end, has_missing in zip(book.attributes, book.offsets[1:], book.missing, strict=True):
        if has_missing:
            n_missing = counts.matrix[end - 1, end - 1].item()
            alike = groups.setdefault(n_missing, [])  # all rows without these columns are as many
            names = next((names for first, names in alike if counts.matrix[first, end - 1] == n_missing), [])
            names.append(name)
            if len(names) == 1:
                alike.append((end - 1, names))
    blocks = [(tuple(names), n) for n, alike in groups.items() for _, names in alike if len(names) >= fewest]
    return sorted(blocks, key=lambda group: -len(group[0]))
