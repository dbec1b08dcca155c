"""The unbiased mixed distance: equal contributions, an explicit computation, units and names, and what it refuses."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.distances.unbiased import mean_difference
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def mixed(seed=0, n=60, missing=0.0):
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 3, n)
    frame = pd.DataFrame(
        {
            "rare": np.where(rng.random(n) < 0.05, "odd", "usual"),
            "many": np.where(rng.random(n) < 0.5, group, rng.integers(0, 9, n)).astype(str),
            "kind": np.where(rng.random(n) < 0.7, group, rng.integers(0, 3, n)).astype(str),
            "x": (1000 * group + rng.normal(0, 700, n)).round(1),
            "y": rng.lognormal(size=n).round(4),
        }
    )
    frame = frame.astype({"many": object, "kind": object, "rare": object})
    return frame.mask(rng.random(frame.shape) < missing) if missing else frame


def parts(method, frame):
    """D^power, and what each column adds to it: of all pairs of rows."""
    geometry = method.geometry_
    table = CategoricalTable.read_like(frame, *method._read_as)
    codes = table.recode(geometry.codebook).codes
    added = {
        name: t[np.ix_(c, c)] ** geometry.power
        for name, t, c in zip(geometry.codebook.attributes, geometry.tables, codes.T, strict=True)
    }
    for name, x in zip(geometry.numbers.names, geometry.numbers.places(table).T, strict=True):
        added[name] = np.abs(np.subtract.outer(x, x)) ** geometry.power
    return geometry.between(table) ** geometry.power, added


@pytest.mark.parametrize("missing", [0.0, 0.15])
@pytest.mark.parametrize("distances", [None, "Hamming", "COS", "OneHot", "TAVE", "Gower", catviz.MCA(2)])
def test_every_column_adds_the_same_on_average(distances, missing):
    frame = mixed(1, missing=missing)
    whole, added = parts(catviz.UnbiasedMixed(distances).fit(frame), frame)
    assert set(added) == set(frame)
    for name, pairs in added.items():
        assert pairs.mean() == pytest.approx(1), name
    np.testing.assert_allclose(sum(added.values()), whole, atol=1e-9)


def test_a_small_table_by_hand():
    frame = pd.DataFrame({"colour": list("rrrb"), "size": [1.5, 2.5, 4.5, 9.5]})
    fitted = catviz.UnbiasedMixed("Hamming").fit(frame)
    # colours differ in 6 of 16 pairs; sizes by 1, 3, 8, 2, 7 and 5, each twice
    unit, D = 52 / 16, fitted.geometry_.between(CategoricalTable.read_like(frame, *fitted._read_as))
    np.testing.assert_allclose(D[0], [0, 1 / unit, 3 / unit, 16 / 6 + 8 / unit])
    assert fitted.geometry_.numbers.scales.tolist() == pytest.approx([unit])


def test_the_default_is_adm_scaled():
    frame = mixed(2)
    ours = catviz.UnbiasedMixed().fit(frame)
    adm = catviz.AhmadDey().fit(frame.drop(columns=["x", "y"])).geometry_.commensurable()
    for a, b in zip(ours.geometry_.tables, adm.tables, strict=True):
        np.testing.assert_allclose(a, b)
    assert ours.geometry_.power == 1


def test_weights_are_rows():
    frame, weights = mixed(3, missing=0.1), np.arange(60) % 3
    weighted = catviz.UnbiasedMixed().fit(frame, sample_weight=weights)
    often = catviz.UnbiasedMixed().fit(frame.loc[frame.index.repeat(weights)])
    np.testing.assert_allclose(weighted.geometry_.numbers.scales, often.geometry_.numbers.scales)
    table = CategoricalTable.read_like(frame, *weighted._read_as)
    np.testing.assert_allclose(weighted.geometry_.between(table), often.geometry_.between(table), atol=1e-9)


def test_neither_names_nor_units_nor_the_order_of_rows_change_it():
    frame, rows = mixed(4, missing=0.1), np.random.default_rng(4).permutation(60)
    other = frame.assign(kind=frame["kind"].map({"0": "z", "1": "y", "2": "x"}), x=7 - frame["x"] / 1000).iloc[rows]
    first, second = (catviz.UnbiasedMixed().fit(each) for each in (frame, other))
    D, turned = (parts(m, f)[0] for m, f in ((first, frame), (second, other)))
    np.testing.assert_allclose(turned, D[np.ix_(rows, rows)], atol=1e-9)


def test_columns_without_differences_add_nothing_and_numbers_may_be_alone():
    frame = mixed(5).assign(same="s", flat=3.0)
    whole, added = parts(catviz.UnbiasedMixed().fit(frame), frame)
    assert not added["same"].any() and not added["flat"].any()
    np.testing.assert_allclose(whole, parts(catviz.UnbiasedMixed().fit(mixed(5)), mixed(5))[0], atol=1e-9)
    numbers = mixed(5)[["x", "y"]]
    fitted = catviz.UnbiasedMixed().fit(numbers)
    D = fitted.geometry_.between(CategoricalTable.read_like(numbers, *fitted._read_as))
    assert D.mean() == pytest.approx(2)


@pytest.mark.parametrize("power", [1, 2])
def test_the_mean_difference_is_that_of_all_pairs(power):
    rng = np.random.default_rng(power)
    x, weights = rng.normal(size=30).round(1), rng.integers(0, 4, 30).astype(float)
    shares = weights / weights.sum()
    wanted = shares @ np.abs(np.subtract.outer(x, x)) ** power @ shares
    assert mean_difference(x, weights, power) ** power == pytest.approx(wanted)


def test_clusterers_and_maps_take_it():
    frame = mixed(6)
    for cls in (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical):
        model = cls(3, "UnbiasedMixed").fit(frame)
        assert (model.predict(frame) == model.labels_).all()
        shuffled = frame.assign(x=frame["x"].to_numpy()[::-1], y=frame["y"].to_numpy()[::-1])
        assert (model.predict(shuffled) != model.labels_).any()
    fitted = catviz.UnbiasedMixed("OneHot").fit(frame)
    for how in ("MDS", "t-SNE", "PCA"):
        assert catviz.row_map(fitted, frame, how).coordinates.shape == (60, 2)
    assert fitted.get_feature_names_out()[-2:].tolist() == ["x", "y"]
    assert fitted.transform(frame).shape[1] == len(fitted.get_feature_names_out())


@pytest.mark.parametrize(
    ("distances", "named"), [("JDM", "compares values"), ("MVDM", "y to be passed"), (3, "distances=3")]
)
def test_distances_that_do_not_fit_are_refused(distances, named):
    with pytest.raises(ValueError, match=named):
        catviz.UnbiasedMixed(distances).fit(mixed(7))
