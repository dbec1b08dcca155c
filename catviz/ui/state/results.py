"""Results that several pages show, kept by content: what goes with an outcome, related columns, clusters described."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd

from catviz.analysis.clusterability import Clusterability
from catviz.analysis.clusterability import related as related_columns
from catviz.analysis.equal_weights import TooUneven
from catviz.analysis.outcome import Outcome
from catviz.analysis.outcome import outcome as outcome_of
from catviz.analysis.profiles import cluster_profiles
from catviz.analysis.rules import Rules
from catviz.analysis.rules import rules as rules_of
from catviz.table.association import association_matrix
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from catviz.ui.state import background, cache
from catviz.ui.state.view import View

#: Columns up to which it is tested unasked whether any are related: of more, the test takes seconds.
TESTED_COLUMNS = 300
_SECONDS_A_PAIR = 6e-6


@cache.by_content(48)
def outcome(view: View, column: str) -> Outcome:
    """What goes with a column, among all of them."""
    return outcome_of(cache.every_column(view), column, random_state=view.seed)


@cache.by_content(48)
def association(view: View, measure: str) -> pd.DataFrame:
    """Association of all pairs of active columns, each in the rows in which both are known."""
    return association_matrix(cache.counts(view).without_missing(), measure)


def most_associated(matrix: pd.DataFrame, most: int, chosen: str = "") -> pd.DataFrame:
    """The association of so many columns, those that depend most on another one and the chosen."""
    if len(matrix) <= most:
        return matrix
    off = matrix.to_numpy() * (1 - np.eye(len(matrix)))
    order = np.argsort(-off.max(axis=0), kind="stable")[:most]
    kept = [matrix.columns[i] for i in sorted(order)]
    kept = kept if not chosen or chosen in kept else [chosen, *kept[:-1]]
    return matrix.loc[kept, kept]


@cache.by_content(48)
def relations(view: View) -> Clusterability | None:
    """Whether any columns are related; None if a few rows have nearly all the weight."""
    return _related(cache.counts(view), view.table, view.seed)


def relations_when_asked(view: View) -> Clusterability | None:
    """Whether any columns are related; of many columns None until a button asks for it."""
    d = view.table.n_attributes
    if d <= TESTED_COLUMNS:
        return relations(view)
    work = partial(_related, cache.counts(view), view.table, view.seed)
    seconds, ask = d**2 * _SECONDS_A_PAIR, "Test whether columns are related"
    return background.result(view, "columns related", work, "Are the columns related?", seconds, 0.0, 1.0, ask)


def _related(
    counts: Counts, table: CategoricalTable, seed: int, _report: Callable | None = None
) -> Clusterability | None:
    try:
        return related_columns(counts, table, seed)
    except TooUneven:
        return None


@cache.by_content(48)
def profiles(view: View, fit: cache.Fit, tested: bool) -> pd.DataFrame:
    """Profiles of the clusters: of active columns, and of those shown only, which may be ``tested``."""
    each = ((view.table, False), (view.shown_only(kept=False), tested), (view.shown_only(kept=True), False))
    labels = fit.estimator.labels_ + 1
    profiles = [cluster_profiles(table, labels, test) for table, test in each if table is not None]
    return pd.concat(profiles, ignore_index=True)


@cache.by_content(48)
def rules(view: View, fit: cache.Fit, most: int) -> Rules:
    """The rules of clusters, so many at most."""
    return rules_of(view.table, fit.estimator.labels_ + 1, most)
