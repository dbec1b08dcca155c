"""A calculation written out in steps: every number with its formula and the numbers it is computed from."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from catviz.plots.style import labels as shortened
from catviz.ui.text import number

MOST = 8
"""Lines of a step at most; the others are added up in one line."""
_LENGTH = 24


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


Line = tuple[str, tuple[Number | None, ...]]
"""A label and the numbers of a line, None where there is none."""


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
    found: dict[str, Number] = {}
    for step in steps:
        for each in step.numbers:
            found.setdefault(each.name, each)
    return found


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
    made = [html.unescape(text) for text in shortened(texts, length)]
    alike = {text for text, n in Counter(made).items() if n > 1}
    return [f"{text} [{i + 1}]" if text in alike else text for i, text in enumerate(made)]


def grouped(labels: Sequence[str], importance: np.ndarray, most: int = MOST) -> list[tuple[str, np.ndarray]]:
    """Lines of a step, (label, places): the most important labels in their order, the others together in the last."""
    if len(labels) <= most:
        return [(label, np.array([i])) for i, label in enumerate(labels)]
    first = np.sort(np.argsort(-importance, kind="stable")[: most - 1])
    rest = np.setdiff1d(np.arange(len(labels)), first)
    return [*((labels[i], np.array([i])) for i in first), (f"{len(rest)} others", rest)]


def added(parts: Iterable[str], most: int = MOST + 3) -> str:
    """Numbers as a sum; the sign of a negative one becomes a minus between two."""
    words = list(parts)
    if len(words) > most:
        words = [*words[:most], "…"]
    return " + ".join(words).replace("+ −", "− ")
