"""The walk through ADM, COD, COS and W-CADO: the calculation, all values, the weights, and: is it a metric?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.distances.conditional import other_columns, profiles
from catviz.distances.coupled import total_variation
from catviz.distances.information import MOST_ICP_CALLS, icp_calls, icp_calls_of_pair, relative_similarity
from catviz.geometry.value_geometries import ValueDistances
from catviz.plots import graphs
from catviz.plots import inside as draw
from catviz.reading.datasets import row_names
from catviz.ui.inside import steps
from catviz.ui.inside.contingency import Contingency
from catviz.ui.inside.coupled_steps import coupled_steps
from catviz.ui.state import cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts
from catviz.ui.widgets.data_table import show_table

FORMS = {
    "P": "over all subsets of values",
    "U": "over all values",
    "J": "over values that occur with either",
    "I": "over values that occur with both",
}


_QUESTION = "**Is the distance of rows a metric?"


def coupled(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Counts, shares, the other columns, the factor of the column itself, and the distance."""
    model = learned.estimator
    counts, r = model.coupled_counts_, model.coupled_counts_.codebook.position(column)
    others = [counts.codebook.attributes[s] for s in other_columns(counts, r)]
    if others and a != b:
        terms = explanation.terms.set_index("term")["contribution"].reindex(others)
        steps.calculation(
            learned,
            explanation,
            (a, b),
            lambda other: coupled_steps(model, explanation, Contingency.of(counts, column, other, a, b)),
            partial(steps.other_column, others, str(terms.idxmax())),
        )
    else:
        steps.result(explanation, a, b)
    steps.all_values(column)
    _all_values(learned, column, a, b, counts, r)
    similar = model.gives == "similarities"
    if not similar:
        _is_it_a_metric(view, learned)
    if others and similar:
        _forms(counts, column, a, b)


def _all_values(learned: Fitted, column: str, a: str, b: str, counts, r: int) -> None:
    """The factor within the column, the sum over the others, and both together, for every pair of values."""
    model, theme, labels = learned.estimator, charts.theme(), counts.codebook.labels[r]
    similar, frequencies = model.gives == "similarities", counts.frequencies[r]
    inter, intra = total_variation(counts, r, model.couplings_[r]), model.intra(column)
    between = steps.labelled(1 - inter if similar else inter, labels)
    order = learned.distances.arranged(column)

    def sums() -> None:
        title = "sum over the other columns (step 3)"
        words = "weighted 1 − TV" if similar else "weighted TV"
        figure = draw.matrix(between, theme, title, words, near=not similar, marked=(a, b), order=order)
        steps.show(figure, "between", "Sum over the other columns for all pairs of values.")

    def factors() -> None:
        factor = steps.labelled(intra, labels)
        title, filled = "factor within the column (step 4)", _counted(frequencies)
        figure = draw.matrix(
            factor, theme, title, "factor", near=not similar, marked=(a, b), filled=filled, order=order
        )
        steps.show(figure, "within", "Factor within the column for all pairs of values.")

    def similarities() -> None:
        figure = draw.matrix(
            model.value_similarities_[column], theme, "similarity", "similarity", marked=(a, b), order=order
        )
        steps.show(figure, "similarity", "Similarities of all values.")

    parts: list[Callable[[], None]] = [partial(steps.distances, learned, column, a, b, order)]
    if not (intra == 1).all():
        parts = [sums, factors, *([similarities] if similar else []), *parts]
    if np.ptp(_own_weights(model, column)) > 0:
        parts.append(partial(_network, model, column))
    steps.grid(parts)


def _counted(frequencies: np.ndarray) -> Callable[[int, int], str]:
    """How often both values occur, in numbers."""
    return lambda i, j: f"{frequencies[i]:,.0f} and {frequencies[j]:,.0f} rows<br>factor"


def _own_weights(model, column: str) -> np.ndarray:
    """How much each other column counts for a column; a single 0 where there is no other."""
    attributes = list(model.coupled_counts_.codebook.attributes)
    return (
        np.delete(model.couplings_[attributes.index(column)], attributes.index(column))
        if attributes[1:]
        else np.zeros(1)
    )


def _network(model, column: str) -> None:
    attributes = model.coupled_counts_.codebook.attributes
    weights = pd.DataFrame(model.couplings_, index=attributes, columns=attributes)
    figure = graphs.dependence(weights, column, charts.theme(), f"weights of the other columns for {column}")
    steps.show(figure, "network", f"Columns joined by their dependence, {column} among them.")


def _is_it_a_metric(view: View, learned: Fitted) -> None:
    found = cache.triangles(view, learned.method.name, learned.parameters)
    with st.container(border=True):
        rows = f"{found.n_rows:,} sampled rows" if found.sampled else f"all {found.n_rows:,} rows"
        triples = f"{found.n_triples:,} triples of rows ({rows})"
        if not found.n_violations:
            held = f"No detour is shorter than the direct way: the triangle inequality holds in {triples}"
            unseen = "; other rows are not checked" if found.sampled else ""
            st.markdown(f"{_QUESTION} {_answer(learned.distances, found.sampled)} {held}{unseen}.")
            return
        worst = found.worst
        i, j, k = (_row(view, number) for number in (worst.i, worst.j, worst.k))
        st.markdown(
            f"{_QUESTION} No.** Under a metric, no detour is shorter than the direct way (triangle inequality); "
            f"{100 * found.share:.2g}\u00a0% of {triples} violate this. The largest violation: the distance from {i} "
            f"to {k} is {number(worst.direct)}, but from {i} to {j} and on to {k} it is only {number(worst.first)} + "
            f"{number(worst.second)} = {number(worst.first + worst.second)}."
        )


def _answer(distances: ValueDistances, sampled: bool) -> str:
    """The answer if no three rows violate the triangle inequality, with the end of its bold type."""
    if alike := _coinciding(distances):
        return f"No.** {alike}"
    return "No counterexample found.**" if sampled else "Yes, on the rows of this table.**"


def _coinciding(distances: ValueDistances) -> str:
    """Two different values at distance 0, which no metric has; empty if there are none."""
    book = distances.codebook
    for name, labels, table in zip(book.attributes, book.labels, distances.tables, strict=True):
        first, second = np.nonzero(np.triu(np.round(table, 9) == 0, 1))
        if len(first):
            pair = f"{plain(labels[first[0]], 40)} and {plain(labels[second[0]], 40)}"
            return (
                f"In a metric only equal values have distance 0, but {pair} of column {plain(name, 40)} have distance "
                "0 too. A distance that is a metric apart from that is called a pseudometric."
            )
    return ""


def _row(view: View, i: int) -> str:
    names = row_names(view.info.name) if view.info is not None else None
    return f"row {i + 1:,}" if names is None else f"{plain(names[view.row_numbers[i]], 30)}"


def _forms(counts, column: str, a: str, b: str) -> None:
    """The four forms of the inter-column similarity, all equal, and what each costs to look up."""
    with st.expander("Four formulas, one number"):
        st.markdown(
            "The paper compares two values through another column by four formulas, called IRSP, IRSU, IRSJ and IRSI. "
            "All four give 1 − TV, where TV is the total variation distance: half the sum of the absolute differences "
            "between the shares of that column's values. They differ only in the work, which is the number of shares "
            "that are looked up."
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
                line[f"look-ups, IRS{form}"] = _lookups(calls[form])
            lines.append(line)
        similar = {f"IRS{f}": st.column_config.NumberColumn(format="%.4f", help=words) for f, words in FORMS.items()}
        show_table(pd.DataFrame(lines), hide_index=True, column_config=similar, alt="The four forms by column")
        totals = icp_calls(counts)
        lookups = ", ".join(f"{_lookups(totals[form])} (IRS{form})" for form in FORMS)
        columns = counted(len(book.attributes), "column")
        st.caption(f"Shares looked up for all pairs of values of all {columns}: {lookups}.")


def _lookups(n: int) -> str:
    """A number of look-ups; beyond a billion as a power of ten: with 2^m subsets it may exceed every float."""
    return f"{n:,}" if n < 10**9 else f"about {number(n)}"
