"""UDM: a worked example, every part against pairs of rows and of values, ordered columns, missing cells, weights."""

import itertools
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.distances import udm
from catviz.distances.udm import UDM
from catviz.table.categorical import CategoricalTable


def random_frame(n=40, sizes=(3, 4, 2, 4), seed=0, missing=0.1):
    return dependent_frame(n, sizes, seed, missing)


def with_orders(frame, ordered):
    """A table whose ordered columns stand in an order that is not that of their names."""
    orders = {c: sorted(frame[c].dropna().unique(), key=lambda v: (ord(v) * 7) % 5) for c in ordered}
    return CategoricalTable.from_pandas(frame, ordered=orders), orders


def pairs_that_agree(frame, r, s, orders):
    """R, counting pairs of rows where that is possible and pairs of values elsewhere."""
    known = list(frame[[r, s]].fillna("(missing)").itertuples(index=False, name=None))
    same = differ = signed = 0
    ordered = r in orders and s in orders
    for x, y in itertools.combinations(known, 2):
        same += x == y
        if ordered and "(missing)" not in (*x, *y):
            first, second = (np.sign(orders[c].index(x[k]) - orders[c].index(y[k])) for k, c in enumerate((r, s)))
            signed += first * second
    count = Counter(known)
    for t, h in itertools.combinations({x for x, _ in known}, 2):
        for g, u in itertools.combinations({y for _, y in known}, 2):
            if not ordered or "(missing)" in (t, h, g, u):
                differ += abs(count[t, g] * count[h, u] - count[t, u] * count[h, g])
    return (same + differ + abs(signed)) / (len(known) * (len(known) - 1) / 2)


def spread(frame, r, s, a, b, orders):
    """psi of two values straight from the rows."""
    known = frame.fillna("(missing)")
    if a == b or known[s].nunique() == 1:
        return 0.0
    if r in orders and "(missing)" not in (a, b):
        first, last = sorted(orders[r].index(v) for v in (a, b))
        if last > first + 1:
            steps = zip(orders[r][first:last], orders[r][first + 1 : last + 1], strict=True)
            return sum(spread(frame, r, s, x, y, orders) for x, y in steps)
    p = np.array(list(Counter(y for x, y in zip(known[r], known[s], strict=True) if x in (a, b)).values())) / len(known)
    return -(p * np.log2(p)).sum() / np.log2(known[s].nunique())


# worked examples


def test_two_columns_by_hand():
    m = UDM().fit(pd.DataFrame({"a": list("xxyy"), "b": list("uuvw")}))
    # of the 6 pairs of rows one is equal in both columns and four differ in both
    assert m.interdependence_.loc["a", "b"] == pytest.approx(5 / 6)
    assert np.diag(m.interdependence_).tolist() == [1, 1]
    assert m.value_distances_["a"].loc["x", "y"] == pytest.approx((1 + 5 / 6 * 1.5 / np.log2(3)) / 2)
    assert m.value_distances_["b"].loc["u", "v"] == pytest.approx((1 / np.log2(3) + 5 / 6) / 2)
    assert m.value_distances_["b"].loc["v", "w"] == pytest.approx((1 / np.log2(3) + 5 / 6 * 0.5) / 2)


def test_ordered_values_are_as_far_as_the_steps_between_them():
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("uuvw")})
    for order in ("uvw", "vuw"):
        m = UDM().fit(CategoricalTable.from_pandas(frame, ordered={"b": list(order)}))
        low, mid, high = order
        d = m.value_distances_["b"]
        assert d.loc[low, high] == pytest.approx(d.loc[low, mid] + d.loc[mid, high])
    free = UDM().fit(frame).value_distances_["b"]
    assert free.loc["u", "w"] < free.loc["u", "v"] + free.loc["v", "w"]


def test_two_ordered_columns_agree_by_concordant_less_discordant_pairs():
    frame = pd.DataFrame({"a": list("1223"), "b": list("1132")})
    m = UDM().fit(CategoricalTable.from_pandas(frame, ordered={"a": list("123"), "b": list("123")}))
    # concordant: rows 1-3, 1-4, 2-4; discordant: 3-4
    assert m.interdependence_.loc["a", "b"] == pytest.approx((3 - 1) / 6)
    # one of them unordered: pairs of values (1,2)(1,3), (1,3)(1,2), (2,3)(1,2), (2,3)(1,3), (2,3)(2,3) give 1 each
    m = UDM().fit(CategoricalTable.from_pandas(frame, ordered={"a": list("123")}))
    assert m.interdependence_.loc["a", "b"] == pytest.approx(4 / 6)


# against the formulas


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ordered", [(), ("a1",), ("a0", "a1", "a3")])
def test_interdependence_and_tables_are_those_of_the_formulas(seed, ordered):
    frame = random_frame(seed=seed)
    table, orders = with_orders(frame, ordered)
    m = UDM().fit(table)
    assert m.value_distances_.power == 2
    R = m.interdependence_
    for r, s in itertools.combinations(frame, 2):
        assert R.loc[r, s] == R.loc[s, r] == pytest.approx(pairs_that_agree(frame, r, s, orders), abs=1e-12)
    for r in frame:
        found = m.value_distances_[r]
        expected = [
            [sum(R.loc[r, s] * spread(frame, r, s, a, b, orders) for s in frame) / len(frame.columns) for b in found]
            for a in found
        ]
        np.testing.assert_allclose(found, expected, atol=1e-12)


def crossed_one_by_one(joint):
    pairs = itertools.combinations(range(joint.shape[0]), 2), itertools.combinations(range(joint.shape[1]), 2)
    return sum(
        abs(joint[t, g] * joint[h, u] - joint[t, u] * joint[h, g]) for (t, h), (g, u) in itertools.product(*pairs)
    )


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (2, 2), (3, 6), (7, 4), (6, 6)])
def test_sums_over_pairs_of_values_do_not_depend_on_blocks_or_sides(monkeypatch, shape):
    joint = np.random.default_rng(1).integers(0, 6, shape) * np.random.default_rng(2).integers(0, 2, shape)
    expected = crossed_one_by_one(joint)
    assert udm._crossed(joint.astype(float)) == udm._crossed(joint.T.astype(float)) == expected
    shares = joint / max(joint.sum(), 1)
    whole = udm._entropies(shares)
    monkeypatch.setattr(udm, "_BLOCK", 5)
    assert udm._crossed(joint.astype(float)) == expected
    assert (udm._entropies(shares) == whole).all()


# edge rules


@pytest.mark.parametrize("seed", range(2))
def test_a_constant_column_only_scales(seed):
    frame = random_frame(seed=seed)
    plain, more = UDM().fit(frame), UDM().fit(frame.assign(same="k"))
    for r in frame:
        np.testing.assert_allclose(plain.value_distances_[r] * 4 / 5, more.value_distances_[r], atol=1e-12)
    assert more.value_distances_["same"].to_numpy().tolist() == [[0.0]]


def test_one_column_and_one_row():
    m = UDM().fit(pd.DataFrame({"a": list("xxyz")}))
    assert m.value_distances_["a"].loc["x", "y"] == pytest.approx((0.5 + 0.5) / np.log2(3))
    m = UDM().fit(pd.DataFrame({"a": ["x"], "b": ["u"]}))
    assert m.interdependence_.to_numpy().tolist() == [[1, 0], [0, 1]]
    assert [t.tolist() for t in m.value_distances_.tables] == [[[0.0]], [[0.0]]]


def test_fractional_weights_stay_in_bounds():
    frame = random_frame()
    weights = np.random.default_rng(5).integers(1, 4, len(frame))
    for scale in (1e-3, 0.02, 0.1):
        few = UDM().fit(CategoricalTable.from_pandas(frame.assign(w=weights * scale), weights="w"))
        R = few.interdependence_.to_numpy()
        assert ((R >= 0) & (R <= 1)).all()
        assert all((t >= 0).all() and np.isfinite(t).all() for t in few.value_distances_.tables)


def test_a_column_of_two_hundred_values():
    rng = np.random.default_rng(0)
    values = {"a": np.arange(600) % 12, "b": np.arange(600) % 200}
    frame = pd.DataFrame({k: rng.permutation(v).astype(str) for k, v in values.items()})
    joint = pd.crosstab(frame["a"], frame["b"]).to_numpy()
    pairs = (joint * (joint - 1)).sum() / 2
    for x, y in itertools.combinations(joint, 2):
        pairs += np.abs(np.triu(np.outer(x, y) - np.outer(y, x))).sum()
    m = UDM().fit(frame)
    assert m.interdependence_.loc["a", "b"] == pytest.approx(pairs / (600 * 599 / 2))
    assert all(np.isfinite(t).all() and (t[~np.eye(len(t), dtype=bool)] > 0).all() for t in m.value_distances_.tables)


def test_a_column_of_too_many_values_is_refused_by_name():
    frame = pd.DataFrame({"few": list("ababab"), "many": list("pqrstu")})
    with pytest.raises(ValueError, match="'many' has 6 values.*max_table_values"):
        UDM(max_table_values=5).fit(frame)


# explanations


def test_terms_are_columns_and_add_up_for_every_pair():
    table, _ = with_orders(random_frame(seed=4), ("a1", "a3"))
    m = UDM().fit(table)
    for attribute in table.attributes:
        distances = m.value_distances_[attribute]
        for a in distances:
            for b in distances:
                explanation = m.explain(attribute, a, b)
                assert explanation.value == pytest.approx(distances.loc[a, b], abs=1e-12)
                assert explanation.distance == distances.loc[a, b]
                assert (
                    explanation.terms[list(explanation.factors)].prod(axis=1).tolist()
                    == explanation.terms["contribution"].tolist()
                )
        own = f"{attribute} (own counts)"
        assert explanation.terms["term"].tolist() == [own if s == attribute else s for s in table.attributes]
    assert m.explain("a1", None, "p").distance == m.value_distances_["a1"].loc["(missing)", "p"]


def test_rows_are_euclidean_over_columns():
    table = catviz.load_dataset("toy_movie")
    m = UDM().fit(table)
    tables = m.value_distances_.tables
    expected = np.sqrt(sum(tables[r][table.codes[0, r], table.codes[2, r]] ** 2 for r in range(3)))
    assert m.value_distances_.between(table)[0, 2] == pytest.approx(expected)
