"""Figures and tables on a page: our own theme, a text alternative, and no surprises in the tool bar."""

from __future__ import annotations

import json
import re
import textwrap
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from catviz.export.code import Piece
from catviz.plots.adapted import enlarged
from catviz.plots.colours import DARK, LIGHT, Theme, shades
from catviz.plots.style import escape
from catviz.registry import methods
from catviz.ui.state import session, turns
from catviz.ui.widgets import png_and_svg
from catviz.ui.widgets.kept_figures import Kept, n_points

#: Seconds, and seconds a point, in which the browser draws a page's first figure: it is sent when the script pauses.
_UNTIL_DRAWN, _A_POINT = 0.08, 1e-5
#: Pixels of height between which a figure fills the screen in a presentation; a list of names also if it is taller.
_STRIP, _TALL = 220, 680
#: Letters of a file's name, and of the table's in it: so the names of a page's files differ, however long that is.
_LONGEST_NAME, _LONGEST_TABLE = 80, 30
#: Letters in a line of the title that a figure gets in a presentation, those of a card, and the pixels of a line.
_TITLE_LETTERS, _CARD_LETTERS, _TITLE_LINE = 90, 48, 28
#: Pixels of a figure's height up to which it can take the height that a page's first screen leaves it.
LED = 560
_CONFIG = {"displaylogo": False, "scrollZoom": False}
#: The methods with the pure hues: those that pages open with, and those of the papers.
FIRST = ("ADM", "Hamming", "Lin", "One-hot", "OCL", "TAVE", "MTDLE", "W-CADO")


@dataclass(frozen=True, eq=False)
class Drawn:
    """A figure of this run: the name of its file, the key of its chart, and code that draws it if there is any.

    ``of_rows`` is True where its hover texts describe single rows.
    """

    figure: go.Figure | Kept
    alt: str
    name: str
    key: str
    piece: Piece | None = None
    of_rows: bool = False

    def as_seen(self) -> str:
        """The figure's JSON, with what is picked in it lit."""
        text, state = self.figure.to_json(), session.of_widget(self.key).get()
        points = getattr(getattr(state, "selection", None), "points", None)
        if not points:
            return text
        drawing = json.loads(text)
        for i, trace in enumerate(drawing["data"]):
            highlighted = [point["point_index"] for point in points if point["curve_number"] == i]
            if highlighted or trace.get("customdata") is not None:
                trace["selectedpoints"] = highlighted
        return json.dumps(drawing)


def theme() -> Theme:
    """The figure theme that fits the page's."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def marks() -> str:
    """How figures draw what is marked, in words: dark, or bright on a dark page."""
    return theme().near


def begin() -> None:
    """Start a run, which has drawn no figure yet; files are named after the sidebar's table."""
    session.FIGURES.put({})
    session.FILES_NAMED_AFTER.put(session.DATA.get() or "")


def name_after(table: str) -> None:
    """Name the files of this run after another table than the sidebar's."""
    session.FILES_NAMED_AFTER.put(table)


def drawn() -> dict[str, Drawn]:
    """The figures drawn so far in this run, by the name of their file."""
    return session.FIGURES.get()


def show(
    figure: go.Figure | Kept,
    key: str,
    alt: str,
    on_select: Callable | None = None,
    modes: tuple[str, ...] = ("points", "box", "lasso"),
    piece: Piece | None = None,
    zoomed: bool = False,
    of_rows: bool = False,
    fills: bool = False,
    leads: int = 0,
) -> None:
    """Draw a figure with a text alternative; ``on_select`` is called when points are picked.

    ``piece`` is code that leaves the figure in ``figure``, after the code that the page offers. ``zoomed`` figures may
    show a part at first, so that their tool bar has a button that shows all, and none back to this part. The hover
    texts of a figure ``of_rows`` describe single rows. One that ``fills`` its box has the height that the style sheet
    gives to cards; one that ``leads`` a page has the height that it gives to figures of a first screen, unless it is
    taller than so many pixels.

    A page's first figure is sent at once: the browser draws it while the rest of the page is worked out.
    """
    if on_select:
        figure.update_layout(**_modes(figure.layout, modes))
    sent = figure.sent if isinstance(figure, Kept) else figure
    name = file_name(re.sub(r"-\d+$", "", key))
    drawn()[name] = Drawn(figure, alt, name, key, piece, of_rows)
    linked: dict[str, Any] = {}
    if on_select:
        linked = {"on_select": on_select, "selection_mode": modes}
    without = ["resetScale2d" if zoomed else "autoScale2d", *([] if on_select else ["select2d", "lasso2d"])]
    config: dict[str, Any] = _CONFIG | {"modeBarButtonsToRemove": without}
    config |= {"toImageButtonOptions": {**png_and_svg.options(), "filename": name}}
    options = {"theme": None, "key": key, "alt": alt, "config": config, **linked}
    if session.PRESENTING.get():
        letters = _CARD_LETTERS if fills else _TITLE_LETTERS if len(drawn()) > 1 else 0
        _on_a_screen(whole(figure), key, options, letters)
    elif fills or figure.layout.height <= leads:
        with st.container(
            key=f"{'fills' if fills else 'leads'}-{key}", height=round(figure.layout.height), border=False
        ):
            st.plotly_chart(sent, height="stretch", **options)
    else:
        st.plotly_chart(sent, **options)
    if len(drawn()) == 1 and st.runtime.exists():
        _pause(figure)


def whole(figure: go.Figure | Kept) -> go.Figure:
    """A figure to change; one that is kept is made again."""
    return figure.figure if isinstance(figure, Kept) else figure


def _pause(figure: go.Figure | Kept) -> None:
    """Let the browser draw a page's first figure, unless it shows it already."""
    if session.FIRST_FIGURE.get() != id(figure):
        with turns.of_pages.lent():
            time.sleep(_UNTIL_DRAWN + n_points(figure) * _A_POINT)
    session.FIRST_FIGURE.put(id(figure))


def _modes(layout: Any, modes: tuple[str, ...]) -> dict[str, Any]:
    """What a drag, a click and a pointer do in a chart to select in: Streamlit would draw it twice to set them."""
    drag = layout.dragmode or ("pan" if "points" in modes else "select" if "box" in modes else "lasso")
    click = "event" if drag in ("select", "lasso") else "event+select" if "points" in modes else "none"
    return {"dragmode": drag, "clickmode": click, "hovermode": layout.hovermode or "closest"}


def _on_a_screen(figure: go.Figure, key: str, options: dict[str, Any], letters: int) -> None:
    """Draw a figure with large letters; it fills the screen if it is neither a strip nor several panels and taller.

    Below a page's first figure, whose answer stands above it, what it shows is its title, if it has no other: so many
    ``letters`` in a line.
    """
    large, height = enlarged(figure, session.LETTERS), figure.layout.height or 0
    if letters and height > _STRIP and not figure.layout.title.text:
        lines = textwrap.wrap(options["alt"].partition(". ")[0].rstrip("."), letters)
        layout, margin = large["layout"], large["layout"].get("margin", {})
        layout["title"] = layout.get("title", {}) | {"text": "<br>".join(map(escape, lines))}
        layout["margin"] = margin | {"t": margin.get("t", 0) + _TITLE_LINE * (len(lines) + _lines_above(figure))}
    if height <= _STRIP or (height >= _TALL and not _lists_names(figure)):
        st.plotly_chart(large, **options)
    else:
        # a height in pixels lets the figure fill it; the style sheet then makes it the screen's
        with st.container(key=f"screen-{key}", height=round(height), border=False):
            st.plotly_chart(large, height="stretch", **options)


def _lines_above(figure: go.Figure) -> int:
    """Lines that an axis or a colour bar has between a title and the plot."""
    axis = any(axis.side == "top" and axis.title.text for axis in figure.select_xaxes())
    bars = [trace.colorbar for trace in figure.select_traces({"type": "heatmap"})]
    return 3 * axis + 2 * any(bar.orientation == "h" and bar.yanchor == "bottom" for bar in bars)


def _lists_names(figure: go.Figure) -> bool:
    """True where one axis names the lines of the figure, which can come closer to each other."""
    axes = list(figure.select_yaxes())
    return len(axes) == 1 and bool(axes[0].ticktext)


def file_name(what: str) -> str:
    """A file's name without its ending: the table, the page and what it holds."""
    table, page = session.FILES_NAMED_AFTER.get() or "", session.PAGE.get() or ""
    parts = ("catviz", _in_a_name(table)[:_LONGEST_TABLE].strip("-"), _in_a_name(page), _in_a_name(what))
    return "-".join(filter(None, parts))[:_LONGEST_NAME].strip("-")


def _in_a_name(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def picked(key: str) -> list[int]:
    """The customdata of the points picked in a chart."""
    state = session.of_widget(key).get()
    points = state.selection.points if state else []
    ids = [p.get("customdata") for p in points]
    return [int(i[0] if isinstance(i, list) else i["0"] if isinstance(i, dict) else i) for i in ids if i is not None]


def method_colours(theme: Theme) -> dict[str, str]:
    """The colour of each method that gives the values distances, by its short name and by its title."""
    titles = {m.short: m.title for m in methods() if m.has_values}
    colours = shades([*FIRST, *(short for short in titles if short not in FIRST)], theme)
    return colours | {title: colours[short] for short, title in titles.items()}


def show_table(
    frame: pd.DataFrame,
    alt: str,
    *,
    height: int | Literal["stretch"] | None = None,
    column_config: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Draw a table with its text alternative.

    Parameters
    ----------
    frame : DataFrame
    alt : str
        Says what it lists.
    height : pixels, "stretch" for that of the box around it, or None for a height of Streamlit's choice
    column_config : as in ``st.dataframe``, like all further options
    """
    presenting = bool(session.PRESENTING.get())
    config = dict(column_config or {})
    if presenting:
        height = round(height * session.LETTERS) if isinstance(height, int) else height
        for name, column in config.items():
            if isinstance(column.get("width"), int):
                config[name] = {**column, "width": round(column["width"] * session.LETTERS)}
    # a table measures its letters once: in a box it is made anew when a presentation begins, and again when it ends
    with st.container() if presenting else nullcontext():
        st.dataframe(frame, alt=alt, height=height or "auto", column_config=config, **options)
