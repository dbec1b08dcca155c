"""OCL's three ways of learning and the published figures.

``python -m studies.reproduce.ocl_modes`` runs them on the sets of the paper's Tables 3 and 4, and writes a report.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from catviz.analysis.metrics import scores
from catviz.analysis.pieces import run_pieces
from catviz.orders.ocl import OCL
from catviz.published import published
from catviz.published.results import BADGES, DIFFERS, EQUAL, NOISY
from catviz.remarks import collected_remarks
from catviz.saving import write_whole
from catviz.wording import p_text
from studies.reproduce.comparison import cell_badge, summary, table_margins
from studies.reproduce.margins import LIMITS
from studies.reproduce.prepared import prepared
from studies.reproduce.report import markdown
from studies.reproduce.runs import is_here

MODES = ("reference", "paper", "monotone")
#: Printed metrics: the table that prints them, and our name.
METRICS = {"CA": (3, "accuracy"), "ARI": (4, "adjusted_rand")}
_LONG = {"CA": "Clustering accuracy", "ARI": "Adjusted Rand index"}


@dataclass(frozen=True)
class Piece:
    """All runs of a mode on a data set, each from one start."""

    data: str
    mode: str
    runs: int
    seed: int = 0

    def __call__(self) -> list[dict]:
        """Rows of ``data``, ``mode``, ``run``, ``accuracy`` and ``adjusted_rand``."""
        table = prepared("OCL", self.data)
        k = table.n_classes
        lines = []
        with collected_remarks():
            for run in range(self.runs):
                labels = OCL(k, mode=self.mode, n_init=1, random_state=self.seed + run).fit(table).labels_
                all_scores = scores(table.target, labels)
                line = {"data": self.data, "mode": self.mode, "run": run}
                lines.append(line | {name: all_scores[name] for _, name in METRICS.values()})
        return lines


def ocl_modes(
    runs: int = 100, random_state: int = 0, n_jobs: int = 1, callback: Callable[[int, int], bool] | None = None
) -> pd.DataFrame:
    """Accuracy and adjusted Rand index of OCL's modes, on those sets of the paper's Tables 3 and 4 that are here.

    Parameters
    ----------
    runs : int
        Starts of each mode on each set.
    random_state : int
    n_jobs : int
    callback : callable(pieces done, pieces in all) -> bool
        True stops with the runs so far.

    Returns
    -------
    DataFrame, one row a run
        ``data``, ``mode``, ``run``, ``accuracy`` and ``adjusted_rand``.
    """
    names = [name for name in published("OCL", 3).datasets.values() if is_here("OCL", name)]
    pieces = {f"{name} {mode}": Piece(name, mode, runs, random_state) for name in names for mode in MODES}
    rows_by_piece = run_pieces(pieces, None, n_jobs, callback=callback)
    return pd.DataFrame([row for rows in rows_by_piece.values() for row in rows])


def compared_with_published(found: pd.DataFrame) -> pd.DataFrame:
    """Every set and metric: the published mean and deviation, and each mode's mean, 5th and 95th percentile.

    Returns
    -------
    DataFrame with ``set`` (short name), ``data`` (name), ``metric``, ``published``, ``deviation``, ``badge`` of the
    reference mode, ``why`` where it differs, and for each mode ``mode``, ``mode low`` and ``mode high``
    """
    lines = []
    for metric, (number, ours) in METRICS.items():
        table = published("OCL", number)
        cells = table.cells[table.cells["method"] == "OCL"]
        for cell in cells.itertuples(index=False):
            of_set = found[found["data"] == table.datasets[cell.data]]
            line = {"set": cell.data, "data": table.datasets[cell.data], "metric": metric}
            line |= {"published": cell.mean, "deviation": cell.deviation}
            for mode in MODES:
                values = of_set.loc[of_set["mode"] == mode, ours].to_numpy()
                if len(values):
                    low, high = np.percentile(values, [5, 95])
                    line |= {mode: values.mean(), f"{mode} low": low, f"{mode} high": high}
            values = of_set.loc[of_set["mode"] == MODES[0], ours].to_numpy()
            badge = (
                cell_badge(table, cell, summary(values), table_margins(table)[metric]) if len(values) else "not here"
            )
            lines.append(line | {"badge": badge, "why": table.deviations.get(cell.data, "")})
    return pd.DataFrame(lines)


def report(found: pd.DataFrame, command: str) -> str:
    """The page in Markdown."""
    cells, runs = compared_with_published(found), int(found.groupby(["data", "mode"]).size().max())
    shown = pd.DataFrame(
        {
            "set": cells["set"],
            "name": cells["data"],
            "published": [_with(m, d) for m, d in zip(cells["published"], cells["deviation"], strict=True)],
            **{mode: [_ranged(line, mode) for line in cells.to_dict("records")] for mode in MODES},
            "reference against published": cells["badge"],
        }
    )
    parts = [
        "# OCL's three ways of learning and the published figures",
        "OCL can learn orders and clusters in three ways, which are called modes. This page compares the scores of "
        "each mode with the published scores of OCL. The tables have these columns:",
        f"- *set* and *name*: the short name of the data set in the paper, and its name in catviz.\n"
        "- *published*: the mean ± the standard deviation of the 10 runs of the paper.\n"
        "- *reference*, *paper* and *monotone*: our scores in each mode. Each cell has the mean of "
        f"{runs} runs, each from one random start; in brackets are the 5th and the 95th percentile of single runs.\n"
        "- *reference against published*: a badge that compares the two means.",
        "The modes:",
        "- *reference* follows the program behind the published tables, with the mistakes of that program.\n"
        "- *paper* takes the printed equations literally.\n"
        "- *monotone* is the default. It never lets the objective rise.",
        "The badges:",
        f"- “{EQUAL}”: {BADGES[EQUAL].removeprefix('equivalent: ')}.\n"
        f"- “{DIFFERS}”: {BADGES[DIFFERS]}.\n"
        f"- “{NOISY}”: {BADGES[NOISY]}.",
        LIMITS,
        _sides(cells),
    ]
    for metric, (number, _) in METRICS.items():
        parts += [f"## {_LONG[metric]} ({metric}, Table {number})", markdown(shown[cells["metric"] == metric])]
    notes = cells[cells["badge"].eq(DIFFERS)].groupby("set", sort=False)["why"].first()
    parts += [
        "## Where the reference differs",
        "\n".join(f"- {name}: {why or _UNKNOWN}" for name, why in notes.items()),
        f"Written by `{command}`.",
    ]
    return "\n\n".join(parts) + "\n"


_UNKNOWN = (
    "It is not known that the data differ. The ten published runs used random numbers of the published program, which "
    "our program cannot draw. These ten runs are one draw from the spread shown."
)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m studies.reproduce.ocl_modes", description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, default=Path("docs/ocl_modes.md"))
    asked = parser.parse_args(arguments)

    def tell(done: int, total: int) -> bool:
        print(f"\r{done} of {total}", end="", file=sys.stderr, flush=True)
        return False

    runs = ocl_modes(asked.runs, n_jobs=asked.jobs, callback=tell)
    command = " ".join(["python -m studies.reproduce.ocl_modes", *(sys.argv[1:] if arguments is None else arguments)])
    write_whole(asked.out, report(runs, command))
    print(f"\n{asked.out}", file=sys.stderr)


def _sides(cells: pd.DataFrame) -> str:
    """On how many sets the published mean is the higher one, which chance would make about half."""
    of_accuracy = cells[(cells["metric"] == "CA") & cells[MODES[0]].notna()]
    apart = of_accuracy[(of_accuracy["published"] - of_accuracy[MODES[0]]).abs() > 5e-5]
    higher = int((apart["published"] > apart[MODES[0]]).sum())
    p = binomtest(higher, len(apart)).pvalue
    return (
        "The published clustering accuracy (CA) is above the reference's mean on "
        f"{higher} of the {len(apart)} sets on which they differ. A two-sided sign test, which takes above and below "
        f"as equally likely, gives {p_text(p)}. For means of ten runs of the same program, above and below are about "
        "equally likely, not exactly."
    )


def _with(mean: float, deviation: float) -> str:
    return f"{mean:.4f} ± {deviation:.2f}"


def _ranged(line: dict, mode: str) -> str:
    if pd.isna(line.get(mode, np.nan)):
        return "–"
    return f"{line[mode]:.4f} ({line[f'{mode} low']:.4f} to {line[f'{mode} high']:.4f})"


if __name__ == "__main__":
    main()
