"""How many groups, and are they real? Scores along their number beside those of shuffled columns, in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.experiments.cluster_count import cluster_count, structure_warning
from catviz.plots import cluster_count as draw
from catviz.ui import background, charts, controls, panels
from catviz.ui.orders import most_groups
from catviz.ui.view import View
from catviz.ui.words import plain

STARTS = 3
SHUFFLES = 20


def section(view: View, what: str, unfitted: Callable, seconds: float) -> None:
    """z and silhouette along k, with what shuffled columns give.

    Parameters
    ----------
    what : str
        What finds the groups: equal text, equal results.
    unfitted : callable() -> clusterer with starts and an objective
    seconds : float
        What a fit from so many starts takes, roughly.
    """
    if view.table.weights is not None and (view.table.weights % 1).any():
        st.info("Columns are shuffled among whole rows, but a row weighs a fraction here: choose other row weights.")
        return
    most_box, _ = st.columns([2, 5])
    with most_box:
        most = controls.number("Groups up to", "most", 2, most_groups(view), min(10, most_groups(view)))
    ks = range(2, most + 1)
    fits = (1 + SHUFFLES) * len(ks)
    work = partial(_along_k, view, unfitted(), ks)
    title = f"{fits} fits along k"
    found = background.result(view, repr(("groups", what, most)), work, title, fits * seconds, patience=0.5)
    if found is None or found.empty:
        st.caption(f"Fits of {STARTS} tries for each k, on this table and on {SHUFFLES} with shuffled columns.")
        return
    main, side = panels.columns()
    with main:
        alt = "Objective and silhouette along the number of groups, with the band of shuffled columns."
        charts.show(draw.along_k(found, charts.theme(), view.n_groups), "along-k", alt)
    with side:
        _reading(found)
        download_runs(found, "groups.csv")


def download_runs(frame: pd.DataFrame, name: str) -> None:
    """The numbers behind a figure as a file."""
    csv = partial(frame.to_csv, index=False)
    st.download_button("Download the runs (CSV)", csv, name, "text/csv", on_click="ignore", width="stretch")


def _along_k(view: View, model, ks: range, report) -> pd.DataFrame:
    return cluster_count(view.table, model, ks, STARTS, SHUFFLES, view.seed, callback=report)


def _reading(found: pd.DataFrame) -> None:
    warning = structure_warning(found)
    if warning:
        st.warning(plain(warning))
    else:
        z = found[found["measure"] == "z"].dropna()
        below = z[z["observed"] < z["null_05"]]["k"].tolist()
        st.markdown(f"z lies below its band for **k = {_listed(below)}**: these groups are more than value counts.")
    silhouettes = found[found["measure"] == "silhouette"].dropna(subset=["observed"])
    if len(silhouettes):
        best = silhouettes.loc[silhouettes["observed"].idxmax()]
        place = "above" if best["observed"] > best["null_95"] else "not above"
        st.markdown(f"The silhouette is highest for **k = {best['k']}** ({best['observed']:.2f}, {place} its band).")
    st.caption(
        "z changes with the number of groups anyway, so look at the gap to the band, not for the lowest z. "
        f"It holds 5 to 95 % of {SHUFFLES} tables whose columns were shuffled one by one."
    )


def _listed(numbers: list[int]) -> str:
    """Numbers with runs drawn together: 2 to 4, 7."""
    parts = np.split(np.array(numbers), np.flatnonzero(np.diff(numbers) != 1) + 1)
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts)
