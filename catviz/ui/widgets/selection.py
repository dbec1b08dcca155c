"""Linked selection: what is picked in one figure, by mouse or by keyboard, lights up in the others.

Streamlit's charts tell of a lasso, of a box and, while a lasso is drawn by dragging, of no click; they tell of no zoom.
A line below a chart tells of these, and of points chosen by keyboard.

The figure that was picked in stays as it was drawn, so that its outline survives; every other figure is drawn anew with
the picked items. Whoever picks last decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from catviz.plots.colours import HIGHLIGHT
from catviz.plots.rows import Zoom
from catviz.ui.state import session
from catviz.ui.widgets import charts

_Drawn = TypeVar("_Drawn")
_HTML = """
<div class="walk" tabindex="0" role="application" aria-describedby="how">Choose points by keyboard<span class="said"
role="status" aria-live="polite"></span></div>
<p class="how" id="how">Arrows: to the nearest point. Page Down, Page Up: from left to right. Space: choose, or choose
no longer. Shift and arrows: choose several. B at two points: choose all in the box between them. Escape: clear.</p>
"""
_OWN = Path(__file__)
_component = st.components.v2.component(
    "catviz_points",
    html=_HTML,
    css=f":host {{ --held: {HIGHLIGHT}; }}\n" + _OWN.with_name("point_keys.css").read_text(encoding="utf-8"),
    js="\n".join(_OWN.with_name(f"point_{part}.js").read_text(encoding="utf-8") for part in ("glide", "keys")),
)


class Selection:
    """The items picked on a page, of what kind they are, and which figure they were picked in.

    Several figures may show items of one kind. ``source`` is None where nothing is picked, or where the figure it was
    picked in is gone: the items are kept then, and light up in all figures. ``from_figure`` says whether any of them
    was picked in a figure, there or gone. ``seen`` holds (table, column) of the columns
    whose colours were in the figures before the items were picked; colours that come later do not change it.
    """

    def __init__(self):
        self.kind: str | None = None
        self.ids: list[int] = []
        self.source: str | None = None
        self.from_figure = False
        self.seen: frozenset[tuple[str, str]] = frozenset()
        self._coloured: set[tuple[str, str]] = set()
        self.generation = 0
        self.epoch = 0
        self._drawn: dict[str, tuple[int, Any]] = {}

    def key(self, figure: str) -> str:
        """The chart key of a figure; a new one after ``clear`` and ``redraw``."""
        return f"{figure}-{self.epoch}"

    def picker(self, figure: str, kind: str) -> Callable[[], None]:
        """The callback for picks in a figure that shows items of a kind."""

        def picked() -> None:
            ids = charts.picked(self.key(figure))
            if ids or self.source == figure:  # else the empty echo of a figure that was drawn anew
                self.pick(kind, ids, figure)

        return picked

    def pick(self, kind: str, ids: Sequence[int], figure: str | None = None, light: bool = False) -> None:
        """Pick items, in a figure or, where None, elsewhere on the page.

        ``light`` draws the figure anew with the items lit: it does not light them itself.
        """
        kept = self.from_figure and self.kind == kind and not set(ids).isdisjoint(self.ids)
        self.from_figure = bool(ids) and (figure is not None or kept)
        self.ids = sorted(set(ids))
        self.kind, self.source = (kind, None if light else figure) if self.ids else (None, None)
        self.seen = frozenset(self._coloured)
        self.generation += 1

    def restore(self, kind: str, ids: Sequence[int], from_figure: bool, seen: frozenset[tuple[str, str]]) -> None:
        """Pick items as they were picked elsewhere, with what was seen there."""
        self.pick(kind, ids)
        self.from_figure, self.seen = bool(self.ids) and from_figure, seen

    def colours(self, table: str, column: str) -> None:
        """The figures now show a column's values as colours, so whoever picks next has seen them."""
        self._coloured.add((table, column))

    def follows(self, before: Selection) -> None:
        """This selection replaces another on the page: chart keys go on, and colours seen stay seen."""
        self.epoch, self._coloured = before.epoch + 1, before._coloured

    def drawn(self, figure: str, draw: Callable[[bool, int], _Drawn]) -> _Drawn:
        """What ``draw(any_lit, generation)`` makes of a figure: as before where it was picked in, else with items lit.

        ``any_lit`` says whether any item is; ``generation`` has to be part of the figure, or it would not be redrawn.
        """
        before = self._drawn.get(figure)
        if before is None or (before[0] != self.generation and self.source != figure):
            self._drawn[figure] = (self.generation, draw(bool(self.ids) and self.source != figure, self.generation))
        drawn: _Drawn = self._drawn[figure][1]
        return drawn

    def clear(self) -> None:
        """Nothing is picked; all figures start afresh."""
        self.pick("", [])
        self.redraw()

    def redraw(self) -> None:
        """All figures start afresh; what is picked stays picked."""
        self.source, self._drawn = None, {}
        self.epoch += 1
        self.generation += 1


def on_page(page: str, table: str, content: str) -> Selection:
    """The page's selection. Another table starts a new one; with other ``content`` all figures start afresh."""
    content = f"{content} {session.PRESENTING.get()}"  # a presentation has figures of its own
    kept = session.selection(page)
    before, shown, selection = kept.first(lambda: (table, content, None))
    if selection is None or before != table:
        last, selection = selection, Selection()
        if last is not None:
            selection.follows(last)
    elif shown != content or _figure_left(selection):
        selection.redraw()
    kept.put((table, content, selection))
    return selection


def kept_zoom(place: str) -> Zoom:
    """How the user last saw the points of a map; ``place`` names where its points are."""
    return session.ZOOMS.first(dict).get(place, Zoom())


def choose_points(
    key: str,
    chart: str,
    place: str,
    label: str,
    chosen: Sequence[int],
    pick: Callable,
    by_keyboard: bool = True,
) -> None:
    """Show a line below a chart to choose its points by keyboard; it hears clicks and zooms of the chart too.

    Points that are at other ``place``s glide there.

    Parameters
    ----------
    key : str
        The same for a chart that is drawn anew.
    chart : str
        The chart's own key.
    place : str
        Other points are at other places: they have a zoom of their own.
    label : str
        What a screen reader calls the points.
    chosen : sequence of int
        The customdata of the points chosen.
    pick : callable(list of int)
        Called with the customdata of all points chosen.
    by_keyboard : bool
        False hides the line where another widget serves the keyboard; clicks are heard all the same.
    """
    told = {"chart": chart, "place": place, "label": label, "colour": HIGHLIGHT}
    data = {**told, "chosen": list(chosen), "hidden": not by_keyboard}
    _line(f"points-{key}", data, pick)


def _figure_left(selection: Selection) -> bool:
    """True where the figure picked in was left with its page: the browser no longer knows its outline."""
    return selection.source is not None and not session.of_widget(selection.key(selection.source)).there


@st.fragment
def _line(key: str, data: dict[str, Any], pick: Callable) -> None:
    """A zoom runs this alone again, and not the page, which shows the same."""
    _component(key=key, data=data, on_picked_change=partial(_picked, key, pick), on_seen_change=partial(_zoom, key))
    if session.POINTS_PICKED.take():
        st.rerun()


def _picked(key: str, pick: Callable) -> None:
    ids = getattr(session.of_widget(key).get(), "picked", None)
    if ids is not None:
        pick([int(i) for i in ids])
        session.POINTS_PICKED.put(True)


def _zoom(key: str) -> None:
    sight = getattr(session.of_widget(key).get(), "seen", None)
    if sight:
        zoom = sight["zoom"] or {}
        session.ZOOMS.first(dict)[sight["place"]] = Zoom(zoom.get("x"), zoom.get("y"), sight["drag"])
