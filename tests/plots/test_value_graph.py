"""The graph of values: nodes have room, and no name or length covers another one."""

import re
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.plots.colours import LIGHT
from catviz.plots.value_graph import SIZE, moved_apart, stations_of, value_graph

#: Width of a letter and height of a line, in sizes of letters, in the font of the figures.
_LETTER, _LINE = 0.5, 1.1


def texts(made):
    """(name, left, right, low, high) of every name and length, in pixels of the figure that was asked for."""
    nodes = made.data[-1]
    boxes = []
    for text, x, y, side, font, size in zip(
        nodes.text, nodes.x, nodes.y, nodes.textposition, nodes.textfont.size, nodes.marker.size, strict=True
    ):
        if text:
            word = re.sub(r"</?b>", "", text)
            wide, high, away = _LETTER * font * len(word), _LINE * font, size / 2
            to = {"top": (0, 1), "bottom": (0, -1), "middle": (0, 0)}[side.split()[0]]
            to = {"left": (-1, 0), "right": (1, 0)}.get(side.split()[1], to)
            x, y = x + to[0] * (wide / 2 + away), y + to[1] * (high / 2 + away)
            boxes.append((word, x - wide / 2, x + wide / 2, y - high / 2, y + high / 2))
    for note in made.layout.annotations:
        wide, high = _LETTER * note.font.size * len(note.text), _LINE * note.font.size
        boxes.append((note.text, note.x - wide / 2, note.x + wide / 2, note.y - high / 2, note.y + high / 2))
    return boxes


def overlapping(boxes):
    return [
        (a[0], b[0]) for a, b in combinations(boxes, 2) if a[1] < b[2] and b[1] < a[2] and a[3] < b[4] and b[3] < a[4]
    ]


def graph_of(data, pair, base="cosine", **options):
    model = catviz.MTDLE(bases=[base]).fit(catviz.load_dataset(data))
    column, a, b = pair
    found, path = model.paths_[base], model.explain(column, a, b).paths[base]
    embedded = model.geometry_.embed()
    at = {value: place for value, place in zip(embedded.codebook.values, np.vstack(embedded.coordinates), strict=True)}
    places = np.array([at[value][:2] for value in found.values])
    points = moved_apart(places, found.values, column, stations_of(path))
    return value_graph(points, found.values, found.edges(), path, column, LIGHT, "", **options), path


PAIRS = [
    ("toy_cos", ("a1", "A1", "A4")),
    ("mushroom", ("odor", "foul", "none")),
    ("mushroom", ("odor", "almond", "musty")),
    ("zoo", ("legs", "0", "8")),
    ("voting", ("crime", "no", "yes")),
]


@pytest.mark.filterwarnings("ignore:a map can only approximate")
@pytest.mark.parametrize(("data", "pair"), PAIRS)
def test_no_name_covers_another_one_and_the_path_is_named_with_its_lengths(data, pair):
    made, path = graph_of(data, pair)
    boxes = texts(made)
    assert not overlapping(boxes)
    bold = [text for text in made.data[-1].text if text.startswith("<b>")]
    assert len(bold) == len(stations_of(path)), "all values on the path are named"
    assert len(made.layout.annotations) == len(path), "all lengths of the path are printed"
    lefts, rights = min(box[1] for box in boxes), max(box[2] for box in boxes)
    assert lefts >= 0 and rights <= SIZE[0], "names stay within the figure"


@pytest.mark.filterwarnings("ignore:a map can only approximate")
def test_all_values_of_a_small_graph_are_named_and_those_of_a_large_one_thinned():
    small, _ = graph_of("toy_cos", ("a1", "A1", "A3"))
    assert all(small.data[-1].text)
    assert "<b>a2: B1</b>" in small.data[-1].text
    large, _ = graph_of("mushroom", ("odor", "foul", "none"))
    named = [text for text in large.data[-1].text if text]
    assert 3 <= len(named) <= 11, "of the other columns only the values on the path"
    assert all(large.data[-1].hovertext)


def test_nodes_at_one_place_move_apart_and_stay_in_the_figure():
    values = [("a", str(i)) for i in range(9)]
    points = moved_apart(np.zeros((9, 2)), values, "a", values[:2])
    far = [np.linalg.norm(points[i] - points[j]) for i, j in combinations(range(9), 2)]
    assert min(far) > 20 and np.linalg.norm(points[0] - points[1]) > 60
    assert (points >= 0).all() and (points <= SIZE).all()
    assert np.array_equal(points, moved_apart(np.zeros((9, 2)), values, "a", values[:2]))


def test_a_graph_in_full_prints_every_length_once_and_no_column():
    made, path = graph_of("toy_cos", ("a1", "A1", "A3"), in_full=True)
    assert len(made.layout.annotations) <= 16 and not any(":" in text for text in made.data[-1].text)
    assert isinstance(path, pd.DataFrame) and not overlapping(texts(made))
