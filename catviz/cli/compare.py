"""`python -m catviz compare`: runs as CSV, a report in Markdown, and the same with figures as one HTML page."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import Any

import pandas as pd

from catviz.analysis.baseline_scores import UNCORRECTED
from catviz.analysis.comparison import compare
from catviz.analysis.comparison_defaults import CLUSTERER, DATA, METHODS, METRICS, REPEATS, chosen_metric, short_name
from catviz.analysis.metrics import NAMES, SCORES
from catviz.analysis.significance import mean_scores, rank_table, significance
from catviz.analysis.statistics import LEVEL
from catviz.clustering.by_name import CLUSTERERS
from catviz.export.html import html_page
from catviz.plots.colours import LIGHT
from catviz.plots.compare import scores as scores_figure
from catviz.plots.significance import critical_difference
from catviz.reading.datasets import load_dataset
from catviz.registry import method
from catviz.saving import write_whole
from catviz.wording import percent
from catviz.words.comparison import report, score_table, sentences

RUNS, REPORT, PAGE, JOURNAL = "runs.csv", "report.md", "report.html", "runs.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line takes; with nothing said, the small run that comes with catviz."""
    parser.add_argument("--methods", nargs="+", default=list(METHODS), metavar="NAME", help="names or aliases")
    parser.add_argument("--data", nargs="+", default=list(DATA), metavar="NAME", help="names of data sets")
    parser.add_argument("--clusterer", choices=list(CLUSTERERS), default=CLUSTERER)
    parser.add_argument("--repeats", type=int, default=REPEATS, help="runs of each method on each data set")
    metric: dict[str, Any] = {"type": chosen_metric, "choices": list(METRICS), "default": METRICS[0]}
    parser.add_argument("--metric", **metric, help="what the report ranks by")
    parser.add_argument("--alpha", type=float, default=LEVEL, help="chance of finding a difference that is not there")
    parser.add_argument("--control", metavar="NAME", help="hold all others against this method (Bonferroni-Dunn)")
    replaces = "replace the report of another comparison in the folder"
    parser.add_argument("--overwrite", action="store_true", help=replaces)
    add_run_arguments(parser, "comparison", "run i starts from seed + i", jobs=1)


def command(arguments: argparse.Namespace) -> None:
    """Run what is asked, write runs.csv, report.md and report.html, and print the result and where it is written.

    A stopped run goes on from its journal.

    Parameters
    ----------
    arguments : Namespace
        As a parser with `add_arguments` gives it.

    Raises
    ------
    ValueError
        An unknown method or data set, a method that learns no values, one that must be told the groups, or no method
        that tells two rows apart. A folder that holds the report of another comparison, without ``--overwrite``.
    """
    line = _command_line(arguments)
    _refuse_another(arguments, line)
    control = arguments.control and short_name(arguments.control)
    results = _measured(arguments, arguments.out / JOURNAL)
    if results.empty:
        raise ValueError("under every method all rows are equally far apart on these data sets: choose others")
    write_whole(arguments.out / RUNS, results.to_csv(index=False, float_format="%.6f", lineterminator="\n"))
    how = (arguments.metric, arguments.alpha, control)
    text = report(results, *how, line)
    write_whole(arguments.out / REPORT, text)
    write_whole(arguments.out / PAGE, html_page("Comparison of methods", _parts(results, *how, line)))
    scores = mean_scores(results, arguments.metric)
    best = rank_table(scores).mean().sort_values(kind="stable")
    ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in best.items())
    print(f"Mean ranks by {NAMES[arguments.metric]}, 1 is best: {ranks}.", *sentences(scores, *how), sep="\n")
    print(f"Written to {arguments.out}: {RUNS}, {REPORT}, {PAGE}.")


def _refuse_another(arguments: argparse.Namespace, line: str) -> None:
    """ValueError where the folder holds the report of another command, unless it may be replaced."""
    report = arguments.out / REPORT
    if not arguments.overwrite and report.is_file() and f"`{line}`" not in report.read_text(encoding="utf-8"):
        raise ValueError(
            f"{report} is the report of another comparison: choose another folder with --out, or give --overwrite"
        )


def _parts(results: pd.DataFrame, metric: str, alpha: float, control: str | None, line: str) -> list[Any]:
    scores = mean_scores(results, metric)
    parts = [
        f"{NAMES[metric]}, {SCORES[metric].meaning}. A point is a run; hierarchical ones are all the same.",
        scores_figure(results, metric, LIGHT),
        "## Means",
        score_table(scores.round(4), metric).rename_axis("data").reset_index(),
        "## Ranks",
        rank_table(scores).rename_axis("data").reset_index(),
        "## Can you tell?",
        "\n\n".join(sentences(scores, metric, alpha, control)),
    ]
    tested = scores.dropna()
    if min(tested.shape) > 1 and metric not in UNCORRECTED:
        parts.append(critical_difference(significance(tested, alpha, control), theme=LIGHT))
    return [*parts, f"Written by `{line}`."]


def _measured(arguments: argparse.Namespace, journal: Path) -> pd.DataFrame:
    """The runs asked for; those in the journal are not run again."""
    tables = {name: load_dataset(name) for name in arguments.data}
    chosen = {short_name(name): _scored(name)() for name in arguments.methods}

    def progress(share: float, found: pd.DataFrame) -> bool:
        print(f"{percent(share):>3} %  {len(found):,} runs")
        return False

    return compare(
        tables,
        chosen,
        arguments.clusterer,
        arguments.repeats,
        arguments.seed,
        callback=progress,
        n_jobs=arguments.jobs,
        journal=journal,
    )


def _scored(name: str) -> type:
    row = method(name)
    if not row.has_values:
        raise ValueError(f"{name!r} learns no geometry of values to cluster under: choose a method that does")
    if row.supervised:
        raise ValueError(f"{name!r} must be told the groups, so scores against them say nothing: leave it out")
    return row.cls


def _command_line(arguments: argparse.Namespace) -> str:
    words = ["python", "-m", "catviz", "compare", "--methods", *arguments.methods, "--data", *arguments.data]
    words += ["--clusterer", arguments.clusterer, "--repeats", str(arguments.repeats), "--seed", str(arguments.seed)]
    words += ["--metric", arguments.metric, "--alpha", f"{arguments.alpha:g}"]
    return shlex.join([*words, *(["--control", arguments.control] if arguments.control else [])])


def add_run_arguments(
    parser: argparse.ArgumentParser, folder: str, first: str = "of the first run", jobs: int | None = None
) -> None:
    """Seed, processes and the folder to write to.

    Parameters
    ----------
    parser : ArgumentParser
    folder : str
        Where results go by default.
    first : str
        What the seed is of.
    jobs : int, optional
        Processes by default; as many as there are cores where None.
    """
    parser.add_argument("--seed", type=int, default=0, help=first)
    parser.add_argument("--jobs", type=int, default=jobs or os.cpu_count() or 1, help="processes")
    where = "folder to write to, %(default)s if it is left out; a stopped run continues"
    parser.add_argument("--out", type=Path, default=Path(folder), metavar="DIR", help=where)
