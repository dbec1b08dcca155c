"""Figures that are drawn once for all sessions that ask for the same, and sent as they are.

Plotly checks every property of a figure as it is set: drawing one takes longer than all else on most pages.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from hashlib import blake2b
from threading import Lock
from types import SimpleNamespace
from typing import Any, ParamSpec

import plotly.graph_objects as go
import plotly.io
from plotly.basedatatypes import BaseFigure

from catviz.plots.small import small
from catviz.table.categorical import CategoricalTable
from catviz.ui.state import session, shelves

#: Figures kept for all sessions, and for each session that has a table of its own.
SHARED, OWN = 256, 24
#: What can be read of the layout of a kept one.
_READ = ("height", "dragmode", "clickmode", "hovermode")
_shared = shelves.for_all(SHARED)
_Drawn = ParamSpec("_Drawn")


class _Written(dict):
    """What stands for a figure whose JSON is written: its size alone, which Streamlit looks at."""

    def __init__(self, figure: go.Figure):
        super().__init__(layout={"width": figure.layout.width, "height": figure.layout.height})
        self._packed = zlib.compress(_to_json(figure, validate=False).encode(), 1)

    def to_json(self) -> str:
        """The figure as Plotly writes it."""
        return zlib.decompress(self._packed).decode()


class _Sent(BaseFigure):
    """A figure as the browser gets it, written once: Streamlit writes a figure whenever it is shown."""

    def __init__(self, figure: go.Figure):
        self._sent = _Written(figure)

    def to_dict(self) -> dict[str, Any]:
        """What `plotly.io.to_json` takes for the figure."""
        return self._sent

    def to_json(self) -> str:
        """As a figure has it."""
        return self._sent.to_json()


def _written_once(figure: Any, *how: Any, **named: Any) -> str:
    return figure.to_json() if isinstance(figure, _Written) else _to_json(figure, *how, **named)


# Streamlit writes a figure by this function whenever it is shown, and offers no other way
_to_json, plotly.io.to_json = plotly.io.to_json, _written_once


class Kept:
    """A finished figure as its JSON, packed, once it is shown: a tenth of its memory. Others show it too.

    Attributes
    ----------
    layout : object
        Its ``height`` and ``dragmode``, ``clickmode`` and ``hovermode``, to read.
    n_points : int
    """

    def __init__(self, figure: go.Figure):
        self.n_points = n_points(figure)
        self._lock = Lock()
        self._hold(figure)

    def _hold(self, figure: go.Figure) -> None:
        self._drawn: go.Figure | None = figure
        self.layout = SimpleNamespace(**{name: figure.layout[name] for name in _READ})

    @property
    def sent(self) -> _Sent:
        """What is shown: what the figure was when this was first asked for."""
        with self._lock:
            if self._drawn is not None:
                self._sent, self._drawn = _Sent(self._drawn), None
            return self._sent

    @property
    def figure(self) -> go.Figure:
        """The figure, made again; its arrays are as JSON has them."""
        return plotly.io.from_json(self.to_json())

    def to_json(self) -> str:
        """As a figure has it."""
        return self.sent.to_json()

    def update_layout(self, **layout: Any) -> Kept:
        """Change what can be read of the layout for all who show it; nothing is done where it is so already."""
        with self._lock:
            if any(getattr(self.layout, name) != value for name, value in layout.items()):
                drawn = plotly.io.from_json(self._sent.to_json()) if self._drawn is None else self._drawn
                self._hold(drawn.update_layout(layout))
        return self


def n_points(figure: go.Figure | Kept) -> int:
    """Places that the traces of a figure have."""
    if isinstance(figure, Kept):
        return figure.n_points
    return sum(len(trace.x) for trace in figure.data if getattr(trace, "x", None) is not None)


def kept(draw: Callable[_Drawn, go.Figure]) -> Callable[_Drawn, Kept]:
    """Draw by a function that is named at the top of its module; equal arguments give the very same figure."""

    @wraps(draw)
    def drawn(*given: _Drawn.args, **named: _Drawn.kwargs) -> Kept:
        view = session.VIEW.get()
        shelf = shelves.of_session(__name__, OWN) if view is None or view.private else _shared
        return shelf.get(_content((draw, given, named)), lambda: Kept(draw(*given, **named)))

    return drawn


def kept_small(make: Callable[[], go.Figure], *changes: Callable[[go.Figure], go.Figure]) -> Kept:
    """A figure made small after some changes; all are functions at the top of a module, or partial ones."""
    return kept(_small)(make, *changes)


def _small(make: Callable[[], go.Figure], *changes: Callable[[go.Figure], go.Figure]) -> go.Figure:
    figure = make()
    for change in changes:
        figure = change(figure)
    return small(figure)


class _Content(pickle.Pickler):
    """Writes what a figure is drawn from; of a table its fingerprint, of a frozen result what it was made with."""

    def reducer_override(self, part: Any) -> Any:
        """How to write a part."""
        if isinstance(part, CategoricalTable):
            return CategoricalTable, (part.fingerprint,)
        if is_dataclass(part) and not isinstance(part, type) and part.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            return type(part), tuple(getattr(part, each.name) for each in fields(part))
        return NotImplemented


def _content(what: object) -> bytes:
    """Equal only for equal content."""
    written = io.BytesIO()
    _Content(written, pickle.HIGHEST_PROTOCOL).dump(what)
    return blake2b(written.getbuffer(), digest_size=16).digest()
