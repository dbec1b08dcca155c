"""Larger letters: every font and the room for it, and nothing that shows data."""

import numpy as np
import plotly.graph_objects as go
import pytest

from catviz.plots.adapted import enlarged
from catviz.plots.colours import LIGHT
from catviz.plots.style import new_figure


@pytest.fixture
def drawn():
    made = new_figure(LIGHT, 400, title={"text": "t"})
    made.add_scatter(x=np.arange(3.0), y=[1, 2, 3], marker={"size": [4, 5, 6]}, textfont={"size": [10, 12, 14]})
    text = "note<span style='font-size:12px'>below</span><span style='font-size: 10px'>and last</span>"
    made.add_annotation(text=text, yshift=-10, font={"size": 12})
    made.frames = [go.Frame(layout={"title": {"font": {"size": 20}}})]
    return made


def test_fonts_and_the_room_for_them_grow_and_marks_do_not(drawn):
    made = enlarged(drawn, 1.5)
    layout, trace = made["layout"], made["data"][0]
    assert layout["font"]["size"] == 21 and layout["legend"]["font"]["size"] == 21
    assert layout["margin"]["t"] == drawn.layout.margin.t * 1.5 and layout["height"] == 600
    assert layout["annotations"][0]["yshift"] == -15 and layout["annotations"][0]["font"]["size"] == 18
    assert "font-size:18px" in layout["annotations"][0]["text"] and "font-size:15px" in layout["annotations"][0]["text"]
    assert trace["textfont"]["size"] == [15, 18, 21] and list(trace["marker"]["size"]) == [4, 5, 6]
    assert made["frames"][0]["layout"]["title"]["font"]["size"] == 30
    go.Figure(made)


def test_the_figure_stays_as_it_is(drawn):
    before = drawn.to_json()
    enlarged(drawn, 1.5)
    assert drawn.to_json() == before


def test_the_letters_after_a_thin_bar_grow_too(drawn):
    drawn.add_bar(x=[1], text=["1"], textposition="outside")
    assert enlarged(drawn, 1.5)["data"][-1]["constraintext"] == "none"
