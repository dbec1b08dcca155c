"""The walk through MTDLE: the calculation for a pair, the graphs of values, and the mixture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from catviz.embeddings.mtdle_graphs import Base, SymbolPaths, default_n_neighbors
from catviz.geometry.explanation import Explanation
from catviz.plots import inside as draw
from catviz.table.counts import Counts
from catviz.ui.inside import steps
from catviz.ui.inside.steps import Contingency
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, inspector
from catviz.ui.widgets.worked import Line, Number, Step, total

_RATIO = (
    "the sum of {1} over the pairs of rows of one class, divided by the same sum over the pairs of rows of different "
    "classes"
)
#: What the weights of the graphs make small or large: of distances raised to MTDLE's power, and of their squares.
_OBJECTIVES = {
    "ratio": ("small", _RATIO),
    "uniform": ("small", _RATIO),
    "lp": ("large", "the mean {0} of two rows of different classes, minus the mean {0} of two rows of one class"),
    "qp_printed": ("small", "the sum of {1} over the pairs of rows of one class"),
}
FILLED = "filled"
Station = tuple[str, str]
#: The proximity of two values from their counts.
_WORDS: dict[str, Callable[[str, str, str], str]] = {
    "cooc": lambda both, u, v: both,
    "jaccard": lambda both, u, v: f"{both} / ({u} + {v} − {both})",
    "mi": lambda both, u, v: f"mutual information of u and v, from {both}, {u} and {v}",
    "hamming": lambda both, u, v: f"{u} + {v} − 2 · {both}",
    "euclidean": lambda both, u, v: f"√({u} + {v} − 2 · {both})",
    "cosine": lambda both, u, v: f"arccos({both} / √({u} · {v}))",
}


def mtdle(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Show counts of an edge, lengths along the path, the mixture of graphs, and the distance."""
    model, theme = learned.estimator, charts.theme()
    if a == b:
        base = _graph(model)
    else:

        def choose() -> tuple[str, str | None]:
            base = _graph(model)
            return base, _edge(list(edges(explanation.paths[base])))

        def made(chosen: tuple[str, str | None]) -> list:
            base, edge = chosen
            path = explanation.paths[base]
            return path_steps(model.counts_, model.paths_[base], base, explanation, path, edge, (a, b))

        base, _ = steps.calculation(learned, made, choose)
        st.caption(inspector.not_the_distance(explanation, base))
    graph, path = model.paths_[base], explanation.paths[base]
    steps.all_values(column)
    kinds = graph.edges()["kind"]
    labels = list(learned.distances.codebook.labels[learned.distances.codebook.position(column)])
    order = learned.distances.arranged(column)

    def whole() -> None:
        title = f"edges between values in one row: {len(kinds):,}"
        figure = inspector.drawn_path(learned, base, column, path, title, whole=True)
        steps.show(figure, "graph", f"All values joined if they occur together, {explanation.title(base)}.")

    def thinned() -> None:
        title = f"edges that paths may use: {(kinds != 'cut').sum():,}; orange: the path"
        figure = inspector.drawn_path(learned, base, column, path, title)
        steps.show(figure, "path", f"The graph with its shortest edges, and the shortest path from {a} to {b}.")

    def lengths() -> None:
        frame = steps.labelled(model.base_distances_[base].loc[column, column].to_numpy(), labels)
        title = f"path lengths, {explanation.title(base)}"
        figure = draw.matrix(frame, theme, title, "path length", near=True, marked=(a, b), order=order)
        steps.show(figure, "lengths", "Lengths of shortest paths.")

    def shares() -> None:
        steps.show(draw.alphas(model.alpha_.rename(_title), theme, "weight α of each graph"), "alpha", "The mixture.")
        _objective(model)

    steps.grid([whole, thinned])
    st.caption(_graph_words(graph, base, model.counts_, column, a, b))
    steps.grid([lengths, partial(steps.distances, learned, column, a, b, order), shares])


def _graph(model) -> str:
    """The graph whose path is shown."""
    with steps.box():
        return controls.select("Graph", list(model.paths_), "base", inspector.main_graph(model), _title, code=str)


def _title(base: str) -> str:
    return Base.of(base).title


def _edge(along: list[str]) -> str | None:
    """The edge of the path whose contingency table is shown; None if there is no path."""
    if not along:
        return None
    with steps.box():
        return controls.select("Edge of the path", along, "edge", along[0], help="Its contingency table is step 1.")


def _graph_words(found, base: str, counts: Counts, column: str, a: str, b: str) -> str:
    """What the graphs show, and what is particular about this one."""
    words = [
        f"Each point is a value; those of {plain(column)} are large. Each line is an edge: it joins two values that "
        "occur in one row."
    ]
    if (found.edges()["kind"] == "cut").any():
        asked = Base.of(base).n_neighbors
        size = default_n_neighbors(counts) if asked is None else asked
        words.append(
            f"The right figure keeps an edge only if it is among the {size} shortest of one of its two values."
        )
    if a != b:
        words.append(
            f"Orange is the shortest path from {plain(a)} to {plain(b)}, with the length of each of its edges."
        )
    words.append(
        "Lines are not drawn to scale: the points are at the first two coordinates of the values, and points that "
        "would cover each other are moved apart. Point at a value to read its name."
    )
    if found.n_bridges:
        words.append(f"{counted(found.n_bridges, 'edge')} put back so that the graph does not fall into parts.")
    if found.n_filled:
        parts = len(np.unique(found.components))
        words.append(
            f"The graph has {parts} parts: {counted(found.n_filled, 'pair')} of values have no path, and their length "
            "is set to twice the longest."
        )
    return " ".join(words)


def _objective(model) -> None:
    if model.base_objective_values_ is None:
        st.caption("There are no known classes, or only one: all graphs have the same weight.")
        return
    each = ", ".join(f"{plain(_title(name))} {number(value)}" for name, value in model.base_objective_values_.items())
    how = "" if model.exact_ else ", found by search, so it may not be the best"
    size, what = _OBJECTIVES[model.objective_]
    what = what.format(*(("d²", "d⁴") if model.theta == 2 else ("d", "d²")))
    square = " (the graphs add up to d², and d⁴ is its square)" if model.theta == 2 and "d⁴" in what else ""
    chosen = (
        "All graphs have the same weight. Other choices make this number small"
        if model.objective_ == "uniform"
        else f"The weights α are chosen so that this number is as {size} as possible"
    )
    st.caption(
        f"{chosen}, with d the distance of two rows{square}: {what}. It is {number(model.objective_value_)} for the "
        f"weighted sum of the graphs{how}. For each graph alone: {each}."
    )


def named(station: Station) -> str:
    """A value with its column."""
    return f"{station[0]}={station[1]}"


def edges(path) -> dict[str, tuple[Station, Station]]:
    """The edges of a path by name, in order; none if there is no path."""
    if path.empty or (path["kind"] == FILLED).any():
        return {}
    pairs = zip(path["from"], path["to"], strict=True)
    return {f"{named(u)} – {named(v)}": (u, v) for u, v in pairs}


def path_steps(
    counts: Counts,
    found: SymbolPaths,
    base: str,
    explanation: Explanation,
    path,
    edge: str | None,
    pair: tuple[str, str],
) -> list[Step]:
    """The calculation of one number; ``edge`` of the path in graph ``base`` is the one whose table is shown."""
    along = edges(path)
    steps = []
    if edge is not None:
        steps = [_counts(counts, *along[edge]), _lengths(counts, found, base, along)]
    return [*steps, _mixture(base, explanation, along, pair, len(steps) + 1)]


def _counts(counts: Counts, u: Station, v: Station) -> Step:
    """The contingency table of the columns that an edge joins."""
    book = counts.codebook
    r, s = book.position(u[0]), book.position(v[0])
    table = counts.joint(r, s)
    i, j = book.code(*u), book.code(*v)
    values, others = (
        [named((column, label)) for label in book.labels[place]] for column, place in ((u[0], r), (v[0], s))
    )
    importance = table[i] + 1e9 * (np.arange(table.shape[1]) == j)
    crossed = Contingency(
        u[0], v[0], table, values, others, (i,), table / np.maximum(table.sum(axis=1, keepdims=True), 1), importance
    )
    symbols = (("u", named(u)), ("v", named(v)))
    return crossed.counted("1  Contingency table of one edge", "n_{uv} = number of rows with u and v", symbols)


def _lengths(counts: Counts, found: SymbolPaths, base: str, along: dict[str, tuple[Station, Station]]) -> Step:
    """The edges of the path: counts, proximity and length."""
    kind, at = Base.of(base), {value: i for i, value in enumerate(found.values)}
    words = _WORDS[kind.proximity]
    lines: list[Line] = []
    parts: list[Number] = []
    for edge, (u, v) in along.items():
        frequencies = [float(found.frequencies[at[end]]) for end in (u, v)]
        together = float(counts.block(u[0], v[0])[counts.codebook.code(*u), counts.codebook.code(*v)])
        both = Number(f"n({named(u)}, {named(v)})", together, scale="n")
        ends = [Number(f"n({named(end)})", n, scale="n") for end, n in zip((u, v), frequencies, strict=True)]
        length = float(found.lengths[at[u], at[v]])
        filled = _length_in_words(kind, words(number(together), *map(number, frequencies)), number(counts.n_rows))
        parts.append(Number(f"length of {edge}", length, filled, (both.name, *(end.name for end in ends))))
        lines.append((edge, (both, *ends, parts[-1])))
    whole = total(_path(kind.title), sum(part.value for part in parts), parts)
    lines.append(("path length", (None, None, None, whole)))
    formula = "length = " + _length_in_words(kind, words("n_{uv}", "n_u", "n_v"), "n")
    symbols = (
        ("n_u, n_v", "rows with each value"),
        *((("n", f"number of rows, {number(counts.n_rows)}"),) if "n" in kind.proximity else ()),
    )
    heads = ("both", "first", "second", "length")
    title = f"2  The shortest path in graph {kind.title}"
    return Step(title, formula, symbols, "edge", heads, tuple(lines), total=True)


def _path(graph: str) -> str:
    return f"path length, {graph}"


def _length_in_words(base: Base, proximity: str, n: str) -> str:
    """A proximity as a length."""
    if base.transfer == "one":
        return "1"
    if base.transfer == "inverse":
        return f"1 / ({proximity})"
    if base.transfer == "neglog":
        return f"−ln({proximity} / {n})" if base.proximity == "cooc" else f"−ln({proximity})"
    return proximity


def _mixture(base: str, explanation: Explanation, along: dict, pair: tuple[str, str], place: int) -> Step:
    """Path lengths of all graphs, their shares, and the distance."""
    theta, terms = explanation.power, explanation.terms
    square, squared = ("²", ", squared,") if theta == 2 else ("", "")
    same = float(np.ptp(terms["alpha"].to_numpy())) < 1e-12
    weighted = f"1 / {len(terms)}" if same else "learned from the known classes"
    lines: list[Line] = []
    parts: list[Number] = []
    for line in terms.to_dict("records"):
        name, is_base = explanation.title(line["term"]), line["term"] == base
        hint = "" if is_base else f"(step 2 with graph {name})"
        length = Number(_path(name), float(line["path"]), hint)
        if is_base and not along:
            length = Number(_path(name), float(line["path"]), "there is no path: twice the longest")
        scale = Number(
            f"scale of {name}", float(line["scale"]), f"1 / mean of path{square} over all pairs of rows", bar=False
        )
        alpha = Number(f"α of {name}", float(line["alpha"]), weighted, bar=False)
        filled = f"{alpha.shown} · {scale.shown} · {length.shown}{square}"
        parts.append(
            Number(f"share of {name}", float(line["contribution"]), filled, (alpha.name, scale.name, length.name))
        )
        lines.append((name, (length, alpha, scale, parts[-1])))
    last = total(f"d({', '.join(pair)})", explanation.value, parts, "√({})" if theta == 2 else "{}")
    lines.append(("distance", (None, None, None, last)))
    formula = f"d(x, y){square} = Σ_g α_g · c_g · L_g{square}"
    symbols = (
        ("g", "every graph"),
        ("L_g", "path length in graph g"),
        ("c_g", f"scale, 1 over the mean path length{squared} of all pairs of rows"),
        ("α_g", "weight of the graph, the weights sum to 1"),
    )
    title = f"{place}  From path lengths to the distance"
    heads = ("path length", "α", "scale", "product")
    return Step(title, formula, symbols, "graph", heads, tuple(lines), total=True)
