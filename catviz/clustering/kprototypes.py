"""K-prototypes: k-modes of the categories and k-means of the numbers at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from catviz.clustering.base import CategoricalClusterer, DistinctRows
from catviz.clustering.kmodes import KModes, codes_of, counted, powered_tables, updated_modes
from catviz.clustering.lookup import RowLookup
from catviz.clustering.starts import N_STARTS
from catviz.geometry.numeric import NumericPart, numeric_part, squared_distances, standardised_part
from catviz.geometry.objects import ObjectDistances
from catviz.geometry.unseen import kept_apart
from catviz.parameters import Choice, Number, RandomState
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.encoding import MIXED
from catviz.table.source import Source
from catviz.wording import percent

#: A column with more of the variance of all numbers is named in a remark.
DOMINANT = 0.95


class KPrototypes(KModes):
    """K-prototypes (Huang 1998): k-means of the numbers and k-modes of the other columns, in one objective.

    A row costs sum over numbers of (x - mean)^2 + gamma * sum_r T_r[x_r, m_jr]^power in cluster j, with the distances
    T_r of k-modes. All rows are assigned, then means and modes move (Huang moves them after each row). Numbers are
    those a table keeps in ``t.numeric``; without any, it is k-modes. A frame of nothing but numbers is cut into
    intervals, with a warning. A missing number stands at its column's mean.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    distances : str, method, geometry or None
        Of the categories, as in `KModes`; None means Hamming. Its numbers, if any, are left aside.
    update : {"cost", "mode"}
        As in `KModes`.
    gamma : float, optional
        Weight of the categories. By default half the mean standard deviation of the numbers, as Huang advises.
    standardize : bool, default False
        Divide each number by its standard deviation (divisor n); otherwise numbers keep their units, and a column of
        large numbers counts more.
    n_init : int
        Runs from different starting rows; the lowest objective wins.
    max_iter : int
        Updates at most; 0 assigns rows to the starting rows once.
    init : sequence of int, "huang" or "cao", (k, d + m) values, optional
        The starting rows instead of random ones, as in `KModes`; Huang's and Cao's rules look at the categories. Or the
        first centres themselves: the values of the d categorical columns, then m numbers, as ``cluster_centers_`` has
        them.
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
    modes_ : (k, d) DataFrame of text
    means_ : (k, m) DataFrame
        The mean numbers of the clusters, in their own units.
    cluster_centers_ : (k, d + m) object array
        The modes, then the means.
    gamma_ : float
        The weight of the categories; 1 without numbers.
    objective_, inertia_ : float
        Sum of the rows' costs.
    history_ : list of float
        The objective after each step of the best run, the start included.
    steps_ : list of dict
        The same steps: ``iteration``, ``objective``, ``moved`` (weight of the rows that changed cluster).
    n_iter_ : int
    n_reached_ : int
        Starts that ended with this objective.
    geometry_ : ValueDistances

    Raises
    ------
    ValueError
        A table without a categorical column, distances between rows alone, more clusters than distinct rows, or a
        parameter out of range.

    Warns
    -----
    UserWarning
        Numbers in their own units, of which one column has nearly all the variance.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> frame = pd.DataFrame({"colour": list("rrbb"), "size": [1.5, 2.0, 8.0, 9.5]})
    >>> model = catviz.KPrototypes(2, random_state=0).fit(frame)
    >>> sorted(model.means_["size"].tolist()), model.objective_
    ([1.75, 8.75], 1.25)
    """

    numeric_columns = MIXED
    parameters = KModes.parameters | {
        "gamma": Number(
            0,
            special={None: "half the mean standard deviation of the numbers"},
            integer=False,
            label="Weight of the categories",
            help="How much the distances of the categories count, compared with the squared differences of the numbers "
            "(gamma).",
        ),
        "standardize": Choice(
            {False: "in their own units", True: "divided by their standard deviation"},
            label="Numbers",
            help="In their own units, a column with large numbers counts more than one with small numbers. Divided by "
            "their standard deviation, all columns of numbers count the same.",
        ),
    }

    geometry_: Any

    def __init__(
        self,
        n_clusters: int = 8,
        distances: Any = None,
        update: str = "cost",
        gamma: float | None = None,
        standardize: bool = False,
        n_init: int = N_STARTS,
        max_iter: int = 100,
        init: Any = None,
        random_state: RandomState | None = None,
    ) -> None:
        super().__init__(n_clusters, distances, update, n_init, max_iter, init, random_state)
        self.gamma = gamma
        self.standardize = standardize

    @property
    def means_(self) -> pd.DataFrame:
        """(k, m) DataFrame: the mean numbers of the clusters."""
        check_is_fitted(self)
        part = self._numbers
        return pd.DataFrame(self._means * part.scales + part.means, columns=list(part.names))

    @property
    def cluster_centers_(self) -> np.ndarray:
        """(k, d + m) ``modes_`` and ``means_`` as an object array."""
        return np.hstack([self.modes_.to_numpy(dtype=object), self.means_.to_numpy(dtype=object)])

    def _learn(self, table: CategoricalTable, y: ArrayLike | None, callback: Callable[..., Any] | None) -> None:
        self._numbers = self._part(table)
        weights, places = table.row_weights, self._numbers.places(table)
        variances = weights @ places**2 / weights.sum()
        self.gamma_ = 1.0 if not len(variances) else float(np.sqrt(variances).mean() / 2)
        if self.gamma is not None:
            self.gamma_ = float(self.gamma)
        if len(variances) > 1 and variances.max() > DOMINANT * variances.sum():
            name, share = self._numbers.names[int(variances.argmax())], variances.max() / variances.sum()
            remark(
                f"numeric column {name!r} has {percent(share)} % of the variance of the numbers and decides nearly "
                "alone: standardize=True makes all of them count the same"
            )
        super()._learn(table, y, callback)

    def _learn_blocks(self, source: Source, callback: Callable[..., Any] | None) -> None:
        CategoricalClusterer._learn_blocks(self, source, callback)

    def _part(self, table: CategoricalTable) -> NumericPart:
        """The numeric columns, in their own units or standardised."""
        part = standardised_part(table) if self.standardize else numeric_part(table, lambda x, weights: 1.0)
        if part is None:
            return NumericPart((), np.empty(0), np.empty(0))
        return replace(part, scales=np.where(self.standardize & np.isfinite(part.scales), part.scales, 1.0))

    def _distinct_rows(self, table: CategoricalTable) -> DistinctRows:
        placed = replace(table, numeric=self._numbers.places(table), target=None, target_name=None)
        return DistinctRows.with_numbers(placed)

    def _centres_at(self, rows: DistinctRows, seeds: np.ndarray) -> np.ndarray:
        return np.hstack([rows.codes[seeds], rows.table.numeric[seeds]])

    def _keep_centres(self, centres: np.ndarray) -> None:
        d = len(self._book.attributes)
        self._centres, self._means = centres[:, :d].astype(np.intp), centres[:, d:]

    def _given_centres(self, book: Codebook) -> np.ndarray:
        part, d = self._numbers, len(book.attributes)
        values = self._given_values((*book.attributes, *part.names))
        means = (values.iloc[:, d:].to_numpy(dtype=float) - part.means) / part.scales
        return np.hstack([codes_of(values.iloc[:, :d], book), means])

    def _steps(self, rows: DistinctRows) -> tuple[Callable[..., Any], Callable[..., np.ndarray]]:
        if isinstance(self.geometry_, ObjectDistances):
            raise ValueError("k-prototypes needs distances between values, and these compare rows: choose k-medoids")
        numbers = rows.table.numeric
        # costs are compared after rounding, as shares of what two rows can cost in numbers or in one column
        self._unit = max(self._weight(), float((np.ptp(numbers, axis=0) ** 2).sum())) or 1.0
        tables = [t[:-1, :-1] for t in self._tables(self._book, self._book)]
        assign = partial(_by_both, rows, tables, self._unit)
        return assign, partial(_updated, rows, tables if self.update == "cost" else None)

    def _nearest(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = kept_apart(table, self.geometry_.codebook).unique_rows()
        costs = [t[m] for t, m in zip(self._tables(self._book, rows.codebook), self._centres.T, strict=True)]
        squares = squared_distances(self._means, self._numbers.places(rows))
        lookup = RowLookup(rows.codes, rows.codebook.n_values + 1, rows.row_weights)
        return lookup.nearest(costs, None if squares is None else squares / self._unit)[0][inverse]

    def _weight(self) -> float:
        """What the largest distance of a column's values costs."""
        return self.gamma_ * powered_tables(self.geometry_, self._book, self._book)[1]

    def _tables(self, a: Codebook, b: Codebook) -> list[np.ndarray]:
        """What values cost against each other, in the unit of costs."""
        return [t * (self._weight() / self._unit) for t in powered_tables(self.geometry_, a, b)[0]]


def _by_both(
    rows: DistinctRows,
    tables: list[np.ndarray],
    unit: float,
    centres: np.ndarray,
    before: np.ndarray | None,
    counts: list[np.ndarray] | None,
) -> tuple[Any, ...]:
    """``(labels, counts, objective)`` of the cheapest centres, by tables of values and by numbers."""
    d = len(tables)
    costs = [t[c] for t, c in zip(tables, centres[:, :d].T.astype(np.intp), strict=True)]
    squares = squared_distances(centres[:, d:], rows.table.numeric)
    labels, _ = rows.lookup.nearest(costs, None if squares is None else squares / unit)
    counts = counted(rows, labels, len(centres), before, counts)
    objective = unit * float(sum((n * c).sum() for n, c in zip(counts, costs, strict=True)))
    if squares is not None:
        objective += float(rows.weights @ squares[labels, np.arange(len(labels))])
    return labels, counts, objective


def _updated(
    rows: DistinctRows,
    tables: list[np.ndarray] | None,
    counts: list[np.ndarray],
    centres: np.ndarray,
    labels: np.ndarray,
) -> np.ndarray:
    """(k, d + m) modes and means of the clusters; an empty one keeps its own."""
    k, d = len(centres), len(counts)
    sizes = counts[0].sum(axis=1)
    means = centres[:, d:].copy()
    for column, mean in zip(rows.table.numeric.T, means.T, strict=True):
        sums = np.bincount(labels, rows.weights * column, k)
        np.divide(sums, sizes, out=mean, where=sizes > 0)
    return np.hstack([updated_modes(tables, counts, centres[:, :d]), means])
