"""What measures of association are for columns that have nothing to do with each other."""

from __future__ import annotations

import numpy as np

from catviz.table.association import ADJUSTED, MEASURES, cramers_v, cramers_v_by_chance
from catviz.table.counts import Counts
from catviz.ui.text import number
from catviz.words.chips import chips


def not_a_test(counts: Counts, measure: str) -> dict[str, str]:
    """A chip: the measure describes these rows, and what it is for columns that are unrelated."""
    return chips("columns", "not a test", measure=_of_unrelated(counts.without_missing(), measure))


def _of_unrelated(counts: Counts, measure: str) -> str:
    if measure in ADJUSTED:
        if measure == "AMI":
            return (
                "AMI (adjusted mutual information) says how much the values of two columns tell about each other: 0 on "
                "average if the columns are unrelated, 1 if each one determines the other. Single pairs of unrelated "
                "columns can have more than 0 by chance"
            )
        return (
            f"{measure} goes up to 1 (one column determines the other). It is a little above 0 on average if two "
            "columns are unrelated, 0.03 to 0.1 at 50 to 100 rows for columns of up to ten values; pairs can get more "
            "by chance (there, one in two to seven is above 0.1)"
        )
    most = "one column determines the other" if MEASURES[measure] is cramers_v else "each column determines the other"
    words = (
        f"{measure} goes up to 1 ({most}). Unrelated columns have more than 0 too: the more values and the fewer rows, "
        "the more"
    )
    if MEASURES[measure] is cramers_v:
        levels = _levels(counts)
        if len(levels):
            typical, most = number(np.median(levels)), number(levels.max())
            words += f": about {typical} in Cramér's V for a typical pair of these columns" + (
                f", {most} for the pair with the most" if most != typical else ""
            )
            words += " (root mean square); single unrelated pairs often have more"
    return words


def _levels(counts: Counts) -> np.ndarray:
    """What Cramer's V is by chance for each pair of columns of two values or more that have rows in common."""
    book = counts.codebook
    varying = counts.select([a for a, v in zip(book.attributes, book.n_values, strict=True) if v > 1])
    if len(varying.codebook.attributes) < 2:
        return np.zeros(0)
    starts = varying.codebook.offsets[:-1]
    first, second = np.triu_indices(len(starts), 1)
    n = np.add.reduceat(np.add.reduceat(varying.matrix, starts, axis=0), starts, axis=1)[first, second]
    sizes = varying.codebook.n_values
    some = np.unique(np.stack([sizes[first], sizes[second], n])[:, n > 0], axis=1, return_counts=True)
    return np.repeat([cramers_v_by_chance(*pair) for pair in some[0].T], some[1])
