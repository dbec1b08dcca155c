"""The answers of the page Columns: numbers against pandas and SciPy, and no claim without a test."""

import re

import numpy as np
import pandas as pd
from scipy.stats import chi2_contingency, contingency

import catviz
from catviz.wording import in_percent, significant
from catviz.words import columns as answers


def test_the_strongest_column_and_its_v_are_those_of_the_counts(zoo):
    table, frame, target = zoo
    said = answers.table(101, 16, catviz.outcome(table))
    names, v = re.search(r"class: (.+) \(each bias-corrected V (\S+)\)", said).groups()
    ties = re.split(", | and ", names)
    assert len(ties) == 3 and len({round(contingency.association(pd.crosstab(frame[c], target)), 9) for c in ties}) == 1
    column = ties[0]
    counts = pd.crosstab(frame[column], target).to_numpy()
    (r, k), n = counts.shape, counts.sum()
    phi = max(0, contingency.association(counts) ** 2 * (min(r, k) - 1) - (r - 1) * (k - 1) / (n - 1))
    least = min(r - (r - 1) ** 2 / (n - 1), k - (k - 1) ** 2 / (n - 1)) - 1
    assert v == significant((phi / least) ** 0.5)
    assert said.startswith("101 rows, 16 columns.")


def test_the_related_columns_are_counted(noise):
    frame = noise.assign(same=noise["two"])
    found = catviz.outcome(frame, "two")
    p = sorted(chi2_contingency(pd.crosstab(frame[c], frame["two"])).pvalue for c in ("one", "three", "same"))
    related = sum(np.maximum.accumulate([q * (3 - i) for i, q in enumerate(p)]) <= 0.05)
    assert answers.outcome(found).startswith(f"At least {related} of 3 columns ") and related == 1
    assert answers.outcome(catviz.outcome(frame[["two", "same"]], "two")).startswith("1 column is related")
    both = frame[["two", "same"]].assign(again=frame["two"])
    assert answers.outcome(catviz.outcome(both, "two")).startswith("All 2 columns are related")


def test_shares_of_the_value_most_in_excess_are_those_of_the_rows(zoo):
    table, frame, target = zoo
    for group in ("bird", "mammal"):
        said = answers.outcome(catviz.outcome(table), group)
        column, value = re.search(r"Where (\S+) = (\S+), ", said).groups()
        here, there = target == group, (frame[column] == value).to_numpy()
        assert (
            f"{in_percent(here[there].mean())} ({(here & there).sum()} of {there.sum()}) have class = {group}" in said
        )
        assert f"against {in_percent(here[~there].mean())} otherwise" in said


def test_what_was_not_tested_or_not_significant_is_not_claimed(noise):
    found = catviz.outcome(noise, "two")
    assert answers.table(90, 3) == answers.table(90, 3, found) == "90 rows, 3 columns."
    said = answers.outcome(found, "u")
    assert "No column" in said and "2 columns" in said and "not show" in said and "Where" not in said
    assert "Where" not in answers.outcome(catviz.outcome(noise.assign(same=noise["two"]), "two"), "no such group")
