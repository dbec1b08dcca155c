"""What every walk through a method is made of: the calculation, figures of all values, and the number it ends in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from catviz.plots import inside as draw
from catviz.plots.distance_scale import distance_scale
from catviz.ui.labels import OTHER_COLUMN
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.text import number, plain
from catviz.ui.widgets import charts, linked_steps
from catviz.ui.widgets.downloads import offer
from catviz.ui.widgets.worked import Step, as_table

BOX = 164
"""Width of the select boxes beside the result: three of them fit on a projector."""
PAPER = {
    "AhmadDey": "calls a column an attribute.",
    "COD": "calls a column an attribute, step 3 the inter-coupled and step 4 the intra-coupled attribute value "
    "similarity, and P(w | x) the information conditional probability.",
    "COS": "calls a column an attribute, step 3 the inter-coupled and step 4 the intra-coupled attribute value "
    "similarity, and P(w | x) the information conditional probability.",
    "WCADO": "calls a column an attribute, step 3 the weighted inter-coupled and step 4 the weighted intra-attribute "
    "distance for values.",
    "TAVE": "calls a column an attribute, M the intra-attribute and Q the inter-attribute value similarity matrix, and "
    "the last F the diffusion matrix H.",
    "AVE": "calls a column an attribute, M the intra-attribute and Q the inter-attribute value similarity matrix.",
    "MTDLE": "calls a column an attribute, a value a symbol, and the length of a shortest path a transitive distance.",
    "OCL": "calls a column an attribute, a value a possible value, and a row an object.",
}
"""What a method's paper calls what the page names in its own words."""


def other_column(others: Sequence[str], default: str) -> str:
    """The column whose contingency table is shown in detail."""
    help = "Its contingency table with the column is shown in steps 1 and 2."
    with box():
        return controls.select(OTHER_COLUMN, others, "other", default, help=help)


def box():
    """Where a choice beside the result is drawn: boxes wrap on a narrow screen."""
    return st.container(width=BOX)


def calculation(
    learned: Fitted,
    explanation,
    pair: tuple[str, str],
    made: Callable[[Any], Sequence[Step]],
    choose: Callable[[], Any] = lambda: None,
    headline: Callable[[Any, float], None] | None = None,
) -> Any:
    """The number of the pair and its calculation, whose numbers are linked; returns what ``choose`` chose.

    Parameters
    ----------
    made : callable(choice) -> steps
    choose : callable() -> choice
        Draws what else is chosen beside the pair.
    headline : callable(choice, result)
        Says the result, if it is another number than the explanation's.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.container(width=270)
        choice = choose()
        found = made(choice)
        with st.container(width="stretch"):
            chosen = linked_steps.choose(found)
    with words:
        if headline is None:
            result(explanation, *pair)
        else:
            headline(choice, found[-1].numbers[-1].value)
    linked_steps.show(found, chosen, learned.method.name)
    if learned.method.name in PAPER:
        st.caption(f"The paper of {plain(learned.method.short)} {plain(PAPER[learned.method.name], 600)}")
    offer({f"The calculation, {learned.method.short}": partial(as_table, found)}, [])
    return choice


def distances(learned: Fitted, column: str, a: str, b: str, order: Sequence[int] = ()) -> None:
    """All distances of the column's values: the number of the pair is one of them."""
    table, scale = learned.distances[column], distance_scale(learned.distances, column)
    theme, pair = charts.theme(), (a, b)
    figure = draw.matrix(table, theme, "distances", scale.words, scale.end, near=True, marked=pair, order=order)
    show(figure, "distances", f"Distances of all values of {column}.")


def all_values(column: str) -> None:
    """The heading over figures that show more than the pair."""
    st.header(f"All values of {plain(column, 60)}", anchor=False)


def grid(parts: Sequence[Callable[[], None]]) -> None:
    """Draw figures two by two."""
    for first in range(0, len(parts), 2):
        for box, part in zip(st.columns(2, gap="medium"), parts[first : first + 2], strict=False):
            with box:
                part()


def show(figure, key: str, alt: str) -> None:
    """Draw one figure."""
    charts.show(figure, f"inside-{key}", alt)


def labelled(table, labels: Sequence[str]) -> pd.DataFrame:
    """A table with values as its rows and columns."""
    return pd.DataFrame(table, index=list(labels), columns=list(labels))


def result(explanation, a: str, b: str, value: float | None = None, when: str = "") -> None:
    """The number of the Values page, or another ``value`` and ``when`` it holds."""
    shown = number(explanation.value if value is None else value)
    of = f"{explanation.quantity.capitalize()} of {plain(a, 40)} and {plain(b, 40)}"
    turned = f" (distance {number(explanation.distance)})" if explanation.quantity == "similarity" else ""
    st.markdown(f"## {of}{when} → {shown}{turned}")
