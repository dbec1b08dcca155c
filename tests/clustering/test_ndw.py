"""NDW: a worked table, every weight and assignment recomputed from the rows, empty clusters, weights, new rows."""

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.clustering.ndw import NDW
from catviz.distances.hd import HD

MOVIES = catviz.load_dataset("toy_movie")


def test_movies_from_the_first_and_the_last_row():
    m = NDW(2, init=[0, 5]).fit(MOVIES)
    assert m.labels_.tolist() == [0, 0, 1, 1, 1, 1]
    weights = {
        ("actor", "De Niro", "Grant"): 13 / 118,
        ("actor", "Grant", "Stewart"): 0,
        ("genre", "Comedy", "Crime"): 7 / 59,
        ("director", "Coppola", "Hitchcock"): 8 / 59,
    }
    hd = HD().fit(MOVIES).value_distances_
    for (column, a, b), weight in weights.items():
        assert m.weights_[column].loc[a, b] == pytest.approx(weight, abs=1e-12)
        assert m.value_distances_[column].loc[a, b] == pytest.approx(weight * hd[column].loc[a, b], abs=1e-12)
    assert sum(w.to_numpy().sum() for w in m.weights_.values()) / 2 == pytest.approx(1)


def by_rows(frame, start, orders="declared"):
    """Labels and weights by loops over rows, columns and clusters."""
    text = frame.fillna("(missing)")
    hd = HD(orders).fit(frame).value_distances_
    d = {a: hd[a].loc[v := sorted(text[a].unique()), v] for a in text}
    n_pairs = sum(len(t) * (len(t) - 1) / 2 for t in d.values())
    weights = {a: (1 - np.eye(len(t))) / n_pairs for a, t in d.items()}
    k, clusters = len(start), [text.iloc[[i]] for i in start]
    labels, partition = None, None
    for _ in range(51):
        table = {a: pd.DataFrame(d[a].to_numpy() * weights[a], d[a].index, d[a].index) for a in text}
        for _ in range(51):
            phi = np.full((len(text), k), np.inf)
            for j, own in enumerate(clusters):
                if len(own):
                    phi[:, j] = sum(table[a].loc[text[a], own[a]].mean(axis=1).to_numpy() ** 2 for a in text)
            before, labels = labels, np.round(phi / n_pairs**-2, 9).argmin(axis=1)
            clusters = [text[labels == j] for j in range(k)]
            if before is not None and (labels == before).all():
                break
        if partition is not None and (labels == partition).all():
            return labels, weights
        partition = labels
        for a in text:
            Q = pd.crosstab(text[a], labels, normalize="index").loc[d[a].index].to_numpy()
            weights[a] = d[a].to_numpy() * (1 - Q @ Q.T)
        total = sum(w.sum() for w in weights.values()) / 2
        weights = {a: w / total for a, w in weights.items()}
    return labels, weights


@pytest.mark.parametrize("seed", range(3))
def test_labels_and_weights_against_loops_over_rows(seed):
    frame = dependent_frame(50, (3, 4, 2, 5), seed=seed, missing=0.05)
    start = np.random.default_rng(seed).choice(50, 3, replace=False)
    m = NDW(3, init=start).fit(frame)
    labels, weights = by_rows(frame, start)
    assert m.labels_.tolist() == labels.tolist()
    for a, expected in weights.items():
        order = sorted(m.weights_[a].index)
        np.testing.assert_allclose(m.weights_[a].loc[order, order], expected, atol=1e-12)
    assert m.steps_[-1]["moved"] == 0 and m.n_iter_ == m.steps_[-1]["round"]
    assert (m.predict(frame) == m.labels_).all()
    for a, p in zip(frame, m.distributions_, strict=True):
        counts = pd.crosstab(frame[a].fillna("(missing)"), m.labels_).loc[m.weights_[a].index]
        np.testing.assert_allclose(p[counts.columns], (counts / counts.sum()).T, atol=1e-12)


def test_known_classes_of_votes():
    voting = catviz.load_dataset("voting")
    scores = [
        catviz.metrics.scores(voting.target, NDW(2, orders="none", random_state=s).fit(voting).labels_)["adjusted_rand"]
        for s in range(4)
    ]
    assert np.mean(scores) == pytest.approx(0.537, abs=0.02)


def test_explanations_are_those_of_hd_times_a_weight():
    frame = dependent_frame(60, (3, 4, 2), seed=4, missing=0.1)
    m = NDW(3, random_state=0).fit(frame)
    for b in ("q", "r", None):
        found = m.explain("a1", "p", b)
        assert found.value == pytest.approx(found.distance, abs=1e-12) and "weight" in found.factors
        assert list(found.terms["term"]) == ["a0", "a1 (own counts)", "a2"]


def test_with_one_cluster_all_weights_are_equal():
    m = NDW(1).fit(MOVIES)
    assert not m.labels_.any()
    assert {round(float(x), 12) for w in m.weights_.values() for x in w.to_numpy()[~np.eye(len(w), dtype=bool)]} == {
        round(1 / 12, 12)
    }


def test_a_cluster_without_rows_stays_empty():
    soybean = catviz.load_dataset("soybean_small")
    m = NDW(12, random_state=1).fit(soybean)
    assert len(set(m.labels_)) == 11 and (m.predict(soybean) == m.labels_).all()


def test_values_never_seen_and_stopped_fits():
    frame = dependent_frame(60, (3, 4, 2), seed=4)
    m = NDW(3, random_state=0).fit(frame)
    assert m.predict(pd.DataFrame([["never"] * 3], columns=frame.columns)).shape == (1,)
    with catviz.reporting(lambda step: True):
        assert len(NDW(3, random_state=0).fit(frame).history_) == 1
    with pytest.raises(ValueError, match="n_clusters=7"):
        NDW(7).fit(MOVIES)
