"""Short labels: values with a long common beginning stay different where there is room for the difference."""

import pandas as pd

import catviz
from catviz.plots.clusters import lifts
from catviz.plots.columns import TITLE_LENGTH, value_counts
from catviz.plots.outcome import crossed
from catviz.plots.style import LIGHT, labels

SCALE = ["trifft gar nicht zu", "trifft eher nicht zu", "teils, teils", "trifft eher zu", "trifft voll zu"]


def test_labels_that_would_look_the_same_are_shortened_in_the_middle():
    assert labels(SCALE, 13) == ["trifft gar n…", "trifft…cht zu", "teils, teils", "trifft…her zu", "trifft voll …"]
    assert labels(["a < b", "a < c"], 13) == ["a &lt; b", "a &lt; c"]
    assert labels(["x" * 20, "x" * 21], 5) == ["xx…xx"] * 2


def test_labels_that_would_differ_by_a_number_only_show_their_ends():
    asked = [f"Q{i}. To what extent do you agree: the {of}" for i, of in ((3, "doctors"), (4, "nurses"), (11, "food"))]
    assert labels(asked, 16) == ["Q3. To … doctors", "Q4. To …e nurses", "Q11. To…the food"]
    assert labels([asked[0], asked[0], "Age"], 16) == ["Q3. To what ext…", "Q3. To what ext…", "Age"]
    assert labels([f"Item {i} of the questionnaire" for i in (1, 2)], 16) == ["Item 1 …ionnaire", "Item 2 …ionnaire"]


def test_labels_with_the_same_ends_show_where_they_differ():
    stalks = ["stalk_surface_above_ring", "stalk_surface_below_ring"]
    assert labels(stalks, 11) == ["stalk…above", "stalk…below"]


def test_the_figures_of_a_table_tell_long_questions_apart():
    asked = [f"Q{i}. To what extent do you agree: {of}" for i, of in ((3, "the doctors"), (4, "the nurses"))]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({asked[0]: list("aabb"), asked[1]: list("abab")}))
    drawn = value_counts(catviz.count(table), list(table.attributes), asked[0], LIGHT)
    assert [title.text for title in drawn.layout.annotations] == labels(asked, TITLE_LENGTH)


def test_names_of_clusters_take_several_lines_and_weighted_rows_too():
    names = {1: "Content, planned admissions", 2: "Long waits", 3: "Not informed"}
    profiles = pd.DataFrame(
        {
            "attribute": "x",
            "value": "a",
            "cluster": [1, 2, 3],
            "size": [842.8, 475.9, 250.9],
            "lift": 1.0,
            "share": 0.5,
            "share_all": 0.5,
            "count": 9.0,
        }
    )
    above = lifts(profiles, [("x", "a")], LIGHT, names).layout.xaxis.ticktext
    assert above[0] == "Content,<br>planned<br>admissions<br>843<br>weighted<br>rows"
    assert max(len(line) for name in above for line in name.split("<br>")) <= 10


def test_the_crosstab_names_its_values_so():
    long = [f"fully agree with statement number {i}" for i in "ab"]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"q": long * 20, "r": ["u", "u", "v", "v"] * 10}))
    drawn = crossed(catviz.crosstab(table, "r", "q"), LIGHT, "counts")
    assert drawn.layout.xaxis.ticktext == ("fully ag… number a", "fully ag… number b")
