"""How much each point of multiple correspondence analysis says: contributions, cos2, test values, eta2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts

FEWEST_ROWS = 5
"""Rows of a class that have a value; with fewer, the value is rare there."""
ROUNDING = 1e-9
"""By less than this, the share of the rows that have a value in a column differs from 1 by rounding."""


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
        columns, own = set(self.codebook.attributes), set(self.codebook.values)
        return np.array([(v in own) if self.excludes else v[0] in columns for v in values], dtype=bool)

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
        lacking = axes.excludes and answered < 1 - ROUNDING
        squared = np.append(1 / axes.shares[part] - (2 - answered if lacking else 1), answered if lacking else 0.0)
        distance += squared[rows.codes[:, r]] / len(axes.codebook.attributes)
    centre = (distance <= 1e-12)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        squared = np.where(centre, np.nan, coordinates**2 / distance[:, None])
    numbers = {"coordinate": coordinates}
    if not passive:
        weights = rows.row_weights / rows.row_weights.sum()
        numbers["contribution"] = 100 * weights[:, None] * coordinates**2 / axes.eigenvalues
    return tidy({"row": np.arange(len(rows))}, numbers | {"cos2": squared})


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
    """What part each value or column has in the analysis."""
    return np.where(active, "active", "supplementary")


def tidy(names: dict[str, Any], numbers: dict[str, np.ndarray]) -> pd.DataFrame:
    """A line per point and axis from (p,) names and (p, k) numbers, the axes one after the other."""
    points, k = next(iter(numbers.values())).shape
    made = {name: np.tile(np.asarray(given), k) for name, given in names.items()}
    made["axis"] = np.repeat(np.arange(1, k + 1), points)
    return pd.DataFrame(made | {name: given.T.ravel() for name, given in numbers.items()})
