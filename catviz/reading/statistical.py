"""SPSS and Stata files as typed columns: value labels are the values, in the order of their codes."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from catviz.reading.delimited import UnreadableError, checked_names
from catviz.reading.file_kinds import SPSS, Kind
from catviz.reading.inspected import InspectedFile
from catviz.reading.limits import Limits
from catviz.reading.reader_process import read_apart
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
    contents, notes = _read(data, name, kind is SPSS, encoding, limits)
    called = [column for column, _, _ in contents["cells"]]
    names, unnamed = checked_names(called, name, limits)
    n_rows = len(contents["cells"][0][2]) if called else 0
    check_shape(name, n_rows, len(names), limits)
    columns: list[TypedColumn] = []
    for label, (_, cells, places) in zip(names, contents["cells"], strict=True):
        column, remarks = _column(label, cells, np.asarray(places, dtype=np.intp), contents, called[len(columns)])
        columns.append(column)
        notes += remarks
    return inspected_columns(name, columns, n_rows, [*notes, *unnamed], missing, limits)


def _read(data: bytes, name: str, spss: bool, encoding: str | None, limits: Limits) -> tuple[dict[str, Any], list[str]]:
    """(what the process found, notes)."""
    most = {"rows": limits.rows, "columns": limits.columns, "cells": limits.cells, "unpacked": limits.unpacked}
    contents = read_apart("statistical", data, name, spss=spss, encoding=encoding, most=most)
    notes = []
    if encoding is None and "encoding" in contents.get("text", ""):
        contents = read_apart("statistical", data, name, spss=spss, encoding=_OLDER, most=most)
        notes.append("Encoding Windows-1252, since the text is not in the one that the file names.")
    if "error" in contents:
        why = contents["text"].rstrip(".") or contents["error"]
        remedy = "choose another encoding, or " if "encoding" in why else ""
        raise UnreadableError(f"{name} cannot be read ({why}): {remedy}save it again and choose the new file")
    check_shape(name, contents["size"]["rows"], contents["size"]["columns"], limits)
    check_unpacked(name, contents["size"]["unpacked"], limits)
    if not contents["dates"]:
        notes.append("Dates are numbers here, since the file holds some that no calendar has.")
    declared = {column: _ranges(ranges) for column, ranges in contents["missing"].items()}
    if declared:
        shown = [f"{column} {ranges}" for column, ranges in list(declared.items())[:_SHOWN]]
        more = f" and {len(declared) - _SHOWN:,} more columns" if len(declared) > _SHOWN else ""
        notes.append(f"Values that the file declares missing: {'; '.join(shown)}{more}.")
    return contents, notes


def _ranges(ranges: Sequence[Mapping[str, Any]]) -> str:
    ends = [(label_text(each["lo"]), label_text(each["hi"])) for each in ranges]
    return ", ".join(low if low == high else f"{low} to {high}" for low, high in ends)


def _column(
    name: str, cells: list[Any], places: np.ndarray, about: Mapping[str, Any], called: str
) -> tuple[TypedColumn, list[str]]:
    """(the column, notes); ``called`` is its name in the file."""
    measure = about["measures"].get(called, UNKNOWN)
    labels = dict(about["labels"].get(called, {}))
    full_text = (about["texts"].get(called) or "").strip()
    full_text = "" if full_text == name else full_text
    codes = all(isinstance(cell, int | float) for cell in cells)
    if not codes and not any(cell in labels for cell in cells):
        return TypedColumn(name, cells, places, full_text=full_text), []
    ranks = sorted(range(len(cells)), key=lambda i: cells[i]) if codes else _listed_first(cells, labels)
    moved = np.empty(len(cells) + 1, dtype=np.intp)
    moved[ranks], moved[-1] = np.arange(len(cells)), -1
    cells, places = [cells[i] for i in ranks], moved[places]
    labelled = [cell in labels for cell in cells]
    notes: list[str] = []
    if not any(labelled):
        declared = measure if measure in (ORDINAL, NOMINAL) else UNKNOWN
        why = {ORDINAL: _ORDINAL, NOMINAL: _NOMINAL}.get(declared, "")
        return TypedColumn(name, cells, places, declared, why, full_text), notes
    if codes and not all(labelled) and len(cells) > MOST_ORDERED and measure not in (ORDINAL, NOMINAL):
        few = [f"{label_text(cell)} is {labels[cell]!r}" for cell in cells if cell in labels][:_SHOWN]
        notes.append(
            f"Column {name!r} stays numbers, since only {sum(labelled):,} of its {len(cells):,} values have labels: "
            f"{', '.join(few)}."
        )
        return TypedColumn(name, cells, places, full_text=full_text), notes
    texts, doubled = _labelled(cells, labels)
    if doubled:
        notes.append(f"Column {name!r} gives several codes one label, so the code is added: {listed(doubled)}.")
    ends = codes and labelled[0] and labelled[-1] and not all(labelled) and measure != NOMINAL
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
