"""The parts of the Columns page: chips of the table, the measure of association, and rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.outcome import Outcome
from catviz.export import code as scripts
from catviz.table.association import ADJUSTED, MEASURES
from catviz.table.counts import Counts
from catviz.table.weights import are_whole
from catviz.ui.labels import DETAILS
from catviz.ui.state import cache, controls, notable, results, session
from catviz.ui.state.view import View
from catviz.ui.text import counted, first_names, plain
from catviz.ui.widgets import outcome_limits, panels
from catviz.ui.widgets.association_limits import not_a_test
from catviz.ui.widgets.downloads import offer
from catviz.words.chips import chips
from catviz.words.columns import related_in_words

#: Columns drawn on the page, and in a presentation; more can be highlighted one by one.
DRAWN, PRESENTED = 40, 9
#: What the bars of values show.
ROWS, BY_CLASS, SHARES = "rows", "rows by class", "shares of the classes"
_NAMED = {"AMI": "AMI (adjusted mutual information)", "bias-corrected V": "Cramér's V, bias-corrected"}
_WHICH_MEASURE = (
    "If unsure, keep AMI. AMI and bias-corrected V are corrected for chance: unrelated columns get about 0. The other "
    "measures get more, the more values the columns have. Redundancy: mutual information divided by the entropy of the "
    "pairs of values. Columns that go with an outcome are ranked by bias-corrected V, since it comes from the "
    "chi-squared that is tested."
)


def limits(view: View, counts: Counts, measure: str, found: Outcome | None) -> None:
    """Show in chips what limits the answer, what the table is, what is missing, and what the association is.

    ``found`` what goes with the outcome, if that was tested.
    """
    together = panels.of_missing(counts)
    missing = [int(f[-1]) for f, m in zip(counts.frequencies, counts.codebook.missing, strict=True) if m]
    texts = {} if found is None else outcome_limits.of_few_rows(found, found.columns["column"].iloc[0])
    texts |= chips("columns", "about this table", facts=_facts(view), about=_about(view))
    if n := notable.missing_cells(view):
        texts |= chips(
            "columns",
            "{missing} missing cells",
            missing=f"{n:,}",
            columns=counted(sum(map(bool, missing)), "column"),
            together=" ".join(together.values()),
        )
    texts |= _flags(view, counts) | panels.of_nested(cache.nested(view))
    if view.table.n_attributes > 1:
        texts |= not_a_test(counts, measure)
    panels.chips(texts)


def _facts(view: View) -> str:
    """The size of the table."""
    table = view.table
    counting = table.weights is not None and are_whole(table.weights)
    facts = {
        "rows": view.n_rows,
        **({"rows by weight": int(table.weights.sum())} if counting else {}),
        "columns": table.n_attributes,
        "values": _values_that_occur(view),
        "missing cells": notable.missing_cells(view),
    }
    if view.large is None:
        facts["distinct rows"] = cache.n_distinct(view)
    return "  ·  ".join(f"**{number:,}** {name}" for name, number in facts.items())


def _about(view: View) -> str:
    """What a bundled table is, and where it comes from."""
    if view.info is None:
        return ""
    info = view.info
    binned = f" Numbers cut into ten ranges of equal width: {', '.join(info.binned)}." if info.binned else ""
    papers = f" Used in the papers on {', '.join(info.papers)}." if info.papers else ""
    return f"\n\n**{plain(info.title)}.** {plain(info.about + binned, 2000)}\n\n" + plain(
        f"Source: {info.source}. Licence: {info.licence}. {info.citation}.{papers}", 2000
    )


def _flags(view: View, counts: Counts) -> dict[str, str]:
    """One chip of the columns a reader should know about: constant, id-like, rare values."""
    constant, ids, rare = notable.constant(counts), notable.like_ids(view, counts), notable.rare(counts)
    texts: dict[str, str] = {}
    if constant:
        named = {"columns": counted(len(constant), "column"), "names": first_names(constant)}
        texts |= chips("columns", "{columns} without information", **named)
    if ids:
        texts |= chips("columns", "like an id", names=first_names(ids))
    if rare:
        texts |= chips("columns", "{values} in few rows", values=counted(rare, "value"), few=notable.RARE)
    return {next(iter(texts)): " ".join(texts.values())} if texts else {}


def choose_bars(view: View) -> str:
    """What the bars show; split by the known classes where there are any and all rows are at hand."""
    if not view.classes_known or view.large is not None:
        return ROWS
    help = "By class: each part of a bar is a known class, in the colour it has on the maps."
    return controls.segmented("Bars show", (ROWS, BY_CLASS, SHARES), "bars", BY_CLASS, help=help)


def most_drawn() -> int:
    """How many columns fit: fewer in a presentation, whose letters are larger."""
    return PRESENTED if session.PRESENTING.get() else DRAWN


def first_with(chosen: str, attributes: tuple[str, ...]) -> list[str]:
    """The columns to draw: as many as fit, the chosen one among them."""
    shown = list(attributes[: most_drawn()])
    return shown if chosen in shown else [chosen, *shown[:-1]]


def choose_measure() -> str:
    """The measure of dependence between columns."""
    return controls.select("Association", list(MEASURES), "measure", text=measure_name, help=_WHICH_MEASURE)


def measure_name(measure: str) -> str:
    """A measure as the page calls it: one that does not allow for chance says so."""
    return _NAMED[measure] if measure in ADJUSTED else f"{measure} (not corrected for chance)"


def caption_of_association(view: View, drawn: int) -> None:
    """Say what colours mean, and which columns are drawn."""
    n = view.table.n_attributes
    few = f" The {drawn} columns of {n:,} that depend most on another one are drawn." if drawn < n else ""
    st.caption(f"Colour: how much two columns tell about each other. Related columns are near each other.{few}")


def details(view: View) -> None:
    """Show how association is measured, and whether any columns are related; nothing of one column."""
    if view.table.n_attributes < 2:
        return
    missing = any(cache.counts(view).codebook.missing)
    pairs = " Each pair is compared in the rows in which both are known." if missing else ""
    with panels.aside("related"), st.expander(DETAILS):
        st.caption(f"Grey: a column with itself. The colour scale ends at the largest value here.{pairs}")
        if not view.untested:
            found = results.relations_when_asked(view)
            if found is not None:
                words = plain(related_in_words(found), 1800)
                st.caption(f"**Are the columns related at all?** {words} {view.about_rows}")


def offer_columns(view: View, measure: str) -> None:
    """Offer how many rows have each value, and how columns depend on each other."""
    counts = cache.counts(view)
    tables: dict[str, Callable[[], Any]] = {"How many rows have each value": partial(_table_of_counts, counts)}
    pieces = []
    if view.table.n_attributes > 1:
        matrix = results.association(view, measure)
        tables[f"Dependence of columns, {measure}"] = lambda: matrix.rename_axis("column").reset_index()
        pieces.append(scripts.association(measure, view.large is not None))
    offer(tables, pieces)


@cache.by_content(4)
def counts_by_class(view: View) -> Counts:
    """The same, of each known class too."""
    return view.counts(by_class=True)


def _values_that_occur(view: View) -> int:
    """Values with a row: some have none once rows are left out."""
    codebook = view.table.codebook if view.large is not None else view.table.observed().codebook
    return sum(map(len, codebook.categories))


def _table_of_counts(counts) -> pd.DataFrame:
    frame = pd.DataFrame(counts.values, columns=["column", "value"])
    return frame.assign(rows=np.diag(counts.matrix))
