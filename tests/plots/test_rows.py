"""The map of rows: points that are not chosen hide none that are, and do not look like them."""

import numpy as np

from catviz.plots import rows
from catviz.plots.style import LIGHT, hues


def test_chosen_points_stand_out_and_are_drawn_last():
    n = 60
    lit = np.arange(n) % 5 == 0
    names = ["edible", "poisonous"]
    points = rows.Points(np.arange(n), np.ones(n), np.arange(n) % 2, names, np.array(["one row"] * n, dtype=object))
    traces = rows.row_map(points, np.random.default_rng(0).normal(size=(n, 2)), LIGHT, "Map", lit).data
    drawn = [bool(lit[i]) for trace in traces for i in trace.customdata]
    assert drawn == [False] * 48 + [True] * 12
    assert sorted(t.customdata[i] for t in traces for i in t.selectedpoints) == np.flatnonzero(lit).tolist()
    assert {t.unselected.marker.color for t in traces}.isdisjoint(hues(names, LIGHT).values())
    assert [t.name for t in traces if t.showlegend] == ["edible", "poisonous"]
