"""The board as a table: what runs come to, and the file that comes with catviz."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd

from catviz.analysis.baseline_scores import UNCORRECTED
from catviz.analysis.metrics import NAMES

#: k-means if the method gives coordinates, else k-modes.
CENTRES = "centres"
NEIGHBOURS, LOGISTIC = "neighbours", "logistic"
CLASSIFIER_NAMES = (NEIGHBOURS, LOGISTIC)
#: What a model is called, if not by its name.
TITLES = {
    CENTRES: "k-modes or k-means",
    NEIGHBOURS: "nearest neighbours",
    LOGISTIC: "logistic regression",
}
CLUSTER_SCORES = ("adjusted_rand", "adjusted_mutual_info", "accuracy", "normalized_mutual_info")
CLASS_SCORES = ("accuracy", "balanced_accuracy")
#: The scores of clusters that ranks are tested by: those corrected for chance.
TESTED = tuple(score for score in CLUSTER_SCORES if score not in UNCORRECTED)
#: Their names.
SHOWN = NAMES | {"balanced_accuracy": "balanced accuracy"}
SCORES = tuple(dict.fromkeys((*CLUSTER_SCORES, *CLASS_SCORES)))
KEYS = ["data", "method", "model"]
COLUMNS = [*KEYS, "runs", "seconds", "learning_seconds"]
COLUMNS += [f"{score}{what}" for score in SCORES for what in ("", "_deviation", "_chance")]
COLUMNS += ["note"]
RESULTS = Path(__file__).parents[1] / "results"
CSV, FACTS = "board.csv.gz", "board.json"


@dataclass(frozen=True, eq=False)
class Board:
    """Scores of methods on data sets, and how they were measured.

    Attributes
    ----------
    cells : DataFrame, one row per data set, method and model
        ``runs``, mean CPU ``seconds`` of a run (of a fold with its learning) and ``learning_seconds``; for each score
        its mean, its standard deviation over runs (``_deviation``) and its level of chance (``_chance``: what 95 % of
        shuffled known classes stay at or below in clusters as large as those of a run; of a classifier, the score of
        always predicting the largest class). A cell with ``runs`` 0 has no score; ``note`` says why.
    facts : dict
        ``versions`` of software, and of methods that were ``added`` those of their runs; ``seed``, ``repeats``;
        ``most_seconds`` of learning and one run, and what is ``left_out`` for it; methods that give ``coordinates``;
        ``cpu_seconds`` of all runs; ``fingerprints`` of the tables.
    """

    cells: pd.DataFrame
    facts: dict[str, Any] = field(default_factory=dict)
    _made: dict[tuple[str, str], pd.DataFrame] = field(default_factory=dict, init=False, repr=False)

    def ran(self, model: str) -> pd.DataFrame:
        """Whether a method ran, data sets by methods: True also where it could not give a score."""
        return self.wide(model, "runs").notna()

    def wide(self, model: str, column: str) -> pd.DataFrame:
        """A column of the cells, such as the mean of a score, data sets by methods; NaN where there is none."""
        if (model, column) not in self._made:
            cells = self.cells[self.cells["model"] == model]
            wide = cells.pivot(index="data", columns="method", values=column)
            self._made[model, column] = wide.reindex(index=cells["data"].unique(), columns=cells["method"].unique())
        return self._made[model, column].copy()

    @property
    def models(self) -> list[str]:
        """The clusterers and classifiers."""
        return list(self.cells["model"].unique())


def read_board(folder: Path = RESULTS) -> Board:
    """The board in a folder, by default the one that comes with catviz.

    Examples
    --------
    >>> from catviz.analysis.board.table import read_board
    >>> "Hamming" in read_board().wide("centres", "adjusted_rand").columns
    True
    """
    text = gzip.decompress((folder / CSV).read_bytes()).decode("utf-8")
    cells = pd.read_csv(StringIO(text), dtype={"note": object})
    return Board(cells, json.loads((folder / FACTS).read_text(encoding="utf-8")))


def tested_scores(model: str) -> tuple[str, ...]:
    """The scores that ranks under a clusterer or classifier are tested by."""
    return CLASS_SCORES if model in CLASSIFIER_NAMES else TESTED


def title(model: str) -> str:
    """What a clusterer or classifier is called."""
    return TITLES.get(model, model)
