"""Trees of questions "is column r = value a?": how two sides are compared, which leaf rows reach, answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2

from catviz.table.codebook import Codebook

#: Scores of questions are compared after rounding to so many places; the first of equal ones wins.
TIED = 9
#: Expected count below which chi-squared of a 2 x 2 table takes Yates' correction.
FEW = 5


@dataclass(frozen=True)
class Asked:
    """A node of a tree.

    Attributes
    ----------
    parent : int
        Number of the node above, counted from 1; 0 for all rows.
    side : {"", "=", "not"}
        Of the parent's question.
    column, code : int
        The question, in the codes of the table.
    leaf : int
        Number of the leaf, -1 where the node is split.
    """

    parent: int
    side: str
    column: int
    code: int
    leaf: int


def led(nodes: Sequence[Asked], codes: np.ndarray) -> np.ndarray:
    """(m,) the leaf that each row of (m, d) codes reaches; parents stand before their nodes."""
    leaves: np.ndarray = np.zeros(len(codes), dtype=np.intp)
    at = {1: np.arange(len(codes))}
    for number, node in enumerate(nodes, 1):
        if node.parent:
            rows, above = at[node.parent], nodes[node.parent - 1]
            at[number] = rows[(codes[rows, above.column] == above.code) == (node.side == "=")]
        if node.leaf >= 0:
            leaves[at[number]] = node.leaf
    return leaves


def in_words(nodes: Sequence[Asked], book: Codebook) -> list[str]:
    """The answers that lead to each leaf, such as "legs ≠ 4, eggs = yes"; "all rows" for a tree of one leaf.

    Once a column is known to have a value, the answers that exclude its other values are left out. Where a column has
    two values, missing among them, what is not the one is the other.
    """
    answers: list[list[tuple[int, str, int]]] = []
    texts = {}
    for node in nodes:
        conditions = []
        if node.parent:
            above = nodes[node.parent - 1]
            conditions = [a for a in answers[node.parent - 1] if node.side == "not" or a[0] != above.column]
            conditions.append((above.column, node.side.replace("not", "≠"), above.code))
        answers.append(conditions)
        if node.leaf >= 0:
            texts[node.leaf] = ", ".join(_answer(book, *condition) for condition in conditions) or "all rows"
    return [texts[leaf] for leaf in sorted(texts)]


def _answer(book: Codebook, r: int, side: str, code: int) -> str:
    """A column and the value that it has, or has not."""
    values = book.labels[r]
    if side == "≠" and len(values) == 2:
        side, code = "=", 1 - code
    return f"{book.attributes[r]} {side} {values[code]}"


def chi2_terms(
    joint: np.ndarray, total: np.ndarray, first: np.ndarray, n: float, column: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """What each value adds to chi-squared of its column with the two sides of each question.

    Parameters
    ----------
    joint : (q, c) rows of the one side with each value
    total : (c,) rows with each value
    first : (q,) rows of the one side
    n : float
        Rows.
    column : (c,) number of the column of each value, rising

    Returns
    -------
    terms : (q, c)
        With Yates' correction where a column has two values and an expected count is below 5.
    present : (c,) bool
        Values of some row.
    """
    first, present = first[:, None], total > 0
    second = n - first
    expected = first * total / n
    of_column = np.bincount(column, weights=present)[column]
    least = np.where(present, np.minimum(expected, second * total / n), np.inf)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    least = np.minimum.reduceat(least, starts, axis=1)[:, np.cumsum(np.diff(column, prepend=-1) != 0) - 1]
    apart = np.abs(joint - expected)
    apart = np.where((of_column == 2) & (least < FEW), np.maximum(apart - 0.5, 0), apart)
    terms: np.ndarray = apart**2 * n**2 / (np.where(present, total, 1) * first * second)
    return terms, present


def log_chi2(statistic: np.ndarray, freedom: np.ndarray) -> np.ndarray:
    """ln P(chi-squared >= statistic), -inf where the probability is 0 as a number, as in SigTree's program."""
    p = np.where(freedom > 0, chi2.sf(statistic, np.maximum(freedom, 1)), 1.0)
    return np.where(p > 0, np.log(np.where(p > 0, p, 1)), -np.inf)
