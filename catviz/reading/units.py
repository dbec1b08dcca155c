"""Columns that seem to say whose row it is, where one has several rows: such rows are not independent."""

from __future__ import annotations

import re

NAMES = (
    "id",
    "person",
    "subject",
    "participant",
    "respondent",
    "patient",
    "household",
    "family",
    "user",
    "customer",
    "client",
    "student",
    "pupil",
    "animal",
)
"""Words in the name of such a column."""

FEWEST = 10
"""Values that it has at least; with fewer it is more likely an attribute."""

REPEATED = 2
"""Rows of a value on average, from which on rows of one unit are many."""


def repeats_units(name: str, n_distinct: int, n_rows: int) -> bool:
    """True where a column is named like one of persons or other units, and these have several rows each.

    Parameters
    ----------
    name : str
        Of the column.
    n_distinct, n_rows : int
        Its values, and the rows of the table.

    Examples
    --------
    >>> repeats_units("person_id", 30, 300), repeats_units("person_id", 300, 300), repeats_units("colour", 30, 300)
    (True, False, False)
    """
    words = re.split(r"[\W_\d]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).casefold())
    return any(word in NAMES for word in words) and n_distinct >= FEWEST and n_rows >= REPEATED * n_distinct
