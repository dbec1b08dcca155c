"""The walk through the coupled family: within times between, dependence of columns, forms, and: is it a metric?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import streamlit as st

from catviz.distances.conditional import other_columns, profiles
from catviz.distances.coupled import total_variation
from catviz.distances.information import MOST_ICP_CALLS, icp_calls, icp_calls_of_pair, relative_similarity
from catviz.plots import graphs
from catviz.plots import inside as draw
from catviz.plots import values as draw_values
from catviz.reading.datasets import row_names
from catviz.ui.inside import steps
from catviz.ui.state import cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts

FORMS = {
    "P": "IRSP, over all subsets of values",
    "U": "IRSU, over all values",
    "J": "IRSJ, over values that occur with either",
    "I": "IRSI, over values that occur with both",
}


def coupled(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Within the column times between columns, and the second split by column."""
    model, theme = learned.estimator, charts.theme()
    counts, r = model.coupled_counts_, model.coupled_counts_.codebook.position(column)
    labels = list(counts.codebook.labels[r])
    inter = total_variation(counts, r, model.couplings_[r])
    similar = model.gives == "similarities"
    boxes = st.columns(3)
    with boxes[0]:
        intra = pd.DataFrame(model.intra(column), index=labels, columns=labels)
        if (intra == 1).all(axis=None):
            st.markdown("**1  within the column:** this method does not look at how often a value occurs.")
        else:
            title = "1  within the column: counts"
            figure = draw.matrix(intra, theme, title, marked=(a, b), filled=_counted(counts.frequencies[r]))
            steps.show(figure, "intra", "Intra-column factor.")
    with boxes[1]:
        between = pd.DataFrame(1 - inter if similar else inter, index=labels, columns=labels)
        title = "2  between columns: company shared" if similar else "2  between columns: company apart"
        steps.show(draw.matrix(between, theme, title, marked=(a, b)), "inter", "Inter-column factor.")
    with boxes[2]:
        table = (model.value_similarities_ if similar else model.value_distances_)[column]
        title = f"3  together: {explanation.quantity}"
        own, other = intra.to_numpy(), between.to_numpy()
        figure = draw.matrix(
            table,
            theme,
            title,
            marked=(a, b),
            filled=lambda i, j: f"1: {number(own[i, j])}, 2: {number(other[i, j])}<br>together",
        )
        steps.show(figure, "product", "The result.")
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Company of {plain(a, 40)} and {plain(b, 40)}, split by column**")
        steps.show(draw_values.contributions(explanation, theme, 14), "split", "Contribution of each column.")
    with right:
        _weights(model, column)
    steps.result(explanation, a, b)
    if not similar:
        _is_it_a_metric(view, learned)
    if other_columns(counts, r):
        _forms(counts, column, a, b)


def _counted(frequencies: np.ndarray) -> Callable[[int, int], str]:
    """How often both values occur, in numbers."""
    return lambda i, j: f"{frequencies[i]:,.0f} and {frequencies[j]:,.0f} rows<br>factor"


def _weights(model, column: str) -> None:
    """How much each other column counts: a network where that differs, a sentence where it does not."""
    attributes = model.coupled_counts_.codebook.attributes
    weights = pd.DataFrame(model.couplings_, index=attributes, columns=attributes)
    own = weights.loc[column].drop(column)
    if own.empty:
        return
    if np.ptp(own.to_numpy()) == 0:
        st.markdown(f"**All {len(own)} other columns count the same:** {number(own.iloc[0])} each.")
        return
    title = f"how much other columns count for {column}"
    figure = graphs.dependence(weights, column, charts.theme(), title)
    steps.show(figure, "network", f"Columns joined by their dependence, {column} among them.")


def _is_it_a_metric(view: View, learned: Fitted) -> None:
    found = cache.triangles(view, learned.method.name, learned.parameters)
    with st.container(border=True):
        of = f"a sample of {found.n_rows:,} rows" if found.sampled else f"all {found.n_rows:,} rows"
        triples = f"{found.n_triples:,} ordered triples of {of}"
        if not found.n_violations:
            st.markdown(
                f"**Is it a metric?** No violation of the triangle inequality in {triples}. That is no proof: it holds "
                "for these rows."
            )
            return
        worst = found.worst
        i, j, k = (_row(view, number) for number in (worst.i, worst.j, worst.k))
        st.markdown(
            f"**Is it a metric? No.** {100 * found.share:.2g} % of {triples} violate the triangle inequality. Worst: "
            f"the distance from {i} to {k} is {number(worst.direct)}, but from {i} to {j} and from {j} to {k} it is "
            f"only {number(worst.first)} + {number(worst.second)} = {number(worst.first + worst.second)}."
        )


def _row(view: View, i: int) -> str:
    names = row_names(view.info.name) if view.info is not None else None
    return f"row {i + 1:,}" if names is None else f"{plain(names[view.row_numbers[i]], 30)}"


def _forms(counts, column: str, a: str, b: str) -> None:
    """The four forms of the inter-column similarity, all equal, and what each costs to look up."""
    with st.expander("Four formulas, one number"):
        st.markdown(
            "Li compares two values through another column by four formulas. All four equal 1 − TV, where TV is the "
            "total variation distance: half the sum of the absolute differences between the shares of that column's "
            "values. They differ in how many conditional shares they look up."
        )
        book = counts.codebook
        r, (i, j) = book.position(column), (book.code(column, value) for value in (a, b))
        lines = []
        for s in other_columns(counts, r):
            shares = profiles(counts, r, s)[[i, j]]
            calls = icp_calls_of_pair(counts, column, a, b, book.attributes[s])
            line = {"by column": book.attributes[s]}
            for form in FORMS:
                feasible = form != "P" or calls["P"] <= MOST_ICP_CALLS
                line[f"IRS{form}"] = float(relative_similarity(shares, form)[0, 1]) if feasible and i != j else None
                line[f"look-ups {form}"] = _lookups(calls[form])
            lines.append(line)
        similar = {f"IRS{f}": st.column_config.NumberColumn(format="%.4f", help=words) for f, words in FORMS.items()}
        st.dataframe(pd.DataFrame(lines), hide_index=True, column_config=similar, alt="The four forms by column")
        totals = icp_calls(counts)
        told = ", ".join(f"{form} {_lookups(totals[form])}" for form in FORMS)
        st.caption(f"Look-ups for all pairs of all {counted(len(book.attributes), 'column')}: {told}.")


def _lookups(n: int) -> str:
    """A number of look-ups; beyond a billion as a power of ten: with 2^m subsets it may exceed every float."""
    return f"{n:,}" if n < 10**9 else f"about {number(n)}"
