"""Dependence of columns against SciPy and scikit-learn, its bounds, and constant columns."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency
from scipy.stats import entropy as scipy_entropy
from scipy.stats.contingency import association as scipy_association
from sklearn.metrics import adjusted_mutual_info_score, mutual_info_score, normalized_mutual_info_score
from sklearn.metrics.cluster import expected_mutual_information

from catviz.reading.datasets import load_dataset
from catviz.table import association as of_columns
from catviz.table.association import (
    ADJUSTED,
    MEASURES,
    adjusted_mutual_information,
    association_matrix,
    corrected_cramers_v,
    cramers_v,
    cramers_v_by_chance,
    entropy,
    most_dependent,
    mutual_information,
    normalised_mutual_information,
    redundancy,
)
from catviz.table.categorical import CategoricalTable
from catviz.table.chance import expected_information
from catviz.table.counts import count


def columns(seed, n=120, a=4, b=3):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, a, n)
    y = np.where(rng.random(n) < 0.5, x % b, rng.integers(0, b, n))
    return x, y, pd.crosstab(x, y).to_numpy()


@pytest.mark.parametrize("seed", range(4))
def test_measures_agree_with_scipy_and_scikit_learn(seed):
    x, y, joint = columns(seed)
    assert cramers_v(joint) == pytest.approx(scipy_association(joint, method="cramer"), abs=1e-12)
    assert mutual_information(joint) == pytest.approx(mutual_info_score(x, y), abs=1e-12)
    assert normalised_mutual_information(joint) == pytest.approx(normalized_mutual_info_score(x, y), abs=1e-12)
    assert entropy(joint) == pytest.approx(scipy_entropy(joint.ravel()), abs=1e-12)
    assert redundancy(joint) == pytest.approx(mutual_info_score(x, y) / scipy_entropy(joint.ravel()), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_information_adjusted_for_chance_is_scikit_learns(seed):
    x, y, joint = columns(seed, n=300, a=40, b=7)
    assert adjusted_mutual_information(joint) == pytest.approx(adjusted_mutual_info_score(x, y), abs=1e-10)
    theirs = expected_mutual_information(joint, joint.sum())
    assert expected_information([joint.sum(1), joint.sum(0)], 300)[0, 1] == pytest.approx(theirs, abs=1e-12)


def test_information_by_chance_is_that_of_all_permutations():
    """Brute force: all 5,040 orders of seven rows, and all pairs of columns at once."""
    a, b, c = np.array([0, 0, 0, 1, 1, 2, 2]), np.array([0, 0, 0, 0, 0, 1, 1]), np.arange(7)
    margins = [np.bincount(x) for x in (a, b, c)]
    means = np.zeros((3, 3))
    orders = list(permutations(range(7)))
    for i, x in enumerate((a, b, c)):
        for j, y in enumerate((a, b, c)):
            sizes = [x.max() + 1, y.max() + 1]
            found = [mutual_information(np.histogram2d(x, y[list(o)], sizes)[0]) for o in orders[::7]]
            means[i, j] = np.mean(found)
    assert expected_information(margins, 7) == pytest.approx(means, abs=0.01)
    exact = np.mean([mutual_information(np.histogram2d(a, b[list(o)], [3, 2])[0]) for o in orders])
    assert expected_information(margins, 7)[0, 1] == pytest.approx(exact, abs=1e-12)


def test_information_by_chance_of_large_counts_is_that_of_the_sum():
    """From an expected count of 1,000 on, moments stand for the sum over all counts."""
    margins = np.array([5000, 15_000]), np.array([4200, 15_800])
    joint = np.outer(*margins) // 20_000
    theirs = expected_mutual_information(joint, 20_000)
    assert expected_information(list(margins), 20_000)[0, 1] == pytest.approx(theirs, rel=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_corrected_v_is_bergsmas(seed):
    """By his definition, with SciPy's chi squared."""
    _, _, joint = columns(seed, n=80, a=6, b=4)
    n, (v, w) = joint.sum(), joint.shape
    phi2 = chi2_contingency(joint, correction=False).statistic / n
    smaller = min(v - (v - 1) ** 2 / (n - 1), w - (w - 1) ** 2 / (n - 1))
    expected = np.sqrt(max(0, phi2 - (v - 1) * (w - 1) / (n - 1)) / (smaller - 1))
    assert corrected_cramers_v(joint) == pytest.approx(expected, abs=1e-12)


def test_unrelated_columns_of_many_values_get_about_nothing():
    """400 rows, 80 values and 30: half the strongest dependence by Cramer's V, next to nothing once corrected."""
    rng = np.random.default_rng(0)
    joint = np.zeros((80, 30))
    np.add.at(joint, (rng.integers(0, 80, 400), rng.integers(0, 30, 400)), 1)
    assert cramers_v(joint) > 0.4 and normalised_mutual_information(joint) > 0.4
    assert corrected_cramers_v(joint) < 0.12 and abs(adjusted_mutual_information(joint)) < 0.05


def test_a_value_for_each_row_tells_nothing_once_adjusted():
    assert corrected_cramers_v(np.eye(6)) == 0 and adjusted_mutual_information(np.eye(6)) == 0
    assert cramers_v(np.eye(6)) == 1


@pytest.mark.parametrize("measure", MEASURES)
def test_incomplete_pairs_are_measured_by_their_own_margins(measure):
    """Without the missing level, every pair has rows of its own."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({c: rng.choice(["u", "v", "w", None], 60) for c in "abc"})
    counts = count(CategoricalTable.from_pandas(frame)).without_missing()
    matrix = association_matrix(counts, measure)
    for a in matrix:
        for b in matrix:
            assert matrix.loc[a, b] == pytest.approx(MEASURES[measure](counts.block(a, b)), abs=1e-12)


def test_large_incomplete_pairs_are_adjusted_for_chance_to_a_thousandth():
    """Between the nodes of a grid of counts; a column that is missing throughout has no association."""
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({f"c{v}": rng.zipf(1.5, 5_000) % v for v in (2, 9, 60, 700)}).astype(str)
    frame = frame.where(rng.random(frame.shape) > [0.0, 0.01, 0.3, 0.6]).assign(c2b=frame["c2"], none=None)
    counts = count(CategoricalTable.from_pandas(frame)).without_missing()
    matrix = association_matrix(counts)
    for a in matrix:
        for b in matrix:
            assert matrix.loc[a, b] == pytest.approx(adjusted_mutual_information(counts.block(a, b)), abs=1e-3)
    assert not matrix["none"].any() and matrix.loc["c2", "c2b"] == 1


@pytest.mark.parametrize("measure", MEASURES)
def test_a_table_in_parts_gives_the_same(measure, monkeypatch):
    counts = count(load_dataset("zoo"))
    whole = association_matrix(counts, measure)
    monkeypatch.setattr(of_columns, "_CELLS", 50)
    assert np.allclose(association_matrix(counts, measure), whole, atol=1e-13)


@pytest.mark.parametrize("measure", MEASURES)
def test_a_table_without_a_row_has_no_association(measure):
    table = load_dataset("toy_movie")[:0]
    assert not association_matrix(count(table), measure).to_numpy().any()


@pytest.mark.parametrize("measure", MEASURES.values())
def test_a_measure_lies_between_independence_and_identity(measure):
    assert measure(np.diag([3, 5, 2])) == pytest.approx(1)
    independent = measure(np.outer([2, 3, 5], [1, 4]))
    assert (
        -0.04 < independent < 0 if measure is adjusted_mutual_information else independent == pytest.approx(0, abs=1e-7)
    )
    for seed in range(10):
        joint = np.random.default_rng(seed).integers(0, 6, (3, 4))
        assert -0.2 * (measure is adjusted_mutual_information) <= measure(joint) <= 1
        assert measure(joint) == pytest.approx(measure(joint.T))
        shares = measure not in [MEASURES[name] for name in ADJUSTED]
        assert not shares or measure(joint) == pytest.approx(measure(7 * joint))


@pytest.mark.parametrize("measure", MEASURES.values())
@pytest.mark.parametrize("joint", [[[3, 4, 5]], [[3], [4]], [[6]], [[0, 0], [2, 3]], np.zeros((2, 2))])
def test_a_constant_column_depends_on_nothing(measure, joint):
    assert measure(np.array(joint)) == 0


def test_values_that_never_occur_do_not_change_cramers_v():
    joint = np.array([[4, 1], [2, 6]])
    assert cramers_v(np.pad(joint, 1)) == pytest.approx(cramers_v(joint))


def test_rounding_is_not_information():
    joint = np.outer([0.1, 0.2, 0.7], [0.3, 0.3, 0.4])
    assert mutual_information(joint) == 0.0 and normalised_mutual_information(joint) == 0.0
    assert entropy([5]) == 0.0 and entropy([0, 0]) == 0.0


@pytest.mark.parametrize("measure", MEASURES)
def test_the_association_matrix_is_the_measure_of_every_pair(measure):
    counts = count(load_dataset("toy_movie"))
    matrix = association_matrix(counts, measure)
    assert list(matrix.index) == list(matrix.columns) == ["actor", "genre", "director"]
    for a in matrix:
        for b in matrix:
            assert matrix.loc[a, b] == pytest.approx(MEASURES[measure](counts.block(a, b)), abs=1e-15)
    assert np.diag(matrix) == pytest.approx(1)


@pytest.mark.parametrize(("v", "w", "n"), [(2, 2, 50), (3, 5, 100), (8, 4, 60)])
def test_cramers_v_of_unrelated_columns_is_about_what_is_said(v, w, n):
    rng = np.random.default_rng(0)
    a, b = np.arange(n) % v, np.arange(n) % w
    squares = []
    for _ in range(500):
        table = np.zeros((v, w))
        np.add.at(table, (a, rng.permutation(b)), 1)
        squares.append(cramers_v(table) ** 2)
    level = cramers_v_by_chance(v, w, n)
    # chi squared over n - 1 rows has the mean exactly
    assert level**2 * n / (n - 1) == pytest.approx(np.mean(squares), abs=4 * np.std(squares) / np.sqrt(500))
    assert cramers_v_by_chance(w, v, 4 * n) == pytest.approx(level / 2)


def test_by_chance_cramers_v_stays_between_0_and_1():
    assert cramers_v_by_chance(1, 4, 10) == 0 and cramers_v_by_chance(30, 30, 10) == 1


def test_an_unknown_measure_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="'chi'.*NMI"):
        association_matrix(count(load_dataset("toy_movie")), "chi")


def test_the_most_dependent_column_tells_most_of_the_others():
    frame = pd.DataFrame({"noise": list("abab" * 6), "half": list("xxyyxyxy" * 3), "all": list("pqrspsrq" * 3)})
    counts = count(CategoricalTable.from_pandas(frame))
    means = association_matrix(counts, "NMI").apply(lambda c: c.drop(c.name).mean())
    assert most_dependent(counts, 2, 10) == means.idxmax()
    assert most_dependent(counts, 2, 3) == means.drop("all").idxmax()
    assert most_dependent(counts, 5, 9) is None
    assert most_dependent(count(CategoricalTable.from_pandas(frame[["half"]])), 2, 2) == "half"
