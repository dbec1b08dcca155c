"""Lesson: t-SNE draws different maps of one table, and clumps where there is no cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from catviz.analysis.projection import ConstantInput, row_map
from catviz.plots import lessons as draw
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import background, cache
from catviz.ui.state.view import View
from catviz.ui.widgets import charts
from catviz.ui.widgets.kept_figures import kept
from catviz.words.chips import chips
from catviz.words.lesson_answers import perplexities

ENCODING, KIND = "OneHot", "t-SNE"
PERPLEXITIES = (5, 30, 100)
LETTERS = ("A", "B", "C")


@dataclass(frozen=True, eq=False)
class Found:
    """Maps of one table.

    Attributes
    ----------
    places : mapping of perplexity to (n, 2) places of the rows
    factorial : True if the table holds every combination of values once
    """

    places: dict[int, np.ndarray]
    factorial: bool


class Perplexity(Lesson):
    """How many tables do three maps show?"""

    key = "perplexity"
    step = "t-SNE"
    title = "How many tables are these?"
    data = "balance_scale"
    options = ("one", "two", "three")
    takeaway = "Draw t-SNE with several perplexities. Its clumps, their sizes and the gaps can all be made by it."
    page_links = (PageLink("Choose the perplexity yourself", "map", {"method": ENCODING, "map": KIND}),)

    def prompt(self, view: View) -> str:
        """What the maps are."""
        return (
            "Three maps by t-SNE. Each point is a row; near points are rows with similar values. How many different "
            "tables do the maps show?"
        )

    def background(self, view: View) -> str:
        """What perplexity is."""
        return (
            "t-SNE places rows so that near neighbours stay near; it does not keep large distances. Its perplexity is "
            "about the number of neighbours that each row keeps."
        )

    def show(self, view: View) -> None:
        """The maps without their perplexity."""
        if (found := self.find(view)) is not None:
            _maps(found, [f"map {letter}" for letter in LETTERS])

    def find(self, view: View) -> Found | None:
        """The maps, computed in the background."""
        work = partial(_work_out, view)
        found = background.result(view, "lesson of perplexities", work, "Three maps by t-SNE", 8.0, wait_seconds=3.0)
        if found is not None and len(found.places) < len(PERPLEXITIES):
            st.caption(f"Cancelled after {len(found.places)} of {len(PERPLEXITIES)} maps: no answer.")
            return None
        return found

    def answer(self, found: Found) -> str:
        """It is one table."""
        return self.options[0]

    def sentence(self, found: Found) -> str:
        """What differs between the maps, and what the table is."""
        return perplexities(list(found.places), found.factorial)

    def caption(self, found: Found) -> str:
        """What the points are."""
        return "Each point is a row of the same table. Axes of t-SNE have no unit."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What t-SNE keeps."""
        return chips("lessons", "axes have no unit", "every combination once")

    def explanation(self, found: Found, guess: str) -> str:
        """Why nothing is a cluster here."""
        return (
            "Clusters are rows that are more similar to each other than to rows outside. In a table of all "
            "combinations each row has equally many rows at each number of differing values, so no row is in a denser "
            "part than another. What the maps show comes from t-SNE, which cannot keep four independent columns in two "
            "dimensions."
        )

    def reveal(self, view: View, found: Found) -> None:
        """The maps with their perplexity."""
        _maps(found, [f"map {letter}: perplexity {p}" for letter, p in zip(LETTERS, found.places, strict=True)])


def _maps(found: Found, names: list[str]) -> None:
    panels = [draw.Panel(name, places) for name, places in zip(names, found.places.values(), strict=True)]
    title = f"Three maps by {KIND}"
    charts.show(kept(draw.maps)(panels, charts.theme(), title), "maps", f"{title}: {', '.join(names)}.")


def _work_out(view: View, report: Callable) -> Found:
    """The maps one after the other; those that are ready if it is stopped. Work for the background."""
    geometry, ready, stopped = cache.fitted(view, ENCODING).estimator.geometry_, {}, False

    def progress(share: float, coordinates: np.ndarray | None = None) -> bool:
        nonlocal stopped
        stopped = stopped or report((len(ready) + share) / len(PERPLEXITIES))
        return stopped

    for perplexity in PERPLEXITIES:
        try:
            placed = row_map(geometry, view.table, KIND, 2, perplexity, view.seed, progress)
        except ConstantInput:  # no row has a place yet
            if stopped:
                break
            raise
        if stopped:
            break
        ready[perplexity] = placed.coordinates[placed.inverse]
    return Found(ready, view.info is not None and view.info.full_factorial)
