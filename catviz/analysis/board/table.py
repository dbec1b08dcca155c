"""The board as a table: what runs come to, and the file that comes with catviz."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.metrics import NAMES
from catviz.saving import write_whole

CENTRES = "centres"
"""k-means if the method gives coordinates, else k-modes."""
NEIGHBOURS, LOGISTIC = "neighbours", "logistic"
CLASSIFIER_NAMES = (NEIGHBOURS, LOGISTIC)
TITLES = {
    CENTRES: "k-modes or k-means",
    NEIGHBOURS: "nearest neighbours",
    LOGISTIC: "logistic regression",
}
"""What a model is called, if not by its name."""
CLUSTER_SCORES = ("adjusted_rand", "adjusted_mutual_info", "accuracy", "normalized_mutual_info")
CLASS_SCORES = ("accuracy", "balanced_accuracy")
TESTED = ("adjusted_rand", "adjusted_mutual_info")
"""The scores of clusters that ranks are tested by: those corrected for chance."""
SHOWN = NAMES | {"balanced_accuracy": "balanced accuracy"}
"""Their names."""
SCORES = tuple(dict.fromkeys((*CLUSTER_SCORES, *CLASS_SCORES)))
KEYS = ["data", "method", "model"]
COLUMNS = [*KEYS, "runs", "seconds", "learning_seconds"]
COLUMNS += [f"{score}{what}" for score in SCORES for what in ("", "_deviation", "_chance")]
COLUMNS += ["note"]
RESULTS = Path(__file__).parents[1] / "results"
CSV, FACTS = "board.csv.gz", "board.json"
_DECIMALS, _DIGITS = 4, 3


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
            own = self.cells[self.cells["model"] == model]
            wide = own.pivot(index="data", columns="method", values=column)
            self._made[model, column] = wide.reindex(index=own["data"].unique(), columns=own["method"].unique())
        return self._made[model, column].copy()

    @property
    def models(self) -> list[str]:
        """The clusterers and classifiers."""
        return list(self.cells["model"].unique())

    def with_runs(self, other: Board) -> Board:
        """This board with the cells of another one added; cells that both have are those of the other.

        Raises
        ------
        ValueError
            The boards are of different content of a data set, or of other seeds.
        """
        own, new = self.facts["fingerprints"], other.facts["fingerprints"]
        changed = [name for name in new if own.get(name, new[name]) != new[name]]
        if changed:
            raise ValueError(
                f"the board there was measured on other content of {', '.join(changed)}: run all of it anew"
            )
        if self.facts["seed"] != other.facts["seed"]:
            raise ValueError(f"the board there starts from seed {self.facts['seed']}: give --seed {self.facts['seed']}")
        cells = pd.concat([self.cells, other.cells]).drop_duplicates(KEYS, keep="last")
        left_out = deepcopy(self.facts["left_out"])
        for why, models in other.facts["left_out"].items():
            for model, found in models.items():
                for data, names in found.items():
                    there = left_out[why].setdefault(model, {}).setdefault(data, [])
                    there += [name for name in names if name not in there]
        facts = self.facts | {
            "left_out": left_out,
            "coordinates": list(dict.fromkeys([*self.facts["coordinates"], *other.facts["coordinates"]])),
            "fingerprints": own | new,
            "cpu_seconds": self.facts["cpu_seconds"] + other.facts["cpu_seconds"],
            "added": self.facts.get("added", {}) | dict.fromkeys(other.cells["method"], other.facts["versions"]),
        }
        return Board(_in_order(cells), facts)


def board_of(runs: pd.DataFrame, facts: Mapping[str, Any]) -> Board:
    """The board that runs (`studies.board.runs.run_board`) come to; rows in the order of their first runs."""
    runs = runs.reindex(columns=[*KEYS, "repeat", "seconds", "learning_seconds", "note", *SCORES, *_chances()])
    grouped = runs.groupby(KEYS, sort=False)
    cells = pd.DataFrame({"runs": grouped["repeat"].count()})
    for column in ("seconds", "learning_seconds"):
        cells[column] = grouped[column].mean().map(_rounded)
    for score in SCORES:
        cells[score] = grouped[score].mean()
        cells[f"{score}_deviation"] = grouped[score].std()
        cells[f"{score}_chance"] = grouped[f"{score}_chance"].mean()
    cells["note"] = grouped["note"].first()
    cells = cells.round(dict.fromkeys((c for c in COLUMNS if c.startswith(SCORES)), _DECIMALS))
    seconds = float(runs[["seconds", "learning_seconds"]].sum().sum())
    return Board(_in_order(cells.reset_index()), {**facts, "cpu_seconds": round(seconds)})


def write_board(board: Board, folder: Path) -> None:
    """Write board.csv.gz and board.json; equal boards give equal bytes."""
    text = board.cells.to_csv(index=False, float_format="%.12g", lineterminator="\n")
    write_whole(folder / CSV, gzip.compress(text.encode("utf-8"), 9, mtime=0))
    write_whole(folder / FACTS, json.dumps(board.facts, indent=1, ensure_ascii=False) + "\n")


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


def _in_order(cells: pd.DataFrame) -> pd.DataFrame:
    """Cells by data set, model and method, each in the order of the first mention."""
    places = {key: {name: i for i, name in enumerate(cells[key].unique())} for key in KEYS}
    order = np.lexsort([cells[key].map(places[key]) for key in ("method", "model", "data")])
    return cells.iloc[order].reset_index(drop=True).reindex(columns=COLUMNS)


def _chances() -> list[str]:
    return [f"{score}_chance" for score in SCORES]


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def tested_scores(model: str) -> tuple[str, ...]:
    """The scores that ranks under a clusterer or classifier are tested by."""
    return CLASS_SCORES if model in CLASSIFIER_NAMES else TESTED


def title(model: str) -> str:
    """What a clusterer or classifier is called."""
    return TITLES.get(model, model)
