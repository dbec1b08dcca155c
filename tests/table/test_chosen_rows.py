"""Rows that are chosen: masks of every type give what a NumPy mask gives, or are refused in a sentence."""

from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import catviz
from catviz.table.chosen_rows import chosen_rows

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

N = 60
RNG = np.random.default_rng(0)
FRAME = pd.DataFrame({"a": RNG.choice(list("xy"), N), "b": RNG.choice(list("pq"), N)}, index=np.arange(N) + 100)
TABLE = catviz.CategoricalTable.from_pandas(FRAME)
MASK = (FRAME["a"] == "x").to_numpy(copy=True)
MASK[:3] = False
GAPS = MASK.astype(object)
GAPS[:3] = None
ANSWERS = pd.Series(np.where(MASK, "yes", "no"), dtype="string", index=FRAME.index).mask(np.arange(N) < 3)

MASKS = {
    "objects": MASK.astype(object),
    "objects with None": GAPS,
    "objects with NaN": np.where(np.arange(N) < 3, np.nan, GAPS),
    "a list": MASK.tolist(),
    "a list with None": GAPS.tolist(),
    "a string column == 'yes'": ANSWERS == "yes",
    "boolean": pd.array(GAPS, dtype="boolean"),
    "Arrow in pandas": pd.Series(GAPS, dtype="bool[pyarrow]", index=FRAME.index),
    "Arrow": pa.array(GAPS.tolist()),
    "0 and 1": MASK.astype(int),
    "0.0 and 1.0": MASK.astype(float),
    "0, 1 and NaN": pd.Series(MASK.astype(float)).mask(np.arange(N) < 3).to_numpy(),
    "nullable 0 and 1": pd.Series(MASK.astype(int), dtype="Int64", index=FRAME.index),
    "a masked array": np.ma.array(MASK | (np.arange(N) < 3), mask=np.arange(N) < 3),
    "row numbers": np.flatnonzero(MASK),
    "row numbers in a list": np.flatnonzero(MASK).tolist(),
    "row numbers in a Series": pd.Series(np.flatnonzero(MASK)),
    "from the end": np.flatnonzero(MASK) - N,
}
if find_spec("polars"):
    MASKS["Polars"] = import_module("polars").Series(GAPS.tolist())


@pytest.mark.parametrize("selected", MASKS.values(), ids=MASKS)
def test_every_mask_chooses_the_same_rows(selected):
    right = catviz.profile(TABLE, MASK)
    assert right["count"].sum() == 2 * MASK.sum() > 0
    for data in (FRAME, TABLE):
        pd.testing.assert_frame_equal(catviz.profile(data, selected), right)
    assert list(catviz.plots.profile(FRAME, selected).data[1].x) == right["share"].tolist()
    assert (chosen_rows(selected, N) == MASK).all()


def test_a_mask_in_another_order_goes_by_its_labels():
    shuffled = pd.Series(MASK, index=FRAME.index).sample(frac=1, random_state=0)
    pd.testing.assert_frame_equal(catviz.profile(FRAME, shuffled), catviz.profile(FRAME, MASK))
    labels = FRAME.index[MASK]
    pd.testing.assert_frame_equal(catviz.profile(FRAME, labels), catviz.profile(FRAME, MASK))
    renumbered = pd.Series(MASK).sample(frac=1, random_state=0)
    for data, mask in ((FRAME, renumbered), (TABLE, renumbered), (FRAME, pd.Series(MASK, index=range(N)))):
        with pytest.raises(ValueError, match="to_numpy"):
            catviz.profile(data, mask)


@pytest.mark.parametrize(
    ("selected", "why"),
    [
        (MASK[:-1], "59 entries for 60 rows"),
        (np.where(MASK, "yes", "no"), "'(yes|no)'"),
        ([0.5, 1.5], "0.5"),
        ([True, 2], "True"),
        ([None, 5], "row numbers"),
        ([60], "no row 60 among 60"),
        ([-61], "no row -61"),
        (MASK[:, None], "shape"),
        (FRAME[["a"]] == "x", "one of its columns"),
        (pd.Index([5]), "labels that the rows lack"),
    ],
)
def test_what_chooses_no_rows_is_refused(selected, why):
    with pytest.raises(ValueError, match=why):
        catviz.profile(FRAME, selected)


def test_0_and_1_of_two_rows_may_be_both():
    with pytest.raises(ValueError, match="True and False"):
        chosen_rows([0, 1], 2)
    assert chosen_rows([1, 1], 2).tolist() == [True, True] and chosen_rows([], 2).tolist() == [False, False]
    assert chosen_rows([None] * 2, 2).tolist() == [False] * 2 and chosen_rows(slice(1), 2).tolist() == [True, False]


def test_rows_of_a_table_are_chosen_by_the_same_masks():
    for name, selected in MASKS.items():
        if name not in ("0 and 1", "nullable 0 and 1"):  # row numbers, which may repeat, as in a bootstrap sample
            assert (TABLE[selected].codes == TABLE.codes[MASK]).all(), name
    assert (TABLE[[1, 0, 1]].codes == TABLE.codes[[1, 0, 1]]).all() and len(TABLE[[]]) == 0 and len(TABLE[3]) == 1
    assert len(list(TABLE)) == N
    with pytest.raises(IndexError, match="no row 60"):
        TABLE[60]
