"""The exact test of two values by two: by fractions, SciPy and published tables, and with work that does not grow."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import hypergeom, norm

from catviz.analysis.independence import independence_test
from catviz.table import two_by_two
from catviz.table.two_by_two import share_as_far


def by_fractions(seen, a, b, n):
    """Every count there can be, its chance a fraction of whole numbers."""
    far = abs(seen * n - a * b)
    counts = range(max(0, a + b - n), min(a, b) + 1)
    ways = sum(comb(a, x) * comb(n - a, b - x) for x in counts if abs(x * n - a * b) >= far)
    return float(Fraction(ways, comb(n, b)))


@pytest.mark.parametrize("n", [2, 9, 40, 200, 1_500])
def test_shares_are_those_of_whole_numbers(n):
    rng = np.random.default_rng(n)
    for a, b in rng.integers(1, n, (40, 2)).tolist():
        seen = int(rng.integers(max(0, a + b - n), min(a, b) + 1))
        assert share_as_far(seen, a, b, n) == pytest.approx(by_fractions(seen, a, b, n), rel=1e-11)


def test_published_tables_of_millions_of_rows():
    """scipy#9231: 6.126e-178 by R; the digits after that by recursion in extended precision."""
    joint = [[5_829_225, 5_692_693], [5_760_959, 5_760_959]]
    assert independence_test(joint).p == pytest.approx(6.12621271262e-178, rel=1e-11)
    assert independence_test(np.transpose(joint)[::-1]).p == pytest.approx(6.12621271262e-178, rel=1e-11)


@pytest.mark.parametrize("seen", [5_020, 5_600, 4_400])
def test_sums_by_nodes_are_sums_by_terms(seen, monkeypatch):
    by_terms = share_as_far(seen, 20_000, 50_000, 200_000)
    draw = hypergeom(200_000, 20_000, 50_000)
    far = abs(seen - 5_000)
    assert by_terms == pytest.approx(draw.sf(4_999 + far) + draw.cdf(5_000 - far), rel=1e-7)
    monkeypatch.setattr(two_by_two, "_SINGLY", 50)
    assert share_as_far(seen, 20_000, 50_000, 200_000) == pytest.approx(by_terms, rel=1e-12)


def test_work_does_not_grow_with_the_rows(monkeypatch):
    worked_out, sizes = two_by_two._log_chance, []

    def counted(first, offsets, *margins):
        sizes[-1] += len(offsets)
        return worked_out(first, offsets, *margins)

    monkeypatch.setattr(two_by_two, "_log_chance", counted)
    for n in (10**7, 10**11, 2**52):
        sizes.append(0)
        a, b = n // 3, n // 7
        deviation = 3 * np.sqrt(a * (b / n) * ((n - a) / n) * ((n - b) / n))
        found = share_as_far(a * b // n + int(deviation), a, b, n)
        assert found == pytest.approx(2 * norm.sf(3), rel=0.02)
    assert max(sizes) <= 20_000 and sizes[-1] <= sizes[0]


def test_nothing_is_further_than_all():
    assert share_as_far(2, 4, 4, 8) == 1
    assert share_as_far(0, 10**6, 10**6, 2 * 10**6) == 0
