"""A calculation in steps: every number with its formula, and the numbers it comes from, which light up on the page."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from catviz.plots.colours import HIGHLIGHT, PALETTE
from catviz.plots.style import labels as shortened
from catviz.ui.state import controls, session
from catviz.ui.text import number

#: Lines of a step at most, the others being added up in one line; and numbers of a sum that are written out.
MOST, _ADDED = 8, 11
_LENGTH = 24
NUMBER = "Number explained"
_HTML = """
<div class="said" role="status" aria-live="polite"><p class="formula"></p><p class="key"></p></div>
<div class="steps"></div>
"""
_OWN = Path(__file__)
_COLOURS = f":host {{ --a: {HIGHLIGHT}; --b: var(--st-text-color); --lit: {PALETTE[1]}; }}\n"
_component = st.components.v2.component(
    "catviz_steps",
    html=_HTML,
    css=_COLOURS + _OWN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_OWN.with_suffix(".js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True)
class Number:
    """One number of a calculation.

    Attributes
    ----------
    name : str
        The same name stands for the same number, wherever it is shown.
    value : float
    filled : str
        Its formula filled with numbers, without the result; empty for a number that was counted.
    inputs : tuple of str
        Names of the numbers in the formula.
    side : {"a", "b", ""}
        Which value of the pair it is about.
    minor : bool
        True for a number that the result does not need: it is left out on a narrow screen.
    bar : bool
        Whether its size is drawn as a bar.
    scale : str
        Bars of one scale in a step are compared with each other; without one, bars of one column are.
    text : str
        How it is shown, if not with three significant digits.
    note : str
        What is said after the formula and the result.
    """

    name: str
    value: float
    filled: str = ""
    inputs: tuple[str, ...] = ()
    side: str = ""
    minor: bool = False
    bar: bool = True
    scale: str = ""
    text: str = ""
    note: str = ""

    @property
    def shown(self) -> str:
        """The number as text."""
        return (self.text or number(0.0 if abs(self.value) < 1e-12 else self.value)).replace("-", "−")


#: A label and the numbers of a line, None where there is none.
Line = tuple[str, tuple[Number | None, ...]]


@dataclass(frozen=True)
class Step:
    """A table of numbers: lines by columns, None where there is none.

    Attributes
    ----------
    title : str
    formula : str
        How the numbers are computed; ``_x`` and ``_{xy}`` are subscripts.
    symbols : tuple of (symbol, meaning)
        Of the formula.
    corner : str
        What the lines are.
    columns : tuple of str
    lines : tuple of (label, numbers)
    total : bool
        True where the last line sums up the others.
    """

    title: str
    formula: str
    symbols: tuple[tuple[str, str], ...]
    corner: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    total: bool = False

    @property
    def numbers(self) -> list[Number]:
        """All numbers, line by line."""
        return [n for _, line in self.lines for n in line if n is not None]


def numbers(steps: Iterable[Step]) -> dict[str, Number]:
    """The numbers of a calculation by name, in the order of its steps; the last one is the result."""
    by_name: dict[str, Number] = {}
    for step in steps:
        for each in step.numbers:
            by_name.setdefault(each.name, each)
    return by_name


def as_table(steps: Sequence[Step]) -> pd.DataFrame:
    """A calculation as a table: ``step``, ``number``, ``value``, ``formula`` and ``computed from``."""
    lines = [
        (re.sub(r"\s+", " ", step.title), n.name, n.value, n.filled, "; ".join(n.inputs))
        for step in steps
        for n in step.numbers
    ]
    return pd.DataFrame(lines, columns=["step", "number", "value", "formula", "computed from"])


def short(texts: Sequence[str], length: int = _LENGTH) -> list[str]:
    """Labels short enough for a table and for names of numbers, all different where the labels are."""
    cut = [html.unescape(text) for text in shortened(texts, length)]
    alike = {text for text, n in Counter(cut).items() if n > 1}
    return [f"{text} [{i + 1}]" if text in alike else text for i, text in enumerate(cut)]


def grouped(labels: Sequence[str], importance: np.ndarray, most: int = MOST) -> list[tuple[str, np.ndarray]]:
    """Lines of a step, (label, places): the most important labels in their order, the others together in the last."""
    if len(labels) <= most:
        return [(label, np.array([i])) for i, label in enumerate(labels)]
    first = np.sort(np.argsort(-importance, kind="stable")[: most - 1])
    rest = np.setdiff1d(np.arange(len(labels)), first)
    return [*((labels[i], np.array([i])) for i in first), (f"{len(rest)} others", rest)]


def added(parts: Iterable[str]) -> str:
    """Numbers as a sum; the sign of a negative one becomes a minus between two."""
    words = list(parts)
    if len(words) > _ADDED:
        words = [*words[:_ADDED], "…"]
    return " + ".join(words).replace("+ −", "− ")


def total(name: str, value: float, parts: Sequence[Number], form: str = "{}") -> Number:
    """A number that comes from the sum of others; ``form`` is its formula around that sum."""
    filled = form.format(added(part.shown for part in parts))
    return Number(name, float(value), filled, tuple(part.name for part in parts), bar=False)


def choose(steps: Sequence[Step]) -> str:
    """The name of the number that is explained: the result, or one chosen by list, click or key; it is in the link."""
    named = list(numbers(steps))
    return controls.select(
        NUMBER,
        named,
        "number",
        named[-1],
        help="Type to search. The numbers in its formula are marked below, and the numbers computed from it. You can "
        "also point at a number, or click it to keep it. With the keyboard: Tab, arrows, Enter.",
    )


def show(steps: Sequence[Step], chosen: str, key: str) -> None:
    """Draw a calculation with one of its numbers explained."""
    named = numbers(steps)
    places = {name: i for i, name in enumerate(named)}
    drawn = [_step(step, places) for step in steps]
    drawn_numbers = [_number(each, places) for each in named.values()]
    stamp = blake2b(repr((drawn, drawn_numbers)).encode("utf-8", "replace"), digest_size=8).hexdigest()
    key = f"steps-{key}"

    def clicked() -> None:
        picked = getattr(session.of_widget(key).get(), "picked", None)
        if picked in named:
            controls.choose(number=picked)

    data = {"stamp": stamp, "steps": drawn, "numbers": drawn_numbers, "chosen": places[chosen]}
    _component(key=key, data=data, on_picked_change=clicked)


def _step(step: Step, places: dict[str, int]) -> dict:
    largest = _largest(step)
    return {
        "title": step.title,
        "formula": step.formula,
        "symbols": [list(pair) for pair in step.symbols],
        "corner": step.corner,
        "columns": list(step.columns),
        "total": step.total,
        "lines": [
            [label, [_cell(each, places, largest.get(_scale(each, k), 1.0)) for k, each in enumerate(line)]]
            for label, line in step.lines
        ],
    }


def _scale(each: Number | None, k: int) -> str:
    return "" if each is None else each.scale or f"column {k}"


def _largest(step: Step) -> dict[str, float]:
    """The largest number of each scale of bars; sums have none."""
    largest: dict[str, float] = {}
    for _, line in step.lines[: -1 if step.total else None]:
        for k, each in enumerate(line):
            if each is not None and each.bar:
                largest[_scale(each, k)] = max(largest.get(_scale(each, k), 0.0), abs(each.value))
    return {scale: end or 1.0 for scale, end in largest.items()}


def _cell(each: Number | None, places: dict[str, int], largest: float) -> list | None:
    if each is None:
        return None
    bar = round(min(abs(each.value) / largest, 1.0), 3) if each.bar else 0
    return [places[each.name], each.shown, bar, each.side, each.minor]


def _number(each: Number, places: dict[str, int]) -> dict:
    used = [places[name] for name in each.inputs]
    return {"name": each.name, "filled": each.filled, "shown": each.shown, "note": each.note, "inputs": used}
