"""Which values are alike, under the method that pages open with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from catviz import plots
from catviz.plots.small import without_cell_texts
from catviz.registry import DEFAULT, method
from catviz.ui.labels import HEAT_MAP, SIMILAR
from catviz.ui.overview.card import card, draw, say
from catviz.ui.state import cache, controls, defaults, notable
from catviz.ui.state.cache import Fitted
from catviz.ui.state.learned import learn
from catviz.ui.state.view import View
from catviz.ui.text import short
from catviz.ui.widgets import charts, inspector, sureness
from catviz.words import values as answers

_KEY = "alike"
#: Letters of the column's name.
_LETTERS = 24


def learned(view: View) -> Fitted:
    """What the method that pages open with learned."""
    return learn(view, method(DEFAULT), controls.parameters_undrawn(method(DEFAULT)))


def section(view: View) -> None:
    """Show the card: the heat map of the column that pages open on."""
    column = defaults.opening_column(view)
    chosen = {"method": DEFAULT, "column": column, "values": SIMILAR, "look": HEAT_MAP, "second": "none"}
    with card(_KEY, f"Which values of {short(column, _LETTERS)} are alike?", "values", **chosen):
        distances = learned(view).distances
        values = distances.codebook.labels[distances.codebook.position(column)]
        if distances.degenerate(column) is None:
            figure = partial(plots.heat_map, distances, column, theme=charts.theme())
            draw(figure, _KEY, f"Distances between the values of {column}.", without_cell_texts)
        texts = _limits(view, column, values)
        say(_nearest(view, learned(view), column), _KEY, texts)


def _limits(view: View, column: str, values: Iterable[str]) -> dict[str, str]:
    """A chip on which value is the nearest to one of the nearest pair; else that nothing is tested."""
    value = inspector.nearest_pair(learned(view).distances, column)[0]
    found = sureness.known(view, learned(view))
    nearest = sureness.of_nearest(view, learned(view), found, column, value)
    return nearest or sureness.not_tested(learned(view), column, values)


@cache.by_content(48)
def _nearest(view: View, learned: Fitted, column: str) -> str:
    return answers.similar_values(learned.distances[column], notable.rows_of(view, column))
