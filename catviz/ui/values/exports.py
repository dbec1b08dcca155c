"""What pages that show learned values give away."""

from __future__ import annotations

from collections.abc import Iterable

from catviz.export import code as scripts
from catviz.parameters import in_words
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.values import correspondence
from catviz.ui.widgets.downloads import geometry_tables, learning, offer


def offer_values(view: View, sides: Iterable[Fitted], column: str, pair: tuple[str, str]) -> None:
    """What methods learned of the values; one method with several parameters is named with them."""
    sides = list(sides)
    for side in sides:
        short, same = side.method.short, [other for other in sides if other.method is side.method]
        given = "; ".join(in_words(side.method.cls, name, value) for name, value in side.parameters)
        tables, pieces = geometry_tables(side, f"{short}, {given}" if len(same) > 1 else short), []
        if correspondence.applies(view, side):
            tables |= correspondence.download_tables(view, side)
            pieces.append(scripts.correspondence(view.shown is not None, view.large is not None))
        offer(tables, [learning(view, side), scripts.values(column, *pair), *pieces])
