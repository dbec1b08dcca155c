"""catviz on the command line: ``catviz app | compare | import-uci``; plain, it is ``app``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from catviz.cli import app as app_command
from catviz.cli import compare as compare_command
from catviz.reading.datasets import IMPORTS, import_original


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m catviz" if Path(sys.argv[0]).name == "__main__.py" else "catviz",
        description="Learn and compare geometries of categories. Without a command, the explorer opens.",
        epilog="catviz COMMAND --help lists the options of a command.",
    )
    parser.add_argument("--version", action="version", version=f"catviz {sys.modules['catviz'].__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, module, help in (
        ("app", app_command, "open the explorer in the browser"),
        ("compare", compare_command, "cluster data sets under several methods, and score against the known groups"),
    ):
        added = _add_command(commands, name, help)
        module.add_arguments(added)
        added.set_defaults(run=module.command)
    importing = _add_command(commands, "import-uci", "turn an original file of UCI into a data set that is not bundled")
    importing.add_argument("name", choices=IMPORTS)
    importing.add_argument("file", type=Path)
    importing.set_defaults(run=lambda options: print(import_original(options.name, options.file)))
    ours, further = app_command.split(sys.argv[1:] if arguments is None else arguments)
    options = parser.parse_args(ours)
    options.further = further
    try:
        options.run(options)
    except (ValueError, OSError) as error:
        sys.exit(f"catviz: {error}")


def _add_command(commands: Any, name: str, help: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")


if __name__ == "__main__":
    main()
