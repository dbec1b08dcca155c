"""The walk through diffusion: w, M, Q, S and F, and the paper's worked example."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import numpy as np
import pandas as pd
import streamlit as st

from catviz.embeddings import diffusion_steps, limit_distance, second_eigenvalue
from catviz.geometry.scaling import principal_axes
from catviz.plots import inside as draw
from catviz.ui.inside import steps
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import number, plain
from catviz.ui.widgets import charts

CURVE = 40
WORKED = {"data": "toy_tave", "column": "a_3", "a": "g_1", "b": "g_2", "method": "TAVE"}
PRINTED = (4.1135, 2.9491, 2.8852, 1.3772)
"""First row of H(a_3) as the paper prints it, k = 2, q = 10."""


def tave(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """w -> M -> Q -> S -> F."""
    model, theme = learned.estimator, charts.theme()
    partner = model.partner_[column]
    _worked_example(view, model, column)
    counts, r = model.counts_, model.counts_.codebook.position(column)
    own = model.weights_[column].to_numpy()
    first, second, third = st.columns(3)
    with first:
        frequencies = learned.distances.shares[r]
        title = "1  weight w of each value"
        steps.show(draw.weights(model.weights_[column], frequencies, theme, title), "w", "Weights of the values.")
        st.caption(f"How often a value occurs, in each row and its {model.n_neighbors_:,.0f} nearest rows.")
    with second:
        figure = draw.matrix(
            model.intra_[column], theme, "2  M: alike in weight", 1.0, marked=(a, b), filled=_ratio(own, own)
        )
        steps.show(figure, "M", "Matrix M.")
    with third:
        if partner is None:
            st.markdown("There is no other column, so no partner.")
        else:
            together = counts.block(column, partner)
            ratio = _ratio(own, model.weights_[partner].to_numpy())
            figure = draw.matrix(
                model.inter_[column],
                theme,
                f"3  Q: meets its partner {partner}",
                marked=(a, b),
                filled=lambda i, j: f"{together[i, j]:,.0f} / {counts.n_rows:,.0f} · {ratio(i, j)}",
            )
            steps.show(figure, "Q", "Matrix Q.")
            st.caption(f"The partner, {plain(partner)}, is the other column on which {plain(column)} depends most.")
    st.latex(r"M_{rs} = \frac{\min(w_r, w_s)}{\max(w_r, w_s)}")
    if partner is not None:
        st.latex(r"Q_{rt} = \frac{n_{rt}}{n}\cdot\frac{\min(w_r, w_t)}{\max(w_r, w_t)}")
    st.markdown(
        f"- $w_r$: weight of the value r, its share among all rows and their nearest rows; the weights of a column sum "
        f"to 1\n- $r$, $s$: values of {plain(column)}"
        + ("" if partner is None else f"; $t$: a value of {plain(partner)}")
        + ("" if partner is None else "\n- $n_{rt}$: number of rows with r and t; $n$: number of rows")
    )
    transition = model.transition_[column]
    matrix = transition.to_numpy()
    step = controls.number("Diffusion step", "xi", 0, CURVE, 3)
    grown = list(islice(diffusion_steps(matrix, CURVE, model.damping), CURVE + 1))
    left, middle, right = st.columns(3)
    with left:
        steps.show(draw.matrix(transition, theme, "4  S: rows sum to 1", marked=(a, b)), "S", "Transition matrix S.")
    with middle:
        centred = grown[step] - grown[step].mean(axis=0)
        frame = pd.DataFrame(centred, index=transition.index, columns=transition.columns)
        title = f"5  F at step {step}, less its column means"
        steps.show(draw.matrix(frame, theme, title, diverging=True, marked=(a, b)), "F", "Diffused matrix F.")
    with right:
        places = _ways(grown, len(own))
        names = list(counts.codebook.labels[r])
        steps.show(draw.trails(places, step, names, (a, b), theme), "ways", "Values as diffusion goes on.")
        curve = limit_distance(matrix, CURVE, model.damping)
        steps.show(draw.convergence(curve, step, second_eigenvalue(matrix), theme), "limit", "Distance to the limit.")
    if partner is not None:
        st.latex(r"S = D^{-1}\begin{pmatrix}M&Q\\Q^{\top}&M'\end{pmatrix}")
    damped = "" if model.damping == 1 else r"\alpha\,"
    st.latex(rf"F \leftarrow {damped}S\,F\,S^{{\top}} + I")
    st.markdown(
        ("" if partner is None else f"- $M'$: the matrix M of {plain(partner)}\n")
        + "- $D$: diagonal matrix of the row sums, so that the rows of S sum to 1\n"
        "- $F$: starts as S; $\\top$: transposed; $I$: identity matrix"
        + ("" if model.damping == 1 else f"\n- $\\alpha$: damping, {number(model.damping)}")
    )
    steps.result(explanation, a, b)


def ave(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """M and Q, side by side."""
    model, theme = learned.estimator, charts.theme()
    left, right = st.columns(2)
    with left:
        steps.show(
            draw.matrix(model.intra_[column], theme, "1  M: alike in frequency", 1.0, marked=(a, b)), "M", "Matrix M."
        )
    with right:
        if model.partner_[column] is not None:
            title = f"2  Q: meets its partner {model.partner_[column]}"
            steps.show(draw.matrix(model.inter_[column], theme, title, marked=(a, b)), "Q", "Matrix Q.")
    steps.result(explanation, a, b)


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


def _worked_example(view: View, model, column: str) -> None:
    on_example = view.info is not None and view.info.name == WORKED["data"]
    if not on_example:
        choices = WORKED | {
            "TAVE.n_neighbors": "a number",
            "TAVE.n_neighbors.value": 2,
            "TAVE.n_iter": "a number",
            "TAVE.n_iter.value": 10,
            "TAVE.ties": "index",
        }
        st.button("The paper's Table 1", on_click=go, kwargs=choices, help="Six rows, worked by hand there.")
    elif column == WORKED["column"] and model.n_iter == 10 and model.n_neighbors == 2 and model.ties == "index":
        ours = ", ".join(f"{v:.4f}" for v in model.diffusion_[column].to_numpy()[0])
        printed = ", ".join(f"{v:.4f}" for v in PRINTED)
        said = f"The paper prints {printed} for {plain(WORKED['a'])}; computed here: {ours}."
        if ours == printed:
            st.success(f"{said} They agree.")
        else:
            st.info(f"{said} They differ, because the columns or the parameters are not those of the paper.")
