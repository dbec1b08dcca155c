"""How many clusters, more than chance, more than a continuum? Tests against other tables, in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz import plots
from catviz.analysis.cluster_scores import SAMPLED_ROWS
from catviz.analysis.cluster_structure import DEFAULT_CLUSTERER, OUTCOME, STARTS, structure_test
from catviz.analysis.shuffles import ONE_FACTOR, UNRELATED, ShuffleTest
from catviz.clustering.by_name import CLUSTERERS
from catviz.export import code as scripts
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.orders.ocl import fit_seconds
from catviz.registry import Method, method
from catviz.ui.state import background, cache, controls
from catviz.ui.state.session import Chosen
from catviz.ui.state.table_choices import CHANGE_WEIGHTS
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts, downloads, panels
from catviz.ui.widgets.kept_figures import kept
from catviz.ui.widgets.panels import most_clusters
from catviz.words.clusters import highest_silhouette, structure_in_words
from catviz.words.overview import beyond_chance

SHUFFLES = 99
#: In links: up to how many clusters are tested.
_MOST = "most"
#: Rows tested at most; fewer if the clusterer compares every pair of them.
MOST_ROWS, MOST_COMPARED = 5_000, 2_000
#: On unrelated columns clusterers take so many times as long; and the seconds that shuffling a table takes.
SHUFFLED, PREPARED = 1.6, 0.01
MEASURED = (
    "The error rates are measured for Hamming and ADM with k-modes, on tables of 150 and 600 rows, 3 to 12 columns and "
    "2 to 6 values a column (docs/statistics.md); other choices and sizes are tested in the same way."
)
#: What is said before the test is asked for.
NOT_TESTED = "Not tested yet."
#: Said where rows belong together and cluster.
ONE_GRADIENT_UNTESTED = (
    "Whether one gradient explains these clusters is not tested: that test takes rows for independent, and rows with "
    "the same {} are not."
)
_PERMUTATION = "Permutation test of the share explained and the silhouette, with up to {} shuffled tables"
_SIMULATION = "Test with up to {} simulated tables of one gradient: are there groups, or one scale from low to high?"


def section(
    view: View,
    name: str,
    parameters: cache.Parameters,
    clusterer: str | None = None,
    code: bool = False,
    say: Callable[[str], None] | None = None,
) -> None:
    """Show the share explained and the silhouette along k, what other tables give, and one p value for all of it.

    The other tables are shuffled. If this table clusters better than they do, it is compared with tables of one
    gradient too.

    Parameters
    ----------
    name, parameters
        The method; it is fitted anew to every other table.
    clusterer : str or None
        None for the clusters that a method finds itself, and for k-modes under any other.
    code : bool
        Export the code of the tests; the page exports that of the method itself.
    say : callable, optional
        Shows the answer under the page's title.
    """
    if view.picked_rows:
        st.info(view.untested)
        return
    most_box, _ = st.columns([2, 5])
    with most_box:
        most = controls.number("Clusters up to", _MOST, 2, most_clusters(view), usual_most(view))
    how = name, parameters, clusterer, most
    try:
        test = tested(view, UNRELATED, *how)
    except ValueError as error:
        st.info(f"**Nothing to test here:** {plain(error, 600)}. {CHANGE_WEIGHTS}")
        return
    if test is None:
        if say is not None:
            say(NOT_TESTED)
        st.caption(
            f"The clustering is repeated for each number of clusters (k), each time from {STARTS} random starts, on "
            f"this table and on up to {SHUFFLES} tables with shuffled columns. The test stops early if the answer is "
            "clear."
        )
        return
    if say is not None:
        say(plain(beyond_chance(test), 400))
    main, side = panels.columns()
    with side:
        if view.no_sample:
            st.info(view.no_sample)
        beyond = _reading(
            test,
            view.independence,
            cache.n_distinct(view),
            about_missing(view),
            None if view.groups_name else partial(tested, view, ONE_FACTOR, *how),
        )
        if view.groups_name and test.significant:
            st.caption(ONE_GRADIENT_UNTESTED.format(view.groups_name))
        downloads.csv_button(
            "Download the runs (CSV)", test.by_k if beyond is None else _all_runs(test, beyond), "structure_test.csv"
        )
    with main:
        ranges = "shuffled tables" if beyond is None else "shuffled tables and that of tables of one gradient"
        alt = f"Share explained and silhouette along the number of clusters, with the range of {ranges}."
        simulated = {} if beyond is None else {"beyond": Named("beyond", beyond)}
        figure, piece = figure_code.draw(
            kept(plots.cluster_count), Named("tested", test), known=view.n_classes, **simulated, theme=charts.theme()
        )
        charts.show(figure, "along-k", alt, piece=piece if code else None)
    if code:
        supervised, rows = view.is_supervised(method(name).cls), _most_rows(clusterer)
        second = not view.groups_name
        piece = scripts.structure(most, clusterer, SHUFFLES, STARTS, view.seed, supervised, rows, second)
        downloads.offer({}, [piece])


def tested(
    view: View,
    null: str,
    name: str,
    parameters: cache.Parameters,
    clusterer: str | None,
    most: int,
    brief: bool = False,
) -> ShuffleTest | None:
    """The test against one kind of other tables; None while it is worked out, or before it is asked for.

    A ``brief`` one always waits for its button, which says how long it takes.
    """
    ks, what = range(2, most + 1), _asked(null, name, parameters, clusterer, most)
    title = {UNRELATED: _PERMUTATION, ONE_FACTOR: _SIMULATION}[null]
    unfitted = cache.unfitted(view, name, parameters)
    arguments = view.table, unfitted, ks, SHUFFLES, view.seed, clusterer, STARTS, view.target_for(unfitted)
    work = partial(structure_test, *arguments, null=null, max_rows=_most_rows(clusterer))
    expected = (1 + SHUFFLES) * _seconds(view, name, clusterer, len(ks))
    how: dict[str, Any] = {"at_once": 0.0, "brief": True} if brief else {}
    return background.result(view, what, work, title.format(SHUFFLES), expected, wait_seconds=0.5, early=True, **how)


def known(view: View, name: str, parameters: cache.Parameters, clusterer: str | None) -> ShuffleTest | None:
    """The test against shuffled tables if it has ended; None else."""
    most = Chosen[int](_MOST).get() or usual_most(view)
    test: ShuffleTest | None = background.peek(view, _asked(UNRELATED, name, parameters, clusterer, most))
    return test


def _asked(null: str, name: str, parameters: cache.Parameters, clusterer: str | None, most: int) -> str:
    return repr(("structure", null, name, parameters, clusterer, most))


def usual_most(view: View) -> int:
    """The number of clusters up to which the tests go if no other is asked for."""
    return min(10, most_clusters(view))


def _most_rows(clusterer: str | None) -> int:
    """Rows tested at most; more are drawn from."""
    return MOST_ROWS if clusterer is None or CLUSTERERS[clusterer].most_rows == np.inf else MOST_COMPARED


def _all_runs(found: ShuffleTest, beyond: ShuffleTest) -> pd.DataFrame:
    """The runs of both tests, one under the other."""
    return pd.concat([found.by_k.assign(null=found.null), beyond.by_k.assign(null=beyond.null)], ignore_index=True)


def _seconds(view: View, name: str, clusterer: str, n_ks: int) -> float:
    """What one table takes, roughly: the method, then a fit for each k and for a single cluster."""
    n, d, sizes = size(view)
    n = round(n * min(1, _most_rows(clusterer) / max(view.table.row_weights.sum(), 1)))
    if clusterer is None and method(name).clusters_rows:
        return (1 + n_ks) * own_seconds(method(name), (n, d, sizes), STARTS)
    learning = method(name).cls.cost(n, d, sizes)
    fit = SHUFFLED * CLUSTERERS[clusterer or DEFAULT_CLUSTERER].seconds(n, d, sizes, STARTS)
    silhouette = 0.002 + 2.5e-9 * min(n, SAMPLED_ROWS) ** 2
    return PREPARED + learning + (1 + n_ks) * (fit + silhouette)


def own_seconds(learner: Method, of: tuple[int, int, list[int]], starts: int) -> float:
    """What a method that finds clusters itself takes from so many starts for rows, columns and values, roughly."""
    if learner.orders_with_clusters:
        return fit_seconds(*of, n_init=starts)[1]
    by_default = learner.cls().get_params(deep=False).get("n_init", 1)
    return learner.cls.cost(*of) * starts / by_default


def stability_seconds(view: View, name: str, clusterer: str | None, tries: int) -> float:
    """What so many runs on a shuffled table take, roughly, the method's learning included."""
    shape, learner = size(view), method(name)
    if clusterer is None and learner.clusters_rows:
        return PREPARED + tries * own_seconds(learner, shape, 1)
    clusterer = clusterer or DEFAULT_CLUSTERER
    return PREPARED + method(name).cls.cost(*shape) + tries * SHUFFLED * CLUSTERERS[clusterer].seconds(*shape, 1)


def size(view: View) -> tuple[int, int, list[int]]:
    """Distinct rows, columns, and the values of each column."""
    rows, _ = cache.distinct_rows(view)
    return len(rows), rows.n_attributes, [len(labels) for labels in rows.categories]


def _reading(
    found: ShuffleTest,
    independence: str,
    distinct: int,
    with_missing: str,
    against_one_gradient: Callable[[], ShuffleTest | None] | None,
) -> ShuffleTest | None:
    """What the tests say; the second one, if it was made: it is asked only if the first one is significant.

    ``against_one_gradient`` makes the second one; None where that cannot be.
    """
    words = st.empty()
    words.markdown(plain(structure_in_words(found), 1800))
    beyond = None
    if found.significant and against_one_gradient is None:
        st.markdown(highest_silhouette(found, distinct))
    elif found.significant and against_one_gradient is not None:
        beyond = against_one_gradient()
        if beyond is None:
            st.caption(
                "Related columns are not yet separate groups: rows that follow one gradient cluster better than "
                "shuffled ones too. The second test compares this table with simulated tables of one gradient."
            )
        else:
            words.markdown(plain(structure_in_words(found, beyond), 2700))
        st.markdown(highest_silhouette(found, distinct))
    explained = found.by_k[found.by_k["measure"] == OUTCOME].sort_values("k")["observed"]
    if (explained.diff() < 0).any():
        st.caption("Each k is clustered anew, so the share explained can fall from one k to the next.")
    if found.n_shuffles:
        ranges = f"Grey: 5\u00a0% to 95\u00a0% of {counted(found.n_shuffles, 'shuffled table')}"
        if beyond is not None and beyond.n_shuffles:
            ranges += f"; purple: of {counted(beyond.n_shuffles, 'simulated table')} of one gradient"
        st.caption(
            f"{ranges}, for each k on its own. One p value covers every k and both measures: the test takes the "
            f"largest standardised difference of all. {MEASURED} {independence}{with_missing}"
        )
    return beyond


def about_missing(view: View) -> str:
    """Missing cells that come together make rows alike: said where cells are missing."""
    if not any(view.table.codebook.missing):
        return ""
    return " Missing counts as a value: cells that are missing together can alone make clusters."
