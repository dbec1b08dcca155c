"""The papers' figures drawn, from small results, in both themes."""

import re

import numpy as np
import pandas as pd
import pytest

from catviz.plots.colours import DARK, LIGHT
from catviz.plots.papers import draw
from catviz.plots.papers import ocl as papers_ocl
from catviz.published import PAPERS
from catviz.published.results import figure_result
from catviz.published.tables import figures_of

TAG = "<b>&"
RESULTS = {
    ("TAVE", 2): pd.DataFrame({"data": ["German", TAG], "CDE": [790, 9], "TAVE": [100, 10]}),
    ("TAVE", 3): pd.DataFrame(
        [(name, q, 0, 0.1 * q * i) for i, name in enumerate(["a", "b", "c", "d", TAG]) for q in (1, 2)],
        columns=["data", "q", "repeat", "F"],
    ),
    ("OCL", 1): pd.DataFrame(
        [(TAG, kind, 0, 0.5) for kind in ("Hamming", "random", "learned")],
        columns=["data", "kind", "repeat", "accuracy"],
    ),
    ("OCL", 2): figure_result("OCL", 2),
    ("OCL", 3): pd.DataFrame(
        [(TAG, "paper", 0, i, i // 2, p, z) for i, (p, z) in enumerate([("start", 3), ("assign", 2), ("order", 4)])],
        columns=["data", "mode", "repeat", "step", "iteration", "phase", "objective"],
    ),
    ("OCL", 4): pd.DataFrame(
        [("rows", n, 10, m, 0, n / 100) for n in (10, 20) for m in ("OCL", "KMD")],
        columns=["varied", "n", "d", "method", "repeat", "seconds"],
    ),
    ("OCL", 5): pd.DataFrame(
        [(m, 0.1, 0.2, 1.0, g, True) for m in ("OCL", "CBDM") for g in ("x", TAG)],
        columns=["method", "x", "y", "rows", "group", "same"],
    ),
    ("MTDLE", 1): pd.DataFrame(
        [("Splice", "one", f"a{c}", TAG, x, x * c, 1.0, 0.9, 0.5) for c in range(12) for x in (0.0, 1.0)],
        columns=["data", "setting", "attribute", "value", "x", "y", "straight", "chance", "within"],
    ),
    ("COS", "features"): pd.DataFrame(
        {"features": [5, 5], "form": ["P", "I"], "calls": [3328.0, 632.0], "printed": [3328.0, None]}
    ),
    ("COS", "values"): pd.DataFrame(
        {"R": [16, 50], "ratio": ["J/U", "J/U"], "percent": [85.0, 79.0], "printed": [85.5, None]}
    ),
    ("COS", "clustering"): pd.DataFrame(
        [("Zoo", "KM", d, 0, ac, 0.5) for d, ac in (("ADD", 0.5), ("COD", 0.6))],
        columns=["data", "model", "distance", "repeat", "accuracy", "normalized_mutual_info"],
    ),
}


def words(made):
    return made.to_json().replace("\\u003c", "<").replace("\\u003e", ">")


def test_every_figure_is_drawn():
    assert set(RESULTS) == {(each.paper, each.number) for paper in PAPERS for each in figures_of(paper)}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("key", RESULTS, ids=str)
def test_a_result_gives_a_figure(key, theme):
    made = draw(*key, RESULTS[key], theme)
    assert made.data and any(len(trace.x) for trace in made.data if trace.x is not None)
    assert made.layout.font.color == theme.text and TAG not in words(made)


def test_shares_of_neighbours_are_told_with_those_of_random_ones():
    groups, n = ["x"] * 3 + ["y"], 4
    found = pd.DataFrame(
        {"method": "OCL", "x": range(n), "y": 0.0, "rows": 1.0, "group": groups, "same": [True, True, False, False]}
    )
    title = papers_ocl.maps(found, LIGHT).layout.annotations[0].text
    assert title.startswith("OCL: 50\u00a0% ") and title.endswith("(random neighbours: 50\u00a0%)")


def test_rises_are_red_and_the_longest_run_is_drawn():
    made = draw("OCL", 3, RESULTS["OCL", 3], LIGHT)
    rise = next(trace for trace in made.data if trace.name == "z rises")
    assert rise.y[:2].tolist() == [2, 4] and "1/1" in made.layout.annotations[0].text


def test_printed_improvements_stand_beside_ours():
    made = draw("COS", "clustering", RESULTS["COS", "clustering"], LIGHT)
    texts = [text for trace in made.data if trace.mode == "text" for text in trace.text]
    assert texts[0] == "+20.0\u00a0% (<b>+16.5\u00a0%</b>)"


def test_a_run_stopped_before_there_was_anything_to_hold_against_draws_no_marks():
    only = RESULTS["COS", "clustering"][:1]
    assert not any(trace.x is not None and len(trace.x) for trace in draw("COS", "clustering", only, LIGHT).data)


def test_means_that_differ_by_rounding_are_tied_with_no_orders():
    means = pd.DataFrame({"Hamming": [0.3, 0.5, 0.5], "random": [0.1 + 0.2, 0.6, 0.4], "declared": [np.nan] * 3})
    sentence = papers_ocl._better_than_hamming(means)
    assert "no test" in sentence
    assert re.search(r"random orders .*\b1 of 3 \(1 tied\).*declared orders .*\b0 of 0", sentence)
