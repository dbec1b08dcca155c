"""MTDLE's Table 3 (Zhang et al. 2015, section 6): the codings of its protocol, and what runs show."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, TransformerMixin

from catviz.analysis.statistics import LEVEL, corrected_resampled_t, holm, paired_t
from catviz.classification.on_encodings import LOGISTIC, TREE
from catviz.published.tables import CODES, Run
from catviz.registry import method
from catviz.table.categorical import CategoricalTable

TEST_SIZE = 0.5
#: The run all others are held against.
OURS = f"MTDLE, {LOGISTIC}"


class _IntegerCodes(TransformerMixin, BaseEstimator):
    """Each column as one number: the place of the value among the column's values, missing last."""

    def fit(self, X: CategoricalTable, y: object = None) -> _IntegerCodes:
        """Nothing is learned."""
        return self

    def transform(self, X: CategoricalTable) -> np.ndarray:
        """(n, d) codes."""
        return X.codes.astype(float)


def coding(run: Run) -> object:
    """The unfitted coding of a run."""
    return _IntegerCodes() if run.method == CODES else method(run.method).cls(**run.parameters)


def tests(runs: pd.DataFrame) -> pd.DataFrame:
    """MTDLE's coding with logistic regression against every other run of a set.

    Parameters
    ----------
    runs : DataFrame with ``data``, ``run``, ``repeat`` and ``accuracy``

    Returns
    -------
    DataFrame with ``data``, ``run``, ``difference`` (in points, positive where MTDLE is better), ``naive_p``,
    ``corrected_p``, and ``holm_p``, corrected for all tests of the frame too
    """
    lines = []
    for name, of_set in runs.groupby("data", sort=False):
        wide = 100 * of_set.pivot(index="repeat", columns="run", values="accuracy")[list(of_set["run"].unique())]
        ours = wide.pop(OURS)
        for run, theirs in wide.items():
            naive, corrected = paired_t(ours, theirs), corrected_resampled_t(ours, theirs, TEST_SIZE)
            lines.append((name, run, naive.difference, naive.p, corrected.p))
    pairs = pd.DataFrame(lines, columns=["data", "run", "difference", "naive_p", "corrected_p"])
    return pairs.assign(holm_p=holm(pairs["corrected_p"]))


def further(runs: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """What the paper's table does not hold: codings under tuned classifiers, and both tests.

    Of each data set, the splits that all of these runs have.

    Returns
    -------
    dict of heading to DataFrame of text, runs by data sets
    """
    runs = _common(runs)
    grouped = runs.assign(accuracy=100 * runs["accuracy"]).groupby(["data", "run"], sort=False)["accuracy"]
    means = grouped.agg(["mean", "std"]).reset_index()
    means["text"] = [f"{m:.2f} ± {s:.2f}" for m, s in zip(means["mean"], means["std"], strict=True)]
    tables = {"Accuracy of codings under tuned classifiers, in %, mean ± standard deviation": _runs_by_data(means)}
    if runs["repeat"].nunique() > 1:
        tested = tests(runs)
        tested["text"] = [f"{d:+.2f} ({p:.2g}, {q:.2g})" for _, _, d, p, q, _ in tested.itertuples(index=False)]
        corrected, uncorrected = (int((tested[p] <= LEVEL).sum()) for p in ("holm_p", "corrected_p"))
        tables[
            f"{OURS} against each, in points: difference (p of the paired t-test, which takes splits that share rows "
            "for independent; p of the corrected resampled t-test of Nadeau and Bengio, which does not). By the latter "
            f"{corrected} of {len(tested)} differences are significant at 5 % (Holm-corrected; {uncorrected} "
            "uncorrected)"
        ] = _runs_by_data(tested)
    return tables


def _common(runs: pd.DataFrame) -> pd.DataFrame:
    """Runs of tuned classifiers on the splits that all have."""
    tuned = runs[runs["run"].str.endswith((LOGISTIC, TREE)) & ~runs["run"].str.startswith(CODES)]
    ends = tuned.groupby(["data", "run"])["repeat"].max().groupby("data").min()
    return tuned[tuned["repeat"] <= tuned["data"].map(ends)]


def _runs_by_data(cells: pd.DataFrame) -> pd.DataFrame:
    wide = cells.pivot(index="run", columns="data", values="text")
    return wide.loc[cells["run"].unique(), cells["data"].unique()].fillna("–").reset_index()
