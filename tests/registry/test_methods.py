"""What holds for every method of the registry that learns a geometry of values."""

import inspect
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from fits import assert_same, backwards, groups, numbers, renamed, table_of, unfitted
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_frames import dependent_frame as random_frame
from scipy.spatial.distance import cdist
from sklearn.base import clone, is_classifier, is_clusterer
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline

import catviz
from catviz.base import EXACT
from catviz.cross_fitting import CrossFitted
from catviz.table.categorical import CategoricalTable, canonical_ranks

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

METHODS = [m.cls for m in catviz.methods() if m.has_values]
EUCLIDEAN = {"AhmadDey", "Hamming", "COS", "TAVE", "AVE", "OneHot", "OCL"}


def every_method(test):
    """The test for each method."""
    return pytest.mark.one_in(4)(pytest.mark.parametrize("cls", METHODS, ids=lambda cls: cls.__name__)(test))


def fit(cls, X, y=None, n_init=3):
    """The method fitted with its defaults; one that is supervised learns the groups given, or those by number."""
    if y is None and cls.uses_target and not isinstance(X, catviz.Counts):
        y = groups(X)
    return unfitted(cls, n_init).fit(X, y)


def assert_sound(fitted, *tables):
    """Finite symmetric distances with a zero diagonal, between values and between rows, coordinates finite."""
    assert np.isfinite(list(numbers(fitted).values())).all()
    for t in fitted.value_distances_.tables:
        assert np.isfinite(t).all() and (t >= 0).all() and not np.diag(t).any()
        np.testing.assert_allclose(t, t.T, atol=1e-12 * t.max(initial=1))
    for table in tables:
        D = fitted.geometry_.between(table)
        assert np.isfinite(D).all() and (D >= 0).all() and not np.diag(D).any()
        np.testing.assert_allclose(D, D.T, atol=1e-9 * D.max(initial=1))
        X = fitted.transform(table)
        assert X.shape == (len(table), len(fitted.get_feature_names_out())) and np.isfinite(X).all()
        assert np.isfinite(fitted.geometry_.between(table, tables[0])).all()


def fit_or_refuse(cls, X, n_init=3):
    """The fitted method, or None where it clusters and there are too few distinct rows, which it must say."""
    table = X if isinstance(X, CategoricalTable) else table_of(X)
    distinct = len(table.unique_rows()[0])
    method = unfitted(cls, n_init)
    if getattr(method, "n_clusters", 1) <= distinct:
        return fit(cls, X, n_init=n_init)
    with pytest.raises(ValueError, match=f"{method.n_clusters}.*{distinct}"):
        method.fit(X)
    return None


# awkward tables


@st.composite
def frames(draw):
    d = draw(st.integers(1, 4))
    sizes = draw(st.lists(st.integers(1, 4), min_size=d, max_size=d))
    cells = [st.sampled_from([None, *"pqrs"[:v]]) for v in sizes]
    rows = draw(st.lists(st.tuples(*cells), min_size=1, max_size=12))
    return pd.DataFrame(rows, columns=[f"a{r}" for r in range(d)], dtype=object)


def chance(cls):
    """True for a method whose fit draws at random."""
    return "random_state" in inspect.signature(cls).parameters and not issubclass(cls, CrossFitted)


def interchangeable(frame):
    """True where two values of a column play the same part, as far as counts tell; chance then settles between them."""
    counts = catviz.count(table_of(frame))
    return len(set(canonical_ranks(counts.matrix, counts.codebook))) < len(counts.matrix)


@every_method
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(frame=frames(), seed=st.integers(0, 100))
def test_random_tables_give_sound_distances_that_keep_what_the_method_declares(cls, frame, seed):
    with warnings.catch_warnings(record=True) as text:
        warnings.simplefilter("always")
        fitted = fit_or_refuse(cls, frame)
    if fitted is None:
        return
    rng = np.random.default_rng(seed)
    odd = frame.mask(rng.random(frame.shape) < 0.4, "never seen")
    assert_sound(fitted, table_of(frame), table_of(odd), table_of(frame.mask(frame.notna())))
    if any("equally good" in str(w.message) for w in text) or (chance(cls) and interchangeable(frame)):
        return
    own = numbers(fitted)
    assert_same(own, numbers(fit(cls, renamed(frame, backwards))), backwards)
    assert_same(own, numbers(fit(cls, frame.iloc[rng.permutation(len(frame))])))
    if cls.invariances["constant"] == EXACT and frame.shape[1] > 1:
        wider = numbers(fit(cls, frame.assign(same="x")))
        assert_same(own, {key: d for key, d in wider.items() if key[0] != "same"})


ROW_METHODS = [m.cls for m in catviz.methods() if m.cls is not None and not m.has_values]


def found_of_rows(method, X, y):
    """What a method without values finds in rows: distances, or for each pair of rows whether it is put together."""
    fitted = method.fit(X, y)
    if hasattr(fitted, "object_distances_"):
        return fitted.object_distances_.between(table_of(X))
    labels = fitted.predict(X)
    return (labels[:, None] == labels).astype(float)


@pytest.mark.parametrize("cls", ROW_METHODS, ids=lambda cls: cls.__name__)
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(frame=frames(), seed=st.integers(0, 100))
def test_random_tables_give_sound_rows_whatever_values_are_called_and_rows_stand(cls, frame, seed):
    method, rows = unfitted(cls), np.random.default_rng(seed).permutation(len(frame))
    distinct = len(table_of(frame).unique_rows()[0])
    if getattr(method, "n_clusters", 1) > distinct:
        with pytest.raises(ValueError, match=f"n_clusters=2, but there are {distinct} distinct rows"):
            method.fit(frame)
        return
    y = groups(frame)
    found = found_of_rows(method, frame, y)
    assert np.isfinite(found).all() and (found >= 0).all()
    np.testing.assert_allclose(found, found.T, atol=1e-12)
    if not interchangeable(frame):
        other = found_of_rows(clone(method), renamed(frame, backwards).iloc[rows], y[rows])
        np.testing.assert_allclose(other, found[np.ix_(rows, rows)], atol=1e-9)


def awkward_tables():
    rng = np.random.default_rng(0)
    plain = random_frame(30, (3, 2, 4), missing=0)
    html = ["<b>x</b>", "a & b", '"quoted"', "=cmd()", "line\nbreak", "𝔘nicode ☂", "\u202eright to left", "", " "]
    return {
        "one row": plain.iloc[[0]],
        "one column": plain[["a2"]],
        "a constant column": plain.assign(same="x"),
        "a column of missing cells": plain.assign(none=None),
        "all rows and values distinct": pd.DataFrame({c: [f"{c}{i}" for i in range(15)] for c in "ab"}),
        "two identical columns": plain.assign(a3=plain["a2"]),
        "labels of HTML, formulas and line breaks": pd.DataFrame({"<i>": html * 2, "b": list("uvw") * 6}),
        "lone surrogates": pd.DataFrame({"a": ["\ud800", "\udfff", "x"] * 4, "b": list("uv") * 6}, dtype=object),
        "one value nearly everywhere": pd.DataFrame({"a": ["x"] * 99 + ["y"], "b": ["u"] * 50 + ["v"] * 50}),
        "weights": table_of(plain.assign(w=rng.uniform(0, 2, 30)).replace({"w": {0: 1}}), weights="w"),
        "60 columns": pd.DataFrame({f"a{r}": rng.choice(list("pqr"), 40) for r in range(60)}),
        "120 values": pd.DataFrame({"a": [f"v{i}" for i in range(120)] * 2, "b": rng.choice(list("pqr"), 240)}),
    }


@every_method
def test_twelve_awkward_tables_give_sound_distances(cls):
    tables = awkward_tables()
    assert len(tables) == 12
    for X in tables.values():
        fitted = fit_or_refuse(cls, X, n_init=1)
        if fitted is not None:
            assert_sound(fitted, X if isinstance(X, CategoricalTable) else table_of(X))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("cls", ROW_METHODS, ids=lambda cls: cls.__name__)
def test_the_same_twelve_tables_give_sound_rows_and_clusters(cls):
    for X in awkward_tables().values():
        table = X if isinstance(X, CategoricalTable) else table_of(X)
        method = unfitted(cls)
        if hasattr(method, "n_clusters") and len(table.unique_rows()[0]) < 2:
            with pytest.raises(ValueError, match="2.*1"):
                method.fit(X)
        elif is_clusterer(method):
            labels = method.fit(X).labels_
            assert labels.shape == (len(table),) and np.issubdtype(labels.dtype, np.integer)
        elif is_classifier(method):
            assert set(method.fit(X, groups(table)).predict(table)) <= set(groups(table))
        else:
            D = method.fit(X).object_distances_.between(table)
            assert np.isfinite(D).all() and (D >= 0).all() and not np.diag(D).any()
            np.testing.assert_allclose(D, D.T, atol=1e-12)


@every_method
@pytest.mark.parametrize(
    ("X", "words"),
    [
        (pd.DataFrame({"a": []}), "no rows"),
        (pd.DataFrame(index=[0, 1]), "no categorical columns"),
        (["x", "y"], "2D"),
        (pd.DataFrame([["x", "y"]], columns=["a", "a"]), "'a' .*more than once"),
    ],
)
def test_what_is_no_table_is_refused_in_words(cls, X, words):
    with pytest.raises(ValueError, match=words):
        unfitted(cls).fit(X, ["no", "yes"])


# rows inherit the geometry


@every_method
def test_sums_of_tables_are_the_squared_distances_of_transformed_rows(cls):
    table = table_of(random_frame(seed=4))
    fitted = fit(cls, table)
    embedding = fitted.value_embedding_
    if embedding.combine == "mean":
        assert cls in (catviz.MCA, catviz.FAMD, catviz.OptimalScaling, catviz.ClusterCA)
        return
    X = fitted.transform(table)
    squared = cdist(X, X) ** 2
    np.testing.assert_allclose(squared, embedding.distances().between(table) ** 2, atol=1e-9 * squared.max())
    distances = fitted.value_distances_
    powered = distances.between(table) ** distances.power
    lost = max(embedding.negative_mass, default=0.0)
    assert lost < 1e-9 or cls.__name__ not in EUCLIDEAN
    if lost < 1e-9:
        np.testing.assert_allclose(squared, powered, atol=1e-9 * powered.max())


@every_method
def test_explanations_add_up_to_the_distance_where_the_geometry_is_a_table_or_side_by_side(cls):
    fitted = fit(cls, random_frame(seed=5))
    distances = fitted.value_distances_
    for a in distances.codebook.attributes:
        for x in distances.codebook.labels[distances.codebook.position(a)]:
            explanation = fitted.explain(a, "p", x)
            assert explanation.distance == pytest.approx(distances[a].loc["p", x], abs=1e-9)
            wanted = (
                explanation.distance
                if explanation.quantity == "distance"
                else fitted.value_similarities_[a].loc["p", x]
            )
            assert explanation.value == pytest.approx(wanted, abs=1e-9)


# one door


@every_method
def test_a_slice_of_a_frame_and_of_its_table_give_the_same_fit(cls):
    frame = random_frame(80, (3, 6, 4), seed=6)
    rows = np.flatnonzero((frame["a1"] != "p") & frame["a2"].notna())[::-2]
    table = table_of(frame)
    known = groups(frame)[rows]
    a, b, c = (fit(cls, X, known) for X in (frame.iloc[rows], table[rows], frame.iloc[rows].to_numpy()))
    assert numbers(a) == numbers(b)
    assert list(numbers(c).values()) == list(numbers(a).values())
    assert (a.transform(frame) == b.transform(table)).all()
    assert a.n_features_in_ == b.n_features_in_ == c.n_features_in_ == 3


@every_method
def test_a_fit_never_reads_the_known_groups(cls):
    frame = random_frame(seed=8)
    bare = table_of(frame)
    target = frame["a0"].fillna("none").to_numpy(dtype=object)
    known = replace(bare, target=target, target_name="c")
    a, b, c = fit(cls, bare), fit(cls, known), fit(cls, bare, target)
    assert numbers(a) == numbers(b)
    assert (numbers(a) == numbers(c)) != cls.uses_target


@every_method
def test_counts_are_enough_where_the_method_says_so(cls):
    table = table_of(random_frame(seed=9))
    counts = catviz.count(table, by=groups(table) if cls.uses_target else None)
    if cls.needs == "counts":
        assert numbers(fit(cls, counts)) == numbers(fit(cls, table))
    else:
        with pytest.raises(ValueError, match="needs the rows"):
            fit(cls, counts)


@every_method
def test_a_method_is_fitted_first_and_piped(cls):
    frame = random_frame(seed=10)
    method = unfitted(cls)
    with pytest.raises(NotFittedError):
        method.transform(frame)
    with pytest.raises(NotFittedError):
        method.explain("a0", "p", "q")
    fitted = clone(method).fit(frame, groups(frame))
    at_once = clone(fitted).fit_transform(frame, groups(frame))
    assert at_once.shape == fitted.transform(frame).shape
    assert issubclass(cls, CrossFitted) or (at_once == fitted.transform(frame)).all()
    labels = make_pipeline(unfitted(cls), KMeans(3, n_init=2, random_state=0)).fit_predict(frame, groups(frame))
    assert sorted(set(labels)) == [0, 1, 2]


@every_method
def test_a_wrong_parameter_is_named(cls):
    for name, rule in cls.parameters.items():
        if not isinstance(rule, catviz.parameters.Anything):
            with pytest.raises(ValueError, match=f"^{name}="):
                unfitted(cls).set_params(**{name: "no such thing"}).fit(random_frame(), groups(random_frame()))


@every_method
def test_columns_of_a_table_are_found_by_name_and_those_of_a_frame_are_held_to_their_order(cls):
    frame = random_frame(seed=12)
    fitted = fit(cls, frame)
    backwards = frame[frame.columns[::-1]]
    assert (fitted.transform(table_of(backwards)) == fitted.transform(frame)).all()
    with pytest.raises(ValueError, match="no column 'a1'"):
        fitted.transform(table_of(frame.drop(columns="a1")))
    with pytest.raises(ValueError, match="the same order"):
        fitted.transform(backwards)
    with pytest.raises(ValueError, match="missing:\n- a1"):
        fitted.transform(frame.drop(columns="a1"))
