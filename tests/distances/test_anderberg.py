"""Anderberg's similarity of rows: by sums over the columns, values never seen, what it rests on."""

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.distances.anderberg import Anderberg


def by_hand(frame, x, y):
    text, match, differ = frame.fillna("(missing)"), 0.0, 0.0
    for column in text:
        v, p = text[column].nunique(), text[column].value_counts(normalize=True)
        a, b = text.loc[x, column], text.loc[y, column]
        if a == b:
            match += 2 / (v * (v + 1)) / p[a] ** 2
        else:
            differ += 1 / (v * (v + 1)) / (p[a] * p[b])
    return 1 - match / (match + differ)


def test_a_column_of_4_3_2_and_1_rows_beside_one_of_two_halves():
    frame = pd.DataFrame({"a": [*"ppppqqqrrs"], "b": [*"xyxyxyxyxy"]})
    D = Anderberg().fit(frame).object_distances_.between(catviz.CategoricalTable.from_pandas(frame))
    # rows 1 and 5 differ in a (p .4, q .3) and agree in b (.5): B = 1/20/.12, A = 2/6/.25
    assert D[0, 4] == pytest.approx((1 / 2.4) / (1 / 2.4 + 4 / 3), abs=1e-12)
    assert D[0, 2] == 0 and D[0, 5] == 1


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", range(2))
def test_every_pair_of_rows(seed):
    frame = dependent_frame(25, (3, 4, 2, 5), seed=seed, missing=0.05)
    D = Anderberg().fit(frame).object_distances_.between(catviz.CategoricalTable.from_pandas(frame))
    expected = [[by_hand(frame, x, y) for y in frame.index] for x in frame.index]
    np.testing.assert_allclose(D, expected, atol=1e-12)


def test_a_value_never_seen_counts_as_one_row():
    frame = pd.DataFrame({"a": [*"ppppqqqrrs"], "b": [*"xyxyxyxyxy"]})
    m = Anderberg().fit(frame)
    new = catviz.CategoricalTable.from_pandas(pd.DataFrame({"a": ["s", "t", "t"], "b": ["x", "x", "x"]}))
    D = m.object_distances_.between(new)
    assert D[0, 1] == pytest.approx((1 / 20 / 0.01) / (1 / 20 / 0.01 + 4 / 3)) and D[1, 2] == 0
