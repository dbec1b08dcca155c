"""Selections of rows saved by name on Rows, their shares side by side, and what the link keeps of them."""

import numpy as np
import pytest
from scripted import assert_sound, run, spec, words
from test_rows import array

import catviz
from catviz.ui.rows import chosen, saved

VALUES = catviz.count(catviz.load_dataset("zoo")).values


def pick(at, *value):
    return at.multiselect(key="rows-with").set_value([VALUES.index(value)]).run()


def save(at, name=""):
    if name:
        at.text_input(key="saved-name").set_value(name)
    return next(button for button in at.button if button.label == saved.SAVE).click().run()


def compared(at):
    """Shares by selection, and the values in the figure of the saved selections."""
    figure = spec(at, len(at.get("plotly_chart")) - 1)
    shares = {trace["name"]: array(trace["x"]).tolist() for trace in figure["data"]}
    return shares, figure["layout"]["yaxis"]["ticktext"]


def two_saved():
    at = save(pick(run("rows", data="zoo"), "milk", "yes"), "gives milk")
    return save(pick(at, "feathers", "yes"))


def test_saved_selections_are_compared_by_their_shares():
    at = two_saved()
    assert_sound(at)
    shares, values = compared(at)
    assert list(shares) == ["all rows", "gives milk", "selection 1"]
    frame = catviz.load_dataset("zoo").to_pandas().astype(str)
    for i, value in enumerate(values):
        column, text = value.split(" = ")
        of = [frame, frame[frame["milk"] == "yes"], frame[frame["feathers"] == "yes"]]
        assert [shares[name][i] for name in shares] == pytest.approx([(each[column] == text).mean() for each in of])
    assert "nothing is tested" in words(at) and "Rows in common" not in words(at)


def test_rows_in_common_are_counted_and_selections_removed():
    at = save(pick(two_saved(), "legs", "2"), "two: legs")
    frame = catviz.load_dataset("zoo").to_pandas().astype(str)
    both = int(((frame["legs"] == "2") & (frame["milk"] == "yes")).sum())
    assert f"gives milk and two legs ({both})" in words(at).replace("\\", "")
    at.multiselect(key="compared").set_value(["gives milk"]).run()
    next(button for button in at.button if button.label == saved.REMOVE).click().run()
    assert at.multiselect(key="compared").options == ["selection 1", "two legs"]


def test_a_link_restores_saved_selections_and_a_wrong_one_nothing():
    at = two_saved()
    linked, default = at.session_state["_drawn"]["saved"]
    assert not default and linked[0].startswith("gives milk:")
    opened = run("rows", data="zoo", saved=linked, compared=["selection 1"])
    assert_sound(opened)
    assert list(compared(opened)[0]) == ["all rows", "selection 1"]
    wrong = run("rows", data="zoo", saved=["a", ":1", "b:x", "c:1-2-3", "d:99999", "e:"])
    assert_sound(wrong)
    assert saved.SAVE not in {button.label for button in wrong.button}


@pytest.mark.parametrize("places", [[0], [3, 4, 5], [0, 2, 3, 9]])
def test_ranges_come_back(places):
    text = f"name:{saved._ranges(np.array(places))}"
    assert saved._read([text], 10)["name"].tolist() == places


def test_too_many_rows_for_a_link_are_said_to_be(monkeypatch):
    monkeypatch.setattr(saved, "MOST_IN_LINK", 5)
    at = two_saved()
    assert at.session_state["_drawn"]["saved"] == ([], True)
    assert "too long for the link" in words(at)


def test_csv_for_excel_starts_with_a_byte_order_mark():
    frame = catviz.load_dataset("zoo").to_pandas().head(2).assign(animal=["Bär", "=1+1"])
    plain, excel = chosen.as_csv(frame), chosen.as_csv(frame, True)
    assert excel == b"\xef\xbb\xbf" + plain and "Bär" in plain.decode() and "'=1+1" in plain.decode()
    at = pick(run("rows", data="zoo"), "milk", "yes")
    labels = [button.proto.label for button in at.get("download_button")]
    assert {"Download CSV", chosen.FOR_EXCEL} <= set(labels)
