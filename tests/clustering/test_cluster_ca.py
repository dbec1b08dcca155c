"""Cluster correspondence analysis: worked criteria, the three criteria of a partition, rows and values by hand."""

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.clustering.cluster_ca import ClusterCA
from catviz.geometry.joint_map import value_map

MOVIES = catviz.load_dataset("toy_movie")


def chi2_over_n(table, labels):
    """The sum over columns of chi-squared(column, clusters) / n, cell by cell."""
    total, frame = 0.0, table.observed().missing_as_category().to_pandas().astype(object).fillna("(missing)")
    for a in frame:
        seen = pd.crosstab(frame[a], labels).to_numpy()
        expected = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / seen.sum()
        total += ((seen - expected) ** 2 / expected).sum() / seen.sum()
    return total


def ari(model, table):
    return catviz.metrics.scores(table.target, model.labels_)["adjusted_rand"]


def test_two_clusters_of_films():
    m = ClusterCA(2, n_init=5, random_state=0).fit(MOVIES)
    assert m.criterion_ == pytest.approx(18 / 6) and m.objective_ == pytest.approx(10 - 3 - 3)
    first = m.labels_ == m.labels_[0]
    assert first.tolist() == [True, True, False, False, False, False]
    A = {v: x for a in MOVIES.attributes for v, x in m.geometry_[a].itertuples()}
    near = [A.pop(v) for v in ("De Niro", "Crime", "Coppola", "Scorsese")]
    np.testing.assert_allclose(near, [1 / 3] * 4, atol=1e-12)
    np.testing.assert_allclose(list(A.values()), [-1 / 6] * 6, atol=1e-12)


def test_a_local_optimum_is_kept():
    m = ClusterCA(2, init=[0, 1, 0, 1, 0, 1]).fit(MOVIES)
    assert m.criterion_ == pytest.approx(5 / 3) and m.labels_.tolist() == [0, 1, 0, 1, 0, 1]
    for wrong in ([0, 1, 2, 0, 1, 2], [0, 1], [0.0] * 6):
        with pytest.raises(ValueError, match="the 6 rows .* 0 to 1"):
            ClusterCA(2, init=wrong).fit(MOVIES)


@pytest.mark.parametrize(
    ("data", "k", "criterion", "rand"),
    [("soybean_small", 4, 17.674267, 1.0), ("voting", 2, 6.442789, 0.578)],
)
def test_data_sets_reach_the_best_criterion_known(data, k, criterion, rand):
    table = catviz.load_dataset(data)
    m = ClusterCA(k, n_init=12, random_state=0).fit(table)
    assert m.criterion_ == pytest.approx(criterion, abs=5e-5)
    assert rand is None or ari(m, table) == pytest.approx(rand, abs=5e-4)
    assert m.criterion_ == pytest.approx(chi2_over_n(table, m.labels_), abs=1e-9)


def test_contraception_gets_beyond_the_criterion_of_clustrd():
    """Its program stops at 3.310748: it ends when a step gains less than 1e-4. The class is a tenth column."""
    table = catviz.load_dataset("cmc", bins=None)
    numbers, frame = pd.DataFrame(table.numeric, columns=table.numeric_names), table.to_pandas().astype(object)
    for name, cuts in (("wife_age", (26, 39)), ("number_of_children", (0, 3))):
        frame[name] = pd.cut(numbers[name], [-np.inf, *cuts, np.inf]).astype(str)
    ten = catviz.CategoricalTable.from_pandas(frame.assign(method=np.asarray(table.target, dtype=object)))
    m = ClusterCA(3, n_init=12, random_state=0).fit(ten)
    assert m.criterion_ == pytest.approx(3.310842, abs=5e-7) and m.criterion_ > 3.310748
    assert m.criterion_ == pytest.approx(chi2_over_n(ten, m.labels_), abs=1e-9)
    assert sorted(np.bincount(m.labels_)) == [193, 609, 671]


def test_animals_have_clusters_further_apart_than_their_known_classes():
    zoo = catviz.load_dataset("zoo")
    m = ClusterCA(7, random_state=1).fit(zoo)
    assert m.criterion_ > 13.2288 and m.criterion_ == pytest.approx(chi2_over_n(zoo, m.labels_))
    assert chi2_over_n(zoo, zoo.target) == pytest.approx(12.0964964436, abs=5e-11)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("axes", [None, 1])
def test_the_criterion_never_falls_and_is_that_of_the_rows(seed, axes):
    frame = dependent_frame(70, (3, 4, 2, 5), seed=seed)
    m = ClusterCA(4, axes, n_init=4, random_state=seed).fit(frame)
    assert m.history_ == sorted(m.history_, reverse=True) and m.history_[-1] == m.objective_ == m.inertia_
    Z = pd.get_dummies(frame.fillna("(missing)")).to_numpy(dtype=float)
    M = (Z - Z.mean(axis=0)) / np.sqrt(Z.sum(axis=0))
    means = np.array([M[m.labels_ == j].mean(axis=0) for j in range(4)])
    s = np.linalg.svd(np.sqrt(np.bincount(m.labels_))[:, None] * means, compute_uv=False)
    assert m.criterion_ == pytest.approx((s[: axes or 3] ** 2).sum())
    assert m.objective_ == pytest.approx((M**2).sum() - m.criterion_)
    Y = m.transform(frame) - m.transform(frame).mean(axis=0)
    centres = np.array([Y[m.labels_ == j].mean(axis=0) for j in range(4)])
    np.testing.assert_allclose(m.cluster_centers_, centres, atol=1e-9)
    assert (m.predict(frame) == m.labels_).all()
    apart = ((Y[:, None] - centres) ** 2).sum(axis=2)
    np.testing.assert_allclose(apart[np.arange(70), m.labels_], apart.min(axis=1), atol=1e-9)


def test_rows_and_values_share_a_map_in_which_they_spread_alike():
    zoo = catviz.load_dataset("zoo")
    m = ClusterCA(4, n_init=3, random_state=0).fit(zoo)
    values, rows = value_map(m, 3).coordinates, value_map(m, 3).rows(zoo)
    A = np.vstack(m.geometry_.coordinates)
    np.testing.assert_allclose(values, A / m.map_scaling_, atol=1e-12)
    Y = m.transform(zoo) - m.transform(zoo).mean(axis=0)
    np.testing.assert_allclose(rows - rows.mean(axis=0), m.map_scaling_ * Y, atol=1e-12)
    centres = m.map_scaling_ * m.cluster_centers_
    assert (values**2).sum() / len(values) == pytest.approx((centres**2).sum() / 4)
    assert m.predict(pd.DataFrame([["never"] * 16], columns=zoo.attributes)).shape == (1,)


def test_one_cluster_has_no_axes():
    m = ClusterCA(1, n_init=2, random_state=0).fit(MOVIES)
    assert m.criterion_ == 0 and m.labels_.tolist() == [0] * 6 and m.transform(MOVIES).shape == (6, 0)
