"""Declarations of a method's parameters. One declaration validates, names and draws the widget, and reads the link."""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

#: What scikit-learn's ``check_random_state`` takes: a seed, a generator, or None for another result each time.
RandomState: TypeAlias = int | np.random.RandomState | None


@dataclass(frozen=True)
class Named:
    """What pages and the documentation say of a parameter.

    ``label`` is a noun in the field's terms. ``help`` is a sentence or two on what it does, in text without markup.
    `label` and `help_text` say what is shown where there is none.
    """

    label: str = field(default="", kw_only=True)
    help: str = field(default="", kw_only=True)

    def settled(self, value: Any) -> Any:
        """An allowed value as methods take it: whole numbers as int, whatever type they came in."""
        return value

    def name_of(self, value: Any) -> str:
        """A value as it is shown: the readable name of a choice that has one."""
        if isinstance(value, tuple):
            return " + ".join(map(self.name_of, value))
        names = self.choices if isinstance(self.choices, Mapping) else {}
        return next((text for choice, text in names.items() if _is_equal(choice, value)), _spelled(value))

    def range_text(self) -> str:
        """The numbers that are allowed, as a sentence; empty where it is no number."""
        return ""

    @property
    def choices(self) -> Collection[Any]:
        """Values with names of their own; a mapping gives them."""
        return ()


@dataclass(frozen=True)
class Number(Named):
    """A number between ``low`` and ``high``, or one of ``special`` (inf, None or words).

    ``special`` may map each of them to its readable name. ``drawn`` is False for one that is given in code only: no
    widget draws it.
    """

    low: float
    high: float = math.inf
    special: Collection[Any] = ()
    integer: bool = True
    drawn: bool = True

    def validate(self, name: str, value: Any) -> None:
        """Raise ValueError, naming parameter, value and remedy, unless the value is allowed."""
        if any(_is_equal(value, s) for s in self.special):
            return
        if not _is_number(value) or (self.integer and not _is_whole(value)) or not self.low <= value <= self.high:
            raise ValueError(f"{name}={value!r}: give {self._allowed()}")

    def settled(self, value: Any) -> Any:
        """The same number; an int where whole numbers are meant, so that 3.0 counts as 3 does."""
        return int(value) if self.integer and _is_number(value) and _is_whole(value) else value

    def parse(self, text: str) -> Any:
        """The value a link's text stands for; ValueError where it stands for none."""
        for s in self.special:
            if text == str(s):
                return s
        return int(text) if self.integer else float(text)

    def range_text(self) -> str:
        """The numbers that are allowed, as a sentence."""
        text = self._bounds()
        return f"{text[0].upper()}{text[1:]}."

    def _allowed(self) -> str:
        return " or ".join([self._bounds(), *map(repr, self.special)])

    def _bounds(self) -> str:
        kind = "a whole number" if self.integer else "a number"
        bound = f"of at least {self.low:g}" if self.high == math.inf else f"between {self.low:g} and {self.high:g}"
        return f"{kind} {bound}"

    @property
    def choices(self) -> Collection[Any]:
        """The special values."""
        return self.special


@dataclass(frozen=True)
class Choice(Named):
    """One of a few words; a mapping gives each its readable name.

    ``drawn`` is False for one that pages choose otherwise, or that is given in code only.
    """

    options: Collection[Any]
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

    @property
    def choices(self) -> Collection[Any]:
        """The options."""
        return self.options


@dataclass(frozen=True)
class Several(Named):
    """A tuple of one or more of many words, none twice; in a link with commas in between.

    A mapping gives each word its readable name. ``read`` tells what else may stand there: it gives what a member means,
    equal for equal meanings, or raises ValueError.
    """

    options: Collection[Any]
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

    @property
    def choices(self) -> Collection[Any]:
        """The options."""
        return self.options


@dataclass(frozen=True)
class Anything(Named):
    """A parameter that is given in code only: the method itself checks it and no widget draws it.

    ``unset`` names what None stands for.
    """

    unset: str = field(default="", kw_only=True)

    def validate(self, name: str, value: Any) -> None:
        """Accept every value."""

    @property
    def choices(self) -> Collection[Any]:
        """None, if it has a readable name."""
        return {None: self.unset} if self.unset else ()


@dataclass(frozen=True)
class Seed(Anything):
    """A seed, checked by scikit-learn's ``check_random_state``."""

    def settled(self, value: Any) -> Any:
        """The same seed; an int for a whole number of another type."""
        return int(value) if _is_number(value) and _is_whole(value) else value


CLUSTERS = Number(
    1,
    label="Clusters",
    help="How many clusters are formed. With more clusters, rows of one cluster differ less. The pages of the explorer "
    "begin with the number of known classes.",
)
STARTS = Number(
    1,
    label="Starts",
    help="How many times the search begins, each time from other random rows. The best result is kept. More starts "
    "take longer and are less likely to miss a better result.",
)
DISTANCES = Anything(
    label="Distances",
    help="The method by which rows are compared, or its name.",
    unset="Hamming (same or different)",
)
STARTING_ROWS = Anything(
    label="First centres",
    help="The rows that the search begins from. Give their numbers, or name the rule of Huang or of Cao that chooses "
    "them.",
    unset="rows drawn at random",
)
STEPS = Number(
    1,
    drawn=False,
    label="Most steps",
    help="A run stops after this many steps, if it has not converged before.",
)
SEED = Seed(
    label="Random seed", help="The same seed gives the same result each time.", unset="another result each time"
)


def whole_numbers(*names: str) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """A decorator for functions with counts among their arguments: 3.0 counts as 3 does, and 2.5 is refused.

    Of a tuple or a list, each member is taken so. What is no number (None, a range, a word) is left to the function.

    Examples
    --------
    >>> from catviz.parameters import whole_numbers
    >>> whole_numbers("n")(lambda n=2: "x" * n)(3.0)
    'xxx'
    """

    def decorated(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        taken = inspect.unwrap(function).__code__.co_varnames
        places = {name: taken.index(name) for name in names}

        @functools.wraps(function)
        def checked(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
            given: list[Any] = list(args)
            for name, place in places.items():
                if name in kwargs:
                    kwargs[name] = _as_whole(name, kwargs[name])
                elif place < len(given):
                    given[place] = _as_whole(name, given[place])
            return function(*given, **kwargs)

        return checked

    return decorated


def label(cls: Any, name: str) -> str:
    """What a parameter of a method is called on pages: its label, or its name in plain form.

    Examples
    --------
    >>> from catviz import TAVE
    >>> label(TAVE, "n_iter"), label(TAVE, "max_depth")
    ('Diffusion steps', 'Maximum depth')
    """
    declared = getattr(cls.parameters.get(name), "label", "")
    if declared:
        return str(declared)
    first, _, rest = name.partition("_")
    words = f"{_PREFIXES[first]} {rest}" if rest and first in _PREFIXES else name
    words = words.replace("_", " ").strip()
    return f"{words[:1].upper()}{words[1:]}"


def help_text(cls: Any, name: str) -> str:
    """What a parameter of a method does, for pages: its help, or what the docstring says, and the numbers allowed."""
    declared = cls.parameters[name]
    text = getattr(declared, "help", "") or _documented(cls, name)
    return " ".join(filter(None, [text, declared.range_text() if isinstance(declared, Named) else ""]))


def in_words(cls: Any, name: str, value: Any) -> str:
    """A parameter with its value, as pages show it.

    Examples
    --------
    >>> from catviz import TAVE
    >>> in_words(TAVE, "n_neighbors", "auto")
    'Neighbours: automatic'
    """
    declared = cls.parameters.get(name)
    shown = declared.name_of(value) if isinstance(declared, Named) else _spelled(value)
    return f"{label(cls, name)}: {shown}"


def on_screen(cls: Any, text: str) -> str:
    """A message of a method with its parameters as pages name them, for one that names them as code does.

    Examples
    --------
    >>> from catviz import TAVE
    >>> on_screen(TAVE, "after n_iter=20 steps; raise n_iter to inf")
    'after “Diffusion steps: 20” steps; raise “Diffusion steps” to inf'
    """
    for name, declared in cls.parameters.items():
        if not isinstance(declared, Named):
            continue

        def set_to(match: re.Match[str], name: str = name, declared: Named = declared) -> str:
            value = next((c for c in declared.choices if match[1].strip("\"'") == str(c)), match[1])
            return f"“{in_words(cls, name, value)}”"

        text = re.sub(rf"(?<![\w.]){name}=(\"[^\"]*\"|'[^']*'|[\w.,-]*\w)", set_to, text)
        bare = name if "_" in name else f"(?:(?<=raise )|(?<=lower )|(?<=give )){name}"
        text = re.sub(rf"(?<![\w.]){bare}(?![\w=])", f"“{label(cls, name)}”", text)
    return text


def _as_whole(name: str, value: Any) -> Any:
    if type(value) in (tuple, list):
        return type(value)(_as_whole(name, member) for member in value)
    if isinstance(value, Integral) or not _is_number(value):
        return value
    if not _is_whole(value):
        raise ValueError(f"{name}={value!r}: give a whole number")
    return int(value)


def _is_number(value: Any) -> bool:
    return hasattr(value, "__float__") and not isinstance(value, bool | np.bool_ | str) and np.ndim(value) == 0


def _is_whole(value: Any) -> bool:
    return float(value).is_integer()


def _is_equal(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and a == b)


_PREFIXES = {"n": "Number of", "max": "Maximum", "min": "Minimum"}
_WORDS = {None: "none", True: "yes", False: "no"}


def _spelled(value: Any) -> str:
    """A value without a readable name: as it is written, with spaces."""
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")


def _documented(cls: Any, name: str) -> str:
    """What the docstring of a class says of a parameter, without its markup."""
    lines = inspect.cleandoc(cls.__doc__ or "").splitlines()
    for i, line in enumerate(lines):
        if line.startswith(f"{name} :"):
            rest = []
            for following in lines[i + 1 :]:
                if not following.startswith("    "):
                    break
                rest.append(following.strip())
            return " ".join(rest).replace("`", "")
    return ""
