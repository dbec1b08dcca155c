"""Crosstabs and frequencies against pandas and Haberman's residuals by their definition."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kendalltau
from scipy.stats.contingency import expected_freq

import catviz
from catviz.analysis.crosstab import SHOWN


@pytest.fixture(scope="module")
def votes():
    return catviz.load_dataset("voting")


def test_a_crosstab_is_pandas(votes):
    first, second = votes.attributes[:2]
    frame = votes.to_pandas().astype(object).fillna("(missing)")
    found = catviz.crosstab(votes, first, second)
    counts = pd.crosstab(frame[first], frame[second]).loc[found.counts.index, found.counts.columns]
    assert (found.counts == counts).all().all() and "(missing)" in found.counts.index
    assert np.allclose(found.row_percent, counts.div(counts.sum(axis=1), axis=0) * 100)
    assert np.allclose(found.column_percent, counts / counts.sum() * 100)
    assert np.allclose(found.expected, expected_freq(counts))


def test_adjusted_residuals_are_habermans():
    """With two values each, all four are the root of chi squared."""
    frame = pd.DataFrame({"a": list("xxxyyyyxyx"), "b": list("uuvvvvuuvu")})
    found = catviz.crosstab(frame, "a", "b")
    assert np.allclose(found.residuals.abs(), np.sqrt(found.test.chi2))
    joint = np.array([[8, 3, 4], [2, 9, 7]])
    table = pd.DataFrame([(r, c) for r in range(2) for c in range(3) for _ in range(joint[r, c])]).astype(str)
    found = catviz.crosstab(table.rename(columns={0: "a", 1: "b"}), "a", "b").residuals.to_numpy()
    e, n = expected_freq(joint), joint.sum()
    by_hand = (joint - e) / np.sqrt(e * np.outer(1 - joint.sum(1) / n, 1 - joint.sum(0) / n))
    assert np.allclose(found, by_hand)


def test_totals_are_a_line_and_a_column_even_beside_a_value_of_that_name():
    frame = pd.DataFrame({"a": ["total", "x", "x", "x"], "b": ["u", "u", "v", "total"]})
    found = catviz.crosstab(frame, "a", "b")
    counts = found.to_frame(totals=True)
    assert counts.shape == (3, 4) and counts.iloc[-1, -1] == 4 and counts.iloc[-1].tolist() == [1, 2, 1, 4]
    assert found.to_frame("row_percent", totals=True).iloc[-1].tolist() == [25, 50, 25, 100]
    assert found.to_frame("column_percent", totals=True).iloc[:, -1].tolist() == [25, 75, 100]
    assert np.allclose(found.to_frame("expected", totals=True).iloc[-1], counts.iloc[-1])
    assert found.to_frame("residuals", totals=True).shape == (2, 3)
    assert found.to_long().shape == (6, 7) and found.to_long()["count"].sum() == 4
    with pytest.raises(ValueError, match="one of counts"):
        found.to_frame("percent")


def test_weights_count(votes):
    weights = np.arange(votes.n_rows) % 3
    weighted = catviz.CategoricalTable(votes.codes, votes.codebook, weights=weights)
    repeated = votes[np.repeat(np.arange(votes.n_rows), weights)]
    names = votes.attributes[2:4]
    for name in SHOWN:
        pair = [catviz.crosstab(t, *names).to_frame(name) for t in (weighted, repeated)]
        assert np.allclose(*pair)
    assert catviz.crosstab(weighted, *names).test == catviz.crosstab(repeated, *names).test
    counts = catviz.count(votes)
    assert (catviz.crosstab(counts, *names).counts == catviz.crosstab(votes, *names).counts).all().all()


def test_a_column_is_not_crossed_with_itself_nor_one_that_is_not_there(votes):
    with pytest.raises(ValueError, match="two different columns"):
        catviz.crosstab(votes, "crime", "crime")
    with pytest.raises(ValueError, match="no column 'x'"):
        catviz.crosstab(votes, "crime", "x")
    with pytest.raises(ValueError, match="no column 'x'"):
        catviz.frequencies(votes, "x")


def test_frequencies_are_counts_shares_and_for_ordered_columns_cumulative_shares():
    size = pd.Categorical(["S", "L", None, "M", "L", "L"], ["S", "M", "L"], ordered=True)
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"size": size, "b": list("uvuvuv")}))
    found = catviz.frequencies(table, "size")
    assert found["value"].tolist() == ["S", "M", "L", "(missing)"] and found["n"].tolist() == [1, 1, 3, 1]
    assert found["percent"].tolist() == pytest.approx([100 / 6, 100 / 6, 50, 100 / 6])
    assert found["valid_percent"].tolist() == pytest.approx([20, 20, 60, np.nan], nan_ok=True)
    assert found["cumulative_percent"].tolist() == pytest.approx([20, 40, 100, np.nan], nan_ok=True)
    assert catviz.frequencies(table, "b")["cumulative_percent"].isna().all()


def test_tau_b_of_two_ordered_columns_is_scipys_on_the_rows_without_missing_cells():
    rng = np.random.default_rng(0)
    codes = rng.integers(-1, 4, (80, 2))
    codes[:, 1] = np.where(rng.random(80) < 0.5, codes[:, 0], codes[:, 1] // 2)
    names = np.array(["d", "b", "c", "a"])
    frame = pd.DataFrame(
        {name: pd.Categorical.from_codes(codes[:, r], names, ordered=True) for r, name in enumerate("xy")}
    )
    known = codes[(codes >= 0).all(axis=1)]
    expected = kendalltau(*known.T).statistic
    found = catviz.crosstab(frame, "x", "y")
    assert "(missing)" in found.counts.index and found.tau_b == pytest.approx(expected) and 0.1 < expected < 0.9
    assert catviz.crosstab(frame, "y", "x").tau_b == pytest.approx(expected)
    weights = rng.integers(1, 4, 80)
    table = catviz.CategoricalTable.from_pandas(frame)
    weighted = catviz.CategoricalTable(table.codes, table.codebook, weights=weights)
    repeated = np.repeat(codes, weights, axis=0)
    expected = kendalltau(*repeated[(repeated >= 0).all(axis=1)].T).statistic
    assert catviz.crosstab(weighted, "x", "y").tau_b == pytest.approx(expected)
    assert catviz.crosstab(catviz.count(table), "x", "y").tau_b == pytest.approx(found.tau_b)


def test_a_trend_is_tested_where_both_columns_can_be_put_in_an_order():
    rising = pd.Categorical(["S", "M", "L"], ["S", "M", "L"], ordered=True)
    frame = pd.DataFrame({"a": rising, "b": rising[::-1], "c": list("uvw"), "d": rising[[0, 0, 0]], "e": list("yny")})
    assert catviz.crosstab(frame, "a", "b").tau_b == -1
    assert np.isnan(catviz.crosstab(frame, "a", "d").tau_b)
    assert catviz.crosstab(frame, "a", "e").tau_b == 0  # two values can be put in an order
    for pair in ("ac", "ce"):
        found = catviz.crosstab(frame, *pair)
        assert found.trend is None and np.isnan(found.tau_b)


def test_the_order_finds_a_weak_trend_that_chi_squared_does_not():
    joint = np.array([[14, 11, 9, 7, 5], [6, 9, 9, 11, 11]])
    frame = pd.DataFrame(
        [(str(j), "ny"[i]) for i, line in enumerate(joint) for j, n in enumerate(line) for _ in range(n)],
        columns=["grade", "passed"],
    ).astype({"grade": pd.CategoricalDtype(list("01234"), ordered=True)})
    found = catviz.crosstab(frame, "grade", "passed")
    assert found.test.p > 0.1 and found.trend.p < 0.02
    assert found.trend.p == pytest.approx(kendalltau(frame["grade"].cat.codes, frame["passed"] == "y").pvalue, abs=0.01)
