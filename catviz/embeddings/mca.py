"""Multiple correspondence analysis, exact, from the Burt matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.linalg import eigvalsh
from scipy.sparse.linalg import eigsh
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, CountsMethod, as_table, classes_given
from catviz.geometry.inertia import inertia_table
from catviz.geometry.scaling import largest_eigenpairs, turned
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding
from catviz.parameters import Choice, Number, whole_numbers
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts, count
from catviz.table.frames import as_pandas, is_frame
from catviz.table.joined import classes_as_column, join_columns

NO_VARIANCE = 1e-12
TIED = 1e-9
#: From so many values on, up to so many axes are found without all the others.
MANY_VALUES, FEW_AXES = 1_500, 20
LEFT_OUT = Choice(
    {"category": "own value", "exclude": "left out of the axes"},
    label="Missing values in this method",
    help="A missing value counts as a value of its own, or missing cells are left out. Then only the cells that are "
    "known shape the axes. The choice has no effect if rows with missing values are left out of the table.",
)
#: Rows of a class that have a value; with fewer, the value is rare there.
FEWEST_ROWS = 5
#: By less than this, the share of the rows that have a value in a column differs from 1 by rounding.
ROUNDING = 1e-9


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
    #: What `inertia` returns, once it was asked for.
    _inertia: pd.DataFrame | None = None

    def __init__(self, n_components: int | None = 2, *, na: str = "category") -> None:
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
            ``na="exclude"`` all inertia is that of the answered values, and adjusted eigenvalues and Greenacre's
            percentages are those of R's ``ca::mjca(lambda="adjusted", subsetcat=...)``.

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
        if self._inertia is None:
            self._inertia = self._inertia_of_all_axes(self._active(self.counts_))
        return self._inertia.copy()

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

    @whole_numbers("n_axes")
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
        return values_table(axes, self._counts_with(X))

    @whole_numbers("n_axes")
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
        return columns_table(self._axes(n_axes), self._counts_with(X))

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
        return rows_table(axes, as_table(X, self), passive)

    @whole_numbers("axes")
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
            X = count(table, by=classes_given(table.target if y is None else y, table, self).of_rows)
        elif not X.by_class:
            raise ValueError("the counts are not by class: count the rows with by=")
        return means_table(self._axes(max(axes)), X, axes)

    def _inertia_of_all_axes(self, counts: Counts) -> pd.DataFrame:
        """The table of `inertia`, which needs the eigenvalues of all axes."""
        standardised, book = _standardised(counts), counts.codebook
        eigenvalues, d, within, between = eigvalsh(standardised)[::-1], len(book.attributes), None, None
        if self.na == "exclude" and d > 1:
            within = sum(float(v - 2 * s + s**2) for v, s in zip(book.n_values, _answered(counts), strict=True)) / d**2
            root = np.sqrt(_masses(counts))
            own = (np.eye(len(root)) - np.outer(root, root)) / d  # what the columns' own tables add
            between = eigvalsh(standardised - own)[::-1] * d / (d - 1)
        return inertia_table(eigenvalues[eigenvalues > NO_VARIANCE], d, int(book.n_values.sum()), within, between)

    def _axes(self, n_axes: int | None) -> Axes:
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
        return Axes(embedding.codebook, eigenvalues, coordinates, shares, self.na == "exclude")

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
            active = as_table(frame[[name for name in frame.columns if name in self.feature_names_in_]], self)
            passive = [name for name in frame.columns if name not in self.feature_names_in_]
            counts = count(join_columns(active, CategoricalTable.from_pandas(frame[passive])) if passive else active)
        else:
            counts = count(classes_as_column(as_table(X)))
        for name in self.feature_names_in_:
            counts.codebook.position(name)
        return counts

    def _learn(self, counts: Counts) -> ValueEmbedding:
        counts, self._inertia = self._active(counts), None
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
                "keep a few components"
            )
        else:
            remark_tied(eigenvalues, k, rank)


def remark_tied(eigenvalues: np.ndarray, k: int, rank: int) -> None:
    """Say that the last of k axes kept is one of many equally good directions, where it is."""
    if k < rank and eigenvalues[k - 1] - eigenvalues[k] <= TIED * eigenvalues[0]:
        remark(f"eigenvalues {k} and {k + 1} are equal, so axis {k} is one of many equally good directions")


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
    counts: Counts, n_axes: int | None, on_step: Callable[[np.ndarray, int], None] | None = None
) -> tuple[np.ndarray, np.ndarray, float]:
    """(k,) falling eigenvalues, (c, k) principal coordinates of the values, and the total inertia.

    ``on_step`` is shown one eigenvalue more, and how many of them are positive.
    """
    standardised = _standardised(counts)
    # ties between eigenvalues must not hang on names; of more values, that takes longer than the axes
    order = counts.canonical_order if len(standardised) < MANY_VALUES else np.arange(len(standardised))
    eigenvalues, vectors = first_axes(standardised, order, n_axes, on_step)
    coordinates = np.empty(vectors.shape)
    coordinates[order] = turned(vectors * np.sqrt(eigenvalues) / np.sqrt(_masses(counts))[order, None])
    return eigenvalues, coordinates, float(np.trace(standardised))


def first_axes(
    matrix: np.ndarray,
    order: np.ndarray,
    n_axes: int | None,
    on_step: Callable[[np.ndarray, int], None] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """(k,) falling positive eigenvalues of a symmetric matrix, and their (p, k) vectors, with the rows in ``order``.

    ``on_step`` is shown one eigenvalue more, and how many of them are positive.
    """
    wanted = len(matrix) if n_axes is None else min(n_axes + 1, len(matrix))
    eigenvalues, vectors = _largest(matrix[np.ix_(order, order)], wanted)
    eigenvalues, vectors = eigenvalues[::-1], vectors[:, ::-1]
    kept = eigenvalues > NO_VARIANCE
    if on_step is not None:
        on_step(eigenvalues, int(kept.sum()))
    if n_axes is not None:
        kept[n_axes:] = False
    return eigenvalues[kept], vectors[:, kept]


def _largest(matrix: np.ndarray, wanted: int) -> tuple[np.ndarray, np.ndarray]:
    """The (k,) largest eigenvalues, rising, and their (p, k) vectors; by Lanczos' method where they are few of many."""
    c = len(matrix)
    if c < MANY_VALUES or wanted > FEW_AXES:
        return largest_eigenpairs(matrix, wanted)
    start = np.random.default_rng(0).normal(size=c)
    eigenvalues, vectors = eigsh(matrix, wanted, which="LA", v0=start)
    order = np.argsort(eigenvalues, kind="stable")
    return eigenvalues[order], vectors[:, order]


@dataclass(frozen=True, eq=False)
class Axes:
    """Axes of an analysis, and the active values on them.

    Attributes
    ----------
    codebook : Codebook
        The active values.
    eigenvalues : (k,) principal inertias, falling
    coordinates : (c, k) principal coordinates of the active values
    shares : (c,) share of the rows that have each value
    excludes : bool
        True where missing cells are left out: missing values of these columns are then supplementary.
    """

    codebook: Codebook
    eigenvalues: np.ndarray
    coordinates: np.ndarray
    shares: np.ndarray
    excludes: bool = False

    @property
    def encoding(self) -> np.ndarray:
        """(c, k) matrix E with: principal coordinates of rows = indicator matrix @ E - ``centre``."""
        return self.coordinates / (np.sqrt(self.eigenvalues) * len(self.codebook.attributes))

    @property
    def centre(self) -> np.ndarray:
        """(k,) mean of indicator matrix @ E over all rows: 0 unless missing cells are left out."""
        return self.shares @ self.encoding if self.excludes else np.zeros(len(self.eigenvalues))

    @property
    def answered(self) -> list[float]:
        """The share of the rows that have a value in each column."""
        return [float(self.shares[part].sum()) for part in self.codebook.slices()]

    def is_active(self, values: Sequence[tuple[str, str]]) -> np.ndarray:
        """(p,) which values shaped the axes: those of the columns of the analysis, less missing ones left out."""
        columns, active_values = set(self.codebook.attributes), set(self.codebook.values)
        return np.array([(v in active_values) if self.excludes else v[0] in columns for v in values], dtype=bool)

    def encoding_of(self, values: Sequence[tuple[str, str]]) -> np.ndarray:
        """(p, k) the rows of E for some values; a value that is not active adds nothing."""
        place = {value: i for i, value in enumerate(self.codebook.values)}
        padded = np.vstack([self.encoding, np.zeros(len(self.eigenvalues))])
        return padded[[place.get(value, -1) for value in values]]


def values_table(axes: Axes, counts: Counts) -> pd.DataFrame:
    """The tidy table of `MCA.values`, for the values of ``counts``: columns of the analysis are active."""
    n, rows = counts.n_rows, np.diag(counts.matrix).astype(float)
    centres = counts.matrix @ axes.encoding_of(counts.values) / rows[:, None] - axes.centre
    coordinates = centres / np.sqrt(axes.eigenvalues)
    active = axes.is_active(counts.values)
    mass = rows / (n * len(axes.codebook.attributes))
    contributions = 100 * mass[:, None] * coordinates**2 / axes.eigenvalues
    with np.errstate(divide="ignore", invalid="ignore"):
        squared = coordinates**2 / (n / rows - 1)[:, None]
        tests = coordinates * np.sqrt(rows * (n - 1) / (n - rows))[:, None]
    # a value that all rows have is at the centre of all axes, and so is nowhere for a test or a cosine
    everywhere = (n - rows <= 1e-9 * n)[:, None]
    names = {
        "column": [a for a, _ in counts.values],
        "value": [v for _, v in counts.values],
        "role": roles(active),
        "rows": rows,
    }
    numbers = {
        "coordinate": coordinates,
        "contribution": np.where(active[:, None], contributions, np.nan),
        "cos2": np.where(everywhere, np.nan, squared),
        "test value": np.where(everywhere | (n <= 1), np.nan, tests),
    }
    return tidy(names, numbers)


def columns_table(axes: Axes, counts: Counts) -> pd.DataFrame:
    """The tidy table of `MCA.columns`, for the columns of ``counts``."""
    values = values_table(axes, counts)
    values["role"] = roles(values["column"].isin(axes.codebook.attributes).to_numpy())
    values["eta2"] = values["rows"] / counts.n_rows * values["coordinate"] ** 2
    if axes.excludes:
        book, missing = counts.codebook, np.zeros(len(counts.values), dtype=bool)
        missing[book.offsets[1:][np.array(book.missing)] - 1] = True
        values.loc[np.tile(missing, len(axes.eigenvalues)), "eta2"] = 0.0
    by = values.groupby(["axis", "column", "role"], sort=False)["eta2"].sum().reset_index()
    return by[["column", "role", "axis", "eta2"]]


def rows_table(axes: Axes, rows: CategoricalTable, passive: bool) -> pd.DataFrame:
    """The tidy table of `MCA.rows`, for a table that has the columns of the analysis."""
    rows = rows.recode(axes.codebook)
    coordinates, distance = np.tile(-axes.centre, (len(rows), 1)), np.zeros(len(rows))
    for r, (part, answered) in enumerate(zip(axes.codebook.slices(), axes.answered, strict=True)):
        # a value that the analysis does not have adds nothing, and a missing one that it leaves out does not either
        coordinates += np.vstack([axes.encoding[part], np.zeros(len(axes.eigenvalues))])[rows.codes[:, r]]
        squared = squared_from_centre(axes.shares[part], axes.excludes and answered < 1 - ROUNDING)
        distance += squared[rows.codes[:, r]] / len(axes.codebook.attributes)
    centre = (distance <= 1e-12)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        squared = np.where(centre, np.nan, coordinates**2 / distance[:, None])
    numbers = {"coordinate": coordinates}
    if not passive:
        weights = rows.row_weights / rows.row_weights.sum()
        numbers["contribution"] = 100 * weights[:, None] * coordinates**2 / axes.eigenvalues
    return tidy({"row": np.arange(len(rows))}, numbers | {"cos2": squared})


def squared_from_centre(shares: np.ndarray, lacking: bool) -> np.ndarray:
    """(v + 1,) squared chi-squared distance of a column's cells from the centre, from the values' shares of the rows.

    The last entry is for a cell without one of the values, which adds nothing, or, where missing cells are left out and
    some are (``lacking``), lacks what the others have on average.
    """
    answered = float(shares.sum())
    return np.append(1 / shares - (2 - answered if lacking else 1), answered if lacking else 0.0)


def means_table(axes: Axes, counts: Counts, pair: Sequence[int]) -> pd.DataFrame:
    """The table of `MCA.class_means`, from the counts of each class, on two axes (numbered from 1)."""
    two, lines = [k - 1 for k in pair], []
    inertia = axes.shares[:, None] * axes.encoding[:, two] ** 2
    place = {value: i for i, value in enumerate(axes.codebook.values)}
    # of the values of the counts; those of columns that are not active add nothing
    inertia = np.vstack([100 * inertia / inertia.sum(axis=0), np.zeros(2)])[[place.get(v, -1) for v in counts.values]]
    # from the sums over rows to places in the map of the values
    places = (axes.encoding_of(counts.values) / np.sqrt(axes.eigenvalues))[:, two]
    centre = (axes.centre / np.sqrt(axes.eigenvalues))[two]
    for label, matrix in counts.by_class.items():
        # each row has one value of the first column, so these add up to the rows
        rows = float(np.diag(matrix)[counts.codebook.slices()[0]].sum())
        mean = np.diag(matrix) @ places / rows
        spread = places.T @ matrix @ places - rows * np.outer(mean, mean)
        of_mean = spread / (rows * (rows - 1)) if rows > 1 else np.full((2, 2), np.nan)
        rare = 100 - inertia[np.diag(matrix) >= FEWEST_ROWS].sum(axis=0).min()
        lines.append((label, rows, *(mean - centre), of_mean[0, 0], of_mean[1, 1], of_mean[0, 1], rare))
    return pd.DataFrame(lines, columns=["class", "rows", "x", "y", "variance x", "variance y", "covariance", "rare"])


def roles(active: np.ndarray) -> np.ndarray:
    """(p,) part that each value or column has in the analysis."""
    return np.where(active, "active", "supplementary")


def tidy(names: dict[str, Any], numbers: dict[str, np.ndarray]) -> pd.DataFrame:
    """A line per point and axis from (p,) names and (p, k) numbers, the axes one after the other."""
    points, k = next(iter(numbers.values())).shape
    columns = {name: np.tile(np.asarray(entries), k) for name, entries in names.items()}
    columns["axis"] = np.repeat(np.arange(1, k + 1), points)
    return pd.DataFrame(columns | {name: entries.T.ravel() for name, entries in numbers.items()})
