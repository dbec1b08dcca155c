"""What random labels and the largest class reach."""

import numpy as np
import pytest

from catviz.experiments.chance import baselines, largest_class, random_accuracy
from catviz.metrics import accuracy, contingency


def test_random_labels_are_labels_shuffled():
    rng = np.random.default_rng(0)
    y, labels = rng.choice(4, 200, p=[0.4, 0.3, 0.2, 0.1]), rng.choice(3, 200, p=[0.6, 0.3, 0.1])
    shuffled = [accuracy(contingency(y, rng.permutation(labels))) for _ in range(300)]
    found = random_accuracy(contingency(y, labels))
    assert found == pytest.approx(np.mean(shuffled), abs=4 * np.std(shuffled) / np.sqrt(150))
    assert found == random_accuracy(contingency(y, labels)), "a fixed seed"
    assert found > sum((y == c).mean() * (labels == c).mean() for c in range(3)), "matching takes the best"


def test_random_labels_by_hand():
    """Two rows of each class in two clusters of two: 1 of 3 tables agrees fully, 2 of 3 by half."""
    assert random_accuracy(np.array([[2, 0], [0, 2]]), draws=3000) == pytest.approx(2 / 3, abs=0.02)
    assert random_accuracy(np.array([[7], [3]])) == 0.7 == largest_class(np.array([[7], [3]]))


def test_fractional_counts_are_rounded_to_the_same_total():
    table = np.array([[2.5, 1.25], [0.75, 3.5]])
    assert 0.5 <= random_accuracy(table) <= 1


def test_rows_without_a_class_are_left_out():
    y = ["a", "a", "a", "b", None, None]
    assert baselines(y, [0, 0, 1, 1, 1, 1]) == baselines(y[:4], [0, 0, 1, 1])
