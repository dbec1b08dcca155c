"""catviz on the command line: ``python -m catviz reproduce | import-uci``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from catviz.experiments import report
from catviz.experiments.reproduce import PAPERS, reproduce
from catviz.importing import IMPORTS, import_original

ALL = "all"


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m catviz", description="Learn and compare geometries of categories.")
    commands = parser.add_subparsers(required=True, metavar="command")
    _add_reproduce(commands)
    _add_import(commands)
    given = parser.parse_args(arguments)
    try:
        given.run(given)
    except (ValueError, OSError) as error:
        sys.exit(f"catviz: {error}")


def _add_reproduce(commands) -> None:
    help = "run the papers' experiments again, and set every printed figure beside ours"
    parser = commands.add_parser("reproduce", help=help, description=f"{help[0].upper()}{help[1:]}.")
    parser.add_argument("paper", choices=[*PAPERS, ALL])
    parser.add_argument("--repeats", type=int, help="runs of everything; by default as many as the papers made")
    parser.add_argument("--seed", type=int, default=0, help="of the first run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--out", type=Path, default=Path("reproduction"), help="folder; a stopped run goes on from it")
    parser.set_defaults(run=_reproduce)


def _reproduce(given: argparse.Namespace) -> None:
    names = list(PAPERS) if given.paper == ALL else [given.paper]
    given.out.mkdir(parents=True, exist_ok=True)
    found = []
    for name in names:
        journal = given.out / f"{name}.journal"
        runs = reproduce(PAPERS[name], given.repeats, given.seed, given.jobs, journal, _Progress(PAPERS[name]))
        runs.to_csv(given.out / f"{name}-runs.csv", index=False, lineterminator="\n")
        found.append(report.cells(PAPERS[name], runs))
    cells = pd.concat(found, ignore_index=True)
    cells.to_csv(given.out / "cells.csv", index=False, lineterminator="\n")
    papers = [PAPERS[name] for name in names]
    text = report.whole(cells, papers, _command(given))
    (given.out / "report.md").write_text(text, encoding="utf-8", newline="\n")
    print(report.tally(cells).to_string(index=False))
    print(f"{given.out / 'report.md'}, cells.csv, and every run in *-runs.csv")


def _command(given: argparse.Namespace) -> str:
    repeats = "" if given.repeats is None else f" --repeats {given.repeats}"
    return f"python -m catviz reproduce {given.paper}{repeats}" + (f" --seed {given.seed}" if given.seed else "")


def _add_import(commands) -> None:
    help = "turn an original file of UCI into a data set that is not bundled"
    parser = commands.add_parser("import-uci", help=help, description=f"{help[0].upper()}{help[1:]}.")
    parser.add_argument("name", choices=IMPORTS)
    parser.add_argument("file", type=Path)
    parser.set_defaults(run=lambda given: print(import_original(given.name, given.file)))


class _Progress:
    """Says on the error stream how far a paper's runs are."""

    def __init__(self, paper: str):
        self._paper, self._start, self._first = paper, time.monotonic(), None

    def __call__(self, done: int, total: int) -> bool:
        self._first = done if self._first is None else self._first
        spent, made = time.monotonic() - self._start, done - self._first
        left = f", about {spent / made * (total - done):,.0f} s left" if made else ""
        end = "\n" if done == total else ""
        print(
            f"\r{self._paper}: {done} of {total} pieces, {spent:,.0f} s{left}   ", end=end, file=sys.stderr, flush=True
        )
        return False


if __name__ == "__main__":
    main()
