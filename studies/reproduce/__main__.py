"""`python -m studies.reproduce`: the papers' experiments run again, as CSV, Markdown and one HTML page with figures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from catviz.cli.compare import add_run_arguments
from catviz.export.html import html_page
from catviz.plots.colours import LIGHT
from catviz.plots.papers import draw
from catviz.plots.published import colours, scatter
from catviz.published import published
from catviz.published.results import DIFFERS, EQUAL, NOISY
from catviz.published.tables import figures_of
from catviz.saving import write_whole
from studies.command import Progress, run_command
from studies.reproduce import report
from studies.reproduce.comparison import compared_cells
from studies.reproduce.figures import COMPUTED
from studies.reproduce.runs import PAPERS, reproduce

ALL = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line takes."""
    parser.add_argument("paper", choices=[*PAPERS, ALL])
    parser.add_argument("--table", help="one table of the paper alone, as its protocol is used, without a report")
    parser.add_argument("--repeats", type=int, help="runs of everything; by default 100 and more, fewer of classifiers")
    add_run_arguments(parser, "reproduction")
    parser.add_argument("--note", help="a sentence for the head of the report, such as how long it took")
    parser.add_argument("--skip-figures", action="store_true", help="leave the papers' figures out of the page")


def command(arguments: argparse.Namespace) -> None:
    """Run what is asked, or go on with it; write cells.csv, cell-runs.csv, PAPER-runs.csv, report.md and report.html.

    Parameters
    ----------
    arguments : Namespace
        As a parser with `add_arguments` gives it.

    Raises
    ------
    ValueError
        No such table, or a journal of other settings.
    """
    if arguments.table is not None:
        _one_table(arguments)
        return
    out, runs = arguments.out, {}
    for name in list(PAPERS) if arguments.paper == ALL else [arguments.paper]:
        paper, journal = PAPERS[name], out / f"{name}.journal"
        runs[paper] = reproduce(paper, arguments.repeats, arguments.seed, arguments.jobs, journal, Progress(paper))
        write_whole(out / f"{name}-runs.csv", runs[paper].to_csv(index=False, lineterminator="\n"))
    cells = pd.concat([report.cells(paper, some) for paper, some in runs.items()], ignore_index=True)
    parts = report.whole(cells, runs, _command_line(arguments), arguments.note)
    write_whole(out / "cells.csv", cells.to_csv(index=False, lineterminator="\n"))
    of_cells = pd.concat([report.runs_of_cells(paper, some) for paper, some in runs.items()], ignore_index=True)
    write_whole(out / "cell-runs.csv", of_cells.to_csv(index=False, lineterminator="\n"))
    write_whole(out / "report.md", report.as_markdown(parts))
    figures = [] if arguments.skip_figures else _figures(runs)
    write_whole(out / "report.html", html_page(parts[0].removeprefix("# "), [*parts[1:], _overview(cells), *figures]))
    print(report.tally(cells).to_string(index=False))
    print(f"{out / 'report.html'}, report.md, cells.csv, and every run in *-runs.csv")


def _one_table(arguments: argparse.Namespace) -> None:
    """Run one table and print its cells."""
    if arguments.paper == ALL:
        raise ValueError("--table names a table of one paper: name the paper instead of all")
    paper, number = PAPERS[arguments.paper], arguments.table
    journal = arguments.out / f"{arguments.paper}-{number}.journal"
    table = published(paper, int(number) if number.isdigit() else number)
    if table.protocol is None:
        raise ValueError(f"table {number} of {paper} holds counts: nothing is run for it")
    runs = reproduce(
        paper, arguments.repeats, arguments.seed, arguments.jobs, journal, Progress(paper), table=table.number
    )
    cells = compared_cells(table, runs)
    write_whole(arguments.out / "cells.csv", cells.to_csv(index=False, lineterminator="\n"))
    print(cells[["data", "method", "metric", "published", "ours", "repeats", "badge"]].to_string(index=False))


def _overview(cells: pd.DataFrame) -> Any:
    """Every published figure against ours."""
    hues = colours({EQUAL: "blue", NOISY: "gray", DIFFERS: "orange"}, LIGHT)
    shown = cells[cells["badge"].isin(hues)]
    return scatter(shown.assign(row=shown["paper"] + " " + shown["data"], column=shown["method"]), hues, LIGHT)


def _figures(papers: Iterable[str]) -> list[Any]:
    """The figures of some papers, computed anew, each with its title and what is known to differ."""
    parts = []
    for paper in papers:
        for figure in figures_of(paper):
            drawn = draw(paper, figure.number, COMPUTED[paper, figure.number](), LIGHT)
            parts += [f"## {paper}, {figure.name}: {figure.title}", figure.printed, drawn, figure.note]
    return parts


def _command_line(arguments: argparse.Namespace) -> str:
    repeats = "" if arguments.repeats is None else f" --repeats {arguments.repeats}"
    seed = f" --seed {arguments.seed}" if arguments.seed else ""
    return f"python -m studies.reproduce {arguments.paper}{repeats}{seed}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    run_command(sys.modules[__name__], arguments)


if __name__ == "__main__":
    main()
