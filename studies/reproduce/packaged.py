"""`python -m studies.reproduce.packaged`: write what catviz shows besides cells: claims, counts, figures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict

import pandas as pd

from catviz.published import published_tables
from catviz.published.results import CLAIMS, COUNTS, DIFFERS, NONE, SAME, figure_file
from catviz.saving import write_whole
from studies.reproduce.calls import as_printed, calls_compared
from studies.reproduce.claims import claims
from studies.reproduce.comparison import statistics_of_data
from studies.reproduce.figures import COMPUTED

PARTS = ("claims", "counts", "figures")


def claims_text() -> str:
    """Every claim with its verdicts, as JSON."""
    return json.dumps([asdict(claim) for claim in claims()], ensure_ascii=False, indent=1) + "\n"


def counts() -> pd.DataFrame:
    """Every printed table of counts with ours, as `catviz.published.results.counts_of` gives them."""
    calls = calls_compared().rename(columns={"figure": "metric"})
    frames = []
    for table in published_tables():
        if table.protocol is None:
            ours = statistics_of_data(table).rename(columns={"figure": "metric"}) if table.number == 2 else calls
            keys = ["data", "method", "metric"] if "method" in ours else ["data", "metric"]
            cells = table.cells.rename(columns={"mean": "published"})[["data", "method", "metric", "published"]]
            merged = cells.merge(ours.drop(columns="published"), on=keys, how="left", validate="one_to_one")
            frames.append(merged.assign(paper=table.paper, table=table.number))
    counted = pd.concat(frames)[["paper", "table", "data", "method", "metric", "published", "ours"]]
    return counted.assign(badge=[_badge(*pair) for pair in zip(counted["published"], counted["ours"], strict=True)])


def _badge(printed: float, ours: float) -> str:
    """Equal to the digits that are printed."""
    if ours != ours:
        return NONE
    return SAME if as_printed(printed, ours) else DIFFERS


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    prog, _, does = str(__doc__).partition(": ")
    parser = argparse.ArgumentParser(prog=prog.strip("`"), description=does)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=", ".join(PARTS))
    chosen = parser.parse_args(arguments).only
    if "claims" in chosen:
        write_whole(CLAIMS, claims_text())
    if "counts" in chosen:
        write_whole(COUNTS, counts().to_csv(index=False, lineterminator="\n"))
    if "figures" in chosen:
        for (paper, number), compute in COMPUTED.items():
            rows = compute()
            write_whole(figure_file(paper, number), rows.to_csv(index=False, float_format="%.6g", lineterminator="\n"))
            print(f"{paper}, {number}: {len(rows)} rows", flush=True)


if __name__ == "__main__":
    main()
