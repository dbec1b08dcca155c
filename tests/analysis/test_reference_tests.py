"""Several methods against one: corrected for shared rows and for how many are compared."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from catviz.analysis.splits import reference_tests
from catviz.analysis.statistics import corrected_resampled_t, equivalence_p, holm

ROWS = 1000


def scores(rng, methods=7, splits=10, shared=0.01):
    """Accuracies of equally good methods on splits that share rows: differences have a part common to all splits.

    With halves, the corrected test stands for a correlation of 1/2 between the differences of two splits.
    """
    common, own = rng.normal(size=methods), rng.normal(size=(splits, methods))
    return pd.DataFrame(0.8 + shared * (common + own), columns=list("abcdefghij"[:methods]))


def test_the_numbers_are_those_of_the_tests():
    found = scores(np.random.default_rng(0))
    tested = reference_tests(found, "b", 0.5, ROWS)
    assert tested.index.tolist() == ["a", "c", "d", "e", "f", "g"]
    p = [corrected_resampled_t(found[name], found["b"], 0.5).p for name in tested.index]
    assert tested["p"].tolist() == p and tested["adjusted_p"].tolist() == holm(p).tolist()
    same = [equivalence_p(found[name], found["b"], 0.5, 0.01) for name in tested.index]
    assert tested["equivalence_p"].tolist() == same
    assert (tested["low"] < tested["difference"]).all() and (tested["difference"] < tested["high"]).all()


@pytest.mark.slow
def test_equal_methods_seldom_differ_however_many_are_compared():
    """Uncorrected, one of six differs in more than 5 % of the experiments; with Holm's correction in at most 5 %."""
    rng = np.random.default_rng(1)
    tested = [reference_tests(scores(rng), "a", 0.5, ROWS) for _ in range(200)]
    most = binom.ppf(0.999, 200, 0.05)
    assert sum((found["p"] <= 0.05).any() for found in tested) > most
    assert sum(found["differs"].any() for found in tested) <= most


def test_methods_are_compared_on_the_splits_both_have():
    found = scores(np.random.default_rng(2), methods=4)
    found.loc[3:, "c"], found.loc[1:, "d"] = np.nan, np.nan
    tested = reference_tests(found, "a", 0.5, ROWS)
    assert tested.index.tolist() == ["b", "c"]
    assert tested.loc["c", "p"] == corrected_resampled_t(found["c"][:3], found["a"][:3], 0.5).p
    assert reference_tests(found[["a", "d"]], "a", 0.5, ROWS).empty
    with pytest.raises(ValueError, match="one of a, b, c, d"):
        reference_tests(found, "z", 0.5, ROWS)


def test_methods_named_by_pairs_keep_their_names():
    names = pd.Index([("x", "1"), ("x", "2"), ("y", "1")], tupleize_cols=False)
    named = scores(np.random.default_rng(3), methods=3).set_axis(names, axis=1)
    assert reference_tests(named, ("x", "2"), 0.5, ROWS).index.tolist() == [("x", "1"), ("y", "1")]


def test_no_claim_without_variance_or_with_too_few_rows():
    """Splits that all differ by the same amount give no variance; one of ten rows weighs ten points."""
    same = pd.DataFrame({"a": [0.8, 0.7, 0.9], "b": [0.8, 0.7, 0.9], "c": [0.9, 0.8, 1.0]})
    tested = reference_tests(same, "a", 0.5, ROWS)
    assert tested[["p", "equivalence_p"]].eq(1).all(axis=None) and not tested[["differs", "equivalent"]].any(axis=None)
    near = pd.DataFrame({"a": [0.800, 0.700, 0.900], "b": [0.801, 0.700, 0.899]})
    assert (
        reference_tests(near, "a", 0.5, 100)["equivalent"].all()
        and not reference_tests(near, "a", 0.5, 99)["equivalent"].any()
    )


@pytest.mark.slow
@pytest.mark.parametrize("rows", [20, 60])
def test_few_rows_are_seldom_called_equivalent(rows):
    """Two classifiers four points apart, on two splits of few rows: once nearly every second pair was equivalent."""
    rng, claims = np.random.default_rng(rows), 0
    for _ in range(100):
        right = np.column_stack([rng.random(rows) < 0.8, rng.random(rows) < 0.84])
        splits = [right[rng.permutation(rows)[: rows // 2]].mean(axis=0) for _ in range(2)]
        claims += reference_tests(pd.DataFrame(splits, columns=["a", "b"]), "a", 0.5, rows // 2)["equivalent"].any()
    assert claims <= 5


def test_equivalence_is_open_only_where_equal_scores_would_show_it():
    rng = np.random.default_rng(0)
    quiet, noisy = 0.8 + rng.normal(0, 0.001, (2, 10)), 0.8 + rng.normal(0, 0.05, (2, 10))
    for scores, is_open in ((quiet, True), (noisy, False)):
        tests = reference_tests(pd.DataFrame(dict(zip("ab", scores, strict=True))), "a", 0.5, rows_tested=1000)
        assert tests["can_be_equivalent"].tolist() == [is_open]
    few = reference_tests(pd.DataFrame(dict(zip("ab", quiet, strict=True))), "a", 0.5, rows_tested=50)
    assert few["can_be_equivalent"].tolist() == [False], "a row is two points"
