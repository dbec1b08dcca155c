"""The mean silhouette of clusters on the distances between rows."""

import numpy as np
import pytest
from sklearn.metrics import silhouette_score

import catviz
from catviz.analysis import cluster_scores as module
from catviz.analysis.cluster_scores import silhouette, weighted_silhouette


def zoo():
    return catviz.load_dataset("zoo")


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


def test_many_distinct_rows_are_sampled(monkeypatch):
    fitted = catviz.KModes(3, random_state=0).fit(zoo())
    whole = silhouette(fitted, zoo())
    monkeypatch.setattr(module, "SAMPLED_ROWS", 40)
    sampled = silhouette(fitted, zoo())
    assert sampled != whole and abs(sampled - whole) < 0.15
    assert sampled == silhouette(fitted, zoo())
