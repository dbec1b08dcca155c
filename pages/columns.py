"""Columns: what is in the table, how it was read, and how its columns depend on each other."""

import streamlit as st

from catviz import plots
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.ui.columns import outcome, parts, preparation, reading
from catviz.ui.columns.parts import offer_columns
from catviz.ui.state import cache, results, session
from catviz.ui.state import view as views
from catviz.ui.text import plain
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.association_limits import not_a_test
from catviz.words import answers

view = views.current()
answer = panels.question(
    "What is in this table?",
    f"A question for this data set: {plain(view.info.question)}" if view.info else "Your file, as it was read.",
)

with st.container(key="about-table"):
    with panels.aside("reading"):
        if view.prepared is not None:
            reading.section(view)
            preparation.panel(view)
        elif view.large is not None:
            st.caption(reading.READ_IN_BLOCKS)
    counts = cache.counts(view)
    parts.limits(view, counts)
data = "table" if view.large is None else "counts"

left, right = st.columns([1, 1], gap="medium")
with left:
    with st.container(key="highlight"):
        chosen = panels.choose_column(view, "Highlight a column")
    shown = parts.first_with(chosen, view.table.attributes)
    bars = parts.choose_bars(view)
    split = view.classes if bars != parts.ROWS else []
    of = parts.counts_by_class(view) if split else counts
    own_order = bool(split) and split != list(of.by_class)
    figure, piece = figure_code.draw(
        plots.value_counts,
        Named(data, of),
        shown,
        chosen=chosen,
        by_class="" if not split else "share" if bars == parts.SHARES else "rows",
        classes=split if own_order else None,
        full=Named(None, view.full_texts),
        wide=Named(None, bool(session.PRESENTING.get())),
        theme=charts.theme(),
    )
    with parts.in_frame(figure, "counts"):
        alt = f"Rows with each value{', by known class' if split else ''}, for {len(shown)} columns."
        charts.show(figure, "counts", alt, piece=piece)
    if len(shown) < view.table.n_attributes:
        st.caption(f"{len(shown)} of {view.table.n_attributes} columns are shown.")
with right:
    measure = parts.choose_measure()
    if view.table.n_attributes < 2:
        panels.nothing_to_show(view, "one column alone has no association", "columns")
    else:
        panels.chips(not_a_test(counts, measure), "association")
        matrix = results.most_associated(results.association(view, measure), parts.DRAWN, chosen)
        figure, piece = figure_code.draw(
            plots.association,
            Named(data, counts),
            measure,
            chosen=chosen,
            matrix=Named(None, matrix),
            full=Named(None, view.full_texts),
            theme=charts.theme(),
        )
        alt = f"{measure} between all pairs of columns."
        charts.show(figure, "association", alt, piece=piece if len(matrix) == view.table.n_attributes else None)
        parts.about_association(view, len(matrix))

found = outcome.section(view)
answer(plain(answers.table(view.n_rows, view.table.n_attributes, found), 400))
with panels.aside("rows"):
    st.header("Rows", anchor=False)
    parts.rows(view)
offer_columns(view, measure)
