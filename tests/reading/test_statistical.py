"""SPSS and Stata files: labels of codes, declared orders, missing values, and labels of columns."""

import datetime
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import catviz
from catviz.reading.limits import Limits

pyreadstat = pytest.importorskip(
    "pyreadstat", reason="pyreadstat, which reads SPSS and Stata files, is not installed: make extras"
)
MOOD = {1.0: "zufrieden", 2.0: "teils", 3.0: "unzufrieden", 8.0: "weiß nicht", 9.0: "keine Angabe"}
TOWN = {30: "Ulm", 10: "Köln", 20: "Bonn"}


def survey():
    rng = np.random.default_rng(0)
    n = 60
    return pd.DataFrame(
        {
            "mood": rng.choice([1.0, 2.0, 3.0, 9.0, np.nan], n),
            "town": rng.choice([10.0, 20.0, 30.0], n),
            "marks": rng.choice([1.0, 2.0, 3.0, 4.0], n),
            "age": rng.integers(18, 80, n).astype(float),
            "sex": rng.choice(["m", "f", ""], n),
            "seen": [datetime.date(2024, 1, 1 + i % 3) for i in range(n)],
        }
    )


def spss(folder, frame, name="f.sav", **options):
    pyreadstat.write_sav(frame, folder / name, **options)
    return (folder / name).read_bytes()


@pytest.fixture
def data(tmp_path):
    return spss(
        tmp_path,
        survey(),
        column_labels={"mood": "Wie zufrieden sind Sie mit Ihrem Leben?", "age": "age"},
        variable_value_labels={"mood": MOOD, "town": TOWN, "sex": {"f": "weiblich", "m": "männlich"}},
        variable_measure={"mood": "ordinal", "town": "nominal", "marks": "nominal", "age": "scale"},
        missing_ranges={"mood": [9.0, {"lo": 97, "hi": 99}]},
    )


def roles(understood):
    return {c.name: (c.role, c.order) for c in understood.columns}


def test_labels_are_the_values_in_the_order_of_their_codes(data):
    found = catviz.inspect_table(data, "f.sav")
    assert roles(found)["mood"] == ("ordered", ("zufrieden", "teils", "unzufrieden"))
    assert roles(found)["town"] == ("category", ()) and roles(found)["age"] == ("binned", ())
    assert roles(found)["marks"] == ("category", ())
    why = {c.name: c.why for c in found.columns}
    assert why["mood"].endswith("ordinal") and why["marks"].endswith("nominal")
    table = found.table()
    values = dict(zip(table.attributes, table.categories, strict=True))
    assert values["mood"] == ("zufrieden", "teils", "unzufrieden") and values["town"] == ("Köln", "Bonn", "Ulm")
    assert values["sex"] == ("weiblich", "männlich")
    assert "date" in why["seen"]
    assert roles(found)["seen"] == ("ordered", ("2024-01-01", "2024-01-02", "2024-01-03"))
    frame = survey()
    expected = frame["mood"].map(MOOD).where(frame["mood"] != 9)
    assert found.frame["mood"].tolist() == [None if pd.isna(v) else v for v in expected]
    assert found.frame["town"].tolist() == frame["town"].map(TOWN).tolist()
    assert found.frame["age"].tolist() == [str(int(v)) for v in frame["age"]]
    assert found.changed("town", "ordered").columns[1].order == ("Köln", "Bonn", "Ulm")


def test_missing_values_and_questions_are_kept_in_words(data):
    found = catviz.inspect_table(data, "f.sav")
    assert any("missing: mood 97 to 99, 9." in note for note in found.notes)
    assert found.full_texts == {"mood": "Wie zufrieden sind Sie mit Ihrem Leben?"}
    assert found.columns[0].n_missing == int(survey()["mood"].isin([9.0]).sum() + survey()["mood"].isna().sum())
    assert found.columns[4].n_missing == int((survey()["sex"] == "").sum())
    again = catviz.inspect_table(data, "f.sav", missing=("teils",))
    assert roles(again)["mood"][1] == ("zufrieden", "unzufrieden")


def test_packed_files_are_read(tmp_path):
    plain, packed = spss(tmp_path, survey()), spss(tmp_path, survey(), "f.zsav", compress=True)
    tables = [catviz.inspect_table(each, "f.sav").table() for each in (plain, packed)]
    assert packed.startswith(b"$FL3") and tables[0].fingerprint == tables[1].fingerprint


def column(tmp_path, values, labels, measure="unknown"):
    frame = pd.DataFrame({"q": values, "x": ["u", "v"] * (len(values) // 2) + ["u"] * (len(values) % 2)})
    options = {"variable_value_labels": {"q": labels}, "variable_measure": {"q": measure}}
    return catviz.inspect_table(spss(tmp_path, frame, **options), "f.sav")


def test_some_codes_without_a_label(tmp_path):
    ends = column(tmp_path, [1.0, 2.0, 3.0, 5.0, 7.0] * 3, {1: "gar nicht", 7: "völlig"})
    assert roles(ends)["q"] == ("ordered", ("gar nicht", "2", "3", "5", "völlig"))
    assert "both ends" in ends.columns[0].why
    regions = column(tmp_path, [1.0, 2.0, 3.0] * 3, {1: "Nord", 3: "Süd"}, "nominal")
    assert roles(regions)["q"] == ("category", ()) and regions.orders["q"] == ("Nord", "2", "Süd")
    ages = column(tmp_path, [*map(float, range(18, 60)), 99.0, 99.0], {99: "99 or older"})
    assert roles(ages)["q"] == ("binned", ())
    assert any(re.search("stays numbers, .* 1 of its 43 values .*: 99 ", note) for note in ages.notes)


def test_one_label_for_several_codes(tmp_path):
    found = column(tmp_path, [1.0, 2.0, 9.0] * 3, {1: "Other", 2: "Ulm", 9: "Other"})
    assert found.orders["q"] == ("Other (1)", "Ulm", "Other (9)")
    assert any(re.search("'q' .*several codes .*'Other'", note) for note in found.notes)


@pytest.mark.parametrize("measure", ["unknown", "nominal", "scale"])
def test_a_known_scale_is_ordered_whatever_its_measure(tmp_path, measure):
    labels = {1: "always", 2: "sometimes", 3: "never"}
    assert roles(column(tmp_path, [1.0, 2.0, 3.0] * 3, labels, measure))["q"] == (
        "ordered",
        ("always", "sometimes", "never"),
    )


def test_a_declared_order_of_text_without_labels_is_no_alphabet(tmp_path):
    found = column(tmp_path, ["kalt", "lau", "heiß"] * 3, {}, "ordinal")
    assert roles(found)["q"] == ("category", ())


def test_stata_labels_dates_and_extended_missing_values(tmp_path):
    frame = pd.DataFrame(
        {
            "mood": pd.Categorical(["mid", "lo", None, "hi"] * 5, ["lo", "mid", "hi"]),
            "n": pd.array([1, 2, None, 2] * 5, "Int16"),
            "seen": pd.to_datetime(["2024-01-02", "2023-01-02"] * 10),
            "text": ["ü", "b"] * 10,
        }
    )
    for version in (114, 117, 118, 119):
        path = tmp_path / f"f{version}.dta"
        pd_frame = frame if version > 117 else frame.assign(text=["u", "b"] * 10)
        pd_frame.to_stata(
            path,
            write_index=False,
            version=version,
            convert_dates={"seen": "td"},
            variable_labels={"mood": "How are you?"},
        )
        found = catviz.inspect_table(path.read_bytes(), path.name)
        assert found.orders["mood"] == ("lo", "mid", "hi") and found.full_texts == {"mood": "How are you?"}
        assert found.frame["mood"].tolist() == ["mid", "lo", None, "hi"] * 5
        assert found.frame["n"].tolist() == ["1", "2", None, "2"] * 5
        assert roles(found)["seen"] == ("ordered", ("2023-01-02", "2024-01-02"))
        assert catviz.read_table(path).categories[0] == ("lo", "mid", "hi")


def test_an_encoding_may_be_given(tmp_path):
    path = tmp_path / "f.dta"
    pd.DataFrame({"town": ["Köln", "Ulm", "Köln"], "n": [1, 2, 1]}).to_stata(path, write_index=False, version=114)
    assert catviz.inspect_table(path.read_bytes(), path.name).frame["town"].tolist() == ["Köln", "Ulm", "Köln"]
    other = catviz.inspect_table(path.read_bytes(), path.name, encoding="CP1251")
    assert other.frame["town"].tolist() == ["Kцln", "Ulm", "Kцln"]
    with pytest.raises(catviz.UnreadableError, match="f.dta cannot be"):
        catviz.read_table(path, encoding="no-such-encoding")


@pytest.mark.apart
def test_broken_files_and_limits(data):
    for cut in (10, 300, len(data) - 40):
        with pytest.raises(catviz.UnreadableError, match="f.sav cannot .*save it"):
            catviz.inspect_table(data[:cut], "f.sav")
    with pytest.raises(catviz.UnreadableError, match="MB once unpacked"):
        catviz.inspect_table(data, "f.sav", limits=Limits(unpacked=1000))
    with pytest.raises(catviz.UnreadableError, match="60 rows, where 59"):
        catviz.inspect_table(data, "f.sav", limits=Limits(rows=59))


@pytest.mark.apart
def test_a_damaged_byte_that_ends_its_reader_is_a_sentence(tmp_path):
    """Labels of a variable that is not there: readstat reads beyond its memory."""
    frame = pd.DataFrame({"a": list("xyz") * 9, "n": [0, 1, 2] * 9})
    good = spss(tmp_path, frame, variable_value_labels={"n": {1: "one"}})
    of_second, of_none = (b"\4\0\0\0\1\0\0\0" + place for place in (b"\2\0\0\0", b"\2\x10\0\0"))
    assert catviz.inspect_table(good, "f.sav").frame["n"].tolist()[:3] == ["0", "one", "2"]
    assert good.count(of_second) == 1
    with pytest.raises(catviz.UnreadableError, match="f.sav (is damaged|cannot be read).*: save it"):
        catviz.inspect_table(good.replace(of_second, of_none), "f.sav")


any_codes = given(
    st.dictionaries(st.integers(-9, 99), st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=6)),
    st.lists(st.none() | st.integers(-9, 99), min_size=1, max_size=30),
    st.sampled_from(["nominal", "ordinal", "scale", "unknown"]),
)


@settings(max_examples=4, deadline=None)
@any_codes
def test_a_few_codes_with_any_labels(tmp_path_factory, labels, codes, measure):
    check_codes(tmp_path_factory, labels, codes, measure)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@any_codes
def test_any_codes_with_any_labels(tmp_path_factory, labels, codes, measure):
    check_codes(tmp_path_factory, labels, codes, measure)


def check_codes(tmp_path_factory, labels, codes, measure):
    values = np.array([np.nan if code is None else code for code in codes], dtype=float)
    frame = pd.DataFrame({"q": values, "x": "u"})
    options = {"variable_value_labels": {"q": labels}} if labels else {}
    written = spss(tmp_path_factory.getbasetemp(), frame, variable_measure={"q": measure}, **options)
    found = catviz.inspect_table(written, "f.sav", missing=())
    texts = found.frame["q"].tolist()
    assert [text is None for text in texts] == [code is None for code in codes]
    assert len({text for text in texts if text is not None}) == len({code for code in codes if code is not None})
    by_code = [
        text for _, text in sorted({code: text for code, text in zip(codes, texts, strict=True) if text}.items())
    ]
    assert found.orders.get("q", tuple(by_code)) == tuple(by_code)
    assert found.table().n_rows == len(codes)
