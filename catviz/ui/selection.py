"""Linked selection: what is picked in one figure lights up in the others.

The figure that was picked in stays as it was drawn, so that its outline survives; every other figure is drawn anew with
the picked items. Whoever picks last decides.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from catviz.ui import charts


class Selection:
    """The items picked on a page, and which figure they were picked in.

    ``kinds`` names the figures; each has its own items (rows, values). ``source`` is the one picked in.
    """

    def __init__(self):
        self.source: str | None = None
        self.ids: list[int] = []
        self.generation = 0
        self.epoch = 0
        self._drawn: dict[str, tuple[int, np.ndarray | None]] = {}

    def key(self, figure: str) -> str:
        """The chart key of a figure; a new one after ``clear``."""
        return f"{figure}-{self.epoch}"

    def picker(self, figure: str) -> Callable[[], None]:
        """The callback for picks in a figure."""

        def picked() -> None:
            ids = charts.picked(self.key(figure))
            if not ids and self.source != figure:
                return
            self.source, self.ids = (figure, sorted(set(ids))) if ids else (None, [])
            self.generation += 1

        return picked

    def drawn(self, figure: str, items: np.ndarray | None) -> dict:
        """``selected`` and ``generation`` to draw a figure with: as before for the source, else what to light up."""
        if self.source != figure or figure not in self._drawn:
            self._drawn[figure] = (self.generation, items if self.source not in (None, figure) else None)
        generation, selected = self._drawn[figure]
        return {"selected": selected, "generation": generation}

    def clear(self) -> None:
        """Nothing is picked; all figures start afresh."""
        self.source, self.ids, self._drawn = None, [], {}
        self.epoch += 1
        self.generation += 1


def on_page(page: str, content: str) -> Selection:
    """The page's selection; another content (table) starts a new one."""
    stored = st.session_state.get(f"_selection-{page}")
    if stored is None or stored[0] != content:
        epoch = 0 if stored is None else stored[1].epoch + 1
        stored = (content, Selection())
        stored[1].epoch = epoch
        st.session_state[f"_selection-{page}"] = stored
    return stored[1]
