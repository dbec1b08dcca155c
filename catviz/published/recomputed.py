"""What follows from printed cells and from the results of figures: ranks, tests, gains, growth."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.analysis.significance import rank_table, significance
from catviz.published import published
from catviz.published.tables import PublishedTable
from catviz.wording import percent

#: Sizes that tell how time grows: at small ones fixed costs count.
_LARGEST = 3
_SCORES = ["accuracy", "normalized_mutual_info"]


def recomputed_ranks(table: PublishedTable, metric: str) -> pd.DataFrame:
    """Average ranks of a table's methods, as printed (NaN: not printed) and from its cells.

    Returns
    -------
    DataFrame with ``published`` and ``ours`` by method, the best first

    Examples
    --------
    >>> from catviz.published import published
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
    scores = table.wide(metric)
    if table.friedman_p is not None:
        lines.append(("Friedman's test, p", table.friedman_p, significance(scores).friedman.chi2_p))
    for alpha, printed in table.critical_differences.items():
        difference = significance(scores, alpha, control=table.paper).difference
        lines.append((f"critical difference at {percent(alpha)} % (Bonferroni-Dunn)", printed, difference))
    return pd.DataFrame(lines, columns=["statistic", "published", "ours"])


def has_ranks(table: PublishedTable) -> bool:
    """True where a table has the data sets and methods that ranks need."""
    if table.excerpt:
        return False
    return table.protocol is not None and table.number != "clustering" and table.cells["data"].nunique() > 1


def improvements(runs: pd.DataFrame) -> pd.DataFrame:
    """By how many % the mean of COS's clusterings under COD exceeds that under ADD.

    Parameters
    ----------
    runs : DataFrame, a row a run
        ``data``, ``model``, ``distance`` ("COD" or "ADD"), ``accuracy`` and ``normalized_mutual_info``.

    Returns
    -------
    DataFrame, a row a data set, model and metric: ``data``, ``model``, ``metric``, ``ADD``, ``COD``, ``ours`` and
    ``printed``, NaN where no number is
    """
    means = runs.groupby(["data", "model", "distance"], sort=False)[_SCORES].mean()
    wide = means.rename_axis(columns="metric").stack().unstack("distance")
    wide = wide.reindex(columns=["ADD", "COD"]).dropna().reset_index()
    wide["ours"] = 100.0 * (wide["COD"] / wide["ADD"] - 1.0)
    table = published("COS", "clustering")
    cells, scores = table.cells, {} if table.protocol is None else table.protocol.scores
    keys = zip(cells["data"], cells["method"], cells["metric"], strict=True)
    printed = {(d, m.split()[0], scores[c]): mean for (d, m, c), mean in zip(keys, cells["mean"], strict=True)}
    lines = zip(wide["data"], wide["model"], wide["metric"], strict=True)
    wide["printed"] = [printed.get(line, float("nan")) for line in lines]
    return wide[["data", "model", "metric", "ADD", "COD", "ours", "printed"]]


def growth(times: pd.DataFrame) -> pd.Series:
    """The exponent with which time grows: the slope between logarithms at the three largest sizes, 1 where linear.

    Parameters
    ----------
    times : DataFrame, a row a run
        ``varied`` ("rows" or "columns"), ``n`` rows, ``d`` columns, ``method`` and ``seconds``.

    Returns
    -------
    Series by (varied, method)
    """
    exponents = {}
    for (varied, name), part in times.groupby(["varied", "method"], sort=False):
        means = part.groupby("n" if varied == "rows" else "d")["seconds"].mean().sort_index()[-_LARGEST:]
        if len(means) > 1:
            exponents[varied, name] = np.polyfit(np.log(means.index), np.log(means), 1)[0]
    return pd.Series(exponents, dtype=float)
