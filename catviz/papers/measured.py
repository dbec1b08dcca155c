"""The figures of our runs that come with catviz."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

MEASURED = Path(__file__).with_name("results") / "reproduction.csv"
"""The figures of `python -m catviz reproduce all`."""
RUNS = Path(__file__).with_name("results") / "runs.csv"
"""The figures of single runs behind them."""
KEPT = 100
"""Runs of a cell that are kept, the first ones."""
_KEYS = ["paper", "table", "data", "method", "metric"]
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
    DataFrame with ``data`` and ``method`` as printed, ``mean``, ``error``, the standard error of the mean, and ``runs``
    """
    found = _all_measured()
    kept = (found["paper"] == paper) & (found["table"] == str(number)) & (found["metric"] == metric)
    cells = found[kept & found["ours"].notna()]
    error = cells["deviation"].fillna(0) / cells["repeats"] ** 0.5
    return (
        cells[["data", "method"]].assign(mean=cells["ours"], error=error, runs=cells["repeats"]).reset_index(drop=True)
    )


def runs_as_text(values: np.ndarray) -> str:
    """Figures of runs, rising, with how often each occurs; the first `KEPT` of them, with four decimals.

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.papers.measured import runs_as_text
    >>> runs_as_text(np.array([0.25, 0.5, 0.25]))
    '0.25x2 0.5'
    """
    counted = Counter(round(float(value), 4) for value in values[:KEPT])
    return " ".join(f"{value:.10g}" + (f"x{n}" if n > 1 else "") for value, n in sorted(counted.items()))


def runs_of_cell(paper: str, number: int | str, data: str, method: str, metric: str) -> np.ndarray:
    """Figures of our first runs of a printed cell, rising; empty where there are none.

    Examples
    --------
    >>> from catviz.papers.measured import runs_of_cell
    >>> len(runs_of_cell("OCL", 3, "VT", "OCL", "CA"))
    100
    """
    text = _all_runs().get((paper, str(number), data, method, metric), "")
    pairs = [part.partition("x") for part in text.split()]
    return np.repeat([float(value) for value, _, _ in pairs], [int(n or 1) for _, _, n in pairs])


@cache
def _all_runs() -> dict[tuple[str, ...], str]:
    found = pd.read_csv(RUNS, dtype=str, keep_default_na=False)
    return dict(zip(found[_KEYS].itertuples(index=False, name=None), found["runs"], strict=True))


@cache
def _all_measured() -> pd.DataFrame:
    return pd.read_csv(MEASURED, dtype={"table": str})
