"""What pages that show learned values give away."""

from __future__ import annotations

from collections.abc import Iterable

from catviz.export import code as scripts
from catviz.parameters import in_words
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.values import correspondence
from catviz.ui.widgets.downloads import geometry_tables, learning, offer


def offer_values(view: View, compared: Iterable[Fitted], column: str, pair: tuple[str, str]) -> None:
    """What methods learned of the values; one method with several parameters is named with them."""
    compared = list(compared)
    for fitted in compared:
        short, same = fitted.method.short, [other for other in compared if other.method is fitted.method]
        given = "; ".join(in_words(fitted.method.cls, name, value) for name, value in fitted.parameters)
        tables, pieces = geometry_tables(fitted, f"{short}, {given}" if len(same) > 1 else short), []
        if correspondence.applies(view, fitted):
            tables |= correspondence.download_tables(view, fitted)
            pieces.append(scripts.correspondence(view.shown is not None, view.large is not None))
        offer(tables, [learning(view, fitted), scripts.values(column, *pair), *pieces])
