"""The inertia of the axes of multiple correspondence analysis: raw, and corrected by Benzecri and by Greenacre."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

#: The column of `inertia_table` that has an axis's percent under each correction.
CORRECTIONS = {"raw": "percent", "Benzecri": "percent (Benzecri)", "Greenacre": "percent (Greenacre)"}


def inertia_table(
    eigenvalues: ArrayLike,
    n_columns: int,
    n_values: int,
    within: float | None = None,
    between: np.ndarray | None = None,
) -> pd.DataFrame:
    """The inertia of each axis, raw and corrected.

    The raw percentages are low by construction: the indicator matrix has (J - Q) / Q of inertia for J values of Q
    columns, whatever the data. Axes of an eigenvalue l of at most 1/Q say nothing about pairs of columns and are left
    out by both corrections; any other gets the adjusted eigenvalue (Q / (Q - 1))^2 (l - 1/Q)^2. Benzecri divides it by
    the sum of all adjusted eigenvalues, Greenacre by the average inertia of the tables that cross two columns,
    Q / (Q - 1) (sum of all l^2 - (J - Q) / Q^2), so that his percentages need not add up to 100.

    Parameters
    ----------
    eigenvalues : (k,) array
        All positive ones of the indicator matrix, falling, the trivial one left out.
    n_columns : int
        Q.
    n_values : int
        J, values of all columns.
    within : float, optional
        What comes in place of (J - Q) / Q^2, the part of the sum of all l^2 that lies within columns, where missing
        cells are left out: the sum over columns of (J_q - 2 S_q + S_q^2) / Q^2, for a column with J_q values that a
        share S_q of the rows has.
    between : (m,) array, optional
        What comes in place of Q / (Q - 1) (l - 1/Q) there: the eigenvalues, falling, of the tables that cross two
        columns, without each column's own. Their squares are the adjusted eigenvalues; those not above 0 are left out.

    Returns
    -------
    DataFrame
        A line per axis: ``axis`` from 1, ``eigenvalue``, ``percent``, ``cumulative percent``; ``adjusted eigenvalue``
        and the two percentages of each correction, NaN for axes that it leaves out and for a table of one column.

    Notes
    -----
    Sources: J.-P. Benzecri (1979), Les Cahiers de l'analyse des donnees 4, 377-378; M. Greenacre (1993),
    Correspondence Analysis in Practice; M. Greenacre and J. Blasius (2006), Multiple Correspondence Analysis and
    Related Methods, chapter 2. With missing cells left out: M. Greenacre and R. Pardo (2006), as ``mjca`` of R's ca has
    it with ``lambda="adjusted"`` and ``subsetcat``.

    Examples
    --------
    >>> inertia_table([0.6, 0.4], n_columns=2, n_values=4)["percent (Benzecri)"].tolist()
    [100.0, nan]
    """
    raw = np.asarray(eigenvalues, dtype=float)
    inertia = pd.DataFrame({"axis": np.arange(1, len(raw) + 1), "eigenvalue": raw})
    _percentages(inertia, raw, raw.sum(), "percent", "cumulative percent")
    q = n_columns
    factor = q / (q - 1) if q > 1 else np.nan
    roots = factor * (raw - 1 / q) if between is None else np.zeros(len(raw))
    if between is not None:
        roots[: len(between)] = between[: len(raw)]
    adjusted = np.where(roots > 2 * np.finfo(float).eps, roots**2, np.nan)
    inertia["adjusted eigenvalue"] = adjusted
    of_pairs = factor * ((raw**2).sum() - ((n_values - q) / q**2 if within is None else within))
    for name, total in (("Benzecri", np.nansum(adjusted)), ("Greenacre", of_pairs)):
        _percentages(inertia, adjusted, total, CORRECTIONS[name], f"cumulative {CORRECTIONS[name]}")
    return inertia


def _percentages(inertia: pd.DataFrame, inertias: np.ndarray, total: float, share: str, cumulative: str) -> None:
    """Write two columns: each axis's percent of the total, and that of all axes up to it."""
    percent = 100 * inertias / total if total > 0 else np.full(len(inertias), np.nan)
    inertia[share] = percent
    inertia[cumulative] = np.cumsum(percent)
