"""Dates, labelled no answers and weights of SPSS, Stata and SAS files."""

import datetime
import struct

import numpy as np
import pandas as pd
import pytest

import catviz

pyreadstat = pytest.importorskip(
    "pyreadstat", reason="pyreadstat, which reads SPSS and Stata files, is not installed: make extras"
)
DAYS = [datetime.date(2023, 1, 1) + datetime.timedelta(days=23 * i) for i in range(40)]


def spss(folder, frame, name="f.sav", **options):
    pyreadstat.write_sav(frame, folder / name, **options)
    return (folder / name).read_bytes()


def read(data, name="f.sav", **options):
    return catviz.inspect_table(data, name, **options)


def guess(found, name):
    return next(column for column in found.columns if column.name == name)


STATA = {
    "%tm": (lambda day: (day.year - 1960) * 12 + day.month - 1, lambda day: f"{day:%Y-%m}"),
    "%tq": (
        lambda day: (day.year - 1960) * 4 + (day.month - 1) // 3,
        lambda day: f"{day.year}-Q{(day.month + 2) // 3}",
    ),
    "%th": (lambda day: (day.year - 1960) * 2 + (day.month > 6), lambda day: f"{day.year}-H{1 + (day.month > 6)}"),
    "%tw": (
        lambda day: (day.year - 1960) * 52 + min((day.timetuple().tm_yday - 1) // 7, 51),
        lambda day: f"{day.year}-W{min((day.timetuple().tm_yday - 1) // 7, 51) + 1:02}",
    ),
    "%tmMonth_CCYY": (lambda day: (day.year - 1960) * 12 + day.month - 1, lambda day: f"{day:%Y-%m}"),
}


def stata(folder, numbers, form):
    frame = pd.DataFrame({"when": np.asarray(numbers, dtype=float), "g": ["x", "y"] * (len(numbers) // 2)})
    pyreadstat.write_dta(frame, folder / "f.dta", variable_format={"when": form})
    return read((folder / "f.dta").read_bytes(), "f.dta")


@pytest.mark.parametrize("form", STATA)
def test_periods_of_stata_are_in_the_order_of_time(tmp_path, form):
    number, text = STATA[form]
    days = [DAYS[0].replace(year=1958), *DAYS[1:]] * 2
    found = stata(tmp_path, [number(day) for day in days], form)
    assert found.frame["when"].tolist() == [text(day) for day in days]
    assert found.orders["when"] == tuple(sorted(set(map(text, days)))) and found.orders["when"][0].startswith("1958")
    assert found.changed("when", "ordered").columns[0].order == found.orders["when"]
    assert "numbers" not in guess(found, "when").why


def test_days_moments_and_years_of_stata(tmp_path):
    start = datetime.date(1960, 1, 1)
    numbers = [(day - start).days for day in DAYS]
    iso = [day.isoformat() for day in DAYS]
    for form in ("%td", "%d", "%tdDD/NN/CCYY", "%-td"):
        assert stata(tmp_path, numbers, form).frame["when"].tolist() == iso
    assert stata(tmp_path, [n * 86_400_000 for n in numbers], "%tc").frame["when"].tolist() == iso
    with_leaps = [n * 86_400_000 + 27_000 for n in numbers]  # 27 seconds were added until 2017
    assert stata(tmp_path, with_leaps, "%tC").frame["when"].tolist() == iso
    assert guess(stata(tmp_path, [2019, 2020] * 20, "%ty"), "when").order == ("2019", "2020")


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("MOYR8", lambda day: f"{day:%Y-%m}"),
        ("MOYR6", lambda day: f"{day:%Y-%m}"),
        ("QYR8", lambda day: f"{day.year}-Q{(day.month + 2) // 3}"),
        ("WKYR10", lambda day: f"{day.year}-W{(day.timetuple().tm_yday + 6) // 7:02}"),
        *(
            (form, lambda day: day.isoformat())
            for form in ("DATE11", "ADATE10", "EDATE10", "SDATE10", "JDATE7", "DATETIME20")
        ),
    ],
)
def test_dates_of_spss(tmp_path, form, text):
    frame = pd.DataFrame({"when": pd.to_datetime(DAYS).as_unit("ns"), "g": ["x", "y"] * 20})
    found = read(spss(tmp_path, frame, variable_format={"when": form}))
    assert found.frame["when"].tolist() == [text(day) for day in DAYS]
    assert list(found.orders["when"]) == sorted(set(map(text, DAYS)))


def test_weekdays_months_and_durations_of_spss(tmp_path):
    frame = pd.DataFrame({"d": [1.0, 2.0, 7.0, 2.0], "m": [1.0, 12.0, 3.0, 3.0], "t": [3600.0, 90061.0, 0.0, 0.0]})
    found = read(spss(tmp_path, frame, variable_format={"d": "WKDAY9", "m": "MONTH9", "t": "TIME8"}))
    assert found.frame["d"].tolist() == ["Sunday", "Monday", "Saturday", "Monday"]
    assert guess(found, "m").order == ("January", "March", "December")
    assert found.frame["t"].tolist() == ["01:00:00", "25:01:01", "00:00:00", "00:00:00"]
    assert found.orders["t"] == ("00:00:00", "01:00:00", "25:01:01")


@pytest.mark.parametrize("program", ["spss", "stata"])
def test_one_impossible_date_is_one_missing_cell(tmp_path, program):
    frame = pd.DataFrame(
        {"when": pd.to_datetime(DAYS).as_unit("ns"), "birth": pd.to_datetime(DAYS).as_unit("ns"), "g": ["x", "y"] * 20}
    )
    spss_numbers, _ = pyreadstat.read_sav(_written(tmp_path, frame), disable_datetime_conversion=True)
    if program == "stata":
        days = (frame[["when", "birth"]] - pd.Timestamp("1960-01-01")) / pd.Timedelta(days=1)
        frame = frame.assign(when=days["when"], birth=days["birth"])
        frame.loc[3, "birth"] = 9e6
        pyreadstat.write_dta(frame, tmp_path / "f.dta", variable_format={"when": "%td", "birth": "%td"})
        data, name = (tmp_path / "f.dta").read_bytes(), "f.dta"
    else:
        spss_numbers.loc[[3, 5], "birth"] = 6.3e12
        data, name = spss(tmp_path, spss_numbers, variable_format={"when": "DATE11", "birth": "EDATE10"}), "f.sav"
    found = read(data, name)
    n_bad = 1 if program == "stata" else 2
    assert guess(found, "birth").n_missing == n_bad and guess(found, "when").n_missing == 0
    assert found.frame["when"].tolist() == [day.isoformat() for day in DAYS]
    assert found.frame["birth"].tolist()[4] == DAYS[4].isoformat()
    (note,) = [note for note in found.notes if "'birth'" in note]
    assert "no calendar" in note and ("one date" if n_bad == 1 else "2 dates") in note


def _written(folder, frame):
    pyreadstat.write_sav(frame, folder / "numbers.sav")
    return folder / "numbers.sav"


def test_dates_of_sas_transport_files(tmp_path):
    days = [(day - datetime.date(1960, 1, 1)).days for day in DAYS]
    forms = {"a": "DATE9", "b": "MMDDYY10", "c": "E8601DA", "m": "MONYY7", "q": "YYQ6"}
    frame = pd.DataFrame(dict.fromkeys(forms, np.asarray(days, dtype=float)) | {"n": np.arange(40.0) % 3})
    frame["s"] = frame["a"] * 86_400
    pyreadstat.write_xport(frame, tmp_path / "f.xpt", variable_format=forms | {"s": "DATETIME20"})
    found = read((tmp_path / "f.xpt").read_bytes(), "f.xpt")
    for name in "abcs":
        assert found.frame[name].tolist() == [day.isoformat() for day in DAYS]
    assert found.frame["m"].tolist() == [f"{day:%Y-%m}" for day in DAYS]
    assert found.frame["q"].tolist() == [f"{day.year}-Q{(day.month + 2) // 3}" for day in DAYS]
    assert guess(found, "n").order == ("0", "1", "2")


def test_portable_files_of_spss_are_read(tmp_path):
    frame = pd.DataFrame({"LEVEL": [1.0, 2.0] * 20, "WHEN": pd.to_datetime(DAYS).as_unit("ns"), "T": ["a", "b"] * 20})
    pyreadstat.write_por(frame, tmp_path / "f.por", variable_format={"WHEN": "MOYR8"})
    found = read((tmp_path / "f.por").read_bytes(), "f.por")
    assert guess(found, "LEVEL").order == ("1", "2") and found.frame["T"].tolist() == ["a", "b"] * 20
    assert found.frame["WHEN"].tolist() == [f"{day:%Y-%m}" for day in DAYS]


@pytest.mark.parametrize(
    "labels",
    [
        {888888: "Don't know", 988888: "No response"},
        {888888: "weiß nicht", 988888: "KEINE ANGABE"},
        {888888: "-8 No answer", 988888: "(9) sans réponse"},
    ],
)
@pytest.mark.parametrize("program", ["spss", "stata"])
def test_labels_that_say_no_answer_are_missing_among_numbers(tmp_path, labels, program):
    ages = np.array([*range(18, 68), 20, 888888, 888888, 988888], dtype=float)
    frame = pd.DataFrame({"age": ages, "g": ["x"] * 54})
    if program == "stata":
        pyreadstat.write_dta(frame.astype({"age": "int32"}), tmp_path / "f.dta", variable_value_labels={"age": labels})
        found = read((tmp_path / "f.dta").read_bytes(), "f.dta")
    else:
        found = read(spss(tmp_path, frame, variable_value_labels={"age": labels}))
    assert (found.columns[0].role, found.columns[0].n_missing, found.columns[0].n_distinct) == ("binned", 3, 50)
    (note,) = [note for note in found.notes if "888888" in note]
    assert "age" in note and "3 rows" in note and "stays" not in note
    assert not any("8888" in interval for interval in found.table().categories[0])


def test_few_numbers_and_other_labels_beside_no_answers(tmp_path):
    frame = pd.DataFrame({"n": [0.0, 1, 2, 3, 99] * 10, "age": [*map(float, range(18, 65)), 97.0, 97.0, 99.0]})
    labels = {"n": {99: "refused"}, "age": {97: "97 or older", 99: "no answer"}}
    found = read(spss(tmp_path, frame, variable_value_labels=labels))
    assert (guess(found, "n").order, guess(found, "n").n_missing) == (("0", "1", "2", "3"), 10)
    assert guess(found, "age").n_missing == 1 and "97" in found.frame["age"].tolist()
    assert any("stays numbers" in note and "97 or older" in note for note in found.notes)
    kept = read(spss(tmp_path, frame, variable_value_labels=labels), missing=())
    assert guess(kept, "age").n_missing == 0


def weighted(folder, frame, number, **options):
    """The bytes of an SPSS file that is weighted by its variable of that number."""
    data = bytearray(spss(folder, frame, **options))
    struct.pack_into("<i", data, 76, number)
    return bytes(data)


@pytest.mark.parametrize(
    ("names", "number", "options"),
    [
        (["sex", "q", "gew"], 3, {}),
        (["sex", "q", "a_long_name_of_weights"], 3, {"variable_value_labels": {"sex": {1: "m"}}}),
        (["sex", "q", "w"], 3, {"column_labels": {"sex": "Your sex", "q": "A question?", "w": "Gewicht"}}),
        (["text", "q", "Gewicht"], 5, {"missing_ranges": {"q": [8.0, 9.0]}}),
    ],
)
def test_the_weights_that_an_spss_file_names_are_taken(tmp_path, names, number, options):
    rng = np.random.default_rng(0)
    first = ["a text of twenty letters"[:20], "b"] * 30 if names[0] == "text" else rng.choice([1.0, 2.0], 60)
    frame = pd.DataFrame({names[0]: first, "q": rng.choice([1.0, 2.0, 3.0], 60), names[2]: rng.uniform(0.4, 1.6, 60)})
    data = weighted(tmp_path, frame, number, **options)
    found = read(data)
    assert guess(found, names[2]).role == "weight" and any(repr(names[2]) in note for note in found.notes)
    weights = frame[names[2]]
    assert found.table().weights.sum() == pytest.approx(weights.sum() ** 2 / (weights**2).sum())  # effective rows
    assert any(question.columns == (names[2],) for question in found.questions)
    assert read(data).with_weights(None).table().weights is None
    assert guess(read(spss(tmp_path, frame, **options)), "q").role != "weight"


def test_named_weights_that_are_none_are_said(tmp_path):
    frame = pd.DataFrame({"sex": [1.0, 2.0] * 10, "gew": [np.nan, 1.5] * 10, "weight": [0.5, 1.5] * 10})
    found = read(weighted(tmp_path, frame, 2))
    assert guess(found, "gew").role != "weight" and any("'gew'" in note and "nothing" in note for note in found.notes)
