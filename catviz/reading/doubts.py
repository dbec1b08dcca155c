"""What is asked where a file can be read in several ways: the question, its answers, and what each answer does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from catviz.reading.steps import Settle, Step

#: How much an answer changes, the most first: which rows there are, how much each counts, which cells are missing,
#: what a column is, how its values go together.
ROWS, WEIGHTS, CELLS, COLUMN, VALUES = range(5)


@dataclass(frozen=True)
class Answer:
    """One way to read what is asked about.

    Attributes
    ----------
    words : str
        The answer in a few words, such as "No answer".
    steps : tuple of Step
        What it adds to the recipe.
    settings : tuple of (str, value)
        How the file is read again, as keywords of `read_table`.
    """

    words: str
    steps: tuple[Step, ...] = ()
    settings: tuple[tuple[str, Any], ...] = ()

    @property
    def code(self) -> str:
        """What a script adds to give this answer."""
        steps = "".join(f".{step.method}({', '.join(map(repr, step.given.values()))})" for step in self.steps)
        given = [f"{key}={value!r}" for key, value in self.settings]
        return ", ".join([*given, f"recipe=catviz.Recipe(){steps}"] if steps else given)


@dataclass(frozen=True)
class Question:
    """A doubt about how a file was read.

    Attributes
    ----------
    key : str
        What it is about, in a few words: the same for the same doubt.
    words : str
        The question, with its evidence, as a sentence.
    answers : tuple of Answer
        How else it may be read.
    columns : tuple of str
        The columns that it is about; empty where it is about the file.
    as_read : str
        How it was read, in a few words: the answer that changes nothing.
    rank : int
        How much the answer changes: `ROWS` the most, `VALUES` the least.
    """

    key: str
    words: str
    answers: tuple[Answer, ...] = ()
    columns: tuple[str, ...] = ()
    as_read: str = ""
    rank: int = field(default=VALUES, compare=False)

    @property
    def column(self) -> str:
        """The first of its columns; empty where it is about the file."""
        return self.columns[0] if self.columns else ""

    @property
    def otherwise(self) -> str:
        """How it was read, and what a script adds to read it otherwise."""
        otherwise = "; ".join(f"{answer.words}: {answer.code}" for answer in self.answers)
        return f"It was read as: {self.as_read}. Otherwise, {otherwise}"

    @property
    def settled(self) -> Answer:
        """The answer that it was read rightly."""
        return Answer(self.as_read, (Settle(self.key),))
