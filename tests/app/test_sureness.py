"""How sure distances are, on the pages: chips that say what the library says, and none where nothing can be said."""

import json
from html import unescape

import pytest
from scripted import assert_sound, awaited, finished, run

import catviz
from catviz.plots.values import NOT_TOLD_APART
from catviz.ui.orders import parts
from catviz.ui.state import shelves
from catviz.ui.text import plain
from catviz.ui.widgets import sureness
from catviz.words import sureness as words


def chips(at) -> dict[str, str]:
    """Popovers of the page by their words, with their text."""
    return {p.proto.popover.label: p.markdown[0].value for p in at.main.get("popover") if p.markdown}


def sure_chips(at):
    return {
        label: text for label, text in chips(at).items() if "95" in label or "nearest" in label or "shown to" in label
    }


def test_a_pair_and_its_nearest_values_are_as_sure_as_the_library_says():
    at = run("values", data="german_credit", column="employment", a="<1", b="1<=X<4")
    awaited(at, sure_chips)
    assert_sound(at)
    found = catviz.uncertainty(catviz.load_dataset("german_credit"), "ADM")
    pair, nearest = found.pair("employment", "<1", "1<=X<4"), found.nearest("employment", "<1")
    said = chips(at)
    n = len(nearest.possible)
    assert n > 1 and said[f"nearest: {n} possible"] == plain(words.nearest_in_words(nearest))
    label = next(label for label in said if " to " in label)
    assert [float(end) for end in label.split(" (")[0].split(" to ")] == pytest.approx([pair.low, pair.high], rel=0.05)
    assert f"{pair.by_chance:.3g}" in said[label].replace("\\", "")
    assert "not a test" not in said
    listed = next(d.value for d in at.dataframe if "nearest?" in d.value)
    assert listed.loc[listed["nearest?"] != "", "value"].tolist() == list(nearest.possible)


def test_the_heat_map_has_a_sign_where_values_are_not_told_apart():
    at = finished(run("values", data="german_credit", column="purpose"))
    assert_sound(at)
    same = catviz.uncertainty(catviz.load_dataset("german_credit"), "ADM").not_told_apart("purpose")
    notes = json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["annotations"]
    assert sum(note["text"] == NOT_TOLD_APART for note in notes) == 2 * len(same) > 0
    assert any(NOT_TOLD_APART in caption.value for caption in at.caption)
    shelves.clear()  # as where other sessions have asked for much since
    assert_sound(finished(at.run()))
    assert any(NOT_TOLD_APART in caption.value for caption in at.caption)


@pytest.mark.parametrize(
    "query",
    [{"data": "zoo"}, {"data": "german_credit", "method": "Hamming"}, {"data": "german_credit", "method": "TAVE"}],
    ids=["no sample", "no counts of others", "learns from rows"],
)
def test_where_nothing_can_be_said_nothing_is(query):
    at = run("values", **query)
    assert_sound(at)
    assert "not a test" in chips(at) and not sure_chips(at)


def test_only_distances_that_are_learned_from_other_columns_are_too_large_for_few_rows():
    for method, warned in (("Hamming", False), ("OF", False), ("HD", True)):
        at = run(
            "values",
            data="german_credit",
            column="purpose",
            method=catviz.method(method).name,
            a="other",
            b="retraining",
        )
        assert ("values of few rows" in chips(at)) == warned, method


@pytest.mark.more
def test_orders_say_how_many_pairs_are_sure():
    at = run("values", data="german_credit", values="Order")
    awaited(at, lambda at: any("pairs settled" in label for label in chips(at)))
    label, text = next((label, text) for label, text in chips(at).items() if "pairs settled" in label)
    found = catviz.uncertainty(catviz.load_dataset("german_credit"), "ADM")
    order = found.order("employment")
    assert f"{order['settled'].sum()} of {len(order)} pairs" in text
    sure, of, pairs, *_ = label.split()
    assert of == "of" and 0 < int(sure) < int(pairs)


@pytest.mark.more
def test_the_map_of_values_has_an_ellipse_for_each_value_of_the_column():
    query = {"data": "german_credit", "column": "employment", "method": "MCA", "look": "map of all values"}
    at = run("values", **query, **{"value-ellipses": "shown"})
    awaited(at, lambda at: any("Orange ellipses" in caption.value for caption in at.caption))
    assert_sound(at)
    ellipses = catviz.uncertainty(catviz.load_dataset("german_credit"), "MCA").ellipses()
    figure = catviz.plots.mca_map(
        catviz.MCA().fit(catviz.load_dataset("german_credit")), chosen="employment", sure=ellipses
    )
    outlines = {unescape(trace.name): trace for trace in figure.data if trace.mode == "lines"}
    assert set(outlines) == set(ellipses.loc[ellipses["column"] == "employment", "value"])
    one = ellipses[(ellipses["column"] == "employment") & (ellipses["value"] == "unemployed")].iloc[0]
    trace = outlines["unemployed"]
    far = max((x - one.x) ** 2 + (y - one.y) ** 2 for x, y in zip(trace.x, trace.y, strict=True)) ** 0.5
    assert far == pytest.approx(one.longer, rel=0.01)


@pytest.mark.parametrize("page", ["values", "overview", "orders"])
def test_pages_wait_for_work_that_takes_a_while(page, monkeypatch):
    monkeypatch.setattr(sureness, "_WAIT", 0.0)
    monkeypatch.setattr(parts, "_WAIT", 0.0)
    tab = {"values": "Order"} if page == "orders" else {}
    at = run("values" if tab else page, data="liver_disorders", **tab)
    assert_sound(at)
    finished(at)
    assert_sound(at)
    assert any("nearest" in label or "settled" in label for label in chips(at))
    assert not tab or any("ranks" in label for label in chips(at))
