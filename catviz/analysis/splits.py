"""Train on some rows, test on the others, many times: accuracies of classifiers on several codings of tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from sklearn.base import clone
from sklearn.model_selection import (
    GroupShuffleSplit,
    ParameterGrid,
    ShuffleSplit,
    StratifiedGroupKFold,
    StratifiedKFold,
)

from catviz.analysis.statistics import LEVEL, corrected_resampled_t, difference_interval, equivalence_p, holm, paired_t
from catviz.parameters import whole_numbers
from catviz.progress import one_thread
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import labelled_places
from catviz.table.kernels import row_keys
from catviz.table.row_groups import n_groups
from catviz.table.weights import repeated_rows
from catviz.wording import number_of

COLUMNS = ["data", "encoding", "classifier", "repeat", "accuracy", "fit_seconds", "predict_seconds", "parameters"]
COLUMNS += ["truth", "predicted"]
#: Decimals to which accuracies are compared: of equally good parameters the first in the grid are taken.
ROUNDING = 12

Classifiers = Mapping[str, tuple[object, Mapping[str, Any] | Sequence[Mapping[str, Any]]]]
Block = tuple[Mapping[str, object], Classifiers]
Callback = Callable[[float, pd.DataFrame], bool]
#: Accuracies that differ by less than one percentage point count as equivalent.
MARGIN = 0.01
#: Groups that are split into training and test, at least.
_FEWEST_GROUPS = 4
_ROUNDING = 1e-12


@whole_numbers("repeats")
def repeated_splits(
    tables: Mapping[str, CategoricalTable],
    encodings: Mapping[str, object],
    classifiers: Classifiers,
    repeats: int = 30,
    test_size: float = 0.5,
    cv: int = 5,
    random_state: int = 0,
    n_jobs: int = 1,
    callback: Callback | None = None,
) -> pd.DataFrame:
    """Accuracies over repeated random splits; parameters are chosen by cross-validation within the training part.

    Every encoding is learned from training rows alone: from those of the fold while parameters are chosen, from the
    whole training part for the test. All encodings and classifiers meet the same splits, so their accuracies are paired
    (``catviz.analysis.statistics.corrected_resampled_t``). The order of rows does not matter.

    Parameters
    ----------
    tables : mapping of name to CategoricalTable with a target
        Rows of unknown class are left out. A row of weight 3 is three rows. If rows belong together (``groups``), whole
        groups are trained or tested on, and dealt to folds.
    encodings : mapping of name to unfitted method, or to None
        None gives the classifier the table itself.
    classifiers : mapping of name to (unfitted classifier, grid)
        The grid is a mapping of parameter to values, or several, as for scikit-learn's ParameterGrid; {} leaves nothing
        to choose. Of equally good ones the first is taken.
    repeats : int
    test_size : float
        Share of the rows tested on.
    cv : int
        Folds within the training part; fewer where no group has that many rows there.
    random_state : int
        Split i is made with seed ``random_state + i``.
    n_jobs : int
        Processes.
    callback : callable(share done, results so far) -> bool
        Called after each split; True stops with the results so far.

    Returns
    -------
    DataFrame, one row a table, encoding, classifier and split
        ``data``, ``encoding``, ``classifier``, ``repeat``, ``accuracy``, ``fit_seconds`` and ``predict_seconds`` (with
        the parameters chosen, the encoding included), ``parameters``, ``truth`` and ``predicted`` (arrays: the groups
        of the rows tested, numbered as by ``settled``).

    Raises
    ------
    ValueError
        A table without known classes, with fractional row weights, or with fewer than 4 groups of rows.
    """
    settled_tables = {name: settled(table, name) for name, table in tables.items()}
    tasks = (
        delayed(_run)(
            {"data": name, "repeat": i},
            rows,
            y,
            *_split(rows, y, test_size, random_state + i),
            encodings,
            classifiers,
            cv,
            random_state + i,
        )
        for name, (rows, y) in settled_tables.items()
        for i in range(repeats)
    )
    lines: list[dict[str, Any]] = []
    for done, results in enumerate(Parallel(n_jobs=n_jobs, return_as="generator")(tasks), start=1):
        lines += results
        share = done / (len(tables) * repeats)
        if callback is not None and callback(share, pd.DataFrame(lines, columns=COLUMNS)):
            break
    return pd.DataFrame(lines, columns=COLUMNS)


@whole_numbers("repeats", "cv")
def split_by_split(
    table: CategoricalTable,
    blocks: Sequence[Block],
    repeats: int = 30,
    test_size: float = 0.5,
    cv: int = 5,
    random_state: int = 0,
    callback: Callback | None = None,
) -> pd.DataFrame:
    """Pairs of encoding and classifier on the same splits of one table, all of them on a split before the next one.

    Numbers and columns are those of `repeated_splits`, whose splits these are; ``data`` is empty.

    Parameters
    ----------
    blocks : sequence of (encodings, classifiers)
        Each encoding of a block meets each classifier of that block, both as in `repeated_splits`.
    callback : callable(share done, results so far) -> bool
        Called after each block of each split; True stops with the results so far.
    """
    rows, y = settled(table)
    lines: list[dict[str, Any]] = []
    for repeat in range(repeats):
        seed, line = random_state + repeat, {"data": "", "repeat": repeat}
        train, test = _split(rows, y, test_size, seed)
        for done, (encodings, classifiers) in enumerate(blocks, start=1 + repeat * len(blocks)):
            lines += _run(line, rows, y, train, test, encodings, classifiers, cv, seed)
            share = done / (repeats * len(blocks))
            if callback is not None and callback(share, pd.DataFrame(lines, columns=COLUMNS)):
                return pd.DataFrame(lines, columns=COLUMNS)
    return pd.DataFrame(lines, columns=COLUMNS)


def confusion(table: CategoricalTable, runs: pd.DataFrame) -> pd.DataFrame:
    """(K, K) rows tested by their group (down) and the group predicted (across), summed over runs of this table.

    Examples
    --------
    >>> import catviz
    >>> from catviz import DistanceKNNClassifier
    >>> t = catviz.load_dataset("voting")
    >>> runs = repeated_splits({"voting": t}, {"values": None}, {"nearest": (DistanceKNNClassifier(), {})}, 2)
    >>> int(confusion(t, runs).sum(axis=None))
    436
    """
    rows, _ = settled(table)
    groups, _ = labelled_places(rows.target)
    counts = np.zeros((len(groups), len(groups)), dtype=np.int64)
    for truth, predicted in zip(runs["truth"], runs["predicted"], strict=True):
        np.add.at(counts, (truth, predicted), 1)
    return pd.DataFrame(counts, pd.Index(groups, name="group"), pd.Index(groups, name="predicted"))


def settled(table: CategoricalTable, name: str = "") -> tuple[CategoricalTable, np.ndarray]:
    """``(rows, y)``: the rows of known class, in an order that does not depend on how they came, and their classes.

    Rows are repeated as often as they weigh, and have no weights. ``name`` is for the ValueError where classes are not
    known or row weights are fractional.
    """
    if table.target is None:
        raise ValueError(f"table {name!r} has no known classes to score against: name its target")
    known = table[table.known]
    every = repeated_rows(known.weights, len(known), f"whole rows of table {name!r} are split into training and test")
    rows = replace(known[every], weights=None)
    _, y = labelled_places(rows.target)
    order = np.lexsort((y, row_keys(rows.codes, rows.codebook.n_values)))
    return rows[order], y[order]


def reference_tests(
    scores: pd.DataFrame, reference: Hashable, test_share: float, rows_tested: int, margin: float = MARGIN
) -> pd.DataFrame:
    """Every method against one by the corrected resampled t-test, with Holm's correction over all of them.

    Parameters
    ----------
    scores : DataFrame, one row per split, one column per method
        NaN where a method has no score; methods are compared on the splits both have.
    reference : the column that all others are compared with
    test_share : float between 0 and 1, exclusive
        Share of the rows that each split tests on.
    rows_tested : int
        Rows that each split tests on.
    margin : float
        Methods whose scores differ by less are equivalent.

    Returns
    -------
    DataFrame, one row per method with two splits or more in common with the reference
        ``difference`` (mean of method - reference), its 95 % interval from ``low`` to ``high``; ``naive_p`` of
        Student's paired test; ``p``, corrected for shared rows; ``adjusted_p``, Holm's over all methods; ``differs``
        where it is at most 5 %; ``equivalence_p`` of two one-sided tests within the margin; ``equivalent`` where it is
        at most 5 %, Holm-corrected likewise; ``can_be_equivalent`` where p would be at most 5 % if there were no
        difference, so that the answer is open.

    Notes
    -----
    Where all splits differ by the same amount, there is no variance to test with: p and the p of equivalence are 1. The
    p of equivalence is also 1 where a single row tested weighs more than the margin, since so few rows cannot show it.

    Raises
    ------
    ValueError
        A reference that is no column, or as `catviz.analysis.statistics.corrected_resampled_t`.

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.splits import reference_tests
    >>> scores = pd.DataFrame({"a": [0.700, 0.800, 0.750], "b": [0.701, 0.799, 0.750], "c": [0.9, 0.99, 0.96]})
    >>> reference_tests(scores, "a", 0.5, rows_tested=1000)[["differs", "equivalent"]].values.tolist()
    [[False, True], [True, False]]
    """
    if reference not in scores.columns:
        raise ValueError(f"reference={reference!r}: choose one of {', '.join(map(str, scores.columns))}")
    lines = {}
    for name in scores.columns.drop(reference):
        both = pd.DataFrame({"a": scores[name], "b": scores[reference]}).dropna()
        if len(both) < 2:
            continue
        a, b = both["a"].to_numpy(), both["b"].to_numpy()
        tested, (low, high) = corrected_resampled_t(a, b, test_share), difference_interval(a, b, test_share)
        varies, fine = high > low, rows_tested * margin >= 1
        lines[name] = {
            "difference": tested.difference,
            "low": low,
            "high": high,
            "naive_p": paired_t(a, b).p,
            "p": tested.p if varies else 1.0,
            "equivalence_p": equivalence_p(a, b, test_share, margin) if varies and fine else 1.0,
            "least_p": equivalence_p(a - tested.difference, b, test_share, margin) if varies and fine else 1.0,
        }
    columns = ["difference", "low", "high", "naive_p", "p", "equivalence_p", "least_p"]
    tests = pd.DataFrame(list(lines.values()), columns=columns, dtype=float).set_axis(
        pd.Index(lines, tupleize_cols=False)
    )
    adjusted = holm(tests["p"])
    return tests.assign(
        adjusted_p=adjusted,
        differs=adjusted <= LEVEL + _ROUNDING,
        equivalent=holm(tests["equivalence_p"]) <= LEVEL + _ROUNDING,
        can_be_equivalent=tests.pop("least_p") <= LEVEL + _ROUNDING,
    )


def _split(rows: CategoricalTable, y: np.ndarray, test_size: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(m,) places of the rows to train on, and (t,) of those to test on; whole groups if rows belong together."""
    if rows.groups is None:
        return next(ShuffleSplit(1, test_size=test_size, random_state=seed).split(y))
    if n_groups(rows.groups) < _FEWEST_GROUPS:
        raise ValueError(
            f"there are {number_of(n_groups(rows.groups), 'group')} of rows of known class, and whole groups are split "
            f"into training and test: {_FEWEST_GROUPS} are needed at least"
        )
    return next(GroupShuffleSplit(1, test_size=test_size, random_state=seed).split(y, groups=rows.groups))


def _folds(rows: CategoricalTable, y: np.ndarray, cv: int, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Places of the rows to fit on and to choose parameters by, of each fold; whole groups if rows belong together."""
    n_folds = max(min(cv, int(np.bincount(y).max())), 2)
    if rows.groups is None:
        return list(StratifiedKFold(n_folds, shuffle=True, random_state=seed).split(y, y))
    n_folds = max(min(n_folds, n_groups(rows.groups)), 2)
    splits = StratifiedGroupKFold(n_folds, shuffle=True, random_state=seed).split(y, y, rows.groups)
    return [(train, test) for train, test in splits if len(train) and len(test)]


def _run(
    line: dict[str, Any],
    table: CategoricalTable,
    y: np.ndarray,
    train: np.ndarray,
    test: np.ndarray,
    encodings: Mapping[str, object],
    classifiers: Classifiers,
    cv: int,
    seed: int,
) -> list[dict[str, Any]]:
    """One split: a line an encoding and classifier."""
    grids = {name: list(ParameterGrid(grid)) for name, (_, grid) in classifiers.items()}
    folds = _folds(table[train], y[train], cv, seed)
    lines, truth = [], y[test].astype(np.int32)
    with one_thread(), collected_remarks():
        for encoding, encoder in encodings.items():
            chosen = _chosen(encoder, classifiers, grids, table[train], y[train], folds)
            start = time.perf_counter()
            encode = _fitted(encoder, table[train], y[train])
            inputs = encode(table[train])
            encoded = time.perf_counter()
            tested = encode(table[test])
            applied = time.perf_counter() - encoded
            for name, (classifier, _) in classifiers.items():
                begun = time.perf_counter()
                model = clone(classifier).set_params(**chosen[name]).fit(inputs, y[train])
                learned = time.perf_counter()
                predicted = model.predict(tested)
                done = time.perf_counter()
                seconds = {
                    "fit_seconds": encoded - start + learned - begun,
                    "predict_seconds": applied + done - learned,
                }
                names = {"encoding": encoding, "classifier": name, "parameters": chosen[name]}
                groups = {"truth": truth, "predicted": predicted.astype(np.int32)}
                accuracy = float((predicted == truth).mean())
                lines.append({**line, **names, "accuracy": accuracy, **seconds, **groups})
    return lines


def _chosen(
    encoder: Any,
    classifiers: Classifiers,
    grids: dict[str, list[dict[str, Any]]],
    table: CategoricalTable,
    y: np.ndarray,
    folds: Sequence[tuple[np.ndarray, np.ndarray]],
) -> dict[str, dict[str, Any]]:
    """The parameters of each classifier with the best mean accuracy over folds."""
    open_ = {name: np.zeros(len(grid)) for name, grid in grids.items() if len(grid) > 1}
    for train, test in folds if open_ else ():
        encode = _fitted(encoder, table[train], y[train])
        inputs, tested = encode(table[train]), encode(table[test])
        for name, total in open_.items():
            for i, parameters in enumerate(grids[name]):
                model = clone(classifiers[name][0]).set_params(**parameters).fit(inputs, y[train])
                total[i] += (model.predict(tested) == y[test]).mean()
    best = {name: int(np.round(total, ROUNDING).argmax()) for name, total in open_.items()}
    return {name: grid[best.get(name, 0)] for name, grid in grids.items()}


def _fitted(encoder: Any, table: CategoricalTable, y: np.ndarray) -> Callable[[CategoricalTable], object]:
    """What turns rows into a classifier's input; where it puts all rows at one point, that is a constant."""
    if encoder is None:
        return lambda rows: rows
    transform = clone(encoder).fit(table, y).transform
    return transform if transform(table[:1]).shape[1] else lambda rows: np.zeros((len(rows), 1))
