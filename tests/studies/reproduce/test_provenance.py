"""Where figures come from, the papers' worked examples, and rows prepared otherwise."""

import json

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.published import published
from studies.reproduce import provenance
from studies.reproduce.class_cuts import class_cuts, cut_by_class
from studies.reproduce.prepared import BY_CLASS, CODED, COMPLETE, MET, prepared
from studies.reproduce.runs import reproduce
from studies.reproduce.worked import worked


def test_a_journal_and_a_report_say_what_made_them(tmp_path):
    journal = tmp_path / "cos.journal"
    reproduce("COS", 1, journal=journal, callback=lambda done, total: done == 1)
    first = json.loads(journal.read_text("utf-8").splitlines()[0])["settings"]
    assert first["catviz"] == catviz.__version__ and first["NumPy"] == np.__version__
    assert first["data"]["zoo"] == prepared("COS", "zoo").fingerprint and first["runs"] == "COS, 1 repeats from seed 0"
    text, data = provenance.described(["COS"])[1:]
    assert f"catviz {catviz.__version__}, Python " in text and first["protocol"][:16] in text
    assert set(data["data set"]) == set(first["data"])
    assert first["data"]["zoo"].startswith(data.set_index("data set").loc["zoo", "fingerprint"])


def test_a_journal_of_other_data_is_refused(tmp_path, monkeypatch):
    journal = tmp_path / "cos.journal"
    reproduce("COS", 1, journal=journal, callback=lambda done, total: True)
    monkeypatch.setattr(provenance, "fingerprints", lambda paper: {"zoo": "of another file"})
    with pytest.raises(ValueError, match=r"holds a run under other settings \(data: other, now other\)"):
        reproduce("COS", 1, journal=journal)


def test_worked_examples_come_out_as_printed_but_one():
    assert worked("TAVE")["equal"].all() and len(worked("TAVE")) == 26
    assert worked("W-CADO")["equal"].all()
    cos = worked("COS")
    assert cos["equal"].sum() == len(cos) - 1
    assert cos.loc[~cos["equal"], "example"].str.contains("Koster and Coppola").all()
    assert worked("MTDLE").empty


def test_cuts_by_class_are_where_the_classes_change():
    x, y = np.array([3.0, 1, 2, 10, 11, 12, 20, 21, 22, 23] * 3), np.array([0, 0, 0, 1, 1, 1, 0, 0, 0, 0] * 3)
    assert class_cuts(x, y) == [6.5, 16.0]
    mixed = np.arange(30) % 2
    assert class_cuts(np.arange(30.0), mixed) == [] and len(class_cuts(np.arange(30.0), mixed, least=1)) == 1
    assert class_cuts(np.ones(10), y[:10], least=1) == []


def test_rows_prepared_otherwise():
    assert [len(c) for c in cut_by_class("cmc").categories][:4:3] == [3, 3]
    assert all(len(c) == 2 for c in prepared("TAVE", "liver_disorders", BY_CLASS).categories)
    assert prepared("W-CADO", "breast_cancer_wisconsin", COMPLETE).shape == (683, 10)
    assert prepared("OCL", "voting", COMPLETE).shape == (232, 16)
    assert prepared("OCL", "voting").attributes == prepared("OCL", "voting", COMPLETE).attributes


def test_every_reading_changes_something_of_its_table():
    for paper, number in (("TAVE", 3), ("W-CADO", 6), ("OCL", 3), ("OCL", 6), ("MTDLE", 3)):
        table = published(paper, number)
        for words, reading in table.tried.items():
            assert reading.methods or reading.scores, words
            assert set(reading.methods) <= set(table.methods) and set(reading.scores) <= set(table.protocol.scores)


@pytest.mark.parametrize("rows", [CODED, MET])
def test_other_codes_are_the_same_rows(rows):
    ours, other = prepared("OCL", "soybean_small"), prepared("OCL", "soybean_small", rows)
    pd.testing.assert_frame_equal(ours.to_pandas().astype(str), other.to_pandas().astype(str))
    assert other.categories != ours.categories and other.kinds == ours.kinds
    if rows == MET:
        assert not other.codes[0].any(), "the values of the first row come first"
    else:
        values = dict(zip(other.attributes, other.categories, strict=True))
        assert values["germination"] == ("90-100", "80-89", "lt-80") and values["date"][0] == "april"
