"""Figures of published cells beside ours: numbers, colours and hover, and points on the diagonal."""

import re

import numpy as np
import pandas as pd
import pytest

from catviz.plots.colours import DARK, LIGHT
from catviz.plots.published import cell_table, colours, scatter, short, strip

CELLS = pd.DataFrame(
    [
        ("zoo", "HAM", 0.5, 0.25, "good", ""),
        ("zoo", "ADM", 0.7, np.nan, "none", "There is <b>no</b> & nothing to run."),
        ("car", "HAM", np.nan, 0.4, "", ""),
        ("car", "ADM", 98.5, 91.25, "bad", "Because."),
    ],
    columns=["row", "column", "published", "ours", "badge", "why"],
).assign(deviation=[0.01, np.nan, np.nan, np.nan], low=0.2, high=0.3, repeats=7)
HUES = {"good": "green", "bad": "orange", "none": "gray"}


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1234, "0.123"), (-0.0049, "−0.005"), (0.0, "0"), (1.0, "1"), (98.5, "98.5"), (15114, "15,114"), (np.nan, "–")],
)
def test_figures_in_cells_are_short(value, text):
    assert short(value) == text


def test_a_cell_has_both_figures_its_badges_colour_and_the_reason():
    known = colours(HUES, LIGHT)
    made = cell_table(CELLS, known, LIGHT)
    (heat,) = made.data
    assert [note.text for note in made.layout.annotations] == [
        "0.500<br><b>0.250</b>",
        "0.700<br><b>–</b>",
        "–<br><b>0.400</b>",
        "98.5<br><b>91.2</b>",
    ]
    np.testing.assert_array_equal(heat.z, [[0, 2], [np.nan, 1]])
    assert len({colour for _, colour in heat.colorscale}) == 3 and heat.colorscale[-1][0] == 1
    assert "0.2500 ± 0.0100 in 7 runs" in heat.text[0][0] and "&lt;b&gt;no&lt;/b&gt; &amp;" in heat.text[0][1]
    assert list(made.layout.yaxis.ticktext) == ["zoo", "car"] and list(made.layout.xaxis.ticktext) == ["HAM", "ADM"]


@pytest.mark.parametrize(
    ("cell", "spread"),
    [
        ({"repeats": 20}, r"95th \D*20 runs: 0\.2000 to 0\.3000"),
        ({"repeats": 19, "least": 0.1, "most": 0.4}, r"\b19 runs \D*0\.1000 to 0\.4000"),
        ({"repeats": 10}, r"95th \D*interpolated\D*10 runs: 0\.2000 to 0\.3000"),
    ],
)
def test_the_spread_is_percentiles_of_many_runs_and_the_ends_of_few(cell, spread):
    made = cell_table(CELLS[:1].drop(columns="repeats").assign(**cell), colours(HUES, LIGHT), LIGHT)
    assert re.search(spread, made.data[0].text[0][0]) and "nine runs" not in made.data[0].text[0][0]


def test_cells_without_any_badge_are_drawn_and_hovered():
    made = cell_table(CELLS.assign(badge=""), {}, LIGHT)
    assert np.isnan(made.data[0].z).all() and len(made.layout.annotations) == 4
    assert made.data[0].hoverongaps and "0.2500" in made.data[0].text[0][0]


def test_points_are_cells_that_have_both_figures():
    made = scatter(CELLS, colours(HUES, DARK), DARK)
    diagonal, *points = made.data
    assert list(diagonal.x) == list(diagonal.y) and [p.name for p in points] == ["good", "bad"]
    assert [(p.x[0], p.y[0]) for p in points] == [(0.5, 0.25), (98.5, 91.25)]
    assert len(scatter(CELLS.iloc[1:3], colours(HUES, DARK), DARK).data) == 1


def test_a_strip_has_a_point_per_run_and_both_means():
    made = strip(np.array([0.2, 0.3, 0.3]), 0.4, 0.2667, LIGHT)
    assert made.data[0].x.tolist() == pytest.approx([0.2, 0.3, 0.3])
    assert [line.x0 for line in made.layout.shapes] == [0.2667, 0.4]
    assert [note.text for note in made.layout.annotations] == [f"ours {short(0.2667)}", f"published {short(0.4)}"]
    assert [note.xanchor for note in made.layout.annotations] == ["right", "left"]
    assert len(strip(np.array([0.2]), np.nan, 0.2, LIGHT).layout.shapes) == 1
