"""Trustworthiness and continuity under the maps of the Rows page, and PaCMAP with and without its package."""

import re
from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest
from pacmap_stand_in import stand_in as stand_in
from scripted import assert_shows_something, assert_sound, run, words
from test_report import add, report
from test_rows import maps

import catviz
from catviz.analysis import neighbour_preservation as module
from catviz.analysis import stoppable_pacmap
from catviz.export.report import Words
from catviz.registry import DEFAULT
from catviz.ui.rows import preservation
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
    """What the library gives."""
    table = catviz.load_dataset(data)
    learned = catviz.make(method).fit(table)
    geometry = learned.chi_squared_distances() if kind == "MCA" else learned.geometry_
    placed = catviz.row_map(learned.geometry_, table, "PCA" if kind == "MCA" else kind)
    return catviz.neighbour_preservation(geometry, table, placed)


@pytest.mark.parametrize("kind", ["MCA", "MDS", "PCA"])
def test_every_map_says_how_well_it_keeps_neighbours(kind):
    at = run("rows", data="zoo", map=kind)
    (caption,) = captions(at)
    assert_sound(at)
    found = of("zoo", "MCA" if kind == "MCA" else DEFAULT, kind)
    distances = "distances on all axes of MCA" if kind == "MCA" else f"distances of {catviz.method(DEFAULT).short}"
    expected = f"Trustworthiness {number(found.trustworthiness)}, continuity {number(found.continuity)}"
    use = "1 is best, a random map has about 0.5; only to compare maps of the same rows"
    assert said(caption) == f"{expected} ({use}; 12 neighbours, {distances})."
    assert "are no test" in caption.proto.help and "by the " + distances in caption.proto.help.replace("\\", "")


def test_two_maps_have_their_own_numbers():
    at = run("rows", data="zoo", map="PCA", second="COS")
    sentences = [said(each) for each in captions(at, 2)]
    assert_shows_something(at)
    for sentence, method in zip(sentences, (DEFAULT, "COS"), strict=True):
        found = of("zoo", method, "PCA")
        assert number(found.trustworthiness) in sentence and catviz.method(method).short in sentence


def test_the_report_has_the_numbers_of_the_map():
    at = run("rows", data="zoo", map="PCA")
    (caption,) = captions(at)
    texts = [part.text for part in report(add(at)).views[0].parts if isinstance(part, Words)]
    assert any(text.startswith(caption.value) and "are no test" in text for text in texts)


def test_of_many_rows_it_is_an_estimate_and_says_so(monkeypatch):
    for where in (module, preservation):
        monkeypatch.setattr(where, "ALL_ROWS", 50)
        monkeypatch.setattr(where, "SAMPLED_ROWS", 20)
    (caption,) = captions(run("rows", data="zoo", map="PCA", method="Hamming", seed="4"))
    assert said(caption).startswith("Estimated from 20 of 59 distinct rows: trustworthiness 0.")
    assert "random seed 4" in caption.proto.help.replace("\\", "")


def test_numbers_near_one_are_not_rounded_to_it():
    found = module.NeighbourPreservation(0.99963, 1.0, 12, 100, 100)
    sentence, _ = preservation.in_words(found, "distances of ADM", 0)
    assert sentence.startswith(
        "Trustworthiness above 0.999, continuity 1 (1 is best, a random map has about 0.5; only "
    )


def test_a_map_of_two_rows_has_no_sentence_about_neighbours(monkeypatch):
    asked = []
    monkeypatch.setattr(preservation, "_one", lambda view, method_map: asked.append(method_map.chart))
    two, three = (catviz.RowMap(np.zeros((n, 2)), np.ones(n), np.arange(n)) for n in (2, 3))
    given = [SimpleNamespace(chart=name, placed=placed) for name, placed in (("a", two), ("b", three), ("c", None))]
    preservation.below(None, given, [nullcontext()] * 3)
    assert asked == ["b"]


def test_pacmap_without_its_package_names_the_extra(monkeypatch):
    monkeypatch.setattr(stoppable_pacmap, "is_installed", lambda: False)
    at = run("rows", data="zoo", map="PaCMAP")
    assert_sound(at)
    assert "PaCMAP needs a package that is not installed: pip install 'catviz[maps]'" in words(at).replace("\\", "")
    assert not maps(at) and "Run" not in [b.label for b in at.button]


def test_pacmap_waits_for_run_and_says_what_its_axes_mean(stand_in):
    at = run("rows", data="zoo", map="PaCMAP", second="COS")
    assert not maps(at) and len([i for i in at.info if re.search("is computed on request.*press Run", i.value)]) == 2
    assert not [n for n in at.number_input if n.label == "Perplexity"]
    next(b for b in at.button if b.label == "Run").click().run()
    captions(at, 2)
    assert_sound(at)
    titles = [m["layout"]["title"]["text"] for m in maps(at)]
    assert titles == [f"PaCMAP under {catviz.method(DEFAULT).short}", "PaCMAP under COS"]
    assert "The axes of PaCMAP have no unit" in words(at)


def test_pacmap_of_too_few_rows_gets_a_sentence(stand_in):
    at = run("rows", data="toy_movie", map="PaCMAP")
    next(b for b in at.button if b.label == "Run").click().run()
    for _ in range(100):
        if at.error:
            break
        at.run()
    assert "PaCMAP needs at least 8" in at.error[0].value
