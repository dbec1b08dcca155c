"""The papers' claims with their verdicts, as `python -m studies.reproduce.packaged` wrote them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CLAIMS = Path(__file__).parent / "results" / "claims.json"
HOLDS, FALSE, OPEN = "holds", "false", "not decided"
CHECKED = (
    "Each claim has three verdicts: on the cells that the paper prints; on our runs, judged as the paper judges, "
    "mostly by means; and on our runs allowing for chance, by tests at 5 %, corrected for the number of "
    "comparisons where one of them decides a claim. They allow for random starts and splits on these data sets, "
    "not for the choice of data sets: tests of ranks over data sets take these for a random sample, which they are "
    "not. Not decided on the printed cells: nothing printed decides. Not decided "
    "allowing for chance: our runs are too few, or vary too much. “Holds” on printed cells means that the means "
    "stand so, which may be chance. Runs behind figures come from `python -m studies.reproduce.evidence`."
)
"""How claims are judged, and what a verdict does not say."""


@dataclass(frozen=True)
class Verdict:
    """Whether a claim is true, and the figures that decide.

    Attributes
    ----------
    verdict : {"holds", "false", "not decided"}
    because : tuple of str
    """

    verdict: str
    because: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """What a paper says of its results, in our words.

    Attributes
    ----------
    paper : str
    tables : tuple
        Numbers of the tables that decide; empty where a run must.
    says : str
    printed, runs, tested : Verdict
        On the printed cells; on our runs, as the paper judges; and on our runs, allowing for chance.
    """

    paper: str
    tables: tuple[int | str, ...]
    says: str
    printed: Verdict
    runs: Verdict
    tested: Verdict


@cache
def claims_of(paper: str) -> tuple[Claim, ...]:
    """A paper's claims; none of a later paper.

    Examples
    --------
    >>> from catviz.published.claims import claims_of
    >>> [(claim.printed.verdict, claim.runs.verdict) for claim in claims_of("COS")]
    [('holds', 'holds'), ('holds', 'false')]
    """
    return tuple(
        Claim(each["paper"], tuple(each["tables"]), each["says"], *(_verdict(each[on]) for on in JUDGED_ON))
        for each in json.loads(CLAIMS.read_text(encoding="utf-8"))
        if each["paper"] == paper
    )


JUDGED_ON = ("printed", "runs", "tested")
"""The three verdicts of a claim, by their names in the file."""


def _verdict(found: dict[str, Any]) -> Verdict:
    return Verdict(found["verdict"], tuple(found["because"]))
