"""`python -m studies.calibrate`: how often the explorer makes each claim, where it is false and where it is true."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence

import pandas as pd

from catviz.cli.compare import add_run_arguments
from catviz.saving import write_whole
from studies.calibrate.claims import CLAIMS, TABLES, calibration, rates
from studies.calibrate.report import report
from studies.command import run_command

JOURNAL, RUNS, REPORT = "calibration.journal", "runs.csv", "statistics.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command line takes."""
    parser.add_argument("--tables", type=int, default=TABLES, help="tables without structure; half as many with it")
    parser.add_argument(
        "--claims", nargs="+", choices=CLAIMS, metavar="CLAIM", help="; ".join(CLAIMS).replace("%", "%%")
    )
    add_run_arguments(parser, "calibration", "of the first table")


def command(arguments: argparse.Namespace) -> None:
    """Run the study, or continue it; write runs.csv and statistics.md.

    Parameters
    ----------
    arguments : Namespace
        As a parser with `add_arguments` gives it.
    """

    def progress(done: int, total: int) -> bool:
        print(f"{done} of {total} pieces", flush=True)
        return False

    results = calibration(
        arguments.tables, arguments.claims, arguments.seed, arguments.jobs, arguments.out / JOURNAL, progress
    )
    write_whole(arguments.out / RUNS, results.to_csv(index=False, lineterminator="\n"))
    text = report(rates(results), _command_line(arguments))
    write_whole(arguments.out / REPORT, text)
    print(_summary(rates(results)))


def _summary(found: pd.DataFrame) -> str:
    false = found[~found["structure"]]
    above = false.loc[~false["holds"], "claim"].tolist()
    return f"{len(false)} claims; above their level: {', '.join(above) or 'none'}"


def _command_line(arguments: argparse.Namespace) -> str:
    words = ["python", "-m", "studies.calibrate", "--tables", str(arguments.tables), "--seed", str(arguments.seed)]
    return shlex.join([*words, *(["--claims", *arguments.claims] if arguments.claims else [])])


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    run_command(sys.modules[__name__], arguments)


if __name__ == "__main__":
    main()
