"""What the Compare page answers, against ranks and counts worked out here."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata

from catviz.analysis.significance import significance
from catviz.published.results import claims_of
from catviz.words.comparison import best_ranks, claims_again, papers_again, ranks_that_differ


def numbers(sentence):
    return [float(text) for text in re.findall(r"\d+(?:\.\d+)?", sentence)]


def scores(noise, shifts):
    """Scores of 20 tables under methods that differ by ``shifts``."""
    rng = np.random.default_rng(0)
    return pd.DataFrame({name: shift + noise * rng.random(20) for name, shift in shifts.items()})


def test_pairs_that_differ_and_the_best_ranks():
    found = scores(1.0, {"worst": 0.0, "poor": 0.1, "fair": 1.5, "good": 3.0})
    ranks = pd.Series(rankdata(-found, axis=1).mean(axis=0), found.columns)
    tested = significance(found, 0.01)
    apart = sum(abs(a - b) > tested.difference for i, a in enumerate(ranks) for b in ranks[i + 1 :])
    assert 0 < apart < 6
    best = ranks.sort_values()
    assert numbers(ranks_that_differ(tested)) == [apart, 6, 1]
    said = best_ranks(tested)
    assert numbers(said) == pytest.approx([4, *best.head(3)], abs=0.006)
    assert re.findall(r"(\w+) \d+\.\d", said) == list(best.index[:3])


def test_no_difference_is_not_a_finding():
    said = ranks_that_differ(significance(scores(1.0, {"a": 0.0, "b": 0.0, "c": 0.0}), 0.01))
    assert "significantly" not in said and "pairs" not in said
    assert said.startswith("No two methods are shown to differ")


def test_cells_of_a_paper_add_up():
    said = papers_again("P, Table 1", {"equivalent": 3, "differs": 2, "too noisy to tell": 0}, 9)
    assert numbers(said)[1:] == [9, 3, 2, 4] and "2 differ," in said and "noisy" not in said
    assert numbers(papers_again("P", {"equal": 2}, 2)) == [2, 2]


def test_claims_are_counted_by_verdict():
    verdicts = [claim.tested.verdict for claim in claims_of("OCL")]
    said = claims_again("OCL", verdicts)
    assert numbers(said)[0] == len(verdicts) == sum(numbers(said)[1:])
    assert f"{verdicts.count('false')} false" in said and f"{verdicts.count('holds')} hold" in said
