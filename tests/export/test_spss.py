"""What leaves as an SPSS file: codes, labels and missing codes as they came; columns of catviz as labelled codes."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.export.spss import SpssFile, table_sav

pyreadstat = pytest.importorskip("pyreadstat", reason="pyreadstat is not installed: make extras")

N = 24
FILE = pd.DataFrame(
    {
        "id": [float(100 + i) for i in range(N)],
        "agree": [[1.0, 2.0, 3.0, 9.0, 2.0, np.nan][i % 6] for i in range(N)],
        "sex": [["m", "f", "x"][i % 3] for i in range(N)],
        "age": [20.0 + (7 * i) % 41 + i / 2 for i in range(N)],
        "hours": [[10.0, 20.0, 98.0, 99.0][i % 4] if i % 5 else 31.5 + i for i in range(N)],
        "day": [13_952_304_000.0 + 86_400 * (i % 5) for i in range(N)],
    }
)
LABELS = {
    "agree": {1.0: "no", 2.0: "partly", 3.0: "yes", 9.0: "refused"},
    "sex": {"m": "male", "f": "female", "x": "no answer"},
    "hours": {98.0: "don't know", 99.0: "refused"},
}
MISSING = {"agree": [9.0], "hours": [{"lo": 98.0, "hi": 99.0}]}
MEASURES = {"agree": "ordinal", "sex": "nominal", "age": "scale", "hours": "scale"}


@pytest.fixture
def survey(tmp_path):
    path = tmp_path / "survey.sav"
    pyreadstat.write_sav(
        FILE,
        path,
        column_labels={"agree": "Do you agree?"},
        variable_value_labels=LABELS,
        missing_ranges=MISSING,
        variable_measure=MEASURES,
        variable_format={"day": "EDATE10"},
    )
    return path


def written(path):
    return pyreadstat.read_sav(path, user_missing=True, disable_datetime_conversion=True)


def same(a, b):
    pd.testing.assert_series_equal(a, b, check_dtype=False, check_names=False)


def test_a_file_comes_back_with_its_codes_labels_and_missing_codes(survey, tmp_path):
    frame = catviz.inspect(survey).frame.assign(cluster=["one", "two"] * (N // 2))
    catviz.write_sav(frame, tmp_path / "out.sav", like=survey)
    (cells, about), (former, was) = written(tmp_path / "out.sav"), written(survey)
    for name in FILE:
        same(cells[name], former[name])
    assert about.variable_value_labels == was.variable_value_labels | {"cluster": {1.0: "one", 2.0: "two"}}
    assert about.missing_ranges == was.missing_ranges and about.column_names_to_labels["agree"] == "Do you agree?"
    assert {name: about.original_variable_types[name] for name in FILE} == was.original_variable_types
    assert about.variable_measure == was.variable_measure | {"cluster": "nominal"}
    assert cells["cluster"].tolist() == [1.0, 2.0] * (N // 2)
    again = catviz.inspect(tmp_path / "out.sav").frame
    assert again[list(FILE)].equals(catviz.inspect(survey).frame)


def test_merged_values_get_further_codes_and_cut_numbers_a_variable_of_their_own(survey, tmp_path):
    recipe = catviz.Recipe().merge("agree", ["no", "partly"], "not yes").role("age", "binned")
    table = catviz.read_table(survey, recipe=recipe, doubts="ignore")
    frame = table.to_pandas().assign(**{"age (number)": table.extra_columns["age (number)"].to_numpy()})
    catviz.write_sav(frame, tmp_path / "out.sav", like=survey)
    cells, about = written(tmp_path / "out.sav")
    assert about.variable_value_labels["agree"][4.0] == "not yes"
    assert cells["agree"].fillna(0).tolist() == [{1: 4, 2: 4}.get(code, code) for code in FILE["agree"].fillna(0)]
    same(cells["age"], FILE["age"])
    assert list(about.variable_value_labels["age_2"].values()) == list(table.categories[table.attributes.index("age")])
    assert about.variable_measure["age_2"] == "ordinal" and not any("number" in name for name in cells)


def test_values_made_missing_are_missing_and_rows_left_out_stay_out(survey, tmp_path):
    recipe = catviz.Recipe().missing(["partly"], ["agree"]).drop("1-2")
    table = catviz.read_table(survey, recipe=recipe, doubts="ignore")
    catviz.write_sav(table.to_pandas(), tmp_path / "out.sav", like=survey, rows=table.extra_columns.index)
    cells, _ = written(tmp_path / "out.sav")
    same(cells["agree"], FILE["agree"].where(FILE["agree"] != 2.0)[2:].reset_index(drop=True))
    same(cells["sex"], FILE["sex"][2:].reset_index(drop=True))


def test_a_table_of_no_file_has_labelled_codes(tmp_path):
    frame = pd.DataFrame(
        {
            "Größe in cm": pd.Categorical(["S", "L", None, "M"], ["S", "M", "L", "XL"], ordered=True),
            "all": ["b", "a", None, "b"],
            "ALL": [1.5, np.nan, 3, 4],
            "stars": pd.Categorical(["1", "5", "5", None], ["1", "2", "5"], ordered=True),
            "1st": [True, False, None, True],
            "x" * 80: ["u", "v", "u", "v"],
            "x" * 79: ["u", "v", "u", "v"],
        }
    )
    catviz.write_sav(frame, tmp_path / "out.sav")
    cells, about = written(tmp_path / "out.sav")
    first, second, third, fourth, fifth, *long = cells
    assert (first, second, third, fourth, fifth) == ("Größe_in_cm", "v_all", "v_ALL_2", "stars", "v_1st")
    assert all(len(name.encode()) <= 64 for name in long) and len(set(long)) == 2
    assert about.column_names_to_labels[first] == "Größe in cm"
    assert about.variable_value_labels[first] == {1.0: "S", 2.0: "M", 3.0: "L"}
    assert about.variable_measure[first] == "ordinal" and cells[first].fillna(0).tolist() == [1, 3, 0, 2]
    assert about.variable_value_labels[second] == {1.0: "a", 2.0: "b"}
    assert fourth not in about.variable_value_labels and cells[fourth].fillna(0).tolist() == [1, 5, 5, 0]
    assert about.variable_measure[fourth] == "ordinal" and about.variable_measure[third] == "scale"


def test_many_texts_are_a_variable_of_text(tmp_path):
    catviz.write_sav(pd.DataFrame({"remark": [f"text {i}" for i in range(300)]}), tmp_path / "out.sav")
    cells, about = written(tmp_path / "out.sav")
    assert cells["remark"].tolist() == [f"text {i}" for i in range(300)] and not about.variable_value_labels


@pytest.mark.parametrize("name", ["zoo", "german_credit", "car"])
def test_a_bundled_table_comes_back(name, tmp_path):
    table = catviz.load_dataset(name)
    catviz.write_sav(table.to_pandas(), tmp_path / "out.sav")
    again = catviz.inspect(tmp_path / "out.sav")
    for column, (label, values) in zip(again.frame, table.to_pandas().items(), strict=True):
        known = values.astype(object).where(values.notna(), None)
        assert again.frame[column].tolist() == [None if cell is None else str(cell) for cell in known], label


def test_what_does_not_fit_is_refused(survey, tmp_path):
    with pytest.raises(ValueError, match="no SPSS file"):
        SpssFile(b"a,b\n1,2\n", "f.csv")
    with pytest.raises(ValueError, match="rows"):
        table_sav(FILE[["age"]], SpssFile(survey.read_bytes(), "survey.sav"), range(N - 1))
    with pytest.raises(ValueError, match="rows"):
        table_sav(FILE[["age"]], SpssFile(survey.read_bytes(), "survey.sav"), range(1, N + 1))
    with pytest.raises(OSError, match="cannot be written"):
        catviz.write_sav(FILE, "/proc/none/out.sav")
