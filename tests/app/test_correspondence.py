"""MCA on the Values page: the map and its choices, the tables under it, and what is given away."""

import io
import json
from urllib.parse import parse_qsl

import pandas as pd
import pytest
from scripted import SCRIPTS, array, assert_shows_something, notes, run, spec, stated, words
from test_downloads import executed, only

import catviz
from catviz.plots.mca import LEFT_OUT
from catviz.ui.text import LEFT_OUT_OF_MAP

CHOICES = {
    "axis-x": "3",
    "axis-y": "1",
    "inertia": "Greenacre",
    "marker": "contribution",
    "values-shown": "largest cos2",
    "values-most": "12",
    "values-line": "this column",
    "class-means": "mean points and ellipses",
    "mca-details": "columns",
}


def opened(**query):
    at = run("values", **({"data": "zoo", "method": "MCA", "look": "map of all values", "column": "legs"} | query))
    assert_shows_something(at)
    return at


def traces(at, number=0):
    return {trace["name"]: trace for trace in spec(at, number)["data"]}


def test_the_map_opens_on_the_first_two_axes_with_the_classes_in_another_marker():
    at = opened()
    layout, drawn = spec(at)["layout"], traces(at)
    assert layout["xaxis"]["title"]["text"].startswith("Axis 1 (26.0\u00a0% ")
    assert layout["yaxis"]["title"]["text"].startswith("Axis 2 (18.8\u00a0% ")
    assert {*drawn} == {"known classes", "legs", "other columns"}
    assert set(drawn["known classes"]["marker"]["symbol"]) == {"square"}
    assert spec(at, 1)["layout"]["title"]["text"].startswith("Inertia")


@pytest.mark.parametrize("query", [{"map": "MCA"}, {"map": "PCA", "method": "MCA"}])
def test_a_map_of_rows_under_mca_leads_to_its_axes(query):
    at = run("map", data="zoo", look="1-D axes", **query)
    button = next(b for b in at.button if b.label == "This MCA in detail (page Values)")
    opened = button.click().run().switch_page(f"{SCRIPTS}/values.py").run()
    assert spec(opened, 1)["layout"]["title"]["text"].startswith("Inertia")
    assert not any(b.label == button.label for b in run("map", data="zoo", map="PCA", method="Hamming").button)


def test_missing_values_left_out_are_supplementary():
    at = opened(data="voting", column="crime", **{"MCA.na": "exclude"})
    drawn = traces(at)
    assert len(drawn[LEFT_OUT]["x"]["bdata"] if isinstance(drawn[LEFT_OUT]["x"], dict) else drawn[LEFT_OUT]["x"])
    assert "Crosses" in words(at) and LEFT_OUT_OF_MAP not in words(at)
    kept = opened(data="voting", column="crime")
    assert LEFT_OUT not in traces(kept) and "Crosses" not in words(kept)
    for query in ({"space": "3-D", "MCA.n_components.value": "3"}, {"space": "3-D"}):
        at = opened(data="voting", column="crime", **{"MCA.na": "exclude"} | query)
        assert LEFT_OUT_OF_MAP in words(at)
    at = opened(data="voting", column="crime", second="Hamming", **{"MCA.na": "exclude"})
    assert_shows_something(at)
    at = opened(data="voting", column="crime", **{"MCA.na": "exclude", "mca-details": "values"})
    assert "Nor does it" in words(at)
    at = opened(data="voting", column="crime", **{"MCA.na": "exclude", "mca-details": "columns"})
    assert "answered values" in words(at)


def test_every_choice_travels_in_the_link():
    at = opened(**CHOICES)
    assert not notes(at)
    layout, drawn = spec(at)["layout"], traces(at)
    assert layout["xaxis"]["title"]["text"].startswith("Axis 3") and "Greenacre" in layout["xaxis"]["title"]["text"]
    assert layout["yaxis"]["title"]["text"].startswith("Axis 1")
    assert sum(len(drawn[name]["hovertext"]) for name in ("legs", "other columns") if name in drawn) == 12
    assert not {"mammal", "bird"} & {*drawn}, "few of their rows have values that shape the axes"
    assert any(trace["mode"].startswith("lines+") for trace in drawn.values())
    assert stated(at, "nominal 95\u00a0%") and "The 12" not in words(at)
    link = dict(parse_qsl(next(c.value for c in at.code if "?" in c.value).partition("?")[2]))
    assert {key: link[key] for key in CHOICES} == CHOICES
    again = opened(**link)
    assert not notes(again) and spec(again) == spec(at)


@pytest.mark.parametrize(
    ("details", "columns"),
    [
        ("scree plot", {"eigenvalue", "percent (Benzecri)", "percent (Greenacre)"}),
        ("values", {"contribution 1", "cos2 1", "test value 2", "role"}),
        ("columns", {"eta2 1", "eta2 2"}),
    ],
)
def test_tables_stand_under_the_map(details, columns):
    at = opened(**{"mca-details": details})
    assert any(columns <= set(frame.value.columns) for frame in at.dataframe)


def test_supplementary_columns_are_placed_and_tested():
    at = opened(data="voting", column="immigration", shown=["crime"], **{"mca-details": "values"})
    assert traces(at)["shown only"]["marker"]["symbol"] == ["diamond"] * 3
    (table,) = (frame.value for frame in at.dataframe if "role" in frame.value.columns)
    crime = table[table["column"] == "crime"]
    assert (crime["role"] == "supplementary").all() and crime["contribution 1"].isna().all()
    assert set(table[table["column"] == "class"]["value"]) == {"democrat", "republican"}


def test_without_known_classes_none_are_drawn():
    at = opened(groups="none")
    assert "known classes" not in traces(at) and "class-means" not in {c.key for c in at.segmented_control}
    hidden = opened(**{"class-means": "hidden"})
    assert "known classes" not in traces(hidden)


def test_a_single_axis_is_drawn_without_choices():
    others = [name for name in catviz.load_dataset("zoo").attributes if name != "hair"]
    at = opened(column="hair", out=others)
    assert "axis-x" not in {box.key for box in at.selectbox}


def test_a_table_without_associations_says_so():
    at = opened(data="nursery", column="social", inertia="Benzécri")
    assert "all of them" in words(at)


def places(figure):
    """The places of all markers that have a hover, as sets of pairs."""
    return {
        (round(float(x), 5), round(float(y), 5))
        for trace in figure["data"]
        if trace.get("hovertext") is not None
        for x, y in zip(array(trace["x"]), array(trace["y"]), strict=True)
    }


@pytest.mark.parametrize("query", [{}, CHOICES, {"class-means": "hidden"}])
def test_the_code_draws_the_figures_of_the_page(files, query):
    at = opened(shown=["tail"], **query)
    code = only(files, "-code.py")
    out = executed(code)[1]
    assert "percent (Greenacre)" in out and "eta2" in out
    for drawn in at.session_state["_figures"].values():
        if "mca" in drawn.key:
            piece = "\n".join([*drawn.piece.imports, drawn.piece.code])
            figure = executed(f"{code}\n{piece}")[0]["figure"]
            ours, theirs = (json.loads(each.to_json()) for each in (drawn.figure, figure))
            assert places(theirs) == places(ours) and theirs["layout"]["title"] == ours["layout"]["title"]
            assert theirs["layout"]["xaxis"]["title"] == ours["layout"]["xaxis"]["title"]


def test_the_tables_are_given_away(files):
    opened()
    mca, zoo = catviz.MCA().fit(catviz.load_dataset("zoo")), catviz.load_dataset("zoo")
    expected = {
        "inertia-of-the-axes": mca.inertia(),
        "values-on-the-axes": mca.values(zoo, 10),
        "columns-on-the-axes": mca.columns(zoo, 10),
        "rows-on-the-axes": mca.rows(zoo, 10).assign(row=lambda f: f["row"] + 1),
    }
    for part, table in expected.items():
        (name,) = [name for name in files if part in name and name.endswith(".csv")]
        pd.testing.assert_frame_equal(pd.read_csv(io.BytesIO(files[name]())), table, rtol=1e-9, check_dtype=False)
