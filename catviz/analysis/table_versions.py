"""Tables that are not independent of each other: of the same columns, or with the rows of another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain, combinations
from typing import Any

import numpy as np

from catviz.table.categorical import CategoricalTable


def versions(tables: Mapping[str, CategoricalTable]) -> list[list[str]]:
    """Titles of tables that have the same columns with the same values, whatever their rows and classes are."""
    groups: dict[frozenset[Any], list[str]] = {}
    for title, table in tables.items():
        columns = frozenset(zip(table.attributes, map(frozenset, table.categories), strict=True))
        groups.setdefault(columns, []).append(title)
    return [group for group in groups.values() if len(group) > 1]


def contained(tables: Mapping[str, CategoricalTable]) -> dict[str, str]:
    """Tables all of whose rows, with their classes, are rows of a larger table, each with the largest such table.

    Two tables of the same rows with different classes are not contained in each other. Of two equal tables, the later
    one is contained in the first.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.table_versions import contained
    >>> contained({name: catviz.load_dataset(name) for name in ("hayes_roth", "hayes_roth_160", "monks1", "monks3")})
    {'hayes_roth': 'hayes_roth_160'}
    """
    found = {}
    for group in versions(tables):
        rows = {title: _labelled_rows(tables[title]) for title in group}
        by_size = sorted(group, key=lambda title: -len(tables[title]))
        for place, title in enumerate(by_size):
            holder = next((other for other in by_size[:place] if rows[title] <= rows[other]), None)
            if holder is not None:
                found[title] = holder
    return {title: found[title] for title in tables if title in found}


def sharing_rows(tables: Mapping[str, CategoricalTable]) -> dict[tuple[str, str], int]:
    """Pairs of tables of the same column names that have rows in common, and how many rows; versions are left out.

    Rows are compared with their classes.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.table_versions import sharing_rows
    >>> sharing_rows({name: catviz.load_dataset(name) for name in ("soybean_small", "soybean_large", "zoo")})
    {('soybean_small', 'soybean_large'): 14}
    """
    same = {frozenset(group) for group in versions(tables)}
    pairs = [
        (a, b)
        for a, b in combinations(tables, 2)
        if {*tables[a].attributes} == {*tables[b].attributes} and not any({a, b} <= group for group in same)
    ]
    rows = {title: _labelled_rows(tables[title]) for title in dict.fromkeys(chain.from_iterable(pairs))}
    shared = {(a, b): (rows[a] & rows[b]).total() for a, b in pairs}
    return {pair: n for pair, n in shared.items() if n}


def _labelled_rows(table: CategoricalTable) -> Counter[tuple[Any, ...]]:
    """How often each row occurs with each class; values as text, columns in the order of their names."""
    columns = []
    for r in np.argsort(np.array(table.attributes, dtype=object), kind="stable"):
        labels = np.array([*map(str, table.categories[r]), None], dtype=object)
        columns.append(labels[np.minimum(table.codes[:, r], len(labels) - 1)])
    classes = () if table.target is None else (table.target,)
    return Counter(zip(*columns, *classes, strict=True))
