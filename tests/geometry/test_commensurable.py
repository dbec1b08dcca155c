"""Commensurable distances: every column adds 1 to the distance of two rows on average."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.geometry.value_geometries import ValueDistances

FRAME = pd.DataFrame({"a": list("wwwwxxxyyz"), "b": list("uvuvuvuvuu"), "same": ["s"] * 10})


def test_hamming_of_counts_four_three_two_one():
    scaled = catviz.Hamming().fit(FRAME).geometry_.commensurable()
    assert scaled["a"].loc["w", "z"] == pytest.approx(1 / 0.7)
    assert scaled["same"].to_numpy().tolist() == [[0.0]]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("method", [catviz.AhmadDey(), catviz.OneHot(), catviz.MTDLE(), catviz.MCA(2)])
def test_columns_add_one_on_average_whatever_the_power(method):
    fitted = method.fit(FRAME)
    scaled = fitted.geometry_.commensurable()
    assert isinstance(scaled, ValueDistances) and scaled.power == fitted.value_distances_.power
    for p, t in zip(scaled.shares, scaled.tables, strict=True):
        assert p @ t**scaled.power @ p == pytest.approx(1.0 if t.any() else 0.0)
    D = scaled.between(catviz.CategoricalTable.from_pandas(FRAME))
    assert (D**scaled.power).mean() == pytest.approx(sum(t.any() for t in scaled.tables))
    first, own = scaled.tables[0], fitted.value_distances_.tables[0]
    np.testing.assert_allclose(first * (own.max() / first.max()), own, atol=1e-12)
    clusters = catviz.KModes(2, scaled, random_state=0).fit(FRAME)
    assert clusters.labels_.shape == (10,)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_numeric_columns_are_refused():
    table = catviz.CategoricalTable.from_pandas(FRAME.assign(x=np.arange(10) / 3), numeric="mixed")
    with pytest.raises(ValueError, match="numeric columns"):
        catviz.Gower().fit(table).geometry_.commensurable()
