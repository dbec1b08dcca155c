"""How many clusters, more than chance, more than a continuum? Tests against other tables, in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz import plots
from catviz.analysis.cluster_scores import SAMPLED_ROWS
from catviz.analysis.cluster_structure import DEFAULT_CLUSTERER, OUTCOME, STARTS, sampled_rows, structure_test
from catviz.analysis.shuffles import ONE_FACTOR, UNRELATED, ShuffleTest
from catviz.clustering.by_name import CLUSTERERS
from catviz.export import code as scripts
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.orders.ocl import fit_seconds
from catviz.registry import Method, method
from catviz.table.weights import are_whole
from catviz.ui.labels import DETAILS
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
_ALONG_K = "Share explained and silhouette along the number of clusters"
#: Seconds up to which this table is clustered before anything is tested.
_ALONE_SECONDS = 2.0
_PERMUTATION = "Permutation test of the share explained and the silhouette, with up to {} shuffled tables"
_SIMULATION = "Test with up to {} simulated tables of one gradient: are there groups, or one scale from low to high?"


def section(
    view: View,
    name: str,
    parameters: cache.Parameters,
    clusterer: str | None = None,
    code: bool = False,
    say: Callable[[str], None] | None = None,
    most_box: DeltaGenerator | None = None,
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
    most_box : box, optional
        Where the page asks up to how many clusters; above the figure if left out.
    """
    if view.picked_rows:
        st.info(view.untested)
        return
    own_box, run_box = (
        st.columns([2, 5], vertical_alignment="bottom") if most_box is None else (most_box, st.container())
    )
    with own_box:
        most = controls.number("Clusters up to", _MOST, 2, most_clusters(view), usual_most(view))
    how = name, parameters, clusterer, most
    try:
        with run_box:
            test = tested(view, UNRELATED, *how)
        if test is None:
            _before_the_test(view, how, say)
            return
    except ValueError as error:
        st.info(f"**Nothing to test here:** {plain(error, 600)}. {CHANGE_WEIGHTS}")
        return
    if say is not None:
        say(plain(beyond_chance(test), 400))
    above = st.container()
    main, side = panels.columns()
    with main:
        if view.no_sample:
            st.info(view.no_sample)
        gradient = None if view.groups_name else partial(tested, view, ONE_FACTOR, *how)
        beyond = _reading(test, cache.n_distinct(view), gradient)
        if view.groups_name and test.significant:
            st.caption(ONE_GRADIENT_UNTESTED.format(view.groups_name))
    with side:
        downloads.csv_button(
            "Download the runs (CSV)", test.by_k if beyond is None else _all_runs(test, beyond), "structure_test.csv"
        )
        with panels.aside("along-k"), st.expander(DETAILS):
            st.caption(_details(test, beyond, view.independence, about_missing(view)))
    with above:
        ranges = "shuffled tables" if beyond is None else "shuffled tables and that of tables of one gradient"
        simulated = {} if beyond is None else {"beyond": Named("beyond", beyond)}
        figure, piece = figure_code.draw(
            kept(plots.cluster_count), Named("tested", test), known=view.n_classes, **simulated, theme=charts.theme()
        )
        alt = f"{_ALONG_K}, with the range of {ranges}."
        charts.show(figure, "along-k", alt, piece=piece if code else None, leads=charts.LED)
    if code:
        supervised, rows = view.is_supervised(method(name).cls), _most_rows(clusterer)
        second = not view.groups_name
        piece = scripts.structure(most, clusterer, SHUFFLES, STARTS, view.seed, supervised, rows, second)
        downloads.offer({}, [piece])


def _before_the_test(
    view: View, how: tuple[str, cache.Parameters, str | None, int], say: Callable[[str], None] | None
) -> None:
    """Show this table alone, and say what the test does."""
    if say is not None:
        say(NOT_TESTED)
    name, _, clusterer, most = how
    if _seconds(view, name, clusterer, most - 1) <= _ALONE_SECONDS:
        figure = kept(plots.cluster_count)(_alone(view, *how), known=view.n_classes, theme=charts.theme())
        charts.show(figure, "along-k-alone", f"{_ALONG_K}.", leads=charts.LED)
    st.caption(
        f"The clustering is repeated for each number of clusters (k), each time from {STARTS} random starts, on "
        f"this table and on up to {SHUFFLES} tables with shuffled columns. The test stops early if the answer is "
        "clear."
    )


def tested(
    view: View,
    null: str,
    name: str,
    parameters: cache.Parameters,
    clusterer: str | None,
    most: int,
    at_once: float = background.AT_ONCE,
) -> ShuffleTest | None:
    """The test against one kind of other tables; None while it is worked out, or before it is asked for.

    It begins by itself where it takes so many seconds ``at_once``, else by a button that says how long it takes.

    Raises
    ------
    TooUneven
        Before anything begins: too few rows can be drawn in proportion to the weights.
    """
    how = name, parameters, clusterer, most
    if not are_whole(view.table.row_weights):
        sampled_rows(view.table, None, _most_rows(clusterer), view.seed)
    work, title = _work(view, null, *how), {UNRELATED: _PERMUTATION, ONE_FACTOR: _SIMULATION}[null].format(SHUFFLES)
    expected = (1 + SHUFFLES) * _seconds(view, name, clusterer, most - 1)
    return background.result(view, _asked(null, *how), work, title, expected, at_once, 0.5, early=True, brief=True)


def _work(
    view: View, null: str, name: str, parameters: cache.Parameters, clusterer: str | None, most: int
) -> Callable[..., ShuffleTest]:
    """The test as a function of what is told how far it is."""
    unfitted = cache.unfitted(view, name, parameters)
    ks, known = range(2, most + 1), view.target_for(unfitted)
    arguments = view.table, unfitted, ks, SHUFFLES, view.seed, clusterer, STARTS, known
    return partial(structure_test, *arguments, null=null, max_rows=_most_rows(clusterer))


@cache.by_content(24)
def _alone(view: View, name: str, parameters: cache.Parameters, clusterer: str | None, most: int) -> ShuffleTest:
    """What the clusters of this table explain along k, compared with no other table."""
    return _work(view, UNRELATED, name, parameters, clusterer, most)(lambda *_: True)


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
    found: ShuffleTest, distinct: int, against_one_gradient: Callable[[], ShuffleTest | None] | None
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
    return beyond


def _details(found: ShuffleTest, beyond: ShuffleTest | None, independence: str, with_missing: str) -> str:
    """How to read the figure, what p covers, and what limits it."""
    explained = found.by_k[found.by_k["measure"] == OUTCOME].sort_values("k")["observed"]
    falls = "Each k is clustered anew, so the share explained can fall from one k to the next. "
    ranges = f"Grey: 5\u00a0% to 95\u00a0% of {counted(found.n_shuffles, 'shuffled table')}"
    if beyond is not None and beyond.n_shuffles:
        ranges += f"; purple: of {counted(beyond.n_shuffles, 'simulated table')} of one gradient"
    return (
        f"{falls * bool((explained.diff() < 0).any())}{ranges}, for each k on its own. One p value covers every k and "
        f"both measures: the test takes the largest standardised difference of all. {MEASURED} {independence}"
        f"{with_missing}"
    )


def about_missing(view: View) -> str:
    """Missing cells that come together make rows alike: said where cells are missing."""
    if not any(view.table.codebook.missing):
        return ""
    return " Missing counts as a value: cells that are missing together can alone make clusters."
