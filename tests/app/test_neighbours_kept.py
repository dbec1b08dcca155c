"""Trustworthiness and continuity under the maps of the Rows page, and PaCMAP with and without its package."""

import contextlib
import io
import re
from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest
from pacmap_stand_in import stand_in as stand_in
from scripted import assert_shows_something, assert_sound, notes, run, words
from test_report import add, report
from test_rows import maps

import catviz
from catviz.analysis import neighbour_preservation as module
from catviz.analysis import stoppable_pacmap
from catviz.export.report import Words
from catviz.registry import DEFAULT
from catviz.ui.map import preservation
from catviz.ui.text import number


def captions(at, n=1):
    """The sentences about neighbours, once they are there."""
    for _ in range(200):
        found = [c for c in at.caption if "rustworthiness" in c.value]
        if len(found) == n:
            return found
        at.run()
    raise AssertionError("no sentence about neighbours")


def said(caption):
    return caption.value.replace("\\", "")


def of(data, method, kind):
    """What the library gives for a map, by the distances of the method."""
    table = catviz.load_dataset(data)
    learned = catviz.make(method).fit(table)
    geometry = learned.chi_squared_distances() if method == "MCA" else learned.geometry_
    shown, flat = (catviz.MCA().fit(table), "PCA") if kind == "MCA" else (learned, kind)
    return catviz.neighbour_preservation(geometry, table, catviz.row_map(shown.geometry_, table, flat))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("method", [DEFAULT, "MCA", "Hamming"])
@pytest.mark.parametrize("kind", ["MCA", "MDS", "PCA"])
def test_every_map_is_measured_by_the_distances_of_the_method_chosen(kind, method):
    at = run("map", data="zoo", map=kind, method=method)
    (caption,) = captions(at)
    assert_sound(at)
    found = of("zoo", method, kind)
    distances = "distances on all axes of MCA" if method == "MCA" else f"distances of {catviz.method(method).short}"
    expected = f"Trustworthiness {number(found.trustworthiness)}, continuity {number(found.continuity)}"
    assert ("other neighbours" in caption.proto.help) == (kind == "MCA" and method != "MCA")
    assert said(caption).startswith(f"{expected} (") and said(caption).endswith(f"; 12 neighbours, {distances}).")
    assert "1 is best" in said(caption) and "about 0.5" in said(caption)
    assert "are no test" in caption.proto.help and "by the " + distances in caption.proto.help.replace("\\", "")


def test_two_maps_are_measured_by_the_distances_of_the_first_method():
    at = run("map", data="zoo", map="PCA", second="COS")
    sentences = [said(each) for each in captions(at, 2)]
    assert_shows_something(at)
    table = catviz.load_dataset("zoo")
    first = catviz.make(DEFAULT).fit(table).geometry_
    for sentence, method in zip(sentences, (DEFAULT, "COS"), strict=True):
        placed = catviz.row_map(catviz.make(method).fit(table).geometry_, table, "PCA")
        found = catviz.neighbour_preservation(first, table, placed)
        assert f"Trustworthiness {number(found.trustworthiness)}, " in sentence
        assert f"distances of {catviz.method(DEFAULT).short})" in sentence


def test_the_options_of_the_method_count_for_the_default_map_too(files):
    """They are in the link, and the exported code measures by them."""
    at = run("map", data="zoo", map="MCA", method="TAVE", **{"TAVE.damping.value": "0.5"})
    (caption,) = captions(at)
    assert_sound(at)
    table = catviz.load_dataset("zoo")
    geometry, placed = (
        catviz.TAVE(damping=0.5).fit(table).geometry_,
        catviz.row_map(catviz.MCA().fit(table).geometry_, table),
    )
    found = catviz.neighbour_preservation(geometry, table, placed)
    assert said(caption).startswith(f"Trustworthiness {number(found.trustworthiness)}, ")
    assert at.session_state["_drawn"]["TAVE.damping.value"] == ("0.5", False)
    code = next(content().decode() for name, content in files.items() if name.endswith("-code.py"))
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})
    assert str(found) in out.getvalue()


def test_a_method_without_distances_leaves_them_to_the_common_reference():
    (caption,) = captions(run("map", data="zoo", map="MCA", method="ROCK", k="4"))
    assert "distances of Hamming)" in said(caption)


def test_the_report_has_the_numbers_of_the_map():
    at = run("map", data="zoo", map="PCA")
    (caption,) = captions(at)
    texts = [part.text for part in report(add(at)).views[0].parts if isinstance(part, Words)]
    assert any(text.startswith(caption.value) and "are no test" in text for text in texts)


def test_of_many_rows_it_is_an_estimate_and_says_so(monkeypatch):
    for where in (module, preservation):
        monkeypatch.setattr(where, "ALL_ROWS", 50)
        monkeypatch.setattr(where, "SAMPLED_ROWS", 20)
    (caption,) = captions(run("map", data="zoo", map="PCA", method="Hamming", seed="4"))
    assert re.match(r"Estimated from 20 of 59 .*: trustworthiness 0\.", said(caption))
    assert "random seed 4" in caption.proto.help.replace("\\", "")


def test_numbers_near_one_are_not_rounded_to_it():
    found = module.NeighbourPreservation(0.99963, 1.0, 12, 100, 100)
    reference = preservation.Reference.of(catviz.method(DEFAULT), ())
    sentence, _ = preservation.in_words(found, reference, 0)
    assert "above 0.999," in sentence and "continuity 1 (" in sentence


def test_a_map_of_two_rows_has_no_sentence_about_neighbours(monkeypatch):
    asked = []
    monkeypatch.setattr(preservation, "_compare_neighbours", lambda _, method_map, by: asked.append(method_map.chart))
    two, three = (catviz.RowMap(np.zeros((n, 2)), np.ones(n), np.arange(n)) for n in (2, 3))
    given = [SimpleNamespace(chart=name, placed=placed) for name, placed in (("a", two), ("b", three), ("c", None))]
    preservation.below(None, given, [nullcontext()] * 3, None)
    assert asked == ["b"]


def test_pacmap_without_its_package_names_the_extra(monkeypatch):
    monkeypatch.setattr(stoppable_pacmap, "is_installed", lambda: False)
    at = run("map", data="zoo", map="PaCMAP")
    assert_sound(at)
    assert any("pip install 'catviz[maps]'" in note.replace("\\", "") for note in notes(at))
    assert maps(at) and "Run" not in [b.label for b in at.button]


def test_pacmap_waits_for_run_and_says_what_its_axes_mean(stand_in):
    at = run("map", data="zoo", map="PaCMAP", second="COS")
    assert not maps(at) and len([i for i in at.info if "press Run" in i.value]) == 2
    assert not [n for n in at.number_input if n.label == "Perplexity"]
    next(b for b in at.button if b.label == "Run").click().run()
    captions(at, 2)
    assert_sound(at)
    titles = [m["layout"]["title"]["text"] for m in maps(at)]
    assert titles == [f"PaCMAP under {catviz.method(DEFAULT).short}", "PaCMAP under COS"]
    assert "no unit" in words(at)


def test_pacmap_of_too_few_rows_gets_a_sentence(stand_in):
    at = run("map", data="toy_movie", map="PaCMAP")
    next(b for b in at.button if b.label == "Run").click().run()
    for _ in range(100):
        if at.error:
            break
        at.run()
    assert "at least 8" in at.error[0].value
