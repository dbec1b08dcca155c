"""The view: which table the pages look at, and how it was cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import streamlit as st

from catviz.reading.datasets import Dataset
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts, count
from catviz.ui.navigation import pages
from catviz.ui.state.large import Large


@dataclass(frozen=True, eq=False)
class View:
    """What the sidebar decided.

    Attributes
    ----------
    name : str
        The table's title.
    table : CategoricalTable
        The columns that shape geometries, with weights, and groups as its target where they are known.
    shown : CategoricalTable or None
        Columns that are drawn and profiled only, for the same rows.
    info : Dataset or None
        The catalog's entry; None for an upload.
    seed : int
    large : Large or None
        The file of which the table is a sample, where it is larger than memory.
    """

    name: str
    table: CategoricalTable
    shown: CategoricalTable | None
    info: Dataset | None
    seed: int
    large: Large | None = None

    @property
    def private(self) -> bool:
        """True for a table of one's own, whose results stay in its session."""
        return self.info is None

    @property
    def uploaded(self) -> bool:
        """True for a table from the file box."""
        return self.info is None and self.large is None

    @cached_property
    def fingerprint(self) -> str:
        """Equal content, equal text."""
        whole = self.large.content if self.large else ""
        return self.table.fingerprint + (self.shown.fingerprint if self.shown else "") + whole

    def counts(self, by_group: bool = False) -> Counts:
        """Counts of the active columns over all rows, of each known group too on request."""
        if self.large is not None:
            return self.large.counts_of(self.table.attributes, self.table.target_name if by_group else None)
        return count(self.table, by=self.table.target if by_group else None)

    @property
    def n_rows(self) -> int:
        """All rows, those of a file larger than memory included."""
        return self.table.n_rows if self.large is None else self.large.source.n_rows

    @property
    def groups_known(self) -> bool:
        """True where accuracy means something."""
        return self.table.n_classes > 0

    def teaches(self, method) -> bool:
        """True where an estimator, or its class, learns from the known groups of this table."""
        return method.uses_target and self.groups_known

    def target_for(self, method) -> np.ndarray | None:
        """(n,) the known groups for an estimator, or its class, that can learn from them; None for any other."""
        return self.table.target if method.uses_target else None

    @property
    def n_groups(self) -> int:
        """Number of known groups, 0 where none are."""
        return self.table.n_classes


def cut(
    table: CategoricalTable,
    groups: str | None,
    shown: tuple[str, ...],
    left_out: tuple[str, ...],
    weights: str | None,
    drop_missing: bool,
) -> tuple[CategoricalTable, CategoricalTable | None]:
    """The active table and the columns shown only, as the sidebar asks. ValueError where nothing is left.

    Fractional weights come out as effective rows, as in every table.
    """
    aside = {groups, weights, *shown, *left_out}
    active = [a for a in table.attributes if a not in aside]
    if not active:
        raise ValueError(
            "no column is left to work with: choose another column of known groups or none, or take columns out of "
            "“Shown only” and “Left out” (under More)"
        )
    if groups is None:
        table = replace(table, target=None, target_name=None)
    elif groups != table.target_name:
        table = replace(table, target=column_text(table, groups), target_name=groups)
    if weights is not None:
        table = replace(table, weights=np.array([float(v) if v else 0.0 for v in column_text(table, weights)]))
    rows = table
    if drop_missing:
        rows = table.drop_missing(active)
        if not len(rows):
            raise ValueError("every row lacks a value somewhere: count missing as a value instead (under More)")
    supplementary = [a for a in rows.attributes if a in shown]
    return rows.select(active), rows.select(supplementary) if supplementary else None


def column_text(table: CategoricalTable, column: str) -> np.ndarray:
    """(n,) a column's values as text, None where missing."""
    r = table.codebook.position(column)
    labels = np.array([*table.categories[r], None, None], dtype=object)
    return labels[table.codes[:, r]]


def weight_columns(table: CategoricalTable) -> list[str]:
    """Columns whose values are all numbers of at least 0, and so could count rows."""
    return [a for a, labels in zip(table.attributes, table.categories, strict=True) if labels and _all_counts(labels)]


def _all_counts(labels: tuple[str, ...]) -> bool:
    try:
        numbers = [float(label) for label in labels]
    except ValueError:
        return False
    return all(0 <= x < float("inf") for x in numbers) and max(numbers) > 0


def current() -> View:
    """The view the sidebar decided on in this run."""
    if "_view" not in st.session_state:
        # Since it lies in a folder named pages, the first page a new server is asked for is opened by itself.
        # Naming the navigation ends that, and the next run starts with the app.
        st.navigation(pages())
        st.rerun()
    return st.session_state["_view"]


@contextmanager
def shown(view: View) -> Iterator[None]:
    """Hand the view to the page that runs within."""
    st.session_state["_view"] = view
    try:
        yield
    finally:
        st.session_state.pop("_view", None)
