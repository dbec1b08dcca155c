"""What no fit depends on, held once for every method: names of values and classes, the order of rows, whether a row
stands there often or weighs as much, and whether the estimator is a clone or a pickle.

Random tables of hypothesis, on which the same is asked, are in test_methods.py.
"""

import pickle

import numpy as np
import pandas as pd
import pytest
from fits import assert_same, backwards, groups, longer, numbers, renamed, table_of, unfitted
from random_frames import dependent_frame
from sklearn.base import clone

import catviz
from catviz.base import EXACT, UP_TO_SCALE

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def cases():
    """{name: estimator}: every method with its defaults, and those whose options lead another way through the code."""
    found = {m.name: unfitted(m.cls).set_params(**ROCKY.get(m.name, {})) for m in catviz.methods() if m.cls is not None}
    adm, three = catviz.AhmadDey(), {"n_clusters": 3, "random_state": 0}
    found |= {f"{name}, pair by pair": catviz.make(name, na="exclude") for name in ("ADM", "COD", "COS", "WCADO")}
    found |= {f"OCL, {mode}": catviz.OCL(3, mode=mode, random_state=0) for mode in ("paper", "reference")}
    found |= {f"linkage {how}": catviz.HierarchicalCategorical(3, adm, linkage=how) for how in LINKAGES}
    found |= {f"k-NN of {name}": catviz.DistanceKNNClassifier(catviz.make(name), 4) for name in ("ADM", "COS", "HDM")}
    return found | {
        "TAVE to the end": catviz.TAVE(n_iter=np.inf),
        "DILCA, fcbf": catviz.DILCA("fcbf"),
        "TVE, sublinear": catviz.TFIDF(True),
        "MCA, missing left out": catviz.MCA(3, na="exclude"),
        "NDW from Cao's start": catviz.NDW(3, init="cao"),
        "k-modes of ADM": catviz.KModes(distances=adm, **three),
        "k-medoids of ADM": catviz.KMedoidsCategorical(distances=adm, **three),
        "k-medoids of HDM": catviz.KMedoidsCategorical(distances=catviz.JiaDistance(), **three),
        "spectral of ADM": catviz.SpectralCategorical(distances=adm, **three),
        "spectral as printed": catviz.SpectralCategorical(distances=adm, affinity="paper", **three),
    }


ROCKY = {"ROCK": {"n_clusters": 3, "theta": 0.4}, "SignificanceTree": {"force_root": True}}
LINKAGES = ("average", "complete", "single", "ward")
CASES = cases()
every_case = pytest.mark.parametrize("name", CASES)

#: The reference program of OCL starts from values in order of names.
PROMISES_NOTHING = {("OCL, reference", backwards)}
#: What a fit may hold that names neither rows nor values.
ALIKE = (
    *("objective_", "history_", "loss_", "criterion_", "log_likelihood_", "eigenvalues_", "linkage_", "spread_"),
    *("n_clusters_", "n_neighbors_", "couplings_", "contexts_", "partner_", "partners_", "inertias_"),
)


def fit(name, X, y, **weights):
    model = clone(CASES[name])
    return model.fit(X, y if type(model).uses_target else None, **weights)


def close(found, wanted, what):
    if isinstance(wanted, dict):
        assert found.keys() == wanted.keys(), what
        for key in wanted:
            close(found[key], wanted[key], f"{what}, {key}")
    elif np.asarray(wanted).dtype.kind in "fiu":
        size = np.abs(wanted).max(initial=1)
        np.testing.assert_allclose(found, wanted, rtol=1e-8, atol=1e-9 * size, err_msg=what)
    else:
        assert np.array_equal(found, wanted), what


def assert_alike(a, b, rename=lambda attribute, value: value):
    """Two fits found the same, whatever the rows and values that they name."""
    for what in ALIKE:
        # rounding decides after how many rounds the loss stands still
        if hasattr(a, what) and not (isinstance(a, catviz.OptimalScaling) and what == "history_"):
            close(getattr(b, what), getattr(a, what), what)
    if hasattr(a, "value_distances_"):
        assert_same(numbers(a), numbers(b), rename)
    for what in ("modes_", "centroids_"):
        if hasattr(a, what):
            cells = getattr(a, what).apply(lambda column: [rename(column.name, value) for value in column])
            assert sorted(map(tuple, cells.to_numpy())) == sorted(map(tuple, getattr(b, what).to_numpy())), what

    if hasattr(a, "orders_"):
        orders = {column: [rename(column, value) for value in order] for column, order in a.orders_.items()}
        # an order says as much as its reverse, of which the names decide
        assert orders == {
            column: order[::-1] if rename is backwards and order != orders[column] else order
            for column, order in b.orders_.items()
        }


def of_rows(model, frame, first=None):
    """What a fit says of the rows of a frame: distances, clusters, or the share of each class by its first name."""
    if hasattr(model, "predict_proba"):
        classes = getattr(model, "classes_", range(model.predict_proba(frame).shape[1]))
        shares = pd.DataFrame(model.predict_proba(frame), columns=classes)
        return shares.rename(columns=first or {}).sort_index(axis="columns").to_numpy()
    if hasattr(model, "predict"):
        return model.predict(frame)
    return model.geometry_.between(table_of(frame))


@pytest.mark.one_in(5)
@every_case
def test_neither_names_nor_the_order_of_rows_change_a_fit(name):
    for seed in range(2):
        frame = dependent_frame(seed=seed)
        y, rows = groups(frame), np.random.default_rng(seed).permutation(len(frame))
        a = fit(name, frame, y)
        if hasattr(a, "invariances"):
            assert a.invariances["rename"] == a.invariances["permute"] == EXACT
        # "no" and "yes" sort the other way round after the second renaming
        for rename, first in ((longer, {}), (backwards, {"x": "no", "a": "yes"})):
            if (name, rename) in PROMISES_NOTHING:
                continue
            other, new = renamed(frame, rename), {old: new for new, old in first.items()}
            b = fit(name, other.iloc[rows], np.array([new.get(c, c) for c in y[rows]]))
            assert_alike(a, b, rename)
            close(of_rows(b, other, first), of_rows(a, frame), "rows")
            for what in ("labels_", "embedding_"):
                if hasattr(a, what):
                    close(getattr(b, what), getattr(a, what)[rows], what)


@pytest.mark.one_in(5)
@every_case
@pytest.mark.parametrize("counts", [(0, 1, 2, 3), (0, 5, 118, 387)], ids=["few", "many"])
def test_a_row_that_weighs_as_much_is_a_row_as_often(name, counts):
    rng = np.random.default_rng(0)
    frame = dependent_frame(40, (3, 4, 2), seed=3).assign(w=rng.choice(counts, 40))
    y, weights, frame = groups(frame), frame["w"].to_numpy(), frame.drop(columns="w")
    every = np.repeat(np.arange(40), weights)
    weighted = fit(name, frame, y, sample_weight=weights)
    table = table_of(frame.assign(w=weights), weights="w")
    assert (of_rows(fit(name, table, y), frame) == of_rows(weighted, frame)).all()
    repeated = fit(name, frame.iloc[every], y[every])
    assert_alike(weighted, repeated)
    close(of_rows(repeated, frame), of_rows(weighted, frame), "rows")
    if hasattr(weighted, "transform"):
        close(repeated.transform(frame), weighted.transform(frame), "coordinates")
    if hasattr(weighted, "labels_"):
        close(repeated.labels_, weighted.labels_[every], "labels_")
        light = weights == 0
        close(weighted.labels_[light], repeated.predict(frame)[light], "labels_ of rows without weight")
    if hasattr(weighted, "embedding_"):
        close(repeated.embedding_, weighted.embedding_[every], "embedding_")
    if hasattr(weighted, "medoid_indices_"):
        ours, theirs = (frame.iloc[rows] for rows in (weighted.medoid_indices_, every[repeated.medoid_indices_]))
        assert ours.fillna("").to_numpy().tolist() == theirs.fillna("").to_numpy().tolist()


@every_case
def test_weights_that_do_not_fit_are_refused(name):
    frame = dependent_frame(40, (3, 4, 2), seed=3)
    y, weights = groups(frame), np.arange(40) % 3 + 1
    with pytest.raises(ValueError, match="row weights, .*sample_weight"):
        fit(name, table_of(frame.assign(w=weights), weights="w"), y, sample_weight=weights)
    with pytest.raises(ValueError, match="number .* 40 rows"):
        fit(name, frame, y, sample_weight=weights[:3])


def everything(model, frame):
    """{what: array} of all that a fit says of values and rows."""
    held = (*ALIKE, "labels_", "embedding_")
    found = {what: getattr(model, what) for what in held if isinstance(getattr(model, what, None), float | np.ndarray)}
    if hasattr(model, "value_distances_"):
        found["values"] = np.array(list(numbers(model).values()))
    if hasattr(model, "transform"):
        found["coordinates"] = model.transform(frame)
    return found | {"rows": of_rows(model, frame)}


@pytest.mark.one_in(5)
@every_case
def test_a_fit_again_a_clone_and_a_pickle_are_the_same(name):
    frame = dependent_frame(seed=10)
    y, first = groups(frame), repr(CASES[name].get_params())
    fitted = fit(name, frame, y)
    assert not hasattr(CASES[name], "n_features_in_") and repr(CASES[name].get_params()) == first
    found = everything(fitted, frame)
    for again in (fit(name, frame, y), clone(fitted).fit(frame, y)):
        assert repr(again.get_params()) == first
        same = {what: np.array_equal(found[what], other) for what, other in everything(again, frame).items()}
        assert all(same.values()) and same.keys() == found.keys(), same
    # arrays may lie in memory in another order in a pickle, and sums differ by rounding
    pickled = pickle.loads(pickle.dumps(fitted))
    assert type(pickled) is type(fitted) and repr(pickled.get_params()) == first
    close(everything(pickled, frame), found, "pickle")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("cls", [m.cls for m in catviz.methods() if m.has_values], ids=lambda cls: cls.__name__)
def test_a_constant_column_changes_what_the_method_declares(cls):
    declared = cls.invariances["constant"]
    if declared not in (EXACT, UP_TO_SCALE):
        assert len(declared.split()) > 5
        return
    for seed in range(3):
        frame = dependent_frame(seed=seed)
        a, b = (numbers(fit(cls.__name__, f, groups(f))) for f in (frame, frame.assign(same="x")))
        assert [d for key, d in b.items() if key[0] == "same"] == [0]
        b = {key: d for key, d in b.items() if key[0] != "same"}
        assert_same(a, b, scale=1.0 if declared == EXACT else sum(b.values()) / sum(a.values()))
