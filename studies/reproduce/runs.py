"""The papers' experiments run again: every run behind a published table, as work in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from catviz.analysis.metrics import contingency, normalised_mutual_information, scores
from catviz.analysis.pieces import run_pieces
from catviz.analysis.splits import repeated_splits
from catviz.classification import on_encodings
from catviz.clustering.by_name import CLUSTERERS
from catviz.published import published
from catviz.published.tables import CLUSTERS, CODES, FILES, LATER_FILES, Protocol, PublishedTable, Run
from catviz.reading.datasets import DatasetNotHere
from catviz.registry import method
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from studies.reproduce import mtdle_protocol
from studies.reproduce.prepared import prepared
from studies.reproduce.printed import results
from studies.reproduce.provenance import provenance

#: Papers by the names the command line knows.
PAPERS = {name: paper for paper, name in (FILES | LATER_FILES).items()}
#: What COS's clusterings are held against.
AGAINST = Run("AhmadDey")
#: Runs of ours by paper.
REPEATS = {"TAVE": 150, "W-CADO": 500, "OCL": 100, "MTDLE": 100, "COS": 100}
REPEATS |= {"SigDT": 1, "SigTree": 1, "COForest": 100, "DISC": 100}
#: Runs on data sets where they take long.
FEWER = {("TAVE", "kr_vs_k"): 100, ("W-CADO", "breast_cancer_wisconsin"): 100}
#: Runs of other readings of a protocol, where they are tuned trees; `MOST_FURTHER` of all others.
FURTHER = {"MTDLE": 30, ("MTDLE", "mushroom"): 20, ("MTDLE", "splice"): 15}
MOST_FURTHER = 100
#: What NMI divided by another mean of the entropies is called.
NORMALISED = "NMI {}"
_REPEATS_PER_PIECE = {"MTDLE": 1}
_REPEATS = 10


@dataclass(frozen=True)
class Piece:
    """Some repeats of one run on one data set, as a paper used it."""

    paper: str
    data: str
    run: Run
    protocol: Protocol
    repeats: range
    seed: int

    @property
    def name(self) -> str:
        """The name it has in the journal."""
        return f"{self.data} | {run_name(self.run)} | {self.repeats.start}-{self.repeats.stop - 1}"

    def __call__(self) -> list[dict]:
        """A row a repeat, with its scores; none where the method tells no two rows apart."""
        table = prepared(self.paper, self.data, self.run.rows)
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
            | self._scores(table, fit(self.seed + repeat))
            for repeat in self.repeats
        ]

    def _scores(self, table: CategoricalTable, labels: object) -> dict[str, float]:
        all_scores = scores(table.target, labels, paper_tables=self.protocol.paper_tables)
        normalisers, clusters = self.protocol.normalisers, CLUSTERS in self.protocol.scores.values()
        counts = contingency(table.target, labels) if normalisers or clusters else None
        others = {NORMALISED.format(n): normalised_mutual_information(counts, n) for n in normalisers}
        return all_scores | others | ({CLUSTERS: counts.shape[1]} if clusters else {})

    def _classified(self, table: CategoricalTable) -> list[dict]:
        encodings = {self.run.method: mtdle_protocol.coding(self.run)}
        classifiers = {self.run.model: on_encodings.classifiers()[self.run.model]}
        lines = []
        for repeat in self.repeats:
            splits = repeated_splits(
                {self.data: table}, encodings, classifiers, 1, mtdle_protocol.TEST_SIZE, random_state=self.seed + repeat
            )
            line = {"data": self.data, "run": run_name(self.run), "repeat": repeat}
            lines.append(line | {"accuracy": float(splits["accuracy"].iloc[0])})
        return lines


def default_repeats(table: PublishedTable, name: str, further: bool = False) -> int:
    """Runs of ours on a data set, or of `further_runs` there; `repeats_of` caps them."""
    wanted = FEWER.get((table.paper, name), REPEATS[table.paper])
    further_ones = FURTHER.get((table.paper, name), FURTHER.get(table.paper, MOST_FURTHER))
    return min(wanted, further_ones) if further else wanted


def repeats_of(table: PublishedTable, wanted: int) -> int:
    """Runs behind a cell, of so many that are wanted: one if nothing in them is random."""
    return 1 if table.protocol.exact else wanted


def reproduce(
    paper: str,
    repeats: int | None = None,
    random_state: int = 0,
    n_jobs: int = 1,
    journal: str | Path | None = None,
    callback: Callable[[int, int], bool] | None = None,
    table: int | str | None = None,
) -> pd.DataFrame:
    """Every run behind a paper's tables.

    Parameters
    ----------
    paper : str
        One of `catviz.published.PAPERS`.
    repeats : int or None
        None: `default_repeats`. Methods in which nothing is random run once, whatever it is.
    random_state : int
        Run i of everything starts from seed ``random_state + i``.
    n_jobs : int
        Processes.
    journal : path or None
        Where runs are written down as they end; a stopped run goes on from there, to the same figures.
    callback : callable(pieces done, pieces in all) -> bool
        True stops with the runs so far.
    table : int or str, optional
        One printed table alone, by the protocol as it is used; else all of them, by the other readings too.

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
    pieces = {piece.name: piece for piece in _pieces(paper, repeats, random_state, table)}
    settings = provenance(paper) | {"runs": f"{paper}, {repeats or 'all'} repeats from seed {random_state}"}
    settings |= {} if table is None else {"table": str(table)}
    rows_by_piece = run_pieces(pieces, journal, n_jobs, settings, callback)
    return pd.DataFrame([row for rows in rows_by_piece.values() for row in rows])


def runs_of(table: PublishedTable) -> list[Run]:
    """What can be run for a table by its protocol; a method without a public definition is left out."""
    runs = _different(table.methods.values())
    if table.paper == "COS":
        runs += [Run(AGAINST.method, run.model, model_parameters=run.model_parameters) for run in runs]
    return runs


def further_runs(table: PublishedTable, data: str) -> list[Run]:
    """What is run besides on a data set: other readings of the protocol."""
    readings = [r for r in table.tried.values() if not r.data or data in {table.datasets.get(name) for name in r.data}]
    every = [run for reading in readings for run in reading.methods.values()]
    used = {run_name(run) for run in runs_of(table)}
    return [run for run in _different(every) if run_name(run) not in used]


def run_name(run: Run) -> str:
    """A run in words: method and model, with the parameters that are not our defaults, and rows prepared otherwise."""
    parts = [(run.method, run.parameters), (run.model, run.model_parameters)]
    words = ", ".join(_run_in_words(name, parameters) for name, parameters in parts if name)
    return f"{words}; {run.rows}" if run.rows else words


def _different(runs: Iterable[Run]) -> list[Run]:
    return list({run_name(run): run for run in runs if can_run(run)}.values())


def can_run(run: Run) -> bool:
    """False for a method without a public definition."""
    return run.method == CODES or method(run.method).cls is not None


def is_here(paper: str, name: str) -> bool:
    """True where the data set is bundled or was imported."""
    try:
        prepared(paper, name)
    except DatasetNotHere:
        return False
    return True


def _pieces(paper: str, repeats: int | None, seed: int, number: int | str | None) -> list[Piece]:
    pieces = {}
    for table in [published(paper, number)] if number is not None else results(paper):
        step = _REPEATS_PER_PIECE.get(paper, _REPEATS)
        for name in table.datasets.values():
            if not is_here(paper, name):
                continue
            others = further_runs(table, name) if number is None else []
            for run in [*runs_of(table), *others]:
                wanted = repeats_of(table, repeats or default_repeats(table, name, run in others))
                for first in range(0, wanted, step):
                    some = range(first, min(first + step, wanted))
                    piece = Piece(paper, name, run, table.protocol, some, seed)
                    pieces[piece.name] = piece
    return list(pieces.values())


def _clustering(run: Run, table: CategoricalTable, k: int, seed: int) -> Callable[[int], object] | None:
    """A function of the seed that gives the rows' clusters; None where the method tells no two rows apart."""
    cls = method(run.method).cls
    defaults = cls().get_params()
    arguments = dict(run.parameters) | ({"n_clusters": k} if "n_clusters" in defaults else {})
    if not run.model:
        return lambda start: cls(**arguments, **_seed(cls, start)).fit(table).labels_
    arguments |= _seed(cls, seed)
    geometry = cls(**arguments).fit(table).geometry_
    if hasattr(geometry, "distances") and not any(t.any() for t in geometry.distances().tables):
        return None
    if run.model in CLUSTERERS:
        by = CLUSTERERS[run.model]
        starts = int(run.model_parameters.get("n_init", 1))  # type: ignore[call-overload]
        return lambda start: by.unfitted(geometry, k, starts, start).fit(table).labels_
    model = method(run.model).cls
    settings = {"n_clusters": k, "distances": geometry} | dict(run.model_parameters)
    return lambda start: model(**settings, random_state=start).fit(table).labels_


def _seed(cls, seed: int) -> dict[str, int]:
    """The seed as a parameter; none for a method in which nothing is random."""
    return {"random_state": seed} if "random_state" in cls().get_params() else {}


def _run_in_words(name: str, given) -> str:
    return name + (f"({', '.join(f'{key}={value!r}' for key, value in given.items())})" if given else "")
