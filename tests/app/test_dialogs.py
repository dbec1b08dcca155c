"""Dialogs are closed by Escape wherever the focus is, and keep what was being written."""


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
