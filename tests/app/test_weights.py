"""A table of counted rows shows on the pages what the table with its rows repeated shows; fractions are named so."""

import re

import numpy as np
import pandas as pd
import pytest
from scripted import NOTHING, assert_sound, figures, finished, run, spec, stated, words
from test_classify import ended

from catviz.registry import method
from catviz.ui.labels import AGAINST, CLUSTER_COLOURS, STABLE
from catviz.ui.orders.parts import SECTIONS
from catviz.ui.state.uploads import Upload
from catviz.ui.text import FRACTIONAL

#: Passengers and crew of the Titanic.
CELLS = """class,sex,age,survived,n
1st,male,child,yes,5
1st,male,adult,no,118
1st,male,adult,yes,57
1st,female,child,yes,1
1st,female,adult,no,4
1st,female,adult,yes,140
2nd,male,child,yes,11
2nd,male,adult,no,154
2nd,male,adult,yes,14
2nd,female,child,yes,13
2nd,female,adult,no,13
2nd,female,adult,yes,80
3rd,male,child,no,35
3rd,male,child,yes,13
3rd,male,adult,no,387
3rd,male,adult,yes,75
3rd,female,child,no,17
3rd,female,child,yes,14
3rd,female,adult,no,89
3rd,female,adult,yes,76
crew,male,adult,no,670
crew,male,adult,yes,192
crew,female,adult,no,3
crew,female,adult,yes,20
"""
LINES = [line.split(",") for line in CELLS.split()]
REPEATED = "\n".join(
    ",".join(line[:-1]) for line in LINES[:1] + [line for line in LINES[1:] for _ in range(int(line[-1]))]
)
FRACTIONS = "\n".join(
    [",".join(LINES[0]), *(",".join([*line[:-1], f"{int(line[-1]) * 0.01 + 0.005}"]) for line in LINES[1:])]
)

#: Thirty times the rows: enough of them for values to stand out.
SURVEY = "\n".join([*FRACTIONS.splitlines(), *[line for line in FRACTIONS.splitlines()[1:] for _ in range(29)]])


def opened(page, content, **query):
    """A page on an upload whose known classes are who survived."""
    upload = Upload("titanic.csv", content.encode())
    at = run(page, upload, **{"groups": "survived"} | query)
    assert_sound(at)
    return at


def numbers(at):
    """Everything that the page says in numbers, by kind."""
    return {
        "metrics": [(m.label, m.value) for m in at.metric],
        "words": [line for line in words(at).splitlines() if re.search(r"\d", line) and "repeated rows" not in line],
        "hover": [hover(spec(at, i)) for i in range(figures(at))],
    }


def hover(figure):
    return [np.ravel(t.get("hovertext") or t.get("text") or []).tolist() for t in figure["data"]]


def test_weights_are_taken_from_the_column_of_counts():
    assert Upload("titanic.csv", CELLS.encode()).table.weights.sum() == 2201
    assert len(Upload("titanic.csv", REPEATED.encode()).table) == 2201
    for content, text in ((CELLS, "read from the file"), (REPEATED, "none")):
        assert opened("columns", content).selectbox(key="weights").value == text


@pytest.mark.parametrize(
    ("query", "metrics"),
    [({"section": AGAINST}, ("accuracy", "ARI")), ({"section": STABLE}, ("mean ARI of two runs",))],
    ids=str,
)
def test_what_is_asked_of_clusters(query, metrics):
    found, wanted = (finished(opened("clusters", content, k="3", **query)) for content in (CELLS, REPEATED))
    a, b = numbers(found), numbers(wanted)
    assert a == b and set(metrics) <= {name for name, _ in a["metrics"]}
    assert query != {"section": AGAINST} or re.search(r"\d of 2,201\b", words(found))


def test_clusters():
    found, wanted = (opened("clusters", content, k="3", clusterer="hierarchical") for content in (CELLS, REPEATED))
    a, b = numbers(found), numbers(wanted)
    assert a == b and "silhouette" in {name for name, _ in a["metrics"]}
    pd.testing.assert_frame_equal(found.dataframe[0].value, wanted.dataframe[0].value, check_dtype=False)
    assert found.dataframe[0].value["rows"].sum() == 2201


@pytest.mark.more
@pytest.mark.parametrize("further", SECTIONS[2:4])
def test_orders_and_what_they_are_worth(further):
    how = {"column": "class", "further": further}
    a, b = (numbers(finished(opened("orders", content, **how))) for content in (CELLS, REPEATED))
    assert a == b and len(a["hover"]) == 1
    assert further != SECTIONS[2] or "your accuracy" in {name for name, _ in a["metrics"]}


@pytest.mark.parametrize("page", ["values", "inside"])
def test_other_pages(page):
    a, b = (numbers(finished(opened(page, content, column="class"))) for content in (CELLS, REPEATED))
    assert a == b and a["hover"]


def test_method_comparison():
    found = []
    for content in (CELLS, REPEATED):
        at = finished(
            opened("methods", content, tables=["titanic.csv"], methods=[method(m).title for m in ("ADM", "Lin")])
        )
        found.append(at.table[0].value)
    assert found[0].equals(found[1]) and list(found[0].columns) == ["average rank", "first on", "mean ARI"]


def test_rows_and_the_profile_of_a_selection():
    found = []
    for content in (CELLS, REPEATED):
        at = opened("map", content, colour=CLUSTER_COLOURS)
        assert at.selectbox(key="colour").value == CLUSTER_COLOURS
        at.session_state["_selection-map"][-1].pick("values", [0])
        found.append(at.run())
        assert_sound(at)
    profiles = [next(hover(spec(at, i)) for i in range(figures(at)) if "lift" in str(spec(at, i))) for at in found]
    assert profiles[0] == profiles[1]


def test_classify():
    found, wanted = (ended(opened("predict", content, splits="2")) for content in (CELLS, REPEATED))
    a, b = (
        [t.value.drop(columns=["time to predict, ms"], errors="ignore") for t in at.table] for at in (found, wanted)
    )
    assert len(a) == len(b) >= 2 and all(x.equals(y) for x, y in zip(a, b, strict=True))
    lines = [next(line for line in words(at).splitlines() if "predictions are right" in line) for at in (found, wanted)]
    assert lines[0] == lines[1]
    assert stated(found, "2,000 rows", "2,201")


# fractions


def effective(content):
    """Kish's weights of an upload's lines, and the lines."""
    lines = [line.split(",") for line in content.splitlines()[1:]]
    weights = np.array([float(line[-1]) for line in lines])
    return weights * weights.sum() / (weights**2).sum(), lines


def times(factor):
    """The survey with all weights multiplied."""
    header, *lines = SURVEY.splitlines()
    scaled = (line.rsplit(",", 1) for line in lines)
    return "\n".join([header, *(f"{values},{float(weight) * factor}" for values, weight in scaled)])


def test_rare_values_of_fractional_weights_are_those_of_few_effective_rows():
    weights, lines = effective(FRACTIONS)
    male, female = (weights[[line[1] == sex for line in lines]].sum() for sex in ("male", "female"))
    assert female < 5 < male
    at = opened("values", FRACTIONS, column="sex", a="male", b="female")
    assert stated(at, "fewer than 20 rows", "sex = female", f"{female:.3g} rows")
    assert stated(at, "fewer than 20 rows", "sex = male", f"{male:.3g} rows") == (male < 20)


def test_fractional_weights_are_said_to_be_weighted():
    weights, _ = effective(FRACTIONS)
    at = opened("clusters", FRACTIONS, k="3")
    sizes = at.dataframe[0].value
    assert sizes["weighted rows"].sum() == pytest.approx(weights.sum())
    assert {m.label: m.value for m in at.metric}["silhouette"] == "–"
    against = opened("clusters", FRACTIONS, k="3", section=AGAINST)
    for text in (words(at), words(against)):
        assert "by weight" in text and not re.search(r"[\d,.]+ of [\d,.]+ rows", text)
    assert "weighted rows of" in str(spec(against)["data"][0]["text"])
    assert 0 <= float({m.label: m.value for m in against.metric}["ARI"]) <= 1


def test_every_page_says_how_many_rows_fractional_weights_are_worth():
    assert stated(opened("values", FRACTIONS), "fractional", "6.74 rows", "Rao-Scott")
    assert stated(opened("map", SURVEY), "fractional", f"{effective(SURVEY)[0].sum():,.0f} rows", "Rao-Scott")
    assert "fractional" not in words(opened("values", CELLS))


def test_whole_weights_are_said_to_be_counts_and_no_survey_weights():
    assert stated(opened("values", CELLS), "repeated rows", "survey weights")
    assert "repeated rows" not in words(opened("values", REPEATED))


def test_values_and_columns_are_tested_as_of_a_survey_and_the_pages_say_so():
    at = opened("outcome", SURVEY)
    assert "counted by weight" in words(at) and stated(at, "survey weights", "Rao-Scott")
    assert stated(at, "are related to survived", 5) and FRACTIONAL not in words(at)
    assert FRACTIONAL not in words(opened("clusters", SURVEY, k="3", shown=["age"]))
    assert FRACTIONAL in words(finished(opened("clusters", SURVEY, k="3", section=STABLE)))
    at = opened("map", SURVEY)
    at.session_state["_selection-map"][-1].pick("values", [0])
    assert FRACTIONAL not in words(at.run()) and "ignificant" in words(at)
    assert_sound(at)


def test_the_lift_map_of_fractional_weights_counts_what_the_table_of_sizes_counts():
    at = opened("clusters", SURVEY, k="3")
    sizes = at.dataframe[0].value["weighted rows"]
    assert sizes.sum() == pytest.approx(effective(SURVEY)[0].sum())
    lifts = next(spec(at, i) for i in range(figures(at)) if "lift" in str(spec(at, i)["data"][0].get("text")))
    above = [name.replace("<br>", " ") for name in lifts["layout"]["xaxis"]["ticktext"]]
    named = [int(re.search(r"([\d,]+) weighted rows", name)[1]) for name in above]
    assert named == [round(n) for n in sizes] and sum(named) > 100
    for line in lifts["data"][0]["text"]:
        assert [int(re.search(r"(\d+) weighted rows", cell)[1]) for cell in line] == named
    assert re.search(r"\d\s% by weight, lift", words(at)) and not re.search(r"\(\d+ of \d+, lift", words(at))


def test_values_and_columns_count_effective_rows():
    weights, lines = effective(SURVEY)
    wanted = {sex: weights[[line[1] == sex for line in lines]].sum() for sex in ("female", "male")}
    ticks = str([spec(at, i)["layout"] for at in [opened("values", SURVEY, column="sex")] for i in range(figures(at))])
    at = opened("columns", SURVEY, bars="rows")
    bars = [text for i in range(figures(at)) for trace in hover(spec(at, i)) for text in trace]
    for sex, n in wanted.items():
        assert f"{sex} ({n:,.0f})" in ticks and f"sex = {sex}<br>{n:,.0f} rows" in bars


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", ["values", "columns", "outcome", "clusters", "map", "inside", "orders"])
def test_pages_do_not_depend_on_the_scale_of_fractional_weights(page):
    a, b = (numbers(finished(opened(page, content, column="class"))) for content in (SURVEY, times(1.201)))
    assert a == b and a["hover"]


def test_fractional_weights_cannot_be_split_and_the_page_says_why():
    at = opened("predict", FRACTIONS)
    assert NOTHING in words(at) and "whole numbers" in words(at) and not figures(at)


def test_agreement_of_tries_stays_at_most_one():
    """Also of weights that are shares of all rows, whose numbers of pairs are below 0 if they are taken as counts."""
    total = sum(int(line[-1]) for line in LINES[1:])
    shares = [[*line[:-1], str(int(line[-1]) / total)] for line in LINES[1:]]
    for content in (FRACTIONS, "\n".join(",".join(line) for line in [LINES[0], *shares])):
        at = finished(opened("clusters", content, k="3", section=STABLE))
        assert 0 < float({m.label: m.value for m in at.metric}["mean ARI of two runs"]) <= 1


@pytest.mark.parametrize(("content", "fractional"), [(CELLS, False), (FRACTIONS, True)])
def test_mca_tests_nothing_and_draws_no_ellipse_with_fractional_weights(content, fractional):
    query = {"method": "MCA", "look": "map of all values", "mca-details": "values"}
    for classes, times in (("mean points", 1), ("mean points and ellipses", 2)):
        at = opened("values", content, **query, **{"class-means": classes})
        assert words(at).count(FRACTIONAL) == times * fractional
        assert ("one in 20" in words(at)) != fractional
        drawn = {trace["name"] for trace in spec(at)["data"] if trace.get("mode") == "lines"}
        assert bool(drawn) == (times == 2 and not fractional)
