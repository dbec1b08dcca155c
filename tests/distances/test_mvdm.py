"""MVDM and HVDM: worked examples, brute force over rows, unlabelled rows, weights, numbers, explanations."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

from catviz.distances.mvdm import HVDM, MVDM, class_shares
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

BOTH = (MVDM, HVDM)
every_metric = pytest.mark.parametrize("cls", BOTH, ids=lambda cls: cls.__name__)
FRAME = pd.DataFrame({"a": list("xxxxyyyz"), "b": list("uvuvuvuu")})
LABELS = np.array(["yes", "yes", "yes", "no", "yes", "no", "no", None], dtype=object)


def random_data(n=60, seed=0, missing=0.1, classes="ABC"):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.choice(list("pqrst")[:v], n) for r, v in enumerate((3, 5, 2))}, dtype=object)
    frame = frame.mask(rng.random(frame.shape) < missing)
    labels = rng.choice(list(classes), n).astype(object)
    labels[rng.random(n) < 0.3] = None
    numbers = pd.DataFrame(rng.normal(5, 3, (n, 2)), columns=["x", "y"])
    return frame.join(numbers.mask(rng.random((n, 2)) < missing)), labels, rng.integers(0, 4, n).astype(float)


def shares_by_hand(codes, value, labels, weights):
    """P(c|value): weighted shares among its labelled rows, or among all labelled rows."""
    classes = sorted({v for v in labels if v is not None})
    known = np.array([v is not None for v in labels])
    rows = known & (codes == value)
    if not weights[rows].sum():
        rows = known
    return [weights[rows & (labels == c)].sum() / weights[rows].sum() for c in classes]


# worked examples and brute force


def test_eight_rows_by_hand():
    # x: 3 of 4 yes, y: 1 of 3 yes, z: no label, so the 4 of 7 of all
    p = {"x": 3 / 4, "y": 1 / 3, "z": 4 / 7}
    mvdm, hvdm = (cls().fit(FRAME, LABELS).value_distances_ for cls in BOTH)
    for i in "xyz":
        for j in "xyz":
            assert mvdm["a"].loc[i, j] == pytest.approx(2 * abs(p[i] - p[j]))
            assert hvdm["a"].loc[i, j] == pytest.approx(math.sqrt(2) * abs(p[i] - p[j]))
    assert (mvdm.power, hvdm.power) == (1, 2)
    rows = CategoricalTable.from_pandas(FRAME)
    u, v = 3 / 4, 1 / 3
    assert mvdm.between(rows)[0, 5] == pytest.approx(2 * (p["x"] - p["y"]) + 2 * (u - v))
    assert hvdm.between(rows)[0, 5] == pytest.approx(math.sqrt(2 * (p["x"] - p["y"]) ** 2 + 2 * (u - v) ** 2))


@every_metric
@pytest.mark.parametrize("seed", range(3))
def test_the_formula_row_by_row(cls, seed):
    frame, labels, weights = random_data(seed=seed)
    table = CategoricalTable.from_pandas(frame[["a0", "a1", "a2"]].assign(w=weights), weights="w")
    m = cls().fit(table, labels)
    assert m.classes_.tolist() == ["A", "B", "C"]
    codes = table.observed().missing_as_category().codes
    for r, found in enumerate(m.value_distances_.tables):
        p = np.array([shares_by_hand(codes[:, r], v, labels, weights) for v in range(len(found))])
        difference = np.abs(p[:, None] - p[None, :])
        expected = difference.sum(axis=2) if cls is MVDM else np.sqrt((difference**2).sum(axis=2))
        np.testing.assert_allclose(found, expected, atol=1e-12)
    assert max(m.value_embedding_.negative_mass) < 1e-9


def test_two_pure_values_are_2_apart_and_equal_profiles_0():
    frame = pd.DataFrame({"a": list("xxyyzz")})
    table = MVDM().fit(frame, [0, 0, 1, 1, 0, 0]).value_distances_["a"]
    assert table.loc["x"].tolist() == [0, 2, 0]
    table = HVDM().fit(frame, [0, 0, 1, 1, 0, 0]).value_distances_["a"]
    np.testing.assert_allclose(table.loc["x"], [0, math.sqrt(2), 0])


# labels


@every_metric
def test_a_single_class_puts_every_value_at_0(cls):
    m = cls().fit(FRAME, ["one"] * 8)
    assert not any(t.any() for t in m.value_distances_.tables)


@every_metric
def test_labels_are_needed_and_may_be_of_any_kind(cls):
    with pytest.raises(ValueError, match="requires y"):
        cls().fit(FRAME)
    with pytest.raises(ValueError, match="known group"):
        cls().fit(FRAME, [None] * 8)
    text = cls().fit(FRAME, LABELS).value_distances_
    numbers = cls().fit(FRAME, [1.0, 1, 1, 0, 1, 0, 0, np.nan]).value_distances_
    for a, b in zip(text.tables, numbers.tables, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-15)


def test_rows_without_a_label_change_no_distance_of_values():
    frame, labels, _ = random_data(seed=4, missing=0)
    known = np.array([v is not None for v in labels])
    for cls in BOTH:
        a = cls().fit(frame[["a0", "a1"]], labels).value_distances_
        b = cls().fit(frame.loc[known, ["a0", "a1"]], labels[known]).value_distances_
        for s, t in zip(a.tables, b.tables, strict=True):
            np.testing.assert_allclose(s, t, atol=1e-15)


@every_metric
def test_labels_on_rows_without_weight_only_are_refused(cls):
    labels = [None, "yes", "no", "no", "yes", None, "no", "yes"]
    weights = [float(v is None) for v in labels]
    with pytest.raises(ValueError, match="known group"):
        cls().fit(CategoricalTable.from_pandas(FRAME.assign(w=weights), weights="w"), labels)


def test_mvdm_learns_from_counts_by_class():
    table = CategoricalTable.from_pandas(FRAME)
    counts = count(table, by=LABELS)
    assert class_shares(counts, 0).tolist() == [[1 / 4, 3 / 4], [2 / 3, 1 / 3], [3 / 7, 4 / 7]]
    a, b = MVDM().fit(counts), MVDM().fit(table, LABELS)
    assert [t.tolist() for t in a.value_distances_.tables] == [t.tolist() for t in b.value_distances_.tables]
    assert a.classes_.tolist() == ["no", "yes"]
    with pytest.raises(ValueError, match="by=y"):
        MVDM().fit(count(table))


# numbers


def test_hvdm_divides_a_number_by_four_standard_deviations():
    frame = pd.DataFrame({"a": list("xxyy"), "size": [0.0, 0, 8, 8], "same": 7.1})
    table = CategoricalTable.from_pandas(frame, numeric=["size", "same"])
    m = HVDM().fit(table, list("ppqq"))
    np.testing.assert_allclose(m.geometry_.between(table)[0], [0, 0, *[math.sqrt(2 + (8 / 16) ** 2)] * 2])
    assert m.geometry_.numbers.scales.tolist() == [16, np.inf]


@pytest.mark.parametrize("seed", range(3))
def test_hvdm_adds_squares_of_values_and_numbers(seed):
    frame, labels, weights = random_data(40, seed)
    table = CategoricalTable.from_pandas(frame.assign(w=weights), numeric=["x", "y"], weights="w")
    m = HVDM().fit(table, labels)
    squared = sum(
        t[np.ix_(c, c)] for t, c in zip(m.geometry_.powered, table.recode(m.counts_.codebook).codes.T, strict=True)
    )
    for x in table.numeric.T:
        known = ~np.isnan(x)
        mean = np.average(x[known], weights=weights[known])
        sigma = math.sqrt(np.average((x[known] - mean) ** 2, weights=weights[known]))
        filled = np.where(known, x, mean)
        squared = squared + ((filled[:, None] - filled) / (4 * sigma)) ** 2
    np.fill_diagonal(squared, 0)
    np.testing.assert_allclose(m.geometry_.between(table), np.sqrt(squared), atol=1e-12)


def test_hvdm_places_rows_with_their_numbers_last():
    frame, labels, _ = random_data(30, seed=5)
    table = CategoricalTable.from_pandas(frame, numeric=["x", "y"])
    m = HVDM().fit(table, labels)
    placed = m.transform(table)
    np.testing.assert_allclose(cdist(placed, placed), m.geometry_.between(table), atol=1e-7)
    assert m.get_feature_names_out()[-2:].tolist() == ["x", "y"]
    assert placed.shape[1] == len(m.get_feature_names_out())
    np.testing.assert_allclose(placed[:, -2:].mean(axis=0), 0, atol=1e-12)
    assert (placed[:, -2:] == 0).tolist() == np.isnan(table.numeric).tolist()
    with pytest.raises(ValueError, match="missing:\n- x"):
        m.transform(frame[["a0", "a1", "a2"]])


def test_unlabelled_rows_count_for_the_standard_deviation():
    frame = pd.DataFrame({"a": list("xyxy"), "size": [0.0, 2, 4, 6]})
    table = CategoricalTable.from_pandas(frame, numeric=["size"])
    m = HVDM().fit(table, ["p", "q", None, None])
    assert m.geometry_.numbers.scales[0] == pytest.approx(4 * math.sqrt(5))


def test_a_weighted_constant_number_adds_nothing():
    frame = pd.DataFrame({"a": list("xyz"), "same": [0.1, 0.1, np.nan], "w": [0.1, 0.7, 0.3]})
    table = CategoricalTable.from_pandas(frame, numeric=["same"], weights="w")
    m = HVDM().fit(table, list("ppp"))
    assert not m.geometry_.between(table).any()


# explanations


@every_metric
def test_explanations_have_a_term_a_class(cls):
    frame, labels, _ = random_data(seed=6)
    m = cls().fit(frame[["a0", "a1"]], labels)
    book = m.counts_.codebook
    for r, attribute in enumerate(book.attributes):
        for i, a in enumerate(book.labels[r]):
            for j, b in enumerate(book.labels[r]):
                explanation = m.explain(attribute, a, b)
                assert explanation.terms["term"].tolist() == ["class A", "class B", "class C"]
                assert explanation.value == pytest.approx(m.value_distances_.tables[r][i, j], abs=1e-9)
                assert explanation.distance == m.value_distances_.tables[r][i, j]
                product = explanation.terms[list(explanation.factors)].prod(axis=1)
                np.testing.assert_allclose(product, explanation.terms["contribution"], atol=1e-15)
    assert m.explain("a0", "p", None).distance == m.explain("a0", "p", "(missing)").distance


def test_an_explanation_holds_the_counts_behind_the_shares():
    explanation = MVDM().fit(FRAME, LABELS).explain("a", "x", "z").terms.set_index("term")
    assert explanation.loc["class yes", ["count with a", "of a", "count with b", "of b"]].tolist() == [3, 4, 0, 0]
    assert explanation["share of b"].tolist() == pytest.approx([3 / 7, 4 / 7])
    assert explanation["contribution"].sum() == pytest.approx(2 * (3 / 4 - 4 / 7))
