"""What kind of table a table is: its size, its values, how its columns depend on each other."""

from __future__ import annotations

from math import prod

import numpy as np

from catviz.table.association import association_matrix, entropy
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

TRAITS = {
    "rows": "rows",
    "columns": "columns",
    "values": "values per column",
    "dependence": "dependence between columns",
    "missing": "share of cells missing",
    "balance": "class balance",
}
"""Traits by name, and what they are called. Class balance needs known classes."""


def traits(table: CategoricalTable) -> dict[str, float]:
    """Numbers that describe a table.

    Returns
    -------
    dict of trait to number
        ``rows``; ``columns``; ``values``, the mean number of values of a column; ``dependence``, the mean
        bias-corrected Cramer's V of two columns; ``missing``, the share of cells; ``balance``, the entropy of the
        known classes over its maximum, NaN if there are fewer than two classes.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.board.traits import traits
    >>> found = traits(catviz.load_dataset("car"))
    >>> found["rows"], found["values"], found["dependence"]
    (1728.0, 3.5, 0.0)
    """
    counts = count(table.observed().missing_as_category())
    sizes = np.array([len(values) for values in table.categories])
    pairs = np.triu_indices(table.n_attributes, 1)
    strengths = association_matrix(counts, "bias-corrected V").to_numpy()[pairs]
    balance = np.nan
    if table.target is not None and table.n_classes > 1:
        known = table.target[table.known].astype(str)
        balance = entropy(np.unique(known, return_counts=True)[1]) / np.log(table.n_classes)
    return {
        "rows": float(len(table)),
        "columns": float(table.n_attributes),
        "values": float(sizes.mean()),
        "dependence": float(strengths.mean()) if len(strengths) else 0.0,
        "missing": float((table.codes >= sizes).mean()),
        "balance": float(balance),
    }


def full_factorial(table: CategoricalTable) -> bool:
    """True if every combination of values is exactly one row: columns are independent, and the rows are no sample.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.board.traits import full_factorial
    >>> [full_factorial(catviz.load_dataset(name)) for name in ("car", "balloons", "zoo")]
    [True, False, False]
    """
    sizes = np.array([len(values) for values in table.categories])
    once = prod(sizes.tolist()) == len(table) == len(table.unique_rows()[0])
    return once and bool((table.codes < sizes).all())
