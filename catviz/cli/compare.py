"""`python -m catviz compare`: runs as CSV, a report in Markdown, and the same with figures as one HTML page."""

from __future__ import annotations

import argparse
import shlex

import pandas as pd

from catviz.analysis import comparison_report
from catviz.analysis.comparison_report import METRICS, add_arguments
from catviz.analysis.metrics import NAMES
from catviz.analysis.significance import mean_scores, rank_table, significance
from catviz.export.html import html_page
from catviz.plots.compare import boxes
from catviz.plots.significance import critical_difference
from catviz.plots.style import LIGHT

__all__ = ["add_arguments", "command"]

RUNS, REPORT, PAGE, JOURNAL = "runs.csv", "report.md", "report.html", "runs.jsonl"


def command(arguments: argparse.Namespace) -> None:
    """Run what is asked and write runs.csv, report.md and report.html; a stopped run goes on from its journal.

    Parameters
    ----------
    arguments : Namespace
        As a parser with `add_arguments` gives it.
    """
    arguments.out.mkdir(parents=True, exist_ok=True)
    control = arguments.control and comparison_report.short_name(arguments.control)
    results = comparison_report.measured(arguments, arguments.out / JOURNAL)
    if results.empty:
        raise ValueError("no method tells any two rows apart on these data sets: choose others")
    results.to_csv(arguments.out / RUNS, index=False, float_format="%.6f", lineterminator="\n")
    line, how = _command_line(arguments), (arguments.metric, arguments.alpha, control)
    text = comparison_report.report(results, *how, line)
    (arguments.out / REPORT).write_text(text, encoding="utf-8", newline="\n")
    page = html_page("Comparison of methods", _parts(results, *how, line))
    (arguments.out / PAGE).write_text(page, encoding="utf-8", newline="\n")


def _parts(results: pd.DataFrame, metric: str, alpha: float, control: str | None, line: str) -> list:
    scores = mean_scores(results, metric)
    parts = [
        f"{NAMES[metric]}, {METRICS[metric]}. A point is a run from a random start.",
        boxes(results, metric, NAMES[metric], LIGHT),
        "## Means",
        scores.round(4).rename_axis("data").reset_index(),
        "## Ranks",
        rank_table(scores).rename_axis("data").reset_index(),
        "## Can you tell?",
        "\n\n".join(comparison_report.sentences(scores, alpha, control)),
    ]
    if min(scores.shape) > 1:
        parts.append(critical_difference(significance(scores, alpha, control), LIGHT))
    return [*parts, f"Written by `{line}`."]


def _command_line(arguments: argparse.Namespace) -> str:
    words = ["python", "-m", "catviz", "compare", "--methods", *arguments.methods, "--data", *arguments.data]
    words += ["--clusterer", arguments.clusterer, "--repeats", str(arguments.repeats), "--seed", str(arguments.seed)]
    words += ["--metric", arguments.metric, "--alpha", f"{arguments.alpha:g}"]
    return shlex.join([*words, *(["--control", arguments.control] if arguments.control else [])])
