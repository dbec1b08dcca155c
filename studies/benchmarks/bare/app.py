"""Bare Streamlit pages that draw finished figures from a folder: what the explorer's waits are held against.

With ``parts`` as a second argument each page also has as many parts (texts and buttons) as the explorer's.
"""

import json
import sys
from functools import partial
from pathlib import Path

import plotly.io
import streamlit as st

FOLDER = Path(sys.argv[1])
PARTS = json.loads((FOLDER / "parts.json").read_text(encoding="utf-8")) if "parts" in sys.argv[2:] else {}


@st.cache_resource
def finished(name: str):
    """A figure as it was written."""
    return plotly.io.from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def beside(*names: str) -> None:
    """Figures side by side."""
    for box, name in zip(st.columns(len(names)), names, strict=True):
        box.plotly_chart(finished(name), theme=None, key=name)
    filled(names[0])


def swapped(name: str) -> None:
    """A figure for each place of a slider."""
    k = st.slider("Clusters", 2, max(int(path.stem.split("-")[-1]) for path in FOLDER.glob(f"{name}-*.json")))
    st.plotly_chart(finished(f"{name}-{k}"), theme=None, key=name)
    filled(name)


def filled(name: str) -> None:
    """Texts and buttons in turn, as many as the explorer's page has beside its first figure."""
    boxes = st.columns(4)
    for i in range(PARTS.get(name, 0)):
        box = boxes[i % len(boxes)]
        box.button(f"Button {i}") if i % 2 else box.markdown(f"Text **{i}**")


st.set_page_config(layout="wide")
st.navigation(
    [
        st.Page(partial(beside, "start-1", "start-2"), title="Start", url_path="start", default=True),
        st.Page(partial(beside, "values"), title="Values", url_path="values"),
        st.Page(partial(beside, "map"), title="Map", url_path="map"),
        st.Page(partial(swapped, "clusters"), title="Clusters", url_path="clusters"),
    ]
).run()
