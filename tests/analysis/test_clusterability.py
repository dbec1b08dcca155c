"""The sum of chi-squared over all pairs of columns: worked numbers, pair by pair, weights and shuffled tables."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame, independent_frame
from scipy.stats import binom, chi2_contingency

import catviz
from catviz.analysis import clusterability as module
from catviz.analysis.clusterability import clusterability
from catviz.analysis.equal_weights import TooUneven
from catviz.analysis.whole_groups import shuffled_in_place
from catviz.words.columns import related_in_words


@pytest.mark.parametrize(
    ("data", "statistic", "df", "p"),
    [
        ("toy_cos", 21, 16, 0.1785),
        ("toy_movie", 24, 16, 0.0895),
        ("hayes_roth", 88.292, 45, 1.231e-4),
        ("tic_tac_toe", 880.862764, 144, 3.845e-106),
        ("zoo", 1813.465901, 180, None),
        ("voting", 13280.294327, 480, None),
        *((name, 0, None, 1.0) for name in ("car", "balance_scale", "monks1")),
    ],
)
def test_worked_tables(data, statistic, df, p):
    found = clusterability(catviz.load_dataset(data))
    assert found.statistic == pytest.approx(statistic, abs=5e-4 if data == "hayes_roth" else 5e-7)
    assert df is None or found.df == df
    assert p is None or found.p_value == pytest.approx(p, rel=5e-4)
    assert (
        f"{statistic:,.1f}" in related_in_words(found)
        and "n_shuffles=99 tests it" in related_in_words(found)
        and found.significant is None
    )


def test_it_is_the_sum_over_the_pairs_of_columns():
    frame = dependent_frame(seed=3).fillna("(missing)")
    tests = [chi2_contingency(pd.crosstab(frame[a], frame[b]), correction=False) for a, b in combinations(frame, 2)]
    found = catviz.clusterability(frame)
    assert found.statistic == pytest.approx(sum(t.statistic for t in tests)) and found.df == sum(t.dof for t in tests)
    counted = frame.value_counts().rename("w").reset_index()
    weighted = catviz.CategoricalTable.from_pandas(counted, weights="w")
    assert clusterability(catviz.count(weighted)) == found
    assert catviz.clusterability(frame[["a0"]]).p_value == 1


def test_shuffled_tables_give_an_answer_where_values_are_rare():
    related = catviz.load_dataset("zoo").select(["milk", "hair", "eggs"])
    unrelated = independent_frame(60, (3, 3), seed=2)
    assert clusterability(related, 19).significant and clusterability(related, 19).shuffles.p_value == 0.05
    assert clusterability(unrelated, 19).significant is False
    found = clusterability(catviz.load_dataset("zoo"), 99)
    words = related_in_words(found)
    assert words.startswith("The columns are related (") and "significant at 5\u00a0%" in words
    assert f" is {found.statistic:,.0f}, and none of 39 tables " in words
    some = replace(found.shuffles, shuffled=pd.DataFrame({c: [*range(98), 1e9] for c in found.shuffles.shuffled}))
    assert " 1 of 99 tables " in related_in_words(replace(found, shuffles=some))


def test_the_statistic_of_shuffled_tables_is_the_same_one(monkeypatch):
    """Dense or sparse, of rows or of weights in whole numbers."""
    table = catviz.CategoricalTable.from_pandas(dependent_frame(seed=3))
    found = clusterability(table, 19)
    assert found.shuffles.observed.tolist() == pytest.approx([found.statistic], rel=1e-6)
    monkeypatch.setattr(module, "_FILLED", 0.01)
    sparse = clusterability(table, 19).shuffles
    assert sparse.shuffled.to_numpy() == pytest.approx(found.shuffles.shuffled.to_numpy(), rel=1e-6)
    counted = table.to_pandas().value_counts(dropna=False).rename("w").reset_index()
    weighted = catviz.CategoricalTable.from_pandas(counted, weights="w")
    assert clusterability(weighted, 19).shuffles.observed.tolist() == pytest.approx([found.statistic], rel=1e-6)


def test_rows_with_fractional_weights_are_drawn_in_proportion_to_them():
    rng = np.random.default_rng(5)
    weights = np.where(np.arange(400) % 2, 0.5, 1.5)
    related = np.where(weights > 1, "x", "y")  # the columns agree in heavy rows only
    frame = pd.DataFrame({"a": rng.choice(list("pq"), 400), "b": rng.choice(list("pq"), 400), "w": weights})
    frame["b"] = np.where((related == "x") & (rng.random(400) < 0.7), frame["a"], frame["b"])
    found = clusterability(catviz.CategoricalTable.from_pandas(frame, weights="w"), 99)
    assert found.significant and found.shuffles.drawn == int(weights.sum() / weights.max())
    frame["b"] = rng.permutation(frame["b"])
    assert not clusterability(catviz.CategoricalTable.from_pandas(frame, weights="w"), 99).significant
    with pytest.raises(TooUneven, match="only 4 of 400"):
        uneven = frame.assign(w=np.where(np.arange(400) < 4, 100.5, 0.01))
        clusterability(catviz.CategoricalTable.from_pandas(uneven, weights="w"), 99)


def test_large_tables_are_tested_on_rows_drawn():
    found = clusterability(catviz.load_dataset("mushroom"), 19)
    assert found.shuffles.drawn == 2_000 and "In 2,000 rows" in related_in_words(found)
    own = float(found.shuffles.observed.iloc[0])
    assert (
        own < found.statistic / 3
        and f" is {own:,.0f}, and" in related_in_words(found)
        and f"{found.statistic:,.1f}" not in related_in_words(found)
    )


@pytest.mark.slow
@pytest.mark.parametrize("n", [8, pytest.param(40, marks=pytest.mark.slow)])
def test_many_unrelated_columns_are_seldom_called_related(n):
    """By the chi-squared distribution, 100 yes/no columns of 60 rows are called related in 21 % of the tables."""
    rng = np.random.default_rng(0)
    tables = [pd.DataFrame(rng.choice(["yes", "no"], (60, 100))) for _ in range(n)]
    found = [clusterability(table, 39, i) for i, table in enumerate(tables)]
    assert sum(f.p_value <= 0.05 for f in found) >= n / 10
    assert sum(bool(f.significant) for f in found) <= binom.ppf(0.995, n, 0.05)


def test_many_columns_are_tested_on_fewer_rows():
    wide = pd.DataFrame(np.random.default_rng(0).choice(list("abcde"), (700, 300)))
    assert clusterability(wide, 19).shuffles.drawn == 444


def test_cells_that_are_missing_together_do_not_relate_columns():
    """A question of several answers, split: who did not answer lacks all of its columns."""
    rng = np.random.default_rng(4)
    answers = pd.DataFrame(rng.choice(["yes", "no"], (300, 7)), columns=list("abcdefg"))
    unanswered = answers.where(np.repeat(rng.random((300, 1)) > 0.15, 7, axis=1))
    found = clusterability(unanswered, 99)
    assert found.p_value < 1e-50 and found.significant is False and found.missing_cells == unanswered.isna().sum().sum()
    assert "missing together" in related_in_words(found)
    nearly = unanswered["a"].where(np.arange(300) > 5, unanswered["b"])  # not all of it: copies are nested columns
    together = clusterability(unanswered.assign(b=nearly), 99)
    assert together.significant and "not the reason" in related_in_words(together)
    assert "missing together" not in related_in_words(clusterability(answers, 19))


def test_shuffling_keeps_missing_cells_in_place_and_the_values_of_each_column():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 4, (200, 3))
    absent = codes == 3
    shuffled = shuffled_in_place(codes, absent, rng)
    assert np.array_equal(shuffled == 3, absent) and not np.array_equal(shuffled, codes)
    assert np.array_equal(np.sort(shuffled, axis=0), np.sort(codes, axis=0))
    first = [shuffled_in_place(codes, absent, rng)[~absent[:, 0], 0][0] for _ in range(3_000)]
    shares = np.bincount(codes[~absent[:, 0], 0], minlength=3) / (~absent[:, 0]).sum()
    assert np.allclose(np.bincount(first) / 3_000, shares, atol=0.04)  # every order equally likely: 4 standard errors
