"""A method's formula with what its symbols mean, and filled in with the numbers of one pair of values."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from catviz.geometry.explanation import Explanation
from catviz.registry import Method, described
from catviz.ui.text import NOTHING, latex, latex_number, plain

TITLE = "How it works"
MOST = 3
"""Terms written out; the others are put together."""
_NEXT = r" \\ "
_NAME = 26
"""Characters of the name next to a term."""


def how_it_works():
    """The closed box in which a page says how what it shows is worked out: a context manager."""
    return st.expander(TITLE)


_SPOKEN = {
    "1 / other columns": "1 / number of other columns",
    "alpha": "weight α of the graph",
    "scale": "scale s of the graph",
    "steps": "number of steps",
    "one step": "length of one step",
}
"""Names of numbers in a breakdown that need more words on a page."""
_TV = " TV: total variation distance in that column, half the sum of the absolute differences of the shares."


def show(method: Method) -> None:
    """A method's formula, one line for each equation, and every symbol in it."""
    for part in method.formulas:
        st.latex(part)
    st.markdown(described.symbols(method))


def fill(explanation: Explanation, a: str, b: str) -> None:
    """The formula with the numbers of one pair of values, and what each of them is."""
    st.latex(filled(explanation, a, b))
    each = _each_term(explanation)
    if re.search(r"(_|\()[ab]\b", each):
        each += " There a is the first value, x in the formula, and b the second, y."
    if each:
        st.caption(plain(f"{each} Numbers are rounded."))


def filled(explanation: Explanation, a: str, b: str) -> str:
    """LaTeX: the terms of an explanation as numbers, one line each with its name, largest first, and the result."""
    terms = explanation.terms.sort_values("contribution", ascending=False, kind="stable")
    parts = [
        (_term(row, explanation.factors), latex(explanation.title(row["term"]), _NAME))
        for row in terms.head(MOST).to_dict("records")
    ]
    rest = terms["contribution"].iloc[MOST:]
    if len(rest):
        more = "1 more term" if len(rest) == 1 else f"{len(rest)} more terms"
        parts.append((_number(rest.sum()), rf"\text{{{more}}}"))
    symbol = "s" if explanation.quantity == "similarity" else "d"
    power = "" if explanation.power == 1 else rf"^{{{explanation.power:g}}}"
    left = f"{symbol}({latex(a)},\\,{latex(b)}){power}"
    total = _number(explanation.terms["contribution"].sum())
    lines = [f"&{'=' if k == 0 else '+'} {part} && {name}" for k, (part, name) in enumerate(parts)]
    lines = [f"&= {total}"] if [part for part, _ in parts] == [total] else [*lines, f"&= {total}"]
    if power:
        root = r"\sqrt" if explanation.power == 2 else rf"\sqrt[{explanation.power:g}]"
        lines.append(f"&{symbol} = {root}{{{total}}} = {_number(explanation.value)}")
    if explanation.quantity == "similarity":
        own = explanation.distance + explanation.value
        both = rf"\underbrace{{{_number(own)}}}_{{\text{{mean of }} s(x,x),\, s(y,y)}}"
        lines.append(rf"&d = {both} - {_number(explanation.value)} = {_number(explanation.distance)}")
    return rf"\begin{{aligned}} &{left} \\ {_NEXT.join(lines)} \end{{aligned}}"


def _term(row: dict, factors: tuple[str, ...]) -> str:
    there = [_number(row[f]) for f in factors if not pd.isna(row[f])]
    if there:
        return r" \cdot ".join(there)
    form = next((form for form in _FORMS if form.fits(row)), None)
    return _number(row["contribution"]) if form is None else form.written(row)


def _each_term(explanation: Explanation) -> str:
    """What the numbers of a term are, by their names in the breakdown."""
    names = list(explanation.factors)
    if len(set(names)) == 1:
        return f"Each term: {names[0]}" + (", squared." if len(names) == 2 else ".")
    if names:
        spoken = [_SPOKEN.get(name, name) for name in names]
        words = f"Each term: {' × '.join(f'({name})' if ' + ' in name or '/' in name else name for name in spoken)}."
        return words + _TV * ("TV" in names)
    row = explanation.terms.iloc[0].to_dict()
    return next((f"Each term: {form.words}." for form in _FORMS if form.fits(row)), "")


@dataclass(frozen=True)
class _Form:
    """How two columns of a breakdown make a contribution that is not their product."""

    first: str
    second: str
    latex: str
    words: str

    def fits(self, row: dict) -> bool:
        return self.first in row and self.second in row and row["term"] != EQUAL_VALUES

    def written(self, row: dict) -> str:
        return self.latex % tuple(_signed(row[name]) for name in (self.first, self.second))


EQUAL_VALUES = "equal values"
"""The term of a value and itself, whose similarity is set, not computed."""
_FORMS = (
    _Form("first", "second", "(%s - %s)^2", "the squared difference of the coordinates of the two values"),
    _Form("KL(a, b)", "KL(b, a)", "(%s + %s)", "the divergence in both directions, KL(a, b) + KL(b, a)"),
    _Form("rows", "over", r"\frac{%s}{%s}", "rows of the value over rows of all others"),
    _Form("ln n/f_a", "ln n/f_b", r"\frac{1}{1 + %s \cdot %s}", "1 / (1 + ln n/f_a · ln n/f_b)"),
)


def _number(value: float) -> str:
    return latex_number(value if abs(value) > NOTHING else 0.0)


def _signed(value: float) -> str:
    text = _number(value)
    return f"({text})" if text.startswith(("-", "\u2212")) else text
