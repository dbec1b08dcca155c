"""The inspector at the right of a page: what is chosen, why, its neighbours, its profile."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pandas as pd
import streamlit as st

from catviz import plots
from catviz.analysis.statistics import CONFIDENCE
from catviz.embeddings.mtdle_graphs import PathExplanation
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.geometry.scaling import padded
from catviz.plots import values as draw
from catviz.plots.value_graph import SIZE, moved_apart, stations_of, value_graph
from catviz.plots.values import distance_scale
from catviz.table.codebook import MISSING
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.notable import RARE
from catviz.ui.text import NOTHING, counted, number, plain, shown_as
from catviz.ui.widgets import charts
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent

#: Columns beyond which a table is wide.
_WIDE = 100
NEIGHBOURS = 8
#: Of a long list of terms, which then scrolls.
LISTED_HEIGHT = 210
_POSSIBLE = f"With {in_percent(CONFIDENCE)} confidence, one of these is the nearest."
#: Pixels of height up to which the parts of a number take the height beside a page's figure.
_LED = 330
#: Edges drawn at most: the shortest.
MOST_EDGES = 6_000
#: Width and height in pixels of the graph next to another figure.
_SMALL = (330, 210)


def value_pair(distances, attribute: str, default: tuple[str, str]) -> tuple[str, str]:
    """Two pickers for a pair of values, for the keyboard and for search; a click in the heat map sets them too."""
    labels = list(distances.codebook.labels[distances.codebook.position(attribute)])
    left, right = st.columns(2)
    with left:
        a = controls.select("Value", labels, "a", default[0], help="Type to search.")
    with right:
        b = controls.select("compared with", labels, "b", default[1] if default[1] != a else default[0])
    return a, b


def nearest_pair(distances, attribute: str) -> tuple[str, str]:
    """The two nearest values of a column, those at distance 0 aside if there are others; frequent ones first.

    A missing value and values of few rows are passed over if there are two others.
    """
    r = distances.codebook.position(attribute)
    labels, table = distances.codebook.labels[r], distances.tables[r]
    if len(labels) < 2:
        return labels[0], labels[0]
    rarer = np.minimum.outer(distances.frequencies[r], distances.frequencies[r])
    first, second = np.triu_indices(len(labels), 1)
    near = np.round(table[first, second], 9)
    present, enough = (np.array(labels) != MISSING)[[first, second]].all(axis=0), rarer[first, second] >= RARE
    kept = next((kept for kept in (present & enough, present) if kept.any()), np.ones(len(near), dtype=bool))
    first, second, near = first[kept], second[kept], near[kept]
    if near.any():
        near = np.where(near > 0, near, np.inf)
    best = np.lexsort((-rarer[first, second], near))[0]
    return labels[first[best]], labels[second[best]]


def rank_of_pair(distances, attribute: str, a: str, b: str) -> tuple[int, int]:
    """(pairs of a column's values that are nearer than this one, pairs in all)."""
    table = distances.tables[distances.codebook.position(attribute)]
    pairs = table[np.triu_indices(len(table), 1)]
    distance = table[distances.codebook.code(attribute, a), distances.codebook.code(attribute, b)]
    return int((pairs < distance - 1e-9 * pairs.max(initial=0)).sum()), len(pairs)


def breakdown(learned: Fitted, attribute: str, a: str, b: str, second: Fitted | None = None):
    """The number between two values and every term behind it; returns the explanation.

    With a ``second`` method its number is shown too; the terms are those of the first.
    """
    explanation = learned.estimator.explain(attribute, a, b)
    if second is None:
        st.metric(f"{explanation.quantity} of {plain(a, 40)} and {plain(b, 40)}", _clean(explanation.value))
    else:
        st.markdown(f"**{plain(a, 40)} and {plain(b, 40)}**")
        for box, side in zip(st.columns(2), (learned, second), strict=True):
            with box:
                _number_under(side, attribute, a, b)
        st.caption(f"The number under {plain(learned.method.short)}, term by term:")
    if explanation.quantity == "similarity":
        st.caption(
            f"{plain(learned.method.short)} measures similarity; the heat map shows distance "
            f"{_clean(explanation.distance)}."
        )
    terms = explanation.terms
    if terms["contribution"].abs().sum() <= NOTHING:
        st.markdown(_all_zero(explanation, attribute, a, b))
    else:
        estimator = Named("learned", learned.estimator)
        # what was learned of a wide table takes longer to compare than to draw
        wide = len(learned.distances.tables) > _WIDE
        draw_parts = plots.breakdown if wide else kept(plots.breakdown)
        figure, piece = figure_code.draw(draw_parts, estimator, attribute, a, b, theme=charts.theme())
        alt = f"Parts of the {explanation.quantity} of {a} and {b}, by term."
        charts.show(figure, "contributions", alt, piece=piece if second is None else None, leads=_LED)
    if isinstance(explanation, PathExplanation):
        show_path(learned, attribute, explanation)
    if explanation.details is not None and len(explanation.details):
        _shares_in_other_column(learned, explanation, a, b)
    else:
        _behind(explanation)
    return explanation


def neighbours(distances, attribute: str, value: str, possible: Collection[str] = ()) -> None:
    """Show a value's nearest values, with distances and counts; a mark for those that are ``possible`` nearest ones."""
    r = distances.codebook.position(attribute)
    labels, code = distances.codebook.labels[r], distances.codebook.code(attribute, value)
    order = [i for i in np.argsort(np.round(distances.tables[r][code], 9), kind="stable") if i != code]
    st.markdown(f"**Nearest to {plain(value, 40)}** (a value of {counted(distances.frequencies[r][code], 'row')})")
    near = distances.tables[r][code, order]
    frame = pd.DataFrame(
        {
            "value": [labels[i] for i in order],
            "distance": np.where(near > NOTHING, near, 0.0),
            "rows": [float(distances.frequencies[r][i]) for i in order],
        }
    )
    if possible:
        frame.insert(0, "nearest?", np.where(frame["value"].isin(possible), "●", ""))
    show_table(
        frame.head(NEIGHBOURS),
        hide_index=True,
        column_config={
            "distance": st.column_config.ProgressColumn(
                width=105 if possible else None,
                format="%.3g",
                min_value=0.0,
                max_value=distance_scale(distances, attribute).end,
            ),
            "rows": st.column_config.NumberColumn(format="localized"),
            "nearest?": st.column_config.TextColumn("", width=26, help=_POSSIBLE),
        },
        alt=f"Nearest values of {value}",
    )


def _clean(value: float) -> str:
    return number(value if abs(value) > NOTHING else 0.0)


def _behind(explanation) -> None:
    """The counts and factors behind the terms: as a list where there is one term, else as a table."""
    behind = explanation.terms.drop(columns=["term", "contribution"])
    if behind.empty or not len(behind.columns):
        return
    if len(behind) == 1:
        entries = [(name, _entry(value)) for name, value in behind.iloc[0].items()]
        frame = pd.DataFrame(entries, columns=["behind it", "value"])
    else:
        frame = behind.map(_entry).assign(term=explanation.terms["term"].astype(str))
        frame = frame[["term", *behind.columns]]
    height = LISTED_HEIGHT if len(frame) > 9 else None
    show_table(frame, hide_index=True, height=height, alt="Counts and factors behind the terms")


def _entry(value) -> str:
    return number(float(value)) if isinstance(value, int | float | np.number) else str(value)


def _number_under(learned: Fitted, attribute: str, a: str, b: str) -> None:
    """A pair's number under one method, and its rank, which can be compared between methods."""
    labels = learned.distances.codebook.labels[learned.distances.codebook.position(attribute)]
    if a not in labels or b not in labels:
        st.metric(plain(learned.method.short), "–")
        st.caption("leaves one of them out")
        return
    explanation = learned.estimator.explain(attribute, a, b)
    st.metric(f"{plain(learned.method.short)}: {explanation.quantity}", _clean(explanation.value))
    nearer, pairs = rank_of_pair(learned.distances, attribute, a, b)
    if a != b:
        has = "has" if nearer == 1 else "have"
        many = f"{nearer:,} of {counted(pairs, 'pair')} of values {has}" if nearer else "No pair of values has"
        st.caption(f"{many} a smaller distance.")


def _all_zero(explanation, attribute: str, a: str, b: str) -> str:
    if a == b:
        return "A value and itself: nothing to add up."
    if explanation.details is None:
        return "Every term is zero."
    return f"**Every term is zero.** {_why_zero(explanation, plain(a, 40), plain(b, 40))}"


def _why_zero(explanation, a: str, b: str) -> str:
    """What rows with one value and rows with the other have in common, given that no term is above zero."""
    differ = _variations(explanation.details)
    if explanation.quantity == "similarity":
        return f"Rows with {a} and rows with {b} share no value in any other column."
    if differ.max() <= NOTHING:
        columns = f"the other {counted(len(differ), 'column')} compared"
        return f"Rows with {a} and rows with {b} look the same in {columns}, so the two values coincide."
    counting = [name for name in _with_weight(explanation) if name in differ.index]
    if not counting:
        return "No other column counts here (weights 0); it says nothing of how alike their rows are."
    if differ[counting].max() <= NOTHING:
        return (
            f"Rows with {a} and rows with {b} look the same in {plain(', '.join(counting), 200)}. The columns in which "
            "they differ do not count here (weights 0)."
        )
    return f"Rows with {a} and rows with {b} are not alike in all other columns, but this distance does not see it."


def _variations(details: pd.DataFrame) -> pd.Series:
    """The total variation between the rows with either value in each other column, from their counts alone."""
    counts = details[["count with a", "count with b"]]
    totals = counts.groupby(details["term"]).transform("sum")
    shares = counts / totals.where(totals > 0, 1)
    return (shares["count with a"] - shares["count with b"]).abs().groupby(details["term"]).sum() / 2


def _with_weight(explanation) -> list[str]:
    """Columns whose term has no factor 0 but the variation itself."""
    factors = [name for name in explanation.factors if name != "TV"]
    return explanation.terms.loc[(explanation.terms[factors] != 0).all(axis=1), "term"].tolist()


def _shares_in_other_column(learned: Fitted, explanation, a: str, b: str) -> None:
    ranked = explanation.terms.sort_values("contribution", ascending=False, kind="stable")["term"]
    offered = ranked[ranked.isin(explanation.details["term"])].tolist()
    term = st.selectbox("Rows with either value, seen in column", offered, key="company", format_func=shown_as(offered))
    details = explanation.details[explanation.details["term"] == term]
    book = learned.distances.codebook
    ordered = dict(zip(book.attributes, book.kinds, strict=True)).get(term) == "ordinal"
    figure = kept(draw.shares)(details, a, b, charts.theme(), ordered=ordered)
    charts.show(figure, "shares", f"Values of {term} among rows with {a} and rows with {b}.")


def main_graph(model) -> str:
    """The graph with the largest share in the mixture."""
    return str(model.alpha_.idxmax())


def show_path(learned: Fitted, column: str, explanation: PathExplanation) -> None:
    """Show the path of the graph that counts most, small, with its steps."""
    base = main_graph(learned.estimator)
    path = explanation.paths.get(base)
    if path is None or path.empty:
        return
    title = f"shortest path, {explanation.title(base)}"
    figure = drawn_path(learned, base, column, path, title, size=_SMALL)
    charts.show(figure, "glass-path", "The shortest path between the two values on the graph of values.")
    st.markdown(path_in_words(path))


def drawn_path(learned: Fitted, base: str, column: str, path: pd.DataFrame, title: str, whole: bool = False, size=SIZE):
    """The graph of a base, thinned, and a path on it; or the whole graph, its nodes at the same places, without it."""
    graph = learned.estimator.paths_[base]
    edges = graph.edges().sort_values("length", kind="stable")
    edges = edges if whole else edges[edges["kind"] != "cut"]
    points = moved_apart(_places(learned, graph.values), graph.values, column, stations_of(path), size)
    path = path.iloc[:0] if whole else path
    return value_graph(points, graph.values, edges.head(MOST_EDGES), path, column, charts.theme(), title, size=size)


def path_in_words(path: pd.DataFrame) -> str:
    """A path in words: its stations, and what its steps add up to."""
    stations = [*path["from"], *path["to"].tail(1)]
    way = " → ".join(f"{plain(attribute, 24)}: **{plain(value, 30)}**" for attribute, value in stations)
    lengths = " + ".join(number(length) for length in path["length"])
    total = f" = {number(path['length'].sum())}" if len(path) > 1 else ""
    return f"{way}  \nlength {lengths}{total}" + ("" if (path["kind"] != "filled").all() else " (no path: set)")


def not_the_distance(explanation: PathExplanation, base: str) -> str:
    """Why a path's length is another number than the distance."""
    length, two = float(explanation.terms.set_index("term")["path"][base]), explanation.power == 2
    return (
        f"The path length is not the distance. The path length in the graph “{plain(explanation.title(base))}” is "
        f"{number(length)}, the distance is {number(explanation.value)}. MTDLE {'squares' if two else 'takes'} the "
        "path lengths of each graph and divides them by one number for each graph, so that their sum over all columns "
        "is 1 for two rows on average. It multiplies them by the weight α of the graph and adds up the graphs"
        f"{'. The distance is the square root of the sum' if two else ''}."
    )


def _places(learned: Fitted, values: tuple[tuple[str, str], ...]) -> np.ndarray:
    """(c, 2) the first two axes of the joint space, for the values in the graphs."""
    placed = learned.estimator.geometry_.embed()
    coordinates = np.vstack(placed.coordinates)[:, :2]
    coordinates = padded(coordinates, 2)
    at = {value: i for i, value in enumerate(placed.codebook.values)}
    return coordinates[[at[value] for value in values]]
