"""What goes with an outcome: against SciPy and FactoMineR's definitions by brute force, with weights, from counts."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency, false_discovery_control, hypergeom, norm

import catviz
from catviz.analysis import outcome
from catviz.analysis.design_effect import SURVEYED
from catviz.analysis.independence import WEIGHTED
from catviz.analysis.statistics import holm
from catviz.table.association import corrected_cramers_v


@pytest.fixture(scope="module")
def zoo():
    return catviz.load_dataset("zoo")


def test_columns_are_ranked_by_corrected_v_with_holms_p(zoo):
    frame, found = (
        zoo.to_pandas().assign(**{"class": zoo.target}),
        catviz.outcome(zoo, "milk").columns.set_index("column"),
    )
    assert set(found.index) == {*zoo.attributes, "class"} - {"milk"} and (np.diff(found["v"]) <= 0).all()
    for name, line in found.iterrows():
        joint = pd.crosstab(frame["milk"].astype(str), frame[name].astype(str)).to_numpy()
        theirs = chi2_contingency(joint, correction=False)
        assert (line["chi2"], line["df"]) == (pytest.approx(theirs.statistic), theirs.dof)
        assert line["v"] == pytest.approx(corrected_cramers_v(joint)) and line["n"] == 101
        if line["test"] == "chi-squared":
            assert line["p"] == pytest.approx(theirs.pvalue) and theirs.expected_freq.min() >= 5
    assert (found["adjusted_p"] == holm(found["p"])).all()
    assert (found["significant"] == (found["adjusted_p"] <= 0.05)).all()


def test_an_outcome_of_too_many_pairs_of_values_is_refused_before_it_is_counted(monkeypatch):
    frame = pd.DataFrame({"id": [f"i{i}" for i in range(40)], "a": list("uvwx") * 10, "b": list("pq") * 20})
    monkeypatch.setattr(outcome, "MOST_PAIRS", 40 * 6 - 1)
    table = catviz.CategoricalTable.from_pandas(frame)
    for data in (frame, catviz.count(table)):
        with pytest.raises(ValueError, match="'id' has 40 values, .* 6: .* 240 pairs"):
            catviz.outcome(data, "id")
        assert len(catviz.outcome(data, "a").values) == 4 * 42
    monkeypatch.setattr(outcome, "MOST_PAIRS", 40 * 6)
    assert len(catviz.outcome(table, "id").values) == 240


def test_values_are_what_catdes_lists(zoo):
    """Shares, p and test value by FactoMineR's formulas."""
    frame = zoo.to_pandas().astype(str).assign(kind=zoo.target)
    found = catviz.outcome(zoo)
    assert found.column == "class" and len(found.groups) == 7
    for line in found.values.sample(60, random_state=0).itertuples():
        group, has = frame["kind"] == line.group, frame[line.column] == line.value
        both, n = (group & has).sum(), len(frame)
        assert (found.values.loc[line.Index, "count"], line.n) == (both, has.sum())
        assert line.group_share == pytest.approx(both / has.sum())
        assert line.value_share == pytest.approx(both / group.sum())
        assert line.overall_share == pytest.approx(has.mean())
        draw = hypergeom(n, has.sum(), group.sum())
        p = 2 * min(draw.cdf(both), draw.sf(both - 1)) - draw.pmf(both)
        more = both / group.sum() > has.mean()
        assert line.v == pytest.approx((1 if more else -1) * norm.isf(p / 2), abs=1e-9)
        assert np.isnan(line.p) == (has.sum() < 5) and (has.sum() < 5 or line.p == pytest.approx(p))
    for _, own in found.values.groupby("group"):
        assert (np.diff(own["v"]) <= 0).all()


#: What catdes prints of FactoMineR's tea data, FactoMineR#16: value: rows with it, of them in a group of 38; p, v.
PRINTED = {
    "SPC=non-worker": (64, 36, 1.407e-26, 10.670),
    "Tea=black": (74, 18, 1.190e-03, 3.241),
    "How=other": (9, 4, 1.958e-02, 2.334),
    "SPC=middle": (40, 1, 2.579e-02, -2.229),
}


@pytest.mark.parametrize(("m", "both", "p", "v"), PRINTED.values(), ids=PRINTED)
def test_values_are_what_catdes_prints(m, both, p, v):
    value = ["v"] * both + ["w"] * (38 - both) + ["v"] * (m - both) + ["w"] * (300 - 38 - m + both)
    frame = pd.DataFrame({"group": ["g"] * 38 + ["h"] * 262, "x": value})
    found = catviz.outcome(frame, "group").values.query("group == 'g' and value == 'v'").iloc[0]
    assert found["v"] == pytest.approx(v, abs=5e-4) and found["p"] == pytest.approx(p, rel=1e-3)


def exact_p(values, n, groups):
    """Twice the smaller tail of each line of `Outcome.values`."""
    sizes = values["group"].map(pd.Series(groups).value_counts())
    draw = hypergeom(n, values["n"], sizes)
    return np.minimum(1, 2 * np.minimum(draw.cdf(values["count"]), draw.sf(values["count"] - 1)))


def test_values_are_corrected_within_columns_that_are_significant(zoo):
    columns = catviz.outcome(zoo).columns.set_index("column")
    values, groups = catviz.outcome(zoo).values, zoo.target
    m, s = columns["p"].notna().sum(), columns["significant"].sum()
    assert 0 < s <= m and (values["significant"] == (values["q"] <= 0.05)).all()
    for name, own in values[values["p"].notna()].groupby("column"):
        within = false_discovery_control(exact_p(own, 101, groups)) * m / s
        expected = np.clip(within, columns.loc[name, "adjusted_p"], 1)
        assert own["q"].to_numpy() == pytest.approx(expected)


def two_by_two(seed, n=80, d=6, effect=0.3):
    """An outcome of two values, columns of two values, half of them related to it."""
    rng = np.random.default_rng(seed)
    sold = rng.random(n) < 0.4
    shares = [np.where(sold, 0.3 + effect, 0.3) if r % 2 else 0.3 for r in range(d)]
    frame = pd.DataFrame({f"c{r}": np.where(rng.random(n) < shares[r], "yes", "no") for r in range(d)})
    return frame.assign(sold=np.where(sold, "yes", "no"))


def test_a_table_of_two_by_two_has_one_verdict():
    """Until then, Holm on the column and Benjamini-Hochberg on its values often disagreed about one test."""
    marked = 0
    for seed in range(40):
        found = catviz.outcome(two_by_two(seed), "sold")
        columns = found.columns.set_index("column")
        assert set(columns["df"]) == {1}
        for line in found.values[found.values["p"].notna()].itertuples():
            p, adjusted = columns.loc[line.column, ["p", "adjusted_p"]]
            assert line.q == pytest.approx(min(1, max(adjusted, p * 6 / max(columns["significant"].sum(), 1))))
            assert line.significant == columns.loc[line.column, "significant"], (seed, line)
            marked += line.significant
    assert marked > 50


def test_no_value_is_marked_in_a_column_that_is_not_significant():
    for seed in range(10):
        rng = np.random.default_rng(seed)
        frame = two_by_two(seed).assign(many=rng.integers(0, 9, 80).astype(str), few=rng.choice(list("abc"), 80))
        found = catviz.outcome(frame, "sold")
        related = set(found.columns.loc[found.columns["significant"], "column"])
        assert set(found.values.loc[found.values["significant"], "column"]) <= related


def test_missing_cells_are_marked_apart_from_the_values_of_their_column():
    """The test of the column leaves out missing cells, so it cannot speak for them."""
    frame = two_by_two(0, n=200, effect=0.0)
    frame.loc[(frame["sold"] == "yes") & (np.arange(200) % 3 == 0), "c0"] = None
    found = catviz.outcome(frame, "sold")
    missing = found.values[found.values["value"] == "(missing)"]
    assert not found.columns["significant"].any() and missing["significant"].all()
    assert missing["q"].to_numpy() == pytest.approx(exact_p(missing, 200, frame["sold"]))
    assert not found.values.loc[found.values["value"] != "(missing)", "significant"].any()


def test_counts_and_rows_give_the_same(zoo):
    counts = catviz.count(zoo)
    one, other = catviz.outcome(replace(zoo, target=None), "legs"), catviz.outcome(counts, "legs")
    pd.testing.assert_frame_equal(one.columns, other.columns)
    pd.testing.assert_frame_equal(one.values, other.values)


def test_rows_without_an_outcome_are_left_out_and_missing_is_a_value():
    frame = pd.DataFrame({"a": ["x", "y", None, "x"] * 5, "b": ["u", "v", "v", None] * 5})
    for found in (catviz.outcome(frame, "b"), catviz.outcome(catviz.count(frame), "b")):
        assert found.n_rows == 15 and found.groups == ("u", "v")
        assert set(found.values["value"]) == {"x", "y", "(missing)"}
        line = found.values.query("group == 'v' and value == 'y'").iloc[0]
        assert (line["count"], line["n"], line["group_share"], line["value_share"]) == (5, 5, 1, 0.5)


def test_an_outcome_that_is_missing_in_every_row_is_named():
    frame = pd.DataFrame({"a": list("xyxyxy"), "k": pd.Series([None] * 6, dtype=object)})
    half = pd.DataFrame({"a": list("xyxyxy"), "k": ["u", "v", None, None, None, None], "w": [0, 0, 1, 1, 1, 1]})
    table = catviz.CategoricalTable.from_pandas
    weighted = table(half, weights="w")
    for data in (frame, table(frame), catviz.count(frame), weighted, catviz.count(weighted), frame[["k"]]):
        with pytest.raises(outcome.NothingRanked, match="column 'k' is missing in every row"):
            catviz.outcome(data, "k")
    with pytest.raises(outcome.NothingRanked, match="column 'k' is missing in every row"):
        catviz.outcome(table(frame, target="k"))
    of_other = catviz.outcome(frame, "a")
    assert of_other.columns["p"].isna().all() and not of_other.values["significant"].any()


def test_repeated_rows_and_whole_weights_are_the_same(zoo):
    weights = np.arange(101) % 4
    weighted = catviz.outcome(catviz.CategoricalTable(zoo.codes, zoo.codebook, weights=weights), "milk")
    repeated = catviz.outcome(replace(zoo, target=None)[np.repeat(np.arange(101), weights)], "milk")
    pd.testing.assert_frame_equal(weighted.columns, repeated.columns)
    pd.testing.assert_frame_equal(weighted.values, repeated.values)


def test_the_scale_of_fractional_weights_does_not_matter_and_n_is_effective(zoo):
    weights = np.linspace(0.2, 1.8, 101)
    tables = [catviz.CategoricalTable(zoo.codes, zoo.codebook, weights=w) for w in (weights, 7.3 * weights)]
    one, other = (catviz.outcome(table, "milk") for table in tables)
    assert one.columns["v"].to_numpy() == pytest.approx(other.columns["v"].to_numpy())
    assert one.n_rows == pytest.approx(weights.sum() ** 2 / (weights**2).sum()) and one.n_rows < 101


def test_a_small_group_of_large_fractional_weights_makes_no_column_significant():
    """One effective number of rows does not hold for both groups: tests that took it would claim in most tables."""
    rng = np.random.default_rng(0)
    weights = np.r_[np.full(50, 6.1), np.full(1000, 1.1)]
    frame = pd.DataFrame(rng.integers(0, 3, (1050, 6)).astype(str)).add_prefix("c")
    frame = frame.assign(group=np.repeat(["A", "B"], [50, 1000]), w=weights)
    table = catviz.CategoricalTable.from_pandas(frame, weights="w")
    of_rows, of_counts = (catviz.outcome(data, "group") for data in (table, catviz.count(table)))
    for found in (of_rows, of_counts):
        assert not found.columns["significant"].any() and not found.values["significant"].any()
    assert (of_rows.columns["test"] == SURVEYED).all() and of_rows.columns["p"].notna().all()
    assert of_counts.columns["p"].isna().all() and of_counts.values["p"].isna().all()
    assert (of_counts.columns["test"] == WEIGHTED).all() and (of_counts.columns["v"] >= 0).all()


def test_a_value_that_only_rows_of_no_weight_have_does_not_count():
    frame = pd.DataFrame({"a": list("xxyyz"), "b": list("uvuvu"), "w": [2, 1, 1, 2, 0]})
    found = catviz.outcome(catviz.CategoricalTable.from_pandas(frame, weights="w"), "b")
    pd.testing.assert_frame_equal(
        found.columns, catviz.outcome(catviz.CategoricalTable.from_pandas(frame[:4], weights="w"), "b").columns
    )


def test_counts_of_fractional_weights_that_are_whole_by_chance_are_not_tested():
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("uuvv"), "c": list("pqpq"), "w": [0.5, 1.5, 1.5, 0.5]})
    table = catviz.CategoricalTable.from_pandas(frame, weights="w")
    assert np.isnan(catviz.crosstab(table, "a", "b").test.p) and np.isnan(catviz.crosstab(table, "a", "c").test.p)


def test_an_outcome_that_is_not_there_is_refused():
    frame = pd.DataFrame({"a": ["x", "y", "x"], "b": ["u", "u", "u"]})
    with pytest.raises(ValueError, match="in every row"):
        catviz.outcome(frame, "b")
    with pytest.raises(ValueError, match="no known classes"):
        catviz.outcome(frame)
    with pytest.raises(ValueError, match="no column 'c'"):
        catviz.outcome(frame, "c")
    with pytest.raises(ValueError, match="no known classes"):
        catviz.outcome(catviz.count(frame))
    with pytest.raises(ValueError, match="'columns' or 'values'"):
        catviz.outcome(frame, "a").to_frame("rows")


def test_a_constant_column_is_listed_and_not_tested():
    frame = pd.DataFrame({"a": ["x", "y"] * 10, "b": ["u"] * 20, "c": ["x", "y"] * 10})
    found = catviz.outcome(frame, "a").columns.set_index("column")
    assert np.isnan(found.loc["b", "p"]) and not found.loc["b", "significant"]
    assert found.loc["c", "adjusted_p"] == found.loc["c", "p"] < 0.001


def giving_away(n=400):
    """An outcome of two groups with a copy, a consequence of several values, a close relative, an id and a coin."""
    rng = np.random.default_rng(0)
    churned = rng.random(n) < 0.3
    reason = np.where(churned, rng.choice(["price", "moved", "other"], n), None)
    near = np.where(np.arange(n) == int(np.flatnonzero(churned)[0]), ~churned, churned)
    return pd.DataFrame(
        {
            "churned": np.where(churned, "yes", "no"),
            "status": np.where(churned, "closed", "open"),
            "reason": reason,
            "near": np.where(near, "a", "b"),
            "customer": [f"c{i}" for i in range(n)],
            "coin": rng.choice(["heads", "tails"], n),
        }
    )


def test_columns_that_give_the_outcome_away_are_named():
    frame = giving_away()
    found = catviz.outcome(frame, "churned")
    assert found.determining == ("status", "reason"), "not an id, nor a column that is wrong in one row"
    assert catviz.outcome(catviz.count(catviz.CategoricalTable.from_pandas(frame)), "churned").determining == (
        "status",
        "reason",
    )
    assert catviz.outcome(frame, "reason").determining == (), "the outcome says more than the column"
    assert not catviz.outcome(frame, "coin").determining


def test_untested_columns_give_the_outcome_away_if_they_have_few_values():
    frame = giving_away().assign(w=np.linspace(0.5, 1.5, 400))
    table = catviz.CategoricalTable.from_pandas(frame, weights="w")
    assert catviz.outcome(table, "churned").determining == ("status", "reason")


def test_a_copy_is_handed_out(zoo):
    found = catviz.outcome(zoo, "milk")
    mine = found.to_frame()
    mine["v"] = 0
    assert found.columns["v"].max() > 0.9 and len(found.to_frame("values")) == len(found.values)


def test_known_classes_are_a_column_like_any_other(zoo):
    found = catviz.outcome(zoo, "milk").columns
    assert "class" in set(found["column"]) and found.loc[0, "column"] == "class"
    assert catviz.crosstab(zoo, "class", "milk").counts.shape == (7, 2)
    assert catviz.frequencies(zoo, "class")["n"].sum() == 101


def test_a_missing_cell_does_not_lower_the_association_of_its_column():
    """With missing as a value, a column of two values has a larger table, and a smaller V."""
    rng = np.random.default_rng(0)
    health = rng.integers(0, 5, 600)
    ill = np.where(rng.random(600) < 0.2 + 0.12 * health, "yes", "no").astype(object)
    whole = catviz.outcome(pd.DataFrame({"health": health.astype(str), "ill": ill}), "health").columns.iloc[0]
    ill[[5, 77]] = None
    frame = pd.DataFrame({"health": health.astype(str), "ill": ill})
    found = catviz.outcome(frame, "health").columns.iloc[0]
    assert found["v"] == pytest.approx(whole["v"], abs=0.01) and (found["n"], found["df"]) == (598, 4)
    assert catviz.crosstab(frame, "ill", "health").test.v == pytest.approx(found["v"])
    counted = catviz.outcome(catviz.count(frame), "health").columns.iloc[0]
    assert (counted["v"], counted["n"]) == (pytest.approx(found["v"]), 598)


def test_the_association_without_values_of_few_rows_is_that_of_the_other_rows():
    table = catviz.load_dataset("lymphography")
    found = catviz.outcome(table)
    frame = table.to_pandas().astype(str)
    for column in found.columns["column"]:
        crossed = pd.crosstab(table.target, frame[column])
        kept = crossed.loc[crossed.sum(axis=1) >= 5, crossed.sum() >= 5]
        v, left_out = found.without_rare(column)
        assert v == pytest.approx(corrected_cramers_v(kept.to_numpy())) and left_out == 148 - kept.to_numpy().sum()
    strongest = found.columns.iloc[0]
    v, left_out = found.without_rare(strongest["column"])
    assert strongest["v"] > 0.6 and v < 0.1 and left_out < 10, "six of 148 rows make the strongest column"
