"""Published figures with ours beside them, cell by cell, and what can be said of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from catviz.published.results import DIFFERS, EQUAL, FEWEST, NOISY, NONE
from catviz.published.tables import PublishedTable, Reading, Run
from catviz.reading.datasets import dataset_info
from catviz.registry import method
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count
from catviz.wording import signed
from studies.reproduce.margins import JUDGED, SAME, Printed, badge, standard_error, unknown_spread
from studies.reproduce.margins import equal_if_same as cell_equal_if_same
from studies.reproduce.margins import margin as margin_of
from studies.reproduce.prepared import prepared
from studies.reproduce.printed import decimals, unit
from studies.reproduce.runs import AGAINST, can_run, is_here, run_name

#: Why a figure that differs from runs without spread is too noisy to tell.
NO_SPREAD = "The paper prints no deviation and all our runs are equal, so how much its runs vary is unknown."
#: What is to be said of an extreme.
EXTREME = (
    "The printed figure is the smallest or largest of several data sets, so chance moves it away from the mean of runs "
    "on its own data set."
)
#: Why a figure differs for which no reason is known.
UNEXPLAINED = "No reason is known."
COLUMNS = ["paper", "table", "data", "method", "metric", "published", "published_deviation"]
COLUMNS += ["ours", "deviation", "low", "high", "least", "most", "repeats", "margin", "errors", "badge", "why"]
_AGAINST = " over ADD"
#: Standard errors by which the sign of a gain is clear.
_CLEAR = 2.0


def compared_cells(
    table: PublishedTable, runs: pd.DataFrame, margins: Mapping[str, float] | None = None
) -> pd.DataFrame:
    """A table's cells with our figures.

    Parameters
    ----------
    table : PublishedTable with a protocol
    runs : DataFrame
        What `reproduce` gave for its paper.
    margins : mapping of metric to margin, optional
        Those of the table where these are some of its cells.

    Returns
    -------
    DataFrame, one row a cell
        ``published`` and ``published_deviation`` as printed (NaN: a dash, or none printed); ``ours``, the mean,
        ``deviation``, the 5th and 95th percentile (``low``, ``high``), the smallest and the largest (``least``,
        ``most``) of ``repeats`` runs, in the paper's unit; ``margin`` of equivalence; ``errors``, by how many standard
        errors of their difference the means differ; ``badge``, as `studies.reproduce.margins.badge` gives it; ``why``,
        what is known to differ and which other readings of the protocol were tried, why there is nothing to run, or no
        badge.
    """
    by_name = _by_name(runs)
    cells = _cells(table)
    ours = [_summary(table, cell, table.methods[cell.method], by_name) for cell in cells]
    margins = table_margins(table, [some.get("deviation", np.nan) for some in ours]) if margins is None else margins
    lines, away = [], {name for name in table.datasets.values() if not is_here(table.paper, name)}
    for cell, some in zip(cells, ours, strict=True):
        margin = margins[cell.metric]
        line = {"paper": table.paper, "table": table.number, "data": cell.data, "method": cell.method}
        line |= {"metric": cell.metric, "published": cell.mean, "published_deviation": cell.deviation}
        line |= some | {"margin": margin, "errors": _errors(table, cell, some)}
        line["badge"] = cell_badge(table, cell, some, margin)
        line["why"] = _nearest_reason(table, cell, line, away)
        if line["badge"] == DIFFERS and not table.extremes:
            line["why"] += _tried(table, cell, margin, by_name)
        lines.append(line)
    return pd.DataFrame(lines, columns=COLUMNS)


def cell_runs(table: PublishedTable, runs: pd.DataFrame) -> list[np.ndarray]:
    """Our runs' figures of each of a table's cells, in the paper's unit; empty where there are none."""
    by_name = _by_name(runs)
    return [_values(table, cell.data, cell.metric, table.methods[cell.method], by_name) for cell in _cells(table)]


def table_margins(table: PublishedTable, ours: Iterable[float] = ()) -> dict[str, float]:
    """The margin of equivalence of each metric of a table, in the paper's unit.

    Parameters
    ----------
    ours : (cells,)
        Deviations of our runs, which stand in where the paper prints none of a metric.
    """
    cells, ours = _cells(table), list(ours)
    printed = np.array([_deviation(table, cell) for cell in cells], dtype=float)
    stand_in = np.array(ours if ours else [np.nan] * len(cells), dtype=float)
    margins = {}
    for metric in dict.fromkeys(cell.metric for cell in cells):
        of_metric = np.array([cell.metric == metric for cell in cells])
        deviations = printed[of_metric] if np.isfinite(printed[of_metric]).any() else stand_in[of_metric]
        deviations = np.array(table.spreads) if table.spreads else deviations
        margins[metric] = margin_of(deviations, table.protocol.repeats, half_units(table)[0])
    return margins


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
    by_name, margins = _by_name(runs), _margins(table, runs)
    for cell in _cells(table):
        if np.isnan(cell.mean) or cell.method not in methods:
            continue
        ours = _values(table, cell.data, cell.metric, methods[cell.method], by_name)
        for name, run in methods.items():
            values = ours if name == cell.method else _values(table, cell.data, cell.metric, run, by_name)
            if len(values) < _fewest(table) or (name != cell.method and np.array_equal(values, ours)):
                continue
            equal = cell_badge(table, cell, summary(values), margins[cell.metric]) == EQUAL
            shares[name == cell.method].append(equal)
    return {
        f"{which}{kind}": float(fold(shares[is_own])) if shares[is_own] or kind else np.nan
        for which, is_own in (("own", True), ("other", False))
        for kind, fold in (("", np.mean), ("_cells", len))
    }


def protocols(table: PublishedTable, runs: pd.DataFrame) -> pd.DataFrame:
    """Every reading of a table's protocol that was tried, compared with the one that is used.

    Returns
    -------
    DataFrame, one row per reading that changes figures of which there are runs
        ``protocol``, what it changes (``methods``, ``data``), the ``figures`` compared, how many of them are ``equal``
        and ``different`` under it, and ``equal_as_used`` and ``different_as_used`` under the protocol that is used,
        with as many runs.
    """
    lines, by_name, margins = [], _by_name(runs), _margins(table, runs)
    for words, reading in table.tried.items():
        badges = []
        for cell in _cells(table):
            both = None if np.isnan(cell.mean) else _under(table, cell, reading, by_name)
            if both is not None:
                n = min(map(len, both))
                badges.append([cell_badge(table, cell, summary(values[:n]), margins[cell.metric]) for values in both])
        if not badges:
            continue
        counted = [sum(pair[i] == badge for pair in badges) for i in (0, 1) for badge in (EQUAL, DIFFERS)]
        methods = ", ".join(reading.methods) if len(reading.methods) < len(table.methods) else "all"
        where = ", ".join(name for name in reading.data if name in table.datasets)
        lines.append((words, methods or "all", where or "all", len(badges), *counted))
    columns = ["protocol", "methods", "data", "figures", "equal", "different", "equal_as_used", "different_as_used"]
    return pd.DataFrame(lines, columns=columns)


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
        table_here = prepared(table.paper, name) if is_here(table.paper, name) else None
        for cell in cells.itertuples(index=False):
            ours = np.nan if table_here is None else _size(table_here, name, cell.metric)
            lines.append((data, cell.metric, cell.mean, ours))
    return pd.DataFrame(lines, columns=["data", "figure", "published", "ours"])


def _by_name(runs: pd.DataFrame) -> dict[tuple[str, str], pd.DataFrame]:
    """Runs by data set and name, in the order of their repeats."""
    return {key: some for key, some in runs.groupby(["data", "run"], sort=False)} if len(runs) else {}


def _values(
    table: PublishedTable, data: str, metric: str, run: Run, runs: Mapping, scores: Mapping[str, str] | None = None
) -> np.ndarray:
    """Our runs' figures of a cell, in the paper's unit."""
    name, score = table.datasets[data], (scores or table.protocol.scores)[metric]
    of_run = runs.get((name, run_name(run)))
    if of_run is None:
        return np.empty(0)
    values = of_run[score].to_numpy(float)
    if metric.endswith(_AGAINST):
        other = run_name(Run(AGAINST.method, run.model, model_parameters=run.model_parameters))
        against = runs[name, other][score].to_numpy(float)
        # paired, run by run; the mean is the gain of the means, and the spread that of a ratio of means
        ratio = values.mean() / against.mean()
        return 100.0 * (ratio - 1.0 + (values - ratio * against) / against.mean())
    return values * unit(table.paper)


def _summary(table: PublishedTable, cell, run: Run, runs: Mapping) -> dict:
    values = _values(table, cell.data, cell.metric, run, runs)
    return summary(values) if len(values) else {"repeats": 0}


def _margins(table: PublishedTable, runs: pd.DataFrame) -> dict[str, float]:
    spreads = [values.std(ddof=1) if len(values) > 1 else np.nan for values in cell_runs(table, runs)]
    return table_margins(table, spreads)


def _under(table: PublishedTable, cell, reading: Reading, runs: Mapping) -> tuple[np.ndarray, np.ndarray] | None:
    """A cell's figures under a reading and as used; None if it changes nothing there, or was not run."""
    used_run, run = table.methods[cell.method], reading.methods.get(cell.method)
    if reading.data and cell.data not in reading.data:
        return None
    if cell.metric not in reading.scores and (run is None or run_name(run) == run_name(used_run)):
        return None
    scores = dict(table.protocol.scores) | dict(reading.scores)
    under = _values(table, cell.data, cell.metric, run or used_run, runs, scores)
    used = _values(table, cell.data, cell.metric, used_run, runs)
    return (under, used) if min(len(under), len(used)) >= _fewest(table) else None


def _tried(table: PublishedTable, cell, margin: float, runs: Mapping) -> str:
    """Which readings make a cell equal; else under which it differs, and under which neither is shown."""
    by_badge: dict[str, list[str]] = {EQUAL: [], NOISY: [], DIFFERS: []}
    digits = decimals(table.paper)
    for words, reading in table.tried.items():
        figures = _under(table, cell, reading, runs)
        if figures is not None:
            ours = summary(figures[0])
            by_badge[cell_badge(table, cell, ours, margin)].append(f"{words} ({ours['ours']:.{digits}f})")
    if by_badge[EQUAL]:
        return f" Equal under another reading: {'; '.join(by_badge[EQUAL])}."
    differs = f" Differs under: {'; '.join(by_badge[DIFFERS])}." if by_badge[DIFFERS] else ""
    return differs + (f" Undecided under: {'; '.join(by_badge[NOISY])}." if by_badge[NOISY] else "")


def equal_if_same(table: PublishedTable, cells: pd.DataFrame) -> float:
    """The share of a table's badges that would be "equal" if ours were the methods that the paper ran.

    Parameters
    ----------
    table : PublishedTable with a protocol
    cells : DataFrame
        As `compared_cells` gives them; those of methods that stand in for another, and without a badge, have no part.

    Returns
    -------
    float
        NaN without badges, and for a table of smallest and largest means.
    """
    if table.extremes:
        return np.nan
    judged = cells[cells["badge"].isin(JUDGED) & ~cells["method"].isin(list(table.stand_ins))]
    units, repeats = half_units(table), table.protocol.repeats
    shares = [
        cell_equal_if_same(
            {"deviation": line.deviation, "repeats": line.repeats},
            Printed(line.published, line.published_deviation, repeats, *units, exact=table.protocol.exact),
            line.margin,
        )
        for line in judged.itertuples()
    ]
    return float(np.mean(shares)) if shares else np.nan


def summary(values: np.ndarray) -> dict:
    """Mean, deviation, percentiles, ends and number of runs, as `compared_cells` names them."""
    low, high = np.percentile(values, [5, 95])
    deviation = values.std(ddof=1) if len(values) > 1 else np.nan
    ends = {"low": low, "high": high, "least": values.min(), "most": values.max()}
    return {"ours": values.mean(), "deviation": deviation, **ends, "repeats": len(values)}


def cell_badge(table: PublishedTable, cell, ours: Mapping, margin: float) -> str:
    """The badge of a cell of a table, given ``ours``, ``deviation`` and ``repeats`` of our runs.

    Empty where nothing is printed but we have a figure, and where our runs are fewer than 5 and not exact.
    """
    if not ours["repeats"]:
        return NONE
    return "" if np.isnan(cell.mean) else badge(ours, _printed_mean(table, cell), margin)


def _printed_mean(table: PublishedTable, cell) -> Printed:
    units, protocol = half_units(table), table.protocol
    return Printed(cell.mean, _deviation(table, cell), protocol.repeats, *units, exact=protocol.exact)


def _deviation(table: PublishedTable, cell) -> float:
    return table.same_runs.get((cell.data, cell.method), np.nan) if np.isnan(cell.deviation) else cell.deviation


def _errors(table: PublishedTable, cell, ours: Mapping) -> float:
    """By how many standard errors the means differ; NaN where there is no spread, or nothing to compare."""
    if ours["repeats"] < FEWEST or np.isnan(cell.mean):
        return np.nan
    error = standard_error(ours, _printed_mean(table, cell))[0]
    return (ours["ours"] - cell.mean) / error if error > SAME else np.nan


def _fewest(table: PublishedTable) -> int:
    """Our runs from which on there is a badge."""
    return 1 if table.protocol.exact else FEWEST


def _cells(table: PublishedTable) -> list:
    return list(table.cells.itertuples(index=False))


def half_units(table: PublishedTable) -> tuple[float, float]:
    """Half a unit of the last digit printed of a table's means, and of their deviations (0 if none is printed)."""
    deviations = [*table.cells["deviation"].dropna(), *table.same_runs.values()]
    return _half_unit(table.cells["mean"].dropna()), _half_unit(deviations)


def _half_unit(printed: Iterable[float]) -> float:
    digits = [len(repr(number).partition(".")[2]) for number in printed]
    return 0.5 * 10.0 ** -max(digits) if digits else 0.0


def _nearest_reason(table: PublishedTable, cell, line: Mapping, away: set[str]) -> str:
    """The one reason that is nearest to the cell."""
    run, name, runs = table.methods[cell.method], table.datasets[cell.data], line["repeats"]
    if not runs:
        if not can_run(run):
            return method(run.method).summary
        if name in away:
            return f"The set is not bundled: python -m catviz import-uci {name} FILE."
        return "The method tells no two rows of this set apart."
    if runs < _fewest(table) and not np.isnan(cell.mean):
        return too_few(runs)
    if line["badge"] not in (DIFFERS, NOISY):
        return ""
    if table.extremes:
        return f"{EXTREME} {_sign(line)}"
    if line["badge"] == NOISY:
        return NO_SPREAD if unknown_spread(line, _printed_mean(table, cell)) else _noise(table, cell, line)
    nearest = ((cell.data, cell.method, cell.metric), (cell.data, cell.method), cell.method, cell.data, cell.metric)
    reasons = (table.reasons.get(key) for key in (*nearest, "all"))
    return next((text for text in reasons if text), UNEXPLAINED)


def _noise(table: PublishedTable, cell, line: Mapping) -> str:
    error = standard_error(line, _printed_mean(table, cell))[0]
    gap, margin, digits = abs(line["ours"] - cell.mean), line["margin"], decimals(table.paper)
    return (
        f"The means differ by {gap:.{digits}f} with a standard error of {error:.{digits}f}: neither a difference nor "
        f"equality within {margin:.{digits}f} is shown."
    )


def _sign(line: Mapping) -> str:
    """Of a gain: is it one in our runs?"""
    error = line["deviation"] / np.sqrt(line["repeats"])
    if error > SAME and abs(line["ours"]) > _CLEAR * error:
        sign = "the gain has the printed sign" if line["ours"] * line["published"] > 0 else "it is a loss"
    else:
        sign = "there is none" if abs(line["ours"]) <= SAME else "its sign could be chance"
    return f"In our runs the gain is {signed(line['ours'], 2)} ± {error:.2f} (standard error) points: {sign}."


def _size(table: CategoricalTable, name: str, figure: str) -> float:
    if figure in ("nominal", "ordinal"):
        return len(dataset_info(name).ocl_kinds[figure])
    return {
        "objects": table.n_rows,
        "attributes": table.n_attributes,
        "classes": table.n_classes,
        "symbols": int(sum(count(table).codebook.n_values)),
    }[{"instances": "objects", "dimensions": "attributes", "k": "classes"}.get(figure, figure)]
