"""Published figures with ours beside them, cell by cell, and what can be said of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from scipy.stats import t as student

from catviz.papers.prepared import prepared
from catviz.papers.published.layout import PublishedTable
from catviz.papers.reproduce import AGAINST, is_here, run_name
from catviz.reading.datasets import dataset_info
from catviz.registry import method
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

REPRODUCED, WITHIN, NOT, NONE = "no difference detected", "differs, within spread", "not reproduced", "nothing to run"
BADGES = {
    REPRODUCED: "the means differ by at most two standard errors of their difference",
    WITHIN: "the means differ by more, within the spread of single runs: the published one lies between the 5th and "
    "95th percentile of ours",
    NOT: "the means differ by more, and the published one lies outside these percentiles",
    NONE: "the reason is given",
}
"""What each badge says."""
LIMITS = (
    f'"{REPRODUCED.capitalize()}" does not prove that two figures are equal: the fewer the runs and the more they '
    "vary, the larger the differences that go undetected. If all figures were equal, about one cell in twenty would "
    "still differ by more than two standard errors. With fewer than 30 of our runs, Student's t at 5 % stands for the "
    "two; with fewer than 5, no badge is given. Printed means and deviations are rounded: both may be off by half a "
    "unit of their last digit. Where a paper prints no deviation, ours stands in for it, unless another of its tables "
    "prints one for the same runs. If ours is 0 and the figures differ, no badge is given."
)
"""What the badges do not say."""
NO_SPREAD = "The paper prints no deviation and all our runs are equal, so how much its runs vary is unknown: no badge."
"""Why a figure that differs from runs without spread gets no badge."""
EXTREME = (
    "The printed figure is the smallest or largest of several data sets, so chance moves it away from the mean of runs "
    "on its own data set: no badge."
)
"""Why an extreme gets no badge."""
FEWEST, MANY = 5, 30
"""Our runs from which on there is a badge, and from which on two standard errors are the bound."""
COLUMNS = ["paper", "table", "data", "method", "metric", "published", "published_deviation"]
COLUMNS += ["ours", "deviation", "low", "high", "least", "most", "repeats", "badge", "why"]
_PERCENT = {"MTDLE": 100.0}
"""Papers that print shares in %."""
_AGAINST = " over ADD"
_ROUNDING = 1e-9
"""A deviation of equal runs may be this large."""


def compared_cells(table: PublishedTable, runs: pd.DataFrame) -> pd.DataFrame:
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
        ``deviation``, the 5th and 95th percentile (``low``, ``high``), the smallest and the largest (``least``,
        ``most``) of ``repeats`` runs, in the paper's unit; ``badge``, as `cell_badge` gives it; ``why``, what is known
        to differ, why there is nothing to run, or no badge.
    """
    lines, away = [], {name for name in table.datasets.values() if not is_here(table.paper, name)}
    for cell in table.cells.itertuples(index=False):
        values = _values(table, cell, runs)
        line = {"paper": table.paper, "table": table.number, "data": cell.data, "method": cell.method}
        line |= {"metric": cell.metric, "published": cell.mean, "published_deviation": cell.deviation}
        line |= _summary(values) if len(values) else {"repeats": 0}
        line["badge"] = cell_badge(table, cell, line)
        line["why"] = _why(table, cell, line["badge"], len(values), away)
        lines.append(line)
    return pd.DataFrame(lines, columns=COLUMNS)


def badge(
    values: np.ndarray, mean: float, deviation: float, repeats: int, rounding: float = 0.0, unsure: float = 0.0
) -> str:
    """What a published mean of ``repeats`` runs is, given our runs' values; empty for fewer than 5 of these.

    Empty too if no deviation is published, our runs are all equal and their mean differs: no spread is then known.
    From 30 runs on, means differ where they are more than two standard errors of their difference apart. With fewer,
    the 97.5 % quantile of Student's t takes the place of two, with Welch's degrees of freedom, or those of our runs
    where their deviation stands in for the published one.

    Parameters
    ----------
    values : (R,)
    mean, deviation : float
        As published; where no deviation is, ours stands in for it.
    repeats : int
        Runs behind the published mean.
    rounding : float
        Half a unit of the last printed digit of the mean.
    unsure : float
        The same of the deviation, which may be larger by as much as it says: a printed 0.00 can be 0.005.

    Examples
    --------
    >>> badge(np.array([0.8, 0.9, 0.8, 0.9, 0.8]), 0.83, 0.05, 10)
    'no difference detected'
    """
    return badge_of(_summary(values), mean, deviation, repeats, rounding, unsure)


def badge_of(
    ours: Mapping, mean: float, deviation: float, repeats: int, rounding: float = 0.0, unsure: float = 0.0
) -> str:
    """`badge`, given ``ours``, ``deviation``, ``low``, ``high`` and ``repeats`` of our runs (see `compared_cells`).

    Examples
    --------
    >>> badge_of({"ours": 0.8, "deviation": 0.01, "low": 0.79, "high": 0.81, "repeats": 100}, 0.805, np.nan, 100)
    'differs, within spread'
    """
    if ours["repeats"] < FEWEST:
        return ""
    own, freedom = ours["deviation"] ** 2 / ours["repeats"], ours["repeats"] - 1
    theirs = (ours["deviation"] if np.isnan(deviation) else deviation + unsure) ** 2 / repeats
    bound = 2.0
    if ours["repeats"] < MANY and own + theirs > 0:
        if not np.isnan(deviation) and repeats > 1:
            freedom = (own + theirs) ** 2 / (own**2 / freedom + theirs**2 / (repeats - 1))
        bound = student.isf(0.025, freedom)
    if abs(ours["ours"] - mean) <= bound * np.sqrt(own + theirs) + rounding:
        return REPRODUCED
    if np.isnan(deviation) and ours["deviation"] <= _ROUNDING:
        return ""
    return WITHIN if ours["low"] - rounding <= mean <= ours["high"] + rounding else NOT


def too_few(runs: int) -> str:
    """Why so few runs get no badge."""
    return f"With {runs} run{'' if runs == 1 else 's'} no badge is given: too few to know how much runs vary."


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
    ends = {"low": low, "high": high, "least": values.min(), "most": values.max()}
    return {"ours": values.mean(), "deviation": deviation, **ends, "repeats": len(values)}


def cell_badge(table: PublishedTable, cell, ours: Mapping) -> str:
    """The badge of a cell of a table, given ``repeats`` and what else `badge_of` takes of our runs.

    Empty where nothing is printed but we have a figure, where our runs are fewer than 5, where neither their runs nor
    ours have a known spread, and for extremes over data sets.
    """
    if not ours["repeats"]:
        return NONE
    if np.isnan(cell.mean) or table.extremes:
        return ""
    deviation = table.same_runs.get((cell.data, cell.method), np.nan) if np.isnan(cell.deviation) else cell.deviation
    return badge_of(ours, cell.mean, deviation, table.protocol.repeats, *half_units(table))


def half_units(table: PublishedTable) -> tuple[float, float]:
    """Half a unit of the last digit printed of a table's means, and of their deviations (0 if none is printed)."""
    deviations = [*table.cells["deviation"].dropna(), *table.same_runs.values()]
    return _half_unit(table.cells["mean"].dropna()), _half_unit(deviations)


def _half_unit(printed: Iterable[float]) -> float:
    digits = [len(repr(number).partition(".")[2]) for number in printed]
    return 0.5 * 10.0 ** -max(digits) if digits else 0.0


def _why(table: PublishedTable, cell, given: str, runs: int, away: set[str]) -> str:
    run, name = table.methods[cell.method], table.datasets[cell.data]
    if not runs:
        row = method(run.method)
        if row.cls is None:
            return row.summary
        if name in away:
            return f"The set is not bundled: python -m catviz import-uci {name} FILE."
        return "The method tells no two rows of this set apart."
    if runs < FEWEST and not np.isnan(cell.mean):
        return too_few(runs)
    if not given and not np.isnan(cell.mean):
        return EXTREME if table.extremes else NO_SPREAD
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
