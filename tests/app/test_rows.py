"""The Rows page: two maps with one selection, rows to values and values to rows; in a browser: test_rows_chosen.py."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from files import csv
from scipy.stats import hypergeom
from scripted import array, assert_shows_something, notes, run, spec, stated, words
from test_weights import CELLS, opened

import catviz
from catviz.geometry.joint_map import joint_map, value_map
from catviz.plots.colours import LIGHT
from catviz.registry import DEFAULT, methods
from catviz.ui.labels import CLUSTER_COLOURS
from catviz.ui.map import maps as row_maps
from catviz.ui.map.chosen import _contrasts
from catviz.ui.map.maps import MAPS, OF_DISTANCES, SLOW_MAPS
from catviz.ui.map.values_beside import APART, PLANE, VALUES
from catviz.ui.state.uploads import Upload
from catviz.ui.state.view import View
from catviz.ui.text import LEFT_OUT_OF_MAP
from catviz.ui.widgets.selection import Selection

#: What shows the values in a plane.
IN_A_PLANE = {"value-plot": PLANE}
ONLY_ROWS = tuple(m.name for m in methods() if m.compares_rows and not m.has_values)


def pick(at, kind, ids, figure=None):
    """Choose items as a figure's callback does, then run the page."""
    at.session_state["_selection-map"][-1].pick(kind, ids, figure)
    return at.run()


def maps(at):
    """The figures whose points are rows."""
    found = [spec(at, i) for i in range(len(at.get("plotly_chart")))]
    return [s for s in found if any(t.get("legendgroup") is not None for t in s["data"])]


def highlighted(figure):
    """Ids of the points lit in a map; None where nothing is."""
    traces = figure["data"]
    if all(t.get("selectedpoints") is None for t in traces):
        return None
    return {int(i) for t in traces for i in array(t["customdata"])[array(t["selectedpoints"]).astype(int)]}


def carrying(data, **wanted):
    """The distinct rows that carry one of the values of each column."""
    rows, _ = catviz.load_dataset(data).unique_rows()
    frame = rows.to_pandas().astype(object)
    return set(np.flatnonzero(np.logical_and.reduce([frame[c].isin(v) for c, v in wanted.items()])))


def value_ids(data, *wanted):
    """Numbers of values among all that occur."""
    values = catviz.count(catviz.load_dataset(data)).values
    return [values.index(value) for value in wanted]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("kind", [k for k in MAPS if k not in SLOW_MAPS])
@pytest.mark.parametrize("data", ("voting", "zoo", "balloons", "toy_movie"))
def test_two_maps_on(data, kind):
    at = run("map", data=data, map=kind, second="Hamming")
    assert_shows_something(at)
    assert not notes(at)
    titles = [m["layout"]["title"]["text"] for m in maps(at)]
    first = kind if kind == "MCA" else f"{kind} under {catviz.method(DEFAULT).short}"
    second = f"{'PCA' if kind == 'MCA' else kind} under Hamming"
    assert set(titles) <= {first, second} and second in titles


def test_the_method_beside_follows_from_page_to_page():
    at = run("values", data="voting", second="COS")
    at.switch_page("pages/map.py").run()
    assert at.selectbox(key="second").value == "COS" and len(maps(at)) == 2
    at.selectbox(key="second").set_value("none").run()
    assert len(maps(at)) == 1
    at.switch_page("pages/values.py").run()
    assert at.selectbox(key="second").value == "none"


def test_a_map_is_not_held_beside_itself():
    at = run("map", data="voting", second="MCA")
    assert_shows_something(at)
    assert len(maps(at)) == 1 and "another map" in words(at)
    at = run("map", data="voting", second="MCA", map="PCA")
    assert len(maps(at)) == 2 and "another map" not in words(at)


def test_missing_cells_can_be_left_out_of_the_default_map():
    at = run("map", data="voting", map="MCA", **IN_A_PLANE, **{"MCA.na": "exclude"})
    assert_shows_something(at)
    assert not notes(at) and at.selectbox(key="MCA.na").value == "exclude"
    assert not [box for box in at.selectbox if box.key == "MCA.n_components"]
    assert LEFT_OUT_OF_MAP in words(at) and LEFT_OUT_OF_MAP not in words(
        run("map", data="voting", map="MCA", **IN_A_PLANE)
    )
    (drawn,) = maps(at)
    votes = catviz.load_dataset("voting")
    expected = catviz.MCA(na="exclude").fit(votes).transform(votes.unique_rows()[0])
    found = np.vstack([np.column_stack([array(t["x"]), array(t["y"])]) for t in drawn["data"] if "customdata" in t])
    for axis in range(2):
        sides = [np.sort(side * found[:, axis]) for side in (1, -1)]
        assert min(np.abs(side - np.sort(expected[:, axis])).max() for side in sides) < 1e-5
    assert "MCA.na=exclude" in next(c.value for c in at.code if "?" in c.value)


def test_columns_missing_together_are_named_unless_missing_cells_are_left_out():
    at = run("map", data="soybean_large", map="MCA")
    assert at.selectbox(key="MCA.na").value == "category" and "all missing" in words(at)
    at.selectbox(key="MCA.na").set_value("exclude").run()
    assert_shows_something(at)
    assert maps(at) and "all missing" not in words(at)


def test_the_rule_for_missing_cells_is_offered_where_there_are_any():
    assert not [box for box in run("map", data="zoo", map="MCA").selectbox if box.key == "MCA.na"]
    for query in (
        {"second": "COS"},
        {"colour": CLUSTER_COLOURS, "method": "MCA"},
        {"colour": CLUSTER_COLOURS, "second": "Hamming"},
    ):
        at = run("map", data="voting", map="MCA", **{"MCA.na": "exclude"}, **query)
        assert_shows_something(at)
        assert at.selectbox(key="MCA.na").value == "exclude"


@pytest.mark.more
def test_two_maps_share_their_groups_and_their_colours():
    first, second = maps(run("map", data="mushroom", map="PCA", second="COS", colour="odor"))
    groups = [{(t["name"], t["marker"]["color"]) for t in m["data"]} for m in (first, second)]
    assert groups[0] == groups[1] and len(groups[0]) == 9
    of = [{int(i): t["name"] for t in m["data"] for i in array(t["customdata"])} for m in (first, second)]
    assert of[0] == of[1] and len(of[0]) == 8124


@pytest.mark.parametrize("figure", ("map", "second-map"))
def test_the_map_picked_in_stays_and_the_other_lights_up(figure):
    at = run("map", data="voting", map="PCA", second="COS")
    charts = [chart.proto.spec for chart in at.get("plotly_chart")]
    own, other = (0, 1) if figure == "map" else (1, 0)
    chosen = {3, 5, 8, 200}
    pick(at, "rows", chosen, figure)
    assert at.get("plotly_chart")[own].proto.spec == charts[own]
    assert highlighted(maps(at)[other]) == chosen
    assert maps(at)[other]["layout"]["meta"] != json.loads(charts[other])["layout"]["meta"]
    pick(at, "rows", {1, 2}, figure)
    assert at.get("plotly_chart")[own].proto.spec == charts[own]
    assert highlighted(maps(at)[other]) == {1, 2}
    next(b for b in at.button if b.label == "Clear").click().run()
    assert [highlighted(m) for m in maps(at)] == [None, None] and stated(at, "No row")


@pytest.mark.parametrize("change", [("colour", "crime"), ("map", "MDS"), ("method", "WCADO"), ("second", "none")])
def test_what_is_chosen_stays_chosen_in_another_picture(change):
    at = run("map", data="voting", map="PCA", second="COS")
    pick(at, "rows", {3, 5, 8, 200}, "map")
    key, value = change
    (at.segmented_control if key == "map" else at.selectbox)(key=key).set_value(value).run()
    assert_shows_something(at)
    assert [highlighted(m) for m in maps(at)] == [{3, 5, 8, 200}] * len(maps(at))
    assert stated(at, "5 rows")  # two rows stand at one of the points


def test_another_table_starts_with_nothing_chosen():
    at = run("map", data="voting", map="PCA")
    pick(at, "rows", {3, 300}, "map")
    at.selectbox(key="data").set_value("zoo").run()
    assert_shows_something(at)
    assert stated(at, "No row") and highlighted(maps(at)[0]) is None


def test_values_light_up_the_rows_that_carry_them_in_both_maps():
    at = run("map", data="voting", map="PCA", second="COS")
    ids = value_ids("voting", ("crime", "no"), ("immigration", "yes"), ("immigration", "(missing)"))
    at.multiselect(key="rows-with").set_value(ids).run()
    frame = catviz.load_dataset("voting").unique_rows()[0].to_pandas()
    expected = set(np.flatnonzero((frame["crime"] == "no") & (frame["immigration"] != "no")))
    assert expected and [highlighted(m) for m in maps(at)] == [expected, expected]
    pick(at, "rows", {1}, "map")
    assert at.multiselect(key="rows-with").value == []


def test_the_rows_of_values_that_never_meet():
    at = run("map", data="zoo")
    ids = value_ids("zoo", ("feathers", "yes"), ("milk", "yes"))
    at.multiselect(key="rows-with").set_value(ids).run()
    assert_shows_something(at)
    assert stated(at, "No row") and highlighted(maps(at)[0]) == set()
    assert not next(b for b in at.button if b.label == "Clear").disabled


@pytest.mark.one_in(2)
@pytest.mark.parametrize("rows", [2_000, 50])
def test_both_tsne_maps_start_by_themselves_for_few_rows_and_wait_for_run_else(rows, monkeypatch):
    monkeypatch.setattr(row_maps, "STARTED_ROWS", rows)
    at = run("map", data="zoo", map="t-SNE", second="COS", seed=str(rows))
    if rows < 59:
        assert not maps(at) and len([i for i in at.info if "then press Run" in i.value]) == 2
        next(b for b in at.button if b.label == "Run").click().run()
    for _ in range(100):
        if len(maps(at)) == 2:
            break
        at.run()
    titles = [m["layout"]["title"]["text"] for m in maps(at)]
    assert titles == [f"t-SNE under {catviz.method(DEFAULT).short}", "t-SNE under COS"]
    assert not [b for b in at.button if b.label == "Run"]


def test_values_are_placed_where_the_method_has_no_places_for_them():
    at = run("map", data="nursery", map="PCA", **IN_A_PLANE)
    assert not maps(at) and stated(at, "On the axes of MCA", APART)
    values = spec(at)["data"][0]
    assert np.ptp(array(values["x"])) > 0
    assert APART not in words(run("map", data="voting", map="PCA", **IN_A_PLANE))


@pytest.mark.parametrize("name", ONLY_ROWS)
def test_a_method_without_values_has_an_mds_map_only(name):
    at = run("map", data="voting", map=OF_DISTANCES, method=name, second="COS")
    assert_shows_something(at)
    assert not notes(at) and at.selectbox(key="method").value == name and len(maps(at)) == 2
    assert "clusters" not in str(at.selectbox(key="colour").options)
    pick(at, "rows", {3, 5, 8, 200}, "map")
    assert_shows_something(at)
    at.segmented_control(key="map").set_value("PCA").run()
    assert_shows_something(at)
    assert at.selectbox(key="method").value == DEFAULT
    at = run("map", data="voting", map=OF_DISTANCES, second=name)
    assert len(maps(at)) == 2 and not notes(at)
    assert notes(run("map", data="voting", map="PCA", method=name))


def test_no_group_is_drawn_over_the_others():
    figure = maps(run("map", data="nursery"))[0]
    place, drawn = {}, 0
    for trace in figure["data"]:
        size = len(array(trace["customdata"]))
        place.setdefault(trace["name"], []).extend(range(drawn, drawn + size))
        drawn += size
    assert drawn == 12960 and len(place) == 5
    for group, places in place.items():
        if len(places) > 100:
            assert abs(np.mean(places) / drawn - 0.5) < 0.05, group


def test_the_legend_names_each_group_once_and_eight_at_most():
    figure = maps(run("map", data="kr_vs_k"))[0]
    named = [t["name"] for t in figure["data"] if t["showlegend"]]
    order = catviz.dataset_info("kr_vs_k").class_order
    assert len(named) == len(set(named)) == 9
    ranks = {t["name"]: t["legendrank"] for t in figure["data"]}
    ordered = sorted(ranks, key=ranks.get)
    assert ordered[-1].endswith("others") and list(order[:8]) == ordered[:8]
    others = next(t for t in figure["data"] if t["name"] == ordered[-1])
    assert {re.match("<b>(.*?)</b>", text)[1] for text in others["hovertext"]} <= set(order[8:])
    assert len({t["type"] for t in figure["data"]} | {"scattergl"}) == 1


def in_the_plane(at):
    """The plane of values."""
    found = [spec(at, i) for i in range(len(at.get("plotly_chart")))]
    return next(s for s in found if s["data"][0].get("mode") == "markers+text" and "legendgroup" not in s["data"][0])


def plane(at):
    """The points of the plane of values, the numbers of the values that are lit, and what the hovers say."""
    points = in_the_plane(at)["data"][0]
    ids, colours = array(points["customdata"]), points["marker"]["color"]
    highlighted = {int(i) for i, colour in zip(ids, colours, strict=True) if colour == LIGHT.scale[0]}
    return highlighted, {int(i): text for i, text in zip(ids, points["hovertext"], strict=True)}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("data", ("voting", "zoo", "mushroom"))
def test_rows_picked_on_a_map_light_the_values_that_stand_out_and_nothing_is_called_tested(data):
    at = run("map", data=data, **IN_A_PLANE)
    chosen = set(range(0, len(catviz.load_dataset(data).unique_rows()[0]), 3))
    pick(at, "rows", chosen, "map")
    highlighted, hovers = plane(at)
    assert highlighted == standing_out(data, chosen)
    assert all("<br>not tested: " in t for t in hovers.values())
    assert stated(at, "Dark", "more frequent", "2") and stated(at, "Dark", "|v|", "2", "not a test")
    text = [line for line in words(at).splitlines() if "these rows have" in line]
    assert len(text) == bool(highlighted) and all("not a test" in line for line in text)
    assert bool(text) != stated(at, "No value", "5", "these rows") and "significant" not in words(at)


def test_rows_picked_by_a_value_are_tested_in_the_other_columns():
    at = run("map", data="voting", **IN_A_PLANE)
    pick(at, "values", value_ids("voting", ("crime", "no")))
    highlighted, hovers = plane(at)
    assert highlighted == over_represented("voting", carrying("voting", crime=["no"]), "crime") != set()
    own = {i for i, text in hovers.items() if text.startswith("crime = ")}
    assert own and all("<br>not tested: " in hovers[i] for i in own)
    judged = r"<br>not tested: .* 5 |<br>(not )?significant [(]q [<=] "
    assert all(re.search(judged, text) for i, text in hovers.items() if i not in own)
    assert highlighted <= {i for i, text in hovers.items() if "<br>significant (q" in text}
    assert stated(at, "Dark", "significantly", "more frequent")
    assert stated(at, "Dark", "significant", "Grey", "Not tested: crime", "5\u00a0%") and "|v|" not in words(at)


def test_rows_picked_by_a_value_on_its_map_are_described_only():
    """The map of the values is drawn from their associations: what lies near a value picked there goes with it."""
    at = run("map", data="voting", shown=["export_administration_act_south_africa"], **IN_A_PLANE)
    near = value_ids("voting", ("crime", "no"))
    pick(at, VALUES, near, PLANE)
    text = words(at).replace("\\", "")
    shown = "export_administration_act_south_africa"
    assert stated(at, "Dark", "|v|", "2", "not a test", "Not tested: crime", shown)
    assert stated(at, "Dark", "more frequent", "2")
    first = re.search(r"these rows have (\S+) = .*", text)
    assert first[1] != "crime" and "not a test" in first[0]
    _, hovers = plane(at)
    assert not any("significant (q" in text for text in hovers.values())
    at.session_state["_selection-map"][-1].redraw()
    pick(at, "values", [*near, near[0] + 2])
    assert "|v|" in words(at), "a value of the map is still among those picked"


def standing_out(data, chosen):
    """Numbers of the values expected five times and two standard deviations above that among the rows, one by one."""
    frame, mask = filled(data, chosen)
    n, k, found = len(frame), int(mask.sum()), set()
    for i, (column, value) in enumerate(catviz.count(catviz.load_dataset(data)).values):
        carries = (frame[column] == value).to_numpy()
        expected = k * carries.mean()
        deviation = np.sqrt(expected * (1 - carries.mean()) * (n - k) / (n - 1))
        if expected >= 5 and carries[mask].sum() > expected + 2 * deviation:
            found.add(i)
    return found


def over_represented(data, chosen, without):
    """Numbers of the values significantly in excess among the rows at some points, one by one, but for a column."""
    frame, mask = filled(data, chosen)
    n, k, p, excess = len(frame), int(mask.sum()), {}, set()
    for i, (column, value) in enumerate(catviz.count(catviz.load_dataset(data)).values):
        carries = (frame[column] == value).to_numpy()
        if column != without and k * carries.mean() >= 5:
            draw, seen = hypergeom(n, int(carries.sum()), k), carries[mask].sum()
            p[i] = min(1, 2 * min(draw.cdf(seen), draw.sf(seen - 1)))
            excess |= {i} if seen > k * carries.mean() else set()
    ordered = sorted(p, key=p.get)
    passed = [j for j, i in enumerate(ordered, start=1) if p[i] <= 0.05 * j / len(p)]
    return set(ordered[: max(passed, default=0)]) & excess


def filled(data, chosen):
    """All rows as text, and which of them stand at some points."""
    table = catviz.load_dataset(data)
    frame = table.to_pandas().astype(object).where(lambda f: f.notna(), "(missing)")
    return frame, np.isin(table.unique_rows()[1], list(chosen))


@pytest.mark.more
def test_columns_shown_only_are_tested_without_those_of_the_map():
    """Columns of noise beside a map: one family with the columns of the map would call some of it significant.

    A false one is allowed in 5 % of the selections, which comes to 14 of 100 once in ten thousand times.
    """
    rng = np.random.default_rng(0)
    votes, false = catviz.load_dataset("voting"), 0
    first = joint_map(catviz.MCA().fit(votes).geometry_, catviz.count(votes)).rows(votes)[:, 0]
    picked = Selection()
    picked.pick("rows", [0], "map")
    for _ in range(100):
        noise = catviz.CategoricalTable.from_pandas(pd.DataFrame(rng.choice(list("xyz"), (len(votes), 6))))
        view = View("votes", votes, noise, catviz.dataset_info("voting"), 0)
        found = _contrasts(view, picked, first > np.quantile(first, rng.uniform(0.3, 0.7)), False)
        of_noise = found["attribute"].isin(noise.attributes)
        assert found.loc[of_noise, "q"].notna().all() and found.loc[~of_noise, ["p", "q"]].isna().all(axis=None)
        false += found.loc[of_noise, "marked"].any()
    assert false < 14


def test_the_page_says_what_its_test_values_test():
    at = run("map", data="mushroom", map="PCA", shown=["odor"])
    pick(at, "rows", range(300), "map")
    assert stated(at, "not a test", "odor", "tested", "5\u00a0%")
    assert re.search(r"these rows have odor.*\(significant\)", words(at).replace("\\", ""))
    at = run("map", data="voting", map="PCA")
    at.multiselect(key="rows-with").set_value(value_ids("voting", ("crime", "no"))).run()
    assert stated(at, "Not tested: crime")
    named = re.search(r"these rows have (\S+) = ", words(at).replace("\\", ""))
    assert named and named[1] != "crime"


def test_columns_shown_only_are_not_tested_on_the_map_of_a_method_that_knew_the_classes():
    """A third of a map under MVDM named a column related to the classes alone in 38 % of 150 tables."""
    at = run("map", data="mushroom", map="PCA", shown=["odor"], method="MVDM")
    pick(at, "rows", range(300), "map")
    assert stated(at, "not tested", "known classes", "not a test")
    assert "5\u00a0%" not in words(at) and "(significant)" not in words(at)


def test_columns_whose_colours_were_seen_while_choosing_are_not_tested():
    at = run("map", data="mushroom", map="PCA", shown=["odor", "habitat"], colour="odor")
    pick(at, "rows", range(300), "map")
    one = ("Not tested: odor", "habitat", "5\u00a0%")
    assert stated(at, *one) and not stated(at, "Not tested: odor, habitat")
    at.selectbox(key="colour").set_value("habitat").run()
    assert stated(at, *one), "these colours came after the choice"
    assert not stated(at, "Not tested: odor, habitat")
    pick(at, "rows", range(200), "map")
    assert stated(at, "Not tested: odor, habitat") and "5\u00a0%" not in words(at)


def test_known_classes_whose_colours_were_seen_are_not_tested_when_they_become_a_column_shown_only():
    at = opened("map", CELLS)
    assert at.selectbox(key="colour").value == "known classes (survived)"
    at.selectbox(key="groups").set_value("none")
    at.run().multiselect(key="shown").set_value(["survived"]).run()
    pick(at, "rows", range(3), "map")
    assert stated(at, "Not tested: survived")


@pytest.mark.parametrize("name", ("ADM", "MCA", "MTDLE", "CDE", "STIRR", "TargetEncoding"))
def test_the_share_printed_at_an_axis_is_that_of_the_rows(name):
    """Axes of maps with a space of their own are those of the values; the share is that of the rows along them."""
    table = catviz.load_dataset("voting").observed().missing_as_category()
    estimator = catviz.method(name).cls()
    estimator = estimator.fit(table, table.target) if estimator.uses_target else estimator.fit(table)
    placed = value_map(estimator)
    encoded = placed.embedding.transform(table).var(axis=0)
    if name == "MCA":  # it keeps two axes; the whole is the inertia of the indicator matrix
        assert placed.total_variance == pytest.approx(len(placed.values) / table.n_attributes - 1)
        assert placed.variances == pytest.approx(encoded)
    else:
        along = placed.rows(table).var(axis=0)
        assert placed.variances / placed.total_variance == pytest.approx(along / encoded.sum())


def test_a_map_clicked_in_is_drawn_anew_with_its_points_lit():
    at = run("map", data="voting", map="PCA", second="COS")
    at.session_state["_selection-map"][-1].pick("rows", {3, 5}, "map", light=True)
    at.run()
    assert [highlighted(m) for m in maps(at)] == [{3, 5}, {3, 5}]


@pytest.mark.parametrize("kind, title", [("MCA", "inertia"), ("PCA", "the rows' variance"), ("MDS", ".*eigenvalues")])
def test_axes_say_what_they_are(kind, title):
    layout = maps(run("map", data="zoo", map=kind))[0]["layout"]
    for k, axis in enumerate((layout["xaxis"], layout["yaxis"]), start=1):
        assert re.fullmatch(rf"Axis {k} \([\d.]+\u00a0% of {title}\)", axis["title"]["text"])
        assert axis["showticklabels"]


def test_the_values_are_named_before_any_row_is_chosen():
    plane = in_the_plane(run("map", data="zoo", map="PCA", **IN_A_PLANE))
    named = [text for text in plane["data"][0]["text"] if text]
    assert 5 < len(named) <= 12 and all(" = " in text for text in named)
    assert plane["layout"]["xaxis"]["title"]["text"].startswith("Axis 1 (")


def test_values_beside_a_map_on_other_axes_are_named_by_their_own():
    at = run("map", data="zoo", map="MDS", **IN_A_PLANE)
    assert stated(at, "On the axes of PCA", APART)
    assert in_the_plane(at)["layout"]["xaxis"]["title"]["text"].startswith("PCA axis 1 (")


@pytest.mark.parametrize("counted", [False, True])
def test_values_too_rare_to_test_are_named_where_no_value_tested_stands_out(counted):
    """Of the 6 rows of "low" 5 are chosen, 1 is expected; "odd" is as frequent, but too few rows have it.

    Rows that come several at a time are not drawn one by one, which the limit of what is named supposes.
    """
    chosen = np.arange(60) < 10
    sleep = np.where(np.arange(60) % 2, "high", "middle")
    sleep[[0, 1, 2, 3, 4, 30]], sleep[[5, 6]] = "low", "odd"
    cells = {"chosen": np.where(chosen, "yes", "no"), "sleep": sleep, "sex": ["f", "m", "m", "f"] * 15}
    cells |= {"n": [2] * 60} if counted else {}
    upload = Upload("sleep.csv", csv(**{name: list(map(str, own)) for name, own in cells.items()}))
    at = run("map", upload=upload, **({"weights": "n"} if counted else {}))
    picked = [at.multiselect(key="rows-with").options.index("chosen = yes")]
    said = words(pick(at, "values", picked)).replace("\\", "")
    assert stated(at, "20 of 120") == counted
    if counted:
        assert "Not judged" not in said
        return
    assert stated(at, "Not judged", "5", "sleep = low", "5 of these 10 rows", "6 of all 60", "not a test")
    assert stated(at, "No value tested") and not stated(at, "No value", "5") and "odd (" not in said
    assert said.index("No value tested") < said.index("Not judged"), "the answer comes first"
    picked = [at.multiselect(key="rows-with").options.index("chosen = no")]
    assert "Not judged" not in words(pick(at, "values", picked))


def test_the_known_classes_of_chosen_rows_are_given_with_those_of_all_rows():
    at = run("map", data="zoo")
    pick(at, "values", value_ids("zoo", ("milk", "yes")))
    assert stated(at, "class: mammal", "100\u00a0%", "41 of 41", "41\u00a0%")
