"""Values along the first axis of their column: names, scale and marks of values further out."""

from itertools import combinations

import numpy as np
import pytest

import catviz
from catviz.plots.colours import HIGHLIGHT, LIGHT
from catviz.plots.lanes import _named_along
from catviz.plots.order_chart import OrderLane, _placed_labels

#: Width of the lanes on a phone, of a letter of a name, and the height of its letters, in pixels.
NARROW, LETTER, LINE = 430, 5.3, 11
ADM = catviz.AhmadDey().fit(catviz.load_dataset("mushroom"))


def test_values_at_one_place_are_named_together_and_the_chosen_column_has_names_on_both_sides():
    figure = catviz.plots.value_axes(ADM, ["cap_color", "odor", "ring_type"], chosen="odor")
    [odor] = [trace for trace in figure.data if trace.marker.color == HIGHLIGHT]
    names = {name for text in odor.text for name in text.split(", ") if name}
    assert names == set(ADM.counts_.codebook.labels[ADM.counts_.codebook.position("odor")])
    assert "almond, anise" in odor.text or "anise, almond" in odor.text
    assert {side.split()[0] for side in odor.textposition} == {"top", "bottom"}


def test_one_method_has_a_scale_and_arrows_are_explained():
    one, two = catviz.plots.value_axes(ADM), catviz.plots.value_axes({"a": ADM, "b": ADM})
    triangles = any("triangle" in str(symbol) for trace in one.data for symbol in np.ravel(trace.marker.symbol))
    assert triangles and "triangles: " in one.layout.xaxis.title.text
    assert one.layout.xaxis.showticklabels and not two.layout.xaxis.showticklabels
    drawn = np.concatenate([trace.x for trace in one.data])
    assert drawn.min() >= one.layout.xaxis.range[0] and drawn.max() <= one.layout.xaxis.range[1]


def test_names_of_one_place_are_counted_from_the_fourth_on():
    values = ["a", "b", "c", "d", "e"]
    named = _named_along(np.array([0.5, 0.5, 0.5, 0.501, 0.9]), np.array([5, 4, 3, 2, 1]), values, ("top center",))
    assert named == {0: ("a, b, c +1", "top center"), 4: ("e", "top center")}
    ends = _named_along(np.array([0.0, 0.0, 1.0, 1.0]), np.ones(4), ["a" * 9] * 4, ("top center",))
    assert {i: side for i, (_, side) in ends.items()} == {0: "top right", 2: "top left"}
    beside = _named_along(np.array([0.5, 0.59]), np.array([2, 1]), ["a" * 9] * 2, ("top center",))
    assert list(beside) == [0, 1] and beside[1][1] == "top right"
    assert list(_named_along(np.array([0.5, 0.57, 0.66]), np.array([3, 2, 1]), ["a" * 9] * 3, ("top center",))) == [
        0,
        2,
    ]


@pytest.mark.parametrize("data", ["mushroom", "voting", "zoo", "breast_cancer_ljubljana"])
@pytest.mark.parametrize("two", [False, True])
def test_no_name_of_a_value_covers_another_one_on_a_narrow_screen(data, two):
    adm = catviz.AhmadDey().fit(catviz.load_dataset(data))
    figure = catviz.plots.value_axes({"a": adm, "b": adm} if two else adm)
    across = NARROW / np.ptp(figure.layout.xaxis.range)
    down = (figure.layout.height - 126) / abs(np.ptp(figure.layout.yaxis.range))
    boxes = [
        box(across * x, down * y, text, side, size / 2)
        for trace in figure.data
        if trace.text is not None
        for x, y, text, side, size in zip(
            trace.x, trace.y, trace.text, trace.textposition, trace.marker.size, strict=True
        )
        if text
    ]
    assert len(boxes) > 20
    for (one, *a), (other, *b) in combinations(boxes, 2):
        apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
        assert apart, f"{one} and {other}"


def box(x, y, text, side, radius):
    """A name, and its left, right, upper and lower edge in pixels."""
    wide, (where, turn) = LETTER * len(text), side.split()
    left = x - {"center": wide / 2, "left": wide, "right": 0}[turn]
    top = y - radius - LINE if where == "top" else y + radius
    return text, left, left + wide, top, top + LINE


def test_marks_of_declared_and_learned_orders_are_in_the_key():
    breast = catviz.AhmadDey().fit(catviz.load_dataset("breast_cancer_ljubljana"))
    drawn = catviz.plots.orders(breast, ["inv_nodes", "breast_quad"])
    key = [trace.name for trace in drawn.data if trace.showlegend is not False]
    marks = ["declared", "as declared", "other place", "none declared"]
    assert drawn.layout.showlegend and key == marks
    grey = [trace.marker.color for trace in drawn.data if trace.hovertext and trace.mode == "markers"][-1]
    assert set(grey) == {LIGHT.faint}, "no order of breast_quad is declared"
    assert not catviz.plots.orders(ADM, "odor").layout.showlegend


def test_every_value_of_a_lane_is_named_or_the_names_are_thinned_evenly():
    for n in (11, 90):
        places = np.linspace(0, 1, n)
        labels = tuple(f"{number:.2f}-{number + 5:.2f}" for number in np.arange(n) * 5.0)
        lane = OrderLane("x", labels, np.ones(n), np.arange(n), None, places)
        named = np.array([i for i, *_ in _placed_labels(lane)])
        steps = set(np.diff(named).tolist())
        assert len(steps) == 1 and (steps == {1}) == (n == 11)
