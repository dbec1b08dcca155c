"""The bars beside the map: how many of the chosen rows have each value, and rows chosen by a click on one."""

import re

import numpy as np
import pytest
from gestures import POINTS, assert_sound
from scripted import run, spec, stated, words
from test_rows import array, carrying, pick, value_ids

import catviz
from catviz.ui.map.values_beside import BARS, VALUES

_LINE = """words => {
  const plot = document.querySelector('[class*="st-key-bars-"] .js-plotly-plot');
  const lines = plot._fullData.findLast(t => t.type === 'bar'), {xaxis, yaxis} = plot._fullLayout;
  const i = Array.from(lines.hovertext).findIndex(t => t.startsWith(words)), box = plot.getBoundingClientRect();
  return {x: box.left + xaxis._offset + xaxis.l2p(lines.base[i] + 0.05),
          y: box.top + yaxis._offset + yaxis.l2p(lines.y[i])};
}"""


def bars(at):
    """Lengths of the bars of all rows and of the chosen ones, and the numbers of their values."""
    found = [spec(at, i)["data"] for i in range(len(at.get("plotly_chart")))]
    *both, lines = next(own for own in ([t for t in s if t["type"] == "bar"] for s in found) if own)
    return [array(bar["x"]) for bar in both], array(lines["customdata"]).astype(int)


@pytest.mark.parametrize("data", ("voting", "zoo"))
def test_the_bars_count_the_chosen_rows_with_each_value(data):
    at = run("map", data=data)
    assert len(bars(at)[0]) == 1
    table = catviz.load_dataset(data)
    distinct, inverse = table.unique_rows()
    chosen = range(0, len(distinct), 3)
    pick(at, "rows", set(chosen), "map")
    (all_rows, of_chosen), ids = bars(at)
    frame, here = table.to_pandas().astype(object), np.isin(inverse, list(chosen))
    values = [catviz.count(table).values[i] for i in ids]
    has = np.array(
        [frame[column].isna() if value == "(missing)" else frame[column] == value for column, value in values]
    )
    scale = all_rows[0] / has[0].sum()
    assert np.allclose(all_rows, scale * has.sum(axis=1))
    assert np.allclose(of_chosen, scale * has[:, here].sum(axis=1)) and 0 < here.sum() < len(here)


def test_a_value_picked_while_nothing_is_chosen_is_tested_and_one_added_in_sight_of_counts_is_not():
    at = run("map", data="voting")
    first, second = value_ids("voting", ("crime", "no"), ("immigration", "yes"))
    at.session_state["_selection-map"][-1].pick(VALUES, [first], light=True)
    assert stated(at.run(), "Dark", "significant", "Grey", "Not tested: crime")
    at.session_state["_selection-map"][-1].pick(VALUES, [first, second], BARS, light=True)
    assert stated(at.run(), "Dark", "|v|", "not a test") and "significant (q" not in words(at)


@pytest.mark.tour
def test_rows_are_chosen_by_clicks_on_values(explorer):
    explorer.goto("map", data="zoo")
    explorer.settle()

    def click(words, *keys):
        at = explorer.page.evaluate(_LINE, words)
        for key in keys:
            explorer.page.keyboard.down(key)
        explorer.page.mouse.click(at["x"], at["y"])
        for key in keys:
            explorer.page.keyboard.up(key)

    def wait_for(distinct):
        table = catviz.load_dataset("zoo")
        n = int(np.isin(table.unique_rows()[1], list(distinct)).sum())
        explorer.wait_for(re.compile(rf"^{n} rows? chosen"))
        explorer.settle()
        assert_sound(explorer)

    click("milk = yes")
    wait_for(carrying("zoo", milk=["yes"]))
    assert "on%3Amap" not in explorer.page.url, "a value picked by counts of all rows is not tested"
    click("aquatic = yes", "Shift")
    wait_for(carrying("zoo", milk=["yes"], aquatic=["yes"]))
    assert "on%3Amap" in explorer.page.url
    click("hair = no")
    wait_for(carrying("zoo", hair=["no"]))
    explorer.press("Clear")
    explorer.wait_for("No row chosen")


_UNLIT = """selector => {
  const plot = document.querySelector(`[class*="st-key-${selector}-"] .js-plotly-plot`);
  const marks = [...plot.querySelectorAll('.point')].filter(mark => mark.classList.contains('unlit'));
  return marks.map(mark => Number(mark.closest('.trace').__data__[0].trace.customdata[mark.__data__.i]));
}"""
_ANY_UNLIT = "wanted => Boolean(document.querySelector('.point.unlit')) === wanted"


def test_a_value_pointed_at_lights_its_rows_and_a_row_its_values(explorer):
    explorer.goto("map", data="zoo")
    explorer.settle()
    page, table = explorer.page, catviz.load_dataset("zoo")
    distinct, values = table.unique_rows()[0].to_pandas().astype(object), catviz.count(table).values
    at = page.evaluate(_LINE, "milk = yes")
    page.mouse.move(at["x"], at["y"])
    page.wait_for_function(_ANY_UNLIT, arg=True)
    assert set(page.evaluate(_UNLIT, "map")) == set(range(len(distinct))) - carrying("zoo", milk=["yes"])
    assert not page.evaluate(_UNLIT, "bars")
    page.mouse.move(2, 2)
    page.wait_for_function(_ANY_UNLIT, arg=False)
    point = min(page.evaluate(POINTS, 0), key=lambda p: p["y"])
    page.mouse.move(point["x"], point["y"])
    page.wait_for_function(_ANY_UNLIT, arg=True)
    row = distinct.iloc[point["id"]]
    assert set(page.evaluate(_UNLIT, "bars")) == {i for i, (name, value) in enumerate(values) if row[name] != value}
    assert not page.evaluate(_UNLIT, "map")


_WATCHED = """() => {
  const animate = Element.prototype.animate;
  window.glides = [];
  Element.prototype.animate = function (frames, how) {
    const ids = this.matches('path.point') && this.closest('.trace').__data__[0].trace.customdata;
    if (ids) window.glides.push([Number(ids[this.__data__.i]), ...frames[0].translate.split(' ').map(parseFloat)]);
    return animate.call(this, frames, how);
  };
}"""


@pytest.mark.tour
def test_points_glide_to_another_map(explorer):
    explorer.page.emulate_media(reduced_motion="no-preference")
    explorer.goto("map", data="zoo")
    explorer.settle()
    explorer.page.evaluate(_WATCHED)
    before = {p["id"]: p for p in explorer.page.evaluate(POINTS, 0)}
    explorer.segment("Map", "PCA")
    explorer.page.wait_for_function("() => window.glides.length")
    after = {p["id"]: p for p in explorer.page.evaluate(POINTS, 0)}
    shifts = {i: (before[i]["x"] - p["x"], before[i]["y"] - p["y"]) for i, p in after.items() if i in before}
    moved = {i: shift for i, shift in shifts.items() if np.hypot(*shift) > 1}
    found = {i: shift for i, *shift in explorer.page.evaluate("glides")}
    assert found.keys() == moved.keys() and len(found) > 20
    # the numbers along an axis can move the whole plot a little when they get their letters
    apart = np.array([found[i] for i in moved]) - list(moved.values())
    assert (np.ptp(apart, axis=0) < 1).all() and np.abs(apart).max() < 10 < np.abs([*moved.values()]).max()
