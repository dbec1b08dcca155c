"""Columns joined to a table, and known classes as a column."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.table.joined import classes_as_column, join_columns


def test_parts_of_a_table_join_to_the_table():
    adult = catviz.CategoricalTable.from_pandas(
        pd.DataFrame({"age": [21.5, 38.0, 64.5], "paid": ["yes", None, "no"], "size": ["S", "L", "S"]}),
        numeric="bin",
        ordered={"size": ["S", "M", "L"]},
    )
    parts = adult.select(["age", "paid"]), adult.select(["size"])
    found = join_columns(*parts)
    assert found.fingerprint == adult.fingerprint and found.codebook.intervals == adult.codebook.intervals
    assert join_columns(*parts[::-1]).attributes == ("size", "age", "paid")


def test_weights_stay_as_they_are():
    zoo = catviz.load_dataset("zoo")
    weighted = replace(zoo, weights=np.linspace(0.1, 2, 101))
    found = join_columns(weighted.select(["milk"]), zoo.select(["legs"]))
    assert (found.weights == weighted.weights).all()
    assert (classes_as_column(weighted).weights == weighted.weights).all()


def test_known_classes_become_a_column_whose_missing_cells_are_missing():
    table = replace(catviz.load_dataset("toy_movie"), target=["b", "a", None, "b", "a", "b"], target_name="kind")
    found = classes_as_column(table)
    assert found.target is None and found.to_pandas()["kind"].astype(object).tolist()[:2] == ["b", "a"]
    assert found.to_pandas()["kind"].isna().tolist() == [False, False, True, False, False, False]
    assert classes_as_column(table, ["b", "a", "c"]).categories[-1] == ("b", "a", "c")
    assert classes_as_column(table, ["b"]).categories[-1] == ("a", "b")
    assert classes_as_column(found) is found


def test_columns_of_other_rows_or_of_the_same_name_are_refused():
    zoo = catviz.load_dataset("zoo")
    with pytest.raises(ValueError, match="same rows"):
        join_columns(zoo, zoo[:5])
    with pytest.raises(ValueError, match="more than once"):
        join_columns(zoo, zoo.select(["milk"]))
