"""What a lesson is: words and a figure, a question, what is found, and a sentence to keep."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from catviz.ui.state.view import View


@dataclass(frozen=True)
class Door:
    """A page that shows more, and the choices to open it with."""

    label: str
    page: str
    choices: Mapping[str, object]


class Lesson(ABC):
    """One question about one data set, whose answer is worked out when it is asked.

    Attributes
    ----------
    key : str
        Its name in the chooser and in the address.
    title : str
    data : str
        A bundled data set.
    question : str
        Markdown.
    options : tuple of str
        What may be guessed; the answer is one of them.
    keep : str
        The sentence to keep, Markdown.
    doors : tuple of Door
    """

    key: str
    title: str
    data: str
    question: str
    options: tuple[str, ...]
    keep: str
    doors: tuple[Door, ...]

    @abstractmethod
    def told(self, view: View) -> str:
        """What one has to know before the guess, in Markdown."""

    @abstractmethod
    def show(self, view: View) -> None:
        """Draw what is seen before the guess."""

    @abstractmethod
    def find(self, view: View):
        """What the table says; None while it is worked out, which is drawn then."""

    @abstractmethod
    def answer(self, found) -> str:
        """The option that is right."""

    @abstractmethod
    def because(self, found, guess: str) -> str:
        """The numbers behind the answer, in Markdown."""

    @abstractmethod
    def reveal(self, view: View, found) -> None:
        """Draw what was found."""

    def export(self, view: View, found) -> None:  # noqa: B027
        """Offer what was found as tables and code; the rows of the table are offered without it."""
