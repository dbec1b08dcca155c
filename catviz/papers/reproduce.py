"""The papers' experiments run again: every run behind a published table, as work in pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from catviz.analysis.metrics import scores, standard_row
from catviz.analysis.pieces import run_pieces
from catviz.analysis.splits import repeated_splits
from catviz.clustering.by_name import CLUSTERERS
from catviz.papers import mtdle_protocol
from catviz.papers.prepared import prepared
from catviz.papers.published import published_tables
from catviz.papers.published.layout import PublishedTable, Run
from catviz.reading.datasets import DatasetNotHere
from catviz.registry import method
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable

PAPERS = {"tave": "TAVE", "wcado": "W-CADO", "ocl": "OCL", "mtdle": "MTDLE", "cos": "COS"}
"""Papers by the names the command line knows."""
AGAINST = Run("AhmadDey")
"""What COS's clusterings are held against."""
LEAST_REPEATS = 100
_REPEATS_PER_PIECE = {"MTDLE": 1}
_REPEATS = 10
_K_MEANS = "k-means"


@dataclass(frozen=True)
class Piece:
    """Some repeats of one run on one data set, as a paper used it."""

    paper: str
    data: str
    run: Run
    paper_tables: bool
    repeats: range
    seed: int

    @property
    def name(self) -> str:
        """The name it has in the journal."""
        return f"{self.data} | {run_name(self.run)} | {self.repeats.start}-{self.repeats.stop - 1}"

    def __call__(self) -> list[dict]:
        """A row a repeat, with its scores; none where the method tells no two rows apart."""
        table = prepared(self.paper, self.data)
        with collected_remarks():
            if self.paper == "MTDLE":
                return self._classified(table)
            return self._clustered(table)

    def _clustered(self, table: CategoricalTable) -> list[dict]:
        k = table.n_classes
        fit = _clustering(self.run, table, k, self.seed)
        if fit is None:
            return []
        return [
            {"data": self.data, "run": run_name(self.run), "repeat": repeat}
            | scores(table.target, fit(self.seed + repeat), paper_tables=self.paper_tables)
            for repeat in self.repeats
        ]

    def _classified(self, table: CategoricalTable) -> list[dict]:
        encodings = {self.run.method: method(self.run.method).cls(**self.run.parameters)}
        classifiers = {self.run.model: mtdle_protocol.classifiers()[self.run.model]}
        lines = []
        for repeat in self.repeats:
            found = repeated_splits(
                {self.data: table}, encodings, classifiers, 1, mtdle_protocol.TEST_SIZE, random_state=self.seed + repeat
            )
            line = {"data": self.data, "run": run_name(self.run), "repeat": repeat}
            lines.append(line | {"accuracy": float(found["accuracy"].iloc[0])})
        return lines


def default_repeats(table: PublishedTable) -> int:
    """Runs of ours beside a table: four times the paper's, to halve its standard error, and at least 100."""
    return max(LEAST_REPEATS, 4 * table.protocol.repeats)


def reproduce(
    paper: str,
    repeats: int | None = None,
    random_state: int = 0,
    n_jobs: int = 1,
    journal: str | Path | None = None,
    callback: Callable[[int, int], bool] | None = None,
) -> pd.DataFrame:
    """Every run behind a paper's tables.

    Parameters
    ----------
    paper : {"TAVE", "W-CADO", "OCL", "MTDLE", "COS"}
    repeats : int or None
        None: four times as often as the paper did, and at least 100 times.
    random_state : int
        Run i of everything starts from seed ``random_state + i``.
    n_jobs : int
        Processes.
    journal : path or None
        Where runs are written down as they end; a stopped run goes on from there, to the same figures.
    callback : callable(pieces done, pieces in all) -> bool
        True stops with the runs so far.

    Returns
    -------
    DataFrame, one row a run
        ``data`` (our name), ``run`` (`run_name`), ``repeat`` and the scores. Sets that are not here and methods that
        have no public definition or tell no two rows apart have no rows.

    Raises
    ------
    ValueError
        No such paper, or a journal of other settings.
    """
    if paper not in PAPERS.values():
        raise ValueError(f"paper={paper!r}: choose one of {', '.join(PAPERS.values())}")
    pieces = {piece.name: piece for piece in _pieces(paper, repeats, random_state)}
    settings = f"{paper}, {repeats or 'all'} repeats from seed {random_state}"
    found = run_pieces(pieces, journal, n_jobs, settings, callback)
    return pd.DataFrame(
        [row if pieces[name].paper_tables else standard_row(row) for name, rows in found.items() for row in rows]
    )


def results(paper: str) -> list[PublishedTable]:
    """The paper's tables of figures that runs of ours stand beside."""
    return [table for table in published_tables() if table.paper == paper and table.protocol is not None]


def runs_of(table: PublishedTable) -> list[Run]:
    """What can be run for a table, other protocols included; a method without a public definition is left out."""
    every = [*table.methods.values(), *(run for methods in table.tried.values() for run in methods.values())]
    runs = list({run_name(run): run for run in every if method(run.method).cls is not None}.values())
    if table.paper == "COS":
        runs += [Run(AGAINST.method, run.model, model_parameters=run.model_parameters) for run in runs]
    if table.paper == "MTDLE":
        runs = [Run(e, c) for e in mtdle_protocol.CODINGS for c in (mtdle_protocol.LOGISTIC, mtdle_protocol.TREE)]
    return runs


def run_name(run: Run) -> str:
    """A run in words: method and model, with the parameters that are not our defaults."""
    parts = [(run.method, run.parameters), (run.model, run.model_parameters)]
    return ", ".join(_named(name, given) for name, given in parts if name)


def is_here(paper: str, name: str) -> bool:
    """True where the data set is bundled or was imported."""
    try:
        prepared(paper, name)
    except DatasetNotHere:
        return False
    return True


def _pieces(paper: str, repeats: int | None, seed: int) -> list[Piece]:
    pieces = {}
    for table in results(paper):
        wanted = repeats or default_repeats(table)
        step = _REPEATS_PER_PIECE.get(paper, _REPEATS)
        for name in table.datasets.values():
            if not is_here(paper, name):
                continue
            for run in runs_of(table):
                for first in range(0, wanted, step):
                    some = range(first, min(first + step, wanted))
                    piece = Piece(paper, name, run, table.protocol.paper_tables, some, seed)
                    pieces[piece.name] = piece
    return list(pieces.values())


def _clustering(run: Run, table: CategoricalTable, k: int, seed: int) -> Callable[[int], object] | None:
    """A function of the seed that gives the rows' clusters; None where the method tells no two rows apart."""
    cls = method(run.method).cls
    known = cls().get_params()
    given = dict(run.parameters) | ({"n_clusters": k} if "n_clusters" in known else {})
    if not run.model:
        return lambda start: cls(**given, random_state=start).fit(table).labels_
    given |= {"random_state": seed} if "random_state" in known else {}
    geometry = cls(**given).fit(table).geometry_
    if hasattr(geometry, "distances") and not any(t.any() for t in geometry.distances().tables):
        return None
    if run.model == _K_MEANS:
        return lambda start: CLUSTERERS[_K_MEANS].unfitted(geometry, k, random_state=start).fit(table).labels_
    model = method(run.model).cls
    settings = {"n_clusters": k, "distances": geometry} | dict(run.model_parameters)
    return lambda start: model(**settings, random_state=start).fit(table).labels_


def _named(name: str, given) -> str:
    return name + (f"({', '.join(f'{key}={value!r}' for key, value in given.items())})" if given else "")
