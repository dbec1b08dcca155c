"""Factor analysis of mixed data: values and numbers in one space, as MCA and principal components at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.linalg import eigvalsh
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, RowsMethod
from catviz.embeddings.mca import LEFT_OUT, NO_VARIANCE, ROUNDING, first_axes, remark_tied, squared_from_centre, tidy
from catviz.geometry.numeric import NumericPart, standardised_part
from catviz.geometry.scaling import turned
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.parameters import Number, whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from catviz.table.encoding import NUMBERS


class FAMD(RowsMethod):
    """Factor analysis of mixed data (Pages 2004): principal components of numbers, with MCA of the other columns.

    Numbers are standardised (divisor n), and each value is a column of zeros and ones, centred and divided by the root
    of its share p of the rows. Both are analysed together: each number has inertia 1, a column of v values v - 1, and
    a column of numbers counts for an axis as its squared correlation with it, one of values as its correlation ratio.
    Without numbers the axes are those of MCA, with eigenvalues d times as large for d columns; with numbers alone,
    those of the correlation matrix. Numbers are those a table keeps in ``t.numeric``.

    Values stand at the mean of their rows. A missing number stands at its column's mean, and counts in its deviation; a
    missing value is a value of its own, or with ``na="exclude"`` adds nothing, as in `MCA`. A value never seen is at
    its column's mean.

    Parameters
    ----------
    n_components : int or None, default 2
        Axes kept; None keeps all.
    na : {"category", "exclude"}
        Missing counts as a value of its own, or missing cells are left out of the axes.

    Attributes
    ----------
    eigenvalues_ : (k,) variances of the rows along the axes, falling
    total_inertia_ : float
    correlations_ : DataFrame, (m, k)
        The correlation of each numeric column with each axis.

    Notes
    -----
    Source: J. Pages (2004), Analyse factorielle de donnees mixtes, Revue de statistique appliquee 52. The figures of
    `inertia`, `values`, `numbers`, `loadings` and `rows` are those of FactoMineR's ``FAMD``.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> frame = pd.DataFrame({"colour": list("rrbbg"), "size": [1.0, 2.5, 3.0, 4.5, 2.0]})
    >>> famd = catviz.FAMD().fit(frame)
    >>> famd.transform(frame).shape, round(famd.total_inertia_, 9)
    ((5, 2), 3.0)
    """

    gives = "embedding"
    numeric_columns = NUMBERS
    parameters = {
        "n_components": Number(
            1,
            special={None: "all"},
            label="Axes",
            help="How many axes the distances use. The first axes hold the strongest associations between columns.",
        ),
        "na": LEFT_OUT,
    }
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    #: Values and rows stand in one map as they are.
    map_scaling_ = 1.0

    def __init__(self, n_components: int | None = 2, *, na: str = "category") -> None:
        self.n_components = n_components
        self.na = na

    def get_feature_names_out(self, input_features: ArrayLike | None = None) -> np.ndarray:
        """``famd0``, ``famd1``, one an axis."""
        check_is_fitted(self)
        return np.array([f"famd{k}" for k in range(len(self.eigenvalues_))], dtype=object)

    def inertia(self) -> pd.DataFrame:
        """The inertia of all axes.

        Returns
        -------
        DataFrame
            A line per axis, those beyond ``n_components`` included: ``axis`` from 1, ``eigenvalue``, ``percent`` and
            ``cumulative percent``.
        """
        check_is_fitted(self)
        eigenvalues = eigvalsh(self._mixed.matrix)[::-1]
        eigenvalues = eigenvalues[eigenvalues > NO_VARIANCE]
        percent = 100 * eigenvalues / eigenvalues.sum()
        axes = np.arange(1, len(eigenvalues) + 1)
        numbers = {"eigenvalue": eigenvalues, "percent": percent, "cumulative percent": percent.cumsum()}
        return pd.DataFrame({"axis": axes} | numbers)

    @whole_numbers("n_axes")
    def values(self, n_axes: int | None = None) -> pd.DataFrame:
        """Coordinates, contributions, cos2 and test values of the values.

        Parameters
        ----------
        n_axes : int, optional
            Axes listed; ``n_components`` where it is left out.

        Returns
        -------
        DataFrame
            A line per value and axis: ``column``, ``value``, ``rows`` that have it (their weight), ``axis`` from 1,
            ``coordinate`` (the mean of its rows), ``contribution`` (percent of the axis's inertia), ``cos2`` (share of
            its squared distance from the centre that the axis shows) and ``test value``, as `MCA.values` has it.
        """
        axes, mixed, n = self._axes(n_axes), self._mixed, self.counts_.n_rows
        coordinates, rows = axes.coordinates, mixed.shares * n
        with np.errstate(divide="ignore", invalid="ignore"):
            tests = coordinates / np.sqrt(axes.eigenvalues) * np.sqrt(rows * (n - 1) / (n - rows))[:, None]
            cos2 = coordinates**2 / mixed.squared[:, None]
        nowhere = (n - rows <= ROUNDING * n)[:, None]
        names = {
            "column": [a for a, _ in mixed.counts.values],
            "value": [v for _, v in mixed.counts.values],
            "rows": rows,
        }
        numbers = {
            "coordinate": coordinates,
            "contribution": 100 * mixed.shares[:, None] * coordinates**2 / axes.eigenvalues**2,
            "cos2": np.where(nowhere, np.nan, cos2),
            "test value": np.where(nowhere | (n <= 1), np.nan, tests),
        }
        return tidy(names, numbers)

    @whole_numbers("n_axes")
    def numbers(self, n_axes: int | None = None) -> pd.DataFrame:
        """Correlations, contributions and cos2 of the numeric columns.

        Parameters
        ----------
        n_axes : int, optional
            Axes listed; ``n_components`` where it is left out.

        Returns
        -------
        DataFrame
            A line per numeric column and axis: ``column``, ``axis`` from 1, ``correlation``, ``contribution`` (percent
            of the axis's inertia) and ``cos2``, the squared correlation.
        """
        axes = self._axes(n_axes)
        squared = axes.correlations**2
        numbers = {
            "correlation": axes.correlations,
            "contribution": 100 * squared / axes.eigenvalues,
            "cos2": squared,
        }
        return tidy({"column": list(self._mixed.names)}, numbers)

    @whole_numbers("n_axes")
    def loadings(self, n_axes: int | None = None) -> pd.DataFrame:
        """How strongly each column goes with each axis: squared correlations and correlation ratios.

        Parameters
        ----------
        n_axes : int, optional
            Axes listed; ``n_components`` where it is left out.

        Returns
        -------
        DataFrame
            A line per column and axis: ``column``, ``kind`` ("numbers" or "categories"), ``axis`` from 1,
            ``squared loading`` (the squared correlation of numbers, eta2 of categories; they add up to the axis's
            eigenvalue) and ``contribution`` (percent of it).
        """
        axes, mixed, book = self._axes(n_axes), self._mixed, self._mixed.counts.codebook
        of_values = mixed.shares[:, None] * axes.coordinates**2 / axes.eigenvalues
        eta2 = [of_values[part].sum(axis=0) for part in book.slices()]
        squared = np.vstack([axes.correlations**2, *eta2])
        names = {
            "column": [*mixed.names, *book.attributes],
            "kind": ["numbers"] * len(mixed.names) + ["categories"] * len(eta2),
        }
        return tidy(names, {"squared loading": squared, "contribution": 100 * squared / axes.eigenvalues})

    @whole_numbers("n_axes")
    def rows(self, X: Any, n_axes: int | None = None, passive: bool = False) -> pd.DataFrame:
        """Coordinates, contributions and cos2 of rows; nothing of them is kept.

        Parameters
        ----------
        X : CategoricalTable, frame or array
            The rows of the fit, or new ones.
        n_axes : int, optional
            Axes listed; ``n_components`` where it is left out.
        passive : bool
            True for rows that the fit did not see: they have no contribution.

        Returns
        -------
        DataFrame
            A line per row and axis: ``row`` from 0, ``axis`` from 1, ``coordinate``, ``contribution`` (percent of the
            axis's inertia, by the row's weight; not for passive rows) and ``cos2``.
        """
        axes, table = self._axes(n_axes), self._rows(X)
        coordinates = self._embedding(axes).transform(table)
        squared = self._mixed.squared_of_rows(table, self.na == "exclude")
        with np.errstate(divide="ignore", invalid="ignore"):
            cos2 = np.where(squared[:, None] <= NO_VARIANCE, np.nan, coordinates**2 / squared[:, None])
        numbers = {"coordinate": coordinates}
        if not passive:
            weights = table.row_weights / table.row_weights.sum()
            numbers["contribution"] = 100 * weights[:, None] * coordinates**2 / axes.eigenvalues
        return tidy({"row": np.arange(len(table))}, numbers | {"cos2": cos2})

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueEmbedding:
        counts = self.counts_.without_missing() if self.na == "exclude" else self.counts_
        self._mixed = Mixed.of(table, counts)
        k = self.n_components
        axes = self._mixed.axes(k, None if k is None else lambda found, rank: remark_tied(found, k, rank))
        self.eigenvalues_, self.total_inertia_ = axes.eigenvalues, float(np.trace(self._mixed.matrix))
        names = [f"axis {i + 1}" for i in range(len(axes.eigenvalues))]
        self.correlations_ = pd.DataFrame(axes.correlations, index=list(self._mixed.names), columns=names)
        return self._embedding(axes)

    def _axes(self, n_axes: int | None) -> MixedAxes:
        """The first axes; worked out anew where there are more than the fit kept."""
        check_is_fitted(self)
        wanted, kept = n_axes, len(self.eigenvalues_)
        if wanted is None or wanted == kept:
            coordinates = np.vstack([np.empty((0, kept)), *self.geometry_.coordinates])
            return MixedAxes(self.eigenvalues_, coordinates, self.correlations_.to_numpy())
        axes = self._mixed.axes(max(wanted, 1))
        if wanted < 1 or wanted > len(axes.eigenvalues):
            most = len(self.inertia())
            raise ValueError(f"{wanted} axes are asked for, but there are {most}: give a number from 1 on")
        return axes

    def _embedding(self, axes: MixedAxes) -> ValueEmbedding:
        """Values at the mean of their rows, and what a row gets from its values and numbers."""
        counts, numbers = self._mixed.counts, self._mixed.numbers
        answered = np.array([float(f.sum()) for f in counts.frequencies]) / counts.n_rows
        return ValueEmbedding(
            counts.codebook,
            tuple(axes.coordinates[part] for part in counts.codebook.slices()),
            counts.frequencies,
            joint=True,
            combine="mean",
            object_scale=len(counts.codebook.attributes) / axes.eigenvalues,
            answered=answered if self.na == "exclude" else None,
            numbers=numbers,
            number_axes=None if numbers is None else axes.correlations / np.sqrt(axes.eigenvalues),
        )


@dataclass(frozen=True, eq=False)
class MixedAxes:
    """Axes of an analysis of mixed data.

    Attributes
    ----------
    eigenvalues : (k,) falling
    coordinates : (c, k) the mean of the rows that have each value
    correlations : (m, k) of the numeric columns
    """

    eigenvalues: np.ndarray
    coordinates: np.ndarray
    correlations: np.ndarray


@dataclass(frozen=True, eq=False)
class Mixed:
    """What the axes are made from: the covariances of all values and numbers, scaled as FAMD does.

    Attributes
    ----------
    counts : Counts
        Of the c values that shape the axes.
    numbers : NumericPart or None
        The m numeric columns, standardised.
    shares : (c,) share of the rows that have each value
    matrix : (c + m, c + m) covariances, the values first
    """

    counts: Counts
    numbers: NumericPart | None
    shares: np.ndarray
    matrix: np.ndarray

    @classmethod
    def of(cls, table: CategoricalTable, counts: Counts) -> Mixed:
        """Of a fitting table and the counts of the values that take part."""
        numbers = standardised_part(table)
        z = np.empty((len(table), 0)) if numbers is None else numbers.places(table)
        weights = table.row_weights / table.row_weights.sum()
        shares = np.diag(counts.matrix) / counts.n_rows
        root = np.sqrt(shares)
        of_values = counts.matrix / (counts.n_rows * np.outer(root, root)) - np.outer(root, root)
        sums = [
            np.array([np.bincount(codes, weights * x, v)[:v] for x in z.T], dtype=float).reshape(-1, v).T
            for codes, v in zip(table.codes.T, counts.codebook.n_values.tolist(), strict=True)
        ]
        across = np.vstack([np.empty((0, z.shape[1])), *sums]) / root[:, None]
        matrix = np.block([[of_values, across], [across.T, (z * weights[:, None]).T @ z]])
        return cls(counts, numbers, shares, matrix)

    @property
    def names(self) -> tuple[str, ...]:
        """The numeric columns."""
        return () if self.numbers is None else self.numbers.names

    @property
    def squared(self) -> np.ndarray:
        """(c,) squared distances of the values from the centre, on all axes together."""
        of_values = self.matrix[: len(self.shares)]
        return (of_values**2).sum(axis=1) / self.shares

    def axes(self, n_axes: int | None, on_step: Callable[[np.ndarray, int], None] | None = None) -> MixedAxes:
        """The first axes, or all; ``on_step`` as in `first_axes`."""
        c, m = len(self.shares), len(self.names)
        order = np.arange(c + m)
        if c:
            order[:c] = self.counts.canonical_order
        eigenvalues, vectors = first_axes(self.matrix, order, n_axes, on_step)
        scale = np.append(1 / np.sqrt(self.shares), np.ones(m))[order, None] * np.sqrt(eigenvalues)
        places = np.empty(vectors.shape)
        places[order] = turned(vectors * scale)
        return MixedAxes(eigenvalues, places[:c] * np.sqrt(eigenvalues), places[c:])

    def squared_of_rows(self, table: CategoricalTable, excludes: bool) -> np.ndarray:
        """(n,) squared distances of rows from the centre, on all axes together."""
        book = self.counts.codebook
        codes = table.recode(book).codes
        squared = np.zeros(len(table)) if self.numbers is None else (self.numbers.places(table) ** 2).sum(axis=1)
        for part, column in zip(book.slices(), codes.T, strict=True):
            shares = self.shares[part]
            squared += squared_from_centre(shares, excludes and shares.sum() < 1 - ROUNDING)[column]
        return squared
