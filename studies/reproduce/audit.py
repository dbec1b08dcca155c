"""Can the printed figures be what they are said to be? Arithmetic that every printed cell is held against.

A mean of accuracies over R runs on n rows is a whole number over R n ("GRIM", Brown & Heathers 2017); several scores of
the same runs must belong to tables of counts (`studies.reproduce.feasible`); deviations, average ranks and figures that
two tables share have to fit. A cell that no reading allows cannot be; a cell that fits need not be right.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import product

import numpy as np
import pandas as pd

from catviz.published import published
from catviz.published.tables import PublishedTable
from catviz.reading.datasets import load_dataset
from studies.reproduce.feasible import clash, least_nmi, recall_limits, two_by_two
from studies.reproduce.prepared import prepared
from studies.reproduce.printed import decimals, results, unit
from studies.reproduce.runs import is_here

#: What the audit does, for the report.
READ = (
    "Every printed mean is held against arithmetic. Whole counts: a mean of shares over R runs on n rows is a whole "
    "number over R n, however it was obtained; what a random figure of as many decimals would pass with is the chance, "
    "and where it is near 1 the test says nothing. Halves may be rounded up or down. A figure that fits need not be "
    "right, and one that does not fit was not obtained from as many runs of as many rows, or is misprinted."
)
_OTHER_RUNS = range(1, 101)
_COUNTED = {"AC", "CA", "accuracy"}
#: Definitions of AC, PR and RE that are tried, by their names in `two_by_two`.
_FORMS = {
    "matched": "clusters are matched with classes",
    "purity": "AC is purity",
    "mixed": "AC alone is of matched clusters",
}
#: Partitions of two classes into two clusters up to which all are tried.
_MOST_TABLES = 150_000
_TINY = 1e-9
#: Rows of two tables that are of the same method: paper, table, method, table, method.
_REPEATED = (("OCL", 3, "OCL", 5, "OCL"), ("OCL", 3, "OCL", 6, "OCL"), ("OCL", 3, "KMD", 5, "OCLIII"))


def fits(mean: float, total: int, digits: int, scale: float = 1.0, cut: bool = False) -> bool:
    """Is there a whole number of ``total`` whose share, times ``scale``, is printed as ``mean``?

    Parameters
    ----------
    mean : float
        As printed, with ``digits`` decimals.
    total : int
        Rows of all runs together.
    cut : bool
        True: digits after the last one were cut off, not rounded.

    Examples
    --------
    >>> from studies.reproduce.audit import fits
    >>> fits(0.7993, 50 * 47, 4), fits(0.7993, 30 * 47, 4)
    (False, True)
    """
    half = 0.5 * 10.0**-digits
    low, high = (0, 2 * half) if cut else (-half, half)
    first = math.ceil((mean + low) / scale * total - _TINY)
    last = (mean + high) / scale * total
    last = math.ceil(last - _TINY) - 1 if cut else math.floor(last + _TINY)
    return max(first, 0) <= min(last, total)


def chance(totals: tuple[int, ...], digits: int, scale: float = 1.0) -> float:
    """The share of all figures of this many decimals, from 0 to ``scale``, that fit one of the totals.

    Examples
    --------
    >>> from studies.reproduce.audit import chance
    >>> round(chance((470,), 4), 4), chance((20_000,), 4)
    (0.0471, 1.0)
    """
    steps = round(scale * 10**digits)
    passing = np.zeros(steps + 1, dtype=bool)
    for total in totals:
        if total >= 2 * steps:
            return 1.0
        places = np.arange(total + 1) / total * steps
        for end in (np.floor(places + 0.5 + _TINY), np.ceil(places - 0.5 - _TINY)):
            passing[end.astype(int).clip(0, steps)] = True
    return float(passing.mean())


@cache
def rows_of(paper: str, name: str) -> dict[str, int]:
    """Rows that a data set may have had in a paper: the readings of n, without repetition.

    Parameters
    ----------
    paper : {"TAVE", "W-CADO", "OCL", "MTDLE"}
    name : str
        Our name. Of a set that is not here, the size that the paper prints is the only reading.

    Examples
    --------
    >>> from studies.reproduce.audit import rows_of
    >>> rows_of("OCL", "voting")
    {'all rows': 435, 'complete rows': 232}
    """
    readings = {}
    if is_here(paper, name):
        whole, used = load_dataset(name), prepared(paper, name).n_rows
        readings = {"as run here": used} if used != whole.n_rows else {}
        readings |= {"all rows": whole.n_rows, "complete rows": whole.drop_missing().n_rows}
    readings["as printed"] = _printed_rows(paper).get(name, 0)
    by_reading: dict[str, int] = {}
    for reading, n in readings.items():
        if n and n not in by_reading.values():
            by_reading[reading] = n
    return by_reading


@cache
def whole_counts(paper: str) -> pd.DataFrame:
    """Every printed mean of a paper that is a mean of whole counts over rows, or over a common divisor of class sizes.

    These are accuracies and purities, and with two classes RE, whose runs are multiples of 1 / (2 lcm(p, q)). A test
    half of an odd number of rows may be the smaller or the larger one.

    Returns
    -------
    DataFrame, one row a cell
        ``table``, ``data``, ``method``, ``metric``, ``printed``, ``readings`` of n that fit, ``cut`` (fits only if
        digits were cut off), ``chance`` (of a random figure to fit any reading) and, by reading, ``fits`` and
        ``chances``.
    """
    lines = []
    digits, scale = decimals(paper), unit(paper)
    for table in results(paper):
        if table.excerpt:
            continue
        for cell in table.cells.dropna(subset="mean").itertuples():
            totals = _totals(table, cell.data, cell.metric, table.protocol.repeats)
            if not totals:
                continue
            fit = {reading: any(fits(cell.mean, t, digits, scale) for t in some) for reading, some in totals.items()}
            every = tuple(dict.fromkeys(t for some in totals.values() for t in some))
            lines.append(
                {
                    "table": table.number,
                    "data": cell.data,
                    "method": cell.method,
                    "metric": cell.metric,
                    "printed": f"{cell.mean:.{digits}f}",
                    "readings": tuple(reading for reading in fit if fit[reading]),
                    "cut": not any(fit.values()) and any(fits(cell.mean, t, digits, scale, cut=True) for t in every),
                    "chance": _chance(every, digits, scale),
                    "fits": fit,
                    "chances": {reading: _chance(some, digits, scale) for reading, some in totals.items()},
                }
            )
    return pd.DataFrame(lines)


def counted(paper: str) -> pd.DataFrame:
    """`whole_counts` by table, data set and metric, for the report: cells, how many fit, and by chance."""
    cells_checked, lines = whole_counts(paper), []
    repeats = {table.number: table.protocol.repeats for table in results(paper)}
    for (number, data, metric), cells in cells_checked.groupby(["table", "data", "metric"], sort=False):
        of_reading = []
        for reading in cells["fits"].iloc[0]:
            fit = sum(of_cell[reading] for of_cell in cells["fits"])
            expected = sum(of_cell[reading] for of_cell in cells["chances"])
            of_reading.append(f"{reading}: {fit} of {len(cells)} ({expected:.1f} by chance)")
        lines.append(
            {
                "table": number,
                "data": data,
                "metric": metric,
                "runs": repeats[number],
                "cells that fit, by the rows counted": "; ".join(of_reading),
                "a random figure passes": f"{cells['chance'].mean():.1%}",
                "cells that cannot be": "; ".join(_cell_name(cell) for cell in cells.itertuples() if not cell.readings),
            }
        )
    return pd.DataFrame(lines)


def runs_that_fit(paper: str, number: int, data: str, metric: str) -> tuple[int, float] | None:
    """The fewest runs from which all cells of a data set can come, and how easily chance would do as well.

    Returns
    -------
    (R, chance) or None if no R up to 100 does
        ``chance`` bounds the probability that random figures fit some number of runs up to R.
    """
    table = next(t for t in results(paper) if t.number == number)
    cells = table.cells[(table.cells["data"] == data) & (table.cells["metric"] == metric)].dropna(subset="mean")
    digits, scale, likely = decimals(paper), unit(paper), 0.0
    for R in _OTHER_RUNS:
        some = _totals(table, data, metric, R)
        every = tuple(dict.fromkeys(t for totals in some.values() for t in totals))
        likely += _chance(every, digits, scale) ** int(cells["mean"].between(0, scale, inclusive="neither").sum())
        if all(any(fits(mean, t, digits, scale) for t in every) for mean in cells["mean"]):
            return R, min(likely, 1.0)
    return None


def impossible_means(paper: str) -> list[str]:
    """The cells that are no mean of whole counts, by name, with what would explain them."""
    cells_checked, lines = whole_counts(paper), []
    if cells_checked.empty:
        return []
    for (number, data, metric), cells in cells_checked[cells_checked["readings"].str.len() == 0].groupby(
        ["table", "data", "metric"], sort=False
    ):
        fitting = runs_that_fit(paper, number, data, metric)
        other = "no number of runs up to 100 fits all cells of the data set"
        if fitting:
            other = f"{fitting[0]} runs are the fewest that fit all its cells (by chance with at most {fitting[1]:.2g})"
        some = ", ".join(_cell_name(cell) for cell in cells.itertuples())
        lines.append(f"Table {number}, {data}, {metric}: {some}; {other}{_halves_by_class(paper, number, cells)}")
    return lines


def clashes(paper: str) -> tuple[int, list[str], list[str]]:
    """Rows of which a paper prints several scores of the same runs, held against each other.

    Returns
    -------
    (checked, impossible, notes)
        How many rows (a data set and method) were checked; those whose scores cannot stand together under any of the
        definitions tried, with the scores; and those that need runs with an empty cluster.
    """
    checked, impossible, notes = 0, [], []
    for data, name, method, scores in _rows_of_scores(paper):
        readings = class_sizes(paper, name)
        complete = {"AC", "RE", "NMI"} <= scores.keys()
        if len(readings[0]) == 2:
            if any((p + 1) * (q + 1) > _MOST_TABLES for p, q in readings):
                continue
            off = _clash(readings, scores, decimals(paper))
            if off:
                impossible.append(f"{data}, {method}: {off}")
        elif not complete:
            continue
        checked += 1
        if complete:
            limits = [_limits_broken(sizes, scores, decimals(paper)) for sizes in readings]
            # what some reading allows can be
            wrong, needs = min(limits, key=lambda found: (len(found[0]), len(found[1])))
            impossible += [f"{data}, {method}: {text}" for text in wrong]
            notes += [f"{data}, {method}: {text}" for text in needs]
    return checked, impossible, notes


def deviations(paper: str) -> tuple[int, list[str]]:
    """Printed deviations of accuracies that no runs with the printed mean have.

    Runs are whole counts over n rows, so their deviation is least if all are next to their mean, where with f the
    fractional part of n times the mean it is sqrt(f (1 - f)) / n; and as none is below 0 or above 1, at most
    sqrt(m (1 - m) R / (R - 1)). The mean may be off by half a unit, and the deviation too.

    Returns
    -------
    (checked, impossible)
    """
    checked, impossible = 0, []
    scale, half = unit(paper), 0.5 * 10.0 ** -decimals(paper)
    for table in results(paper):
        R = table.protocol.repeats
        for cell in table.cells.dropna(subset=["mean", "deviation"]).itertuples():
            if cell.metric not in _COUNTED:
                continue
            checked += 1
            m, s, slack = cell.mean / scale, cell.deviation / scale, 0.005 / scale
            counts = _totals(table, cell.data, cell.metric, 1).values()
            around = np.linspace(m - half / scale, m + half / scale, 3).clip(0, 1)
            least = min(_least_deviation(n * around, n) for some in counts for n in some)
            most = math.sqrt((around * (1 - around)).max() * R / (R - 1))
            if not least - slack - _TINY <= s <= most + slack + _TINY:
                text = f"{cell.mean} ± {cell.deviation:.2f}, from {scale * least:.4f} to {scale * most:.4f} is possible"
                impossible.append(f"Table {table.number}, {cell.data}, {cell.method}: {text}")
    return checked, impossible


def ranks(table: PublishedTable) -> tuple[int, list[str]]:
    """Printed average ranks that the printed cells cannot give, cells printed alike standing in either order.

    Returns
    -------
    (checked, impossible)
    """
    wide = table.wide(table.cells["metric"].iloc[0]).fillna(-np.inf)
    bad = []
    for name, printed in table.ranks.items():
        above = wide.gt(wide[name], axis=0).sum(axis=1)
        alike = wide.eq(wide[name], axis=0).sum(axis=1)
        low, high = (1 + above).mean(), (above + alike).mean()
        if not low - 0.005 - _TINY <= printed <= high + 0.005 + _TINY:
            shown = f"{low:.2f}" if low == high else f"{low:.2f} to {high:.2f}"
            bad.append(f"Table {table.number}, {name}: {printed:.2f} printed, {shown} from the cells")
    return len(table.ranks), bad


def repeated(paper: str) -> tuple[int, list[str]]:
    """Cells of two tables that are of the same method, and cannot be the same mean.

    Two figures one unit apart can be: a mean of whole counts that lies halfway between, rounded both ways.

    Returns
    -------
    (checked, different)
    """
    checked, different, digits = 0, [], decimals(paper)
    for _, first, method, second, other in (pair for pair in _REPEATED if pair[0] == paper):
        table = published(paper, second)
        a, b = published(paper, first).wide("CA")[method], table.wide("CA")[other]
        for data in b.index:
            checked += 1
            totals = _totals(table, data, "CA", table.protocol.repeats).values()
            if not any(_can_print_both(a[data], b[data], total, digits) for some in totals for total in some):
                different.append(
                    f"{data}: {method} {a[data]:.4f} in Table {first}, {other} {b[data]:.4f} in Table {second}"
                )
    return checked, different


def consistency(paper: str) -> list[str | pd.DataFrame]:
    """The audit as a section of a report: text and tables; nothing for a paper without anything to check."""
    tests = audit(paper)
    if tests.empty:
        return []
    parts: list[str | pd.DataFrame] = ["## Can the printed cells be?", READ, tests]
    if len(whole_counts(paper)):
        parts += ["Means of whole counts, by data set:", counted(paper)]
    return parts


def audit(paper: str) -> pd.DataFrame:
    """All tests of a paper's cells, one row per test: cells checked, those that can be, those that cannot, by name.

    Examples
    --------
    >>> from studies.reproduce.audit import audit
    >>> audit("COS").empty
    True
    """
    lines: list[tuple[str, int, int, list[str], str]] = []
    means = whole_counts(paper)
    if len(means):
        cannot = int((means["readings"].str.len() == 0).sum())
        power = f"{means['chance'].mean():.0%} of random figures pass"
        lines.append(("means are whole counts", len(means), cannot, impossible_means(paper), power))
    checked, wrong = deviations(paper)
    lines.append(("deviations", checked, len(wrong), wrong, ""))
    checked, wrong, notes = clashes(paper)
    needs = "; ".join(f"{note} unless a cluster is empty in some runs" for note in notes)
    lines.append(("scores of the same runs (rows)", checked, len(wrong), wrong, needs))
    for table in results(paper):
        checked, wrong = ranks(table)
        lines.append((f"average ranks, Table {table.number}", checked, len(wrong), wrong, ""))
    checked, wrong = repeated(paper)
    lines.append(("figures printed twice", checked, len(wrong), wrong, ""))
    shown = [(test, n, n - cannot, cannot, "; ".join(names), note) for test, n, cannot, names, note in lines if n]
    return pd.DataFrame(shown, columns=["test", "checked", "can be", "cannot be", "which cannot be", "note"])


@cache
def class_sizes(paper: str, name: str) -> tuple[tuple[int, ...], ...]:
    """Rows of each class of one of our data sets, the largest first: as a paper used it, and of complete rows alone."""
    targets = [prepared(paper, name).target, load_dataset(name).drop_missing().target]
    sizes = [tuple(sorted(pd.Series(target).value_counts().tolist(), reverse=True)) for target in targets]
    return tuple(dict.fromkeys(sizes))


def _totals(table: PublishedTable, data: str, metric: str, runs: int) -> dict[str, tuple[int, ...]]:
    """What a mean over so many runs is a whole number over, by reading of n; empty where nothing is counted."""
    paper, name = table.paper, table.datasets[data]
    if metric == "RE" and len(class_sizes(paper, name)[0]) == 2:
        return {"class sizes": tuple(runs * 2 * math.lcm(*sizes) for sizes in class_sizes(paper, name))}
    if metric not in _COUNTED:
        return {}
    if paper != "MTDLE":
        return {reading: (runs * n,) for reading, n in rows_of(paper, name).items()}
    halves = {reading: dict.fromkeys((n // 2, n - n // 2)) for reading, n in rows_of(paper, name).items()}
    return {reading: tuple(runs * half for half in some) for reading, some in halves.items()}


@cache
def _printed_rows(paper: str) -> dict[str, int]:
    """Printed number of rows of each data set, by our names."""
    table = published(paper, 2)
    rows = table.cells[table.cells["metric"].isin(["objects", "instances"])]
    return {table.datasets[cell.data]: int(cell.mean) for cell in rows.itertuples()}


_chance = cache(chance)


def _halves_by_class(paper: str, number: int, cells: pd.DataFrame) -> str:
    """Which of MTDLE's cells would fit if halves were drawn within classes, and so had a row more or less."""
    if paper != "MTDLE":
        return ""
    table = published(paper, number)
    ns = {
        half + more
        for n in rows_of(paper, table.datasets[cells["data"].iloc[0]]).values()
        for half in (n // 2,)
        for more in (-1, 1)
    }
    by_n = {
        n: [c.method for c in cells.itertuples() if fits(float(c.printed), table.protocol.repeats * n, 2, 100.0)]
        for n in sorted(ns)
    }
    shown = ", ".join(f"{n}: {', '.join(names) or 'none'}" for n, names in by_n.items())
    return f"; if halves were drawn within classes, they could hold other numbers of rows, of which fit {shown}"


def _cell_name(cell) -> str:
    return f"{cell.method} {cell.printed}" + (" (fits if digits were cut off)" if cell.cut else "")


def _can_print_both(a: float, b: float, total: int, digits: int) -> bool:
    """Can one mean be printed as both?"""
    if a == b:
        return True
    middle = (a + b) / 2 * total
    return abs(a - b) < 1.5 * 10.0**-digits and abs(middle - round(middle)) < _TINY * total


def _least_deviation(counts: np.ndarray, n: int) -> float:
    """The smallest deviation of whole counts, in shares, whose mean is between the ends of ``counts``."""
    if math.ceil(counts[0] - _TINY) <= counts[-1] + _TINY:
        return 0.0
    parts = counts - np.floor(counts)
    return float(np.sqrt(parts * (1 - parts)).min() / n)


def _rows_of_scores(paper: str) -> list[tuple[str, str, str, dict[str, float]]]:
    """Data set, our name, method and printed scores of the same runs, in all of a paper's tables."""
    cells = [table.cells.dropna(subset="mean") for table in results(paper) if table.number in _TOGETHER.get(paper, ())]
    if not cells:
        return []
    names = {data: name for table in results(paper) for data, name in table.datasets.items()}
    rows = pd.concat(cells).groupby(["data", "method"], sort=False)
    scored = [(data, method, dict(zip(some["metric"], some["mean"], strict=True))) for (data, method), some in rows]
    return [
        (data, names[data], method, {_SCORES.get(metric, metric): mean for metric, mean in scores.items()})
        for data, method, scores in scored
        if len(scores) > 1 and is_here(paper, names[data])
    ]


_TOGETHER = {"W-CADO": (4, 5, 6, 7, 8), "OCL": (3, 4), "TAVE": (3, 4)}
_SCORES = {"CA": "AC", "F-score": "F"}


_partitions = cache(two_by_two)


def _clash(readings: tuple[tuple[int, ...], ...], scores: dict[str, float], digits: int) -> str:
    """What cannot stand together, by definition, where it is least over readings of rows; empty if one allows all."""
    least: dict[str, tuple[tuple[str, ...], float]] = {}
    for (p, q), (form, definition) in product(readings, _FORMS.items()):
        points = _partitions(p, q, form)
        for nmi in ("NMI", "NMI sqrt") if "NMI" in scores else ("NMI",):
            off = clash(points | {"NMI": points[nmi]}, scores, 0.5 * 10.0**-digits)
            if off is None:
                return ""
            if definition not in least or off[1] < least[definition][1]:
                least[definition] = off
    lines = []
    for definition, (some, by) in least.items():
        shown = " with ".join(f"{score} {scores[score]:.4f}" for score in some)
        lines.append(f"{shown} if {definition} ({by:.4f} beyond rounding at best)")
    return ", ".join(lines)


def _limits_broken(sizes: tuple[int, ...], scores: dict[str, float], digits: int) -> tuple[list[str], list[str]]:
    """What the limits of recall and of NMI forbid, and what they allow only with an empty cluster in some runs."""
    half, wrong, needs = 0.5 * 10.0**-digits, [], []
    low = recall_limits(sizes, scores["AC"] - half)[0]
    high = recall_limits(sizes, scores["AC"] + half)[1]
    if scores["RE"] + half < low:
        wrong.append(f"RE {scores['RE']:.4f} with AC {scores['AC']:.4f}, which needs {low:.4f}")
    if scores["RE"] - half > high:
        needs.append(f"RE {scores['RE']:.4f} with AC {scores['AC']:.4f}, which allows {high:.4f}")
    least = least_nmi(sizes, scores["AC"] - half)
    if scores["NMI"] + half < least:
        wrong.append(f"NMI {scores['NMI']:.4f} with AC {scores['AC']:.4f}, which needs {least:.4f}")
    return wrong, needs
