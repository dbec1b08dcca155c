"""A method's formula filled in with the numbers of one pair of values."""

from __future__ import annotations

from catviz.geometry import Explanation
from catviz.ui.words import latex, latex_number

MOST = 3


def filled(explanation: Explanation, a: str, b: str) -> str:
    """LaTeX: the terms of an explanation as numbers, largest first, and what they come to."""
    terms = explanation.terms.sort_values("contribution", ascending=False, kind="stable")
    parts = [_term(row, explanation.factors) for row in terms.head(MOST).to_dict("records")]
    rest = terms["contribution"].iloc[MOST:]
    if len(rest):
        parts.append(rf"\underbrace{{{latex_number(rest.sum())}}}_{{{len(rest)}\text{{ more}}}}")
    inner = " + ".join(parts)
    name = "s" if explanation.quantity == "similarity" else "d"
    if explanation.power == 2:
        inner = rf"\sqrt{{{inner}}}"
    return rf"{name}({latex(a)}, {latex(b)}) = {inner} = {latex_number(explanation.value)}"


def _term(row: dict, factors: tuple[str, ...]) -> str:
    if factors:
        return r"\,\cdot\,".join(latex_number(row[f]) for f in factors)
    if "first" in row:
        return rf"({_signed(row['first'])} - {_signed(row['second'])})^2"
    return latex_number(row["contribution"])


def _signed(value: float) -> str:
    text = latex_number(value)
    return f"({text})" if text.startswith("-") else text
