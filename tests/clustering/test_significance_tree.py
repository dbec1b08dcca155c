"""Clusters as rules: worked p values, the published tables, every node recomputed row by row, new rows, limits."""

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from scipy.stats import binom, chi2_contingency, norm

import catviz
from catviz.clustering.significance_tree import SignificanceTree


def halves():
    return pd.DataFrame({a: ["0"] * 10 + ["1"] * 10 for a in "abcd"})


def test_two_halves_are_two_clusters():
    tree = SignificanceTree().fit(halves())
    root = tree.tree_.iloc[0]
    assert root["statistic"] == 6 and root["p"] == pytest.approx(2.75221e-11, rel=5e-6)
    assert tree.labels_.tolist() in ([0] * 10 + [1] * 10, [1] * 10 + [0] * 10) and tree.n_clusters_ == 2
    root = SignificanceTree("chi2").fit(halves()).tree_.iloc[0]
    assert root["p"] == pytest.approx(5.878230727906921e-13, rel=1e-12)
    assert root["log10_p"] == pytest.approx(np.log10(root["p"]))


@pytest.mark.parametrize(
    ("data", "column", "value", "s", "p"),
    [("zoo", "legs", "4", 22, 3.318406448e-35), ("voting", "physician_fee_freeze", "yes", 29, 9.596873899e-46)],
)
def test_the_first_question_of_a_data_set(data, column, value, s, p):
    root = SignificanceTree().fit(catviz.load_dataset(data)).tree_.iloc[0]
    assert root[["column", "value", "statistic"]].tolist() == [column, value, s]
    assert root["p"] == pytest.approx(p, rel=1e-9)


#: Purity, F and number of clusters as published; of SigTree the numbers are ours.
PUBLISHED = {
    ("binomial", "zoo"): (0.802, 0.685, 6),
    ("binomial", "voting"): (0.956, 0.569, 6),
    ("binomial", "soybean_small"): (1, 1, 4),
    ("binomial", "hayes_roth"): (0.485, 0.436, 2),
    ("binomial", "lymphography"): (0.723, 0.475, 5),
    ("binomial", "balance_scale"): (0.590, 0.557, 2),
    ("binomial", "breast_cancer_wisconsin"): (0.911, 0.719, 5),
    ("binomial", "tic_tac_toe"): (0.721, 0.419, 5),
    ("binomial", "car"): (0.700, 0.552, 2),
    ("chi2", "zoo"): (0.871, 0.887, 6),
    ("chi2", "voting"): (0.917, 0.512, 11),
    ("chi2", "soybean_small"): (1, 1, 4),
    ("chi2", "breast_cancer_wisconsin"): (0.931, 0.747, 8),
    ("chi2", "tic_tac_toe"): (0.793, 0.155, 17),
}


@pytest.mark.parametrize(("test", "data"), PUBLISHED)
def test_published_tables_are_reproduced_to_their_digits(test, data):
    table = catviz.load_dataset(data)
    tree = SignificanceTree(test, force_root=True, ties="rows").fit(table)
    scores = catviz.metrics.scores(table.target, tree.labels_)
    found = round(scores["purity"], 3), round(scores["f1"], 3), tree.n_clusters_
    assert found == pytest.approx(PUBLISHED[test, data], abs=1e-9)


@pytest.mark.parametrize("data", ["car", "balance_scale", "hayes_roth"])
def test_tables_without_a_significant_split_are_one_cluster(data):
    tree = SignificanceTree().fit(catviz.load_dataset(data))
    assert tree.n_clusters_ == 1 and tree.rules_ == ["all rows"] and not tree.labels_.any()
    if data == "hayes_roth":
        assert tree.tree_["p"][0] == pytest.approx(0.00963, abs=5e-6)


# every node, row by row


def asked_of(frame, column, value, test, Q, level=0.05):
    """``(statistic, p)`` of a question, from the rows."""
    side = (frame[column] == value).to_numpy()
    n1, n2 = side.sum(), (~side).sum()
    differing, total, freedom = 0, 0.0, 0
    for other in frame.columns.drop(column):
        for b in frame[other].unique():
            with_it = (frame[other] == b).to_numpy()
            t = with_it.mean()
            if 0 < t < 1:
                gap = with_it[side].mean() - with_it[~side].mean()
                differing += 2 * norm.sf(abs(gap) / np.sqrt(t * (1 - t) * (1 / n1 + 1 / n2))) <= level
        table = pd.crosstab(frame[other], side).to_numpy()
        if len(table) > 1:
            plain = chi2_contingency(table, correction=False)
            few = len(table) == 2 and plain.expected_freq.min() < 5
            found = chi2_contingency(table, correction=True) if few else plain
            total, freedom = total + found.statistic, freedom + found.dof
    if test == "binomial":
        return differing, binom.sf(differing - 1, Q, level)
    from scipy.stats import chi2

    return total, chi2.sf(total, freedom) if freedom else 1.0


@pytest.mark.parametrize("test", ["binomial", "chi2"])
def test_each_node_asks_the_best_question_of_its_rows(test):
    frame = dependent_frame(90, (3, 2, 3), seed=2, missing=0.05)
    tree = SignificanceTree(test, level=0.05, force_root=True).fit(frame)
    text = frame.fillna("(missing)")
    Q, at = text.nunique().sum(), {1: text}
    assert tree.n_clusters_ > 1
    for line in tree.tree_.itertuples():
        if line.parent:
            asked = tree.tree_.iloc[line.parent - 1]
            equal = at[line.parent][asked["column"]] == asked["value"]
            at[line.node] = at[line.parent][equal == (line.side == "=")]
        rows = at[line.node]
        assert len(rows) == line.rows
        few = 6 if test == "binomial" else 1
        questions = [
            asked_of(rows, c, v, test, Q)[1]
            for c in rows
            for v in rows[c].unique()
            if min((rows[c] == v).sum(), (rows[c] != v).sum()) >= few
        ]
        if len(rows) < (12 if test == "binomial" else 6) or not questions:
            assert line.column is None and line.cluster >= 0
            continue
        statistic, p = asked_of(rows, line.column, line.value, test, Q)
        assert (line.statistic, line.p) == (pytest.approx(statistic), pytest.approx(p))
        assert p <= min(questions) * (1 + 1e-6)
        allowed = 0.05 / float(Q) ** (line.node if test == "binomial" else 1)
        large = min((rows[line.column] == line.value).sum(), (rows[line.column] != line.value).sum()) >= 3
        assert (line.cluster < 0) == (large and (p <= allowed or line.node == 1))
        assert line.cluster < 0 or (tree.labels_[rows.index] == line.cluster).all()


def test_a_value_never_seen_differs_from_all():
    frame = dependent_frame(300, (3, 4, 3, 3), seed=1)
    tree = SignificanceTree().fit(frame)
    assert (tree.predict(frame) == tree.labels_).all()
    other = pd.DataFrame([["never"] * 4], columns=frame.columns)
    last = [i for i, rule in enumerate(tree.rules_) if " = " not in rule]
    assert tree.predict(other).tolist() == last and len(tree.rules_) == tree.n_clusters_ == tree.labels_.max() + 1


def test_a_constant_column_changes_nothing():
    frame = dependent_frame(150, (3, 2, 4, 2, 3), seed=2, missing=0.05)
    tree = SignificanceTree(force_root=True).fit(frame)
    wider = SignificanceTree(force_root=True).fit(frame.assign(same="x"))
    assert tree.n_clusters_ > 1 and (wider.labels_ == tree.labels_).all()


def test_a_fit_that_is_stopped_keeps_the_tree_so_far():
    with catviz.reporting(lambda step: step["node"] == 1):
        tree = SignificanceTree().fit(catviz.load_dataset("zoo"))
    assert tree.tree_["node"].tolist() == [1, 2, 3] and tree.n_clusters_ == 2
