"""Hierarchical clustering: SciPy's trees of the repeated rows, cuts, ties, weights, and what it refuses."""

import pickle

import numpy as np
import pandas as pd
import pytest
from random_frames import DIGITS, independent_frame
from scipy.cluster.hierarchy import cophenet, dendrogram, fcluster, is_valid_linkage, linkage
from scipy.spatial.distance import squareform

import catviz
from catviz.analysis.metrics import adjusted_rand_index, contingency
from catviz.base import as_table
from catviz.clustering.hierarchical import HierarchicalCategorical, cut, weighted_linkage
from catviz.table.categorical import CategoricalTable

LINKAGES = ["average", "complete", "single", "ward"]
every_linkage = pytest.mark.parametrize("how", LINKAGES)


def random_frame(n=40, sizes=(3, 2, 4, 3), seed=0, missing=0.05):
    return independent_frame(n, sizes, seed, missing, DIGITS)


def scattered(m, seed):
    """(m, 3) points, no two distances alike, and how often each stands."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, 3)), rng.integers(1, 5, m)


def same(a, b):
    """True where two labellings are one partition."""
    return adjusted_rand_index(contingency(a, b)) == 1


@every_linkage
@pytest.mark.parametrize("m", [1, 2, 3, 8, 25])
def test_weighted_rows_have_scipys_tree_of_the_repeated_rows(how, m):
    points, weights = scattered(m, seed=m)
    D = np.linalg.norm(points[:, None] - points, axis=2)
    place = np.repeat(np.arange(m), weights)
    ours = weighted_linkage(D, weights.astype(float), how)
    theirs = linkage(points[place], how) if len(place) > 1 else np.empty((0, 4))
    np.testing.assert_allclose(ours[:, 2], theirs[len(theirs) - (m - 1) :, 2])
    for k in range(1, m + 1):
        clusters = cut(ours, k)
        assert sorted(set(clusters)) == list(range(k))
        assert m == 1 or same(clusters[place], fcluster(theirs, k, "maxclust"))
    if m > 1:
        heights = squareform(cophenet(theirs))
        np.testing.assert_allclose(squareform(cophenet(ours)), heights[np.ix_(*[np.unique(place, True)[1]] * 2)])


@every_linkage
def test_a_fit_is_scipys_tree_of_all_rows(how):
    """Distances from W-CADO hardly tie; Ward's takes coordinates whose squared distances are D^power."""
    frame = random_frame(30, (5, 4, 6), seed=1, missing=0)
    assert frame.duplicated().any()
    method = catviz.AhmadDey() if how == "ward" else catviz.WCADO()
    hc = HierarchicalCategorical(4, method, linkage=how).fit(frame)
    if how == "ward":
        theirs = linkage(method.fit(frame).transform(frame), how)
    else:
        theirs = linkage(squareform(hc.geometry_.between(as_table(frame)), checks=False), how)
    m = len(hc.leaves_)
    np.testing.assert_allclose(hc.linkage_[:, 2], theirs[len(theirs) - (m - 1) :, 2], rtol=1e-7)
    assert same(hc.labels_, fcluster(theirs, 4, "maxclust"))


@pytest.mark.parametrize("distances", [catviz.OneHot(), catviz.TAVE(n_iter=np.inf), catviz.MCA()])
def test_wards_linkage_takes_the_rows_coordinates(distances):
    frame = random_frame(40, (5, 4, 6, 3), seed=2)
    hc = HierarchicalCategorical(3, distances, linkage="ward").fit(frame)
    points = distances.fit(frame).transform(frame)
    total = ((points - points.mean(axis=0)) ** 2).sum()
    assert (hc.linkage_[:, 2] ** 2).sum() / 2 == pytest.approx(total)


@pytest.mark.parametrize("name", ["zoo", "voting"])
def test_nearest_rows_join_at_scipys_heights_where_distances_tie(name):
    table = catviz.load_dataset(name)
    hc = HierarchicalCategorical(3, linkage="single").fit(table)
    theirs = linkage(squareform(hc.geometry_.between(table)), "single")[:, 2]
    assert (hc.linkage_[:, 2] == theirs[theirs > 0]).all()


def test_equally_near_clusters_merge_in_order():
    hc = HierarchicalCategorical(2).fit(pd.DataFrame({"a": list("xyz")}))
    np.testing.assert_array_equal(hc.linkage_, [[0, 1, 1, 2], [2, 3, 1, 3]])
    assert cut(hc.linkage_, 2).tolist() == [0, 0, 1]


@every_linkage
def test_the_tree_is_one_that_scipy_draws(how):
    table = catviz.load_dataset("zoo")
    hc = HierarchicalCategorical(7, linkage=how).fit(table)
    assert is_valid_linkage(hc.linkage_) and (np.diff(hc.linkage_[:, 2]) >= 0).all()
    assert sorted(dendrogram(hc.linkage_, no_plot=True)["leaves"]) == list(range(len(hc.leaves_)))
    assert len(np.unique(table.codes[hc.leaves_], axis=0)) == len(hc.leaves_) == len(table.unique_rows()[0])
    assert (cut(hc.linkage_, 7) == hc.labels_[hc.leaves_]).all()
    first = [np.flatnonzero(hc.labels_[hc.leaves_] == j)[0] for j in range(7)]
    assert first == sorted(first)


# later rows


@every_linkage
def test_rows_join_the_cluster_of_the_nearest_fitted_row(how):
    frame, new = random_frame(40, seed=6), random_frame(30, seed=7, missing=0.2)
    hc = HierarchicalCategorical(4, linkage=how).fit(frame)
    assert (hc.predict(frame) == hc.labels_).all()
    D = hc.geometry_.between(as_table(new), as_table(frame))
    nearest = [min(hc.labels_[np.flatnonzero(row == row.min())]) for row in np.round(D, 9)]
    assert (hc.predict(new) == nearest).all()
    again = pickle.loads(pickle.dumps(hc))
    assert (again.predict(new) == nearest).all()


def test_distances_between_rows_alone_and_numeric_columns_will_do():
    frame = random_frame(40, seed=10)
    for how in LINKAGES:
        hc = HierarchicalCategorical(3, catviz.JiaDistance(), linkage=how).fit(frame)
        assert sorted(set(hc.labels_)) == [0, 1, 2]
    numbers = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x"] * 5, "size": [1, 2, 50, 51, 53]}), numeric=["size"])
    hc = HierarchicalCategorical(2, catviz.Gower(), linkage="single").fit(numbers)
    assert same(hc.labels_, [0, 0, 1, 1, 1])
    np.testing.assert_allclose(hc.linkage_[:, 2] * 2 * 52, [1, 1, 2, 48])


def test_refusals_name_the_numbers():
    frame = pd.DataFrame({"a": list("xxy")})
    with pytest.raises(ValueError, match="n_clusters=3, .* 2 distinct rows"):
        HierarchicalCategorical(3).fit(frame)
    assert HierarchicalCategorical(1).fit(frame.iloc[:1]).labels_.tolist() == [0]
    many = pd.DataFrame({"a": [str(i) for i in range(100)] * 61, "b": [str(i // 100) for i in range(6100)]})
    with pytest.raises(ValueError, match="6,100 distinct rows.* 6,000.*a sample"):
        HierarchicalCategorical(2).fit(many)
    for name, wrong in {"n_clusters": 0, "linkage": "median"}.items():
        with pytest.raises(ValueError, match=f"^{name}="):
            HierarchicalCategorical(**{"n_clusters": 2, name: wrong}).fit(frame)


def test_wards_linkage_of_given_distances_is_scipys():
    """Until then a matrix was taken for squared distances, as R's ward.D does."""
    points = np.random.default_rng(3).random((17, 3))
    D = np.linalg.norm(points[:, None] - points, axis=2)
    theirs = linkage(points, "ward")
    given = HierarchicalCategorical(3, distances="precomputed", linkage="ward").fit(D)
    np.testing.assert_allclose(given.linkage_[:, 2], theirs[:, 2])
    assert same(given.labels_, fcluster(theirs, 3, "maxclust"))
    frame = pd.DataFrame({"row": [str(i) for i in range(17)]})
    called = HierarchicalCategorical(3, distances=lambda a, b: D[int(a[0]), int(b[0])], linkage="ward").fit(frame)
    np.testing.assert_allclose(called.linkage_[:, 2], theirs[:, 2])
