"""Pictures of figures that stand by themselves: answer above, table and limits below; and a list to save them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from catviz.ui.state import session
from catviz.ui.state.view import View
from catviz.ui.text import counted
from catviz.ui.widgets import charts, png_and_svg
from catviz.words.rows import NO_ROW

_OWN = Path(__file__)
_component = st.components.v2.component("catviz_pictures", js=_OWN.with_suffix(".js").read_text(encoding="utf-8"))
_list = st.components.v2.component(
    "catviz_picture_list",
    html='<ul aria-label="Pictures"></ul>',
    css=_OWN.with_name("picture_list.css").read_text(encoding="utf-8"),
    js=_OWN.with_name("picture_list.js").read_text(encoding="utf-8"),
)


def attend(view: View) -> None:
    """Have a figure's camera save the page's answer, its table and its limits with the figure."""
    about = "" if session.ABOUT_OTHERS.get() else f"{view.name}, {counted(view.n_rows, 'row')}"
    data = {"size": png_and_svg.options(), "about": about, "instruction": NO_ROW}
    _component(key="pictures", data=data, height=1)


def listed() -> None:
    """Show a line for each figure of the page, with a button for each kind of picture."""
    figures = [{"key": drawn.key, "name": drawn.alt.rstrip(".")} for drawn in charts.drawn().values()]
    if figures:
        _list(key="picture-list", data={"figures": figures, "formats": png_and_svg.FORMATS})
