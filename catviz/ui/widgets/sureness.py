"""How sure distances and orders of values are: chips beside an answer, and marks in lists of values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pandas as pd
import streamlit as st
from sklearn.base import clone

from catviz.analysis.uncertainty import FEWEST, NearestValues, PairUncertainty, Uncertainty, uncertainty
from catviz.base import CountsMethod
from catviz.export import code as scripts
from catviz.plots.values import CLICKABLE_VALUES
from catviz.ui.state import background, cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import downloads
from catviz.wording import significant
from catviz.words import sureness as words
from catviz.words.chips import chips

#: Families of methods whose distances use nothing but the values of the column itself.
_ALONE = ("frequency", "indicator", "matching")
#: Rows of a value below which its distances from counts are too large on average: of 10 to 19 rows ADM's are 0.14 above
#: a mean of 0.16, by simulation with six columns.
TOO_FAR = 20
#: Values of few rows that are named.
_NAMED = 4
#: Seconds that a resample takes for each distinct row and pair of columns, and resamples.
_SECONDS, _RESAMPLES = 2e-9, 200
_TITLE = "How sure is this?"
#: Seconds that a deal of two values' rows takes, and for each distinct row of theirs.
_SECONDS_A_DEAL, _SECONDS_A_ROW = 5e-5, 1.7e-7
_DIFFER = "Which values differ?"
#: Seconds that a page waits for it before it shows how far it is.
_WAIT = 0.5
#: Columns up to which intervals were measured. Pairs of values of all columns up to which the resamples' distances are
#: kept. Values of a column up to which its order is looked at.
_MOST_COLUMNS, _MOST_PAIRS, _MOST_VALUES = 30, 10_000, 30


def known(view: View, learned: Fitted) -> Uncertainty | None:
    """How sure what was learned is; None where nothing can be said, or until it is worked out.

    Until then it shows how far the work is, so a page asks once and hands on what it gets.
    """
    method = learned.estimator
    if not isinstance(method, CountsMethod) or not method.intervals_hold or learned.supervised:
        return None
    return _drawn(view, learned)


def can_be_said(view: View) -> bool:
    """Whether the rows are a sample of independent rows, so that others could have been drawn, of few columns."""
    book = view.table.codebook
    wide = len(book.attributes) > _MOST_COLUMNS or (book.n_values**2).sum() > _MOST_PAIRS
    return not (view.not_drawn_anew or view.no_sample or view.large is not None or wide)


def ellipses(view: View, learned: Fitted) -> pd.DataFrame | None:
    """Those of the values on the first two axes of MCA; None where nothing can be said, or until it is worked out."""
    found = _drawn(view, learned)
    return None if found is None else _ellipses(view, learned, found)


@cache.by_content(16)
def _ellipses(view: View, learned: Fitted, _found: Uncertainty) -> pd.DataFrame:
    return _found.ellipses()


def _drawn(view: View, learned: Fitted) -> Uncertainty | None:
    """The resamples of a table, drawn in the background where that takes a while."""
    if not can_be_said(view):
        return None
    d = view.table.n_attributes
    seconds = _RESAMPLES * (0.0002 + _SECONDS * cache.n_distinct(view) * d * d)
    work = partial(_work, view, learned)
    found = background.result(
        view, f"sureness {learned.content}", work, _TITLE, seconds, wait_seconds=_WAIT, brief=True
    )
    return found if isinstance(found, Uncertainty) else None


def _work(view: View, learned: Fitted, report) -> Uncertainty | str:
    """The uncertainty with its resamples drawn, or why there is none."""
    try:
        found = uncertainty(view.table, clone(learned.estimator), _RESAMPLES)
    except ValueError as reason:
        return str(reason)
    if found.method.intervals_hold:
        found.draw()
    return found


def of_pair(
    view: View, learned: Fitted, found: Uncertainty | None, column: str, pair: tuple[str, str]
) -> dict[str, str]:
    """Chips on the distance of two values, and on the values nearest to the first; else that nothing is tested."""
    if found is None or pair[0] == pair[1] or not _enough(found, column, pair):
        return not_tested(learned, column, pair)
    distance = _pair(view, learned, column, pair, found)
    sentence = plain(words.pair_in_words(distance, *pair), 400)
    shown = distance.told_apart or distance.p_value != distance.p_value  # groups of rows are not tested
    label = "{low} to {high} (95\u00a0%)" if shown else "not shown to differ"
    texts = chips(
        "sureness", label, said=sentence, low=significant(distance.low, 2), high=significant(distance.high, 2)
    )
    return texts | of_nearest(view, learned, found, column, pair[0])


def same_values(view: View, learned: Fitted, column: str) -> list[tuple[str, str]] | None:
    """Pairs of a column's values that are not told apart, once `tell_apart` has found them; None before."""
    same: list[tuple[str, str]] | None = background.peek(view, _telling(learned, column))
    return same


def tell_apart(view: View, learned: Fitted, found: Uncertainty | None, column: str) -> None:
    """Find in the background which values of a column are told apart; the page runs again once that is known."""
    if found is None or found.grouped:
        return
    v = len(found.codebook.labels[found.codebook.position(column)])
    seconds = _RESAMPLES * (v - 1) * (_SECONDS_A_DEAL * v / 2 + _SECONDS_A_ROW * cache.n_distinct(view))
    if v > CLICKABLE_VALUES or seconds > background.AT_ONCE:
        return
    known = same_values(view, learned, column) is not None
    work = partial(_tell_apart, found, column)
    if background.result(view, _telling(learned, column), work, _DIFFER, seconds, brief=True) is not None and not known:
        st.rerun()


def _telling(learned: Fitted, column: str) -> str:
    return f"which differ {learned.content} {column}"


def _tell_apart(found: Uncertainty, column: str, _report) -> list[tuple[str, str]]:
    return found.not_told_apart(column)


def offer(found: Uncertainty | None, column: str, pair: tuple[str, str]) -> None:
    """Offer the intervals of a column's distances, and the code that makes them."""
    if found is not None and pair[0] != pair[1] and _enough(found, column, pair):
        downloads.offer({f"How sure: {column}": partial(found.pairs, column)}, [scripts.sureness(column, *pair)])


def of_nearest(view: View, learned: Fitted, found: Uncertainty | None, column: str, value: str) -> dict[str, str]:
    """A chip on which values can be the nearest to one; none if nothing is known, or there is no choice."""
    nearest = _nearest_to(view, learned, found, column, value)
    if nearest is None:
        return {}
    sentence = plain(words.nearest_in_words(nearest), 400)
    n = len(nearest.possible)
    return chips("sureness", "nearest: clear" if n == 1 else "nearest: {n} possible", n=n, said=sentence)


def of_order(view: View, learned: Fitted, columns: Iterable[str]) -> dict[str, str]:
    """A chip on how many pairs of values are settled to stand in the order shown, column by column."""
    found = known(view, learned)
    orders = {} if found is None else _orders(view, learned, tuple(columns), found)
    pairs = sum(map(len, orders.values()))
    if not pairs:
        return {}
    settled = sum(int(order["settled"].sum()) for order in orders.values())
    said = [f"- **{plain(c, 60)}**: {plain(words.order_in_words(order), 300)}" for c, order in orders.items()]
    return chips("sureness", "{settled} of {pairs} pairs settled", settled=settled, pairs=pairs, said="\n".join(said))


def possible(view: View, learned: Fitted, found: Uncertainty | None, column: str, value: str) -> tuple[str, ...]:
    """The values that can be the nearest to one; empty where nothing is known of it."""
    nearest = _nearest_to(view, learned, found, column, value)
    return () if nearest is None else nearest.possible


def _nearest_to(
    view: View, learned: Fitted, found: Uncertainty | None, column: str, value: str
) -> NearestValues | None:
    if found is None or not found.method.nearest_sets_hold or not _enough(found, column, (value,)):
        return None
    return _nearest(view, learned, column, value, found)


@cache.by_content(128)
def _nearest(view: View, learned: Fitted, column: str, value: str, _found: Uncertainty) -> NearestValues | None:
    return _found.nearest(column, value)


@cache.by_content(128)
def _pair(view: View, learned: Fitted, column: str, pair: tuple[str, str], _found: Uncertainty) -> PairUncertainty:
    return _found.pair(column, *pair)


@cache.by_content(32)
def _orders(view: View, learned: Fitted, columns: tuple[str, ...], _found: Uncertainty) -> dict[str, pd.DataFrame]:
    book = _found.codebook
    few = [column for column in columns if len(book.labels[book.position(column)]) <= _MOST_VALUES]
    return {column: order for column in few if len(order := _found.order(column))}


def not_tested(learned: Fitted, column: str, values: Iterable[str]) -> dict[str, str]:
    """Chips that distances are not tested, and on those of these values that few rows have, if that matters."""
    texts, distances, few = chips("values", "not a test"), learned.distances, []
    if learned.method.family in _ALONE:
        return texts
    r = distances.codebook.position(column)
    for value in dict.fromkeys(values):
        n = float(distances.frequencies[r][distances.codebook.code(column, value)])
        if n < TOO_FAR:
            few.append(f"{plain(column, 40)} = {plain(value, 40)} ({'1 row' if n == 1 else f'{number(n)} rows'})")
    if not few:
        return texts
    more = f" and {counted(len(few) - _NAMED, 'other value')}" if len(few) > _NAMED else ""
    return texts | chips("sureness", "values of few rows", named=", ".join(few[:_NAMED]) + more, few=TOO_FAR)


def _enough(found: Uncertainty, column: str, values: Iterable[str]) -> bool:
    r, book = found.codebook.position(column), found.codebook
    return all(v in book.labels[r] and found.support(r)[book.code(column, v)] >= FEWEST for v in values)
