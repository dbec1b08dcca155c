"""AVE and TAVE: the paper's worked example, decisions beside the paper, and properties."""

import itertools
import math
import warnings

import numpy as np
import pandas as pd
import pytest

from catviz.embeddings import tave, tave_neighbours
from catviz.embeddings.tave import (
    AVE,
    TAVE,
    default_n_neighbors,
    diffuse,
    diffusion_steps,
    limit_distance,
    second_eigenvalue,
)
from catviz.embeddings.tave_neighbours import _compared
from catviz.table.association import entropy, mutual_information
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

H_A3 = [
    [4.113545278489, 2.949110762267, 2.885222620598, 1.377152085781],
    [2.949195672642, 4.213202863675, 2.615923785467, 1.468630450775],
    [2.885455878450, 2.616071731957, 4.098120915012, 1.640250148212],
    [1.380401557883, 1.471790926958, 1.643270522468, 6.001043962348],
]


def example_frame():
    rows = ["l1 c2 g1 b1", "l1 c3 g2 b2", "l1 c1 g1 b2", "l1 c1 g1 b2", "l2 c1 g2 b2", "l1 c1 g2 b1"]
    return pd.DataFrame([row.split() for row in rows], columns=["a1", "a2", "a3", "a4"])


def fitted(frame, **parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return TAVE(**parameters).fit(frame)


def random_frame(seed, n=60, levels=(3, 4, 2, 5)):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"x{r}": rng.integers(0, v, n).astype(str) for r, v in enumerate(levels)})
    frame["y"] = np.where(rng.random(n) < 0.7, frame["x0"], frame["x1"])
    return frame


def monks_frame():
    product = itertools.product(*(map(str, range(v)) for v in (3, 3, 2, 3, 4, 2)))
    return pd.DataFrame(list(product), columns=list("abcdef"))


@pytest.fixture(scope="module")
def example():
    return fitted(example_frame(), n_neighbors=2, n_iter=10, ties="index")


def test_example_neighbours():
    codes = CategoricalTable.from_pandas(example_frame()).codes
    expected = [{3, 4}, {3, 4}, {4, 1}, {3, 1}, {2, 3}, {1, 2}]
    for i, neighbour_set in enumerate(expected):
        usage = _compared(codes, np.ones(6), 2.0, "index", np.array([i]), np.ones(1))
        assert set(np.flatnonzero(usage) + 1) == neighbour_set


def test_example_weights(example):
    expected = {"a1": [17, 1], "a2": [11, 4, 3], "a3": [13, 5], "a4": [5, 13]}
    for attribute, values in expected.items():
        np.testing.assert_allclose(18 * example.weights_[attribute].to_numpy(), values, rtol=1e-12)
    assert list(example.weights_["a2"].index) == ["c1", "c2", "c3"]


def test_example_partners(example):
    assert example.partner_ == {"a1": "a3", "a2": "a4", "a3": "a1", "a4": "a2"}
    counts = count(CategoricalTable.from_pandas(example_frame()))
    scores = [mutual_information(counts.block("a3", u)) / entropy(counts.block(u, u).diagonal()) for u in ("a1", "a2")]
    np.testing.assert_allclose(scores, [0.2936, 0.2663], atol=5e-5)
    assert mutual_information(counts.block("a3", "a4")) == 0


def test_example_matrices(example):
    assert example.intra_["a3"].iloc[0, 1] == pytest.approx(0.384615, abs=1e-6)
    assert example.intra_["a1"].iloc[0, 1] == pytest.approx(0.058824, abs=1e-6)
    np.testing.assert_allclose(example.inter_["a3"], [[0.3824, 0], [0.0980, 0.0333]], atol=5e-5)
    expected = [
        [0.5659, 0.2177, 0.2164, 0],
        [0.2537, 0.6596, 0.0647, 0.0220],
        [0.2484, 0.0637, 0.6497, 0.0382],
        [0, 0.0305, 0.0539, 0.9156],
    ]
    np.testing.assert_allclose(example.transition_["a3"], expected, atol=5e-5)
    assert example.transition_["a3"].loc[("a3", "g2"), ("a1", "l1")] == pytest.approx(0.0647, abs=5e-5)


def test_example_diffusion(example):
    np.testing.assert_allclose(example.diffusion_["a3"], H_A3, rtol=0, atol=1e-11)
    np.testing.assert_allclose(example.value_embedding_.coordinates[2], H_A3[:2], rtol=0, atol=1e-11)


def test_example_eigenvalues(example):
    eigenvalues = np.sort(np.abs(np.linalg.eigvals(example.transition_["a3"])))[::-1]
    np.testing.assert_allclose(eigenvalues, [1, 0.899159, 0.589798, 0.301921], atol=5e-7)
    assert second_eigenvalue(example.transition_["a3"].to_numpy()) == pytest.approx(eigenvalues[1], abs=1e-12)


@pytest.mark.parametrize(("n_iter", "distance", "within"), [
    (10, 1.7419899539, 1e-10), (20, 1.743283, 5e-7), (math.inf, 1.7435641100, 1e-10),
])  # fmt: skip
def test_example_distance(n_iter, distance, within):
    m = fitted(example_frame(), n_neighbors=2, n_iter=n_iter, ties="index")
    assert m.value_distances_["a3"].loc["g1", "g2"] == pytest.approx(distance, abs=within)


def test_example_fair_weights():
    m = fitted(example_frame(), n_neighbors=2)
    np.testing.assert_allclose(18 * m.weights_["a1"], [15.6, 2.4])
    np.testing.assert_allclose(18 * m.weights_["a3"], [10.0333333333, 7.9666666667])


@pytest.mark.parametrize("ties", ["fair", "index"])
def test_weights_sum_to_one(ties):
    m = fitted(random_frame(0), ties=ties)
    for weights in m.weights_.values():
        assert weights.sum() == pytest.approx(1)


@pytest.mark.parametrize("ties", ["fair", "index"])
@pytest.mark.parametrize("k", [0, 59, 500])
def test_no_or_all_neighbours_leave_the_frequencies(ties, k):
    frame = random_frame(1)
    m = fitted(frame, ties=ties, n_neighbors=k)
    for attribute, weights in m.weights_.items():
        shares = frame[attribute].value_counts(normalize=True)
        np.testing.assert_allclose(weights, shares[weights.index])


def test_fair_ties_ignore_row_order_and_index_ties_do_not():
    frame = random_frame(2)
    shuffled = frame.sample(frac=1, random_state=0)
    for attribute, weights in fitted(frame).weights_.items():
        np.testing.assert_allclose(fitted(shuffled).weights_[attribute], weights, rtol=1e-12)
    first, second = (fitted(f, ties="index").weights_["x1"].to_numpy() for f in (frame, shuffled))
    assert np.abs(first - second).max() > 1e-4


def test_weighted_rows_equal_their_copies():
    frame = example_frame()
    weights = [1, 2, 3, 1, 2, 1]
    weighted = CategoricalTable.from_pandas(frame.assign(w=weights), weights="w")
    copies = frame.loc[np.repeat(frame.index, weights)]
    for ties in ("fair", "index"):
        one, other = (fitted(X, ties=ties, n_neighbors=3) for X in (weighted, copies))
        for attribute in frame:
            np.testing.assert_allclose(one.diffusion_[attribute], other.diffusion_[attribute], rtol=1e-10)


def test_full_factorial_is_one_hot():
    m = fitted(monks_frame(), n_iter=20)
    for table in m.value_distances_.tables:
        np.testing.assert_allclose(table**2, 2 * (1 - np.eye(len(table))), atol=1e-9)
    frame = monks_frame().sample(20, random_state=0)
    hamming = (frame.to_numpy()[:, None] != frame.to_numpy()).sum(axis=2)
    np.testing.assert_allclose(m.geometry_.between(CategoricalTable.from_pandas(frame)) ** 2, 2 * hamming, atol=1e-8)


def test_ave_rows_are_intra_beside_inter():
    m = AVE().fit(example_frame())
    for r, attribute in enumerate(["a1", "a2", "a3", "a4"]):
        expected = np.hstack([m.intra_[attribute], m.inter_[attribute]])
        np.testing.assert_allclose(m.value_embedding_.coordinates[r], expected)
    np.testing.assert_allclose(m.weights_["a3"], [0.5, 0.5])
    np.testing.assert_allclose(m.inter_["a3"], [[0.3, 0], [0.2, 1 / 18]])
    assert AVE().fit(m.counts_).partner_ == m.partner_


def test_ave_on_a_full_factorial_is_degenerate_and_says_so():
    with pytest.warns(UserWarning, match="'a', 'b', 'c', 'd', 'e', 'f' at one point"):
        m = AVE().fit(monks_frame())
    assert m.value_distances_.degenerate("a") == "every pair of values is at distance 0"


@pytest.mark.parametrize("damping", [1.0, 0.8])
def test_doubling_equals_plain_iteration(example, damping):
    S = example.transition_["a2"].to_numpy()
    for q, step in enumerate(diffusion_steps(S, 37, damping)):
        np.testing.assert_allclose(diffuse(S, q, damping), step, rtol=1e-12, atol=1e-12)


def test_limit_equals_many_steps(example):
    S = example.transition_["a3"].to_numpy()
    limit, late = diffuse(S, math.inf), diffuse(S, 2000)
    np.testing.assert_allclose(limit - limit[0], late - late[0], atol=1e-9)
    np.testing.assert_allclose(diffuse(S, math.inf, 0.9), diffuse(S, 2000, 0.9), atol=1e-12)


def test_limit_distance_falls_at_the_second_eigenvalue(example):
    S = example.transition_["a3"].to_numpy()
    distances = limit_distance(S, 120)
    assert len(distances) == 121
    assert (np.diff(distances) < 0).all()
    assert distances[120] / distances[119] == pytest.approx(second_eigenvalue(S), abs=1e-3)
    assert len(limit_distance(S, 3, damping=0.5, n_rows=2)) == 4


def test_endless_steps_can_be_cut():
    steps = list(itertools.islice(diffusion_steps(np.eye(1), math.inf), 3))
    assert [float(F[0, 0]) for F in steps] == [1.0, 2.0, 3.0]


def test_rows_that_do_not_sum_to_one_have_no_limit():
    with pytest.raises(ValueError, match="row 1 of S .* 1.5"):
        diffuse(np.array([[0.5, 0.5], [0.5, 1.0]]), math.inf)


def test_slow_columns_are_named():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"rare": ["no"] * 2000, "b": rng.choice(list("uv"), 2000)})
    frame.loc[0, "rare"] = "yes"
    with pytest.warns(UserWarning, match=r"n_iter=20 .*'rare', 'b'; n_iter=inf"):
        TAVE(n_neighbors=0).fit(frame)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        TAVE(n_neighbors=0, n_iter=math.inf).fit(frame)
        TAVE(n_neighbors=0, damping=0.5).fit(frame)


@pytest.mark.parametrize(("dependence", "scale"), [
    ("candidate", lambda a, b: b), ("max", max),
    ("sqrt", lambda a, b: (a * b) ** 0.5), ("mean", lambda a, b: (a + b) / 2),
])  # fmt: skip
def test_partners_maximise_the_chosen_dependence(dependence, scale):
    frame = random_frame(7)
    counts = count(CategoricalTable.from_pandas(frame))
    h = {a: entropy(counts.block(a, a).diagonal()) for a in frame}
    for attribute, partner in fitted(frame, dependence=dependence).partner_.items():
        scores = {u: mutual_information(counts.block(attribute, u)) / scale(h[attribute], h[u]) for u in frame}
        scores.pop(attribute)
        assert partner == max(scores, key=scores.get)


def test_constant_columns_are_no_partners_while_another_scores():
    frame = example_frame()
    frame.insert(0, "same", "s")
    m = fitted(frame)
    assert "same" not in [u for a, u in m.partner_.items() if a != "same"]
    assert m.partner_["same"] == "a1"
    independent = pd.DataFrame({"same": ["s"] * 4, "p": list("uuvv"), "q": list("uvuv")})
    assert fitted(independent).partner_ == {"same": "p", "p": "same", "q": "same"}


def test_a_single_column_has_no_partner():
    frame = pd.DataFrame({"x": list("aaab")})
    m = fitted(frame, n_neighbors=0, n_iter=0)
    assert m.partner_ == {"x": None}
    assert m.inter_["x"].shape == (2, 0)
    np.testing.assert_allclose(m.transition_["x"], [[0.75, 0.25], [0.25, 0.75]])
    np.testing.assert_allclose(m.value_embedding_.coordinates[0], m.transition_["x"])
    assert AVE().fit(frame).value_embedding_.coordinates[0].shape == (2, 2)


@pytest.mark.parametrize("ties", ["fair", "index"])
def test_one_row(ties):
    m = TAVE(ties=ties).fit(pd.DataFrame({"x": ["a"], "y": ["b"]}))
    assert m.n_neighbors_ == 0
    assert m.weights_["x"].tolist() == [1.0]
    assert m.transform(pd.DataFrame({"x": ["a"], "y": ["never seen"]})).shape == (1, 4)


def test_missing_is_a_value():
    frame = example_frame()
    frame.loc[0, "a2"] = None
    m = fitted(frame)
    assert list(m.weights_["a2"].index) == ["c1", "c3", "(missing)"]
    assert m.explain("a2", None, "c1").distance > 0


@pytest.mark.parametrize("method", [AVE(), TAVE(n_neighbors=2)])
def test_explain_names_the_values_and_adds_up(method):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        m = method.fit(example_frame())
    explanation = m.explain("a3", "g1", "g2")
    assert list(explanation.terms["term"]) == ["a3 = g1", "a3 = g2", "a1 = l1", "a1 = l2"]
    assert list(explanation.terms["count"]) == [3, 3, 5, 1]
    assert explanation.value == pytest.approx(m.value_distances_["a3"].loc["g1", "g2"])
    assert explanation.terms["first"].to_list() == m.value_embedding_.coordinates[2][0].tolist()
    assert list(m.get_feature_names_out()[-2:]) == ["a4_a2=c2", "a4_a2=c3"]
    assert len(m.get_feature_names_out()) == m.transform(example_frame()).shape[1]


def test_default_neighbours():
    assert [default_n_neighbors(n) for n in (999, 1000, 9999, 10000)] == [10, 100, 100, 1000]


@pytest.mark.parametrize(("parameters", "message"), [
    ({"ties": "random"}, "ties='random'"), ({"damping": 0.0}, "damping=0.0: .*above 0"),
    ({"damping": 1.5}, "damping=1.5"), ({"n_neighbors": -1}, "n_neighbors=-1"), ({"n_iter": 2.5}, "n_iter=2.5"),
    ({"dependence": "nmi"}, "dependence='nmi'"),
])  # fmt: skip
def test_parameters_out_of_range(parameters, message):
    with pytest.raises(ValueError, match=message):
        TAVE(**parameters).fit(example_frame())


def test_columns_with_too_many_values(monkeypatch):
    monkeypatch.setattr(tave, "MAX_GRAPH_VALUES", 4)
    with pytest.raises(ValueError, match="'a2' and its partner 'a4' have 5 values"):
        TAVE().fit(example_frame())


def test_sampled_neighbours_are_reported_and_do_not_depend_on_names(monkeypatch):
    frame = random_frame(8, n=300, levels=(3,) * 13)
    monkeypatch.setattr(tave_neighbours, "EXACT_ROWS", 100)
    with pytest.warns(UserWarning, match="4,096 of 300 distinct rows"):
        m = TAVE(n_iter=math.inf).fit(frame)
    renamed = fitted(frame.replace({"0": "z", "1": "m", "2": "a"}).iloc[::-1], n_iter=math.inf)
    for attribute in frame:
        other = renamed.weights_[attribute][["z", "m", "a"]]
        np.testing.assert_allclose(m.weights_[attribute], other, rtol=1e-9)
