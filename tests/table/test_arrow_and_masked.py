"""Columns as other libraries make them: dictionaries with a value twice or null, 128 bits, masked arrays."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import catviz
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def read(column):
    """(cells, kind, categories) of the first column of a table that a column makes."""
    table = CategoricalTable.from_pandas(column if hasattr(column, "columns") else pa.table({"x": column}))
    cells = table.to_pandas().iloc[:, 0].astype(object)
    return cells.where(cells.notna(), None).tolist(), table.kinds[0], table.categories[0]


def coded(codes, values, ordered=False):
    return pa.DictionaryArray.from_arrays(pa.array(codes), pa.array(values), ordered=ordered)


def test_dictionaries_hold_a_value_twice_or_null():
    twice, null = coded([0, 1, 2, 0], ["b", "a", "b"]), coded([0, 1, 2, None], ["b", None, "a"])
    assert read(twice) == (["b", "a", "b", "b"], "nominal", ("a", "b"))
    assert read(null) == (["b", None, "a", None], "nominal", ("a", "b"))
    assert read(coded([0, 1, 2, 0], [3, 4, 3]))[0] == ["3", "4", "3", "3"]
    assert read(pa.chunked_array([twice, null]))[0] == ["b", "a", "b", "b", "b", None, "a", None]
    lo = [("lo", None, "hi", "lo"), ("lo", "hi", "lo", "top")]
    for values, cells in zip(lo, (["lo", None, "hi", "lo"], ["lo", "hi", "lo", "top"]), strict=True):
        order = tuple(dict.fromkeys(v for v in values if v))
        assert read(coded([0, 1, 2, 3], values, ordered=True)) == (cells, "ordinal", order)


def test_such_dictionaries_give_the_distances_of_the_plain_column():
    frame = pa.table({"x": coded([0, 1, 2, 0], ["a", "b", "a"]), "z": list("pqpq")})
    plain = pd.DataFrame({"x": list("abaa"), "z": list("pqpq")})
    a, b = (catviz.AhmadDey().fit(data).geometry_.between(data) for data in (frame, plain))
    assert (a == b).all()


def test_whole_numbers_of_128_bits():
    pl = pytest.importorskip("polars")
    numbers = pl.DataFrame({"x": pl.Series([1, 2, 1, 1, 3], dtype=pl.Int128), "z": list("pqpqp")})
    small = numbers.with_columns(pl.col("x").cast(pl.Int64))
    for a, b in ((numbers, small), (numbers.lazy(), small)):
        assert read_both(a) == read_both(b) == (["1", "2", "1", "1", "3"], "ordinal", ("1", "2", "3"))
    gaps = pl.DataFrame({"x": pl.Series([2**100, 2**100 + 1, None], dtype=pl.Int128)})
    assert read(gaps)[0] == [str(2**100), str(2**100 + 1), None]
    labels = pl.Series([2**100, 2**100 + 1] * 3, dtype=pl.Int128)
    fitted = catviz.DistanceKNNClassifier(n_neighbors=1).fit(pd.DataFrame({"a": list("xyxyxy")}), labels)
    assert fitted.classes_.tolist() == [2**100, 2**100 + 1]
    with pytest.raises(ValueError, match="cast the column"):
        read(pl.DataFrame({"x": pl.Series([[1], [2]], dtype=pl.List(pl.Int128))}))


def read_both(frame):
    table = CategoricalTable.from_pandas(frame)
    return table.to_pandas()["x"].astype(object).tolist(), table.kinds[0], table.categories[0]


def test_masked_cells_are_missing():
    hidden = [[0, 0], [0, 1], [0, 0]]
    for cells in ([[1, 2], [2, 3], [1, 2]], [[1.0, 2.0], [2.0, 3.0], [1.0, 2.0]]):
        array = np.ma.array(cells, mask=hidden)
        fitted = catviz.OneHot().fit(array)
        assert fitted.get_feature_names_out().tolist() == ["x0_1", "x0_2", "x1_2", "x1_(missing)"]
        assert fitted.transform(array).tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    text = np.ma.array([["u", "p"], ["v", "hidden"], ["u", "p"]], mask=hidden)
    assert catviz.OneHot().fit(text).get_feature_names_out().tolist()[2:] == ["x1_p", "x1_(missing)"]
    unmasked = np.ma.array([[1, 2], [2, 3], [1, 2]])
    assert catviz.OneHot().fit(unmasked).get_feature_names_out().tolist() == ["x0_1", "x0_2", "x1_2", "x1_3"]


def test_masked_classes_are_unknown_and_masked_weights_are_refused():
    classes = np.ma.array(["p", "q", "r"] * 4, mask=[0, 0, 1] * 4)
    frame = pd.DataFrame({"a": list("xyz") * 4})
    table = CategoricalTable.from_pandas(frame)
    assert list(catviz.count(table, by=classes).by_class) == ["p", "q"]
    assert catviz.metrics.scores(classes, [0, 1, 0] * 4)["accuracy"] == 1
    assert CategoricalTable(table.codes, table.codebook, target=classes).n_classes == 2
    assert catviz.MVDM().fit(frame, classes).classes_.tolist() == ["p", "q"]
    with pytest.raises(ValueError, match="finite"):
        catviz.Hamming().fit(frame, sample_weight=np.ma.array(np.ones(12), mask=[1] + [0] * 11))
    with pytest.raises(ValueError, match="NaN"):
        catviz.KMedoidsCategorical(2, "precomputed").fit(np.ma.array(1 - np.eye(3), mask=np.eye(3)[::-1]))
