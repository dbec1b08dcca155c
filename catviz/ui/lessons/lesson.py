"""What a lesson is: a question and a figure, a guess that may be drawn, an answer, a sentence to keep."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from catviz.orders.arrangement import kendall_tau
from catviz.plots import lessons as draw
from catviz.ui.state.view import View
from catviz.ui.text import in_percent
from catviz.ui.widgets import charts, editors
from catviz.ui.widgets.kept_figures import kept

#: The place of each value on a line, or the numbers of the values in an order.
Guess = Sequence[float]
#: What the size of a point means in a chart of orders.
LARGER = "the larger a filled point, the more rows have the value"
#: Random guesses that a guess is compared with.
GUESSES = 2000
SAME = 1e-9


@dataclass(frozen=True)
class PageLink:
    """A page that shows more, and the choices to open it with."""

    label: str
    page: str
    choices: Mapping[str, object]


class Lesson(ABC):
    """One question about one data set, whose answer is computed after the guess.

    Attributes
    ----------
    key : str
        Its name in links, and in the keys of its widgets.
    step : str
        Its name among the steps, one or two words.
    title : str
        A question that does not give the answer away.
    data : str
        A bundled data set.
    options : tuple of str
        What may be guessed; the answer is one of them.
    formerly : mapping
        Older names of options, which links may still have, to those of today.
    sketch : Sketch or None
        How the guess is drawn, if it can be: then this is how it is made, unless an option is chosen.
    takeaway : str
        The sentence to remember, Markdown.
    tested : bool
        The answer rests on a test of rows.
    of_many : bool
        The answer is about many tables, and ``data`` is none of them in particular.
    page_links : tuple of PageLink
    """

    key: str
    step: str
    title: str
    data: str
    options: tuple[str, ...]
    formerly: Mapping[str, str] = MappingProxyType({})
    sketch: Sketch | None = None
    takeaway: str
    tested: bool = False
    of_many: bool = False
    page_links: tuple[PageLink, ...]

    @abstractmethod
    def prompt(self, view: View) -> str:
        """What to guess, and what one has to know for it: with the title 35 words at most, Markdown."""

    @abstractmethod
    def show(self, view: View) -> None:
        """Draw what is seen before the guess."""

    @abstractmethod
    def find(self, view: View):
        """The result; None while it is computed, which is drawn then."""

    @abstractmethod
    def answer(self, found) -> str:
        """The option that is right."""

    @abstractmethod
    def sentence(self, found) -> str:
        """The answer with its numbers in a sentence or two, Markdown."""

    def caption(self, found) -> str:
        """What the marks of the figures are, printed below them, Markdown."""
        return ""

    def chips(self, view: View, found) -> Mapping[str, str]:
        """What limits the answer: two or three words each, and the text that they open."""
        return {}

    def background(self, view: View) -> str:
        """What one has to know in full, to open below the figures, Markdown."""
        return ""

    def explanation(self, found, guess: str) -> str:
        """The numbers behind the answer in full, to open below the figures, Markdown."""
        return ""

    def details(self, found) -> str:
        """Where the numbers come from, to open below the figures, Markdown."""
        return ""

    @abstractmethod
    def reveal(self, view: View, found) -> None:
        """Draw what was found."""

    def tables(self, view: View, found) -> None:  # noqa: B027
        """Draw tables of numbers, to open below the figures."""

    def export(self, view: View, found) -> None:  # noqa: B027
        """Offer what was found as tables and code; the rows of the table are offered without it."""


class Sketch(ABC):
    """What is drawn in a lesson, and how it is compared with the truth.

    Attributes
    ----------
    option : str
        What it is called among the options of the guess.
    """

    option: str

    @abstractmethod
    def edit(self, view: View, content: str) -> Sequence[float | None]:
        """Draw the editor; what was drawn so far, kept under ``content``: None for what has no place yet."""

    @abstractmethod
    def valid(self, view: View, guess: Guess) -> bool:
        """True for a guess that could have been drawn here."""

    @abstractmethod
    def scored(self, view: View, found, guess: Guess) -> str:
        """The distance of the guess to the truth and what random guesses reach, in Markdown."""

    def scored_too(self, view: View, found, guess: Guess) -> str:
        """Further measures of the guess, to open below the figures, in Markdown."""
        return ""

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
        return editors.edit_places(content, "Your guess on a line", self.labels(view), self.ends)

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
        return editors.edit_order(content, "Your order", labels, counts.tolist(), start)

    def valid(self, view: View, guess: Guess) -> bool:
        """True for all values, each once."""
        return sorted(guess) == list(range(len(self.values(view)[0])))


def dumbbells(
    labels: Sequence[str], guess: Guess, truth: ArrayLike, quantity: str, title: str, percent: bool = False
) -> None:
    """Show the place guessed and the true one, one line per value."""
    figure = kept(draw.guess_and_truth)(
        labels, np.asarray(guess), np.asarray(truth), quantity, charts.theme(), title, percent
    )
    charts.show(figure, "guess", f"{title}: your guess and the answer for {', '.join(labels)}.")


def as_good(share: float) -> str:
    """The share of random guesses that do at least as well, in words."""
    n = round(share * GUESSES)
    if not n:
        return f"None of {GUESSES:,} random guesses does as well."
    return f"{in_percent(share)} of {GUESSES:,} random guesses do at least as well."


@dataclass(frozen=True)
class Score:
    """A score, its mean over random guesses, and the share of them that are at least as good."""

    value: float
    chance: float
    as_good: float


def linear_correlation(places: Sequence[float], truth: ArrayLike, seed: int) -> Score | None:
    """Pearson's correlation of places and true values; None if all places are equal.

    A random guess gives the same places to the values in random order, so its mean correlation is 0.
    """
    guess, true = np.asarray(places, dtype=float), np.asarray(truth, dtype=float)
    if np.ptp(guess) <= SAME or np.ptp(true) <= SAME:
        return None
    z = [(x - x.mean()) / x.std() / np.sqrt(len(x)) for x in (guess, true)]
    rng = np.random.default_rng(seed)
    random = np.array([rng.permutation(z[0]) @ z[1] for _ in range(GUESSES)])
    value = float(z[0] @ z[1])
    return Score(value, 0.0, float(np.mean(random >= value - SAME)))


def mean_gap(places: Sequence[float], truth: ArrayLike, seed: int) -> Score:
    """Mean absolute difference of places and true values, both from 0 to 1: 0 is best.

    A random guess places every value anywhere on the line, uniformly: its expected gap is (t² + (1 - t)²) / 2 for a
    true value t.
    """
    true = np.asarray(truth, dtype=float)
    random = np.abs(np.random.default_rng(seed).random((GUESSES, len(true))) - true).mean(axis=1)
    value = float(np.abs(np.asarray(places) - true).mean())
    expected = float(((true**2 + (1 - true) ** 2) / 2).mean())
    return Score(value, expected, float(np.mean(random <= value + SAME)))


def tau_either_way(order: Sequence[int], best: Sequence[np.ndarray], seed: int) -> Score:
    """Kendall's tau with the ranks (v,) of that best order which agrees most, in either direction."""
    rng, v = np.random.default_rng(seed), len(order)

    def tau(own: np.ndarray) -> float:
        return max(abs(kendall_tau(own, ranks)) for ranks in best)

    random = np.array([tau(rng.permutation(v)) for _ in range(GUESSES)])
    value = tau(np.argsort(order))
    return Score(value, float(random.mean()), float(np.mean(random >= value - SAME)))


def of_order(order: Sequence[int], value_of: Callable[[np.ndarray], float], best: float, seed: int) -> Score:
    """How much of the way from a random order to the best one: 1 is best, 0 the mean of random orders.

    Parameters
    ----------
    order : numbers of the values in the order guessed
    value_of : what the ranks (v,) of the values are worth; less is better
    best : the least that any order is worth
    """
    rng, v = np.random.default_rng(seed), len(order)
    random = np.array([value_of(rng.permutation(v)) for _ in range(GUESSES)])
    reached, mean = value_of(np.argsort(order)), float(random.mean())
    return Score((mean - reached) / (mean - best), 0.0, float(np.mean(random <= reached + SAME)))
