"""What Start shows: two heat maps of one column, one ADM distance worked out, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from catviz import plots
from catviz.plots.values import bar_below
from catviz.registry import DEFAULT, REFERENCE, method
from catviz.table.counts import Counts
from catviz.ui.labels import HEAT_MAP, PAPERS, SIMILAR
from catviz.ui.state import cache, uploads
from catviz.ui.state import view as views
from catviz.ui.state.defaults import DEFAULT_DATA, EXAMPLES, own_view
from catviz.ui.state.table_choices import go as choose
from catviz.ui.state.view import View
from catviz.ui.text import in_percent, number, plain
from catviz.ui.widgets import advice, panels

WHY = "See the part of every column"
WORKED_OUT = "Where does {} come from?"
FOR = (
    "Open a survey, a registry, a shop's table: see which answers are alike, which rows belong together, and whether "
    "it could be chance."
)
HEIGHT = 380


@dataclass(frozen=True)
class Example:
    """A data set, a column, two pairs at distance 0, a value near one of them, and a column to show why."""

    data: str
    column: str
    pair: tuple[str, str]
    other_pair: tuple[str, str]
    surprise: str
    example: str
    left: str = REFERENCE
    right: str = DEFAULT


EXAMPLE = Example(DEFAULT_DATA, EXAMPLES[DEFAULT_DATA], ("almond", "anise"), ("fishy", "spicy"), "pungent", "gill_size")


def share_of_class(value: str, label: str) -> float:
    """Share of the rows with a value of the story's column that belong to a class."""
    table = own_view().table
    r = table.codebook.position(EXAMPLE.column)
    classes = table.target[table.codes[:, r] == table.codebook.code(EXAMPLE.column, value)]
    return float((classes == label).mean())


@dataclass(frozen=True)
class Gap:
    """How two values differ in one other column: counts, shares, and half the sum of the shares' differences."""

    values: tuple[str, ...]
    counts: np.ndarray
    shares: np.ndarray

    @property
    def total_variation(self) -> float:
        """From 0, the same distribution, to 1, no value in common."""
        return float(np.abs(self.shares[0] - self.shares[1]).sum() / 2)


def gap(counts: Counts, a: str, b: str, other: str) -> Gap:
    """Two values of the story's column in another column, from the counts of the table."""
    book = counts.codebook
    r, s = book.position(EXAMPLE.column), book.position(other)
    joint = counts.joint(r, s)[[book.code(EXAMPLE.column, value) for value in (a, b)]]
    return Gap(book.labels[s], joint, joint / joint.sum(axis=1, keepdims=True))


def narrow_heat_map(distances: Any, column: str, **how: Any) -> go.Figure:
    """A heat map for a third of the page: its bar below, and nothing that would overlap."""
    figure = plots.heat_map(distances, column, **how)
    figure.layout.annotations = ()
    below = [name.rpartition(" (")[0] for name in figure.layout.xaxis.ticktext]
    figure.update_layout(height=HEIGHT, xaxis={"ticktext": below, "tickangle": -90})
    return bar_below(figure)


def worked_example(view: View, distance: float, others: int) -> None:
    """Show the table of counts, the difference of the shares in one column, and the average over all columns."""
    a, b, other = EXAMPLE.pair[0], EXAMPLE.surprise, plain(EXAMPLE.example)
    short = method(EXAMPLE.right).short
    result = gap(cache.counts(view), a, b, EXAMPLE.example)
    (p, _), (q, _) = result.shares
    st.markdown(f"**{short} distance of {a} and {b}**")
    st.table(
        pd.DataFrame(
            [
                [f"{n:,.0f} ({in_percent(share)})" for n, share in zip(counts, shares, strict=True)]
                for counts, shares in zip(result.counts, result.shares, strict=True)
            ],
            index=pd.Index([a, b], name=EXAMPLE.column),
            columns=[f"{EXAMPLE.example}: {result.values[0]}", result.values[1]],
        )
    )
    st.markdown(
        f"1. {in_percent(p)} of the {a} mushrooms have {other} = {plain(result.values[0])}, and {in_percent(q)} of the "
        f"{b} ones: the difference is **{number(result.total_variation)}**.\n"
        f"2. Do the same for each of the {others} columns other than {EXAMPLE.column}: add up the differences of all "
        f"values, without sign, and halve the sum. (Here: half of {number(result.total_variation)} + "
        f"{number(result.total_variation)}.)\n"
        f"3. The average of these {others} numbers is the {short} distance, **{number(distance)}**."
    )
    choices = {
        "data": EXAMPLE.data,
        "method": EXAMPLE.right,
        "column": EXAMPLE.column,
        "a": a,
        "b": b,
        "values": SIMILAR,
        "look": HEAT_MAP,
    }
    panels.door(WHY, "values", choose, kwargs=choices, type="primary", width="stretch", wrap=True)


def next_steps() -> None:
    """What catviz is for, and the doors: an own table, the lessons, the comparison, the papers."""
    st.markdown(FOR)
    with st.container(key="doors"):
        file_box, lessons_box, methods_box, papers_box = st.columns([5, 2, 2, 2.6], vertical_alignment="center")
        with file_box:
            uploads.box("start-file", "Open a file")
        lessons_box.page_link("pages/lessons.py", label="Open the lessons", width="stretch")
        methods_box.page_link("pages/methods.py", label="Compare methods", width="stretch")
        with papers_box:
            panels.door("See the papers' numbers", "methods", choose, kwargs={"compare": PAPERS}, width="stretch")


def advice_section() -> None:
    """What advice says of the table chosen."""
    advice.section(views.current())
