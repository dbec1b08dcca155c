"""The test of independence against SciPy, all tables of given margins, and permutations."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import chi2_contingency, random_table

from catviz.analysis import independence
from catviz.analysis.independence import (
    CHI_SQUARED,
    EXACT,
    MOMENTS,
    NOT_TESTED,
    RANDOM,
    WEIGHTED,
    chi2_moments,
    expected_counts,
    independence_test,
)
from catviz.words.columns import independence_in_words


def statistic(joint):
    expected = expected_counts(joint)
    return ((joint - expected) ** 2 / expected).sum()


def test_large_counts_have_scipys_p():
    joint = np.array([[300, 120, 180], [250, 200, 150]])
    found, theirs = independence_test(joint), chi2_contingency(joint, correction=False)
    assert (found.chi2, found.p, found.df) == pytest.approx((theirs.statistic, theirs.pvalue, theirs.dof))
    assert found.test == CHI_SQUARED and found.n == 1200


@pytest.mark.parametrize("joint", [[[3, 0], [1, 4]], [[6, 1], [2, 3]], [[9, 1], [11, 4]], [[2, 2], [2, 2]]])
def test_two_values_by_two_are_tested_over_all_tables(joint):
    """By brute force: every way to deal the second column over the rows."""
    joint = np.array(joint)
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    n, own = joint.sum(), statistic(joint)
    reached = total = 0.0
    for x in range(max(0, rows[0] + columns[0] - n), min(rows[0], columns[0]) + 1):
        table = np.array([[x, rows[0] - x], [columns[0] - x, n - rows[0] - columns[0] + x]])
        weight = random_table(rows, columns).pmf(table)
        total += weight
        reached += weight * (statistic(table) >= own - 1e-9)
    found = independence_test(joint)
    assert found.test == EXACT and total == pytest.approx(1) and found.p == pytest.approx(reached, rel=1e-10)


def test_small_counts_are_compared_with_random_tables():
    """The exact p, from all 3 x 3 tables with these margins."""
    joint = np.array([[4, 1, 0], [1, 3, 2], [0, 1, 4]])
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    draw, own, exact = random_table(rows, columns), statistic(joint), 0.0
    for a, b, c, d in product(range(6), repeat=4):
        table = np.zeros((3, 3), dtype=int)
        table[:2, :2] = [[a, b], [c, d]]
        table[:2, 2] = rows[:2] - table[:2].sum(axis=1)
        table[2] = columns - table[:2].sum(axis=0)
        if (table >= 0).all() and statistic(table) >= own - 1e-9:
            exact += draw.pmf(table)
    found = independence_test(joint, 99_999)
    assert found.test == RANDOM and found.p == pytest.approx(exact, rel=3 / 20**0.5)
    assert independence_test(joint) == independence_test(joint)


def test_p_of_random_tables_is_never_zero_and_stops_early_if_it_is_large():
    strong = np.diag([4, 4, 4])
    assert independence_test(strong, 999).p == 1 / 1000
    weak = independence_test([[2, 2, 1], [2, 1, 2]], 10**9)  # would never end
    assert weak.p > 0.3


@pytest.mark.parametrize(
    ("rows", "columns"), [([3, 4, 3, 9], [5, 5, 2, 7]), ([1] * 8 + [4], [3, 9]), ([2] * 6, [4] * 3)]
)
def test_moments_of_chi_squared_are_those_of_random_tables(rows, columns):
    drawn = random_table(rows, columns).rvs(100_000, random_state=1)
    found = np.array([statistic(table) for table in drawn[:20_000]])
    mean, variance = chi2_moments(rows, columns)
    assert mean == pytest.approx(found.mean(), abs=4 * found.std() / 20_000**0.5)
    assert variance == pytest.approx(found.var(), rel=0.08)


def test_a_rare_class_beside_many_values_keeps_the_level():
    """Random tables are drawn: the moments alone gave p up to .001 in one table of fifteen."""
    rows, columns = np.full(101, 3), [298, 5]
    found = [independence_test(t) for t in random_table(rows, columns).rvs(60, random_state=4)]
    assert {f.test for f in found} == {RANDOM} and sum(f.p <= 0.05 for f in found) <= 8


def test_a_table_of_many_cells_is_compared_with_the_moments_of_random_tables(monkeypatch):
    monkeypatch.setattr(independence, "DRAWN_CELLS", 200)
    rng = np.random.default_rng(0)
    rows, columns = rng.integers(1, 9, 120), [0, 0]
    columns = [rows.sum() // 3, rows.sum() - rows.sum() // 3]
    drawn = random_table(rows, columns)
    shuffled = np.array([statistic(t) for t in drawn.rvs(4000, random_state=2)])
    for joint in drawn.rvs(4, random_state=3):
        found = independence_test(joint)
        assert found.test == MOMENTS
        assert found.p == pytest.approx((shuffled >= statistic(joint)).mean(), abs=0.04)


def test_a_value_for_each_row_says_nothing_about_the_outcome():
    joint = np.zeros((150, 2))
    joint[np.arange(150), np.arange(150) % 2] = 1
    found = independence_test(joint)
    assert found.p == 1 and found.v == 0


def test_a_constant_column_is_not_tested_and_values_without_a_row_do_not_count():
    assert independence_test([[5, 3]]).test == NOT_TESTED and np.isnan(independence_test([[5, 3]]).p)
    assert "nothing to test" in independence_in_words(independence_test(np.zeros((2, 2))))
    joint = np.array([[30, 10], [20, 40]])
    assert independence_test(np.pad(joint, 1)) == independence_test(joint)


def test_counts_of_fractional_weights_are_described_and_not_tested():
    joint = np.array([[2.6, 0.7, 0.3], [0.4, 3.1, 1.9]])
    found = independence_test(joint)
    assert found.test == WEIGHTED and found.n == pytest.approx(9.0) and np.isnan(found.p) and found.chi2 > 0
    assert "fractional weights" in independence_in_words(found)
