"""K-medoids: every set of medoids tried, every swap judged anew, weights, ties, any distances, and what it refuses."""

import itertools

import numpy as np
import pandas as pd
import pytest
from random_frames import DIGITS, independent_frame

import catviz
from catviz.base import as_table
from catviz.clustering.kmedoids import KMedoidsCategorical, swapped
from catviz.table.categorical import CategoricalTable


def random_frame(n=40, sizes=(3, 2, 4, 3), seed=0, missing=0.05):
    return independent_frame(n, sizes, seed, missing, DIGITS)


def cost(D, medoids, weights=1.0):
    return (weights * D[:, medoids].min(axis=1)).sum()


def alternated(D, medoids):
    """The plain algorithm: rows join the nearest medoid, then each cluster takes its best row, until nothing moves."""
    while True:
        labels = D[:, medoids].argmin(axis=1)
        moved = [
            members[D[np.ix_(members, members)].sum(axis=1).argmin()]
            for members in (np.flatnonzero(labels == j) for j in range(len(medoids)))
        ]
        if cost(D, moved) >= cost(D, medoids):
            return medoids
        medoids = np.array(moved)


# brute force


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_small_tables_get_the_best_of_all_medoids(k, seed):
    frame = random_frame(14, seed=seed)
    for distances in (None, catviz.AhmadDey(), catviz.COD()):
        km = KMedoidsCategorical(k, distances, random_state=0).fit(frame)
        D = km.geometry_.between(as_table(frame))
        best = min(cost(D, list(medoids)) for medoids in itertools.combinations(range(14), k))
        assert km.objective_ == pytest.approx(best, rel=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_a_pass_ends_where_no_swap_lowers_the_objective(seed, monkeypatch):
    monkeypatch.setattr(catviz.clustering.kmedoids, "_BLOCK", 7 * 30)
    rng = np.random.default_rng(seed)
    points, weights = rng.random((30, 2)), rng.integers(1, 5, 30).astype(float)
    D = np.linalg.norm(points[:, None] - points, axis=2)
    medoids = rng.choice(30, 4, replace=False)
    while True:
        better = swapped(D, weights, medoids)
        assert len(set(better)) == 4
        if (better == medoids).all():
            break
        assert cost(D, better, weights) < cost(D, medoids, weights)
        medoids = better
    swaps = (np.r_[np.delete(medoids, j), c] for j in range(4) for c in range(30))
    assert all(cost(D, swap, weights) >= cost(D, medoids, weights) - 1e-9 for swap in swaps)


@pytest.mark.parametrize("name", ["zoo", "voting", "soybean_small", "lymphography"])
def test_never_worse_than_the_plain_algorithm_from_the_same_rows(name):
    table = catviz.load_dataset(name)
    k = len(set(table.target))
    D = catviz.AhmadDey().fit(table).geometry_.between(table)
    first = np.unique(table.codes, axis=0, return_index=True)[1]
    for seed in range(10):
        rows = np.random.default_rng(seed).choice(np.sort(first), k, replace=False)
        km = KMedoidsCategorical(k, catviz.AhmadDey(), init=rows).fit(table)
        assert km.objective_ <= cost(D, alternated(D, rows)) * (1 + 1e-9)


# what a fit tells


@pytest.mark.parametrize("distances", [None, catviz.AhmadDey(), catviz.COD(), catviz.MCA(), catviz.JiaDistance()])
def test_the_objective_is_the_sum_of_distances_to_the_medoids(distances):
    table = as_table(random_frame(80, seed=1))
    km = KMedoidsCategorical(4, distances, random_state=0).fit(table)
    D = km.geometry_.between(table)[:, km.medoid_indices_]
    assert km.objective_ == pytest.approx(D[np.arange(80), km.labels_].sum(), rel=1e-8)
    assert (D[np.arange(80), km.labels_] <= D.min(axis=1) + 1e-8).all()
    assert (km.labels_[km.medoid_indices_] == np.arange(4)).all()
    assert (km.predict(table) == km.labels_).all()
    objectives = [step["objective"] for step in km.steps_]
    assert objectives[-1] == km.objective_ and (np.diff(objectives) < 0).all()
    assert [step["iteration"] for step in km.steps_] == list(range(km.n_iter_ + 1))


def test_whole_distances_add_up_to_whole_numbers():
    table = catviz.load_dataset("zoo")
    km = KMedoidsCategorical(7, random_state=0).fit(table)
    assert km.objective_ == (table.codes != table.codes[km.medoid_indices_[km.labels_]]).sum()


def test_as_many_clusters_as_rows_leave_nothing_to_pay():
    frame = pd.DataFrame({"a": list("xyzzx")})
    km = KMedoidsCategorical(3, random_state=0).fit(frame)
    assert km.objective_ == 0 and sorted(km.medoid_indices_) == [0, 1, 2]
    assert sorted(set(km.labels_)) == [0, 1, 2] and km.labels_[2] == km.labels_[3]


def test_ties_go_to_the_lowest_cluster():
    km = KMedoidsCategorical(2, max_iter=0, init=[1, 0]).fit(pd.DataFrame({"a": list("xyz")}))
    assert km.labels_.tolist() == [1, 0, 0] and km.n_iter_ == 0 and km.medoid_indices_.tolist() == [1, 0]


def test_rows_that_are_nowhere_apart_join_the_first_medoid():
    full = pd.DataFrame([(a, b) for a in "xy" for b in "xyz"], columns=list("ab"))
    km = KMedoidsCategorical(2, catviz.AhmadDey(), random_state=0).fit(full)
    assert not km.labels_.any() and km.objective_ == 0


# later rows


def test_a_fitted_model_meets_values_it_has_never_seen():
    frame = random_frame(seed=6)
    km = KMedoidsCategorical(3, catviz.AhmadDey(), random_state=1).fit(frame)
    assert (km.predict(frame) == km.labels_).all()
    assert km.predict(pd.DataFrame({c: ["never seen", None] for c in frame})).shape == (2,)


def test_numeric_columns_count_where_the_geometry_compares_them():
    frame = pd.DataFrame({"a": list("xxxyyy"), "size": [1.0, 1.0, 90.0, 91.0, 90.0, None]})
    table = CategoricalTable.from_pandas(frame, numeric=["size"])
    km = KMedoidsCategorical(3, catviz.Gower(), random_state=0).fit(table)
    D = km.geometry_.between(table)
    assert km.objective_ == pytest.approx(min(cost(D, list(m)) for m in itertools.combinations(range(6), 3)))
    assert (km.predict(table) == km.labels_).all() and km.labels_[0] == km.labels_[1] != km.labels_[2]
    assert KMedoidsCategorical(2, random_state=0).fit(table).objective_ == 0


def test_a_geometry_of_another_table_is_used_as_it_is():
    table = catviz.load_dataset("zoo")
    geometry = catviz.AhmadDey().fit(table).geometry_
    km = KMedoidsCategorical(3, geometry, random_state=0).fit(table[:50])
    assert km.geometry_ is geometry and (km.predict(table[:50]) == km.labels_).all()
    similarities = catviz.COS().fit(table).value_similarities_
    assert KMedoidsCategorical(3, similarities, random_state=0).fit(table).geometry_ is similarities.distances()


def test_a_callback_stops_with_the_best_so_far():
    seen = []
    km = KMedoidsCategorical(4, n_init=5, random_state=0)
    with catviz.reporting(lambda step: seen.append(step) or len(seen) == 3):
        km.fit(catviz.load_dataset("zoo"))
    assert len(seen) == 3 and seen[0]["run"] == 0
    assert km.objective_ <= max(step["objective"] for step in seen) and len(km.labels_) == 101


def test_refusals_name_the_numbers():
    frame = pd.DataFrame({"a": list("xxy")})
    with pytest.raises(ValueError, match="n_clusters=3, .* 2 distinct rows"):
        KMedoidsCategorical(3).fit(frame)
    with pytest.raises(ValueError, match="row number 7"):
        KMedoidsCategorical(2, init=[0, 7]).fit(frame)
    many = pd.DataFrame({"a": [str(i) for i in range(100)] * 61, "b": [str(i // 100) for i in range(6100)]})
    with pytest.raises(ValueError, match="6,100 distinct rows.* 6,000.*a sample"):
        KMedoidsCategorical(2).fit(many)
    for name, wrong in {"n_clusters": 0, "n_init": 0, "max_iter": -1}.items():
        with pytest.raises(ValueError, match=f"^{name}="):
            KMedoidsCategorical(**{"n_clusters": 2, name: wrong}).fit(frame)
