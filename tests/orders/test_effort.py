"""What learning orders takes: the steps that runs really take lie in the range that is announced."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.orders.ocl import FEWEST, assignments, fit_seconds, geometric_mean
from catviz.wording import between

TABLES = [(300, 5, 3, 2), (300, 5, 12, 8), (1_000, 10, 6, 4), (2_000, 5, 6, 8)]


def noise(n, d, v):
    return np.random.default_rng(0).integers(0, v, (n, d))


def planted(n, d, v):
    """Four clear groups: a value of its own in each column on nine of ten rows."""
    rng = np.random.default_rng(0)
    group = rng.integers(0, 4, n)
    return np.where(rng.random((n, d)) < 0.9, group[:, None] % v, rng.integers(0, v, (n, d)))


def counted(codes, k, n_init=3, mode="monotone"):
    """Assignments of rows a run, and distinct rows."""
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame(codes).astype(str).add_prefix("c"), numeric="category")
    phases = []
    with catviz.reporting(lambda step: bool(phases.append(step["phase"]))):
        catviz.OCL(n_clusters=k, n_init=n_init, mode=mode, max_iter=10, random_state=0).fit(table)
    return phases.count("assign") / n_init, len(table.unique_rows()[0])


@pytest.mark.parametrize(("n", "d", "v", "k"), TABLES)
def test_runs_on_noise_take_about_the_most_steps(n, d, v, k):
    steps, rows = counted(noise(n, d, v), k)
    most = assignments(rows, d * v, k)[1]
    assert most / 2 <= steps <= 2 * most


@pytest.mark.parametrize(("n", "d", "v", "k"), TABLES)
def test_runs_that_find_groups_take_few(n, d, v, k):
    steps, rows = counted(planted(n, d, v), k)
    assert steps <= FEWEST == assignments(rows, d * v, k)[0]


def test_the_steps_as_printed_take_more_and_end_with_their_rounds():
    steps, rows = counted(noise(300, 5, 6), 4, n_init=1, mode="paper")
    assert assignments(rows, 30, 4)[1] < steps <= assignments(rows, 30, 4, monotone=False, max_iter=10)[1]
    assert assignments(1e9, 30, 8, monotone=False, max_iter=2)[1] == 200


def test_seconds_grow_with_everything_that_takes_steps():
    size = {"m": 2_000, "d": 10, "c": [6] * 10, "k": 8, "n_init": 10}
    low, high = fit_seconds(**size)
    assert 0 < low < geometric_mean(low, high) < high
    assert fit_seconds(**size | {"c": 60}) == pytest.approx((low, high)), "values in all, or in each column"
    for more in ({"m": 20_000}, {"d": 20, "c": [6] * 20}, {"c": [12] * 10}, {"k": 16}):
        assert all(after > before for after, before in zip(fit_seconds(**size | more), (low, high), strict=True))
    assert fit_seconds(**size | {"n_init": 20}) == pytest.approx((2 * low, 2 * high))
    assert catviz.OCL.cost(2_000, 10, 60) == pytest.approx(0.02 + geometric_mean(low, high))
    assert fit_seconds(**size, monotone=False)[1] > high


def test_a_range_in_words():
    assert between(90, 400) == "about 90 s to 7 minutes" and between(3.1, 3.2) == "about 3 s"
