"""SPSS, Stata and SAS files as typed columns: labels are the values, in the order of their codes; dates are dates."""

from __future__ import annotations

import importlib.util
import re
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np

from catviz.reading.delimited import UnreadableError, checked_names
from catviz.reading.file_kinds import SAS, SAS_TRANSPORT, SPSS, SPSS_PORTABLE, STATA, Kind
from catviz.reading.inspected import InspectedFile
from catviz.reading.limits import LIMITS, Limits
from catviz.reading.reader_process import read_apart
from catviz.reading.typed import (
    DATES,
    LISTED,
    NOMINAL,
    ORDINAL,
    UNKNOWN,
    TypedColumn,
    check_shape,
    check_unpacked,
    inspected_columns,
)
from catviz.table.codebook import MissingTokens, label_text, listed
from catviz.table.column_roles import GUESSED, MOST_ORDERED
from catviz.table.dates import MONTHS, WEEKDAYS
from catviz.table.no_answers import is_no_answer_label
from catviz.wording import number_of

_ORDINAL = "the file declares it ordinal"
_NOMINAL = "the file declares it nominal"
_SCALE = "codes with a label at both ends"
_WEIGHT = "the file says that it is weighted by this column"
_OLDER = "WINDOWS-1252"
_SHOWN = 5
#: How pyreadstat calls the files of each kind.
_PROGRAMS = {SPSS: "sav", SPSS_PORTABLE: "por", STATA: "dta", SAS: "sas7bdat", SAS_TRANSPORT: "xport"}


def inspect_statistical(
    data: bytes, name: str, kind: Kind, encoding: str | None, missing: Sequence[str], limits: Limits
) -> InspectedFile:
    """What an SPSS, Stata or SAS file holds. Values that the file declares missing are missing.

    A column of codes with labels holds the labels; where only some of more than 12 codes have one, it stays numbers.
    Codes among numbers or dates are missing where their label says that there is no answer. Numbers that the file shows
    as dates are dates, months, quarters or weeks. What an SPSS file is weighted by are the row weights.

    Raises
    ------
    UnreadableError
        pyreadstat is not installed, a damaged file, another encoding, or beyond the limits.
    """
    if importlib.util.find_spec("pyreadstat") is None:
        raise UnreadableError(f"{name} is {kind.what}, which needs pyreadstat: pip install 'catviz[readers]'")
    contents, notes = _read(data, name, _PROGRAMS[kind], encoding, limits)
    called = [column for column, _, _ in contents["cells"]]
    names, unnamed = checked_names(called, name, limits)
    n_rows = len(contents["cells"][0][2]) if called else 0
    check_shape(name, n_rows, len(names), limits)
    said = _Said(contents, _PROGRAMS[kind], missing)
    columns = [
        said.column(label, cells, np.asarray(places, dtype=np.intp), column)
        for label, (column, cells, places) in zip(names, contents["cells"], strict=True)
    ]
    read = inspected_columns(name, columns, n_rows, [*notes, *said.notes, *unnamed], missing, limits)
    weight = _weighted_by(data, called, contents["encoding"]) if kind is SPSS else None
    return read if weight is None else _weighted(read, names[weight])


def codes_of(data: bytes, name: str, encoding: str | None) -> dict[str, Any]:
    """The ``cells`` of an SPSS file with the codes that it declares missing, and what it says of them."""
    contents, _ = _read(data, name, _PROGRAMS[SPSS], encoding, LIMITS, declared=True)
    return contents


def _read(
    data: bytes, name: str, program: str, encoding: str | None, limits: Limits, declared: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """(what the process found, notes)."""
    most = {"rows": limits.rows, "columns": limits.columns, "cells": limits.cells, "unpacked": limits.unpacked}
    asked: dict[str, Any] = {"program": program, "most": most, "declared": declared}
    contents = read_apart("statistical", data, name, encoding=encoding, **asked)
    notes = []
    if encoding is None and "encoding" in contents.get("text", ""):
        contents = read_apart("statistical", data, name, encoding=_OLDER, **asked)
        notes.append("Encoding Windows-1252, since the text is not in the one that the file names.")
    if "error" in contents:
        why = contents["text"].rstrip(".") or contents["error"]
        remedy = "choose another encoding, or " if "encoding" in why else ""
        raise UnreadableError(f"{name} cannot be read ({why}): {remedy}save it again and choose the new file")
    check_shape(name, contents["size"]["rows"], contents["size"]["columns"], limits)
    check_unpacked(name, contents["size"]["unpacked"], limits)
    gone = [f"{column} {_ranges(ranges)}" for column, ranges in contents["missing"].items()]
    if gone:
        notes.append(f"Values that the file declares missing: {_first(gone)}.")
    return contents, notes


def _ranges(ranges: Sequence[Mapping[str, Any]]) -> str:
    ends = [(label_text(each["lo"]), label_text(each["hi"])) for each in ranges]
    return ", ".join(low if low == high else f"{low} to {high}" for low, high in ends)


def _first(said: Sequence[str]) -> str:
    """What is said of the first columns, and how many more there are."""
    more = f" and {len(said) - _SHOWN:,} more columns" if len(said) > _SHOWN else ""
    return "; ".join(said[:_SHOWN]) + more


# what the file says of its columns


@dataclass
class _Said:
    """What a file says of its columns, and what was done because of it."""

    contents: Mapping[str, Any]
    program: str
    missing: Sequence[str]
    silent: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    @property
    def notes(self) -> list[str]:
        """The notes, once all columns were read."""
        what = "Codes that the file labels as no answer are read as missing"
        return [*([f"{what}: {_first(self.silent)}."] if self.silent else []), *self.others]

    def column(self, name: str, cells: Sequence[Any], places: np.ndarray, called: str) -> TypedColumn:
        """A column; ``called`` is its name in the file."""
        measure = self.contents["measures"].get(called, UNKNOWN)
        labels = dict(self.contents["labels"].get(called, {}))
        full_text = (self.contents["texts"].get(called) or "").strip()
        column = TypedColumn(name, cells, places, full_text="" if full_text == name else full_text)
        if not all(isinstance(cell, int | float) for cell in cells):
            if not any(cell in labels for cell in cells):
                return column
            return self._coded(_ranked(column, _listed_first(cells, labels)), labels, set(), measure)
        column = _ranked(column, sorted(range(len(cells)), key=lambda i: cells[i]))
        silent = self._silent(column, labels)
        if moment := _moment_of(self.contents["formats"].get(called) or "", self.program):
            return self._dated(self._without(column, silent, labels), *moment)
        answers = [cell for cell in column.cells if cell not in silent]
        labelled = [cell for cell in answers if cell in labels]
        if not labelled and (answers or not silent):
            declared = measure if measure in (ORDINAL, NOMINAL) else UNKNOWN
            why = {ORDINAL: _ORDINAL, NOMINAL: _NOMINAL}.get(declared, "")
            return replace(self._without(column, silent, labels), declared=declared, why=why)
        if len(labelled) < len(answers) > MOST_ORDERED and measure not in (ORDINAL, NOMINAL):
            few = [f"{label_text(cell)} is {labels[cell]!r}" for cell in labelled][:_SHOWN]
            self.others.append(
                f"Column {name!r} stays numbers, since only {len(labelled):,} of its {len(answers):,} values have "
                f"labels: {', '.join(few)}."
            )
            return self._without(column, silent, labels)
        return self._coded(column, labels, silent, measure)

    def _silent(self, column: TypedColumn, labels: Mapping[Any, str]) -> set[Any]:
        """The codes whose labels say that there is no answer."""
        tokens = MissingTokens(self.missing)
        labelled = {cell: str(labels[cell]) for cell in column.cells if self.missing and labels.get(cell)}
        return {cell for cell, label in labelled.items() if label in tokens or is_no_answer_label(label)}

    def _without(self, column: TypedColumn, gone: set[Any], labels: Mapping[Any, str]) -> TypedColumn:
        """A column of numbers or dates without the codes that are no answers."""
        if not gone:
            return column
        n_rows = int(np.isin(column.places, [i for i, cell in enumerate(column.cells) if cell in gone]).sum())
        codes = ", ".join(f"{label_text(cell)} ({labels[cell]!r})" for cell in sorted(gone))
        self.silent.append(f"{column.name} {codes}, {number_of(n_rows, 'row')}")
        return _mapped(column, [None if cell in gone else cell for cell in column.cells])

    def _coded(self, column: TypedColumn, labels: Mapping[Any, str], silent: set[Any], measure: str) -> TypedColumn:
        """A column whose values are the labels of its codes, or the codes where these have none."""
        texts, doubled = _labelled(column.cells, labels)
        if doubled:
            which = listed(doubled)
            self.others.append(f"Column {column.name!r} gives several codes one label, so the code is added: {which}.")
        labelled = [cell in labels for cell in column.cells if cell not in silent]
        codes = all(isinstance(cell, int | float) for cell in column.cells)
        ends = codes and labelled and labelled[0] and labelled[-1] and not all(labelled) and measure != NOMINAL
        why = _ORDINAL if measure == ORDINAL else _SCALE if ends else ""
        return replace(column, cells=texts, declared=ORDINAL if measure == ORDINAL or ends else LISTED, why=why)

    def _dated(self, column: TypedColumn, moment: Callable[[float], Any], declared: str) -> TypedColumn:
        """A column of numbers as what they stand for; a number that no calendar has is a missing cell."""
        moments: list[Any] = []
        for cell in column.cells:
            try:
                moments.append(moment(cell))
            except (OverflowError, ValueError, IndexError):
                moments.append(None)
        unknown = [i for i, each in enumerate(moments) if each is None]
        if len(unknown) > len(moments) / 2:
            shown = label_text(column.cells[unknown[0]])
            self.others.append(
                f"Column {column.name!r} stays numbers: {shown} and others are dates that no calendar has."
            )
            return column
        if unknown:
            n_rows = int(np.isin(column.places, unknown).sum())
            one = f"{n_rows:,} dates" if n_rows > 1 else "one date"
            first = label_text(column.cells[unknown[0]])
            self.others.append(
                f"Column {column.name!r} has {one} that no calendar has, such as the number {first}: read as missing."
            )
        return replace(_mapped(column, moments), declared=declared)


def _ranked(column: TypedColumn, ranks: Sequence[int]) -> TypedColumn:
    """The column with its cells in another order."""
    moved = np.empty(len(ranks) + 1, dtype=np.intp)
    moved[list(ranks)], moved[-1] = np.arange(len(ranks)), -1
    return replace(column, cells=[column.cells[i] for i in ranks], places=moved[column.places])


def _mapped(column: TypedColumn, cells: Sequence[Any]) -> TypedColumn:
    """The column with other cells in the place of its own, None for missing; some of them may be equal."""
    different: dict[Any, int] = {}
    moved = [-1 if cell is None else different.setdefault(cell, len(different)) for cell in cells]
    return replace(column, cells=list(different), places=np.array([*moved, -1], dtype=np.intp)[column.places])


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


# dates


_SPSS_START, _START = datetime(1582, 10, 14), datetime(1960, 1, 1)
_DAY = 86_400
#: What a number stands for, and what is declared of the column: dates put themselves in order.
_Moment = tuple[Callable[[float], Any], str]
#: Of SPSS (numbers of seconds), Stata and SAS (of days or seconds): the formats of a column, and what they show.
_SPSS_FORMATS = {
    "day": ("DATE", "ADATE", "EDATE", "SDATE", "JDATE"),
    "second": ("DATETIME", "YMDHMS"),
    "duration": ("TIME", "DTIME", "MTIME"),
    "month": ("MOYR",),
    "quarter": ("QYR",),
    "week": ("WKYR",),
    "weekday": ("WKDAY",),
    "month of year": ("MONTH",),
}
_SAS_FORMATS = (
    ("month", r"(N6?)?(MONYY|YYMM(?!DD)|MMYY|YYMON|NLDATEYM)[A-Z]*"),
    ("quarter", r"YYQ[A-Z]*|NLDATEYQ[A-Z]*"),
    ("year", r"YEAR"),
    ("second", r"DATETIME|DATEAMPM|[EB]8601D[TZXN]|IS8601D[TZN]|MDYAMPM|NLDATM[A-Z]*|DTDATE|DTMONYY|DTWKDATX|DTYEAR"),
    ("duration", r"TIME|TIMEAMPM|HHMM|HOUR|MMSS|TOD|[EB]8601T[MZX]|IS8601T[MZ]|NLTIM[A-Z]*"),
    (
        "day",
        r"DATE|DAY|DOWNAME|MONNAME|MONTH|QTRR?|WEEKDAY|JULIAN|JULDAY|(DDMMYY|MMDDYY|YYMMDD)[BCDNPS]?|WEEKDAT[EX]"
        r"|WORDDAT[EX]|WEEK[UVW]|[EB]8601DA|IS8601DA|EUR[A-Z]*|NLDATE[A-Z]*|MINGUO|NENGO|HEBDATE",
    ),
)
_STATA_FORM = re.compile(r"%-?0?(t[cCdwmqhyb]|d)")
#: The days after which a second was added, from which Stata's %tC counts on.
_LEAPS = (
    *("1972-07-01", "1973-01-01", "1974-01-01", "1975-01-01", "1976-01-01", "1977-01-01", "1978-01-01", "1979-01-01"),
    *("1980-01-01", "1981-07-01", "1982-07-01", "1983-07-01", "1985-07-01", "1988-01-01", "1990-01-01", "1991-01-01"),
    *("1992-07-01", "1993-07-01", "1994-07-01", "1996-01-01", "1997-07-01", "1999-01-01", "2006-01-01", "2009-01-01"),
    *("2012-07-01", "2015-07-01", "2017-01-01"),
)
_LEAP_SECONDS = [(datetime.fromisoformat(day) - _START).total_seconds() + i for i, day in enumerate(_LEAPS)]


def _moment_of(form: str, program: str) -> _Moment | None:
    """What the numbers of a column stand for by its format; None where they are just numbers."""
    if program == "dta":
        found = _STATA_FORM.match(form)
        return _stata_moment(found[1]) if found else None
    form = re.sub(r"[\d.]*$", "", form.upper())
    if program in ("sav", "por"):
        what = next((what for what, forms in _SPSS_FORMATS.items() if form in forms), "")
        return _moment(what, lambda number: _SPSS_START + timedelta(seconds=number))
    what = next((what for what, forms in _SAS_FORMATS if re.fullmatch(forms, form)), "")
    unit = 1 if what == "second" else _DAY
    moment = _moment(what, lambda number: _START + timedelta(seconds=number * unit))
    return _moment("day", lambda number: _START + timedelta(seconds=number)) if form == "DTDATE" else moment


def _moment(what: str, at: Callable[[float], datetime]) -> _Moment | None:
    known: dict[str, _Moment] = {
        "day": (lambda number: at(number).date(), UNKNOWN),
        "second": (at, UNKNOWN),
        "year": (lambda number: at(number).year, UNKNOWN),
        "month": (lambda number: at(number).isoformat()[:7], DATES),
        "quarter": (lambda number: f"{at(number).year:04}-Q{(at(number).month + 2) // 3}", DATES),
        "week": (lambda number: f"{at(number).year:04}-W{(at(number).timetuple().tm_yday + 6) // 7:02}", DATES),
        "duration": (_duration, DATES),
        "weekday": (lambda number: _named(WEEKDAYS, (number - 2) % 7 if 1 <= number <= 7 else -1), UNKNOWN),
        "month of year": (lambda number: _named(MONTHS, number - 1), UNKNOWN),
    }
    return known.get(what)


def _stata_moment(form: str) -> _Moment | None:
    """Numbers since 1960: of days, milliseconds, or whole weeks, months, quarters and half-years."""
    if form in ("td", "d"):
        return _moment("day", lambda number: _START + timedelta(days=number))
    if form == "tc":
        return _moment("second", lambda number: _START + timedelta(milliseconds=number))
    if form == "tC":
        return _moment("second", lambda number: _START + timedelta(seconds=_without_leaps(number / 1000)))
    parts = {"tm": (12, "-{:02}"), "tq": (4, "-Q{}"), "tw": (52, "-W{:02}"), "th": (2, "-H{}")}.get(form)
    return None if parts is None else (lambda number: _part_of_year(number, *parts), DATES)


def _part_of_year(number: float, n_parts: int, form: str) -> str:
    year, part = divmod(int(number), n_parts)
    return f"{date(1960 + year, 1, 1).year:04}{form.format(part + 1)}"


def _without_leaps(seconds: float) -> float:
    return seconds - sum(seconds >= leap for leap in _LEAP_SECONDS)


def _duration(seconds: float) -> str:
    """A time of day, or one of more than 24 hours, as hours, minutes and seconds."""
    hours, rest = divmod(round(abs(seconds)), 3600)
    minutes, second = divmod(rest, 60)
    return f"{'-' if seconds < 0 else ''}{hours:02}:{minutes:02}:{second:02}"


def _named(names: Sequence[str], place: float) -> str:
    if place < 0 or place != int(place):
        raise ValueError("no place of a name")
    return names[int(place)]


# the weights of an SPSS file


def _weighted_by(data: bytes, called: Sequence[str], encoding: str | None) -> int | None:
    """The place of the column that an SPSS file is weighted by, or None: pyreadstat does not give it.

    The header has the number of its record among those of the variables, each of which has a name of 8 bytes. A further
    record gives the long names.
    """
    order = "<" if struct.unpack_from("<i", data, 64)[0] in (2, 3) else ">"
    number, place, short = struct.unpack_from(f"{order}i", data, 76)[0], 176, b""
    try:
        for _ in range(number):
            record, _, has_label, n_missing = struct.unpack_from(f"{order}4i", data, place)
            if record != 2:
                return None
            short = data[place + 24 : place + 32].strip()
            place += 32
            if has_label:
                place += 4 + -(-struct.unpack_from(f"{order}i", data, place)[0] // 4) * 4
            place += 8 * abs(n_missing)
    except struct.error:
        return None
    at = data.find(struct.pack(f"{order}3i", 7, 13, 1))
    if number < 1 or not short:
        return None
    size = struct.unpack_from(f"{order}i", data, at + 12)[0] if at >= 0 else 0
    pairs = (pair.partition(b"=") for pair in data[at + 16 : at + 16 + size].split(b"\t"))
    long = next((long for key, _, long in pairs if key == short), short)
    name = long.decode(encoding or "utf-8", "replace").casefold()
    return next((i for i, each in enumerate(called) if each.casefold() == name), None)


def _weighted(read: InspectedFile, name: str) -> InspectedFile:
    """The file with the row weights that it names, if each row has one."""
    try:
        weighted = read.with_weights(None).changed(name, "weight")
    except ValueError:
        why = "not every row has a positive number there, so nothing is weighted"
        return replace(read, notes=(*read.notes, f"The file says that it is weighted by {name!r}, but {why}."))
    guesses = tuple(
        replace(each, why=_WEIGHT, by=GUESSED) if each.role == "weight" else each for each in weighted.columns
    )
    return replace(weighted, columns=guesses, notes=(*read.notes, f"The file says that it is weighted by {name!r}."))
