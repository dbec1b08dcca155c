"""Which rows belong together: groups of rows of one person, household or school class, which are not independent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from catviz.table.codebook import is_known
from catviz.table.frames import unmasked


class NotForGroups(ValueError):
    """A test that takes rows for independent, asked of rows that belong together."""


def as_groups(groups: Any, n: int) -> np.ndarray:
    """A number for the group of each row, from 0 in the order of the rows.

    Parameters
    ----------
    groups : (n,) labels of any type
        A row whose label is missing is a group of its own.
    n : int

    Returns
    -------
    (n,) intp

    Raises
    ------
    ValueError
        Not one label for each row.

    Examples
    --------
    >>> as_groups(["ann", "bob", None, "ann", None], 5).tolist()
    [0, 1, 2, 0, 3]
    """
    labels = np.asarray(unmasked(groups))
    if labels.shape != (n,):
        raise ValueError(f"groups have shape {labels.shape}: give one label for each of the {n} rows")
    if labels.dtype.kind not in "iu":
        labels = labels.astype(object)
        labels[~is_known(labels)] = None
    places = pd.factorize(labels)[0].astype(np.intp)
    alone = places < 0
    places[alone] = places.max(initial=-1) + 1 + np.arange(int(alone.sum()))
    return places


def n_groups(groups: np.ndarray) -> int:
    """How many groups some rows are of."""
    return len(np.unique(groups))


def rows_of_whole_groups(groups: np.ndarray, rows: np.ndarray, most: int, rng: np.random.Generator) -> np.ndarray:
    """Row numbers of groups that are drawn at random, whole ones, until the next one would make more than ``most``.

    Parameters
    ----------
    groups : (n,) group of each row
    rows : (m,) sorted numbers of rows, which may repeat
    most : int
    rng : Generator

    Returns
    -------
    (k,) sorted row numbers, those of one group at least

    Examples
    --------
    >>> groups = np.array([0, 0, 1, 1, 2, 2])
    >>> len(rows_of_whole_groups(groups, np.arange(6), 5, np.random.default_rng(0)))
    4
    """
    _, places = np.unique(groups[rows], return_inverse=True)
    sizes = np.bincount(places)
    order = rng.permutation(len(sizes))
    n_drawn = max(1, int(np.searchsorted(np.cumsum(sizes[order]), most, side="right")))
    return rows[np.isin(places, order[:n_drawn])]


def refuse_groups(groups: np.ndarray | None, name: str | None, what: str) -> None:
    """Raise NotForGroups where rows belong together."""
    if groups is not None:
        raise NotForGroups(f"{what} takes rows for independent, but {_together(name)}: it is not made for them")


def refuse_counts_of_groups(grouped: bool) -> None:
    """Raise NotForGroups for counts of rows that belong together, which they do not say."""
    if grouped:
        raise NotForGroups("these counts are of rows that belong together, and do not say which: give the table")


def _together(name: str | None) -> str:
    return f"rows with the same {name!r} belong together" if name else "some of these rows belong together"


def without_column(names: Sequence[str], name: str | None) -> list[str]:
    """The names but for one."""
    return [each for each in names if each != name]
