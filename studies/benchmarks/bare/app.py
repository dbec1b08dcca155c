"""Bare Streamlit pages that draw finished figures from a folder: what the explorer's waits are held against.

With ``parts`` as a second argument each page has all the parts of the explorer's, finished too: what Streamlit was told
when the explorer's page ran is told again, and nothing is worked out.
"""

import pickle
import sys
from functools import partial
from pathlib import Path

import plotly.io
import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import register_widget

FOLDER = Path(sys.argv[1])
WITH_PARTS = "parts" in sys.argv[2:]


@st.cache_resource
def finished(name: str):
    """A figure as it was written."""
    return plotly.io.from_json((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@st.cache_resource
def told(name: str) -> list[bytes]:
    """The messages of a page."""
    return pickle.loads((FOLDER / f"{name}.messages").read_bytes())


def told_again(name: str) -> None:
    """Tell Streamlit what the explorer's page told it."""
    context = get_script_run_ctx()
    for message in told(name):
        context.enqueue(ForwardMsg.FromString(message))


def place_of(name: str) -> int:
    """Where the slider of a page that was told stands."""
    slider = Slider.FromString((FOLDER / f"{name}.slider").read_bytes())
    first = list(slider.default)
    chosen = register_widget(
        slider.id,
        deserializer=lambda value: list(value or first),
        serializer=list,
        ctx=get_script_run_ctx(),
        value_type="double_array_value",
    )
    return int(chosen.value[0])


def beside(*names: str) -> None:
    """Figures side by side, or the explorer's page."""
    if WITH_PARTS:
        told_again(names[0])
        return
    for box, name in zip(st.columns(len(names)), names, strict=True):
        box.plotly_chart(finished(name), theme=None, key=name)


def swapped(name: str) -> None:
    """A figure for each place of a slider, or the explorer's page for it."""
    if WITH_PARTS:
        told_again(f"{name}-{place_of(name)}")
        return
    k = st.slider("Clusters", 2, max(int(path.stem.split("-")[-1]) for path in FOLDER.glob(f"{name}-*.json")))
    st.plotly_chart(finished(f"{name}-{k}"), theme=None, key=name)


st.set_page_config(layout="wide")
st.navigation(
    [
        st.Page(partial(beside, "start-1", "start-2"), title="Start", url_path="start", default=True),
        st.Page(partial(beside, "values"), title="Values", url_path="values"),
        st.Page(partial(beside, "map"), title="Map", url_path="map"),
        st.Page(partial(swapped, "clusters"), title="Clusters", url_path="clusters"),
    ]
).run()
