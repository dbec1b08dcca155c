"""K-prototypes: the kmodes package as oracle, its objective recomputed, weights, names, and what it refuses."""

import numpy as np
import pandas as pd
import pytest
from kmodes.kprototypes import KPrototypes as PackageKPrototypes

import catviz
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
CATEGORIES, NUMBERS = ["c0", "c1", "c2"], ["x0", "x1"]


def mixed(seed=0, n=120, noise=0.3, missing=0.0, scale=(1.0, 1.0)):
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 3, n)
    frame = pd.DataFrame({name: np.where(rng.random(n) < noise, rng.integers(0, 3, n), group) for name in CATEGORIES})
    frame = frame.apply(lambda column: column.map(dict(enumerate("abc"))))
    for name, unit in zip(NUMBERS, scale, strict=True):
        frame[name] = (unit * (3 * group + rng.normal(size=n))).round(3)
    return frame.mask(rng.random(frame.shape) < missing) if missing else frame


def package(frame, rows, **settings):
    codes = frame[CATEGORIES].apply(lambda column: column.map({"a": 0, "b": 1, "c": 2}))
    X = pd.concat([codes, frame[NUMBERS]], axis=1).to_numpy(dtype=object)
    start = [frame[NUMBERS].to_numpy()[rows], codes.to_numpy()[rows]]
    return PackageKPrototypes(len(rows), init=start, n_init=1, random_state=0, **settings).fit(X, categorical=[0, 1, 2])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("noise", [0.1, 0.3, 0.6])
def test_the_cost_is_that_of_the_package_from_the_same_rows(noise):
    for seed in range(8):
        frame = mixed(seed, noise=noise)
        rows = np.random.default_rng(100 + seed).choice(len(frame), 3, replace=False)
        for gamma in (None, 2.0):
            theirs = package(frame, rows, gamma=gamma)
            ours = catviz.KPrototypes(3, gamma=gamma, init=rows.tolist()).fit(frame)
            assert ours.gamma_ == pytest.approx(theirs.gamma)
            assert ours.objective_ == ours.inertia_ == pytest.approx(theirs.cost_, rel=1e-9)
            np.testing.assert_allclose(ours.means_, theirs.cluster_centroids_[:, :2].astype(float), rtol=1e-9)
            assert (ours.labels_ == theirs.labels_).all()


def test_figures_of_the_package():
    """Made by kmodes 0.12.2, so that they hold without it."""
    frame = mixed(3)
    model = catviz.KPrototypes(3, init=[5, 40, 77]).fit(frame)
    assert model.gamma_ == pytest.approx(FIGURES["gamma"], rel=1e-9)
    assert model.objective_ == pytest.approx(FIGURES["cost"], rel=1e-9)


FIGURES = {"gamma": 1.3007389131630176, "cost": 340.2675585405077}


@pytest.mark.parametrize("standardize", [False, True])
@pytest.mark.parametrize("distances", [None, catviz.AhmadDey(), catviz.OneHot()])
def test_the_objective_is_the_sum_of_both_costs_and_never_rises(distances, standardize):
    frame = mixed(1, missing=0.1)
    model = catviz.KPrototypes(3, distances, gamma=1.7, standardize=standardize, random_state=0).fit(frame)
    table = CategoricalTable.from_pandas(frame, numeric={name: "keep" for name in NUMBERS})
    modes = CategoricalTable.from_pandas(model.modes_.replace("(missing)", None))
    categories = model.geometry_.between(table.select(CATEGORIES), modes) ** model.geometry_.power
    x = frame[NUMBERS].fillna(frame[NUMBERS].mean())
    unit = x.std(ddof=0) if standardize else 1.0
    squares = (((x / unit).to_numpy()[:, None] - (model.means_ / unit).to_numpy()) ** 2).sum(axis=2)
    costs = squares + 1.7 * categories
    assert model.objective_ == pytest.approx(costs[np.arange(len(frame)), model.labels_].sum())
    assert (costs.argmin(axis=1) == model.labels_).all() and (model.predict(frame) == model.labels_).all()
    assert (np.diff(model.history_) <= 1e-9).all() and model.n_iter_ == len(model.steps_) - 1
    for j in range(3):
        np.testing.assert_allclose(model.means_.iloc[j], x[model.labels_ == j].mean())


def test_without_numbers_it_is_k_modes():
    frame = mixed(2)[CATEGORIES]
    ours, modes = (cls(3, random_state=0).fit(frame) for cls in (catviz.KPrototypes, catviz.KModes))
    assert ours.gamma_ == 1 and ours.objective_ == modes.objective_ and (ours.labels_ == modes.labels_).all()
    assert ours.means_.shape == (3, 0) and (ours.cluster_centers_ == modes.cluster_centers_).all()


def test_with_weight_0_for_categories_it_is_k_means():
    from sklearn.cluster import KMeans

    frame = mixed(2)
    ours = catviz.KPrototypes(3, gamma=0, random_state=0).fit(frame)
    theirs = KMeans(3, n_init=10, random_state=0).fit(frame[NUMBERS])
    assert ours.objective_ == pytest.approx(theirs.inertia_)


def test_units_count_unless_numbers_are_standardised():
    frame, larger = mixed(4), mixed(4, scale=(1.0, 1000.0))
    same = [catviz.KPrototypes(3, standardize=True, random_state=0).fit(each).labels_ for each in (frame, larger)]
    assert (same[0] == same[1]).all()
    with pytest.warns(UserWarning, match="'x1' has .*standardize=True"):
        raw = catviz.KPrototypes(3, random_state=0).fit(larger)
    assert raw.objective_ > 1e6


def test_centres_may_be_given_as_values_or_as_a_frame():
    frame = mixed(5)
    model = catviz.KPrototypes(3, random_state=0).fit(frame)
    again = catviz.KPrototypes(3, init=model.cluster_centers_.tolist(), max_iter=0).fit(frame)
    assert again.objective_ == pytest.approx(model.objective_) and (again.labels_ == model.labels_).all()
    columns = pd.concat([model.means_, model.modes_], axis=1)
    by_name = catviz.KPrototypes(3, init=columns, max_iter=0).fit(frame)
    assert (by_name.labels_ == model.labels_).all()
    with pytest.raises(ValueError, match="3 centres of 3 values: give 3 of 5"):
        catviz.KPrototypes(3, init=model.modes_.to_numpy().tolist()).fit(frame)


def test_neither_names_nor_order_nor_how_rows_are_counted_change_it():
    frame = mixed(6, missing=0.05)
    model = catviz.KPrototypes(3, random_state=0)
    first = model.fit(frame).labels_, model.objective_
    rows = np.random.default_rng(6).permutation(len(frame))
    renamed = frame.assign(c0=frame["c0"].map({"a": "z", "b": "y", "c": "x"})).iloc[rows]
    other = catviz.KPrototypes(3, random_state=0).fit(renamed)
    assert other.objective_ == pytest.approx(first[1]) and (other.labels_ == first[0][rows]).all()
    weights = np.arange(len(frame)) % 3
    weighted = catviz.KPrototypes(3, random_state=0).fit(frame, sample_weight=weights)
    often = catviz.KPrototypes(3, random_state=0).fit(frame.loc[frame.index.repeat(weights)])
    assert weighted.objective_ == pytest.approx(often.objective_)
    assert (np.repeat(weighted.labels_, weights) == often.labels_).all()
    assert (weighted.labels_[weights == 0] == often.predict(frame[weights == 0])).all()


def test_new_rows_with_values_and_cells_that_the_fit_lacks_are_placed():
    frame = mixed(7)
    model = catviz.KPrototypes(3, random_state=0).fit(frame)
    new = frame.iloc[:6].assign(c0="new", x0=np.nan)
    assert set(model.predict(new)) <= {0, 1, 2}
    far = frame.iloc[:1].assign(x0=1e6, x1=1e6)
    assert model.predict(far)[0] == model.means_.sum(axis=1).argmax()


def test_what_has_no_modes_or_no_values_is_refused():
    frame = mixed(8)
    with pytest.raises(ValueError, match="no categorical columns"):
        catviz.KPrototypes(2).fit(CategoricalTable.from_pandas(frame[NUMBERS], numeric="keep"))
    with pytest.warns(UserWarning, match="intervals"):
        assert catviz.KPrototypes(2, random_state=0).fit(frame[NUMBERS]).modes_.shape == (2, 2)
    with pytest.raises(ValueError, match="distances between values"):
        catviz.KPrototypes(2, "JDM").fit(frame)
    with pytest.raises(ValueError, match="gamma=-1"):
        catviz.KPrototypes(2, gamma=-1).fit(frame)
