"""``make bench``: every row of work beside its peers, in one run; writes RESULTS.md beside this file."""

from __future__ import annotations

import argparse
import os
import platform
import time
from importlib.metadata import version
from pathlib import Path

from rows import ROWS, Row
from threadpoolctl import threadpool_limits
from timing import OURS, Timed

PACKAGES = ("numpy", "scipy", "pandas", "scikit-learn", "kmodes", "FasterKModes", "kluster-fudge", "prince", "gower")
RESULTS = Path(__file__).resolve().parent / "RESULTS.md"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="rows whose name holds this text; prints, and writes nothing")
    given = parser.parse_args()
    lines, start = [], time.perf_counter()
    with threadpool_limits(1):
        for row in ROWS:
            if given.only and given.only.lower() not in row.work.lower():
                continue
            timed, said = row.measure()
            grown = row.grows() if row.grows is not None else None
            lines += _lines(row, timed, said, grown)
            print("\n".join(_lines(row, timed, said, grown)), flush=True)
    if not given.only:
        RESULTS.write_text(_page(lines, time.perf_counter() - start), encoding="utf-8")
        print(RESULTS)


def _lines(row: Row, timed: Timed, said: str, grown: tuple[float, float] | None) -> list[str]:
    """A line a peer; what concerns the row alone stands in its first line."""
    lines = []
    for i, (peer, goal) in enumerate(row.goals.items()):
        ratio = timed.ratio(peer)
        verdict = "met" if ratio >= goal else f"not met: {ratio / goal:.0%} of it"
        growth = f"n^{grown[0]:.2f}, {grown[1]:,.0f} rows" if grown and not i else ""
        cells = [row.work if not i else "", _seconds(timed, OURS) if not i else "", peer, _seconds(timed, peer)]
        cells += [f"{ratio:,.1f}", f">= {goal:g}", verdict, growth, said if not i else ""]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _seconds(timed: Timed, name: str) -> str:
    low, high = timed.spread[name]
    return f"{timed.seconds[name]:.3g} ({low:.3g} to {high:.3g})"


def _page(lines: list[str], seconds: float) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    head = ["work", "catviz, s", "peer", "peer, s", "ratio", "goal", "", "growth, and rows a minute allows", "answers"]
    return "\n".join(
        [
            "# Timings beside other packages",
            "",
            f"Written by `make bench` in {seconds / 60:.0f} minutes, {time.strftime('%Y-%m-%d')}. CPU seconds of one "
            "process with one BLAS thread on both sides, median (least to most); ours and the peers ran in turn, after "
            "one run of each to warm up.",
            "",
            f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
            f"{versions}.",
            "",
            "| " + " | ".join(head) + " |",
            "|" + " --- |" * len(head),
            *lines,
            "",
        ]
    )


if __name__ == "__main__":
    main()
