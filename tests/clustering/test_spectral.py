"""Spectral clustering: published numbers, repeated rows' eigenvectors, scikit-learn as oracle, and what it refuses."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from random_frames import DIGITS, independent_frame
from sklearn.base import clone
from sklearn.cluster import SpectralClustering
from sklearn.manifold import spectral_embedding

import catviz
from catviz.analysis.metrics import adjusted_rand_index, contingency, scores
from catviz.base import as_table
from catviz.clustering import spectral
from catviz.clustering.spectral import SpectralCategorical, spectrum, weighted_median
from catviz.table.categorical import CategoricalTable

AFFINITIES = pytest.mark.parametrize("affinity", ["exp", "paper"])


def random_frame(n=40, sizes=(3, 2, 4, 3), seed=0, missing=0.05):
    return independent_frame(n, sizes, seed, missing, DIGITS)


def grouped_frame(n=90, groups=3, d=6, seed=0, noise=0.15):
    """Rows that mostly carry their group's value in every column."""
    rng = np.random.default_rng(seed)
    group = np.arange(n) % groups
    values = np.where(rng.random((n, d)) < noise, rng.integers(0, groups, (n, d)), group[:, None])
    return pd.DataFrame(values, columns=[f"a{r}" for r in range(d)]).astype(str).astype(object), group


def same(a, b):
    """True where two labellings are one partition."""
    return adjusted_rand_index(contingency(a, b)) == 1


def normalised(A):
    sums = A.sum(axis=1)
    return A / np.sqrt(np.outer(sums, sums))


def of_length_one(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def up_to_signs(a, b, atol=1e-7):
    np.testing.assert_allclose(a * np.sign((a * b).sum(axis=0)), b, atol=atol)


# published numbers


@pytest.mark.parametrize("n_init", [1, 10])
def test_voting_gives_the_published_scores_of_cado(n_init):
    table = catviz.load_dataset("voting")
    model = SpectralCategorical(2, catviz.COD(na="category"), affinity="paper", n_init=n_init, random_state=0)
    found = scores(table.target, model.fit(table).labels_, paper_tables=True)
    shown = {name: round(found[name], 4) for name in ("AC", "NMI", "ARI", "PR", "RE")}
    assert shown == {"AC": 0.8782, "NMI": 0.4895, "ARI": 0.5710, "PR": 0.8717, "RE": 0.8897}


def test_voting_gives_the_published_accuracy_of_wcado_without_its_theta():
    table = catviz.load_dataset("voting")
    sc = SpectralCategorical(2, catviz.WCADO(theta="one"), affinity="paper", random_state=0).fit(table)
    assert round(scores(table.target, sc.labels_, paper_tables=True)["AC"], 4) == 0.8805


def test_balloons_gives_the_published_scores_of_cado():
    """Single runs end in one of two partitions; the published means of 50 runs are those of 40 and 10 of them."""
    table, found = catviz.load_dataset("balloons"), []
    for seed in range(50):
        model = SpectralCategorical(2, catviz.COD(), affinity="paper", n_init=1, random_state=seed).fit(table)
        run = scores(table.target, model.labels_, paper_tables=True)
        found.append((run["AC"], run["NMI"]))
    better, worse = (1.0, 1.0), (0.6, pytest.approx(0.202, abs=5e-5))
    assert {run == better for run in found} == {True, False}
    assert all(run in (better, worse) for run in found)
    printed = np.array([0.92, 0.8404])
    np.testing.assert_allclose(0.8 * np.array(better) + 0.2 * np.array(min(found)), printed, atol=5e-5)
    assert (np.abs(np.mean(found, axis=0) - printed) <= 2 * np.std(found, axis=0) * np.sqrt(2 / 50)).all()


# eigenvectors


@pytest.mark.parametrize("by_size", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_weighted_rows_have_the_eigenvectors_of_repeated_rows(by_size, seed):
    rng = np.random.default_rng(seed)
    points, weights = rng.random((9, 3)), rng.integers(1, 5, 9)
    D = np.linalg.norm(points[:, None] - points, axis=2)
    A = D if by_size else np.exp(-D)
    place = np.repeat(np.arange(9), weights)
    values, vectors = np.linalg.eigh(normalised(A[place][:, place]))
    order = np.argsort(-np.abs(values) if by_size else -values)[:3]
    sums, found, coordinates = spectrum(A, weights.astype(float), 3, by_size)
    np.testing.assert_allclose(sums[place], A[place][:, place].sum(axis=1))
    np.testing.assert_allclose(found, values[order])
    up_to_signs(coordinates[place], vectors[:, order])


def test_the_embedding_is_scikit_learns():
    """scikit-learn's affinities have no diagonal: rows and their doubles, related across only, stand in for it."""
    frame = random_frame(60, seed=1)
    sc = SpectralCategorical(4, catviz.AhmadDey(), random_state=0).fit(frame)
    D = sc.geometry_.between(as_table(frame))
    A = np.exp(-D / np.median(D[D > 0]))
    none = np.zeros_like(A)
    double = np.block([[none, A], [A, none]])
    theirs = spectral_embedding(double, n_components=4, drop_first=False, random_state=0)[: len(A)]
    up_to_signs(sc.embedding_, of_length_one(theirs * np.sqrt(A.sum(axis=1))[:, None]), atol=1e-6)


@AFFINITIES
def test_the_embedding_holds_the_eigenvectors_of_all_rows(affinity):
    frame = random_frame(50, (3, 2, 3), seed=2)
    assert frame.duplicated().any()
    sc = SpectralCategorical(3, catviz.AhmadDey(), affinity=affinity, random_state=0).fit(frame)
    D = sc.geometry_.between(as_table(frame))
    values, vectors = np.linalg.eigh(normalised(D if affinity == "paper" else np.exp(-D / np.median(D[D > 0]))))
    order = np.argsort(-np.abs(values) if affinity == "paper" else -values)[:3]
    np.testing.assert_allclose(sc.eigenvalues_, values[order], atol=1e-9)
    vectors = vectors[:, order] if affinity == "paper" else of_length_one(vectors[:, order])
    up_to_signs(sc.embedding_, vectors)


def test_clusters_are_scikit_learns_where_groups_are_plain():
    frame, group = grouped_frame()
    sc = SpectralCategorical(3, random_state=0).fit(frame)
    D = sc.geometry_.between(as_table(frame))
    A = np.exp(-D / np.median(D[D > 0]))
    assert same(sc.labels_, SpectralClustering(3, affinity="precomputed", random_state=0).fit(A).labels_)
    assert same(sc.labels_, group)


@AFFINITIES
def test_the_objective_is_the_spread_around_the_means_of_clusters(affinity):
    sc = SpectralCategorical(4, affinity=affinity, random_state=0).fit(random_frame(60, seed=3))
    means = np.array([sc.embedding_[sc.labels_ == j].mean(axis=0) for j in range(4)])
    squared = ((sc.embedding_[:, None] - means) ** 2).sum(axis=2)
    assert sc.objective_ == pytest.approx(squared[np.arange(60), sc.labels_].sum())
    assert (sc.labels_ == squared.argmin(axis=1)).all()


@AFFINITIES
def test_eigenvectors_are_found_alike_among_many_rows(affinity, monkeypatch):
    frame = random_frame(80, seed=4)
    a = SpectralCategorical(3, catviz.AhmadDey(), affinity=affinity, random_state=0).fit(frame)
    monkeypatch.setattr(spectral, "DENSE_ROWS", 10)
    b = SpectralCategorical(3, catviz.AhmadDey(), affinity=affinity, random_state=0).fit(frame)
    np.testing.assert_allclose(a.eigenvalues_, b.eigenvalues_, atol=1e-9)
    np.testing.assert_allclose(a.embedding_, b.embedding_, atol=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_the_median_counts_pairs_of_different_rows_by_weight(seed):
    rng = np.random.default_rng(seed)
    x, weights = rng.integers(0, 6 if seed % 2 else 900, 8), rng.integers(1, 4, 8)
    D = np.abs(x[:, None] - x).astype(float)
    pairs = np.repeat(np.repeat(D, weights, axis=0), weights, axis=1)
    assert weighted_median(D, weights.astype(float)) == np.median(pairs[pairs > 0])


# later rows


@AFFINITIES
def test_rows_are_placed_where_the_eigenvectors_put_them(affinity):
    frame, group = grouped_frame(seed=7)
    sc = SpectralCategorical(3, affinity=affinity, random_state=0).fit(frame)
    assert (sc.predict(frame) == sc.labels_).all()
    new, theirs = grouped_frame(30, seed=8)
    assert same(sc.predict(new), theirs)
    unseen = pd.DataFrame({c: ["never seen"] for c in frame})
    assert sc.predict(unseen)[0] in (0, 1, 2)


def test_rows_without_weight_join_as_new_rows_do():
    frame, weights = random_frame(50, seed=9), np.r_[np.ones(40), np.zeros(10)]
    sc = SpectralCategorical(3, random_state=0).fit(replace(as_table(frame), weights=weights))
    alone = SpectralCategorical(3, random_state=0).fit(frame.iloc[:40])
    assert (sc.labels_ == alone.predict(frame)).all() and (sc.labels_[:40] == alone.labels_).all()
    assert sc.objective_ == alone.objective_
    of_new = np.array(
        [
            row not in set(map(tuple, frame.iloc[:40].fillna("-").to_numpy()))
            for row in map(tuple, frame.fillna("-").to_numpy())
        ]
    )
    assert of_new.any() and (np.isnan(sc.embedding_).all(axis=1) == of_new).all()


# any distances


@pytest.mark.parametrize("distances", [catviz.JiaDistance(), catviz.MCA(), catviz.OneHot(), catviz.TAVE()])
@AFFINITIES
def test_any_geometry_that_compares_rows_will_do(distances, affinity):
    frame, group = grouped_frame(seed=10)
    a = SpectralCategorical(3, distances, affinity, random_state=0).fit(frame)
    given = clone(distances).fit(frame).geometry_
    b = SpectralCategorical(3, given, affinity, random_state=0).fit(frame)
    assert b.geometry_ is given and (a.labels_ == b.labels_).all()
    assert same(a.labels_, group) or affinity == "paper"


def test_distances_that_learn_from_known_groups_get_them():
    frame, group = grouped_frame(seed=11, noise=0.05)
    assert same(SpectralCategorical(3, catviz.MVDM(), random_state=0).fit(frame, group).labels_, group)
    with pytest.raises(ValueError, match="MVDM requires y"):
        SpectralCategorical(3, catviz.MVDM(), random_state=0).fit(frame)


def test_numeric_columns_count_where_the_geometry_compares_them():
    frame = pd.DataFrame({"a": ["x"] * 6, "size": [1, 1, 2, 90, 90, 91]})
    table = CategoricalTable.from_pandas(frame, numeric=["size"])
    sc = SpectralCategorical(2, catviz.Gower(), random_state=0).fit(table)
    assert same(sc.labels_, [0, 0, 0, 1, 1, 1]) and (sc.predict(table) == sc.labels_).all()


# what is degenerate or refused


def test_equally_good_directions_are_told():
    full = pd.DataFrame([(a, b, c) for a in "xyz" for b in "xyz" for c in "xyz"], columns=list("abc"))
    with pytest.warns(UserWarning, match="eigenvalues 2 and 3"):
        SpectralCategorical(2, random_state=0).fit(full)


@AFFINITIES
@pytest.mark.filterwarnings("ignore:Number of distinct clusters")
def test_rows_that_are_nowhere_apart_are_one_cluster(affinity):
    full = pd.DataFrame([(a, b) for a in "xy" for b in "xyz"], columns=list("ab"))
    sc = SpectralCategorical(2, catviz.AhmadDey(), affinity=affinity, random_state=0).fit(full)
    assert not sc.labels_.any() and sc.objective_ == 0 and not sc.predict(full).any()


def test_refusals_name_the_numbers():
    frame = pd.DataFrame({"a": list("xxy")})
    with pytest.raises(ValueError, match="n_clusters=3, .* 2 distinct rows"):
        SpectralCategorical(3).fit(frame)
    many = pd.DataFrame({"a": [str(i) for i in range(100)] * 61, "b": [str(i // 100) for i in range(6100)]})
    with pytest.raises(ValueError, match=r"6,100 distinct rows.*0\.3 GB.* 6,000.*a sample"):
        SpectralCategorical(2).fit(many)
    with pytest.raises(ValueError, match="AhmadDey"):
        SpectralCategorical(2, distances=3).fit(frame)
    for name, wrong in {"affinity": "rbf", "n_clusters": 0, "n_init": 0}.items():
        with pytest.raises(ValueError, match=f"^{name}="):
            SpectralCategorical(**{"n_clusters": 2, name: wrong}).fit(frame)
