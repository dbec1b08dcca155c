"""Paired tests and tests on ranks: SciPy, scikit-posthocs and printed tables as oracles, the correction by hand."""

from itertools import permutations, product

import numpy as np
import pytest
from scikit_posthocs import posthoc_nemenyi_friedman
from scipy.stats import binom, friedmanchisquare, rankdata, studentized_range, ttest_rel, wilcoxon
from scipy.stats import f as fisher
from scipy.stats import t as student

from catviz.analysis import statistics
from catviz.analysis.statistics import (
    average_ranks,
    bonferroni_dunn_difference,
    corrected_resampled_t,
    difference_interval,
    equivalence_p,
    first_places,
    friedman,
    friedman_permutation_p,
    holm,
    nemenyi_difference,
    paired_t,
    permutations_needed,
    ranks,
    signed_rank_p,
)
from catviz.published import published

A = [0.84, 0.79, 0.88, 0.81, 0.86, 0.83]
B = [0.80, 0.78, 0.85, 0.83, 0.81, 0.80]


def test_the_naive_test_is_scipys():
    rng = np.random.default_rng(0)
    for n in (2, 3, 10, 30):
        a, b = rng.normal(size=(2, n))
        found, wanted = paired_t(a, b), ttest_rel(a, b)
        assert found.t == pytest.approx(wanted.statistic) and found.p == pytest.approx(wanted.pvalue)
        assert found.difference == pytest.approx((a - b).mean())


def test_the_correction_by_hand():
    """Differences 1, 2, 3: mean 2, variance 1; J = 3 and 3 rows trained on for 1 tested on: 1/3 + 1/3."""
    difference, t, p = corrected_resampled_t([2, 4, 6], [1, 2, 3], test_share=0.25)
    assert (difference, t) == (2, pytest.approx(2 / np.sqrt(2 / 3)))
    assert p == pytest.approx(2 * student.sf(np.sqrt(6), 2))
    assert p == pytest.approx(1 - np.sqrt(0.75))


@pytest.mark.parametrize("share", [0.1, 1 / 3, 0.5])
def test_the_correction_divides_t_by_what_the_splits_share(share):
    naive, corrected = paired_t(A, B), corrected_resampled_t(A, B, share)
    assert naive.t / corrected.t == pytest.approx(np.sqrt(1 + len(A) * share / (1 - share)))
    assert naive.difference == corrected.difference and naive.p < corrected.p


def test_thirty_halves_that_look_significant_are_not():
    """Over 30 splits into halves t falls by sqrt(31): p = .0016 becomes .54."""
    differences = np.random.default_rng(1).normal(size=30)
    differences -= differences.mean()
    wanted = student.isf(0.0008, 29)
    differences += wanted * differences.std(ddof=1) / np.sqrt(30)
    assert paired_t(differences, np.zeros(30)).p == pytest.approx(0.0016)
    assert round(corrected_resampled_t(differences, np.zeros(30), 0.5).p, 2) == 0.54


@pytest.mark.parametrize("test", [paired_t, lambda a, b: corrected_resampled_t(a, b, 0.5)])
def test_sides_exchange_the_sign_only(test):
    there, back = test(A, B), test(B, A)
    assert (there.difference, there.t, there.p) == pytest.approx((-back.difference, -back.t, back.p))


@pytest.mark.parametrize("test", [paired_t, lambda a, b: corrected_resampled_t(a, b, 0.5)])
def test_scores_that_differ_nowhere_or_everywhere_alike(test):
    assert test(A, A) == (0, 0, 1)
    assert test([3, 4, 5], [2, 3, 4]) == (1, np.inf, 0)
    assert test([0.7, 0.8, 0.6], [0.8, 0.9, 0.7])[1:] == (-np.inf, 0)


def test_refusals_name_what_is_wrong():
    for share in (0, 1, -0.5, 50, float("nan")):
        with pytest.raises(ValueError, match="^test_share="):
            corrected_resampled_t(A, B, share)
    with pytest.raises(ValueError, match=r"\(6,\) and \(5,\)"):
        paired_t(A, B[:5])
    with pytest.raises(ValueError, match="1 runs"):
        paired_t([1.0], [2.0])
    with pytest.raises(ValueError, match="missing"):
        paired_t([1.0, np.nan], [2.0, 1.0])


def test_the_unit_of_the_scores_does_not_matter():
    for unit in (1e-14, 1e14):
        assert paired_t(np.multiply(A, unit), np.multiply(B, unit))[1:] == pytest.approx(paired_t(A, B)[1:])


def test_ends_of_ranges_are_refused_or_taken():
    for level in (0, 1, 1.5, -0.1):
        with pytest.raises(ValueError, match="^level="):
            difference_interval(A, B, 0.5, level)
    for alpha in (0, 1, 1.5):
        with pytest.raises(ValueError, match="alpha="):
            permutations_needed(3, alpha)
    with pytest.raises(ValueError, match="n_tests=0"):
        permutations_needed(0)
    assert holm([0.0, 1.0]).tolist() == [0, 1]


# ranks over data sets


def random_scores(n, k, seed, decimals=6):
    return np.round(np.random.default_rng(seed).normal(size=(n, k)), decimals)


def test_the_best_ranks_first_ties_share_and_missing_is_last():
    nan = np.nan
    found = ranks([[0.9, 0.7, 0.8], [0.5, 0.5, 0.6], [nan, 0.1, nan], [nan, nan, nan]])
    assert found.tolist() == [[1, 3, 2], [2.5, 2.5, 1], [2.5, 1, 2.5], [2, 2, 2]]
    assert average_ranks([[0.9, 0.7], [0.5, nan], [0.1, 0.2]]) == pytest.approx([4 / 3, 5 / 3])


@pytest.mark.parametrize("decimals", [6, 0])
@pytest.mark.parametrize(("n", "k"), [(3, 3), (12, 10), (40, 4)])
def test_friedmans_test_is_scipys(n, k, decimals):
    scores = random_scores(n, k, seed=n, decimals=decimals)
    found, wanted = friedman(scores), friedmanchisquare(*scores.T)
    assert (found.chi2, found.chi2_p) == (pytest.approx(wanted.statistic), pytest.approx(wanted.pvalue))


@pytest.mark.parametrize("seed", range(3))
def test_iman_and_davenports_f_is_that_of_variance_of_ranks(seed):
    """The F of a two-way analysis of variance on ranks, methods against what methods and data sets leave."""
    R = ranks(random_scores(9, 4, seed))
    N, k = R.shape
    between = N * ((R.mean(axis=0) - R.mean()) ** 2).sum()
    left = ((R - R.mean(axis=0)) ** 2).sum()
    found, degrees = friedman(-R), (k - 1, (k - 1) * (N - 1))
    assert found.f == pytest.approx(between / degrees[0] / (left / degrees[1]))
    assert found.f_p == pytest.approx(fisher.sf(found.f, *degrees))


def test_methods_that_tie_everywhere_and_data_that_agree_on_all():
    assert friedman(np.ones((5, 3))) == (0, 1, 0, 1)
    same = friedman(np.tile([0.3, 0.2, 0.1], (5, 1)))
    assert same.chi2 == pytest.approx(10) and (same.f, same.f_p) == (np.inf, 0)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.1, 0.3])
@pytest.mark.parametrize(("n", "k"), [(12, 10), (30, 4)])
def test_pairs_beyond_nemenyis_difference_are_those_of_scikit_posthocs(n, k, alpha):
    scores = random_scores(n, k, seed=1) + np.arange(k) * 3 / k
    p = posthoc_nemenyi_friedman(scores).to_numpy()
    R = average_ranks(scores)
    apart = np.abs(R[:, None] - R)
    difference = nemenyi_difference(k, n, alpha)
    beyond = apart > difference
    assert (beyond == (p < alpha)).all() and 0 < beyond.sum() < k * (k - 1)
    i, j = np.unravel_index(np.argmin(np.abs(apart - difference)), apart.shape)
    ours = studentized_range.sf(apart[i, j] * np.sqrt(2) / np.sqrt(k * (k + 1) / (6 * n)), k, np.inf)
    assert ours == pytest.approx(p[i, j], abs=2e-3)


@pytest.mark.parametrize(
    ("k", "nemenyi", "dunn"),
    [
        (2, (1.960, 1.645), (1.960, 1.645)),
        (5, (2.728, 2.459), (2.498, 2.241)),
        (10, (3.164, 2.920), (2.773, 2.539)),
    ],
)
def test_critical_values_are_those_printed_by_demsar(k, nemenyi, dunn):
    """Demsar 2006, Table 5, at 5 and 10 %."""
    unit = np.sqrt(k * (k + 1) / (6 * 8))
    for place, alpha in enumerate((0.05, 0.1)):
        assert nemenyi_difference(k, 8, alpha) / unit == pytest.approx(nemenyi[place], abs=6e-4)
        assert bonferroni_dunn_difference(k, 8, alpha) / unit == pytest.approx(dunn[place], abs=6e-4)


def test_ocls_critical_differences():
    """The paper's 3.4275 and 3.1383 come of critical values rounded to 2.773 and 2.539."""
    found = [bonferroni_dunn_difference(10, 12, alpha) for alpha in (0.05, 0.1)]
    assert np.round(found, 5).tolist() == [3.42742, 3.13852]
    rounded = np.array([2.773, 2.539]) * np.sqrt(10 * 11 / (6 * 12))
    assert np.round(rounded, 4).tolist() == [3.4275, 3.1383]


def test_ocls_friedman_tests():
    """The paper prints .000017 and .000091: the second is not what its table gives."""
    accuracy, rand = (friedman(published("OCL", n).wide(m)) for n, m in ((3, "CA"), (4, "ARI")))
    assert accuracy.chi2_p == pytest.approx(1.681e-5, rel=5e-4)
    assert rand.chi2_p == pytest.approx(9.651e-5, rel=5e-4)
    assert accuracy.f_p < accuracy.chi2_p and rand.f_p < rand.chi2_p


def test_comparisons_that_cannot_be_made_are_refused():
    for scores in ([0.1, 0.2], np.zeros((0, 3)), [[]]):
        with pytest.raises(ValueError, match="by methods"):
            ranks(scores)
    with pytest.raises(ValueError, match="1 methods on 3 data sets"):
        friedman([[0.1], [0.2], [0.3]])
    with pytest.raises(ValueError, match="3 methods on 1 data sets"):
        nemenyi_difference(3, 1)
    for alpha in (0, 1, 5, float("nan")):
        with pytest.raises(ValueError, match="^alpha="):
            bonferroni_dunn_difference(3, 4, alpha)


def test_scores_that_differ_by_rounding_tie():
    noisy, third = [[0.1 + 0.2, 0.3, 0.2], [0.7 - 0.1, 0.6, 0.6 + 4e-16]], [[0.3, 0.3, 0.2], [0.6, 0.6, 0.6]]
    assert ranks(noisy).tolist() == ranks(third).tolist() == [[1.5, 1.5, 3], [2, 2, 2]]
    assert friedman(noisy) == friedman(third)
    assert ranks([[1e-13, 2e-13], [1e9, 1e9 + 1]]).tolist() == [[2, 1], [2, 1]]
    assert ranks([[np.nan, -np.inf, np.inf, np.inf]]).tolist() == [[3.5, 3.5, 1.5, 1.5]]


def test_a_best_place_is_held_alone_or_shared():
    alone, shared = first_places([[0.9, 0.1, 0.5], [0.1 + 0.2, 0.3, np.nan], [np.nan, np.nan, np.nan], [1, 1, 1]])
    assert alone.tolist() == [1, 0, 0] and shared.tolist() == [2, 2, 1]


def test_holm_by_hand():
    """Sorted .005, .01, .03, .04 times 4, 3, 2, 1: .02, .03, .06, .04, and the last may not fall below .06."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.4, 0.6]).tolist() == [0.8, 0.8] and holm([0.9, 0.9]).tolist() == [1, 1] and holm([]).tolist() == []
    found = holm([0.03, np.nan, 0.01])
    assert found[[0, 2]] == pytest.approx([0.03, 0.02]) and np.isnan(found[1])
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.2, 1.2])


def test_holm_keeps_the_rate_of_any_false_claim():
    rng = np.random.default_rng(0)
    claims = sum((holm(rng.uniform(size=10)) <= 0.05).any() for _ in range(1000))
    assert claims <= binom.ppf(0.999, 1000, 0.05)


def test_the_permutations_that_a_corrected_claim_needs():
    for tests in (1, 2, 7, 29):
        n = permutations_needed(tests)
        for made, possible in ((n, True), (n - 1, False)):
            p = np.ones(tests)
            p[0] = 1 / (made + 1)
            assert (holm(p)[0] <= 0.05 + 1e-12) == possible


def test_the_interval_of_a_difference_holds_zero_where_the_test_does_not_reject():
    rng = np.random.default_rng(3)
    for shift in (0.0, 0.5, 1.0, 2.0, 4.0):
        a, b = rng.normal(size=(2, 12)) + np.array([[shift], [0]])
        low, high = difference_interval(a, b, 0.5)
        tested = corrected_resampled_t(a, b, 0.5)
        assert (low + high) / 2 == pytest.approx(tested.difference)
        assert (low <= 0 <= high) == (tested.p >= 0.05)
    # by hand: mean 2, error sqrt(2/3), and 4.302653 is the upper 2.5 % point of t with 2 degrees of freedom
    low, high = difference_interval([2, 4, 6], [1, 2, 3], 0.25)
    assert (low, high) == pytest.approx((2 - 4.302653 * np.sqrt(2 / 3), 2 + 4.302653 * np.sqrt(2 / 3)), abs=1e-5)


def test_equivalence_is_the_interval_within_the_margin():
    """Two one-sided tests at 5 % reject where the 90 % interval lies within the margin."""
    rng = np.random.default_rng(5)
    seen = set()
    for deviation in (0.002, 0.005, 0.01, 0.02):
        a, b = 0.8 + rng.normal(0.003, deviation, (2, 15))
        low, high = difference_interval(a, b, 0.5, level=0.9)
        within = low > -0.01 and high < 0.01
        assert (equivalence_p(a, b, 0.5, 0.01) < 0.05) == within
        seen.add(within)
    assert seen == {True, False}
    assert equivalence_p(A, A, 0.5, 0.01) == 0 and equivalence_p(np.add(A, 0.02), A, 0.5, 0.01) == 1
    with pytest.raises(ValueError, match="margin"):
        equivalence_p(A, B, 0.5, 0)


def test_two_methods_a_margin_apart_are_seldom_called_equivalent():
    rng = np.random.default_rng(6)
    called = sum(equivalence_p(rng.normal(0.01, 0.003, 20), np.zeros(20), 0.5, 0.01) < 0.05 for _ in range(300))
    assert called <= binom.ppf(0.999, 300, 0.05)


def test_the_permutation_p_looks_at_all_arrangements():
    """Two methods on N data sets, the same one always first: 2 of 2^N arrangements are as extreme."""
    for n in (2, 3, 5):
        assert friedman_permutation_p(np.tile([0.9, 0.8], (n, 1))) == pytest.approx(2 / 2**n)
    scores = np.random.default_rng(0).random((4, 3))
    R = ranks(scores)
    chi2 = [friedman(-np.array(rows)).chi2 for rows in product(*(list(permutations(row)) for row in R))]
    assert friedman_permutation_p(scores) == pytest.approx(np.mean(np.array(chi2) >= friedman(scores).chi2 - 1e-9))
    tied = [[1, 1, 2], [1, 2, 2], [3, 1, 2]]
    chi2 = [friedman(-np.array(rows)).chi2 for rows in product(*(list(permutations(row)) for row in ranks(tied)))]
    assert friedman_permutation_p(tied) == pytest.approx(np.mean(np.array(chi2) >= friedman(tied).chi2 - 1e-9))


def test_many_arrangements_are_drawn():
    scores = np.random.default_rng(1).random((12, 4))
    assert friedman_permutation_p(scores) == pytest.approx(friedman(scores).chi2_p, abs=0.03)
    assert friedman_permutation_p(np.tile([4, 3, 2, 1], (12, 1))) == 1 / 10_000
    assert friedman_permutation_p(np.ones((5, 3))) == 1


def test_few_data_sets_seldom_open_the_gate():
    """Random ranks of three methods on four data sets: by F the gate opened in 7.5 % of the cases."""
    rng = np.random.default_rng(2)
    opened = [friedman_permutation_p(rng.random((4, 3))) <= 0.05 for _ in range(1000)]
    assert sum(opened) <= binom.ppf(0.999, 1000, 0.05)


@pytest.mark.parametrize("values", [[0.1, 0.2, 0.2, 0.4, 0.0, -0.3], [1, 1, 1, -1, 2, 2], [-0.5], [0.0, 0.0]])
def test_signed_ranks_are_counted_over_all_signs(values):
    """By another route: every choice of signs is listed."""
    found = np.array([v for v in values if v])
    ranks = rankdata(np.abs(found))
    sums = [sum(r for r, up in zip(ranks, signs, strict=True) if up) for signs in product((0, 1), repeat=len(found))]
    apart = np.abs(np.array(sums) - ranks.sum() / 2)
    own = abs(ranks[found > 0].sum() - ranks.sum() / 2)
    assert signed_rank_p(values) == pytest.approx(np.mean(apart >= own - 1e-9))


def test_without_ties_signed_ranks_have_scipys_exact_p():
    rng = np.random.default_rng(0)
    for n in (6, 15, 25):
        values = rng.normal(0.3, 1, n)
        assert signed_rank_p(values) == pytest.approx(wilcoxon(values, method="exact").pvalue)


def test_signed_ranks_tie_where_differences_differ_by_rounding():
    a, b = np.array([0.81, 0.72, 0.95, 0.64, 0.66, 0.52]), np.array([0.82, 0.69, 0.92, 0.65, 0.69, 0.49])
    assert len(set(np.abs(a - b))) > 2
    assert signed_rank_p(a - b) == signed_rank_p(np.rint(100 * (a - b)))
    assert signed_rank_p([0.1 + 0.2 - 0.3, 0.5, 0.5]) == signed_rank_p([0, 1, 1]) == 0.5
    assert signed_rank_p(1e6 * (a - b)) == signed_rank_p(a - b)


@pytest.mark.parametrize("sizes", [400, 3, 1])
def test_signed_ranks_of_many_pairs_are_approximated(monkeypatch, sizes):
    rng = np.random.default_rng(1)
    for _ in range(5):
        values = rng.integers(1, sizes + 1, 300) * rng.choice([-1, 1], 300, p=[0.45, 0.55])
        exact = signed_rank_p(values)
        monkeypatch.setattr(statistics, "_SUMMED", 0)
        assert signed_rank_p(values) == pytest.approx(exact, rel=0.05)
        monkeypatch.undo()
    values = rng.normal(0.06, 1, 5_000)
    assert signed_rank_p(values) == pytest.approx(wilcoxon(values, method="approx").pvalue, rel=0.02)
    assert signed_rank_p(np.ones(5_000)) == 0


@pytest.mark.parametrize("values", [[1.0, np.nan, 2.0], [[1.0, 2.0]]])
def test_signed_ranks_of_no_list_of_numbers_are_refused(values):
    with pytest.raises(ValueError, match="missing|shape"):
        signed_rank_p(values)
