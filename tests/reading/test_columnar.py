"""Parquet and Arrow files: types, orders and gaps stay what they are."""

import datetime
import decimal
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import feather, parquet

import catviz

KINDS = ("parquet", "arrow", "stream")


def written(table, kind="parquet", **options):
    buffer = io.BytesIO()
    if kind == "parquet":
        parquet.write_table(table, buffer, **options)
    elif kind == "stream":
        with pa.ipc.new_stream(buffer, table.schema) as writer:
            writer.write_table(table)
    else:
        feather.write_feather(table, buffer, **options)
    return buffer.getvalue()


def understood(table, kind="parquet", **options):
    return catviz.inspect_table(written(table, kind), f"f.{'arrow' if kind != 'parquet' else kind}", **options)


def cells(table, kind="parquet"):
    return understood(table, kind).frame.to_dict("list")


MOMENTS = [datetime.datetime(2024, 1, 2), None, datetime.datetime(2023, 5, 6, 7, 8, 9)]
TYPED = {
    "whole": (pa.array([1, None, 10]), ["1", None, "10"]),
    "real": (pa.array([1.0, float("nan"), 2.5]), ["1", None, "2.5"]),
    "single": (pa.array([0.1, None, 3.0], pa.float32()), ["0.1", None, "3"]),
    "half": (pa.array(np.array([0.5, 1, 2], np.float16)), ["0.5", "1", "2"]),
    "price": (pa.array([decimal.Decimal("1.50"), None, decimal.Decimal("2.00")]), ["1.5", None, "2"]),
    "yes": (pa.array([True, False, None]), ["True", "False", None]),
    "text": (pa.array([" x", "", "7"]), ["x", None, "7"]),
    "view": (pa.array(["x", None, "y"], pa.string_view()), ["x", None, "y"]),
    "bytes": (pa.array([b"x", None, b"\xff"]), ["x", None, "\\xff"]),
    "day": (pa.array([datetime.date(2024, 1, 2), None, datetime.date(2023, 5, 6)]), ["2024-01-02", None, "2023-05-06"]),
    "midnight": (pa.array([MOMENTS[0], None, MOMENTS[0]], pa.timestamp("ns")), ["2024-01-02", None, "2024-01-02"]),
    "moment": (pa.array(MOMENTS), ["2024-01-02 00:00:00", None, "2023-05-06 07:08:09"]),
    "zone": (
        pa.array(MOMENTS, pa.timestamp("s", "UTC")),
        ["2024-01-02 00:00:00+00:00", None, "2023-05-06 07:08:09+00:00"],
    ),
    "time": (pa.array([datetime.time(1, 2), None, datetime.time(3)]), ["01:02:00", None, "03:00:00"]),
    "void": (pa.nulls(3), [None, None, None]),
    "codes": (pa.array(["b", None, "a"]).dictionary_encode(), ["b", None, "a"]),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", TYPED)
def test_cells_keep_what_they_are(name, kind):
    column, expected = TYPED[name]
    table = pa.table({"key": ["u", "v", "u"], name: column})
    if name == "view" and kind == "parquet":
        try:
            written(table)
        except pa.ArrowNotImplementedError:
            pytest.skip("this PyArrow writes no views to Parquet")
    assert cells(table, kind)[name] == expected[:3]


def test_far_dates_are_text():
    far = pa.array([10**15, 0, None], pa.timestamp("s"))
    found = cells(pa.table({"key": ["u", "v", "u"], "far": far}), "arrow")["far"]
    assert found[1].startswith("1970-01-01") and found[0] not in (None, found[1]) and found[2] is None


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
@pytest.mark.parametrize("ordered", [True, False])
def test_declared_categories_keep_their_order(kind, ordered):
    column = pd.Categorical(["mid", "lo", None, "hi"] * 5, ["lo", "mid", "never", "hi"], ordered=ordered)
    table = pa.Table.from_pandas(pd.DataFrame({"level": column, "x": ["u", "v"] * 10}))
    found = understood(table, kind)
    assert found.orders["level"] == ("lo", "mid", "hi")
    guess = found.columns[0]
    assert (guess.role, guess.order) == (("ordered", ("lo", "mid", "hi")) if ordered else ("category", ()))
    built = found.table()
    assert built.categories[0] == ("lo", "mid", "hi") and built.kinds[0] == ("ordinal" if ordered else "nominal")
    assert built.to_pandas()["level"].tolist()[:2] == ["mid", "lo"]
    assert pd.Series(column).equals(pd.Series(found.frame["level"]).astype(column.dtype))
    changed = found.changed("level", "ordered")
    assert changed.table().categories[0] == ("lo", "mid", "hi")


def test_row_groups_and_batches_are_one_column():
    column = pd.Categorical(["hi"] * 50 + ["lo"] * 50, ["lo", "hi"], ordered=True)
    table = pa.Table.from_pandas(pd.DataFrame({"level": column, "n": range(100)}))
    for data in (written(table, row_group_size=10), written(table, "arrow", chunksize=10)):
        found = catviz.inspect_table(data, "f.parquet")
        assert found.columns[0].order == ("lo", "hi") and len(found.frame) == 100
        assert found.frame["level"].tolist() == list(column)


def test_a_polars_enum_keeps_its_order():
    polars = pytest.importorskip("polars")
    levels = polars.Series(["mid", "lo", None, "hi"], dtype=polars.Enum(["lo", "mid", "hi"]))
    frame = polars.DataFrame({"level": levels, "x": ["u", "v", "u", "u"]})
    for write in (frame.write_parquet, frame.write_ipc):
        buffer = io.BytesIO()
        write(buffer)
        found = catviz.inspect_table(buffer.getvalue(), "f.parquet")
        assert (found.columns[0].role, found.columns[0].order) == ("ordered", ("lo", "mid", "hi"))


def test_row_labels_are_an_index_and_lists_are_left_out():
    frame = pd.DataFrame({"a": ["x", "y", "x"], "tags": [[1], [2, 3], []]}, index=[7, 3, 5])
    found = understood(pa.Table.from_pandas(frame))
    assert [(c.name, c.role) for c in found.columns] == [("a", "category"), ("index", "left out")]
    assert any("Left out" in note and "'tags'" in note for note in found.notes)


def test_gaps_and_tokens_are_said():
    found = understood(pa.table({"a": ["x", None, "?", "y"], "b": [1, 2, None, None]}), missing=("?",))
    assert any("without a value: 3." in note for note in found.notes)
    assert any("missing: '?' 1." in note for note in found.notes)
    assert [column.n_missing for column in found.columns] == [2, 2]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.none() | st.integers(-(2**62), 2**62),
            st.none() | st.booleans(),
            st.none() | st.sampled_from(["red", "green", "1", "01"]),
            st.none() | st.dates(),
        ),
        min_size=1,
        max_size=40,
    ),
    st.sampled_from(KINDS),
)
def test_what_is_written_is_read(rows, kind):
    types = dict(zip("nbtd", (pa.int64(), pa.bool_(), pa.string(), pa.date32()), strict=True))
    columns = {name: list(values) for name, values in zip(types, zip(*rows, strict=True), strict=True)}
    table = pa.table({name: pa.array(values, types[name]) for name, values in columns.items()})
    expected = {name: [None if v is None else str(v) for v in values] for name, values in columns.items()}
    assert cells(table, kind) == expected
