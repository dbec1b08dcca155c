"""Dialogs are closed by Escape wherever the focus is, and keep what was being written."""


def test_the_report_is_closed_by_escape_and_keeps_the_note_being_written(explorer):
    page = explorer.page
    dialog = page.get_by_role("dialog")

    def opened():
        page.get_by_role("button", name="Open the report").click()
        dialog.wait_for()
        explorer.settle()

    def escaped():
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        explorer.settle()

    explorer.goto("values", data="zoo")
    page.get_by_role("button", name="Add to the report").click()
    explorer.settle()
    opened()
    dialog.get_by_label("Your note").press_sequentially("for the lecture")
    escaped()
    opened()
    assert dialog.get_by_label("Your note").input_value() == "for the lecture"
    with page.expect_download():
        dialog.get_by_role("button", name="Download the notebook").click()
    page.evaluate("document.activeElement.blur()")
    escaped()
