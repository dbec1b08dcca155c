"""Links that were copied before titles, sections and keys had their names of today."""

import pytest
from scripted import assert_sound, notes, run


def test_titles_and_keys_of_older_links_are_understood():
    at = run("values", data="zoo", method="Hamming · same or not", beside="ADM · company kept")
    assert_sound(at)
    assert at.selectbox(key="method").value == "Hamming" and at.selectbox(key="second").value == "AhmadDey"
    assert not notes(at)


def test_titles_of_several_methods_in_older_links_are_understood():
    older = ["ADM · company kept", "Lin · shared information"]
    at = run("methods", data="zoo", compare="Do the methods agree?", methods=older)
    assert_sound(at)
    assert at.multiselect(key="methods").value == ["ADM (co-occurrence)", "Lin (shared information)"]
    assert not notes(at)


@pytest.mark.parametrize(
    ("page", "key", "older", "today"),
    [
        ("orders", "further", "How many groups?", "How many clusters?"),
        ("clusters", "section", "Against the groups known", "Against the classes"),
        ("methods", "compare", "Published beside measured", "Papers"),
    ],
)
def test_sections_of_older_links_are_understood(page, key, older, today):
    at = run(page, data="zoo", **{key: older})
    assert_sound(at)
    assert at.session_state[key] == today
