"""Huang's and Cao's starting rows: the printed illustration, the kmodes package as oracle, weights, and refusals."""

import numpy as np
import pandas as pd
import pytest
from kmodes.kmodes import init_cao
from kmodes.util.dissim import matching_dissim

from catviz import KModes, load_dataset


def test_huangs_modes_share_out_the_most_frequent_values():
    """Huang 1998 shows three modes of columns with 4, 2, 4 and 3 values, which stand for their ranks by frequency."""
    printed = [["1", "2", "3", "1"], ["2", "1", "4", "2"], ["3", "2", "1", "3"]]
    often, rng = (
        {"a": (48, 36, 24, 12), "b": (80, 40), "c": (48, 36, 24, 12), "d": (60, 40, 20)},
        np.random.default_rng(0),
    )
    frame = pd.DataFrame(
        {c: rng.permutation(np.repeat(np.arange(1, len(n) + 1), n)).astype(str) for c, n in often.items()}
    )
    frame = pd.concat([frame, pd.DataFrame(printed, columns=frame.columns)], ignore_index=True)
    assert KModes(3, init="huang", max_iter=0).fit(frame).modes_.to_numpy().tolist() == printed
    without = frame[~frame.apply(list, axis=1).isin(printed)]
    near = KModes(3, init="huang", max_iter=0).fit(without).modes_.to_numpy()
    assert ((near != printed).sum(axis=1) == 1).all(), "the nearest row of the table takes the place of a mode"


@pytest.mark.parametrize("name", ["zoo", "soybean_small", "lymphography", "voting"])
def test_caos_rows_are_those_of_the_package(name):
    table = load_dataset(name)
    codes = table.codes.astype(int)
    theirs = init_cao(codes, table.n_classes, matching_dissim).astype(int)
    modes = KModes(table.n_classes, init="cao", max_iter=0).fit(table).modes_
    assert (np.column_stack([[table.codebook.code(a, v) for v in modes[a]] for a in modes]) == theirs).all()


@pytest.mark.parametrize("init", ["huang", "cao"])
def test_a_weight_counts_like_as_many_rows(init):
    frame = load_dataset("zoo").to_pandas().iloc[:, :16]
    weights = np.random.default_rng(0).integers(1, 4, len(frame))
    weighted = KModes(5, init=init).fit(frame, sample_weight=weights)
    repeated = KModes(5, init=init).fit(frame.loc[np.repeat(frame.index, weights)])
    assert weighted.objective_ == repeated.objective_ and weighted.modes_.equals(repeated.modes_)


def test_another_name_is_refused():
    with pytest.raises(ValueError, match="init='best': .*'huang' or 'cao', .*2 row numbers"):
        KModes(2, init="best").fit(load_dataset("toy_movie"))
