"""Figures that compare methods: names in full, the best at the top, and one colour per method."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.significance import mean_scores, rank_table, significance
from catviz.plots import compare
from catviz.plots.colours import DARK, LIGHT
from catviz.plots.significance import MANY, critical_difference
from catviz.plots.style import FONT_SIZE
from catviz.ui.widgets.charts import FIRST, method_colours

TITLES = [m.title for m in catviz.methods() if m.has_values and not m.supervised]


def runs(titles, n_tables=4, step=0.02):
    """Three runs per method and table, the later methods better."""
    rng = np.random.default_rng(0)
    lines = [
        {"data": f"A table with a long name {t}", "method": m, "adjusted_rand": step * i + 0.03 * rng.random()}
        for t in range(n_tables)
        for i, m in enumerate(titles)
        for _ in range(3)
    ]
    return pd.DataFrame(lines)


@pytest.mark.parametrize("theme", (LIGHT, DARK))
def test_every_method_has_a_line_on_the_board_with_its_whole_name(theme):
    found = runs(TITLES)
    made = compare.scores(found, "adjusted_rand", theme)
    ranks = rank_table(mean_scores(found, "adjusted_rand")).mean().sort_values(kind="stable")
    assert len(TITLES) > 20 and made.data[0].type == "heatmap"
    assert list(made.layout.yaxis.ticktext) == [title.replace("&", "&amp;") for title in ranks.index]
    assert (made.layout.height - 110) / len(TITLES) >= 1.5 * FONT_SIZE, "a line is as high as its letters"
    written = {(note.x, note.y): note.text for note in made.layout.annotations}
    assert [written[4, y] for y in range(len(ranks))] == [f"<b>{rank:.2f}</b>" for rank in ranks]
    means = mean_scores(found, "adjusted_rand")
    assert written[1, 2] == f"{means.iloc[1][ranks.index[2]]:.2f}"
    assert made.data[0].z[0].tolist() == rank_table(means)[ranks.index[0]].tolist()


def test_a_method_without_a_score_is_last_and_says_so():
    found = runs(TITLES[:10])
    found = found[(found["method"] != TITLES[9]) | (found["data"] != found["data"].iloc[0])]
    made = compare.scores(found, "adjusted_rand", LIGHT)
    y = [text.replace("&amp;", "&") for text in made.layout.yaxis.ticktext].index(TITLES[9])
    assert {(n.x, n.y): n.text for n in made.layout.annotations}[0, y] == "–"
    assert "no score" in made.data[0].text[y][0]


def test_few_methods_have_boxes_in_their_colours_the_best_first():
    colours = method_colours(LIGHT)
    made = compare.scores(runs(TITLES[:3]), "adjusted_rand", LIGHT, colours)
    assert [trace.name for trace in made.data] == TITLES[2::-1] and {trace.type for trace in made.data} == {"box"}
    assert [trace.marker.color for trace in made.data] == [colours[title] for title in TITLES[2::-1]]


@pytest.mark.parametrize("theme", (LIGHT, DARK))
def test_a_method_has_one_colour_under_both_names_and_shares_it_with_no_other(theme):
    colours = method_colours(theme)
    there = [m for m in catviz.methods() if m.has_values]
    assert set(FIRST) <= {m.short for m in there}
    assert [colours[m.short] for m in there] == [colours[m.title] for m in there]
    assert len({colours[m.short] for m in there}) == len(there)


def test_many_methods_have_an_interval_each_that_overlaps_unless_they_differ():
    found = significance(mean_scores(runs(TITLES[:12], 30), "adjusted_rand"))
    assert found.differ and found.differing_pairs and len(TITLES[:12]) > MANY
    made = critical_difference(found, theme=LIGHT)
    assert list(made.layout.yaxis.ticktext) == [name.replace("&", "&amp;") for name in found.ranks.index]
    (marks,) = made.data
    ends = {
        name: (rank - half, rank + half)
        for name, rank, half in zip(found.ranks.index, marks.x, marks.error_x.array, strict=True)
    }
    for a, b in combinations(found.ranks.index, 2):
        assert ((a, b) in found.differing_pairs) == (ends[a][1] < ends[b][0])
    assert f"critical difference {found.difference:.2f}" in made.layout.annotations[0].text


def test_with_a_reference_many_methods_have_a_band_and_no_intervals():
    found = significance(mean_scores(runs(TITLES[:12], 30), "adjusted_rand"), control=TITLES[0])
    made = critical_difference(found, theme=LIGHT)
    assert len(made.layout.shapes) == 1 and not any(trace.error_x.visible for trace in made.data)


def test_agreement_of_many_methods_has_whole_names_and_no_numbers_on_each_other():
    matrix = pd.DataFrame(np.eye(len(TITLES)), TITLES, TITLES)
    made = compare.agreement(matrix, LIGHT)
    assert list(made.layout.xaxis.ticktext) == [title.replace("&", "&amp;") for title in TITLES]
    assert not made.layout.annotations
    few = compare.agreement(matrix.iloc[:3, :3], LIGHT, "Rank correlation on Zoo, 59 distinct rows")
    assert len(few.layout.annotations) == 9 and "Zoo" in few.layout.title.text


def test_at_a_critical_difference_what_a_name_says_in_brackets_has_a_line_of_its_own():
    found = significance(mean_scores(runs(TITLES[:3]), "adjusted_rand"))
    written = [note.text for note in critical_difference(found, theme=LIGHT).layout.annotations]
    for name, rank in found.ranks.items():
        called, _, more = name.partition(" (")
        assert any(
            called in text and f"<b>{rank:.2f}</b>" in text and text.endswith(f"<br>({more}") for text in written
        )
