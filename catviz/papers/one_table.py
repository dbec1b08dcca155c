"""The runs behind one published table alone, quick sets first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd

from catviz.analysis.pieces import Rows, run_pieces
from catviz.classification import on_encodings
from catviz.clustering.by_name import CLUSTERERS
from catviz.papers.comparison import COLUMNS, compared_cells
from catviz.papers.prepared import prepared
from catviz.papers.published.layout import PublishedTable, Run
from catviz.papers.published.mtdle import CODES
from catviz.papers.reproduce import AGAINST, Piece, repeats_of, run_name, runs_of
from catviz.reading.datasets import is_here
from catviz.registry import method

NOT_YET = "not run yet"
_TUNING = 2e-5
"""Seconds a row and value that choosing a classifier's parameters takes, roughly."""


def reproduce_table(
    table: PublishedTable,
    repeats: int,
    random_state: int = 0,
    callback: Callable[[float, pd.DataFrame], bool] | None = None,
    done: dict[str, Rows] | None = None,
) -> pd.DataFrame:
    """Runs of everything in a table that can be run, a piece a data set and method; the quickest pieces come first.

    Parameters
    ----------
    table : PublishedTable with a protocol
    repeats : int
        One is made if nothing in them is random.
    random_state : int
        Run i of everything starts from seed ``random_state + i``.
    callback : callable(share done, runs so far) -> bool
        True stops with the runs so far.
    done : dict or None
        Pieces that ended before, to which those that end are added.

    Returns
    -------
    DataFrame
        As `catviz.papers.reproduce.reproduce` gives it.
    """
    pieces, done = table_pieces(table, repeats, random_state), {} if done is None else done

    def progress(ended: int, of: int) -> bool:
        return callback is not None and callback(ended / of, runs_so_far(pieces, done))

    run_pieces(pieces, callback=progress, done=done)
    return runs_so_far(pieces, done)


def table_pieces(table: PublishedTable, repeats: int, random_state: int = 0) -> dict[str, Piece]:
    """The pieces of work of `reproduce_table`, by name, the quickest first."""
    return {piece.name: piece for _, piece in _timed(table, repeats, random_state)}


def table_seconds(table: PublishedTable, repeats: int) -> float:
    """What `reproduce_table` takes, roughly."""
    return sum(seconds for seconds, _ in _timed(table, repeats, 0))


def runs_so_far(pieces: dict[str, Piece], done: dict[str, Rows]) -> pd.DataFrame:
    """The runs of the pieces that ended."""
    return pd.DataFrame([row for name in pieces for row in done.get(name, ())])


def cells_so_far(table: PublishedTable, pieces: dict[str, Piece], done: dict[str, Rows]) -> pd.DataFrame:
    """The table's cells as `compared_cells` gives them; those whose pieces have not ended have the badge `NOT_YET`."""
    waiting = {(piece.data, run_name(piece.run)) for name, piece in pieces.items() if name not in done}
    sets = {data for data, run in waiting if run.startswith(AGAINST.method)} if table.paper == "COS" else set()
    later = [
        table.datasets[cell.data] in sets
        or (table.datasets[cell.data], run_name(table.methods[cell.method])) in waiting
        for cell in table.cells.itertuples(index=False)
    ]
    later = pd.Series(later, table.cells.index)
    ended = compared_cells(replace(table, cells=table.cells[~later]), runs_so_far(pieces, done))
    rest = table.cells[later].rename(columns={"mean": "published", "deviation": "published_deviation"})
    rest = rest.drop(columns="marked").assign(paper=table.paper, table=table.number, repeats=0, badge=NOT_YET, why="")
    parts = [ended.set_axis(table.cells.index[~later]), rest.reindex(columns=COLUMNS)]
    return pd.concat([part for part in parts if len(part)]).sort_index()


def _timed(table: PublishedTable, repeats: int, seed: int) -> list[tuple[float, Piece]]:
    """Pieces with the seconds they take, roughly, in the order of these."""
    found = []
    for name in filter(is_here, table.datasets.values()):
        data = prepared(table.paper, name)
        size = len(data.unique_rows()[0]), data.n_attributes, sum(len(values) for values in data.categories)
        for run in runs_of(table):
            piece = Piece(table.paper, name, run, table.protocol, range(repeats_of(table, repeats)), seed)
            found.append((_seconds(piece, size), piece))
    return sorted(found, key=lambda pair: pair[0])


def _seconds(piece: Piece, size: tuple[int, int, int]) -> float:
    coding = piece.run.method == CODES
    learning, once = 0.0 if coding else method(piece.run.method).cls.cost(*size), _model_seconds(piece.run, *size)
    fits = 1 if piece.run.model and piece.paper != "MTDLE" else len(piece.repeats)
    return fits * learning + len(piece.repeats) * once


def _model_seconds(run: Run, n: int, d: int, c: int) -> float:
    if not run.model:
        return 0.0
    if run.model in CLUSTERERS:
        return CLUSTERERS[run.model].seconds(n, d, c, 1)
    if run.model in on_encodings.classifiers():
        return 1.0 + _TUNING * n * c
    return method(run.model).cls.cost(n, d, c)
