"""The bars of values beside a map: their lengths are counts, and the columns drawn are those that weigh most."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.plots.colours import HIGHLIGHT, LIGHT
from catviz.plots.value_bars import MOST_VALUES, value_bars

ZOO = catviz.load_dataset("zoo")
FRAME = ZOO.to_pandas()[list(ZOO.attributes)].astype(str)
MAMMALS = np.asarray(ZOO.target == "mammal")
#: Ids are no positions.
FIRST_ID = 100


def contrasts_of(frame, chosen):
    """Counts and shares of every value, among all rows and among the chosen ones."""
    lines = []
    for name in frame:
        for value in sorted(set(frame[name])):
            here = (frame[name] == value).to_numpy()
            n = (here & chosen).sum()
            lines.append((name, value, n, n / max(chosen.sum(), 1), here.mean()))
    return pd.DataFrame(lines, columns=["attribute", "value", "count", "share", "share_all"])


def drawn(contrasts, n_rows, picked=()):
    """The bars, the places of the values drawn, how many columns these are of, and the figure."""
    ids = np.arange(len(contrasts)) + FIRST_ID
    figure = value_bars(contrasts, n_rows, ids, np.isin(ids, picked), LIGHT)
    *bars, pointed_at = [trace for trace in figure.data if trace.type == "bar"]
    assert all(np.array_equal(bar.y, pointed_at.y) for bar in bars), "what is pointed at is not the bar"
    at = pointed_at.customdata - FIRST_ID
    return bars, at, contrasts["attribute"].iloc[at].nunique(), figure


def named(figure, words):
    """Whether a text of the figure says this."""
    return any(words in str(text) for trace in figure.data if trace.type == "scatter" for text in trace.text)


@pytest.mark.parametrize("chosen", (MAMMALS, ~MAMMALS, MAMMALS & False), ids=("mammals", "others", "none"))
def test_lengths_are_counts_on_one_scale(chosen):
    contrasts = contrasts_of(FRAME, chosen)
    bars, at, n_columns, _ = drawn(contrasts, len(FRAME))
    assert n_columns == FRAME.shape[1] and len(bars) == 1 + chosen.any()
    lengths = np.array([bar.x for bar in bars])
    scale = lengths[0] / (contrasts["share_all"].to_numpy()[at] * len(FRAME))
    assert np.allclose(scale, scale[0])
    if chosen.any():
        assert bars[1].marker.color == HIGHLIGHT
        assert np.allclose(lengths[1] / scale[0], contrasts["count"].to_numpy()[at])


def test_a_line_never_lies_on_another():
    bars, at, _, figure = drawn(contrasts_of(FRAME, MAMMALS), len(FRAME))
    assert len(set(zip(bars[0].base, bars[0].y, strict=True))) == len(at)
    assert max(bars[0].y) < figure.layout.yaxis.range[0]
    assert max(np.add(bars[0].base, bars[0].x)) <= figure.layout.xaxis.range[1]


def test_columns_whose_values_are_most_even_are_drawn_in_the_order_of_the_table_and_a_picked_one_always():
    rows = np.arange(50)
    frame = pd.DataFrame({f"c{j:02}": np.where(rows < j % 25, "a", "b") for j in range(1, 60) if j % 25})
    contrasts = contrasts_of(frame, rows < 9)
    _, at, n_columns, figure = drawn(contrasts, 50)
    rarest = pd.Series({name: frame[name].eq("a").sum() for name in frame})
    shown = contrasts["attribute"].iloc[at].unique().tolist()
    assert len(shown) == n_columns and 10 < n_columns < 50
    assert rarest[shown].min() >= rarest.drop(shown).max() and shown == sorted(shown)
    assert not named(figure, "c01")
    bars, at, _, figure = drawn(contrasts, 50, picked=[FIRST_ID + 1])
    assert at[np.array(bars[0].marker.line.width) > 0].tolist() == [1]
    assert named(figure, "c01")


def test_a_column_with_hundreds_of_rare_values_does_not_push_others_out():
    names = {"name": [f"n{i:03}" for i in range(400)]}
    frame = pd.DataFrame(names | {f"c{j:02}": np.where(np.arange(400) % 2, "a", "b") for j in range(40)})
    contrasts = contrasts_of(frame, np.zeros(400, dtype=bool))
    _, at, _, _ = drawn(contrasts, 400)
    assert "name" not in contrasts["attribute"].iloc[at].tolist()


def test_values_that_are_not_drawn_are_counted_and_a_picked_one_is_drawn():
    values = [f"v{i:02}" for i in range(12) for _ in range(12 - i)]
    contrasts = contrasts_of(pd.DataFrame({"x": values}), np.zeros(len(values), dtype=bool))
    _, at, _, figure = drawn(contrasts, len(values))
    assert at.tolist() == list(range(MOST_VALUES))
    assert named(figure, f"{12 - MOST_VALUES} others")
    _, at, _, _ = drawn(contrasts, len(values), picked=[FIRST_ID + 11])
    assert 11 in at and len(at) == MOST_VALUES


def test_weighted_rows_are_counted_by_weight():
    lines = [("x", "a", 2.5, 1.0, 0.75), ("x", "b", 0.0, 0.0, 0.25)]
    contrasts = pd.DataFrame(lines, columns=["attribute", "value", "count", "share", "share_all"])
    bars, _, _, figure = drawn(contrasts, 10.0)
    assert np.isclose(bars[1].x[0] / bars[0].x[0], 2.5 / 7.5)
    words = next(trace.hovertext for trace in figure.data if trace.hovertext is not None)[0]
    assert "7.5 of 10" in words and "(2.5)" in words
