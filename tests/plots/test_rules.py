"""Rules drawn: bars add up to the rows, and are as long as the rules say."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.plots.clusters import cluster_name
from catviz.plots.colours import LIGHT, hues


@pytest.mark.parametrize(("data", "k"), [("zoo", 7), ("voting", 2)])
def test_bars_are_the_rows_of_rules_and_those_of_their_cluster(data, k):
    table = catviz.load_dataset(data)
    labels = catviz.KModes(k, random_state=0).fit(table).labels_ + 1
    found = catviz.rules(table, labels)
    right, others = catviz.plots.cluster_rules(found.rules).data
    followed = pd.Series(found.predict(table))
    assert sum(right.x) + sum(others.x) == len(table)
    assert sum(right.x) == (followed.to_numpy() == labels).sum()
    rows = np.add(right.x, others.x)
    assert sorted(rows) == sorted(found.rules["rows"])
    assert [f"{r:,.0f} of {n:,.0f}" for r, n in zip(right.x, rows, strict=True)] == list(others.text)


def test_rules_of_a_cluster_stand_together_in_its_colour_the_largest_first():
    table = catviz.load_dataset("mushroom")
    found = catviz.rules(table, catviz.KModes(2, random_state=0).fit(table).labels_ + 1)
    figure = catviz.plots.cluster_rules(found.rules, names={2: "the second"})
    called = [name.removeprefix("<b>").removesuffix("</b>") for name in figure.layout.yaxis.ticktext]
    largest = found.rules.loc[found.rules["label_rows"].idxmax(), "label"]
    expected = [largest] * (found.rules["label"] == largest).sum()
    expected += [3 - largest] * (found.rules["label"] != largest).sum()
    names = {1: "cluster 1", 2: "the second"}
    assert called == [names[number] for number in expected]
    inks = hues([names[1], names[2]], LIGHT)
    assert list(figure.data[0].marker.color) == [inks[name] for name in called]


def test_of_many_rules_those_of_most_rows_are_drawn_and_long_ones_are_cut():
    rows = np.arange(20, 0, -1)
    rule = ", ".join(f"a{i} ≠ <b>value</b>" for i in range(30))
    frame = pd.DataFrame({"rule": rule, "label": 1, "rows": rows, "right": rows, "share": 1.0, "label_rows": 210})
    figure = catviz.plots.cluster_rules(frame, most=5)
    assert list(figure.data[0].x) == [20, 19, 18, 17, 16]
    text = figure.layout.annotations[0].text
    assert text.endswith("…") and text.count("<br>") == 3 and "<b>" not in text
    assert cluster_name(1) in figure.layout.yaxis.ticktext[0]
