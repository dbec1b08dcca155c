"""Figures drawn in the dark theme, on white paper."""

import json

import pytest

import catviz
from catviz.plots.adapted import on_white, program
from catviz.plots.colours import DARK, LIGHT

ZOO = catviz.load_dataset("zoo")
ADM = catviz.AhmadDey().fit(ZOO)
FIGURES = {
    "heat map": lambda theme: catviz.plots.heat_map(ADM, "legs", ("5", "8"), tree=True, theme=theme),
    "columns": lambda theme: catviz.plots.association(ZOO, theme=theme),
    "lifts": lambda theme: catviz.plots.cluster_profiles(ZOO, ZOO.target, theme=theme),
    "orders": lambda theme: catviz.plots.orders(ADM, "legs", theme=theme),
    "rows": lambda theme: catviz.plots.row_map(ADM, ZOO, theme=theme),
    "values": lambda theme: catviz.plots.value_map(ADM, "legs", theme=theme),
    "profile": lambda theme: catviz.plots.profile(ZOO, ZOO.target == "mammal", theme=theme),
}


@pytest.mark.parametrize("kind", FIGURES)
def test_a_dark_figure_becomes_the_light_one(kind):
    light, dark = (FIGURES[kind](theme.name).to_json() for theme in (LIGHT, DARK))
    assert light != dark
    assert json.loads(on_white(dark, DARK)) == json.loads(light)
    assert on_white(light, LIGHT) == light


def test_the_program_is_plotly():
    assert "plotly.js v" in program()
