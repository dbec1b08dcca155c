"""The walk through diffusion: w, M, Q, S and F, and the paper's worked example."""

from __future__ import annotations

from itertools import islice

import pandas as pd
import streamlit as st

from catviz.embeddings import diffusion_steps, limit_distance, second_eigenvalue
from catviz.plots import inside as draw
from catviz.ui import charts, controls, sidebar, steps
from catviz.ui.learned import Learned
from catviz.ui.view import View
from catviz.ui.words import plain

CURVE = 40
WORKED = {"data": "toy_tave", "column": "a_3", "a": "g_1", "b": "g_2", "method": "TAVE"}
PRINTED = (4.1135, 2.9491, 2.8852, 1.3772)
"""First row of H(a_3) as the paper prints it, k = 2, q = 10."""


def tave(view: View, learned: Learned, column: str, a: str, b: str, explanation) -> None:
    """w -> M -> Q -> S -> F."""
    model, theme = learned.estimator, charts.theme()
    partner = model.partner_[column]
    _worked_example(view, model, column)
    first, second, third = st.columns(3)
    with first:
        shares = model.weights_[column]
        distances = learned.fit.distances
        frequencies = distances.shares[distances.codebook.position(column)]
        steps.show(draw.weights(shares, frequencies, theme, "1  weight w of each value"), "w", "Weights of the values.")
        st.caption(f"How often a value occurs, in each row and its {model.n_neighbors_:,.0f} nearest rows.")
    with second:
        steps.show(
            draw.matrix(model.intra_[column], theme, "2  M: alike in weight", 1.0, marked=(a, b)), "M", "Matrix M."
        )
        st.latex(r"M_{rs} = \min(w_r, w_s) / \max(w_r, w_s)")
    with third:
        if partner is None:
            st.markdown("There is no other column, so no partner.")
        else:
            title = f"3  Q: meets its partner {partner}"
            steps.show(draw.matrix(model.inter_[column], theme, title, marked=(a, b)), "Q", "Matrix Q.")
            st.caption(f"{plain(partner)} is the column that tells most of {plain(column)}.")
    transition = model.transition_[column]
    matrix = transition.to_numpy()
    left, middle, right = st.columns(3)
    with left:
        steps.show(draw.matrix(transition, theme, "4  S: rows sum to 1", marked=(a, b)), "S", "Transition matrix S.")
    with middle:
        step = controls.number("Diffusion step", "xi", 0, CURVE, 3)
        current = next(islice(diffusion_steps(matrix, CURVE, model.damping), step, None))
        centred = current - current.mean(axis=0)
        frame = pd.DataFrame(centred, index=transition.index, columns=transition.columns)
        title = f"5  F at step {step}, less its column means"
        steps.show(draw.matrix(frame, theme, title, diverging=True, marked=(a, b)), "F", "Diffused matrix F.")
    with right:
        curve = limit_distance(matrix, CURVE, model.damping)
        steps.show(draw.convergence(curve, step, second_eigenvalue(matrix), theme), "limit", "Distance to the limit.")
    steps.result(explanation, a, b)


def ave(view: View, learned: Learned, column: str, a: str, b: str, explanation) -> None:
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
        st.button("The paper's Table 1", on_click=sidebar.go, kwargs=choices, help="Six rows, worked by hand there.")
    elif column == WORKED["column"] and model.n_iter == 10 and model.n_neighbors == 2 and model.ties == "index":
        ours = ", ".join(f"{v:.4f}" for v in model.diffusion_[column].to_numpy()[0])
        printed = ", ".join(f"{v:.4f}" for v in PRINTED)
        st.success(f"The paper prints {printed} for {plain(WORKED['a'])}; computed here: {ours}.")
