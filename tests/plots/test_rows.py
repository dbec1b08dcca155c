"""The map of rows: points that are not chosen hide none that are, and do not look like them."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.projection import RowMap
from catviz.plots import rows
from catviz.plots.colours import DARK, LIGHT, hues
from catviz.table.codebook import MISSING


def test_chosen_points_stand_out_and_are_drawn_last():
    n = 60
    lit = np.arange(n) % 5 == 0
    names = ["edible", "poisonous"]
    points = rows.Points(np.arange(n), np.ones(n), np.arange(n) % 2, names, np.array(["one row"] * n, dtype=object))
    placed = RowMap(np.random.default_rng(0).normal(size=(n, 2)), np.ones(n), np.arange(n))
    traces = rows.row_map(None, None, theme=LIGHT, placed=placed, points=points, highlighted=lit).data
    drawn = [bool(lit[i]) for trace in traces for i in trace.customdata]
    assert drawn == [False] * 48 + [True] * 12
    assert sorted(t.customdata[i] for t in traces for i in t.selectedpoints) == np.flatnonzero(lit).tolist()
    assert {t.unselected.marker.color for t in traces}.isdisjoint(hues(names, LIGHT).values())
    assert [t.name for t in traces if t.showlegend] == ["edible", "poisonous"]


def test_values_of_an_order_go_from_pale_to_strong():
    """Missing is grey; two values, and columns without an order, keep the hues."""
    sizes, rng = ["small", "medium", "large", "huge"], np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.choice([*sizes, None], 200), "kind": rng.choice(["p", "q", "r"], 200)})
    frame["size"] = pd.Categorical(frame["size"], sizes, ordered=True)
    frame["grade"] = pd.Categorical(rng.choice(["a", "b"], 200), ["a", "b"], ordered=True)
    table = catviz.CategoricalTable.from_pandas(frame)
    learned = catviz.Hamming().fit(table)

    def colours(column, theme):
        traces = catviz.plots.row_map(learned, table, column, theme=theme).data
        return {trace.name: trace.marker.color for trace in traces}

    for theme in (LIGHT, DARK):
        found = colours("size", theme.name)
        bright = [sum(bytes.fromhex(found[value][1:])) for value in sizes]
        assert sorted(bright, reverse=theme is LIGHT) == bright and len(set(bright)) == 4
        assert found[MISSING] == theme.faint
        assert colours("kind", theme.name) == hues(["p", "q", "r"], theme)
        assert colours("grade", theme.name) == hues(["a", "b"], theme)


def test_points_have_names_that_cover_no_other_point_and_count_the_rows_beneath():
    zoo, names = catviz.load_dataset("zoo"), catviz.row_names("zoo")
    figure = catviz.plots.row_map(catviz.MCA().fit(zoo), zoo, names=names)
    distinct, inverse = zoo.unique_rows()
    shown = {
        point: text
        for trace in figure.data
        for point, text in zip(trace.customdata, trace.text or (), strict=False)
        if text
    }
    assert len(shown) > 0.6 * len(distinct)
    for point, text in shown.items():
        name, _, others = text.partition(" +")
        rows_here = np.flatnonzero(inverse == point)
        assert name == names[rows_here[0]] and int(others or 0) == len(rows_here) - 1
    with pytest.raises(ValueError, match="100 names for 101 rows"):
        catviz.plots.row_map(catviz.MCA().fit(zoo), zoo, names=names[1:])


def test_no_point_of_many_is_named():
    table = catviz.load_dataset("car")
    assert len(table.unique_rows()[0]) > rows.SVG_POINTS
    figure = catviz.plots.row_map(catviz.Hamming().fit(table), table, names=[str(i) for i in range(len(table))])
    assert not any(trace.text for trace in figure.data)


def test_a_point_of_several_groups_counts_them_in_its_hover():
    frame = pd.DataFrame({"a": list("xxxxyz"), "b": list("uuuuvv"), "of": list("ppqqpr")})
    table = catviz.CategoricalTable.from_pandas(frame, target="of")
    figure = catviz.plots.row_map(catviz.Hamming().fit(table), table)
    words = [text for trace in figure.data for text in trace.hovertext or ()]
    mixed = [text for text in words if "mixed" in text]
    assert len(words) == 3 and len(mixed) == 1
    assert mixed[0].startswith("mixed: p 2, q 2<br>")
    codes, inverse, weights = np.array([0, 1, 1, 2, 3]), np.array([0, 0, 0, 1, 1]), np.array([1, 1, 2, 3, 0.5])
    words = rows.mixtures(codes, ["p", "q", "<r>"], inverse, weights)
    assert words.tolist() == ["mixed: q 3, p 1<br>", "mixed: &lt;r&gt; 3, (missing) 0.5<br>"]


def test_no_number_at_the_end_of_an_axis_moves_the_margin_that_moves_the_axis():
    """With such margins Plotly drew the map of zoo eighteen times."""
    zoo = catviz.load_dataset("zoo")
    layout = catviz.plots.row_map(catviz.MCA().fit(zoo), zoo).layout
    assert layout.yaxis.scaleanchor == "x"
    assert (layout.xaxis.automargin, layout.yaxis.automargin) == ("bottom", "left")
    assert layout.margin.r >= layout.xaxis.tickfont.size
