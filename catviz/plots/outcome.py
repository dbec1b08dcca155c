"""Figures of an outcome: columns by how strongly they go with it, and two columns crossed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.crosstab import SHOWN, TOTAL, Crosstab
from catviz.plots.inks import write_in_cells
from catviz.plots.style import (
    PERCENT,
    PICTURE_ONLY,
    Theme,
    colorbar,
    colorscale,
    escape,
    figure,
    label,
    labels,
    others,
    significant,
)
from catviz.wording import p_text, signed

RANKED = 40
"""Columns drawn at most."""
_ON_A_SCREEN = 16
"""Columns seen at once; of more, the axis is above them."""
SIDE = 12
"""Values of a column drawn at most; the rarest are one line."""
_FULL = 4.0
"""The full colour is that of the largest adjusted residual, but of none below this."""
_ALL, _N = "all rows", "n"
"""What stands beside percentages: those of all rows, and how many rows they are of."""
_DIGITS = {"counts": 0, "row_percent": 0, "column_percent": 0, "expected": 1, "residuals": 1}


def ranking(columns: pd.DataFrame, theme: Theme, most: int = RANKED) -> go.Figure:
    """Bias-corrected Cramer's V of the first columns of an outcome's ranking; grey where it is not significant."""
    shown = columns.head(most)
    places = list(range(len(shown)))
    above = len(shown) > _ON_A_SCREEN
    made = figure(
        theme,
        height=110 + 30 * len(shown),
        xaxis={
            "range": [0, 1.19],
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
            "title": {"text": "bias-corrected Cramér's V"},
            "side": "top" if above else "bottom",
        },
        yaxis={
            "tickvals": places,
            "ticktext": labels(list(shown["column"]), 24),
            "range": [len(shown) - 0.4, -0.6],
            "showgrid": False,
            "zeroline": False,
        },
        margin={"l": 10, "r": 10, "t": 88 if above else 34, "b": 10},
        modebar=PICTURE_ONLY,
        bargap=0.35,
    )
    hover = [
        f"{escape(line.column)}<br>V {significant(line.v)}, χ² {significant(line.chi2)}, {line.df} df<br>"
        + (line.test if np.isnan(line.p) else f"{p_text(line.p)} ({line.test})<br>")
        + ("" if np.isnan(line.p) else f"adjusted {p_text(line.adjusted_p)}<br>{line.n:,.0f} rows")
        for line in shown.itertuples()
    ]
    made.add_bar(
        x=shown["v"].to_numpy(),
        y=places,
        orientation="h",
        marker_color=np.where(shown["significant"], theme.scale[0], theme.faint),
        hovertext=hover,
        hoverinfo="text",
        text=[significant(v) for v in shown["v"]],
        textposition="outside",
        cliponaxis=False,
        showlegend=False,
    )
    return made


def crossed(table: Crosstab, theme: Theme, of: str = "row_percent") -> go.Figure:
    """Two columns crossed: the cells print ``of``, which is also their colour; rows in percent of 100.

    Totals stand beside, without a colour: under row percent those of all rows, and the number of rows of each line.
    """
    joint = Crosstab(table.rows, table.columns, few(few(table.counts).T).T, table.test)
    printed, residuals, percent = joint.to_frame(of).to_numpy(dtype=float), of == "residuals", of.endswith("percent")
    v, w = printed.shape
    largest = max(_FULL if residuals else 1.0, float(np.abs(printed).max(initial=0)))
    full, unit = 100.0 if percent else largest, "\u00a0%" if percent else ""
    texts = joint.to_frame(of, totals=True).map(lambda x: f"{x:,.{_DIGITS[of]}f}{unit}".replace("-", "−"))
    sums = joint.to_frame("counts", totals=True)
    names = {"row_percent": (_ALL, _N), "column_percent": (_N, _ALL)}.get(of, (TOTAL, TOTAL))
    if of == "row_percent":
        texts.iloc[:, -1] = sums.iloc[:, -1].map("{:,.0f}".format)
    elif of == "column_percent":
        texts.iloc[-1] = sums.iloc[-1].map("{:,.0f}".format)
    below, beside = [] if residuals else [names[0]], [] if residuals else [names[1]]
    made = figure(
        theme,
        height=int(np.clip(190 + 34 * (v + len(below)), 300, 660)),
        xaxis=_axis([*joint.counts.columns, *beside])
        | {"title": {"text": label(table.columns, 40)}, "side": "bottom", "range": [-0.5, w + len(beside) - 0.5]},
        yaxis=_axis([*joint.counts.index, *below])
        | {"range": [v + len(below) - 0.5, -0.5], "title": {"text": label(table.rows, 40)}},
        title_text=SHOWN[of].capitalize(),
        modebar=PICTURE_ONLY,
    )
    made.add_heatmap(
        z=printed.astype(np.float32),
        zmin=-full if residuals else 0,
        zmax=full,
        colorscale=colorscale(theme.diverging if residuals else theme.scale[::-1]),
        xgap=1,
        ygap=1,
        text=_hover(joint),
        hoverinfo="text",
        colorbar=colorbar(SHOWN[of]) | (PERCENT if percent else {}),
    )

    written = [
        {"x": j, "y": i, "text": texts.iloc[i, j], "showarrow": False} | {"font": {"size": 13 if w <= 8 else 11}}
        for i in range(v + len(below))
        for j in range(w + len(beside))
    ]
    return write_in_cells(made, written, theme)


def few(counts: pd.DataFrame, most: int = SIDE) -> pd.DataFrame:
    """The counts with the rarest values of the lines in one line, "n others", where there are more than fit."""
    if len(counts) <= most:
        return counts
    order = np.argsort(-counts.sum(axis=1).to_numpy(), kind="stable")
    kept, rest = np.sort(order[: most - 1]), order[most - 1 :]
    together = counts.iloc[rest].sum().to_frame(others(len(rest))).T
    return pd.concat([counts.iloc[kept], together]).rename_axis(counts.index.name)


def _axis(texts: Sequence[str]) -> dict[str, Any]:
    places = list(range(len(texts)))
    return {"tickvals": places, "ticktext": labels(list(texts), 18), "showgrid": False, "zeroline": False}


def _hover(joint: Crosstab) -> list[list[str]]:
    cells = {name: joint.to_frame(name).to_numpy(dtype=float) for name in SHOWN}

    def words(i: int, j: int) -> str:
        first = f"{escape(joint.rows)}: {label(joint.counts.index[i], 40)}"
        second = f"{escape(joint.columns)}: {label(joint.counts.columns[j], 40)}"
        return (
            f"{first}<br>{second}<br>{significant(cells['counts'][i, j])} rows, "
            f"{significant(cells['expected'][i, j])} expected<br>{cells['row_percent'][i, j]:.1f}\u00a0% of its row, "
            f"{cells['column_percent'][i, j]:.1f}\u00a0% of its column<br>"
            f"adjusted residual {signed(cells['residuals'][i, j])}"
        )

    return [[words(i, j) for j in range(joint.counts.shape[1])] for i in range(len(joint.counts))]
