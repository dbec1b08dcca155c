"""Distinct rows as points: what each says on hover, and the group that colours it."""

from __future__ import annotations

import numpy as np

from catviz.plots.style import label, significant
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING

FULLY_DESCRIBED = 5_000
"""Up to so many distinct rows the hover names eight values of each; beyond, four, to keep the picture light."""


def described(rows: CategoricalTable, whole: bool) -> list[str]:
    """Each distinct row in words, escaped: its first values (fewer where there are many rows), and its count.

    ``whole`` says that the weights are whole numbers, so that they count rows.
    """
    most = 8 if len(rows) <= FULLY_DESCRIBED else 4
    words = np.full(len(rows), "", dtype=object)
    for r, attribute in enumerate(rows.attributes[:most]):
        lines = [f"{label(attribute, 20)}: {label(v, 24)}<br>" for v in rows.categories[r]]
        words = words + np.array([*lines, f"{label(attribute, 20)}: {MISSING}<br>"], dtype=object)[rows.codes[:, r]]
    more = len(rows.attributes) - most
    tail = f"and {more} more columns<br>" if more > 0 else ""
    if not whole:
        return [f"{w}{tail}{significant(c)} weighted rows" for w, c in zip(words, rows.row_weights, strict=True)]
    return [f"{w}{tail}{c:,.0f} row{'' if c == 1 else 's'}" for w, c in zip(words, rows.row_weights, strict=True)]


def most_frequent(
    codes: np.ndarray, labels: list[str], inverse: np.ndarray, weights: np.ndarray | None = None
) -> tuple[np.ndarray, list[str]]:
    """(number of each distinct row's group, groups): the most frequent one among equal rows.

    Parameters
    ----------
    codes : (n,) int
        Place of each row's label in ``labels``; one more than the last means missing.
    labels : list of str
    inverse : (n,) int
        Which distinct row each row is.
    weights : (n,) or None
    """
    weights = np.ones(len(inverse)) if weights is None else weights
    tally = np.zeros((inverse.max(initial=-1) + 1, len(labels) + 1))
    np.add.at(tally, (inverse, codes), weights)
    present, groups = np.unique(tally.argmax(axis=1), return_inverse=True)
    return groups, [[*labels, MISSING][i] for i in present]
