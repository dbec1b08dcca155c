"""Lesson: Hamming distance makes all different values equally far; the other columns tell which are similar."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from catviz.geometry.value_geometries import ValueDistances
from catviz.plots.values import bar_below, heat_map
from catviz.registry import DEFAULT, REFERENCE, method
from catviz.ui import labels
from catviz.ui.labels import HEAT_MAP
from catviz.ui.lessons.lesson import Guess, Lesson, OnLine, PageLink, as_good, dumbbells, linear_correlation
from catviz.ui.state import cache, session
from catviz.ui.state.defaults import DEFAULT_DATA
from catviz.ui.state.view import View
from catviz.ui.text import number
from catviz.ui.widgets import charts
from catviz.ui.widgets.downloads import offer_values
from catviz.ui.widgets.kept_figures import kept
from catviz.words.chips import chips
from catviz.words.lesson_answers import nearest_value

#: Another column than that of Start, which shows the distances of all odours.
COLUMN, VALUE, OTHER = "habitat", "grasses", "urban"
HEIGHT = 490
_PLACES = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


class FromGrasses(OnLine):
    """The other habitats, placed by their distance from grasses."""

    ends = (f"{VALUE}: distance 0", "largest distance")

    def labels(self, view: View) -> list[str]:
        """The other habitats, in their order in the table."""
        return [value for value in view.table.categories[view.table.codebook.position(COLUMN)] if value != VALUE]

    def scored(self, view: View, found: dict[str, float], guess: Guess) -> str:
        """The linear correlation of places and distances."""
        score = linear_correlation(guess, [found[value] for value in self.labels(view)], view.seed)
        if score is None:
            return "You placed all habitats at one point, so there is no correlation to compute."
        return (
            f"Correlation of your places and the distances: **r = {score.value:.2f}** (1 is best, random guesses have "
            f"0 on average). {as_good(score.as_good)}"
        )

    def compared(self, view: View, found: dict[str, float], guess: Guess) -> None:
        """The habitats in the order of their distance; the line of the guess is as long as the largest distance."""
        labels, largest = self.labels(view), max(found.values())
        places = {value: place * largest for value, place in zip(labels, guess, strict=True)}
        title = f"ADM distance from {VALUE}"
        dumbbells(list(found), [places[value] for value in found], list(found.values()), "distance", title)


class SameOrNot(Lesson):
    """Which habitat is nearest to grasses?"""

    key = "same or not"
    step = "Habitats"
    title = f"Which habitat is nearest to {VALUE}?"
    data = DEFAULT_DATA
    options = ("leaves", "meadows", "paths", OTHER, "waste", "woods")
    sketch = FromGrasses()
    takeaway = (
        "To Hamming, all different values are equally far. To ADM, values are near if their rows are alike in other "
        "columns."
    )
    page_links = (
        PageLink(
            f"What does the distance of {VALUE} and {OTHER} consist of?",
            "values",
            {
                "method": DEFAULT,
                "second": "none",
                "column": COLUMN,
                "a": VALUE,
                "b": OTHER,
                "values": labels.SIMILAR,
                "look": HEAT_MAP,
            },
        ),
    )

    def prompt(self, view: View) -> str:
        """What both distances compare."""
        return (
            f"To Hamming, all different habitats are equally far. ADM compares the other {view.table.n_attributes - 1} "
            f"columns. Place each habitat by its ADM distance from **{VALUE}**."
        )

    def background(self, view: View) -> str:
        """What Hamming makes of the column, and what ADM compares."""
        v, others = len(_distances(view, REFERENCE)[COLUMN]), view.table.n_attributes - 1
        return (
            f"The table describes {view.table.n_rows:,} mushrooms, written from a field guide. The Hamming distance "
            f"asks only whether two values are the same: any two different habitats of the {v} have distance 1. "
            f"{method(DEFAULT).title} looks at the other {others} columns: are the mushrooms of the two habitats "
            "distributed alike there? Do they, for example, have the same shares of white caps? If the shares are "
            "equal in all columns, the distance is 0."
        )

    def show(self, view: View) -> None:
        """The heat map under Hamming."""
        _heat_map(view, REFERENCE, None)

    def find(self, view: View) -> dict[str, float]:
        """The other habitats by their distance, the nearest first."""
        near = _distances(view, DEFAULT)[COLUMN].loc[VALUE].drop(VALUE)
        return near.iloc[np.argsort(near.round(9), kind="stable")].to_dict()

    def answer(self, found: dict[str, float]) -> str:
        """The nearest habitat."""
        return next(iter(found))

    def sentence(self, found: dict[str, float]) -> str:
        """The nearest two."""
        return nearest_value(VALUE, found)

    def caption(self, found: dict[str, float]) -> str:
        """What the cells are."""
        return f"Each cell: the ADM distance of two habitats; {charts.marks()} is near. Framed: the nearest to {VALUE}."

    def chips(self, view: View, found: dict[str, float]) -> dict[str, str]:
        """That distances are counts, not meanings."""
        return chips("lessons", "not a test", "only counts") | chips("start", "invented mushrooms")

    def explanation(self, found: dict[str, float], guess: str) -> str:
        """The nearest two, and the one guessed."""
        (first, d), (second, e) = list(found.items())[:2]
        reason = f"The ADM distance from {VALUE} to {first} is {number(d)}; {second} follows with {number(e)}. "
        if guess in found and guess not in (first, second):
            place = list(found).index(guess) + 1
            reason += f"Your guess, {guess}, is the {_PLACES[place]} nearest of {len(found)} ({number(found[guess])}). "
        return f"{reason}ADM does not know what the habitats are. It uses only counts in the other columns."

    def export(self, view: View, found: dict[str, float]) -> None:
        """The distances under both methods."""
        compared = [cache.fitted(view, name) for name in (REFERENCE, DEFAULT)]
        offer_values(view, compared, COLUMN, (VALUE, self.answer(found)))

    def reveal(self, view: View, found: dict[str, float]) -> None:
        """The heat map under ADM, its nearest pair framed."""
        _heat_map(view, DEFAULT, self.answer(found))


def _distances(view: View, name: str) -> ValueDistances:
    return cache.fitted(view, name).distances


def _narrow_heat_map(distances: ValueDistances, column: str, **how: Any) -> go.Figure:
    return bar_below(heat_map(distances, column, **how))


def _heat_map(view: View, name: str, nearest: str | None) -> None:
    distances = _distances(view, name)
    order = distances.codebook.labels[distances.codebook.position(COLUMN)]
    title = f"Distances of the habitats, {method(name).title}"
    how = {"pair": (VALUE, nearest or VALUE), "theme": charts.theme(), "title": title, "order": order}
    # large letters leave no room below
    figure = kept(heat_map if session.PRESENTING.get() else _narrow_heat_map)(distances, COLUMN, **how)
    charts.show(
        figure.update_layout(height=HEIGHT), f"habitats-{method(name).short}", f"{title}: {len(order)} habitats."
    )
