"""Figures of rows: the map, the profile of a selection, the values it lights up."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.plots.style import HIGHLIGHT, PALETTE, Theme, escape, figure, hues, label, significant

SVG_POINTS = 1_000
"""Up to so many points are drawn as SVG, more with WebGL."""
DRAWN_POINTS = 50_000


def row_map(
    coordinates: np.ndarray,
    multiplicity: np.ndarray,
    groups: list[str],
    order: list[str],
    words: list[str],
    theme: Theme,
    title: str,
    ids: np.ndarray,
    selected: np.ndarray | None = None,
    generation: int = 0,
) -> go.Figure:
    """Distinct rows in a plane, sized by how many rows stand there, coloured by group.

    The customdata of a point is its entry of ``ids``. ``selected`` lists ids to light up that were chosen elsewhere.
    """
    made = figure(
        theme,
        height=560,
        xaxis={"showticklabels": False, "title": {"text": ""}, "zeroline": False},
        yaxis={"showticklabels": False, "zeroline": False, "scaleanchor": "x"},
        title_text=escape(title),
        dragmode="lasso",
        legend={"orientation": "h", "y": -0.02, "yanchor": "top", "x": 0},
        meta=generation,
        newselection={"line": {"color": HIGHLIGHT, "width": 2}},
    )
    draw = go.Scatter if len(coordinates) <= SVG_POINTS else go.Scattergl
    sizes = 5 + 9 * np.sqrt((multiplicity - 1).clip(0) / max(multiplicity.max() - 1, 1))
    sizes += 3 if len(coordinates) <= SVG_POINTS else 0
    colours = hues(order, theme)
    groups = np.asarray(groups, dtype=object)
    lit = None if selected is None else np.isin(ids, selected)
    for group in order:
        at = np.flatnonzero(groups == group)
        if not len(at):
            continue
        made.add_trace(
            draw(
                x=coordinates[at, 0].astype(np.float32),
                y=coordinates[at, 1].astype(np.float32),
                mode="markers",
                name=label(group, 22) if group else "rows",
                showlegend=len(order) > 1,
                marker={
                    "size": sizes[at].astype(np.float32),
                    "color": colours[group],
                    "opacity": 0.75,
                    "line": {"width": 0.5, "color": theme.paper},
                },
                customdata=ids[at],
                hovertext=[words[i] for i in at],
                hoverinfo="text",
                selectedpoints=None if lit is None else np.flatnonzero(lit[at]),
                unselected={"marker": {"opacity": 0.12}},
            )
        )
    return made


def profile(frame: pd.DataFrame, theme: Theme, most: int = 12) -> go.Figure:
    """Share among the selected rows (filled) against all rows (hollow), most remarkable values first."""
    shown = frame.head(most)
    names = [
        f"{label(v, 20)}<br><span style='font-size:12px;color:{theme.faint}'>{label(a, 24)}</span>"
        for a, v in zip(shown["attribute"], shown["value"], strict=True)
    ]
    places = list(range(len(shown)))
    made = figure(
        theme,
        height=80 + 40 * len(shown),
        xaxis={"tickformat": ".0%", "range": [-0.06, 1.62], "tickvals": [0, 0.5, 1]},
        yaxis={"tickvals": places, "ticktext": names, "range": [len(shown) - 0.5, -0.5]},
        showlegend=True,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
    )
    for y, (share, everywhere) in enumerate(zip(shown["share"], shown["share_all"], strict=True)):
        made.add_shape(type="line", x0=everywhere, x1=share, y0=y, y1=y, line={"color": theme.faint, "width": 2})
    hollow = {"size": 11, "color": theme.paper, "line": {"color": theme.faint, "width": 2}}
    made.add_scatter(x=shown["share_all"], y=places, mode="markers", marker=hollow, name="all rows", hoverinfo="skip")
    made.add_scatter(
        x=shown["share"],
        y=places,
        mode="markers",
        marker={"size": 11, "color": HIGHLIGHT},
        name="these rows",
        hovertext=[
            f"{s:.1%} of these rows, {a:.1%} of all<br>lift {significant(x)}"
            for s, a, x in zip(shown["share"], shown["share_all"], shown["lift"], strict=True)
        ],
        hoverinfo="text",
    )
    remarks = [
        {"x": 1.6, "y": y, "text": f"v {v:+.1f}", "showarrow": False, "xanchor": "right", "font": {"size": 13}}
        for y, v in enumerate(shown["v"])
    ]
    return made.update_layout(annotations=remarks)


def lit_values(
    coordinates: np.ndarray,
    values: list[tuple[str, str]],
    lift: np.ndarray,
    share: np.ndarray,
    theme: Theme,
    selected: np.ndarray | None = None,
    generation: int = 0,
) -> go.Figure:
    """All values in one small plane; those over-represented among the selected rows light up.

    The customdata of a point is its place among the values. Any point may be picked.
    """
    made = figure(
        theme,
        height=340,
        xaxis={"showticklabels": False, "zeroline": False, "fixedrange": True},
        yaxis={"showticklabels": False, "zeroline": False, "fixedrange": True},
        dragmode="pan",  # with select or lasso Streamlit takes no clicks; a box is in the tool bar
        clickmode="event+select",
        meta=generation,
        showlegend=False,
        margin={"l": 4, "r": 4, "t": 8, "b": 4},
    )
    strong = lift > 1
    strongest = set(np.argsort(-np.where(strong, lift * share, 0), kind="stable")[:6]) if strong.any() else set()
    picked = set() if selected is None else set(np.asarray(selected).tolist())
    made.add_scatter(
        x=coordinates[:, 0].astype(np.float32),
        y=coordinates[:, 1].astype(np.float32),
        mode="markers+text",
        text=[label(v, 12) if i in strongest or i in picked else "" for i, (_, v) in enumerate(values)],
        textposition="top center",
        textfont={"size": 12, "color": theme.text},
        marker={
            "size": (6 + 14 * np.sqrt(share)).astype(np.float32),
            "color": [HIGHLIGHT if s else PALETTE[0] if i in picked else theme.faint for i, s in enumerate(strong)],
            "opacity": [0.95 if s or i in picked else 0.45 for i, s in enumerate(strong)],
        },
        customdata=list(range(len(values))),
        selectedpoints=None if selected is None else selected,
        unselected={"marker": {"opacity": 0.3}},
        hovertext=[f"{escape(a)} = {escape(v)}" for a, v in values],
        hoverinfo="text",
    )
    return made
