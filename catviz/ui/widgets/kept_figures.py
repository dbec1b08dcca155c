"""Figures that are drawn once for all sessions that ask for the same, and sent as they are.

Plotly checks every property of a figure as it is set: drawing one takes longer than all else on most pages.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from hashlib import blake2b
from typing import Any, ParamSpec

import plotly.graph_objects as go
import plotly.io
from plotly.basedatatypes import BaseFigure

from catviz.plots.small import small
from catviz.table.categorical import CategoricalTable
from catviz.ui.state import session, shelves

#: Figures kept for all sessions, and for each session that has a table of its own.
SHARED, OWN = 256, 24
#: Characters of a figure's JSON up to which it is kept: that of many points takes more memory than time.
LONGEST = 200_000
_shared = shelves.for_all(SHARED)
_Drawn = ParamSpec("_Drawn")


class _Written(dict):
    """A figure as a dictionary, which nobody may change, and its JSON unless that is long."""

    def __init__(self, figure: go.Figure):
        super().__init__(figure.to_dict())
        text = _to_json(self, validate=False)
        self.text = text if len(text) <= LONGEST else None


class _Sent(BaseFigure):
    """A figure as the browser gets it, worked out once: Streamlit asks a figure for it whenever it is shown."""

    def __init__(self, figure: go.Figure):
        self._sent = _Written(figure)

    def to_dict(self) -> dict[str, Any]:
        """The figure as a dictionary, which nobody may change."""
        return self._sent


def _written_once(figure: Any, *how: Any, **named: Any) -> str:
    kept = figure.text if isinstance(figure, _Written) else None
    return kept or _to_json(figure, *how, **named)


# Streamlit writes a figure by this function whenever it is shown, and offers no other way
_to_json, plotly.io.to_json = plotly.io.to_json, _written_once


class Kept:
    """A finished figure, and what is sent of it: others show it too, so nothing may change it but `update_layout`."""

    def __init__(self, figure: go.Figure):
        self.figure, self.sent = figure, _Sent(figure)

    def update_layout(self, **layout: Any) -> Kept:
        """Change the figure for all who show it, in the same way each time; nothing is done where it is so already."""
        if any(self.figure.layout[name] != value for name, value in layout.items()):
            self.figure.update_layout(layout)
            self.sent = _Sent(self.figure)
        return self


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
