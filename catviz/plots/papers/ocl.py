"""OCL's figures: orders against Hamming, ranks, objectives, times, and maps of Voting."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from catviz.analysis.statistics import first_places
from catviz.plots.colours import HIGHLIGHT, PALETTE, RISE, Theme, hues
from catviz.plots.papers.grid import cell, grid, lanes
from catviz.plots.replay import Curve
from catviz.plots.strips import MARKS
from catviz.plots.style import FONT_SIZE, escape, label
from catviz.published.recomputed import growth
from catviz.wording import in_percent

KINDS = {
    "random": "random orders, a point a run",
    "Hamming": "no orders (Hamming), mean",
    "declared": "declared orders, mean",
    "learned": "orders learned by OCL, mean",
}
MODES = {
    "monotone": ("monotone mode", PALETTE[0]),
    "paper": ("equations as printed", PALETTE[1]),
    "reference": ("reference mode", PALETTE[2]),
}
_JITTER = 0.22
#: Within a lane, so that equal means do not cover each other.
_SHIFT = {"Hamming": -0.22, "declared": 0.0, "learned": 0.22}
_SECONDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


def orders(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw a lane a data set: accuracy with random orders, and the means of the other kinds."""
    sets = list(dict.fromkeys(found["data"]))
    means = found.groupby(["data", "kind"], sort=False)["accuracy"].mean().unstack().loc[sets]
    figure = grid([""], 1, theme, 150 + 44 * len(sets), _better_than_hamming(means))
    jitter = np.random.default_rng(0)
    for kind, name in KINDS.items():
        if kind == "random":
            runs = found[found["kind"] == kind]
            x, data = runs["accuracy"], runs["data"]
            y = data.map(sets.index) + jitter.uniform(-_JITTER, _JITTER, len(runs))
        elif kind in means:
            x, data = means[kind].dropna(), means[kind].dropna().index
            y = [sets.index(each) + _SHIFT[kind] for each in data]
        else:
            continue
        small = {"size": 6, "opacity": 0.45} if kind == "random" else {}
        figure.add_scatter(
            x=x,
            y=y,
            mode="markers",
            marker={"color": theme.faint} | MARKS[kind] | small,
            name=name,
            customdata=[escape(each) for each in data],
            hovertemplate="%{customdata}<br>accuracy %{x:.3f}<extra>" + name + "</extra>",
        )
    for i, data in enumerate(sets):
        if "random" in means and means.loc[data, "random"] == means.loc[data, "random"]:
            mean = means.loc[data, "random"]
            figure.add_scatter(
                x=[mean, mean],
                y=[i - 0.36, i + 0.36],
                mode="lines",
                line={"color": theme.text, "width": 2.5},
                name="random orders, mean",
                legendgroup="mean",
                legendrank=1,
                showlegend=i == 0,
                hovertemplate="random orders, mean %{x:.3f}<extra></extra>",
            )
    figure.update_xaxes(title_text="accuracy (higher is better)")
    lanes(figure, sets)
    return figure


def ranks(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw average ranks from the best; the bars from OCL's reach the critical differences."""
    metrics = list(dict.fromkeys(found["metric"]))
    width = len(set(found["method"]))
    titles = [_outside(found[found["metric"] == metric], metric) for metric in metrics]
    figure = grid(titles, 2, theme, 90 + 36 * width, gaps=(0.1, 0.1), legend=False)
    for number, metric in enumerate(metrics):
        part, where = found[found["metric"] == metric].sort_values("rank", kind="stable"), cell(number, 2)
        best = part.iloc[0]
        for difference, opacity in ((best["difference_05"], 0.18), (best["difference_10"], 0.26)):
            figure.add_scatter(
                x=[best["rank"], best["rank"] + difference, best["rank"] + difference, best["rank"]],
                y=[-0.5, -0.5, width - 0.5, width - 0.5],
                fill="toself",
                mode="lines",
                line={"width": 0},
                fillcolor=HIGHLIGHT,
                opacity=opacity,
                showlegend=False,
                hoverinfo="skip",
                **where,
            )
        figure.add_annotation(
            x=best["rank"] + 0.15,
            y=width - 1.4,
            xanchor="left",
            align="left",
            text=f"critical difference<br>5\u00a0%: {best['difference_05']:.4f}<br>"
            f"10\u00a0%: {best['difference_10']:.4f}",
            showarrow=False,
            font={"size": FONT_SIZE},
            **where,
        )
        figure.add_scatter(
            x=part["rank"],
            y=list(range(len(part))),
            mode="markers+text",
            marker={"size": 13, "color": [HIGHLIGHT if m == "OCL" else PALETTE[0] for m in part["method"]]},
            text=[f"  {rank:.2f}" for rank in part["rank"]],
            textposition="middle right",
            textfont={"size": FONT_SIZE - 1},
            hovertext=[
                f"{escape(line.method)}<br>rank {line.rank:.4f}, printed {line.printed:.2f}"
                for line in part.itertuples()
            ],
            hoverinfo="text",
            showlegend=False,
            **where,
        )
        lanes(figure, list(part["method"]), **where)
        figure.update_xaxes(title_text="average rank (1 is best)", range=[0.5, 9.2], dtick=1, **where)
    return figure


def objectives(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw a panel a data set: z of its longest run against iterations, updates of the orders marked, rises in red."""
    sets = list(dict.fromkeys(found["data"]))
    columns = math.ceil(math.sqrt(len(sets)))
    rows = -(-len(sets) // columns)
    runs = found["repeat"].max() + 1
    title = f"Objective z of the longest of {runs} runs; in brackets most iterations/updates of each mode"
    titles = [_lengths_of(found[found["data"] == data], data) for data in sets]
    figure = grid(titles, columns, theme, 130 + 210 * rows, title, gaps=(0.05, 0.28 / rows))
    in_legend: set[str] = set()
    for number, data in enumerate(sets):
        part, where = found[found["data"] == data], cell(number, columns)
        longest = part.groupby("repeat").size().idxmax()
        for mode, (name, colour) in MODES.items():
            steps = part[(part["repeat"] == longest) & (part["mode"] == mode)]
            if len(steps):
                _draw_run(figure, steps, name, colour, in_legend, where)
        most = part.loc[part["repeat"] == longest, "iteration"].max()
        figure.update_xaxes(dtick=max(1, math.ceil(most / 6)), range=[-0.04 * most, 1.06 * most], **where)
        if number + columns >= len(sets):
            figure.update_xaxes(title_text="iteration", **where)
    return figure.update_yaxes(nticks=5)


def times(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw CPU seconds against rows and against columns, both logarithmic; OCL set off."""
    methods = [m for m in dict.fromkeys(found["method"]) if m != "OCL"]
    colours, exponents = hues(methods, theme) | {"OCL": HIGHLIGHT}, growth(found)
    axes = {"rows": ("n", "rows"), "columns": ("d", "columns")}
    titles = [f"against {name}{_grows(exponents, varied, name[0])}" for varied, (_, name) in axes.items()]
    figure = grid(titles, 2, theme, 480, gaps=(0.08, 0.1))
    for number, (varied, (size, name)) in enumerate(axes.items()):
        part, where = found[found["varied"] == varied], cell(number, 2)
        for method in [*methods, "OCL"]:
            means = part[part["method"] == method].groupby(size)["seconds"].mean()
            grows = exponents.get((varied, method), np.nan)
            slope = "" if np.isnan(grows) else f"<br>grows with the power {grows:.1f}"
            figure.add_scatter(
                x=means.index,
                y=means,
                mode="lines+markers",
                line={"color": colours[method], "width": 4 if method == "OCL" else 2},
                marker={"size": 10 if method == "OCL" else 7},
                name=label(method),
                legendgroup=method,
                showlegend=number == 0,
                hovertemplate=f"%{{x:,}} {name}<br>%{{y:.3g}} s{slope}<extra>{escape(method)}</extra>",
                **where,
            )
        ticks = sorted(set(part[size]))
        figure.update_xaxes(
            type="log", title_text=name, tickvals=ticks, ticktext=[f"{tick:,}" for tick in ticks], **where
        )
        figure.update_yaxes(type="log", title_text="CPU seconds" if number == 0 else None, tickvals=_SECONDS, **where)
    return figure


def maps(found: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw a panel a method: t-SNE of the distinct rows, coloured by known group."""
    methods, groups = list(dict.fromkeys(found["method"])), sorted(set(found["group"]))
    shares = found.groupby("method")["same"].mean()
    blind = found.groupby("method")["group"].agg(_by_chance)
    titles = [
        f"{escape(m)}: {in_percent(shares[m])} next to one of their group<br>"
        f"(random neighbours: {in_percent(blind[m])})"
        for m in methods
    ]
    figure = grid(titles, len(methods), theme, 460, gaps=(0.03, 0.1))
    for number, method in enumerate(methods):
        where = cell(number, len(methods))
        for entry, (group, colour) in enumerate(hues(groups, theme).items()):
            part = found[(found["method"] == method) & (found["group"] == group)]
            figure.add_scatter(
                x=part["x"].astype(np.float32),
                y=part["y"].astype(np.float32),
                mode="markers",
                marker={"size": 8, "color": colour, "opacity": 0.75, "line": {"width": 0.5, "color": theme.paper}},
                name=label(group),
                legendgroup=str(entry),
                showlegend=number == 0,
                hovertext=[f"{escape(group)}<br>{rows:,.0f} row{'' if rows == 1 else 's'}" for rows in part["rows"]],
                hoverinfo="text",
                **where,
            )
    figure.update_xaxes(showticklabels=False)
    figure.update_yaxes(showticklabels=False)
    return figure


def _by_chance(groups: pd.Series) -> float:
    """Share of all pairs of different points that are of one group."""
    sizes, n = groups.value_counts(), len(groups)
    return float((sizes * (sizes - 1)).sum() / (n * (n - 1))) if n > 1 else np.nan


def _better_than_hamming(means: pd.DataFrame) -> str:
    parts = []
    for kind in ("random", "declared"):
        if kind in means:
            both = means[["Hamming", kind]].dropna()
            (_, better), (_, tied) = first_places(both) if len(both) else ((0, 0), (0, 0))
            parts.append(f"{kind} orders on {better} of {len(both)}" + (f" ({tied} tied)" if tied else ""))
    return f"Higher mean than without orders (no test): {', '.join(parts)} data sets" if parts else ""


def _outside(part: pd.DataFrame, metric: str) -> str:
    best = part["rank"].min()
    worse = int((part["rank"] > best + part["difference_05"]).sum())
    return f"{escape(metric)}: {worse} of {len(part) - 1} beyond the critical difference at 5\u00a0%"


def _lengths_of(part: pd.DataFrame, data: str) -> str:
    lengths = []
    for mode in MODES:
        runs = part[part["mode"] == mode]
        if len(runs):
            updates = (runs["phase"] == "order").groupby(runs["repeat"]).sum().max()
            lengths.append(f"{runs['iteration'].max()}/{updates}")
    return f"{escape(data)}  ({', '.join(lengths)})"


def _draw_run(
    figure: go.Figure, steps: pd.DataFrame, name: str, colour: str, seen: set[Any], where: dict[str, Any]
) -> None:
    x, z = steps["iteration"].to_numpy(), steps["objective"].to_numpy()
    updates = steps["phase"].to_numpy() == "order"
    hover = "iteration %{x}<br>z %{y:.4g}<extra>" + name + "</extra>"

    def entry(text: str) -> dict[str, Any]:
        shown = text not in seen
        seen.add(text)
        return {"name": text, "legendgroup": text, "showlegend": shown}

    figure.add_scatter(
        x=x, y=z, mode="lines", line={"color": colour, "width": 2.5}, hovertemplate=hover, **entry(name), **where
    )
    rises = Curve(name, z).rises
    if len(rises):
        gap = np.full(len(rises), np.nan)
        figure.add_scatter(
            x=np.column_stack([x[rises - 1], x[rises], gap]).ravel(),
            y=np.column_stack([z[rises - 1], z[rises], gap]).ravel(),
            mode="lines",
            line={"color": RISE, "width": 4},
            hoverinfo="skip",
            **entry("z rises"),
            **where,
        )
    marks = {"size": 11, "color": colour, "symbol": "triangle-down"}
    if updates.any():
        figure.add_scatter(
            x=x[updates],
            y=z[updates],
            mode="markers",
            marker=marks,
            hovertemplate=hover,
            **entry("update of the orders"),
            **where,
        )
    figure.add_scatter(
        x=x[-1:],
        y=z[-1:],
        mode="markers",
        marker={"size": 9, "color": colour, "symbol": "square"},
        hovertemplate=hover,
        **entry("end"),
        **where,
    )


def _grows(exponents: pd.Series, varied: str, letter: str) -> str:
    slope = exponents.get((varied, "OCL"), np.nan)
    letter = {"r": "n", "c": "d"}[letter]
    return "" if np.isnan(slope) else f": OCL's slope over the largest sizes here {letter}<sup>{slope:.1f}</sup>"
