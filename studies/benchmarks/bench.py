"""``make bench``: every row of work beside its peers, in one run; writes RESULTS.md beside this file."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

from rows import ROWS, Row
from threadpoolctl import threadpool_limits
from timing import OURS, Timed, profile

PACKAGES = ("numpy", "scipy", "pandas", "scikit-learn", "kmodes", "FasterKModes", "kluster-fudge", "prince", "gower")
#: Programs beside this file that print further lines of the results.
SECTIONS = ("encoders", "sources", "latency")
RESULTS = Path(__file__).resolve().parent / "RESULTS.md"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="rows or sections whose name holds this text; prints, and writes nothing")
    asked = parser.parse_args()
    lines, profiles, start = [], [], time.perf_counter()
    with threadpool_limits(1):
        for row in filter(lambda row: _is_asked(row.work, asked.only), ROWS):
            timed, note = row.measure()
            grown = row.grows() if row.grows is not None else None
            lines += _lines(row, timed, note, grown)
            print("\n".join(_lines(row, timed, note, grown)), flush=True)
            if slowest := _where_time_goes(row, timed):
                profiles += slowest
                print("\n".join(slowest), flush=True)
    sections = [_section(name) for name in SECTIONS if _is_asked(name, asked.only)]
    if asked.only:
        print("\n".join(line for section in sections for line in section))
    else:
        RESULTS.write_text(_page(lines, profiles, sections, time.perf_counter() - start), encoding="utf-8")
        print(RESULTS)


def _is_asked(name: str, only: str | None) -> bool:
    return only is None or only.lower() in name.lower()


def _lines(row: Row, timed: Timed, note: str, grown: tuple[float, float] | None) -> list[str]:
    """A line a peer; what concerns the row alone stands in its first line."""
    lines = []
    for i, (peer, goal) in enumerate(row.goals.items()):
        ratio = timed.ratio(peer)
        verdict = "met" if ratio >= goal else f"not met: {ratio / goal:.0%} of it"
        growth = f"n^{grown[0]:.2f}, {grown[1]:,.0f} rows" if grown and not i else ""
        cells = [row.work if not i else "", _seconds(timed, OURS) if not i else "", peer, _seconds(timed, peer)]
        cells += [row.threads, f"{ratio:,.1f}", f">= {goal:g}", verdict, growth, note if not i else ""]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _seconds(timed: Timed, name: str) -> str:
    low, high = timed.spread[name]
    return f"{timed.seconds[name]:.3g} ({low:.3g} to {high:.3g})"


def _where_time_goes(row: Row, timed: Timed) -> list[str]:
    """A profile of ours for a row that misses a goal, else nothing."""
    missed = [
        f"{timed.ratio(peer):.2g} of {goal:g} ({peer})" for peer, goal in row.goals.items() if timed.ratio(peer) < goal
    ]
    if not missed:
        return []
    return [f"**{row.work}**: {', '.join(missed)}", "", *profile(timed.work[OURS]), ""]


def _section(name: str) -> list[str]:
    """What a module beside this file prints, run by itself; or why there is nothing."""
    done = subprocess.run([sys.executable, str(RESULTS.with_name(f"{name}.py"))], stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines() if not done.returncode else [f"Not measured: {name} ended with an error.", ""]


def _page(lines: list[str], profiles: list[str], sections: list[list[str]], seconds: float) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    head = ["work", "catviz, s", "peer", "peer, s", "threads", "ratio", "goal", "", "growth, and rows a minute allows"]
    head += ["answers"]
    where = ["## Where the time goes", "", "Rows that miss a goal: one run of ours, profiled, by functions' own time."]
    return "\n".join(
        [
            "# Timings beside other packages",
            "",
            f"Written by `make bench` in {seconds / 60:.0f} minutes, {time.strftime('%Y-%m-%d')}. CPU seconds of one "
            "process, median (least to most); ours and the peers ran in turn, after one run of each to warm up (what "
            "shows one number ran once). Threads are ours / the peer's. The rows a minute allows leave memory aside, "
            "and are reckoned from the largest number timed, growing in proportion at least (distances: squared).",
            "",
            f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; "
            f"{versions}.",
            "",
            "| " + " | ".join(head) + " |",
            "|" + " --- |" * len(head),
            *lines,
            "",
            *([*where, "", *profiles] if profiles else []),
            *(line for section in sections for line in section),
        ]
    )


if __name__ == "__main__":
    main()
