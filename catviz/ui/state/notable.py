"""What to look out for in a table: missing cells, columns that tell nothing, rare values, equal rows, values alike."""

from __future__ import annotations

import numpy as np

from catviz.table.counts import Counts
from catviz.table.twins import twins
from catviz.ui.state import cache
from catviz.ui.state.view import View

#: Values of fewer rows are named as rare.
RARE = 5
#: A column with more values is like an id: so many, or this share of the rows if that is more.
_ID_VALUES, _ID_SHARE = 50, 0.9
#: Values of a column among which those that are the same are looked for.
_MOST_TWINS = 200


def missing_cells(view: View) -> int:
    """Cells of the active columns that are missing."""
    if view.large is not None:
        counts = view.counts()
        return sum(int(f[-1]) for f, m in zip(counts.frequencies, counts.codebook.missing, strict=True) if m)
    return sum(int((view.table.codes[:, r] >= len(c)).sum()) for r, c in enumerate(view.table.categories))


def constant(counts: Counts) -> list[str]:
    """Columns of a single value."""
    return [a for a, v in zip(counts.codebook.attributes, counts.codebook.n_values, strict=True) if v == 1]


def like_ids(view: View, counts: Counts) -> list[str]:
    """Active columns with a different value in almost every row."""
    most = max(_ID_VALUES, _ID_SHARE * view.n_rows)
    return [a for a, v in zip(counts.codebook.attributes, counts.codebook.n_values, strict=True) if v > most]


def rare(counts: Counts) -> int:
    """How many values few rows have."""
    return sum(int((f < RARE).sum()) for f in counts.frequencies)


def equal_rows(view: View) -> int:
    """Rows that have the same values as another one."""
    counts = np.bincount(cache.distinct_rows(view)[1])
    return int(counts[counts > 1].sum())


def rows_of(view: View, column: str) -> dict[str, float]:
    """How many rows have each value of a column, missing among them."""
    counts = cache.counts(view)
    numbers = np.diag(counts.matrix)
    return {value: float(n) for (name, value), n in zip(counts.values, numbers, strict=True) if name == column}


@cache.by_content(8)
def written_twice(view: View) -> tuple[str, ...]:
    """Columns with values that are most likely the same, written in two ways."""
    book, frequencies = cache.counts(view).codebook, cache.counts(view).frequencies
    each = zip(book.attributes, book.categories, frequencies, strict=True)
    return tuple(name for name, values, n in each if len(values) <= _MOST_TWINS and twins(values, n))
