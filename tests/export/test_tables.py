"""Orders as CSV, JSON and pandas code."""

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.export.tables import (
    guarded,
    orders_code,
    orders_json,
    orders_table,
    table_csv,
    table_parquet,
)

ORDERS = {"size": ["S", "M", "L"], "=SUM(A1)": ["+1", "-", "@x", "plain"], 'quoted "name"': ["a,b", "c\nd", "ü"]}


@pytest.mark.parametrize("text", ["=1", "+a", "-a", "-1+1", "+A1", "-2;3", "--a", "@A1", "\tx", "\rx"])
def test_a_cell_that_looks_like_a_formula_is_guarded(text):
    assert guarded(text) == "'" + text


@pytest.mark.parametrize(
    "text", ["", "a=b", "1-2", " =1", "'=1", "-2", "+1", "-", "+", "--", "-0,5", "+3.25", "-1e-05", "-4 %"]
)
def test_other_cells_are_left_as_they_are(text):
    assert guarded(text) == text


def test_a_table_as_csv_guards_names_and_text_but_not_numbers():
    frame = pd.DataFrame({"=n": [-1, 2], "a": ["@x", None], "b": pd.Categorical(["-", ""])})
    lines = list(csv.reader(io.StringIO(table_csv(frame))))
    assert lines == [["'=n", "a", "b"], ["-1", "'@x", "-"], ["2", "", ""]]


def test_json_holds_the_values_untouched():
    assert json.loads(orders_json(ORDERS)) == ORDERS


def run(code):
    names = {}
    exec(code, names)
    return names["ordered"]


def test_the_code_orders_a_frame_as_the_fit_did():
    frame = pd.DataFrame({"size": ["M", None, "S", "L"], "n": [2.0, 10.0, np.nan, 2.0], "other": list("abcd")})
    orders = {"size": ["L", "S", "(missing)", "M"], "n": ["10", "2"]}
    ordered = run(orders_code(orders))(frame)
    assert ordered["size"].cat.categories.tolist() == orders["size"]
    assert ordered["size"].cat.ordered
    assert ordered["size"].cat.codes.tolist() == [3, 2, 1, 0]
    assert ordered["n"].cat.codes.tolist() == [1, 0, -1, 1]
    assert ordered["other"].tolist() == list("abcd")
    assert frame["size"].tolist()[0] == "M" and not isinstance(frame["size"].dtype, pd.CategoricalDtype)


def test_the_code_survives_awkward_names():
    frame = pd.DataFrame({column: pd.Series(values) for column, values in ORDERS.items()})
    ordered = run(orders_code(ORDERS))(frame)
    for column, values in ORDERS.items():
        assert ordered[column].cat.categories.tolist() == values


def test_the_code_takes_what_a_fit_learned():
    table = catviz.load_dataset("toy_movie")
    orders = catviz.OCL(2, random_state=0).fit(table).orders_
    ordered = run(orders_code(orders))(table.to_pandas())
    for column, values in orders.items():
        assert ordered[column].cat.categories.tolist() == list(values)
        assert ordered[column].notna().all()


def test_geometries_as_long_tables_hold_every_value_and_pair_once():
    learned = catviz.COD().fit(catviz.load_dataset("zoo"))
    book = learned.value_distances_.codebook
    pairs = learned.value_distances_.to_frame().set_index(["column", "value", "other"])["distance"]
    assert pairs.index.is_unique and len(pairs) == sum(v * v for v in book.n_values)
    assert pairs["legs", "0", "2"] == learned.value_distances_["legs"].loc["0", "2"]
    places = learned.value_embedding_.to_frame()
    assert list(zip(places["column"], places["value"], strict=True)) == list(book.values)
    assert places.loc[places["column"] == "hair", "axis 2"].isna().all()
    order = learned.geometry_.order()
    ordered = orders_table(order)
    assert ordered.loc[ordered["column"] == "legs", "value"].tolist() == order.labels("legs")
    assert ordered.loc[ordered["column"] == "legs", "rank"].tolist() == [1, 2, 3, 4, 5, 6]


def test_exported_csv_is_read_back():
    table = catviz.load_dataset("zoo")
    learned = catviz.HVDM().fit(table, table.target)
    text = {"column": str, "value": str, "other": str}

    def read(frame):
        return pd.read_csv(io.StringIO(table_csv(frame)), dtype=text)

    back = catviz.ValueDistances.from_frame(read(learned.value_distances_.to_frame()))
    np.testing.assert_allclose(back.between(table), learned.value_distances_.between(table), rtol=1e-12)
    places = catviz.ValueEmbedding.from_frame(read(learned.value_embedding_.to_frame()))
    np.testing.assert_allclose(places.transform(table), learned.transform(table), rtol=1e-9, atol=1e-12)
    order = learned.geometry_.order()
    orders = catviz.ValueOrder.from_frame(read(orders_table(order)))
    assert [orders.labels(a) for a in orders] == [order.labels(a) for a in order]


def test_parquet_holds_the_cells_as_they_are():
    frame = pd.DataFrame({"=n": [-1, 2], "a": ["@x", None], "b": pd.Categorical(["-", ""])})
    back = pd.read_parquet(io.BytesIO(table_parquet(frame)))
    assert list(back.columns) == ["=n", "a", "b"] and back["=n"].tolist() == [-1, 2]
    assert back["a"].iloc[0] == "@x" and pd.isna(back["a"].iloc[1]) and back["b"].tolist() == ["-", ""]
