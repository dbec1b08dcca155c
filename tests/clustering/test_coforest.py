"""COForest: worked trees, ways against shortest paths, two clusters, assignments row by row, and new rows."""

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from scipy.sparse.csgraph import minimum_spanning_tree, shortest_path
from scipy.spatial.distance import cdist

import catviz
from catviz.clustering.coforest import COForest, path_lengths, spanning_tree

STAR = np.array([(1, 0, 0), (0.5, 0.25, 0.25), (0, 1, 0), (0, 0, 1)])


def test_a_star_of_four_values():
    edges, lengths = spanning_tree(STAR)
    assert edges.tolist() == [[0, 1], [1, 2], [1, 3]]
    np.testing.assert_allclose(lengths, [0.2041241452, 0.3118047822, 0.3118047822], atol=5e-11)
    T = path_lengths(edges, lengths)
    assert T[0, 2] == pytest.approx(0.5159289275, abs=5e-11) and T[2, 3] == pytest.approx(0.6236095645, abs=1e-10)
    assert cdist(STAR, STAR)[0, 2] / 3 == pytest.approx(0.4714045208, abs=5e-11)


def test_with_two_clusters_the_star_is_a_path():
    two = np.column_stack([STAR[:, 0], STAR[:, 1:].sum(axis=1)])
    T = path_lengths(*spanning_tree(two))
    assert (T[0, 1], T[1, 2]) == (pytest.approx(0.3535533906), pytest.approx(0.3535533906))
    assert T[0, 2] == pytest.approx(0.7071067812) and T[2, 3] == 0
    np.testing.assert_allclose(T, np.abs(two[:, :1] - two[:, 0]) / np.sqrt(2), atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_ways_are_shortest_paths_in_a_minimum_spanning_tree(seed):
    Q = np.random.default_rng(seed).dirichlet(np.ones(4), 9)
    edges, lengths = spanning_tree(Q)
    w = cdist(Q, Q) / 4
    tree = minimum_spanning_tree(w)
    assert lengths.sum() == pytest.approx(tree.sum())
    T = path_lengths(edges, lengths)
    np.testing.assert_allclose(T, shortest_path(tree, directed=False), atol=1e-12)
    assert (w - 1e-12 <= T).all()


def fitted(k=3, seed=0, **given):
    frame = dependent_frame(200, (4, 5, 3, 4), seed=seed)
    return frame, COForest(k, random_state=seed, **given).fit(frame)


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_rows_are_where_they_cost_least_and_trees_are_those_of_the_clusters(seed, centred):
    frame, m = fitted(seed=seed, centred=centred)
    text = frame.fillna("(missing)")
    cost = np.zeros((200, 3))
    for r, a in enumerate(text):
        labels, table, p = list(m.geometry_.codebook.labels[r]), m.value_distances_[a], m.distributions_[r]
        counts = pd.crosstab(text[a], m.labels_).loc[labels]
        np.testing.assert_allclose(p, (counts / counts.sum()).T, atol=1e-12)
        Q = counts.div(counts.sum(axis=1), axis=0).to_numpy()
        T = path_lengths(*spanning_tree(Q))
        np.testing.assert_allclose(m.trees_[a]["length"].sum(), spanning_tree(Q)[1].sum(), atol=1e-9)
        np.testing.assert_allclose(table * (len(labels) - 1), T, atol=1e-9)
        cost += np.array([p @ table[v] for v in text[a]]) / 4
        cost -= centred * np.array([q @ table.to_numpy() @ q for q in p]) / 2 / 4
    assert m.steps_[-1]["moved"] == 0
    np.testing.assert_allclose(cost[np.arange(200), m.labels_], cost.min(axis=1), atol=1e-9)
    assert m.history_[-1] == pytest.approx(cost.min(axis=1).sum()) and m.n_iter_ == m.steps_[-1]["forest"]
    assert (m.predict(frame) == m.labels_).all()


def test_a_distance_is_the_way_from_edge_to_edge():
    _, m = fitted()
    for b in "qrs":
        found = m.explain("a0", "p", b)
        assert found.value == pytest.approx(m.value_distances_["a0"].loc["p", b])
        assert set(" to ".join(found.terms["term"]).split(" to ")) >= {"p", b}
    assert m.explain("a0", "p", "p").value == 0


def test_centred_costs_never_rise_with_one_forest():
    for seed in range(3):
        _, m = fitted(seed=seed, centred=True)
        steps = pd.DataFrame(m.steps_)
        assert (steps.groupby("forest")["objective"].diff().dropna() <= 1e-9).all()


def test_known_classes_of_votes():
    voting = catviz.load_dataset("voting")
    scores = [
        catviz.metrics.scores(voting.target, COForest(2, random_state=s).fit(voting).labels_)["adjusted_rand"]
        for s in range(6)
    ]
    assert np.mean(scores) == pytest.approx(0.5661, abs=0.01)


def test_values_never_seen_and_stopped_fits():
    frame, m = fitted()
    assert m.predict(pd.DataFrame([["never"] * 4], columns=frame.columns)).shape == (1,)
    with catviz.reporting(lambda step: True):
        assert len(fitted()[1].history_) == 1
