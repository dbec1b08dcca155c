"""The answer of Values: the nearest and the farthest pairs of values, recounted by pandas."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.table.codebook import MISSING
from catviz.words.values import similar_values


@pytest.mark.parametrize(("data", "column"), [("mushroom", "odor"), ("zoo", "legs"), ("car", "safety")])
def test_the_nearest_and_the_farthest_pairs_are_named_with_their_distances(data, column):
    frame = catviz.AhmadDey().fit(catviz.load_dataset(data)).value_distances_[column]
    above = frame.where(np.triu(np.ones(frame.shape, dtype=bool), 1)).stack()
    words = similar_values(frame)
    if np.isclose(above.min(), above.max()):
        assert words.startswith("All distances are 0:") and not above.any()
        return
    nearest, farthest = words.split(" Farthest: ")
    for said, end in ((nearest, above.min()), (farthest, above.max())):
        at_end = above[np.isclose(above, end, atol=1e-12)].index
        assert f"({end:.3g})." in said and all(f"{a} and {b}" in said for a, b in at_end[:2])
        assert (f"and {len(at_end) - 2} more pairs" in said) == (len(at_end) > 2)


def test_missing_and_values_of_few_rows_are_no_end_if_there_are_others():
    zoo = catviz.load_dataset("zoo")
    rows = zoo.to_pandas()["legs"].value_counts()
    frame = catviz.AhmadDey().fit(zoo).value_distances_["legs"]
    frequent = [value for value in frame.index if rows[value] >= 5]
    assert (
        similar_values(frame, rows)
        == similar_values(frame.loc[frequent, frequent]) + " (Of values with 5 rows or more.)"
    )
    gap = pd.DataFrame([[0, 0.3, 0.1], [0.3, 0, 0.2], [0.1, 0.2, 0]], ["a", "b", MISSING], ["a", "b", MISSING])
    assert similar_values(gap, {"a": 9, "b": 9, MISSING: 9}) == "a and b are 0.3 apart."
    assert similar_values(frame, dict.fromkeys(frame.index, 1)) == similar_values(frame)


def test_one_value_two_values_and_thousands():
    frame = pd.DataFrame([[0.0, 0.25], [0.25, 0.0]], ["a", "b"], ["a", "b"])
    assert similar_values(frame) == "a and b are 0.25 apart."
    assert similar_values(frame.iloc[:1, :1]) == "There is only one value: a."
    names = [f"v{i}" for i in range(1500)]
    many = pd.DataFrame(1.0 - np.eye(1500), names, names)
    many.iloc[0, 1] = many.iloc[1, 0] = 0.5
    more = 1500 * 1499 // 2 - 3
    assert (
        similar_values(many)
        == f"Nearest here: v0 and v1 (0.5). Farthest: v0 and v2, v0 and v3 and {more:,} more pairs (1)."
    )
