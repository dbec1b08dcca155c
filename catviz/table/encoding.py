"""Columns of a frame as codes: what each column is read as, and how its cells become places among its values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from catviz.table.binning import cut_numbers, fitting_strategy
from catviz.table.cells import is_token, natural, without_tokens
from catviz.table.codebook import Codebook, Intervals, column_name, label_text, listed, natural_order
from catviz.table.column_roles import MOST_DISTINCT, MOST_ORDERED, ColumnGuess, guess_columns
from catviz.table.matching import placed
from catviz.table.numbers import as_numbers, one_text_each

#: What numeric columns of a frame may be read as.
AS_IN_FILES, UNORDERED, MIXED, NUMBERS, CATEGORY, BIN, KEEP = NUMERIC = (
    *("as in files", "unordered", "mixed", "numbers"),
    *("category", "bin", "keep"),
)


@dataclass(frozen=True, eq=False)
class Column:
    """A column as (n,) codes among its values, ``len(categories)`` where missing."""

    codes: np.ndarray
    categories: tuple[str, ...]
    kind: str
    intervals: Intervals | None = None


@dataclass(eq=False)
class Reading:
    """A frame as it was read.

    Attributes
    ----------
    columns : dict of name to Column
    numbers : dict of name to (n,) float64
        Columns kept as numbers.
    done : dict of what was done to the names of the columns
        Of columns that the frame itself does not declare as categories.
    """

    columns: dict[str, Column] = field(default_factory=dict)
    numbers: dict[str, np.ndarray] = field(default_factory=dict)
    done: dict[str, list[str]] = field(default_factory=dict)

    @property
    def codes(self) -> np.ndarray:
        """(n, d) codes; (0, 0) without columns."""
        columns = [column.codes for column in self.columns.values()]
        return np.column_stack(columns) if columns else np.empty((0, 0), dtype=np.uint8)

    @property
    def codebook(self) -> Codebook:
        """The columns' codebook, without missing levels."""
        columns, intervals = self.columns.values(), tuple(column.intervals for column in self.columns.values())
        return Codebook(
            tuple(self.columns),
            tuple(column.categories for column in columns),
            tuple(column.kind for column in columns),
            (False,) * len(columns),
            intervals if any(intervals) else (),
        )

    @property
    def remark(self) -> str:
        """What was done with which columns, in a sentence; empty where every column is what it was declared to be."""
        if not self.done:
            return ""
        parts = "; ".join(f"{listed(names)} {what}" for what, names in self.done.items())
        return (
            f"columns of the frame are read as in a file: {parts}. Choose with "
            "CategoricalTable.from_pandas(frame, numeric=...), or declare categories with astype('category')"
        )


def read_columns(
    frame: pd.DataFrame,
    aside: Collection[str | None] = (),
    ordered: Mapping[str, Sequence[str]] | None = None,
    numeric: str | Mapping[str, str] | Iterable[str] = AS_IN_FILES,
    bins: int = 10,
    strategy: str = "auto",
) -> Reading:
    """Read a frame's columns; parameters as in `CategoricalTable.from_pandas`.

    ``aside`` names columns that are no attributes.
    """
    ordered = ordered or {}
    names = [name for name in frame.columns if name not in aside]
    modes, explicit = _modes(names, numeric)
    columns = {name: _Cells.of(frame[name]) for name in names}
    guesses = _guesses(
        {
            name: cells
            for name, cells in columns.items()
            if modes[name] in (AS_IN_FILES, UNORDERED, MIXED, NUMBERS) and name not in ordered
        },
        len(frame),
    )
    roles = {name: _role(cells, guesses.get(name), modes[name], name in explicit) for name, cells in columns.items()}
    if not any(roles[name] in ("category", "ordered", "binned") for name in names) and MIXED in modes.values():
        roles = {
            name: role if role != KEEP else _role(columns[name], guesses.get(name)) for name, role in roles.items()
        }
    if all(role == "left out" for role in roles.values()):
        roles = {name: "binned" if cells.numeric else "category" for name, cells in columns.items()}
    reading = Reading()
    for name, cells in columns.items():
        _add_column(reading, cells, name, roles[name], guesses.get(name), ordered.get(name), (bins, strategy))
    if explicit and not isinstance(numeric, Mapping):
        reading.numbers = {name: reading.numbers[name] for name in map(column_name, numeric)}
    return reading


def labels_of(column: pd.Series) -> np.ndarray:
    """(n,) object array of a column's cells as text, None where missing; cells such as "?" are missing."""
    bare = without_tokens(natural(column))
    return np.array([None if pd.isna(cell) else label_text(cell) for cell in bare], dtype=object)


def read_like(frame: pd.DataFrame, codebook: Codebook, numeric: Sequence[str] = ()) -> Reading:
    """Read a frame's columns as those of a codebook: numbers go to its intervals, new values come after its own.

    Raises
    ------
    ValueError
        A column that the frame lacks.
    """
    reading = Reading()
    for r, name in enumerate(codebook.attributes):
        if name not in frame.columns:
            raise ValueError(f"no column {name!r}: the columns are {listed(list(frame.columns))}")
        categories = codebook.categories[r]
        interval = codebook.intervals[r] if codebook.intervals else None
        column = natural(frame[name])
        numbers = None if interval is None else as_numbers_or_none(without_tokens(column))
        if interval is not None and numbers is not None:
            codes, values = interval.codes(numbers), interval.used
        else:
            codes, values = _codes_among(column, categories, interval)
        reading.columns[name] = Column(codes, values, codebook.kinds[r], interval)
    for name in map(column_name, numeric):
        if name in frame.columns:
            reading.numbers[name] = as_floats(without_tokens(natural(frame[name])), name)
    return reading


def _codes_among(
    column: pd.Series, categories: Sequence[str], interval: Intervals | None
) -> tuple[np.ndarray, tuple[str, ...]]:
    """((n,) places of a column's cells among values, these values with those that are new after them)."""
    places, cells = _distinct(column)
    labels, known = [label_text(cell) for cell in cells], set(categories)
    may_be_missing = not isinstance(column.dtype, pd.CategoricalDtype)
    strange = [
        label not in known and not (may_be_missing and is_token(cell))
        for label, cell in zip(labels, cells, strict=True)
    ]
    new = natural_order({label for label, is_strange in zip(labels, strange, strict=True) if is_strange})
    found, values = placed(new, categories, interval)
    at = dict(zip((*categories, *new), (*range(len(categories)), *found.tolist()), strict=True))
    codes = np.array([*(at.get(label, len(values)) for label in labels), len(values)], dtype=np.intp)
    return codes[places], values


def _distinct(column: pd.Series) -> tuple[np.ndarray, list[Any]]:
    """((n,) place of each cell among the different ones, -1 where missing; the different cells)."""
    if column.dtype == object and pd.api.types.infer_dtype(column, skipna=True).startswith("mixed"):
        # to pandas True, 1 and 1.0 are one value; as text they are two
        column = pd.Series([None if pd.isna(v) else label_text(v) for v in column], dtype=object)
    places, distinct = pd.factorize(column)
    return places, distinct.tolist()


def encode(column: pd.Series, order: Sequence[str] | None, name: str) -> Column:
    """A column's cells, each different text a value; in the order given, else that of an ordered Categorical."""
    places, distinct = _distinct(column)
    labels = [label_text(v) for v in distinct]
    if order is None and isinstance(column.dtype, pd.CategoricalDtype):
        declared = [label_text(v) for v in column.cat.categories]
        if not column.cat.ordered:
            declared = natural_order(dict.fromkeys(declared))
            return Column(_codes(places, labels, declared), tuple(declared), "nominal")
        order = declared
    if order is None:
        categories = natural_order(dict.fromkeys(labels))
        return Column(_codes(places, labels, categories), tuple(categories), "nominal")
    categories = list(order)
    strange = [label for label in labels if label not in set(categories)]
    if strange:
        raise ValueError(f"column {name!r} has the value {strange[0]!r}, which its order {listed(order)} lacks")
    if len(set(categories)) < len(categories):
        raise ValueError(f"the order given for column {name!r} names a value twice: {listed(order)}")
    return Column(_codes(places, labels, categories), tuple(categories), "ordinal")


def as_floats(column: pd.Series, name: str) -> np.ndarray:
    """(n,) a column as float64, NaN where missing; ValueError names the value that is no number."""
    written = as_numbers_or_none(column) if _is_text(column) else None
    if written is not None:
        return written
    numbers = pd.to_numeric(column, errors="coerce").to_numpy(dtype=float, na_value=np.nan)
    wrong = np.isnan(numbers) & column.notna().to_numpy()
    if wrong.any():
        value = label_text(column[wrong].iloc[0])
        raise ValueError(f"column {name!r} has the value {value!r}, which is no number: mend it or leave it out")
    return numbers


def is_numeric(column: pd.Series) -> bool:
    """True for whole and real numbers; truth values and complex numbers are none."""
    kind = pd.api.types
    return kind.is_numeric_dtype(column) and not kind.is_bool_dtype(column) and not kind.is_complex_dtype(column)


# roles


def _modes(names: Sequence[str], numeric: Any) -> tuple[dict[str, str], set[str]]:
    """(column -> one of ``NUMERIC``, the columns that were named)."""
    if isinstance(numeric, str):
        return dict.fromkeys(names, _mode(numeric)), set()
    if isinstance(numeric, Mapping):
        modes, others = {column_name(name): _mode(mode) for name, mode in numeric.items()}, AS_IN_FILES
    else:
        modes, others = {column_name(name): KEEP for name in numeric}, CATEGORY
    unknown = [name for name in modes if name not in names]
    if unknown:
        raise ValueError(f"no column {unknown[0]!r}: the columns are {listed(names)}")
    return {name: modes.get(name, others) for name in names}, set(modes)


def _mode(mode: str) -> str:
    if mode not in NUMERIC:
        raise ValueError(f"numeric={mode!r}: choose one of {', '.join(map(repr, NUMERIC))}")
    return mode


@dataclass(frozen=True, eq=False)
class _Cells:
    """A column, whether it holds numbers, text or dates as text, and it without cells that files read as missing."""

    column: pd.Series
    numeric: bool
    text: bool
    dates: bool
    bare: pd.Series

    @classmethod
    def of(cls, given: pd.Series) -> _Cells:
        column = natural(given)
        text = _is_text(column)
        dates = text and given.notna().any() and not _is_text(given)
        return cls(column, is_numeric(column), text, dates, without_tokens(column) if text else column)


def _guesses(columns: Mapping[str, _Cells], n_rows: int) -> dict[str, ColumnGuess]:
    """What a file with these columns would be read as; columns of declared categories and other types have no guess."""
    asked = []
    for name, cells in columns.items():
        if cells.numeric or cells.text:
            places, distinct = pd.factorize(cells.bare)
            asked.append((name, [label_text(value) for value in distinct.tolist()], int((places < 0).sum())))
    return {guess.name: guess for guess in guess_columns(asked, n_rows, MOST_DISTINCT)}


def _role(cells: _Cells, guess: ColumnGuess | None, mode: str = AS_IN_FILES, explicit: bool = False) -> str:
    """What a column is read as: a role of ``column_roles.ROLES``, or ``"keep"``."""
    if mode in (BIN, KEEP) and (cells.numeric or explicit):
        return {BIN: "binned", KEEP: KEEP}[mode]
    if guess is None:
        return "category"
    if cells.dates:
        return guess.role
    if not cells.numeric and not _are_numbers_with_tokens(cells):
        declared = guess.role == "ordered" and as_numbers(guess.order) is None
        return "ordered" if declared else "category"
    kept = mode in (MIXED, NUMBERS) and guess.role in ("category", "ordered", "binned")
    if kept and as_numbers_or_none(cells.bare) is not None:
        return KEEP
    if mode == UNORDERED and guess.role == "ordered":
        return "category"
    return guess.role


def _add_column(
    reading: Reading,
    cells: _Cells,
    name: str,
    role: str,
    guess: ColumnGuess | None,
    order: Sequence[str] | None,
    cut: tuple[int, str],
) -> None:
    column = cells.column if guess is None else cells.bare
    if order is not None:
        column = without_tokens(cells.column, order)
    if column is not cells.column:
        reading.done.setdefault("with text such as '?' read as missing", []).append(name)
    why = "" if guess is None else guess.why
    what = ""
    if role == "left out":
        what = f"left out ({why})"
    elif role == KEEP:
        reading.numbers[name], what = as_floats(column, name), "kept as numbers"
    elif role == "binned":
        numbers = as_floats(column, name)
        intervals = cut_numbers(numbers, *cut)
        reading.columns[name] = Column(intervals.codes(numbers), intervals.used, "ordinal", intervals)
        what = f"cut into intervals (at most {cut[0]}, {fitting_strategy(numbers, *cut)})"
    else:
        if guess is not None and order is None and role == "ordered":
            order = guess.order
            column = column if cells.numeric else _with_one_text_each(column)
        reading.columns[name] = encode(column, order, name)
        what = f"ordered ({why})" if role == "ordered" else ""
        if role == "ordered" and cells.numeric:
            what = f"taken as ordered categories (whole numbers, at most {MOST_ORDERED} different ones)"
    if what and guess is not None:
        reading.done.setdefault(what, []).append(name)


# cells


def _is_text(column: pd.Series) -> bool:
    if isinstance(column.dtype, pd.CategoricalDtype):
        return False
    return pd.api.types.infer_dtype(column, skipna=True) in ("string", "empty")


def _are_numbers_with_tokens(cells: _Cells) -> bool:
    """True for text that is numbers but for cells such as "?": what else would have kept them from being numbers?"""
    bare = cells.bare
    return bare is not cells.column and bool(bare.notna().any()) and as_numbers_or_none(bare) is not None


def as_numbers_or_none(column: pd.Series) -> np.ndarray | None:
    """(n,) a column without cells such as "?" as float64, or None where a cell is no number."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        column = pd.Series(np.asarray(column, dtype=object), column.index, name=column.name)
        column = natural(column)
    if is_numeric(column):
        return column.to_numpy(dtype=float, na_value=np.nan)
    if not _is_text(column):
        return None
    places, distinct = pd.factorize(column)
    numbers = as_numbers([str(value).strip() for value in distinct.tolist()])
    return None if numbers is None else np.append(numbers, np.nan)[places]


def _with_one_text_each(column: pd.Series) -> pd.Series:
    """A column of text with one text for each of its numbers: "1" for "1.0"."""
    distinct = [value for value in pd.unique(column) if isinstance(value, str)]
    numbers = as_numbers([value.strip() for value in distinct])
    twins = {} if numbers is None else one_text_each(distinct, numbers)
    return column.replace(twins) if twins else column


def _codes(places: np.ndarray, labels: Sequence[str], categories: Sequence[str]) -> np.ndarray:
    at = {label: i for i, label in enumerate(categories)}
    codes = np.array([at[label] for label in labels] + [len(categories)], dtype=np.intp)
    return codes[places]
