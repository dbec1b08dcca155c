"""Work in pieces, over processes; each is written down when it is done, so that a stopped run goes on where it was."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from itertools import groupby
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

from catviz.progress import is_stoppable, one_thread, reporting, to_be_stopped
from catviz.saving import cannot_write

Rows = list[dict[str, Any]]
#: Seconds between two questions, within a piece, whether to stop.
ASKED_EVERY = 0.3


Settings = str | Mapping[str, Any]
#: How a journal begins.
_FIRST = b'{"settings": '
_SUM = "sha256"


class _LeftUnfinished(Exception):
    """The work was stopped within a piece."""


def run_pieces(
    pieces: Mapping[str, Callable[[], Rows]],
    journal: str | Path | None = None,
    n_jobs: int = 1,
    settings: Settings = "",
    callback: Callable[[int, int], bool] | None = None,
    done: dict[str, Rows] | None = None,
) -> dict[str, Rows]:
    """What all pieces give, in the order of the pieces, whatever the order in which they ended.

    Parameters
    ----------
    pieces : mapping of name to callable() -> list of dict
        Each gives rows of text and numbers, the same ones whenever it is called; it must be picklable where
        ``n_jobs`` is above 1. Neighbours with equal ``together``, if they have it, run in one process, one after
        another.
    journal : path or None
        Where pieces are written down as they end, a line of JSON with a checksum each. Those found there are not run
        again; a line broken off in the middle is dropped.
    n_jobs : int
        Processes, each with one BLAS thread.
    settings : str, or mapping of name to text, numbers and mappings of these
        What the pieces depend on besides their names; stands in the first line of the journal.
    callback : callable(pieces done, pieces in all) -> bool
        True stops: what is there so far is returned, and the journal keeps it. Within `catviz.progress.stoppable` one
        process also stops within a piece, as its fits report their steps; that piece is left out.
    done : dict or None
        Pieces that need not run again, by name; those that end are added, before the callback is called.

    Raises
    ------
    ValueError
        The journal was written under other settings, or is damaged or altered.
    OSError
        The journal cannot be written; it keeps what it has.

    Examples
    --------
    >>> run_pieces({"a": lambda: [{"x": 1}], "b": lambda: [{"x": 2}, {"x": 3}]})
    {'a': [{'x': 1}], 'b': [{'x': 2}, {'x': 3}]}
    """
    path = None if journal is None else Path(journal)
    done = {} if done is None else done
    if path is not None:
        done |= {name: rows for name, rows in _opened(path, settings).items() if name in pieces}
    left = {name: piece for name, piece in pieces.items() if name not in done}
    ended = len(pieces) - len(left)
    if callback is not None and callback(ended, len(pieces)):
        left = {}
    with suppress(_LeftUnfinished), reporting(_asking()) if is_stoppable() else nullcontext():
        for name, rows in _results(left, n_jobs):
            done[name] = rows
            ended += 1
            if path is not None:
                _append(path, {"piece": name, "rows": rows}, settings)
            if callback is not None and callback(ended, len(pieces)):
                break
    return {name: done[name] for name in pieces if name in done}


def _asking() -> Callable[[dict[str, Any]], None]:
    """A listener to the steps of fits that leaves the piece if the work is to be stopped."""
    asked = time.monotonic()

    def hear(step: dict[str, Any]) -> None:
        nonlocal asked
        if time.monotonic() - asked < ASKED_EVERY:
            return
        asked = time.monotonic()
        if to_be_stopped():
            raise _LeftUnfinished

    return hear


def _results(pieces: Mapping[str, Callable[[], Rows]], n_jobs: int) -> Iterator[tuple[str, Rows]]:
    if n_jobs == 1:
        yield from (_run_piece(name, piece) for name, piece in pieces.items())
    else:
        parallel = Parallel(n_jobs=n_jobs, return_as="generator_unordered", pre_dispatch="n_jobs", batch_size=1)
        groups = groupby(pieces.items(), key=lambda item: getattr(item[1], "together", item[0]))
        for results in parallel(delayed(_run_pieces)(list(group)) for _, group in groups):
            yield from results


def _run_pieces(pieces: Sequence[tuple[str, Callable[[], Rows]]]) -> list[tuple[str, Rows]]:
    return [_run_piece(name, piece) for name, piece in pieces]


def _run_piece(name: str, piece: Callable[[], Rows]) -> tuple[str, Rows]:
    with one_thread():
        return name, piece()


def _opened(path: Path, settings: Settings) -> dict[str, Rows]:
    """The pieces a journal holds; a new journal gets its first line."""
    text = path.read_bytes() if path.exists() else b""
    whole, _, broken = text.rpartition(b"\n")
    lines = [_line(path, number, line) for number, line in enumerate(whole.splitlines(), start=1)]
    if not lines and broken:
        _refuse_another(path, broken)
    if lines:
        _refuse_other_settings(path, lines[0]["settings"], settings)
    for number, line in enumerate(lines, start=1):
        # the settings are part of each sum, so that no line of another journal passes
        if line.pop(_SUM) != _checksum(settings, line):
            raise ValueError(f"{path} was altered in line {number:,}: delete it or name another, and all runs are made")
    if broken:
        os.truncate(path, len(text) - len(broken))
    if not lines:
        _append(path, {"settings": settings}, settings)
    return {line["piece"]: line["rows"] for line in lines[1:]}


def _line(path: Path, number: int, text: bytes) -> dict[str, Any]:
    try:
        line: dict[str, Any] = json.loads(text)
        if set(line) - {_SUM} == ({"settings"} if number == 1 else {"piece", "rows"}):
            return {_SUM: "", **line}
    except (ValueError, TypeError):
        pass
    raise _no_journal(path, number)


def _refuse_another(path: Path, text: bytes) -> None:
    """A file of one broken line is a journal only if its first line was broken off."""
    if not text.startswith(_FIRST[: len(text)]):
        raise _no_journal(path, 1)


def _refuse_other_settings(path: Path, kept: Settings, settings: Settings) -> None:
    """The sentence names what differs, and how it stands in the journal."""
    if kept == json.loads(json.dumps(settings)):
        return
    words = str(kept)
    if isinstance(kept, dict) and isinstance(settings, Mapping):
        names = [name for name in {**kept, **settings} if kept.get(name) != settings.get(name)]
        words = "; ".join(f"{name}: {_short(kept.get(name))}, now {_short(settings.get(name))}" for name in names)
    raise ValueError(f"{path} holds a run under other settings ({words}): delete it or name another")


def _short(value: Any) -> str:
    return "other" if isinstance(value, Mapping) else str(value)


def _no_journal(path: Path, number: int) -> ValueError:
    return ValueError(f"{path} is damaged in line {number:,}, or no journal of runs: delete it or name another")


def _checksum(settings: Settings, line: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps([settings, line], sort_keys=True).encode()).hexdigest()


def _append(path: Path, line: dict[str, Any], settings: Settings) -> None:
    """Write a line down for good; if there is no room, the journal keeps the lines before it."""
    size = path.stat().st_size if path.exists() else 0
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(json.dumps(line | {_SUM: _checksum(settings, line)}).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            os.truncate(path, size)
        raise cannot_write(path, error) from None
