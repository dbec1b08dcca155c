"""Lesson: a perfect pattern is worth what tables without any pattern do not reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from catviz.analysis.order_null import OrderNull, order_null
from catviz.plots import order_chart as draw
from catviz.plots.order_lanes import OrderLane
from catviz.registry import DEFAULT, method
from catviz.ui.clusters import parts
from catviz.ui.lessons.lesson import Door, Lesson
from catviz.ui.orders import lanes as orders
from catviz.ui.orders.exports import offer_orders
from catviz.ui.state import background, cache
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, downloads

COLUMN = "deg_malig"
SHUFFLES = 100
STEPS = (0.05, 0.3, 0.7)
"""Shares of shuffles that part the options."""


@dataclass(frozen=True, eq=False)
class Found:
    """The lanes of columns with a declared order, each with the taus of shuffled columns, and the test behind them."""

    lanes: list[OrderLane]
    null: OrderNull

    def as_good(self, column: str) -> float:
        """Share of shuffles whose order agrees at least as well."""
        lane = next(lane for lane in self.lanes if lane.attribute == column)
        return float(np.mean(lane.chance >= lane.tau - 1e-9))


class NullBand(Lesson):
    """How often is an order perfect where nothing depends on anything?"""

    key = "null band"
    title = "Is the pattern real?"
    data = "breast_cancer_ljubljana"
    question = (
        f"Shuffle each column on its own, {SHUFFLES} times: counts stay, what joined the columns is lost. "
        f"How often is {plain(COLUMN)} as perfect?"
    )
    options = ("under 5 %", "5 to 30 %", "30 to 70 %", "over 70 %")
    keep = (
        "Shuffled tables show patterns too. Compare a pattern with what shuffled tables show before you believe it, "
        "and allow for every column you look at."
    )
    doors = (
        Door("All orders beside their null", "orders", {"order": DEFAULT}),
        Door("More clusters than unrelated columns give?", "clusters", {"method": DEFAULT, "section": parts.REAL}),
    )

    def told(self, view: View) -> str:
        """The agreement of learned with declared orders."""
        lanes = {lane.attribute: lane for lane in _lanes(view, {})}
        others = ", ".join(f"{plain(a)} {lane.tau:.2f}" for a, lane in lanes.items() if a != COLUMN)
        return (
            f"{method(DEFAULT).short} never saw the order of the grades, sizes and ages of these {view.table.n_rows} "
            f"patients. It lines their values up by company alone. Kendall's tau is 1 for the same order, 0 for "
            f"none; its orders agree with the declared ones to: {plain(COLUMN)} {lanes[COLUMN].tau:.2f}; {others}."
        )

    def show(self, view: View) -> None:
        """Learned orders below the declared ones."""
        _chart(_lanes(view, {}))

    def find(self, view: View) -> Found | None:
        """The same from shuffled columns, worked out in the background."""
        work, title = partial(_shuffled, view), f"{SHUFFLES} shuffles"
        found = background.result(view, "lesson of the null band", work, title, 3.0, patience=2.0)
        if found is None:
            return None
        if len(found.null) < SHUFFLES:
            st.caption(f"Cancelled after {len(found.null)} of {SHUFFLES} shuffles: no answer.")
            return None
        lanes = _lanes(view, {column: taus.to_numpy() for column, taus in found.null.items()})
        return Found(lanes, found)

    def answer(self, found: Found) -> str:
        """How often shuffled tables reach it."""
        return self.options[int(np.searchsorted(STEPS, found.as_good(COLUMN), side="right"))]

    def because(self, found: Found, guess: str) -> str:
        """Each column's share of shuffles that do as well."""
        own = next(lane for lane in found.lanes if lane.attribute == COLUMN)
        rest = sorted((lane for lane in found.lanes if lane is not own), key=lambda lane: found.as_good(lane.attribute))
        told = "; ".join(
            f"{plain(lane.attribute)} {lane.tau:.2f}, shuffled {lane.chance.mean():.2f}, as good in "
            f"{found.as_good(lane.attribute):.0%}"
            for lane in rest
        )
        return (
            f"{plain(COLUMN)} is as perfect in {found.as_good(COLUMN):.0%} of the shuffled tables: {len(own.labels)} "
            f"values are in order by chance rather often. The others: {told} of them. "
            f"{plain(found.null.verdict().sentence, 600)}"
        )

    def export(self, view: View, found: Found) -> None:
        """The orders, and what shuffled tables give."""
        offer_orders(view, cache.fitted(view, DEFAULT))
        table = found.null.summary().rename_axis("column").reset_index()
        downloads.offer({"Agreement with the declared orders": lambda: table}, [])

    def reveal(self, view: View, found: Found) -> None:
        """The orders again, and their agreement with the band of shuffled columns."""
        _chart(found.lanes)
        words = "; ".join(f"{lane.attribute}: {', '.join(lane.remark)}" for lane in found.lanes)
        charts.show(draw.agreement(found.lanes, charts.theme()), "agreement", f"Kendall's tau by column. {words}")


def _shuffled(view: View, report: Callable) -> OrderNull:
    """Agreement with the declared orders in tables of shuffled columns; work for the background."""
    return order_null(view.table, cache.unfitted(view, DEFAULT, ()), SHUFFLES, view.seed, callback=report)


def _lanes(view: View, chance: Mapping[str, np.ndarray]) -> list[OrderLane]:
    lanes, _ = orders.lanes(cache.fitted(view, DEFAULT), False, chance)
    return [lane for lane in lanes if lane.declared is not None]


def _chart(lanes: list[OrderLane]) -> None:
    figure = draw.order_chart(
        lanes, charts.theme(), f"Orders by {method(DEFAULT).title}: declared above, learned below"
    )
    charts.show(figure, "orders", orders.in_words(lanes))
