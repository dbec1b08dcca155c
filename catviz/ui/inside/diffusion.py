"""The walk through TAVE and AVE: the calculation for a pair, the matrices of all values, and the paper's example."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice

import numpy as np
import pandas as pd
import streamlit as st

from catviz.embeddings.tave import TAVE, diffusion_steps, limit_distance, second_eigenvalue
from catviz.geometry.scaling import principal_axes
from catviz.plots import inside as draw
from catviz.ui.inside import steps
from catviz.ui.inside.steps import Contingency
from catviz.ui.labels import VALUES
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts
from catviz.ui.widgets.worked import Line, Number, Step, grouped, total

CURVE = 40
#: The paper's worked example: where it is, and TAVE as it is used there.
WORKED = {"data": "toy_tave", "column": "a_3", "a": "g_1", "b": "g_2", "method": "TAVE"}
AS_WORKED = TAVE(n_neighbors=2, n_iter=10, ties="index")
#: H(a_3) as the paper prints it.
PRINTED = np.array(
    [
        [4.1135, 2.9491, 2.8852, 1.3772],
        [2.9492, 4.2132, 2.6159, 1.4686],
        [2.8855, 2.6161, 4.0981, 1.6403],
        [1.3804, 1.4718, 1.6433, 6.0010],
    ]
)


def tave(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Show counts, weights, the graph, and the diffusion up to the step chosen."""
    model = learned.estimator
    example = _is_the_example(view, model, column)
    matrix = model.transition_[column].to_numpy()
    grown = list(islice(diffusion_steps(matrix, CURVE, model.damping), CURVE + 1))
    default = int(model.n_iter) if model.n_iter <= CURVE else CURVE

    def choose() -> int:
        with steps.box():
            return controls.number("Diffusion step", "xi", 0, CURVE, default)

    if model.partner_[column] is None or a == b:
        step = choose()
    else:
        graph = Graph.of(model, column, a, b)

        def made(step: int) -> list:
            printed = PRINTED if example and step == model.n_iter else None
            return tave_steps(graph, matrix, grown[step], step, model.damping, printed)

        step = steps.calculation(learned, made, choose, partial(_headline, model, explanation, a, b))
    _worked_example(example, model, column)
    steps.all_values(column)
    order = [] if example else learned.distances.arranged(column)  # the paper's own order in its example
    _matrices(learned, column, a, b, order)
    _diffusion(learned, column, (a, b), step, grown, PRINTED if example and step == model.n_iter else None, order)


def _headline(model, explanation, a: str, b: str, step: int, value: float) -> None:
    """The distance after the step chosen, and the method's own."""
    steps.result(explanation, a, b, value, f" after {counted(step, 'step')}")
    when = "in the limit" if np.isinf(model.n_iter) else f"after {counted(int(model.n_iter), 'step')}"
    if step != model.n_iter:
        st.caption(f"The method stops {when}: {number(explanation.value)}, as on the page {VALUES}.")


def _matrices(learned: Fitted, column: str, a: str, b: str, order: Sequence[int]) -> None:
    """M, Q and S of all values."""
    model, theme = learned.estimator, charts.theme()
    partner, weights = model.partner_[column], model.weights_[column].to_numpy()

    def compared() -> None:
        filled = _ratio(weights, weights)
        title = "M: smaller weight / larger weight (step 3)"
        figure = draw.matrix(
            model.intra_[column], theme, title, "similarity M", 1.0, marked=(a, b), filled=filled, order=order
        )
        steps.show(figure, "M", "Matrix M.")

    def joined() -> None:
        counts = model.counts_
        together, ratio = counts.block(column, partner), _ratio(weights, model.weights_[partner].to_numpy())

        def filled(i: int, j: int) -> str:
            return f"{together[i, j]:,.0f} / {counts.n_rows:,.0f} · {ratio(i, j)}"

        title = f"Q: similarity to values of {partner} (step 3)"
        figure = draw.matrix(
            model.inter_[column], theme, title, "similarity Q", marked=(a, b), filled=filled, order=order
        )
        steps.show(figure, "Q", "Matrix Q.")

    def transition() -> None:
        figure = draw.matrix(
            model.transition_[column],
            theme,
            "S: rows sum to 1 (step 4)",
            "transition S",
            marked=(a, b),
            order=order,
        )
        steps.show(figure, "S", "Transition matrix S.")

    shown = [compared, *([] if partner is None else [joined])]
    steps.grid([*shown, transition] if hasattr(model, "transition_") else shown)


def _diffusion(
    learned: Fitted,
    column: str,
    pair: tuple[str, str],
    step: int,
    grown: list[np.ndarray],
    printed: np.ndarray | None,
    order: Sequence[int],
) -> None:
    """F after the step chosen, the ways of the values, and how far F is from its limit."""
    model, theme = learned.estimator, charts.theme()
    transition, names = model.transition_[column], list(learned.distances[column].index)

    def diffused() -> None:
        frame = pd.DataFrame(grown[step], index=transition.index, columns=transition.columns)
        title = f"F after {counted(step, 'step')} (step 5)"
        steps.show(draw.centred_matrix(frame, theme, title, pair, printed, order), "F", "Diffused matrix F.")

    def ways() -> None:
        figure = draw.trails(_ways(grown, len(names)), step, names, pair, theme)
        steps.show(figure, "ways", "Values as diffusion goes on.")

    def limit() -> None:
        curve = limit_distance(transition.to_numpy(), CURVE, model.damping)
        figure = draw.convergence(curve, step, second_eigenvalue(transition.to_numpy()), theme)
        steps.show(figure, "limit", "Distance to the limit.")

    steps.grid([diffused, ways, limit, partial(steps.distances, learned, column, *pair, order)])
    st.caption(
        "The colours of F show by how much each number differs from the mean of its column. The distance of two values "
        "is the distance of their rows of F. These rows are drawn on the two axes along which they differ most at step "
        f"{CURVE}; each value moves along its line from step 0. The last curve shows, in shares of the limit, how far "
        "the differences between rows still are from the limit that they approach with more steps. If the second "
        "eigenvalue of S is near 1, they need many steps."
    )


def ave(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Show counts, weights, and the rows of M and Q."""
    model = learned.estimator
    if model.partner_[column] is not None and a != b:
        graph = Graph.of(model, column, a, b)
        steps.calculation(learned, lambda _: ave_steps(graph, explanation.value))
    steps.all_values(column)
    order = learned.distances.arranged(column)
    _matrices(learned, column, a, b, order)
    steps.grid([partial(steps.distances, learned, column, a, b, order)])


def _ratio(first: np.ndarray, second: np.ndarray) -> Callable[[int, int], str]:
    """A cell's min / max of two weights, in numbers."""

    def words(i: int, j: int) -> str:
        small, large = sorted((first[i], second[j]))
        return f"{number(small)} / {number(large)}"

    return words


def _ways(grown: list[np.ndarray], n_values: int) -> np.ndarray:
    """(steps, v, 2) the rows of a column's own values in F, along the main axes of the last step."""
    rows = [F[:n_values] - F[:n_values].mean(axis=0) for F in grown]
    axes, _ = principal_axes(rows[-1].T @ rows[-1], 2)
    return np.array([x @ axes for x in rows])


def _is_the_example(view: View, model, column: str) -> bool:
    """Whether the table, the column and the parameters are those of the paper's worked example."""
    data = None if view.info is None else view.info.name
    return (data, column, model.get_params()) == (WORKED["data"], WORKED["column"], AS_WORKED.get_params())


def _worked_example(example: bool, model, column: str) -> None:
    if not example:
        st.button("Open the paper's worked example", on_click=_open_the_example, help="Table 1 there: six rows.")
        return
    ours = ", ".join(f"{v:.4f}" for v in model.diffusion_[column].to_numpy()[0])
    printed = ", ".join(f"{v:.4f}" for v in PRINTED[0])
    text = f"The paper prints {printed} for {plain(WORKED['a'])}; computed here: {ours}."
    if ours == printed:
        st.success(f"{text} They agree: see step 5, F after 10 steps.")
    else:
        st.info(f"{text} They differ, because the rows or columns are not those of the paper.")


def _open_the_example() -> None:
    """Callback: parameters set before would not be those of the paper."""
    controls.forget_parameters()
    go(
        **WORKED,
        **{
            "TAVE.n_neighbors": "a number",
            "TAVE.n_neighbors.value": AS_WORKED.n_neighbors,
            "TAVE.n_iter": "a number",
            "TAVE.n_iter.value": AS_WORKED.n_iter,
            "TAVE.ties": AS_WORKED.ties,
            "xi": AS_WORKED.n_iter,
        },
    )


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
        values = list(self.crossed.values)
        return [*values, *(w if w not in values else f"{w} ({self.crossed.other})" for w in self.crossed.parts)]

    @cached_property
    def lines(self) -> list[tuple[str, np.ndarray]]:
        """Values of both columns: the pair and those with the largest weight, the others together."""
        importance = self.weights.copy()
        importance[list(self.crossed.pair)] += 2
        return grouped(self.labels, importance, 10)

    def pair_rows(self, table: np.ndarray) -> np.ndarray:
        """The two rows of a table that belong to the pair."""
        return table[list(self.crossed.pair)]


def ave_steps(graph: Graph, distance: float) -> list[Step]:
    """The whole of AVE."""
    last = _distance(graph, graph.rows, "4  Distance of the rows", ("M", "Q"), distance)
    return [_counts(graph), _weights(graph), _ratios(graph, summed=False), last]


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
    return [_counts(graph), _weights(graph), _ratios(graph, summed=True), _transition(graph, S), diffused, last]


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
    pair = graph.pair_rows(graph.rows)
    lines: list[Line] = []
    for label, places in graph.lines:
        cells = []
        for k, x in enumerate(graph.crossed.names):
            value, side = float(pair[k, places].sum()), "ab"[k]
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
    if summed:
        sums = [
            total(f"row sum of {x}", pair[k].sum(), [line[k] for _, line in lines])
            for k, x in enumerate(graph.crossed.names)
        ]
        lines.append(("sum", tuple(replace(each, side=side) for each, side in zip(sums, "ab", strict=True))))
    symbols = (
        ("M", f"compares values of {graph.crossed.column}"),
        ("Q", f"joins them to values of {graph.crossed.other}"),
    )
    formula = "M_{rs} = min(w_r, w_s) / max(w_r, w_s),  Q_{rt} = n_{rt} / n · min(w_r, w_t) / max(w_r, w_t)"
    title, heads = "3  Rows of the graph: M and Q", graph.crossed.names
    return Step(title, formula, symbols, "value", heads, tuple(lines), total=summed)


def _transition(graph: Graph, S: np.ndarray) -> Step:
    """The pair's rows of S."""
    pair, graph_rows = graph.pair_rows(S), graph.pair_rows(graph.rows)
    lines: list[Line] = []
    for label, places in graph.lines:
        cells = []
        for k, x in enumerate(graph.crossed.names):
            letter = "MQ" if len(places) > 1 else "M" if places[0] < graph.v else "Q"
            filled = f"{number(float(graph_rows[k, places].sum()))} / {number(float(graph_rows[k].sum()))}"
            used = (_entry(letter, x, label), f"row sum of {x}")
            cells.append(Number(_entry("S", x, label), float(pair[k, places].sum()), filled, used, "ab"[k], scale="S"))
        lines.append((label, tuple(cells)))
    formula = "S = D⁻¹ [M Q; Qᵀ M′]"
    symbols = (
        ("D", "diagonal matrix of the row sums, so that rows of S sum to 1"),
        ("M′", f"M of {graph.crossed.other}"),
    )
    return Step("4  Divide by the row sums: S", formula, symbols, "value", graph.crossed.names, tuple(lines))


def _diffused(graph: Graph, F: np.ndarray, step: int, damping: float, printed: np.ndarray | None) -> Step:
    """The pair's rows of F."""
    pair, product = graph.pair_rows(F), "S F Sᵀ" if damping == 1 else f"{number(damping)} · S F Sᵀ"
    lines: list[Line] = []
    for label, places in graph.lines:
        cells = []
        for k, x in enumerate(graph.crossed.names):
            value, same = float(pair[k, places].sum()), graph.crossed.pair[k] in places
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
    last = total(f"d({a}, {b})", distance, parts, "√({})")
    lines.append(("distance", (last,)))
    return Step(title, "d(x, y) = √(Σ (difference)²)", (), "value", ("squared",), tuple(lines), total=True)
