"""What a caller is told who gives something else than is asked for."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.profiles import cluster_profiles

ZOO = catviz.load_dataset("zoo")


def test_a_series_is_no_table():
    for X in (ZOO.to_pandas()["legs"], pd.Series([1, 2], name="legs")):
        with pytest.raises(ValueError, match=r"DataFrame, as df\[\['legs'\]\] or X.to_frame\(\)"):
            catviz.Hamming().fit(X)


def test_labels_of_other_rows_are_refused():
    with pytest.raises(ValueError, match=r"labels have shape \(5,\): .*101 rows"):
        cluster_profiles(ZOO, np.asarray(ZOO.target)[:5])


def test_scores_ask_for_the_runs_of_a_comparison():
    for wrong in ({"ADM": 0.5}, pd.DataFrame({"adjusted_rand": [0.5]})):
        with pytest.raises(TypeError, match=r"catviz\.analysis\.comparison\.compare"):
            catviz.plots.scores(wrong)


def test_one_column_needs_no_list():
    method = catviz.AhmadDey().fit(ZOO)
    one, listed = (catviz.plots.value_axes(method, columns) for columns in ("legs", ["legs"]))
    assert one == listed and list(one.layout.yaxis.ticktext) == ["legs"]


def test_a_table_with_known_classes_says_where_they_are():
    with pytest.raises(ValueError, match=r"y is None: .*fit\(table, table.ta"):
        catviz.MVDM().fit(ZOO)
    with pytest.raises(ValueError, match="y is None: .*label"):
        catviz.MVDM().fit(ZOO.to_pandas())


def test_numbers_name_values():
    method = catviz.AhmadDey().fit(ZOO)
    assert method.explain("legs", 4, 2.0).distance == method.explain("legs", "4", "2").distance > 0
    with pytest.raises(ValueError, match="'legs' has no value 3"):
        method.explain("legs", 3, 2)


def test_the_error_of_an_absent_data_set_can_be_caught():
    assert issubclass(catviz.DatasetNotHere, ValueError)
