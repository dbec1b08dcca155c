"""The replay of a fit: the rows change their cluster step by step, in the browser alone; with the objective z."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.projection import ConstantInput, RowMap
from catviz.plots import replay as draw
from catviz.plots.replay import Curve, Frame
from catviz.registry import DEFAULT_MAP
from catviz.ui.orders import parts
from catviz.ui.orders.parts import MODES
from catviz.ui.state import cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.charts import show_table
from catviz.wording import capital

#: What places the rows: the orders the fit ended with, or the method that needs none.
PLANES = ("learned orders", DEFAULT_MAP)


def section(view: View, fit: cache.Fitted) -> None:
    """Show the replay of orders that were learned in steps."""
    history, picture = fit.estimator.steps_, st.container()  # drawn first, chosen below
    plane_box, step_box, _ = st.columns([2.4, 1.4, 3], vertical_alignment="bottom")
    with plane_box:
        plane = controls.segmented("Rows placed by", PLANES, "plane")
    with step_box:
        wanted = controls.number("Go to step", "step", 1, len(history), 1, slider=False)
    try:
        placed = _place_rows(view, fit, plane)
    except ConstantInput as error:
        panels.nothing_to_show(view, error.reason(), "replay")
        return
    stops = draw.frame_steps(len(history), [i for i, step in enumerate(history) if step["phase"] == "order"])
    if wanted - 1 not in stops:
        stops = sorted([*stops, wanted - 1])
    frames = _frames(view, fit, stops)
    drawn = _drawn_rows(len(placed.coordinates), view.seed)
    words = cache.described_rows(view)
    curves = _curves(view, fit)
    figure = draw.replay(
        placed.coordinates[drawn],
        placed.multiplicity[drawn],
        [words[i] for i in drawn],
        [Frame(f.step, f.labels[drawn], f.moved[drawn], f.words) for f in frames],
        curves,
        charts.theme(),
        active=stops.index(wanted - 1),
        axes=(f"axis 1 ({plane})", f"axis 2 ({plane})"),
    )
    with picture:
        charts.show(
            figure,
            "replay",
            f"Rows by cluster after step {wanted} of {len(history)}: {frames[stops.index(wanted - 1)].words}",
        )
    st.caption(" ".join(_remarks(curves, len(placed.coordinates), len(drawn), len(history), len(stops))))
    with st.expander("The steps in words"):
        listing = pd.DataFrame({"step": range(1, len(history) + 1), "what happened": in_words(history)})
        show_table(listing, hide_index=True, alt="Steps of the fit")


def in_words(history: list[dict]) -> list[str]:
    """What each step did, and what became of z."""
    words, before = [], None
    for step in history:
        z = step["objective"]
        changed = list(step["changed"])
        names = ", ".join(changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")
        what = {
            "start": "first clusters and orders",
            "assign": f"{counted(step['moved'], 'row')} moved",
            "order": f"new order of {names}",
        }[step["phase"]]
        words.append(f"{what}, z {_change_in_words(before, z)}")
        before = z
    return words


def _change_in_words(before: float | None, z: float) -> str:
    if before is None or z == before:
        return number(z)
    if number(z) == number(before):
        return f"{number(z)}, {'up' if z > before else 'down'} {number(abs(z - before))}"
    return f"{number(before)} → {number(z)}"


def _place_rows(view: View, fit: cache.Fitted, plane: str) -> RowMap:
    if plane == DEFAULT_MAP:
        return cache.rows_placed(view, DEFAULT_MAP, (), "PCA")
    return parts.order_map(view, fit)


def _frames(view: View, fit: cache.Fitted, stops: list[int]) -> list[Frame]:
    labels, history = parts.replayed(view, fit), fit.estimator.steps_
    words, frames = in_words(history), []
    for i in stops:
        moved = labels[i] != labels[i - 1] if i else np.zeros(labels.shape[1], dtype=bool)
        frames.append(Frame(i + 1, labels[i], moved, f"{i + 1} of {len(history)}: {words[i]}"))
    return frames


def _drawn_rows(n: int, seed: int) -> np.ndarray:
    """The rows that are drawn: all, or a sample where there are too many."""
    if n <= draw.DRAWN_POINTS:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, draw.DRAWN_POINTS, replace=False))


def _curves(view: View, fit: cache.Fitted) -> list[Curve]:
    """z of this fit, and of the other way of learning from the same starting rows."""
    learned = str(dict(fit.parameters)["mode"])
    other = next(mode for mode in MODES if mode != learned)
    settings = tuple((key, other if key == "mode" else value) for key, value in fit.parameters)
    both = {learned: fit, other: parts.fitted(view, fit.method, settings)}
    return [Curve(MODES[mode], np.array(each.estimator.history_)) for mode, each in both.items() if each is not None]


def _remarks(curves: list[Curve], rows: int, drawn: int, steps: int, stops: int) -> list[str]:
    ends = []
    for curve in curves:
        rises = f"rose {counted(len(curve.rises), 'time')}" if len(curve.rises) else "never rose"
        ends.append(f"{curve.name}: z {rises} and ended at {number(curve.objective[-1])}")
    sentences = [
        "Play runs through the steps. Each point is a distinct row, coloured by its cluster; a larger point stands for "
        "more rows of the table."
    ]
    sentences.append(capital(plain("; ".join(ends))) + ".")
    if drawn < rows:
        sentences.append(f"{drawn:,} of {rows:,} distinct rows are drawn.")
    if stops < steps:
        sentences.append(f"The slider stops at {stops} of {steps} steps; the box goes to any.")
    return sentences
