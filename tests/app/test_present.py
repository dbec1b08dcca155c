"""A presentation: the button, the link, and letters as large in figures as on the page."""

import pytest
from scripted import SCRIPTS, assert_sound, run, spec

from catviz.ui.frame.present import PRESENT
from catviz.ui.state import session


def page_font(at):
    styles = [html.proto.body for html in at.get("html")]
    return next(text for text in styles if "html { font-size:" in text)


@pytest.mark.parametrize("page", ["values", "orders"])
def test_the_button_enlarges_the_page_and_its_figures_alike_and_the_link_carries_it(page):
    at = run(page, data="zoo")
    before = spec(at)["layout"]
    at.button(key="present").click().run()
    assert_sound(at)
    assert f"{16 * session.LETTERS:g}px" in page_font(at)
    after = spec(at)["layout"]
    assert after["font"]["size"] == pytest.approx(before["font"]["size"] * session.LETTERS)
    assert after["title"]["font"]["size"] == pytest.approx(before["title"]["font"]["size"] * session.LETTERS)
    assert not [button for button in at.button if button.label == PRESENT]
    by_link = run(page, data="zoo", present="1")
    assert spec(by_link)["layout"]["font"] == after["font"]


def test_a_presentation_goes_on_on_the_next_page():
    at = run("values", data="zoo", present="1")
    at.switch_page(f"{SCRIPTS}/columns.py").run()
    assert_sound(at)
    assert f"{16 * session.LETTERS:g}px" in page_font(at)
