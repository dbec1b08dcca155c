"""ROCK: the paper's worked links, every merge recomputed by brute force, weights, ties, labelling and limits."""

import itertools
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from random_frames import DIGITS, independent_frame

import catviz
from catviz.base import as_table
from catviz.clustering.base import DistinctRows
from catviz.clustering.rock import ROCK, links
from catviz.table.categorical import CategoricalTable


def random_frame(n=40, sizes=(3, 2, 4, 3), seed=0, missing=0.05):
    return independent_frame(n, sizes, seed, missing, DIGITS)


def partition(labels):
    return {frozenset(np.flatnonzero(labels == label)) for label in np.unique(labels)}


# the paper's example: market baskets, theta = 0.5


FIRST = [frozenset(s) for s in itertools.combinations((1, 2, 3, 4, 5), 3)]
SECOND = [frozenset(s) for s in itertools.combinations((1, 2, 6, 7), 3)]
BASKETS = FIRST + SECOND


def basket_links():
    near = np.array([[len(a & b) / len(a | b) >= 0.5 for b in BASKETS] for a in BASKETS])
    return links(near, np.ones(14))


def test_links_of_the_papers_baskets():
    found = basket_links()
    place = {basket: i for i, basket in enumerate(BASKETS)}
    for a, b, shared in [("126", "127", 5), ("126", "123", 3), ("123", "124", 5), ("123", "345", 4), ("167", "345", 0)]:
        assert found[place[frozenset(map(int, a))], place[frozenset(map(int, b))]] == shared
    assert (found == found.T).all() and not np.diag(found).any()


# brute force


def slow_rock(rows, k, theta):
    """(partition of distinct rows, goodness of each merge), every pair of clusters compared anew each time."""
    copies = [(place, tuple(code)) for place, code in enumerate(rows.codes) for _ in range(int(rows.weights[place]))]
    d = rows.codes.shape[1]
    equal = np.array([[sum(x == y for x, y in zip(a, b, strict=True)) for _, b in copies] for _, a in copies])
    near = equal / (2 * d - equal) >= theta
    np.fill_diagonal(near, False)
    shared = near.astype(int) @ near.astype(int)
    places = np.array([place for place, _ in copies])
    clusters = [np.flatnonzero(places == p) for p in range(len(rows.codes))]
    e, steps = 1 + 2 * (1 - theta) / (1 + theta), []
    while len(clusters) > k:
        best, pair = 0.0, None
        for i, j in itertools.combinations(range(len(clusters)), 2):
            a, b = clusters[i], clusters[j]
            between = shared[np.ix_(a, b)].sum()
            if between:
                goodness = between / ((len(a) + len(b)) ** e - len(a) ** e - len(b) ** e)
                if goodness > best * (1 + 1e-12):
                    best, pair = goodness, (i, j)
        if pair is None:
            break
        i, j = pair
        clusters[i] = np.concatenate([clusters[i], clusters[j]])
        del clusters[j]
        steps.append(best)
    return {frozenset(places[c]) for c in clusters}, steps


@pytest.mark.one_in(4)
@pytest.mark.filterwarnings("ignore:ROCK stops")
@pytest.mark.parametrize("theta", [0.0, 0.3, 0.34, 0.6, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_every_merge_is_the_best_pair_of_clusters(theta, seed):
    table = as_table(random_frame(seed=seed))
    rows = DistinctRows.of(table.observed().missing_as_category())
    assert rows.weights.max() > 1
    m = ROCK(n_clusters=3, theta=theta).fit(table)
    clusters, steps = slow_rock(rows, 3, theta)
    assert [step["goodness"] for step in m.steps_] == pytest.approx(steps)
    of_rows = np.full(len(rows.codes), -1)
    of_rows[rows.inverse] = m.labels_
    assert partition(of_rows) == clusters
    assert m.n_clusters_ == len(clusters) == len(rows.codes) - len(steps)


def test_two_groups_of_rows_are_found():
    rng = np.random.default_rng(1)
    group = rng.integers(0, 2, 120)
    frame = pd.DataFrame(
        {f"a{r}": [f"{g}{v}" for g, v in zip(group, rng.integers(0, 2, 120), strict=True)] for r in range(5)}
    )
    labels = ROCK(n_clusters=2, theta=0.3).fit_predict(frame)
    assert partition(labels) == partition(group)


def test_voting_splits_into_two_large_clusters_at_the_papers_theta():
    table = catviz.load_dataset("voting")
    with pytest.warns(UserWarning, match="ROCK stops with"):
        labels = ROCK(n_clusters=2, theta=0.73).fit(table).labels_
    sizes = np.sort(np.bincount(labels))
    assert sizes[-2:].sum() > 300 and sizes[-3] < 10
    for label in np.argsort(np.bincount(labels))[-2:]:
        assert pd.Series(table.target[labels == label]).value_counts(normalize=True).iloc[0] > 0.85


# ties


def test_clusters_are_numbered_and_merges_counted_down():
    m = ROCK(3, 0.2).fit(random_frame(seed=5))
    assert sorted(set(m.labels_)) == [0, 1, 2] and m.n_clusters_ == 3
    left = [step["clusters"] for step in m.steps_]
    assert left == list(range(len(random_frame(seed=5).drop_duplicates()) - 1, 2, -1))


def test_a_callback_stops_with_the_clusters_so_far():
    seen = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with catviz.reporting(lambda step: seen.append(step) or len(seen) == 4):
            m = ROCK(2, 0.2).fit(random_frame(seed=6))
    assert len(m.steps_) == 4 and m.n_clusters_ == m.steps_[-1]["clusters"]
    assert seen[-1] == {"run": 0, **m.steps_[-1]}


def test_without_links_merging_stops_with_more_clusters_and_says_so():
    frame = pd.DataFrame({"a": list("xxyz"), "b": list("uuvw")})
    with pytest.warns(UserWarning, match="3 clusters.*theta=0.5"):
        m = ROCK(n_clusters=2).fit(frame)
    assert m.labels_[0] == m.labels_[1] and m.n_clusters_ == 3 and m.steps_ == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ROCK(n_clusters=3).fit(frame)


# rows that were not clustered


def test_rows_are_labelled_by_their_share_of_neighbours():
    group = pd.DataFrame({"a": list("xxxxyyy"), "b": list("uuuuvvv"), "c": list("pqrspqr"), "d": list("kkkklll")})
    m = ROCK(n_clusters=2, theta=0.5).fit(group)
    assert partition(m.labels_) == {frozenset(range(4)), frozenset((4, 5, 6))}
    # 3 of 4 values in common: 3 / 5 >= theta; one alone: 1 / 7
    new = pd.DataFrame({"a": list("xyz"), "b": list("uvw"), "c": list("ttt"), "d": list("klm")})
    assert m.predict(new).tolist() == [m.labels_[0], m.labels_[4], -1]


def test_labelling_weighs_neighbours_by_the_size_of_the_cluster():
    theta = 0.2
    m = ROCK(n_clusters=2, theta=theta).fit(random_frame(30, seed=7))
    new = random_frame(50, (4, 2, 4, 3), seed=8, missing=0.2)
    fitted = random_frame(30, seed=7)
    f = (1 - theta) / (1 + theta)
    for row, label in zip(new.to_numpy(dtype=object), m.predict(new), strict=True):
        equal = np.array(
            [
                sum(
                    (a == b) or (pd.isna(a) and pd.isna(b) and fitted[c].isna().any())
                    for a, b, c in zip(row, other, fitted, strict=True)
                )
                for other in fitted.to_numpy(dtype=object)
            ]
        )
        near = equal / (8 - equal) >= theta
        scores = [near[m.labels_ == c].sum() / ((m.labels_ == c).sum() + 1) ** f for c in range(2)]
        assert label == (int(np.argmax(np.round(scores, 12))) if any(scores) else -1)


def test_rows_without_weight_join_as_new_rows_do():
    frame = random_frame(50, seed=9)
    weights = np.r_[np.ones(40), np.zeros(10)]
    m = ROCK(3, 0.2).fit(replace(as_table(frame), weights=weights))
    alone = ROCK(3, 0.2).fit(frame.iloc[:40])
    assert m.steps_ == alone.steps_
    kept = CategoricalTable.from_pandas(frame.iloc[:40])
    assert (m.labels_[:40] == alone.fit(kept).labels_).all()
    new = [i for i in range(40, 50) if not (frame.iloc[:40].fillna("-") == frame.iloc[i].fillna("-")).all(axis=1).any()]
    assert new and (m.labels_[new] == alone.predict(frame.iloc[new])).all()


# what is refused


def test_too_many_rows_are_refused_with_the_way_out():
    frame = pd.DataFrame({"a": [str(i) for i in range(2001)]})
    with pytest.raises(ValueError, match="2,001 distinct rows: ROCK .* 2,000; .*a sample"):
        ROCK(2).fit(frame)


def test_more_clusters_than_rows_are_refused():
    with pytest.raises(ValueError, match="n_clusters=3, .* 2 distinct rows"):
        ROCK(3).fit(pd.DataFrame({"a": list("xxy")}))


@pytest.mark.parametrize(("name", "wrong"), [("theta", 1.5), ("theta", -0.1), ("n_clusters", 0)])
def test_wrong_parameters_are_named(name, wrong):
    with pytest.raises(ValueError, match=f"^{name}="):
        ROCK(**{name: wrong}).fit(random_frame())
