"""What the public figures accept: a theme by its name, columns and methods by theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from catviz.plots.colours import DARK, LIGHT, Theme
from catviz.table.codebook import column_name

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def theme_of(theme: str | Theme) -> Theme:
    """A theme by its name; ValueError names those there are."""
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ValueError(f"theme={theme!r}: choose one of {', '.join(THEMES)}")
    return THEMES[theme]


def named(methods: Any) -> Mapping[str, object]:
    """Methods by the names that a figure prints: a mapping as it is, a single one or a sequence by their types."""
    if isinstance(methods, Mapping):
        return methods
    return {type(m).__name__: m for m in (methods if isinstance(methods, Sequence) else [methods])}


def known(name: Any, names: Sequence[str], what: str = "column") -> str:
    """The name of a column as text; ValueError says which ones there are."""
    name = column_name(name)
    if name not in names:
        raise ValueError(f"no {what} {name!r}: choose one of {', '.join(names)}")
    return name


def on_paper(figure: go.Figure, theme: str | Theme) -> go.Figure:
    """A figure with the background of a theme by its name, to read wherever it is shown; a page has its own."""
    if isinstance(theme, Theme):
        return figure
    return figure.update_layout(paper_bgcolor=THEMES[theme].paper, plot_bgcolor=THEMES[theme].paper)
