"""Files of all kinds on the page: dropped into the box or opened by path, sheets, and what is no table."""

import io

import numpy as np
import pandas as pd
import pytest
import streamlit as st
import workbook
from files import HONEST, REFUSED, UPLOADS
from scripted import SCRIPTS, assert_shows_something, assert_sound, figures, moved_to, notes, run, stated, words
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

import catviz
from catviz.reading.recipe import Recipe
from catviz.ui.frame import export_popover
from catviz.ui.state import uploads
from catviz.ui.state.uploads import Upload
from catviz.ui.text import plain

BOX = "file"


def survey(n=90):
    rng = np.random.default_rng(0)
    mood = rng.integers(0, 3, n)
    return pd.DataFrame(
        {
            "mood": np.array(["schlecht", "mittel", "gut"])[mood],
            "town": np.where(rng.random(n) < 0.8, np.array(["Bonn", "Ulm", "Köln"])[mood], "Ulm"),
            "children": rng.integers(0, 4, n),
        }
    )


def rows(frame):
    return [list(frame), *frame.astype(object).to_numpy().tolist()]


def book():
    return workbook.xlsx({"Answers": rows(survey()), "Notes": [["a", "b"]], "Other": rows(survey(30))})


def parquet():
    buffer = io.BytesIO()
    survey().to_parquet(buffer)
    return buffer.getvalue()


def spss(tmp_path):
    pyreadstat = pytest.importorskip("pyreadstat")
    frame = survey()
    labels = {1: "schlecht", 2: "mittel", 3: "gut"}
    frame["mood"] = frame["mood"].map({label: float(code) for code, label in labels.items()})
    pyreadstat.write_sav(
        frame,
        tmp_path / "survey.sav",
        variable_value_labels={"mood": labels},
        variable_measure={"mood": "ordinal"},
        column_labels={"mood": "How are you today, all in all?"},
    )
    return (tmp_path / "survey.sav").read_bytes()


def shows_reading(at, name):
    """Whether the page Columns, which is opened, says how a file was read."""
    moved_to(at, "columns")
    return any(each.label.startswith("How ") and name in each.label.replace("\\", "") for each in at.expander)


def dropped(name, data, page="columns", **query):
    """The page after a file was dropped into its box."""
    at = run(page, data="toy_movie", **query)
    return at.file_uploader(key=BOX).set_value((name, data, "application/octet-stream")).run()


def test_a_file_that_the_server_has_lost_changes_nothing(monkeypatch):
    monkeypatch.setattr(MemoryUploadedFileManager, "get_files", lambda *_, **__: [])
    at = dropped("mine.parquet", parquet())
    assert_sound(at)
    assert chosen(at) == "toy_movie" and not at.error


def chosen(at):
    return at.selectbox(key="data").value


def link(at):
    return next(code.value for code in at.code if "data=" in code.value)


def test_rows_of_an_spss_file_leave_with_its_codes_and_labels(files, tmp_path):
    pyreadstat = pytest.importorskip("pyreadstat")
    given = spss(tmp_path)
    assert_sound(dropped("survey.sav", given))
    (make,) = [make for name, make in files.items() if "survey" in name and name.endswith("-the-rows.sav")]
    (tmp_path / "out.sav").write_bytes(make())
    (cells, about), (former, was) = (pyreadstat.read_sav(tmp_path / name) for name in ("out.sav", "survey.sav"))
    assert cells["mood"].equals(former["mood"]) and cells["children"].equals(former["children"])
    assert about.variable_value_labels["mood"] == was.variable_value_labels["mood"]
    assert about.column_names_to_labels["mood"] == "How are you today, all in all?"


@pytest.mark.parametrize("page", ["columns", "values", "start"])
def test_a_parquet_file_is_read_from_the_box(page):
    at = dropped("survey.parquet", parquet(), page)
    assert_sound(at)
    assert chosen(at).startswith("survey.parquet [") and shows_reading(at, "survey.parquet")


@pytest.mark.more
def test_tables_of_all_kinds_are_opened_one_after_the_other():
    opens = run("overview", data="toy_movie").title[0].value
    at = run("values", data="toy_movie")
    for name, made in {**UPLOADS, **HONEST}.items():
        content = made() if callable(made) else made
        content = content if isinstance(content, bytes) else content.encode()
        at = at.file_uploader(key=BOX).set_value((name, content, "text/csv")).run()
        assert not at.exception and not at.error and figures(at)
        assert at.title[0].value == opens and chosen(at).startswith(f"{name} [")
        assert shows_reading(at, name) and "ÿþ" not in words(at) and "\x00" not in words(at)
        at.switch_page(f"{SCRIPTS}/values.py").run()
        assert not at.exception and chosen(at).startswith(f"{name} [")
        if name in UPLOADS:
            assert figures(at) and not at.error
            assert at.selectbox(key="groups").value == "none"


def test_labels_and_questions_of_an_spss_file_are_on_columns(tmp_path):
    at = moved_to(dropped("survey.sav", spss(tmp_path)), "columns")
    assert_sound(at)
    read = next(frame.value for frame in at.dataframe if "read as" in frame.value)
    assert read["in this order"][0] == "schlecht < mittel < gut"
    assert read["in full"].tolist() == ["How are you today, all in all?", "", ""]


@pytest.mark.parametrize("page", ["columns", "values", "map"])
def test_a_sheet_is_chosen_and_linked(page):
    pytest.importorskip("python_calamine")
    at = run(page, Upload("book.xlsx", book()))
    assert_shows_something(at)
    assert at.selectbox(key="sheet").options == ["Answers", "Notes", "Other"]
    assert "sheet=Answers" in link(at)
    at.selectbox(key="sheet").set_value("Other").run()
    assert_shows_something(at)
    assert at.session_state["_upload"].table.n_rows == 30 and "sheet=Other" in link(at)
    again = run(page, Upload("book.xlsx", book()), sheet="Other")
    assert again.session_state["_upload"].table.n_rows == 30 and not notes(again)


def test_a_link_to_a_sheet_waits_for_its_file():
    pytest.importorskip("python_calamine")
    upload = Upload("book.xlsx", book())
    at = run("columns", data=upload.title, sheet="Other")
    assert stated(at, "This link", "book.xlsx")
    at = at.file_uploader(key=BOX).set_value(("book.xlsx", book(), "application/octet-stream")).run()
    assert at.session_state["_upload"].table.n_rows == 30 and at.selectbox(key="sheet").value == "Other"
    assert_sound(at)
    at = at.file_uploader(key=BOX).set_value(("next.xlsx", book() + b" ", "application/octet-stream")).run()
    assert at.session_state["_upload"].name == "next.xlsx" and at.selectbox(key="sheet").value == "Answers"


def test_a_sheet_without_a_table_is_said_and_the_table_stays():
    pytest.importorskip("python_calamine")
    at = run("columns", Upload("book.xlsx", book()))
    at.selectbox(key="sheet").set_value("Notes").run()
    assert len(at.error) == 1 and stated(at, "book.xlsx", "no rows")
    assert at.session_state["_upload"].table.n_rows == 90 and not at.exception
    at.selectbox(key="sheet").set_value("Answers").run()
    assert_sound(at)


def test_a_file_that_is_no_table_leaves_the_page_as_it_is():
    """What is said of each such file: test_hard_files.py."""
    at = dropped("ragged.csv", REFUSED["ragged.csv"], column="genre")
    assert not at.exception and chosen(at) == "toy_movie" and at.selectbox(key="column").value == "genre"
    assert [error.value.startswith(plain("ragged.csv")) for error in at.error] == [True]
    assert figures(at)


def test_a_name_that_says_another_kind_is_said_at_the_box():
    at = dropped("survey.csv", parquet())
    assert_sound(at)
    assert any(".csv" in i.value.replace("\\", "") and "Parquet file" in i.value for i in at.info)
    at = dropped("survey.xlsx", survey().to_csv(index=False).encode())
    assert_sound(at)
    assert any(".xlsx" in i.value.replace("\\", "") and "delimited text" in i.value for i in at.info)


def test_the_code_reads_the_sheet_as_it_was_read(tmp_path, monkeypatch):
    pytest.importorskip("python_calamine")
    made = {}
    monkeypatch.setattr(export_popover, "_files", lambda title, name, **kinds: made.update({title: kinds}))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "book.xlsx").write_bytes(book())
    for change in (False, True):
        upload = Upload("book.xlsx", book())
        upload.turn_to("Other")
        if change:
            upload.read(upload.settings, Recipe().role("children", "category"))
        assert_sound(run("columns", upload, sheet="Other"))
        code = next(kinds["py"]() for kinds in made.values() if "py" in kinds)
        names = {}
        exec(compile(code, "script", "exec"), names)
        assert names["table"].fingerprint == upload.table.fingerprint
        assert "catviz.read_table(" in code and ("catviz.Recipe()" in code) == change


@pytest.fixture
def by_path(tmp_path, monkeypatch):
    pytest.importorskip("python_calamine")
    (tmp_path / "book.xlsx").write_bytes(book())
    monkeypatch.setenv(uploads.VARIABLE, str(tmp_path / "book.xlsx"))
    yield tmp_path / "book.xlsx"
    st.cache_resource.clear()


def opened_by_path():
    at = run("columns")
    uploads.opening().wait(60)
    return at.run()


def test_a_workbook_is_opened_by_its_path(by_path):
    at = opened_by_path()
    assert_sound(at)
    assert chosen(at).startswith("book.xlsx [") and shows_reading(at, "book.xlsx")
    assert at.session_state["_upload"].table.fingerprint == catviz.read_table(by_path).fingerprint
    at.selectbox(key="sheet").set_value("Other").run()
    assert at.session_state["_upload"].table.n_rows == 30
    other = opened_by_path()
    assert other.session_state["_upload"].table.n_rows == 90, "each session reads the file in its own way"
    other.file_uploader(key=BOX).set_value(("mine.parquet", parquet(), "application/octet-stream")).run()
    assert_sound(other)
    assert chosen(other).startswith("mine.parquet [")


def test_a_broken_file_by_path_is_a_sentence(by_path):
    by_path.write_bytes(b"PK\x03\x04 nothing")
    at = opened_by_path()
    assert not at.exception and [error.value.startswith("book") for error in at.error] == [True]
