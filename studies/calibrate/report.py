"""The calibration study as a page of Markdown: docs/statistics.md."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from catviz.analysis.statistics import LEVEL
from catviz.wording import filled, percent
from catviz.words.comparison import markdown_table
from studies.calibrate.claims import CLAIMS, COLUMNS, ROWS
from studies.calibrate.coverage import METHODS, RESULT, WHAT

#: The page, with places for what was measured.
TEMPLATE = Path(__file__).with_name("statistics.md")


def report(found: pd.DataFrame, command: str) -> str:
    """What each claim means, how it is tested, and how often it was made.

    Parameters
    ----------
    found : DataFrame
        From `studies.calibrate.claims.rates`.
    command : str
        What wrote it.
    """
    false, true = found[~found["structure"]], found[found["structure"]]
    above = int((~false["holds"]).sum())
    return filled(
        TEMPLATE.read_text(encoding="utf-8"),
        level=f"{100 * LEVEL:.0f} %",
        rows=" or ".join(map(str, ROWS)),
        columns=" or ".join(map(str, COLUMNS)),
        verdict=f"{above} of the {len(false)} claims are above it."
        if above
        else f"None of the {len(false)} is above it.",
        error_rates=_table(false, with_bound=True),
        power=_table(true, with_bound=False),
        tables=_tables(),
        coverage=coverage_table(),
        command=command,
    )


def coverage_table() -> str:
    """How often intervals, sets, orders and ellipses held, a line per method and size: coverage.csv in words."""
    found = pd.read_csv(RESULT)
    found["share"] = (found["held"] / found["of"]).map(_percent)
    wide = found.pivot(index=["method", "values", "rows", "columns"], columns="what", values="share")
    order = {method: i for i, method in enumerate(METHODS)}
    wide = (
        wide.reindex(columns=list(WHAT)).fillna("").sort_index(key=lambda x: x.map(order) if x.name == "method" else x)
    )
    return markdown_table(wide.reset_index().astype({"rows": str, "columns": str}))


def _table(found: pd.DataFrame, with_bound: bool) -> str:
    lines = []
    for _, line in found.iterrows():
        row = {"page": CLAIMS[line["claim"]].page, "claim": line["claim"]}
        row |= {"tables": f"{line['tables']}", "claims": f"{line['made']}", "rate": _percent(line["rate"])}
        row["95 % interval"] = f"{_percent(line['low'])} to {_percent(line['high'])}"
        if with_bound:
            row |= {"equal shares": _percent(line["uniform"]), "skewed shares": _percent(line["skewed"])}
        row |= {f"{n} rows": _percent(line[f"n{n}"]) for n in ROWS}
        lines.append(row | ({"at most": f"{line['most']}"} if with_bound else {}))
    return markdown_table(pd.DataFrame(lines))


def _tables() -> str:
    lines = [
        {"claim": key, "what it says": f"“{claim.words}”", "false on": claim.false, "true on": claim.true}
        for key, claim in CLAIMS.items()
    ]
    return markdown_table(pd.DataFrame(lines))


def _percent(share: float) -> str:
    return "–" if share != share else f"{percent(share, 1)} %"
