"""The answer of the page Clusters: its counts and shares are those of the table."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.baseline_scores import baselines
from catviz.analysis.metrics import accuracy, contingency
from catviz.analysis.profiles import cluster_profiles
from catviz.wording import in_percent
from catviz.words import clusters as answers


def answered(table, labels, whole=True, **more):
    sizes = pd.Series(table.row_weights).groupby(labels).sum()
    return answers.clusters(cluster_profiles(table, labels), sizes, "cluster {}".format, whole, **more)


@pytest.mark.parametrize("k", [2, 5])
def test_shares_and_sizes_are_counted_in_the_table(k):
    table = catviz.load_dataset("zoo")
    labels = catviz.KModes(k, random_state=0).fit(table).labels_ + 1
    frame, said = table.to_pandas().astype(str), answered(table, labels)
    assert said.startswith(f"{k} clusters.")
    sizes = np.bincount(labels)[1:]
    named = range(1, k + 1) if k == 2 else [int(sizes.argmax()) + 1]
    for cluster in named:
        rows = said.lower().split(f"cluster {cluster} (", 1)[1]
        assert rows.startswith(f"{sizes[cluster - 1]} rows): ")
        share, rest = rows.split(": ", 1)[1].split(" have ", 1)
        column, value = rest.split(" (")[0].split(" = ")
        has = (frame[column] == value).to_numpy()
        assert share == in_percent(has[labels == cluster].mean())
        assert rest.split(" (")[1].startswith(f"{in_percent(has.mean())} of all)")
        assert has[labels == cluster].mean() > has.mean()


def test_no_value_is_named_where_none_stands_out():
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"a": list("xy") * 20, "b": list("xxyy") * 10}))
    said = answered(table, np.repeat([1, 2], 20))
    assert said.count("no value stands out") == 2 and " = " not in said


def test_one_cluster_clusters_without_rows_and_rows_by_weight():
    table = catviz.load_dataset("zoo")
    assert answered(table, np.ones(101, dtype=int)) == "All rows are in one cluster."
    assert "(2 more without rows)" in answered(table, np.arange(101) % 3 + 1, empty=2)
    assert answered(table, np.arange(101) // 60 + 1, whole=False).count("by weight") == 2


def test_two_clusters_of_the_largest_size_are_said_to_be_two():
    table = catviz.load_dataset("voting")[np.arange(120)]
    assert "One of the largest" in answered(table, np.arange(120) % 4 + 1)


@pytest.mark.parametrize(("data", "k"), [("zoo", 7), ("voting", 2)])
def test_rows_that_rules_lead_to_their_cluster_are_counted(data, k):
    table = catviz.load_dataset(data)
    labels = catviz.KModes(k, random_state=0).fit(table).labels_ + 1
    found = catviz.rules(table, labels)
    said = answers.led_by_rules(found, whole=True)
    assert said.startswith(f"{len(found.rules)} rules")
    assert in_percent((found.predict(table) == labels).mean(), 1) in said
    assert "by weight" in answers.led_by_rules(found, whole=False)


def test_rows_in_the_cluster_of_their_class_are_counted_beside_what_chance_gives():
    table = catviz.load_dataset("zoo")
    labels = catviz.KModes(7, random_state=0).fit(table).labels_
    chance = baselines(table.target, labels)
    counts = contingency(table.target, labels)
    said = answers.matched_with_classes(round(accuracy(counts) * 101), 101, chance, True)
    largest = max(np.unique(table.target.astype(str), return_counts=True)[1])
    for number in (accuracy(counts), chance.random.mean(), largest / 101):
        assert in_percent(number, 1) in said


@pytest.mark.parametrize(("mean", "word"), [(0.43, "Little"), (0.6, "In part"), (0.9, "Closely"), (np.nan, "nothing")])
def test_runs_agree_as_far_as_their_mean_says(mean, word):
    said = answers.runs_agree(20, mean)
    assert word in said and ("20 runs" in said) == (not np.isnan(mean))
