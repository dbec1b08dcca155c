"""Maps of rows: one point a distinct row, repeatable, stoppable, and near what other programs draw."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist
from sklearn.decomposition import PCA

import catviz
from catviz.analysis import projection
from catviz.analysis.projection import ConstantInput, classical_mds, pca, row_map, spread, tsne
from catviz.table.categorical import CategoricalTable

MAPS = ("PCA", "MDS", "t-SNE")


def random_table(n, sizes=(3, 4, 2, 5, 3), seed=0):
    rng = np.random.default_rng(seed)
    return CategoricalTable.from_pandas(pd.DataFrame({f"a{r}": rng.integers(0, v, n) for r, v in enumerate(sizes)}))


def two_clouds(n, seed=0):
    """n points around each of two far places in five dimensions."""
    return np.vstack([np.random.default_rng(seed).normal(m, 1, (n, 5)) for m in (0, 40)])


@pytest.mark.parametrize("how", MAPS)
def test_equal_rows_are_one_point_with_their_number(how):
    table = random_table(60, (2, 3, 2))
    again = table[np.r_[np.arange(60), np.arange(60)]]
    geometry = catviz.Hamming().fit(table).geometry_
    found = row_map(geometry, again, how)
    distinct = np.unique(table.codes, axis=0)
    assert found.coordinates.shape == (len(distinct), 2) and found.coordinates.dtype == np.float32
    assert (distinct[found.inverse] == again.codes).all()
    assert found.multiplicity.sum() == 120 and (found.multiplicity == np.bincount(found.inverse)).all()
    assert found.note == ""


def test_weights_are_the_multiplicity():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xyx"), "w": [1, 2, 3]}), weights="w")
    found = row_map(catviz.OneHot().fit(table).geometry_, table)
    assert found.multiplicity.tolist() == [4.0, 2.0] and found.inverse.tolist() == [0, 1, 0]


def test_an_unknown_map_is_refused_with_those_there_are():
    table = random_table(10)
    with pytest.raises(ValueError, match="'UMAP'.*t-SNE, MDS, PCA"):
        row_map(catviz.Hamming().fit(table).geometry_, table, "UMAP")


@pytest.mark.parametrize("how", MAPS)
def test_rows_that_a_method_cannot_tell_apart_give_no_map(how):
    square = pd.DataFrame([(a, b, c) for a in "xy" for b in "uvw" for c in "pq"], columns=list("abc"))
    table = CategoricalTable.from_pandas(square)
    geometry = catviz.AhmadDey().fit(table).geometry_
    with pytest.raises(ConstantInput, match="choose another method"):
        row_map(geometry, table, how)


def test_points_that_coincide_give_no_t_sne():
    with pytest.raises(ConstantInput):
        tsne(np.ones((10, 3)))
    with pytest.raises(ConstantInput):
        tsne(np.empty((10, 0)))
    with pytest.raises(ValueError, match="3 distinct rows: t-SNE needs at least 4"):
        tsne(np.eye(3))


# principal components and scaling


def test_principal_components_are_scikit_learns():
    X = np.random.default_rng(0).normal(size=(40, 6)) @ np.diag([5, 3, 2, 1, 1, 1])
    expected = PCA(3).fit_transform(X)
    found = pca(X, n_components=3)
    np.testing.assert_allclose(np.abs(found), np.abs(expected), atol=1e-9)
    np.testing.assert_allclose(cdist(found, found), cdist(expected, expected), atol=1e-9)


def test_weighted_principal_components_are_those_of_repeated_points():
    X = np.random.default_rng(1).normal(size=(20, 4))
    weights = np.random.default_rng(2).integers(1, 5, 20)
    repeated = pca(np.repeat(X, weights, axis=0))
    np.testing.assert_allclose(np.repeat(pca(X, weights), weights, axis=0), repeated, atol=1e-9)


@pytest.mark.parametrize("how", ["PCA", "MDS"])
def test_a_map_of_two_rows_has_an_empty_second_axis(how):
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xy"), "b": list("uv")}))
    found = row_map(catviz.Hamming().fit(table).geometry_, table, how).coordinates
    assert found.shape == (2, 2) and (found[:, 1] == 0).all()
    assert abs(found[0, 0] - found[1, 0]) == pytest.approx(np.sqrt(2) if how == "PCA" else 2, rel=1e-6)


def test_classical_scaling_finds_points_again_from_their_distances():
    X = np.random.default_rng(3).normal(size=(30, 2))
    found = classical_mds(cdist(X, X))
    np.testing.assert_allclose(cdist(found, found), cdist(X, X), atol=1e-10)
    assert classical_mds(cdist(X, X), 4).shape == (30, 4)


def test_landmarks_place_the_others_where_scaling_of_all_rows_does(monkeypatch):
    table = random_table(300)
    geometry = catviz.MCA(2).fit(table).geometry_
    whole = row_map(geometry, table, "MDS")
    monkeypatch.setattr(projection, "LANDMARK_ROWS", 60)
    sampled = row_map(geometry, table, "MDS", random_state=1)
    assert whole.note == "" and sampled.note.startswith(f"60 of {len(whole.coordinates)} distinct rows")
    # the rows lie in a plane, so any landmarks that span it give the same picture
    np.testing.assert_allclose(
        cdist(sampled.coordinates, sampled.coordinates), cdist(whole.coordinates, whole.coordinates), atol=1e-4
    )


def test_spread_is_the_largest_distance_from_the_centre():
    assert spread(np.array([[0.0, 0.0], [0.0, 4.0]])) == 2.0
    assert spread(np.ones((3, 2))) == 0.0 and spread(np.empty((0, 2))) == 0.0


# t-SNE


@pytest.mark.parametrize("n", [40, 110])
def test_t_sne_is_repeatable_and_keeps_far_groups_apart(n, monkeypatch):
    monkeypatch.setattr(projection, "N_ITER", (100, 100))
    assert (2 * n > projection.EXACT_ROWS) == (n == 110)
    X = two_clouds(n)
    found = tsne(X, random_state=3)
    assert found.shape == (2 * n, 2) and np.isfinite(found).all()
    assert (found == tsne(X, random_state=3)).all()
    nearest = (cdist(found, found) + np.diag(np.full(2 * n, np.inf))).argmin(axis=1)
    assert ((nearest < n) == (np.arange(2 * n) < n)).all()


def test_perplexity_is_lowered_to_what_few_rows_allow():
    assert np.isfinite(tsne(np.eye(4), perplexity=500)).all()


def test_many_axes_are_reduced_before_t_sne():
    X = np.pad(two_clouds(20), ((0, 0), (0, 70)))
    assert tsne(X).shape == (40, 2)


def test_progress_grows_to_one_and_shows_the_map_so_far(monkeypatch):
    monkeypatch.setattr(projection, "N_ITER", (50, 50))
    seen = []

    def callback(done, so_far):
        seen.append((done, so_far.copy()))
        return False

    found = tsne(two_clouds(110), callback=callback)
    shares = [done for done, _ in seen]
    assert shares == sorted(set(shares)) and 0 < shares[0] < shares[-1] == 1.0 and len(shares) == 10
    assert all(x.shape == found.shape for _, x in seen)
    assert (seen[0][1] != seen[-1][1]).any()


def test_a_callback_that_says_true_stops_with_the_map_as_it_is(monkeypatch):
    monkeypatch.setattr(projection, "N_ITER", (100, 100))
    shares = []

    def stop(done, so_far):
        shares.append(done)
        return done >= 0.3

    partial = tsne(two_clouds(110), callback=stop)
    assert shares[-1] == pytest.approx(0.3) and len(shares) == 6
    assert partial.shape == (220, 2) and np.isfinite(partial).all() and np.ptp(partial) > 0
    assert (partial != tsne(two_clouds(110))).any()


def test_rows_beyond_the_limit_are_placed_into_the_map(monkeypatch):
    monkeypatch.setattr(projection, "N_ITER", (100, 100))
    monkeypatch.setattr(projection, "FITTED_ROWS", 210)
    X = two_clouds(120)
    found = tsne(X)
    middle = np.array([found[:120].mean(axis=0), found[120:].mean(axis=0)])
    assert (cdist(found, middle).argmin(axis=1) == np.repeat([0, 1], 120)).all()
    assert (found == tsne(X)).all()
    table = random_table(400, (9, 9, 9))
    placed = row_map(catviz.OneHot().fit(table).geometry_, table, "t-SNE")
    assert placed.note.startswith("210 of ") and len(placed.coordinates) == len(placed.multiplicity) > 210
