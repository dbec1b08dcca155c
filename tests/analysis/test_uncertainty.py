"""How sure distances of values are: resamples, intervals, nearest sets, orders and ellipses."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.uncertainty import FEWEST, FEWEST_OF_ELLIPSES, uncertainty
from catviz.base import CountsMethod
from catviz.table.categorical import CategoricalTable
from catviz.table.kernels import distinct_rows


def groups_of_rows(n: int, seed: int = 0) -> pd.DataFrame:
    """Three groups of rows; a and b of the first column have one distribution, c another one, d has few rows."""
    rng = np.random.default_rng(seed)
    first = rng.choice(list("abcd"), n, p=[0.35, 0.35, 0.28, 0.02])
    own = np.where(first == "c", 1, 0)
    return pd.DataFrame(
        {"first": first} | {f"x{j}": np.where(rng.random(n) < 0.6, own, rng.integers(0, 4, n)) for j in range(5)}
    )


def table(frame: pd.DataFrame) -> CategoricalTable:
    return CategoricalTable.from_pandas(frame, numeric="category")


def test_a_resample_is_a_table_whose_rows_are_drawn_with_replacement():
    data = catviz.load_dataset("lymphography")
    found = uncertainty(data, "ADM", 40, random_state=3)
    plain = replace(data, target=None)
    rows, of_rows = distinct_rows(plain.codes, plain.codebook.n_values + 1)
    drawn = np.random.default_rng(3).multinomial(len(data), np.bincount(of_rows) / len(data), size=40)
    for b in (0, 17, 39):
        again = plain[rows]
        again = replace(again, weights=drawn[b].astype(float), counting=None)
        distances = catviz.AhmadDey().fit(again).value_distances_
        for column in ("lymphatics", "changes_in_node"):
            frame = distances[column]
            labels = found.codebook.labels[found.codebook.position(column)]
            tables = pd.DataFrame(found._tables(found.codebook.position(column))[b], labels, labels)
            assert np.allclose(tables.loc[frame.index, frame.columns], frame, atol=1e-6)
            assert tables.drop(index=frame.index).isna().all(axis=None)


@pytest.mark.parametrize(("n", "other", "times", "errors"), [(150, 2, 1.8, 2.6), (60, 1, 1.8, 2.6), (60, 3, 2.4142, 3)])
def test_intervals_are_those_of_the_formula_with_a_lower_end_for_values_of_fewer_than_12_rows(n, other, times, errors):
    found = uncertainty(table(groups_of_rows(n)), "ADM")
    assert (found.support(1)[[0, other]].min() < 12) == (errors == 3)
    low, high = (table.to_numpy() for table in found.intervals("x0"))
    own, many = found.geometry.distances().tables[1][0, other], found._tables(1)[:, 0, other]
    bias, error = max(np.nanmean(many) - own, 0), np.nanstd(many, ddof=1)
    assert low[0, other] == pytest.approx(max(own - times * bias - errors * error, 0), abs=1e-4)
    assert high[0, other] == pytest.approx(own - bias + 1.95996 * error, abs=1e-4)
    assert (low >= 0).all() and (high <= 1).all()


def test_values_of_fewer_than_five_rows_have_no_interval():
    found = uncertainty(table(groups_of_rows(150)), "ADM")
    low, high = (table.to_numpy() for table in found.intervals("first"))
    assert found.support(0)[3] < FEWEST and np.isnan(low[3]).all() and np.isnan(high[:, 3]).all()
    assert np.isfinite(low[:3, :3]).all() and np.isfinite(high[:3, :3]).all()


def test_pairs_list_the_intervals():
    found = uncertainty(table(groups_of_rows(150)), "COS", 40)
    pairs, (low, high) = found.pairs("first"), found.intervals("first")
    line = pairs[(pairs["value"] == "a") & (pairs["other"] == "c")].iloc[0]
    assert len(pairs) == 6 and (line["low"], line["high"]) == (low.loc["a", "c"], high.loc["a", "c"])
    assert line["distance"] == found.pair("first", "a", "c").distance


def test_values_of_one_distribution_are_not_told_apart_and_others_are():
    found = uncertainty(table(groups_of_rows(400)), "ADM")
    same, other = found.pair("first", "a", "b"), found.pair("first", "a", "c")
    assert (
        not same.told_apart and same.low == 0 and other.is_least and not same.is_least and 0.03 < same.by_chance < 0.1
    )
    assert other.told_apart and other.p_value == pytest.approx(1 / 201) and other.low > same.high
    assert found.nearest("first", "a").possible == ("b", "d"), "d has few rows, so it could be as near"
    assert {"a", "b"} <= set(found.nearest("first", "c").possible)


@pytest.mark.more
def test_the_pairs_that_are_not_told_apart_are_those_of_the_test_of_each_pair():
    found = uncertainty(catviz.load_dataset("german_credit"), "ADM")
    values = found.codebook.labels[found.codebook.position("purpose")]
    pairs = list(combinations(values, 2))
    same = [pair for pair in pairs if not found.pair("purpose", *pair).told_apart]
    assert found.not_told_apart("purpose") == same and 0 < len(same) < len(pairs)
    of_few = uncertainty(table(groups_of_rows(150)), "ADM", 40)
    assert not any("d" in pair for pair in of_few.not_told_apart("first")), "d has fewer than five rows"
    frame = groups_of_rows(150)
    with pytest.raises(ValueError, match="one by one"):
        uncertainty(table(frame), "ADM", 40, groups=np.arange(150) // 2).not_told_apart("first")


def test_the_p_value_of_values_of_one_distribution_is_evenly_spread():
    p = [
        uncertainty(table(groups_of_rows(120, seed)), "ADM", 40).pair("first", "a", "b").p_value for seed in range(120)
    ]
    assert np.mean(np.array(p) <= 0.05) <= 0.11 and 0.4 < np.mean(p) < 0.6


def test_whole_weights_are_repeated_rows():
    frame = groups_of_rows(60)
    weights = np.arange(60) % 4
    weighted = replace(table(frame), weights=weights.astype(float))
    repeated = table(frame.loc[frame.index.repeat(weights)])
    a, b = (uncertainty(each, "COS", 40) for each in (weighted, repeated))
    assert np.allclose(a.intervals("x0"), b.intervals("x0"), equal_nan=True)
    assert a.pair("x0", "0", "1") == b.pair("x0", "0", "1")


def test_rows_of_the_same_persons_are_drawn_together():
    frame = groups_of_rows(80)
    four = frame.loc[frame.index.repeat(4)]
    by_rows = uncertainty(table(four), "ADM")._tables(0)[:, 0, 2]
    by_persons = uncertainty(table(four), "ADM", groups=four.index)
    alone = uncertainty(table(frame), "ADM")._tables(0)[:, 0, 2]
    assert 1.6 < by_persons._tables(0)[:, 0, 2].std() / by_rows.std() < 2.4
    assert by_persons._tables(0)[:, 0, 2].std() == pytest.approx(alone.std(), rel=0.2)
    assert by_persons.support(0).sum() == 80 and uncertainty(table(four), "ADM", 40).support(0).sum() == 320
    assert by_persons.grouped and np.isnan(by_persons.pair("first", "a", "b").p_value)


def test_orders_are_sure_where_values_follow_a_gradient():
    rng = np.random.default_rng(0)
    hidden = rng.normal(size=500)
    cut = {f"x{j}": np.digitize(hidden + rng.normal(size=500) / 2, [-1, 0, 1]) for j in range(4)}
    pairs = uncertainty(table(pd.DataFrame(cut)), "CorrespondenceOrder").order("x0")
    assert len(pairs) == 6 and pairs["settled"].all()
    assert set(pairs["value"].iloc[:1]) <= {"0", "3"}
    two = pd.DataFrame({"two": rng.integers(0, 2, 100), "other": rng.integers(0, 3, 100)})
    assert uncertainty(table(two), "CorrespondenceOrder", 40).order("two").empty
    unrelated = pd.DataFrame({f"x{j}": rng.integers(0, 4, 200) for j in range(4)})
    assert (uncertainty(table(unrelated), "CorrespondenceOrder").order("x0")["settled"]).sum() <= 2


def test_values_of_few_rows_that_could_be_the_nearest_stay_in_the_set():
    """A rare value's distance is too large, so a frequent one looks nearer though the rare one is the same as it."""
    kept = []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        first = rng.choice(list("abc"), 300, p=[0.5, 0.45, 0.05])
        own = np.where(first == "b", 1, 0)  # a and c have one distribution
        frame = {"first": first} | {
            f"x{j}": np.where(rng.random(300) < 0.15, own, rng.integers(0, 4, 300)) for j in range(6)
        }
        found = uncertainty(table(pd.DataFrame(frame)), "ADM")
        kept.append("c" in found.nearest("first", "a").possible)
    assert np.mean(kept) >= 0.9


def test_with_too_few_complete_resamples_nothing_is_said():
    rng = np.random.default_rng(0)
    many = pd.DataFrame({"id": np.repeat(np.arange(300), 6).astype(str), "x": rng.integers(0, 3, 1800)})
    found = uncertainty(table(many), "ADM", 40)
    assert found.nearest("id", "7") is None and found.order("id").empty


def test_ellipses_stand_at_the_places_and_shrink_with_more_rows():
    frame = groups_of_rows(300)
    small, large = (uncertainty(table(each), "MCA").ellipses() for each in (frame, pd.concat([frame] * 4)))
    places = catviz.MCA().fit(table(frame)).value_embedding_["first"]
    a = small[(small["column"] == "first") & (small["value"] == "a")].iloc[0]
    assert a[["x", "y"]].tolist() == pytest.approx(places.loc["a"].tolist())
    assert (small["longer"] >= small["shorter"]).all()
    both = small.merge(large, on=["column", "value"])
    assert 0.4 < (both["longer_y"] / both["longer_x"]).median() < 0.85  # 0.5, were the second axis more than noise
    counts = frame["first"].value_counts()
    assert ("d" in set(small["value"])) == (counts["d"] >= FEWEST_OF_ELLIPSES)


@pytest.mark.parametrize(
    ("X", "method", "words"),
    [
        (catviz.load_dataset("zoo"), "TAVE", "does not learn from counts"),
        (catviz.load_dataset("zoo"), "MVDM", "does not learn from counts"),
        (pd.DataFrame({"a": list("xy"), "b": list("xx")}).iloc[:, :1], "ADM", "one column"),
        (pd.DataFrame({"a": list("xxyy"), "b": list("xyxy")}), "ADM", "every combination"),
        (
            CategoricalTable.from_pandas(
                pd.DataFrame({"a": list("xyz"), "b": list("xyy"), "w": [0.5, 1, 2]}), weights="w"
            ),
            "ADM",
            "fractional",
        ),
    ],
)
def test_what_cannot_be_said_is_refused(X, method, words):
    with pytest.raises(ValueError, match=words):
        uncertainty(X, method)


def test_refusals_of_single_questions():
    found = uncertainty(table(groups_of_rows(150)), "ADM", 40)
    with pytest.raises(ValueError, match="fewer than 5 rows"):
        found.pair("first", "a", "d")
    with pytest.raises(ValueError, match="choose MCA"):
        found.ellipses()
    with pytest.raises(ValueError, match="n_resamples=10"):
        uncertainty(catviz.load_dataset("zoo"), "ADM", 10)
    with pytest.raises(ValueError, match="groups has 3 entries"):
        uncertainty(table(groups_of_rows(150)), "ADM", groups=[1, 2, 3])
    of_mca = uncertainty(table(groups_of_rows(150)), "MCA", 40)
    for ask in (of_mca.intervals, of_mca.order, lambda column: of_mca.nearest(column, "a")):
        with pytest.raises(ValueError, match="not shown"):
            ask("first")


def of_one_column() -> list[str]:
    """Methods that work out one column without the others."""
    classes = {m.name: m.cls for m in catviz.methods() if isinstance(m.cls, type) and issubclass(m.cls, CountsMethod)}
    return [name for name, cls in classes.items() if cls._value_table is not CountsMethod._value_table]


@pytest.mark.parametrize("name", of_one_column())
def test_the_table_of_one_column_is_that_of_all_columns(name):
    data = replace(catviz.load_dataset("lymphography"), target=None)
    method = catviz.make(name).fit(data)
    for r in (1, 13):
        table = catviz.make(name)._value_table(method.counts_, r)
        assert np.allclose(table, method.value_distances_.tables[r], atol=1e-12)


def test_missing_cells_that_are_left_out_have_no_distances():
    votes = replace(catviz.load_dataset("voting"), target=None)
    found = uncertainty(votes, catviz.AhmadDey(na="exclude"), 40)
    low, high = found.intervals(votes.attributes[0])
    assert list(low.index) == ["no", "yes"] and high.loc["no", "yes"] > low.loc["no", "yes"] > 0
    assert found.pair(votes.attributes[0], "yes", "no").told_apart


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["breast_cancer_ljubljana", "lymphography"])
def test_no_two_values_are_settled_in_an_order_that_are_not_told_apart(name):
    found = uncertainty(catviz.load_dataset(name), "ADM")
    settled, marked = set(), set()
    for column in found.codebook.attributes:
        order = found.order(column)
        settled |= {(column, frozenset(pair)) for pair in order.loc[order["settled"], ["value", "other"]].to_numpy()}
        marked |= {(column, frozenset(pair)) for pair in found.not_told_apart(column)}
    assert len(settled) > 10 and len(marked) > 10 and not settled & marked
