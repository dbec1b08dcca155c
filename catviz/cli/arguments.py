"""The arguments that commands of many runs share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


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
