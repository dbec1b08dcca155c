"""Scores of clusters without classes: worked tables, identities with sums of squares, loops over rows, weights."""

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from scipy.stats import entropy

import catviz
from catviz.analysis.cluster_scores import cluster_scores

MOVIES, ZOO = catviz.load_dataset("toy_movie"), catviz.load_dataset("zoo")


def test_movies_and_their_classes():
    found = cluster_scores(MOVIES, MOVIES.target)
    assert found["category_utility"] == pytest.approx(8 / 9, abs=1e-12)
    assert found["information"] == pytest.approx(2.7548875022, abs=5e-11)
    assert found["mrec"] == pytest.approx(1.7548875022, abs=5e-11)
    assert cluster_scores(MOVIES, [0, 0, 1, 1, 1, 1])["chi2"] == pytest.approx(3, abs=1e-12)


def test_animals_and_their_classes():
    found = cluster_scores(ZOO, ZOO.target)
    assert found["chi2"] == pytest.approx(12.0964964436, abs=5e-11)
    assert found["information"] == pytest.approx(9.2444404496, abs=5e-11)
    assert found["category_utility"] == pytest.approx(4.2984542773, abs=5e-11)
    assert found["mrec"] == pytest.approx(-2.8095166783, abs=5e-11)


def test_scores_are_sums_of_squares_between_clusters():
    Z = pd.get_dummies(ZOO.to_pandas()[list(ZOO.attributes)].astype(str)).to_numpy(dtype=float)
    M = (Z - Z.mean(axis=0)) / np.sqrt(Z.sum(axis=0))
    labels = catviz.KModes(5, random_state=0).fit(ZOO).labels_
    found = cluster_scores(ZOO, labels)
    between = [
        sum((labels == j).sum() * ((X[labels == j].mean(axis=0) - X.mean(axis=0)) ** 2).sum() for j in range(5))
        for X in (Z / np.sqrt(len(Z)), M)
    ]
    assert [found["category_utility"], found["chi2"]] == pytest.approx(between, abs=1e-9)


def test_the_criterion_of_cluster_correspondence_analysis():
    model = catviz.ClusterCA(4, n_init=2, random_state=0).fit(catviz.load_dataset("soybean_small"))
    found = cluster_scores(catviz.load_dataset("soybean_small"), model.labels_)
    assert found["chi2"] == pytest.approx(17.674267, abs=5e-7)


@pytest.mark.parametrize("seed", range(2))
def test_information_and_mrec_row_by_row(seed):
    frame = dependent_frame(60, (3, 4, 2), seed=seed, missing=0.05).fillna("(missing)")
    y = np.random.default_rng(seed).integers(0, 4, 60)

    def distinct(some):
        shares = [
            (frame.loc[some, a].value_counts(normalize=True), frame[a].value_counts(normalize=True)) for a in frame
        ]
        return sum(entropy(own.reindex(every.index, fill_value=0), every, base=2) for own, every in shares)

    found = cluster_scores(frame, y)
    assert found["information"] == pytest.approx(sum((y == j).mean() * distinct(y == j) for j in range(4)), abs=1e-12)
    loss = [distinct(y == i) - max(distinct((y == i) | (y == m)) for m in range(4) if m != i) for i in range(4)]
    assert found["mrec"] == pytest.approx(min(loss), abs=1e-12)


def test_one_cluster_says_nothing():
    found = cluster_scores(ZOO, ["all"] * 101)
    assert np.isnan(found.pop("mrec")) and list(found.values()) == pytest.approx([0, 0, 0], abs=1e-12)


def test_weights_names_and_rows_without_a_label():
    frame = dependent_frame(40, (3, 2, 4), seed=3)
    y, weights = frame["a0"] + frame["a1"], np.random.default_rng(0).integers(0, 4, 40)
    repeated = frame.index.repeat(weights)
    found = cluster_scores(frame, y, sample_weight=weights)
    assert found == pytest.approx(cluster_scores(frame.loc[repeated], y[repeated]), abs=1e-12)
    renamed = frame.replace(dict(zip("pqrs", "zwyx", strict=True))).assign(same="x")
    assert cluster_scores(renamed, y) == pytest.approx(cluster_scores(frame, y), abs=1e-12)
    some = y.where(frame.index < 30)
    assert cluster_scores(frame, some) == pytest.approx(cluster_scores(frame[:30], y[:30]), abs=1e-12)


def test_what_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="label .* 101 rows"):
        cluster_scores(ZOO, [1, 2])
    with pytest.raises(ValueError, match="no row has"):
        cluster_scores(ZOO, [None] * 101)
    monkeypatch.setattr("catviz.table.sizes.MOST_BYTES", 1000)
    with pytest.raises(ValueError, match="values and labels"):
        cluster_scores(ZOO, np.arange(101))
