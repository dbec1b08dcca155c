"""Values of new rows among those that a codebook has: the same value may be written otherwise, or be a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from catviz.remarks import remark
from catviz.table.codebook import Codebook, Intervals, listed
from catviz.table.numbers import as_numbers
from catviz.wording import in_percent

#: What is done with values of new rows that the codebook lacks.
REMARK, ERROR, IGNORE = UNSEEN = ("remark", "error", "ignore")
_TRUTH = {"true", "false"}
_INSTEAD: ContextVar[str] = ContextVar("catviz_unseen", default=REMARK)


@contextmanager
def unseen(action: str) -> Iterator[None]:
    """Refuse values that a fit has not seen, or say nothing of them, wherever rows are read within this context.

    It holds for ``predict`` and ``transform`` of all methods, for rules, geometries and readers with ``like=``, in the
    thread that enters it. Workers of Dask, Spark and joblib remark on such values as ever.

    Parameters
    ----------
    action : {"remark", "error", "ignore"}
        Instead of the remark; where ``unseen="error"`` or ``"ignore"`` is given to a function, that holds.

    Yields
    ------
    None

    Raises
    ------
    ValueError
        Another action; within the context, values never seen where it is "error".

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> model = catviz.OneHot().fit(pd.DataFrame({"size": ["S", "L"]}))
    >>> with catviz.unseen("ignore"):
    ...     model.transform(pd.DataFrame({"size": ["M"]})).tolist()
    [[0.5, 0.5]]
    """
    token = _INSTEAD.set(_checked(action))
    try:
        yield
    finally:
        _INSTEAD.reset(token)


def places_of(labels: Sequence[str], categories: Sequence[str], interval: Intervals | None = None) -> np.ndarray:
    """(n,) place of each label among the values of a column; -1 for a new one.

    A label is the value that is written alike, else the only one that is the same but for blanks around it, the only
    one that is the same truth value ("TRUE"), or the only one that is the same number ("1.0" and "01"). Where the
    values are intervals, labels that are numbers go to theirs.

    Examples
    --------
    >>> places_of(["True", "no"], ["FALSE", "TRUE"]).tolist(), places_of(["1", "10"], ["01", "10"]).tolist()
    ([1, -1], [0, 1])
    """
    if interval is not None and not set(labels) <= set(categories):
        numbers = as_numbers(labels) if labels else None
        if numbers is not None:
            return interval.codes(numbers)
    at = {value: i for i, value in enumerate(categories)}
    places = np.array([at.get(label, -1) for label in labels], dtype=np.intp)
    for form in _forms(categories) if (places < 0).any() else ():
        if (places >= 0).all():
            break
        same = _only(form, categories)
        for i in np.flatnonzero(places < 0).tolist():
            key = form(labels[i])
            places[i] = -1 if key is None else same.get(key, -1)
    return places


def placed(
    labels: Sequence[str], categories: Sequence[str], interval: Intervals | None = None
) -> tuple[np.ndarray, tuple[str, ...]]:
    """((n,) places of labels among values, these values with those that are new after them)."""
    places = places_of(labels, categories, interval)
    new = [label for label, place in zip(labels, places, strict=True) if place < 0]
    places[places < 0] = len(categories) + np.arange(len(new))
    return places, (*categories, *new) if new else tuple(categories)


def _forms(categories: Sequence[str]) -> list[Callable[[str], object]]:
    forms: list[Callable[[str], object]] = [str.strip]
    if {value.strip().casefold() for value in categories} <= _TRUTH:
        forms.append(lambda label: label.strip().casefold())
    if categories and as_numbers([value.strip() for value in categories]) is not None:
        forms.append(_number)
    return forms


def _number(label: str) -> float | None:
    numbers = as_numbers([label.strip()])
    return None if numbers is None else float(numbers[0])


def _only(form: Callable[[str], object], categories: Sequence[str]) -> Mapping[object, int]:
    """What a form makes of the values, where it makes it of a single one."""
    made = [form(value) for value in categories]
    return {key: i for i, key in enumerate(made) if made.count(key) == 1}


def heed_unseen(book: Codebook, codes: np.ndarray, found: Codebook, unseen: str) -> None:
    """Say, refuse or ignore values of new rows that a codebook lacks.

    Parameters
    ----------
    book : Codebook
        Of the fit.
    codes : (n, d) places in ``found``
    found : Codebook
        With the columns of ``book``, whose values come first in each.
    unseen : {"remark", "error", "ignore"}
        A remark may be replaced by the context `unseen`.

    Raises
    ------
    ValueError
        There are such values, and ``unseen`` is "error".
    """
    action = _INSTEAD.get() if _checked(unseen) == REMARK else unseen
    if action == IGNORE or not len(codes):
        return
    said = []
    for r, (name, known) in enumerate(zip(book.attributes, book.categories, strict=True)):
        new = found.categories[r][len(known) :]
        share = float(((codes[:, r] >= len(known)) & (codes[:, r] < len(found.categories[r]))).mean()) if new else 0.0
        there = bool((codes[:, r] < len(known)).any())
        if share and there:
            said.append(f"{in_percent(share, 1)} of the cells of column {name!r} ({listed(new, 3)})")
        elif share:
            is_cut = bool(book.intervals and book.intervals[r])
            said.append(f"all of column {name!r}: {_cause(name, known, new, is_cut)}")
    if said:
        words = f"values that the fit has not seen: {'; '.join(said)}"
        if action == ERROR:
            raise ValueError(words)
        remark(words)


def _checked(action: str) -> str:
    if action not in UNSEEN:
        raise ValueError(f"unseen={action!r}: choose one of {', '.join(map(repr, UNSEEN))}")
    return action


def _cause(name: str, known: Sequence[str], new: Sequence[str], is_cut: bool) -> str:
    """Why no value of a column may be one of the fit."""
    were = is_cut or as_numbers(known) is not None
    are = as_numbers(new) is not None
    if were != are:
        now = "numbers" if are else "text"
        return f"{name!r} came as {'numbers' if were else 'text'} in the fit and as {now} now"
    return f"{listed(known, 3)} in the fit, {listed(new, 3)} now"
