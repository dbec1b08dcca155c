"""Published figures with ours beside them, cell by cell, and what can be said of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from catviz.papers.badges import (
    DIFFERS,
    EQUAL,
    FEWEST,
    JUDGED,
    NOISY,
    NONE,
    SAME,
    Printed,
    badge,
    standard_error,
    unknown_spread,
)
from catviz.papers.badges import margin as margin_of
from catviz.papers.prepared import prepared
from catviz.papers.published.layout import PublishedTable, Run
from catviz.papers.reproduce import AGAINST, is_here, run_name
from catviz.reading.datasets import dataset_info
from catviz.registry import method
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

NO_SPREAD = "The paper prints no deviation and all our runs are equal, so how much its runs vary is unknown."
"""Why a figure that differs from runs without spread is too noisy to tell."""
EXTREME = (
    "The printed figure is the smallest or largest of several data sets, so chance moves it away from the mean of runs "
    "on its own data set."
)
"""What is to be said of an extreme."""
UNEXPLAINED = "No reason is known."
"""Why a figure differs for which no reason is known."""
COLUMNS = ["paper", "table", "data", "method", "metric", "published", "published_deviation"]
COLUMNS += ["ours", "deviation", "low", "high", "least", "most", "repeats", "margin", "errors", "badge", "why"]
_PERCENT = {"MTDLE": 100.0}
"""Papers that print shares in %."""
_AGAINST = " over ADD"


def compared_cells(table: PublishedTable, runs: pd.DataFrame, margin: float | None = None) -> pd.DataFrame:
    """A table's cells with our figures.

    Parameters
    ----------
    table : PublishedTable with a protocol
    runs : DataFrame
        What `reproduce` gave for its paper.
    margin : float, optional
        That of the table where these are some of its cells.

    Returns
    -------
    DataFrame, one row a cell
        ``published`` and ``published_deviation`` as printed (NaN: a dash, or none printed); ``ours``, the mean,
        ``deviation``, the 5th and 95th percentile (``low``, ``high``), the smallest and the largest (``least``,
        ``most``) of ``repeats`` runs, in the paper's unit; ``margin`` of equivalence; ``errors``, by how many standard
        errors of their difference the means differ; ``badge``, as `catviz.papers.badges.badge` gives it; ``why``, what
        is known to differ, why there is nothing to run, or no badge.
    """
    found = [_values(table, cell.data, cell.metric, table.methods[cell.method], runs) for cell in _cells(table)]
    ours = [summary(values) if len(values) else {"repeats": 0} for values in found]
    if margin is None:
        margin = table_margin(table, [some.get("deviation", np.nan) for some in ours])
    lines, away = [], {name for name in table.datasets.values() if not is_here(table.paper, name)}
    for cell, some in zip(_cells(table), ours, strict=True):
        line = {"paper": table.paper, "table": table.number, "data": cell.data, "method": cell.method}
        line |= {"metric": cell.metric, "published": cell.mean, "published_deviation": cell.deviation}
        line |= some | {"margin": margin, "errors": _errors(table, cell, some)}
        line["badge"] = cell_badge(table, cell, some, margin)
        line["why"] = _why(table, cell, line, away)
        lines.append(line)
    return pd.DataFrame(lines, columns=COLUMNS)


def table_margin(table: PublishedTable, ours: Iterable[float] = ()) -> float:
    """The margin of equivalence of a table, in the paper's unit; ``ours`` are our runs' deviations, one a cell.

    These stand in where the paper prints none.
    """
    printed = [_deviation(table, cell) for cell in _cells(table)]
    deviations = np.array(printed if np.isfinite(printed).any() else list(ours), dtype=float)
    return margin_of(deviations, table.protocol.repeats, half_units(table)[0])


def agreement(table: PublishedTable, runs: pd.DataFrame) -> dict[str, float]:
    """How often a printed figure comes out equal with its own method, and with another one of the same table.

    Parameters
    ----------
    table : PublishedTable with a protocol
    runs : DataFrame
        What `reproduce` gave for its paper.

    Returns
    -------
    dict
        ``own`` and ``other``, the shares of comparisons that are equal, and ``own_cells`` and ``other_cells``, their
        numbers. Methods that stand in for another have no part, and methods whose runs are the same on a data set are
        not another's.
    """
    shares: dict[bool, list[bool]] = {True: [], False: []}
    methods = {name: run for name, run in table.methods.items() if name not in table.stand_ins}
    cells = compared_cells(table, runs)
    margin = float(cells["margin"].iloc[0])
    for cell in _cells(table):
        if np.isnan(cell.mean) or cell.method not in methods:
            continue
        own = _values(table, cell.data, cell.metric, methods[cell.method], runs)
        for name, run in methods.items():
            values = own if name == cell.method else _values(table, cell.data, cell.metric, run, runs)
            if len(values) < FEWEST or (name != cell.method and np.array_equal(values, own)):
                continue
            equal = cell_badge(table, cell, summary(values), margin) == EQUAL
            shares[name == cell.method].append(equal)
    return {
        f"{which}{kind}": float(fold(shares[is_own])) if shares[is_own] or kind else np.nan
        for which, is_own in (("own", True), ("other", False))
        for kind, fold in (("", np.mean), ("_cells", len))
    }


def protocols(table: PublishedTable, runs: pd.DataFrame) -> pd.DataFrame:
    """Every protocol tried for a table beside the one that is used, on the figures of the methods it changes.

    Returns
    -------
    DataFrame, one row a protocol tried
        ``protocol``, ``methods`` that it changes, ``figures`` compared, and how many of them are ``equal`` and
        ``different`` under it, and ``equal_as_used`` under the protocol that is used.
    """
    lines, margin = [], float(compared_cells(table, runs)["margin"].iloc[0])
    for words, methods in table.tried.items():
        some = table.cells[table.cells["method"].isin(list(methods))]
        used = compared_cells(replace(table, cells=some), runs, margin)
        given = compared_cells(replace(table, cells=some, methods=dict(table.methods) | dict(methods)), runs, margin)
        both = used["badge"].isin(JUDGED) & given["badge"].isin(JUDGED)
        equal, differs = (int((given.loc[both, "badge"] == which).sum()) for which in (EQUAL, DIFFERS))
        as_used = int((used.loc[both, "badge"] == EQUAL).sum())
        lines.append((words, ", ".join(methods), int(both.sum()), equal, differs, as_used))
    return pd.DataFrame(lines, columns=["protocol", "methods", "figures", "equal", "different", "equal_as_used"])


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


def _values(table: PublishedTable, data: str, metric: str, run: Run, runs: pd.DataFrame) -> np.ndarray:
    """Our runs' figures of a cell, in the paper's unit."""
    if runs.empty or method(run.method).cls is None:
        return np.empty(0)
    score, of_data = table.protocol.scores[metric], runs[runs["data"] == table.datasets[data]]
    values = of_data.loc[of_data["run"] == run_name(run), score].to_numpy(float)
    if metric.endswith(_AGAINST) and len(values):
        other = run_name(Run(AGAINST.method, run.model, model_parameters=run.model_parameters))
        against = of_data.loc[of_data["run"] == other, score].to_numpy(float)
        # paired, run by run; the mean is the gain of the means, and the spread that of a ratio of means
        ratio = values.mean() / against.mean()
        return 100.0 * (ratio - 1.0 + (values - ratio * against) / against.mean())
    return values * _PERCENT.get(table.paper, 1.0)


def summary(values: np.ndarray) -> dict:
    """Mean, deviation, percentiles, ends and number of runs, as `compared_cells` names them."""
    low, high = np.percentile(values, [5, 95])
    deviation = values.std(ddof=1) if len(values) > 1 else np.nan
    ends = {"low": low, "high": high, "least": values.min(), "most": values.max()}
    return {"ours": values.mean(), "deviation": deviation, **ends, "repeats": len(values)}


def cell_badge(table: PublishedTable, cell, ours: Mapping, margin: float) -> str:
    """The badge of a cell of a table, given ``ours``, ``deviation`` and ``repeats`` of our runs.

    Empty where nothing is printed but we have a figure, and where our runs are fewer than 5.
    """
    if not ours["repeats"]:
        return NONE
    return "" if np.isnan(cell.mean) else badge(ours, _printed(table, cell), margin)


def _printed(table: PublishedTable, cell) -> Printed:
    return Printed(cell.mean, _deviation(table, cell), table.protocol.repeats, *half_units(table))


def _deviation(table: PublishedTable, cell) -> float:
    return table.same_runs.get((cell.data, cell.method), np.nan) if np.isnan(cell.deviation) else cell.deviation


def _errors(table: PublishedTable, cell, ours: Mapping) -> float:
    """By how many standard errors the means differ; NaN where there is no spread, or nothing to compare."""
    if ours["repeats"] < FEWEST or np.isnan(cell.mean):
        return np.nan
    error = standard_error(ours, _printed(table, cell))[0]
    return (ours["ours"] - cell.mean) / error if error > SAME else np.nan


def _cells(table: PublishedTable) -> list:
    return list(table.cells.itertuples(index=False))


def half_units(table: PublishedTable) -> tuple[float, float]:
    """Half a unit of the last digit printed of a table's means, and of their deviations (0 if none is printed)."""
    deviations = [*table.cells["deviation"].dropna(), *table.same_runs.values()]
    return _half_unit(table.cells["mean"].dropna()), _half_unit(deviations)


def _half_unit(printed: Iterable[float]) -> float:
    digits = [len(repr(number).partition(".")[2]) for number in printed]
    return 0.5 * 10.0 ** -max(digits) if digits else 0.0


def _why(table: PublishedTable, cell, line: Mapping, away: set[str]) -> str:
    """The one reason that is nearest to the cell."""
    run, name, runs = table.methods[cell.method], table.datasets[cell.data], line["repeats"]
    if not runs:
        row = method(run.method)
        if row.cls is None:
            return row.summary
        if name in away:
            return f"The set is not bundled: python -m catviz import-uci {name} FILE."
        return "The method tells no two rows of this set apart."
    if runs < FEWEST and not np.isnan(cell.mean):
        return too_few(runs)
    if line["badge"] == NOISY and unknown_spread(line, _printed(table, cell)):
        return NO_SPREAD
    if line["badge"] != DIFFERS:
        return ""
    if table.extremes:
        return EXTREME
    nearest = ((cell.data, cell.method, cell.metric), (cell.data, cell.method), cell.method, cell.data, cell.metric)
    known = (table.deviations.get(key) for key in (*nearest, "all"))
    return next((text for text in known if text), UNEXPLAINED)


def _size(table: CategoricalTable, name: str, figure: str) -> float:
    if figure in ("nominal", "ordinal"):
        return len(dataset_info(name).ocl_kinds[figure])
    return {
        "objects": table.n_rows,
        "attributes": table.n_attributes,
        "classes": table.n_classes,
        "symbols": int(sum(count(table).codebook.n_values)),
    }[{"instances": "objects", "dimensions": "attributes", "k": "classes"}.get(figure, figure)]
