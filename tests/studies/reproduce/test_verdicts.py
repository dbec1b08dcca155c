"""Verdicts from comparisons: what is won, lost and unclear, and claims that allow some data sets to be lost."""

import pandas as pd
import pytest

from catviz.published.results import FALSE, HOLDS, OPEN, Verdict
from studies.reproduce.verdicts import LOST, UNCLEAR, WON, decide, judged, mostly, together


def differences(*gaps, error=0.01):
    names = [f"set {i}" for i in range(len(gaps))]
    return pd.DataFrame({"metric": "CA", "data": names, "gap": gaps, "error": error, "text": names})


def test_small_gaps_are_unclear_and_none_is_lost_by_the_means():
    found = judged(differences(0.1, 0.005, -0.005, -0.1, 0.0))
    assert found["tested"].tolist() == [WON, UNCLEAR, UNCLEAR, LOST, UNCLEAR]
    assert found["means"].tolist() == [WON, WON, LOST, LOST, LOST]


def test_runs_without_spread_decide_and_many_comparisons_are_corrected_for():
    assert judged(differences(1e-6, error=0.0))["tested"].tolist() == [WON]
    assert judged(differences(0.021))["tested"].tolist() == [WON]
    assert judged(differences(*[0.021] * 20))["tested"].tolist() == [UNCLEAR] * 20


@pytest.mark.parametrize(
    ("gaps", "lost", "means", "tested"),
    [
        ((0.1, 0.1, -0.1), 1, HOLDS, HOLDS),
        ((0.1, 0.1, -0.1), 0, FALSE, FALSE),
        ((0.1, 0.1, -0.001), 1, HOLDS, OPEN),
        ((0.1, 0.1, 0.001), 1, FALSE, OPEN),
        ((0.1, 0.1, 0.1), 1, FALSE, FALSE),
    ],
)
def test_as_many_data_sets_may_be_lost_as_the_claim_says(gaps, lost, means, tested):
    found = decide(differences(*gaps), {"CA": lost})
    assert [one.verdict for one in found] == [means, tested]


def test_fewer_may_be_lost_where_not_all_data_sets_were_run():
    assert [one.verdict for one in decide(differences(0.1, 0.1), {"CA": 1}, at_most=True)] == [HOLDS, HOLDS]
    assert [one.verdict for one in decide(differences(0.1, -0.1), {"CA": 0}, at_most=True)] == [FALSE, FALSE]


def test_named_data_sets_must_be_those_lost():
    rows = differences(0.1, -0.1, 0.001)
    assert [one.verdict for one in decide(rows, {("CA", "set 1")})] == [HOLDS, OPEN]
    assert [one.verdict for one in decide(rows, {("CA", "set 0")})] == [FALSE, FALSE]
    # a data set that was not run is neither
    assert decide(rows[:2], {("CA", "set 1"), ("CA", "elsewhere")})[1].verdict == HOLDS


def test_most_is_more_than_half():
    assert [one.verdict for one in mostly(differences(0.1, 0.1, -0.1), "sets")] == [HOLDS, HOLDS]
    assert [one.verdict for one in mostly(differences(0.1, -0.1), "sets")] == [FALSE, FALSE]
    assert [one.verdict for one in mostly(differences(0.1, 0.001, -0.1), "sets")] == [HOLDS, OPEN]


def test_claims_that_must_all_hold():
    made = {word: Verdict(word, (word,)) for word in (HOLDS, FALSE, OPEN)}
    assert together([made[HOLDS], made[OPEN]]).verdict == OPEN
    assert together([made[OPEN], made[FALSE], made[HOLDS]]) == Verdict(FALSE, (OPEN, FALSE, HOLDS))
