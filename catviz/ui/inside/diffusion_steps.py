"""TAVE and AVE written out for one pair of values: counts, weights, graph, diffusion, and the distance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catviz.ui.inside.contingency import Contingency
from catviz.ui.text import counted, number
from catviz.ui.widgets.worked import Line, Number, Step, added, grouped


@dataclass(frozen=True, eq=False)
class Graph:
    """The values of a column and of its partner as one graph.

    Attributes
    ----------
    crossed : Contingency
        The contingency table of the column and its partner.
    frequencies, weights : (f,) row counts and weights of the values, the column's own first
    labels : (f,) names, the partner's with their column
    rows : (v, f)
        M and Q of the column's values: M compares their weights, Q counts the rows they share with the partner.
    n_rows, n_neighbors : float
        Neighbours are 0 for AVE.
    """

    crossed: Contingency
    frequencies: np.ndarray
    weights: np.ndarray
    rows: np.ndarray
    n_rows: float
    n_neighbors: float

    @classmethod
    def of(cls, model, column: str, a: str, b: str) -> Graph:
        """The graph of a column that has a partner."""
        counts, partner = model.counts_, model.partner_[column]
        parts = [counts.frequencies[counts.codebook.position(name)] for name in (column, partner)]
        weights = [model.weights_[name].to_numpy() for name in (column, partner)]
        rows = np.hstack([model.intra_[column].to_numpy(), model.inter_[column].to_numpy()])
        crossed = Contingency.of(counts, column, partner, a, b)
        k = float(getattr(model, "n_neighbors_", 0.0))
        return cls(crossed, np.concatenate(parts), np.concatenate(weights), rows, float(counts.n_rows), k)

    @property
    def v(self) -> int:
        """Values of the column."""
        return len(self.crossed.values)

    @cached_property
    def labels(self) -> list[str]:
        """Names of all values."""
        own = list(self.crossed.values)
        return [*own, *(w if w not in own else f"{w} ({self.crossed.other})" for w in self.crossed.parts)]

    @cached_property
    def lines(self) -> list[tuple[str, np.ndarray]]:
        """Values of both columns: the pair and those with the largest weight, the others together."""
        importance = self.weights.copy()
        importance[list(self.crossed.pair)] += 2
        return grouped(self.labels, importance, 10)

    def pair_rows(self, table: np.ndarray) -> np.ndarray:
        """The two rows of a table that belong to the pair."""
        return table[list(self.crossed.pair)]


def _start(graph: Graph) -> list[Step]:
    """Counts and weights."""
    return [_counts(graph), _weights(graph)]


def ave_steps(graph: Graph, distance: float) -> list[Step]:
    """The whole of AVE."""
    last = _distance(graph, graph.rows, "4  Distance of the rows", ("M", "Q"), distance)
    return [*_start(graph), _ratios(graph, summed=False), last]


def tave_steps(
    graph: Graph, S: np.ndarray, F: np.ndarray, step: int, damping: float, printed: np.ndarray | None
) -> list[Step]:
    """The whole of TAVE up to a step of the diffusion.

    Parameters
    ----------
    S, F : (f, f) transition matrix, and the diffused matrix after ``step`` steps
    printed : (f, f) or None
        F as the paper prints it.
    """
    diffused = _diffused(graph, F, step, damping, printed)
    distance = float(np.linalg.norm(np.diff(graph.pair_rows(F), axis=0)))
    last = _distance(graph, F, f"6  Distance after {counted(step, 'step')}", ("F",), distance)
    return [*_start(graph), _ratios(graph, summed=True), _transition(graph, S), diffused, last]


def _counts(graph: Graph) -> Step:
    crossed = graph.crossed
    return crossed.counted(
        f"1  Contingency table with the partner {crossed.other}",
        "n_{rt} = number of rows with r and t",
        (
            ("r", f"a value of {crossed.column}"),
            ("t", f"a value of {crossed.other}, the column on which {crossed.column} depends most"),
        ),
    )


def _weight(label: str) -> str:
    return f"w({label})"


def _weights(graph: Graph) -> Step:
    """Weights from counts, in the rows and in their neighbours."""
    whole = graph.n_rows * (1 + graph.n_neighbors)
    lines: list[Line] = []
    for label, places in graph.lines:
        if len(places) > 1:
            weight = Number(_weight(label), float(graph.weights[places].sum()), "sum of their weights")
            lines.append((label, (None, None, weight) if graph.n_neighbors else (None, weight)))
            continue
        i = int(places[0])
        side = _side(graph, i)
        n, w = float(graph.frequencies[i]), float(graph.weights[i])
        near = max(w * whole - n, 0.0)
        count = Number(_count(graph, i, label), n, side=side, scale="n")
        if not graph.n_neighbors:
            filled = f"{count.shown} / {number(graph.n_rows)}"
            lines.append((label, (count, Number(_weight(label), w, filled, (count.name,), side))))
            continue
        neighbours = Number(f"N({label})", near, side=side, scale="n")
        filled = f"({count.shown} + {neighbours.shown}) / ({number(graph.n_rows)} · (1 + {number(graph.n_neighbors)}))"
        weight = Number(_weight(label), w, filled, (count.name, neighbours.name), side)
        lines.append((label, (count, neighbours, weight)))
    symbols = [("n_r", "rows with r"), ("n", f"number of rows, {number(graph.n_rows)}")]
    formula = "w_r = n_r / n"
    if graph.n_neighbors:
        formula = "w_r = (n_r + N_r) / (n (1 + k))"
        symbols += [
            ("N_r", "how often r occurs in the nearest rows of all rows"),
            ("k", f"number of nearest rows, {number(graph.n_neighbors)}"),
        ]
    heads = ("rows", "in nearest rows", "weight") if graph.n_neighbors else ("rows", "weight")
    return Step("2  Weights", formula, tuple(symbols), "value", heads, tuple(lines))


def _count(graph: Graph, i: int, label: str) -> str:
    """A count's name, that of the contingency table if it stands there."""
    return graph.crossed.total(label) if i < graph.v else graph.crossed.margin(graph.crossed.parts[i - graph.v])


def _side(graph: Graph, i: int) -> str:
    return next((side for side, place in zip("ab", graph.crossed.pair, strict=True) if place == i), "")


def _entry(letter: str, x: str, label: str) -> str:
    return f"{letter}({x}, {label})"


def _ratios(graph: Graph, summed: bool) -> Step:
    """The pair's rows of M and of Q, with or without their sums."""
    own = graph.pair_rows(graph.rows)
    lines: list[Line] = []
    for label, places in graph.lines:
        cells = []
        for k, x in enumerate(graph.crossed.names):
            value, side = float(own[k, places].sum()), "ab"[k]
            if len(places) > 1:
                cells.append(
                    Number(_entry("MQ", x, label), value, f"sum over {len(places)} values", (), side, scale="S")
                )
                continue
            i, r = int(places[0]), graph.crossed.pair[k]
            low, high = sorted((float(graph.weights[r]), float(graph.weights[i])))
            ratio = f"{number(low)} / {number(high)}" if high else "1"
            used: tuple[str, ...] = (_weight(x), _weight(label))
            if i >= graph.v:
                part = graph.crossed.parts[i - graph.v]
                n = float(graph.crossed.table[r, i - graph.v])
                ratio = f"{number(n)} / {number(graph.n_rows)} · {ratio}"
                used = (graph.crossed.count(x, part), *used) if graph.crossed.shows(part) else used
            letter = "M" if i < graph.v else "Q"
            cells.append(Number(_entry(letter, x, label), value, ratio, used, side, scale="S"))
        lines.append((label, tuple(cells)))
    total = tuple(
        Number(
            f"row sum of {x}",
            float(own[k].sum()),
            added(line[k].shown for _, line in lines),
            tuple(line[k].name for _, line in lines),
            "ab"[k],
            bar=False,
        )
        for k, x in enumerate(graph.crossed.names)
    )
    if summed:
        lines.append(("sum", total))
    symbols = (
        ("M", f"compares values of {graph.crossed.column}"),
        ("Q", f"joins them to values of {graph.crossed.other}"),
    )
    formula = "M_{rs} = min(w_r, w_s) / max(w_r, w_s),  Q_{rt} = n_{rt} / n · min(w_r, w_t) / max(w_r, w_t)"
    title, heads = "3  Rows of the graph: M and Q", graph.crossed.names
    return Step(title, formula, symbols, "value", heads, tuple(lines), total=summed)


def _transition(graph: Graph, S: np.ndarray) -> Step:
    """The pair's rows of S."""
    own, graph_rows = graph.pair_rows(S), graph.pair_rows(graph.rows)
    lines: list[Line] = []
    for label, places in graph.lines:
        cells = []
        for k, x in enumerate(graph.crossed.names):
            letter = "MQ" if len(places) > 1 else "M" if places[0] < graph.v else "Q"
            filled = f"{number(float(graph_rows[k, places].sum()))} / {number(float(graph_rows[k].sum()))}"
            used = (_entry(letter, x, label), f"row sum of {x}")
            cells.append(Number(_entry("S", x, label), float(own[k, places].sum()), filled, used, "ab"[k], scale="S"))
        lines.append((label, tuple(cells)))
    formula = "S = D⁻¹ [M Q; Qᵀ M′]"
    symbols = (
        ("D", "diagonal matrix of the row sums, so that rows of S sum to 1"),
        ("M′", f"M of {graph.crossed.other}"),
    )
    return Step("4  Divide by the row sums: S", formula, symbols, "value", graph.crossed.names, tuple(lines))


def _diffused(graph: Graph, F: np.ndarray, step: int, damping: float, printed: np.ndarray | None) -> Step:
    """The pair's rows of F."""
    own, product = graph.pair_rows(F), "S F Sᵀ" if damping == 1 else f"{number(damping)} · S F Sᵀ"
    lines: list[Line] = []
    for label, places in graph.lines:
        cells = []
        for k, x in enumerate(graph.crossed.names):
            value, same = float(own[k, places].sum()), graph.crossed.pair[k] in places
            used: tuple[str, ...] = (_entry("S", x, label),)
            filled = "S, before the first step"
            if step:
                used = tuple(_entry("S", x, each) for each, _ in graph.lines)
                filled = f"{_digits(value - same)} from {product}" + (" + 1 from I" if same else "")
            paper = "" if printed is None else f"{printed[graph.crossed.pair[k], places].sum():.4f}"
            note = paper and f"the paper prints {paper}"
            name, text = _entry("F", x, label), _digits(value)
            cells.append(Number(name, value, filled, used, "ab"[k], scale="F", text=text, note=note))
        lines.append((label, tuple(cells)))
    symbols = [("F", "starts as S"), ("I", "identity matrix"), ("ᵀ", "transposed")]
    formula = "F ← S F Sᵀ + I"
    if damping != 1:
        formula, symbols = "F ← α S F Sᵀ + I", [*symbols, ("α", f"damping, {number(damping)}")]
    title = f"5  Diffusion: F after {counted(step, 'step')}" if step else "5  Diffusion: F before the first step"
    return Step(title, formula, tuple(symbols), "value", graph.crossed.names, tuple(lines))


def _digits(value: float) -> str:
    return f"{value:.4f}"


def _distance(graph: Graph, table: np.ndarray, title: str, letters: tuple[str, ...], distance: float) -> Step:
    """Squared differences of the pair's rows, and the distance."""
    a, b = graph.crossed.names
    first, second = graph.pair_rows(table)
    lines: list[Line] = []
    parts: list[Number] = []
    for label, places in graph.lines:
        letter = letters[0] if len(letters) == 1 else "MQ" if len(places) > 1 else "M" if places[0] < graph.v else "Q"
        value = float(((first - second)[places] ** 2).sum())
        used = (_entry(letter, a, label), _entry(letter, b, label))
        filled = f"sum over {len(places)} values"
        if len(places) == 1:
            written = _digits if letters == ("F",) else number
            filled = f"({written(first[places[0]])} − {written(second[places[0]])})²"
        parts.append(Number(f"squared difference, {label}", value, filled, used))
        lines.append((label, (parts[-1],)))
    filled = f"√({added(part.shown for part in parts)})"
    last = Number(f"d({a}, {b})", distance, filled, tuple(part.name for part in parts), bar=False)
    lines.append(("distance", (last,)))
    return Step(title, "d(x, y) = √(Σ (difference)²)", (), "value", ("squared",), tuple(lines), total=True)
