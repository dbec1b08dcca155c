"""The figures of our runs that come with catviz."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pandas as pd

MEASURED = Path(__file__).with_name("results") / "reproduction.csv"
"""The figures of `python -m catviz reproduce all`."""
EVIDENCE = Path(__file__).with_name("results") / "claims.csv"
"""The summaries of `python -m catviz.papers.evidence`."""


@cache
def evidence(experiment: str) -> pd.DataFrame:
    """The rows of one of the experiments of `catviz.papers.evidence`; none where the file does not have it.

    Returns
    -------
    DataFrame
        ``data``, ``kind`` (what was run), ``against`` (what it was compared with, run by run; empty: nothing),
        ``measure``, and ``mean``, ``deviation``, ``least`` and ``most`` of ``runs`` figures: of differences, if it was
        compared.

    Examples
    --------
    >>> from catviz.papers.measured import evidence
    >>> evidence("dimensions")["measure"].unique().tolist()
    ['columns']
    """
    found = pd.read_csv(EVIDENCE, keep_default_na=False, dtype={"data": str, "kind": str, "against": str})
    return found[found["experiment"] == experiment].drop(columns="experiment").reset_index(drop=True)


@cache
def measured(paper: str, number: int | str, metric: str) -> pd.DataFrame:
    """Our means of a printed table's cells, one row a cell that was run.

    Returns
    -------
    DataFrame with ``data`` and ``method`` as printed, ``mean``, and ``error``, the standard error of the mean
    """
    found = _all_measured()
    kept = (found["paper"] == paper) & (found["table"] == str(number)) & (found["metric"] == metric)
    cells = found[kept & found["ours"].notna()]
    error = cells["deviation"].fillna(0) / cells["repeats"] ** 0.5
    return cells[["data", "method"]].assign(mean=cells["ours"], error=error).reset_index(drop=True)


@cache
def _all_measured() -> pd.DataFrame:
    return pd.read_csv(MEASURED, dtype={"table": str})
