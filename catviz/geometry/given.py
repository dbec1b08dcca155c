"""The geometry that a function is given: itself, or that of a fitted method."""

from __future__ import annotations

from typing import Any

from catviz.geometry.value_geometries import Geometry
from catviz.table.categorical import CategoricalTable, rows_of


def geometry_of_rows(given: Any) -> Any:
    """What compares rows: a geometry as it is, that of a fitted method otherwise.

    Parameters
    ----------
    given : geometry, fitted method, or anything else with a ``codebook`` and distances ``between`` rows

    Raises
    ------
    ValueError
        A method that is not fitted, or what is neither.
    """
    name = given.__name__ if isinstance(given, type) else type(given).__name__
    geometry = given
    if hasattr(given, "fit"):
        geometry = getattr(given, "geometry_", None)
        if geometry is None:
            raise ValueError(f"{name} is not fitted, so it has no geometry: give {name}().fit(table), or its geometry_")
    if isinstance(given, type) or not (hasattr(geometry, "between") and hasattr(geometry, "codebook")):
        raise ValueError(f"a geometry is expected, not {name}: give a fitted method, or its geometry_")
    return geometry


def rows_like(geometry: Any, data: Any) -> CategoricalTable:
    """The rows of a table or a frame, read as the columns of a geometry, its numbers too (`rows_of`)."""
    numbers = getattr(geometry, "numbers", None)
    return rows_of(data, geometry.codebook, () if numbers is None else numbers.names)


def geometry_of_values(given: Any) -> Geometry:
    """The same of values: ValueError also for what compares rows only."""
    geometry = geometry_of_rows(given)
    if not isinstance(geometry, Geometry) and hasattr(geometry, "distances"):
        geometry = geometry.distances()
    if not isinstance(geometry, Geometry):
        raise ValueError(f"{type(given).__name__} compares rows only: a geometry of values is expected")
    return geometry


def fitted(given: Any, what: str, *parts: str) -> Any:
    """What is given, if it has these parts; ValueError says what is expected, such as "a fitted MCA"."""
    if isinstance(given, type) or not all(hasattr(given, part) for part in parts):
        name = given.__name__ if isinstance(given, type) else type(given).__name__
        raise ValueError(f"{what} is expected, not {name}{' that is not fitted' if hasattr(given, 'fit') else ''}")
    return given
