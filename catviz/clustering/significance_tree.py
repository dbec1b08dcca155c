"""Clusters as rules: a tree of questions "is column r = value a?", each of which a test finds significant.

Sources: SigDT (Hu, Jiang, Liu & He 2025, Information Sciences) and SigTree (Hu, Jiang, Dong, Liu & He 2025, Pattern
Recognition).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.stats import binom, norm

from catviz.clustering.base import CategoricalClusterer, DistinctRows
from catviz.clustering.questions import TIED, Asked, chi2_terms, in_words, led, log_chi2
from catviz.parameters import Choice, Number
from catviz.table.categorical import CategoricalTable
from catviz.table.kernels import burt_matrix
from catviz.table.sizes import refuse_counts


class SignificanceTree(CategoricalClusterer):
    """A binary tree that splits the rows while the sides of a question differ significantly in the other columns.

    Each leaf is a cluster, so their number follows from the test. A node splits by the question "column r = value a?"
    with the smallest p; of equal ones, and of those
    too small for a number, the first column, then the first value.

    With ``test="binomial"`` (SigDT) the shares of every value of the other columns are compared between the sides, and
    p = P(Binomial(Q, level) >= s) for the number s of values that differ at ``level``; Q is the number of values in the
    table, and node N, depth first and counted from 1, splits if p <= level / Q^N. With ``test="chi2"`` (SigTree) p is
    that of the sum of chi-squared over the other columns, with Yates' correction for 2 x 2 tables with an expected
    count below 5, and a node splits if p <= level / Q.

    Both take columns as independent and test the split that they chose: p is a score and no probability. Constant
    columns are left out. The sources' programs split all rows once, however large p is; ``force_root`` does so too.

    Parameters
    ----------
    test : {"binomial", "chi2"}
    level : float between 0 and 1
        A smaller one needs clearer differences.
    min_rows : int
        "binomial": the fewest rows on either side. "chi2": the fewest rows of a node that splits; it does not split
        either if its best question leaves fewer than half as many on one side.
    force_root : bool
        Split all rows once, significant or not.
    ties : {"canonical", "rows"}
        Of equally good values of a column: the first in canonical order, or the one that stands first in the table, as
        in the published tables, which then depends on the order of the rows.

    Attributes
    ----------
    labels_ : (n,) int
    n_clusters_ : int
    tree_ : DataFrame
        A line per node, depth first: ``node`` from 1, ``parent`` (0 for all rows), ``side`` of the parent's question
        ("=" or "not"), ``rows`` (weight), the best question's ``column`` and ``value``, its ``statistic`` (s, or
        chi-squared), ``p`` and ``log10_p``, and ``cluster``, -1 where the node is split.
    rules_ : list of str
        Of each cluster: the answers that lead to it, without those that follow from others.

    Raises
    ------
    ValueError
        Too many values in all columns together, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> tree = catviz.SignificanceTree().fit(catviz.load_dataset("zoo"))
    >>> tree.n_clusters_, tree.rules_[0]
    (6, 'legs = 4, eggs = no')
    """

    parameters = {
        "test": Choice(
            {"binomial": "values that differ (SigDT)", "chi2": "chi-squared (SigTree)"},
            label="Test of a split",
            help="What is tested between the two sides: how many values of the other columns differ, or the sum of "
            "chi-squared over the other columns.",
        ),
        "level": Number(
            0.0,
            1.0,
            integer=False,
            label="Level",
            help="A smaller level needs clearer differences and gives fewer clusters.",
        ),
        "min_rows": Number(
            2,
            label="Fewest rows",
            help="How many rows each side of a split must have. With chi-squared, it is how many rows a node must have "
            "before it is split.",
        ),
        "force_root": Choice(
            {False: "if it is significant", True: "always"},
            label="First split",
            help="Whether all rows are split once even if p is large, as in the published tables.",
        ),
        "ties": Choice(
            {"canonical": "canonical order", "rows": "first in the table"},
            drawn=False,
            label="Equally good values",
            help="If several values of a column have the same p, this says which of them the question asks for. The "
            "published tables take the value that is first in the table, so they depend on the order of the rows.",
        ),
    }

    def __init__(
        self,
        test: str = "binomial",
        level: float = 0.01,
        min_rows: int = 6,
        force_root: bool = False,
        ties: str = "canonical",
    ) -> None:
        self.test = test
        self.level = level
        self.min_rows = min_rows
        self.force_root = force_root
        self.ties = ties

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return float(0.05 + 1e-8 * n * d * d + 4e-6 * np.sum(c) ** 2)

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the cluster that each row's answers lead to; a value never seen differs from all."""
        rows, inverse = self._rows(X).recode(self._codebook).unique_rows()
        return led(self._nodes, rows.codes)[inverse]

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, callback: Callable[..., Any] | None) -> None:
        refuse_counts(table.codebook)
        rows = DistinctRows.of(table)
        varying = np.flatnonzero(rows.table.codebook.n_values > 1)
        first = _first_rows(table, rows, varying) if self.ties == "rows" else None
        search = _Search(rows, varying, self.test, float(self.level), int(self.min_rows), first)
        nodes, waiting, stopped = list[_Node](), [(np.arange(len(rows.weights)), 0, "")], False
        while waiting:
            some, parent, side = waiting.pop()
            number = len(nodes) + 1
            best = search.best(some)
            splits = best is not None and best.large and not stopped
            if best is not None and splits:
                allowed = np.log(self.level) if self.level else -np.inf
                allowed -= (number if self.test == "binomial" else 1) * np.log(search.n_values)
                splits = best.log_p <= allowed or (self.force_root and number == 1)
            nodes.append(_Node(parent, side, float(rows.weights[some].sum()), best, splits))
            if best is not None and splits:
                equal = rows.codes[some, best.column] == best.code
                waiting += [(some[~equal], number, "not"), (some[equal], number, "=")]
            step = {"run": 0, "node": number, "rows": nodes[-1].rows}
            stopped = stopped or (callback is not None and bool(callback(step)))
        self._codebook = table.codebook
        self._keep(nodes, rows)
        self.labels_ = led(self._nodes, table.codes)

    def _keep(self, nodes: list[_Node], rows: DistinctRows) -> None:
        """The tree in the words and codes of the table."""
        book, lines = self._codebook, []
        self._nodes: list[Asked] = []
        clusters = np.cumsum([not node.splits for node in nodes]) - 1
        for number, (node, cluster) in enumerate(zip(nodes, clusters.tolist(), strict=True), 1):
            best, column, value, code = node.best, None, None, -1
            if best is not None:
                column, code = book.attributes[best.column], int(rows.original_codes[best.column][best.code])
                value = book.labels[best.column][code]
            lines.append(
                {
                    "node": number,
                    "parent": node.parent,
                    "side": node.side,
                    "rows": node.rows,
                    "column": column,
                    "value": value,
                    "statistic": np.nan if best is None else best.statistic,
                    "p": 1.0 if best is None else float(np.exp(best.log_p)),
                    "log10_p": 0.0 if best is None else best.log_p / np.log(10),
                    "cluster": -1 if node.splits else cluster,
                }
            )
            asked = -1 if best is None else best.column
            self._nodes.append(Asked(node.parent, node.side, asked, code, -1 if node.splits else cluster))
        self.tree_, self.rules_ = pd.DataFrame(lines), in_words(self._nodes, book)
        self.n_clusters_ = len(self.rules_)


@dataclass(frozen=True)
class _Question:
    """The best question at a node, in canonical codes; ``large`` where both sides have rows enough."""

    column: int
    code: int
    statistic: float
    log_p: float
    large: bool


@dataclass(frozen=True)
class _Node:
    """A node: which side of which node it is, its rows, its best question, and whether that splits it."""

    parent: int
    side: str
    rows: float
    best: _Question | None
    splits: bool


class _Search:
    """The best question for any of a table's distinct rows."""

    def __init__(
        self,
        rows: DistinctRows,
        columns: np.ndarray,
        test: str,
        level: float,
        min_rows: int,
        first: np.ndarray | None,
    ) -> None:
        self._rows, self._columns, self._test, self._level = rows, columns, test, level
        self._sizes = rows.table.codebook.n_values[columns]
        self.n_values = max(int(self._sizes.sum()), 1)
        self._column = np.repeat(np.arange(len(columns)), self._sizes)
        self._code = np.concatenate([np.arange(v) for v in self._sizes]) if len(columns) else np.empty(0, dtype=np.intp)
        self._order = np.arange(len(self._column)) if first is None else np.lexsort((first, self._column))
        self._of_side: float = min_rows if test == "binomial" else min_rows / 2
        self._of_node = 2 * min_rows if test == "binomial" else min_rows

    def best(self, some: np.ndarray) -> _Question | None:
        """The question of the smallest p for some of the rows; None where no side would be large enough."""
        weights = self._rows.weights[some]
        n = float(weights.sum())
        if n < self._of_node or not len(self._columns):
            return None
        G = burt_matrix(self._rows.codes[np.ix_(some, self._columns)], self._sizes, weights).astype(float)
        with_it = np.diag(G)
        smaller = np.minimum(with_it, n - with_it)
        # SigTree may choose a question with too small a side; the node is then not split
        asked = self._order[(smaller >= self._of_side if self._test == "binomial" else smaller > 0)[self._order]]
        if not len(asked):
            return None
        others = self._column[asked][:, None] != self._column
        measure = self._differing if self._test == "binomial" else self._chi2
        statistics, log_p = measure(G[asked], with_it, asked, others)
        i = int(np.round(log_p, TIED).argmin())
        r = int(self._column[asked[i]])
        large = bool(smaller[asked[i]] >= self._of_side)
        return _Question(int(self._columns[r]), int(self._code[asked[i]]), float(statistics[i]), float(log_p[i]), large)

    def _differing(
        self, joint: np.ndarray, total: np.ndarray, asked: np.ndarray, others: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """``(s, ln p)`` of each question: the values of other columns whose shares differ between its sides."""
        n = total[self._column == 0].sum()
        first, t = total[asked][:, None], total / n
        second = n - first
        variance = t * (1 - t) * (1 / first + 1 / second)
        possible = (total > 0) & (total < n)
        z = np.abs(joint / first - (total - joint) / second) / np.sqrt(np.where(possible, variance, 1))
        s = (possible & others & (2 * norm.sf(z) <= self._level)).sum(axis=1)
        return s, binom.logsf(s - 1, self.n_values, self._level)

    def _chi2(
        self, joint: np.ndarray, total: np.ndarray, asked: np.ndarray, others: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """``(chi-squared, ln p)`` of each question, summed over the other columns."""
        n = total[self._column == 0].sum()
        terms, present = chi2_terms(joint, total, total[asked], n, self._column)
        statistic = (terms * (others & present)).sum(axis=1)
        freedom = (others & present).sum(axis=1) - np.array([len(np.unique(self._column[o])) for o in others & present])
        return statistic, log_chi2(statistic, freedom)


def _first_rows(table: CategoricalTable, rows: DistinctRows, columns: np.ndarray) -> np.ndarray:
    """(c,) row in which each value of some columns stands first, in canonical order."""
    counted, firsts = table.row_weights > 0, []
    for r in columns:
        codes, first = np.unique(table.codes[counted, r], return_index=True)
        places = np.full(table.codebook.n_values[r], len(table))
        places[codes] = first
        firsts.append(places[rows.original_codes[r]])
    return np.concatenate(firsts) if firsts else np.empty(0)
