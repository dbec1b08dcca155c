"""Distinct rows as points: what each says on hover, and the group that colours it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.plots.style import label, significant
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING

FULLY_DESCRIBED = 5_000
"""Up to so many distinct rows the hover names eight values of each; beyond, four, to keep the picture light."""


_EXTRA = 3
"""Extra columns, and different cells of each, that a hover names; of many rows, only the first column."""


def described(rows: CategoricalTable, whole: bool, first: list[str] | None = None) -> list[str]:
    """Each distinct row in words, escaped: its first values (fewer where there are many rows), and its count.

    ``whole`` says that the weights are whole numbers, so that they count rows. ``first`` is said before.
    """
    most = 8 if len(rows) <= FULLY_DESCRIBED else 4
    words = np.array(first or [""] * len(rows), dtype=object)
    for r, attribute in enumerate(rows.attributes[:most]):
        lines = [f"{label(attribute, 20)}: {label(v, 24)}<br>" for v in rows.categories[r]]
        words = words + np.array([*lines, f"{label(attribute, 20)}: {MISSING}<br>"], dtype=object)[rows.codes[:, r]]
    more = len(rows.attributes) - most
    tail = f"and {more} more columns<br>" if more > 0 else ""
    if not whole:
        return [f"{w}{tail}{significant(c)} weighted rows" for w, c in zip(words, rows.row_weights, strict=True)]
    return [f"{w}{tail}{c:,.0f} row{'' if c == 1 else 's'}" for w, c in zip(words, rows.row_weights, strict=True)]


def extra_words(frame: pd.DataFrame, inverse: np.ndarray, n: int) -> list[str]:
    """What the extra columns hold for the rows of each of ``n`` points, such as ids, escaped.

    ``inverse`` says which point each line of the frame belongs to.
    """
    words = [""] * n
    for name in list(frame)[: _EXTRA if n <= FULLY_DESCRIBED else 1]:
        cells: list[dict[str, None]] = [{} for _ in range(n)]
        for point, cell in zip(inverse.tolist(), frame[name].astype(object), strict=True):
            if not pd.isna(cell):
                cells[point][significant(cell) if isinstance(cell, float) else str(cell)] = None
        for point, own in enumerate(cells):
            if own:
                shown = ", ".join(label(text, 24) for text in list(own)[:_EXTRA])
                more = f" and {len(own) - _EXTRA:,} more" if len(own) > _EXTRA else ""
                words[point] += f"{label(name, 20)}: {shown}{more}<br>"
    return words


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
