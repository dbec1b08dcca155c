"""Table: what is in doubt, how many rows have each value, how columns are associated, and how they were read."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from catviz import plots
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.table.counts import Counts
from catviz.ui.columns import outcome, parts, preparation, reading
from catviz.ui.state import cache, results, session
from catviz.ui.state.shelves import following
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.kept_figures import kept
from catviz.words import columns as answers


def question(view: View) -> tuple[str, str]:
    """The question, and what the table is about."""
    about = f"A question for this data set: {plain(view.info.question)}" if view.info else "Your file, as it was read."
    return "What is in this table?", about


def section(view: View, say: Callable[[str], None]) -> None:
    """Show the columns, and say how large the table is and what goes with the outcome."""
    with panels.aside("questions"):
        reading.ask(view)
    counts = cache.counts(view)
    chosen_box, bars_box, measure_box = panels.choices().columns([2, 3, 3], vertical_alignment="bottom")
    with chosen_box:
        chosen = panels.choose_column(view, "Highlight a column")
    with bars_box:
        bars = parts.choose_bars(view)
    with measure_box:
        measure = parts.choose_measure()
    left, right = st.columns([1, 1], gap="medium")
    with left:
        _bars(view, counts, chosen, bars)
    with right:
        _association(view, counts, chosen, measure)
    related = outcome.related(view)
    parts.limits(view, counts, measure, related)
    size = view.n_rows, view.table.n_attributes
    words = answers.table(*size) if related is None else following(related, size, lambda: answers.table(*size, related))
    say(plain(words, 400))
    parts.details(view)
    _as_read(view)
    parts.offer_columns(view, measure)


def _as_read(view: View) -> None:
    """Show how each column was read, and what can be done with it."""
    with panels.aside("reading"):
        if view.prepared is not None:
            reading.section(view)
            preparation.panel(view)
        elif view.large is not None:
            st.caption(reading.READ_IN_BLOCKS)


def _bars(view: View, counts: Counts, chosen: str, bars: str) -> None:
    """How many rows have each value."""
    shown = parts.first_with(chosen, view.table.attributes)
    split = view.classes if bars != parts.ROWS else []
    of = parts.counts_by_class(view) if split else counts
    own_order = bool(split) and split != list(of.by_class)
    figure, piece = figure_code.draw(
        kept(plots.value_counts),
        Named(_data(view), of),
        shown,
        chosen=chosen,
        by_class="" if not split else "share" if bars == parts.SHARES else "rows",
        classes=split if own_order else None,
        full=Named(None, view.full_texts),
        wide=Named(None, bool(session.PRESENTING.get())),
        theme=charts.theme(),
    )
    alt = f"Rows with each value{', by known class' if split else ''}, for {len(shown)} columns."
    charts.show(figure, "counts", alt, piece=piece)
    if len(shown) < view.table.n_attributes:
        st.caption(f"{len(shown)} of {view.table.n_attributes} columns are shown.")


def _association(view: View, counts: Counts, chosen: str, measure: str) -> None:
    """How strongly columns are associated."""
    if view.table.n_attributes < 2:
        panels.nothing_to_show(view, "one column alone has no association", "columns")
        return
    matrix = results.most_associated(results.association(view, measure), parts.most_drawn(), chosen)
    figure, piece = figure_code.draw(
        kept(plots.association),
        Named(_data(view), counts),
        measure,
        chosen=chosen,
        matrix=Named(None, matrix),
        full=Named(None, view.full_texts),
        theme=charts.theme(),
    )
    alt = f"{measure} between all pairs of columns."
    charts.show(figure, "association", alt, piece=piece if len(matrix) == view.table.n_attributes else None)
    parts.caption_of_association(view, len(matrix))


def _data(view: View) -> str:
    return "table" if view.large is None else "counts"
