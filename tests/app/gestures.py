"""What a user does on a page, by mouse, and what the page shows then: for tests in a real browser."""

import re

from driver import PAGES

from catviz.ui.map.chosen import LISTED

TITLES = {page: page.title() for page in PAGES}
FILE_BOX = "Your own table"

POINTS = """nth => {
  const plot = [...document.querySelectorAll('[data-testid="stPlotlyChart"] .js-plotly-plot')][nth];
  const {xaxis, yaxis} = plot._fullLayout, box = plot.getBoundingClientRect();
  return plot._fullData.filter(t => t.customdata && t.x).flatMap(t => Array.from(t.x, (x, i) => ({
    x: box.left + xaxis._offset + xaxis.l2p(x), y: box.top + yaxis._offset + yaxis.l2p(t.y[i]),
    id: t.customdata[i], words: (t.hovertext || [])[i] || ''})));
}"""
FRAME = """nth => {
  const plot = [...document.querySelectorAll('[data-testid="stPlotlyChart"] .js-plotly-plot')][nth];
  const {xaxis, yaxis} = plot._fullLayout, box = plot.getBoundingClientRect();
  return {left: box.left + xaxis._offset, right: box.left + xaxis._offset + xaxis._length,
          top: box.top + yaxis._offset, bottom: box.top + yaxis._offset + yaxis._length};
}"""
LIT = """nth => {
  const plot = [...document.querySelectorAll('[data-testid="stPlotlyChart"] .js-plotly-plot')][nth];
  const traces = plot._fullData.filter(t => t.customdata);
  return {chosen: traces.some(t => t.selectedpoints !== undefined),
          ids: traces.flatMap(t => Array.from(t.selectedpoints || [], i => t.customdata[i])),
          colours: traces.flatMap(t => Array.isArray(t.marker.color) ? t.marker.color : [])};
}"""
INJECTED = """() => [...document.querySelectorAll('[id^=injected], img[src*=injected], [onerror], a[href*=injected]')]
  .filter(e => !(e.getAttribute('href') || '').startsWith('#')).map(e => e.outerHTML.slice(0, 200))"""
TABLE = '[data-testid="stMain"] [data-testid="stDataFrame"]'


def rows_of(points):
    """How many rows stand at the points, as their hover says."""
    return sum(int(re.search(r"([\d,]+) rows?$", point["words"])[1].replace(",", "")) for point in points)


def gap(numbers):
    """The middle of the widest gap between neighbours in the middle half."""
    ordered = sorted(set(numbers))
    middle = ordered[len(ordered) // 4 : 3 * len(ordered) // 4 + 2]
    low, high = max(zip(middle, middle[1:], strict=False), key=lambda pair: pair[1] - pair[0])
    assert high - low > 0.5, "no gap to draw through"
    return (low + high) / 2


def lasso_left(explorer, chart):
    """Draw a loop around the points left of a gap; returns them."""
    explorer.page.locator('[data-testid="stPlotlyChart"]').nth(chart).scroll_into_view_if_needed()
    points, frame = explorer.page.evaluate(POINTS, chart), explorer.page.evaluate(FRAME, chart)
    x = gap([point["x"] for point in points])
    corners = [
        (x, frame["top"] + 2),
        (frame["left"] + 2, frame["top"] + 2),
        (frame["left"] + 2, frame["bottom"] - 2),
        (x, frame["bottom"] - 2),
        (x, frame["top"] + 3),
    ]
    mouse = explorer.page.mouse
    mouse.move(*corners[0])
    mouse.down()
    for corner in corners[1:]:
        mouse.move(*corner, steps=12)
    mouse.up()
    return [p for p in points if frame["left"] + 2 < p["x"] < x and frame["top"] + 2 < p["y"] < frame["bottom"] - 2]


def assert_listed(explorer, n):
    """The table at the end of the page has a header and a line for each of n rows, up to the limit."""
    table = explorer.page.locator(TABLE).last
    table.scroll_into_view_if_needed()
    grid = table.locator("[role=grid]")
    grid.wait_for(state="attached")
    assert int(grid.get_attribute("aria-rowcount")) == min(n, LISTED) + 1


def assert_sound(explorer):
    assert not explorer.exceptions(), explorer.exceptions()
    assert not explorer.errors(), explorer.errors()
    assert not explorer.overflow(), f"{explorer.page.url} scrolls sideways: {explorer.overflow()}"
    blank = [c for c in explorer.charts() if c["blank"]]
    assert not blank, blank


def assert_shows_something(explorer):
    explorer.finish()
    assert_sound(explorer)
    assert explorer.charts() or explorer.nothing_to_draw() or explorer.alerts()
