"""What geometries share: access to columns by name, all tables as one DataFrame, and a geometry of your own tables.

The ``cls`` of a function is a dataclass derived from one of these: it takes more than a type checker sees here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np
import pandas as pd

from catviz.geometry.numeric import NumericPart
from catviz.remarks import remark
from catviz.table.codebook import MISSING, Codebook, column_name, label_text, listed
from catviz.wording import number_of


class OfCodebook:
    """A codebook: its columns in the order of the table, and what a repr says."""

    codebook: Codebook

    def __repr__(self) -> str:
        sizes = [
            number_of(len(self.codebook.attributes), "column"),
            number_of(len(self.codebook.values), "value"),
            *self._facts(),
        ]
        return f"{type(self).__name__}({', '.join(sizes)})"

    def _facts(self) -> list[str]:
        """What a repr says beyond the numbers of columns and values."""
        return []


class OfColumns(OfCodebook):
    """A codebook and value frequencies; columns are reached by name, as in a dictionary of frames."""

    frequencies: tuple[np.ndarray, ...]

    def keys(self) -> tuple[str, ...]:
        """Names of the columns."""
        return self.codebook.attributes

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __contains__(self, attribute: object) -> bool:
        return column_name(attribute) in self.keys()

    @cached_property
    def shares(self) -> tuple[np.ndarray, ...]:
        """(v_r,) value frequencies of each column as shares of one."""
        return tuple(f / f.sum() if f.sum() else np.full(len(f), 1 / max(len(f), 1)) for f in self.frequencies)

    def square(self, attribute: str, tables: tuple[np.ndarray, ...]) -> pd.DataFrame:
        """A column's table with its labels on both sides."""
        r = self.codebook.position(attribute)
        labels = list(self.codebook.labels[r])
        return pd.DataFrame(tables[r], index=labels, columns=labels)


class DistancesInFrames(OfColumns):
    """Distances to and from frames."""

    tables: tuple[np.ndarray, ...]
    power: float
    numbers: NumericPart | None
    excluded: bool
    unlearned: float | tuple[float, ...]

    @classmethod
    def from_frame(
        cls,
        tables: Mapping[str, pd.DataFrame] | pd.DataFrame,
        power: float | None = None,
        frequencies: Mapping[str, Mapping[str, float]] | None = None,
    ) -> Self:
        """A geometry from your own distances.

        Parameters
        ----------
        tables : mapping of column to square DataFrame, or DataFrame
            Values on both sides (v x v), or one long frame as ``to_frame`` gives it: a row for each pair of values,
            with ``column``, ``value``, ``other`` and ``distance``. A last value "(missing)" is the missing level.
        power : float, optional
            How columns add up for rows, see `ValueDistances`. Where not given, that of the frame's column ``power``,
            else 1.
        frequencies : mapping of column to the count of each of its values (a mapping or a Series), optional
            They weight the values where a new one is compared with them. Where not given, those that ``to_frame`` kept
            in ``frame.attrs``, else equal.

        Raises
        ------
        ValueError
            A table that is no distance table: negative, not symmetric, with NaN or a diagonal that is not zero. The
            message names the column. A column ``power`` with several numbers.

        Examples
        --------
        >>> import catviz, pandas as pd
        >>> sizes = pd.DataFrame([[0, 1, 3], [1, 0, 2], [3, 2, 0]], index=list("SML"), columns=list("SML"))
        >>> geometry = catviz.ValueDistances.from_frame({"size": sizes})
        >>> geometry
        ValueDistances(1 column, 3 values, power 1)
        >>> geometry.between(pd.DataFrame({"size": ["S", "L"]})).tolist()
        [[0.0, 3.0], [3.0, 0.0]]
        """
        squares = squares_of(tables, "distance")
        book = codebook_of({name: square.index for name, square in squares.items()})
        arrays = tuple(square.to_numpy() for square in squares.values())
        kept = _attrs(tables, ("excluded", "unlearned"))
        power = _power(tables) if power is None else power
        return cls(book, arrays, frequencies_of(book, frequencies, tables), power, **kept)  # type: ignore[call-arg]

    def to_frame(self) -> pd.DataFrame:
        """One long DataFrame with a row for each ordered pair of values of a column.

        Returns
        -------
        DataFrame
            ``column``, ``value``, ``other``, ``distance``, and the ``power`` in every row. ``attrs`` keeps the counts
            of the values, and what holds for unseen values and missing cells; a CSV file does not.
            ``geometry[column]`` is a single column's square table.

        Warns
        -----
        UserWarning
            The geometry has numeric columns, which have no table and are not in the frame.

        Examples
        --------
        >>> import catviz
        >>> frame = catviz.Hamming().fit(catviz.load_dataset("toy_movie")).value_distances_.to_frame()
        >>> frame[frame["column"] == "genre"].pivot(index="value", columns="other", values="distance").shape
        (3, 3)
        """
        _remark_numbers(self.numbers)
        frame = pairs(self, self.tables, "distance").assign(power=float(self.power))
        frame.attrs |= {"excluded": self.excluded, "unlearned": self.unlearned}
        return frame


class EmbeddingInFrames(OfColumns):
    """Coordinates to and from frames."""

    coordinates: tuple[np.ndarray, ...]
    joint: bool
    combine: str
    object_scale: np.ndarray | None
    negative_mass: tuple[float, ...]
    unlearned: float
    answered: np.ndarray | None
    numbers: NumericPart | None

    @classmethod
    def from_frame(
        cls,
        coordinates: Mapping[str, pd.DataFrame] | pd.DataFrame,
        joint: bool | None = None,
        frequencies: Mapping[str, Mapping[str, float]] | None = None,
    ) -> Self:
        """A geometry from your own coordinates.

        Parameters
        ----------
        coordinates : mapping of column to DataFrame, or DataFrame
            A row for each value, its label as index, a column for each axis (v x k); or one frame as ``to_frame``
            gives it, with ``column``, ``value`` and the axes. Axes without a number in a column are not its own.
        joint : bool, optional
            True where coordinates of different columns may be compared. Where not given, what ``to_frame`` kept in
            ``frame.attrs``, else False.
        frequencies : mapping, optional
            As in `ValueDistances.from_frame`.

        Raises
        ------
        ValueError
            Coordinates that are not finite; the message names the column. Not all columns of a frame that ``to_frame``
            made: ``attrs`` holds numbers of each.

        Examples
        --------
        >>> import catviz, pandas as pd
        >>> places = pd.DataFrame({"axis 1": [0.0, 3.0], "axis 2": [0.0, 4.0]}, index=["red", "blue"])
        >>> catviz.ValueEmbedding.from_frame({"colour": places}).distances()["colour"].loc["red"].tolist()
        [0.0, 5.0]
        """
        parts = {name: part.dropna(axis=1, how="all") for name, part in parts_of(coordinates).items()}
        book = codebook_of({name: part.index for name, part in parts.items()})
        arrays = tuple(part.to_numpy(dtype=float) for part in parts.values())
        kept = _attrs(
            coordinates, ("columns", "joint", "combine", "object_scale", "negative_mass", "unlearned", "answered")
        )
        columns = kept.pop("columns", book.attributes)
        if tuple(columns) != book.attributes:
            lacking = ", ".join(repr(name) for name in columns if name not in book.attributes)
            raise ValueError(
                f"the frame was made of {len(columns)} columns and lacks {lacking or 'their order'}: what it keeps of "
                "them does not fit; give a mapping of columns to frames, or the whole frame"
            )
        kept |= {} if joint is None else {"joint": joint}
        for name in ("object_scale", "answered"):
            if kept.get(name) is not None:
                kept[name] = np.array(kept[name])
        counts = frequencies_of(book, frequencies, coordinates)
        return cls(book, arrays, counts, **kept)  # type: ignore[call-arg]

    def to_frame(self) -> pd.DataFrame:
        """One DataFrame with a row for each value: ``column``, ``value``, ``axis 1`` to ``axis k``.

        NaN where a column has fewer axes. ``geometry[column]`` is a single column's frame. ``attrs`` keeps the counts
        of the values, and how rows inherit (MCA: the rescaled mean of their values); a CSV file does not.

        Warns
        -----
        UserWarning
            The geometry has numeric columns, which are not in the frame.
        """
        _remark_numbers(self.numbers)
        most = max((x.shape[1] for x in self.coordinates), default=0)
        frame = singles(self, self.coordinates, [f"axis {k + 1}" for k in range(most)])
        frame.attrs |= {
            "columns": self.codebook.attributes,
            "joint": self.joint,
            "combine": self.combine,
            "object_scale": None if self.object_scale is None else self.object_scale.tolist(),
            "negative_mass": tuple(map(float, self.negative_mass)),
            "unlearned": float(self.unlearned),
            "answered": None if self.answered is None else self.answered.tolist(),
        }
        return frame


class OrderInFrames(OfColumns):
    """Orders to and from frames."""

    ranks: tuple[np.ndarray, ...]

    @classmethod
    def from_frame(
        cls,
        orders: Mapping[str, Sequence[str]] | pd.DataFrame,
        frequencies: Mapping[str, Mapping[str, float]] | None = None,
    ) -> Self:
        """A geometry from your own orders.

        Parameters
        ----------
        orders : mapping of column to its values in order, or DataFrame
            Or a frame as ``to_frame`` gives it, with ``column``, ``value`` and ``rank``.
        frequencies : mapping, optional
            As in `ValueDistances.from_frame`.

        Raises
        ------
        ValueError
            A value or a rank that occurs twice in a column.

        Examples
        --------
        >>> import catviz
        >>> order = catviz.ValueOrder.from_frame({"size": ["S", "M", "L"]})
        >>> order.distances()["size"].loc["S"].tolist()
        [0.0, 0.5, 1.0]
        """
        if not isinstance(orders, pd.DataFrame):
            book = codebook_of(orders)
            ranks = tuple(np.arange(v) for v in book.n_values)
            return cls(book, ranks, frequencies_of(book, frequencies))  # type: ignore[call-arg]
        parts = parts_of(orders)
        book = codebook_of({name: part.index for name, part in parts.items()})
        ranks = tuple(part["rank"].to_numpy() - 1 for part in parts.values())
        return cls(book, ranks, frequencies_of(book, frequencies, orders))  # type: ignore[call-arg]

    def to_frame(self) -> pd.DataFrame:
        """One DataFrame with a row for each value: ``column``, ``value``, ``rank`` (1 to v)."""
        return singles(self, [np.asarray(rank)[:, None] + 1 for rank in self.ranks], ["rank"])


def pairs(geometry: OfColumns, tables: tuple[np.ndarray, ...], name: str) -> pd.DataFrame:
    """All tables as one frame with a row for each ordered pair: ``column``, ``value``, ``other`` and the number."""
    parts = [
        {"column": column, "value": np.repeat(labels, len(labels)), "other": np.tile(labels, len(labels))}
        | {name: np.ravel(table)}
        for column, labels, table in zip(geometry.keys(), map(_texts, geometry.codebook.labels), tables, strict=True)
    ]
    return _stacked(geometry, parts, ("column", "value", "other", name))


def singles(geometry: OfColumns, tables: Sequence[np.ndarray], names: Sequence[str]) -> pd.DataFrame:
    """One frame with a row for each value: ``column``, ``value``, and one number per name (NaN where none)."""
    parts = [
        {"column": column, "value": labels} | dict(zip(names, table.T, strict=False))
        for column, labels, table in zip(geometry.keys(), map(_texts, geometry.codebook.labels), tables, strict=True)
    ]
    return _stacked(geometry, parts, ("column", "value", *names))


def codebook_of(values: Mapping[str, Sequence[Any]]) -> Codebook:
    """The codebook of columns whose values are given in their order; a last value "(missing)" is the missing level."""
    labels = {label_text(name): [label_text(v) for v in column] for name, column in values.items()}
    missing = tuple(bool(column) and column[-1] == MISSING for column in labels.values())
    categories = tuple(tuple(c[: len(c) - m]) for c, m in zip(labels.values(), missing, strict=True))
    return Codebook(tuple(labels), categories, ("nominal",) * len(labels), missing)


def frequencies_of(
    codebook: Codebook, given: Mapping[str, Mapping[Any, Any]] | None, frame: Any = None
) -> tuple[np.ndarray, ...]:
    """Each column's value counts from mappings (or Series) of value to count; one each where a column has none.

    Where nothing is given, the counts that ``to_frame`` kept in the ``attrs`` of ``frame`` for columns with the same
    values. ValueError where a column is unknown or a value has no count.
    """
    if given is None:
        kept_counts = _attrs(frame, ("frequencies",)).get("frequencies", {})
        labels_of = dict(zip(codebook.attributes, codebook.labels, strict=True))
        given = {name: counts for name, counts in kept_counts.items() if set(counts) == set(labels_of.get(name, ()))}
    counts = {label_text(name): {label_text(v): n for v, n in column.items()} for name, column in (given or {}).items()}
    for name in counts:
        codebook.position(name)
    out = []
    for name, labels in zip(codebook.attributes, codebook.labels, strict=True):
        value_counts = counts.get(name, dict.fromkeys(labels, 1.0))
        lacking = [label for label in labels if label not in value_counts]
        if lacking:
            raise ValueError(f"column {name!r} has no frequency for the value {lacking[0]!r}: give one for each value")
        out.append(np.array([value_counts[label] for label in labels], dtype=float))
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


def _attrs(frame: Any, names: Sequence[str]) -> dict[str, Any]:
    """What ``to_frame`` kept of a geometry beside its tables."""
    attrs = frame.attrs if isinstance(frame, pd.DataFrame) else {}
    return {name: attrs[name] for name in names if name in attrs}


def _power(frame: Any) -> float:
    """The number in a long frame's column ``power``, or 1."""
    if not isinstance(frame, pd.DataFrame) or "power" not in frame.columns or frame.empty:
        return 1.0
    powers = frame["power"].unique()
    if len(powers) > 1:
        raise ValueError(f"the column 'power' holds {len(powers)} different numbers: one power holds for all columns")
    return float(powers[0])


def _stacked(geometry: OfColumns, parts: Sequence[dict[str, Any]], names: Sequence[str]) -> pd.DataFrame:
    frames = [pd.DataFrame(part) for part in parts]
    stacked = (pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()).reindex(columns=list(names))
    counts = zip(geometry.keys(), geometry.codebook.labels, geometry.frequencies, strict=True)
    stacked.attrs["frequencies"] = {name: dict(zip(labels, f.tolist(), strict=True)) for name, labels, f in counts}
    return stacked


def _remark_numbers(numbers: NumericPart | None) -> None:
    """Say that the numeric columns of a geometry are not in a frame of its values."""
    if numbers is not None:
        remark(
            f"the numeric columns {listed(list(numbers.names))} have no table of values: they are not in the "
            "frame, and distances between rows that are made from it lack them"
        )
