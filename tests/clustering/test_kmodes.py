"""K-modes: its objective recomputed, the kmodes package as oracle, ties, weights, and what it refuses."""

import numpy as np
import pandas as pd
import pytest
from kmodes.kmodes import KModes as PackageKModes
from kmodes.kmodes import labels_cost
from kmodes.util.dissim import matching_dissim
from random_frames import DIGITS, independent_frame

from catviz.clustering.kmodes import KModes
from catviz.clustering.lookup import RowLookup
from catviz.distances.coupled import COD, AhmadDey
from catviz.distances.jdm import JiaDistance
from catviz.distances.matching import Hamming
from catviz.embeddings.indicator import OneHot
from catviz.geometry.objects import ObjectDistances
from catviz.geometry.value_geometries import ValueOrder
from catviz.progress import reporting
from catviz.reading.datasets import load_dataset
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

SMALL = ["zoo", "voting", "soybean_small", "car", "lymphography"]


def random_table(n, sizes, seed, missing=0.0):
    return CategoricalTable.from_pandas(independent_frame(n, sizes, seed, missing, DIGITS))


def starts(table, k, seed):
    first = np.unique(table.codes, axis=0, return_index=True)[1]
    return np.random.default_rng(seed).choice(np.sort(first), k, replace=False)


@pytest.mark.parametrize("update", ["cost", "mode"])
@pytest.mark.parametrize("distances", [None, AhmadDey(), COD(), OneHot()])
def test_objective_is_the_sum_of_powered_distances_to_the_modes(distances, update):
    table = random_table(80, (3, 4, 2, 6), seed=1, missing=0.1)
    km = KModes(3, distances=distances, update=update, random_state=0).fit(table)
    modes = CategoricalTable.from_pandas(km.modes_.replace("(missing)", None))
    d = km.geometry_.between(table, modes) ** km.geometry_.power
    assert km.objective_ == pytest.approx(d[np.arange(80), km.labels_].sum())
    assert (km.labels_ == np.round(d, 9).argmin(axis=1)).all()
    assert (km.predict(table) == km.labels_).all()
    assert km.steps_[-1]["objective"] == km.objective_
    assert km.n_iter_ == km.steps_[-1]["iteration"] == len(km.steps_) - 1


@pytest.mark.parametrize("distances", [None, AhmadDey(), OneHot()])
def test_cost_update_never_raises_the_objective(distances):
    for seed in range(5):
        km = KModes(4, distances, n_init=1, random_state=seed).fit(random_table(120, (3, 5, 4, 2, 7), seed))
        falls = np.diff([step["objective"] for step in km.steps_])
        assert (falls <= 1e-9).all()
        assert km.steps_[-1]["moved"] == 0


def test_centres_take_the_value_of_lowest_cost_or_the_most_frequent():
    frame = pd.DataFrame({"a": pd.Categorical(list("llllmmmhhh"), ["l", "m", "h"], ordered=True)})
    counts = count(CategoricalTable.from_pandas(frame))
    ordered = ValueOrder(counts.codebook, (np.arange(3),), counts.frequencies)
    assert KModes(1, ordered, random_state=0).fit(frame).modes_["a"].tolist() == ["m"]
    assert KModes(1, ordered, update="mode", random_state=0).fit(frame).modes_["a"].tolist() == ["l"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", SMALL)
def test_as_good_as_the_package_from_the_same_rows(name):
    """The package moves centres row by row (online), so single starts may end elsewhere: means are compared."""
    table = load_dataset(name)
    codes, k = table.codes.astype(int), len(set(table.target))
    ours, theirs = [], []
    for seed in range(10):
        rows = starts(table, k, seed)
        km = KModes(k, update="mode", init=rows).fit(table)
        modes = np.column_stack([[table.codebook.code(a, v) for v in km.modes_[a]] for a in km.modes_])
        assert labels_cost(codes, modes, matching_dissim)[1] == km.objective_
        ours.append(km.objective_)
        theirs.append(PackageKModes(k, init=codes[rows], n_init=1).fit(codes).cost_)
    assert np.mean(ours) <= 1.02 * np.mean(theirs)


def test_hamming_makes_both_updates_equal():
    table = load_dataset("zoo")
    cost, mode = (KModes(7, update=update, random_state=3).fit(table) for update in ("cost", "mode"))
    assert (cost.labels_ == mode.labels_).all()
    assert cost.objective_ == mode.objective_


def test_the_first_centres_may_be_given_as_values():
    frame = pd.DataFrame({"a": list("xxyyzz"), "b": list("ppqqqp"), "n": [1, 1, 2, 2, 2, None]})
    centres = [["x", "p", 1], ["y", "q", 2.0]]
    km = KModes(2, init=centres, max_iter=0).fit(frame)
    assert km.labels_.tolist() == [0, 0, 1, 1, 1, 0] and km.modes_.to_numpy().tolist() == [
        ["x", "p", "1"],
        ["y", "q", "2"],
    ]
    named = pd.DataFrame(centres, columns=["a", "b", "n"])[["n", "a", "b"]]
    assert (
        KModes(2, init=named).fit(frame).labels_.tolist()
        == KModes(2, init=np.array(centres, dtype=object)).fit(frame).labels_.tolist()
    )
    for wrong, said in (([["x", "p", 1]], "1 centres"), ([["x", "p", 1], ["y", "q", 3]], "no value 3")):
        with pytest.raises(ValueError, match=said):
            KModes(2, init=wrong).fit(frame)


def test_max_iter_0_assigns_to_the_starting_rows_once():
    table = load_dataset("zoo")
    rows = starts(table, 7, 0)
    km = KModes(7, max_iter=0, init=rows).fit(table)
    assert km.modes_.to_numpy().tolist() == table.to_pandas().iloc[rows].astype(str).to_numpy().tolist()
    d = Hamming().fit(table).geometry_.between(table, table[rows])
    assert (km.labels_ == d.argmin(axis=1)).all()
    assert km.n_iter_ == 0


def test_empty_clusters_keep_their_centres():
    frame = pd.DataFrame({"a": list("xxxyyy"), "b": list("pppqqr")})
    km = KModes(3, init=[0, 1, 3]).fit(frame)
    assert km.labels_.tolist() == [0, 0, 0, 2, 2, 2]
    assert km.modes_["a"].tolist() == ["x", "x", "y"]


def test_geometry_of_another_table_is_used_as_it_is():
    table = load_dataset("zoo")
    geometry = AhmadDey().fit(table).geometry_
    km = KModes(3, geometry, random_state=0).fit(table[:50])
    assert km.geometry_ is geometry
    assert (km.predict(table[:50]) == km.labels_).all()


def test_unseen_values_are_predicted():
    km = KModes(2, AhmadDey(), random_state=0).fit(load_dataset("toy_movie"))
    new = pd.DataFrame({a: ["never seen"] for a in km.modes_})
    assert km.predict(new)[0] in (0, 1)


def test_distances_between_rows_alone_assign_rows_to_the_most_frequent_values():
    table = random_table(80, (3, 4, 2, 6), seed=1, missing=0.1)
    km = KModes(3, JiaDistance(), update="mode", random_state=0).fit(table)
    modes = CategoricalTable.from_pandas(km.modes_.replace("(missing)", None))
    d = km.geometry_.between(table, modes)
    assert km.objective_ == pytest.approx(d[np.arange(80), km.labels_].sum())
    assert (km.labels_ == np.round(d, 9).argmin(axis=1)).all() and (km.predict(table) == km.labels_).all()
    frame = table.to_pandas().astype(object).fillna("(missing)")
    for j, mode in km.modes_.iterrows():
        members = frame[km.labels_ == j]
        assert all((members[a] == mode[a]).sum() == members[a].value_counts().iloc[0] for a in frame)


def test_hamming_between_rows_gives_the_clusters_of_hamming_between_values():
    table = load_dataset("zoo")
    book = count(table).codebook
    rows = ObjectDistances(book, lambda a, b: (a[:, None] != b).sum(axis=2).astype(float))
    a, b = (KModes(7, distances, update="mode", random_state=3).fit(table) for distances in (rows, None))
    assert (a.labels_ == b.labels_).all() and a.steps_ == b.steps_ and a.modes_.equals(b.modes_)


def test_distances_between_rows_alone_weigh_and_label_as_others_do():
    table = random_table(30, (3, 4, 3), seed=4)
    weights = np.random.default_rng(0).integers(0, 4, 30)
    weighted = CategoricalTable(table.codes, table.codebook, weights=weights)
    a = KModes(3, JiaDistance(), update="mode", random_state=0).fit(weighted)
    b = KModes(3, JiaDistance(), update="mode", random_state=0).fit(table[np.repeat(np.arange(30), weights)])
    assert (np.repeat(a.labels_, weights) == b.labels_).all() and a.objective_ == pytest.approx(b.objective_)
    assert (a.labels_ == a.predict(weighted)).all()
    with pytest.raises(ValueError, match="update='cost' .*'mode'"):
        KModes(3, JiaDistance()).fit(table)


def test_callback_stops_with_the_best_so_far():
    seen = []
    km = KModes(4, n_init=5, random_state=0)
    with reporting(lambda step: seen.append(step) or len(seen) == 3):
        km.fit(load_dataset("zoo"))
    assert len(seen) == 3
    assert km.objective_ <= max(step["objective"] for step in seen)
    assert len(km.labels_) == 101


def test_refusals_name_the_numbers():
    frame = pd.DataFrame({"a": ["x", "x", "y"]})
    with pytest.raises(ValueError, match="n_clusters=3, .* 2 distinct rows"):
        KModes(3).fit(frame)
    with pytest.raises(ValueError, match="give 2 row numbers"):
        KModes(2, init=[0]).fit(frame)
    with pytest.raises(ValueError, match="row number 7"):
        KModes(2, init=[0, 7]).fit(frame)
    with pytest.raises(ValueError, match="AhmadDey"):
        KModes(2, distances=3).fit(frame)
    with pytest.raises(ValueError, match="update='median'"):
        KModes(2, update="median").fit(frame)


@pytest.mark.parametrize("k", [1, 2, 8, 9, 40])
@pytest.mark.parametrize("highest", [1, 4, 5000, 0.5])
def test_rows_join_the_cheapest_cluster_the_lowest_on_ties(k, highest):
    """Small whole costs are compared in lanes of words, others as numbers."""
    rng = np.random.default_rng(k)
    sizes = rng.integers(1, 7, 12)
    codes = np.column_stack([rng.integers(0, v, 200) for v in sizes])
    tables = [rng.integers(0, 2, (k, v)) * float(highest) for v in sizes]
    expected = sum(t[:, c] for t, c in zip(tables, codes.T, strict=True))
    labels, costs = RowLookup(codes, sizes, np.ones(200)).nearest(tables)
    assert (labels == expected.argmin(axis=0)).all() and (costs == expected.min(axis=0)).all()


@pytest.mark.parametrize("weights", [np.ones(200), np.arange(200.0), np.linspace(0, 1, 200)])
@pytest.mark.parametrize("n_moved", [0, 10, 150])
def test_counts_follow_the_rows_that_move(weights, n_moved):
    rng = np.random.default_rng(0)
    sizes = np.array([3, 5, 2, 40])
    codes = np.column_stack([rng.integers(0, v, 200) for v in sizes])
    before = rng.integers(0, 3, 200)
    after = before.copy()
    after[:n_moved] = (after[:n_moved] + 1) % 3
    lookup = RowLookup(codes, sizes, weights)
    for r, found in enumerate(lookup.recounted(lookup.counts(before, 3), before, after)):
        expected = np.zeros((3, sizes[r]))
        np.add.at(expected, (after, codes[:, r]), weights)
        np.testing.assert_allclose(found, expected, atol=1e-10)


@pytest.mark.more
@pytest.mark.parametrize("method", [Hamming, pytest.param(AhmadDey, marks=pytest.mark.slow)])
def test_the_estimate_of_seconds_grows_with_the_work(method):
    """Work is steps of all runs times columns, on unrelated columns: it grows faster than the columns."""

    def work(n, d):
        cells = np.random.default_rng(0).integers(0, 4, (n, d)).astype(str)
        table = CategoricalTable.from_pandas(pd.DataFrame(cells).add_prefix("c"))
        geometry, steps = method().fit(table).geometry_, []
        for k in (2, 6, 10):
            with reporting(lambda step: steps.append(step)):
                KModes(k, distances=geometry, n_init=3, random_state=0).fit(table)
        return len(steps) * d

    sizes = [(1000, 30), (1000, 60), (1000, 120), (300, 120)]
    done = np.array([work(*size) for size in sizes])
    expected = np.array([KModes.cost(n, d, 4 * d) for n, d in sizes])
    assert done[2] > 6 * done[0]
    ratios = (expected / expected[0]) / (done / done[0])
    assert (ratios > 0.4).all() and (ratios < 2.5).all(), ratios
