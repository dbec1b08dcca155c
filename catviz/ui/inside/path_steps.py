"""MTDLE written out for one pair of values: counts, edge lengths, path lengths, and the distance of the mixture."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from catviz.embeddings.mtdle_graphs import Base, SymbolPaths
from catviz.geometry.explanation import Explanation
from catviz.table.counts import Counts
from catviz.ui.inside.contingency import Contingency
from catviz.ui.text import number
from catviz.ui.widgets.worked import Line, Number, Step, added

FILLED = "filled"
Station = tuple[str, str]


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
    own, others = ([named((column, label)) for label in book.labels[place]] for column, place in ((u[0], r), (v[0], s)))
    importance = table[i] + 1e9 * (np.arange(table.shape[1]) == j)
    crossed = Contingency(
        u[0], v[0], table, own, others, (i,), table / np.maximum(table.sum(axis=1, keepdims=True), 1), importance
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
        own = [float(found.frequencies[at[end]]) for end in (u, v)]
        together = float(counts.block(u[0], v[0])[counts.codebook.code(*u), counts.codebook.code(*v)])
        both = Number(f"n({named(u)}, {named(v)})", together, scale="n")
        ends = [Number(f"n({named(end)})", n, scale="n") for end, n in zip((u, v), own, strict=True)]
        length = float(found.lengths[at[u], at[v]])
        filled = _turned(kind, words(number(together), *map(number, own)), number(counts.n_rows))
        parts.append(Number(f"length of {edge}", length, filled, (both.name, *(end.name for end in ends))))
        lines.append((edge, (both, *ends, parts[-1])))
    total = Number(
        _path(kind.title),
        float(sum(p.value for p in parts)),
        added(p.shown for p in parts),
        tuple(p.name for p in parts),
        bar=False,
    )
    lines.append(("path length", (None, None, None, total)))
    formula = "length = " + _turned(kind, words("n_{uv}", "n_u", "n_v"), "n")
    symbols = (
        ("n_u, n_v", "rows with each value"),
        *((("n", f"number of rows, {number(counts.n_rows)}"),) if "n" in kind.proximity else ()),
    )
    heads = ("both", "first", "second", "length")
    title = f"2  The shortest path in graph {kind.title}"
    return Step(title, formula, symbols, "edge", heads, tuple(lines), total=True)


def _path(graph: str) -> str:
    return f"path length, {graph}"


_WORDS: dict[str, Callable[[str, str, str], str]] = {
    "cooc": lambda both, u, v: both,
    "jaccard": lambda both, u, v: f"{both} / ({u} + {v} − {both})",
    "mi": lambda both, u, v: f"mutual information of u and v, from {both}, {u} and {v}",
    "hamming": lambda both, u, v: f"{u} + {v} − 2 · {both}",
    "euclidean": lambda both, u, v: f"√({u} + {v} − 2 · {both})",
    "cosine": lambda both, u, v: f"arccos({both} / √({u} · {v}))",
}
"""The proximity of two values from their counts."""


def _turned(base: Base, proximity: str, n: str) -> str:
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
        name, own = explanation.title(line["term"]), line["term"] == base
        hint = "" if own else f"(step 2 with graph {name})"
        length = Number(_path(name), float(line["path"]), hint)
        if own and not along:
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
    total = added(part.shown for part in parts)
    name, filled = f"d({', '.join(pair)})", f"√({total})" if theta == 2 else total
    last = Number(name, explanation.value, filled, tuple(part.name for part in parts), bar=False)
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
