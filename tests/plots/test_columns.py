"""Figures of columns and of an outcome: bars split by class, names kept, room for the tool bar."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.crosstab import crosstab
from catviz.analysis.outcome import outcome
from catviz.plots import columns as of_outcome
from catviz.plots.colours import LIGHT, MAX_HUES, PALETTE
from catviz.plots.columns import BARS, association, value_counts

ZOO = catviz.load_dataset("zoo")
LEGS = ZOO.attributes.index("legs")


def parts(figure, column):
    """(place, colour): length of each part of the bars of a column."""
    trace = figure.data[column]
    return {key: x for *key, x in zip(trace.y, trace.marker.color, trace.x, strict=True) for key in [tuple(key)]}


def test_bars_are_split_by_class_in_the_colours_of_the_maps():
    figure = catviz.plots.value_counts(ZOO, by_class="rows")
    classes = sorted(set(ZOO.target))
    legend = {trace.name: trace.marker.color for trace in figure.data[ZOO.n_attributes :]}
    assert legend == dict(zip(classes, PALETTE, strict=False))
    mapped = {t.name: t.marker.color for t in catviz.plots.row_map(catviz.AhmadDey().fit(ZOO), ZOO).data}
    assert mapped == legend
    crossed = pd.crosstab(ZOO.to_pandas()["legs"].astype(str), ZOO.target)
    expected = {
        (i, legend[name]): n
        for i, value in enumerate(ZOO.categories[LEGS])
        for name, n in crossed.loc[value].items()
        if n
    }
    assert parts(figure, LEGS) == expected
    trace = figure.data[LEGS]
    ends = pd.DataFrame({"y": trace.y, "start": trace.base, "x": trace.x})
    for _, bar in ends.groupby("y"):
        assert list(bar["start"]) == [0, *np.cumsum(bar["x"])[:-1]], "parts do not follow each other"
    assert "legs = 4<br>mammal: 31 of 38 rows (82\u00a0%)" in trace.hovertext


def test_shares_of_the_classes_fill_each_bar():
    trace = catviz.plots.value_counts(ZOO, by_class="share").data[LEGS]
    assert pd.Series(trace.x).groupby(list(trace.y)).sum().to_numpy() == pytest.approx(1)


def test_classes_beyond_the_hues_and_rows_of_none_are_grey():
    many = catviz.load_dataset("soybean_large")
    figure = catviz.plots.value_counts(many, ["leaves"], by_class="rows")
    names = [trace.name for trace in figure.data[1:]]
    assert len(names) == MAX_HUES + 1 and names[-1] == "11 others"
    assert figure.data[-1].marker.color == LIGHT.faint
    frame = pd.DataFrame({"x": list("aabb"), "class": ["p", "q", None, "p"]})
    some = catviz.CategoricalTable.from_pandas(frame, target="class")
    unknown = catviz.plots.value_counts(some, by_class="rows")
    assert [trace.name for trace in unknown.data[1:]] == ["p", "q", "(missing)"]
    assert parts(unknown, 0)[1, LIGHT.faint] == 1


def test_a_split_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="choose one of"):
        catviz.plots.value_counts(ZOO, by_class="bars")
    with pytest.raises(ValueError, match="not known"):
        catviz.plots.value_counts(ZOO.to_pandas(), by_class="rows")


def test_every_axis_of_forty_columns_is_labelled():
    rng = np.random.default_rng(0)
    names = [f"Question {i}: how satisfied were you?" for i in range(40)]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame(rng.choice(["yes", "no"], (60, 40)), columns=names))
    layout = catviz.plots.association(table).layout
    assert len(layout.yaxis.ticktext) == 40 and 10 <= len(layout.xaxis.ticktext) <= 16
    assert set(layout.xaxis.ticktext) <= set(layout.yaxis.ticktext) and layout.xaxis.showticklabels is not False
    bars = value_counts(catviz.count(table), list(table.attributes), names[3], LIGHT)
    axes = [axis for axis in bars.layout if axis.startswith("xaxis")]
    assert len(axes) >= 40 and all(bars.layout[axis].showticklabels is not False for axis in axes)
    ranked = outcome(table, names[0], random_state=0).columns
    drawn = of_outcome.ranking(ranked, LIGHT)
    assert len(drawn.data[0].y) == 39 and drawn.layout.xaxis.side == "top"


def test_numbers_have_one_format_and_the_tool_bar_has_room():
    votes = catviz.load_dataset("voting")
    crossed = of_outcome.crossed(crosstab(votes, "crime", "immigration"), LIGHT)
    assert crossed.layout.title.text == "Row percent"
    assert crossed.data[0].colorbar.title.text == "row percent" and (crossed.data[0].zmin, crossed.data[0].zmax) == (
        0,
        100,
    )
    for of, names in {"row_percent": ("all rows", "n"), "column_percent": ("n", "all rows")}.items():
        drawn = of_outcome.crossed(crosstab(votes, "crime", "immigration"), LIGHT, of)
        texts = {(note.y, note.x): note.text for note in drawn.layout.annotations}
        counts = pd.crosstab(*(votes.to_pandas()[name].astype(object).fillna("") for name in ("crime", "immigration")))
        shares = crosstab(votes, "crime", "immigration").to_frame(of).to_numpy()
        assert all(texts[i, j] == f"{shares[i, j]:,.0f}\u00a0%" for i, j in np.ndindex(3, 3))
        assert (drawn.layout.yaxis.ticktext[-1], drawn.layout.xaxis.ticktext[-1]) == names
        assert texts[3, 3] in ("435", "100\u00a0%") and len(texts) == 16
        n, others = (1, 0) if of == "row_percent" else (0, 1)
        sums = sorted(int(texts[(i, 3) if n else (3, i)]) for i in range(3))
        assert sums == sorted(counts.sum(axis=n).tolist())
        overall = sorted(texts[(3, i) if n else (i, 3)] for i in range(3))
        assert overall == sorted(f"{100 * c / 435:,.0f}\u00a0%" for c in counts.sum(axis=others))
    of_residuals = of_outcome.crossed(crosstab(votes, "crime", "immigration"), LIGHT, "residuals").data[0]
    assert of_residuals.zmin == -of_residuals.zmax and of_residuals.colorbar.title.text == "adjusted residuals"
    profile = catviz.plots.profile(votes, votes.target == "democrat")
    assert profile.layout.xaxis.ticktext == ("0\u00a0%", "50\u00a0%", "100\u00a0%")
    counts = catviz.plots.value_counts(catviz.load_dataset("mushroom"))
    assert counts.layout.xaxis.tickformat == ","
    for figure in (crossed, profile, counts, catviz.plots.association(votes)):
        assert figure.layout.margin.t >= 34


@pytest.mark.parametrize("letters", range(1, 15))
def test_charts_are_within_the_figure_however_long_names_are(letters):
    """Sums of shares of the width can be above 1 by a rounding error: here such names are of four letters."""
    frame = pd.DataFrame({f"column {r}": ["a" * letters, "b" * letters, "c"] for r in range(4)})
    figure = value_counts(catviz.count(frame), list(frame.columns), "column 0", LIGHT)
    ends = [end for axis in (*figure.select_xaxes(), *figure.select_yaxes()) for end in axis.domain]
    assert min(ends) >= 0 and max(ends) <= 1


def test_a_wide_figure_has_more_charts_side_by_side_and_is_lower():
    counts, names = catviz.count(ZOO), list(ZOO.attributes)
    usual, wide = (value_counts(counts, names, names[0], LIGHT, wide=wide) for wide in (False, True))
    in_first_row = [sum(axis.domain[1] == 1 for axis in made.select_yaxes()) for made in (usual, wide)]
    assert in_first_row == [3, 7] and wide.layout.height < usual.layout.height
    side_by_side = [axis.domain for axis in wide.select_xaxes()][:7]
    assert all(left[1] < right[0] for left, right in zip(side_by_side, side_by_side[1:], strict=False))


@pytest.mark.parametrize("by_class", ["", "rows"])
def test_rare_values_together_are_a_number_in_grey_and_no_bar(by_class):
    mushroom = catviz.load_dataset("mushroom")
    drawn = catviz.plots.value_counts(mushroom, ["gill_color", "bruises"], by_class=by_class)
    frequencies = mushroom.to_pandas()["gill_color"].value_counts().to_numpy()
    pooled = frequencies[BARS - 1 :].sum()
    assert pooled > frequencies[BARS - 2], "a bar of them would be longer than that of the last value"
    [words] = [note for note in drawn.layout.annotations if note.xref == "x"]
    assert words.text == f"{pooled:,.0f} rows" and words.font.color == LIGHT.faint and "others" in words.hovertext
    assert max(drawn.data[0].y) == BARS - 2 and "others" in drawn.layout.yaxis.ticktext[-1]


def test_the_association_map_of_many_columns_has_the_width_of_its_figure():
    counts = catviz.AhmadDey().fit(catviz.load_dataset("mushroom")).counts_
    drawn = association(counts, "AMI", "odor", LIGHT)
    assert drawn.data[0].colorbar.orientation == "h"
    below, beside = drawn.layout.xaxis.ticktext, drawn.layout.yaxis.ticktext
    assert len(below) == len(set(below)) == 22 and below == beside, "shortened names still differ"
