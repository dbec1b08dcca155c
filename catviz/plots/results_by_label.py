"""Public figures of tables and of results: counts, dependence, profiles, scores, tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from catviz.analysis import metrics
from catviz.analysis import profiles as of_rows
from catviz.analysis.significance import mean_scores, significance
from catviz.base import as_table
from catviz.plots import clusters, columns, compare, profiles
from catviz.plots import significance as tests
from catviz.plots.arguments import known, on_paper, theme_of
from catviz.plots.style import Theme
from catviz.table.association import association_matrix
from catviz.table.counts import Counts, count


def value_counts(
    X: Any,
    shown: Sequence[str] | None = None,
    chosen: str = "",
    theme: str | Theme = "light",
    by_class: str = "",
) -> go.Figure:
    """How often each value occurs: one small bar chart per column, all on one scale.

    Parameters
    ----------
    X : CategoricalTable, DataFrame, array or Counts
    shown : sequence of str, optional
        All columns where it is left out.
    chosen : str
        The column that stands out.
    theme : {"light", "dark"}
    by_class : {"", "rows", "share"}
        Split each bar by the classes of the table: its rows, or their shares.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        An unknown column, theme or ``by_class``, or a split of a table without classes.

    Examples
    --------
    >>> import catviz
    >>> figure = catviz.plots.value_counts(catviz.load_dataset("zoo"), ["legs", "milk"])
    >>> [int(n) for n in figure.data[1].x]
    [60, 41]
    """
    colours, counts = theme_of(theme), _counts(X, bool(by_class))
    if by_class not in ("", "rows", "share"):
        raise ValueError(f"by_class={by_class!r}: choose one of '', 'rows', 'share'")
    if by_class and not counts.by_class:
        raise ValueError(f"by_class={by_class!r}, but the classes of the table are not known: give it a target")
    there, classes = counts.codebook.attributes, list(counts.by_class) if by_class else []
    names = list(there) if shown is None else [known(c, there) for c in shown]
    made = columns.value_counts(counts, names, chosen, colours, classes=classes, shares=by_class == "share")
    return on_paper(made, theme)


def association(X: Any, measure: str = "AMI", chosen: str = "", theme: str | Theme = "light") -> go.Figure:
    """How much each two columns depend on each other in the rows in which both are known, dependent ones side by side.

    Parameters
    ----------
    X : CategoricalTable, DataFrame, array or Counts
    measure : a name of `catviz.table.association.MEASURES`
    chosen : str
        The column whose name stands out.
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> catviz.plots.association(catviz.load_dataset("zoo")).data[0].z.shape
    (16, 16)
    """
    colours = theme_of(theme)
    matrix = association_matrix(_counts(X).without_missing(), measure)
    return on_paper(columns.association(matrix, measure, chosen, colours), theme)


def profile(X: Any, selected: Any, most: int = profiles.PROFILED_VALUES, theme: str | Theme = "light") -> go.Figure:
    """What sets some rows apart: the share of each value among them (filled) and among all rows (hollow).

    Parameters
    ----------
    X : CategoricalTable, DataFrame or array
    selected : (n,) bool, or row numbers
    most : int
        Values shown, the largest test values (v) first; grey where a value is not significant at 5 %.
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> votes = catviz.load_dataset("voting")
    >>> figure = catviz.plots.profile(votes, votes.target == "democrat", most=3)
    >>> len(figure.data[0].x)
    3
    """
    colours = theme_of(theme)
    found = of_rows.profile(X, selected)
    fractional = found["p"].isna().any()  # no other reason is left: all are expected often enough
    why = "the row weights are fractional" if fractional else ""
    return on_paper(profiles.profile(found.assign(untested=why, marked=found["significant"]), colours, most), theme)


def cluster_profiles(X: Any, labels: Any, most: int = 20, theme: str | Theme = "light") -> go.Figure:
    """What sets clusters apart: clusters as columns, values as rows, lift as colour, the share printed.

    Parameters
    ----------
    X : CategoricalTable, DataFrame or array
    labels : (n,) int
        The cluster of each row.
    most : int
        Values shown.
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> labels = catviz.KModes(n_clusters=3, random_state=0).fit(zoo).labels_
    >>> catviz.plots.cluster_profiles(zoo, labels, most=5).data[0].z.shape
    (5, 3)
    """
    colours = theme_of(theme)
    found = of_rows.cluster_profiles(as_table(X), labels)
    named = of_rows.most_characteristic(found, most)
    if not named:
        raise ValueError("all rows are in one cluster, so there is nothing to compare: choose more clusters")
    return on_paper(clusters.lifts(found, named, colours), theme)


def scores(results: pd.DataFrame, metric: str = "adjusted_rand", theme: str | Theme = "light") -> go.Figure:
    """The scores of repeated runs: one box per method and table, one point per run.

    Parameters
    ----------
    results : DataFrame
        From `catviz.analysis.comparison.compare`: ``data``, ``method`` and the metric, one row per run.
    metric : str
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    TypeError
        Anything but such runs. ValueError for a metric that they lack.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.comparison import compare
    >>> zoo = {"zoo": catviz.load_dataset("zoo")}
    >>> runs = compare(zoo, {"ADM": catviz.AhmadDey(), "Hamming": catviz.Hamming()}, repeats=2)
    >>> [box.name for box in catviz.plots.scores(runs).data]
    ['ADM', 'Hamming']
    """
    colours = theme_of(theme)
    if not isinstance(results, pd.DataFrame) or not {"data", "method"} <= set(results.columns):
        raise TypeError(
            f"results is a {type(results).__name__} without the columns 'data' and 'method': give the runs that "
            "catviz.analysis.comparison.compare returns, a DataFrame with one row per run"
        )
    return on_paper(
        compare.scores(results, known(metric, list(results.columns)), metrics.NAMES.get(metric, metric), colours), theme
    )


def critical_difference(
    scores: pd.DataFrame, metric: str | None = None, control: str | None = None, theme: str | Theme = "light"
) -> go.Figure:
    """Average ranks of methods over data sets, with bars over methods that do not differ significantly at 5 %.

    Scores of clusterings that are not corrected for chance (accuracy, purity, F1, NMI) can rank methods by the sizes of
    their clusters alone.

    Parameters
    ----------
    scores : DataFrame
        Data sets by methods, higher is better; or, with ``metric``, one row per run with ``data`` and ``method``.
    metric : str, optional
        The score of the runs to rank by their mean.
    control : str, optional
        The method that all others are compared with (Bonferroni-Dunn); any two are compared where it is left out
        (Nemenyi).
    theme : {"light", "dark"}

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        Fewer than two data sets or two methods, or a control that is none of the methods.

    Examples
    --------
    >>> import catviz
    >>> from catviz.published import published
    >>> figure = catviz.plots.critical_difference(published("OCL", 4).wide("ARI").dropna(), control="OCL")
    >>> [note.text for note in figure.layout.annotations if "critical" in note.text]
    ['critical difference 3.58']
    """
    colours = theme_of(theme)
    wide = scores if metric is None else mean_scores(scores, metric)
    return on_paper(tests.critical_difference(significance(wide, control=control), colours), theme)


def _counts(X: Any, by_class: bool = False) -> Counts:
    if isinstance(X, Counts):
        return X
    table = as_table(X)
    return count(table, by=table.target if by_class else None)
