"""What goes with an outcome: the ranking, the crosstab and frequencies on Columns, their files, and maps of shares."""

import contextlib
import io
import re

import numpy as np
import pandas as pd
import pytest
from files import csv
from scripted import array, assert_sound, moved_to, notes, run, spec, stated, words

import catviz
from catviz.analysis import independence, outcome
from catviz.table.association import corrected_cramers_v
from catviz.ui.columns.findings import without_order
from catviz.ui.labels import CROSSED, LISTED, OUTCOME
from catviz.ui.state.uploads import Upload
from catviz.ui.text import INDEPENDENT_ROWS, NO_SAMPLE, plain
from catviz.words.columns import outcome as sentence


def by_title(at, title):
    """The traces and the layout of the chart whose x axis has this title."""
    for number in range(len(at.get("plotly_chart"))):
        found = spec(at, number)
        if found["layout"].get("xaxis", {}).get("title", {}).get("text") == title:
            return found
    raise AssertionError(f"no chart with {title}")


def outcome_box(at):
    """The box above the page."""
    return next(box for box in at.main.selectbox if box.label == OUTCOME)


def ranked(at):
    return by_title(at, "bias-corrected Cramér's V")["layout"]["yaxis"]["ticktext"]


def test_the_known_classes_are_the_outcome_and_any_column_can_be():
    at = run("outcome", data="zoo")
    assert_sound(at)
    assert outcome_box(at).value == "class"
    found = catviz.outcome(catviz.load_dataset("zoo"))
    assert ranked(at) == found.columns["column"].tolist()
    related = int(found.columns["significant"].sum())
    assert plain(sentence(found)) in words(at) and stated(at, f"{related} of 16 columns", "class", "5\u00a0%")
    outcome_box(at).set_value("milk").run()
    assert_sound(at)
    assert ranked(at)[0] == "class", "the known classes are a column like any other"
    assert at.selectbox(key="group").value == "yes"
    assert run("crosstab", data="zoo", groups="milk").selectbox(key="cross").value == "class"


def test_rows_that_are_no_sample_are_said_to_be_none_before_the_verdict():
    at = run("outcome", data="balloons")
    before, after = NO_SAMPLE.split("{}")
    [chip] = [chip for chip in at.main.get("popover") if chip.proto.popover.label == "no sample"]
    assert [each.value.startswith(before) and each.value.endswith(after) for each in chip.markdown] == [True]
    assert INDEPENDENT_ROWS not in words(at)
    other = words(run("outcome", data="lymphography"))
    assert before not in other and INDEPENDENT_ROWS in other


def test_a_column_with_the_name_of_weights_is_asked_about():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"sex": rng.choice(["f", "m"], 60), "age": rng.choice(["old", "young"], 60)})
    for mean, asked in ((230.0, True), (1.0, False)):
        weights = mean * rng.uniform(0.9, 1.1, 60).round(3)
        data = csv(**frame.assign(weight=weights.round(3)).to_dict("list"))
        at = run("columns", upload=Upload("people.csv", data))
        assert_sound(at)
        mean_weight = f"{weights.round(3).mean():.3g}"
        assert stated(at, "Question", "weight", "nothing is weighted", mean_weight) == asked


def test_values_are_those_of_the_most_frequent_of_several_groups():
    at = run("outcome", data="zoo")
    assert at.selectbox(key="group").value == "mammal" != at.selectbox(key="group").options[0]


def test_a_link_restores_the_outcome_its_group_and_the_crosstab():
    at = run("columns", data="zoo", outcome="legs", group="4", cross="milk", cells="residuals")
    assert_sound(at)
    assert not notes(at)
    assert at.segmented_control(key="columns").value == CROSSED, "an older link, which names no tab"
    assert [at.selectbox(key=k).value for k in ("groups", "cross")] == ["legs", "milk"]
    found = by_title(at, "legs")
    expected = catviz.crosstab(catviz.load_dataset("zoo"), "milk", "legs").residuals.to_numpy()
    printed = [float(note["text"].replace("−", "-")) for note in found["layout"]["annotations"]]
    assert printed == pytest.approx(expected.ravel(), abs=0.051)
    at.segmented_control(key="columns").set_value(OUTCOME).run()
    assert at.selectbox(key="group").value == "4"
    at = run("columns", data="zoo", outcome="antlers")
    assert notes(at) and outcome_box(at).value == "class"


def test_a_column_that_gives_the_outcome_away_is_named_and_only_that():
    frame = pd.DataFrame({"paid": ["yes", "no"] * 20, "coin": list("uvvu") * 10})
    frame["days late"] = np.where(frame["paid"] == "yes", "0", np.where(np.arange(40) % 4 == 1, "30", "60"))
    at = run("outcome", Upload("own.csv", frame.to_csv(index=False).encode()), outcome="paid")
    assert_sound(at)
    assert stated(at, "'days late'", "paid", "V = 1", "leakage")
    outcome_box(at).set_value("coin").run()
    assert "leakage" not in words(at)


def test_the_ranking_and_the_test_of_the_crosstab_leave_out_missing_cells():
    at = run("crosstab", data="voting", outcome="crime")
    assert ["χ²" in line for line in words(at).splitlines() if "is missing" in line] == [False]
    assert not [
        line
        for line in words(run("outcome", data="voting", outcome="crime")).splitlines()
        if "is missing" in line and "χ²" in line
    ]
    votes = catviz.load_dataset("voting").to_pandas().assign(**{"class": catviz.load_dataset("voting").target})
    other = at.selectbox(key="cross").value
    v = corrected_cramers_v(pd.crosstab(votes[other], votes["crime"]).to_numpy(dtype=float))
    ranked = catviz.outcome(catviz.load_dataset("voting"), "crime").columns.set_index("column")
    assert ranked.loc[other, "v"] == pytest.approx(v)
    assert catviz.crosstab(catviz.load_dataset("voting"), other, "crime").test.v == pytest.approx(v)
    assert ranked.loc[other, "n"] == votes[[other, "crime"]].dropna().shape[0]
    assert "is missing" not in words(run("crosstab", data="zoo", outcome="milk"))


def test_a_column_shown_only_can_be_the_outcome_and_is_ranked():
    at = run("outcome", data="voting", shown=["crime"], outcome="crime")
    assert_sound(at)
    assert outcome_box(at).value == "crime" and "class" in ranked(at)
    outcome_box(at).set_value("class").run()
    assert "crime" in ranked(at)


@pytest.mark.parametrize(
    ("choices", "table"), [({}, None), ({"shown": ["crime", "immigration"], "missing": "drop rows"}, 14)]
)
def test_files_and_code_say_what_the_page_says(files, choices, table):
    at = run("outcome", data="voting", outcome="class", **choices)
    assert_sound(at)
    columns = pd.read_csv(
        io.BytesIO(next(m for n, m in files.items() if "columns-that-go" in n and n.endswith("csv"))())
    )
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(next(m for n, m in files.items() if n.endswith("-code.py"))().decode(), names)
    found = names["found"]
    assert columns["column"].tolist() == found.columns["column"].tolist() and len(columns) == 16
    np.testing.assert_allclose(columns["adjusted_p"], found.columns["adjusted_p"])
    values = pd.read_csv(io.BytesIO(next(m for n, m in files.items() if "values-that-go" in n and n.endswith("csv"))()))
    np.testing.assert_allclose(values["v"], found.values["v"])
    at.segmented_control(key="columns").set_value(CROSSED).run()
    with contextlib.redirect_stdout(io.StringIO()):
        exec(next(m for n, m in files.items() if n.endswith("-code.py"))().decode(), names)
    cells = pd.read_csv(io.BytesIO(next(m for n, m in files.items() if "crosstab" in n and n.endswith("csv"))()))
    np.testing.assert_allclose(cells["residual"], names["crossed"].to_long()["residual"])
    rows = catviz.load_dataset("voting").to_pandas()
    kept = rows.drop(columns=choices.get("shown", [])).dropna() if choices else rows
    assert found.n_rows == len(kept)


def test_unrelated_columns_are_not_called_related_nor_unrelated():
    rng = np.random.default_rng(5)
    data = csv(**{name: rng.choice(["u", "v", "w"], 90) for name in ("one", "two", "three")})
    at = run("outcome", upload=Upload("noise.csv", data), outcome="two")
    assert_sound(at)
    assert stated(at, "No column", "two", "2 columns", "5\u00a0%", "not show")
    assert plain(sentence(catviz.outcome(at.session_state["_upload"].table, "two"))) in words(at)


def test_an_outcome_of_too_many_values_is_said_and_the_page_goes_on(monkeypatch):
    monkeypatch.setattr(outcome, "MOST_PAIRS", 9)
    rng = np.random.default_rng(5)
    data = csv(one=rng.choice(["u", "v", "w"], 90), two=rng.choice(list("pqrs"), 90), three=rng.choice(["x", "y"], 90))
    at = run("outcome", upload=Upload("noise.csv", data), outcome="two")
    assert_sound(at)
    [told] = [info.value.replace("\\", "") for info in at.info]
    assert "'two'" in told and re.findall(r"\d+", told)[:2] == ["4", "5"]
    at.segmented_control(key="columns").set_value(LISTED).run()
    assert_sound(at)


def test_a_table_of_one_column_or_of_constant_ones_says_what_is_lacking():
    for data in (csv(a=["x", "y"] * 9), csv(a=["x"] * 9, b=["y"] * 9)):
        at = run("outcome", upload=Upload("few.csv", data))
        assert not at.exception and stated(at, "two columns")


def test_labels_are_shown_as_they_are():
    rng = np.random.default_rng(5)
    odd = "<b>*x*</b> [a](http://b.c)"
    data = csv(**{odd: rng.choice(["<i>u</i>", "`v`"], 90), "b": rng.choice(["total", "=1+1"], 90)})
    at = run("outcome", upload=Upload("odd.csv", data), outcome=odd)
    assert_sound(at)
    assert plain(f" {odd} (") in words(at) and f" {odd} (" not in words(at)


def many_values(seed=0):
    rng = np.random.default_rng(seed)
    town = [f"town {i}" for i in rng.zipf(1.4, 1500).clip(max=400)]
    return csv(town=town, sold=np.where(rng.random(1500) < 0.3, "yes", "no"), size=rng.choice(list("SML"), 1500))


def test_many_values_are_drawn_as_the_most_frequent_and_the_others():
    at = run("columns", upload=Upload("shop.csv", many_values()), outcome="sold", cross="town")
    assert_sound(at)
    figure = by_title(at, "sold")
    ticks = figure["layout"]["yaxis"]["ticktext"]
    n = len(set(pd.read_csv(io.BytesIO(many_values()))["town"]))
    assert len(ticks) == 13 and ticks[-2:] == [f"{n - 11} others", "all rows"] and "town 1" in ticks
    assert stated(at, 11, f"{n:,} values")


def test_columns_of_many_values_and_few_rows_have_no_association_by_chance():
    """Weights and comments of no relation: 0.5 in Cramer's V, next to nothing in the measures that open the page."""
    rng = np.random.default_rng(2)
    data = csv(
        w=[f"w{i}" for i in rng.integers(0, 60, 200)],
        comment=[f"c{i}" for i in rng.integers(0, 50, 200)],
        town=rng.choice(list("abc"), 200),
    )
    at = run("columns", upload=Upload("survey.csv", data))
    assert_sound(at)
    assert at.selectbox(key="measure").value == "AMI"
    table = Upload("survey.csv", data).table
    shown = catviz.plots.association(table)
    assert np.nanmax(shown.data[0].z) < 0.1 < 0.4 < np.nanmax(catviz.plots.association(table, "Cramér's V").data[0].z)


def test_a_share_near_all_is_not_called_all():
    rng = np.random.default_rng(0)
    sold = np.array(["yes"] * 500 + ["no"] * 500)
    there = np.where(np.arange(1000) < 498, "here", "there")
    upload = Upload("near.csv", csv(sold=sold, place=there, size=rng.choice(list("SML"), 1000)))
    at = run("outcome", upload=upload, outcome="sold", group="yes")
    assert stated(at, "place = here", "100\u00a0% (498 of 498)", "otherwise")
    at = run("outcome", upload=upload, outcome="place", group="here")
    assert stated(at, "sold = yes", "99.6\u00a0% (498 of 500)")


def test_a_fitted_p_is_called_approximate(monkeypatch):
    """Of tables of many cells no random ones are drawn."""
    drawn = run("outcome", upload=Upload("drawn.csv", many_values(2)), outcome="sold")
    assert stated(drawn, "One of", "p values", "random tables", "≤") and "approximate" not in words(drawn)
    monkeypatch.setattr(independence, "DRAWN_CELLS", 200)
    at = run("outcome", upload=Upload("fitted.csv", many_values(1)), outcome="sold")
    assert_sound(at)
    found = catviz.outcome(at.session_state["_upload"].table, "sold").columns
    assert (found["test"] == independence.MOMENTS).tolist().count(True) == 1
    assert stated(at, "One of", "p values", "approximate", "χ²")
    assert not stated(at, "p values", "random tables", "≤")


def test_a_map_shows_the_share_of_a_class_at_each_point():
    votes = catviz.load_dataset("voting")
    kept = ("crime", "immigration", "education_spending")
    out = [a for a in votes.attributes if a not in kept]
    at = run("map", data="voting", out=out, colour="share with class = republican")
    assert_sound(at)
    assert not notes(at)
    rows = votes.select([a for a in votes.attributes if a in kept])
    _, inverse = rows.unique_rows()
    share = np.bincount(inverse, votes.target == "republican") / np.bincount(inverse)
    drawn = {}
    for trace in spec(at)["data"]:
        colours = array(trace["marker"]["color"])
        drawn |= dict(zip(array(trace["customdata"]), colours, strict=True))
        assert (trace["marker"]["cmin"], trace["marker"]["cmax"]) == (0, 1)
    assert [drawn[i] for i in range(len(share))] == pytest.approx(share)
    assert ((share > 0) & (share < 1)).any(), "some points are mixed, which the most frequent class would hide"
    hover = [word for trace in spec(at)["data"] for word in trace["hovertext"]]
    n, k = np.bincount(inverse)[0], np.bincount(inverse, votes.target == "republican")[0]
    assert any(word.startswith(f"<b>{100 * k / n:.0f}\u00a0% ({k:.0f} of {n})</b>") for word in hover)


def test_points_whose_class_is_unknown_are_grey():
    data = csv(a=["x", "y", "z", "x"] * 4, b=["u", "v", "u", "u"] * 4, k=["p", "", "q", "q"] * 4)
    at = run("map", upload=Upload("gaps.csv", data), groups="k", colour="share with k = p")
    assert_sound(at)
    colours = np.concatenate([array(t["marker"]["color"]) for t in spec(at)["data"]])
    marker = spec(at)["data"][0]["marker"]
    assert sorted(np.round(colours, 2)) == [-0.02, 0, 0.5] and marker["cmin"] < 0
    assert marker["colorscale"][0][1] == marker["colorscale"][1][1]


def test_bars_are_split_by_the_known_classes_and_the_link_keeps_how():
    at = run("columns", data="zoo")
    assert at.segmented_control(key="bars").value == "rows by class"
    classes = {trace.get("name") for trace in spec(at, 0)["data"]} - {None}
    assert classes == set(catviz.load_dataset("zoo").target)
    at = run("columns", data="zoo", bars="shares of the classes")
    assert spec(at, 0)["layout"]["xaxis"]["ticktext"] == ["0\u00a0%", "50\u00a0%", "100\u00a0%"]
    at = run("columns", data="zoo", bars="rows")
    assert not spec(at, 0)["layout"]["showlegend"]


def test_tables_number_rows_from_one_and_name_missing_cells_as_figures_do():
    at = run("listed", data="voting")
    [rows] = [frame for frame in at.dataframe if "crime" in frame.value.columns]
    assert rows.value.index[0] == 1 and rows.value["crime"].isna().any()
    assert rows.proto.placeholder == "(missing)"


def test_without_an_outcome_nothing_is_ranked_and_one_is_asked_for():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({name: rng.choice(list("abcd"), 80) for name in ("one", "two", "three")})
    frame["four"], frame["yes"] = frame["three"], rng.choice(list("ab"), 80)
    at = run("outcome", upload=Upload("four.csv", csv(**frame.to_dict("list"))))
    assert_sound(at)
    assert outcome_box(at).value == "none" == at.selectbox(key="groups").value
    assert "explain?" in words(at) and "related to" not in words(at)
    at.button(key="explain-section-0").click().run()
    assert_sound(at)
    assert outcome_box(at).value == "yes" == at.selectbox(key="groups").value
    assert stated(at, "related to yes") and "explain?" not in words(at)


def test_rows_of_one_person_are_asked_about():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"person_id": np.repeat([f"p{i}" for i in range(15)], 4), "mood": rng.choice(list("abc"), 60)})
    at = run("columns", upload=Upload("days.csv", csv(**frame.to_dict("list"))))
    assert stated(at, "Question", "person_id", "15 values on 60 rows")
    at = run("columns", upload=Upload("people.csv", csv(**frame.iloc[::4].to_dict("list"))))
    assert not stated(at, "Question", "person_id")


def test_counts_taken_as_weights_are_asked_about():
    cells = {"sex": ["f", "f", "m", "m"], "smokes": ["yes", "no"] * 2, "n": [40, 120, 60, 80]}
    at = run("columns", upload=Upload("cells.csv", csv(**cells)))
    assert stated(at, "Question", "n", "counts of rows") and "decimals" not in words(at)
    at = run("columns", upload=Upload("cells.csv", csv(**cells | {"n": [0.5, 1.25, 0.75, 1.5]})))
    assert stated(at, "Question", "n", "survey weights") and "counts of rows" not in words(at)


def test_a_trend_of_two_columns_with_an_order_is_tested():
    agree = ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"]
    places = np.arange(60) % 5
    cells = {"calm": [agree[i] for i in places], "tired": [agree[4 - i] for i in places], "sex": ["f", "m"] * 30}
    at = run("outcome", upload=Upload("scale.csv", csv(**cells)), outcome="calm")
    assert_sound(at)
    assert stated(at, "These tests", "tau-b")
    at.segmented_control(key="columns").set_value(CROSSED).run()
    assert stated(at, "tau-b −1", "p ≤ 0.0001", "9,999")
    at = run("columns", upload=Upload("scale.csv", csv(**cells)), outcome="sex", cross="tired")
    assert stated(at, "tau-b 0.00", "from f to m")
    cells["where"] = ["north", "south", "west"] * 20
    for tab in ("outcome", "crosstab"):
        assert "tau-b" not in words(run(tab, upload=Upload("scale.csv", csv(**cells)), outcome="where"))


def test_values_count_only_if_a_row_has_them():
    assert "**116** values" in words(run("columns", data="mushroom"))
    table = catviz.load_dataset("mushroom")
    occur = sum(len(c) for c in table.drop_missing(list(table.attributes)).observed().categories)
    assert f"**{occur}** values" in words(run("columns", data="mushroom", missing="drop rows")) and occur < 116


def test_a_value_is_tested_once_if_the_outcome_has_two_values():
    found = catviz.outcome(catviz.load_dataset("mushroom"))
    own = found.values[found.values["group"] == "poisonous"]
    other = found.values[found.values["group"] == "edible"]
    assert own.set_index(["column", "value"])["q"].to_dict() == pytest.approx(
        other.set_index(["column", "value"])["q"].to_dict(), nan_ok=True
    )
    assert stated(run("outcome", data="mushroom"), f"{own['significant'].sum()} of {own['p'].notna().sum()} tests")
    several = catviz.outcome(catviz.load_dataset("zoo")).values
    assert several["group"].nunique() > 2
    tests = f"{several['significant'].sum()} of {several['p'].notna().sum()} tests"
    assert stated(run("outcome", data="zoo"), tests)


def test_two_values_have_no_trend_that_the_tests_miss():
    def said(*sizes):
        ordered = {f"a{v}-{r}": pd.Categorical(np.arange(60) % v, ordered=True) for r, v in enumerate(sizes)}
        table = catviz.CategoricalTable.from_pandas(pd.DataFrame(ordered))
        return without_order(catviz.outcome(table, table.attributes[0]), table.codebook)

    assert said(2, 2) == ""
    assert said(2, 3) == said(3, 2) == said(2, 2, 4) != ""


def test_a_table_of_two_by_two_has_one_verdict_on_the_page():
    """Columns on the left, their values on the right: marked together."""
    rng = np.random.default_rng(3)
    sold = np.arange(120) % 3 == 0
    shares = (0.3, 0.3 + 0.26 * sold, 0.3 + 0.5 * sold)
    cells = {f"c{r}": np.where(rng.random(120) < share, "yes", "no").tolist() for r, share in enumerate(shares)}
    data = csv(**cells, sold=np.where(sold, "yes", "no").tolist())
    at = run("outcome", upload=Upload("shop.csv", data), outcome="sold", group="yes")
    assert_sound(at)
    found = catviz.outcome(pd.read_csv(io.BytesIO(data)), "sold")
    columns = next(f.value for f in at.dataframe if "p, Holm" in f.value)
    related = set(found.columns.loc[found.columns["significant"], "column"])
    marked = set(found.values.loc[found.values["significant"], "column"])
    assert related == marked and 0 < len(related) < 3
    assert stated(at, "one test")
    assert "exact, ordered by chi-squared" in columns["p from"].tolist() and "ordered by χ²" in words(
        moved_to(at, "crosstab")
    )


def test_an_association_that_rests_on_few_rows_is_marked():
    """On Lymphography the strongest column is so because of six rows."""
    for page in ("columns", "crosstab"):
        at = run(page, data="lymphography")
        [chip] = [chip for chip in at.main.get("popover") if re.match(r"V \S+ without", chip.proto.popover.label)]
        v, left_out = catviz.outcome(catviz.load_dataset("lymphography")).without_rare("lym_nodes_dimin")
        assert page != "columns" or stated(at, "lym_nodes_dimin", f"{v:.3g} without {left_out:.0f} rows")
        assert f"{left_out:.0f} rows" in chip.proto.popover.label and f"{v:.3g}" in chip.markdown[0].value
        at = run(page, data="voting")
        assert not [chip for chip in at.main.get("popover") if " without " in chip.proto.popover.label]
