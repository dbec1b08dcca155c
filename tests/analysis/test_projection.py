"""Maps of rows: one point a distinct row, repeatable, stoppable, and near what other programs draw."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist
from sklearn.decomposition import PCA

import catviz
from catviz.analysis import projection, stoppable_tsne
from catviz.analysis.map_work import TREE_BLOCK
from catviz.analysis.projection import ConstantInput, pca, row_map, spread
from catviz.geometry.scaling import classical_scaling
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook

MAPS = ("PCA", "MDS", "t-SNE")


def random_table(n, sizes=(3, 4, 2, 5, 3), seed=0):
    rng = np.random.default_rng(seed)
    return CategoricalTable.from_pandas(pd.DataFrame({f"a{r}": rng.integers(0, v, n) for r, v in enumerate(sizes)}))


def two_clouds(n, seed=0):
    """n points around each of two far places in five dimensions."""
    return np.vstack([np.random.default_rng(seed).normal(m, 1, (n, 5)) for m in (0, 40)])


def tsne(X, **settings):
    """(n, 2) float32 places of rows of one column, whose values stand at the points of X."""
    book = Codebook(("point",), (tuple(f"{i:04}" for i in range(len(X))),), ("nominal",), (False,))
    geometry = catviz.ValueEmbedding(book, (X,), (np.ones(len(X)),))
    return row_map(geometry, CategoricalTable(np.arange(len(X))[:, None], book), "t-SNE", **settings).coordinates


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
    with pytest.raises(ValueError, match="'UMAP'.*t-SNE, PaCMAP, MDS, PCA"):
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
    with pytest.raises(ValueError, match="3 distinct rows: t-SNE .* 4"):
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
    found, eigenvalues = classical_scaling(cdist(X, X) ** 2, 4)
    np.testing.assert_allclose(cdist(found, found), cdist(X, X), atol=1e-10)
    assert found.shape == (30, 2) and (eigenvalues[2:] < 1e-9 * eigenvalues[0]).all()


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
    monkeypatch.setattr(stoppable_tsne, "N_ITER", (100, 100))
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


def heard(stop_at=2.0, calls=10**9):
    """A callback that stops at a share or after so many calls, and what it was told."""
    seen = []

    def callback(done, so_far):
        seen.append((done, so_far))
        return done >= stop_at or len(seen) == calls

    return callback, seen


def test_progress_grows_to_one_and_shows_the_map_so_far(monkeypatch):
    monkeypatch.setattr(stoppable_tsne, "N_ITER", (50, 50))
    callback, seen = heard()
    found = tsne(two_clouds(110), callback=callback)
    shares = [done for done, _ in seen]
    assert shares == sorted(set(shares)) and 0 < shares[0] < shares[-1] == 1.0
    maps = [so_far for _, so_far in seen if so_far is not None]
    assert len(maps) == 20 and all(x.shape == found.shape for x in maps)
    assert (maps[0] != maps[-1]).any()


def test_a_callback_that_says_true_stops_with_the_map_as_it_is(monkeypatch):
    monkeypatch.setattr(stoppable_tsne, "N_ITER", (100, 100))
    callback, seen = heard(0.3)
    partial = tsne(two_clouds(110), callback=callback)
    assert seen[-1][0] >= 0.3 > seen[-2][0]
    assert partial.shape == (220, 2) and np.isfinite(partial).all() and np.ptp(partial) > 0
    assert (partial == seen[-1][1].astype(np.float32)).all() and (partial != tsne(two_clouds(110))).any()


def test_stopped_before_the_first_step_there_is_no_map(monkeypatch):
    table = random_table(400, (9, 9, 9))
    geometry = catviz.Hamming().fit(table).geometry_
    for call in (1, 3, 4):  # the values of the first column, of the last one, the neighbours
        callback, seen = heard(calls=call)
        found = row_map(geometry, table, "t-SNE", callback=callback)
        assert len(seen) == call and seen[-1][1] is None
        assert not found.has_place.any() and np.isnan(found.coordinates).all()
        assert found.note.startswith(f"0 of {len(found.coordinates)} ")


def test_stopped_later_some_rows_have_no_place(monkeypatch):
    monkeypatch.setattr(stoppable_tsne, "N_ITER", (50, 50))
    monkeypatch.setattr(stoppable_tsne, "FITTED_ROWS", 210)
    X = np.vstack([two_clouds(120), two_clouds(300, seed=1)])
    whole, calls = heard()
    complete = tsne(X, callback=whole)
    assert np.isfinite(complete).all()
    steps = [i for i, (_, so_far) in enumerate(calls) if so_far is not None]
    assert len(steps) == 22 and len(calls) == 23  # the neighbours, 20 times 5 steps, two blocks of the other rows
    for stop, there in ((steps[0], 210), (steps[19], 210), (steps[20], 210 + 256)):
        callback, seen = heard(calls[stop][0])
        found = tsne(X, callback=callback)
        has_place = np.isfinite(found).all(axis=1)
        assert len(seen) == stop + 1 and has_place.sum() == there
        assert (np.isnan(found).all(axis=1) == ~has_place).all() and np.ptp(found[has_place]) > 0
    assert (found[has_place] == complete[has_place]).all()


def test_t_sne_asks_often_enough_to_be_stopped(monkeypatch):
    monkeypatch.setattr(stoppable_tsne, "N_ITER", (50, 50))
    monkeypatch.setattr(stoppable_tsne, "FITTED_ROWS", 1_000)
    monkeypatch.setattr(stoppable_tsne, "AFFINITIES", 20_000)
    callback, seen = heard()
    n, perplexity = 3_000, 30
    tsne(np.random.default_rng(0).normal(size=(n, 4)), perplexity=perplexity, callback=callback)
    before = [done for done, so_far in seen if so_far is None]
    later = [np.isfinite(so_far[:, 0]).sum() for _, so_far in seen if so_far is not None]
    affinities = -(-1_000 // (20_000 // (3 * perplexity)))
    assert len(before) >= 1_000 // (2 * TREE_BLOCK) + affinities + 1
    assert later.count(1_000) == 20 and max(np.diff(later[19:])) < 2 * TREE_BLOCK and later[-1] == n


def test_affinities_in_blocks_are_those_of_all_rows_at_once(monkeypatch):
    X, start = two_clouds(150), np.random.default_rng(0).normal(size=(300, 2)) * 1e-4
    found = []
    monkeypatch.setattr(stoppable_tsne, "_optimised", lambda affinities, *others: found.append(affinities) or start)
    for most in (10**6, 5_000):
        monkeypatch.setattr(stoppable_tsne, "AFFINITIES", most)
        stoppable_tsne.placed(X, start, 30, 0, stoppable_tsne.Progress(None, stoppable_tsne.seconds_of(300)))
    np.testing.assert_allclose(found[1].toarray(), found[0].toarray(), rtol=1e-9, atol=1e-15)
    assert found[1].sum() == pytest.approx(1)


def test_rows_beyond_the_limit_are_placed_into_the_map(monkeypatch):
    monkeypatch.setattr(stoppable_tsne, "N_ITER", (100, 100))
    monkeypatch.setattr(stoppable_tsne, "FITTED_ROWS", 210)
    X = two_clouds(120)
    found = tsne(X)
    middle = np.array([found[:120].mean(axis=0), found[120:].mean(axis=0)])
    assert (cdist(found, middle).argmin(axis=1) == np.repeat([0, 1], 120)).all()
    assert (found == tsne(X)).all()
    table = random_table(400, (9, 9, 9))
    placed = row_map(catviz.OneHot().fit(table).geometry_, table, "t-SNE")
    assert placed.note.startswith("210 of ") and len(placed.coordinates) == len(placed.multiplicity) > 210


def test_axes_know_their_share_of_the_rows_variance(monkeypatch):
    table = catviz.load_dataset("zoo")
    geometry = catviz.AhmadDey().fit(table).geometry_
    variances = PCA().fit(geometry.transform(table)).explained_variance_ratio_
    monkeypatch.setattr(projection, "_BLOCK", 7)
    assert row_map(geometry, table, "PCA").axis_shares == pytest.approx(variances[:2])
    placed = row_map(geometry, table, "MDS", n_components=3)
    rows, _ = table.unique_rows()
    eigenvalues = classical_scaling(geometry.between(rows) ** 2)[1]
    assert placed.axis_shares == pytest.approx(eigenvalues[:3] / eigenvalues[eigenvalues > 0].sum())
    assert row_map(geometry, table[:40], "t-SNE").axis_shares is None


def test_an_axis_that_a_map_lacks_has_no_share():
    two = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "y"]}))
    geometry = catviz.Hamming().fit(two).geometry_
    for how in ("PCA", "MDS"):
        assert row_map(geometry, two, how).axis_shares == pytest.approx([1, 0])
