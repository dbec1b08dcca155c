"""Numbers in the cells of heat maps."""

import numpy as np
import pytest

import catviz
from catviz.plots.style import cell_digits
from catviz.plots.values import heat_map


@pytest.mark.parametrize(
    ("cells", "digits"),
    [
        ([[np.nan, 0.5], [0.5, np.nan]], 3),
        ([[np.nan, 1.4165], [1.4235, np.nan]], 4),
        (np.full((6, 6), 1.4165) + np.eye(6) * 0.007, 3),
        (np.full((9, 9), 1.02), 2),
    ],
)
def test_cells_have_the_digits_that_a_difference_needs_and_that_fit(cells, digits):
    assert cell_digits(np.array(cells)) == digits


def test_rising_distances_look_different_in_the_heat_map():
    learned = catviz.TAVE(ties="index").fit(catviz.load_dataset("balance_scale")).value_distances_
    made = heat_map(learned, "left_weight", ("1", "5"), order=list("12345"))
    first = [note.text for note in made.layout.annotations if note.y == 0]
    assert len(set(first)) == 4 and first == sorted(first)
