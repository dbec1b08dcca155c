"""Scores of partitions against scikit-learn, and what published tables call accuracy, precision and recall."""

import itertools

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import (
    adjusted_mutual_info_score,
    adjusted_rand_score,
    mutual_info_score,
    normalized_mutual_info_score,
)
from sklearn.metrics.cluster import contingency_matrix, pair_confusion_matrix

from catviz.analysis import metrics


def partitions(seed, n=60, classes=4, clusters=3):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    return y, np.where(rng.random(n) < 0.6, y % clusters, rng.integers(0, clusters, n))


CASES = [(0, 4, 3), (1, 3, 4), (2, 2, 2), (3, 5, 5), (4, 1, 3), (5, 3, 1)]


@pytest.mark.parametrize(("seed", "classes", "clusters"), CASES)
def test_indices_are_scikit_learns(seed, classes, clusters):
    y, labels = partitions(seed, classes=classes, clusters=clusters)
    found = metrics.scores(y, labels)
    assert found["adjusted_rand"] == pytest.approx(adjusted_rand_score(y, labels), abs=1e-12)
    assert found["adjusted_mutual_info"] == pytest.approx(adjusted_mutual_info_score(y, labels), abs=1e-9)
    assert found["normalized_mutual_info"] == pytest.approx(
        normalized_mutual_info_score(y, labels, average_method="geometric"), abs=1e-12
    )
    (_, fp), (fn, tp) = pair_confusion_matrix(y, labels)
    assert found["precision"] == pytest.approx(tp / (tp + fp))
    assert found["recall"] == pytest.approx(tp / (tp + fn))
    assert found["f1"] == pytest.approx(2 * tp / (2 * tp + fp + fn))


EDGES = [
    ([0], [5]),
    ([0, 0, 0], [1, 1, 1]),
    ([0, 1, 2], [2, 0, 1]),
    ([0, 0, 0], [0, 1, 2]),
    ([0, 1, 2], [0, 0, 0]),
    ([0, 0, 1, 1], [0, 1, 2, 3]),
    ([0, 1, 2, 3], [0, 0, 1, 1]),
    ([0, 0, 1, 2, 3], [0, 0, 1, 2, 3]),
    ([0, 0, 1, 2, 3], [0, 1, 1, 2, 3]),
]


@pytest.mark.parametrize(("y", "labels"), EDGES)
def test_indices_are_scikit_learns_where_clusters_have_one_row_or_all(y, labels):
    found = metrics.scores(y, labels)
    assert found["adjusted_mutual_info"] == pytest.approx(adjusted_mutual_info_score(y, labels), abs=1e-9)
    assert found["adjusted_rand"] == pytest.approx(adjusted_rand_score(y, labels), abs=1e-12)
    assert found["normalized_mutual_info"] == pytest.approx(
        normalized_mutual_info_score(y, labels, average_method="geometric"), abs=1e-9
    )


@pytest.mark.parametrize(
    ("mean", "theirs"), [("arithmetic", "arithmetic"), ("sqrt", "geometric"), ("max", "max"), ("min", "min")]
)
@pytest.mark.parametrize("seed", range(3))
def test_every_mean_of_normalised_mutual_information_is_scikit_learns(mean, theirs, seed):
    y, labels = partitions(seed)
    found = metrics.normalised_mutual_information(metrics.contingency(y, labels), mean)
    assert found == pytest.approx(normalized_mutual_info_score(y, labels, average_method=theirs), abs=1e-12)


def test_joint_mutual_information_divides_by_the_joint_entropy():
    y, labels = partitions(0)
    table = contingency_matrix(y, labels) / 60
    joint = -(table[table > 0] * np.log(table[table > 0])).sum()
    found = metrics.normalised_mutual_information(metrics.contingency(y, labels), "joint")
    assert found == pytest.approx(mutual_info_score(y, labels) / joint)
    with pytest.raises(ValueError, match="mean='harmonic'.*arithmetic"):
        metrics.normalised_mutual_information(np.eye(2), "harmonic")


@pytest.mark.parametrize(("seed", "classes", "clusters"), CASES)
def test_accuracy_is_the_best_of_all_matchings(seed, classes, clusters):
    y, labels = partitions(seed, classes=classes, clusters=clusters)
    size = max(classes, clusters)
    best = max((y == np.array(p)[labels]).mean() for p in itertools.permutations(range(size)))
    assert metrics.scores(y, labels)["accuracy"] == pytest.approx(best)


def test_contingency_counts_pairs_of_labels():
    y, labels = partitions(1)
    assert (metrics.contingency(y, labels) == contingency_matrix(y, labels)).all()
    with pytest.raises(ValueError, match="cluster label for"):
        metrics.contingency([1, 2], [1])


#            cluster   0  1  2
TABLE = np.array([[5, 3, 0], [1, 4, 4], [0, 1, 2]])


def labels_of(table):
    rows, columns = np.indices(table.shape)
    return np.repeat(rows.ravel(), table.ravel()), np.repeat(columns.ravel(), table.ravel())


def test_matched_scores_of_a_hand_sized_table():
    found = metrics.scores(*labels_of(TABLE))
    # matched: class 0 with cluster 0 (5), 1 with 1 (4), 2 with 2 (2)
    assert found["accuracy"] == pytest.approx(11 / 20)
    assert found["purity"] == pytest.approx((5 + 4 + 4) / 20)
    assert found["matched_precision"] == pytest.approx((5 / 6 + 4 / 8 + 2 / 6) / 3)
    assert found["matched_recall"] == pytest.approx((5 / 8 + 4 / 9 + 2 / 3) / 3)


def test_published_tables_hold_purity_and_the_largest_classes():
    y, labels = labels_of(TABLE)
    found, standard = metrics.scores(y, labels, paper_tables=True), metrics.scores(y, labels)
    assert found["AC"] == found["purity"] == pytest.approx(13 / 20)
    assert found["PR"] == pytest.approx((5 / 6 + 4 / 8 + 4 / 6) / 3)
    assert found["RE"] == pytest.approx((5 / 8 + 4 / 9 + 4 / 9) / 3)
    assert found["NMI"] == pytest.approx(normalized_mutual_info_score(y, labels))
    assert {k for k, v in found.items() if v != standard[metrics.standard_name(k)]} == {"AC", "PR", "RE", "NMI"}


@pytest.mark.parametrize("paper_tables", [False, True])
def test_a_clustering_equal_to_the_groups_scores_one_everywhere(paper_tables):
    y = np.array(list("aabbbc"), dtype=object)
    found = metrics.scores(y, [7, 7, 1, 1, 1, 0], paper_tables)
    assert all(v == pytest.approx(1.0) for v in found.values())
    papers = ["AC", "purity", "precision", "recall", "F1", "NMI", "ARI", "AMI", "PR", "RE"]
    assert list(found) == (papers if paper_tables else list(metrics.NAMES))


def test_more_clusters_than_classes_lower_matched_precision():
    found = metrics.scores(list("aabb"), [0, 1, 2, 3])
    assert (
        found["accuracy"] == 0.5
        and found["matched_precision"] == 0.5
        and found["matched_recall"] == 0.5
        and found["precision"] == 0.0
    )


def test_rows_without_a_known_group_are_left_out():
    y, labels = partitions(2)
    holes = np.where(np.arange(60) % 4 == 0, None, y.astype(str).astype(object))
    known = np.arange(60) % 4 != 0
    assert metrics.scores(holes, labels) == metrics.scores(y[known], labels[known])


@pytest.mark.parametrize("unknown", [None, float("nan"), pd.NA, np.float64("nan")])
def test_a_missing_class_is_unknown_and_no_class_of_its_own(unknown):
    y, labels = np.array(["a", unknown, "b", "a", unknown, "b"], dtype=object), np.array([0, 0, 1, 1, 2, 1])
    known = [0, 2, 3, 5]
    assert metrics.scores(y, labels) == metrics.scores(y[known], labels[known])
    assert metrics.contingency(y, labels).tolist() == [[1, 1], [0, 2]]
    with pytest.raises(ValueError, match="a known class"):
        metrics.scores([unknown, "a"], [0, 1], sample_weight=[1, 0])


def test_numbers_with_nan_are_known_classes_but_for_nan():
    y = np.array([1.0, np.nan, 2.0, 1.0])
    assert metrics.contingency(y, [0, 0, 1, 1]).tolist() == [[1, 1], [0, 1]]
    with pytest.raises(ValueError, match="no cluster label"):
        metrics.contingency(["a", "b"], [0, np.nan])


@pytest.mark.parametrize("paper_tables", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_scores_of_weighted_rows_are_those_of_repeated_rows(seed, paper_tables):
    y, labels = partitions(seed)
    weights = np.random.default_rng(seed).integers(0, 4, len(y))
    every = np.repeat(np.arange(len(y)), weights)
    found = metrics.contingency(y, labels, weights)
    assert found.dtype == np.int64 and (found == metrics.contingency(y[every], labels[every])).all()
    weighted = metrics.scores(y, labels, paper_tables, sample_weight=weights)
    assert weighted == metrics.scores(y[every], labels[every], paper_tables)
    rand = "ARI" if paper_tables else "adjusted_rand"
    assert weighted[rand] != pytest.approx(metrics.scores(y, labels, paper_tables)[rand], abs=1e-3)


def test_fractional_weights_have_no_scale_and_keep_indices_within_bounds():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        y, labels = partitions(seed, n=8)
        weights = rng.uniform(0.01, 0.9, len(y))
        found = metrics.scores(y, labels, sample_weight=weights)
        assert found == pytest.approx(metrics.scores(y, labels, sample_weight=1000 * weights), abs=1e-9)
        assert max(found.values()) <= 1 + 1e-12 and min(found["precision"], found["recall"], found["f1"]) >= 0
        assert metrics.contingency(y, labels, weights).sum() == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
        assert metrics.scores(y, y, sample_weight=weights)["adjusted_mutual_info"] == 1
    alike = metrics.scores(*partitions(0), sample_weight=np.full(60, 0.25))
    assert alike == pytest.approx(metrics.scores(*partitions(0)))


def test_bad_weights_are_refused():
    for weights in ([1], [1, -1], [1, np.nan]):
        with pytest.raises(ValueError, match="weights"):
            metrics.contingency(["a", "b"], [0, 1], weights)


@pytest.mark.parametrize("y", [[None, None], []])
def test_no_known_group_at_all_is_refused_in_words(y):
    with pytest.raises(ValueError, match="known class"):
        metrics.scores(y, [0] * len(y))


def test_names_of_groups_and_clusters_do_not_matter():
    y, labels = partitions(3)
    renamed = metrics.scores(np.array(list("zyxwvu"))[y], np.array(["ten", "two", "1"])[labels])
    assert renamed == pytest.approx(metrics.scores(y, labels))


def test_matched_pairs_are_one_to_one_and_give_the_accuracy():
    table = np.array([[5, 9, 0], [0, 8, 1]])
    classes, clusters = metrics.matching(table)
    assert classes.tolist() == [0, 1] and clusters.tolist() == [0, 1]
    assert metrics.accuracy(table) == pytest.approx(13 / 23)


def test_tables_that_would_not_fit_in_memory_are_refused_before_they_are_made():
    names = np.arange(40_000)
    with pytest.raises(ValueError, match="40,000 x 40,000 numbers .* 12.8 GB"):
        metrics.contingency(names, names)


def test_rows_that_are_never_together_agree_on_no_pair():
    assert metrics.pairwise(np.eye(3, dtype=int)) == (0.0, 0.0, 0.0)


def test_labels_are_told_apart_by_their_text():
    assert metrics.contingency([1, 1.0, "1", 2, 2.0], [0, 0.0, 0, 1, np.float64(1)]).tolist() == [[3, 0], [0, 2]]
    assert metrics.contingency(["a", "a\0", "b"], [0, 1, 1]).tolist() == [[1, 0], [0, 1], [0, 1]]
    assert metrics.contingency([True, 1, True], ["u", "v", "u"]).tolist() == [[0, 1], [2, 0]]
    assert metrics.scores([1, 1.0, 2, 2.0], [0, 0, 1, 1])["accuracy"] == 1


def test_a_score_is_read_as_a_share_of_rows_or_with_three_decimals():
    assert metrics.score_text("accuracy", 0.8971).split() == ["89.7", "%"]
    assert (
        metrics.score_text("adjusted_rand", 0.7) == "0.700" and metrics.score_text("adjusted_rand", -0.02) == "−0.020"
    )
    assert metrics.score_text("accuracy", float("nan")) == metrics.score_text("adjusted_rand", float("nan")) == "–"
