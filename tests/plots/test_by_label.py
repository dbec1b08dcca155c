"""Public figures take methods and labels, in both themes, and say what is wrong with them."""

import subprocess
import sys

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

import catviz
from catviz import plots
from catviz.analysis.comparison import compare
from catviz.plots.colours import DARK
from catviz.plots.values import NOT_TOLD_APART

ZOO = catviz.load_dataset("zoo")
ADM = catviz.AhmadDey().fit(ZOO)
MCA = catviz.MCA().fit(ZOO)
RUNS = compare({"zoo": ZOO}, {"ADM": catviz.AhmadDey(), "Hamming": catviz.Hamming()}, repeats=2)
STRUCTURE = catviz.structure_test(ZOO, "ADM", k=[2, 7], n_shuffles=19)
RULES = catviz.rules(ZOO, np.arange(len(ZOO)) % 3 + 1)
CALLS = {
    "association": lambda theme: plots.association(ZOO, theme=theme),
    "breakdown": lambda theme: plots.breakdown(ADM, "legs", "0", "4", theme=theme),
    "cluster_count": lambda theme: plots.cluster_count(STRUCTURE, theme=theme),
    "cluster_profiles": lambda theme: plots.cluster_profiles(ZOO, np.arange(len(ZOO)) % 3, theme=theme),
    "cluster_rules": lambda theme: plots.cluster_rules(
        catviz.rules(ZOO, np.arange(len(ZOO)) % 3 + 1).rules, theme=theme
    ),
    "critical_difference": lambda theme: plots.critical_difference(
        pd.DataFrame({"A": [1.0, 0.9, 0.8], "B": [0.1, 0.2, 0.3]}), theme=theme
    ),
    "eta2": lambda theme: plots.eta2(MCA, ZOO, theme=theme),
    "heat_map": lambda theme: plots.heat_map(ADM, "legs", tree=True, theme=theme),
    "mca_map": lambda theme: plots.mca_map(MCA, ZOO, joined="legs", ellipses=True, chosen="milk", theme=theme),
    "orders": lambda theme: plots.orders({"ADM": ADM, "MCA": MCA}, ["legs"], theme=theme),
    "profile": lambda theme: plots.profile(ZOO, ZOO.target == "mammal", theme=theme),
    "row_map": lambda theme: plots.row_map(MCA, ZOO, theme=theme),
    "scores": lambda theme: plots.scores(RUNS, theme=theme),
    "scree": lambda theme: plots.scree(MCA, theme=theme),
    "value_axes": lambda theme: plots.value_axes(ADM, theme=theme),
    "value_counts": lambda theme: plots.value_counts(ZOO, theme=theme),
    "value_map": lambda theme: plots.value_map(MCA, theme=theme),
}


def test_every_public_figure_is_tried():
    assert set(CALLS) == set(plots.__all__)


@pytest.mark.parametrize("theme", ("light", "dark"))
@pytest.mark.parametrize("name", CALLS)
def test_a_figure_comes_back_in_the_theme_asked_for(name, theme):
    made = CALLS[name](theme)
    assert isinstance(made, go.Figure) and made.data
    assert (made.layout.paper_bgcolor == DARK.paper) == (theme == "dark")


@pytest.mark.parametrize("name", CALLS)
def test_an_unknown_theme_is_named(name):
    with pytest.raises(ValueError, match="theme='sepia': .*light, dark"):
        CALLS[name]("sepia")


@pytest.mark.parametrize(
    "call",
    [
        lambda: plots.heat_map(ADM, "feet"),
        lambda: plots.orders(ADM, "feet"),
        lambda: plots.value_axes(ADM, ["feet"]),
        lambda: plots.value_map(ADM, "feet"),
        lambda: plots.mca_map(MCA, chosen="feet"),
        lambda: plots.mca_map(MCA, joined="feet"),
        lambda: plots.row_map(ADM, ZOO, "feet"),
        lambda: plots.value_counts(ZOO, ["feet"]),
        lambda: plots.scores(RUNS, "feet"),
    ],
)
def test_an_unknown_column_is_named(call):
    with pytest.raises((KeyError, ValueError), match="feet"):
        call()


def test_a_method_that_compares_rows_only_has_no_heat_map_but_a_map_of_rows():
    rows_only = catviz.JiaDistance().fit(ZOO)
    with pytest.raises(ValueError, match="JiaDistance compares rows only"):
        plots.heat_map(rows_only, "legs")
    assert plots.row_map(rows_only, ZOO, kind="MDS").data
    with pytest.raises(ValueError, match="a fitted method"):
        plots.heat_map("ADM", "legs")


def test_a_geometry_serves_as_well_as_the_method():
    assert plots.heat_map(ADM.geometry_, "legs") == plots.heat_map(ADM, "legs")


def test_pairs_that_are_not_told_apart_have_a_sign_in_both_cells():
    figure = plots.heat_map(ADM, "legs", not_told_apart=[("5", "0")])
    places = {name.split(" (")[0]: i for i, name in enumerate(figure.layout.xaxis.ticktext)}
    signs = {(round(n.x), round(n.y)) for n in figure.layout.annotations if n.text == NOT_TOLD_APART}
    x, y = places["0"], places["5"]
    assert signs == {(x, y), (y, x)}
    hover, v = figure.data[1].hovertext, len(places)
    assert {i for i, text in enumerate(hover) if "not shown to differ" in text} == {x * v + y, y * v + x}
    plain = plots.heat_map(ADM, "legs")
    assert len(figure.layout.annotations) == len(plain.layout.annotations) + 2
    with pytest.raises(ValueError, match="feet"):
        plots.heat_map(ADM, "legs", not_told_apart=[("0", "feet")])


def test_the_pair_is_framed_and_values_stand_in_their_order_or_near_ones_side_by_side():
    framed = plots.heat_map(ADM, "legs", pair=("0", "4"))
    assert len(framed.layout.shapes) == 2 and not plots.heat_map(ADM, "legs").layout.shapes

    def names(figure):
        return [text.split(" (")[0] for text in figure.layout.xaxis.ticktext]

    near = list(ADM.value_distances_.order("leaf").labels("legs"))
    assert names(framed) == list(ZOO.categories[ZOO.attributes.index("legs")]) != near  # the declared order of numbers
    assert names(plots.heat_map(ADM, "legs", tree=True)) == near
    assert names(plots.heat_map(ADM, "legs", order=near[::-1])) == near[::-1]
    nominal = catviz.AhmadDey().fit(catviz.load_dataset("mushroom"))
    assert names(plots.heat_map(nominal, "odor")) == list(nominal.value_distances_.order("leaf").labels("odor"))


def test_rows_are_coloured_by_column_label_or_class():
    def names(**colour):
        return {trace.name for trace in plots.row_map(ADM, ZOO, **colour).data}

    assert names() == set(ZOO.target) and names(colour="milk") == {"yes", "no"}
    assert names(colour=np.arange(len(ZOO)) % 2) == {"0", "1"}
    with pytest.raises(ValueError, match="2 labels for 101 rows"):
        plots.row_map(ADM, ZOO, [0, 1])


def test_two_methods_are_the_most_on_one_axis():
    with pytest.raises(ValueError, match="two at most"):
        plots.value_axes({"a": ADM, "b": MCA, "c": ADM})


def test_plotly_is_imported_by_the_first_figure_only():
    program = (
        "import sys, catviz\n"
        "assert 'plotly' not in sys.modules, 'import catviz imports plotly'\n"
        "catviz.plots.value_counts\n"
        "assert 'plotly' in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=catviz.__path__[0] + "/..").returncode == 0


def test_other_names_are_refused():
    with pytest.raises(AttributeError, match="pie"):
        plots.pie  # noqa: B018
