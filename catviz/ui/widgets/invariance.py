"""What a method declares that harmless changes of a table do to its distances, checked on the table at hand."""

from __future__ import annotations

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from catviz.analysis.invariance import COMPARED_ROWS, MOST_ROWS, metamorphic
from catviz.base import EXACT, UP_TO_SCALE
from catviz.registry import Method
from catviz.ui.state import background, cache
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain

CHANGES = {
    "rename": "Renaming the values",
    "permute": "Shuffling the rows",
    "constant": "Adding a column with one value",
}
EFFECTS = {EXACT: "changes no distance", UP_TO_SCALE: "multiplies all distances by the same factor"}
_MAY_CHANGE = "may change distances"
_FITS = 4


def invariances(view: View, method: Method, parameters: cache.Parameters) -> None:
    """A badge for each change: what the method declares and, once asked for, what is found on this table."""
    declared = getattr(method.cls, "invariances", None)
    if declared is None:
        return
    st.markdown(
        "Three changes of the table that ought not to matter, and what each does to distances under this method:"
    )
    box = st.container(horizontal=True)
    found = _found(view, method, parameters)
    for change, words in CHANGES.items():
        with box:
            if found is None:
                _declared(words, declared[change])
            else:
                _compared(words, found.loc[change])
    if found is not None and view.table.n_rows > MOST_ROWS:
        st.caption(f"Found on a sample of {MOST_ROWS:,} rows.")
    if found is not None and not hasattr(method.cls, "value_distances_"):
        n = min(COMPARED_ROWS, view.table.n_rows)
        st.caption(f"Compared: the distances of {counted(n, 'row')}; one permutation.")


def _found(view: View, method: Method, parameters: cache.Parameters) -> pd.DataFrame | None:
    """What the changes do to this table, by change; None until it was asked for and is there."""
    what, work = repr(("metamorphic", method.name, parameters)), partial(_check, view, method, parameters)
    found = background.result(
        view, what, work, "The check", _seconds(view, method), at_once=-1, ask="Check on this table"
    )
    if isinstance(found, str):
        st.caption(f":orange[Note:] {plain(found, 600)}")
        return None
    return None if found is None or len(found) < len(CHANGES) else found


def _check(view: View, method: Method, parameters: cache.Parameters, report) -> pd.DataFrame | str:
    estimator = cache.unfitted(view, method.name, parameters)
    y = view.target_for(estimator)
    try:
        return metamorphic(estimator, view.table, y, view.seed, report).set_index("change")
    except ValueError as error:
        return str(error)


def _seconds(view: View, method: Method) -> float:
    codebook = cache.counts(view).codebook
    n = min(cache.n_distinct(view), MOST_ROWS)
    return 0.1 + _FITS * method.cls.cost(n, len(codebook.attributes), codebook.n_values)


def _declared(words: str, declared: str) -> None:
    why = "" if declared in EFFECTS else declared
    st.badge(f"{words} {EFFECTS.get(declared, _MAY_CHANGE)}", color="gray", help=_sentence(why))


def _compared(words: str, found: pd.Series) -> None:
    """One change: green where the declaration holds, orange with the number where not."""
    share = found["difference"]
    what = {
        EXACT: EFFECTS[EXACT],
        UP_TO_SCALE: f"multiplies all distances by {number(found['scale'])}",
    }.get(found["found"], f"changes a distance by up to {number(100 * share)}\u00a0% of the largest")
    color: Any
    if not found["kept"]:
        text, color = f"{words} {what}; expected: {EFFECTS.get(found['declared'], _MAY_CHANGE)}", "orange"
    elif found["found"] == found["declared"]:
        text, color = f"{words} {what}, as expected", "green" if found["found"] != "changed" else "gray"
    else:
        text, color = f"{words} {what} in this table", "green"
    help = f"Largest difference: {number(share)} of the largest distance."
    st.badge(text, color=color, help=" ".join(filter(None, [help, _sentence(found["why"])])))


def _sentence(reason: str) -> str | None:
    return f"{reason[0].upper()}{reason[1:]}." if reason else None
