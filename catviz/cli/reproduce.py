"""`python -m catviz reproduce`: the papers' experiments run again, as CSV, Markdown and one HTML page with figures."""

from __future__ import annotations

import argparse
from typing import Any

import pandas as pd

from catviz.cli.arguments import add_run_arguments
from catviz.cli.progress import Progress
from catviz.export.html import html_page
from catviz.papers import report
from catviz.papers.badges import DIFFERS, EQUAL, NOISY
from catviz.papers.figures import figures_of
from catviz.papers.reproduce import PAPERS, reproduce
from catviz.plots.papers import draw
from catviz.plots.published import colours, scatter
from catviz.plots.style import LIGHT
from catviz.saving import write_whole

ALL = "all"
PAGE_FIGURES = 30.0
"""Seconds up to which a figure of a paper is drawn into the page; the explorer draws the others."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line takes."""
    parser.add_argument("paper", choices=[*PAPERS, ALL])
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
    """
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


def _overview(cells: pd.DataFrame) -> Any:
    """Every published figure against ours."""
    hues = colours({EQUAL: "blue", NOISY: "gray", DIFFERS: "orange"}, LIGHT)
    shown = cells[cells["badge"].isin(hues)]
    return scatter(shown.assign(row=shown["paper"] + " " + shown["data"], column=shown["method"]), hues, LIGHT)


def _figures(papers: Any) -> list[Any]:
    """The figures of some papers, computed anew, each with its title and what is known to differ."""
    parts = []
    for paper in papers:
        for figure in figures_of(paper):
            if figure.seconds <= PAGE_FIGURES:
                drawn = draw(paper, figure.number, figure.compute(), LIGHT)
                parts += [f"## {paper}, {figure.name}: {figure.title}", figure.printed, drawn, figure.deviations]
    return parts


def _command_line(arguments: argparse.Namespace) -> str:
    repeats = "" if arguments.repeats is None else f" --repeats {arguments.repeats}"
    seed = f" --seed {arguments.seed}" if arguments.seed else ""
    return f"python -m catviz reproduce {arguments.paper}{repeats}{seed}"
