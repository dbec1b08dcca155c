"""Hostile files through the file box: a sentence, and what was there stays; or the table that the file holds."""

import pytest
from hard_files import HONEST, REFUSED, has_reader
from scripted import assert_sound, moved_to, run

from catviz.ui.state.uploads import Upload
from catviz.ui.text import plain

BOX = "file"


def drop(at, name, data):
    return at.file_uploader(key=BOX).set_value((name, data, "application/octet-stream")).run()


def chosen(at):
    return at.selectbox(key="data").value


def test_a_file_that_is_no_table_gets_a_sentence_at_its_box_and_nothing_is_lost():
    """One session, so that every file comes after all others."""
    at = run("start", Upload("kept.csv", HONEST["gaps.csv"]()))
    kept = at.session_state["_upload"].table.fingerprint
    for name, (made, words) in REFUSED.items():
        if not has_reader(name):
            continue
        at = drop(at, name, made())
        assert not at.exception, name
        assert [error.value.startswith(plain(name)) for error in at.error] == [True], name
        assert plain(words) in at.error[0].value, name
        assert chosen(at).startswith("kept.csv [") and at.session_state["_upload"].table.fingerprint == kept, name
    assert_sound(drop(at, "last.csv", HONEST["one.csv"]()))


def test_a_strange_file_is_shown_as_what_it_is():
    at = run("columns", data="toy_movie")
    for name, made in HONEST.items():
        at = drop(at, name, made())
        assert_sound(at)
        assert chosen(at).startswith(f"{name} ["), name


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", ["values", "clusters", "map", "predict", "methods"])
def test_a_constant_class_column_is_no_error(page):
    at = run("columns", data="toy_movie")
    at = drop(at, "labels.csv", HONEST["labels.csv"]().replace(b",v", b",u"))
    at.selectbox(key="groups").set_value("b").run()
    assert_sound(at)
    at = moved_to(at, page)
    assert not at.exception and all("class" in error.value for error in at.error)


def test_a_link_that_names_a_class_column_which_is_not_there_falls_back():
    at = run("values", data="zoo", groups="nothing of this kind")
    assert_sound(at)
    assert at.selectbox(key="groups").value == "class"
