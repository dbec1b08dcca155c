"""The walk through TAVE and AVE: the calculation for a pair, the matrices of all values, and the paper's example."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

import numpy as np
import pandas as pd
import streamlit as st

from catviz.embeddings import diffusion_steps, limit_distance, second_eigenvalue
from catviz.geometry.scaling import principal_axes
from catviz.plots import inside as draw
from catviz.ui.inside import steps
from catviz.ui.inside.diffusion_steps import Graph, ave_steps, tave_steps
from catviz.ui.labels import VALUES
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts

CURVE = 40
WORKED = {"data": "toy_tave", "column": "a_3", "a": "g_1", "b": "g_2", "method": "TAVE"}
PRINTED = np.array(
    [
        [4.1135, 2.9491, 2.8852, 1.3772],
        [2.9492, 4.2132, 2.6159, 1.4686],
        [2.8855, 2.6161, 4.0981, 1.6403],
        [1.3804, 1.4718, 1.6433, 6.0010],
    ]
)
"""H(a_3) as the paper prints it, k = 2, q = 10."""


def tave(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Counts, weights, the graph, and the diffusion up to the step chosen."""
    model = learned.estimator
    example = _is_the_example(view, model, column)
    matrix = model.transition_[column].to_numpy()
    grown = list(islice(diffusion_steps(matrix, CURVE, model.damping), CURVE + 1))
    own = int(model.n_iter) if model.n_iter <= CURVE else CURVE

    def choose() -> int:
        with steps.box():
            return controls.number("Diffusion step", "xi", 0, CURVE, own)

    if model.partner_[column] is None or a == b:
        step = choose()
        steps.result(explanation, a, b)
    else:
        graph = Graph.of(model, column, a, b)

        def made(step: int) -> list:
            printed = PRINTED if example and step == model.n_iter else None
            return tave_steps(graph, matrix, grown[step], step, model.damping, printed)

        step = steps.calculation(
            learned, explanation, (a, b), made, choose, partial(_headline, model, explanation, a, b)
        )
    _worked_example(example, model, column)
    steps.all_values(column)
    order = [] if example else learned.distances.arranged(column)  # the paper's own order in its example
    _matrices(learned, column, a, b, order)
    _diffusion(learned, column, (a, b), step, grown, PRINTED if example and step == model.n_iter else None, order)


def _headline(model, explanation, a: str, b: str, step: int, value: float) -> None:
    """The distance after the step chosen, and the method's own."""
    steps.result(explanation, a, b, value, f" after {counted(step, 'step')}")
    own = "in the limit" if np.isinf(model.n_iter) else f"after {counted(int(model.n_iter), 'step')}"
    if step != model.n_iter:
        st.caption(f"The method stops {own}: {number(explanation.value)}, as on the page {VALUES}.")


def _matrices(learned: Fitted, column: str, a: str, b: str, order: Sequence[int]) -> None:
    """M, Q and S of all values."""
    model, theme = learned.estimator, charts.theme()
    partner, own = model.partner_[column], model.weights_[column].to_numpy()

    def compared() -> None:
        filled = _ratio(own, own)
        title = "M: smaller weight / larger weight (step 3)"
        figure = draw.matrix(
            model.intra_[column], theme, title, "similarity M", 1.0, marked=(a, b), filled=filled, order=order
        )
        steps.show(figure, "M", "Matrix M.")

    def joined() -> None:
        counts = model.counts_
        together, ratio = counts.block(column, partner), _ratio(own, model.weights_[partner].to_numpy())

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
    """Counts, weights, and the rows of M and Q."""
    model = learned.estimator
    if model.partner_[column] is None or a == b:
        steps.result(explanation, a, b)
    else:
        graph = Graph.of(model, column, a, b)
        steps.calculation(learned, explanation, (a, b), lambda _: ave_steps(graph, explanation.value))
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
    given = (model.n_iter, model.n_neighbors, model.ties)
    return (
        view.info is not None
        and view.info.name == WORKED["data"]
        and column == WORKED["column"]
        and given
        == (
            10,
            2,
            "index",
        )
    )


def _worked_example(example: bool, model, column: str) -> None:
    if not example:
        choices = WORKED | {
            "TAVE.n_neighbors": "a number",
            "TAVE.n_neighbors.value": 2,
            "TAVE.n_iter": "a number",
            "TAVE.n_iter.value": 10,
            "TAVE.ties": "index",
            "xi": 10,
        }
        st.button("Open the paper's worked example", on_click=go, kwargs=choices, help="Table 1 there: six rows.")
        return
    ours = ", ".join(f"{v:.4f}" for v in model.diffusion_[column].to_numpy()[0])
    printed = ", ".join(f"{v:.4f}" for v in PRINTED[0])
    text = f"The paper prints {printed} for {plain(WORKED['a'])}; computed here: {ours}."
    if ours == printed:
        st.success(f"{text} They agree: see step 5, F after 10 steps.")
    else:
        st.info(f"{text} They differ, because the columns or the parameters are not those of the paper.")
