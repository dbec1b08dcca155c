"""The parts of the Orders page: lanes of learned against declared orders, their agreement, the steps of a fit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from catviz.orders import crossings, kendall_tau, nearer_orientation
from catviz.plots import orders as draw
from catviz.plots.orders import OrderLane
from catviz.ui import cache, charts
from catviz.ui.view import View
from catviz.ui.words import number, plain

DRAWN = 14
FEWEST_VALUES = 3
MOST_GROUPS = 20


def most_groups(view: View) -> int:
    """As many groups as a slider offers here."""
    return min(MOST_GROUPS, len(cache.distinct_rows(view)[0]))


def lanes(fit: cache.Fitted, true_gaps: bool) -> tuple[list[OrderLane], str]:
    """A lane for each column worth one, ordered columns first, and a sentence on the columns left aside."""
    distances, book = fit.distances, fit.distances.codebook
    order = fit.estimator.geometry_.order()
    drawn, two, flat = [], [], []
    for r, attribute in enumerate(book.attributes):
        if len(book.labels[r]) < FEWEST_VALUES:
            two.append(attribute)
        elif fit.estimator.gives != "order" and distances.degenerate(attribute):
            flat.append(attribute)
        else:
            drawn.append(_lane(fit, order, r, true_gaps))
    drawn.sort(key=lambda lane: lane.declared is None)
    parts = [f"With two values or fewer, any order will do: {_listed(two)}."] if two else []
    parts += [f"No order to see, all values are equally far: {_listed(flat)}."] if flat else []
    parts += [f"{DRAWN} of {len(drawn)} columns are drawn."] if len(drawn) > DRAWN else []
    return drawn, " ".join(parts)


def why_nothing(fit: cache.Fitted) -> str:
    """Why no column has an order to show."""
    book = fit.distances.codebook
    wide = [a for a, labels in zip(book.attributes, book.labels, strict=True) if len(labels) >= FEWEST_VALUES]
    return fit.distances.degenerate(wide[0]) or "" if wide else "no column has three values or more"


def agreement(all_lanes: list[OrderLane]) -> None:
    """How well learned orders agree with declared ones, as a table."""
    declared = [lane for lane in all_lanes if lane.declared is not None]
    if not declared:
        st.markdown("**No column declares an order here**, so there is nothing to agree with: read the learned ones.")
        return
    rows = [{"column": lane.attribute, "tau": _tau(lane)} for lane in declared]
    st.markdown("**Learned against declared**")
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "tau": st.column_config.ProgressColumn(
                format="%.2f", min_value=0.0, max_value=1.0, help="Kendall's tau: 1 is the declared order, 0 is chance."
            ),
        },
        alt="Agreement of learned and declared orders",
    )


def steps(fit: cache.Fitted) -> None:
    """The objective along the fit, and its steps in words."""
    history = fit.estimator.history_
    st.markdown("**How it was learned**")
    charts.show(draw.objective(history, charts.theme()), "objective", "Objective after every step of the best try.")
    with st.expander("The steps in words"):
        words = pd.DataFrame({"step": range(1, len(history) + 1), "what happened": _in_words(history)})
        st.dataframe(words, hide_index=True, alt="Steps of the fit")


def caution(learned: bool) -> None:
    """Learned does not mean meaningful."""
    if learned:
        st.info(
            "Learned does not mean meaningful: this objective puts frequent values in the middle of each group's "
            "order. Hold it against the order from co-occurrence."
        )
    else:
        st.info("An order and its reverse are the same: the one nearer the declared order is drawn.")


def in_words(shown: list[OrderLane]) -> str:
    """The orders as text, for readers who cannot see the chart."""
    parts = [f"{lane.attribute}: {', '.join(lane.labels[i] for i in np.argsort(lane.ranks))}" for lane in shown]
    return "Orders of values. " + "; ".join(parts)


def formula_with_numbers(fit: cache.Fitted) -> None:
    """The objective's value in the formula."""
    model = fit.estimator
    st.latex(rf"z = {number(model.objective_)} \quad\text{{after }} {len(model.history_)} \text{{ steps}}")


def _lane(fit: cache.Fitted, order, r: int, true_gaps: bool) -> OrderLane:
    book = fit.distances.codebook
    ranks, n = np.asarray(order.ranks[r]), len(book.categories[r])
    declared = None
    if book.kinds[r] == "ordinal":
        # the missing level has no declared place: it is compared with nothing
        declared = np.full(len(ranks), np.nan)
        declared[:n] = np.arange(n)
        ranks = nearer_orientation(ranks, np.where(np.isnan(declared), n, declared))
    positions = ranks / max(len(ranks) - 1, 1)
    if true_gaps and fit.estimator.gives != "order":
        positions = _gaps(fit.distances.embed().coordinates[r], ranks)
    lane = OrderLane(book.attributes[r], book.labels[r], fit.distances.frequencies[r], ranks, declared, positions, "")
    if declared is None:
        return lane
    pairs = n * (n - 1) // 2
    remark = f"tau {_tau(lane):.2f}, {_swapped(lane)} of {pairs} swapped"
    return OrderLane(lane.attribute, lane.labels, lane.counts, ranks, declared, positions, remark)


def _gaps(coordinates: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    axis = coordinates[:, 0] if coordinates.shape[1] else np.zeros(len(coordinates))
    axis = (axis - axis.min()) / (np.ptp(axis) or 1.0)
    return 1 - axis if np.corrcoef(axis, ranks)[0, 1] < 0 else axis


def _tau(lane: OrderLane) -> float:
    known = ~np.isnan(lane.declared)
    return kendall_tau(lane.ranks[known], lane.declared[known])


def _swapped(lane: OrderLane) -> int:
    known = ~np.isnan(lane.declared)
    return crossings(lane.ranks[known], lane.declared[known])


def _in_words(history: list[dict]) -> list[str]:
    words, before = [], None
    for step in history:
        z = step["objective"]
        change = f"z {number(z)}" if before is None else f"z {number(before)} → {number(z)}"
        what = {
            "start": "first groups and orders",
            "assign": f"{step['moved']:,.0f} rows moved",
            "order": f"new order of {', '.join(step['changed']) or 'no column'}",
        }[step["phase"]]
        words.append(f"{what}, {change}")
        before = z
    return words


def _listed(names: list[str], most: int = 8) -> str:
    shown = ", ".join(plain(n, 30) for n in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
