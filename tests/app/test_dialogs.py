"""Dialogs are closed by Escape wherever the focus is or by another page alone, and keep what was being written."""

import pytest
from scripted import assert_sound, run

from catviz.ui.frame.glossary import SEARCH
from catviz.ui.labels import GLOSSARY


def test_a_dialog_stays_open_while_the_page_runs_again():
    at = run("values", data="zoo")
    next(button for button in at.button if button.label == GLOSSARY).click().run()

    def searches():
        return [box.label for box in at.text_input].count(SEARCH)

    assert searches() == 1
    at.run()
    assert searches() == 1
    at.switch_page("pages/map.py").run()
    assert_sound(at)
    assert searches() == 0


@pytest.mark.tour
def test_the_report_is_closed_by_escape_and_keeps_the_note_being_written(explorer):
    page = explorer.page
    dialog = page.locator('[data-testid="stDialog"]')

    def opened():
        explorer.open_report()
        explorer.settle()

    def escaped():
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        explorer.settle()

    explorer.goto("values", data="zoo")
    explorer.add_to_report()
    opened()
    dialog.get_by_label("Your note").press_sequentially("for the lecture")
    escaped()
    opened()
    assert dialog.get_by_label("Your note").input_value() == "for the lecture"
    with page.expect_download():
        dialog.get_by_role("button", name="Download the notebook").click()
    page.evaluate("document.activeElement.blur()")
    escaped()
