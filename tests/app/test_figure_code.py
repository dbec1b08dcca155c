"""The code of a figure, after the code of its page, draws the figure that the page shows."""

import json

import pytest
from scripted import finished, run
from test_downloads import executed, only

from catviz.ui.state import session

SHOWN = {
    "counts": ("columns", {"data": "zoo", "column": "legs"}),
    "counts by share": ("columns", {"data": "lymphography", "bars": "shares of the classes", "measure": "NMI"}),
    "heat map": ("values", {"data": "zoo", "column": "legs"}),
    "axes": ("values", {"data": "zoo", "look": "1-D axes"}),
    "map of values": ("values", {"data": "zoo", "look": "map of all values"}),
    "map in space": ("values", {"data": "zoo", "look": "map of all values", "space": "3-D"}),
    "orders": ("orders", {"data": "voting"}),
    "map": ("map", {"data": "zoo"}),
    "rows by a column": ("map", {"data": "zoo", "map": "MDS", "colour": "legs"}),
    "named clusters": ("clusters", {"data": "zoo", "k": "3", "names": ["1:mostly mammals"]}),
}
WITHOUT = {
    "shares of a class": ("map", {"data": "zoo", "colour": "share with class = bird"}),
    "two methods": ("values", {"data": "zoo", "look": "1-D axes", "second": "COS"}),
    "columns shown only": ("clusters", {"data": "zoo", "shown": ["legs"]}),
}


def figures(page, choices):
    at = finished(run(page, **choices))
    return at.session_state[session.FIGURES.name].values()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("state", SHOWN)
def test_the_code_draws_what_is_seen(files, state):
    page, choices = SHOWN[state]
    drawn = [each for each in figures(page, choices) if each.piece is not None and "breakdown" not in each.key]
    code = only(files, "-code.py")
    assert drawn and ("names={1: 'mostly mammals'}" in drawn[0].piece.code) == (state == "named clusters")
    for each in drawn:
        made = executed("\n".join([code, *each.piece.imports, each.piece.code]))[0]["figure"]
        drawings = (json.loads(figure.to_json())["data"] for figure in (each.figure, made))
        for ours, theirs in zip(*drawings, strict=True):
            assert ours.keys() == theirs.keys()
            for part in ("x", "y", "z", "name", "text"):
                assert ours.get(part) == theirs.get(part), (each.key, part)


@pytest.mark.parametrize("state", WITHOUT)
def test_what_no_call_draws_has_no_code(state):
    page, choices = WITHOUT[state]
    drawn = [each for each in figures(page, choices) if each.key not in ("rules-drawn", "clusters-map")]
    assert drawn[0].piece is None
