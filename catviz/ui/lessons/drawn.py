"""Guesses that are drawn: places on a line, or an order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from catviz.plots import lessons as draw
from catviz.ui.lessons.scores import GUESSES
from catviz.ui.state.view import View
from catviz.ui.text import in_percent
from catviz.ui.widgets import charts, line_editor, order_editor

Guess = Sequence[float]
"""The place of each value on a line, or the numbers of the values in an order."""
LARGER = "the larger a filled point, the more rows have the value"
"""What the size of a point means in a chart of orders."""


class Sketch(ABC):
    """What is drawn in a lesson, and how it is compared with the truth.

    Attributes
    ----------
    task : str
        What to draw, Markdown.
    option : str
        What it is called among the options of the guess.
    """

    task: str
    option: str

    @abstractmethod
    def edit(self, view: View, content: str) -> Sequence[float | None]:
        """Draw the editor; what was drawn so far, kept under ``content``: None for what has no place yet."""

    @abstractmethod
    def valid(self, view: View, guess: Guess) -> bool:
        """True for a guess that could have been drawn here."""

    @abstractmethod
    def scored(self, view: View, found, guess: Guess) -> str:
        """The distance of the guess to the truth, its measure and what random guesses reach, in Markdown."""

    @abstractmethod
    def compared(self, view: View, found, guess: Guess) -> None:
        """Draw the guess and the truth."""


class OnLine(Sketch):
    """Values placed on a line; ``ends`` says what the left and the right end mean."""

    option = "place them on a line"
    ends: tuple[str, str]

    @abstractmethod
    def labels(self, view: View) -> list[str]:
        """The values to place."""

    def edit(self, view: View, content: str) -> Sequence[float | None]:
        """The line; at first all values wait above it."""
        return line_editor.edit(content, "Your guess on a line", self.labels(view), self.ends)

    def valid(self, view: View, guess: Guess) -> bool:
        """True for one place from 0 to 1 per value."""
        return len(guess) == len(self.labels(view)) and all(0 <= place <= 1 for place in guess)


class InOrder(Sketch):
    """Values put in an order."""

    option = "put them in order"

    @abstractmethod
    def values(self, view: View) -> tuple[Sequence[str], np.ndarray]:
        """The values, and the rows with each."""

    def edit(self, view: View, content: str) -> Sequence[float | None]:
        """The values in a row, in a random order at first."""
        labels, counts = self.values(view)
        start = np.random.default_rng(view.seed).permutation(len(labels)).tolist()
        return order_editor.edit(content, "Your order", labels, counts.tolist(), start)

    def valid(self, view: View, guess: Guess) -> bool:
        """True for all values, each once."""
        return sorted(guess) == list(range(len(self.values(view)[0])))


def dumbbells(
    labels: Sequence[str], guess: Guess, truth: ArrayLike, quantity: str, title: str, percent: bool = False
) -> None:
    """The place guessed and the true one, one line per value."""
    figure = draw.guess_and_truth(
        labels, np.asarray(guess), np.asarray(truth), quantity, charts.theme(), title, percent
    )
    charts.show(figure, "guess", f"{title}: your guess and the answer for {', '.join(labels)}.")


def as_good(share: float) -> str:
    """The share of random guesses that do at least as well, in words."""
    n = round(share * GUESSES)
    if not n:
        return f"None of {GUESSES:,} random guesses does as well."
    return f"{in_percent(share)} of random guesses do at least as well ({n:,} of {GUESSES:,})."
