"""The view: which table the pages look at, and how it was cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.design_effect import FEWEST_GROUPS
from catviz.reading.datasets import Dataset, row_names
from catviz.reading.prepared import Prepared
from catviz.reading.questions import TOGETHER
from catviz.reading.recipe import Recipe
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import is_known, natural_order
from catviz.table.counts import Counts, count
from catviz.table.joined import classes_as_column, join_columns, select_columns
from catviz.table.row_groups import n_groups
from catviz.table.uncut import cut_columns, with_numbers
from catviz.table.weights import are_whole, rescale_weights, survey_evidence
from catviz.ui.labels import LEFT_OUT, MISSING_AS_VALUE, MISSING_VALUES, MORE, SHOWN_ONLY
from catviz.ui.navigation import pages
from catviz.ui.state import session
from catviz.ui.state.uploads import Large
from catviz.ui.text import (
    FEW_GROUPS,
    FRACTIONAL,
    FRACTIONAL_GROUPS,
    INDEPENDENT_GROUPS,
    INDEPENDENT_ROWS,
    NO_SAMPLE,
    PICKED,
    REPEATED,
    SINGLE_ROWS,
    counted,
    plain,
)


class ClassOrder(NamedTuple):
    """The order of known classes, and whether it is one from low to high."""

    values: tuple[str, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, eq=False)
class View:
    """What the sidebar decided.

    Attributes
    ----------
    name : str
        The table's title.
    table : CategoricalTable
        The columns that shape geometries, with weights, and the known classes, if any, as its target.
    shown : CategoricalTable or None
        Columns that are drawn and profiled only, for the same rows.
    info : Dataset or None
        The catalog's entry; None for an upload.
    seed : int
    large : Large or None
        The file of which the table is a sample, where it is larger than memory.
    whole : CategoricalTable or None
        The table before it was cut.
    prepared : Prepared or None
        Its columns after the steps of the recipe; None for a file larger than memory.
    recipe : Recipe
    numbers : tuple of str
        Columns that are numbers in the table; their intervals are among the columns shown only, which are drawn.
    """

    name: str
    table: CategoricalTable
    shown: CategoricalTable | None
    info: Dataset | None
    seed: int
    large: Large | None = None
    whole: CategoricalTable | None = None
    prepared: Prepared | None = None
    recipe: Recipe = Recipe()
    numbers: tuple[str, ...] = ()

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
        kept = repr(self.kept_selections) if self.kept_selections else ""  # they decide what is tested
        return self.table.fingerprint + (self.shown.fingerprint if self.shown else "") + whole + kept

    def counts(self, by_class: bool = False) -> Counts:
        """Counts of the active columns over all rows, of each known class too on request."""
        if self.large is not None:
            return self.large.counts_of(self.table.attributes, self.table.target_name if by_class else None)
        return count(self.table, by=self.table.target if by_class else None)

    @property
    def n_rows(self) -> int:
        """All rows, those of a file larger than memory included."""
        return self.table.n_rows if self.large is None else self.large.source.n_rows

    @property
    def classes_known(self) -> bool:
        """True where accuracy means something."""
        return self.table.n_classes > 0

    def is_supervised(self, method) -> bool:
        """True where an estimator, or its class, learns from the known classes of this table."""
        return method.uses_target and self.classes_known

    def target_for(self, method) -> np.ndarray | None:
        """(n,) the known classes for an estimator, or its class, that can learn from them; None for any other."""
        return self.table.target if method.uses_target else None

    @cached_property
    def class_order(self) -> ClassOrder:
        """The order that was declared for the known classes, if any."""
        name, present = self.table.target_name, set() if self.table.target is None else set(self.table.target)
        offered = []
        if self.whole is not None and name in self.whole.attributes:
            r = self.whole.codebook.position(name)
            if self.whole.codebook.kinds[r] == "ordinal":
                offered.append(ClassOrder(self.whole.categories[r], True))
        offered += [order_of(self.prepared, name)] if self.prepared is not None else []
        offered += [ClassOrder(tuple(self.info.class_order))] if self.info is not None and self.info.class_order else []
        return next((order for order in offered if order.values and present - {None} <= {*order.values}), ClassOrder())

    @cached_property
    def classes(self) -> list[str]:
        """The known classes in their declared order, else in natural order."""
        present = set() if self.table.target is None else set(self.table.target[is_known(self.table.target)])
        declared = [label for label in self.class_order.values if label in present]
        return declared or natural_order(present)

    @property
    def row_numbers(self) -> np.ndarray:
        """(n,) the rows' numbers in the file, from 0."""
        return (
            np.arange(self.table.n_rows)
            if self.table.extra_columns is None
            else self.table.extra_columns.index.to_numpy()
        )

    @property
    def full_texts(self) -> dict[str, str]:
        """The full text of each column that was given a short name."""
        return {} if self.prepared is None else self.prepared.full_texts

    @property
    def kept_selections(self) -> tuple[str, ...]:
        """Columns that keep rows chosen on a map: its columns made them, so no test of them says anything."""
        return () if self.prepared is None else tuple(c.name for c in self.prepared.draft.columns if c.of_choice)

    @property
    def picked_rows(self) -> bool:
        """True where rows chosen on a map are all that is left, or make an active column or the known classes."""
        used = {*self.table.attributes, self.table.target_name}
        return self.prepared is not None and (self.prepared.draft.picked or not used.isdisjoint(self.kept_selections))

    @property
    def untested(self) -> str:
        """Why no values or columns of this table are tested; empty if they are."""
        if self.picked_rows:
            return PICKED
        if self.groups_name and not are_whole(self.table.weights):
            return FRACTIONAL_GROUPS
        if self.groups_name and self.n_groups < FEWEST_GROUPS:
            return FEW_GROUPS.format(self.groups_name, counted(self.n_groups, "group"), FEWEST_GROUPS)
        return ""

    @property
    def not_drawn_anew(self) -> str:
        """Why the rows of this table are neither shuffled nor drawn anew; empty if they are."""
        return self.untested or ("" if are_whole(self.table.weights) else FRACTIONAL)

    @property
    def why_untested(self) -> str:
        """Why a single value or column is not tested, in a few words; not of rows that were chosen by hand."""
        return (
            "there are too few groups of rows"
            if are_whole(self.table.weights)
            else "rows belong together and have fractional weights"
        )

    @property
    def groups_name(self) -> str:
        """The column that says which rows belong together, for a sentence; empty if each row is on its own."""
        return "" if self.table.groups is None else plain(self.table.groups_name or "group", 60)

    @cached_property
    def n_groups(self) -> int:
        """Groups of rows that belong together; 0 if each row is on its own."""
        return 0 if self.table.groups is None else n_groups(self.table.groups)

    @cached_property
    def repeated(self) -> str:
        """What to say before a test where several rows have one id, such as those of a person; else empty.

        Nothing once it was answered that they are rows of their own.
        """
        if self.prepared is None or any(key.startswith(TOGETHER) for key in self.prepared.draft.settled):
            return ""
        draft = self.prepared.draft
        here = np.isin(draft.row_numbers, self.row_numbers)
        repeated = []
        for name in self.prepared.repeated_ids:
            codes = np.asarray(draft.column(name).cells.codes)[here]
            present = codes[codes >= 0]
            if (n := len(np.unique(present))) < len(present):
                repeated.append(f"{plain(name, 60)} ({counted(n, 'value')} on {counted(len(present), 'row')})")
        return REPEATED.format(" or ".join(repeated)) if repeated else ""

    @property
    def no_sample(self) -> str:
        """What to say before a test of a table whose rows are no sample of independent rows; else empty."""
        why = self.info.no_sample if self.info is not None else ""
        return " ".join(filter(None, (NO_SAMPLE.format(why) if why else "", self.repeated)))

    @property
    def independence(self) -> str:
        """The condition of a test of rows; empty where this table does not meet it, as `no_sample` says."""
        if self.no_sample:
            return ""
        name = self.groups_name
        return INDEPENDENT_GROUPS.format(name, name) if name else INDEPENDENT_ROWS

    @property
    def about_rows(self) -> str:
        """What every test of rows takes for granted, or why this table does not meet it."""
        return self.no_sample or self.independence

    @property
    def single_rows(self) -> str:
        """What to say of a test that takes each row on its own, if this table does not meet that; else empty."""
        of_groups = SINGLE_ROWS.format(self.groups_name) if self.groups_name else ""
        return " ".join(filter(None, (self.no_sample, of_groups)))

    def with_numbers(self) -> View:
        """The view with the numbers of columns that were cut, whose intervals are shown only."""
        names = cut_columns(self.table)
        cut = self.table.select(names)
        shown = cut if self.shown is None else join_columns(cut, self.shown)
        return replace(self, table=with_numbers(self.table, names), shown=shown, numbers=names)

    def shown_only(self, kept: bool) -> CategoricalTable | None:
        """The columns shown only that a test may be made of, or the others: of chosen rows, and of numbers in use."""
        columns = () if self.shown is None else self.shown.attributes
        untested = {*self.kept_selections, *self.numbers}
        names = [name for name in columns if (name in untested) == kept]
        return self.shown.select(names) if self.shown is not None and names else None

    def aside(self, rows: np.ndarray) -> pd.DataFrame:
        """Ids, columns left out and numbers of some rows: what is not shown otherwise."""
        if self.table.extra_columns is None:
            return pd.DataFrame(index=range(len(rows)))
        shown = {*self.table.attributes, *(self.shown.attributes if self.shown is not None else ())}
        names = [name for name in self.table.extra_columns if name not in shown and name != self.table.target_name]
        return self.table.extra_columns[names].iloc[rows].reset_index(drop=True)

    @cached_property
    def row_names(self) -> tuple[str, ...] | None:
        """A name for each row: those of the data set, or of an id that is no number; None where rows have none."""
        of_set = None if self.info is None else row_names(self.info.name)
        if of_set is not None:
            return tuple(of_set[i] for i in self.row_numbers)
        if self.naming_id is None:
            return None
        return tuple(self.aside(np.arange(self.table.n_rows))[self.naming_id].fillna("").astype(str))

    @cached_property
    def naming_id(self) -> str | None:
        """The first id of a file whose values are no numbers, or None."""
        aside = self.aside(np.arange(self.table.n_rows))
        ids = [name for name in (() if self.prepared is None else self.prepared.ids) if name in aside]
        return next((name for name in ids if not pd.to_numeric(aside[name], errors="coerce").notna().any()), None)

    def listed(self, rows: np.ndarray) -> pd.DataFrame:
        """Some rows, by number, with all they have: names, ids, known classes, active columns, all others."""
        aside = self.aside(rows)
        ids = [] if self.prepared is None else [name for name in self.prepared.ids if name in aside]
        parts = [aside[ids], self.table[rows].to_pandas()]
        parts += [] if self.shown is None else [self.shown[rows].to_pandas()]
        frame = pd.concat([*parts, aside.drop(columns=ids)], axis=1)
        if self.classes_known:
            frame.insert(len(ids), self.table.target_name, self.table.target[rows])
        if self.info is not None and self.row_names is not None:
            frame.insert(0, "name", [self.row_names[i] for i in rows])
        return frame

    @property
    def n_classes(self) -> int:
        """Number of known classes, 0 where none are."""
        return self.table.n_classes


def order_of(prepared: Prepared | None, column: str | None) -> ClassOrder:
    """The order that a preparation declares of a column."""
    columns = () if prepared is None else prepared.columns
    values = next((each.order for each in columns if each.name == column), ())
    return ClassOrder(values, bool(values))


def cut(
    table: CategoricalTable,
    target: str | None,
    shown: tuple[str, ...],
    left_out: tuple[str, ...],
    weights: str | None,
    drop_missing: bool,
    extra: tuple[str, ...] = (),
    own_order: ClassOrder = ClassOrder(),  # noqa: B008 - it is immutable
) -> tuple[CategoricalTable, CategoricalTable | None]:
    """The active table and the columns shown only, as the sidebar asks. ValueError where nothing is left.

    ``extra`` are columns that the recipe shows only: the table has them among its extra columns. Where another column
    than the table's own is the target, its own known classes are shown only, in their ``own_order`` if one is declared.
    Fractional weights come out as effective rows, as in every table, and whole survey weights do too.
    """
    declared = table.target_name
    if target is not None and declared is not None and target != declared:
        table, shown = classes_as_column(table, *own_order), (*shown, declared)
    shown, extra = (tuple(name for name in names if name != target) for names in (shown, extra))
    aside = {target, weights, *shown, *left_out}
    active = [a for a in table.attributes if a not in aside]
    if not active:
        raise ValueError(
            "no column is left to work with: choose another column of known classes or none, or take columns out of "
            f"“{SHOWN_ONLY}” and “{LEFT_OUT}” (under {MORE})"
        )
    if target is None:
        table = replace(table, target=None, target_name=None)
    elif target != table.target_name:
        table = replace(table, target=column_text(select_columns(table, [target]), target), target_name=target)
    if weights is not None:
        counting, survey = counting_by(table, weights)
        table = replace(table, weights=rescale_weights(counting) if survey else counting)
    if table.extra_columns is None:
        table = replace(table, extra_columns=pd.DataFrame(index=range(table.n_rows)))
    rows = table
    if drop_missing:
        rows = table.drop_missing(active)
        if not len(rows):
            raise ValueError(
                f"every row lacks a value somewhere: choose “{MISSING_AS_VALUE}” for {MISSING_VALUES} (under {MORE})"
            )
    only_shown = [*(a for a in rows.attributes if a in shown), *extra]
    return rows.select(active), select_columns(rows, only_shown) if only_shown else None


def column_text(table: CategoricalTable, column: str) -> np.ndarray:
    """(n,) a column's values as text, None where missing."""
    r = table.codebook.position(column)
    labels = np.array([*table.categories[r], None, None], dtype=object)
    return labels[table.codes[:, r]]


def counting_by(table: CategoricalTable, column: str) -> tuple[np.ndarray, str]:
    """(the numbers of a column that weighs rows, why they are survey weights and no counts, or empty)."""
    numbers = np.array([float(v) if v else 0.0 for v in column_text(table, column)])
    others = [table.codes[:, r] for r, name in enumerate(table.attributes) if name != column]
    others += [] if table.target is None else [pd.factorize(table.target)[0]]
    return numbers, survey_evidence(column, numbers, others)


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
    if not session.VIEW.there:
        # Since it lies in a folder named pages, the first page a new server is asked for is opened by itself.
        # Naming the navigation ends that, and the next run starts with the app.
        st.navigation(pages())
        st.rerun()
    return session.VIEW.get()


@contextmanager
def shown(view: View) -> Iterator[None]:
    """Hand the view to the page that runs within."""
    session.VIEW.put(view)
    try:
        yield
    finally:
        session.VIEW.take()
