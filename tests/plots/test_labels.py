"""Short labels: values with a long common beginning stay different where there is room for the difference."""

import numpy as np
import pandas as pd

import catviz
from catviz.analysis.method_ranks import method_ranks
from catviz.plots.clusters import cluster_profiles
from catviz.plots.colours import LIGHT
from catviz.plots.columns import TITLE_LENGTH, crossed, value_counts
from catviz.plots.inside import matrix
from catviz.plots.method_ranks import Tile, rank_maps, two_heat_maps
from catviz.plots.profiles import profile
from catviz.plots.style import LONGEST, escape, labels
from catviz.plots.values import DRAWN_VALUES, heat_map

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
            "v": 2.0,
            "stands_out": True,
            "share": 0.5,
            "share_all": 0.5,
            "count": 9.0,
        }
    )
    above = cluster_profiles(None, None, theme=LIGHT, names=names, profiles=profiles).layout.xaxis.ticktext
    assert above[0] == "Content,<br>planned<br>admissions<br>843<br>weighted<br>rows"
    assert max(len(line) for name in above for line in name.split("<br>")) <= 10


def test_a_text_of_a_figure_is_cut_to_what_a_browser_can_be_sent():
    assert len(escape("x" * 10_000_000)) == LONGEST
    long = [f"{i}".rjust(10_000, "w") for i in range(12)]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"a": long * 10, "q" * 10_000: list("uv") * 60}))
    method = catviz.Hamming().fit(table)
    for made in (
        heat_map(method, "a", tuple(method.value_distances_["a"].index[:2])),
        catviz.plots.association(table),
    ):
        assert len(made.to_json()) < 1_000_000


def test_a_figure_of_many_values_shows_the_pair_and_the_most_frequent_ones():
    v = DRAWN_VALUES + 3
    names = [f"v{i:03d}" for i in range(v)]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"a": [*names, *names[5:]], "b": ["u"] * (2 * v - 5)}))
    distances = catviz.Hamming().fit(table).value_distances_
    made = heat_map(distances, "a", (names[0], names[1]), tree=True, order=names)
    cells = made.data[0]
    assert cells.z.shape == (DRAWN_VALUES,) * 2 and len(made.data) == 1 and len(made.layout.shapes) == 2
    assert [line[0].split(" ")[0] for line in cells.text[:3]] == [*names[:2], "v005"]
    frame = pd.DataFrame(np.arange(v * v, dtype=float).reshape(v, v), index=names, columns=names)
    drawn = matrix(frame, LIGHT, "t", "q", marked=(names[-1],), filled=lambda i, j: f"row {i} column {j}")
    assert f"{DRAWN_VALUES} of {v} values" in drawn.layout.title.text
    assert drawn.data[0].text[-1][-1] == f"{names[-1]}, {names[-1]}<br>row {v - 1} column {v - 1} = {v * v - 1:,}"


def test_methods_are_compared_on_the_most_frequent_values_too():
    v = DRAWN_VALUES + 3
    names = [f"v{i:03d}" for i in range(v)]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"a": [*names, *names[5:]], "b": ["u"] * (2 * v - 5)}))
    distances = catviz.OccurrenceFrequency().fit(table).value_distances_
    ranks = method_ranks("a", {"OF": distances, "twice": distances}, most=v)
    tiles = [Tile("OF", distances["a"].to_numpy()), Tile("none", np.zeros((v, v)), "every pair at distance 0")]
    for made in (
        rank_maps(ranks, ["OF", "twice"], (0, 1), LIGHT),
        two_heat_maps(tiles, names, ranks.frequencies, np.arange(v), (0, 1), LIGHT),
    ):
        assert all(part.z.shape == (DRAWN_VALUES,) * 2 for part in made.data)
        drawn = [name.split(" ")[0] for name in made.layout.xaxis.ticktext]
        assert {*names[:2]} <= {*drawn} and "v004" not in drawn


def test_the_crosstab_names_its_values_so():
    long = [f"fully agree with statement number {i}" for i in "ab"]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"q": long * 20, "r": ["u", "u", "v", "v"] * 10}))
    drawn = crossed(catviz.crosstab(table, "r", "q"), LIGHT, "counts")
    assert drawn.layout.xaxis.ticktext == ("fully ag… number a", "fully ag… number b", "total")


def test_a_wide_profile_names_value_and_column_in_one_line():
    votes = catviz.load_dataset("voting")
    chosen = votes.target == "democrat"
    narrow, wide = (profile(votes, chosen, 3, LIGHT, wide).layout.yaxis.ticktext for wide in (False, True))
    assert all("<br>" in name for name in narrow) and not any("<br>" in name for name in wide)
    assert [name.split(" = ")[1] for name in wide] == [name.split("<br>")[0] for name in narrow]


def test_charts_of_columns_are_as_close_as_the_names_of_their_values_allow():
    short = pd.DataFrame({name: list("abab") for name in ("x", "y", "z")})
    long = short.replace("a", "a value of many letters")
    widths = []
    for frame in (short, long):
        table = catviz.CategoricalTable.from_pandas(frame)
        left, right = value_counts(catviz.count(table), list(table.attributes), "x", LIGHT).layout.xaxis.domain
        widths.append(right - left)
    assert widths[0] > 1.2 * widths[1]


def test_an_end_of_the_scale_of_lifts_that_stands_for_more_says_so():
    lines = {
        "attribute": "x",
        "value": "a",
        "cluster": [1, 2],
        "size": 10.0,
        "share": 0.5,
        "share_all": 0.5,
        "count": 5.0,
        "v": 2.0,
        "stands_out": True,
    }
    ends = []
    for found in ([1.5, 0.7], [2.4, 0.01], [20.0, 1.0]):
        profiles = pd.DataFrame(lines | {"lift": found})
        bar = cluster_profiles(None, None, profiles=profiles).data[0].colorbar
        ends.append((bar.ticktext[0], bar.ticktext[-1]))
    assert ends == [("½", "2"), ("≤\u00a0¼", "4"), ("⅛", "≥\u00a08")]
