"""A row of full texts below the column names, as survey tools export it, and rows that only look like one."""

import csv
import io

import pytest
import workbook

import catviz
from catviz.reading.names_row import FEWEST_ROWS

NAMES = ["id", "end", "Q1", "age"]
QUESTIONS = ["Response ID", "End Date", "How satisfied are you, all in all?", "How old are you?"]
ANSWERS = [[f"R{i}", f"2024-03-{i + 1:02}", ["good", "bad", "fair"][i % 3], str(20 + i)] for i in range(20)]
IMPORT = [f'{{"ImportId":"{name}"}}' for name in NAMES]


def read(*rows, **options):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return catviz.inspect_table(text.getvalue().encode(), "f.csv", **options)


def test_the_questions_below_the_names_are_full_texts_and_no_answers():
    plain, asked = read(NAMES, *ANSWERS), read(NAMES, QUESTIONS, *ANSWERS)
    assert asked.columns == plain.columns and asked.frame.equals(plain.frame)
    assert asked.full_texts == dict(zip(NAMES, QUESTIONS, strict=True)) and not plain.full_texts
    assert "no case" in asked.notes[-1] and "Response ID" in asked.notes[-1]


def test_the_row_of_import_ids_goes_too():
    assert read(NAMES, QUESTIONS, IMPORT, *ANSWERS).frame.equals(read(NAMES, *ANSWERS).frame)


def test_a_row_of_units_is_none_of_the_data():
    asked = read(["site", "dose", "height"], ["place", "mg", "cm"], *[["ab"[i % 2], i * 5, i * 7] for i in range(20)])
    assert [c.role for c in asked.columns] == ["category", "binned", "binned"]
    assert asked.full_texts["dose"] == "mg"


@pytest.mark.parametrize(
    "first",
    [
        ["R99", "2024-04-01", "never", "unknown"],  # a case with a date
        ["Response ID", "End Date", "good", "How old are you?"],  # an answer that others gave
        ["n.d.", "n.d.", "How satisfied?", "n.d."],  # the same in several columns
        ["", "", "", "How old are you?"],  # one cell only
    ],
)
def test_other_first_rows_are_data(first):
    assert len(read(NAMES, first, *ANSWERS).frame) == 21


def test_a_case_without_its_one_number_is_data():
    assert len(read(["id", "dose"], ["p0", "n.d."], *[[f"p{i}", i] for i in range(1, 20)]).frame) == 20


def test_a_case_with_an_unknown_number_and_a_value_of_its_own_is_data():
    """Of a short file, or with another cell empty: in a long file with all cells filled it would be a rare case."""
    short = read(["age", "city"], ["unknown", "Rome"], *[[20 + i, ["Oslo", "Paris"][i % 2]] for i in range(6)])
    assert len(short.frame) == 7
    assert len(read(NAMES, ["R99", "", "never", "unknown"], *ANSWERS).frame) == 21
    full = read(["age", "city"], ["How old?", "Where?"], *[[20 + i, ["Oslo", "Paris"][i % 2]] for i in range(20)])
    assert len(full.frame) == 20


def test_few_rows_and_files_without_names_are_left_alone():
    few = ANSWERS[: FEWEST_ROWS - 1]
    assert len(read(NAMES, QUESTIONS, *few).frame) == FEWEST_ROWS
    assert len(read(NAMES, QUESTIONS, *ANSWERS, header=False).frame) == 22


def scanned(path, *rows, before="", **options):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    path.write_text(before + text.getvalue(), encoding="utf-8")
    return catviz.scan(path, **options)


@pytest.mark.parametrize("first", [[], [QUESTIONS], [["R99", "2024-04-01", "never", "unknown"]], [QUESTIONS, IMPORT]])
def test_a_scanned_file_is_cut_where_a_file_read_as_a_whole_is(tmp_path, first):
    whole, source = read(NAMES, *first, *ANSWERS), scanned(tmp_path / "f.csv", NAMES, *first, *ANSWERS)
    assert source.n_rows == len(whole.frame) and source.full_texts == whole.full_texts
    assert [set(values) for values in source.categories] == [set(whole.frame[name].dropna()) for name in NAMES]
    assert set(source.notes) <= set(whole.notes) and bool(source.notes) == bool(whole.full_texts)
    again = source.regrouped("Q1")
    assert (again.full_texts, again.notes, again.n_rows) == (source.full_texts, source.notes, source.n_rows)


def test_a_scanned_file_has_names_and_questions_on_several_lines(tmp_path):
    names, questions = ["id", "end", "Q\n1", "age"], [text.replace(" ", "\n") for text in QUESTIONS]
    source = scanned(tmp_path / "f.csv", names, questions, *ANSWERS, before="\n\n")
    assert source.n_rows == 20 and source.attributes == tuple(names) and source.full_texts["end"] == "End\nDate"
    assert catviz.count(source).matrix.sum() == 20 * 16


def test_the_first_rows_of_a_large_file_tell(tmp_path):
    source = scanned(tmp_path / "f.csv", NAMES, QUESTIONS, *ANSWERS * 700)
    assert source.n_rows == 14_000 and source.full_texts["age"] == "How old are you?"
    assert "no case" in source.notes[0] and "not read" in source.notes[1]


def test_a_workbook_has_its_numbers_and_dates_back():
    pytest.importorskip("python_calamine", reason="python-calamine, which reads workbooks, is not installed")
    answers = [[name, end, answer, int(age)] for name, end, answer, age in ANSWERS]
    plain = catviz.inspect_table(workbook.xlsx({"One": [NAMES, *answers]}), "f.xlsx")
    asked = catviz.inspect_table(workbook.xlsx({"One": [NAMES, QUESTIONS, *answers]}), "f.xlsx")
    assert asked.columns == plain.columns and asked.full_texts["Q1"] == QUESTIONS[2]
