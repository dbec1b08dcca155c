"""Small experiments behind claims that no table decides, and the file of their summaries.

``python -m studies.reproduce.evidence`` makes all of them again, ``--only`` some of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from catviz.published import published, recomputed
from studies.reproduce.claims_on_runs import EVIDENCE
from studies.reproduce.figures import cos, mtdle, ocl, tave, timing
from studies.reproduce.ocl_modes import MODES
from studies.reproduce.runs import reproduce, run_name

COLUMNS = ["experiment", "data", "kind", "against", "measure", "mean", "deviation", "least", "most", "runs"]
Rows = list[dict]
_SHUFFLES = 999


def dimensions(seeds: int = 5) -> Rows:
    """Numbers that CDE and TAVE give a row, over seeds of CDE's k-means (TAVE, Fig. 2)."""
    sizes = pd.concat([tave.dimensions(random_state=seed).assign(seed=seed) for seed in range(seeds)])
    sets = sizes.groupby("data", sort=False)
    return [_row(data, name, "columns", of_set[name]) for data, of_set in sets for name in ("CDE", "TAVE")]


def steps(repeats: int = 20) -> Rows:
    """F of TAVE after q steps, and from each q to the largest (Fig. 3)."""
    scores = tave.sensitivity(repeats)
    rows = []
    for data, of_set in scores.groupby("data", sort=False):
        wide = of_set.pivot(index="repeat", columns="q", values="F")
        rows += [_row(data, str(q), "F", wide[q]) for q in wide]
        last = wide.columns[-1]
        rows += [_row(data, str(q), "F", wide[q] - wide[last], str(last)) for q in wide.columns[:-1]]
    return rows


def lengths(repeats: int = 20) -> Rows:
    """Assignments and updates of the orders of OCL's runs, in each mode (Fig. 3)."""
    counts = ocl.lengths(ocl.objectives(repeats, modes=MODES))
    groups = counts.groupby(["data", "mode"], sort=False)
    return [_row(data, mode, name, runs[name]) for (data, mode), runs in groups for name in ("iterations", "updates")]


def orders(repeats: int = 100) -> Rows:
    """Accuracy of k-modes under random and declared orders against none, from the same starting rows (OCL, Fig. 1)."""
    runs, rows = ocl.orders_against_hamming(repeats), []
    for data, of_set in runs.groupby("data", sort=False):
        wide = of_set.pivot(index="repeat", columns="kind", values="accuracy")
        for kind in wide.columns.drop("Hamming"):
            rows.append(_row(data, kind, "accuracy", wide[kind] - wide["Hamming"], "Hamming"))
    return rows


def maps(seeds: int = 5) -> Rows:
    """Rows of Voting whose nearest neighbour in the t-SNE map is of their class, averaged over seeds (OCL, Fig. 5).

    The figures summarised are of the rows: each one's share of seeds.
    """
    points = pd.concat([ocl.maps(seed).assign(seed=seed) for seed in range(seeds)])
    point = points.groupby(["seed", "method"], sort=False).cumcount()
    by_row = points.assign(point=point).groupby(["method", "point"], sort=False)[["same", "rows"]].mean()
    same = {name: np.repeat(of["same"].to_numpy(), of["rows"].astype(int)) for name, of in by_row.groupby("method")}
    rows = [_row("VT", name, "same class", values) for name, values in same.items()]
    return rows + [_row("VT", "OCL", "same class", same["OCL"] - same[other], other) for other in ("CBDM", "Hamming")]


def groups() -> Rows:
    """Spread within columns, as a share of all, in MTDLE's maps of values, and with values dealt out at random."""
    spread, rows = mtdle.symbol_maps(), []
    rng = np.random.default_rng(0)
    for (data, setting), of_map in spread.groupby(["data", "setting"], sort=False):
        points, columns = of_map[["x", "y"]].to_numpy(), pd.factorize(of_map["attribute"])[0]
        dealt = [_within(points, rng.permutation(columns)) for _ in range(_SHUFFLES)]
        within = _within(points, columns)
        rows.append(_row(data, setting, "within", [within]))
        rows.append(_row(data, setting, "within", dealt, "dealt at random"))
        rows.append(_row(data, setting, "at most as far", np.less_equal(dealt, within), "dealt at random"))
        some = of_map.drop_duplicates("attribute").dropna(subset="straight")
        rows.append(_row(data, setting, "straightness", some["straight"] - some["chance"], "round cloud"))
    return rows


def improvements(repeats: int = 100) -> Rows:
    """Scores under COD less those under ADD, from the same starts (COS, section 5.2)."""
    runs, rows = cos.clusterings(repeats), []
    for (data, model), some in runs.groupby(["data", "model"], sort=False):
        for metric in ("accuracy", "normalized_mutual_info"):
            wide = some.pivot(index="repeat", columns="distance", values=metric)
            rows += [_row(data, f"{model} {name}", metric, wide[name]) for name in ("ADD", "COD")]
            rows.append(_row(data, f"{model} COD", metric, wide["COD"] - wide["ADD"], f"{model} ADD"))
    return rows


def marks(runs: pd.DataFrame | None = None) -> Rows:
    """Accuracy of each of Table 3's methods less that of each other one, split by split (MTDLE).

    Parameters
    ----------
    runs : DataFrame, optional
        What `reproduce` gave for MTDLE, on some of its data sets at least; it is run where left out.
    """
    table, rows = published("MTDLE", 3), []
    splits = reproduce("MTDLE") if runs is None else runs
    splits = splits[splits["repeat"] < table.protocol.repeats]
    names = {run_name(run): name for name, run in table.methods.items()}
    for data, ours in table.datasets.items():
        of_set = splits[(splits["data"] == ours) & splits["run"].isin(names)]
        scores = 100 * of_set.pivot(index="repeat", columns="run", values="accuracy").rename(columns=names)
        rows += [_row(data, a, "accuracy", scores[a] - scores[b], b) for a in scores for b in scores if a != b]
    return rows


def growth(repeats: int = 20) -> Rows:
    """The exponent with which OCL's CPU time grows with rows and with columns, 1 where linear (Fig. 4)."""
    times = timing.execution_time(repeats, methods=("OCL",))
    exponents = [recomputed.growth(some) for _, some in times.groupby("repeat")]
    return [_row("synthetic", "OCL", varied, [e[varied, "OCL"] for e in exponents]) for varied in ("rows", "columns")]


EXPERIMENTS: dict[str, Callable[[], Rows]] = {
    "dimensions": dimensions,
    "lengths": lengths,
    "groups": groups,
    "orders": orders,
    "COD": improvements,
    "steps": steps,
    "maps": maps,
    "growth": growth,
    "marks": marks,
}


def _row(data: object, kind: str, measure: str, values: ArrayLike, against: str = "") -> dict:
    numbers = np.asarray(values, dtype=float)
    deviation = numbers.std(ddof=1) if len(numbers) > 1 else 0.0
    ends = {"least": numbers.min(), "most": numbers.max(), "runs": len(numbers)}
    row = {"data": data, "kind": kind, "against": against, "measure": measure}
    return row | {"mean": numbers.mean(), "deviation": deviation} | ends


def _within(points: np.ndarray, columns: np.ndarray) -> float:
    """The spread of points about the mean of their column, over that about the mean of all."""
    sizes = np.bincount(columns)
    means = np.column_stack([np.bincount(columns, points[:, j]) / sizes for j in range(2)])
    return float(((points - means[columns]) ** 2).sum() / ((points - points.mean(axis=0)) ** 2).sum())


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m studies.reproduce.evidence", description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=EXPERIMENTS, default=list(EXPERIMENTS), metavar="EXPERIMENT")
    parser.add_argument("--out", type=Path, default=EVIDENCE)
    parser.add_argument("--mtdle-runs", type=Path, help="CSV of `reproduce mtdle`, so that marks need no run")
    asked = parser.parse_args(arguments)
    experiments = dict(EXPERIMENTS)
    if asked.mtdle_runs:
        experiments["marks"] = lambda: marks(pd.read_csv(asked.mtdle_runs))
    for name in asked.only:
        lines = pd.DataFrame(experiments[name]()).assign(experiment=name)[COLUMNS]
        if asked.out.is_file():
            others = pd.read_csv(asked.out, keep_default_na=False)
            lines = pd.concat([others[others["experiment"] != name], lines])
        order = {experiment: i for i, experiment in enumerate(EXPERIMENTS)}
        lines = lines.sort_values("experiment", key=lambda names: names.map(order), kind="stable")
        lines.to_csv(asked.out, index=False, lineterminator="\n", float_format="%.10g")
        print(name, flush=True)


if __name__ == "__main__":
    main()
