"""What three harmless changes of a table do to a method's distances, beside what the method declares.

Renaming values, permuting rows and adding a constant column change nothing that a table says of its values.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import clone

from catviz.base import EXACT, UP_TO_SCALE, Learner, as_table, seeded
from catviz.cross_fitting import CrossFitted
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable, canonical_ranks
from catviz.table.codebook import Codebook
from catviz.table.counts import count

#: Found, or declared, to be neither exact nor up to scale.
CHANGED = "changed"
#: Of a longer table a sample of so many rows is looked at.
MOST_ROWS = 2_000
#: So many rows are compared where a method has distances between rows only.
COMPARED_ROWS = 200
#: A difference up to this share of the largest distance is rounding.
ROUNDING = 1e-8
_STRENGTH = (EXACT, UP_TO_SCALE, CHANGED)
#: What fits warn of where an axis could as well be another.
_TIED_AXES = "equally good directions"


def metamorphic(
    method: Learner,
    table: CategoricalTable,
    y: Sequence[Any] | np.ndarray | None = None,
    random_state: int = 0,
    callback: Callable[[float], bool] | None = None,
) -> pd.DataFrame:
    """What renaming values, permuting rows and adding a constant column do to the distances a method learns.

    Parameters
    ----------
    method : ValueMethod or ObjectMethod
        Fitted anew four times, with its parameters; it is itself left as it is.
    table : CategoricalTable or DataFrame
        Of more than 2,000 rows a sample is looked at.
    y : (n,) known groups, optional
        For methods that learn from them.
    random_state : int
        Draws the sample and the permutation, and is the method's seed where it has none of its own.
    callback : callable(share done) -> bool, optional
        Called after each change; True stops with the changes looked at so far.

    Returns
    -------
    DataFrame
        A row a change: ``change`` ("rename", "permute", "constant"), ``declared`` and ``found`` ("exact", "up to
        scale", "changed"), ``difference`` (the largest of a distance, as a share of the largest distance; what a common
        factor leaves where found up to scale), ``scale`` (that factor), ``kept`` (found is declared or stronger), and
        ``why`` (the reason declared, or why a table may differ; empty where there is none).

    Raises
    ------
    ValueError
        The method declares nothing, or cannot learn the table.

    Examples
    --------
    >>> import catviz
    >>> found = metamorphic(catviz.AhmadDey(), catviz.load_dataset("zoo"))
    >>> found[["change", "declared", "found", "kept"]].values.tolist()[2]
    ['constant', 'up to scale', 'up to scale', True]
    """
    if not hasattr(method, "invariances"):
        raise ValueError(f"{type(method).__name__} learns no distances: give a method that has value or row distances")
    method, rng = seeded(method, random_state), np.random.default_rng(random_state)
    table, groups = _sampled(as_table(table).observed(), y, rng)
    before, warned = _learned(method, _unchanged(table), groups)
    changes = []
    for i, (name, change) in enumerate(_CHANGES.items(), start=1):
        after, also_warned = _learned(method, change(table, rng), groups)
        changes.append({"change": name, **_difference(before, after)})
        warned |= also_warned
        if callback is not None and callback(i / len(_CHANGES)):
            break
    return _compared_with_declared(pd.DataFrame(changes), method, table, warned)


@dataclass(frozen=True, eq=False)
class _Change:
    """A changed table: which row of the former each of its rows is, and what the former's values are called now."""

    table: CategoricalTable
    rows: np.ndarray
    before: Codebook
    names: tuple[tuple[str, ...], ...]


def _unchanged(table: CategoricalTable) -> _Change:
    return _Change(table, np.arange(len(table)), table.codebook, table.categories)


def _renamed(table: CategoricalTable, rng: np.random.Generator) -> _Change:
    """Values get new names, which sort the other way round; declared orders stay."""
    book, codes = table.codebook, table.codes.astype(np.intp)
    names, categories = [], []
    for r, labels in enumerate(book.categories):
        v = len(labels)
        sorted_names = tuple(f"value {i:0{len(str(v))}d}" for i in range(v))
        reverse = book.kinds[r] != "ordinal"
        names.append(sorted_names[::-1] if reverse else sorted_names)
        categories.append(sorted_names)
        if reverse:
            codes[:, r] = np.where(codes[:, r] < v, v - 1 - codes[:, r], codes[:, r])
    renamed = replace(table, codes=codes, codebook=replace(book, categories=tuple(categories)))
    return _Change(renamed, np.arange(len(table)), book, tuple(names))


def _permuted(table: CategoricalTable, rng: np.random.Generator) -> _Change:
    rows = rng.permutation(len(table))
    return replace(_unchanged(table[rows]), rows=rows)


def _widened(table: CategoricalTable, rng: np.random.Generator) -> _Change:
    """One more column, with the same value in every row."""
    book, name = table.codebook, "constant"
    while name in book.attributes:
        name += "_"
    wider = Codebook(
        (*book.attributes, name), (*book.categories, ("same",)), (*book.kinds, "nominal"), (*book.missing, False)
    )
    codes = np.column_stack([table.codes, np.zeros(len(table), dtype=table.codes.dtype)])
    return replace(_unchanged(table), table=replace(table, codes=codes, codebook=wider))


_CHANGES = {"rename": _renamed, "permute": _permuted, "constant": _widened}


def _sampled(
    table: CategoricalTable, y: ArrayLike | None, rng: np.random.Generator
) -> tuple[CategoricalTable, np.ndarray | None]:
    y = None if y is None else np.asarray(y, dtype=object)
    if len(table) <= MOST_ROWS:
        return table, y
    weighty = np.flatnonzero(table.row_weights > 0)
    rows = np.sort(rng.choice(weighty, min(MOST_ROWS, len(weighty)), replace=False))
    return table[rows].observed(), None if y is None else y[rows]


def _learned(method: Learner, change: _Change, y: np.ndarray | None) -> tuple[np.ndarray, set[str]]:
    """All distances a fit on a changed table gives, in the order of the table before, and what it warned of."""
    fitted = clone(method)
    with collected_remarks() as remarks:
        fitted.fit(change.table, None if y is None else y[change.rows])
    values = hasattr(type(fitted), "value_distances_")
    distances = _value_distances(fitted, change) if values else _row_distances(fitted, change)
    return distances, set(remarks)


def _value_distances(fitted: Any, change: _Change) -> np.ndarray:
    geometry = fitted.value_distances_
    book, out = geometry.codebook, [np.empty(0)]
    for attribute, names in zip(change.before.attributes, change.names, strict=True):
        r = book.position(attribute)
        places = [book.categories[r].index(name) for name in names]
        places += [len(names)] if book.missing[r] else []
        out.append(geometry.tables[r][np.ix_(places, places)].ravel())
    return np.concatenate(out)


def _row_distances(fitted: Any, change: _Change) -> np.ndarray:
    rows = np.argsort(change.rows)[:COMPARED_ROWS]
    return fitted.object_distances_.between(change.table[rows]).ravel()


def _difference(before: np.ndarray, after: np.ndarray) -> dict[str, object]:
    largest = before.max(initial=0) or 1.0
    difference = np.abs(after - before).max(initial=0) / largest
    if difference <= ROUNDING:
        return {"found": EXACT, "difference": difference, "scale": 1.0}
    scale = after.sum() / before.sum() if before.any() else 1.0
    left = np.abs(after - scale * before).max() / (scale * largest or 1.0)
    if left <= ROUNDING and scale > 0:
        return {"found": UP_TO_SCALE, "difference": left, "scale": scale}
    return {"found": CHANGED, "difference": difference, "scale": 1.0}


def _compared_with_declared(
    changes: pd.DataFrame, method: Learner, table: CategoricalTable, warned: set[str]
) -> pd.DataFrame:
    stated = [method.invariances[change] for change in changes["change"]]
    declared = [text if text in (EXACT, UP_TO_SCALE) else CHANGED for text in stated]
    kept = [_STRENGTH.index(a) <= _STRENGTH.index(b) for a, b in zip(changes["found"], declared, strict=True)]
    chance = "" if all(kept) else _chance(method, table, warned)
    why = [
        text if what == CHANGED else "" if is_kept else chance
        for text, what, is_kept in zip(stated, declared, kept, strict=True)
    ]
    changes.insert(1, "declared", declared)
    return changes.assign(kept=kept, why=why)


def _chance(method: Learner, table: CategoricalTable, warned: set[str]) -> str:
    """Why a table may not keep what a method declares, as far as is known."""
    if any(_TIED_AXES in text for text in warned):
        return "some axes are equally good directions, of which the fit takes one"
    counts = count(table.missing_as_category())
    tied = len(set(canonical_ranks(counts.matrix, counts.codebook))) < len(counts.matrix)
    drawn = "random_state" in inspect.signature(type(method)).parameters and not isinstance(method, CrossFitted)
    if tied and drawn:
        return "some values are interchangeable as far as counts tell, and chance settles between them"
    return ""
