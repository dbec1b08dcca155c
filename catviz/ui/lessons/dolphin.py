"""Lesson: where a row belongs depends on the rule: the nearest row, or the nearest class on average."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from catviz.analysis.projection import row_map
from catviz.plots import lessons as draw
from catviz.reading.datasets import row_names
from catviz.registry import REFERENCE, method
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.widgets import charts
from catviz.ui.widgets.kept_figures import kept
from catviz.words.chips import chips
from catviz.words.lesson_answers import where_a_row_goes

ANIMAL, KIND = "dolphin", "PCA"
OWN, OTHER = "mammal", "fish"
NAMED = 3


@dataclass(frozen=True, eq=False)
class Found:
    """The other rows as seen from one.

    Attributes
    ----------
    nearest : DataFrame of the other rows, the nearest first
        ``name``, ``kind`` (its known class) and ``distance`` (columns in which it differs).
    on_average : mapping of class to the mean distance of its other rows
    columns : number of columns
    places : (n, 2) of all rows in a map
    """

    nearest: pd.DataFrame
    on_average: dict[str, float]
    columns: int
    places: np.ndarray


class Dolphin(Lesson):
    """Is the dolphin with the mammals or with the fish?"""

    key = "dolphin"
    step = "Dolphin"
    title = f"Where does the {ANIMAL} go?"
    data = "zoo"
    options = ("to the mammals", "to the fish", "it depends on the rule")
    takeaway = "Say by which rule a row is near: to its nearest rows, or to a whole class on average."
    page_links = (PageLink("All animals on a map", "map", {"method": REFERENCE, "map": KIND}),)

    def prompt(self, view: View) -> str:
        """What is known of the animals."""
        return (
            f"{view.table.n_rows - 1} animals by {view.table.n_attributes} traits, such as milk, fins and legs. The "
            f"{ANIMAL} is hidden. Is it nearer to the mammals or to the fish?"
        )

    def background(self, view: View) -> str:
        """How near is measured."""
        return (
            "The Hamming distance of two animals is the number of traits in which they differ. The known classes are "
            "not used. The map shows the first two principal components of the one-hot encoded traits."
        )

    def show(self, view: View) -> None:
        """The map without the animal."""
        found = _work_out(view)
        hidden = np.array(row_names(self.data)) == ANIMAL
        _map(view, np.where(hidden[:, None], np.nan, found.places), hidden & False)

    def find(self, view: View) -> Found:
        """The distances from the animal."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """Whether the nearest row and the nearest class on average agree."""
        by_row = str(found.nearest["kind"].iloc[0])
        by_mean = min((OWN, OTHER), key=lambda kind: found.on_average[kind])
        if by_row != by_mean:
            return self.options[2]
        return self.options[0] if by_row == OWN else self.options[1]

    def sentence(self, found: Found) -> str:
        """The nearest rows, and the mean distances."""
        return where_a_row_goes(found.nearest, found.on_average, OWN, OTHER)

    def caption(self, found: Found) -> str:
        """What the marks are."""
        return f"Colours: known classes. Ringed: the {ANIMAL} and the {NAMED} animals nearest to it."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What the map leaves out, and what the traits are."""
        return chips("lessons", "a flat map", "traits count equally", "not tested")

    def explanation(self, found: Found, guess: str) -> str:
        """The nearest animals, and why the mean differs."""
        lines = "\n".join(
            f"- {line['name']} ({line['kind']}): {line['distance']:.0f} of {found.columns} traits differ"
            for _, line in found.nearest.head(8).iterrows()
        )
        own = found.nearest.loc[found.nearest["kind"] == OWN, "distance"]
        other = found.nearest.loc[found.nearest["kind"] == OTHER, "distance"]
        return (
            f"{lines}\n\nThe {len(own)} other mammals are between {own.min():.0f} and {own.max():.0f} traits away: "
            f"most of them have legs and hair, and do not live in water. The {len(other)} fish are all between "
            f"{other.min():.0f} and {other.max():.0f} traits away."
        )

    def reveal(self, view: View, found: Found) -> None:
        """The map with the animal and those nearest to it."""
        names = np.array(row_names(self.data))
        _map(view, found.places, np.isin(names, [ANIMAL, *found.nearest["name"].head(NAMED)]))


def _map(view: View, places: np.ndarray, ringed: np.ndarray) -> None:
    classes, codes = np.unique(view.table.target.astype(str), return_inverse=True)
    title = f"{np.isfinite(places).all(axis=1).sum()} animals by their traits"
    panel = draw.Panel("", places, codes, ringed)
    figure = kept(draw.maps)([panel], charts.theme(), title, row_names(Dolphin.data), list(classes), labelled=True)
    charts.show(figure, "animals", f"{title}. Classes: {', '.join(classes)}.")


@cache.by_content(4)
def _work_out(view: View) -> Found:
    names, kinds = np.array(row_names(Dolphin.data)), view.table.target.astype(str)
    own = int(np.flatnonzero(names == ANIMAL)[0])
    distances = (view.table.codes != view.table.codes[own]).sum(axis=1)
    rows = pd.DataFrame({"name": names, "kind": kinds, "distance": distances}).drop(index=own)
    placed = row_map(method("OneHot").cls().fit(view.table).geometry_, view.table, KIND)
    return Found(
        rows.sort_values("distance", kind="stable", ignore_index=True),
        rows.groupby("kind")["distance"].mean().to_dict(),
        view.table.n_attributes,
        placed.coordinates[placed.inverse],
    )
