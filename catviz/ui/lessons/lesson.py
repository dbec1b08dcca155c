"""What a lesson is: words and a figure, a question, what is found, and a sentence to remember."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from catviz.ui.lessons.drawn import Sketch
from catviz.ui.state.view import View


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
        Its name in links of earlier versions, and in the keys of its widgets.
    title : str
        A question that does not give the answer away.
    data : str
        A bundled data set.
    question : str
        Markdown.
    options : tuple of str
        What may be guessed; the answer is one of them.
    formerly : mapping
        Older names of options, which links may still have, to those of today.
    sketch : Sketch or None
        How the guess is drawn, if it can be.
    takeaway : str
        The sentence to remember, Markdown.
    tested : bool
        The answer rests on a test of rows.
    page_links : tuple of PageLink
    """

    key: str
    title: str
    data: str
    question: str
    options: tuple[str, ...]
    formerly: Mapping[str, str] = MappingProxyType({})
    sketch: Sketch | None = None
    takeaway: str
    tested: bool = False
    page_links: tuple[PageLink, ...]

    @abstractmethod
    def introduction(self, view: View) -> str:
        """What one has to know before the guess, in Markdown."""

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
    def explanation(self, found, guess: str) -> str:
        """The numbers behind the answer in a few sentences, Markdown."""

    def caption(self, found) -> str:
        """What the marks of the figures are, printed below them, Markdown."""
        return ""

    def details(self, found) -> str:
        """Where the numbers come from, to open below the figures, Markdown."""
        return ""

    @abstractmethod
    def reveal(self, view: View, found) -> None:
        """Draw what was found."""

    def export(self, view: View, found) -> None:  # noqa: B027
        """Offer what was found as tables and code; the rows of the table are offered without it."""
