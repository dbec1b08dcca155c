"""Published figures with ours beside them, cell by cell, and what can be said of each."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.counts import count
from catviz.datasets import dataset_info
from catviz.experiments.prepared import prepared
from catviz.experiments.published.layout import PublishedTable
from catviz.experiments.reproduce import AGAINST, is_here, run_name
from catviz.registry import method
from catviz.table import CategoricalTable

REPRODUCED, WITHIN, NOT, NONE = "no difference detected", "within spread", "not reproduced", "nothing to run"
BADGES = {
    REPRODUCED: "the means differ by at most two standard errors of their difference",
    WITHIN: "they differ by more, but the published mean lies between the 5th and 95th percentile of our single runs",
    NOT: "they differ by more, and the published mean lies outside these percentiles",
    NONE: "the reason is given",
}
"""What each badge says."""
LIMITS = (
    f'"{REPRODUCED.capitalize()}" does not prove that two figures are equal: the fewer the runs and the more they '
    "vary, the larger the differences that go undetected."
)
"""What the best badge does not say."""
COLUMNS = ["paper", "table", "data", "method", "metric", "published", "published_deviation"]
COLUMNS += ["ours", "deviation", "low", "high", "repeats", "badge", "why"]
_PERCENT = {"MTDLE": 100.0}
"""Papers that print shares in %."""
_AGAINST = " over ADD"


def beside(table: PublishedTable, runs: pd.DataFrame) -> pd.DataFrame:
    """A table's cells with our figures.

    Parameters
    ----------
    table : PublishedTable with a protocol
    runs : DataFrame
        What `reproduce` gave for its paper.

    Returns
    -------
    DataFrame, one row a cell
        ``published`` and ``published_deviation`` as printed (NaN: a dash, or none printed); ``ours``, the mean,
        ``deviation`` and the 5th and 95th percentile (``low``, ``high``) of ``repeats`` runs, in the paper's unit;
        ``badge``, one of `BADGES`, empty where nothing is printed but we have a figure; ``why``, what is known to
        differ, or why there is nothing to run.
    """
    lines, away = [], {name for name in table.datasets.values() if not is_here(table.paper, name)}
    for cell in table.cells.itertuples(index=False):
        values = _values(table, cell, runs)
        line = {"paper": table.paper, "table": table.number, "data": cell.data, "method": cell.method}
        line |= {"metric": cell.metric, "published": cell.mean, "published_deviation": cell.deviation}
        line |= _summary(values) if len(values) else {"repeats": 0}
        line["badge"] = _badge(table, cell, values)
        line["why"] = _why(table, cell, line["badge"], len(values) > 0, away)
        lines.append(line)
    return pd.DataFrame(lines, columns=COLUMNS)


def badge(values: np.ndarray, mean: float, deviation: float, repeats: int, rounding: float = 0.0) -> str:
    """What a published mean of ``repeats`` runs is, given our runs' values.

    Parameters
    ----------
    values : (R,)
    mean, deviation : float
        As published; where no deviation is, ours stands in for it.
    repeats : int
        Runs behind the published mean.
    rounding : float
        Half a unit of the last printed digit.

    Examples
    --------
    >>> badge(np.array([0.8, 0.9]), 0.84, 0.05, 10)
    'no difference detected'
    """
    variance = values.var(ddof=1) if len(values) > 1 else 0.0
    printed = variance if np.isnan(deviation) else deviation**2
    error = np.sqrt(variance / len(values) + printed / repeats)
    if abs(values.mean() - mean) <= 2 * error + rounding:
        return REPRODUCED
    low, high = np.percentile(values, [5, 95])
    return WITHIN if low - rounding <= mean <= high + rounding else NOT


def statistics_of_data(table: PublishedTable) -> pd.DataFrame:
    """A table of data statistics with what our files hold.

    Returns
    -------
    DataFrame with ``data``, ``figure``, ``published`` and ``ours``; NaN where the set is not here
    """
    lines = []
    for data, cells in table.cells.groupby("data", sort=False):
        name = table.datasets[data]
        held = prepared(table.paper, name) if is_here(table.paper, name) else None
        for cell in cells.itertuples(index=False):
            ours = np.nan if held is None else _size(held, name, cell.metric)
            lines.append((data, cell.metric, cell.mean, ours))
    return pd.DataFrame(lines, columns=["data", "figure", "published", "ours"])


def _values(table: PublishedTable, cell, runs: pd.DataFrame) -> np.ndarray:
    run, metric = table.methods[cell.method], table.protocol.scores[cell.metric]
    if runs.empty or method(run.method).cls is None:
        return np.empty(0)
    of_data = runs[runs["data"] == table.datasets[cell.data]]
    values = of_data.loc[of_data["run"] == run_name(run), metric].to_numpy(float)
    if cell.metric.endswith(_AGAINST) and len(values):
        other = run_name(type(run)(AGAINST.method, run.model, model_parameters=run.model_parameters))
        return 100.0 * (values / of_data.loc[of_data["run"] == other, metric].mean() - 1.0)
    return values * _PERCENT.get(table.paper, 1.0)


def _summary(values: np.ndarray) -> dict:
    low, high = np.percentile(values, [5, 95])
    deviation = values.std(ddof=1) if len(values) > 1 else np.nan
    return {"ours": values.mean(), "deviation": deviation, "low": low, "high": high, "repeats": len(values)}


def _badge(table: PublishedTable, cell, values: np.ndarray) -> str:
    if np.isnan(cell.mean):
        return "" if len(values) else NONE
    if not len(values):
        return NONE
    return badge(values, cell.mean, cell.deviation, table.protocol.repeats, _rounding(table.cells["mean"]))


def _rounding(means: pd.Series) -> float:
    """Half a unit of the last digit that the table prints."""
    digits = max(len(repr(mean).partition(".")[2]) for mean in means.dropna())
    return 0.5 * 10.0**-digits


def _why(table: PublishedTable, cell, given: str, ran: bool, away: set[str]) -> str:
    run, name = table.methods[cell.method], table.datasets[cell.data]
    if not ran:
        row = method(run.method)
        if row.cls is None:
            return row.summary
        if name in away:
            return f"The set is not bundled: python -m catviz import-uci {name} FILE."
        return "The method tells no two rows of this set apart."
    if given not in (NOT, WITHIN):
        return ""
    known = (table.deviations.get(key) for key in ("all", cell.data, cell.method, cell.metric))
    return " ".join(text for text in known if text)


def _size(table: CategoricalTable, name: str, figure: str) -> float:
    if figure in ("nominal", "ordinal"):
        return len(dataset_info(name).ocl_kinds[figure])
    return {
        "objects": table.n_rows,
        "attributes": table.n_attributes,
        "classes": table.n_classes,
        "symbols": int(sum(count(table).codebook.n_values)),
    }[{"instances": "objects", "dimensions": "attributes", "k": "classes"}.get(figure, figure)]
