"""Multiple correspondence analysis, exact, from the Burt matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.linalg import eigvalsh
from scipy.sparse.linalg import eigsh
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, CountsMethod, as_table, class_labels
from catviz.embeddings import mca_points
from catviz.geometry.eigen import largest_eigenpairs
from catviz.geometry.inertia import inertia_table
from catviz.geometry.scaling import turned
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding
from catviz.parameters import Choice, Number
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts, count
from catviz.table.frames import as_pandas, is_frame
from catviz.table.joined import classes_as_column, join_columns

NO_VARIANCE = 1e-12
TIED = 1e-9
MANY_VALUES, FEW_AXES = 1_500, 20
"""From so many values on, up to so many axes are found without all the others."""
LEFT_OUT = Choice(
    {"category": "own value", "exclude": "left out of the axes"},
    label="Missing values in this method",
    help="A missing value counts as a value of its own, or missing cells are left out. Then only the cells that are "
    "known shape the axes. The choice has no effect if rows with missing values are left out of the table.",
)


class MCA(CountsMethod):
    """Multiple correspondence analysis: all values and rows in one space, by exact eigen-decomposition.

    Eigenvectors of G / (d sqrt(k_p k_q)), G the Burt matrix and k its diagonal, without the trivial eigenvalue 1.
    Values stand at their principal coordinates of the indicator matrix; a row is the mean of its values'
    standard coordinates.

    With ``na="exclude"``, missing cells take no part in the axes (subset or specific MCA): the row and the column of
    G that belong to a missing value are left out, while masses and the weights of rows stay those of the whole table.
    A row is then the sum of its answered values' standard coordinates over the number of all columns, less the mean
    of these sums over all rows.

    `inertia`, `values`, `columns`, `rows` and `class_means` give the tables that an analysis is read from. They have
    a line per point and axis; ``table.pivot(index=[...], columns="axis", values="cos2")`` makes columns of the axes.

    Parameters
    ----------
    n_components : int or None, default 2
        Axes kept; None keeps all, but then the distances between values carry no co-occurrence (with a warning).
    na : {"category", "exclude"}
        Missing counts as a value of its own, or missing cells are left out of the axes.

    Attributes
    ----------
    eigenvalues_ : (k,) principal inertias, falling
    total_inertia_ : float

    Notes
    -----
    Sources of ``na="exclude"``: M. Greenacre and R. Pardo (2006), Subset correspondence analysis, Sociological Methods
    & Research 35; B. Le Roux and H. Rouanet (2010), Multiple Correspondence Analysis, section 3.3.

    Examples
    --------
    >>> import catviz
    >>> catviz.MCA().fit_transform(catviz.load_dataset("zoo")).shape
    (101, 2)

    Missing values make the second axis of the voting table, unless they are left out:

    >>> votes = catviz.load_dataset("voting")
    >>> for na in ("category", "exclude"):
    ...     values = catviz.MCA(na=na).fit(votes).values().query("axis == 2")
    ...     print(values.nlargest(3, "contribution")["value"].tolist())
    ['(missing)', '(missing)', '(missing)']
    ['yes', 'no', 'yes']
    """

    gives = "embedding"
    parameters = {
        "n_components": Number(
            1,
            special={None: "all"},
            label="Axes",
            help="How many axes the distances use. The first axes hold the strongest associations. On all axes nothing "
            "is left of the associations: the distance of two values depends only on how often each occurs.",
        ),
        "na": LEFT_OUT,
    }
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}

    def __init__(self, n_components: int | None = 2, na: str = "category") -> None:
        self.n_components = n_components
        self.na = na

    def inertia(self) -> pd.DataFrame:
        """The inertia of all axes, raw and corrected.

        Returns
        -------
        DataFrame
            A line per axis, those beyond ``n_components`` included: ``axis`` from 1, ``eigenvalue``, ``percent``,
            ``cumulative percent``, ``adjusted eigenvalue``, ``percent (Benzecri)``, ``percent (Greenacre)`` and both
            cumulated. NaN for axes whose eigenvalue is at most 1 / d, which both corrections leave out. With
            ``na="exclude"`` all inertia is that of the answered values.

        Notes
        -----
        Sources: Benzecri (1979); Greenacre (1993); Greenacre and Blasius (2006), chapter 2. The formulas are in
        `catviz.geometry.inertia.inertia_table`.

        Examples
        --------
        >>> import catviz
        >>> table = catviz.MCA().fit(catviz.load_dataset("zoo")).inertia()
        >>> table["percent"].round(1).tolist()[:3]
        [26.0, 18.8, 13.9]
        """
        check_is_fitted(self)
        counts = self._active(self.counts_)
        eigenvalues, book = eigvalsh(_standardised(counts))[::-1], counts.codebook
        d, within = len(book.attributes), None
        if self.na == "exclude":
            within = sum(float(v - 2 * s + s**2) for v, s in zip(book.n_values, _answered(counts), strict=True)) / d**2
        return inertia_table(eigenvalues[eigenvalues > NO_VARIANCE], d, int(book.n_values.sum()), within)

    def chi_squared_distances(self) -> ValueDistances:
        r"""The chi-squared distances between rows, which all axes together show.

        Returns
        -------
        ValueDistances
            With power 2. In a column, two values a and b of n_a and n_b among n rows have
            :math:`T^2 = \frac{n / n_a + n / n_b}{d}`, with d columns. With ``na="exclude"`` a missing cell adds
            nothing of its own: the term of the missing value is 0.

        Notes
        -----
        Source: M. Greenacre and J. Blasius (2006), Multiple correspondence analysis and related methods, chapter 2.

        Examples
        --------
        >>> import catviz
        >>> zoo = catviz.load_dataset("zoo")
        >>> catviz.MCA().fit(zoo).chi_squared_distances().between(zoo[:3]).round(2)[0].tolist()
        [0.0, 0.76, 1.7]
        """
        check_is_fitted(self)
        book, tables = self.counts_.codebook, []
        for frequencies, missing in zip(self.counts_.frequencies, book.missing, strict=True):
            inverse = self.counts_.n_rows / (len(book.attributes) * frequencies)
            if missing and self.na == "exclude":
                inverse[-1] = 0
            table = np.sqrt(inverse[:, None] + inverse[None, :])
            np.fill_diagonal(table, 0)
            tables.append(table)
        return ValueDistances(book, tuple(tables), self.counts_.frequencies, 2.0)

    def values(self, X: Any = None, n_axes: int | None = None) -> pd.DataFrame:
        """Coordinates, contributions, cos2 and test values of the values, supplementary ones too.

        Parameters
        ----------
        X : CategoricalTable, frame or Counts, optional
            The rows of the fit with further columns, or the counts of all these columns. Further columns, and the
            known classes of a table, are supplementary: they are placed without having shaped the axes.
        n_axes : int, optional
            Axes listed; ``n_components`` where it is left out.

        Returns
        -------
        DataFrame
            A line per value and axis: ``column``, ``value``, ``role`` ("active" or "supplementary"), ``rows`` that
            have the value (their weight), ``axis`` from 1, ``coordinate`` (principal), ``contribution`` (percent of the
            axis's inertia; NaN for supplementary values), ``cos2`` (share of the value's squared distance from the
            centre that the axis shows) and ``test value``. With ``na="exclude"`` the missing values of active columns
            are supplementary.

        Notes
        -----
        A value of n_a among n rows has squared distance n / n_a - 1 from the centre and the test value
        g sqrt(n_a (n - 1) / (n - n_a)) at coordinate g. For a supplementary value, it is about standard normal if
        these n_a rows were drawn at random, so beyond 2 in size they differ from the others along the axis. An
        active value shaped the axis, so its test value describes and tests nothing; nor does that of a missing value
        left out, whose place follows from those of the answered values of its column. Source: L. Lebart, A. Morineau
        and M. Piron (1995), Statistique exploratoire multidimensionnelle. All figures are those that FactoMineR
        prints.

        Examples
        --------
        >>> import catviz
        >>> zoo = catviz.load_dataset("zoo")
        >>> table = catviz.MCA().fit(zoo).values(zoo)
        >>> table.loc[table["value"] == "mammal", "test value"].round(2).tolist()
        [-9.47, -0.5]
        """
        axes = self._axes(n_axes)
        return mca_points.values_table(axes, self._counts_with(X))

    def columns(self, X: Any = None, n_axes: int | None = None) -> pd.DataFrame:
        """The squared correlation ratio (eta2) of each column with each axis.

        Parameters
        ----------
        X : CategoricalTable, frame or Counts, optional
            As in `values`: further columns are supplementary.
        n_axes : int, optional
            Axes listed; ``n_components`` where it is left out.

        Returns
        -------
        DataFrame
            A line per column and axis: ``column``, ``role``, ``axis`` from 1, and ``eta2``, the share of the rows'
            variance along the axis that lies between the column's values. The mean of the active columns' eta2 is the
            axis's eigenvalue. With ``na="exclude"`` the share is that of the answered values alone, in supplementary
            columns too: what lies between the rows with a missing cell and the centre is not counted.

        Examples
        --------
        >>> import catviz
        >>> zoo = catviz.load_dataset("zoo")
        >>> table = catviz.MCA().fit(zoo).columns(zoo)
        >>> table.loc[table["column"] == "class", "eta2"].round(3).tolist()
        [0.949, 0.829]
        """
        return mca_points.columns_table(self._axes(n_axes), self._counts_with(X))

    def rows(self, X: Any, n_axes: int | None = None, passive: bool = False) -> pd.DataFrame:
        """Coordinates, contributions and cos2 of rows; nothing of them is kept.

        Parameters
        ----------
        X : CategoricalTable, frame or array
            The rows of the fit, or new ones.
        n_axes : int, optional
            Axes listed; ``n_components`` where it is left out.
        passive : bool
            True for rows that the fit did not see: they have no contribution. A value never seen is at the centre; with
            ``na="exclude"`` it counts as a missing cell.

        Returns
        -------
        DataFrame
            A line per row and axis: ``row`` from 0, ``axis`` from 1, ``coordinate``, ``contribution`` (percent of the
            axis's inertia, by the row's weight; not for passive rows) and ``cos2``.

        Examples
        --------
        >>> import catviz
        >>> zoo = catviz.load_dataset("zoo")
        >>> catviz.MCA().fit(zoo).rows(zoo).shape
        (202, 5)
        """
        axes = self._axes(n_axes)
        return mca_points.rows_table(axes, as_table(X, self), passive)

    def class_means(self, X: Any, y: ArrayLike | None = None, axes: tuple[int, int] = (1, 2)) -> pd.DataFrame:
        """The mean point of each class in the map of the values, and how surely it is known.

        Parameters
        ----------
        X : CategoricalTable, frame, array or Counts
            Rows, or their counts by class.
        y : (n,) labels, optional
            The known classes; those of the table where it is left out. Rows without a class are left out.
        axes : (int, int)
            The two axes, from 1.

        Returns
        -------
        DataFrame
            A line per class: ``class``, ``rows`` (their weight), ``x`` and ``y``, where the class stands among the
            values, ``variance x``, ``variance y`` and ``covariance`` of that mean, and ``rare``, the percentage of an
            axis's inertia (the larger of both) from values that fewer than 5 of its rows have.

        Raises
        ------
        ValueError
            No class is known, or there is no such axis.

        Notes
        -----
        The place of a class is the mean of its rows over the root of the eigenvalue, as for any value. The covariance
        of the mean is that of its rows over their number n (their weight), with n - 1 as divisor; NaN for a single
        row. A confidence ellipse (Hotelling) is where the squared Mahalanobis distance to the mean is
        2 (n - 1) / (n - 2) times the quantile of F with 2 and n - 2 degrees of freedom. It takes the mean as normal
        and the axes as given, and holds the mean less often than stated where ``rare`` is large. FactoMineR takes the
        chi-squared quantile instead, which is too small for small classes.

        Examples
        --------
        >>> import catviz
        >>> zoo = catviz.load_dataset("zoo")
        >>> catviz.MCA().fit(zoo).class_means(zoo)["class"].tolist()[:2]
        ['amphibian', 'bird']
        """
        if not isinstance(X, Counts):
            table = as_table(X, self)
            X = count(table, by=class_labels(table.target if y is None else y, table, self))
        elif not X.by_class:
            raise ValueError("the counts are not by class: count the rows with by=")
        return mca_points.means_table(self._axes(max(axes)), X, axes)

    def _axes(self, n_axes: int | None) -> mca_points.Axes:
        """The first axes with the active values on them; worked out anew where there are more than the fit kept."""
        check_is_fitted(self)
        embedding, kept = self.geometry_, len(self.eigenvalues_)
        wanted = kept if n_axes is None else n_axes
        eigenvalues, coordinates = self.eigenvalues_[:wanted], np.vstack(embedding.coordinates)[:, :wanted]
        if wanted > kept:
            eigenvalues, coordinates = _principal(self._active(self.counts_), wanted)[:2]
        if wanted < 1 or wanted > len(eigenvalues):
            raise ValueError(f"{wanted} axes are asked for, but there are {len(eigenvalues)}: give a number from 1 on")
        shares = np.concatenate(embedding.frequencies) / self.counts_.n_rows
        return mca_points.Axes(embedding.codebook, eigenvalues, coordinates, shares, self.na == "exclude")

    def _active(self, counts: Counts) -> Counts:
        """The counts of the values that shape the axes."""
        return counts.without_missing() if self.na == "exclude" else counts

    def _counts_with(self, X: Any) -> Counts:
        """The counts of the fit, or of all columns of X, the known classes of a table among them."""
        if X is None:
            return self.counts_
        if isinstance(X, Counts):
            counts = X
        elif is_frame(X):
            frame = as_pandas(X)
            own = as_table(frame[[name for name in frame.columns if name in self.feature_names_in_]], self)
            others = [name for name in frame.columns if name not in self.feature_names_in_]
            counts = count(join_columns(own, CategoricalTable.from_pandas(frame[others])) if others else own)
        else:
            counts = count(classes_as_column(as_table(X)))
        for name in self.feature_names_in_:
            counts.codebook.position(name)
        return counts

    def _learn(self, counts: Counts) -> ValueEmbedding:
        counts = self._active(counts)
        self.eigenvalues_, coordinates, self.total_inertia_ = _principal(counts, self.n_components, self._warn)
        return ValueEmbedding(
            counts.codebook,
            tuple(coordinates[part] for part in counts.codebook.slices()),
            counts.frequencies,
            joint=True,
            combine="mean",
            object_scale=1.0 / np.sqrt(self.eigenvalues_),
            answered=_answered(counts) if self.na == "exclude" else None,
        )

    def _warn(self, eigenvalues: np.ndarray, rank: int) -> None:
        k = self.n_components
        if k is None:
            remark(
                "on all axes, MCA's distances between values depend on their own counts only, not on co-occurrence: "
                "keep a few components",
                stacklevel=5,
            )
        elif k < rank and eigenvalues[k - 1] - eigenvalues[k] <= TIED * eigenvalues[0]:
            remark(
                f"eigenvalues {k} and {k + 1} are equal, so axis {k} is one of many equally good directions",
                stacklevel=5,
            )


def _masses(counts: Counts) -> np.ndarray:
    """(c,) share of all cells that hold each value."""
    return np.diag(counts.matrix).astype(float) / (counts.n_rows * len(counts.codebook.attributes))


def _answered(counts: Counts) -> np.ndarray:
    """(d,) share of the rows that have one of the values counted in each column."""
    return np.array([float(f.sum()) for f in counts.frequencies]) / counts.n_rows


def _standardised(counts: Counts) -> np.ndarray:
    """(c, c) the Burt matrix over d sqrt(k_p k_q), without the trivial eigenvalue."""
    root, trivial = np.sqrt(np.diag(counts.matrix).astype(float)), np.sqrt(_masses(counts))
    return counts.matrix / (len(counts.codebook.attributes) * np.outer(root, root)) - np.outer(trivial, trivial)


def _principal(
    counts: Counts, n_axes: int | None, seen: Callable[[np.ndarray, int], None] | None = None
) -> tuple[np.ndarray, np.ndarray, float]:
    """(k,) falling eigenvalues, (c, k) principal coordinates of the values, and the total inertia.

    ``seen`` is shown one eigenvalue more, and how many of them are positive.
    """
    standardised = _standardised(counts)
    wanted = len(standardised) if n_axes is None else min(n_axes + 1, len(standardised))
    eigenvalues, vectors = _largest(standardised, wanted)
    eigenvalues, vectors = eigenvalues[::-1], vectors[:, ::-1]
    kept = eigenvalues > NO_VARIANCE
    if seen is not None:
        seen(eigenvalues, int(kept.sum()))
    if n_axes is not None:
        kept[n_axes:] = False
    coordinates = turned(vectors[:, kept] * np.sqrt(eigenvalues[kept]) / np.sqrt(_masses(counts))[:, None])
    return eigenvalues[kept], coordinates, float(np.trace(standardised))


def _largest(matrix: np.ndarray, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """The largest eigenvalues, rising, and their vectors; by Lanczos' method where they are few of many."""
    c = len(matrix)
    if c < MANY_VALUES or wanted > FEW_AXES:
        return largest_eigenpairs(matrix, wanted)
    start = np.random.default_rng(0).normal(size=c)
    eigenvalues, vectors = eigsh(matrix, wanted, which="LA", v0=start)
    order = np.argsort(eigenvalues, kind="stable")
    return eigenvalues[order], vectors[:, order]
