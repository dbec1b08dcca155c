"""Lesson: values that never occur together are linked by a path over a third one, which need not mean much."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from catviz.plots import lessons as draw
from catviz.registry import DEFAULT, method
from catviz.ui import labels
from catviz.ui.labels import HEAT_MAP
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.defaults import DEFAULT_DATA
from catviz.ui.state.view import View
from catviz.ui.text import number
from catviz.ui.widgets import charts
from catviz.ui.widgets.downloads import offer_values
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent
from catviz.words.chips import chips
from catviz.words.lesson_answers import shortest_path

COLUMN, FIRST, SECOND = "odor", "almond", "foul"
LEARNER, GRAPH = "MTDLE", "cosine"
#: With one graph a distance is the length of a path, divided by one number for all pairs.
ONE_GRAPH = (("bases", (GRAPH,)),)
#: Values that a path can go over, by what they are called.
BRIDGES = {
    "bruises": ("bruises", "bruises"),
    "one ring": ("ring_number", "one"),
    "a yellow cap": ("cap_color", "yellow"),
}
_ON_PAGES = {"method": LEARNER, f"{LEARNER}.bases": [GRAPH], "column": COLUMN, "a": FIRST, "b": SECOND}


@dataclass(frozen=True, eq=False)
class Found:
    """The ways from one odour to the other, each over one value.

    Attributes
    ----------
    fitted : what the graph made of the values
    ways : DataFrame, by the name of the value a path goes over
        ``first`` and ``second``: the lengths of its edges; ``length``: their sum; ``of_all``: the share of all rows
        with the value; ``kept``: False if an edge is not in the graph, since it is long for both of its ends.
    learned : the length of the shortest path of the whole graph
    """

    fitted: Fitted
    ways: pd.DataFrame
    learned: float


class Paths(Lesson):
    """Over which value is the path from almond to foul shortest?"""

    key = "paths"
    step = "Paths"
    title = f"What leads from {FIRST} to {SECOND}?"
    data = DEFAULT_DATA
    options = tuple(BRIDGES)
    takeaway = (
        "Values that never occur together can still be near, by a path over a third value. The third value may be one "
        "that almost every row has."
    )
    page_links = (
        PageLink(
            "Compare both distances",
            "values",
            {**_ON_PAGES, "method": DEFAULT, "second": LEARNER, "values": labels.SIMILAR, "look": HEAT_MAP},
        ),
        PageLink("The path, step by step", "values", {**_ON_PAGES, "values": labels.COMPUTED}),
    )

    def prompt(self, view: View) -> str:
        """What a path is, and when a step is short."""
        return (
            "No mushroom has both odours. A path goes over another value; a step is short if two values mostly occur "
            "together. Over which value is it shortest?"
        )

    def background(self, view: View) -> str:
        """What the graph is."""
        adm = cache.fitted(view, DEFAULT).distances[COLUMN].loc[FIRST, SECOND]
        return (
            f"{method(DEFAULT).short} compares the shares of all other columns directly, and gives {FIRST} and "
            f"{SECOND} the distance {number(adm)}. {method(LEARNER).title} works like a road map. Each value is a "
            "town, and two values that occur in the same row are joined by a road, an edge. The larger the part of "
            "their rows that they share, the shorter the edge. The length of a path is the sum of its edges, and the "
            "distance of two values comes from the shortest path between them."
        )

    def show(self, view: View) -> None:
        """How many mushrooms of both odours have each value."""
        shares = shares_with(view)
        title = f"Share of the {FIRST} and of the {SECOND} mushrooms with each value"
        words = "; ".join(f"{name}: {', '.join(map(in_percent, line))}" for name, line in shares.iterrows())
        charts.show(kept(draw.shares_of_two)(shares, charts.theme(), title), "shares", f"{title}. {words}.")

    def find(self, view: View) -> Found:
        """The ways, and what the graph says."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """The value on the shortest way."""
        return str(found.ways["length"].idxmin())

    def sentence(self, found: Found) -> str:
        """The lengths of the ways."""
        return shortest_path(found.ways)

    def caption(self, found: Found) -> str:
        """What the lines are."""
        return "Each line is a path, to scale; the numbers are the lengths of its edges."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What the path does not mean."""
        best = self.answer(found)
        share = in_percent(found.ways.loc[best, "of_all"])
        return chips("lessons", "a path is no cause", bridge=best, share=share) | chips("start", "invented mushrooms")

    def explanation(self, found: Found, guess: str) -> str:
        """The lengths of the shortest way, and the step from a length to a distance."""
        ways, by, short = found.ways.sort_values("length"), divisor(found.fitted), method(LEARNER).short
        lines = "\n".join(
            f"- over {name}: {number(way['first'])} + {number(way['second'])} = {number(way['length'])}"
            f"{'' if way['kept'] else ' (this path is not in the graph: one edge is long for both of its ends)'}"
            for name, way in ways.iterrows()
        )
        return (
            f"{lines}\n\nNo path of the whole graph is shorter than {number(found.learned)}. {short} divides all "
            f"lengths by one number, {number(by)} here, so that the mean squared distance of two rows is 1: "
            f"{number(found.learned)} / {number(by)} = {number(found.learned / by)}."
        )

    def details(self, found: Found) -> str:
        """Where an edge's length comes from."""
        return (
            "The length of an edge is arccos(rows with both / √(rows with one × rows with the other)). It is an angle, "
            f"in radians: 0 if the two values always occur together, {number(math.pi / 2)} (a right angle) if they "
            f"never do. {method(LEARNER).short} leaves out an edge that is not among the shortest of either of its "
            "ends. This lesson uses one graph; by default, there are three."
        )

    def export(self, view: View, found: Found) -> None:
        """The distances under both methods."""
        offer_values(view, [cache.fitted(view, DEFAULT), found.fitted], COLUMN, (FIRST, SECOND))

    def reveal(self, view: View, found: Found) -> None:
        """The ways to scale, the shortest first."""
        ways = found.ways.sort_values("length")
        drawn = [((FIRST, name, SECOND), (way["first"], way["second"])) for name, way in ways.iterrows()]
        title = f"Paths from {FIRST} to {SECOND}, to scale"
        words = "; ".join(f"over {name} {number(length)}" for name, length in ways["length"].items())
        figure = kept(draw.paths_to_scale)(drawn, charts.theme(), title)
        charts.show(figure.update_layout(height=draw.TALL), "paths", f"{title}: {words}.")


def shares_with(view: View) -> pd.DataFrame:
    """The share of rows with each value that a path can go over, by odour."""
    rows = view.table.to_pandas()
    shares = {
        odour: {name: float((own[column] == value).mean()) for name, (column, value) in BRIDGES.items()}
        for odour, own in ((odour, rows[rows[COLUMN] == odour]) for odour in (FIRST, SECOND))
    }
    return pd.DataFrame(shares)


def divisor(fitted: Fitted) -> float:
    """What the length of a path is divided by to give the distance."""
    return float(fitted.estimator.scales_[GRAPH] ** (-1 / fitted.estimator.theta))


@cache.by_content(4)
def _work_out(view: View) -> Found:
    fitted = cache.fitted(view, LEARNER, ONE_GRAPH)
    edges = fitted.estimator.paths_[GRAPH].edges()
    ends = zip(edges["from"], edges["to"], edges["length"], edges["kind"], strict=True)
    drawn = {frozenset((a, b)): (float(length), kind != "cut") for a, b, length, kind in ends}
    rows, ways = view.table.to_pandas(), {}
    for name, (column, value) in BRIDGES.items():
        edge = [drawn[frozenset(((COLUMN, end), (column, value)))] for end in (FIRST, SECOND)]
        (first, second), kept = (length for length, _ in edge), all(kept for _, kept in edge)
        of_all = float((rows[column] == value).mean())
        ways[name] = {"first": first, "second": second, "length": first + second, "of_all": of_all, "kept": kept}
    learned = float(fitted.estimator.explain(COLUMN, FIRST, SECOND).paths[GRAPH]["length"].sum())
    return Found(fitted, pd.DataFrame.from_dict(ways, orient="index"), learned)
