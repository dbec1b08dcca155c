"""The sum of chi-squared over all pairs of columns: worked numbers, pair by pair, weights and shuffled tables."""

from itertools import combinations

import pandas as pd
import pytest
from random_frames import dependent_frame, independent_frame
from scipy.stats import chi2_contingency

import catviz
from catviz.analysis.clusterability import clusterability


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
    words = "No association" if found.p_value > 0.05 else "The columns are related"
    assert str(found).startswith("Not tested here" if found.least_expected < 5 else words)


def test_it_is_the_sum_over_the_pairs_of_columns():
    frame = dependent_frame(seed=3).fillna("(missing)")
    tests = [chi2_contingency(pd.crosstab(frame[a], frame[b]), correction=False) for a, b in combinations(frame, 2)]
    found = catviz.clusterability(frame)
    assert found.statistic == pytest.approx(sum(t.statistic for t in tests)) and found.df == sum(t.dof for t in tests)
    counted = frame.value_counts().rename("w").reset_index()
    weighted = catviz.CategoricalTable.from_pandas(counted, weights="w")
    assert clusterability(catviz.count(weighted)) == found
    assert catviz.clusterability(frame[["a0"]]).p_value == 1


def test_shuffled_tables_give_a_second_p_value():
    related = catviz.load_dataset("zoo").select(["milk", "hair", "eggs"])
    unrelated = independent_frame(60, (3, 3), seed=2)
    assert clusterability(related, 19).shuffled_p_value == 0.05
    assert clusterability(unrelated, 19).shuffled_p_value > 0.05
    assert clusterability(related).shuffled_p_value is None
