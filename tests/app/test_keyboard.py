"""The keyboard alone reaches what buttons open and shows where it is, and single keys can be switched off."""

import pytest
from gestures import assert_sound

from catviz.ui.frame import keys
from catviz.ui.labels import EXPORT, LINK, OPTIONS

#: How well the element with the focus is seen: the least of its own opacity and of what is around it.
_SEEN = """() => {
  const at = document.activeElement;
  if (at === document.body || !at.checkVisibility({visibilityProperty: true})) return 0;
  let least = 1;
  for (let each = at; each; each = each.parentElement) least = Math.min(least, getComputedStyle(each).opacity);
  return least;
}"""


def test_tab_leads_through_what_a_button_opened_and_on_from_the_button(explorer):
    page, body = explorer.page, explorer.page.locator('[data-testid="stPopoverBody"]')
    explorer.goto("values", data="zoo")
    explorer.finish()

    def inside():
        return page.evaluate("() => !!document.activeElement.closest('[data-testid=\"stPopoverBody\"]')")

    def button(name):
        return page.locator('[data-testid="stMain"]').get_by_role("button", name=name).first

    for name in (EXPORT, LINK, OPTIONS):
        button(name).focus()
        page.keyboard.press("Enter")
        body.wait_for()
        explorer.settle()
        page.keyboard.press("Tab")
        first = page.evaluate_handle("() => document.activeElement")
        assert inside(), name
        page.keyboard.press("Shift+Tab")
        assert button(name).evaluate("each => each === document.activeElement"), name
        page.keyboard.press("Tab")
        assert first.evaluate("each => each === document.activeElement"), name
        for _ in range(60):
            assert explorer.until(lambda: page.evaluate(_SEEN) == 1), name
            page.keyboard.press("Tab")
            if not inside():
                break
        after = "each => !!(each.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING)"
        assert button(name).evaluate(after) and page.evaluate("() => document.activeElement !== document.body"), name
        body.wait_for(state="detached")
    assert_sound(explorer)


@pytest.mark.tour
def test_buttons_above_a_table_are_seen_while_one_has_the_focus(explorer):
    explorer.goto("values", data="zoo")
    explorer.finish()
    explorer.page.locator('[data-testid="stElementToolbar"] button').locator("visible=true").first.focus()
    assert explorer.until(lambda: explorer.page.evaluate(_SEEN) == 1)


@pytest.mark.tour
def test_single_keys_can_be_switched_off_and_on_again(explorer):
    page = explorer.page
    presented, dialog = page.get_by_role("group", name="Presentation"), page.get_by_role("dialog")
    export = page.locator('[data-testid="stPopoverBody"]')

    def switch():
        page.locator('[data-testid="stSidebar"]').get_by_role("button", name=keys.TITLE).click()
        dialog.get_by_text(keys.SINGLE).click()
        explorer.settle()
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        explorer.settle()

    def pressed(names):
        for name in names:
            page.keyboard.press(name)
        explorer.settle()

    explorer.goto("values", data="zoo")
    switch()
    for again in (False, True):
        if again:
            page.reload()
        explorer.finish()
        sent = page.evaluate("() => window.catvizWire.sent")
        pressed("ps/16?rc")
        assert page.evaluate("() => window.catvizWire.sent") == sent and page.url.split("?")[0].endswith("/values")
        assert not export.count() and not dialog.count() and not presented.count()
        assert not page.evaluate("() => document.activeElement.matches('input')")
    explorer.click_page("Map")
    pressed("sp")
    assert not export.count() and not presented.count()

    switch()
    page.keyboard.press("s")
    export.wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    presented.wait_for()
    explorer.settle()
    page.keyboard.press("Escape")
    presented.wait_for(state="detached")
    explorer.settle()
    page.keyboard.press("?")
    dialog.wait_for()
    assert_sound(explorer)
