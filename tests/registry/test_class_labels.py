"""Labels of any type: every supervised method finds the same classes, with the type and the number they came with."""

import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import catviz
from catviz.table.known_classes import UNKNOWN, known_classes

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

CODES = np.random.default_rng(0).integers(0, 2, 60)
FRAME = pd.DataFrame({"a": np.where(CODES, "x", "y"), "b": np.random.default_rng(1).choice(list("pqr"), 60)})
LEARN = [m.cls for m in catviz.methods() if m.cls is not None and m.cls.uses_target]
BIG = 2**60
DAYS = [datetime.date(2020, 1, 1), datetime.date(2021, 1, 1)]


def with_unknown(values, unknown=None):
    """The label of each row, the first three unknown, as objects."""
    labels = np.array([values[code] for code in CODES] + [None], dtype=object)[:-1]
    labels[:3] = unknown
    return labels


def masked(values, dtype):
    return pd.Series([values[code] for code in CODES], dtype=dtype).mask(np.arange(60) < 3)


#: What is given -> the classes that it holds.
GIVEN = {
    "whole numbers and None": (with_unknown([0, 1]).tolist(), [0, 1]),
    "objects that are whole numbers": (pd.Series(CODES, dtype=object), [0, 1]),
    "truth values and None": (with_unknown([False, True]), [False, True]),
    "floats and NaN among objects": (with_unknown([0.0, 1.0], np.nan), [0.0, 1.0]),
    "whole numbers and NaN among objects": (pd.Series(with_unknown([3, 7], np.nan)), [3, 7]),
    "days": (with_unknown(DAYS), DAYS),
    "days and NaT": (with_unknown(DAYS, pd.NaT).tolist(), DAYS),
    "times": (pd.Series(pd.to_datetime(with_unknown(DAYS))), [np.datetime64(day, "s") for day in DAYS]),
    "times with a zone": (pd.Series(pd.to_datetime(with_unknown(DAYS), utc=True)), pd.to_datetime(DAYS, utc=True)),
    "decimals": (with_unknown([Decimal(1), Decimal(2)]), [Decimal(1), Decimal(2)]),
    "text and None": (with_unknown(["s", "t"]), ["s", "t"]),
    "text and NaN in a list": (with_unknown(["s", "t"], np.nan).tolist(), ["s", "t"]),
    "Int64": (masked([BIG, BIG + 1], "Int64"), [BIG, BIG + 1]),
    "beyond 64 bits": (with_unknown([2**70, 2**70 + 1]), [2**70, 2**70 + 1]),
    "boolean": (masked([False, True], "boolean"), [False, True]),
    "string": (masked(["s", "t"], "string"), ["s", "t"]),
    "category": (masked([5, 6], pd.CategoricalDtype([5, 6])), [5, 6]),
    "Arrow in pandas": (masked([BIG, BIG + 1], "int64[pyarrow]"), [BIG, BIG + 1]),
    "Arrow": (pa.array(with_unknown([BIG, BIG + 1]).tolist()), [BIG, BIG + 1]),
    "Arrow in pieces": (pa.chunked_array([with_unknown([False, True]).tolist()]), [False, True]),
    "Polars": (pl.Series(with_unknown([BIG, BIG + 1]).tolist()), [BIG, BIG + 1]),
    "a frame of one column": (masked([BIG, BIG + 1], "Int64").to_frame(), [BIG, BIG + 1]),
    "a masked array": (np.ma.array(CODES + BIG, mask=np.arange(60) < 3), [BIG, BIG + 1]),
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("y, expected", GIVEN.values(), ids=GIVEN)
def test_every_supervised_method_finds_the_classes_as_they_are(y, expected):
    found = {cls.__name__: cls().fit(FRAME, y).classes_ for cls in LEARN}
    for name, classes in found.items():
        assert list(classes) == list(expected), name
        assert {type(v) for v in classes.tolist()} == {type(v) for v in np.array(expected).tolist()}, name
    for cls in catviz.DistanceKNNClassifier, catviz.CoupledCentroidClassifier:
        predicted = cls().fit(FRAME, y).predict(FRAME)
        assert predicted.dtype == found[cls.__name__].dtype and set(predicted[3:]) == set(expected)


def test_unknown_labels_are_those_that_were_unknown():
    for y, _ in GIVEN.values():
        places = known_classes(y, np.ones(60), "m").places
        unknown = [UNKNOWN] * 3 if pd.isna(np.asarray(y, dtype=object)[0]) or np.ma.isMaskedArray(y) else CODES[:3]
        assert places[:3].tolist() == list(unknown) and (places[3:] == CODES[3:]).all()


def test_coded_columns_are_named_by_the_text_of_the_class():
    for y, name in ((CODES > 0, "a_True"), (CODES * 1.0, "a_1"), (masked([False, True], "boolean"), "a_True")):
        method = catviz.TargetEncoding().fit(FRAME, y)
        assert method.get_feature_names_out().tolist()[0] == name
        assert method.explain("a", "x", "y").terms["rows first"].sum() == sum(FRAME["a"][~pd.isna(y)] == "x")
        codes = method.set_params(random_state=0).fit_transform(FRAME, y)
        assert np.corrcoef(codes[:, 0], CODES)[0, 1] > 0.9


def test_labels_of_several_kinds_are_refused_alike():
    for y in (["a", 1] * 30, [True, 2] * 30, [DAYS[0], "a"] * 30, [{"a": 1}, {"b": 2}] * 30):
        for cls in LEARN:
            with pytest.raises(ValueError, match=r"y (mixes|holds labels that have no order)"):
                cls().fit(FRAME, y)


def test_numbers_with_fractions_and_infinite_ones_are_refused_in_every_type():
    for fraction in (0.5, Decimal("0.5")):
        for y in (with_unknown([fraction, 1]), with_unknown([fraction, 1]).tolist()):
            with pytest.raises(ValueError, match=r"fractions, such as 0.5.*pandas.cut"):
                catviz.WOE().fit(FRAME, y)
    for y in (np.where(CODES, np.inf, 1), with_unknown([np.inf, 1.0])):
        with pytest.raises(ValueError, match="infinity"):
            catviz.WOE().fit(FRAME, y)
