"""More than chance? A costly test, run when it is asked for; until then, how the columns go together."""

from __future__ import annotations

from functools import partial

import streamlit as st

from catviz import plots
from catviz.analysis.equal_weights import TooUneven
from catviz.analysis.shuffles import UNRELATED, ShuffleTest
from catviz.registry import DEFAULT, method
from catviz.ui.labels import CLUSTERS, REAL
from catviz.ui.overview.card import card, draw, say
from catviz.ui.overview.clusters import CLUSTERER
from catviz.ui.overview.goes_with import MEASURE
from catviz.ui.state import controls, results
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, structure
from catviz.words import overview
from catviz.words.chips import chips
from catviz.words.clusters import structure_in_words

_KEY = "chance"
#: Columns in the heat map.
_COLUMNS = 24


def section(view: View) -> None:
    """Show the card: the test of the page Clusters for what that page opens with."""
    chosen = {"method": DEFAULT, "clusterer": CLUSTERER, "section": REAL}
    with card(_KEY, REAL, "clusters", **chosen):
        if view.untested:
            _associations(view)
            say("Nothing is tested.", _KEY, chips("overview", "nothing is tested", untested=view.untested))
            return
        parameters = controls.parameters_undrawn(method(DEFAULT))
        how = DEFAULT, parameters, CLUSTERER, structure.usual_most(view)
        above = st.container(gap="xsmall")
        try:
            test = structure.tested(view, UNRELATED, *how, at_once=0.0)
        except TooUneven as error:
            _associations(view)
            say("Nothing is tested.", _KEY, chips("overview", "nothing is tested", untested=plain(error)))
            return
        with above:
            _show(view, test)


def _show(view: View, test: ShuffleTest | None) -> None:
    """What the test says; how columns go together until there is one."""
    if test is None:
        _associations(view)
        say(f"Do rows cluster more than by chance? {structure.NOT_TESTED}", _KEY)
        return
    figure = partial(plots.cluster_count, test, known=view.n_classes, theme=charts.theme())
    draw(figure, _KEY, "Share explained and silhouette along the number of clusters, with shuffled tables.")
    about = f" {structure.MEASURED} {view.about_rows}{structure.about_missing(view)}"
    found = plain(structure_in_words(test), 1800)
    texts = chips("overview", "chance: {n} shuffles", n=test.n_shuffles, found=found, about=about)
    texts |= chips("overview", "groups, or one scale?", clusters=CLUSTERS) if test.significant else {}
    say(overview.beyond_chance(test), _KEY, texts)


def _associations(view: View) -> None:
    """How much pairs of columns tell about each other; nothing for a single column."""
    if view.table.n_attributes > 1:
        matrix = results.most_associated(results.association(view, MEASURE), _COLUMNS)
        figure = partial(plots.association, view.table, MEASURE, matrix=matrix, theme=charts.theme())
        draw(figure, _KEY, f"{MEASURE} between pairs of columns.")
