"""How many classes? A criterion of models with 1, 2, 3 and more classes, for methods that choose by one."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.parameters import Number
from catviz.plots import structure as draw
from catviz.progress import reporting
from catviz.registry import Method
from catviz.ui.state import background, cache
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, panels, structure

BY_BIC = "bic"
STARTS = 5
HARDLY = 2.0
"""A difference of BIC up to this hardly speaks for either model (Raftery 1995)."""


def chooses(method: Method) -> bool:
    """True for a method that can choose its number of clusters by BIC."""
    declared = method.cls.parameters.get("n_clusters")
    return isinstance(declared, Number) and BY_BIC in declared.special


def section(view: View, learned: Fitted) -> None:
    """BIC along the number of classes, and how often random starts reached the best model."""
    given = dict(learned.parameters) | {"n_clusters": BY_BIC, "n_init": STARTS}
    parameters = tuple(sorted(given.items()))
    work = partial(_criteria, view, learned.method.name, parameters)
    title = f"{plain(learned.method.short)}: models with 1 to 10 classes"
    seconds = 2.5 * learned.method.cls.cost(*structure.size(view))
    found = background.result(view, repr(("bic", learned.method.name, parameters)), work, title, seconds, 2.0, 1.0)
    if found is None:
        st.caption(
            f"Fits a model with each number of classes, each from {STARTS} random starts, and compares their BIC."
        )
        return
    best = found.loc[found["bic"].idxmin()]
    main, side = panels.columns()
    with main:
        alt = f"BIC of models with 1 to {len(found)} classes."
        charts.show(draw.criterion(found, charts.theme(), view.n_classes), "bic", alt)
    with side:
        st.markdown(lowest(found))
        reached = int(best["reached"])
        st.markdown(
            f"{reached} of {counted(best['starts'], 'random start')} reached the largest likelihood found."
            + (" A better one may have been missed: try other seeds." if reached < best["starts"] else "")
        )
        st.caption(
            "BIC compares these models with each other. It does not test whether there are classes at all, and columns "
            "that depend on each other within a class raise the number of classes."
        )
        structure.download_runs(found, "criteria.csv")


def lowest(found: pd.DataFrame) -> str:
    """The number of classes with the lowest BIC, and those whose BIC hardly differs from it."""
    best = found.loc[found["bic"].idxmin()]
    others = found[(found["bic"] - best["bic"] <= HARDLY) & (found["clusters"] != best["clusters"])]
    words = f"BIC is lowest with **{_classes(best['clusters'])}** ({number(best['bic'])})"
    if others.empty:
        return f"{words}."
    near = [f"**{_classes(line.clusters)}** ({number(line.bic - best['bic'])} more)" for line in others.itertuples()]
    return (
        f"{words}, and hardly higher with {' and '.join(near)}. The data hardly decide between models whose BIC "
        f"differs by {HARDLY:g} or less: prefer the one whose classes you can interpret."
    )


def _classes(k: float) -> str:
    return f"{int(k)} {'class' if k == 1 else 'classes'}"


def _criteria(view: View, name: str, parameters: cache.Parameters, report) -> pd.DataFrame:
    method, runs = cache.unfitted(view, name, parameters), 10 * STARTS
    done = 0

    def progress(step: dict) -> bool:
        nonlocal done
        done += not step["iteration"]
        return report(min(done / runs, 0.99))

    with reporting(progress):
        return method.fit(view.table).criteria_
