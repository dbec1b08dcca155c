"""Columns of dates: the forms in which every value is one, and the dates themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

#: How dates are written; any of ``- . /`` may part the numbers, but a point never parts month first.
FORMS = ("year-month-day", "day.month.year", "month/day/year")
#: What can be made of dates.
PARTS = ("year", "quarter", "month", "weekday")
#: What is made of them unless something else is asked for.
USUAL_PARTS = ("year", "month", "weekday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_TIME = r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}){_TIME}", re.ASCII)


def date_forms(values: Sequence[str]) -> tuple[str, ...]:
    """The ``FORMS`` in which every value is a date; two of them where days and months may be mixed up.

    Examples
    --------
    >>> date_forms(["2024-05-01", "2024-12-24 18:00"]), date_forms(["1/2/2024"]), date_forms(["12.2"])
    (('year-month-day',), ('day.month.year', 'month/day/year'), ())
    """
    return tuple(form for form in FORMS if values and all(as_date(value, form) is not None for value in values))


def as_date(text: str, form: str) -> date | None:
    """The date that a text is in a form of ``FORMS``, its time of day left out; None where it is none."""
    match = (_YEAR_FIRST if form == FORMS[0] else _YEAR_LAST).fullmatch(text)
    if match is None:
        return None
    first, sign, second, third = match.groups()
    if form == FORMS[2] and sign == ".":
        return None
    numbers = {
        FORMS[0]: (first, second, third),
        FORMS[1]: (third, second, first),
        FORMS[2]: (third, first, second),
    }[form]
    try:
        return date(*map(int, numbers))
    except ValueError:
        return None


def part_of(when: date, part: str) -> str:
    """The year, the quarter from Q1 to Q4, or the month or weekday by its English name."""
    return {
        "year": str(when.year),
        "quarter": f"Q{(when.month + 2) // 3}",
        "month": MONTHS[when.month - 1],
        "weekday": WEEKDAYS[when.weekday()],
    }[part]
