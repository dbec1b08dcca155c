"""Small figures: they keep what they show, with few and short names."""

import numpy as np

import catviz
from catviz import plots
from catviz.plots.colours import LIGHT
from catviz.plots.columns import crossed
from catviz.plots.small import HEIGHT, in_two_lines, only_cells, shares_of, small, without_cell_texts


def test_a_heat_map_keeps_its_cells_and_names_values_without_their_rows():
    mushroom = catviz.load_dataset("mushroom")
    adm = catviz.AhmadDey().fit(mushroom)
    figure = plots.heat_map(adm, "stalk_root")
    cells = np.array(figure.data[0].z)
    names = [name.rpartition(" (")[0] for name in figure.layout.yaxis.ticktext]
    made = small(without_cell_texts(figure))
    assert np.array_equal(made.data[0].z, cells) and made.layout.height == HEIGHT and not made.layout.annotations
    assert list(made.layout.yaxis.ticktext) == names and "(missing)" in names


def test_many_names_are_thinned_with_their_places():
    figure = small(plots.association(catviz.load_dataset("mushroom")))
    axis = figure.layout.yaxis
    assert len(axis.ticktext) == len(axis.tickvals) <= 16 and list(axis.tickvals) == sorted(axis.tickvals)
    assert all(len(name) <= 24 for name in axis.ticktext)


def test_two_columns_crossed_lose_their_totals_and_no_cell():
    table = catviz.crosstab(catviz.load_dataset("voting").to_pandas(), "crime", "immigration")
    v, w = table.counts.shape
    figure = only_cells(crossed(table, LIGHT), v, w)
    assert len(figure.layout.annotations) == v * w and figure.layout.xaxis.range == (-0.5, w - 0.5)
    named = small(figure).layout.yaxis.ticktext
    assert list(named)[:v] == list(table.counts.index)


def test_values_have_their_column_in_a_line_of_its_own():
    zoo = catviz.load_dataset("zoo")
    figure = plots.cluster_profiles(zoo, catviz.KModes(3, random_state=0).fit(zoo).labels_, most=4)
    before = list(figure.layout.yaxis.ticktext)
    assert [name.replace("<br>", " ") for name in small(in_two_lines(figure)).layout.yaxis.ticktext] == before


def test_bars_of_facts_have_their_shares():
    figure = shares_of(["a", "b"], [0.25, 0.0], ["1 of 4", "none"], LIGHT)
    assert list(figure.data[0].x) == [0.25, 0.0] and list(figure.data[0].text) == ["1 of 4", "none"]
