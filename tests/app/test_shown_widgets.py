"""Showing a widget changes nothing: popovers, expanders and tabs of every page are opened, and choices compared."""

import pytest
from driver import PAGES

import catviz
from catviz.ui.inside import WALKS
from catviz.ui.labels import OPTIONS
from catviz.ui.state.controls import has_parameters

#: Kind, label and value of all widgets in sight, and the link to copy.
_WIDGETS = """() => {
  const seen = [], shown = e => e.checkVisibility() && !e.closest('[data-stale="true"]');
  const label = e => (e.querySelector('[data-testid="stWidgetLabel"]')?.innerText || '').trim();
  const each = (kind, value) => document.querySelectorAll(`[data-testid="${kind}"]`).forEach(e => {
    if (shown(e)) seen.push([kind, label(e) || e.getAttribute('aria-label') || '', value(e)]);
  });
  const texts = (e, where) => [...e.querySelectorAll(where)].map(part => part.innerText.trim()).join(' | ');
  each('stSelectbox', e => e.querySelector('input').value);
  each('stMultiSelect', e => texts(e, '[data-tag]'));
  each('stNumberInput', e => e.querySelector('input').value);
  each('stSlider', e => [...e.querySelectorAll('input')].map(end => end.value).join());
  each('stButtonGroup', e => texts(e, '[aria-checked="true"], [aria-pressed="true"]'));
  each('stCheckbox', e => String(e.querySelector('input').checked));
  each('stTextInput', e => e.querySelector('input').value);
  each('stTextArea', e => e.querySelector('textarea').value);
  document.querySelectorAll('[data-testid="stPopoverBody"] code').forEach(e => {
    const [path, query] = e.innerText.replaceAll('\\n', '').split('?');
    seen.push(['link', '', query ? query.split('&').sort().join(' ') : path]);
  });
  return seen;
}"""
LINK = "Copy link"
POPOVERS = '[data-testid="stPopover"] button'


#: Choices with which a page has little to compute.
SMALL = {"predict": {"data": "zoo", "splits": "2"}, "map": {"data": "zoo"}}


class Looker:
    """Someone who opens whatever can be opened on a page, and changes nothing."""

    def __init__(self, explorer):
        self.explorer, self.page = explorer, explorer.page

    def all(self) -> dict[str, list]:
        """What every widget of the page holds, by what had to be opened to see it."""
        found = {}
        self._unfold(self.page.locator("body"))
        found["in sight"] = self._widgets()
        for tab in self.page.get_by_role("tab").all():
            tab.click()
            self.explorer.settle(0.05)
            found[f"tab {tab.inner_text()}"] = self._widgets()
        for number, opener in enumerate(self.page.locator(POPOVERS).all()):
            if opener.is_visible():
                name = opener.locator('[data-testid="stMarkdownContainer"]').first.inner_text()
                found[f"popover {number} {name}"] = self.within(name)
        return found

    def within(self, name: str) -> list:
        """What the widgets in a popover hold, which is opened and closed again."""
        self.page.locator(POPOVERS).filter(has_text=name).first.click()
        body = self.page.locator('[data-testid="stPopoverBody"]')
        body.wait_for()
        self._unfold(body)
        found = self._widgets()
        self.page.keyboard.press("Escape")
        body.wait_for(state="detached")
        return found

    def rerun(self) -> None:
        """Run the page again, as any choice does: the browser sends what its widgets hold."""
        self.page.locator("body").press("r")
        self.explorer.settle()

    def address(self) -> list[str]:
        """Page and choices in the address bar."""
        path, _, query = self.page.url.partition("?")
        return [path, *sorted(query.split("&"))]

    def _unfold(self, part) -> None:
        for fold in part.locator("details:not([open]) > summary").element_handles():
            if fold.is_visible():
                fold.click()
        self.explorer.settle(0.05)

    def _widgets(self) -> list:
        return sorted(self.page.evaluate(_WIDGETS))


def differences(first, now):
    """What is held otherwise than before, by what had to be opened to see it."""
    each = {opened: (first.get(opened, []), now.get(opened, [])) for opened in first | now}
    return {
        opened: ([w for w in then if w not in held], [w for w in held if w not in then])
        for opened, (then, held) in each.items()
        if then != held
    }


def assert_nothing_changes(explorer, *, reach):
    """Widgets and address stay as they were first seen: after reruns, and however the page is reached again."""
    looker = Looker(explorer)
    explorer.finish()
    first, address = looker.all(), looker.address()
    assert any(first.values())
    for again in (lambda: None, *reach):
        again()
        looker.rerun()
        assert looker.address() == address
        assert not differences(first, looker.all())
        looker.rerun()
        assert looker.address() == address
        assert looker.within(LINK) == first[next(opened for opened in first if LINK in opened)]


@pytest.mark.tour
@pytest.mark.parametrize("page", PAGES)
def test_opening_whatever_a_page_has_changes_neither_a_choice_nor_the_address(explorer, page):
    other = "values" if page != "values" else "map"

    def by_sidebar():
        explorer.click_page(other.capitalize())
        explorer.click_page(page.capitalize())

    explorer.goto(page, **SMALL.get(page, {}))
    assert_nothing_changes(explorer, reach=[lambda: explorer.open(explorer.page.url), by_sidebar])


WITH_OPTIONS = [m.name for m in catviz.registry.methods() if m.has_values and has_parameters(m)]


#: Those that can be chosen on Clusters and Rows: some learn clusters alone.
CLUSTERING = [m.name for m in catviz.registry.methods() if (m.has_values or m.clusters_rows) and has_parameters(m)]
ON_PAGES = {
    "values": WITH_OPTIONS,
    "inside": [name for name in WALKS if name in WITH_OPTIONS],
    "clusters": CLUSTERING,
    "map": [name for name in CLUSTERING if name != "MCA"],  # beside the map of that name it has no options
}


@pytest.mark.tour
@pytest.mark.parametrize(("page", "methods"), ON_PAGES.items())
def test_the_options_of_every_method_hold_what_is_in_use(explorer, page, methods):
    looker, first = Looker(explorer), {}
    for name in methods:
        explorer.goto(page, data="zoo", method=name)
        first[name] = looker.within(OPTIONS), looker.within(LINK)
        explorer.goto(page, data="zoo", method=name)
        looker.rerun()
        assert looker.within(OPTIONS) == first[name][0], name
        looker.rerun()
        assert (looker.within(OPTIONS), looker.within(LINK)) == first[name], name
    assert len(first) == len(methods) > 3
