"""Repeated runs of several methods on several tables, and agreement between methods."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr
from sklearn.cluster import KMeans

import catviz
from catviz.analysis import metrics
from catviz.analysis.comparison import compare
from catviz.analysis.method_ranks import agreement
from catviz.clustering.by_name import CLUSTERERS
from catviz.table.categorical import CategoricalTable

STARTED = [name for name, clusterer in CLUSTERERS.items() if clusterer.starts]
METHODS = {"ADM": catviz.AhmadDey(), "Hamming": catviz.Hamming()}
SCORES = list(metrics.scores(["a"], [0]))


def table_of(name, rows=None):
    table = catviz.load_dataset(name)
    return table if rows is None else table[rows]


def square():
    """Every combination once: co-occurrence tells nothing."""
    frame = pd.DataFrame([(a, b, c) for a in "xy" for b in "uvw" for c in "pq"], columns=list("abc")).assign(
        y=["k", "l"] * 6
    )
    return CategoricalTable.from_pandas(frame, target="y")


def without_time(frame):
    return frame.drop(columns="seconds")


@pytest.mark.parametrize("clusterer", CLUSTERERS)
def test_compare_gives_a_row_a_run(clusterer):
    tables = {"zoo": table_of("zoo"), "toy": table_of("toy_movie")}
    found = compare(tables, METHODS, clusterer, repeats=3)
    assert list(found.columns) == ["data", "method", "repeat", "seconds", *SCORES]
    assert found.groupby(["data", "method"], sort=False)["repeat"].agg(list).tolist() == [[0, 1, 2]] * 4
    assert found["data"].unique().tolist() == ["zoo", "toy"] and found["method"].unique().tolist() == list(METHODS)
    assert found[SCORES].notna().all(axis=None) and (found["seconds"] >= 0).all()
    assert (found[SCORES].drop(columns=["adjusted_rand", "adjusted_mutual_info"]).to_numpy() <= 1 + 1e-12).all()


def test_a_run_of_compare_is_the_clusterers_own_run():
    table = table_of("zoo")
    found = compare({"zoo": table}, {"ADM": catviz.AhmadDey()}, "k-modes", repeats=2, random_state=5)
    for repeat in range(2):
        labels = catviz.KModes(7, catviz.AhmadDey(), n_init=1, random_state=5 + repeat).fit(table).labels_
        assert found.loc[repeat, SCORES].to_dict() == pytest.approx(metrics.scores(table.target, labels))


@pytest.mark.parametrize("init", ("random", "k-means++"))
def test_k_means_is_that_of_scikit_learn_on_coordinates(init):
    table = table_of("zoo")
    adm = catviz.AhmadDey().fit(table)
    rows, inverse = table.observed().canonical().unique_rows()
    places = adm.transform(rows)
    expected = KMeans(7, init=init, n_init=3, random_state=2).fit(places, sample_weight=rows.weights)
    name = "k-means" if init == "random" else init
    model = CLUSTERERS[name].unfitted(adm.geometry_, 7, 3, 2).fit(table)
    assert model.labels_.tolist() == expected.labels_[inverse].tolist()
    assert model.objective_ == pytest.approx(expected.inertia_)
    repeated = np.repeat(places, rows.weights.astype(int), axis=0)
    means = np.array([adm.transform(table)[model.labels_ == c].mean(axis=0) for c in range(7)])
    assert model.objective_ == pytest.approx(((repeated[:, None] - means) ** 2).sum(axis=2).min(axis=1).sum())


@pytest.mark.parametrize(
    ("name", "cls"),
    [
        ("k-medoids", catviz.KMedoidsCategorical),
        ("spectral", catviz.SpectralCategorical),
        ("hierarchical", catviz.HierarchicalCategorical),
    ],
)
def test_clusterers_of_comparisons_are_the_librarys_own(name, cls):
    table = table_of("zoo")
    settings = {"random_state": 3, "n_init": 1} if CLUSTERERS[name].starts else {}
    expected = cls(7, catviz.AhmadDey(), **settings).fit(table).labels_
    geometry = catviz.AhmadDey().fit(table).geometry_
    assert CLUSTERERS[name].unfitted(geometry, 7, random_state=3).fit(table).labels_.tolist() == expected.tolist()


def test_k_means_counts_rows_by_weight_and_leaves_out_those_without():
    frame = pd.DataFrame({"a": list("xxyz"), "b": list("uuvu")})
    weighted = CategoricalTable.from_pandas(frame.assign(w=[2, 1, 1, 0]), weights="w")
    repeated = CategoricalTable.from_pandas(frame.iloc[[0, 0, 1, 2]])
    geometry = catviz.Hamming().fit(repeated).geometry_
    a, b = (CLUSTERERS["k-means++"].unfitted(geometry, 2).fit(t) for t in (weighted, repeated))
    assert a.objective_ == pytest.approx(b.objective_)
    assert a.labels_[0] == a.labels_[1] != a.labels_[2] and a.labels_[3] in (0, 1)
    with pytest.raises(ValueError, match="n_clusters=3.*2 distinct rows"):
        CLUSTERERS["k-means"].unfitted(geometry, 3).fit(weighted)


@pytest.mark.parametrize("clusterer", STARTED)
def test_seeds_are_repeatable_and_runs_differ(clusterer):
    arguments = ({"zoo": table_of("zoo")}, METHODS, clusterer, 3)
    first = compare(*arguments, random_state=4)
    pd.testing.assert_frame_equal(without_time(first), without_time(compare(*arguments, random_state=4)))
    assert first.groupby("method")["accuracy"].nunique().max() > 1
    later = compare(*arguments, random_state=5)
    shared = SCORES[:5]
    for name in METHODS:
        a, b = (f[f["method"] == name].set_index("repeat")[shared] for f in (first, later))
        assert a.loc[1:2].to_numpy().tolist() == b.loc[0:1].to_numpy().tolist()


def test_the_order_of_rows_does_not_matter():
    table = table_of("zoo")
    other = table[np.random.default_rng(0).permutation(len(table))]
    for clusterer in CLUSTERERS:
        a, b = (compare({"zoo": t}, METHODS, clusterer, repeats=2) for t in (table, other))
        pd.testing.assert_frame_equal(without_time(a), without_time(b))


def test_the_callback_sees_what_is_done_and_stops():
    seen = []

    def stop(share, so_far):
        seen.append((share, len(so_far)))
        return len(seen) == 4

    found = compare({"zoo": table_of("zoo")}, METHODS, repeats=12, callback=stop)
    assert seen == [(0, 0), (0.25, 10), (0.5, 12), (0.75, 22)] and len(found) == 22
    whole = compare({"zoo": table_of("zoo")}, METHODS, repeats=12)
    pd.testing.assert_frame_equal(without_time(found), without_time(whole.iloc[:22]))


@pytest.mark.parametrize("how", ["journal", "done"])
def test_a_stopped_comparison_goes_on_where_it_was(how, tmp_path):
    tables = {"zoo": table_of("zoo"), "toy": table_of("toy_movie")}
    whole = compare(tables, METHODS, repeats=2)
    kept = tmp_path / "runs.jsonl" if how == "journal" else {}
    calls = iter([False, False, True])
    some = compare(tables, METHODS, repeats=2, callback=lambda *_: next(calls), **{how: kept})
    assert len(some) == 4
    shares = []
    rest = compare(tables, METHODS, repeats=2, callback=lambda share, _: shares.append(share), **{how: kept})
    assert shares == [0.5, 0.75, 1.0]
    pd.testing.assert_frame_equal(without_time(rest), without_time(whole))
    pd.testing.assert_frame_equal(rest.iloc[:4], some)
    more = compare(tables, METHODS | {"Lin": catviz.Lin()}, repeats=2, **{how: kept})
    pd.testing.assert_frame_equal(more[more["method"] != "Lin"].reset_index(drop=True), rest)


@pytest.mark.slow
def test_processes_change_nothing_but_times():
    arguments = ({"zoo": table_of("zoo"), "toy": table_of("toy_movie")}, METHODS, "k-means", 11)
    a, b = (compare(*arguments, n_jobs=n) for n in (1, 2))
    pd.testing.assert_frame_equal(without_time(a), without_time(b))


def test_methods_that_cluster_as_they_learn_are_told_the_groups_and_draw_from_the_seed():
    table = table_of("zoo")
    found = compare({"zoo": table}, {"OCL": catviz.OCL(3)}, repeats=1, random_state=4)
    ocl = catviz.OCL(7, random_state=4).fit(table)
    labels = catviz.KModes(7, ocl.geometry_, n_init=1, random_state=4).fit(table).labels_
    assert found.loc[0, SCORES].to_dict() == pytest.approx(metrics.scores(table.target, labels))


def test_a_method_that_tells_no_rows_apart_is_absent_but_counted_as_done():
    shares = []
    found = compare({"square": square()}, METHODS, repeats=2, callback=lambda share, _: shares.append(share))
    assert found["method"].unique().tolist() == ["Hamming"] and shares == [0, 0.5, 1.0]


def test_a_table_without_known_groups_or_an_unknown_clusterer_is_refused():
    with pytest.raises(ValueError, match="'bare'.*no known classes"):
        compare({"bare": CategoricalTable.from_pandas(pd.DataFrame({"a": ["x"]}))}, METHODS)
    with pytest.raises(ValueError, match="'ward'.*k-modes, k-means"):
        compare({"zoo": table_of("zoo")}, METHODS, "ward")


def test_fewer_distinct_rows_than_groups_are_refused_with_both_numbers():
    frame = pd.DataFrame({"a": list("xxyy"), "c": list("pqrs")})
    with pytest.raises(ValueError, match="4.*2"):
        compare({"few": CategoricalTable.from_pandas(frame, target="c")}, METHODS)


def test_methods_given_are_left_unfitted():
    method = catviz.AhmadDey()
    compare({"toy": table_of("toy_movie")}, {"ADM": method}, repeats=1)
    assert not hasattr(method, "geometry_")


def test_agreement_is_the_rank_correlation_of_row_distances():
    table = table_of("zoo")
    fitted = {
        name: cls().fit(table) for name, cls in (("ADM", catviz.AhmadDey), ("COD", catviz.COD), ("H", catviz.Hamming))
    }
    found = agreement(table, fitted)
    rows, _ = table.unique_rows()
    upper = np.triu_indices(len(rows), 1)
    flat = {name: np.round(m.geometry_.between(rows)[upper], 7) for name, m in fitted.items()}
    for a in fitted:
        for b in fitted:
            assert found.loc[a, b] == pytest.approx(spearmanr(flat[a], flat[b]).statistic, abs=1e-6)
    assert np.diag(found) == pytest.approx(1)


def test_agreement_of_a_method_that_finds_all_rows_equally_far_is_nan():
    table = square()
    fitted = {"ADM": catviz.AhmadDey().fit(table), "Hamming": catviz.Hamming().fit(table)}
    found = agreement(table, fitted)
    assert found.isna().to_numpy().tolist() == [[True, True], [True, False]]


def test_agreement_of_many_rows_is_that_of_a_repeatable_sample():
    table = table_of("car")
    fitted = {
        "ADM": catviz.AhmadDey().fit(table),
        "OneHot": catviz.OneHot().fit(table),
        "OCL": catviz.OCL(4, random_state=0).fit(table),
    }
    first = agreement(table, fitted, random_state=1)
    pd.testing.assert_frame_equal(first, agreement(table, fitted, random_state=1))
    assert (first.drop("ADM").drop(columns="ADM") <= 1 + 1e-12).all(axis=None)
    assert first.loc["OCL", "OneHot"] != agreement(table, fitted, random_state=2).loc["OCL", "OneHot"]
