"""Rules for given labels: worked tables, every question against chi-squared from the rows, labels, weights, limits."""

import re

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame
from scipy.stats import chi2_contingency

import catviz
from catviz.clustering import questions

ZOO = catviz.load_dataset("zoo")


def lines(found):
    return [tuple(line) for line in found.rules[["label", "right", "rows"]].to_numpy().tolist()]


@pytest.mark.parametrize(
    ("data", "expected", "accuracy"),
    [
        ("zoo", {("mammal", 41, 41), ("bird", 20, 20), ("invertebrate", 10, 18), ("reptile", 5, 9)}, 89 / 101),
        ("voting", {("democrat", 253, 258), ("republican", 163, 177)}, 416 / 435),
        ("mushroom", {("edible", 3408, 3528), ("edible", 512, 548), ("poisonous", 3760, 3856)}, 7872 / 8124),
        ("soybean_small", {("charcoal-rot", 10, 10), ("phytophthora-rot", 17, 17)}, 1),
    ],
)
def test_worked_tables(data, expected, accuracy):
    table = catviz.load_dataset(data)
    found = catviz.rules(table, table.target)
    assert expected <= set(lines(found)) and found.accuracy == pytest.approx(accuracy, abs=1e-12)
    assert found.rules["rows"].sum() == found.n_rows == table.n_rows
    assert (found.predict(table) == table.target).mean() == pytest.approx(accuracy, abs=1e-12)


def test_a_rule_in_words():
    table = catviz.load_dataset("mushroom")
    text = str(catviz.rules(table, table.target))
    assert "odor = none: edible, 3,408 of 3,528 rows\n" in text
    assert "odor ≠ none, stalk_root ≠ club, stalk_root = rooted: edible" not in text
    assert "odor ≠ none, stalk_root = rooted: edible, 192 of 192 rows" in text
    assert re.search(r"\b7,872 of 8,124 rows \(96\.9\u00a0%\).* 51\.8\u00a0%", text)
    assert "no rule for: insect, amphibian." in catviz.rules(ZOO, ZOO.target).conclusion()


def chi2_of(frame, side, y):
    table = pd.crosstab(side, y).to_numpy()
    found = chi2_contingency(table, correction=False)
    if table.shape == (2, 2) and found.expected_freq.min() < 5:
        found = chi2_contingency(table, correction=True)
    return found.statistic, found.pvalue


def best_question(frame, y, fewest):
    """``(chi-squared, p)`` of the best question, from the rows; zeros where there is none."""
    best = 0.0, 1.0
    for column in frame:
        for value in frame[column].unique():
            side = frame[column] == value
            if min(side.sum(), (~side).sum()) >= fewest and y.nunique() > 1:
                best = max(best, chi2_of(frame, side, y))
    return best


@pytest.mark.parametrize("seed", range(2))
def test_the_rows_that_are_split_best_are_split_first(seed):
    frame = dependent_frame(90, (3, 2, 3), seed=seed, missing=0.05).fillna("(missing)")
    y = (frame["a0"] + frame["a1"]).where(np.arange(90) % 5 > 0, "other")
    Q, leaves, used = frame.nunique().sum(), [frame.index], 0
    while len(leaves) < 6:
        scores = [best_question(frame.loc[i], y[i], 3) for i in leaves]
        chi2, p = max(scores)
        if p > 0.01 / Q:
            break
        rows, used = leaves.pop([s[0] for s in scores].index(chi2)), used + 1
        own = frame.loc[rows]
        side = next(
            own[c] == v
            for c in frame
            for v in own[c].unique()
            if chi2 == pytest.approx(chi2_of(own, own[c] == v, y[rows])[0] if own[c].nunique() > 1 else 0)
        )
        leaves += [rows[side], rows[~side]]
    right = sum(y[rows].value_counts().max() for rows in leaves)
    found = catviz.rules(frame, y, max_rules=6)
    assert used > 1 and found.rules["right"].sum() == right and len(found.rules) <= len(leaves)


def test_neighbouring_rules_of_one_label_are_joined():
    found = catviz.rules(catviz.load_dataset("voting"), catviz.load_dataset("voting").target)
    assert found.rules["rule"].tolist() == ["physician_fee_freeze ≠ yes", "physician_fee_freeze = yes"]


def test_answers_that_follow_from_others_are_left_out():
    book = catviz.CategoricalTable.from_pandas(pd.DataFrame({"x": [*"abc"]})).codebook
    Asked = questions.Asked
    nodes = [Asked(0, "", 0, 0, -1), Asked(1, "=", -1, -1, 0), Asked(1, "not", 0, 1, -1)]
    nodes += [Asked(3, "=", -1, -1, 1), Asked(3, "not", -1, -1, 2)]
    assert questions.in_words(nodes, book) == ["x = a", "x = b", "x ≠ a, x ≠ b"]
    assert questions.led(nodes, np.array([[0], [1], [2], [3]])).tolist() == [0, 1, 2, 2]


def test_labels_of_any_type_and_unknown_ones():
    numbers = pd.factorize(ZOO.target)[0] + 1
    found = catviz.rules(ZOO, numbers)
    assert found.predict(ZOO).dtype.kind == "i" and found.accuracy == pytest.approx(89 / 101)
    some = ZOO.target.copy()
    some[:30] = None
    assert catviz.rules(ZOO, some).n_rows == 71
    assert catviz.rules(ZOO[30:], some[30:]).rules.equals(catviz.rules(ZOO, some).rules)


def test_one_label_has_one_rule_for_all_rows():
    found = catviz.rules(ZOO, ["all"] * 101)
    assert found.rules[["rule", "rows", "share"]].values.tolist() == [["all rows", 101, 1.0]]
    unrelated = catviz.rules(ZOO, np.random.default_rng(0).integers(0, 2, 101))
    assert unrelated.rules["rule"].tolist() == ["all rows"] and len(unrelated.left_out) == 1


def test_names_order_of_rows_and_constant_columns_change_nothing():
    frame = dependent_frame(120, (3, 2, 4), seed=2, missing=0.05)
    y = frame["a0"].fillna("?") + frame["a2"].fillna("?")
    labels = catviz.rules(frame, y).predict(frame)
    names = dict(zip("pqrs", "zwyx", strict=True))
    renamed = frame.replace(names)
    assert (catviz.rules(renamed, y).predict(renamed) == labels).all()
    assert (catviz.rules(frame[::-1], y[::-1]).predict(frame) == labels).all()
    wider = frame.assign(same="x")
    assert (catviz.rules(wider, y).predict(wider) == labels).all()


def test_weights_count_rows():
    frame = dependent_frame(60, (3, 2, 4), seed=3)
    y, weights = frame["a0"] + frame["a1"], np.random.default_rng(0).integers(0, 4, 60)
    repeated = frame.index.repeat(weights)
    found = catviz.rules(frame, y, sample_weight=weights)
    assert found.rules.equals(catviz.rules(frame.loc[repeated], y[repeated]).rules)
    fractional = catviz.rules(frame, y, sample_weight=weights / 2 + 0.25)
    assert "by weight" in str(fractional) and fractional.rules["rows"].dtype == float
    assert fractional.accuracy <= 1


def test_a_value_never_seen_differs_from_all():
    frame = dependent_frame(200, (3, 4, 3), seed=1)
    found = catviz.rules(frame, frame["a1"])
    other = pd.DataFrame([["never"] * 3], columns=frame.columns)
    (last,) = found.rules.loc[~found.rules["rule"].str.contains(" = "), "label"]
    assert found.predict(other).tolist() == [last]


def test_fewer_rules_and_larger_ones():
    assert len(catviz.rules(ZOO, ZOO.target, max_rules=3).rules) == 3
    assert [catviz.rules(ZOO, ZOO.target, max_rules=most).complete for most in (3, 4, 5, 6)] == [
        False,
        False,
        True,
        True,
    ]
    assert len(catviz.rules(ZOO, ZOO.target, max_rules=1).rules) == 1
    assert catviz.rules(ZOO, ZOO.target, min_rows=15).rules["rows"].min() >= 15


@pytest.mark.parametrize(
    ("labels", "given", "message"),
    [
        ([1, 2], {}, "label .* 101 rows"),
        ([None] * 101, {}, "no row has"),
        (ZOO.target, {"max_rules": 0}, "max_rules=0"),
        (ZOO.target, {"min_rows": 1.5}, "min_rows=1.5"),
    ],
)
def test_what_is_refused(labels, given, message):
    with pytest.raises(ValueError, match=message):
        catviz.rules(ZOO, labels, **given)


def test_counts_that_would_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr("catviz.table.sizes.MOST_BYTES", 1000)
    with pytest.raises(ValueError, match="values and labels"):
        catviz.rules(ZOO.select(["hair"]), np.arange(101))
