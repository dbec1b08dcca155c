"""Rules that describe given clusters or classes, by the questions of a `SignificanceTree` asked towards the labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from catviz.analysis.cluster_scores import label_counts, labelled_rows, refuse_labels
from catviz.base import as_table
from catviz.clustering.base import DistinctRows
from catviz.clustering.questions import TIED, Asked, chi2_terms, in_words, led, log_chi2
from catviz.parameters import Number, whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook, natural_order
from catviz.table.frames import is_frame
from catviz.table.sizes import refuse_counts
from catviz.table.weights import are_whole
from catviz.wording import in_percent

#: Rules at most: so many for each label, and so many in all.
PER_LABEL, FEWEST = 2, 4
#: A question is asked only if p, that of a table of unrelated columns, is at most this over the number of values.
_CHANCE = 0.01


@dataclass(frozen=True, eq=False, repr=False)
class Rules:
    """Rules that describe labels: which values lead to which label.

    Attributes
    ----------
    rules : DataFrame
        A line per rule, those of a label together: ``rule`` (the answers, all of which hold), ``label``, ``rows``
        (those to which it applies, by weight), ``right`` (those among them with the label), ``share`` (right / rows)
        and ``label_rows`` (all rows with the label). Each row follows exactly one rule.
    n_rows : float
        Rows with a label, by weight.
    accuracy : float
        The share of these rows whose rule names their label. The rules were made from the same rows: it describes them
        and estimates nothing for others.
    largest : float
        The share of the largest label: the accuracy of saying it for every row.
    left_out : tuple
        Labels that no rule names, the largest first.
    complete : bool
        False where further questions were left out because there are rules enough.
    """

    rules: pd.DataFrame
    n_rows: float
    accuracy: float
    largest: float
    left_out: tuple[Any, ...]
    complete: bool
    _nodes: tuple[Asked, ...] = field(repr=False)
    _codebook: Codebook = field(repr=False)
    _named: tuple[Any, ...] = field(repr=False)

    def __repr__(self) -> str:
        return "\n".join(
            [*(f"{line.rule}: {line.label}, {right_of(line)}" for line in self.rules.itertuples()), self.conclusion()]
        )

    def conclusion(self, what: str = "label", text: Callable[[Any], str] = str) -> str:
        """How many rows the rules describe, next to one label for all rows.

        ``what`` the labels are, in a word, and the ``text`` for each.
        """
        share, right = in_percent(self.accuracy, 1), self.rules["right"].sum()
        agree = f"{right:,} of {self.n_rows:,} rows ({share})" if self._counted else f"{share} of the rows, by weight"
        words = (
            f"The rules name the right {what} for {agree}. The largest {what} alone has {in_percent(self.largest, 1)}. "
            "The rules were made from these rows. They describe them, and say nothing about other rows."
        )
        if self.left_out:
            words += f" There is no rule for: {', '.join(map(text, self.left_out))}."
        return words

    def predict(self, X: Any) -> np.ndarray:
        """(n,) the label that the rules give each row; a value never seen differs from all.

        Numbers of a frame go to the intervals of the rules, whatever rows stand beside them.
        """
        rows = CategoricalTable.read_like(X, self._codebook) if is_frame(X) else as_table(X).like(self._codebook)
        return np.array(self._named)[led(self._nodes, rows.recode(self._codebook).codes)]

    @property
    def _counted(self) -> bool:
        return isinstance(self.n_rows, int)


def right_of(line: Any) -> str:
    """How many rows of a line of `Rules.rules`, as a tuple, have its label, in words."""
    whole = isinstance(line.rows, int)
    return f"{line.right:,} of {line.rows:,} rows" if whole else f"{in_percent(line.share, 1)} of its rows"


@whole_numbers("max_rules", "min_rows")
def rules(
    X: Any,
    labels: ArrayLike,
    max_rules: int | None = None,
    min_rows: int = 3,
    sample_weight: ArrayLike | None = None,
) -> Rules:
    """Describe clusters, or known classes, by a few rules: questions "is column r = value a?" and their answers.

    The tree of SigTree (`SignificanceTree`), asked towards the labels: a question is scored by chi-squared of its two
    sides with the labels alone, in place of the other columns. The rows whose best question has the largest
    chi-squared are split first, until there are ``max_rules`` rules or no question has p of at most .01 / Q, Q the
    number of values of all columns. Rules next to each other that name the same label are joined. Clusters that were
    made from these columns depend on them, so p stops the tree and tests nothing.

    Parameters
    ----------
    X : CategoricalTable, frame (pandas, Polars, Arrow) or array
        Missing is a value of its own; numeric columns are left aside.
    labels : (n,) cluster or class of each row
        Rows without one (None, NaN) are left out.
    max_rules : int, optional
        Rules at most; two for each label and at least four by default. With fewer rules than labels some label has
        none.
    min_rows : int
        Rows, by weight, that each rule applies to at least.
    sample_weight : (n,) row weights, optional
        Those of a table that has none of its own.

    Returns
    -------
    Rules

    Raises
    ------
    ValueError
        Not one label for each row, no row with a label, too many values in all columns together or too many labels, or
        a number out of range.

    Notes
    -----
    Our reading: Hu et al. 2025 (SigTree, `SignificanceTree`) grow the tree without labels. Among equal questions the
    first column counts, then the first value in an order that does not depend on names or on the order of rows.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> found = catviz.rules(zoo, zoo.target)
    >>> print(*found.rules.loc[0, ["rule", "label", "rows", "right"]])
    feathers = no, milk = yes mammal 41 41
    """
    Number(1, special=(None,)).validate("max_rules", max_rules)
    Number(1).validate("min_rows", min_rows)
    table, row_labels = labelled_rows(X, labels, sample_weight)
    whole = are_whole(table.weights)
    refuse_counts(table.codebook)
    growth = _Growth(table, row_labels, int(min_rows))
    complete = growth.grow(most_by_default(len(growth.names)) if max_rules is None else int(max_rules))
    growth.join()
    return growth.described(whole, complete)


def most_by_default(n_labels: int) -> int:
    """Rules at most for a number of labels."""
    return max(PER_LABEL * n_labels, FEWEST)


@dataclass
class _Node:
    """Some rows, the weight of each label among them, and the question that would split them best."""

    parent: int
    side: str
    some: np.ndarray
    sizes: np.ndarray
    statistic: float = 0.0
    column: int = -1
    code: int = -1
    below: int = 0

    @property
    def splits(self) -> bool:
        """True where ``below`` is the number of the first of its two sides, from 1."""
        return self.below > 0

    @property
    def label(self) -> int:
        """The label of most rows; of equal ones the first."""
        return int(self.sizes.argmax())


class _Growth:
    """A tree that grows on distinct pairs of a row and a label, in canonical codes."""

    def __init__(self, table: CategoricalTable, labels: np.ndarray, min_rows: int) -> None:
        self._rows, self._min_rows = DistinctRows.of(table), min_rows
        codes, distinct = pd.factorize(labels)
        weight = np.bincount(codes, table.row_weights)
        rank = {text: place for place, text in enumerate(natural_order(map(str, distinct)))}
        order = sorted(range(len(distinct)), key=lambda i: (-weight[i], rank[str(distinct[i])]))
        self.names = tuple(distinct[i] for i in order)
        k, self._sizes = len(order), table.codebook.n_values
        refuse_labels(self._sizes, k)
        pairs, place = np.unique(self._rows.inverse * k + np.argsort(order)[codes], return_inverse=True)
        self._codes, self._y = self._rows.codes[pairs // k], pairs % k
        self._weights = np.bincount(place, table.row_weights)
        self._column = np.repeat(np.arange(len(self._sizes)), self._sizes)
        self._code = np.concatenate([np.arange(v) for v in self._sizes])
        self._most_log_p = np.log(_CHANCE) - np.log(max(int(self._sizes[self._sizes > 1].sum()), 1))
        self._nodes = [self._node(np.arange(len(pairs)), 0, "")]

    def grow(self, max_rules: int) -> bool:
        """Split the node of the largest chi-squared, the first of equal ones, again and again; True if none is left."""
        for rule in range(1, max_rules + 1):
            scores = [0.0 if node.splits else round(node.statistic, TIED) for node in self._nodes]
            number = int(np.argmax(scores))
            if not scores[number] or rule == max_rules:
                break
            node = self._nodes[number]
            node.below = len(self._nodes) + 1
            equal = self._codes[node.some, node.column] == node.code
            for side, some in (("=", node.some[equal]), ("not", node.some[~equal])):
                self._nodes.append(self._node(some, number + 1, side))
        return not scores[number]

    def join(self) -> None:
        """Undo each split whose sides are leaves that name the same label."""
        for node in reversed(self._nodes):
            sides = self._nodes[node.below - 1 : node.below + 1] if node.splits else []
            if sides and not any(side.splits for side in sides) and sides[0].label == sides[1].label:
                node.below = 0
        places, left = {0: 0}, []
        for number, node in enumerate(self._nodes, 1):
            if not node.parent or (node.parent in places and self._nodes[node.parent - 1].splits):
                left.append(replace(node, parent=places[node.parent]))
                places[number] = len(left)
        self._nodes = left

    def described(self, whole: bool, complete: bool) -> Rules:
        """The leaves as rules."""
        book = self._rows.codebook
        leaves = [node for node in self._nodes if not node.splits]
        asked, numbers = [], iter(range(len(leaves)))
        for node in self._nodes:
            code = int(self._rows.original_codes[node.column][node.code]) if node.splits else -1
            leaf = -1 if node.splits else next(numbers)
            asked.append(Asked(node.parent, node.side, node.column, code, leaf))
        each = self._nodes[0].sizes
        frame = pd.DataFrame(
            {
                "rule": in_words(asked, book),
                "label": pd.Series([self.names[node.label] for node in leaves]),
                "rows": [node.sizes.sum() for node in leaves],
                "right": [node.sizes.max() for node in leaves],
            }
        )
        frame["share"] = frame["right"] / frame["rows"]
        frame["label_rows"] = [each[node.label] for node in leaves]
        order = sorted(range(len(leaves)), key=lambda i: (leaves[i].label, -frame["right"][i]))
        n, right = each.sum(), frame["right"].sum()
        if whole:
            frame = frame.astype({name: np.int64 for name in ("rows", "right", "label_rows")})
        named = {node.label for node in leaves}
        return Rules(
            frame.iloc[order].reset_index(drop=True),
            int(n) if whole else float(n),
            float(right / n),
            float(each.max() / n),
            tuple(name for i, name in enumerate(self.names) if i not in named),
            complete,
            tuple(asked),
            book,
            tuple(self.names[node.label] for node in leaves),
        )

    def _node(self, some: np.ndarray, parent: int, side: str) -> _Node:
        """Some rows with the best question that may split them."""
        k, weights, y = len(self.names), self._weights[some], self._y[some]
        sizes = np.bincount(y, weights, k)
        node, n = _Node(parent, side, some, sizes), float(sizes.sum())
        joint = label_counts(self._codes[some], self._sizes, y, weights, k)
        with_it = joint.sum(axis=1)
        asked = np.flatnonzero(np.minimum(with_it, n - with_it) >= self._min_rows)
        if len(asked) and (sizes > 0).sum() > 1:
            terms, present = chi2_terms(joint[asked], sizes, with_it[asked], n, np.zeros(k, dtype=np.intp))
            statistics = terms[:, present].sum(axis=1)
            best = int(np.round(statistics, TIED).argmax())
            if log_chi2(statistics[best], present.sum() - 1) <= self._most_log_p:
                node.statistic = float(statistics[best])
                node.column, node.code = int(self._column[asked[best]]), int(self._code[asked[best]])
        return node
