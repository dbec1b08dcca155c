"""Coupled centroids: a slow transcription as oracle, the pieces by hand, weights, order, labels, and refusals."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.utils import check_random_state

import catviz
from catviz.classification.coupled_centroids import CoupledCentroidClassifier
from catviz.clustering.base import DistinctRows
from catviz.table.categorical import CategoricalTable


def random_frame(n=80, sizes=(3, 4, 2, 5), seed=0, missing=0.1):
    """Columns that depend on one another, and a class that depends on them; some cells missing."""
    rng = np.random.default_rng(seed)
    common = rng.integers(0, 20, n)
    columns = {f"a{r}": np.where(rng.random(n) < 0.5, common % v, rng.integers(0, v, n)) for r, v in enumerate(sizes)}
    frame = pd.DataFrame(columns).apply(lambda c: c.map(lambda v: "pqrstuv"[v])).astype(object)
    y = np.array(["low", "mid", "high"])[np.where(rng.random(n) < 0.7, common % 3, rng.integers(0, 3, n))]
    return frame.mask(rng.random(frame.shape) < missing), y


def table_of(frame, **options):
    return CategoricalTable.from_pandas(frame, **options)


def similarity(m, a, b):
    """(n_a, n_b) normalised similarities of rows, by COS of objects alone."""
    s = m.value_similarities_
    own = [np.array([s.between(t[i : i + 1])[0, 0] for i in range(len(t))]) for t in (a, b)]
    return s.between(a, b) / np.sqrt(np.outer(*own))


def centroid_rows(m):
    return table_of(m.centroids_.reset_index(drop=True).replace("(missing)", None))


# the whole algorithm, slowly


def slow_medoids(s, weights, k, n_init, rng):
    """The best medoids of a class, from the full matrix of similarities."""
    best, most = None, -1.0
    for _ in range(n_init):
        medoids = sorted(rng.choice(len(weights), size=k, replace=False, p=weights / weights.sum()))
        before = None
        while True:
            rounded = np.round(s[:, medoids], 10)
            nearest = rounded.argmax(axis=1)
            total = weights @ rounded.max(axis=1)
            if before is not None and abs(total - before) < 1e-9:
                break
            moved = []
            for t in range(k):
                cluster = np.flatnonzero(nearest == t)
                sums = [np.round(weights[cluster] @ s[i, cluster], 9) for i in cluster]
                moved.append(cluster[int(np.argmax(sums))] if len(cluster) else medoids[t])
            moved = sorted(set(moved))
            if moved == medoids:
                break
            medoids, before = moved, total
        if total > most + 1e-9:
            best, most = medoids, total
    return best, most


def slow_fit(frame, y, share, n_init, seed):
    """``(centroids, of_class, weights, s0, rows)`` by the definition; the rows are distinct and in canonical order."""
    rows = DistinctRows.of(table_of(frame).observed().missing_as_category())
    table = rows.table
    tables = catviz.COS().fit(table).value_similarities_
    full = tables.between(table)
    s = full / np.sqrt(np.outer(np.diag(full), np.diag(full)))
    draw = check_random_state(seed).randint(np.iinfo(np.int32).max)
    centroids, of_class, apart = [], [], 0.0
    for c, label in enumerate(np.unique(y)):
        weights = np.bincount(rows.inverse[y == label], minlength=len(table)).astype(float)
        own = np.flatnonzero(weights)
        k = min(int(np.ceil(share * weights.sum())), len(own))
        medoids, total = slow_medoids(s[np.ix_(own, own)], weights[own], k, n_init, np.random.RandomState(draw))
        centroids += [own[i] for i in medoids]
        of_class += [c] * len(medoids)
        apart += weights.sum() - total
    of_class = np.array(of_class)
    between = s[np.ix_(centroids, centroids)]
    margins = np.array([1 - between[t, of_class != of_class[t]].max() for t in range(len(centroids))])
    return table[np.array(centroids)], of_class, 0.5 + 0.5 * margins / margins.max(), apart / len(y)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("share", [0.1, 0.2, 0.5])
def test_fit_and_scores_are_those_of_the_slow_transcription(share, seed):
    frame, y = random_frame(seed=seed)
    m = CoupledCentroidClassifier(share, random_state=seed).fit(frame, y)
    rows, of_class, weights, s0 = slow_fit(frame, y, share, 3, seed)
    assert centroid_rows(m).to_pandas().astype(str).equals(rows.to_pandas().astype(str))
    assert m.centroids_.index.get_level_values("class").tolist() == m.classes_[of_class].tolist()
    assert m.weights_ == pytest.approx(weights, abs=1e-9) and m.spread_ == pytest.approx(s0, abs=1e-9)
    assert (m.weights_ - 0.5) * 2 * m.margins_.max() == pytest.approx(m.margins_, abs=1e-9)
    assert m.centroids_.index.get_level_values("weight").tolist() == m.weights_.tolist()

    new = table_of(random_frame(seed=seed + 100)[0].mask(np.random.default_rng(seed).random((80, 4)) < 0.1, "unseen"))
    d = 1 - similarity(m, new, rows)
    e = np.exp(-(d - d.min(axis=1, keepdims=True)) / (0.1 * s0)) * weights
    scores = np.column_stack([e[:, of_class == c].sum(axis=1) for c in range(3)])
    np.testing.assert_allclose(m.predict_proba(new), scores / scores.sum(axis=1, keepdims=True), atol=1e-6)
    clear = np.sort(scores, axis=1)[:, -2] < (1 - 1e-6) * scores.max(axis=1)
    assert clear.sum() > 60 and (m.predict(new) == m.classes_[scores.argmax(axis=1)])[clear].all()


# the pieces


def test_two_classes_by_hand():
    """Rows (a,x) twice and (b,y): COS(1,1) = 2 * 2/4, COS(3,3) = 2 * 1/3, COS(1,3) = 0; no margin is larger than 1."""
    frame = pd.DataFrame({"u": list("aab"), "v": list("xxy")})
    m = CoupledCentroidClassifier(1, random_state=0).fit(frame, [5, 5, 7])
    assert m.value_similarities_["u"].loc["a", "a"] == 0.5
    assert m.value_similarities_["u"].loc["b", "b"] == pytest.approx(1 / 3)
    assert m.centroids_.reset_index().to_numpy().tolist() == [[5, 1.0, "a", "x"], [7, 1.0, "b", "y"]]
    assert m.spread_ == 0
    assert m.predict(frame).tolist() == [5, 5, 7] and m.predict_proba(frame).tolist() == [[1, 0], [1, 0], [0, 1]]


def test_a_class_that_another_reaches_weighs_half():
    frame = pd.DataFrame({"u": list("aabc"), "v": list("xxyz")})
    m = CoupledCentroidClassifier(1.0, random_state=0).fit(frame, list("pqpq"))
    assert dict(zip(m.centroids_["u"] + m.centroids_.index.get_level_values("class"), m.weights_, strict=True)) == {
        "ap": 0.5,
        "bp": 1.0,
        "aq": 0.5,
        "cq": 1.0,
    }
    uniform = clone(m).set_params(weighting="uniform").fit(frame, list("pqpq"))
    assert uniform.weights_.tolist() == [1.0] * 4 and uniform.centroids_.to_numpy().tolist() == (
        m.centroids_.to_numpy().tolist()
    )


def test_rows_that_all_look_alike_get_the_largest_class_and_a_warning():
    table = catviz.load_dataset("car")
    with pytest.warns(UserWarning, match="equally similar.*DistanceKNNClassifier"):
        m = CoupledCentroidClassifier("sqrt", random_state=0).fit(table, table.target)
    assert set(m.predict(table)) == {"unacc"}


@pytest.mark.filterwarnings("ignore:coupled similarity")
def test_centroids_of_equal_classes_all_weigh_one():
    m = CoupledCentroidClassifier(1, random_state=0).fit(pd.DataFrame({"u": ["a"] * 4, "v": ["x"] * 4}), list("ppqq"))
    assert m.weights_.tolist() == [1.0, 1.0]
    assert m.predict_proba(pd.DataFrame({"u": ["a"], "v": ["x"]})).tolist() == [[0.5, 0.5]]


@pytest.mark.parametrize(
    ("wanted", "counts"),
    [(0.2, [3, 5]), (0.25, [4, 7]), ("sqrt", [4, 5]), (1, [1, 1]), (7, [7, 7]), (7.0, [7, 7]), (0.001, [1, 1])],
)
def test_how_many_centroids_a_class_gets(wanted, counts):
    frame = pd.DataFrame({"u": [f"v{i % 7}" for i in range(40)], "v": [f"w{i % 13}" for i in range(40)]})
    m = CoupledCentroidClassifier(wanted, random_state=0, max_iter=0).fit(frame, ["p"] * 15 + ["q"] * 25)
    assert m.centroids_.groupby("class").size().tolist() == counts


def test_never_more_centroids_than_distinct_rows():
    frame = pd.DataFrame({"u": list("aabbab"), "v": list("xxyyxy")})
    for wanted in (1.0, 6, 0.9):
        m = CoupledCentroidClassifier(wanted, random_state=0).fit(frame, list("pppqqq"))
        assert m.centroids_.groupby("class").size().tolist() == [2, 2]


@pytest.mark.more
def test_every_centroid_is_the_row_most_similar_to_its_cluster():
    table = catviz.load_dataset("voting")
    m = CoupledCentroidClassifier(5, n_init=1, random_state=3).fit(table, table.target)
    medoids = centroid_rows(m)
    for label in m.classes_:
        own = table[table.target == label]
        centroids = medoids[m.centroids_.index.get_level_values("class") == label]
        nearest = np.round(similarity(m, own, centroids), 9).argmax(axis=1)
        for t in range(len(centroids)):
            cluster = own[nearest == t]
            sums = similarity(m, cluster, cluster).sum(axis=1)
            assert similarity(m, centroids[[t]], cluster).sum() == pytest.approx(sums.max())
    assert (m.n_iter_ > 1).all()


def test_more_starts_and_more_rounds_do_no_worse():
    frame, y = random_frame(200, (4, 5, 6, 3, 4), seed=2)
    spreads = [
        CoupledCentroidClassifier(0.1, random_state=0, **few).fit(frame, y).spread_
        for few in ({"max_iter": 0, "n_init": 1}, {"n_init": 1}, {"n_init": 10})
    ]
    assert spreads[0] > spreads[1] > spreads[2]


def test_a_tolerance_stops_early():
    frame, y = random_frame(200, (4, 5, 6, 3, 4), seed=2)
    long, short = (CoupledCentroidClassifier(0.1, n_init=1, tol=tol, random_state=0).fit(frame, y) for tol in (0, 1e9))
    assert long.n_iter_.max() > 2 and short.n_iter_.tolist() == [2, 2, 2]


def test_every_training_row_a_centroid_makes_it_the_nearest_row():
    table = catviz.load_dataset("tic_tac_toe")
    m = CoupledCentroidClassifier(1.0, random_state=0).fit(table, table.target)
    assert m.spread_ == 0 and len(m.centroids_) == 958 and m.score(table, table.target) == 1


def test_a_narrow_influence_leaves_the_nearest_centroid():
    frame, y = random_frame(seed=5)
    m = CoupledCentroidClassifier(tau=0, random_state=0).fit(frame, y)
    table = table_of(frame)
    s = np.round(similarity(m, table, centroid_rows(m)), 9)
    near = s == s.max(axis=1, keepdims=True)
    once = near.sum(axis=1) == 1
    label = m.centroids_.index.get_level_values("class").to_numpy()[s.argmax(axis=1)]
    assert once.sum() > 20 and (m.predict(frame)[once] == label[once]).all()


def test_a_large_class_is_sampled():
    table = catviz.load_dataset("mushroom")
    m = CoupledCentroidClassifier(0.2, max_class_size=100, random_state=0).fit(table, table.target)
    assert m.centroids_.groupby("class").size().tolist() == [20, 20]
    assert m.score(table, table.target) > 0.9


# rows, weights, names


def test_rows_without_a_label_count_in_the_similarities_only():
    frame, y = random_frame(seed=6)
    unknown = np.arange(80) % 4 == 0
    some = np.where(unknown, None, y.astype(object))
    m = CoupledCentroidClassifier(random_state=0).fit(frame, some)
    for a, table in enumerate(catviz.COS().fit(frame).value_similarities_.tables):
        wanted = catviz.COS().fit(frame).value_similarities_[f"a{a}"]
        np.testing.assert_allclose(m.value_similarities_[f"a{a}"].loc[wanted.index, wanted.index], table, atol=1e-12)
    labelled = {tuple(map(str, row)) for row in frame[~unknown].fillna("(missing)").to_numpy()}
    assert {tuple(row) for row in m.centroids_.to_numpy()} <= labelled
    assert m.classes_.tolist() == ["high", "low", "mid"]


def test_equal_scores_go_to_the_larger_class():
    frame = pd.DataFrame({"u": list("ababa"), "v": list("xyxyx")})
    m = CoupledCentroidClassifier(1.0, weighting="uniform", random_state=0).fit(frame, list("pqqqq"))
    assert m.predict_proba(frame[:1]).tolist() == [[0.5, 0.5]] and m.predict(frame[:1]).tolist() == ["q"]


@pytest.mark.parametrize(
    "labels",
    [np.array([3, 1, 2]), np.array([1.0, 2.0, -1.0]), np.array([True, False, True]), np.array(["x", "y", "z"])],
)
def test_classes_are_those_given(labels):
    frame, y = random_frame(seed=9)
    given = labels[np.unique(y, return_inverse=True)[1]]
    m = CoupledCentroidClassifier(random_state=0).fit(frame, given)
    assert m.classes_.tolist() == np.unique(labels).tolist() and m.classes_.dtype == labels.dtype
    assert m.predict(frame).dtype == labels.dtype and m.score(frame, given) > 0.6
    assert m.predict_proba(frame).sum(axis=1) == pytest.approx(1)


def test_one_class_is_always_predicted():
    frame, _ = random_frame(seed=1)
    m = CoupledCentroidClassifier(random_state=0).fit(frame, ["only"] * 80)
    assert set(m.weights_) == {1.0} and set(m.predict(frame)) == {"only"}


def test_rows_of_values_never_seen_are_judged():
    frame, y = random_frame(seed=3)
    m = CoupledCentroidClassifier(random_state=0).fit(frame, y)
    strange = pd.DataFrame({a: ["never seen", None] for a in frame})
    assert np.isfinite(m.predict_proba(strange)).all()


def test_a_seed_repeats_the_fit():
    frame, y = random_frame(seed=4)
    a, b, c = (CoupledCentroidClassifier(0.1, n_init=1, random_state=s).fit(frame, y) for s in (0, 0, 1))
    assert a.centroids_.equals(b.centroids_) and not a.centroids_.equals(c.centroids_)


def test_refusals_name_what_is_wrong():
    frame, y = random_frame(seed=0)
    for wanted in (1.5, 0, "half", -1):
        with pytest.raises(ValueError, match="^n_centroids="):
            CoupledCentroidClassifier(wanted).fit(frame, y)
    for wrong in ({"weighting": "none"}, {"tau": -1}, {"n_init": 0}, {"max_iter": -1}, {"max_class_size": 0}):
        with pytest.raises(ValueError, match=f"^{next(iter(wrong))}="):
            CoupledCentroidClassifier(**wrong).fit(frame, y)
    with pytest.raises(ValueError, match="requires y"):
        CoupledCentroidClassifier().fit(frame, None)
    with pytest.raises(ValueError, match="known group"):
        CoupledCentroidClassifier().fit(frame, [None] * 80)
    with pytest.raises(ValueError, match="text and numbers"):
        CoupledCentroidClassifier().fit(frame, np.array(["x", 1] * 40, dtype=object))
    with pytest.raises(ValueError, match="missing:\n- a1"):
        CoupledCentroidClassifier().fit(frame, y).predict(frame.drop(columns="a1"))
