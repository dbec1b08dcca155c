"""SPSS and Stata files as typed columns: value labels are the values, in the order of their codes."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from catviz.reading.csv_files import InspectedFile
from catviz.reading.delimited import Limits, UnreadableError, checked_names
from catviz.reading.kinds import SPSS, Kind
from catviz.reading.typed import (
    LISTED,
    NOMINAL,
    ORDINAL,
    UNKNOWN,
    TypedColumn,
    check_shape,
    check_unpacked,
    inspected_columns,
)
from catviz.table.codebook import label_text, listed
from catviz.table.column_roles import MOST_ORDERED

_ORDINAL = "the file declares it ordinal"
_NOMINAL = "the file declares it nominal"
_SCALE = "codes with a label at both ends"
_OLDER = "WINDOWS-1252"
_SHOWN = 5


def inspect_statistical(
    data: bytes, name: str, kind: Kind, encoding: str | None, missing: Sequence[str], limits: Limits
) -> InspectedFile:
    """What an SPSS or Stata file holds. Values that the file declares missing are missing.

    A column of codes with labels holds the labels; where only some of more than 12 codes have one, it stays numbers.

    Raises
    ------
    UnreadableError
        pyreadstat is not installed, a damaged file, another encoding, or beyond the limits.
    """
    if importlib.util.find_spec("pyreadstat") is None:
        raise UnreadableError(f"{name} is {kind.what}, which needs pyreadstat: pip install 'catviz[readers]'")
    import pyreadstat

    read = pyreadstat.read_sav if kind is SPSS else pyreadstat.read_dta
    frame, about, notes = _read(read, pyreadstat.ReadstatError, data, name, encoding, limits)
    names, unnamed = checked_names(list(frame.columns), name, limits)
    check_shape(name, len(frame), len(names), limits)
    columns = []
    for place, label in enumerate(names):
        column, remarks = _column(label, frame.iloc[:, place], about, str(frame.columns[place]))
        columns.append(column)
        notes += remarks
    return inspected_columns(name, columns, len(frame), [*notes, *unnamed], missing, limits)


def _read(
    read: Callable[..., Any], refused: type[Exception], data: bytes, name: str, encoding: str | None, limits: Limits
) -> tuple[pd.DataFrame, Any, list[str]]:
    """(cells, what the file says of its columns, notes)."""
    notes = []
    try:
        try:
            _, about = read(io.BytesIO(data), metadataonly=True, user_missing=True, encoding=encoding)
        except refused as error:
            if encoding is not None or "encoding" not in str(error):
                raise
            encoding = _OLDER
            notes.append("Encoding Windows-1252, since the text is not in the one that the file names.")
            _, about = read(io.BytesIO(data), metadataonly=True, user_missing=True, encoding=encoding)
        n_rows = max(about.number_rows or 1, 1)  # older files do not say
        check_shape(name, n_rows, len(about.column_names), limits)
        check_unpacked(name, n_rows * sum(about.variable_storage_width.values()), limits)
        most = {"row_limit": limits.rows + 1, "encoding": encoding}
        try:
            frame, labels = read(io.BytesIO(data), **most)
        except (OverflowError, ValueError):
            frame, labels = read(io.BytesIO(data), disable_datetime_conversion=True, **most)
            notes.append("Dates are numbers here, since the file holds some that no calendar has.")
    except (refused, UnicodeError, LookupError) as error:
        why = str(error).rstrip(".")
        remedy = "choose another encoding, or " if "encoding" in why else ""
        raise UnreadableError(f"{name} cannot be read ({why}): {remedy}save it again and choose the new file") from None
    declared = {column: _ranges(ranges) for column, ranges in (about.missing_ranges or {}).items()}
    if declared:
        shown = [f"{column} {ranges}" for column, ranges in list(declared.items())[:_SHOWN]]
        more = f" and {len(declared) - _SHOWN:,} more columns" if len(declared) > _SHOWN else ""
        notes.append(f"Values that the file declares missing: {'; '.join(shown)}{more}.")
    return frame, labels, notes


def _ranges(ranges: Sequence[Mapping[str, Any]]) -> str:
    ends = [(label_text(each["lo"]), label_text(each["hi"])) for each in ranges]
    return ", ".join(low if low == high else f"{low} to {high}" for low, high in ends)


def _column(name: str, column: pd.Series, about: Any, called: str) -> tuple[TypedColumn, list[str]]:
    """(the column, notes); ``called`` is its name in the file."""
    places, distinct = pd.factorize(column)
    cells = list(distinct)
    measure = (about.variable_measure or {}).get(called, UNKNOWN)
    labels = dict((about.variable_value_labels or {}).get(called, {}))
    full_text = ((about.column_names_to_labels or {}).get(called) or "").strip()
    full_text = "" if full_text == name else full_text
    codes = all(isinstance(cell, int | float) for cell in cells)
    if not codes and not any(cell in labels for cell in cells):
        return TypedColumn(name, cells, places, full_text=full_text), []
    ranks = sorted(range(len(cells)), key=lambda i: cells[i]) if codes else _listed_first(cells, labels)
    moved = np.empty(len(cells) + 1, dtype=np.intp)
    moved[ranks], moved[-1] = np.arange(len(cells)), -1
    cells, places = [cells[i] for i in ranks], moved[places]
    there = [cell in labels for cell in cells]
    notes: list[str] = []
    if not any(there):
        declared = measure if measure in (ORDINAL, NOMINAL) else UNKNOWN
        why = {ORDINAL: _ORDINAL, NOMINAL: _NOMINAL}.get(declared, "")
        return TypedColumn(name, cells, places, declared, why, full_text), notes
    if codes and not all(there) and len(cells) > MOST_ORDERED and measure not in (ORDINAL, NOMINAL):
        few = [f"{label_text(cell)} is {labels[cell]!r}" for cell in cells if cell in labels][:_SHOWN]
        notes.append(
            f"Column {name!r} stays numbers, since only {sum(there):,} of its {len(cells):,} values have labels: "
            f"{', '.join(few)}."
        )
        return TypedColumn(name, cells, places, full_text=full_text), notes
    texts, doubled = _labelled(cells, labels)
    if doubled:
        notes.append(f"Column {name!r} gives several codes one label, so the code is added: {listed(doubled)}.")
    ends = codes and there[0] and there[-1] and not all(there) and measure != NOMINAL
    declared = ORDINAL if measure == ORDINAL or ends else LISTED
    why = _ORDINAL if measure == ORDINAL else _SCALE if ends else ""
    return TypedColumn(name, texts, places, declared, why, full_text), notes


def _listed_first(cells: Sequence[Any], labels: Mapping[Any, str]) -> list[int]:
    """Places of codes of text, those with labels first, as the file lists them."""
    at = {code: i for i, code in enumerate(labels)}
    return sorted(range(len(cells)), key=lambda i: (at.get(cells[i], len(at)), str(cells[i])))


def _labelled(cells: Sequence[Any], labels: Mapping[Any, str]) -> tuple[list[str], list[str]]:
    """(each code's label, the code itself where it has none; labels that stand for several codes)."""
    texts = [str(labels.get(cell) or "").strip() or label_text(cell) for cell in cells]
    doubled = [text for text in dict.fromkeys(texts) if texts.count(text) > 1]
    return [
        f"{text} ({label_text(cell)})" if text in doubled else text for text, cell in zip(texts, cells, strict=True)
    ], doubled
