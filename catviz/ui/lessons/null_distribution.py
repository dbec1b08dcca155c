"""Lesson: a perfect pattern proves little if shuffled tables show it too."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz import plots
from catviz.analysis.order_null import OrderNull, OrderVerdict, order_null
from catviz.analysis.statistics import LEVEL
from catviz.plots import lessons as lesson_figures
from catviz.plots import order_chart as draw
from catviz.plots.order_chart import Chance, OrderLane
from catviz.registry import DEFAULT, method
from catviz.ui import labels
from catviz.ui.lessons.lesson import LARGER, Guess, Lesson, OnLine, PageLink, as_good, dumbbells, mean_gap
from catviz.ui.state import background, cache
from catviz.ui.state.view import View
from catviz.ui.text import in_percent, plain
from catviz.ui.widgets import charts, downloads, order_lanes
from catviz.ui.widgets.kept_figures import kept
from catviz.ui.widgets.order_lanes import offer_orders
from catviz.wording import p_number, p_text
from catviz.words.chips import chips
from catviz.words.lesson_answers import by_chance

COLUMN = "deg_malig"
#: What the columns with a declared order are.
MEANING = {
    "age": "years",
    "tumor_size": "mm",
    "inv_nodes": "lymph nodes with cancer",
    COLUMN: "malignancy, 1 to 3",
}
SHUFFLES = 100
#: Shares of shuffles that part the options.
STEPS = (0.05, 0.3, 0.7)


@dataclass(frozen=True, eq=False)
class Found:
    """The lanes of columns with a declared order, each with its taus by chance, and the test behind them."""

    lanes: list[OrderLane]
    null: OrderNull

    def as_good(self, column: str) -> float:
        """Share of shuffles whose order agrees at least as well."""
        return float(np.mean(self.null.null[column] >= self.null.observed[column] - 1e-9))

    def drawn_as_good(self, column: str) -> float:
        """Share of random orders that agree at least as well."""
        return float(np.mean(self.null.drawn[column] >= self.null.observed[column] - 1e-9))


class SharesOfShuffles(OnLine):
    """The columns, placed by how often shuffled tables do as well."""

    ends = ("0\u00a0% of the shuffled tables", "100\u00a0%")

    def labels(self, view: View) -> list[str]:
        """The columns with a declared order."""
        return [lane.attribute for lane in _lanes(view, {})]

    def scored(self, view: View, found: Found, guess: Guess) -> str:
        """The mean difference in percentage points."""
        score = mean_gap(guess, [found.as_good(column) for column in self.labels(view)], view.seed)
        return (
            f"Your places are **{100 * score.value:.0f} percentage points** away on average (random guesses: "
            f"{100 * score.chance:.0f}). {as_good(score.as_good)}"
        )

    def compared(self, view: View, found: Found, guess: Guess) -> None:
        """Guess and answer by column."""
        labels = self.labels(view)
        truth, title = [found.as_good(column) for column in labels], "Shuffled tables with a tau at least as high"
        dumbbells(labels, guess, truth, "share of the shuffled tables", title, percent=True)


class NullDistribution(Lesson):
    """How often is an order perfect if no column depends on another?"""

    key = "null band"
    step = "Chance"
    title = "How often is chance as good?"
    data = "breast_cancer_ljubljana"
    tested = True
    options = ("under 5\u00a0%", "5 to 30\u00a0%", "30 to 70\u00a0%", "over 70\u00a0%")
    sketch = SharesOfShuffles()
    takeaway = (
        "Shuffled tables look orderly too. Compare with them before you believe a pattern, and allow for the number of "
        "columns."
    )
    page_links = (
        PageLink("All orders, and what chance gives", "values", {"values": labels.ORDER, "order": DEFAULT}),
        PageLink(
            "Do rows cluster better than in shuffled tables?", "clusters", {"method": DEFAULT, "section": labels.REAL}
        ),
    )

    def prompt(self, view: View) -> str:
        """What is shuffled, and what to place."""
        return (
            f"Learned orders agree with the declared ones by tau; that of {plain(COLUMN)} is 1. In {SHUFFLES} tables "
            "every column is shuffled. How often is tau as high?"
        )

    def background(self, view: View) -> str:
        """The table and its ordered columns, the agreement of learned with declared orders, and the shuffles."""
        lanes = {lane.attribute: lane for lane in _lanes(view, {})}
        meant = ", ".join(f"{plain(column)} ({MEANING[column]})" for column in lanes)
        return (
            f"The table of the lesson on orders again: {view.table.n_rows} patients. {len(lanes)} columns have a "
            f"declared order: {meant}. {method(DEFAULT).short} distances, which use the other columns only, give their "
            "values an order: along a line that shows the distances (first axis of MDS of their square roots). "
            "Kendall's tau compares this order with the declared one: 1 means the same order. An order and its reverse "
            f"count as the same, and the larger tau counts, so even a random order has more than 0 on average. "
            f"{plain(COLUMN)} has tau {lanes[COLUMN].tau:.2f}. Now we make {SHUFFLES} tables in which each "
            "column is shuffled on its own. Then no column depends on another, and every tau is chance."
        )

    def show(self, view: View) -> None:
        """Learned orders below the declared ones."""
        _chart(view, {})

    def find(self, view: View) -> Found | None:
        """The same from shuffled columns, computed in the background."""
        work, title = partial(_shuffled, view), f"{SHUFFLES} shuffles"
        chance = background.result(view, "lesson of shuffled tables", work, title, 3.0, wait_seconds=2.0)
        if chance is None:
            return None
        if len(chance.null) < SHUFFLES:
            st.caption(f"Cancelled after {len(chance.null)} of {SHUFFLES} shuffles: no answer.")
            return None
        return Found(_lanes(view, order_lanes.by_chance(chance)), chance)

    def answer(self, found: Found) -> str:
        """How often shuffled tables reach it."""
        return self.options[int(np.searchsorted(STEPS, found.as_good(COLUMN), side="right"))]

    def sentence(self, found: Found) -> str:
        """How many shuffled tables reach tau, and what the tests say."""
        tau = float(found.null.observed[COLUMN])
        as_good = round(found.as_good(COLUMN) * SHUFFLES)
        return plain(by_chance(COLUMN, tau, as_good, SHUFFLES, found.null.verdict()), 400)

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """How shuffles are counted, and that several columns are tested."""
        n = len(found.null.verdict().columns)
        return chips("lessons", "chance: {n} shuffles", "one of {n} columns", n=n, shuffles=SHUFFLES)

    def explanation(self, found: Found, guess: str) -> str:
        """The column's share of shuffles that do as well, and how many columns pass the test."""
        column = next(lane for lane in found.lanes if lane.attribute == COLUMN)
        share, verdict = in_percent(found.as_good(COLUMN)), found.null.verdict()
        return (
            f"{plain(COLUMN)} reaches its tau of {column.tau:.2f} in {share} of these {SHUFFLES} shuffled tables, and "
            f"in {in_percent(found.drawn_as_good(COLUMN))} of random orders. Its {len(column.labels)} values have only "
            f"{math.factorial(len(column.labels)) // 2} different orders if an order and its reverse count as the "
            "same, so chance often finds the right one. "
            f"{_claims(verdict)}"
        )

    def caption(self, found: Found) -> str:
        """What the squares are."""
        return (
            f"Each square: one shuffled table with the tau of {plain(COLUMN)}. Orange: at least as high as in the data."
        )

    def details(self, found: Found) -> str:
        """What the marks of the further figures are, how the p values come about, and the test over all columns."""
        verdict = found.null.verdict()
        n, least = len(verdict.columns), p_number(1 / (1 + SHUFFLES))
        lowest = (
            f" No shuffled table has a mean tau of the {n} columns as high as {verdict.mean:.2f}. So the p of all "
            f"{n} together is 1 / (1 + {SHUFFLES}) = {least}, the smallest that {SHUFFLES} shuffles can give."
        )
        return (
            f"Each column has two p values. One counts the shuffled tables whose tau is at least as high as in the "
            f"data: (1 + their number) / (1 + {SHUFFLES}), as the data count too. The other counts random orders in "
            "the same way. The larger of the two is taken. Random orders treat all orders alike. Shuffled tables keep "
            "the counts of the values: under ADM the distances of rare values are larger by chance, and this alone "
            "makes some orders more frequent. Holm's correction then allows for testing "
            f"{n} columns.{lowest * verdict.least}\n\n"
            f"First figure below: each bar holds the middle 90\u00a0% of the taus of {SHUFFLES} shuffled tables, or of "
            f"{len(found.null.drawn):,} random orders; the short line is the mean. Only a point to the right of both "
            f"bars can be significant. p = (shuffled tables whose tau is at least as high + 1) / {SHUFFLES + 1}, or "
            f"(random orders whose tau is at least as high + 1) / {len(found.null.drawn) + 1:,} if that is larger. "
            f"Second figure: {LARGER}."
        )

    def export(self, view: View, found: Found) -> None:
        """The orders, and what shuffled tables give."""
        offer_orders(view, cache.fitted(view, DEFAULT))
        table = found.null.summary().rename_axis("column").reset_index()
        downloads.offer({"Agreement with the declared orders": lambda: table}, [])

    def reveal(self, view: View, found: Found) -> None:
        """The shuffled tables, those in orange whose tau is as high."""
        taus, observed = found.null.null[COLUMN].to_numpy(), float(found.null.observed[COLUMN])
        title = f"{SHUFFLES} shuffled tables, and the tau of {COLUMN} in each"
        words = f"{title}: {round(found.as_good(COLUMN) * SHUFFLES)} reach {observed:.2f}."
        charts.show(kept(lesson_figures.small_tables)(taus, observed, charts.theme(), title), "small-tables", words)

    def tables(self, view: View, found: Found) -> None:
        """The agreement with the null distribution of shuffled columns, the tests, and the orders again."""
        words = "; ".join(f"{lane.attribute}: {', '.join(lane.remark)}" for lane in found.lanes)
        charts.show(kept(draw.agreement)(found.lanes, charts.theme()), "agreement", f"Kendall's tau by column. {words}")
        st.table(_tests(found))
        _chart(view, order_lanes.by_chance(found.null))


def _tests(found: Found) -> pd.DataFrame:
    """Tau, the share of shuffles that do as well, and both p by column, as text."""
    table = found.null.summary().sort_values("p", kind="stable")
    columns = {
        "tau": [f"{tau:.2f}" for tau in table["tau"]],
        "shuffled tables as high": [in_percent(found.as_good(column)) for column in table.index],
        "random orders as high": [in_percent(found.drawn_as_good(column), 1) for column in table.index],
        "p (the larger)": list(map(p_number, table["p"])),
        "p, corrected (Holm)": list(map(p_number, table["p_holm"])),
    }
    return pd.DataFrame(columns, index=table.index.rename("column"))


def _claims(verdict: OrderVerdict) -> str:
    """What the tests of single columns and that of all together say."""
    better, n = len(verdict.better), len(verdict.columns)
    some = (
        f"{better or 'None'} of the {n} columns {'is' if better <= 1 else 'are'} significant on "
        f"{'its' if better <= 1 else 'their'} own"
    )
    least = f", the smallest that {SHUFFLES} tables can give" * verdict.least
    numbers = (
        f"(mean tau {verdict.mean:.2f} against {verdict.null:.2f} in shuffled tables and {verdict.drawn:.2f} in random "
        f"orders, {p_text(verdict.p)}{least})"
    )
    alone = f"**{some} ({in_percent(LEVEL)}, Holm's correction).** Taken together, the {n} orders"
    if not verdict.agree:
        return f"{alone} are not shown to agree better than by chance {numbers}."
    which = "" if better else "; the test does not say which column is responsible"
    return f"{alone} agree better than by chance {numbers}{which}."


def _shuffled(view: View, report: Callable) -> OrderNull:
    """Agreement with the declared orders in tables of shuffled columns; work for the background."""
    return order_null(view.table, cache.unfitted(view, DEFAULT, ()), SHUFFLES, view.seed, callback=report)


def _lanes(view: View, chance: Mapping[str, Chance]) -> list[OrderLane]:
    lanes = order_lanes.lanes(cache.fitted(view, DEFAULT), chance=chance)
    return [lane for lane in lanes if lane.declared is not None]


def _chart(view: View, chance: Mapping[str, Chance]) -> None:
    lanes, learned = _lanes(view, chance), cache.fitted(view, DEFAULT).estimator
    title = f"Declared order above, order from {method(DEFAULT).title} below"
    columns = [lane.attribute for lane in lanes]
    figure = kept(plots.orders)(learned, columns, title=title, chance=chance, theme=charts.theme())
    charts.show(figure, "orders", order_lanes.in_words(lanes))
