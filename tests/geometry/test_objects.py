"""Geometries as objects: columns by name, frames to and from, what is refused, and how they print."""

import io

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding, ValueOrder
from catviz.table.codebook import Codebook

BOOK = Codebook(("size", "colour"), (("S", "M", "L"), ("red", "blue")), ("nominal",) * 2, (False,) * 2)
SIZES = np.array([[0.0, 1, 3], [1, 0, 2], [3, 2, 0]])
COLOURS = np.array([[0.0, 1], [1, 0]])
COUNTS = (np.array([2.0, 1, 1]), np.array([3.0, 1]))


def distances(sizes=SIZES, colours=COLOURS, **others):
    return ValueDistances(BOOK, (sizes, colours), COUNTS, **others)


def changed(i, j, value, both=True):
    table = SIZES.copy()
    table[i, j] = value
    if both:
        table[j, i] = value
    return table


@pytest.mark.parametrize("name", ["Hamming", "UDM", "MCA", "MTDLE", "COS"])
def test_columns_by_name(name):
    table = catviz.load_dataset("zoo")
    geometry = catviz.method(name).cls().fit(table).geometry_
    assert geometry.keys() == tuple(geometry) == table.attributes and len(geometry) == table.n_attributes
    assert "legs" in geometry and "wings" not in geometry
    assert {name: geometry[name].shape[0] for name in geometry} == {
        a: len(c) for a, c in zip(table.attributes, table.categories, strict=True)
    }


# refused


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        (changed(0, 1, -1.0), "'size' .*negative distance -1 .*'S' and 'M'"),
        (changed(0, 1, 5.0, both=False), "'size' is not symmetric.*'S', 'M' and 'M', 'S'"),
        (changed(1, 1, 0.5), "'size' has 0.5 .*'M'"),
        (changed(0, 2, np.nan), "'size' .*NaN or infinite"),
        (changed(0, 2, np.inf), "'size' .*NaN or infinite"),
        (COLOURS, r"'size' has 3 values .*shape \(2, 2\)"),
        (SIZES[:, :2], r"'size' has 3 values .*shape \(3, 2\)"),
        (SIZES.astype(str), "'size' .*give numbers"),
    ],
)
def test_a_table_that_is_no_distance_table_is_refused_by_column(sizes, says):
    with pytest.raises(ValueError, match=says) as refused:
        distances(sizes)
    assert "\n" not in str(refused.value)


def test_rounding_is_no_reason_to_refuse():
    noise = np.array([[1e-12, 1e-12, 0], [0, 0, 0], [0, 0, -1e-12]])
    assert distances(SIZES + noise).keys() == ("size", "colour")


def test_as_many_tables_as_columns():
    with pytest.raises(ValueError, match=r"2 columns and 1 table \('colour' has none\)"):
        ValueDistances(BOOK, (SIZES,), COUNTS)
    with pytest.raises(ValueError, match="2 columns and 3 tables"):
        ValueDistances(BOOK, (SIZES, COLOURS, COLOURS), COUNTS)
    with pytest.raises(ValueError, match="'colour' has 2 values .*frequencies"):
        ValueDistances(BOOK, (SIZES, COLOURS), (COUNTS[0], COUNTS[0]))
    with pytest.raises(ValueError, match="'size' has negative"):
        ValueDistances(BOOK, (SIZES, COLOURS), (-COUNTS[0], COUNTS[1]))
    with pytest.raises(ValueError, match="power=0"):
        distances(power=0)


@pytest.mark.parametrize("ranks", [[0, 0, 1], [1, 2, 3], [0, 1], [0.5, 1, 2], [[0, 1, 2]] * 3])
def test_ranks_are_an_order(ranks):
    with pytest.raises(ValueError, match="'size' has"):
        ValueOrder(BOOK, (np.array(ranks), np.arange(2)), COUNTS)


def test_coordinates_fit_their_values():
    places = np.zeros((3, 2)), np.zeros((2, 1))
    assert ValueEmbedding(BOOK, places, COUNTS).keys() == BOOK.attributes
    with pytest.raises(ValueError, match="same axes"):
        ValueEmbedding(BOOK, places, COUNTS, joint=True)
    with pytest.raises(ValueError, match="combine='sum'"):
        ValueEmbedding(BOOK, places, COUNTS, combine="sum")
    with pytest.raises(ValueError, match="'colour' .*NaN"):
        ValueEmbedding(BOOK, (places[0], places[1] + np.nan), COUNTS)
    with pytest.raises(ValueError, match="'size' has 3 values"):
        ValueEmbedding(BOOK, places[::-1], COUNTS)
    with pytest.raises(ValueError, match="'size' is not symmetric"):
        ValueSimilarities(BOOK, (changed(0, 1, 9.0, both=False), COLOURS), COUNTS)


# frames


def counts_by_name():
    named = zip(BOOK.attributes, BOOK.labels, COUNTS, strict=True)
    return {name: dict(zip(labels, counts, strict=True)) for name, labels, counts in named}


def test_distances_to_a_frame_and_back():
    geometry = distances(power=2.0)
    frame = geometry.to_frame()
    assert list(frame) == ["column", "value", "other", "distance", "power"] and len(frame) == 9 + 4
    assert frame.iloc[2].tolist() == ["size", "S", "L", 3.0, 2.0]
    for given in (frame, {name: geometry[name] for name in geometry}):
        back = ValueDistances.from_frame(given, power=2.0, frequencies=counts_by_name())
        assert back.codebook == BOOK and back.power == 2
        for part in ("tables", "frequencies"):
            for x, y in zip(getattr(back, part), getattr(geometry, part), strict=True):
                np.testing.assert_array_equal(x, y)


def test_other_geometries_to_a_frame_and_back():
    embedding = ValueEmbedding(BOOK, (np.arange(6.0).reshape(3, 2), np.array([[1.0], [2]])), COUNTS)
    frame = embedding.to_frame()
    assert list(frame) == ["column", "value", "axis 1", "axis 2"] and frame["axis 2"].isna().sum() == 2
    for x, y in zip(ValueEmbedding.from_frame(frame).coordinates, embedding.coordinates, strict=True):
        np.testing.assert_array_equal(x, y)
    order = ValueOrder(BOOK, (np.array([2, 0, 1]), np.array([0, 1])), COUNTS)
    assert order.to_frame()["rank"].tolist() == [3, 1, 2, 1, 2]
    assert ValueOrder.from_frame(order.to_frame()).labels("size") == order.labels("size") == ["M", "L", "S"]
    named = ValueOrder.from_frame({"size": ["M", "L", "S"]})
    assert named.labels("size") == ["M", "L", "S"] and named.codebook.categories == (("M", "L", "S"),)
    likeness = ValueSimilarities(BOOK, (np.eye(3), np.eye(2)), COUNTS)
    back = ValueSimilarities.from_frame(likeness.to_frame())
    for x, y in zip(back.tables, likeness.tables, strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("name", ["HVDM", "MCA", "DILCA", "Hamming", "OneHot"])
def test_nothing_of_a_geometry_is_lost_in_a_frame(name):
    table = catviz.load_dataset("zoo")
    learned = catviz.method(name).cls()
    learned = learned.fit(table, table.target) if name == "HVDM" else learned.fit(table)
    new = table.to_pandas().head(5).astype(object)
    new.loc[0, "legs"], new.loc[1, "hair"] = "new", "other"
    for geometry in (learned.value_distances_, learned.value_embedding_):
        back = type(geometry).from_frame(geometry.to_frame())
        np.testing.assert_allclose(back.between(new), geometry.between(new), rtol=1e-12, atol=1e-12)
        if isinstance(geometry, ValueEmbedding):
            np.testing.assert_allclose(back.transform(new), geometry.transform(new), rtol=1e-12, atol=1e-12)
            assert back.combine == geometry.combine and back.joint == geometry.joint
        else:
            assert back.power == geometry.power == (1 if name == "Hamming" else 2)
    written = io.BytesIO()
    learned.value_embedding_.to_frame().to_parquet(written)
    assert pd.read_parquet(written).attrs["combine"] == learned.value_embedding_.combine


def test_numeric_columns_are_said_to_be_missing_in_a_frame():
    learned = catviz.Gower().fit(pd.DataFrame({"age": [20.5, 30, 60], "paid": list("yyn")}))
    with pytest.warns(UserWarning, match="numeric columns 'age'"):
        learned.geometry_.to_frame()


def test_one_power_holds_for_all_columns():
    frame = distances(power=2.0).to_frame()
    frame.loc[0, "power"] = 1
    with pytest.raises(ValueError, match="'power' holds 2 different numbers"):
        ValueDistances.from_frame(frame)
    assert ValueDistances.from_frame(frame, power=2).power == 2


@pytest.mark.parametrize("name", ["MTDLE", "COS", "TAVE"])
def test_a_learned_geometry_comes_back_with_its_missing_level(name):
    frame = pd.DataFrame({"a": ["x", "y", None, "x", "z"], "b": list("uvvuu")})
    learned = catviz.method(name).cls().fit(frame).geometry_
    back = ValueDistances.from_frame(
        learned.to_frame()
        if "distance" in learned.to_frame()
        else {column: learned.distances()[column] for column in learned},
        power=learned.distances().power,
    )
    assert back.codebook.missing == (True, False) and back.codebook.labels == learned.codebook.labels
    np.testing.assert_allclose(back.between(frame), learned.distances().between(frame))


def test_own_distances_are_used_by_clusterers():
    table = pd.DataFrame({"size": ["S", "M", "L", "L"]})
    own = ValueDistances.from_frame({"size": pd.DataFrame(SIZES, list("SML"), list("SML"))})
    labels = catviz.KMedoidsCategorical(2, own, random_state=0).fit(table).labels_
    assert labels[0] == labels[1] != labels[2] == labels[3]


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        ({"size": pd.DataFrame(SIZES, list("SML"), list("SMX"))}, "'size' has the rows"),
        ({"size": pd.DataFrame(SIZES, list("SMM"), list("SMM"))}, "'size' has the rows"),
        (pd.DataFrame({"column": ["a"], "value": ["x"], "distance": [0]}), "no column 'other'"),
        (
            pd.DataFrame({"column": ["a"] * 2, "value": ["x"] * 2, "other": ["x"] * 2, "distance": [0, 0]}),
            "'a' .*twice",
        ),
    ],
)
def test_frames_that_hold_no_tables_are_refused(frame, says):
    with pytest.raises(ValueError, match=says):
        ValueDistances.from_frame(frame)


def test_pairs_that_lack_and_frequencies_that_lack_are_named():
    lacking = distances().to_frame().drop(index=2)
    with pytest.raises(ValueError, match="'size' .*NaN"):
        ValueDistances.from_frame(lacking)
    with pytest.raises(ValueError, match="'size' .*frequency .*'M'"):
        ValueDistances.from_frame(distances().to_frame(), frequencies={"size": {"S": 1, "L": 2}})
    with pytest.raises(ValueError, match="no column 'height'"):
        ValueDistances.from_frame(distances().to_frame(), frequencies={"height": {}})
    with pytest.raises(TypeError, match="'size' .*a list"):
        ValueDistances.from_frame({"size": SIZES.tolist()})


# reprs


def test_short_reprs():
    table = catviz.load_dataset("zoo")
    method = catviz.AhmadDey().fit(table)
    geometry, counts = method.geometry_, catviz.count(table, by=table.target)
    test = catviz.structure_test(table, "ADM", k=2, n_shuffles=19, n_init=1)
    sentence = [
        repr(x)
        for x in (
            *(table, table.codebook, counts, geometry, geometry.embed(), geometry.order(), catviz.COS().fit(table)),
            *(catviz.MCA().fit(table).geometry_, catviz.JiaDistance().fit(table).geometry_),
            *(catviz.joint_map(geometry, catviz.count(table)), catviz.row_map(geometry, table), test),
        )
    ]
    assert sentence[:6] == [
        "CategoricalTable(101 rows, 16 columns, target 'class')",
        "Codebook(16 columns, 36 values)",
        "Counts(16 columns, 36 values, 101 rows, 7 classes)",
        "ValueDistances(16 columns, 36 values, power 1)",
        f"ValueEmbedding(16 columns, 36 values, {geometry.embed()._facts()[0]})",
        "ValueOrder(16 columns, 36 values)",
    ]
    assert sentence[7:9] == [
        "ValueEmbedding(16 columns, 36 values, 2 axes, joint)",
        "ObjectDistances(16 columns, 36 values)",
    ]
    assert sentence[9].startswith("JointMap(36 values, 2 axes, ") and sentence[10].startswith("RowMap(101 rows, ")
    assert sentence[11].startswith("ShuffleTest(p = ") and all(len(text) < 100 for text in sentence)


def test_a_frame_that_lost_columns_is_not_read_as_a_geometry_with_all_of_them():
    frame = catviz.AhmadDey().fit(catviz.load_dataset("zoo")).geometry_.embed().to_frame()
    with pytest.raises(ValueError, match="16 columns and lacks 'hair'"):
        ValueEmbedding.from_frame(frame[frame["column"].isin(["legs", "milk"])])
