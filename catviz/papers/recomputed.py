"""The papers' own statistics beside what their printed cells give."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.significance import rank_table, significance
from catviz.papers.published import ocl
from catviz.papers.published.layout import PublishedTable
from catviz.wording import percent


def recomputed_ranks(table: PublishedTable, metric: str) -> pd.DataFrame:
    """Average ranks of a table's methods, as printed (NaN: not printed) and from its cells.

    Returns
    -------
    DataFrame with ``published`` and ``ours`` by method, the best first

    Examples
    --------
    >>> from catviz.papers.published import published
    >>> recomputed_ranks(published("OCL", 3), "CA").round(2).loc["OCL"].tolist()
    [1.08, 1.08]
    """
    ours = rank_table(table.wide(metric)).mean()
    printed = pd.Series(table.ranks, dtype=float).reindex(ours.index)
    return pd.DataFrame({"published": printed, "ours": ours}).sort_values("ours", kind="stable")


def recomputed_tests(table: PublishedTable, metric: str) -> pd.DataFrame:
    """Tests the paper made on a table, as printed and from its cells; no rows where it made none.

    Returns
    -------
    DataFrame with ``statistic``, ``published`` and ``ours``
    """
    lines = []
    if table.paper == "OCL" and table.number in ocl.FRIEDMAN_P:
        scores = table.wide(metric)
        p = significance(scores).friedman.chi2_p
        lines.append(("Friedman's test, p", ocl.FRIEDMAN_P[table.number], p))
        for alpha, printed in ocl.CRITICAL_DIFFERENCES.items():
            found = significance(scores, alpha, control="OCL").difference
            lines.append((f"critical difference at {percent(alpha)} % (Bonferroni-Dunn)", printed, found))
    return pd.DataFrame(lines, columns=["statistic", "published", "ours"])


def has_ranks(table: PublishedTable) -> bool:
    """True where a table has the data sets and methods that ranks need."""
    if table.excerpt:
        return False
    return table.protocol is not None and table.number != "clustering" and table.cells["data"].nunique() > 1
