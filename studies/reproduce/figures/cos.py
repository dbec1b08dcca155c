"""COS: calls against features and values, and clusterings under COD and ADD. The paper gives its figures no numbers."""

from __future__ import annotations

from typing import Any

import pandas as pd

from catviz.published import published
from catviz.published.tables import Run
from studies.reproduce.calls import calls
from studies.reproduce.runs import AGAINST, reproduce, run_name

FEATURES = (5, 10, 15, 20, 25, 30, 35)
#: Values of R; 16 is that of education, with fnlwgt in ten intervals.
LARGEST = (16, 50, 100, 500, 1_000, 5_000, 10_000)
FORMS = ("P", "U", "J", "I")
RATIOS = ("J/U", "I/J", "I/U")
_COLUMNS = ["data", "model", "distance", "repeat", "accuracy", "normalized_mutual_info"]


def calls_by_features() -> pd.DataFrame:
    """COS: calls by each form against the number of features, soybean-large.

    Returns
    -------
    DataFrame, a row a form and number: ``features``, ``form`` (P, U, J, I), ``calls``, and ``printed``, NaN where no
    number is
    """
    printed = _printed("features")
    lines = [
        (n, form, float(calls(f"{n} features")[form]), printed.get((f"{n} features", form)))
        for n in FEATURES
        for form in FORMS
    ]
    return pd.DataFrame(lines, columns=["features", "form", "calls", "printed"]).astype({"printed": float})


def calls_by_values() -> pd.DataFrame:
    """COS: one form's calls in % of another's against the largest number of values, Adult.

    Returns
    -------
    DataFrame, a row a ratio and R: ``R``, ``ratio`` ("J/U", "I/J", "I/U"), ``percent``, and ``printed``, NaN where no
    number is
    """
    printed, lines = _printed("values"), []
    for R in LARGEST:
        counted = calls(f"R = {R}")
        for ratio in RATIOS:
            of, by = ratio.split("/")
            percent = 100.0 * float(counted[of] / counted[by])
            lines.append((R, ratio, percent, printed.get((f"R = {R}", ratio))))
    return pd.DataFrame(lines, columns=["R", "ratio", "percent", "printed"]).astype({"printed": float})


def clusterings(repeats: int = 100, random_state: int = 0) -> pd.DataFrame:
    """COS: scores of k-modes (KM) and spectral clustering (SC) under COD and ADD, with as many clusters as classes.

    Returns
    -------
    DataFrame, a row a run: ``data`` (the paper's name), ``model``, ``distance``, ``repeat`` and the scores
    ``accuracy`` and ``normalized_mutual_info``
    """
    table = published("COS", "clustering")
    runs = reproduce("COS", repeats, random_state)
    if runs.empty:
        return pd.DataFrame(columns=_COLUMNS)
    named: dict[str, Any] = {}
    for name, run in table.methods.items():
        model, distance = name.split()
        against = Run(AGAINST.method, run.model, model_parameters=run.model_parameters)
        named |= {run_name(run): (model, distance), run_name(against): (model, "ADD")}
    names = {ours: name for name, ours in table.datasets.items()}
    runs = runs.assign(
        data=runs["data"].map(names),
        model=[named[run][0] for run in runs["run"]],
        distance=[named[run][1] for run in runs["run"]],
    )
    return runs[_COLUMNS]


def _printed(number: str) -> dict[tuple[str, str], float]:
    """Printed figures by setting and form, or ratio of forms."""
    cells = published("COS", number).cells
    forms = cells["method"].str.replace("IRS", "")
    return dict(zip(zip(cells["metric"], forms, strict=True), cells["mean"], strict=True))
