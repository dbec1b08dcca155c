"""Columns of dates and of times of day: the forms in which every value is one, and the dates and times themselves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, time

#: How dates are written. Any of ``- . /`` may part the numbers of the first three, but a point never parts month first;
#: in "day month year" the month has its name, in any order; "year-month" has no day, and is the first of its month.
FORMS = ("year-month-day", "day.month.year", "month/day/year", "day month year", "yearmonthday", "year-month")
_YMD, _DMY, _MDY, _NAMED, DIGITS_FORM, MONTH_FORM = FORMS
#: What can be made of dates, the last one where they have a time of day.
PARTS = ("year", "quarter", "month", "weekday", "hour")
#: What is made of them unless something else is asked for.
USUAL_PARTS = ("year", "month", "weekday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
#: Years of two digits from here on are of the 20th century, as spreadsheets have it.
PIVOT = 30
#: Different values from which on digits alone, such as 20240305, are dates.
_FEWEST_DIGITS = 5
#: Of so many different values, one that only has the form of a date counts as missing.
_PER_IMPOSSIBLE = 12

#: Names of the months without accents, short forms behind a bar; languages in the order en, de, fr, es, it, nl, pt, pl.
_MONTH_NAMES = (
    "january|jan|januar|janner|janvier|janv|enero|ene|gennaio|gen|januari|janeiro|styczen|stycznia|sty",
    "february|feb|februar|fevrier|fevr|fev|febrero|febbraio|febbr|februari|fevereiro|luty|lutego|lut",
    "march|mar|marz|mrz|maerz|mars|marzo|maart|mrt|marco|marzec|marca",
    "april|apr|avril|avr|abril|abr|aprile|kwiecien|kwietnia|kwi",
    "may|mai|mayo|maggio|mag|mei|maio|maj|maja",
    "june|jun|juni|juin|junio|giugno|giu|junho|czerwiec|czerwca|cze",
    "july|jul|juli|juillet|juil|julio|luglio|lug|julho|lipiec|lipca|lip",
    "august|aug|aout|agosto|ago|augustus|sierpien|sierpnia|sie",
    "september|sep|sept|septembre|septiembre|settembre|set|setembro|wrzesien|wrzesnia|wrz",
    "october|oct|oktober|okt|octobre|octubre|ottobre|ott|outubro|out|pazdziernik|pazdziernika|paz",
    "november|nov|novembre|noviembre|novembro|listopad|listopada|lis",
    "december|dec|dezember|dez|decembre|diciembre|dic|dicembre|dezembro|grudzien|grudnia|gru",
)
_MONTH_OF = {name: i for i, names in enumerate(_MONTH_NAMES, 1) for name in names.split("|")}

_ZONE = r"(?:\s?(?:Z|[A-Z]{2,5}(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{1,2}(?::?\d{2})?))?(?:\[[\w/]+\])?"
_TIME = rf"(?:(?:T|,? )\d{{1,2}}(?::\d{{2}}(?::\d{{2}}(?:[.,]\d+)?)?)?(?:\s?(?:[AaPp]\.?[Mm]\.?|Uhr))?{_ZONE})?"
_CLOCK = re.compile(
    r"(?:^|T|,? )([0-9]{1,2})(?::([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]+)?)?)?"
    rf"(?:\s?(?:([AaPp])\.?[Mm]\.?|(Uhr)))?{_ZONE}$"
)
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}", re.ASCII)
_SHORT_FIRST = re.compile(rf"(\d{{2}})(-)(\d{{2}})-(\d{{2}}){_TIME}", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}|\d{{2}}){_TIME}", re.ASCII)
_EIGHT = re.compile(r"(\d{4})(\d{2})(\d{2})", re.ASCII)
_YEAR_MONTH = re.compile(r"(\d{4})(?:[-/.]|[Mm])(\d{1,2})", re.ASCII)
_MONTH_YEAR = re.compile(r"(\d{1,2})[-/.](\d{4})", re.ASCII)
_LETTERS = r"([^\W\d_]{3,12})\.?"
_DAY_NAME = re.compile(
    rf"(?:[^\W\d_]{{2,10}}\.?,? )?([0-9]{{1,2}})(?:\.|st|nd|rd|th|er|º|o)?[ -/]*(?:(?:de|of|di) )?{_LETTERS}"
    rf"[ -/,]*(?:(?:de|of) )?([0-9]{{4}}|[0-9]{{2}}){_TIME}"
)
_NAME_DAY = re.compile(
    rf"(?:[^\W\d_]{{2,10}}\.?,? )?{_LETTERS}[ -]([0-9]{{1,2}})(?:st|nd|rd|th)?,?[ -]([0-9]{{4}}){_TIME}"
)
_YEAR_NAME_DAY = re.compile(rf"([0-9]{{4}})[ -]{_LETTERS}[ -]([0-9]{{1,2}}){_TIME}")
_NAME_YEAR = re.compile(rf"{_LETTERS}(?:[ -/]+|(?: de ))([0-9]{{4}}|[0-9]{{2}})")
_YEAR_NAME = re.compile(rf"([0-9]{{4}})[ -/]*{_LETTERS}")


def date_forms(values: Sequence[str]) -> tuple[str, ...]:
    """The ``FORMS`` in which every value is a date; two of them where days and months may be mixed up.

    Where there is none, those in which all values but a few, one in `_PER_IMPOSSIBLE`, are: they have the form of a
    date that does not exist, such as 30 February.

    Examples
    --------
    >>> date_forms(["2024-05-01", "2024-12-24 18:00"]), date_forms(["1/2/2024"]), date_forms(["12.2"])
    (('year-month-day',), ('day.month.year', 'month/day/year'), ())
    >>> date_forms(["5 Mar 2024", "March 5, 2024", "5. März 2024"]), date_forms(["2024-03", "2024-11"])
    (('day month year',), ('year-month',))
    """
    if not values:
        return ()
    misses = {form: n for form in FORMS if (n := _misses(values, form)) is not None}
    fewest = min(misses.values(), default=0)
    return tuple(form for form, n in misses.items() if n == fewest)


def are_times(values: Sequence[str]) -> bool:
    """True where every value is a time of day alone.

    Examples
    --------
    >>> are_times(["7:05", "23:30"]), are_times(["7:05 pm", "noon"]), are_times(["2024-05-01 7:05"])
    (True, False, False)
    """
    return bool(values) and all((match := _CLOCK.match(value)) and _time_of(match) for value in values)


def time_of(text: str) -> time | None:
    """The time of day that a text is, or that its date has; None where there is none.

    Examples
    --------
    >>> time_of("5 Mar 2024 7:05 pm").isoformat("minutes"), time_of("2024-05-01")
    ('19:05', None)
    """
    match = _CLOCK.search(text)
    return None if match is None else _time_of(match)


def _time_of(match: re.Match[str]) -> time | None:
    hour, minute, second, half, called = match.groups()
    if minute is None and half is None and called is None:
        return None
    try:
        when = time(int(hour), int(minute or 0), int(second or 0))
    except ValueError:
        return None
    if half is None:
        return when
    return when.replace(hour=when.hour % 12 + 12 * (half in "Pp")) if 1 <= when.hour <= 12 else None


def parts_in(values: Sequence[str]) -> tuple[str, ...]:
    """Those of ``PARTS`` that can be made of a column's values, none where they are neither dates nor times of day.

    Examples
    --------
    >>> parts_in(["2024-03", "2024-11"]), parts_in(["7:05", "23:30"])
    (('year', 'quarter', 'month'), ('hour',))
    """
    if are_times(values):
        return ("hour",)
    forms = date_forms(values)
    if not forms:
        return ()
    days = () if forms == (MONTH_FORM,) else ("weekday",)
    hours = ("hour",) if any(time_of(value) not in (None, time()) for value in values) else ()
    return ("year", "quarter", "month", *days, *hours)


def _misses(values: Sequence[str], form: str) -> int | None:
    """How many values have a form without being a date; None where they are too many, or one has another form."""
    if form == DIGITS_FORM and len(values) < _FEWEST_DIGITS:
        return None
    missed, most = 0, len(values) // _PER_IMPOSSIBLE
    for value in values:
        if as_date(value, form) is None:
            missed += 1
            if missed > most or _parts(value, form) is None:
                return None
    return missed


def as_date(text: str, form: str) -> date | None:
    """The date that a text is in a form of ``FORMS``, its time of day left out; None where it is none.

    Years of two digits are from 1930 to 2029; digits alone are years from 1900 to 2100.
    """
    parts = _parts(text, form)
    if parts is None:
        return None
    try:
        when = date(*parts)
    except ValueError:
        return None
    return when if form not in (DIGITS_FORM, MONTH_FORM) or 1900 <= when.year <= 2100 else None


def _parts(text: str, form: str) -> tuple[int, int, int] | None:
    """(year, month, day) of a text in a form, whether there is such a day or not; None where it has another form."""
    if form in (_NAMED, MONTH_FORM):
        return _named_parts(text) if form == _NAMED else _month_parts(text)
    if form == DIGITS_FORM:
        match = _EIGHT.fullmatch(text)
        return None if match is None else (int(match[1]), int(match[2]), int(match[3]))
    match = (
        (_YEAR_FIRST.fullmatch(text) or _SHORT_FIRST.fullmatch(text)) if form == _YMD else _YEAR_LAST.fullmatch(text)
    )
    if match is None or (form == _MDY and match[2] == "."):
        return None
    first, _, second, third = match.groups()
    year, month, day = {_YMD: (first, second, third), _DMY: (third, second, first), _MDY: (third, first, second)}[form]
    return _full_year(year), int(month), int(day)


def _named_parts(text: str) -> tuple[int, int, int] | None:
    """(year, month, day) of a text whose month has its name."""
    if not any(letter.isalpha() for letter in text):
        return None
    for pattern, places in ((_DAY_NAME, (3, 2, 1)), (_NAME_DAY, (3, 1, 2)), (_YEAR_NAME_DAY, (1, 2, 3))):
        match = pattern.fullmatch(text)
        month = match and _month_named(match[places[1]])
        if match and month:
            return _full_year(match[places[0]]), month, int(match[places[2]])
    return None


def _month_parts(text: str) -> tuple[int, int, int] | None:
    """(year, month, 1) of a text such as "2024-03" or "Mar 2024"."""
    match = _YEAR_MONTH.fullmatch(text)
    if match:
        return int(match[1]), int(match[2]), 1
    match = _MONTH_YEAR.fullmatch(text)
    if match:
        return int(match[2]), int(match[1]), 1
    for pattern, year, name in ((_NAME_YEAR, 2, 1), (_YEAR_NAME, 1, 2)):
        match = pattern.fullmatch(text)
        month = match and _month_named(match[name])
        if match and month:
            return _full_year(match[year]), month, 1
    return None


def _month_named(name: str) -> int | None:
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return _MONTH_OF.get(plain)


def _full_year(year: str) -> int:
    return int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= PIVOT else 2000)


def part_of(text: str, form: str, part: str) -> str:
    """One of ``PARTS`` of a text in a form: a year, a quarter as Q1, the English name of a month or weekday, an hour.

    The hour has two digits, "07". Empty where the text has none, or is a date that does not exist.
    """
    if part == "hour":
        clock = time_of(text)
        return "" if clock is None else f"{clock.hour:02d}"
    when = as_date(text, form)
    if when is None:
        return ""
    return {
        "year": str(when.year),
        "quarter": f"Q{(when.month + 2) // 3}",
        "month": MONTHS[when.month - 1],
        "weekday": WEEKDAYS[when.weekday()],
    }[part]
