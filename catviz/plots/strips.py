"""Strip plots: scores of several kinds of orders, a point a run, a line a kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from catviz.plots.colours import HIGHLIGHT, PALETTE, Theme
from catviz.plots.style import FONT_SIZE, NUMBERS, PERCENT, escape, house_style, label, significant
from catviz.wording import in_percent

_LANE = 46
_JITTER = 0.28


@dataclass(frozen=True)
class Measure:
    """A column of scores, how it is named, and what is good."""

    column: str
    title: str
    better: str
    #: The narrowest range drawn, so that rounding is never seen as a difference.
    span: float
    #: Whether the scores are shares, drawn in percent.
    share: bool = False

    @property
    def factor(self) -> int:
        """What a score is multiplied by to be drawn."""
        return 100 if self.share else 1

    def text(self, score: float) -> str:
        """A score in words."""
        return in_percent(score, 1) if self.share else significant(score)


#: A mark a kind; one without a colour is faint.
MARKS = {
    "yours": {"symbol": "star", "size": 17, "color": HIGHLIGHT, "opacity": 1.0},
    "learned": {"symbol": "diamond", "size": 13, "color": PALETTE[0], "opacity": 0.95},
    "declared": {"symbol": "circle-open", "size": 13, "color": PALETTE[2], "opacity": 1.0, "line": {"width": 3}},
    "random": {"symbol": "circle", "size": 9},
    "random, all columns": {"symbol": "circle", "size": 9},
    "Hamming": {"symbol": "square", "size": 11, "color": PALETTE[1], "opacity": 0.9},
}
#: How the marks of several runs differ.
MANY = {"size": 7, "opacity": 0.5, "line": {"width": 1}}


def strips(
    runs: pd.DataFrame, kinds: Mapping[str, str], measures: Sequence[Measure], theme: Theme, title: str = ""
) -> go.Figure:
    """Draw a panel a measure, a line a kind of order, a point a run; a bar stands at the mean of several runs.

    Parameters
    ----------
    runs : DataFrame with ``kind`` and a column a measure
    kinds : what each kind is called, in the order drawn from the top; kinds without runs are left out
    """
    shown = [kind for kind in kinds if (runs["kind"] == kind).any()]
    figure = make_subplots(rows=1, cols=len(measures), shared_yaxes=True, horizontal_spacing=0.06)
    figure.update_layout(house_style(theme, height=106 + (30 if title else 0) + _LANE * len(shown)))
    figure.update_layout(
        showlegend=False, title_text=escape(title), margin={"l": 10, "r": 16, "t": 36 if title else 8, "b": 10}
    )
    jitter = np.random.default_rng(0)
    for column, measure in enumerate(measures, start=1):
        for line, kind in enumerate(shown):
            _draw_kind(figure, runs, kind, kinds[kind], line, column, measure, theme, jitter)
        figure.update_xaxes(
            title_text=f"{escape(measure.title)}<br>({escape(measure.better)})",
            **(PERCENT if measure.share else {"tickformat": NUMBERS}),
            gridcolor=theme.grid,
            zeroline=False,
            tickfont_size=FONT_SIZE,
            title_font_size=FONT_SIZE,
            nticks=5,
            range=[measure.factor * end for end in _range(runs[measure.column].dropna(), measure)],
            row=1,
            col=column,
        )
    figure.update_yaxes(
        range=[len(shown) - 0.5, -0.5],
        tickvals=list(range(len(shown))),
        ticktext=[label(kinds[kind], 28) for kind in shown],
        showgrid=False,
        zeroline=False,
        tickfont_size=FONT_SIZE,
        automargin=True,
    )
    return figure


def _range(scores: pd.Series, measure: Measure) -> list[float]:
    low, high = (scores.min(), scores.max()) if len(scores) else (0.0, 1.0)
    missing = max(measure.span * max(abs(high), 1e-9) - (high - low), 0) / 2
    room = 0.06 * (high - low + 2 * missing)
    return [low - missing - room, high + missing + room]


def _draw_kind(
    figure: Any, runs: Any, kind: Any, name: Any, line: pd.Series, column: int, measure: Any, theme: Theme, jitter: Any
) -> None:
    scores = runs.loc[runs["kind"] == kind, measure.column].to_numpy(dtype=float)
    scores = scores[~np.isnan(scores)]
    if not len(scores):
        return
    spread = jitter.uniform(-_JITTER, _JITTER, len(scores)) if len(scores) > 1 else np.zeros(1)
    figure.add_scatter(
        x=measure.factor * scores,
        y=line + spread,
        mode="markers",
        marker={"color": theme.faint} | MARKS[kind] | (MANY if len(scores) > 1 else {}),
        hovertext=[f"{escape(name)}<br>{escape(measure.title)} {measure.text(s)}" for s in scores],
        hoverinfo="text",
        row=1,
        col=column,
    )
    if len(scores) > 1:
        mean = float(scores.mean())
        figure.add_scatter(
            x=[measure.factor * mean] * 2,
            y=[line - 0.4, line + 0.4],
            mode="lines",
            line={"color": theme.text, "width": 2.5},
            hovertext=f"{escape(name)}: mean {measure.text(mean)} of {len(scores)}",
            hoverinfo="text",
            row=1,
            col=column,
        )
