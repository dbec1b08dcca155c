"""`python -m studies.board`: every method on every data set that comes with catviz, as a table and a report."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

from catviz.analysis.board.advice import advice_for
from catviz.analysis.board.table import CLASSIFIER_NAMES, FACTS, RESULTS, Board, read_board
from catviz.cli.compare import add_run_arguments
from catviz.reading.datasets import dataset_info, list_datasets, load_dataset
from catviz.reading.tables import read_csv
from catviz.registry import Method, method, methods, register
from catviz.saving import write_whole
from catviz.wording import number_of
from catviz.words.board import advice_in_words
from studies.board.cells import board_of, with_runs, write_board
from studies.board.models import CLUSTERER_NAMES, OPENING
from studies.board.report import report
from studies.board.runs import TOO_MANY_ROWS, TOO_SLOW, LeftOut, board_pieces, run_board, software
from studies.command import Progress, run_command

REPEATS = 50
#: Smaller tables are worked examples of papers.
FEWEST_ROWS = 10
MOST_SECONDS = 120.0
JOURNAL, REPORT = "board.jsonl", "board.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line takes."""
    parser.add_argument("--methods", nargs="+", metavar="NAME", help="names or aliases; all methods by default")
    parser.add_argument("--data", nargs="+", metavar="NAME", help="data sets; all that come with catviz by default")
    parser.add_argument("--clusterers", nargs="*", default=list(OPENING), choices=CLUSTERER_NAMES)
    parser.add_argument("--classifiers", nargs="*", default=list(CLASSIFIER_NAMES), choices=CLASSIFIER_NAMES)
    parser.add_argument("--repeats", type=int, help=f"runs of everything, {REPEATS} by default; a fold is a run")
    limit = "leave out what is estimated to take longer for learning and one run, in seconds (default: %(default)g)"
    parser.add_argument("--most-seconds", type=float, default=MOST_SECONDS, metavar="S", help=limit)
    parser.add_argument("--minutes", type=float, help="stop after so long; the same command goes on from there")
    words = "run a method of your own alone, and put it on the board that is in the folder, or that comes with catviz"
    parser.add_argument("--method", metavar="MODULE:CLASS", help=words)
    about = "run nothing; say what the board shows on tables like this one, a CSV file or a data set"
    parser.add_argument("--advise", metavar="TABLE", help=about)
    parser.add_argument("--report", action="store_true", help="run nothing; print the report of the board")
    add_run_arguments(parser, "board", "run i starts from seed + i", jobs=1)


def command(arguments: argparse.Namespace) -> None:
    """Run what is asked, or go on with it; write board.csv.gz, board.json and the report board.md.

    Parameters
    ----------
    arguments : Namespace
        As a parser with `add_arguments` gives it.

    Raises
    ------
    ValueError
        An unknown method or data set, one without known classes, a method that learns no values, a class that cannot
        be imported, or a journal of another version.
    """
    out = arguments.out
    folder = out if (out / FACTS).is_file() else RESULTS
    if arguments.report:
        print(report(read_board(folder)), end="")
        return
    if arguments.advise:
        print(_advice(arguments.advise, read_board(folder)))
        return
    board = None if arguments.method is None else read_board(folder)
    chosen = _methods_to_run(arguments.methods) if arguments.method is None else [_method_of(arguments.method)]
    repeats = arguments.repeats or (REPEATS if board is None else board.facts["repeats"])
    tables = {name: load_dataset(name) for name in arguments.data or data_sets()}
    unknown = [name for name, table in tables.items() if table.n_classes < 2]
    if unknown:
        raise ValueError(f"{', '.join(unknown)}: no two known classes to score against; choose other data sets")
    pieces, left_out = board_pieces(
        tables,
        {method.short: method.cls() for method in chosen},
        arguments.clusterers,
        arguments.classifiers,
        repeats,
        arguments.seed,
        arguments.most_seconds,
    )
    _say_left_out(left_out, arguments.most_seconds)
    limit = float("inf") if arguments.minutes is None else 60 * arguments.minutes
    runs = run_board(pieces, out / JOURNAL, arguments.jobs, Progress("board", limit))
    if runs.empty:
        print("\nNo piece is done yet.")
        return
    facts: dict[str, Any] = {
        "versions": software(),
        "seed": arguments.seed,
        "repeats": repeats,
        "most_seconds": arguments.most_seconds,
        "coordinates": [method.short for method in chosen if method.cls.gives == "embedding"],
        "left_out": left_out,
        "fingerprints": {name: table.fingerprint for name, table in tables.items()},
    }
    new = board_of(runs, facts)
    whole = new if board is None else with_runs(board, new)
    write_board(whole, out)
    write_whole(out / REPORT, report(whole))
    print(f"\nWritten to {out}: board.csv.gz, {FACTS}, {REPORT}. {_cells_in_words(new)}")


def data_sets() -> list[str]:
    """The bundled data sets with known classes, without worked examples of papers."""
    infos = map(dataset_info, list_datasets())
    return [info.name for info in infos if info.bundled and info.n_classes > 1 and info.n_rows >= FEWEST_ROWS]


def _methods_to_run(names: list[str] | None) -> list[Method]:
    if names is None:
        return [each for each in methods() if each.has_values]
    chosen = [method(name) for name in names]
    for name, each in zip(names, chosen, strict=True):
        if not each.has_values:
            raise ValueError(f"{name!r} learns no distances or coordinates of values: choose a method that does")
    return chosen


def _method_of(path: str) -> Method:
    """The method of a class given as module:Class, which is registered if it is not."""
    module, _, name = path.partition(":")
    sys.path[:0] = [] if os.getcwd() in sys.path or "" in sys.path else [os.getcwd()]
    try:
        cls = getattr(importlib.import_module(module), name)
        registered = next((ours for ours in methods() if ours.cls is cls), None)
        summary = (cls.__doc__ or f"{name} of {module}.").strip().partition("\n")[0]
        ours = registered or register(cls, title=name, formula="", summary=summary)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"--method {path}: {error}; give module:Class, such as my_package:Mine") from None
    if not ours.has_values:
        raise ValueError(f"--method {path}: it learns no distances or coordinates of values")
    return ours


def _advice(name: str, board: Board) -> str:
    table = load_dataset(name) if name in list_datasets() else read_csv(name)
    tables = {data: load_dataset(data) for data in board.cells["data"].unique()}
    return advice_in_words(advice_for(table, board, tables, own=name))


def _say_left_out(left_out: LeftOut, most_seconds: float) -> None:
    reasons = {TOO_SLOW: f"estimated above {most_seconds:g} s", TOO_MANY_ROWS: "more distinct rows than it takes"}
    for why, models in left_out.items():
        for model, tables in models.items():
            named = "; ".join(f"{data} ({number_of(len(names), 'method')})" for data, names in tables.items())
            print(f"Left out with {model} ({reasons[why]}): {named}.", file=sys.stderr)


def _cells_in_words(board: Board) -> str:
    cells = board.cells
    return f"{len(cells):,} cells of {cells['method'].nunique()} methods on {cells['data'].nunique()} data sets."


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    run_command(sys.modules[__name__], arguments)


if __name__ == "__main__":
    main()
