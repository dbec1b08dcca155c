"""Names of coded columns: all different, and as before where no two were the same."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import catviz
from catviz.table.coded_names import coded_names

TEXT = st.text("_=a2() ", min_size=1, max_size=4)
TWICE = pd.DataFrame({"A": ["x_y", "q", "q", "x_y"] * 3, "A_x": ["y", "z", "z", "w"] * 3})
CLASSES = ["x_y", "y", "q", "x_y"] * 3
TRANSFORMERS = [m.cls for m in catviz.methods() if m.cls is not None and hasattr(m.cls, "get_feature_names_out")]


@given(st.lists(st.tuples(TEXT, TEXT), unique=True, max_size=12), st.lists(TEXT, unique=True, max_size=4))
def test_all_names_are_different_and_single_ones_stay(pairs, whole):
    names = coded_names(pairs, whole).tolist()
    plain = [f"{column}_{value}" for column, value in pairs] + whole
    assert len(set(names)) == len(names) == len(plain)
    assert names[len(pairs) :] == whole
    for name, before in zip(names, plain, strict=True):
        assert name == before or plain.count(before) > 1


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("cls", TRANSFORMERS, ids=lambda cls: cls.__name__)
def test_no_method_has_a_name_twice(cls):
    few = {"n_clusters": 2} if "n_clusters" in cls.parameters else {}
    names = cls(**few).set_output(transform="pandas").fit(TWICE, CLASSES).transform(TWICE).columns
    assert len(set(names)) == len(names)


def test_names_that_were_the_same_say_which_column_is_theirs():
    names = catviz.OneHot().fit(TWICE).get_feature_names_out()
    assert names.tolist() == ["A_q", "A=x_y", "A_x_w", "A_x=y", "A_x_z"]
    names = catviz.TargetEncoding().fit(TWICE, CLASSES).get_feature_names_out()
    assert names.tolist() == ["A_q", "A=x_y", "A_y", "A_x_q", "A_x_x_y", "A_x=y"]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_columns_kept_as_numbers_keep_their_names():
    frame = pd.DataFrame({"a": list("xyzx") * 5, "a_0": np.linspace(0, 1, 20)})
    method = catviz.HVDM().set_output(transform="pandas").fit(frame, list("pqpq") * 5)
    names = method.transform(frame).columns.tolist()
    assert names[-1] == "a_0" and names[0] == "a=0" and len(set(names)) == len(names)
