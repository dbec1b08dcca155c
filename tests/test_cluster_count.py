"""The objective and the silhouette along the number of clusters, beside what permuted columns give."""

import sys
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import silhouette_score

import catviz
from catviz.experiments.cluster_count import cluster_count, silhouette, structure_warning, weighted_silhouette
from catviz.orders.null import permuted_tables
from catviz.table import CategoricalTable

COLUMNS = ["k", "measure", "observed", "null_05", "null_50", "null_95"]


def zoo():
    return catviz.load_dataset("zoo")


def factorial():
    """Every combination of three values in four columns, once."""
    return CategoricalTable.from_pandas(pd.DataFrame(product("uvw", repeat=4), columns=list("abcd")))


def measure(found, name):
    return found[found["measure"] == name].set_index("k")


@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_silhouette_of_weighted_rows_is_that_of_repeated_rows(k):
    rng = np.random.default_rng(k)
    points, weights = rng.random((15, 2)), rng.integers(1, 4, 15)
    distances = np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))
    labels = np.append(rng.integers(0, k - 1, 14), k - 1)
    weights[-1] = 1 if k < 5 else 3
    every = np.repeat(np.arange(15), weights)
    wanted = silhouette_score(distances[np.ix_(every, every)], labels[every], metric="precomputed")
    assert weighted_silhouette(distances, labels, weights) == pytest.approx(wanted)


def test_the_silhouette_of_a_fit_is_scikit_learns_on_its_row_distances():
    table = zoo()
    for model in (catviz.KModes(7, catviz.AhmadDey(), random_state=0), catviz.HierarchicalCategorical(7)):
        fitted = model.fit(table)
        wanted = silhouette_score(fitted.geometry_.between(table), fitted.labels_, metric="precomputed")
        assert silhouette(fitted, table) == pytest.approx(wanted)


def test_the_silhouette_by_hand():
    distances = np.abs(np.subtract.outer([0.0, 1.0, 4.0], [0.0, 1.0, 4.0]))
    wanted = ((4 - 1) / 4 + (3 - 1) / 3 + 0) / 3
    assert weighted_silhouette(distances, np.array([5, 5, 9]), np.ones(3)) == pytest.approx(wanted)
    assert np.isnan(weighted_silhouette(distances, np.zeros(3), np.ones(3)))
    assert weighted_silhouette(np.zeros((2, 2)), np.array([0, 1]), np.full(2, 2)) == 0


@pytest.mark.parametrize("distances", [None, catviz.AhmadDey(), catviz.DILCA()], ids=["Hamming", "ADM", "DILCA"])
def test_observed_is_k_modes_on_the_table(distances):
    found = cluster_count(zoo(), distances, ks=[1, 3], n_init=3, n_permutations=1, random_state=2)
    assert found.columns.tolist() == COLUMNS
    assert found[["k", "measure"]].to_numpy().tolist() == [
        [1, "z"],
        [1, "silhouette"],
        [3, "z"],
        [3, "silhouette"],
    ]
    model = catviz.KModes(3, distances, n_init=3, random_state=2).fit(zoo())
    apart = model.geometry_.between(zoo())
    wanted = silhouette_score(apart, model.labels_, metric="precomputed")
    assert found["observed"].tolist()[2:] == pytest.approx([model.objective_, wanted])
    assert np.isnan(found.loc[1, "observed"])


def test_clusterers_with_orders_of_their_own_are_fitted_for_each_k():
    found = cluster_count(zoo(), catviz.OCL(), ks=[2, 4], n_init=2, n_permutations=1)
    for k in (2, 4):
        model = catviz.OCL(k, n_init=2, random_state=0).fit(zoo())
        wanted = silhouette_score(model.geometry_.between(zoo()), model.labels_, metric="precomputed")
        assert measure(found, "z").loc[k, "observed"] == pytest.approx(model.objective_)
        assert measure(found, "silhouette").loc[k, "observed"] == pytest.approx(wanted)


def test_the_band_is_of_permuted_tables_under_the_distances_learned_once():
    found = measure(cluster_count(zoo(), catviz.AhmadDey(), ks=[3], n_init=2, n_permutations=4, random_state=1), "z")
    distances = catviz.AhmadDey().fit(zoo()).geometry_
    z = [
        catviz.KModes(3, distances, n_init=2, random_state=1).fit(permuted).objective_
        for permuted, _ in permuted_tables(zoo(), 4, 1)
    ]
    assert found.loc[3, ["null_05", "null_50", "null_95"]].tolist() == pytest.approx(np.quantile(z, [0.05, 0.5, 0.95]))


def test_a_clusterer_and_the_distances_it_takes_give_the_same():
    settings = {"ks": [2, 3], "n_init": 2, "n_permutations": 2}
    by_distances = cluster_count(zoo(), catviz.AhmadDey(), **settings)
    by_clusterer = cluster_count(zoo(), catviz.KModes(distances=catviz.AhmadDey()), **settings)
    pd.testing.assert_frame_equal(by_distances, by_clusterer)
    geometry = catviz.AhmadDey().fit(zoo()).geometry_
    pd.testing.assert_frame_equal(by_distances, cluster_count(zoo(), geometry, **settings))


def test_distances_that_learn_from_groups_are_given_them():
    table = zoo()
    found = cluster_count(table, catviz.MVDM(), ks=[7], n_init=2, n_permutations=1, y=table.target)
    wanted = catviz.KModes(7, catviz.MVDM(), n_init=2, random_state=0).fit(table, table.target).objective_
    assert measure(found, "z").loc[7, "observed"] == pytest.approx(wanted)


def test_structure_is_told_from_none():
    clear = cluster_count(zoo(), ks=[1, 2, 4], n_init=1, n_permutations=4)
    assert structure_warning(clear) is None
    assert (measure(clear, "silhouette").loc[[2, 4], "observed"] > 0.4).all()
    none = cluster_count(factorial(), ks=[1, 2, 3, 4], n_init=2, n_permutations=6)
    assert "does not track structure" in structure_warning(none)


def test_one_cluster_is_no_structure():
    found = cluster_count(zoo(), catviz.OCL(), ks=[1], n_init=1, n_permutations=2)
    assert "does not track structure" in structure_warning(found)
    z = measure(found, "z").loc[1]
    assert z["null_05"] == pytest.approx(z["observed"]) and z["null_95"] == pytest.approx(z["observed"])


def test_nothing_is_said_before_the_first_permuted_table():
    found = cluster_count(zoo(), ks=[2], n_permutations=2, callback=lambda *_: True)
    assert found[["null_05", "null_95"]].isna().all(axis=None) and structure_warning(found) is None


def test_the_callback_sees_what_is_done_and_stops():
    seen = []

    def stop(share, so_far):
        seen.append((share, len(so_far), int(so_far["null_50"].notna().sum())))
        return len(seen) == 5

    found = cluster_count(zoo(), ks=[2, 3], n_init=1, n_permutations=2, callback=stop)
    assert [share for share, *_ in seen] == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6])
    assert [lines for _, lines, _ in seen] == [2, 4, 4, 4, 4]
    assert [bands for *_, bands in seen] == [0, 0, 2, 4, 4]
    assert len(found) == 4


def test_many_distinct_rows_are_sampled(monkeypatch):
    settings = {"ks": [2, 3], "n_init": 2, "n_permutations": 1}
    whole = cluster_count(zoo(), **settings)
    monkeypatch.setattr(sys.modules[cluster_count.__module__], "SAMPLED_ROWS", 40)
    sampled = cluster_count(zoo(), **settings)
    pd.testing.assert_frame_equal(measure(whole, "z"), measure(sampled, "z"))
    both = [measure(f, "silhouette")["observed"] for f in (whole, sampled)]
    assert (both[0] != both[1]).all() and (abs(both[0] - both[1]) < 0.15).all()
    pd.testing.assert_frame_equal(sampled, cluster_count(zoo(), **settings))


def test_weights_are_repeated_rows_and_the_order_of_rows_does_not_matter():
    settings = {"method": catviz.OCL(), "ks": [2], "n_init": 2, "n_permutations": 1}
    whole = cluster_count(zoo(), **settings)
    again = np.random.default_rng(0).permutation(len(zoo()))
    pd.testing.assert_frame_equal(whole, cluster_count(zoo()[again], **settings))
    rows, _ = zoo().unique_rows()
    pd.testing.assert_frame_equal(whole, cluster_count(rows, **settings))
    unused = replace(rows[np.arange(len(rows))], weights=np.append(rows.weights[:-1], 0))
    pd.testing.assert_frame_equal(cluster_count(unused, **settings), cluster_count(rows[np.arange(58)], **settings))


def test_a_permuted_table_of_fewer_distinct_rows_is_left_out():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xxxy"), "b": list("uuvu")}))
    assert {len(permuted.unique_rows()[0]) for permuted, _ in permuted_tables(table, 15)} == {2, 3}
    found = cluster_count(table, ks=[3], n_init=1, n_permutations=15)
    assert measure(found, "z").loc[3, ["observed", "null_05", "null_95"]].tolist() == [0, 0, 0]


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(ValueError, match="60.*59"):
        cluster_count(zoo(), ks=[60], n_permutations=1)
    with pytest.raises(ValueError, match="at least one of each"):
        cluster_count(zoo(), ks=[])
    with pytest.raises(ValueError, match="at least one of each"):
        cluster_count(zoo(), n_permutations=0)
    with pytest.raises(ValueError, match="ROCK has no starts"):
        cluster_count(zoo(), catviz.ROCK(2))
    with pytest.raises(ValueError, match=r"a row weighs 0\.5"):
        cluster_count(replace(zoo(), weights=np.full(101, 0.5)))
    with pytest.raises(ValueError, match="give a method"):
        cluster_count(zoo(), "hamming")


def test_methods_given_are_left_unfitted():
    method = catviz.OCL()
    cluster_count(zoo(), method, ks=[2], n_init=1, n_permutations=1)
    assert not hasattr(method, "labels_") and method.n_clusters == 8
