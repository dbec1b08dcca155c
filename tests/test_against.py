"""Several methods against one: corrected for shared rows and for how many are compared."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from catviz.experiments.against import against
from catviz.statistics import corrected_resampled_t, equivalence_p, holm


def scores(rng, methods=7, splits=10, shared=0.01):
    """Accuracies of equally good methods on splits that share rows: differences have a part common to all splits.

    With halves, the corrected test stands for a correlation of 1/2 between the differences of two splits.
    """
    common, own = rng.normal(size=methods), rng.normal(size=(splits, methods))
    return pd.DataFrame(0.8 + shared * (common + own), columns=list("abcdefghij"[:methods]))


def test_the_numbers_are_those_of_the_tests():
    found = scores(np.random.default_rng(0))
    told = against(found, "b", 0.5)
    assert told.index.tolist() == ["a", "c", "d", "e", "f", "g"]
    p = [corrected_resampled_t(found[name], found["b"], 0.5).p for name in told.index]
    assert told["p"].tolist() == p and told["adjusted_p"].tolist() == holm(p).tolist()
    same = [equivalence_p(found[name], found["b"], 0.5, 0.01) for name in told.index]
    assert told["equivalence_p"].tolist() == same
    assert (told["low"] < told["difference"]).all() and (told["difference"] < told["high"]).all()


def test_equal_methods_seldom_differ_however_many_are_compared():
    """Uncorrected, one of six differs in more than 5 % of the experiments; with Holm's correction in at most 5 %."""
    rng = np.random.default_rng(1)
    told = [against(scores(rng), "a", 0.5) for _ in range(200)]
    most = binom.ppf(0.999, 200, 0.05)
    assert sum((found["p"] <= 0.05).any() for found in told) > most
    assert sum(found["differs"].any() for found in told) <= most


def test_methods_are_compared_on_the_splits_both_have():
    found = scores(np.random.default_rng(2), methods=4)
    found.loc[3:, "c"], found.loc[1:, "d"] = np.nan, np.nan
    told = against(found, "a", 0.5)
    assert told.index.tolist() == ["b", "c"]
    assert told.loc["c", "p"] == corrected_resampled_t(found["c"][:3], found["a"][:3], 0.5).p
    assert against(found[["a", "d"]], "a", 0.5).empty
    with pytest.raises(ValueError, match="choose one of a, b, c, d"):
        against(found, "z", 0.5)


def test_methods_named_by_pairs_keep_their_names():
    names = pd.Index([("x", "1"), ("x", "2"), ("y", "1")], tupleize_cols=False)
    named = scores(np.random.default_rng(3), methods=3).set_axis(names, axis=1)
    assert against(named, ("x", "2"), 0.5).index.tolist() == [("x", "1"), ("y", "1")]
