"""Principal components of rows: a decomposition of all axes and products with the coordinates of values agree."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

import catviz
from catviz.analysis import projection
from catviz.analysis.projection import RowSpace, pca, row_map, values_placed
from catviz.table.categorical import CategoricalTable


def tables():
    """A table to learn from, and another of its rows with values that were never seen, and none."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({f"a{r}": [f"v{k}" for k in rng.integers(0, v, 300)] for r, v in enumerate((30, 4, 12, 7))})
    other = frame.sample(120, random_state=1).reset_index(drop=True)
    other.loc[:20, "a0"], other.loc[10:25, "a2"] = "never seen", None
    return CategoricalTable.from_pandas(frame), other


def with_numbers():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        {"a": rng.choice(list("uvwxyz"), 90), "b": rng.choice(list("pqr"), 90), "x": rng.normal(size=90)}
    )
    table = CategoricalTable.from_pandas(frame, numeric="keep")
    y = np.where(frame["x"] + rng.normal(size=90) > 0, "high", "low")
    return catviz.HVDM().fit(table, y).geometry_, table


@pytest.mark.parametrize("method", [catviz.Hamming(), catviz.AhmadDey(), catviz.OneHot(), catviz.MCA(5), catviz.LeHo()])
def test_steps_find_the_axes_of_all_coordinates(method):
    table, other = tables()
    geometry = method.fit(table).geometry_
    rows = CategoricalTable.read_like(other, geometry.codebook)
    weights = np.random.default_rng(2).integers(1, 4, len(rows)).astype(float)
    for given in (None, weights):
        space = RowSpace(geometry, rows)
        found, expected = space.principal(3, given), pca(space.held(), given, 3)
        np.testing.assert_allclose(found, expected, atol=1e-8 * np.abs(expected).max())


def test_numbers_have_axes_of_their_own():
    geometry, table = with_numbers()
    space = RowSpace(geometry, table)
    found, expected = space.principal(2), pca(geometry.transform(table), None, 2)
    assert space.n_axes > geometry.embed().transform(table).shape[1]
    np.testing.assert_allclose(found, expected, atol=1e-8 * np.abs(expected).max())


def test_fewer_points_than_axes_are_decomposed_themselves(monkeypatch):
    X, weights = np.random.default_rng(3).normal(size=(20, 60)), np.random.default_rng(4).integers(1, 5, 20)
    expected = pca(X, weights, 3)
    monkeypatch.setattr(projection, "WIDE", 30)
    np.testing.assert_allclose(pca(X, weights, 3), expected, atol=1e-10)
    assert pca(np.ones((2, 60)), None, 3).shape == (2, 3)


@pytest.mark.parametrize("how", ["PCA", "t-SNE"])
def test_a_map_of_many_axes_is_that_of_all_coordinates(how, monkeypatch):
    table, _ = tables()
    geometry = catviz.Hamming().fit(table).geometry_
    small = table[:60]
    whole = row_map(geometry, small, how).coordinates
    monkeypatch.setattr(projection, "LARGE", 1)
    monkeypatch.setattr("catviz.analysis.projection.REDUCED_AXES", 49)
    stepwise = row_map(geometry, small, how).coordinates
    if how == "PCA":
        np.testing.assert_allclose(cdist(stepwise, stepwise), cdist(whole, whole), atol=1e-5)
    assert stepwise.shape == whole.shape and np.isfinite(stepwise).all()


def test_steps_and_columns_ask_and_stop():
    table, _ = tables()
    geometry = catviz.AhmadDey().fit(table).geometry_
    seen = []

    def progress(share):
        seen.append(share)
        return len(seen) == 2

    assert not values_placed(geometry, progress) and len(seen) == 2
    seen.clear()
    assert values_placed(geometry, lambda share: seen.append(share))
    assert len(seen) == table.n_attributes and sum(seen) == pytest.approx(1)
    seen.clear()
    assert RowSpace(geometry, table).principal(3, progress=progress) is None and len(seen) == 2
