"""The inspector: what it says of two values whose number has no term above zero."""

import pytest
from scripted import assert_sound, figures, run, spec, words

SMELLS = {"data": "mushroom", "column": "odor", "a": "almond", "b": "anise", "method": "AhmadDey"}
APART = {"data": "toy_cos", "column": "a1", "a": "A1", "b": "A3", "method": "COS"}
NO_WEIGHTS = {"data": "toy_movie", "column": "actor", "a": "De Niro", "b": "Grant", "method": "WCADO"}


@pytest.mark.parametrize(
    ("query", "why"),
    [
        (SMELLS, "21 columns"),
        (APART, "share no value"),
        (NO_WEIGHTS | {"WCADO.beta": "eq22"}, "(weights 0)"),
    ],
    ids=["ADM", "COS", "W-CADO"],
)
def test_terms_that_are_all_zero_say_only_what_they_show(query, why):
    at = run("values", **query)
    assert_sound(at)
    text = words(at).replace("\\", "")
    assert "Every term" in text and why in text
    assert ("coincide" in text) == (query == SMELLS)


def test_a_column_with_a_declared_order_keeps_it_beside_a_pair():
    at = run("values", data="breast_cancer_ljubljana", column="inv_nodes", a="0-2", b="3-5")
    at.selectbox(key="company").select("tumor_size").run()
    assert_sound(at)
    [bars] = [drawn for drawn in (spec(at, i) for i in range(figures(at))) if drawn["data"][0].get("name") == "0-2"]
    sizes = list(bars["layout"]["yaxis"]["ticktext"])
    assert len(sizes) > 5 and sizes == sorted(sizes, key=lambda size: int(size.split("-")[0]))


def test_no_pair_is_nearer_than_the_nearest():
    at = run("values", data="mushroom", column="odor", a="almond", b="anise", second="Hamming")
    assert "No pair" in words(at) and "0 of 36" not in words(at)


def test_the_pair_that_the_page_opens_with_has_enough_rows():
    at = run("values", data="zoo", column="legs")
    assert_sound(at)
    assert "few rows" not in words(at)
    assert {s.value for s in at.selectbox if s.key in "ab"} <= {"0", "2", "4", "6"}
