"""Values: which values of a column behave alike, and why."""

import numpy as np
import streamlit as st

from catviz.association import most_dependent
from catviz.plots import values as draw
from catviz.registry import DEFAULT, methods
from catviz.ui import cache, charts, controls, inspector, panels
from catviz.ui import view as views
from catviz.ui.words import plain

LOOKS = ["heat map", "lanes", "all columns"]
view = views.current()
counts = cache.counts(view)

panels.heading(
    "Which values behave alike?",
    "Near values keep the same company in the other columns, or whatever the method says near is.",
)
method_box, option_box, column_box, look_box = st.columns([3, 1.2, 3, 3], vertical_alignment="bottom")
with method_box:
    method, name = panels.choose_method([m for m in methods() if m.has_values], DEFAULT)
with option_box:
    parameters = panels.options(view, method)
with column_box:
    column = controls.select(
        "Column",
        view.table.attributes,
        "column",
        most_dependent(counts, 4, 15) or most_dependent(counts, 3, 10_000) or view.table.attributes[0],
    )
with look_box:
    look = controls.segmented("Look at", LOOKS, "look")

fit = cache.fitted(view, name, parameters)
distances = fit.distances
r = distances.codebook.position(column)
main, side = panels.columns()

with side:
    a, b = inspector.value_pair(distances, column, inspector.nearest_pair(distances, column))
    explanation = inspector.glass_box(fit, method, column, a, b)
    inspector.neighbours(distances, column, a)


def pick() -> None:
    """A click on a cell chooses its pair."""
    cell = charts.picked("heat-map")
    if cell:
        labels = distances.codebook.labels[r]
        st.session_state["a"], st.session_state["b"] = (labels[i] for i in divmod(cell[-1], len(labels)))


with main:
    panels.remarks(fit)
    reason = distances.degenerate(column)
    said = f"under {method.title}, in {column}, {reason}"
    if reason and look == "heat map" and not distances.tables[r].any():
        panels.nothing_to_show(view, said, "values")
    elif look == "heat map":
        if reason:
            st.info(plain(said.capitalize() + "."))
        codes = np.argsort(distances.order("leaf").ranks[r], kind="stable").tolist()
        chosen = tuple(distances.codebook.code(column, value) for value in (a, b))
        title = f"{column} under {method.title} ({charts.theme().near} = near)"
        figure = draw.heat_map(distances, column, codes, chosen, charts.theme(), title)
        alt = f"Distances between the values of {column} under {method.title}."
        charts.show(figure, "heat-map", alt, pick, ("points",))
    elif look == "lanes":
        order = [column, *(x for x in view.table.attributes if x != column)]
        figure = draw.lanes(distances, order, column, charts.theme(), "Each column's values along its own first axis")
        charts.show(figure, "lanes", f"Values of {len(order)} columns along their first axes.")
    else:
        joint = cache.joint(view, name, parameters)
        own = fit.estimator.geometry_.embed().joint
        title = f"{method.title}: its own space" if own else f"{method.title}: each value at the centre of its rows"
        supplementary = None
        if view.shown is not None and not own:
            supplementary = cache.joint_shown(view, name, parameters)
        figure = draw.joint(joint, np.diag(fit.estimator.counts_.matrix), column, charts.theme(), title, supplementary)
        charts.show(figure, "joint", f"All values of all columns in one plane under {method.title}.")
    panels.how_it_works(method, explanation=explanation, pair=(a, b))
    with st.expander("The numbers"):
        st.dataframe(distances[column], alt=f"Distance table of {column}")
