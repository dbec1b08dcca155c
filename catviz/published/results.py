"""Our results beside the published ones: cells, runs, counts, figures and verdicts on claims, as studies wrote them.

``python -m studies.reproduce all`` measures the cells and runs, ``python -m studies.reproduce.packaged`` the rest.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

RESULTS = Path(__file__).parent / "results"
MEASURED, RUNS = RESULTS / "reproduction.csv", RESULTS / "runs.csv"
COUNTS = RESULTS / "counts.csv"
#: Runs of a cell that are kept, the first ones.
KEPT = 100
_KEYS = ["paper", "table", "data", "method", "metric"]
EQUAL, DIFFERS, NOISY, NONE = "equal", "differs", "too noisy to tell", "nothing to run"
#: What each badge says.
BADGES = {
    EQUAL: "equivalent: the 90\u00a0% confidence interval of the difference of the means lies within the limit of "
    "equivalence",
    DIFFERS: "the means differ by more than chance (5\u00a0%), and are not equivalent",
    NOISY: "neither equivalence nor a difference is shown",
    NONE: "the reason is given",
}
#: The badge of a count that is equal to all digits that are printed.
SAME = "as printed"
#: Our runs from which on there is a badge.
FEWEST = 5
NO_BADGE = f"With fewer than {FEWEST} of our runs, no badge is given."
#: What pages call the badge of equal means.
EQUIVALENT = "equivalent"
#: What badges say of figures without chance.
SAID_EXACTLY = {
    EQUAL: "our figure agrees with the printed one to its last digit",
    DIFFERS: "our figure is not the printed one, to the digits printed",
}
#: How figures without chance are compared.
EXACT = (
    "If nothing in a method is random, its only run is compared with the printed figure: “equal” if both agree to the "
    "last printed digit, “differs” if not. The same score does not show that the clusters are the same."
)
CLAIMS = Path(__file__).parent / "results" / "claims.json"
HOLDS, FALSE, OPEN = "holds", "false", "not decided"
#: How claims are judged, and what a verdict does not say.
CHECKED = (
    "Each claim has three verdicts: on the cells that the paper prints; on our runs, judged as the paper judges, "
    "mostly by means; and on our runs allowing for chance, by tests at 5 %, corrected for the number of "
    "comparisons where one of them decides a claim. They allow for random starts and splits on these data sets, "
    "not for the choice of data sets: tests of ranks over data sets take these for a random sample, which they are "
    "not. Not decided on the printed cells: nothing printed decides. Not decided "
    "allowing for chance: our runs are too few, or vary too much. “Holds” on printed cells means that the means "
    "stand so, which may be chance. Runs behind figures come from `python -m studies.reproduce.evidence`."
)


def cells_of(paper: str, number: int | str) -> pd.DataFrame:
    """A printed table's cells with ours, a row a cell.

    Returns
    -------
    DataFrame
        ``data``, ``method`` and ``metric``; ``published`` and ``published_deviation`` (NaN: a dash, or none printed);
        ``ours``, the mean, ``deviation``, the 5th and 95th percentile (``low``, ``high``), the smallest and the largest
        (``least``, ``most``) of ``repeats`` runs, in the paper's unit; ``margin`` of equivalence; ``errors``, by how
        many standard errors of their difference the means differ; ``badge``, a key of
        `catviz.published.results.BADGES` or empty; ``why``, the reason of a difference, or of no badge.
    """
    cells = _all_cells()
    return cells[(cells["paper"] == paper) & (cells["table"] == str(number))].reset_index(drop=True)


def counts_of(paper: str, number: int | str) -> pd.DataFrame:
    """A printed table of counts with ours: sizes of data sets, or calls of a probability.

    Returns
    -------
    DataFrame with ``data``, ``method``, ``metric``, ``published``, ``ours`` (NaN where the set is not
    bundled) and ``badge``
    """
    counts = _all_counts()
    return counts[(counts["paper"] == paper) & (counts["table"] == str(number))].reset_index(drop=True)


def runs_of_cell(paper: str, number: int | str, data: str, method: str, metric: str) -> np.ndarray:
    """Figures of our first runs of a printed cell, rising; empty where there are none.

    Examples
    --------
    >>> from catviz.published.results import runs_of_cell
    >>> len(runs_of_cell("OCL", 3, "VT", "OCL", "CA"))
    100
    """
    text = _all_runs().get((paper, str(number), data, method, metric), "")
    pairs = [part.partition("x") for part in text.split()]
    return np.repeat([float(value) for value, _, _ in pairs], [int(n or 1) for _, _, n in pairs])


def figure_result(paper: str, number: int | str) -> pd.DataFrame:
    """What a figure of `catviz.published.tables.figures_of` shows, as we computed it; `catviz.plots.papers` draws it.

    Examples
    --------
    >>> from catviz.published.results import figure_result
    >>> figure_result("OCL", 2)["difference_05"].round(4).unique().tolist()
    [3.4274]
    """
    return pd.read_csv(figure_file(paper, number))


def figure_file(paper: str, number: int | str) -> Path:
    """Where the result of a figure is."""
    return RESULTS / "figures" / f"{paper}-{number}.csv".lower()


@cache
def _all_cells() -> pd.DataFrame:
    cells = pd.read_csv(MEASURED, dtype={"table": str})
    return cells.assign(badge=cells["badge"].fillna(""), why=cells["why"].fillna(""))


@cache
def _all_counts() -> pd.DataFrame:
    return pd.read_csv(COUNTS, dtype={"table": str, "method": str}, keep_default_na=True).fillna({"method": ""})


@cache
def _all_runs() -> dict[tuple[str, ...], str]:
    runs = pd.read_csv(RUNS, dtype=str, keep_default_na=False)
    return dict(zip(runs[_KEYS].itertuples(index=False, name=None), runs["runs"], strict=True))


def limits_of(equal: str) -> str:
    """What badges do not say, with a name for the one of equal means."""
    return (
        "Two means are called equivalent if the whole 90\u00a0% confidence interval of their difference lies within a "
        "limit. The limit is the same for all cells of one score in a table: three standard errors of a printed mean, "
        "plus half a unit of its last digit. The standard error is computed from the median of the standard "
        "deviations that the table prints, or of those of our runs if it prints none. How often is a badge wrong? If "
        f"both results are of the same method, about one cell in twenty is still “{DIFFERS}”, or fewer; if a few runs "
        f"end far from the others, it can be more. Large deviations and few runs make “{equal}” rarer. If the results "
        f"are of two methods that differ little, a cell can be “{equal}” too."
    )


#: What badges do not say, for pages.
LIMITS_ON_PAGES = f"{limits_of(EQUIVALENT)} {NO_BADGE}"


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
    >>> from catviz.published.results import claims_of
    >>> [(claim.printed.verdict, claim.runs.verdict) for claim in claims_of("COS")]
    [('holds', 'holds'), ('holds', 'false')]
    """
    return tuple(
        Claim(each["paper"], tuple(each["tables"]), each["says"], *(_verdict(each[on]) for on in JUDGED_ON))
        for each in json.loads(CLAIMS.read_text(encoding="utf-8"))
        if each["paper"] == paper
    )


#: The three verdicts of a claim, by their names in the file.
JUDGED_ON = ("printed", "runs", "tested")


def _verdict(entry: dict[str, Any]) -> Verdict:
    return Verdict(entry["verdict"], tuple(entry["because"]))
