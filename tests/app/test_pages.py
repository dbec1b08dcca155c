"""Every page on many tables, without a browser: no exception, and a figure or the reason why there is none."""

import json
import re
from urllib.parse import parse_qsl

import numpy as np
import pytest
from driver import PAGES
from files import survey
from scripted import (
    NOTHING,
    array,
    assert_shows_something,
    assert_sound,
    figures,
    moved_to,
    notes,
    run,
    spec,
    stated,
    words,
)

import catviz
from catviz.analysis.clusterability import related
from catviz.plots.style import significant
from catviz.registry import DEFAULT, REFERENCE, methods
from catviz.table.association import ADJUSTED, MEASURES
from catviz.ui.inside import WALKS
from catviz.ui.methods import listing as of_methods
from catviz.ui.state.uploads import Upload
from catviz.ui.state.view import weight_columns
from catviz.ui.text import plain
from catviz.words.columns import related_in_words

LARGE = ("mushroom", "voting", "nursery")
AWKWARD = ("toy_movie", "shuttle_landing", "balloons", "soybean_small", "liver_disorders")
WITHOUT_A_TABLE = ("start", "lessons")
SIDEBAR = tuple(page for page in PAGES if page not in WITHOUT_A_TABLE)
LEARN_VALUES = tuple(m.name for m in methods() if m.has_values)
ONE_PER_FAMILY = tuple({m.family: m.name for m in methods() if m.has_values}.values())


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("data", "page"),
    [("mushroom", page) for page in WITHOUT_A_TABLE]
    + [(data, page) for data in ("mushroom", *AWKWARD) for page in SIDEBAR]
    + [pytest.param("nursery", page, marks=pytest.mark.slow) for page in SIDEBAR],
)
def test_page_opens_on(data, page):
    at = run(page, data=data)
    assert_shows_something(at)
    assert not notes(at)
    assert at.selectbox(key="data").value == data


ON_VOTING = [
    pytest.param("voting", name, marks=[pytest.mark.slow] * (name not in ONE_PER_FAMILY)) for name in LEARN_VALUES
]
#: Every combination of values once: nothing tells of anything.
ELSEWHERE = [("balance_scale", name) for name in ONE_PER_FAMILY]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("data", "name"), ON_VOTING + ELSEWHERE)
def test_values_and_orders_under_every_method(data, name):
    at = run("values", data=data, method=name)
    assert_shows_something(at)
    assert not notes(at)
    assert at.selectbox(key="method").value == name
    at = run("orders", data=data, order=name)
    assert_shows_something(at)
    assert at.selectbox(key="order").value == name


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", WALKS)
@pytest.mark.parametrize("data", ("voting", "balloons"))
def test_inside_under_every_method_it_explains(data, name):
    at = run("inside", data=data, method=name)
    assert_shows_something(at)
    assert at.selectbox(key="method").value == name
    assert any("→" in m.value for m in at.markdown), "the walk does not end in a number"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ONE_PER_FAMILY)
def test_rows_under_every_method(name):
    assert_shows_something(run("map", data="breast_cancer_ljubljana", method=name, map="PCA"))


@pytest.mark.parametrize("page", ("values", "orders", "map"))
def test_without_known_groups_no_method_is_offered_that_must_be_told_them(page):
    at = run(page, data="voting", groups="none")
    supervised = {m.name for m in methods() if m.supervised}
    box = at.selectbox(key="order" if page == "orders" else "method")
    assert supervised and not supervised & {o for o in LEARN_VALUES if catviz.method(o).title in box.options}


def test_every_method_is_listed_with_its_status():
    at = run("methods", data="voting", compare="All methods")
    assert_sound(at)
    listed = [box.label for box in at.expander]
    for m in methods():
        assert sum(label.startswith(f"**{plain(m.title)}**") for label in listed) == 1, m.title
    assert stated(at, f"{len(methods())} methods")
    at.text_input(key="search-methods").set_value("gower").run()
    assert_sound(at)
    found = [m for m in methods() if re.search(r"\bgower", f"{m.title} {m.summary} {m.paper}".casefold())]
    assert 0 < len(found) < 5 and stated(at, f"{len(found)} of {len(methods())} methods")
    assert sum(box.label.startswith("**") for box in at.expander) == len(found)


def test_a_line_of_a_method_has_its_formulas_symbols_and_status():
    for m in methods():
        text = of_methods.about(m)
        assert all(f"$$\n{part}\n$$" in text for part in m.formulas), m.name
        assert all(f"${symbol}$: {meaning}" in text for symbol, meaning in m.symbols), m.name
        assert m.status_on_pages in text and not text.startswith("#")


@pytest.mark.parametrize("page", ("values", "inside", "map", "clusters", "orders"))
def test_how_it_works_defines_every_symbol_and_says_the_status(page):
    at = run(page, data="zoo", map="MDS", **{"order" if page == "orders" else "method": "TAVE"})
    assert_sound(at)
    box = next(box for box in at.expander if box.label == "How it works")
    tave = catviz.method("TAVE")
    assert all(any(part in shown.value for shown in box.latex) for part in tave.formulas)
    text = "\n".join(m.value for m in box.markdown)
    assert all(f"${symbol}$: {meaning}" in text for symbol, meaning in tave.symbols)
    assert any(plain(tave.status_on_pages, 1200) in caption.value for caption in box.caption)


@pytest.mark.parametrize("how", ("MCA", "PCA", "MDS"))
@pytest.mark.parametrize("data", (pytest.param("kr_vs_k", marks=pytest.mark.slow), "toy_movie", "balloons"))
def test_rows_on_every_map_that_is_there_at_once(data, how):
    at = run("map", data=data, map=how)
    assert_shows_something(at)
    assert not notes(at)


def test_tsne_waits_for_run():
    at = run("map", data="nursery", map="t-SNE")
    assert_sound(at)
    assert any("Run" in i.value for i in at.info)
    assert [b.label for b in at.button if b.label == "Run"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("look", ("heat map", "1-D axes", "map of all values"))
@pytest.mark.parametrize("data", ("nursery", "kr_vs_k", *AWKWARD))
def test_every_look_at_values(data, look):
    assert_shows_something(run("values", data=data, look=look))


def types(at, number=0):
    return [trace["type"] for trace in spec(at, number)["data"]]


@pytest.mark.parametrize("look", ("heat map", "1-D axes", "map of all values"))
@pytest.mark.parametrize("name", (REFERENCE, "TAVE", "MCA", "OCL"))
@pytest.mark.parametrize("data", ("toy_movie",))
def test_two_methods_beside_each_other(data, name, look):
    at = run("values", data=data, second=name, look=look)
    assert_shows_something(at)
    assert not notes(at)
    assert at.selectbox(key="second").value == name
    labels = [metric.label for metric in at.metric]
    assert [text.partition(":")[0] for text in labels] == [plain(catviz.method(m).short) for m in (DEFAULT, name)]


def test_two_heat_maps_share_their_order_and_their_pair():
    at = run("values", data="mushroom", column="odor", second="WCADO", a="foul", b="none")
    layout = spec(at)["layout"]
    assert types(at).count("heatmap") == 2
    assert layout["xaxis"]["ticktext"] == layout["xaxis2"]["ticktext"] == layout["yaxis"]["ticktext"]
    framed = {(s["xref"], s["x0"], s["y0"]) for s in layout["shapes"]}
    assert len(framed) == 4 and {f[1:] for f in framed if f[0] == "x"} == {f[1:] for f in framed if f[0] == "x2"}
    other = run("values", data="mushroom", column="odor", second="WCADO", **{f"{DEFAULT}.na": "exclude"})
    for page, missing_differs in ((at, False), (other, True)):
        [unshared] = [line for line in words(page).splitlines() if "θ" in line]
        assert ("own value" in unshared) == missing_differs


def test_a_method_that_ties_all_pairs_is_a_grey_panel_beside():
    at = run("values", data="mushroom", column="odor", second=REFERENCE)
    assert types(at).count("heatmap") == 1
    assert any("equally far" in a["text"] for a in spec(at)["layout"]["annotations"])


def test_the_same_method_is_not_offered_beside():
    at = run("values", data="voting", second="COS")
    assert catviz.method(DEFAULT).title not in at.selectbox(key="second").options
    at.selectbox(key="method").set_value("COS").run()
    assert_shows_something(at)
    assert not notes(at)
    assert at.selectbox(key="second").value == "none"


def test_values_left_out_by_one_method_are_still_drawn():
    for look in ("heat map", "1-D axes", "map of all values"):
        for first, second in ((DEFAULT, "COS"), ("COS", DEFAULT)):
            wanted = {"method": first, "second": second, f"{DEFAULT}.na": "exclude", "look": look}
            at = run("values", data="voting", column="crime", lens="open", **wanted)
            assert_shows_something(at)
            assert not notes(at)


def test_the_values_that_moved_most_are_named():
    at = run("values", data="mushroom", column="odor", second="WCADO", look="map of all values")
    annotations = spec(at)["layout"]["annotations"]
    arrows = [a for a in annotations if a["showarrow"]]
    assert len(arrows) == 10 and sum(" = " in a["text"] for a in annotations) >= 8
    assert "Procrustes" in words(at)


def test_three_axes_are_drawn_where_there_are_three():
    at = run("values", data="mushroom", look="map of all values", space="3-D")
    assert_shows_something(at)
    assert set(types(at)) == {"scatter3d"}
    at = run("values", data="mushroom", method="MCA", look="map of all values", space="3-D")
    assert_shows_something(at)
    assert "scatter3d" not in types(at) and "no third axis" in words(at)
    assert "scatter3d" not in types(run("values", data="mushroom", look="map of all values"))


def test_the_dendrogram_stands_on_the_heat_map_when_asked_for():
    at = run("values", data="mushroom", column="odor", dendrogram="on")
    lines = [t for t in spec(at)["data"] if t.get("yaxis") == "y2"]
    # nine values join in eight steps, and each leaf is met once at height 0
    assert len(lines) == 1 and lines[0]["x"].count(None) == 8
    feet = [x for x, y in zip(lines[0]["x"], lines[0]["y"], strict=True) if y == 0 and x == int(x)]
    assert set(feet) >= set(range(9))
    assert not [t for t in spec(run("values", data="mushroom", column="odor"))["data"] if t.get("yaxis") == "y2"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("data", LARGE + AWKWARD)
def test_the_lens_opens_on(data):
    at = run("values", data=data, lens="open")
    assert_shows_something(at)
    assert not notes(at)
    assert REFERENCE in at.multiselect(key="against").value


def test_the_lens_is_closed_until_asked_for():
    closed = run("values", data="mushroom")
    assert not [m for m in closed.multiselect if m.key == "against"]
    opened = run("values", data="mushroom", column="odor", lens="open")
    assert figures(opened) == figures(run("values", data="mushroom", column="odor")) + 2
    code = next(c.value for c in opened.code if "?" in c.value)
    assert dict(parse_qsl(code.partition("?")[2]))["lens"] == "show"


def test_the_lens_says_which_methods_of_a_link_are_not_here():
    at = run("values", data="voting", lens="open", against=["no_such_method", "COS"])
    assert_shows_something(at)
    assert notes(at) and at.multiselect(key="against").value == ["COS"]


def test_the_lens_draws_at_most_six_methods_the_pages_first():
    names = [m.short for m in methods() if m.has_values and not m.cls.uses_target]
    at = run("values", data="mushroom", column="odor", method="COS", lens="open", against=names)
    assert_shows_something(at)
    titles = [a["text"] for a in spec(at, 1)["layout"]["annotations"] if a["xref"] == "paper"]
    assert len(titles) == 6 and titles[0].startswith("COS")
    assert "first 6 methods" in words(at)
    assert "coloraxis" in spec(at, 1)["layout"]


def test_a_column_of_two_values_has_nothing_to_rank():
    at = run("values", data="mushroom", column="bruises", lens="open")
    assert_sound(at)
    assert any("fewer than three" in i.value for i in at.info)


@pytest.mark.parametrize("page", SIDEBAR)
def test_without_known_groups(page):
    at = run(page, data="voting", groups="none")
    assert_sound(at)
    assert at.selectbox(key="groups").value == "none"
    assert "accuracy" not in words(at).casefold()
    if page == "methods":
        assert at.info or figures(at)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", SIDEBAR)
def test_a_survey_of_ones_own(page):
    upload = Upload("survey.csv", survey())
    at = run(page, upload)
    assert_sound(at)
    assert figures(at) or NOTHING in words(at) or at.info or at.warning
    assert at.selectbox(key="data").value == upload.title and not notes(at)
    assert at.selectbox(key="groups").value == "none"


@pytest.mark.parametrize("page", SIDEBAR)
def test_row_weights(page):
    data = "hayes_roth"
    column = weight_columns(catviz.load_dataset(data))[0]
    at = run(page, data=data, weights=column)
    assert_shows_something(at)
    assert at.selectbox(key="weights").value == column
    if page != "methods":
        choice = [s for s in at.selectbox if s.key == "column"]
        assert not choice or column not in choice[0].options


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", SIDEBAR)
def test_groups_from_another_column_and_columns_shown_only(page):
    at = run(page, data="voting", groups="physician_fee_freeze", shown=["crime", "immigration"])
    assert_shows_something(at)
    assert at.selectbox(key="groups").value == "physician_fee_freeze"
    assert at.multiselect(key="shown").value == ["crime", "immigration"]
    choice = [s for s in at.selectbox if s.key == "column"]
    assert not choice or not {"crime", "immigration"} & set(choice[0].options)


def test_columns_shown_only_are_placed_among_all_columns():
    at = run("values", data="voting", shown=["crime"], look="map of all values")
    assert_shows_something(at)
    assert "shown only" in at.get("plotly_chart")[0].proto.spec


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", SIDEBAR)
def test_drop_rows_with_missing_values(page):
    assert_shows_something(run(page, data="voting", missing="drop rows"))


@pytest.mark.parametrize("page", SIDEBAR)
def test_few_columns_left(page):
    columns = catviz.load_dataset("voting").attributes
    at = run(page, data="voting", out=list(columns[1:]))
    assert not at.exception
    assert figures(at) or NOTHING in words(at) or at.info


def test_no_column_left_is_one_sentence():
    at = run("values", data="toy_movie", out=list(catviz.load_dataset("toy_movie").attributes))
    assert not at.exception
    assert ["no column" in error.value for error in at.error] == [True]


IMPOSSIBLE = [
    ("values", {"data": "no_such_table"}),
    (
        "columns",
        {
            "groups": "no_such_group",
            "shown": "no_such_shown",
            "out": "no_such_out",
            "weights": "handicapped_infants",
            "missing": "perhaps",
            "seed": "seven",
            "column": "no_such_column",
            "measure": "no_such_measure",
        },
    ),
    ("columns", {"seed": "-1"}),
    (
        "values",
        {
            "method": "no_such_method",
            "column": "no_such_column",
            "a": "no_such_value",
            "b": "**no** [link](http://x.example) <b>value</b>",
            "look": "sideways",
            "second": "no_such_beside",
            "dendrogram": "upside_down",
            "lens": "ajar",
        },
    ),
    ("orders", {"order": "no_such_method", "spacing": "wide"}),
    ("inside", {"method": "Hamming", "other": "no_such_column", "number": "n(no, none)"}),
    ("map", {"map": "no_such_map", "colour": "no_such_column"}),
    (
        "compare",
        {
            "methods": "no_such_method",
            "tables": "no_such_table",
            "clusterer": "no_such_clusterer",
            "repeats": "1000000",
        },
    ),
    ("methods", {"metric": "no_such_score"}),
]


@pytest.mark.parametrize(("page", "asked"), IMPOSSIBLE, ids=lambda part: part if isinstance(part, str) else [*part][0])
def test_a_link_that_asks_for_the_impossible_falls_back_with_a_note_on_each(page, asked):
    at = run(page, **({"data": "voting"} | asked))
    assert_sound(at)
    shown = notes(at)
    for key, text in asked.items():
        assert any(plain(text) in note for note in shown), f"no note says that {key}={text} is not here: {shown}"


def test_a_link_with_unknown_keys_opens():
    at = run("values", data="voting", nonsense="1", _view="x", _jobs="y", present="2")
    assert_shows_something(at)


def test_copied_link_holds_every_choice():
    wanted = {"data": "voting", "method": "COS (coupled similarity)", "column": "crime", "a": "no", "b": "yes"}
    at = run("values", **wanted)
    assert_shows_something(at)
    code = next(c.value for c in at.code if "?" in c.value)
    link = dict(parse_qsl(code.partition("?")[2]))
    assert {key: link[key] for key in wanted if key != "data"} == {k: v for k, v in wanted.items() if k != "data"}
    again = run("values", **link)
    assert_shows_something(again)
    assert not notes(again)
    for key in ("data", "method", "column", "a", "b"):
        assert again.selectbox(key=key).value == at.selectbox(key=key).value


def test_choices_follow_from_page_to_page():
    at = run("values", data="voting", method="WCADO", column="crime")
    assert_shows_something(at)
    for page in ("inside", "columns", "values"):
        moved_to(at, page)
        assert_shows_something(at)
        assert at.selectbox(key="column").value == "crime"
        if page != "columns":
            assert at.selectbox(key="method").value == "WCADO"


def test_another_table_starts_with_its_own_choices():
    at = run("values", data="voting", column="crime")
    at.selectbox(key="data").set_value("mushroom").run()
    assert_shows_something(at)
    assert at.selectbox(key="column").value in catviz.load_dataset("mushroom").attributes


@pytest.mark.parametrize("measure", MEASURES)
def test_association_is_said_to_describe_and_what_unrelated_columns_get(measure):
    """Of the columns of the zoo 15 have two values and one has six."""
    at = run("columns", data="zoo", measure=measure)
    levels = [level for level in ("0 on average", "more than 0 too") if stated(at, "not a test", measure, level)]
    assert levels == ["0 on average" if measure in ADJUSTED else "more than 0 too"]
    zoo = catviz.load_dataset("zoo")
    assert plain(related_in_words(related(catviz.count(zoo), zoo)), 700) in words(at)
    two, six = significant(np.sqrt(1 / 101)), significant(np.sqrt(5 / 101))
    assert stated(at, measure, two, six) == (measure == "Cramér's V")


def test_values_that_few_rows_have_are_remarked_on():
    at = run("values", data="zoo", column="legs", a="5", b="8")
    assert stated(at, "fewer than 20 rows", "legs = 5 (1 row)", "legs = 8 (2 rows)")
    at = run("values", data="zoo", column="legs", a="5", b="4")
    assert stated(at, "fewer than 20 rows", "legs = 5 (1 row)") and not stated(at, "fewer than 20 rows", "legs = 4")
    assert "fewer than 20 rows" not in words(run("values", data="zoo", column="legs", a="2", b="4"))


def test_every_bundled_table_is_offered():
    at = run("columns")
    assert len(at.selectbox(key="data").options) >= sum(
        catviz.dataset_info(name).bundled for name in catviz.list_datasets()
    )


def bars(at, title):
    """The lengths of the bars in the chart with this axis title."""
    for chart in at.get("plotly_chart"):
        figure = json.loads(chart.proto.spec)
        if title in figure["layout"].get("xaxis", {}).get("title", {}).get("text", ""):
            x = figure["data"][0]["x"]
            return array(x)
    return np.array([])


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", LEARN_VALUES)
def test_the_bars_of_the_breakdown_add_up_to_the_number_shown(name):
    at = run("values", data="toy_movie", method=name, column="genre", a="Crime", b="Comedy")
    assert_shows_something(at)
    table = catviz.load_dataset("toy_movie")
    a, b = at.selectbox(key="a").value, at.selectbox(key="b").value
    cls = catviz.method(name).cls
    given = {"n_clusters": table.n_classes, "random_state": 0}
    method = cls(**{k: v for k, v in given.items() if k in cls().get_params()}).fit(table, table.target)
    explanation = method.explain("genre", a, b)
    total = bars(at, "part of ").sum()
    assert total ** (1 / explanation.power) == pytest.approx(explanation.value, rel=1e-6, abs=1e-9)
    assert explanation.value < 1e-12 or significant(explanation.value) in [m.value for m in at.metric]


@pytest.mark.parametrize(("page", "mode"), [("values", ("pan", "event+select")), ("map", ("lasso", "event"))])
def test_a_chart_to_select_in_says_how_before_it_is_drawn(page, mode):
    at = run(page, data="zoo")
    chosen_in = [json.loads(c.proto.spec)["layout"] for c in at.get("plotly_chart") if c.proto.selection_mode]
    assert (chosen_in[0]["dragmode"], chosen_in[0]["clickmode"]) == mode
    assert all({"dragmode", "clickmode", "hovermode"} <= set(layout) for layout in chosen_in)
