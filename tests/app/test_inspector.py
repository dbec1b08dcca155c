"""The inspector: what it says of two values whose number has no term above zero."""

import pytest
from scripted import assert_sound, run, words

SMELLS = {"data": "mushroom", "column": "odor", "a": "almond", "b": "anise", "method": "AhmadDey"}
APART = {"data": "toy_cos", "column": "a1", "a": "A1", "b": "A3", "method": "COS"}
NO_WEIGHTS = {"data": "toy_movie", "column": "actor", "a": "De Niro", "b": "Grant", "method": "WCADO"}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (SMELLS, "look the same in the other 21 columns compared, so the two values coincide"),
        (APART, "share no value in any other column"),
        (NO_WEIGHTS | {"WCADO.beta": "eq22"}, "No other column counts here (weights 0)"),
    ],
    ids=["ADM", "COS", "W-CADO"],
)
def test_terms_that_are_all_zero_say_only_what_they_show(query, sentence):
    at = run("values", **query)
    assert_sound(at)
    text = words(at).replace("\\", "")
    assert "Every term is zero." in text and sentence in text
    assert ("coincide" in text) == ("coincide" in sentence)
