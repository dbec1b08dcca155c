"""Values that a fit has not seen: one rule in every method, exact under Hamming, without effect where all are seen."""

import inspect

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.geometry.unseen import kept_apart, labelled_codes
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

METHODS = [m.cls for m in catviz.methods() if m.compares_rows]
every_method = pytest.mark.parametrize("cls", METHODS, ids=lambda cls: cls.__name__)


def frame_of(seed=0, n=40):
    rng = np.random.default_rng(seed)
    common = rng.integers(0, 12, n)
    columns = {
        f"a{r}": np.where(rng.random(n) < 0.6, common % v, rng.integers(0, v, n)) for r, v in enumerate((3, 4, 2))
    }
    return pd.DataFrame(columns).apply(lambda c: c.map(lambda v: "pqrst"[v])).astype(object)


def new_rows(frame):
    """Rows in which some cells hold one of two values that the fit has not seen, or none."""
    rng = np.random.default_rng(9)
    odd = frame.iloc[:14].copy()
    for value, share in (("new", 0.3), ("newer", 0.3), (None, 0.1)):
        odd = odd.mask(rng.random(odd.shape) < share, value)
    return pd.concat([odd, odd.iloc[:5]], ignore_index=True)


def table_of(frame):
    return CategoricalTable.from_pandas(frame)


def fit(cls, frame):
    given = {"n_clusters": 2, "random_state": 0, "n_init": 1}
    method = cls(**{k: v for k, v in given.items() if k in inspect.signature(cls).parameters})
    return method.fit(frame, np.where(np.arange(len(frame)) % 3, "yes", "no") if cls.uses_target else None)


@every_method
def test_every_method_keeps_the_rule(cls):
    frame = frame_of()
    geometry = fit(cls, frame).geometry_
    odd, seen = table_of(new_rows(frame)), table_of(frame)
    D = geometry.between(odd, odd)
    assert np.isfinite(D).all() and (D >= 0).all()
    np.testing.assert_allclose(D, D.T, atol=1e-12 * D.max())
    # rows 14 to 18 repeat the first five, unseen values included
    assert (D[np.arange(5), np.arange(14, 19)] == 0).all() and not np.diag(D).any()
    across = geometry.between(odd, seen)
    np.testing.assert_allclose(across, geometry.between(seen, odd).T, atol=1e-12 * across.max())
    assert np.isfinite(across).all()


@every_method
def test_two_different_unseen_values_are_told_apart(cls):
    frame = frame_of(seed=1)
    geometry = fit(cls, frame).geometry_
    a, b = (table_of(frame.iloc[:1].assign(a1=value)) for value in ("new", "newer"))
    apart = geometry.between(a, b)[0, 0]
    assert geometry.between(a, a)[0, 0] == 0
    if getattr(geometry, "combine", None) == "mean":
        assert apart == 0  # rows are means of points, and all unseen values of a column are one point
    elif isinstance(geometry, catviz.geometry.objects.ObjectDistances):
        assert apart >= 0
    else:
        T, f = geometry.distances(), geometry.frequencies[1] / geometry.frequencies[1].sum()
        powered = T.tables[1] ** T.power
        assert apart == pytest.approx((f @ powered @ f / (1 - f @ f)) ** (1 / T.power))
        slot = (powered @ f / (1 - f)) ** (1 / T.power)
        values = table_of(pd.DataFrame({**frame.iloc[0], "a1": list(T.codebook.labels[1])}))
        np.testing.assert_allclose(geometry.between(values, a)[:, 0], slot)


@every_method
def test_what_is_seen_has_the_sums_of_tables_to_the_last_bit(cls):
    frame = frame_of(seed=2)
    geometry, table = fit(cls, frame).geometry_, table_of(frame)
    alone = geometry.between(table)
    # more labels in the codebook, and unseen values in other rows, change nothing between rows of seen values
    odd = table_of(pd.concat([frame, new_rows(frame)], ignore_index=True))
    assert (geometry.between(odd[:40], odd[:40]) == geometry.between(table, table)).all()
    np.testing.assert_allclose(geometry.between(odd)[:40, :40], alone, atol=1e-9 * alone.max())
    if getattr(geometry, "combine", "") != "mean" and not isinstance(geometry, catviz.geometry.objects.ObjectDistances):
        T = geometry.distances()
        codes = table.recode(T.codebook).codes
        total = sum(t[np.ix_(c, c)] ** T.power for t, c in zip(T.tables, codes.T, strict=True))
        np.testing.assert_allclose(alone, total ** (1 / T.power), atol=1e-9 * alone.max())


@pytest.mark.parametrize("constant", [False, True])
@pytest.mark.parametrize(
    ("cls", "unit", "power"), [(catviz.Hamming, 1, 1), (catviz.Gower, 1 / 3, 1), (catviz.OneHot, 2, 2)]
)
def test_what_asks_for_equal_values_only_is_exact(cls, unit, power, constant):
    frame = frame_of(seed=3)
    if constant:
        frame = frame.assign(a2="always")
    odd = new_rows(frame)
    a, b = (table_of(f) for f in (odd, pd.concat([frame, odd.iloc[::-1]], ignore_index=True)))
    left, right = (f.fillna("(none)").to_numpy() for f in (odd, pd.concat([frame, odd.iloc[::-1]])))
    mismatches = (left[:, None] != right).sum(axis=2)
    D = fit(cls, frame).geometry_.between(a, b)
    if cls is catviz.Hamming:
        assert (mismatches == D).all()
    np.testing.assert_allclose(D**power, unit * mismatches, atol=1e-12)


def test_nearest_neighbours_and_modes_keep_unseen_values_apart():
    seen = table_of(pd.DataFrame({"a": list("xxyy"), "b": list("uvuv")}))
    geometry = catviz.Hamming().fit(seen).geometry_
    new = pd.DataFrame({"a": ["new", "newer", "newest"], "b": list("uuu")})
    knn = DistanceKNNClassifier(geometry, n_neighbors=1).fit(new, ["one", "two", "three"])
    assert knn.predict(new).tolist() == ["one", "two", "three"]
    modes = catviz.KModes(3, geometry, init=[0, 1, 2]).fit(new)
    assert modes.objective_ == 0 and modes.labels_.tolist() == modes.predict(new).tolist() == [0, 1, 2]
    for cls in (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical):
        clusters = cls(3, geometry).fit(new)
        assert len(set(clusters.labels_)) == 3 and (clusters.predict(new) == clusters.labels_).all()


def test_a_method_of_rows_keeps_unseen_values_apart():
    frame = pd.DataFrame({"a": list("xxyyxy"), "b": list("uvuvuu")})
    geometry = catviz.JiaDistance().fit(frame).object_distances_
    new = table_of(pd.DataFrame({"a": ["new", "newer", "new"], "b": list("uvv")}))
    D = geometry.between(new)
    # both differ from row 0 in b; row 1 also in a, where what no row carries adds nothing but its weight
    assert 0 < D[0, 2] != D[0, 1] > 0


def test_labels_keep_their_codes_in_both_tables():
    book = table_of(pd.DataFrame({"a": list("xy")})).codebook
    left, right = (table_of(pd.DataFrame({"a": values})) for values in (["new", "x", None], ["y", "old", "new"]))
    a, b = labelled_codes(book, left, right)
    assert a[:, 0].tolist()[1:] == [0, 2] and b[0, 0] == 1 and a[0, 0] == b[2, 0] > 2 and b[1, 0] not in (2, a[0, 0])
    assert "new" in kept_apart(left, book).categories[0]
    assert kept_apart(left[1:2], book).codebook is book
