"""Declarations of a method's parameters. One declaration validates, draws the widget and reads the link."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

RandomState: TypeAlias = int | np.random.RandomState | None
"""What scikit-learn's ``check_random_state`` takes: a seed, a generator, or None for another result each time."""


@dataclass(frozen=True)
class Number:
    """A number between ``low`` and ``high``, or one of ``special`` (inf, None or words).

    ``drawn`` is False for one that is given in code only: no widget draws it.
    """

    low: float
    high: float = math.inf
    special: tuple[Any, ...] = ()
    integer: bool = True
    drawn: bool = True

    def validate(self, name: str, value: Any) -> None:
        """Raise ValueError, naming parameter, value and remedy, unless the value is allowed."""
        if any(value is s or value == s for s in self.special if type(value) is type(s)):
            return
        number = isinstance(value, int | float) or hasattr(value, "__float__")
        if not number or isinstance(value, bool | str) or (self.integer and not float(value).is_integer()):
            raise ValueError(f"{name}={value!r}: give {self._allowed()}")
        if not self.low <= value <= self.high:
            raise ValueError(f"{name}={value!r}: give {self._allowed()}")

    def parse(self, text: str) -> Any:
        """The value a link's text stands for; ValueError where it stands for none."""
        for s in self.special:
            if text == str(s):
                return s
        return int(text) if self.integer else float(text)

    def _allowed(self) -> str:
        kind = "a whole number" if self.integer else "a number"
        bound = f"of at least {self.low:g}" if self.high == math.inf else f"between {self.low:g} and {self.high:g}"
        return " or ".join([f"{kind} {bound}", *map(repr, self.special)])


@dataclass(frozen=True)
class Choice:
    """One of a few words. ``drawn`` is False for one that pages choose otherwise, or that is given in code only."""

    options: Sequence[Any]
    drawn: bool = True

    def validate(self, name: str, value: Any) -> None:
        """Raise ValueError, naming parameter, value and the options, unless the value is one of them."""
        if not any(value is o or value == o for o in self.options):
            raise ValueError(f"{name}={value!r}: choose one of {', '.join(map(repr, self.options))}")

    def parse(self, text: str) -> Any:
        """The option a link's text stands for; ValueError where it stands for none."""
        for option in self.options:
            if text == str(option):
                return option
        raise ValueError(f"{text!r}: choose one of {', '.join(map(repr, self.options))}")


@dataclass(frozen=True)
class Several:
    """A tuple of one or more of many words, none twice; in a link with commas in between.

    ``read`` tells what else may stand there: it gives what a member means, equal for equal meanings, or raises
    ValueError.
    """

    options: Sequence[Any]
    read: Callable[..., Any] | None = None

    def validate(self, name: str, value: Any) -> None:
        """Raise ValueError, naming parameter, value and remedy, unless the value is a tuple of members, none twice."""
        if isinstance(value, str) or not isinstance(value, Sequence) or not len(value):
            raise ValueError(f"{name}={value!r}: give a tuple of one or more of {self._listed()}")
        try:
            self._refuse_repeated(value)
        except ValueError as reason:
            raise ValueError(f"{name}={value!r}: {reason}") from None

    def parse(self, text: str) -> tuple[str, ...]:
        """The members a link's text names; ValueError where one of them is none."""
        value = tuple(part.strip() for part in text.split(","))
        self._refuse_repeated(value)
        return value

    def _refuse_repeated(self, value: Sequence[Any]) -> None:
        meanings = [self._meaning(member) for member in value]
        for i, member in enumerate(value):
            if meanings[i] in meanings[:i]:
                raise ValueError(f"{member!r} is there twice: name each once")

    def _meaning(self, member: Any) -> Any:
        if self.read is not None:
            return self.read(member)
        if member not in self.options:
            raise ValueError(f"{member!r}: choose some of {self._listed()}")
        return member

    def _listed(self) -> str:
        return ", ".join(map(repr, self.options))


@dataclass(frozen=True)
class Anything:
    """A parameter that is given in code only: the method itself checks it and no widget draws it."""

    def validate(self, name: str, value: Any) -> None:
        """Accept every value."""
