"""How often intervals, nearest sets, orders and ellipses of `catviz.uncertainty` hold the truth of a known population.

``python -m studies.calibrate.coverage`` writes coverage.csv, which docs/statistics.md shows.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone

from catviz.analysis.pieces import run_pieces
from catviz.analysis.uncertainty import FEWEST, Uncertainty, uncertainty
from catviz.cli.compare import add_run_arguments
from catviz.geometry.scaling import first_axis
from catviz.registry import make
from catviz.remarks import collected_remarks
from catviz.saving import write_whole
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts
from studies.command import run_command

RESULT, JOURNAL = Path(__file__).with_name("coverage.csv"), "coverage.journal"
METHODS = ("ADM", "COS", "CorrespondenceOrder", "MCA")
ROWS, COLUMNS = (150, 600), (6, 20)
TABLES = 200
#: Shares of values, by whether they are skewed.
SHARES = {False: "any", True: "skewed"}
#: Columns of a table that are looked at.
_LOOKED_AT = 6
_SKEWED = np.array([0.6, 0.25, 0.06, 0.05, 0.04])
#: Distance in the population from which on two values should be told apart.
_APART = 0.15


@dataclass(frozen=True)
class Population:
    """Three classes of rows with shares ``classes``; in each, the (3, v) shares of a column's values are independent.

    The second value of the first column has the same distribution as the first one.
    """

    classes: np.ndarray
    columns: tuple[np.ndarray, ...]

    @classmethod
    def drawn(cls, rng: np.random.Generator, d: int, skewed: bool) -> Population:
        """One at random, with columns of three to eight values; or of five, of which one is frequent and three rare."""
        if skewed:
            columns = [_SKEWED * rng.lognormal(0, 0.6, (3, len(_SKEWED))) for _ in range(d)]
            columns = [column / column.sum(axis=1, keepdims=True) for column in columns]
        else:
            columns = [rng.dirichlet(np.ones(rng.integers(3, 9)), size=3) for _ in range(d)]
        columns[0][:, 1] = columns[0][:, 0] * rng.uniform(0.3, 1.0)
        columns[0] /= columns[0].sum(axis=1, keepdims=True)
        return cls(rng.dirichlet(np.full(3, 3.0)), tuple(columns))

    def sample(self, rng: np.random.Generator, n: int) -> CategoricalTable:
        """A table of n rows."""
        group = rng.choice(len(self.classes), n, p=self.classes)
        cells = {
            f"c{r}": (rng.random(n)[:, None] > np.cumsum(shares, axis=1)[group][:, :-1]).sum(axis=1).astype(str)
            for r, shares in enumerate(self.columns)
        }
        return CategoricalTable.from_pandas(pd.DataFrame(cells))

    def counts(self, like: Counts) -> Counts:
        """What counts of a table are in the population, for the values that the table has."""
        kept = [[int(label) for label in labels] for labels in like.codebook.labels]
        columns = [shares[:, places] for shares, places in zip(self.columns, kept, strict=True)]
        matrix, parts = np.empty(like.matrix.shape), like.codebook.slices()
        for r, first in enumerate(columns):
            for s, second in enumerate(columns):
                joint = np.diag(self.classes @ first) if r == s else first.T @ (self.classes[:, None] * second)
                matrix[parts[r], parts[s]] = like.n_rows * joint
        return Counts(like.codebook, matrix, like.n_rows, {})


def coverage(method: str, n: int, d: int, seed: int, skewed: bool = False) -> list[dict[str, Any]]:
    """What held in one table: a line per ``what`` with ``held`` of ``of``.

    Examples
    --------
    >>> [(line["what"], line["held"] <= line["of"]) for line in coverage("MCA", 150, 6, 0)]
    [('ellipse', True)]
    """
    rng = np.random.default_rng([seed, n, d])
    population = Population.drawn(rng, d, skewed)
    table = population.sample(rng, n)
    found = uncertainty(table, method, random_state=seed)
    with collected_remarks():
        truth = clone(make(method))._learn(population.counts(found.counts))
    held = _of_ellipses(found, truth) if method == "MCA" else _of_distances(found, truth.distances())
    about = {"method": method, "values": SHARES[skewed], "rows": n, "columns": d}
    return [about | {"what": what, "held": int(np.sum(x)), "of": len(x)} for what, x in held.items()]


def _of_distances(found: Uncertainty, truth: Any) -> dict[str, list[bool]]:
    held: dict[str, list[bool]] = {what: [] for what in WHAT if what != "ellipse"}
    for r, column in enumerate(found.codebook.attributes[:_LOOKED_AT]):
        labels, n, true = found.codebook.labels[r], found.support(r), truth.tables[r]
        low, high = (table.to_numpy() for table in found.intervals(column))
        enough = np.flatnonzero(n >= FEWEST)
        first, second = (enough[places] for places in np.triu_indices(len(enough), 1))
        inside = (low[first, second] - 1e-9 <= true[first, second]) & (
            true[first, second] <= high[first, second] + 1e-9
        )
        held["interval"] += inside.tolist()
        for a in enough if found.method.nearest_sets_hold else ():
            near = found.nearest(column, labels[a])
            if near is None:
                continue
            others = enough[enough != a]
            nearest = labels[others[true[a, others].argmin()]]
            held["nearest set"].append(nearest in near.possible)
            held["the nearest value is clear"].append(near.is_clear)
            if near.is_clear:
                held["a clear nearest value is right"].append(near.nearest == nearest)
        _of_order(found, r, first_axis(true**truth.power), held)
    column, labels = found.codebook.attributes[0], found.codebook.labels[0]
    if {"0", "1"} <= set(labels) and (found.support(0)[[labels.index("0"), labels.index("1")]] >= FEWEST).all():
        held["values of one distribution are told apart"].append(found.pair(column, "0", "1").told_apart)
    enough = np.flatnonzero(found.support(1) >= FEWEST)
    far = [(a, b) for a in enough for b in enough if a < b and truth.tables[1][a, b] >= _APART]
    if far:
        one, other = (found.codebook.labels[1][place] for place in far[0])
        of_pair = found.pair(found.codebook.attributes[1], one, other)
        held["values that differ are told apart"].append(of_pair.told_apart)
    return held


def _of_order(found: Uncertainty, r: int, places: np.ndarray, held: dict[str, list[bool]]) -> None:
    """Whether pairs that stand in one order in 95 % of the resamples do so in the population, run either way."""
    pairs = found.order(found.codebook.attributes[r])
    place = dict(zip(found.codebook.labels[r], places, strict=True))
    apart = np.array([place[b] - place[a] for a, b in zip(pairs["value"], pairs["other"], strict=True)])
    ahead, tied = apart > 0, np.abs(apart) < 1e-9
    geometry = found.geometry.distances()
    enough = np.flatnonzero(found.support(r) >= FEWEST)
    own = first_axis(geometry.tables[r][np.ix_(enough, enough)] ** geometry.power)
    ahead = ahead if (own - own.mean()) @ places[enough] >= 0 else ~ahead
    settled = pairs["settled"].to_numpy()
    held["a settled pair of an order is right"] += (ahead & ~tied)[settled].tolist()
    held["a pair of an order is settled"] += settled.tolist()


def _of_ellipses(found: Uncertainty, truth: Any) -> dict[str, list[bool]]:
    left, _, right = np.linalg.svd(truth.encoding().T @ found.counts.matrix @ found.geometry.embed().encoding())
    places = dict(zip(found.counts.values, np.vstack(truth.coordinates) @ left @ right, strict=True))
    ellipses, inside = found.ellipses(), []
    for ellipse in ellipses.itertuples():
        x, y = places[ellipse.column, ellipse.value] - np.array([ellipse.x, ellipse.y])
        cos, sin = np.cos(ellipse.angle), np.sin(ellipse.angle)
        along, across = (x * cos + y * sin) / ellipse.longer, (y * cos - x * sin) / ellipse.shorter
        inside.append(along**2 + across**2 <= 1)
    return {"ellipse": inside}


#: What is looked at, with the share that is wanted: (least, most); in skewed populations the least alone.
WHAT = {
    "interval": (0.93, 0.98),
    "nearest set": (0.93, 1.0),
    "the nearest value is clear": (0.0, 1.0),
    "a clear nearest value is right": (0.95, 1.0),
    "values of one distribution are told apart": (0.0, 0.06),
    "values that differ are told apart": (0.0, 1.0),
    "a settled pair of an order is right": (0.92, 1.0),
    "a pair of an order is settled": (0.0, 1.0),
    "ellipse": (0.92, 0.97),
}


def study(n_tables: int, seed: int, n_jobs: int, journal: Path | None) -> pd.DataFrame:
    """`coverage` of all methods and sizes, summed over tables: a line per method, size and ``what``."""
    cells = [(method, n, d, False) for method in METHODS for n in ROWS for d in COLUMNS]
    cells += [(method, n, COLUMNS[0], True) for method in METHODS for n in ROWS]
    pieces = {
        f"{method} {SHARES[skewed]} {n} {d} {i}": partial(coverage, method, n, d, seed + i, skewed)
        for method, n, d, skewed in cells
        for i in range(n_tables)
    }
    lines = run_pieces(
        pieces, journal, n_jobs, f"tables={n_tables} seed={seed}", lambda done, total: _said(done, total)
    )
    frame = pd.DataFrame([line for of_piece in lines.values() for line in of_piece])
    frame["n_tables"] = n_tables
    summed = frame.groupby(["method", "values", "rows", "columns", "what", "n_tables"], sort=False)[
        ["held", "of"]
    ].sum()
    return summed.assign(share=(summed["held"] / summed["of"]).round(4)).reset_index()


def _said(done: int, total: int) -> bool:
    if not done % 100:
        print(f"{done} of {total} tables", flush=True)
    return False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line takes."""
    parser.add_argument("--tables", type=int, default=TABLES, help="tables of each method and size")
    add_run_arguments(parser, "coverage", "of the first table")


def command(arguments: argparse.Namespace) -> None:
    """Run the study, or continue it, and write coverage.csv."""
    found = study(arguments.tables, arguments.seed, arguments.jobs, arguments.out / JOURNAL)
    write_whole(RESULT, found.to_csv(index=False, lineterminator="\n"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    run_command(sys.modules[__name__], arguments)


if __name__ == "__main__":
    main()
