"""What a geometry has to be: each check says in one sentence which column is wrong and what it should hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from catviz.table.codebook import Codebook, column_name, listed
from catviz.wording import number_of

#: Differences below this, relative to the largest entry of a column's table, are rounding.
ROUNDING = 1e-8


def checked_columns(codebook: Codebook, parts: Sequence[Any], what: str) -> tuple[np.ndarray, ...]:
    """One array per column, finite, with a row for each of its values; ``what`` names a part in messages."""
    parts = tuple(np.asarray(part) for part in parts)
    if len(parts) != len(codebook.attributes):
        more = len(parts) > len(codebook.attributes)
        column = "" if more else f" ({codebook.attributes[len(parts)]!r} has none)"
        raise ValueError(
            f"{number_of(len(codebook.attributes), 'column')} and {number_of(len(parts), what)}{column}: "
            f"give one {what} for each column"
        )
    for name, part, v in zip(codebook.attributes, parts, codebook.n_values.tolist(), strict=True):
        if part.ndim == 0 or len(part) != v:
            raise ValueError(
                f"column {name!r} has {number_of(v, 'value')} and its {what} has shape {part.shape}: "
                "give one row for each value"
            )
        if part.dtype.kind not in "biuf":
            raise ValueError(f"column {name!r} has a {what} of {part.dtype}: give numbers")
        if not np.isfinite(part).all():
            raise ValueError(f"column {name!r} has a {what} with NaN or infinite entries: give finite numbers")
    return parts


def checked_squares(codebook: Codebook, tables: Sequence[Any], what: str = "table") -> tuple[np.ndarray, ...]:
    """One symmetric (v, v) float64 array per column."""
    tables = checked_columns(codebook, tables, what)
    for name, table, v in zip(codebook.attributes, tables, codebook.n_values.tolist(), strict=True):
        if table.shape != (v, v):
            raise ValueError(
                f"column {name!r} has {number_of(v, 'value')} and its {what} has shape {table.shape}: "
                f"it should be {(v, v)}"
            )
        if (table == table.T).all():
            continue
        gaps = np.abs(table - table.T)
        if gaps.max(initial=0) > ROUNDING * np.abs(table).max(initial=0):
            a, b = (codebook.labels[codebook.position(name)][i] for i in np.unravel_index(gaps.argmax(), gaps.shape))
            raise ValueError(
                f"column {name!r} is not symmetric: the {what} differs between {a!r}, {b!r} and {b!r}, {a!r}"
            )
    return tuple(table.astype(float, copy=False) for table in tables)


def checked_distances(codebook: Codebook, tables: Sequence[Any]) -> tuple[np.ndarray, ...]:
    """One symmetric (v, v) float64 array per column, not negative, with a zero diagonal."""
    tables = checked_squares(codebook, tables)
    for name, table, labels in zip(codebook.attributes, tables, codebook.labels, strict=True):
        if table.min(initial=0) >= 0 and not table.diagonal().any():
            continue
        tolerance = ROUNDING * np.abs(table).max(initial=0)
        if table.min(initial=0) < -tolerance:
            a, b = (labels[i] for i in np.unravel_index(table.argmin(), table.shape))
            raise ValueError(f"column {name!r} has the negative distance {table.min():.3g} between {a!r} and {b!r}")
        diagonal = np.abs(np.diag(table))
        if diagonal.max(initial=0) > tolerance:
            value = labels[diagonal.argmax()]
            raise ValueError(
                f"column {name!r} has {diagonal.max():.3g} as distance of {value!r} from itself: it should be 0"
            )
    return tables


def checked_ranks(codebook: Codebook, ranks: Sequence[Any]) -> tuple[np.ndarray, ...]:
    """One (v,) array per column that holds 0 .. v - 1, each once."""
    ranks = checked_columns(codebook, ranks, "order")
    for name, rank, v in zip(codebook.attributes, ranks, codebook.n_values.tolist(), strict=True):
        if rank.ndim != 1 or not np.array_equal(np.sort(rank), np.arange(v)):
            raise ValueError(f"column {name!r} has the ranks {rank.tolist()}: give 0 to {v - 1}, each once")
    return ranks


def checked_column_weights(names: Sequence[str], weights: Mapping[Any, Any]) -> np.ndarray:
    """(len(names),) the weights of columns, 1 where there is none."""
    if not isinstance(weights, Mapping):
        raise ValueError(f"weights of columns are a {type(weights).__name__}: give a mapping of column to number")
    given = {column_name(name): weight for name, weight in weights.items()}
    for name, weight in given.items():
        if name not in names:
            raise ValueError(f"no column {name!r}: the columns are {listed(names)}")
        if isinstance(weight, bool) or not isinstance(weight, Real) or not 0 <= float(weight) < np.inf:
            raise ValueError(f"column {name!r} has the weight {weight!r}: give a number of at least 0")
    checked = np.array([float(given.get(name, 1)) for name in names])
    if not checked.any():
        raise ValueError("every column has weight 0: give at least one a weight above 0")
    return checked


def checked_frequencies(codebook: Codebook, frequencies: Sequence[Any]) -> None:
    """ValueError where a column's value counts are not one number of at least 0 for each value."""
    frequencies = checked_columns(codebook, frequencies, "list of frequencies")
    for name, counts in zip(codebook.attributes, frequencies, strict=True):
        if counts.ndim != 1 or counts.min(initial=0) < 0:
            raise ValueError(f"column {name!r} has negative or nested frequencies: give one count for each value")
