"""How often tests on the board make a claim if no method finds the known classes.

Rows of the bundled tables of at most 3,500 rows are clustered under every method, as on the board (k-modes or
k-means, ten runs). Then the known classes are shuffled, all runs are scored anew, and the board's tests are made:
Friedman's test with Nemenyi's pairs at 1 %, and the signed-rank comparisons with Hamming at 5 %; with all methods, and
with Hamming and nine others drawn anew each time. Clustering takes some minutes, a simulation about a second.

python -m studies.board.error_rates [--simulations 400] [--seed 1]
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.board.standings import BOARD_LEVEL, against, comparable, compared
from catviz.analysis.board.table import CENTRES, read_board
from catviz.analysis.significance import contained, significance, versions
from catviz.analysis.statistics import LEVEL
from catviz.reading.datasets import load_dataset
from catviz.registry import methods
from catviz.remarks import collected_remarks
from studies.board.runs import board_pieces

MOST_ROWS, RUNS, FEW = 3_500, 10, 9
REFERENCE, SCORE = "Hamming", "adjusted_rand"


class Runs:
    """Clusters of one table in all runs under all methods, to be scored against any classes."""

    def __init__(self, classes: np.ndarray, labels: list[np.ndarray]) -> None:
        self.classes = np.unique(classes, return_inverse=True)[1]
        sizes = [each.max() + 1 for each in labels]
        self._first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self._member = np.zeros((sum(sizes), len(classes)), dtype=np.float32)
        for start, each in zip(self._first, labels, strict=True):
            self._member[start + each, np.arange(len(each))] = 1

    def ari(self, classes: np.ndarray) -> np.ndarray:
        """(runs,) adjusted Rand index of each run."""
        n, k = len(classes), classes.max() + 1
        one_hot = np.zeros((n, k), dtype=np.float32)
        one_hot[np.arange(n), classes] = 1
        counts = (self._member @ one_hot).astype(float)
        together = np.add.reduceat(_pairs(counts).sum(axis=1), self._first)
        clusters = np.add.reduceat(_pairs(counts.sum(axis=1)), self._first)
        expected = clusters * _pairs(counts[: self._first[1]].sum(axis=0)).sum() / _pairs(n)
        largest = (clusters + _pairs(np.bincount(classes)).sum()) / 2
        return np.where(
            largest == expected, 1.0, (together - expected) / np.where(largest == expected, 1, largest - expected)
        )


def _pairs(n: np.ndarray | float) -> np.ndarray:
    return np.asarray(n) * (np.asarray(n) - 1) / 2


def clustered() -> tuple[dict[str, Runs], list[str], list[list[str]]]:
    """``(runs of each table, methods, versions)``."""
    board = read_board()
    tables = {name: load_dataset(name) for name in board.cells["data"].unique()}
    scores = compared(board, CENTRES, SCORE, contained(tables))
    chosen = {name: tables[name] for name in scores.dropna().index if len(tables[name]) <= MOST_ROWS}
    models = {m.short: m.cls() for m in methods() if m.short in scores.columns}
    pieces, _ = board_pieces(chosen, models, (CENTRES,), (), repeats=RUNS)
    labels: dict[tuple[str, str], list[np.ndarray]] = {}
    with collected_remarks():
        for piece in pieces.values():
            geometry = piece.learned()
            codes = [np.unique(piece.labels(geometry, run), return_inverse=True)[1] for run in piece.repeats]
            labels.setdefault((piece.data, piece.name), []).extend(codes)
    runs = {
        data: Runs(np.asarray(table.target, dtype=str), [one for name in models for one in labels[data, name]])
        for data, table in chosen.items()
    }
    return runs, list(models), versions(chosen)


def claims(scores: pd.DataFrame, families: list[list[str]]) -> dict[str, bool]:
    """Which tests make a claim."""
    test = significance(comparable(scores, families), BOARD_LEVEL)
    p = against(scores, REFERENCE, families)["p"]
    return {
        "Friedman, 5 %": test.p <= LEVEL,
        "Friedman, 1 %": test.p <= BOARD_LEVEL,
        "a pair, 1 %": bool(test.differ and test.differing_pairs),
        "signed rank, 5 %": bool((p <= LEVEL).any()),
    }


def main() -> None:
    """Print how many of the simulations make each claim."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    runs, names, families = clustered()
    print(f"{len(names)} methods, {len(runs)} tables: {', '.join(runs)}", flush=True)
    rng, n_made = np.random.default_rng(chosen.seed), Counter[Any]()
    others = [name for name in names if name != REFERENCE]
    for _ in range(chosen.simulations):
        means = [
            each.ari(rng.permutation(each.classes)).reshape(len(names), RUNS).mean(axis=1) for each in runs.values()
        ]
        scores = pd.DataFrame(means, list(runs), names).round(4)
        some = scores[[REFERENCE, *rng.choice(others, FEW, replace=False)]]
        for which, part in (("all methods", scores), (f"{FEW + 1} methods", some)):
            n_made.update({(which, claim): int(yes) for claim, yes in claims(part, families).items()})
    for (which, claim), n in n_made.items():
        print(f"{which}, {claim}: {n} of {chosen.simulations}")


if __name__ == "__main__":
    main()
