"""The parts of the Inside page: the steps of each method that has some. Every walk ends in the Values page's number."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pandas as pd
import streamlit as st

from catviz.distances.coupled import total_variation
from catviz.embeddings import diffusion_steps, limit_distance, second_eigenvalue
from catviz.plots import inside as draw
from catviz.plots import values as draw_values
from catviz.registry import Method
from catviz.ui import cache, charts, controls, sidebar
from catviz.ui.view import View
from catviz.ui.words import number, plain

DEFAULT = "TAVE"
CURVE = 40
WORKED = {"data": "toy_tave", "column": "a_3", "a": "g_1", "b": "g_2", "method": "TAVE"}
PRINTED = (4.1135, 2.9491, 2.8852, 1.3772)
"""First row of H(a_3) as the paper prints it, k = 2, q = 10."""


def tave(view: View, method: Method, fit: cache.Fitted, column: str, a: str, b: str, explanation) -> None:
    """w -> M -> Q -> S -> F."""
    model, theme = fit.estimator, charts.theme()
    partner = model.partner_[column]
    _worked_example(view, model, column)
    first, second, third = st.columns(3)
    with first:
        shares = model.weights_[column]
        frequencies = fit.distances.shares[fit.distances.codebook.position(column)]
        _show(draw.weights(shares, frequencies, theme, "1  weight w of each value"), "w", "Weights of the values.")
        st.caption(f"How often a value occurs, in each row and its {model.n_neighbors_:,.0f} nearest rows.")
    with second:
        _show(draw.matrix(model.intra_[column], theme, "2  M: alike in weight", 1.0, marked=(a, b)), "M", "Matrix M.")
        st.latex(r"M_{rs} = \min(w_r, w_s) / \max(w_r, w_s)")
    with third:
        if partner is None:
            st.markdown("There is no other column, so no partner.")
        else:
            title = f"3  Q: meets its partner {partner}"
            _show(draw.matrix(model.inter_[column], theme, title, marked=(a, b)), "Q", "Matrix Q.")
            st.caption(f"{plain(partner)} is the column that tells most of {plain(column)}.")
    transition = model.transition_[column]
    matrix = transition.to_numpy()
    left, middle, right = st.columns(3)
    with left:
        _show(draw.matrix(transition, theme, "4  S: rows sum to 1", marked=(a, b)), "S", "Transition matrix S.")
    with middle:
        step = controls.number("Diffusion step", "xi", 0, CURVE, 3)
        current = next(islice(diffusion_steps(matrix, CURVE, model.damping), step, None))
        centred = current - current.mean(axis=0)
        frame = pd.DataFrame(centred, index=transition.index, columns=transition.columns)
        title = f"5  F at step {step}, less its column means"
        _show(draw.matrix(frame, theme, title, diverging=True, marked=(a, b)), "F", "Diffused matrix F.")
    with right:
        curve = limit_distance(matrix, CURVE, model.damping)
        _show(draw.convergence(curve, step, second_eigenvalue(matrix), theme), "limit", "Distance to the limit.")
    _result(explanation, a, b)


def ave(view: View, method: Method, fit: cache.Fitted, column: str, a: str, b: str, explanation) -> None:
    """M and Q, side by side."""
    model, theme = fit.estimator, charts.theme()
    left, right = st.columns(2)
    with left:
        _show(
            draw.matrix(model.intra_[column], theme, "1  M: alike in frequency", 1.0, marked=(a, b)), "M", "Matrix M."
        )
    with right:
        if model.partner_[column] is not None:
            title = f"2  Q: meets its partner {model.partner_[column]}"
            _show(draw.matrix(model.inter_[column], theme, title, marked=(a, b)), "Q", "Matrix Q.")
    _result(explanation, a, b)


def coupled(view: View, method: Method, fit: cache.Fitted, column: str, a: str, b: str, explanation) -> None:
    """Within the column times between columns, and the second split by column."""
    model, theme = fit.estimator, charts.theme()
    counts, r = model.coupled_counts_, model.coupled_counts_.codebook.position(column)
    labels = list(counts.codebook.labels[r])
    shares = model.couplings_[r]
    inter = total_variation(counts, r, shares)
    similar = model.gives == "similarities"
    boxes = st.columns(3)
    with boxes[0]:
        intra = pd.DataFrame(model.intra(column), index=labels, columns=labels)
        if (intra == 1).all(axis=None):
            st.markdown(f"**1  within the column:** {plain(method.name)} does not look at how often a value occurs.")
        else:
            title = "1  within the column: counts"
            _show(draw.matrix(intra, theme, title, marked=(a, b)), "intra", "Intra-column factor.")
    with boxes[1]:
        between = pd.DataFrame(1 - inter if similar else inter, index=labels, columns=labels)
        title = "2  between columns: company shared" if similar else "2  between columns: company apart"
        _show(draw.matrix(between, theme, title, marked=(a, b)), "inter", "Inter-column factor.")
    with boxes[2]:
        table = (model.value_similarities_ if similar else model.value_distances_)[column]
        _show(
            draw.matrix(table, theme, f"3  together: {explanation.quantity}", marked=(a, b)), "product", "The result."
        )
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Company of {plain(a, 40)} and {plain(b, 40)}, split by column**")
        _show(draw_values.contributions(explanation, theme, 14), "split", "Contribution of each column.")
    with right:
        weights = pd.Series(shares, index=counts.codebook.attributes).drop(column).sort_values(ascending=False)
        st.markdown("**How much each other column counts**")
        frame = pd.DataFrame({"column": weights.index, "weight": weights.to_numpy()})
        bar = st.column_config.ProgressColumn(
            format="%.3g", min_value=0.0, max_value=float(weights.max()) if len(weights) and weights.max() > 0 else 1.0
        )
        st.dataframe(frame, hide_index=True, column_config={"weight": bar}, alt="Weights of the other columns")
    _result(explanation, a, b)


STEPS: dict[str, Callable] = {
    "TAVE": tave,
    "AVE": ave,
    "COD": coupled,
    "COS": coupled,
    "WCADO": coupled,
    "AhmadDey": coupled,
}
"""The walk through each method, by its name."""


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


def _show(figure, key: str, alt: str) -> None:
    charts.show(figure, f"inside-{key}", alt)


def _result(explanation, a: str, b: str) -> None:
    st.markdown(
        f"### → {explanation.quantity} of {plain(a, 40)} and {plain(b, 40)}: {number(explanation.value)}"
        + (f" (distance {number(explanation.distance)})" if explanation.quantity == "similarity" else "")
    )
