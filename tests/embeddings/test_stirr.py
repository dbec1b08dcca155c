"""STIRR: the iteration itself, two columns by singular values, the sign of groups, ties and edges."""

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame as random_frame

import catviz
from catviz.base import as_table
from catviz.embeddings.stirr import STIRR
from catviz.table.counts import count


def passed_on(frame, weights):
    """One round: each value's new weight, row by row, is the sum of the weights of the other values of its rows."""
    new = dict.fromkeys(weights, 0.0)
    for row in frame.to_dict("records"):
        pairs = list(row.items())
        for pair in pairs:
            new[pair] = new[pair] + sum(weights[other] for other in pairs if other != pair)
    return new


def test_a_round_multiplies_each_weight_vector_by_its_eigenvalue():
    frame = random_frame(seed=1)
    m, text = STIRR(n_components=5).fit(frame), frame.fillna("(missing)")
    w = np.vstack(m.geometry_.coordinates)
    assert len(m.eigenvalues_) == 5
    np.testing.assert_allclose(w.T @ w, np.eye(5), atol=1e-12)
    for vector, eigenvalue in zip(w.T, m.eigenvalues_, strict=True):
        after = passed_on(text, dict(zip(m.counts_.values, vector, strict=True)))
        np.testing.assert_allclose([after[v] for v in m.counts_.values], eigenvalue * vector, atol=1e-9)


def test_the_orthonormalised_iteration_converges_to_the_coordinates():
    table = catviz.load_dataset("zoo")
    m = STIRR(n_components=2).fit(table)
    co_occurrence = count(table).matrix.astype(float)
    np.fill_diagonal(co_occurrence, 0)
    w = np.random.default_rng(2).normal(size=(len(co_occurrence), 2))
    for _ in range(500):
        w, _ = np.linalg.qr(co_occurrence @ w)
    found = np.vstack(m.geometry_.coordinates)
    np.testing.assert_allclose(np.abs((w * found).sum(axis=0)), 1, atol=1e-9)


def test_two_columns_have_the_singular_values_of_their_contingency_table_with_both_signs():
    frame = pd.DataFrame({"a": list("xxxxyy"), "b": list("uuuvvv")})
    m = STIRR().fit(frame)
    left, s, right = np.linalg.svd(np.array([[3.0, 1.0], [0.0, 2.0]]))
    assert m.eigenvalues_ == pytest.approx([s[0], -s[0], s[1], -s[1]])
    first = np.concatenate([left[:, 0], right[0]]) / np.sqrt(2)
    np.testing.assert_allclose(np.vstack(m.geometry_.coordinates)[:, 0], np.abs(first), atol=1e-12)


def test_the_first_vector_is_positive_and_the_second_splits_groups_by_sign():
    rng = np.random.default_rng(3)
    group = rng.integers(0, 2, 300)
    frame = pd.DataFrame({c: [f"{g}{v}" for g, v in zip(group, rng.integers(0, 3, 300), strict=True)] for c in "abc"})
    frame.loc[:4, "a"] = frame.loc[:4, "a"].map(lambda v: f"{1 - int(v[0])}{v[1]}")
    m = STIRR(n_components=2).fit(frame)
    assert (np.vstack(m.geometry_.coordinates)[:, 0] > 0).all()
    for values, x in zip(m.geometry_.codebook.labels, m.geometry_.coordinates, strict=True):
        signs = pd.Series(x[:, 1] > 0).groupby([v[0] for v in values]).agg(["min", "max"])
        assert (signs["min"] == signs["max"]).all() and signs["min"].nunique() == 2


def test_values_with_the_same_co_occurrence_have_the_same_weights():
    frame = pd.DataFrame({"a": list("xyxyzz"), "b": list("uuvvuw"), "c": list("ppppqq")})
    assert STIRR().fit(frame).value_distances_["a"].loc["x", "y"] == pytest.approx(0, abs=1e-12)


def test_equal_eigenvalues_at_the_cut_are_warned_of():
    square = pd.DataFrame(list(itertools.product("xyz", "uvw", "pqr")), columns=list("abc"))
    with pytest.warns(UserWarning, match="eigenvalues 2 and 3"):
        STIRR(n_components=2).fit(square)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # opposite signs are no tie: a pair of columns has them always
        STIRR(n_components=1).fit(pd.DataFrame({"a": list("xxxxyy"), "b": list("uuuvvv")}))
        STIRR(n_components=3).fit(square)
        STIRR(n_components=2).fit(random_frame())


def test_vectors_that_the_iteration_takes_to_zero_are_left_out():
    frame = pd.DataFrame({"a": list("xyxy"), "b": list("uuvv")})
    m = STIRR(n_components=10).fit(frame)
    assert m.eigenvalues_ == pytest.approx([2, -2])
    assert m.value_distances_["a"].loc["x", "y"] == pytest.approx(0, abs=1e-12)


def test_a_single_column_is_one_point_and_says_so():
    with pytest.warns(UserWarning, match="single column 'a'.*one point"):
        m = STIRR().fit(pd.DataFrame({"a": list("xyyz")}))
    assert not m.value_distances_.tables[0].any() and m.eigenvalues_.shape == (0,)


def test_columns_share_one_space_and_rows_stand_side_by_side():
    frame = random_frame(seed=4)
    m = STIRR(n_components=3).fit(frame)
    assert m.geometry_.joint and m.geometry_.combine == "concatenate"
    codes = as_table(frame).missing_as_category().codes
    expected = np.hstack([x[codes[:, r]] for r, x in enumerate(m.geometry_.coordinates)])
    assert (m.transform(frame) == expected).all()


def test_explanations_add_up_over_weight_vectors():
    m = STIRR(n_components=4).fit(random_frame(seed=5))
    for attribute in m.counts_.codebook.attributes:
        table = m.value_distances_[attribute]
        for a, b in itertools.product(table, repeat=2):
            explanation = m.explain(attribute, a, b)
            assert explanation.value == pytest.approx(table.loc[a, b], abs=1e-9)
    assert explanation.terms["term"].tolist() == [f"weight vector {i}" for i in (1, 2, 3, 4)]
    assert explanation.terms["eigenvalue"].tolist() == m.eigenvalues_.tolist()


@pytest.mark.parametrize("wrong", [0, 1.5, None])
def test_a_wrong_number_of_vectors_is_refused(wrong):
    with pytest.raises(ValueError, match=f"^n_components={wrong}"):
        STIRR(n_components=wrong).fit(random_frame())
