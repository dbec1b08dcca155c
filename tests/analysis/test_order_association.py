"""Rank correlations of ordered columns, against scipy, and how often they are claimed."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr

import catviz
from catviz.analysis.order_association import order_association, ordered_columns
from catviz.table.categorical import CategoricalTable

LEVELS = list("12345")


def graded(seed: int, n: int = 150, d: int = 5, correlation: float = 0.25, missing: float = 0.0) -> CategoricalTable:
    rng = np.random.default_rng(seed)
    hidden = rng.normal(size=n)
    cells = {}
    for j in range(d):
        own = np.sqrt(correlation) * hidden + np.sqrt(1 - correlation) * rng.normal(size=n)
        labels = np.array(LEVELS, dtype=object)[np.digitize(own, [-1, -0.3, 0.3, 1])]
        labels[rng.random(n) < missing] = None
        cells[f"x{j}"] = labels
    return CategoricalTable.from_pandas(pd.DataFrame(cells), ordered=dict.fromkeys(cells, LEVELS))


def test_correlations_are_spearmans_over_rows_that_know_both():
    data = graded(1, missing=0.2)
    found = order_association(data, 19)
    codes = np.where(data.codes == 5, np.nan, data.codes.astype(float))
    complete = ~np.isnan(codes[:, :2]).any(axis=1)
    whole = order_association(data[np.flatnonzero(complete)].select(["x0", "x1"]), 19)
    assert whole.correlations.loc["x0", "x1"] == pytest.approx(spearmanr(codes[complete, 0], codes[complete, 1])[0])
    assert found.correlations.loc["x0", "x1"] == pytest.approx(whole.correlations.loc["x0", "x1"], abs=0.02)
    upper = found.correlations.to_numpy()[np.triu_indices(5, 1)]
    assert found.statistic == pytest.approx((upper**2).mean())


@pytest.mark.more
def test_a_weak_gradient_is_found_and_unrelated_columns_are_not_said_to_rise():
    assert sum(order_association(graded(seed), 99).significant for seed in range(12)) >= 11
    assert sum(order_association(graded(seed, correlation=0.0), 99).significant for seed in range(40)) <= 6


def test_missing_together_is_no_relation():
    rng = np.random.default_rng(0)
    claimed = 0
    for seed in range(30):
        data = graded(seed, correlation=0.0)
        codes = data.codes.copy()
        codes[rng.random(len(codes)) < 0.4] = 5
        claimed += order_association(replace(data, codes=codes), 99).significant
    assert claimed <= 5


def test_whole_weights_are_repeated_rows_and_fractions_are_refused():
    data = graded(3, n=60)
    weights = np.arange(60) % 3
    weighted = order_association(replace(data, weights=weights.astype(float)), 19)
    repeated = order_association(data[np.repeat(np.arange(60), weights)], 19)
    assert weighted.correlations.equals(repeated.correlations) and weighted.p_value == repeated.p_value
    with pytest.raises(ValueError, match="fractional"):
        order_association(replace(data, weights=weights + 0.5), 19)


def test_columns_without_an_order_take_no_part():
    data = graded(0)
    nominal = replace(data, codebook=replace(data.codebook, kinds=("nominal",) * 4 + ("ordinal",)))
    assert ordered_columns(nominal) == ["x4"]
    with pytest.raises(ValueError, match="fewer than two"):
        order_association(nominal)
    assert "car" not in ordered_columns(catviz.load_dataset("zoo"))
