"""Weights of columns: one method of all geometries, which all that take distances use."""

import warnings

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.registry import methods

FRAME = dependent_frame(60, (3, 4, 2), seed=4, missing=0.05)
A, B, C = FRAME.columns
WEIGHTS = {A: 2, B: 0.5, C: 0}


def fitted(method, data=FRAME):
    settings = {"random_state": 0} if "random_state" in method().get_params() else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return method(**settings).fit(data, np.arange(60) % 3)


GEOMETRIES = [m.cls for m in methods() if m.cls is not None and hasattr(m.cls, "value_distances_")]


@pytest.mark.one_in(4)
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("method", GEOMETRIES, ids=lambda method: method.__name__)
def test_a_column_adds_its_weight_times_as_much(method):
    geometry = fitted(method).geometry_.distances()
    weighted = fitted(method).geometry_.weighted(WEIGHTS)
    odd = FRAME[:9].assign(**{A: "new"})
    for one, other in ((FRAME, None), (FRAME, odd)):
        parts = []
        for name in FRAME:
            alone = {column: float(column == name) for column in FRAME}
            parts.append(WEIGHTS[name] * geometry.weighted(alone).between(one, other) ** geometry.power)
        np.testing.assert_allclose(weighted.between(one, other) ** geometry.power, sum(parts), atol=1e-9)
        np.testing.assert_array_equal(geometry.weighted({}).between(one, other), geometry.between(one, other))


def test_weights_are_copies_of_columns_and_columns_left_out():
    hamming, twice = catviz.Hamming().fit(FRAME).geometry_, FRAME.assign(again=FRAME[A])
    copied = catviz.Hamming().fit(twice).geometry_.between(twice)
    np.testing.assert_array_equal(hamming.weighted({A: 2}).between(FRAME), copied)
    fewer = FRAME.drop(columns=C)
    np.testing.assert_array_equal(
        hamming.weighted({C: 0}).between(FRAME), catviz.Hamming().fit(fewer).geometry_.between(fewer)
    )


def test_weights_of_numbers_and_of_columns_of_one_value():
    mixed = FRAME.assign(x=np.linspace(0, 1, 60) ** 2, same="s")
    table = catviz.CategoricalTable.from_pandas(mixed, numeric="mixed")
    for method in (catviz.Gower(), catviz.HVDM(random_state=0)):
        geometry = method.fit(table, np.arange(60) % 2).geometry_
        x = geometry.weighted({name: float(name == "x") for name in mixed}).between(table) ** geometry.power
        rest = geometry.weighted({"x": 0}).between(table) ** geometry.power
        np.testing.assert_allclose(
            geometry.weighted({"x": 3}).between(table) ** geometry.power, rest + 3 * x, atol=1e-9
        )
    hamming = catviz.Hamming().fit(mixed[["same", A]]).geometry_.weighted({"same": 5})
    new = mixed[["same", A]][:2].assign(same=["s", "t"], **{A: mixed[A].iloc[0]})
    assert hamming.between(new).tolist() == [[0, 5], [5, 0]]
    frames = hamming.to_frame()
    np.testing.assert_array_equal(catviz.ValueDistances.from_frame(frames).between(new), hamming.between(new))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "make",
    [
        lambda d: catviz.KModes(3, distances=d, random_state=0),
        lambda d: catviz.KMeansCategorical(3, distances=d, random_state=0),
        lambda d: catviz.KMedoidsCategorical(3, distances=d, random_state=0),
        lambda d: catviz.HierarchicalCategorical(3, distances=d),
        lambda d: catviz.SpectralCategorical(3, distances=d, random_state=0),
        lambda d: catviz.DistanceKNNClassifier(d, n_neighbors=3),
    ],
)
def test_clusterers_and_classifiers_leave_out_a_column_of_weight_0(make):
    y, fewer = np.arange(60) % 3, FRAME.drop(columns=C)
    weighted = catviz.Hamming().fit(FRAME).geometry_.weighted({A: 3, C: 0})
    wanted = catviz.Hamming().fit(fewer).geometry_.weighted({A: 3})
    found, expected = make(weighted).fit(FRAME, y), make(wanted).fit(fewer, y)
    changed = FRAME.assign(**{C: np.roll(FRAME[C], 7)})
    assert found.predict(changed).tolist() == found.predict(FRAME).tolist()
    same = catviz.metrics.scores(found.predict(FRAME), expected.predict(fewer))["adjusted_rand"]
    assert same == pytest.approx(1)  # k-means numbers its clusters by the starts


@pytest.mark.parametrize(
    ("weights", "match"),
    [
        ({"no such": 1}, "no column 'no such'"),
        ({A: -1}, "weight -1"),
        ({A: np.nan}, "weight nan"),
        ({A: "2"}, "weight '2'"),
        ({A: True}, "weight True"),
        ({A: 0, B: 0, C: 0}, "weight 0"),
        ([2, 1, 1], "list"),
    ],
)
def test_what_is_no_weight_is_refused(weights, match):
    with pytest.raises(ValueError, match=match):
        catviz.Hamming().fit(FRAME).geometry_.weighted(weights)


def test_a_column_called_by_a_number_may_be_named_by_it():
    numbered = pd.DataFrame({0: list("xyx"), 1: list("uvv")})
    geometry = catviz.Hamming().fit(numbered).geometry_
    assert geometry.weighted({0: 2, 1: np.int64(3)}).between(numbered)[0].tolist() == [0, 5, 3]
