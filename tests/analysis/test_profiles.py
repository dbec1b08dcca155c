"""Profiles of chosen rows against the hypergeometric distribution."""

import re
from math import comb

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, hypergeom, norm

import catviz
from catviz.analysis.profiles import (
    FEWEST_EXPECTED,
    cluster_profiles,
    contrast,
    most_characteristic,
    over_represented,
    profile,
    with_significance,
)
from catviz.table.categorical import CategoricalTable
from catviz.words.clusters import description, shares_in_words


def by_hand():
    """40 rows, 16 of them x; the first 20 hold 14 of the 16."""
    a = ["x"] * 14 + ["y"] * 6 + ["x"] * 2 + ["y"] * 18
    b = ["u", "v"] * 20
    return CategoricalTable.from_pandas(pd.DataFrame({"a": a, "b": b}))


def test_a_profile_by_hand():
    found = profile(by_hand(), np.arange(40) < 20).set_index(["attribute", "value"])
    x = found.loc[("a", "x")]
    assert x["count"] == 14 and x["share"] == 0.7 and x["share_all"] == 0.4 and x["lift"] == pytest.approx(1.75)
    # 14, 15 or 16 of the 16 among 20 rows drawn; half of the draws with 14 count
    ways = [comb(16, i) * comb(24, 20 - i) for i in (14, 15, 16)]
    mid_tail = (ways[0] / 2 + sum(ways[1:])) / comb(40, 20)
    assert x["v"] == pytest.approx(norm.isf(mid_tail), abs=1e-9)
    assert found.loc[("a", "y"), "v"] == pytest.approx(-x["v"])
    assert found.loc[("b", "u"), "v"] == 0 and found.loc[("b", "u"), "lift"] == 1
    assert found.index.tolist()[:2] == [("a", "x"), ("a", "y")]


def test_test_values_are_those_of_a_draw_without_replacement():
    table = catviz.load_dataset("voting")
    selected = np.flatnonzero(table.target == "democrat")
    found = profile(table, selected)
    text = table.to_pandas().astype(object).where(lambda f: f.notna(), "(missing)")
    for line in found.itertuples():
        everywhere = int((text[line.attribute] == line.value).sum())
        draw = hypergeom(len(text), everywhere, len(selected))
        assert line.count == (text[line.attribute].iloc[selected] == line.value).sum()
        tail = min(draw.cdf(line.count), draw.sf(line.count - 1)) - draw.pmf(line.count) / 2
        assert abs(line.v) == pytest.approx(norm.isf(tail)) and (line.v > 0) == (line.count > draw.mean())
        assert line.p == pytest.approx(min(1, 2 * min(draw.cdf(line.count), draw.sf(line.count - 1))))
    assert (found["v"].abs().diff().dropna() <= 0).all()


def test_test_values_are_those_of_the_outcome():
    table = catviz.load_dataset("zoo")
    of_outcome = catviz.outcome(table).values.set_index(["group", "column", "value"])["v"]
    for group in ("bird", "amphibian"):
        found = contrast(table, table.target == group).set_index(["attribute", "value"])["v"]
        np.testing.assert_allclose(found, of_outcome[group].reindex(found.index), rtol=1e-12)


def test_a_share_near_one_or_zero_is_not_rounded_to_it():
    line = pd.Series({"attribute": "a", "value": "x", "share": 0.9997, "share_all": 0.0004})
    assert said_of(shares_in_words(line)) == ("99.97\u00a0%", "a = x", "0.04\u00a0%")
    assert said_of(shares_in_words(line.replace(0.9997, 1)))[0] == "100\u00a0%"


def said_of(text):
    """The share of the rows, their value, and the share of all rows, of a sentence."""
    share = r"([\d.]+\u00a0%)"
    return re.fullmatch(rf"{share} of these .* (\w+ = \w+), .* {share} of all rows\.", text).groups()


def test_p_and_its_adjustment_by_hand():
    """20 of 40 rows drawn, 16 of the 40 carry x: counted out, how often 14 of them or more are drawn."""
    found = profile(by_hand(), np.arange(40) < 20).set_index(["attribute", "value"])
    ways = [comb(16, j) * comb(24, 20 - j) for j in (14, 15, 16)]
    p = 2 * sum(ways) / comb(40, 20)
    assert found.loc[("a", "x"), "p"] == pytest.approx(p) == pytest.approx(found.loc[("a", "y"), "p"])
    assert (found.loc["b", "p"] == 1).all()
    # four values tested, the two smallest p equal: 4 / 2 times p
    assert found.loc["a", "q"].tolist() == pytest.approx([2 * p, 2 * p]) and (found.loc["b", "q"] == 1).all()
    assert found["significant"].tolist() == [True, True, False, False]


@pytest.mark.slow
@pytest.mark.parametrize("name, rows", [("voting", 60), ("zoo", 40), ("mushroom", 2000)])
def test_rows_drawn_at_random_seldom_have_anything_significant(name, rows):
    """The claim is one per selection, however many values are tested: 5 % of random selections at most."""
    table = catviz.load_dataset(name)
    rng = np.random.default_rng(0)
    draws = [profile(table, rng.choice(len(table), rows, replace=False)) for _ in range(100)]
    assert sum(found["significant"].any() for found in draws) <= binom.ppf(0.999, 100, 0.05)


def test_fractional_weights_count_for_the_rows_they_are_worth():
    """Scaling all weights changes nothing, and unequal ones are worth fewer rows than there are."""
    frame = by_hand().to_pandas().astype(object)
    weights = np.random.default_rng(1).uniform(0.5, 2.5, 40)
    first, scaled = (
        profile(CategoricalTable.from_pandas(frame.assign(w=w), weights="w"), np.arange(20))
        for w in (weights, weights / 7)
    )
    pd.testing.assert_frame_equal(first, scaled)
    rows = weights.sum() ** 2 / (weights**2).sum()
    assert rows < 40
    x = first[(first["attribute"] == "a") & (first["value"] == "x")].iloc[0]
    assert x["share"] == pytest.approx(weights[:20][frame["a"][:20] == "x"].sum() / weights[:20].sum())
    assert first["p"].notna().all() and (first["q"] >= first["p"]).all()
    halves = CategoricalTable.from_pandas(frame.assign(w=0.5), weights="w")
    whole = profile(by_hand(), np.arange(20))
    pd.testing.assert_frame_equal(profile(halves, np.arange(20)).drop(columns="count"), whole.drop(columns="count"))


def test_clusters_are_tested_only_in_columns_that_did_not_make_them():
    table = by_hand()
    labels = np.arange(40) < 20
    described, tested = (cluster_profiles(table, labels, tested) for tested in (False, True))
    assert described["stands_out"].sum() == tested["stands_out"].sum() == 2
    rng = np.random.default_rng(0)
    zoo = catviz.load_dataset("zoo")
    random = [cluster_profiles(zoo, rng.integers(0, 2, 101), tested=True)["stands_out"].any() for _ in range(100)]
    assert sum(random) <= binom.ppf(0.999, 100, 0.05)


def test_values_expected_fewer_than_five_times_are_left_out():
    table = catviz.load_dataset("zoo")
    selected = np.arange(40)
    found = profile(table, selected)
    counts = catviz.count(table)
    expected = {v: c * 40 / 101 for v, c in zip(counts.values, np.diag(counts.matrix), strict=True)}
    kept = {v for v, e in expected.items() if e >= FEWEST_EXPECTED}
    assert set(zip(found["attribute"], found["value"], strict=True)) == kept and 0 < len(kept) < len(expected)
    four = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x"] * 10 + ["y"] * 10}))
    assert len(profile(four, np.arange(10))) == 2 and profile(four, np.arange(9)).empty


def test_a_contrast_holds_every_value_in_its_order():
    table = catviz.load_dataset("zoo")
    found = contrast(table, np.arange(40))
    assert list(zip(found["attribute"], found["value"], strict=True)) == list(catviz.count(table).values)
    kept = with_significance(found)[found["expected"] >= FEWEST_EXPECTED].drop(columns="expected")
    assert found.loc[found["expected"] < FEWEST_EXPECTED, "p"].isna().all() and len(kept) < len(found)
    columns = kept.columns.tolist()
    pd.testing.assert_frame_equal(
        kept.sort_values(columns).reset_index(drop=True),
        profile(table, np.arange(40)).sort_values(columns).reset_index(drop=True),
    )
    nobody = contrast(table, [])
    assert not nobody[["count", "share", "lift", "v", "expected"]].any(axis=None)
    np.testing.assert_array_equal(nobody["share_all"], found["share_all"])


def test_a_contrast_of_a_table_without_columns_or_rows_is_empty():
    empty = CategoricalTable.from_pandas(pd.DataFrame(index=range(5)))
    assert contrast(empty, [0]).empty and profile(empty, [0]).empty
    no_rows = by_hand()[[]]
    assert profile(no_rows, []).empty


def test_rows_are_chosen_by_mask_or_by_number():
    pd.testing.assert_frame_equal(profile(by_hand(), np.arange(40) < 20), profile(by_hand(), np.arange(20)))


def test_weights_are_repeated_rows():
    frame = by_hand().to_pandas().astype(object)
    weights = np.random.default_rng(0).integers(1, 4, 40)
    weighted = profile(CategoricalTable.from_pandas(frame.assign(w=weights), weights="w"), np.arange(20))
    rows = np.repeat(np.arange(40), weights)
    repeated = profile(CategoricalTable.from_pandas(frame.iloc[rows]), rows < 20)
    pd.testing.assert_frame_equal(weighted, repeated)


def test_missing_is_a_value_of_a_profile():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": [None] * 10 + ["y"] * 10}))
    assert profile(table, np.arange(10))["value"].tolist() == ["y", "(missing)"]


def test_all_rows_stand_out_from_nothing():
    found = profile(by_hand(), slice(None))
    assert len(found) == 4 and not found["v"].any() and (found["lift"] == 1).all()
    assert not over_represented(found).any()
    assert profile(by_hand(), []).empty


def test_the_sentence_says_what_is_over_represented():
    found = profile(by_hand(), np.arange(40) < 20)
    assert said_of(shares_in_words(found[over_represented(found)].iloc[0])) == ("70\u00a0%", "a = x", "40\u00a0%")
    other = profile(by_hand(), np.arange(40) >= 20)
    assert said_of(shares_in_words(other[over_represented(other)].iloc[0])) == ("90\u00a0%", "a = y", "60\u00a0%")


def test_the_sentence_tells_shares_apart_that_round_alike():
    for share, everywhere, said in ((0.0131, 0.0052, "1.3 0.5"), (0.004, 0.001, "0.4 0.1"), (0.62, 0.31, "62 31")):
        line = pd.Series({"attribute": "a", "value": "x", "share": share, "share_all": everywhere})
        first, last = said.split()
        assert said_of(shares_in_words(line)) == (f"{first}\u00a0%", "a = x", f"{last}\u00a0%")


def test_profiles_of_clusters_are_the_contrasts_of_each():
    table = catviz.load_dataset("zoo")
    labels = np.arange(101) % 3
    found = cluster_profiles(table, labels)
    for cluster in range(3):
        own = found[found["cluster"] == cluster].reset_index(drop=True)
        assert (own["size"] == (labels == cluster).sum()).all()
        own = own.drop(columns=["cluster", "size", "stands_out"])
        pd.testing.assert_frame_equal(own, contrast(table, labels == cluster))


def test_a_cluster_in_words_names_its_largest_excess_first():
    labels = np.where(np.arange(40) < 20, "left", "right")
    found = cluster_profiles(by_hand(), labels)
    left, right = (found[found["cluster"] == c] for c in ("left", "right"))
    assert description(left) == "a = x (14 of 20, lift 1.75)"
    assert description(right) == "a = y (18 of 20, lift 1.50)"
    assert most_characteristic(found) == [("a", "x"), ("a", "y")]
    assert most_characteristic(found, 1) == [("a", "x")] and description(left, 0) is None


def test_a_value_rare_among_all_counts_where_a_cluster_has_it_five_times():
    frame = pd.DataFrame({"a": ["x"] * 5 + ["y"] * 95, "b": ["u"] * 4 + ["v"] * 96})
    found = cluster_profiles(CategoricalTable.from_pandas(frame), np.arange(100) < 6)
    small = found[found["cluster"]]
    assert (small["expected"] < FEWEST_EXPECTED)[small["value"] == "x"].all()
    assert description(small) == "a = x (5 of 6, lift 16.7)"


def test_where_nothing_is_remarkable_the_largest_excesses_stand_in():
    table = catviz.load_dataset("toy_movie")
    found = cluster_profiles(table, np.array([0, 0, 0, 1, 1, 1]))
    values = most_characteristic(found, 4)
    assert len(values) == 4
    excess = found[found["v"] > 0].set_index(["attribute", "value"])["v"]
    assert min(excess[v].max() for v in values) >= excess.groupby(level=[0, 1]).max().nlargest(4).min() - 1e-12
    assert most_characteristic(cluster_profiles(table, np.zeros(6))) == []
