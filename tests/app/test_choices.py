"""Choices made for a widget give it a new one, and what a browser still says of the old one changes nothing."""

import streamlit as st
from scripted import assert_sound, run
from streamlit.testing.v1 import AppTest


def page():
    import streamlit as st

    from catviz.ui.state import controls, link

    link.begin("page")
    seen = st.session_state.setdefault("seen", [])
    letter = controls.select("Letter", ["a", "b", "c"], "letter", on_change=lambda: seen.append("letter"))
    st.session_state["held"] = letter, controls.number("Number", "number", 1, 9, 5)
    st.button("choose", on_click=lambda: controls.choose(letter="c", number=8))
    st.button("forget", on_click=lambda: link.forget("letter", "number"))


def held(at):
    return at.session_state["held"]


def test_a_choice_made_for_a_widget_gives_it_a_new_one_which_begins_with_it():
    at = AppTest.from_function(page).run()
    first = at.selectbox[0].proto.id
    at.selectbox[0].set_value("b").run()
    assert held(at) == ("b", 5) and at.selectbox[0].proto.id == first and at.session_state["seen"] == ["letter"]
    at.button[0].click().run()
    assert held(at) == ("c", 8) and at.selectbox[0].proto.id != first
    assert (at.selectbox[0].proto.default, at.slider[0].proto.default[0]) == (2, 8), "what a popover begins with"
    at.button[1].click().run()
    assert held(at) == ("a", 5) and at.session_state["seen"] == ["letter"]


def test_a_browser_that_still_speaks_of_the_old_widget_changes_nothing(monkeypatch):
    callbacks, drawn = [], st.selectbox

    def keep(*args, on_change=None, **kwargs):
        callbacks.append(on_change)
        return drawn(*args, on_change=on_change, **kwargs)

    monkeypatch.setattr(st, "selectbox", keep)
    at = AppTest.from_function(page).run()
    at.selectbox[0].set_value("b").run()
    at.button[0].click().run()
    seen = at.session_state["seen"]
    assert seen == ["letter"]
    monkeypatch.setattr(st, "session_state", {"_renewed": at.session_state["_renewed"]})
    for said in callbacks[:-1]:
        said()
    assert seen == ["letter"]
    callbacks[-1]()
    assert seen == ["letter", "letter"]


def test_a_page_can_be_reset_where_a_choice_of_it_is_no_default():
    at = run("values", data="voting")
    assert not [b for b in at.button if b.label == "Reset"]
    at = run("values", data="voting", groups="crime", method="TAVE", column="immigration", values="Similar")
    next(b for b in at.button if b.label == "Reset").click().run()
    assert_sound(at)
    assert (at.selectbox(key="data").value, at.session_state["_drawn"]["groups"][0]) == ("voting", "crime")
    now, began = at.session_state["_drawn"], run("values", data="voting", groups="crime").session_state["_drawn"]
    assert all(now[key] == began[key] for key in ("method", "column"))
    assert not [b for b in at.button if b.label == "Reset"]
