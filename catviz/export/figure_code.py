"""The code that draws the figures of pages: calls of `catviz.plots`, recorded as a page makes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from catviz.export.code import Piece, literal
from catviz.plots.colours import Theme

_CATVIZ = "import catviz"
_Figure = TypeVar("_Figure")


@dataclass(frozen=True, eq=False)
class Named:
    """An argument that is no literal in the code.

    Attributes
    ----------
    code : str or None
        How the code before the figure names it; None where the page alone needs it.
    value : object
        What the page draws from.
    imports : tuple of str
        Lines that ``code`` needs.
    """

    code: str | None
    value: Any = None
    imports: tuple[str, ...] = ()


def draw(function: Callable[..., _Figure], *given: Any, theme: Theme, **named: Any) -> tuple[_Figure, Piece]:
    """A figure of `catviz.plots` in a page's theme, and the code of this very call."""
    values = {name: _value(value) for name, value in named.items()}
    return function(*map(_value, given), theme=theme, **values), call(function, *given, **named)


def call(function: Callable[..., Any], *given: Any, **named: Any) -> Piece:
    """The code that calls a function of `catviz.plots` and leaves the figure in ``figure``; defaults are not written.

    Examples
    --------
    >>> from catviz import plots
    >>> print(call(plots.scree, Named("learned"), axes=(1, 3), inertia="raw").code)
    figure = catviz.plots.scree(learned, axes=(1, 3))
    figure
    """
    defaults = inspect.signature(function).parameters
    further = {n: v for n, v in named.items() if isinstance(v, Named) or v != defaults[n].default}
    written = [_written(value) for value in given]
    written += [f"{n}={_written(v)}" for n, v in further.items() if not (isinstance(v, Named) and v.code is None)]
    needed = (line for value in (*given, *further.values()) if isinstance(value, Named) for line in value.imports)
    code = f"figure = catviz.plots.{function.__name__}({', '.join(written)})\nfigure"
    return Piece("The figure", code, (_CATVIZ, *needed))


def _value(argument: Any) -> Any:
    return argument.value if isinstance(argument, Named) else argument


def _written(argument: Any) -> str:
    return str(argument.code) if isinstance(argument, Named) else literal(argument)
