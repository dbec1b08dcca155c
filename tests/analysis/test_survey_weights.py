"""Tests of columns and values with survey weights: their variances, their level, figures of another program."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import catviz
from catviz.analysis.design_effect import FEW_WEIGH, SURVEYED
from catviz.analysis.independence import WEIGHTED, expected_counts, independence_test
from catviz.analysis.survey_weights import WeightedCells
from catviz.words.columns import independence_in_words, outcome, trend_in_words

#: F, its first degrees of freedom and p of svy 0.35.0, ``Sample.categorical.tabulate``, on the tables of `design`.
OF_SVY = [
    *((0.539859, 1.0, 0.463356), (3.551979, 1.0, 0.060688), (1.222751, 1.99796, 0.295185)),
    *((1.241173, 3.99588, 0.291551), (2.07804, 1.99788, 0.125983), (1.039191, 3.66407, 0.382368)),
    *((0.74629, 5.99128, 0.612175), (1.036694, 5.97888, 0.399154), (0.7118, 5.37427, 0.624607)),
    (1.84874, 5.99311, 0.086003),
]


def design(i):
    """Two columns and survey weights from 1 to 5; every third time twice or more as large for the last values."""
    rng = np.random.default_rng(i)
    n, (v, w) = 200 + 40 * i, (2, 2) if i < 2 else (2 + i % 2, 3) if i < 6 else (3, 4)
    a = rng.integers(0, v, n)
    b = (a * rng.integers(0, 2, n) + rng.integers(0, w, n)) % w
    weights = rng.integers(1, 6, n).astype(float)
    return a, b, (v, w), weights * (1 + a) if i % 3 == 2 else weights


def parts(a, b, shape, weights):
    """(n, v, w) what each row adds to the counts, less what its margins expect."""
    rows, columns = np.eye(shape[0])[a], np.eye(shape[1])[b]
    r, c = (weights @ each / weights.sum() for each in (rows, columns))
    return weights[:, None, None] * (rows - r)[:, :, None] * (columns - c)[:, None, :], r, c


@pytest.mark.parametrize("i", range(10))
def test_the_design_effect_is_at_least_that_of_the_rows_one_by_one(i):
    a, b, shape, weights = design(i)
    cells = WeightedCells.of(a, b, shape, weights)
    effect = cells.effect()
    added, r, c = parts(a, b, shape, weights)
    n, df = len(a), (shape[0] - 1) * (shape[1] - 1)
    scaled = (added / np.sqrt(np.outer(r, c))).reshape(n, -1)
    eigenvalues = np.linalg.eigvalsh(scaled.T @ scaled * n / (n - 1) / weights.sum())
    seen = eigenvalues.sum() / df
    by_value = [np.bincount(column, weights**2) for column in (a, b)]
    expected = np.prod(
        [(squares / shares * (1 - shares)).sum() for squares, shares in zip(by_value, (r, c), strict=True)]
    )
    expected *= n / (n - 1) / (weights**2).sum() / weights.sum() / df
    assert effect.mean == pytest.approx(max(seen, expected)) and seen == pytest.approx(expected, rel=0.15)
    assert effect.df <= min(eigenvalues.sum() ** 2 / (eigenvalues**2).sum(), df) * (1 + 1e-9)
    assert effect.df >= 0.8 * df and effect.known_by <= weights.sum() ** 2 / (weights**2).sum()


@pytest.mark.parametrize("i", range(10))
def test_the_statistic_is_near_that_of_a_program_for_surveys(i):
    a, b, shape, weights = design(i)
    cells = WeightedCells.of(a, b, shape, weights)
    effect, expected = cells.effect(), expected_counts(cells.sums)
    chi2, df = ((cells.sums - expected) ** 2 / expected).sum(), (shape[0] - 1) * (shape[1] - 1)
    f, of_chi2, p = OF_SVY[i]
    # that one takes the variance of all counts, this one what it is if the columns are unrelated
    assert chi2 / (effect.mean * df) == pytest.approx(f, rel=0.02) and effect.df == pytest.approx(of_chi2, rel=0.02)
    assert independence_test(cells.sums, whole=False, effect=effect).p == pytest.approx(p, abs=0.02)


def test_the_effect_of_a_cell_is_that_of_its_two_values_against_all_others():
    a, b, shape, weights = design(8)
    effects, known_by = WeightedCells.of(a, b, shape, weights).effects_by_cell()
    for i, j in np.ndindex(*shape):
        two = WeightedCells.of((a == i).astype(int), (b == j).astype(int), (2, 2), weights).effect()
        assert (effects[i, j], known_by[i, j]) == pytest.approx((two.mean, two.known_by))


def test_the_scale_of_the_weights_does_not_matter_and_equal_ones_are_none():
    a, b, shape, weights = design(5)
    first, second = (WeightedCells.of(a, b, shape, scale * weights).effect() for scale in (1.0, 0.01))
    assert (first.mean / 1.0, first.df, first.known_by) == pytest.approx(
        (second.mean / 0.01, second.df, second.known_by)
    )
    two = WeightedCells.of(a[:200] % 2, b[:200] % 2, (2, 2), np.ones(200))
    exact = independence_test(two.sums).p
    assert independence_test(two.sums, effect=two.effect()).p == pytest.approx(exact, abs=0.02)


def survey(rng, n, weigh):
    """Four unrelated columns and the outcome, drawn from a population in proportion to one over the weight."""
    shares = [(0.6, 0.25, 0.1, 0.05), (0.5, 0.5), (0.3, 0.3, 0.2, 0.2), (0.7, 0.2, 0.1), (0.4, 0.4, 0.2)]
    columns = np.column_stack([rng.choice(len(each), 12 * n, p=each) for each in shares])
    weights = weigh(columns, rng)
    rows = rng.choice(12 * n, n, replace=False, p=(1 / weights) / (1 / weights).sum())
    frame = pd.DataFrame(columns[rows], columns=list("abcde")).astype(str)
    return replace(catviz.CategoricalTable.from_pandas(frame), weights=catviz.rescale_weights(weights[rows]))


WEIGHTS = {
    "one to five": lambda columns, rng: rng.integers(1, 6, len(columns)).astype(float),
    "by the outcome": lambda columns, rng: 1.0 + columns[:, 0] * 2,
    "by two columns": lambda columns, rng: 1.0 + columns[:, 0] + 3 * columns[:, 1],
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", WEIGHTS)
def test_unrelated_columns_are_related_in_five_of_a_hundred_surveys(kind):
    rng, times = np.random.default_rng(1), 60
    claims, counted = 0, 0
    for _ in range(times):
        table = survey(rng, 200, WEIGHTS[kind])
        claims += catviz.outcome(table, "a", draws=200).columns["p"].min() <= 0.05 / 4
        counts = replace(table, weights=np.rint(table.row_weights / table.row_weights.min()))
        counted += catviz.outcome(counts, "a", draws=200).columns["p"].min() <= 0.05 / 4
    assert claims <= binom.ppf(0.99, times, 0.05) and counted > 2 * max(claims, 5)


def test_columns_that_are_related_are_found():
    rng = np.random.default_rng(2)
    table = survey(rng, 400, WEIGHTS["by two columns"])
    codes = table.codes.copy()
    codes[:, 2] = np.where(rng.random(400) < 0.4, codes[:, 1], codes[:, 2])
    table = replace(table, codes=codes)
    found = catviz.outcome(table, "b")
    assert found.columns["test"].eq(SURVEYED).all()
    assert found.columns.loc[found.columns["significant"], "column"].tolist() == ["c"]
    values = found.values[found.values["significant"]]
    assert set(values["column"]) == {"c"}
    profile = catviz.profile(table, table.codes[:, 1] == 0)
    assert set(profile.loc[profile["significant"], "attribute"]) == {"b", "c"}
    both = profile.set_index(["attribute", "value"]).loc[("c", "0")]
    of_outcome = found.values.set_index(["group", "column", "value"]).loc[("0", "c", "0")]
    assert both["v"] == pytest.approx(of_outcome["v"]) and both["count"] == pytest.approx(of_outcome["count"])


def test_a_trend_is_tested_by_its_ranks_and_missing_cells_have_no_part():
    rng = np.random.default_rng(3)
    level = rng.integers(0, 4, 300)
    ordered = pd.DataFrame({"x": level, "y": np.clip(level + rng.integers(-2, 3, 300), 0, 3)}).astype(str)
    ordered.loc[::7, "x"] = None
    weights = rng.integers(1, 6, 300) / 10
    orders = {name: ["0", "1", "2", "3"] for name in "xy"}
    table = replace(catviz.CategoricalTable.from_pandas(ordered, ordered=orders), weights=weights)
    crossed = catviz.crosstab(table, "x", "y")
    known = ordered["x"].notna().to_numpy()
    without = replace(catviz.CategoricalTable.from_pandas(ordered[known], ordered=orders), weights=weights[known])
    assert crossed.test.test == crossed.trend.test == SURVEYED
    assert crossed.test.design_effect / crossed.test.n == pytest.approx(
        catviz.crosstab(without, "x", "y").test.design_effect / catviz.crosstab(without, "x", "y").test.n
    )
    assert crossed.trend.tau_b > 0.4 and crossed.trend.p < 0.001 and crossed.test.p < 0.001
    assert "Rao-Scott, by survey weights" in independence_in_words(crossed.test)
    shuffled = [
        catviz.crosstab(
            replace(table, codes=np.column_stack([table.codes[:, 0], rng.permutation(table.codes[:, 1])])), "x", "y"
        )
        for _ in range(20)
    ]
    assert sum(each.trend.p <= 0.05 for each in shuffled) <= 4


def test_what_is_not_tested_says_why():
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"a": rng.integers(0, 2, 60), "b": rng.integers(0, 3, 60)}).astype(str)
    table = catviz.CategoricalTable.from_pandas(frame)
    heavy = replace(table, weights=np.where(np.arange(60) < 3, 1000.5, 0.01))
    found = catviz.crosstab(heavy, "a", "b")
    assert found.test.test == FEW_WEIGH and np.isnan(found.test.p)
    assert "few rows have most of the weight" in independence_in_words(found.test)
    of_outcome = catviz.outcome(heavy, "a")
    assert of_outcome.columns["p"].isna().all() and of_outcome.values["p"].isna().all()
    assert "few rows have most of the weight" in outcome(of_outcome)
    assert catviz.profile(heavy, table.codes[:, 0] == 0)["p"].isna().all()
    weights = rng.random(60)
    both = replace(table, weights=weights, groups=np.arange(60) // 2)
    assert catviz.crosstab(both, "a", "b").test.test == WEIGHTED
    assert catviz.outcome(both, "a").columns["p"].isna().all()
    counts = catviz.count(replace(table, weights=weights))
    assert catviz.crosstab(counts, "a", "b").test.test == WEIGHTED
    assert catviz.outcome(counts, "a").values["p"].isna().all()
    trend = catviz.crosstab(replace(both, groups=None), "a", "b").trend
    assert trend is None or "not tested" not in trend_in_words(trend)
