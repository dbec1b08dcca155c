"""Tails of the hypergeometric distribution against SciPy's, counts far out, and test values."""

import numpy as np
import pytest
from scipy.stats import hypergeom, norm

from catviz.table.chance import deviates, log_tails, two_sided


@pytest.mark.parametrize("n", [1, 20, 300, 60_000])
def test_tails_are_scipys(n):
    rng = np.random.default_rng(n)
    a, b = rng.integers(0, n + 1, (2, 200))
    seen = np.array([rng.hypergeometric(i, n - i, k) for i, k in zip(a, b, strict=True)]) + rng.integers(-3, 4, 200)
    seen = np.clip(seen, np.maximum(0, a + b - n), np.minimum(a, b))
    draw = hypergeom(n, a, b)
    expected = np.minimum(1, 2 * np.minimum(draw.cdf(seen), draw.sf(seen - 1)))
    assert two_sided(log_tails(seen, a, b, n)) == pytest.approx(expected, rel=1e-8)


def test_many_terms_are_summed_in_parts():
    a, b = np.full(400, 30_000), np.arange(20_000, 20_400)
    seen = np.full(400, 10_100)
    found = log_tails(seen, a, b, 60_000)
    assert found[[0, 399]] == pytest.approx(
        [
            np.log(min(hypergeom(60_000, 30_000, k).cdf(10_100), hypergeom(60_000, 30_000, k).sf(10_099)))
            for k in b[[0, -1]]
        ]
    )


def test_a_chance_too_small_for_a_number_has_a_logarithm_and_a_test_value():
    """All 3,000 of 6,000 rows drawn have a value that half of all have: one draw in 6000 over 3000."""
    found = log_tails(np.array([3000]), np.array([3000]), np.array([3000]), 6000)
    assert found == pytest.approx(-(6000 * np.log(2) - 0.5 * np.log(np.pi * 3000)), rel=1e-4)
    assert deviates(found, np.array([True])) == pytest.approx(np.sqrt(-2 * found), rel=0.01)
    assert two_sided(found) == 0


def test_a_test_value_is_the_deviate_of_twice_the_tail():
    p = np.array([0.05, 1e-6, 0.7])
    found = deviates(np.log(p / 2), np.array([True, False, True]))
    assert found == pytest.approx(norm.isf(p / 2) * [1, -1, 1])
    assert deviates(np.log([0.5, 0.9]), np.array([True, False])).tolist() == [0, 0]
    assert len(log_tails(np.zeros(0), np.zeros(0), np.zeros(0), 5)) == 0
