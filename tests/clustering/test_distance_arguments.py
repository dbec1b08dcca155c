"""Distances by name, as a matrix, or by a function of two rows."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

import catviz

TABLE = catviz.load_dataset("zoo")
D = catviz.AhmadDey().fit(TABLE).geometry_.between(TABLE)
ON_DISTANCES = {
    "k-medoids": catviz.KMedoidsCategorical(4, n_init=2, random_state=0),
    "spectral": catviz.SpectralCategorical(4, n_init=2, random_state=0),
    "hierarchical": catviz.HierarchicalCategorical(4),
    "neighbours": catviz.DistanceKNNClassifier(n_neighbors=3),
}
OTHERS = {"k-modes": catviz.KModes(4, n_init=2, random_state=0), "k-means": catviz.KMeansCategorical(4, random_state=0)}


def mismatches(a, b):
    return sum(x != y for x, y in zip(a, b, strict=True))


def distinct(table):
    """The distinct rows, each once, with a class."""
    first = np.sort(np.unique(table.codes, axis=0, return_index=True)[1])
    return table[first]


def fitted(name, distances, X, **given):
    model = clone({**ON_DISTANCES, **OTHERS}[name]).set_params(distances=distances)
    return model.fit(X, TABLE.target[: len(X)] if name == "neighbours" else None, **given)


@pytest.mark.parametrize("name", [*ON_DISTANCES, *OTHERS])
def test_a_name_or_alias_is_the_method(name):
    a, b = fitted(name, "add", TABLE), fitted(name, catviz.AhmadDey(), TABLE)
    assert (a.predict(TABLE) == b.predict(TABLE)).all()
    with pytest.raises(ValueError, match="'Haming'; .*Hamming"):
        fitted(name, "Haming", TABLE)
    with pytest.raises(ValueError, match="distances='KModes'"):
        fitted(name, "KModes", TABLE)
    with pytest.raises(ValueError, match="give a method"):
        fitted(name, catviz.AhmadDey, TABLE)


@pytest.mark.parametrize("name", ON_DISTANCES)
def test_a_matrix_gives_what_the_rows_give(name):
    rows = distinct(TABLE)
    new, old = rows[40:], rows[:40]
    geometry = catviz.AhmadDey().fit(TABLE).geometry_
    model, y = clone(ON_DISTANCES[name]), old.target if name == "neighbours" else None
    given = clone(model).set_params(distances="precomputed").fit(geometry.between(old), y)
    known = clone(model).set_params(distances=geometry).fit(old, y)
    far = geometry.between(new, old)
    assert given.n_features_in_ == 40 and given.geometry_ is None
    if name == "neighbours":
        assert (given.predict(far) == known.predict(new)).all()
        np.testing.assert_allclose(given.predict_proba(far), known.predict_proba(new))
        return
    same = pd.crosstab(np.r_[given.labels_, given.predict(far)], np.r_[known.labels_, known.predict(new)])
    assert ((same > 0).sum() == 1).all() and same.shape == (4, 4)


def same_partition(a, b):
    return len({*zip(a, b, strict=True)}) == len({*a}) == len({*b})


@pytest.mark.parametrize("name", ON_DISTANCES)
def test_weights_of_a_matrix_are_repeated_rows_and_those_of_weight_zero_are_labelled(name):
    rng = np.random.default_rng(3)
    points = np.repeat(10 * np.eye(4), 10, axis=0) + rng.normal(size=(40, 4))
    weights, order = rng.integers(0, 4, 40), rng.permutation(40)
    far, y = cdist(points[order], points[order]), np.repeat(list("abcd"), 10)[order]
    every = np.repeat(np.arange(40), weights)
    model = clone(ON_DISTANCES[name]).set_params(distances="precomputed")
    a = clone(model).fit(far, y, sample_weight=weights)
    b = clone(model).fit(far[np.ix_(every, every)], y[every])
    if name == "neighbours":
        np.testing.assert_allclose(a.predict_proba(far), b.predict_proba(far[:, every]), atol=1e-12)
    else:
        assert same_partition(a.labels_, y) and (a.labels_ == a.predict(far)).all()
        assert same_partition(a.labels_[every], b.labels_)
    if name == "k-medoids":
        to_medoids = far[:, a.medoid_indices_]
        assert (a.labels_ == to_medoids.argmin(axis=1)).all()
        assert a.inertia_ == pytest.approx(weights @ to_medoids.min(axis=1)) == pytest.approx(b.inertia_)
        assert a.cluster_centers_ is None


def test_a_matrix_is_cut_on_both_sides_by_cross_validation():
    model = catviz.DistanceKNNClassifier("precomputed", 1)
    by_rows = cross_val_score(
        catviz.DistanceKNNClassifier(catviz.AhmadDey().fit(TABLE).geometry_, 1), TABLE, TABLE.target
    )
    assert cross_val_score(model, D, TABLE.target).tolist() == by_rows.tolist()


@pytest.mark.parametrize("name", ON_DISTANCES)
def test_a_matrix_that_is_none_is_refused(name):
    wrong = {
        "has shape \\(101, 100\\)": D[:, :100],
        "row 3 is at distance 1 from itself": D + np.diag(np.eye(len(D))[3]),
        "X must be symmetric": D + np.triu(np.full(D.shape, 1.0), 1),
        "distances are not negative": -D,
        "NaN": np.where(0.9 * D.max() < D, np.nan, D),
        "X is a table": TABLE,
    }
    for message, X in wrong.items():
        with pytest.raises(ValueError, match=message):
            fitted(name, "precomputed", X)
    with pytest.raises(ValueError, match="100 features"):
        fitted(name, "precomputed", D).predict(D[:, :100])


@pytest.mark.parametrize("name", ON_DISTANCES)
def test_a_function_of_two_rows_sees_their_text(name):
    frame = TABLE.to_pandas().astype(object)
    frame.iloc[::7, 2] = None
    seen = set()

    def distance(a, b):
        seen.update(type(v) for v in (*a, *b))
        assert len(a) == len(b) == 16
        return mismatches(a, b)

    by_function, by_method = fitted(name, distance, frame), fitted(name, "Hamming", frame)
    assert (by_function.predict(frame) == by_method.predict(frame)).all()
    assert seen == {str, type(None)}
    new = frame.replace({"hair": {"yes": "bald"}})
    assert (by_function.predict(new) == by_method.predict(new)).all()


@pytest.mark.parametrize(("given", "words"), [(np.nan, "finite"), (-1.0, "not negative"), ([1, 2], "one number")])
def test_a_function_that_gives_no_distance_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        catviz.KMedoidsCategorical(2, lambda a, b: given).fit(TABLE)


@pytest.mark.parametrize(
    ("name", "words"),
    [("k-modes", "no distances .*k-modes"), ("k-means", "no coordinates, .*k")],
)
@pytest.mark.parametrize("distances", ["precomputed", mismatches])
def test_what_needs_values_says_so_in_a_sentence(name, words, distances):
    with pytest.raises(ValueError, match=f"{words}.*: choose k-medoids"):
        fitted(name, distances, D)
