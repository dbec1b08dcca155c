"""What clusterers share: rows as chance and ties see them, or in blocks, the best of several runs, the template."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import ClusterMixin

from catviz.base import Learner, refuse_weights
from catviz.clustering.lookup import RowLookup
from catviz.progress import listener, one_thread
from catviz.table.categorical import CategoricalTable, canonical_codebook
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts
from catviz.table.source import Block, Source

#: A run must lower the objective by more than this share of it to replace an earlier one.
EQUAL = 1e-10
StateT = TypeVar("StateT", bound="State")
#: Rows of the sample on which a run over more distinct rows than fit starts.
SAMPLE = 100_000


class CategoricalClusterer(ClusterMixin, Learner):
    """A clusterer of rows: fill ``_learn(table, y, callback)``, which sets the results."""

    needs: ClassVar[str] = "rows"
    labels_: np.ndarray

    def fit(self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self:
        """Cluster a table, a DataFrame, an array or the distinct rows of a ``Source``.

        Parameters
        ----------
        X : table, DataFrame, array or Source
            Rows to cluster.
        y : (n,) labels, optional
            Passed on to ``distances`` that learn from known classes, and to nothing else.
        sample_weight : (n,) row weights, optional
            The same as the row weights of a table, which then may not have any: whole numbers count rows.

        Returns
        -------
        self
        """
        self._validate_parameters()
        refuse_weights(X, sample_weight)
        X = self._rows_in_memory(X)
        with listener() as callback:
            if isinstance(X, Source):
                self._name_columns(X.codebook)
                self._forget_rows()
                self._learn_blocks(X, callback)
                return self
            table = self._fitting_table(X, sample_weight)
            with one_thread():
                self._learn(table, y, callback)
        return self

    def fit_predict(self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> np.ndarray:
        """(n,) the cluster of each row that is fitted to; parameters as in ``fit``, which sees ``y`` too."""
        return self.fit(X, y, sample_weight).labels_


@dataclass(frozen=True)
class DistinctRows:
    """The distinct rows of positive weight, in canonical codes and sorted by them.

    Attributes
    ----------
    table : CategoricalTable, m rows
    inverse : (n,) place of each row of the original table among them, -1 for rows without weight
    codebook : Codebook of the original table
    counted : bool
        True where every row weighs one, so that weights are numbers of rows.
    """

    table: CategoricalTable
    inverse: np.ndarray
    codebook: Codebook
    counted: bool

    @classmethod
    def of(cls, table: CategoricalTable) -> DistinctRows:
        """The distinct rows of a fitting table; numeric columns are left aside."""
        codes = table.canonical()
        if codes.numeric_names:
            codes = replace(codes, numeric=None, numeric_names=(), target=None, target_name=None)
        return cls._among(codes, table)

    @classmethod
    def with_numbers(cls, table: CategoricalTable) -> DistinctRows:
        """The distinct rows of a fitting table, distinguished by numeric columns too."""
        return cls._among(table.canonical(), table)

    @classmethod
    def _among(cls, codes: CategoricalTable, table: CategoricalTable) -> DistinctRows:
        rows, inverse = codes.unique_rows()
        weighted = rows.row_weights > 0
        if not weighted.all():
            places = np.where(weighted, np.cumsum(weighted) - 1, -1)
            rows, inverse = rows[weighted], places[inverse]
        return cls(rows, inverse, table.codebook, table.weights is None)

    @property
    def codes(self) -> np.ndarray:
        """(m, d) canonical codes."""
        return self.table.codes

    @property
    def weights(self) -> np.ndarray:
        """(m,) weights."""
        return self.table.row_weights

    @cached_property
    def lookup(self) -> RowLookup:
        """The rows ready for table look-up."""
        return RowLookup(self.codes, self.table.codebook.n_values, self.weights)

    @cached_property
    def original_codes(self) -> tuple[np.ndarray, ...]:
        """(v_r,) original code of each canonical code, by column."""
        codes = value_codes(self.table.codebook, self.codebook)
        return tuple(column[:v] for column, v in zip(codes.T, self.codebook.n_values, strict=True))

    def weight_of(self, rows: np.ndarray | slice) -> float:
        """Total weight of some rows (a mask or a slice); a whole number where every row weighs one."""
        weight = self.weights[rows].sum()
        return round(weight) if self.counted else float(weight)


def distinct_codes(table: CategoricalTable) -> int:
    """Number of distinct rows of positive weight, numeric columns aside: known before anything is counted."""
    rows, _ = replace(table, numeric=None, numeric_names=(), target=None).unique_rows()
    return int((rows.row_weights > 0).sum())


def refuse_clusters(n_clusters: int, m: int) -> None:
    """ValueError where there are fewer distinct rows than clusters."""
    if n_clusters > m:
        raise ValueError(f"n_clusters={n_clusters}, but there are {m} distinct rows: ask for at most {m} clusters")


class State(Protocol):
    """Where a run stands after a step: its objective, and the step as a dict."""

    @property
    def objective(self) -> float:
        """What a run lowers."""

    @property
    def step(self) -> dict[str, Any]:
        """What a callback gets."""


class BestRun(NamedTuple, Generic[StateT]):
    """The run that ends lowest: its last state, all its steps, and how many of the runs end as low."""

    state: StateT
    steps: list[dict[str, Any]]
    n_reached: int


class Objective:
    """Of an estimator that lowers an objective: the best run, and the objective by scikit-learn's name."""

    @property
    def inertia_(self) -> float:
        """``objective_``, by the name that scikit-learn's k-means gives it."""
        return self.objective_

    def _keep_run(self, best: BestRun[Any]) -> None:
        self.objective_, self.steps_, self.n_reached_ = best.state.objective, best.steps, best.n_reached
        self.history_ = [step["objective"] for step in best.steps]


def best_run(
    runs: Iterable[Iterator[StateT]], callback: Callable[[dict[str, Any]], bool | None] | None
) -> BestRun[StateT]:
    """The run that ends lowest; the first among equals."""
    best: StateT | None = None
    best_steps: list[dict[str, Any]] = []
    ends = []
    for number, run in enumerate(runs):
        steps, stopped = [], False
        for state in run:
            steps.append(state.step)
            stopped = callback is not None and bool(callback({"run": number, **state.step}))
            if stopped:
                break
        ends.append(state.objective)
        if best is None or state.objective < best.objective - _rounding(best.objective):
            best, best_steps = state, steps
        if stopped:
            break
    if best is None:
        raise ValueError("there is no run to choose from: n_init must be at least 1")
    n_reached = sum(end <= best.objective + _rounding(best.objective) for end in ends)
    return BestRun(best, best_steps, n_reached)


def _rounding(objective: float) -> float:
    """What makes no difference between two objectives."""
    return EQUAL * max(abs(objective), EQUAL)


def as_text(codes: np.ndarray, book: Codebook) -> pd.DataFrame:
    """(m, d) codes as a DataFrame of their labels."""
    text = [[labels[c] for labels, c in zip(book.labels, row, strict=True)] for row in codes.tolist()]
    return pd.DataFrame(np.array(text, dtype=object), columns=book.attributes)


def value_codes(codebook: Codebook, target: Codebook) -> np.ndarray:
    """(largest v, d) codes in ``target`` of each value of ``codebook``, column by column; filled up with the last."""
    n_values = codebook.n_values
    codes = np.minimum(np.arange(n_values.max())[:, None], n_values - 1)
    return CategoricalTable(codes, codebook).recode(target).codes.astype(np.intp)


class BlockRows:
    """The rows of a source in canonical codes, of which only value weights a cluster are seen.

    Parameters
    ----------
    source : Source
    counts : Counts of the source
    """

    def __init__(self, source: Source, counts: Counts) -> None:
        self.codebook = source.codebook
        self._source, self._canonical = source, canonical_codebook(counts.matrix, counts.codebook)

    @cached_property
    def original_codes(self) -> tuple[np.ndarray, ...]:
        """(v_r,) original code of each canonical code, by column."""
        codes = value_codes(self._canonical, self.codebook)
        return tuple(column[:v] for column, v in zip(codes.T, self.codebook.n_values, strict=True))

    def nearest(self, tables: Sequence[np.ndarray]) -> list[np.ndarray]:
        """(k, v_r) value weights of the clusters, by column, when rows join the cheapest by (k, v_r) costs."""
        return self._split(self._source.reduce(_nearest, list(tables), self._canonical))

    def predicted(self, predict: Callable[[CategoricalTable], np.ndarray], k: int) -> list[np.ndarray]:
        """(k, v_r) value weights of the clusters that a fitted model puts rows in."""
        return self._split(self._source.reduce(_predicted, predict, k, self._canonical))

    def _split(self, counts: np.ndarray) -> list[np.ndarray]:
        return np.split(counts, self.codebook.offsets[1:-1], axis=1)


def _nearest(block: Block, tables: list[np.ndarray], canonical: Codebook) -> np.ndarray:
    rows = _lookup(block.table, canonical)
    return np.hstack(rows.counts(rows.nearest(tables)[0], len(tables[0])))


def _predicted(block: Block, predict: Callable[..., Any], k: int, canonical: Codebook) -> np.ndarray:
    return np.hstack(_lookup(block.table, canonical).counts(np.asarray(predict(block.table)), k))


def _lookup(table: CategoricalTable, canonical: Codebook) -> RowLookup:
    weights = table.row_weights
    return RowLookup(table.recode(canonical).codes, canonical.n_values, weights)
