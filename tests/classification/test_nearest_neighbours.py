"""Nearest neighbours: a slow vote as oracle, fair ties, any distances, weights, order, and refusals."""

import numpy as np
import pandas as pd
import pytest
from random_frames import frame_and_hidden
from sklearn.neighbors import KNeighborsClassifier

import catviz
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.table.categorical import CategoricalTable


def random_frame(n=60, sizes=(3, 4, 2, 5), seed=0, missing=0.1):
    frame, hidden = frame_and_hidden(n, sizes, seed, missing)
    return frame, np.array(["low", "mid", "high"])[hidden % 3]


def table_of(frame, **options):
    return CategoricalTable.from_pandas(frame, **options)


def slow_shares(distances, y, k, classes):
    """Votes of the k nearest of single rows; those as far as the k-th share what is left."""
    votes = np.zeros((len(distances), len(classes)))
    for i, d in enumerate(np.round(distances, 9)):
        kth = np.sort(d)[min(k, len(d)) - 1]
        nearer, level = np.flatnonzero(d < kth), np.flatnonzero(d == kth)
        for j in nearer:
            votes[i, classes.index(y[j])] += 1
        for j in level:
            votes[i, classes.index(y[j])] += (min(k, len(d)) - len(nearer)) / len(level)
    return votes / votes.sum(axis=1, keepdims=True)


DISTANCES = {
    "Hamming": None,
    "ADM": catviz.AhmadDey(),
    "COS": catviz.COS(),
    "supervised": catviz.MVDM(),
    "embedding": catviz.OneHot(),
    "mean of values": catviz.MCA(),
    "joint": catviz.MTDLE(bases=("cosine",)),
    "rows only": catviz.JiaDistance(),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", DISTANCES)
@pytest.mark.parametrize("k", [1, 5, 59, 1000])
def test_shares_are_those_of_a_slow_vote(name, k):
    frame, y = random_frame(seed=k)
    new, _ = random_frame(seed=k + 1)
    method = DISTANCES[name]
    m = DistanceKNNClassifier(method, k).fit(frame, y)
    fitted = (catviz.Hamming() if method is None else method).fit(frame, y)
    d = fitted.geometry_.between(table_of(new), table_of(frame))
    np.testing.assert_allclose(m.predict_proba(new), slow_shares(d, y, k, sorted(set(y))), atol=1e-9)
    assert m.classes_.tolist() == sorted(set(y))


def test_without_ties_it_is_scikit_learns():
    table = catviz.load_dataset("zoo")
    X = catviz.COS().fit(table).transform(table)
    y = table.target.astype(str)
    rng = np.random.default_rng(0)
    _, inverse = table.unique_rows()
    first = np.unique(inverse, return_index=True)[1]
    train = first[rng.permutation(len(first))[:40]]
    m = DistanceKNNClassifier(catviz.COS().fit(table).geometry_, 3).fit(table[train], y[train])
    theirs = KNeighborsClassifier(3).fit(X[train], y[train])
    near = np.sort(np.round(theirs.kneighbors(X, 4)[0], 7), axis=1)
    clear = near[:, 2] < near[:, 3]
    assert clear.sum() > 60
    np.testing.assert_allclose(m.predict_proba(table)[clear], theirs.predict_proba(X)[clear], atol=1e-9)


# ties


def test_equally_far_rows_share_the_votes_left():
    """One row is equal; four differ in one column and share two votes: half a vote each."""
    frame = pd.DataFrame({"u": list("aabcd"), "v": list("xyxxx")})
    m = DistanceKNNClassifier(n_neighbors=3).fit(frame, list("pqqrr"))
    assert m.predict_proba(frame[:1]).tolist() == [pytest.approx([1 / 3, 1 / 3, 1 / 3])]


def test_of_equal_votes_the_nearer_class_wins_then_the_larger():
    frame = pd.DataFrame({"u": list("aabbcccc"), "v": list("xyxyzzzz"), "w": list("kkkklmno")})
    m = DistanceKNNClassifier(n_neighbors=2).fit(frame[:2], ["near", "far"])
    assert m.predict_proba(frame[:2]).tolist() == [[0.5, 0.5]] * 2 and m.predict(frame[:2]).tolist() == ["near", "far"]
    m = DistanceKNNClassifier(n_neighbors=2).fit(frame, list("zaqqqqqa"))
    even = pd.DataFrame({"u": ["a"], "v": ["new"], "w": ["k"]})
    assert m.predict_proba(even).tolist() == [[0.5, 0, 0.5]] and m.predict(even).tolist() == ["a"]


def test_distances_that_differ_by_rounding_only_are_ties():
    """Three tenths in one column, or one and two in others: equal to a reader, not to floating point."""
    book = table_of(pd.DataFrame({c: list("xy") for c in "abc"})).codebook
    tables = tuple(np.array([[0, d], [d, 0]]) for d in (0.1, 0.2, 0.3))
    geometry = catviz.ValueDistances(book, tables, (np.ones(2),) * 3)
    frame = pd.DataFrame({"a": list("yx"), "b": list("yx"), "c": list("xy")})
    row = pd.DataFrame({"a": ["x"], "b": ["x"], "c": ["x"]})
    assert len(set(geometry.between(table_of(row), table_of(frame))[0])) == 2
    assert DistanceKNNClassifier(geometry, 1).fit(frame, ["p", "q"]).predict_proba(row).tolist() == [[0.5, 0.5]]


# what may be given


@pytest.mark.parametrize("geometry", ["geometry_", "value_distances_", "value_embedding_", "value_similarities_"])
def test_a_fitted_geometry_is_used_as_it_is(geometry):
    table = catviz.load_dataset("zoo")
    fitted = catviz.COS().fit(table)
    m = DistanceKNNClassifier(getattr(fitted, geometry), 3).fit(table[:50], table.target[:50])
    whole = DistanceKNNClassifier(fitted.geometry_, 3).fit(table[:50], table.target[:50])
    assert (m.predict(table) == whole.predict(table)).all()


def test_an_order_and_a_subset_of_columns_will_do():
    table = catviz.load_dataset("car")
    order = catviz.Hamming().fit(table.select(["safety", "persons"])).geometry_.order()
    m = DistanceKNNClassifier(order, 20).fit(table, table.target)
    assert m.score(table, table.target) > 0.69


def test_the_method_given_stays_unfitted_and_sees_the_groups_where_it_learns_from_them():
    frame, y = random_frame()
    for method in (catviz.MVDM(), catviz.AhmadDey(), catviz.JiaDistance()):
        m = DistanceKNNClassifier(method).fit(frame, y)
        assert not hasattr(method, "geometry_") and hasattr(m, "geometry_")


def test_numbers_beside_the_values_are_compared_too():
    frame = pd.DataFrame({"u": list("aaaa"), "size": [1.0, 1.1, 9.0, 9.1]})
    table = table_of(frame, numeric=["size"])
    m = DistanceKNNClassifier(catviz.Gower(), 1).fit(table, list("ppqq"))
    new = table_of(pd.DataFrame({"u": list("aa"), "size": [2.0, 7.0]}), numeric=["size"])
    assert m.predict(new).tolist() == ["p", "q"]


# rows, weights, names


def test_rows_without_a_label_are_no_neighbours_but_count_in_the_distances():
    frame, y = random_frame(seed=2)
    some = np.where(np.arange(60) % 3 == 0, None, y.astype(object))
    m = DistanceKNNClassifier(catviz.AhmadDey(), 1).fit(frame, some)
    known = np.flatnonzero(np.arange(60) % 3)
    other = DistanceKNNClassifier(catviz.AhmadDey().fit(frame).geometry_, 1).fit(frame.iloc[known], y[known])
    assert (m.predict_proba(frame) == other.predict_proba(frame)).all()


@pytest.mark.parametrize("scale", [1, 1000, 0.001])
def test_rows_that_weigh_little_vote_till_k_are_reached_whatever_the_scale_of_the_weights(scale):
    frame = pd.DataFrame({"u": list("abcd"), "v": list("xxyy"), "w": [0.25, 0.25, 0.75, 2.0]})
    table = table_of(frame.assign(w=frame["w"] * scale * (1 + 1e-7)), weights="w")
    m = DistanceKNNClassifier(n_neighbors=1).fit(table, list("pqrs"))
    own = 0.25 * 3.25 / 4.6875
    rest = 1 - 2 * own
    found = m.predict_proba(frame[["u", "v"]][:1])[0]
    assert found == pytest.approx([own, own, rest * 3 / 11, rest * 8 / 11], rel=1e-4)


def test_many_rows_are_compared_in_blocks():
    table = catviz.load_dataset("nursery")
    m = DistanceKNNClassifier().fit(table[::3], table.target[::3])
    few, more = table[:40], table[:400]
    # a product of other size may add in another order
    np.testing.assert_allclose(m.predict_proba(more)[:40], m.predict_proba(few), rtol=1e-12)
    assert (m.predict(more)[:40] == m.predict(few)).all()


def test_unseen_values_are_judged():
    frame, y = random_frame(seed=5)
    m = DistanceKNNClassifier(catviz.AhmadDey()).fit(frame, y)
    strange = pd.DataFrame({a: ["never seen", None] for a in frame})
    assert m.predict_proba(strange).sum(axis=1) == pytest.approx(1)


def test_refusals_name_what_is_wrong():
    frame, y = random_frame()
    for wrong in (catviz.Hamming, 3, object()):
        with pytest.raises(ValueError, match="^distances=.*AhmadDey"):
            DistanceKNNClassifier(wrong).fit(frame, y)
    with pytest.raises(ValueError, match="^n_neighbors="):
        DistanceKNNClassifier(n_neighbors=0).fit(frame, y)
    with pytest.raises(ValueError, match="requires y"):
        DistanceKNNClassifier().fit(frame, None)
    with pytest.raises(ValueError, match="59"):
        DistanceKNNClassifier().fit(frame, y[:59])
