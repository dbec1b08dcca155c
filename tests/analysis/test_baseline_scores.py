"""What random labels and the largest class reach."""

import re

import numpy as np
import pytest

from catviz.analysis.baseline_scores import (
    UNCORRECTED,
    baselines,
    equal_baselines,
    largest_class,
    mean_by_chance,
    random_scores,
)
from catviz.analysis.comparison_defaults import METRICS
from catviz.analysis.metrics import SCORES, accuracy, contingency, scores
from catviz.words.comparison import baselines_in_words


def test_random_labels_are_labels_shuffled():
    rng = np.random.default_rng(0)
    y, labels = rng.choice(4, 200, p=[0.4, 0.3, 0.2, 0.1]), rng.choice(3, 200, p=[0.6, 0.3, 0.1])
    shuffled = [accuracy(contingency(y, rng.permutation(labels))) for _ in range(300)]
    found = random_scores(contingency(y, labels), "accuracy").mean()
    assert found == pytest.approx(np.mean(shuffled), abs=4 * np.std(shuffled) / np.sqrt(150))
    assert found == random_scores(contingency(y, labels), "accuracy").mean(), "a fixed seed"
    assert found > sum((y == c).mean() * (labels == c).mean() for c in range(3)), "matching takes the best"


def test_random_labels_by_hand():
    """Two rows of each class in two clusters of two: 1 of 3 tables agrees fully, 2 of 3 by half."""
    assert random_scores(np.array([[2, 0], [0, 2]]), "accuracy", draws=3000).mean() == pytest.approx(2 / 3, abs=0.02)
    one = np.array([[7], [3]])
    assert random_scores(one, "accuracy").tolist() == [0.7] == [largest_class(one)]


def test_fractional_counts_are_rounded_to_the_same_total():
    table = np.array([[2.5, 1.25], [0.75, 3.5]])
    assert 0.5 <= random_scores(table, "accuracy").mean() <= 1


def test_rows_without_a_class_are_left_out():
    y = ["a", "a", "a", "b", None, None]
    every, known = baselines(y, [0, 0, 1, 1, 1, 1]), baselines(y[:4], [0, 0, 1, 1])
    assert every.one_cluster == known.one_cluster == 0.75 and every.random.tolist() == known.random.tolist()


def test_the_words_say_what_the_mean_and_the_best_draws_reach():
    y, labels = ["a", "b"] * 50, [0] * 50 + [1] * 50
    text = re.fullmatch(
        r"all rows in one cluster (\d+)\u00a0%; random labels in clusters of these sizes (\d+)\u00a0% on average "
        r"\(95th percentile of 300 draws: (\d+)\u00a0%\)",
        baselines_in_words(baselines(y, labels)),
    )
    single, mean, high = (int(n) / 100 for n in text.groups())
    shuffled = [accuracy(contingency(y, np.random.default_rng(i).permutation(labels))) for i in range(2000)]
    assert single == 0.5 and mean == pytest.approx(np.mean(shuffled), abs=0.01) and high > mean
    assert 0.93 <= (np.array(shuffled) <= high + 1e-9).mean() <= 0.99


def test_always_is_said_only_if_there_is_one_table():
    """Three hundred draws that agree are three hundred draws; a share near one is not rounded to 100 %."""
    y = ["a"] * 999 + ["b"]
    for found, single, random in (
        (baselines([*y, *"a" * 9_000], [0] * 10_000), "99.99\u00a0%", "always 99.99\u00a0%"),
        (equal_baselines(y, 2), "99.9\u00a0%", "50\u00a0% in all of 300 draws"),
        (baselines(y, [0] * 1000), "99.9\u00a0%", "always 99.9\u00a0%"),
    ):
        assert re.fullmatch(f"[^;]* {single}; [^;]* {random}", baselines_in_words(found))


def test_of_few_tables_the_true_share_is_named():
    """Two rows of each class in two clusters of two: a third of the random labels is right everywhere."""
    text = baselines_in_words(equal_baselines(list("aabb"), 2))
    share = int(re.search(r"6\d\u00a0% on average \(100\u00a0% in (\d+)\u00a0% of 300 draws\)", text)[1])
    assert share == pytest.approx(33, abs=9)
    text = baselines_in_words(baselines(list("aaab"), [0, 0, 1, 1]))
    assert re.fullmatch(r"[^;]* 75\u00a0%; [^;]* 75\u00a0% in all of 300 draws", text)


@pytest.mark.parametrize("metric", UNCORRECTED)
def test_every_score_that_is_not_corrected_has_its_level_by_chance(metric):
    rng = np.random.default_rng(0)
    y, labels = rng.choice(4, 120, p=[0.4, 0.3, 0.2, 0.1]), rng.choice(3, 120)
    shuffled = [scores(y, rng.permutation(labels))[metric] for _ in range(300)]
    found = mean_by_chance(metric, y, labels)
    assert found == pytest.approx(np.mean(shuffled), abs=4 * np.std(shuffled) / np.sqrt(150))
    assert found == random_scores(contingency(y, labels), metric).mean() > 0
    assert "not corrected" in SCORES[metric].meaning


@pytest.mark.parametrize("metric", [m for m in METRICS if m not in UNCORRECTED])
def test_scores_corrected_for_chance_are_0_on_average_for_random_labels(metric):
    rng = np.random.default_rng(0)
    y, labels = rng.choice(4, 120, p=[0.4, 0.3, 0.2, 0.1]), rng.choice(3, 120)
    shuffled = [scores(y, rng.permutation(labels))[metric] for _ in range(300)]
    assert abs(np.mean(shuffled)) < 4 * np.std(shuffled) / np.sqrt(300)
    assert "for chance: 0" in SCORES[metric].meaning and "not corrected" not in SCORES[metric].meaning
    with pytest.raises(ValueError, match=f"metric '{metric}': .*not corrected"):
        random_scores(contingency(y, labels), metric)
