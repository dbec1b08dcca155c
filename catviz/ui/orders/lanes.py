"""The parts of the Orders page: lanes of learned against declared orders, their agreement, caution."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from catviz import plots
from catviz.export import drawing
from catviz.export.drawing import Named
from catviz.orders import OCL
from catviz.plots import order_chart as draw
from catviz.plots.order_chart import Chance, OrderLane, lane
from catviz.ui.orders import findings
from catviz.ui.state import cache, defaults, session
from catviz.ui.state.view import View
from catviz.ui.text import latex, latex_number, plain
from catviz.ui.widgets import charts, panels

DRAWN, PRESENTED = 18, 6
"""Columns that are drawn at most, and in a presentation, whose letters must be read from afar."""
FEWEST_VALUES = 3
ALGORITHM = OCL.parameters["mode"]
MODES = {mode: ALGORITHM.name_of(mode) for mode in ("monotone", "paper")}
"""The ways of learning offered here, by OCL's ``mode``."""
WHAT_Z_IS = (
    "z is the objective of OCL, the number that it makes small: the mean distance of each row from the rows of its "
    "cluster, averaged over the columns and added up over the rows."
)
EVEN, BY_DISTANCE = "even", "true gaps"
"""What links have for the spacing of the values."""
SPACINGS = {EVEN: "even", BY_DISTANCE: "by distance"}
ABOUT_SPACING = "By distance: points are as far apart as on the first axis of the method's distances."
FEW_DECLARED = 2
"""Columns with a declared order, below which the page offers a data set with more."""
TERMS = 4
"""Columns whose share in the objective is written out."""
ALONE, REPLAY, OWN, MATTERS, CLUSTERS = SECTIONS = (
    "Orders only",
    "Replay",
    "Your own order",
    "Does order matter here?",
    "How many clusters?",
)
"""What the page shows below its controls."""
FORMERLY = {"How many groups?": CLUSTERS}
"""Names that older links have."""


def lanes(fit: cache.Fitted, true_gaps: bool, chance: Mapping[str, Chance]) -> tuple[list[OrderLane], str]:
    """A lane for each column worth one, ordered columns first, and a sentence on the columns left aside."""
    distances, book = fit.distances, fit.distances.codebook
    geometry, order = fit.estimator.geometry_, fit.estimator.geometry_.order()
    drawn, two, flat = [], [], []
    for r, attribute in enumerate(book.attributes):
        if len(book.labels[r]) < FEWEST_VALUES:
            two.append(attribute)
        elif fit.estimator.gives != "order" and distances.degenerate(attribute):
            flat.append(attribute)
        else:
            drawn.append(lane(geometry, order, attribute, true_gaps, chance.get(attribute)))
    drawn.sort(key=lambda each: each.declared is None)
    parts = [f"Not shown, since two values or fewer have only one order: {_listed(two)}."] if two else []
    parts += [f"No order, since all values are equally far apart: {_listed(flat)}."] if flat else []
    parts += [f"{_most()} of {len(drawn)} columns are drawn."] if len(drawn) > _most() else []
    return drawn, " ".join(parts)


def why_no_order(fit: cache.Fitted) -> str:
    """Why no column has an order to show."""
    book = fit.distances.codebook
    wide = [a for a, labels in zip(book.attributes, book.labels, strict=True) if len(labels) >= FEWEST_VALUES]
    return fit.distances.degenerate(wide[0]) or "" if wide else "no column has three values or more"


def chart(fit: cache.Fitted, all_lanes: list[OrderLane], title: str, true_gaps: bool) -> None:
    """The orders of the columns drawn, beside what chance gives where the lanes have it."""
    shown = all_lanes[: _most()]
    chance = {lane.attribute: lane.chance for lane in shown if lane.chance is not None}
    figure, piece = drawing.draw(
        plots.orders,
        Named("learned", fit.estimator),
        [lane.attribute for lane in shown],
        true_gaps=true_gaps,
        title=title,
        chance=Named(None, chance),
        theme=charts.theme(),
    )
    charts.show(figure, "orders", in_words(shown), piece=None if chance else piece)


def agreement(view: View, all_lanes: list[OrderLane], verdict: str) -> None:
    """How well learned orders agree with declared ones, against what chance would give."""
    declared = [lane for lane in all_lanes if lane.declared is not None]
    if len(declared) < FEW_DECLARED:
        panels.better_example(view, defaults.DECLARED)
    if not declared:
        st.markdown(
            "**No column of this table has a declared order**, so there is nothing to compare the orders of the "
            "method with. To declare one, open Columns, Prepare."
        )
        return
    st.markdown(
        "**Learned and declared orders**",
        help="Kendall's tau is 1 − 2 · (pairs of values that are swapped) / (all pairs): 1 for the declared order, 0 "
        "if half of the pairs are swapped. An order and its reverse count as the same and the larger tau counts, so "
        "random orders have more than 0 on average. The filled bar holds the middle 90\u00a0% of the taus after all "
        "columns are shuffled, each on its own, so that no column is related to another. The hollow bar does the same "
        "for random orders. Each gives a p value, and the larger one counts. The bars are about single columns; the "
        "verdict below allows for the number of columns tested.",
    )
    words = "; ".join(f"{lane.attribute}: {', '.join(lane.remark)}" for lane in declared)
    charts.show(draw.agreement(declared[: _most()], charts.theme()), "agreement", f"Kendall's tau by column. {words}")
    if verdict:
        st.markdown(verdict)


def fit_summary(fit: cache.Fitted) -> None:
    """The fit in one line."""
    st.markdown(findings.steps_of_fit(fit.estimator.history_), help=WHAT_Z_IS)


def caution(view: View, learned: bool, declared: bool) -> None:
    """Learned does not mean meaningful."""
    if learned and view.info is not None and view.info.full_factorial:
        st.warning(
            f"{plain(view.name)} holds every combination of values once, so no order is better than another: the "
            "order shown is the one the algorithm started from."
        )
    elif learned:
        st.info(
            "**Learned does not mean meaningful.** This objective puts frequent values in the middle of each "
            "cluster's order, and it starts from the declared orders. Compare it with the order from "
            "co-occurrence."
        )
    elif declared:
        st.caption("An order and its reverse count as the same; the one closer to the declared order is drawn.")
    else:
        st.caption("An order and its reverse count as the same.")


def in_words(shown: list[OrderLane]) -> str:
    """The orders as text, for readers who cannot see the chart."""
    parts = [f"{lane.attribute}: {', '.join(lane.labels[i] for i in np.argsort(lane.ranks))}" for lane in shown]
    return "Orders of values. " + "; ".join(parts)


def formula_with_numbers(view: View, fit: cache.Fitted, all_lanes: list[OrderLane]) -> None:
    """What the orders come from, and tau, with the numbers of this table."""
    if fit.estimator.gives == "order":
        _objective_with_numbers(view, fit)
    else:
        st.markdown(
            "Values are ordered along the first axis of classical MDS (principal coordinates) of the distances of "
            "their column."
        )
    declared = next((lane for lane in all_lanes if lane.declared is not None), None)
    if declared is not None:
        swapped, pairs = declared.swapped
        st.markdown(f"Agreement of **{plain(declared.attribute)}** with its declared order:")
        st.latex(
            r"\tau = 1 - 2 \cdot \frac{\text{swapped}}{\text{pairs}} = "
            rf"1 - 2 \cdot \frac{{{swapped}}}{{{pairs}}} = {latex_number(declared.tau)}"
        )
        st.markdown(
            "- $\\tau$: Kendall's tau of the order or of its reverse, whichever is larger: from 0 to 1\n- swapped: "
            "number of pairs of values in the reverse of the declared order\n- pairs: number of pairs of values"
        )


def _objective_with_numbers(view: View, fit: cache.Fitted) -> None:
    """z as the sum of what its columns add, the largest first."""
    model, d = fit.estimator, len(fit.distances.tables)
    weights = view.table.weights
    sizes = np.bincount(model.labels_, weights=weights, minlength=len(model.distributions_[0]))
    parts = [
        float((sizes * ((p @ table) * p).sum(axis=1)).sum())
        for p, table in zip(model.distributions_, fit.distances.tables, strict=True)
    ]
    largest = np.argsort(parts)[::-1][:TERMS]
    names = fit.distances.codebook.attributes
    terms = [rf"\underbrace{{{latex_number(parts[r])}}}_{{{latex(names[r], 18)}}}" for r in largest]
    rest = sum(parts) - sum(parts[r] for r in largest)
    terms += [rf"\underbrace{{{latex_number(rest)}}}_{{\text{{the others}}}}"] if d > TERMS else []
    lines = r" \\ &\quad + ".join(terms)
    total = latex_number(sum(parts) / d)
    st.latex(rf"\begin{{aligned}} z &= \frac{{1}}{{{d}}} \bigl( {lines} \bigr) \\ &= {total} \end{{aligned}}")
    st.caption(
        "Each column adds, over the clusters, the number of rows times the mean distance along its order between two "
        "rows of the cluster (each row also paired with itself)."
    )


def _most() -> int:
    """Columns that are drawn at most."""
    return PRESENTED if session.PRESENTING.get() else DRAWN


def _listed(names: list[str], most: int = 8) -> str:
    shown = ", ".join(plain(n, 30) for n in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
