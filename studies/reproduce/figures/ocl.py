"""OCL, Figures 1, 2, 3 and 5: do orders matter, are ranks apart, does z fall, and are groups seen apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.spatial import cKDTree

from catviz.analysis.order_study import order_study
from catviz.analysis.projection import row_map
from catviz.analysis.statistics import LEVEL, average_ranks, bonferroni_dunn_difference
from catviz.distances.dilca import DILCA
from catviz.distances.matching import Hamming
from catviz.orders.ocl import OCL
from catviz.published import published
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from studies.reproduce.prepared import prepared
from studies.reproduce.runs import is_here

_MAPPED = "voting"
_COLUMNS = ["data", "mode", "repeat", "step", "iteration", "phase", "objective"]


def orders_against_hamming(repeats: int = 30, random_state: int = 0) -> pd.DataFrame:
    """OCL, Figure 1: accuracy of k-modes without orders, with random and with declared ones; learned ones are added.

    Columns are ordered as the paper's table of data sets says.

    Returns
    -------
    DataFrame, a row a kind and run: ``data`` (the paper's name), and what `order_study` gives
    """
    sets = _sets()
    frames = []
    for name, repeat in [(name, repeat) for name in sets for repeat in range(repeats)]:
        runs = order_study(sets[name], repeats=1, random_state=random_state + repeat)
        frames.append(runs.assign(data=name, repeat=repeat))
    return pd.concat(frames, ignore_index=True)


def ranks() -> pd.DataFrame:
    """OCL, Figure 2: average ranks of the printed scores, and how far apart two must be (Bonferroni-Dunn).

    Returns
    -------
    DataFrame, a row a metric and method
        ``metric``, ``method``, ``rank`` from the printed cells, ``printed`` rank, and the critical differences
        ``difference_05`` and ``difference_10``.
    """
    parts = []
    for number, metric in ((3, "CA"), (4, "ARI")):
        table = published("OCL", number)
        wide = table.wide(metric)
        N, k = wide.shape
        part = pd.DataFrame({"metric": metric, "method": wide.columns, "rank": average_ranks(wide)})
        part["printed"] = part["method"].map(table.ranks)
        part["difference_05"] = bonferroni_dunn_difference(k, N, LEVEL)
        part["difference_10"] = bonferroni_dunn_difference(k, N, 0.1)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def objectives(
    repeats: int = 10,
    random_state: int = 0,
    modes: Sequence[str] = ("monotone", "paper", "reference"),
) -> pd.DataFrame:
    """OCL, Figure 3: z after each step, one start a run.

    Parameters
    ----------
    repeats : int
        Run i has the seed ``random_state + i``.
    modes : of "monotone", "paper" and "reference"

    Returns
    -------
    DataFrame, a row a step
        ``data`` (the paper's name), ``mode``, ``repeat``, ``step`` (from 0), ``iteration`` (assignments so far),
        ``phase`` ("start", "assign" or "order", an update of the orders) and ``objective``.
    """
    sets, lines = _sets(), []
    pieces = [(name, mode, repeat) for name in sets for mode in modes for repeat in range(repeats)]
    for name, mode, repeat in pieces:
        table = sets[name]
        k = table.n_classes
        model = OCL(k, mode=mode, n_init=1, random_state=random_state + repeat).fit(table)
        phases = [step["phase"] for step in model.steps_]
        iterations = np.cumsum([phase == "assign" for phase in phases])
        for i, (step, phase) in enumerate(zip(model.steps_, phases, strict=True)):
            lines.append((name, mode, repeat, i, int(iterations[i]), phase, step["objective"]))
    return pd.DataFrame(lines, columns=_COLUMNS)


def lengths(steps: pd.DataFrame) -> pd.DataFrame:
    """How long the runs of `objectives` are.

    Returns
    -------
    DataFrame, a row a run: ``data``, ``mode``, ``repeat``, ``iterations`` and ``updates`` of the orders
    """
    runs = steps.assign(updates=steps["phase"] == "order").groupby(["data", "mode", "repeat"], sort=False)
    return runs.agg(iterations=("iteration", "max"), updates=("updates", "sum")).reset_index()


def maps(random_state: int = 0) -> pd.DataFrame:
    """OCL, Figure 5: t-SNE of Voting under the orders of OCL, under CBDM, and under Hamming in the place of ADC.

    Returns
    -------
    DataFrame, a row a distinct row of the table and method
        ``method``, ``x``, ``y``, ``rows`` (how many are equal), ``group`` (of most of them), and ``same``: is the
        nearest other point of the same group?
    """
    table = prepared("OCL", _MAPPED)
    k = table.n_classes
    methods = {"OCL": OCL(k, random_state=random_state), "CBDM": DILCA(), "Hamming": Hamming()}
    parts = []
    for name in methods:
        with collected_remarks():
            geometry = methods[name].fit(table).geometry_
        placed = row_map(geometry, table, "t-SNE", random_state=random_state)
        part = pd.DataFrame(placed.coordinates, columns=["x", "y"]).assign(method=name, rows=placed.multiplicity)
        part["group"] = pd.Series(table.target).groupby(placed.inverse).agg(lambda groups: groups.mode()[0])
        _, near = cKDTree(placed.coordinates).query(placed.coordinates, k=2)
        part["same"] = part["group"].to_numpy() == part["group"].to_numpy()[near[:, 1]]
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _sets() -> dict[str, CategoricalTable]:
    """Tables by the paper's names."""
    names = published("OCL", 3).datasets
    return {name: prepared("OCL", ours) for name, ours in names.items() if is_here("OCL", ours)}
