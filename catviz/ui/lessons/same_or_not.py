"""Lesson: a distance that knows only same or not has nothing to say; the other columns have."""

from __future__ import annotations

import numpy as np

from catviz.geometry.value_geometries import ValueDistances
from catviz.plots.values import heat_map
from catviz.registry import DEFAULT, REFERENCE, method
from catviz.ui.lessons.lesson import Door, Lesson
from catviz.ui.start import story
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import number
from catviz.ui.values.exports import offer_values
from catviz.ui.widgets import charts

COLUMN, (VALUE, OTHER) = story.STORY.column, story.STORY.pair


class SameOrNot(Lesson):
    """Which smell is nearest to almond?"""

    key = "same or not"
    title = "Hamming sees nothing"
    data = story.STORY.data
    question = f"Let the other columns speak. Which smell do they put nearest to {VALUE}?"
    options = ("foul", "spicy", "pungent", OTHER)
    keep = "Same-or-not makes all different values equally far. What tells them apart stands in the other columns."
    doors = (
        Door(
            f"What brings {VALUE} near? Term by term",
            "values",
            {"method": DEFAULT, "second": "none", "column": COLUMN, "a": VALUE, "b": OTHER, "look": "heat map"},
        ),
    )

    def told(self, view: View) -> str:
        """What Hamming makes of the column."""
        v = len(_distances(view, REFERENCE)[COLUMN])
        return (
            f"{view.table.n_rows:,} mushrooms of a field guide are described by {view.table.n_attributes} columns; one "
            f"is their {COLUMN}. The usual distance of categories, {method(REFERENCE).short}, knows only same or not "
            f"the same: any two of the {v} smells are 1 apart, so none is near another."
        )

    def show(self, view: View) -> None:
        """The empty heat map."""
        _heat_map(view, REFERENCE, None)

    def find(self, view: View) -> dict[str, float]:
        """The other smells by their distance, the nearest first."""
        near = _distances(view, DEFAULT)[COLUMN].loc[VALUE].drop(VALUE)
        return near.iloc[np.argsort(near.round(9), kind="stable")].to_dict()

    def answer(self, found: dict[str, float]) -> str:
        """The nearest smell."""
        return next(iter(found))

    def because(self, found: dict[str, float], guess: str) -> str:
        """The nearest two, and the one guessed."""
        (first, d), (second, e) = list(found.items())[:2]
        told = f"By the company it keeps, {first} is {number(d)} from {VALUE}, then comes {second} with {number(e)}. "
        if guess not in (first, second):
            told += f"Place {list(found).index(guess) + 1} of {len(found)} is {guess}, {number(found[guess])} away. "
        return f"{told}Nobody told the method what smells alike: it compares how the other columns look with either."

    def export(self, view: View, found: dict[str, float]) -> None:
        """The distances under both methods."""
        sides = [cache.fitted(view, name) for name in (REFERENCE, DEFAULT)]
        offer_values(view, sides, COLUMN, (VALUE, self.answer(found)))

    def reveal(self, view: View, found: dict[str, float]) -> None:
        """The heat map by company, its nearest pair framed."""
        _heat_map(view, DEFAULT, self.answer(found))


def _distances(view: View, name: str) -> ValueDistances:
    return cache.fitted(view, name).distances


def _heat_map(view: View, name: str, nearest: str | None) -> None:
    distances, order = _distances(view, name), _distances(view, DEFAULT).order("leaf").labels(COLUMN)
    codes = [distances.codebook.code(COLUMN, value) for value in order]
    pair = distances.codebook.code(COLUMN, VALUE), distances.codebook.code(COLUMN, nearest or VALUE)
    figure = heat_map(distances, COLUMN, codes, pair, charts.theme(), method(name).title)
    charts.show(
        figure.update_layout(height=490),
        f"smells-{name}",
        f"Distances of {len(order)} smells under {method(name).title}.",
    )
