"""How many clusters, and more than chance? A permutation test against shuffled columns, in the background."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.analysis.cluster_structure import DEFAULT, SILHOUETTE, conclusion, structure_test
from catviz.analysis.shuffles import ShuffleTest
from catviz.analysis.silhouette import SAMPLED_ROWS
from catviz.clustering.by_name import CLUSTERERS
from catviz.export import code as scripts
from catviz.export import drawing
from catviz.plots import structure as draw
from catviz.registry import method
from catviz.table.weights import are_whole
from catviz.ui.state import background, cache, controls
from catviz.ui.state.table_choices import CHANGE_WEIGHTS
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, downloads, panels
from catviz.ui.widgets.panels import most_groups

STARTS = 3
SHUFFLES = 99


def section(view: View, name: str, parameters: cache.Parameters, clusterer: str = DEFAULT, code: bool = False) -> None:
    """The share explained and the silhouette along k, what shuffled columns give, and one p value for all of it.

    Parameters
    ----------
    name, parameters
        The method; it is fitted anew to every shuffled table.
    clusterer : str
        Not used by a method that finds clusters itself.
    code : bool
        Export the test's code; the page exports that of the method itself.
    """
    if not are_whole(view.table.weights):
        st.info(
            "Columns are shuffled among whole rows, but the row weights are fractional. "
            f"Choose other row weights in the side bar. {CHANGE_WEIGHTS}"
        )
        return
    most_box, _ = st.columns([2, 5])
    with most_box:
        most = controls.number("Clusters up to", "most", 2, most_groups(view), min(10, most_groups(view)))
    ks = range(2, most + 1)
    what = repr(("structure", name, parameters, clusterer, most))
    title = f"Permutation test with up to {SHUFFLES} shuffled tables"
    work = partial(_tested, view, name, parameters, clusterer, ks)
    expected = (1 + SHUFFLES) * _seconds(view, name, clusterer, len(ks))
    found = background.result(view, what, work, title, expected, patience=0.5)
    if found is None:
        st.caption(
            f"The same method and clusterer with {STARTS} starts for each k, on this table and on up to {SHUFFLES} "
            "tables with shuffled columns. The test stops early if the answer is clear."
        )
        return
    main, side = panels.columns()
    with main:
        alt = "Share explained and silhouette along the number of clusters, with the range of shuffled tables."
        figure = draw.along_k(found.by_k, charts.theme(), view.n_groups)
        charts.show(figure, "along-k", alt, piece=drawing.cluster_count(view.n_groups) if code else None)
    with side:
        _reading(found, cache.n_distinct(view))
        download_runs(found.by_k, "structure_test.csv")
    if code:
        supervised = view.teaches(method(name).cls)
        downloads.offer({}, [scripts.structure(most, clusterer, SHUFFLES, STARTS, view.seed, supervised)])


def download_runs(frame: pd.DataFrame, name: str) -> None:
    """The numbers behind a figure as a file."""
    csv = partial(frame.to_csv, index=False)
    st.download_button("Download the runs (CSV)", csv, name, "text/csv", on_click="ignore", width="stretch")


def _tested(view: View, name: str, parameters: cache.Parameters, clusterer: str, ks: range, report) -> ShuffleTest:
    unfitted = cache.unfitted(view, name, parameters)
    y = view.target_for(unfitted)
    return structure_test(view.table, unfitted, ks, SHUFFLES, view.seed, clusterer, STARTS, y, report)


def _seconds(view: View, name: str, clusterer: str, n_ks: int) -> float:
    """What one table takes, roughly: the method, then a fit for each k and for a single cluster."""
    learning = learning_seconds(view, name)
    if method(name).cls.gives == "order":
        return (1 + n_ks) * learning * STARTS / 5
    found = CLUSTERERS[clusterer]
    share = STARTS / cache.CLUSTER_STARTS if found.starts else 1
    return learning + (1 + n_ks) * share * found.estimator.cost(*_size(view))


def learning_seconds(view: View, name: str) -> float:
    """What a method takes to learn from one table, roughly."""
    return method(name).cls.cost(*_size(view))


def _size(view: View) -> tuple[int, int, int]:
    rows, _ = cache.distinct_rows(view)
    return len(rows), rows.n_attributes, sum(map(len, rows.categories))


def _reading(found: ShuffleTest, distinct: int) -> None:
    st.markdown(plain(conclusion(found), 600))
    by_k = found.by_k
    if found.significant:
        silhouettes = by_k[by_k["measure"] == SILHOUETTE]
        best = silhouettes.loc[silhouettes["observed"].idxmax()]
        drawn = f", from {SAMPLED_ROWS:,} rows drawn" if distinct > SAMPLED_ROWS else ""
        st.markdown(
            f"The silhouette is highest for k = {best['k']} ({number(best['observed'])}{drawn}). Which k "
            "is best was not tested."
        )
        st.caption(
            "Related columns are not yet separate groups: rows that follow one gradient cluster better than shuffled "
            "ones too. Look at the map of the rows."
        )
    if found.n_shuffles:
        st.caption(
            f"Grey: 5 % to 95 % of {counted(found.n_shuffles, 'shuffled table')}, for each k on its own. The test "
            "takes the largest standardised difference over all k and measures: it allows for looking at every k and "
            "both measures."
        )
