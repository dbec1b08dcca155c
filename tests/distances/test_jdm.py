"""JDM: a worked example, the formula pair by pair, tiles, values never seen, invariances, awkward tables."""

import pickle
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import catviz
from catviz.distances.jdm import JiaDistance
from catviz.geometry import objects
from catviz.table.association import redundancy
from catviz.table.categorical import CategoricalTable


def random_frame(n=30, sizes=(3, 2, 3, 3, 2), seed=0, missing=0.1):
    """Columns of which the last three nearly copy the first, some cells missing."""
    rng = np.random.default_rng(seed)
    common, copied = rng.integers(0, 3, n), [1, 0, 1, 1, 1]
    columns = {
        f"a{r}": np.where(rng.random(n) < 0.95 * copied[r], common % v, rng.integers(0, v, n))
        for r, v in enumerate(sizes)
    }
    frame = pd.DataFrame(columns).apply(lambda c: c.map(lambda v: "pqrstuv"[v])).astype(object)
    return frame.mask(rng.random(frame.shape) < missing)


def table_of(frame, **options):
    return CategoricalTable.from_pandas(frame, **options)


def by_rows(fit, one, other):
    """D of every row of one frame from every row of another, straight from the rows of the fit."""
    fit, one, other = (f.fillna("(missing)") for f in (fit, one, other))
    n, columns = len(fit), list(fit)
    R = {(r, s): 1.0 if r == s else redundancy(pd.crosstab(fit[r], fit[s]).to_numpy()) for r in fit for s in fit}
    mean = np.mean(list(R.values()))
    carried = {(r, s): Counter(zip(fit[r], fit[s], strict=True)) for r, s in R}
    agree = {r: sum(c * (c - 1) for c in Counter(fit[r]).values()) / (n * (n - 1)) for r in columns}

    def chance(row, r, s):
        c = carried[r, s][row[r], row[s]]
        return c / n * max(c - 1, 0) / (n - 1)

    def distance(x, y):
        total = weights = 0.0
        for r in columns:
            w = agree[r] if x[r] == y[r] else 1 - agree[r]
            weights += w
            for s in columns:
                if (s == r or R[r, s] > mean) and (x[r] != y[r] or x[s] != y[s]):
                    total += w * R[r, s] * (chance(x, r, s) + chance(y, r, s))
        return total / weights if weights else 0.0

    rows, others = (f.to_dict("records") for f in (one, other))
    return np.array([[distance(x, y) for y in others] for x in rows])


# worked example


def test_four_rows_by_hand():
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("uuvw"), "c": list("kkkk")})
    table = table_of(frame)
    m = JiaDistance().fit(table)
    # I(a, b) = log 2, H(a, b) = 1.5 log 2; the mean of R is (3 + 2 * 2/3) / 9
    assert m.dependence_.loc["a", "b"] == pytest.approx(2 / 3)
    assert m.partners_ == {"a": ("b",), "b": ("a",), "c": ()}
    # q(x) = q(y) = q(u) = q(x, u) = 2/12, q(v) = q(w) = 0; chance to agree: a 1/3, b 1/6, c 1
    D = m.object_distances_.between(table)
    differ = (2 / 3 * (2 / 6 + 2 / 3 / 6) + 5 / 6 * (1 / 6 + 2 / 3 / 6)) / (2 / 3 + 5 / 6 + 1)
    assert D[0, 2] == D[1, 3] == pytest.approx(differ) == pytest.approx(19 / 90)
    # v and w occur once each
    assert D[2, 3] == 0 and D[0, 1] == 0
    half = table_of(pd.DataFrame({"a": ["x"], "b": ["v"], "c": ["k"]}))
    found = m.object_distances_.between(table[:1], half)
    expected = (1 / 3 * (2 / 3 / 6) + 5 / 6 * (1 / 6 + 2 / 3 / 6)) / (1 / 3 + 5 / 6 + 1)
    assert found[0, 0] == pytest.approx(expected) == pytest.approx(29 / 234)


@pytest.mark.parametrize("seed", range(3))
def test_distances_are_those_of_the_formula(seed):
    frame = random_frame(seed=seed)
    m = JiaDistance().fit(frame)
    assert any(m.partners_.values()) and not all(m.partners_.values())
    np.testing.assert_allclose(m.object_distances_.between(table_of(frame)), by_rows(frame, frame, frame), atol=1e-14)


def test_values_never_seen_are_values_no_row_carries():
    frame = random_frame()
    m = JiaDistance().fit(frame)
    odd = frame.mask(np.random.default_rng(2).random(frame.shape) < 0.3, "never seen")
    found = m.object_distances_.between(table_of(frame), table_of(odd))
    np.testing.assert_allclose(found, by_rows(frame, frame, odd), atol=1e-14)
    assert np.isfinite(found).all()
    # whatever they are called
    other = odd.replace("never seen", "never heard of")
    assert not np.diag(m.object_distances_.between(table_of(odd), table_of(other))).any()
    complete = random_frame(missing=0)
    m = JiaDistance().fit(complete)
    D = m.object_distances_.between(table_of(frame))
    np.testing.assert_allclose(D, by_rows(complete, frame, frame), atol=1e-14)
    assert (D == D.T).all()


# the geometry


def test_tiles_make_one_matrix(monkeypatch):
    table = table_of(random_frame(50))
    m = JiaDistance().fit(table)
    whole, part = m.object_distances_.between(table), m.object_distances_.between(table[:33], table)
    monkeypatch.setattr(objects, "TILE", 7)
    assert (m.object_distances_.between(table) == whole).all()
    assert (m.object_distances_.between(table[:33], table) == part).all()
    assert (whole == whole.T).all() and not np.diag(whole).any()
    assert (part == whole[:33]).all()


def test_the_geometry_is_the_object_distances_and_has_no_values():
    table = table_of(random_frame())
    m = JiaDistance()
    with pytest.raises(NotFittedError):
        m.object_distances_  # noqa: B018
    m.fit(table)
    assert m.geometry_ is m.object_distances_ and isinstance(m.geometry_, objects.ObjectDistances)
    assert m.gives == "objects" and m.needs == "counts"
    for missing in ("value_distances_", "value_embedding_", "transform", "explain"):
        assert not hasattr(m, missing)
    for missing in ("tables", "coordinates", "distances", "embed"):
        assert not hasattr(m.geometry_, missing)
    again = pickle.loads(pickle.dumps(m))
    assert (again.geometry_.between(table) == m.geometry_.between(table)).all()
    assert isinstance(clone(m), JiaDistance)


def test_counts_are_enough():
    table = table_of(random_frame())
    a, b = JiaDistance().fit(table), JiaDistance().fit(catviz.count(table))
    assert (a.geometry_.between(table) == b.geometry_.between(table)).all()


def test_a_constant_column_changes_distances_as_declared():
    frame = random_frame()
    D = JiaDistance().fit(frame).geometry_.between(table_of(frame))
    more = frame.assign(same="k")
    E = JiaDistance().fit(more).geometry_.between(table_of(more))
    assert not np.allclose(E / E.max(), D / D.max())
    assert len(JiaDistance.invariances["constant"].split()) > 5


# awkward tables


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": ["x"], "b": ["u"]}),
        pd.DataFrame({"a": list("xxyz")}),
        pd.DataFrame({"a": list("xxyz"), "b": "k"}),
        pd.DataFrame({"a": "k", "b": "k"}, index=range(4)),
        pd.DataFrame({"a": list("xxyz"), "none": [None] * 4}, dtype=object),
        pd.DataFrame({c: [f"{c}{i}" for i in range(15)] for c in "ab"}),
        pd.DataFrame({c: list("xxyz") for c in "abc"}),
        pd.DataFrame({"a": [f"v{i}" for i in range(200)] * 2, "b": list("pqrs") * 100}),
    ],
    ids=["one row", "one column", "constant", "all constant", "no value", "all distinct", "copies", "200 values"],
)
def test_awkward_tables_give_finite_symmetric_distances(frame):
    table = table_of(frame)
    m = JiaDistance().fit(table)
    odd = frame.copy()
    odd.iloc[0] = "never seen"
    for rows in (table, table_of(odd), table_of(frame.mask(frame.notna()))):
        D = m.geometry_.between(rows)
        assert np.isfinite(D).all() and (D >= 0).all() and (D == D.T).all() and not np.diag(D).any()
        assert np.isfinite(m.geometry_.between(rows, table)).all()


def test_copies_of_a_column_all_count_though_none_is_above_the_mean():
    frame = pd.DataFrame({c: list("xxyy") for c in "abc"})
    m = JiaDistance().fit(frame)
    assert m.partners_ == {"a": (), "b": (), "c": ()}
    assert m.geometry_.between(table_of(frame))[0, 2] == pytest.approx(2 / 6)


def test_fractional_weights_below_one_row_hold_no_pair():
    frame = random_frame()
    for scale in (1e-3, 0.03, 0.4):
        table = table_of(frame.assign(w=scale), weights="w")
        D = JiaDistance().fit(table).geometry_.between(table)
        assert np.isfinite(D).all() and (D >= 0).all()
