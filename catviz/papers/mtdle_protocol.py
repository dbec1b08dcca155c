"""MTDLE's Table 3 (Zhang et al. 2015, section 6): the codings and classifiers of its protocol, and what runs show."""

from __future__ import annotations

import numpy as np
import pandas as pd
import sklearn
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.fixes import parse_version

from catviz.analysis.statistics import corrected_resampled_t, holm, paired_t
from catviz.papers.published.layout import Run
from catviz.papers.published.mtdle import CODES as CODES
from catviz.papers.published.mtdle import LOGISTIC as LOGISTIC
from catviz.papers.published.mtdle import PLAIN_LOGISTIC, PLAIN_TREE
from catviz.papers.published.mtdle import TREE as TREE
from catviz.registry import method
from catviz.table.categorical import CategoricalTable

TEST_SIZE, LEVEL = 0.5, 0.05
OURS = f"MTDLE, {LOGISTIC}"
"""The run all others are held against."""


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


def classifiers() -> dict[str, tuple[object, list[dict]]]:
    """The two classifiers and the grids their parameters are chosen from, and both as scikit-learn has them.

    Logistic regression is fitted by liblinear, one class against the rest, to liblinear's own tolerance; strong
    penalties stand first, so that they are taken where others do no better. Of the 16 pairs of tree parameters those
    with min_samples_split below 2 min_samples_leaf are left out, since they grow the same trees as the next ones.
    """
    # scikit-learn 1.8 renamed the choice of penalty
    new = parse_version(sklearn.__version__) >= parse_version("1.8")
    penalties = {"estimator__l1_ratio": [1, 0]} if new else {"estimator__penalty": ["l1", "l2"]}
    logistic = OneVsRestClassifier(LogisticRegression(solver="liblinear", tol=0.01, max_iter=1000, random_state=0))
    splits = {1: [2, 4, 6, 8], 2: [4, 6, 8], 3: [6, 8], 4: [8]}
    return {
        LOGISTIC: (logistic, [{"estimator__C": [0.1, 1, 10, 100, 1000], **penalties}]),
        TREE: (
            DecisionTreeClassifier(criterion="gini", random_state=0),
            [{"min_samples_leaf": [leaf], "min_samples_split": values} for leaf, values in splits.items()],
        ),
        PLAIN_LOGISTIC: (LogisticRegression(C=1.0, max_iter=1000, random_state=0), [{}]),
        PLAIN_TREE: (DecisionTreeClassifier(criterion="gini", random_state=0), [{}]),
    }


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
    found = pd.DataFrame(lines, columns=["data", "run", "difference", "naive_p", "corrected_p"])
    return found.assign(holm_p=holm(found["corrected_p"]))


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
    found = {"Accuracy of codings under tuned classifiers, in %, mean ± standard deviation": _wide(means)}
    if runs["repeat"].nunique() > 1:
        tested = tests(runs)
        tested["text"] = [f"{d:+.2f} ({p:.2g}, {q:.2g})" for _, _, d, p, q, _ in tested.itertuples(index=False)]
        corrected, uncorrected = (int((tested[p] <= LEVEL).sum()) for p in ("holm_p", "corrected_p"))
        found[
            f"{OURS} against each, in points: difference (p of the paired t-test, which takes splits that share rows "
            "for independent; p of the corrected resampled t-test of Nadeau and Bengio, which does not). By the latter "
            f"{corrected} of {len(tested)} differences are significant at 5 % (Holm-corrected; {uncorrected} "
            "uncorrected)"
        ] = _wide(tested)
    return found


def _common(runs: pd.DataFrame) -> pd.DataFrame:
    """Runs of tuned classifiers on the splits that all have."""
    tuned = runs[runs["run"].str.endswith((LOGISTIC, TREE)) & ~runs["run"].str.startswith(CODES)]
    ends = tuned.groupby(["data", "run"])["repeat"].max().groupby("data").min()
    return tuned[tuned["repeat"] <= tuned["data"].map(ends)]


def _wide(cells: pd.DataFrame) -> pd.DataFrame:
    wide = cells.pivot(index="run", columns="data", values="text")
    return wide.loc[cells["run"].unique(), cells["data"].unique()].fillna("–").reset_index()
