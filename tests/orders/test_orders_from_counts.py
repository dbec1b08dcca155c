"""Orders from counts: worked numbers of correspondence orders and optimal scaling, recomputed from tables and rows."""

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.orders.from_counts import CorrespondenceOrder, OptimalScaling
from catviz.table.categorical import CategoricalTable

TABLE = [(8, 2, 0), (3, 5, 2), (0, 3, 7)]


def crossed(table, rows="pqr", columns="uvw"):
    """A frame of two columns with the counts of a table."""
    counts = {(a, b): n for a, line in zip(rows, table, strict=True) for b, n in zip(columns, line, strict=True)}
    cells = [pair for pair, n in counts.items() for _ in range(n)]
    return pd.DataFrame(cells, columns=["first", "second"])


def test_places_of_a_small_table():
    m = CorrespondenceOrder().fit(crossed(TABLE))
    f = m.geometry_["first"]["axis 1"]
    sign = np.sign(f["p"])
    np.testing.assert_allclose(sign * f, [0.9115569836, 0.0231272825, -0.9346842661], atol=5e-11)
    np.testing.assert_allclose(m.inertias_["first"], [0.568368561, 0.0641566916], atol=5e-10)
    assert m.inertias_["first"].sum() == pytest.approx(0.6325252525, abs=5e-11)
    assert m.share_on_line_["first"] == pytest.approx(0.568368561 / 0.6325252525)
    assert m.geometry_.order().labels("first") == list("pqr") and f["p"] < f["r"]
    np.testing.assert_allclose(m.inertias_["second"], m.inertias_["first"], atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_places_are_those_of_a_singular_value_decomposition(seed):
    m = CorrespondenceOrder().fit(dependent_frame(seed=seed))
    for r, part in enumerate(m.counts_.codebook.slices()):
        N = np.delete(m.counts_.matrix[part], np.arange(part.start, part.stop), axis=1)
        P = N / N.sum()
        p, q = P.sum(axis=1), P.sum(axis=0)
        U, s, _ = np.linalg.svd((P - np.outer(p, q)) / np.sqrt(np.outer(p, q)))
        f = m.geometry_.coordinates[r][:, 0]
        np.testing.assert_allclose(np.abs(f), np.abs(s[0] * U[:, 0] / np.sqrt(p)), atol=1e-10)
        attribute = m.counts_.codebook.attributes[r]
        np.testing.assert_allclose(m.inertias_[attribute], s[: len(f) - 1] ** 2, atol=1e-12)
        assert p @ f == pytest.approx(0) and p @ f**2 == pytest.approx(s[0] ** 2)


def test_a_difference_of_places_is_a_sum_over_the_other_columns():
    frame = dependent_frame(seed=5)
    m = CorrespondenceOrder().fit(frame)
    f, text = m.geometry_["a1"]["axis 1"], frame.fillna("(missing)")
    found = m.explain("a1", "p", "q")
    assert found.value == pytest.approx(abs(f["p"] - f["q"])) and found.terms["term"].tolist() == ["a0", "a2", "a3"]
    # the mean place of column a0's values, each at the mean place of its rows
    place = text["a1"].map(f).groupby(text["a0"]).mean() / m.inertias_["a1"][0]
    mean = text.loc[text["a1"] == "p", "a0"].map(place).mean()
    assert found.terms["mean place with a"][0] == pytest.approx(mean)


def test_columns_that_are_unrelated_or_alone_have_no_order():
    whole = pd.DataFrame([(a, b) for a in "xyz" for b in "uv"], columns=["a", "b"])
    m = CorrespondenceOrder().fit(whole)
    assert np.isnan(m.share_on_line_["a"]) and not m.value_distances_["a"].to_numpy().any()
    assert m.value_distances_.degenerate("a") == "every pair of values is at distance 0"
    assert m.explain("a", "x", "y").value == 0
    same = CorrespondenceOrder().fit(pd.DataFrame({"a": list("xyz"), "b": list("uvw")}))
    assert np.isnan(same.share_on_line_["a"])
    with pytest.warns(UserWarning, match="no other column"):
        alone = CorrespondenceOrder().fit(whole[["a"]])
    assert alone.explain("a", "x", "y").value == 0


def test_degrees_of_malignancy_are_in_their_declared_order():
    table = catviz.load_dataset("breast_cancer_ljubljana")
    order = CorrespondenceOrder().fit(table).geometry_.order()
    assert order.labels("deg_malig") == ["1", "2", "3"]


# optimal scaling


def test_numbers_of_a_small_table():
    m = OptimalScaling().fit(crossed(TABLE))
    y = m.quantifications_["first"]
    np.testing.assert_allclose(np.sign(y["p"]) * y, [1.13228692, 0.0287274629, -1.1610143829], atol=5e-9)
    assert m.explained_ == pytest.approx(0.8769511112, abs=5e-11)
    assert m.explained_ == pytest.approx((1 + np.sqrt(0.568368561)) / 2, abs=1e-9)


def test_levels_that_the_rows_contradict_get_one_number():
    frame = crossed([TABLE[0], TABLE[2], TABLE[1]])
    table = CategoricalTable.from_pandas(frame, ordered={"first": list("pqr")})
    m = OptimalScaling().fit(table)
    y = m.quantifications_["first"].to_numpy()
    np.testing.assert_allclose(np.sign(y[0]) * y, [1.28756363, -0.64378181, -0.64378181], atol=5e-9)
    assert m.explained_ == pytest.approx(0.8289100457, abs=5e-11)
    assert OptimalScaling("nominal").fit(table).explained_ == pytest.approx(0.8769511112, abs=5e-11)


def test_breast_cancer_has_the_numbers_of_homals():
    table = catviz.load_dataset("breast_cancer_ljubljana").drop_missing()
    assert table.n_rows == 277
    assert OptimalScaling("nominal").fit(table).explained_ == pytest.approx(0.2719588897, abs=5e-11)
    m = OptimalScaling().fit(table)
    assert m.explained_ == pytest.approx(0.2708619596, abs=5e-11)
    sizes = m.quantifications_["tumor_size"].to_numpy()
    assert (np.diff(sizes * np.sign(sizes[-1])) >= -1e-12).all()
    np.testing.assert_allclose(np.abs(sizes[7:]), 0.45605, atol=5e-6)
    assert abs(sizes[6]) < 0.456


@pytest.mark.parametrize("seed", range(3))
def test_without_orders_it_is_the_first_axis_of_correspondence_analysis(seed):
    frame = dependent_frame(seed=seed)
    m, mca = OptimalScaling("nominal").fit(frame), catviz.MCA(1).fit(frame)
    assert m.explained_ == pytest.approx(mca.eigenvalues_[0], abs=1e-12)
    own, axis = np.vstack(m.geometry_.coordinates), np.vstack(mca.geometry_.coordinates)
    np.testing.assert_allclose(np.abs(own), np.abs(axis), atol=1e-7)


def ordered_table(seed):
    frame = dependent_frame(seed=seed)
    levels = {a: sorted(frame[a].dropna().unique()) for a in ("a1", "a3")}
    return CategoricalTable.from_pandas(frame, ordered=levels)


@pytest.mark.parametrize("seed", range(4))
def test_the_loss_is_that_of_the_rows_and_never_rises(seed):
    table = ordered_table(seed)
    m = OptimalScaling().fit(table)
    frame = table.to_pandas().astype(object).fillna("(missing)")
    Y = np.column_stack([frame[a].map(m.quantifications_[a]).astype(float) for a in frame])
    x = Y.mean(axis=1) - Y.mean()
    x /= np.sqrt((x**2).mean())
    assert m.loss_ == pytest.approx(((Y - x[:, None]) ** 2).mean(), abs=1e-9)
    assert m.history_ == sorted(m.history_, reverse=True) and m.history_[-1] == m.loss_ and m.n_iter_ >= 1
    np.testing.assert_allclose(m.discrimination_, (Y**2).mean(axis=0), atol=1e-12)
    assert m.explained_ == pytest.approx(m.discrimination_.mean(), abs=1e-9)
    for a in ("a1", "a3"):
        steps = np.diff(m.quantifications_[a].drop("(missing)", errors="ignore"))
        assert (steps >= -1e-12).all() or (steps <= 1e-12).all()
    np.testing.assert_allclose(m.transform(table)[:, 0], Y.mean(axis=1), atol=1e-12)


def test_a_table_without_any_association_has_one_place():
    one = OptimalScaling().fit(pd.DataFrame({"a": ["x"] * 3}))
    assert one.quantifications_["a"].tolist() == [0.0] and one.explained_ == 0
