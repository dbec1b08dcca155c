"""The runs behind the board, as pieces of work that can be stopped and taken up again."""

from __future__ import annotations

import hashlib
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy
import sklearn
from scipy.stats import random_table
from sklearn.model_selection import StratifiedKFold

from catviz.analysis.baseline_scores import UNCORRECTED, largest_class
from catviz.analysis.board.table import CLASS_SCORES, CLASSIFIER_NAMES, CLUSTER_SCORES
from catviz.analysis.comparison import Piece, told
from catviz.analysis.metrics import adjusted_mutual_information, adjusted_rand_index, contingency, scores
from catviz.analysis.pieces import Rows, run_pieces
from catviz.analysis.splits import settled
from catviz.clustering.pairwise import shared_distances
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from studies.board.models import (
    FOLDS,
    OPENING,
    Size,
    classifier,
    clusterer,
    estimated_seconds,
    refused,
    some_rows,
)

#: Runs of a clusterer in a piece, as many as a cross-validation has folds: a board of 5 runs goes on to 10, 15 ...
ROUND = FOLDS
#: Rises when the same names stand for other work, so that older journals are refused.
PROTOCOL = 2
#: Random labels drawn for the level of chance, and the share of them that stays at or below it.
SHUFFLES, CHANCE_LEVEL = 99, 0.95
_OF_COUNTS = UNCORRECTED | {
    "adjusted_rand": adjusted_rand_index,
    "adjusted_mutual_info": adjusted_mutual_information,
}
#: Why work is left out: it is estimated to take too long, or a clusterer does not take that many distinct rows.
TOO_SLOW, TOO_MANY_ROWS = "seconds", "rows"
#: Reason -> model -> data set -> methods.
LeftOut = dict[str, dict[str, dict[str, list[str]]]]
NO_DISTANCES = "every pair of values is at distance 0"


@dataclass(frozen=True, eq=False)
class ClusterPiece(Piece):
    """Some runs of a clusterer under one method on one table."""

    model: str

    @property
    def together(self) -> tuple[str, str]:
        """Equal for pieces that learn the same."""
        return self.data, self.name

    @property
    def what(self) -> str:
        """As of any piece, with the model it is for, and the code of a method from elsewhere."""
        return f"{self.model} | {super().what}{code_of(self.method)}"

    def __call__(self) -> Rows:
        """A row a run with scores and CPU seconds; run 0 also has the seconds of learning and levels of chance."""
        line = {"data": self.data, "method": self.name, "model": self.model}
        try:
            geometry, learning = _learn(_Learning(self))
        except ValueError as error:
            return [line | {"note": _sentence(error)}]
        if geometry is None:
            return [line | {"note": NO_DISTANCES}]
        rows: Rows = []
        with collected_remarks(), shared_distances():
            for repeat in self.repeats:
                start = time.process_time()
                labels = self.labels(geometry, repeat)
                row = line | {"repeat": repeat, "seconds": time.process_time() - start}
                all_scores = scores(self.table.target, labels, sample_weight=self.table.weights)
                row |= {score: all_scores[score] for score in CLUSTER_SCORES}
                if repeat == 0:
                    drawn = chance_levels(contingency(self.table.target, labels, self.table.weights), self.seed)
                    row |= {"learning_seconds": learning} | drawn
                rows.append(row)
        return rows


class _Learning:
    """What a piece learns; equal for pieces that learn the same."""

    def __init__(self, piece: ClusterPiece) -> None:
        self.piece = piece
        self.what = (piece.table.fingerprint, repr(piece.unfitted()), code_of(piece.method))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Learning) and self.what == other.what

    def __hash__(self) -> int:
        return hash(self.what)


@lru_cache(maxsize=1)
def _learn(learning: _Learning) -> tuple[Any, float]:
    """What a piece learns, and in how many CPU seconds; pieces that learn the same follow one another."""
    start = time.process_time()
    return learning.piece.learned(), time.process_time() - start


@dataclass(frozen=True, eq=False)
class FoldsPiece:
    """One cross-validation of a classifier under one method on one table; a repeat is a fold."""

    data: str
    table: CategoricalTable
    name: str
    method: Any
    model: str
    number: int
    seed: int

    @property
    def what(self) -> str:
        """Text that is equal for equal work only."""
        parts = (self.model, self.data, self.table.fingerprint, self.name, repr(self._unfitted()), self.seed)
        return " | ".join(map(str, (*parts, f"cross-validation {self.number}"))) + code_of(self.method)

    @property
    def together(self) -> tuple[str, str, int]:
        """Equal for pieces that learn the same."""
        return self.data, self.name, self.number

    def _unfitted(self) -> Any:
        return told(self.method, self.table.n_classes, self.seed)

    def __call__(self) -> Rows:
        """A row a fold with scores and CPU seconds, those of learning among them."""
        line = {"data": self.data, "method": self.name, "model": self.model}
        table, y = settled(self.table, self.data)
        folds = StratifiedKFold(FOLDS, shuffle=True, random_state=self.seed + self.number)
        classes = np.bincount(y)
        chance = {"accuracy_chance": largest_class(classes[:, None]), "balanced_accuracy_chance": 1 / len(classes)}
        rows: Rows = []
        try:
            with collected_remarks():
                for fold, (train, test) in enumerate(folds.split(y, y)):
                    learned, learning = _learned_fold(_Fold(self, fold, table[train], y[train]))
                    start = time.process_time()
                    model = classifier(self.model, learned, self.table.n_attributes).fit(table[train], y[train])
                    predicted, truth = model.predict(table[test]), y[test]
                    seconds = learning + time.process_time() - start
                    right = [np.mean(predicted[truth == k] == k) for k in np.unique(truth)]
                    shares = (float(np.mean(predicted == truth)), float(np.mean(right)))
                    row = line | {"repeat": self.number * FOLDS + fold, "seconds": seconds}
                    row |= dict(zip(CLASS_SCORES, shares, strict=True))
                    rows.append(row if fold or self.number else row | chance)
        except ValueError as error:
            return [line | {"note": _sentence(error)}]
        return rows


class _Fold:
    """What is learned from a fold; equal for pieces that learn the same from it."""

    def __init__(self, piece: FoldsPiece, fold: int, table: CategoricalTable, y: np.ndarray) -> None:
        self.method, self.table, self.y = piece._unfitted(), table, y
        self.what = (piece.table.fingerprint, repr(self.method), code_of(self.method), piece.seed, piece.number, fold)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Fold) and self.what == other.what

    def __hash__(self) -> int:
        return hash(self.what)


@lru_cache(maxsize=FOLDS)
def _learned_fold(fold: _Fold) -> tuple[Any, float]:
    """A method that has learned from the training rows, and in how many CPU seconds."""
    start = time.process_time()
    return fold.method.fit(fold.table, fold.y), time.process_time() - start


def board_pieces(
    tables: Mapping[str, CategoricalTable],
    methods: Mapping[str, Any],
    clusterers: Sequence[str] = OPENING,
    classifiers: Sequence[str] = CLASSIFIER_NAMES,
    repeats: int = 50,
    random_state: int = 0,
    most_seconds: float = np.inf,
) -> tuple[dict[str, Any], LeftOut]:
    """The work of a board.

    Parameters
    ----------
    tables : mapping of name to CategoricalTable with a target
    methods : mapping of name to unfitted method
        Supervised ones are given to classifiers only: scores of their clusters against classes that they know say
        nothing.
    clusterers, classifiers : names of `studies.board.models`
    repeats : int
        Runs of a clusterer from single starts, and folds of a classifier: those of a cross-validation into five, then
        those of the next. Begun cross-validations are done as a whole, on ``MOST_ROWS`` rows at most.
    random_state : int
        Run i starts from ``random_state + i``, and so is cross-validation i drawn.
    most_seconds : float
        What is estimated to take longer, for learning and one run or cross-validation, is left out.

    Returns
    -------
    pieces : dict of name to callable
        The quickest tables first, so that a stopped board has whole tables; those that learn the same follow one
        another. Names are equal for equal work only.
    left_out : dict of reason to dict of model to dict of data set to list of methods
        The reasons are ``TOO_SLOW`` and ``TOO_MANY_ROWS``.
    """
    fewer = {data: some_rows(table, random_state) for data, table in tables.items()}
    sizes = {data: Size.of(table) for data, table in tables.items()}
    drawn = {data: sizes[data] if table is tables[data] else Size.of(table) for data, table in fewer.items()}
    wanted: list[tuple[str, str, str, float]] = []
    left_out: LeftOut = {TOO_SLOW: {}, TOO_MANY_ROWS: {}}
    for data in tables:
        for name, method in methods.items():
            for model in (*clusterers, *classifiers):
                size = (drawn if model in classifiers else sizes)[data]
                if model not in classifiers and type(method).uses_target and type(method).needs_target:
                    continue
                seconds = estimated_seconds(model, method, size)
                many = refused(model, size)
                if many or seconds > most_seconds:
                    why = left_out[TOO_MANY_ROWS if many else TOO_SLOW]
                    why.setdefault(model, {}).setdefault(data, []).append(name)
                else:
                    wanted.append((data, model, name, seconds))
    total: dict[str, float] = {}
    for data, _, _, seconds in wanted:
        total[data] = total.get(data, 0.0) + seconds
    pieces: dict[tuple[Any, ...], list[Any]] = {}
    for data, model, name, _ in sorted(wanted, key=lambda work: total[work[0]]):
        table = (fewer if model in classifiers else tables)[data]
        for piece in _pieces(data, table, name, methods[name], model, repeats, random_state):
            pieces.setdefault(piece.together, []).append(piece)
    return {piece.what: piece for some in pieces.values() for piece in some}, left_out


def _pieces(
    data: str, table: CategoricalTable, name: str, method: Any, model: str, repeats: int, seed: int
) -> list[ClusterPiece | FoldsPiece]:
    if model in CLASSIFIER_NAMES:
        numbers = range(-(-repeats // FOLDS))
        return [FoldsPiece(data, table, name, method, model, number, seed) for number in numbers]
    kind = clusterer(model, method)
    cut = [range(first, min(first + ROUND, repeats)) for first in range(0, repeats, ROUND)]
    return [ClusterPiece(data, table, name, method, kind, some, seed, model) for some in cut]


def run_board(
    pieces: Mapping[str, Any],
    journal: str | Path | None = None,
    n_jobs: int = 1,
    callback: Callable[[int, int], bool] | None = None,
) -> pd.DataFrame:
    """Run pieces of `board_pieces`, or go on with them.

    Parameters
    ----------
    pieces : mapping of name to callable
    journal, n_jobs, callback
        As in `catviz.analysis.pieces.run_pieces`.

    Returns
    -------
    DataFrame, one row a run
        ``data``, ``method``, ``model``, ``repeat``, CPU ``seconds`` and ``learning_seconds``, scores and their levels
        of chance. A method that has no scores on a table has one row, whose ``note`` says why.

    Raises
    ------
    ValueError
        The journal is of another version of catviz, Python or a package, or damaged.
    """
    try:
        rows_by_piece = run_pieces(pieces, journal, n_jobs, versions_text(), callback)
    finally:
        _learn.cache_clear()
        _learned_fold.cache_clear()
    return pd.DataFrame([row for rows in rows_by_piece.values() for row in rows])


def code_of(method: Any) -> str:
    """What tells versions of a method apart that has none: a digest of its module's file; nothing for those of catviz.

    Without it a method that is still being written would keep the scores of its former versions. Changes in other
    files of its package are not seen.
    """
    module = type(method).__module__
    file = getattr(sys.modules.get(module), "__file__", None)
    if module.partition(".")[0] == "catviz" or file is None:
        return ""
    return f" | {hashlib.blake2b(Path(file).read_bytes(), digest_size=8).hexdigest()}"


def versions_text() -> str:
    """What scores can depend on besides names of pieces: versions of the protocol, of catviz and what it stands on."""
    return f"board {PROTOCOL}, " + ", ".join(f"{name} {version}" for name, version in software().items())


def software() -> dict[str, str]:
    """Versions of catviz, Python and the packages that compute, by name."""
    return {
        "catviz": sys.modules["catviz"].__version__,
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "SciPy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
    }


def chance_levels(table: np.ndarray, random_state: int = 0) -> dict[str, float]:
    """Scores that 95 % of shuffled known classes stay at or below, each score by itself.

    Parameters
    ----------
    table : (classes, clusters) whole counts
    random_state : int
        Draws 99 tables with the same margins, which is what shuffling the classes gives.

    Examples
    --------
    >>> import numpy as np
    >>> from studies.board.runs import chance_levels
    >>> chance_levels(np.array([[50, 0], [0, 50]]))["accuracy_chance"]
    0.6
    """
    drawn = [table]
    if min(table.shape) > 1:
        drawn = list(random_table(*(table.sum(axis=a) for a in (1, 0))).rvs(SHUFFLES, random_state=random_state))
    levels = {}
    for score in CLUSTER_SCORES:
        # of tables with the same margins, AMI and NMI rise together: one of them says which table is at the level
        ranked = [_OF_COUNTS["normalized_mutual_info" if "mutual" in score else score](one) for one in drawn]
        place = np.argsort(ranked, kind="stable")[int(np.ceil(CHANCE_LEVEL * len(drawn))) - 1]
        levels[f"{score}_chance"] = _OF_COUNTS[score](drawn[place])
    return levels


def _sentence(error: Exception) -> str:
    return str(error).partition("\n")[0]
