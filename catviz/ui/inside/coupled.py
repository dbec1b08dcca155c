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
from catviz.geometry.explanation import Explanation
from catviz.geometry.triangles import TriangleCount, row_triangle_violations
from catviz.plots import inside as draw
from catviz.reading.datasets import row_names
from catviz.ui.inside import findings, steps
from catviz.ui.inside.steps import Contingency
from catviz.ui.labels import OTHER_COLUMN
from catviz.ui.state import cache
from catviz.ui.state.cache import Fitted, Parameters
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.worked import Line, Number, Step, grouped, total

FORMS = {
    "P": "over all subsets of values",
    "U": "over all values",
    "J": "over values that occur with either",
    "I": "over values that occur with both",
}


BETWEEN, WITHIN = "between columns", "within the column"
_SYMBOLS = {"eta": "η", "theta": "θ", "alpha eta + gamma theta": "(α η + γ θ)"}
#: Factors of a column's own counts, in a formula and in a table.
_NAMES = _SYMBOLS | {"1/n_x + 1/n_y": "sum of 1/n", "n_x n_y / (n_x + n_y + n_x n_y)": "frequency factor"}
_THETAS = {
    "product": "n_x/N · n_y/N",
    "sum": "α n_x/N + γ n_y/N",
    "log": "−α ln(n_x/N) − γ ln(n_y/N)",
    "one": "1",
}


def coupled(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Show counts, shares, the other columns, the factor of the column itself, and the distance."""
    model = learned.estimator
    counts, r = model.coupled_counts_, model.coupled_counts_.codebook.position(column)
    others = [counts.codebook.attributes[s] for s in other_columns(counts, r)]
    if others and a != b:
        terms = explanation.terms.set_index("term")["contribution"].reindex(others)
        steps.calculation(
            learned,
            lambda other: coupled_steps(model, explanation, Contingency.of(counts, column, other, a, b)),
            partial(steps.other_column, others, str(terms.idxmax())),
        )
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
        title, filled = "factor within the column (step 4)", _counts_in_words(frequencies)
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


def _counts_in_words(frequencies: np.ndarray) -> Callable[[int, int], str]:
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
    figure = draw.dependence(weights, column, charts.theme(), f"weights of the other columns for {column}")
    steps.show(figure, "network", f"Columns joined by their dependence, {column} among them.")


def _is_it_a_metric(view: View, learned: Fitted) -> None:
    triangles = _triangles(view, learned.method.name, learned.parameters)
    with st.container(border=True):
        if not triangles.n_violations:
            st.markdown(findings.no_violation(triangles, learned.distances))
            return
        worst = triangles.worst
        st.markdown(findings.violation(triangles, *(_row(view, number) for number in (worst.i, worst.j, worst.k))))


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


def coupled_steps(model, explanation: Explanation, crossed: Contingency) -> list[Step]:
    """The calculation of one number; ``crossed`` is the contingency table with the column shown in detail."""
    similar = model.gives == "similarities"
    sums = getattr(model, "combine", "product") == "sum"
    factors = explanation.factors
    within = list(factors[1:-3] if sums else factors[:-2])
    steps = [crossed.of_rows(), _shares(crossed, similar), _columns(crossed, explanation, similar, sums, not within)]
    if within:
        steps += [_within(model, explanation, crossed, within), _result(model, explanation, crossed, within, sums)]
    return steps


def _shares(crossed: Contingency, similar: bool) -> Step:
    """Shares of the pair, how they differ (or what they share), and the sum."""
    a, b = crossed.names
    i, j = crossed.pair
    lines: list[Line] = []
    parts: list[Number] = []
    for w, places in crossed.lines:
        first, second = crossed.share_of(0, w, places), crossed.share_of(1, w, places)
        if similar:
            name, value = f"smaller share, {w}", float(np.minimum(crossed.shares[i], crossed.shares[j])[places].sum())
            filled = f"min({first.shown}, {second.shown})"
        else:
            name, value = f"difference, {w}", float(np.abs(crossed.shares[i] - crossed.shares[j])[places].sum())
            filled = f"|{first.shown} − {second.shown}|"
        if len(places) > 1:
            filled = f"sum over {len(places)} values"
        parts.append(Number(name, value, filled, (first.name, second.name), scale="share"))
        lines.append((w, (first, second, parts[-1])))
    whole, name = sum(part.value for part in parts), _variation(crossed.other, similar)
    last = total(name, whole, parts) if similar else total(name, whole / 2, parts, "½ ({})")
    lines.append(("1 − TV" if similar else "TV", (None, None, last)))
    formula = (
        "1 − TV_l = Σ_w min(P(w | x), P(w | y)), with P(w | x) = n_{xw} / n_x"
        if similar
        else "TV_l = ½ Σ_w |P(w | x) − P(w | y)|, with P(w | x) = n_{xw} / n_x"
    )
    symbols = (
        ("P(w | x)", f"conditional distribution of {crossed.other} in the rows with x"),
        ("x, y", f"{a}, {b}"),
        ("TV_l", "total variation distance, 0 if both distributions are equal, 1 if they share no value"),
    )
    heads = (a, b, "smaller" if similar else "difference")
    title = f"2  Shares within {a} and {b}"
    return Step(title, formula, symbols, crossed.other, heads, tuple(lines), total=True)


def _variation(column: str, similar: bool) -> str:
    return f"1 − TV({column})" if similar else f"TV({column})"


def _columns(crossed: Contingency, explanation: Explanation, similar: bool, sums: bool, last: bool) -> Step:
    """The other columns, each with its weight, and their sum, which may be the result."""
    factors = explanation.factors
    terms = explanation.terms.iloc[1:] if sums else explanation.terms
    terms = terms.iloc[np.argsort(-terms["contribution"].to_numpy(), kind="stable")]
    names = [str(name) for name in terms["term"]]
    weights, variations = (terms[factor].to_numpy(dtype=float) for factor in factors[-2:])
    products = weights * variations
    importance = np.where(np.array(names) == crossed.other, np.inf, products)
    lines: list[Line] = []
    parts: list[Number] = []
    for label, places in grouped(names, importance):
        value = float(products[places].sum())
        name = f"weighted {_variation(label, similar)}"
        if len(places) > 1:
            parts.append(Number(name, value, f"sum over {len(places)} columns"))
            lines.append((label, (None, None, parts[-1])))
            continue
        k = int(places[0])
        shown = label == crossed.other
        hint = "" if shown else f"(step 2 with {label} as “{OTHER_COLUMN}”)"
        variation = Number(_variation(label, similar), float(variations[k]), hint)
        if shown:
            variation = Number(variation.name, variation.value)
        weight = Number(f"weight of {label}", float(weights[k]), _weight_words(explanation, len(names)), bar=False)
        filled = f"{weight.shown} · {variation.shown}"
        parts.append(Number(name, value, filled, (weight.name, variation.name)))
        lines.append((label, (variation, weight, parts[-1])))
    lines.append(
        (
            "distance" if last else "sum",
            (None, None, total(_distance(crossed) if last else BETWEEN, products.sum(), parts)),
        )
    )
    term = "1 − TV_l" if similar else "TV_l"
    coupling = "I(r; l) / H(r, l)" if factors[-2] == "xi" else "1 / (m − 1)"
    symbols = (
        ("l", "every other column"),
        ("ω_l", f"weight of the column, {coupling}"),
        *(
            (("I, H", "mutual information and joint entropy"), ("r", crossed.column))
            if factors[-2] == "xi"
            else (("m", f"number of columns, {len(names) + 1}"),)
        ),
    )
    heads = ("1 − TV" if similar else "TV", "weight", "product")
    title = "3  Every other column, and the distance" if last else "3  Every other column"
    formula = f"{'d(x, y) = ' if last else ''}Σ_l ω_l · {f'({term})' if similar else term}"
    return Step(title, formula, symbols, "column", heads, tuple(lines), total=True)


def _distance(crossed: Contingency) -> str:
    return f"d({', '.join(crossed.names)})"


def _weight_words(explanation: Explanation, n: int) -> str:
    return "I / H of both columns" if explanation.factors[-2] == "xi" else f"1 / {n}"


def _within(model, explanation: Explanation, crossed: Contingency, own: list[str]) -> Step:
    """The factor from how often the two values occur."""
    counts = model.coupled_counts_
    r = counts.codebook.position(crossed.column)
    frequencies = counts.frequencies[r]
    whole, pair = float(frequencies.sum()), [float(frequencies[i]) for i in crossed.pair]
    lines, used = [], []
    for k, (x, n) in enumerate(zip(crossed.names, pair, strict=True)):
        same = abs(float(crossed.table[crossed.pair[k]].sum()) - n) < 1e-9 * max(n, 1.0)
        name = crossed.total(x) if same else f"n({x}) in all rows"
        lines.append((f"n({x})", (Number(name, n, side="ab"[k], bar=False),)))
        used.append(name)
    parts = []
    for factor in own:
        value = float(explanation.terms[factor].iloc[0])
        filled = _FILLED.get(factor, lambda *_: "")(model, *pair, whole)
        parts.append(Number(_NAMES.get(factor, factor), value, filled, tuple(used), bar=False))
        lines.append((parts[-1].name, (parts[-1],)))
    value = float(np.prod([part.value for part in parts]))
    filled = " · ".join(part.shown for part in parts)
    product = Number(WITHIN, value, filled, tuple(part.name for part in parts), bar=False)
    lines.append(("product" if len(parts) > 1 else "factor", (product,)))
    symbols = [("n_x, n_y", "rows with each value")]
    formula = " · ".join(_SYMBOLS.get(factor, f"({factor})" if len(own) > 1 else factor) for factor in own)
    if "eta" in own or "theta" in own[0]:
        formula += f", with η = P(two rows differ) and θ = {_THETAS[model.theta]}"
        symbols += [("n_v", "rows with value v"), ("N", f"number of rows, {number(whole)}")]
    return Step("4  Within the column", formula, tuple(symbols), crossed.column, ("",), tuple(lines), total=True)


def _theta(model, a: float, b: float, n: float) -> str:
    if model.theta == "product":
        return f"{number(a)}/{number(n)} · {number(b)}/{number(n)}"
    return ""


#: Factors of a column's own counts, filled in.
_FILLED: dict[str, Callable[..., str]] = {
    "1/n_x + 1/n_y": lambda model, a, b, n: f"1/{number(a)} + 1/{number(b)}",
    "n_x n_y / (n_x + n_y + n_x n_y)": lambda model, a, b, n: (
        f"{number(a)} · {number(b)} / ({number(a)} + {number(b)} + {number(a)} · {number(b)})"
    ),
    "eta": lambda model, a, b, n: "1 − Σ n_v (n_v − 1) / (N (N − 1))",
    "theta": _theta,
}


def _result(model, explanation: Explanation, crossed: Contingency, own: list[str], sums: bool) -> Step:
    similar = explanation.quantity == "similarity"
    name = _distance(crossed).replace("d", "s", 1) if similar else _distance(crossed)
    between = float(explanation.terms[list(explanation.factors[-2:])].prod(axis=1, skipna=False).sum())
    within = float(explanation.terms[own].iloc[0].prod())
    filled, formula = f"{number(within)} · {number(between)}", f"{name[0]}(x, y) = step 4 · step 3"
    symbols: tuple[tuple[str, str], ...] = ()
    if sums:
        alpha, gamma = map(number, model.mix)
        symbols = (("α, γ", f"weights of both parts, {alpha} and {gamma}"),)
        filled, formula = (
            f"{alpha} · {number(within)} + {gamma} · {number(between)}",
            "d(x, y) = α · step 4 + γ · step 3",
        )
    last = Number(name, explanation.value, filled, (WITHIN, BETWEEN), bar=False)
    lines = [(explanation.quantity, (last,))]
    if similar:
        turned = f"{number(explanation.value + explanation.distance)} − {last.shown}"
        lines.append(("distance", (Number(_distance(crossed), explanation.distance, turned, (name,), bar=False),)))
        formula += ", d(x, y) = (s(x, x) + s(y, y)) / 2 − s(x, y)"
    return Step(f"5  The {explanation.quantity}", formula, symbols, "", ("",), tuple(lines))


@cache.by_content(16)
def _triangles(view: View, name: str, parameters: Parameters = ()) -> TriangleCount:
    """How often the triangle inequality fails between rows under a method."""
    return row_triangle_violations(cache.fitted(view, name, parameters).estimator.geometry_, view.table)
