"""What geometries and similarities share: a codebook, how often its values occur, and access to columns by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
import pandas as pd

from catviz.table.codebook import MISSING, Codebook, label_text, listed, number_of


class OfColumns:
    """A codebook and value frequencies; columns are reached by name, as in a dictionary of frames."""

    codebook: Codebook
    frequencies: tuple[np.ndarray, ...]

    def keys(self) -> tuple[str, ...]:
        """Names of the columns."""
        return self.codebook.attributes

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __contains__(self, attribute: object) -> bool:
        return attribute in self.keys()

    def __repr__(self) -> str:
        facts = [number_of(len(self), "column"), number_of(len(self.codebook.values), "value"), *self._facts()]
        return f"{type(self).__name__}({', '.join(facts)})"

    def _facts(self) -> list[str]:
        """What a repr says beyond the numbers of columns and values."""
        return []

    @cached_property
    def shares(self) -> tuple[np.ndarray, ...]:
        """Each column's value frequencies as shares of one."""
        return tuple(f / f.sum() if f.sum() else np.full(len(f), 1 / max(len(f), 1)) for f in self.frequencies)

    def square(self, attribute: str, tables: tuple[np.ndarray, ...]) -> pd.DataFrame:
        """A column's table with its labels on both sides."""
        r = self.codebook.position(attribute)
        labels = list(self.codebook.labels[r])
        return pd.DataFrame(tables[r], index=labels, columns=labels)

    def pairs(self, tables: tuple[np.ndarray, ...], name: str) -> pd.DataFrame:
        """All tables as one frame with a row for each ordered pair: ``column``, ``value``, ``other`` and the number."""
        parts = [
            {"column": column, "value": np.repeat(labels, len(labels)), "other": np.tile(labels, len(labels))}
            | {name: np.ravel(table)}
            for column, labels, table in zip(self.keys(), map(_texts, self.codebook.labels), tables, strict=True)
        ]
        return _stacked(parts, ("column", "value", "other", name))

    def singles(self, tables: Sequence[np.ndarray], names: Sequence[str]) -> pd.DataFrame:
        """One frame with a row for each value: ``column``, ``value``, and one number per name (NaN where none)."""
        parts = [
            {"column": column, "value": labels}
            | {name: table[:, k] if k < table.shape[1] else np.nan for k, name in enumerate(names)}
            for column, labels, table in zip(self.keys(), map(_texts, self.codebook.labels), tables, strict=True)
        ]
        return _stacked(parts, ("column", "value", *names))


def codebook_of(values: Mapping[str, Sequence]) -> Codebook:
    """The codebook of columns whose values are given in their order; a last value "(missing)" is the missing level."""
    labels = {label_text(name): [label_text(v) for v in column] for name, column in values.items()}
    missing = tuple(bool(column) and column[-1] == MISSING for column in labels.values())
    categories = tuple(tuple(c[: len(c) - m]) for c, m in zip(labels.values(), missing, strict=True))
    return Codebook(tuple(labels), categories, ("nominal",) * len(labels), missing)


def frequencies_of(codebook: Codebook, given: Mapping[str, Mapping] | None) -> tuple[np.ndarray, ...]:
    """Each column's value counts from mappings (or Series) of value to count; one each where a column has none.

    ValueError where a column is unknown or a value has no count.
    """
    counts = {label_text(name): {label_text(v): n for v, n in column.items()} for name, column in (given or {}).items()}
    for name in counts:
        codebook.position(name)
    out = []
    for name, labels in zip(codebook.attributes, codebook.labels, strict=True):
        own = counts.get(name, dict.fromkeys(labels, 1.0))
        lacking = [label for label in labels if label not in own]
        if lacking:
            raise ValueError(f"column {name!r} has no frequency for the value {lacking[0]!r}: give one for each value")
        out.append(np.array([own[label] for label in labels], dtype=float))
    return tuple(out)


def squares_of(frame: pd.DataFrame | Mapping[str, pd.DataFrame], number: str) -> dict[str, pd.DataFrame]:
    """A square frame for each column, from a mapping of them or from the long frame that ``to_frame`` gives."""
    if isinstance(frame, pd.DataFrame):
        _need(frame, ("column", "value", "other", number))
        squares = {}
        for name, part in frame.groupby("column", sort=False):
            if part.duplicated(["value", "other"]).any():
                raise ValueError(f"column {name!r} has a pair of values twice: give each pair one number")
            labels = list(dict.fromkeys(part["value"]))
            square = part.pivot(index="value", columns="other", values=number)
            squares[label_text(name)] = square.reindex(index=labels).rename_axis(index=None, columns=None)
        frame = squares
    out = {}
    for name, square in frame.items():
        if not isinstance(square, pd.DataFrame):
            raise TypeError(f"column {name!r} is a {type(square).__name__}: give a DataFrame with labels on both sides")
        square = square.set_axis([label_text(v) for v in square.index], axis=0)
        square = square.set_axis([label_text(v) for v in square.columns], axis=1)
        if set(square.index) != set(square.columns) or not square.index.is_unique or not square.columns.is_unique:
            raise ValueError(
                f"column {name!r} has the rows {listed(list(square.index))} and the columns "
                f"{listed(list(square.columns))}: give the same values on both sides, each once"
            )
        out[label_text(name)] = square[list(square.index)]
    return out


def parts_of(frame: pd.DataFrame | Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """A frame with a row for each value, by column, from a mapping of them or from what ``to_frame`` gives."""
    if not isinstance(frame, pd.DataFrame):
        return {label_text(name): part for name, part in frame.items()}
    _need(frame, ("column", "value"))
    groups = frame.groupby("column", sort=False)
    return {label_text(name): part.drop(columns="column").set_index("value") for name, part in groups}


def _need(frame: pd.DataFrame, names: Sequence[str]) -> None:
    lacking = [name for name in names if name not in frame.columns]
    if lacking:
        raise ValueError(f"the frame has no column {lacking[0]!r}: its columns should be {', '.join(map(repr, names))}")


def _texts(labels: Sequence[str]) -> np.ndarray:
    return np.array(labels, dtype=object)


def _stacked(parts: Sequence[dict], names: Sequence[str]) -> pd.DataFrame:
    frames = [pd.DataFrame(part, columns=list(names)) for part in parts]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=list(names))
