"""Renaming values changes nothing: every method and every clusterer, on tables with tied columns.

Only values that play the same part in a table, as far as counts tell, are interchangeable: names settle between them.
"""

import warnings

import numpy as np
import pandas as pd
import pytest
from fits import unfitted
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import catviz
from catviz.clustering.by_name import CLUSTERERS
from catviz.table.categorical import CategoricalTable, canonical_ranks

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning", "ignore::RuntimeWarning")

METHODS = {m.name: m.cls for m in catviz.methods() if m.cls is not None}
EXAMPLES = settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@st.composite
def tied_tables(draw):
    """(table, the same with other names): columns beside copies of them, and copies with other names of values."""
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    n = draw(st.integers(10, 40))
    frame = pd.DataFrame(
        {f"c{j}": rng.choice(list("abcd")[: rng.integers(2, 5)], n) for j in range(rng.integers(2, 4))}
    )
    for name in list(frame):
        tie = draw(st.sampled_from(["", "copy", "renamed"]))
        if tie:
            frame[f"{tie} {name}"] = (
                frame[name] if tie == "copy" else frame[name].map(dict(zip("abcd", "zyxw", strict=True)))
            )
    frame = frame.mask(rng.random(frame.shape) < draw(st.sampled_from([0.0, 0.1]))).astype("category")
    table = CategoricalTable.from_pandas(frame)
    counts = catviz.count(table)
    assume(len(set(canonical_ranks(counts.matrix, counts.codebook))) == len(counts.matrix))
    seed = draw(st.integers(0, 100))
    values = {c: frame[c].cat.categories for c in frame}
    names = {c: dict(zip(v, other_names(seed, len(v)), strict=True)) for c, v in values.items()}
    return table, CategoricalTable.from_pandas(frame.apply(lambda c: c.cat.rename_categories(names[c.name]))), names


def other_names(seed, v):
    return [f"v{i}" for i in np.random.default_rng([seed, v]).permutation(v + 3)[:v]]


def same(a, b, what):
    np.testing.assert_allclose(b, a, rtol=0, atol=1e-8 * max(np.abs(a).max(initial=0), 1), err_msg=what)


def assert_same(a, b, table, renamed, names):
    """What two fits say of values and of rows."""
    if hasattr(a, "value_distances_"):
        for column in a.value_distances_:
            one, other = a.value_distances_[column], b.value_distances_[column]
            new = [names[column].get(value, value) for value in one.index]
            same(one.to_numpy(), other.loc[new, new].to_numpy(), column)
    if hasattr(getattr(a, "geometry_", None), "between"):
        same(a.geometry_.between(table), b.geometry_.between(renamed), "rows")
    if hasattr(a, "labels_"):
        assert a.labels_.tolist() == b.labels_.tolist()
    if hasattr(a, "predict_proba"):
        same(a.predict_proba(table), b.predict_proba(renamed), "shares")
    elif hasattr(a, "predict"):
        assert a.predict(table).tolist() == b.predict(renamed).tolist()


@pytest.mark.one_in(5)
@pytest.mark.parametrize("cls", METHODS.values(), ids=METHODS)
@EXAMPLES
@given(case=tied_tables())
def test_names_change_nothing_for_any_method(cls, case):
    table, renamed, names = case
    y = (np.where(np.arange(len(table)) * 5 // 3 % 2, "yes", "no"),) if cls.uses_target else ()
    assert_same(unfitted(cls).fit(table, *y), unfitted(cls).fit(renamed, *y), table, renamed, names)


@pytest.mark.parametrize("name", CLUSTERERS)
@EXAMPLES
@given(case=tied_tables())
def test_names_change_nothing_for_any_clusterer(name, case):
    table, renamed, _ = case
    for distances in ("Hamming", "ADM", "MCA"):
        a, b = (
            CLUSTERERS[name].unfitted(catviz.make(distances).fit(rows).geometry_, 2, random_state=0).fit(rows)
            for rows in (table, renamed)
        )
        assert a.labels_.tolist() == b.labels_.tolist(), distances


def test_names_and_declared_orders_change_nothing_for_coupled_embeddings_of_animals():
    """CDE takes no notice of orders: without the one of legs, k-means sees the values as they were."""
    zoo = catviz.load_dataset("zoo")
    assert "ordinal" in zoo.kinds
    plain = zoo.to_pandas().astype(object)
    renamed = plain.apply(lambda c: c.map(lambda v: f"{c.name} {hash_of(v)}")).astype("category")
    a, b = (catviz.CDE(random_state=0).fit(rows).geometry_ for rows in (zoo, renamed))
    same(a.between(zoo), b.between(CategoricalTable.from_pandas(renamed)), "rows")


def hash_of(value):
    return sum(ord(letter) * 31**i for i, letter in enumerate(value)) % 997


def test_k_means_keeps_its_means_in_the_space_of_the_geometry():
    table = catviz.load_dataset("zoo")
    for distances in (None, catviz.AhmadDey(), catviz.MCA()):
        model = catviz.KMeansCategorical(4, distances, random_state=0).fit(table)
        places = model.geometry_.transform(table)
        means = np.array([places[model.labels_ == j].mean(axis=0) for j in range(4)])
        np.testing.assert_allclose(model.cluster_centers_, means, atol=1e-6)
        apart = ((places - means[model.labels_]) ** 2).sum()
        assert model.objective_ == pytest.approx(apart, rel=1e-6)
        assert (model.predict(table) == model.labels_).all()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same_place = pd.DataFrame({"a": list("xyxy"), "b": list("ppqq")})
        flat = catviz.KMeansCategorical(3, catviz.AhmadDey(), random_state=0).fit(same_place)
    assert np.isfinite(flat.cluster_centers_).all()
