"""A method's formula with its symbols, filled in with the numbers of one pair, and changes that should not matter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from catviz.analysis.invariance import COMPARED_ROWS, MOST_ROWS, metamorphic
from catviz.base import EXACT, UP_TO_SCALE
from catviz.geometry.explanation import Explanation
from catviz.registry import Method, described
from catviz.ui.state import background, cache
from catviz.ui.state.view import View
from catviz.ui.text import NOTHING, counted, latex, latex_number, number, plain

TITLE = "How it works"
#: Terms written out; the others are put together.
MOST = 3
_NEXT = r" \\ "
#: Characters of the name next to a term.
_NAME = 26
CHANGES = {
    "rename": "Renaming the values",
    "permute": "Shuffling the rows",
    "constant": "Adding a column with one value",
}
EFFECTS = {EXACT: "changes no distance", UP_TO_SCALE: "multiplies all distances by the same factor"}
_MAY_CHANGE = "may change distances"
_FITS = 4


def how_it_works():
    """The closed box in which a page says how what it shows is worked out: a context manager."""
    return st.expander(TITLE)


#: Names of numbers in a breakdown that need more words on a page.
_SPOKEN = {
    "1 / other columns": "1 / number of other columns",
    "alpha": "weight α of the graph",
    "scale": "scale s of the graph",
    "steps": "number of steps",
    "one step": "length of one step",
}
_TV = " TV: total variation distance in that column, half the sum of the absolute differences of the shares."


def show(method: Method) -> None:
    """Show a method's formula, one line for each equation, and every symbol in it."""
    for part in method.formulas:
        st.latex(part)
    st.markdown(described.symbols(method))


def fill(explanation: Explanation, a: str, b: str) -> None:
    """Show the formula with the numbers of one pair of values, and what each of them is."""
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
        mean = explanation.distance + explanation.value
        both = rf"\underbrace{{{_number(mean)}}}_{{\text{{mean of }} s(x,x),\, s(y,y)}}"
        lines.append(rf"&d = {both} - {_number(explanation.value)} = {_number(explanation.distance)}")
    return rf"\begin{{aligned}} &{left} \\ {_NEXT.join(lines)} \end{{aligned}}"


def invariances(view: View, method: Method, parameters: cache.Parameters) -> None:
    """Show a badge for each change: what the method declares and, once asked for, what is found on this table."""
    declared = getattr(method.cls, "invariances", None)
    if declared is None:
        return
    st.markdown(
        "Three changes of the table that ought not to matter, and what each does to distances under this method:"
    )
    box = st.container(horizontal=True)
    changes = _found_here(view, method, parameters)
    for change, words in CHANGES.items():
        with box:
            if changes is None:
                _declared(words, declared[change])
            else:
                _compared(words, changes.loc[change])
    if changes is not None and view.table.n_rows > MOST_ROWS:
        st.caption(f"Found on a sample of {MOST_ROWS:,} rows.")
    if changes is not None and not hasattr(method.cls, "value_distances_"):
        n = min(COMPARED_ROWS, view.table.n_rows)
        st.caption(f"Compared: the distances of {counted(n, 'row')}; one permutation.")


def _term(row: dict, factors: tuple[str, ...]) -> str:
    numbers = [_number(row[f]) for f in factors if not pd.isna(row[f])]
    if numbers:
        return r" \cdot ".join(numbers)
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


#: The term of a value and itself, whose similarity is set, not computed.
EQUAL_VALUES = "equal values"
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


def _found_here(view: View, method: Method, parameters: cache.Parameters) -> pd.DataFrame | None:
    """What the changes do to this table, by change; None until it was asked for and is there."""
    what, work = repr(("metamorphic", method.name, parameters)), partial(_check, view, method, parameters)
    changes = background.result(
        view, what, work, "The check", _seconds(view, method), at_once=-1, ask="Check on this table"
    )
    if isinstance(changes, str):
        st.caption(f":orange[Note:] {plain(changes, 600)}")
        return None
    return None if changes is None or len(changes) < len(CHANGES) else changes


def _check(view: View, method: Method, parameters: cache.Parameters, report) -> pd.DataFrame | str:
    estimator = cache.unfitted(view, method.name, parameters)
    y = view.target_for(estimator)
    try:
        return metamorphic(estimator, view.table, y, view.seed, report).set_index("change")
    except ValueError as error:
        return str(error)


def _seconds(view: View, method: Method) -> float:
    codebook = cache.counts(view).codebook
    n = min(cache.n_distinct(view), MOST_ROWS)
    return 0.1 + _FITS * method.cls.cost(n, len(codebook.attributes), codebook.n_values)


def _declared(words: str, declared: str) -> None:
    why = "" if declared in EFFECTS else declared
    st.badge(f"{words} {EFFECTS.get(declared, _MAY_CHANGE)}", color="gray", help=_sentence(why))


def _compared(words: str, found: pd.Series) -> None:
    """One change: green where the declaration holds, orange with the number where not."""
    share = found["difference"]
    what = {
        EXACT: EFFECTS[EXACT],
        UP_TO_SCALE: f"multiplies all distances by {number(found['scale'])}",
    }.get(found["found"], f"changes a distance by up to {number(100 * share)}\u00a0% of the largest")
    color: Any
    if not found["kept"]:
        text, color = f"{words} {what}; expected: {EFFECTS.get(found['declared'], _MAY_CHANGE)}", "orange"
    elif found["found"] == found["declared"]:
        text, color = f"{words} {what}, as expected", "green" if found["found"] != "changed" else "gray"
    else:
        text, color = f"{words} {what} in this table", "green"
    help = f"Largest difference: {number(share)} of the largest distance."
    st.badge(text, color=color, help=" ".join(filter(None, [help, _sentence(found["why"])])))


def _sentence(reason: str) -> str | None:
    return f"{reason[0].upper()}{reason[1:]}." if reason else None
