"""Rows chosen in a browser: by lasso and by keyboard, in either map, listed, lit and kept."""

import re

import numpy as np
import pandas as pd
import pytest
from gestures import FRAME, POINTS, TABLE, assert_listed, assert_sound, lasso_left, rows_of
from test_rows import IN_A_PLANE, carrying, standing_out

import catviz
from catviz.plots.colours import LIGHT

_PLOT = """nth => {
  const plot = [...document.querySelectorAll('[data-testid="stPlotlyChart"] .js-plotly-plot')][nth];
  const traces = plot._fullData.filter(t => t.customdata), all = (t, part) => Array.from(t.x, (_, i) => part(t, i));
  const chosen = t => t.selectedpoints === undefined ? [] : Array.from(t.selectedpoints, i => t.customdata[i]);
  return {lit: traces.some(t => t.selectedpoints !== undefined), ids: traces.flatMap(chosen),
          all: traces.flatMap(t => Array.from(t.customdata)),
          colours: traces.flatMap(t => all(t, (t, i) => Array.isArray(t.marker.color) ? t.marker.color[i] : '')),
          outlines: plot.querySelectorAll('.selectionlayer path').length};
}"""
FIRST, SECOND = 0, 1


def shown(explorer, nth):
    return explorer.page.evaluate(_PLOT, nth)


def wait_chosen(explorer, n):
    explorer.wait_for(re.compile(rf"^{n:,} rows? chosen"))
    explorer.settle()
    assert_sound(explorer)


def downloaded(explorer):
    """The rows of the table, as the page hands them out."""
    with explorer.page.expect_download() as download:
        explorer.page.get_by_role("button", name="Download CSV").last.click()
    return pd.read_csv(download.value.path(), dtype=str, keep_default_na=False)


def rows_at(data, points):
    """The rows that stand at some points, in the table's order, as text."""
    table = catviz.load_dataset(data)
    _, inverse = table.unique_rows()
    frame = table.to_pandas().astype(object).where(lambda f: f.notna(), "")
    return frame[np.isin(inverse, list(points))].reset_index(drop=True)


def values_highlighted(explorer, nth):
    found = shown(explorer, nth)
    return {i for i, colour in zip(found["all"], found["colours"], strict=True) if colour == LIGHT.scale[0]}


@pytest.mark.tour
def test_a_lasso_picks_these_rows_lists_them_and_lights_their_values_until_they_are_cleared(explorer):
    explorer.goto("map", data="voting", **IN_A_PLANE)
    before = shown(explorer, 1)["colours"]
    drawn = lasso_left(explorer, 0)
    inside = {p["id"] for p in drawn}
    wait_chosen(explorer, rows_of(drawn))
    own = shown(explorer, 0)
    assert set(own["ids"]) == inside and own["outlines"]
    assert len(explorer.charts()) == 3, "map, profile and values"
    assert_listed(explorer, rows_of(drawn))
    listed = downloaded(explorer)
    expected = rows_at("voting", inside)
    pd.testing.assert_frame_equal(listed[expected.columns], expected, check_dtype=False)
    assert values_highlighted(explorer, 2) == standing_out("voting", inside)
    assert shown(explorer, 2)["colours"] != before, "the values did not light up"
    assert re.search(r"\d+\s% .*these rows.* \d+\s% ", explorer.text())
    near = loop_around_the_last(explorer)
    wait_chosen(explorer, rows_of(near))
    assert set(shown(explorer, 0)["ids"]) == {p["id"] for p in near}
    explorer.press("Clear")
    explorer.wait_for("No row chosen")
    explorer.settle()
    assert not explorer.page.locator(TABLE).count()
    assert shown(explorer, 1)["colours"] == before
    assert not shown(explorer, 0)["lit"]
    assert not explorer.page.locator(".selectionlayer path").count(), "the loop is still drawn"
    hide_the_first_class(explorer)


def loop_around_the_last(explorer):
    """Draw a small loop around the point furthest right; returns the points in it."""
    explorer.page.locator('[data-testid="stPlotlyChart"]').first.scroll_into_view_if_needed()
    points = explorer.page.evaluate(POINTS, 0)
    right = max(points, key=lambda p: p["x"])
    mouse, x, y = explorer.page.mouse, right["x"], right["y"]
    away = [max(abs(p["x"] - x), abs(p["y"] - y)) for p in points]
    half = max(range(8, 60), key=lambda h: min(abs(d - h) for d in away))  # the mouse moves by pixels
    assert explorer.page.evaluate(FRAME, 0)["left"] < x - half
    mouse.move(x - half, y - half)
    mouse.down()
    for corner in ((x + half, y - half), (x + half, y + half), (x - half, y + half), (x - half, y - half + 1)):
        mouse.move(*corner, steps=8)
    mouse.up()
    return [p for p, d in zip(points, away, strict=True) if d < half]


def hide_the_first_class(explorer):
    """A click in the legend hides all traces of a group."""
    explorer.page.locator(".legend .legendtoggle").first.click()
    explorer.page.wait_for_function(
        "() => document.querySelector('.js-plotly-plot')._fullData.some(t => t.visible === 'legendonly')"
    )
    seen = explorer.page.evaluate(
        "() => [...document.querySelector('.js-plotly-plot')._fullData].map(t => [t.name, t.visible])"
    )
    names = list(dict.fromkeys(name for name, _ in seen))
    assert len(names) == 2
    hidden = {name for name, visible in seen if visible == "legendonly"}
    assert len(hidden) == 1 and {visible for name, visible in seen if name in hidden} == {"legendonly"}


@pytest.mark.tour
def test_values_searched_with_the_keyboard_and_a_lasso_in_either_of_two_maps_light_both(explorer):
    explorer.goto("map", data="voting", map="PCA", second="COS", **IN_A_PLANE)
    box = explorer.page.get_by_role("combobox", name="Rows with")
    for text in ("crime = no", "immigration = yes"):
        box.press_sequentially(text, delay=20)
        explorer.page.keyboard.press("Enter")
        explorer.settle()
    expected = carrying("voting", crime=["no"], immigration=["yes"])
    wait_chosen(explorer, len(rows_at("voting", expected)))
    assert [set(shown(explorer, nth)["ids"]) for nth in (FIRST, SECOND)] == [expected, expected]
    drawn = lasso_left(explorer, SECOND)
    inside = {p["id"] for p in drawn}
    wait_chosen(explorer, rows_of(drawn))
    assert not explorer.page.locator('[data-testid="stMultiSelect"] [data-baseweb="tag"]').count()
    first, second = shown(explorer, FIRST), shown(explorer, SECOND)
    assert set(first["ids"]) == set(second["ids"]) == inside
    assert set(first["all"]) == set(second["all"])
    assert second["outlines"] and not first["outlines"]
    assert values_highlighted(explorer, 3) == standing_out("voting", inside)
    assert_listed(explorer, rows_of(drawn))
    again = lasso_left(explorer, FIRST)
    explorer.settle(1)
    wait_chosen(explorer, rows_of(again))
    first, second = shown(explorer, FIRST), shown(explorer, SECOND)
    assert set(first["ids"]) == set(second["ids"]) == {p["id"] for p in again}
    explorer.press("Clear")
    explorer.wait_for("No row chosen")
    explorer.settle()
    assert not [s for s in (shown(explorer, FIRST), shown(explorer, SECOND)) if s["lit"] or s["outlines"]]
    assert not values_highlighted(explorer, 2)


@pytest.mark.tour
def test_rows_stay_chosen_when_the_picture_changes_and_the_page_is_left(explorer):
    explorer.goto("map", data="voting")
    drawn = lasso_left(explorer, 0)
    inside = {p["id"] for p in drawn}
    wait_chosen(explorer, rows_of(drawn))
    explorer.choose("Colour", "crime")
    wait_chosen(explorer, rows_of(drawn))
    assert set(shown(explorer, 0)["ids"]) == inside
    explorer.segment("Map", "PCA")
    explorer.choose("Compare with", "COS (coupled similarity)")
    wait_chosen(explorer, rows_of(drawn))
    assert [set(shown(explorer, nth)["ids"]) for nth in (FIRST, SECOND)] == [inside, inside]
    again = lasso_left(explorer, FIRST)
    wait_chosen(explorer, rows_of(again))
    explorer.click_page("Columns")
    explorer.click_page("Map")
    wait_chosen(explorer, rows_of(again))
    assert set(shown(explorer, FIRST)["ids"]) == {p["id"] for p in again}


_LIT_ARE = """ids => {
  const traces = document.querySelector('.js-plotly-plot')?._fullData || [];
  const lit = traces.flatMap(t => Array.from(t.selectedpoints || [], i => Number(t.customdata[i])));
  return lit.sort((a, b) => a - b).join() === ids.join();
}"""
_POINTED_AT = """id => {
  const points = document.querySelector('.js-plotly-plot')._hoverdata;
  return points && Number(points[0].customdata) === id;
}"""
_FRAMED = """() => {
  const {xaxis, yaxis, dragmode} = document.querySelector('.js-plotly-plot')._fullLayout;
  return [...xaxis.range, ...yaxis.range, dragmode];
}"""


def chosen_by(explorer, act, ids):
    """Act, and see that these points are chosen, in the map and in the link."""
    act()
    explorer.page.wait_for_function(_LIT_ARE, arg=sorted(ids))
    explorer.settle()
    assert set(shown(explorer, 0)["ids"]) == set(ids)
    assert ("chosen=rows" in explorer.page.url) == bool(ids)


def test_points_are_chosen_by_click_and_by_key_and_the_zoom_is_kept(explorer):
    explorer.goto("map", data="zoo")
    page, keys = explorer.page, explorer.page.keyboard
    first, second, *_ = sorted(page.evaluate(POINTS, 0), key=lambda p: p["y"])

    def click(point, *modifiers):
        page.mouse.move(point["x"] - 2, point["y"])
        page.mouse.move(point["x"], point["y"])
        page.wait_for_function(_POINTED_AT, arg=point["id"])
        for key in modifiers:
            keys.down(key)
        page.mouse.click(point["x"], point["y"])
        for key in modifiers:
            keys.up(key)

    chosen_by(explorer, lambda: click(second), [second["id"]])
    chosen_by(explorer, lambda: click(first), [first["id"]])
    chosen_by(explorer, lambda: click(second, "Shift"), [first["id"], second["id"]])
    chosen_by(explorer, lambda: click(second, "Shift"), [first["id"]])
    line = page.get_by_role("application", name="Points of the map: MCA of 59 distinct rows")
    line.focus()
    assert "; not chosen; " in line.text_content()
    chosen_by(explorer, lambda: keys.press("Space"), [first["id"], second["id"]])
    assert "; chosen; point" in line.text_content()
    chosen_by(explorer, lambda: keys.press("Escape"), [])
    ordered = sorted(page.evaluate(POINTS, 0), key=lambda p: (p["x"], p["y"]))
    keys.press("Home")
    assert line.text_content().endswith(" 1 of 59") and "; not chosen; " in line.text_content()
    chosen_by(explorer, lambda: keys.press("Space"), [ordered[0]["id"]])
    box = [ordered[0], ordered[4]]
    low, high = (f(p["y"] for p in box) for f in (min, max))
    inside = [p["id"] for p in ordered[:5] if low <= p["y"] <= high]
    for key in ("b", *["PageDown"] * 4):
        keys.press(key)
    chosen_by(explorer, lambda: keys.press("b"), inside)
    frame = page.evaluate(FRAME, 0)
    page.mouse.move(frame["left"] + 60, frame["top"] + 60)
    page.locator('.modebar-btn[data-title="Zoom"]').first.click()
    page.mouse.move(frame["left"] + 60, frame["top"] + 60)
    whole = page.evaluate(_FRAMED)[:4]
    page.mouse.down()
    page.mouse.move(frame["left"] + 350, frame["top"] + 250, steps=6)
    page.mouse.up()
    assert explorer.until(lambda: page.evaluate(_FRAMED)[:4] != whole)
    explorer.settle()
    zoomed = page.evaluate(_FRAMED)
    explorer.choose("Colour", "legs")
    kept = page.evaluate(_FRAMED)
    wide = zoomed[1] - zoomed[0]
    assert np.allclose(kept[:4], zoomed[:4], atol=0.1 * wide) and kept[4] == zoomed[4] == "zoom"
    assert set(shown(explorer, 0)["ids"]) == set(inside)
    assert_sound(explorer)
