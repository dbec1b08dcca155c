"""The board made of runs, added to, and written to its file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.board.table import COLUMNS, CSV, FACTS, KEYS, SCORES, Board
from catviz.saving import write_whole
from studies.board.runs import TOO_SLOW

_DECIMALS, _DIGITS = 4, 3


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


def with_runs(board: Board, other: Board) -> Board:
    """A board with the cells of another one added; cells that both have are those of the other.

    Raises
    ------
    ValueError
        The boards are of different content of a data set, of other seeds, or leave out what is slow by other limits.
    """
    before, new = board.facts["fingerprints"], other.facts["fingerprints"]
    changed = [name for name in new if before.get(name, new[name]) != new[name]]
    if changed:
        raise ValueError(f"the board there was measured on other content of {', '.join(changed)}: run all of it anew")
    if board.facts["seed"] != other.facts["seed"]:
        raise ValueError(f"the board there starts from seed {board.facts['seed']}: give --seed {board.facts['seed']}")
    limit = board.facts.get("most_seconds")
    if any(other.facts["left_out"].get(TOO_SLOW, {}).values()) and other.facts.get("most_seconds") != limit:
        raise ValueError(f"the board there leaves out what takes more than {limit:g} s: give --most-seconds {limit:g}")
    cells = pd.concat([board.cells, other.cells]).drop_duplicates(KEYS, keep="last")
    left_out = deepcopy(board.facts["left_out"])
    for why, models in other.facts["left_out"].items():
        for model, by_data in models.items():
            for data, names in by_data.items():
                listed = left_out[why].setdefault(model, {}).setdefault(data, [])
                listed += [name for name in names if name not in listed]
    ran = {tuple(cell) for cell in cells[["model", "data", "method"]].itertuples(index=False)}
    for models in left_out.values():
        for model, by_data in models.items():
            still = {
                data: [name for name in names if (model, data, name) not in ran] for data, names in by_data.items()
            }
            models[model] = {data: names for data, names in still.items() if names}
    facts = board.facts | {
        "left_out": left_out,
        "coordinates": list(dict.fromkeys([*board.facts["coordinates"], *other.facts["coordinates"]])),
        "fingerprints": before | new,
        "cpu_seconds": board.facts["cpu_seconds"] + other.facts["cpu_seconds"],
        "added": board.facts.get("added", {}) | dict.fromkeys(other.cells["method"], other.facts["versions"]),
    }
    return Board(_in_order(cells), facts)


def write_board(board: Board, folder: Path) -> None:
    """Write board.csv.gz and board.json; equal boards give equal bytes."""
    text = board.cells.to_csv(index=False, float_format="%.12g", lineterminator="\n")
    write_whole(folder / CSV, gzip.compress(text.encode("utf-8"), 9, mtime=0))
    write_whole(folder / FACTS, json.dumps(board.facts, indent=1, ensure_ascii=False) + "\n")


def _in_order(cells: pd.DataFrame) -> pd.DataFrame:
    """Cells by data set, model and method, each in the order of the first mention."""
    places = {key: {name: i for i, name in enumerate(cells[key].unique())} for key in KEYS}
    order = np.lexsort([cells[key].map(places[key]) for key in ("method", "model", "data")])
    return cells.iloc[order].reset_index(drop=True).reindex(columns=COLUMNS)


def _chances() -> list[str]:
    return [f"{score}_chance" for score in SCORES]


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
