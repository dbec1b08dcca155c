"""What a column of text is: numbers, a scale, a range, an id - and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import time
from typing import NamedTuple

import numpy as np

from catviz.table.dates import DIGITS_FORM, MONTH_FORM, are_times, as_date, date_forms, parts_in, time_of
from catviz.table.ids import counts_time, kind_of_codes, why_id
from catviz.table.no_answers import missing_codes
from catviz.table.numbers import Written, one_text_each, read_numbers
from catviz.table.numbers import as_numbers as as_numbers
from catviz.table.scales import scale_of

#: What a column may be used as; "binned" are numbers cut into ordered intervals.
ROLES = ("category", "ordered", "binned", "weight", "left out")

#: What else a recipe may use a column as: drawn without shaping anything, as the outcome, to tell rows apart, to say
#: which rows belong together.
USES = ("shown only", "known classes", "id", "groups")
#: Who says what a column is.
GUESSED, BY_HAND, IN_TABLE = "guess", "hand", "table"

#: Whole numbers with at most so many different values are ordered categories, others are binned.
MOST_ORDERED = 12

#: Whole numbers between these, one after the other, are years and no row numbers.
_YEARS = (1500, 2200)
#: Answers of so many words on average are free text where most differ.
WORDS_OF_FREE_TEXT = 4

#: Categories that a column read from a file may have; one with more is left out.
MOST_DISTINCT = 5_000

#: Periods, such as months, that are an order if there are at most so many; more are dates.
MOST_PERIODS = 36

#: Rows with a number of their own, at least, and the share of them, from which on numbers may tell rows apart.
_FEWEST_IDS, _NEARLY_ALL = 20, 0.95
#: Digits that numbers have from which on all of equal length are codes or ids, if they look like them.
_DIGITS, _LONG = 4, 7
#: Digits of a whole number up to which a number of the machine tells it from its neighbours.
_EXACT = 15
#: The largest over the smallest of numbers of equal length that are codes, at least.
_SPREAD = 3
#: The share of them that end in zero, from which on they are money or estimates.
_ROUND = 0.3
#: Different numbers that all begin with a plus, from which on they are prefixes of telephone numbers.
_FEWEST_PREFIXES = 3
#: Different values that are looked at before all are.
_FIRST = 10_000

_LEADING_ZERO = re.compile(r"[+-]?0\d+", re.ASCII)
_PREFIX = re.compile(r"\+\d{1,4}", re.ASCII)


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
    by : {"guess", "hand", "table"}
        Who says so: the values, the user, or the table that the column comes from.
    not_weights : str
        Why it is not taken as row weights, where its name or its mean is one of these; else empty.
    use : str
        "id" where it is guessed, and "shown only", "known classes", "id" or "groups" where a recipe says so; else
        empty, and the role says it. The role of an id, and of "groups", is "left out".
    decimal : {"", ".", ","}
        The sign before its decimals where its numbers alone do not tell, but others of the file do; else empty.
    """

    name: str
    role: str
    order: tuple[str, ...]
    n_distinct: int
    n_missing: int
    why: str
    use: str = ""
    decimal: str = ""
    by: str = GUESSED
    not_weights: str = ""

    def set_by_hand(self, role: str, order: tuple[str, ...] = (), use: str = "") -> ColumnGuess:
        """What the user says that the column is."""
        return replace(self, role=role, order=order, use=use, why="set by hand", by=BY_HAND)


def guess_columns(
    columns: Sequence[tuple[str, Sequence[str], int]],
    n_rows: int,
    most_distinct: int,
    decimals: Mapping[str, str] | None = None,
) -> tuple[ColumnGuess, ...]:
    """A guess for each column of a table; none is guessed to be row weights.

    Parameters
    ----------
    columns : sequence of (name, different values, number of missing rows)
    n_rows : int
    most_distinct : int
        Categories a column may have before it is left out.
    decimals : mapping of column to {".", ","}, optional
        What is known of the sign before decimals. Numbers that do not tell, such as 2.233, are read as the others of
        the table are: beside 19,47 they are thousands.
    """
    known = decimals or {}
    named = [why_id(name, values, n_rows - n_missing) for name, values, n_missing in columns]
    read = [None if why else read_numbers(values) for why, (_, values, _) in zip(named, columns, strict=True)]
    signs = {each.decimal for each in read if each is not None and each.decimal and not each.ambiguous}
    of_table = signs.pop() if len(signs) == 1 else ""
    guesses = []
    for (name, values, n_missing), written, as_id in zip(columns, read, named, strict=True):
        decimal = ""
        if written is not None and written.ambiguous:
            decimal = known.get(name, "") or of_table
            written = read_numbers(values, decimal)
        role, order, why, use = _guess(name, list(values), n_rows - n_missing, most_distinct, written, as_id)
        guesses.append(ColumnGuess(name, role, order, len(order) or len(values), n_missing, why, use, decimal))
    return tuple(guesses)


def order_of(values: Sequence[str], decimal: str = "") -> tuple[tuple[str, ...], str] | None:
    """``(order, why)``: the values low to high - numbers by size, a known scale, ranges, dates - or None."""
    numbers = as_numbers(values, decimal)
    if numbers is not None:
        return _by_size(values, numbers), "numbers, by size"
    return scale_of(values) or _dates(values)


def beyond(n: int, most_distinct: int) -> str:
    """Why a column of n values is left out, if it has too many."""
    return f"{n:,} different values, where {most_distinct:,} is the limit"


def looks_like_codes(values: Sequence[str], numbers: np.ndarray) -> bool:
    """True for whole numbers of equal length, at least four digits, that lie far apart: postcodes, numbers of persons.

    Years lie close together, and sums of money end in zeros.
    """
    if len(values) <= MOST_ORDERED or len({len(value) for value in values[:_FIRST]}) > 1 or len(values[0]) < _DIGITS:
        return False
    first = numbers[:_FIRST]
    if not all(value.isdigit() for value in values[:_FIRST]) or first.max() < _SPREAD * first.min():
        return False
    return bool((first % 10 == 0).mean() < _ROUND)


def tell_rows_apart(n_distinct: int, n_present: int) -> bool:
    """True where nearly every row has a value of its own."""
    return n_present >= _FEWEST_IDS and n_distinct >= _NEARLY_ALL * n_present


class _Found(NamedTuple):
    """What a column is taken for: fields as in `ColumnGuess`."""

    role: str
    order: tuple[str, ...]
    why: str
    use: str = ""


def _guess(
    name: str, values: list[str], n_present: int, most_distinct: int, written: Written | None, as_id: str
) -> _Found:
    """What a column is taken for; ``as_id`` says why its name is that of an id."""
    n = len(values)
    if not n:
        return _Found("left out", (), "every row is missing")
    if n == 1:
        return _Found("category", (), "the same value in every row that has one, so it carries nothing")
    if as_id:
        return _Found("left out", (), as_id, "id")
    forms = date_forms(values)
    codes = ""
    if written is not None and forms not in ((DIGITS_FORM,), (MONTH_FORM,)):
        codes = _why_codes(name, values, written)
        found = None if codes else _guess_numbers(values, n_present, written)
        if found:
            return found
    if forms and not codes:
        return _guess_dates(values, forms, n_present)
    if are_times(values):
        return _guess_times(values, n_present)
    if n > most_distinct:
        return _Found("left out", (), beyond(n, most_distinct))
    scale = None if codes else scale_of(values)
    if scale:
        return _Found("ordered", *scale)
    words = np.mean([len(value.split()) for value in values])
    if words >= WORDS_OF_FREE_TEXT and n > max(MOST_ORDERED, n_present / 2):
        why = f"free text: {n:,} different answers in {n_present:,} rows, {words:.0f} words on average"
        return _Found("left out", (), why)
    if n == n_present > 2:
        return _Found("left out", (), "every value is different, as in an id", "id")
    if n > 50 and n > n_present / 2 and not codes:
        return _Found("left out", (), f"{n:,} different values in {n_present:,} rows, as in an id")
    return _Found("category", (), f"{codes or 'text'}, {n:,} different values")


def _guess_numbers(values: list[str], n_present: int, written: Written) -> _Found | None:
    """What numbers are taken for; None where they are no order and no quantity."""
    numbers, distinct = written.numbers, np.unique(written.numbers)
    whole = bool((distinct == np.rint(distinct)).all())
    unit = f", in {written.unit}" if written.unit else ""
    if whole and len(distinct) <= MOST_ORDERED:
        why = f"whole numbers with {len(distinct)} different values{unit}"
        return _Found("ordered", _by_size(values, numbers), why)
    in_turn = whole and not unit and len(distinct) == n_present == distinct[-1] - distinct[0] + 1
    if in_turn and not (_YEARS[0] <= distinct[0] and distinct[-1] <= _YEARS[1]):
        return _Found("left out", (), "whole numbers, one after the other, as row numbers are", "id")
    if tell_rows_apart(len(distinct), n_present) and len(values[0]) >= _LONG and looks_like_codes(values, numbers):
        why = f"numbers of {len(values[0])} digits, and nearly every row has one of its own, as in an id"
        return _Found("left out", (), why, "id")
    return _Found("binned", (), f"numbers with {len(distinct):,} different values{unit}")


def _why_codes(name: str, values: Sequence[str], written: Written) -> str:
    """Why numbers are codes, which have no order and no size; empty where they may be a quantity."""
    if written.unit:
        return ""
    zeros = [value for value in values if _LEADING_ZERO.fullmatch(value)]
    others = set(values)
    if zeros and not _are_padded_numbers(name, zeros, others):
        return "codes with leading zeros"
    if len(values) >= _FEWEST_PREFIXES and all(_PREFIX.fullmatch(value) for value in values):
        return "codes that begin with a plus"
    long = {int(value) for value in values if len(value) > _EXACT and value.lstrip("+-").isdecimal()}
    if len(set(map(float, long))) < len(long):
        return f"codes of more than {_EXACT} digits"
    kind = kind_of_codes(name)
    whole = bool((written.numbers == np.rint(written.numbers)).all())
    if kind == "codes" or (kind == "groups" and whole and len(values) <= MOST_ORDERED):
        return f"codes by the name {name!r}"
    stray = missing_codes(values, [1] * len(values)) if whole and len(values) <= MOST_ORDERED else []
    return f"codes, of which {' and '.join(stray)} may be no answer" if stray else ""


def _are_padded_numbers(name: str, zeros: Sequence[str], values: set[str]) -> bool:
    """True where the same number occurs with and without leading zeros, or where months and days have two digits."""
    if any(len(value.lstrip("+-")) >= _DIGITS for value in zeros):
        return False
    return any(value.lstrip("0") in values for value in zeros) or counts_time(name)


def _guess_dates(values: Sequence[str], forms: Sequence[str], n_present: int) -> _Found:
    """What dates are taken for: months and few dates are an order; many are left out until a recipe says what to do."""
    read = [(when, time_of(value) or time(), value) for value in values if (when := as_date(value, forms[0]))]
    dates = sorted(when for when, *_ in read)
    if forms == (MONTH_FORM,) and len(read) == len(values) <= MOST_PERIODS:
        return _Found("ordered", tuple(value for *_, value in sorted(read)), "months as dates, earliest first")
    if len(forms) == 1 and len(read) == len(values) <= MOST_ORDERED and len(values) < n_present:
        return _Found("ordered", tuple(value for *_, value in sorted(read)), "few dates, earliest first")
    span = f"dates from {dates[0]} to {dates[-1]}" if len(forms) == 1 else f"dates, {' or '.join(forms)}"
    lost = [] if len(forms) > 1 else [value for value in values if as_date(value, forms[0]) is None]
    beside = f", but for {', '.join(f'“{value}”' for value in lost)}, which is no date" if lost else ""
    *first, last = parts_in(values)
    return _Found("left out", (), f"{span}{beside}: a recipe makes {', '.join(first)} or {last} of them")


def _guess_times(values: Sequence[str], n_present: int) -> _Found:
    """What times of day are taken for: few are an order, many are left out until a recipe makes hours of them."""
    order = tuple(value for _, value in sorted((time_of(value) or time(), value) for value in values))
    if len(values) <= MOST_ORDERED and len(values) < n_present:
        return _Found("ordered", order, "few times of day, earliest first")
    return _Found("left out", (), f"times of day from {order[0]} to {order[-1]}: a recipe makes hours of them")


def _by_size(values: Sequence[str], numbers: np.ndarray) -> tuple[str, ...]:
    """One text for each number, from the smallest."""
    twins = one_text_each(values, numbers)
    return tuple(v for _, v in sorted(zip(numbers.tolist(), values, strict=True)) if v not in twins)


def _dates(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value is a date in one form alone."""
    forms = date_forms(values)
    if len(forms) != 1 or any(as_date(value, forms[0]) is None for value in values):
        return None
    return tuple(sorted(values, key=lambda value: (str(as_date(value, forms[0])), value))), "dates, earliest first"
