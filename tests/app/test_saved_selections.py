"""Selections of rows saved by name on Rows, their shares side by side, and what the link keeps of them."""

import numpy as np
import pytest
from scripted import assert_sound, run, spec, stated, words
from test_rows import array, highlighted, maps
from test_rows import pick as picked_on_a_map

import catviz
from catviz.ui.map import saved
from catviz.ui.state.table_choices import ROWS_CHOSEN
from catviz.ui.widgets import downloads

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
    at = save(pick(run("map", data="zoo"), "milk", "yes"), "gives milk")
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
    assert stated(at, "gives milk", f"two legs ({both})")
    at.multiselect(key="compared").set_value(["gives milk"]).run()
    next(button for button in at.button if button.label == saved.REMOVE).click().run()
    assert at.multiselect(key="compared").options == ["selection 1", "two legs"]


def test_a_link_restores_saved_selections_and_a_wrong_one_nothing():
    at = two_saved()
    linked, default = at.session_state["_drawn"]["saved"]
    assert not default and linked[0].startswith("gives milk:")
    opened = run("map", data="zoo", saved=linked, compared=["selection 1"])
    assert_sound(opened)
    assert list(compared(opened)[0]) == ["all rows", "selection 1"]
    wrong = run("map", data="zoo", saved=["a", ":1", "b:x", "c:1-2-3", "d:99999", "e:"])
    assert_sound(wrong)
    assert saved.SAVE not in {button.label for button in wrong.button}


@pytest.mark.parametrize("places", [[0], [3, 4, 5], [0, 2, 3, 9]])
def test_ranges_are_read_as_they_were_written(places):
    assert saved.numbers_of(saved.ranges_of(np.array(places)), 10) == places


def test_many_ranges_are_packed_so_that_a_lasso_through_a_large_map_fits_the_link():
    places = np.flatnonzero(np.random.default_rng(0).random(8124) < 0.5)
    text = saved.ranges_of(places)
    assert len(text) < saved.MOST_IN_LINK and text.startswith("~")
    assert saved.numbers_of(text, 8124) == places.tolist()
    assert saved.numbers_of(text, 100) == places[places < 100].tolist()
    for wrong in ("~", "~?", "~AAAA", text[:40], "~" + "A" * 41):
        assert saved.numbers_of(wrong, 100) == [] or wrong == text[:40]


def test_ranges_of_older_links_mean_the_same_rows_and_huge_ones_none_that_are_not_there():
    assert saved.numbers_of("0-3.7", 10) == [0, 1, 2, 3, 7]
    assert saved.numbers_of("8-9000000", 10) == [8, 9]
    assert saved.numbers_of("0-999999999", 10) == []


def carried(at):
    return at.session_state["_drawn"][ROWS_CHOSEN][0]


def profile(at):
    """Which rows are chosen, and what is said of them and of the tests."""
    text = words(at)
    return highlighted(maps(at)[0]), text[text.index(" chosen** of") :].partition("Download CSV")[0]


def test_a_link_restores_rows_chosen_by_values():
    at = pick(run("map", data="zoo"), "milk", "yes")
    assert carried(at) == ["value:milk = yes", "seen:class"]
    opened = run("map", data="zoo", chosen=carried(at))
    assert_sound(opened)
    assert profile(opened) == profile(at) and len(profile(at)[0]) > 1
    assert opened.multiselect(key="rows-with").value == [VALUES.index(("milk", "yes"))]


@pytest.mark.more
def test_a_link_restores_rows_chosen_on_the_map_as_what_they_are():
    """What was chosen on a map, after its colours were seen, is described and not tested, behind the link too."""
    query = {"data": "mushroom", "shown": ["odor", "habitat"], "colour": "odor", "map": "PCA"}
    at = picked_on_a_map(run("map", **query), "rows", range(200), "map")
    assert carried(at)[0] == "rows:0-199" and "seen:odor" in carried(at)
    opened = run("map", **query, chosen=carried(at))
    assert_sound(opened)
    assert stated(opened, "Not tested: odor")
    assert profile(opened)[1] == profile(at)[1]


def test_a_choice_too_long_for_the_link_is_said_to_be(monkeypatch):
    monkeypatch.setattr(saved, "MOST_IN_LINK", 20)
    at = picked_on_a_map(run("map", data="mushroom", map="PCA"), "rows", range(0, 4000, 2), "map")
    assert carried(at) == [] and saved.TOO_LONG in words(at)


@pytest.mark.parametrize(
    "wrong", [["rows:101"], ["rows:x"], ["rows:99999"], ["value:milk = never"], ["on:map"], ["", ":"]]
)
def test_a_link_to_what_is_not_there_chooses_nothing(wrong):
    at = run("map", data="zoo", chosen=wrong)
    assert_sound(at)
    assert stated(at, "No row") and carried(at) == []


def test_rows_of_a_file_that_is_not_here_are_not_chosen_in_the_table_shown_meanwhile():
    at = run("map", data="mine.csv [0123abcd]", chosen=["rows:0-3"], saved=["some:0-3"])
    assert_sound(at)
    assert stated(at.sidebar, "This link", "mine.csv")
    assert stated(at, "No row") and at.session_state["_drawn"]["saved"] == ([], True)


def test_too_many_rows_for_a_link_are_said_to_be(monkeypatch):
    monkeypatch.setattr(saved, "MOST_IN_LINK", 5)
    at = two_saved()
    assert at.session_state["_drawn"]["saved"] == ([], True)
    assert "too long" in words(at)


def test_csv_for_excel_starts_with_a_byte_order_mark():
    frame = catviz.load_dataset("zoo").to_pandas().head(2).assign(animal=["Bär", "=1+1"])
    plain, excel = downloads.as_csv(frame), downloads.as_csv(frame, True)
    assert excel == b"\xef\xbb\xbf" + plain and "Bär" in plain.decode() and "'=1+1" in plain.decode()
    at = pick(run("map", data="zoo"), "milk", "yes")
    labels = [button.proto.label for button in at.get("download_button")]
    assert {"Download CSV", downloads.FOR_EXCEL} <= set(labels)
