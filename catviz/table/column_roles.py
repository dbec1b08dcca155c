"""What a column of text is: numbers, a scale, a range, an id - and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from catviz.table.dates import as_date, date_forms
from catviz.table.ids import why_id

#: What a column may be used as; "binned" are numbers cut into ordered intervals.
ROLES = ("category", "ordered", "binned", "weight", "left out")

#: What else a recipe may use a column as: drawn without shaping anything, as the outcome, to tell rows apart.
USES = ("shown only", "known classes", "id")

#: Whole numbers with at most so many different values are ordered categories, others are binned.
MOST_ORDERED = 12

#: Answers of so many words on average are free text where most differ.
WORDS_OF_FREE_TEXT = 4

#: Categories that a column read from a file may have; one with more is left out.
MOST_DISTINCT = 5_000

#: Text scales known as orders, low to high; ``|`` parts names of one level. Weeks begin on Monday.
SCALES = {
    "agreement": "strongly disagree|completely disagree|totally disagree < disagree|mostly disagree < somewhat disagree"
    "|slightly disagree|rather disagree|tend to disagree < neutral|neither|neither agree nor disagree|undecided"
    " < somewhat agree|slightly agree|rather agree|tend to agree < agree|mostly agree < strongly agree"
    "|completely agree|totally agree",
    "frequency": "never < almost never|very rarely < rarely|seldom < occasionally < sometimes < often|frequently"
    " < usually < very often|almost always < always",
    "quality": "terrible|awful < very poor|very bad < poor|bad < fair|average|acceptable|ok|neither good nor poor"
    "|neither good nor bad < fairly good < good < very good < excellent|outstanding",
    "satisfaction": "extremely dissatisfied|completely dissatisfied < very dissatisfied < dissatisfied"
    " < fairly dissatisfied < somewhat dissatisfied|slightly dissatisfied"
    " < neutral|neither|neither satisfied nor dissatisfied|neither dissatisfied nor satisfied"
    " < somewhat satisfied|slightly satisfied < fairly satisfied < satisfied < very satisfied"
    " < extremely satisfied|completely satisfied",
    "likelihood": "extremely unlikely < very unlikely < unlikely < fairly unlikely < somewhat unlikely"
    " < neutral|neither|neither likely nor unlikely < somewhat likely < fairly likely < likely < very likely"
    " < extremely likely",
    "importance": "not at all important|not important at all|unimportant < not very important < slightly important"
    " < neutral|neither|neither important nor unimportant < somewhat important|moderately important < fairly important"
    "|quite important < important < very important < extremely important|essential",
    "degree of yes": "no|no, never|no, not at all < yes, sometimes|yes, to some extent|yes, somewhat|yes, a little"
    " < yes, always|yes, definitely|yes, completely",
    "extent": "not at all < slightly|a little < somewhat|moderately < very|quite a bit < extremely|very much",
    "level": "none|no < very low|vlow < low < medium|med|mid|moderate|average|normal < high < very high|vhigh",
    "size": "very small|tiny < small < medium|med < large|big < very large|huge",
    "clothing size": "xxs|2xs < xs < s < m < l < xl < xxl|2xl < xxxl|3xl",
    "severity": "none|no < minimal < mild < moderate < severe < very severe|extreme",
    "month": "january|jan < february|feb < march|mar < april|apr < may < june|jun < july|jul < august|aug"
    " < september|sep|sept < october|oct < november|nov < december|dec",
    "weekday": "monday|mon < tuesday|tue|tues < wednesday|wed < thursday|thu|thur|thurs < friday|fri < saturday|sat"
    " < sunday|sun",
    "agreement, in German": "stimme überhaupt nicht zu|stimme gar nicht zu|trifft überhaupt nicht zu"
    "|trifft gar nicht zu < stimme nicht zu|trifft nicht zu < stimme eher nicht zu|trifft eher nicht zu"
    " < teils/teils|teils, teils|neutral|weder noch|unentschieden < stimme eher zu|trifft eher zu"
    " < stimme zu|trifft zu < stimme voll zu|stimme voll und ganz zu|stimme völlig zu|trifft voll zu"
    "|trifft voll und ganz zu|trifft völlig zu",
    "frequency, in German": "nie|niemals < fast nie|sehr selten < selten < gelegentlich|ab und zu < manchmal"
    " < oft|häufig < meistens|meist < sehr oft|sehr häufig|fast immer < immer",
    "quality, in German": "sehr schlecht < schlecht < eher schlecht < mittelmäßig|mittel|teils/teils|weder gut noch "
    "schlecht < eher gut < gut < sehr gut < ausgezeichnet|hervorragend",
    "satisfaction, in German": "sehr unzufrieden < unzufrieden < eher unzufrieden < neutral|teils/teils|teils, teils"
    "|weder zufrieden noch unzufrieden < eher zufrieden < zufrieden < sehr zufrieden",
    "importance, in German": "überhaupt nicht wichtig|gar nicht wichtig|völlig unwichtig < unwichtig|nicht wichtig"
    " < eher unwichtig|weniger wichtig < neutral|teils/teils < eher wichtig < wichtig < sehr wichtig",
    "extent, in German": "überhaupt nicht|gar nicht < kaum|ein wenig|wenig < etwas|mäßig|mittelmäßig < ziemlich|stark"
    " < sehr|sehr stark < äußerst|extrem",
    "level, in German": "kein|keine < sehr niedrig|sehr gering < niedrig|gering < mittel|durchschnittlich < hoch"
    " < sehr hoch",
    "month, in German": "januar|jan|jänner < februar|feb < märz|mär|mrz < april|apr < mai < juni|jun < juli|jul"
    " < august|aug < september|sep|sept < oktober|okt < november|nov < dezember|dez",
    "weekday, in German": "montag|mo < dienstag|di < mittwoch|mi < donnerstag|do < freitag|fr < samstag|sonnabend|sa"
    " < sonntag|so",
}

_RANKS = tuple(
    (name, {text.strip(): rank for rank, level in enumerate(levels.casefold().split("<")) for text in level.split("|")})
    for name, levels in SCALES.items()
)
_LARGEST = 1e300

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_DECIMAL_COMMA = re.compile(r"[+-]?\d+(?:,\d+)?", re.ASCII)
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}", re.ASCII)
_LEADING_ZERO = re.compile(r"[+-]?0\d", re.ASCII)

_N = r"[$€£]?(\d+(?:,\d{3})*(?:\.\d+)?)"
_UNIT = r"(?: (?:years?|yrs?|y|%|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|times?))?"
#: The first letters of a unit, by which units are different ones.
_UNIT_OF = re.compile(r"\d (y|min|h|d|w|mon|time|%)", re.ASCII)
_INTERVAL = re.compile(rf"{_N}\s?(?:-|–|—|to)\s?{_N}{_UNIT}", re.ASCII)
_BRACKETS = re.compile(r"[\[(]\s?(-?\d+(?:\.\d+)?)\s?,\s?(-?\d+(?:\.\d+)?)\s?[\])]", re.ASCII)
_BELOW = re.compile(
    rf"(?:<=?|≤|under|below|up to|less than|fewer than)\s?{_N}{_UNIT}"
    rf"|{_N}{_UNIT} (?:and|or) (?:under|below|less|fewer|younger){_UNIT}",
    re.ASCII,
)
_ABOVE = re.compile(
    rf"(?:>=?|≥|over|above|more than)\s?{_N}{_UNIT}"
    rf"|{_N}{_UNIT}(?:\s?\+| (?:and|or) (?:over|above|more|older|up){_UNIT})",
    re.ASCII,
)
_SINGLE = re.compile(rf"{_N}{_UNIT}", re.ASCII)


@dataclass(frozen=True)
class ColumnGuess:
    """What a column is taken for.

    Attributes
    ----------
    name : str
    role : one of ``ROLES``
    order : tuple of str
        The values, low to high, where the role is "ordered"; else empty.
    n_distinct, n_missing : int
        Different values (missing is none) and rows without one.
    why : str
        The reason, for the user to judge.
    use : str
        "id" where it is guessed, and "shown only", "known classes" or "id" where a recipe says so; else empty, and the
        role says it. The role of an id is "left out".
    """

    name: str
    role: str
    order: tuple[str, ...]
    n_distinct: int
    n_missing: int
    why: str
    use: str = ""


def guess_columns(
    columns: Sequence[tuple[str, Sequence[str], int]], n_rows: int, most_distinct: int
) -> tuple[ColumnGuess, ...]:
    """A guess for each column of a table; none is guessed to be row weights.

    Parameters
    ----------
    columns : sequence of (name, different values, number of missing rows)
    n_rows : int
    most_distinct : int
        Categories a column may have before it is left out.
    """
    guesses = []
    for name, values, n_missing in columns:
        role, order, why, use = _guess(name, list(values), n_rows - n_missing, most_distinct)
        guesses.append(ColumnGuess(name, role, order, len(values), n_missing, why, use))
    return tuple(guesses)


def as_numbers(texts: Sequence[str]) -> np.ndarray | None:
    """The texts as (len(texts),) float64, or None where one is no finite number.

    A decimal comma is read where no text has a point, unless every comma could part thousands: none of "0,840" and
    "1234,567" could.
    """
    if not all(_NUMBER.fullmatch(text) for text in texts):
        if not all(_DECIMAL_COMMA.fullmatch(text) for text in texts):
            return None
        if all("," not in text or _THOUSANDS.fullmatch(text) for text in texts):
            return None
        texts = [text.replace(",", ".") for text in texts]
    numbers = np.array([float(text) for text in texts], dtype=float)
    return numbers if (np.abs(numbers) < _LARGEST).all() else None


def order_of(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """``(order, why)``: the values low to high - numbers by size, a known scale, ranges, dates - or None."""
    numbers = as_numbers(values)
    if numbers is not None:
        return _by_size(values, numbers), "numbers, by size"
    return _known_scale(values) or _ranges(values) or _dates(values)


def beyond(n: int, most_distinct: int) -> str:
    """Why a column of n values is left out, if it has too many."""
    return f"{n:,} different values, where {most_distinct:,} is the limit"


class _Found(NamedTuple):
    """What a column is taken for: fields as in `ColumnGuess`."""

    role: str
    order: tuple[str, ...]
    why: str
    use: str = ""


def _guess(name: str, values: list[str], n_present: int, most_distinct: int) -> _Found:
    """What a column is taken for."""
    n = len(values)
    if not n:
        return _Found("left out", (), "every row is missing")
    if n == 1:
        return _Found("category", (), "the same value in every row that has one, so it carries nothing")
    named = why_id(name, values, n_present)
    if named:
        return _Found("left out", (), named, "id")
    numbers = as_numbers(values)
    if numbers is not None:
        distinct = np.unique(numbers)
        whole = bool((distinct == np.rint(distinct)).all())
        if whole and len(distinct) <= MOST_ORDERED:
            why = f"whole numbers with {len(distinct)} different values"
            return _Found("ordered", _by_size(values, numbers), why)
        if whole and len(distinct) == n_present == distinct[-1] - distinct[0] + 1:
            return _Found("left out", (), "whole numbers, one after the other, as row numbers are", "id")
        if not any(_LEADING_ZERO.match(value) for value in values):
            return _Found("binned", (), f"numbers with {len(distinct):,} different values")
    forms = date_forms(values)
    if forms:
        dates = sorted(when for value in values if (when := as_date(value, forms[0])) is not None)
        span = f"dates from {dates[0]} to {dates[-1]}" if len(forms) == 1 else "dates, day or month first"
        return _Found("left out", (), f"{span}: a recipe makes year, quarter, month or weekday of them")
    if n > most_distinct:
        return _Found("left out", (), beyond(n, most_distinct))
    scale = _known_scale(values) or _ranges(values)
    if scale:
        return _Found("ordered", *scale)
    words = np.mean([len(value.split()) for value in values])
    if words >= WORDS_OF_FREE_TEXT and n > max(MOST_ORDERED, n_present / 2):
        why = f"free text: {n:,} different answers in {n_present:,} rows, {words:.0f} words on average"
        return _Found("left out", (), why)
    if n == n_present > 2:
        return _Found("left out", (), "every value is different, as in an id", "id")
    if n > 50 and n > n_present / 2:
        return _Found("left out", (), f"{n:,} different values in {n_present:,} rows, as in an id")
    return _Found(
        "category", (), f"{'text' if numbers is None else 'codes with leading zeros'}, {n:,} different values"
    )


def _by_size(values: Sequence[str], numbers: np.ndarray) -> tuple[str, ...]:
    return tuple(v for _, v in sorted(zip(numbers.tolist(), values, strict=True)))


def _known_scale(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value stands on one of ``SCALES``, at least three levels of it."""
    keys = {value: re.sub(r"[\s_-]+", " ", value.casefold()).strip() for value in values}
    for name, ranks in _RANKS:
        if all(key in ranks for key in keys.values()) and len({ranks[key] for key in keys.values()}) >= 3:
            return tuple(sorted(values, key=lambda v: (ranks[keys[v]], v))), f"a known scale: {name}"
    return None


def _dates(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value is a date in one form alone."""
    forms = date_forms(values)
    if len(forms) != 1:
        return None
    return tuple(sorted(values, key=lambda value: (str(as_date(value, forms[0])), value))), "dates, earliest first"


def _ranges(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value is a range such as "20-29", "65+" or "<18", in one unit, and none overlap."""
    ranges = []
    for value in values:
        read = _range(value.casefold())
        if read is None:
            return None
        ranges.append((read, value))
    if len({unit for value in values for unit in _UNIT_OF.findall(value.casefold())}) > 1:
        return None
    ranges.sort()
    limits, order = [each for each, _ in ranges], tuple(value for _, value in ranges)
    apart = all(low >= high for (_, high), (low, _) in zip(limits, limits[1:], strict=False))
    if len(order) < 3 or not apart or not any(-np.inf < low < high < np.inf for low, high in limits):
        return None
    return order, "ranges of numbers"


def _range(text: str) -> tuple[float, float] | None:
    """The limits a range names, or None."""
    for pattern, low, high in (
        (_INTERVAL, None, None),
        (_BRACKETS, None, None),
        (_BELOW, -np.inf, None),
        (_ABOVE, None, np.inf),
        (_SINGLE, None, None),
    ):
        match = pattern.fullmatch(text)
        if match:
            numbers = [float(number.replace(",", "")) for number in match.groups() if number is not None]
            low = numbers[0] if low is None else low
            high = numbers[-1] if high is None else high
            return (low, high) if low <= high else None
    return None
