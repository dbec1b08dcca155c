"""Supervised encoders in pipelines: training rows are coded by the other folds, and y must hold classes."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline

import catviz
from catviz.classification.coupled_centroids import CoupledCentroidClassifier
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.cross_fitting import CrossFitted
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import ClassCounts

CROSS_FITTED = [m.cls for m in catviz.methods() if m.cls is not None and issubclass(m.cls, CrossFitted)]
each = pytest.mark.parametrize("cls", CROSS_FITTED, ids=lambda cls: cls.__name__)


def noise(n, k, share=0.7, seed=0):
    """Rows with an identifier of k values, and classes that have nothing to do with it."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"id": rng.integers(0, k, n).astype(str), "b": rng.choice(list("uv"), n)})
    return X, np.where(rng.random(n) < share, "no", "yes")


def test_every_supervised_method_of_values_is_cross_fitted():
    assert {cls.__name__ for cls in CROSS_FITTED} == {m.name for m in catviz.methods() if m.supervised and m.has_values}


@each
def test_an_identifier_does_not_look_informative_in_a_pipeline(cls):
    X, y = noise(6000, 300)
    train, test, y_train, y_test = X[:3000], X[3000:], y[:3000], y[3000:]
    pipe = make_pipeline(cls(random_state=0), LogisticRegression()).fit(train, y_train)
    # two standard errors of the difference of two shares of 3,000 rows
    within_noise = 2 * np.sqrt(2 * 0.7 * 0.3 / 3000)
    assert abs(pipe.score(train, y_train) - pipe.score(test, y_test)) < within_noise
    codes = pipe[0].transform(train)
    leaking = LogisticRegression(C=100).fit(codes, y_train)
    assert leaking.score(codes, y_train) - leaking.score(pipe[0].transform(test), y_test) > within_noise
    own = cls(random_state=0).fit_transform(train, y_train)
    fair = LogisticRegression(C=100).fit(own, y_train)
    assert abs(fair.score(own, y_train) - 0.7) < within_noise


@each
def test_rows_of_a_fold_are_coded_by_the_others(cls):
    X, y = noise(60, 8, share=0.5, seed=1)
    X["c"] = np.where(np.random.default_rng(2).random(60) < 0.7, y, "no")
    method = cls(cv=3, random_state=0)
    codes = method.fit_transform(X, y)
    assert codes.shape == method.transform(X).shape and not np.allclose(codes, method.transform(X))
    np.testing.assert_array_equal(codes, cls(cv=3, random_state=0).fit_transform(X, y))
    assert not np.array_equal(codes, cls(cv=3, random_state=1).fit_transform(X, y))
    # a row's own class does not enter its code: only the counts of the other folds do
    folds = method._folds((y == "yes").astype(int))
    assert all(np.ptp(np.bincount(folds[y == label])) <= 1 for label in ("no", "yes"))
    if method.gives == "embedding":
        for fold in range(3):
            others = folds != fold
            expected = cls().fit(X[others], y[others])
            seen = (~others) & X["id"].isin(X["id"][others]).to_numpy()
            np.testing.assert_allclose(codes[seen], expected.transform(X[seen]))


@each
def test_coordinates_of_all_rows_counts_are_those_of_the_fit(cls):
    X, y = noise(80, 4, share=0.5, seed=3)
    method = cls().fit(X, y)
    counts = method.counts_ if isinstance(method.counts_, ClassCounts) else ClassCounts.of(method.counts_)
    within = counts.within
    for placed, own in zip(method._placed(within), method.value_embedding_.coordinates, strict=True):
        np.testing.assert_allclose(placed, own, atol=1e-9)


@each
def test_rows_without_a_class_or_a_weight_are_coded_and_count_nowhere(cls):
    X, y = noise(40, 4, share=0.5, seed=4)
    table = CategoricalTable.from_pandas(X.assign(w=[1.0] * 30 + [0.0] * 10), weights="w")
    labels = np.array([*y[:25], *[None] * 15], dtype=object)
    codes = cls(random_state=0).fit_transform(table, labels)
    assert codes.shape[0] == 40 and np.isfinite(codes).all()
    # a class of one row is in one fold, and the other folds are coded without it
    rare = np.array(["once", *y[1:]], dtype=object)
    assert np.isfinite(cls(random_state=0).fit_transform(X, rare)).all()


@each
def test_rows_of_weight_0_are_dealt_last_so_that_each_fold_holds_rows_that_count(cls):
    X, y = noise(8, 2, share=0.5, seed=6)[0], np.array(["no", "no", "yes", "yes"] * 2)
    weights = np.array([1.0, 0.0] * 4)
    table = CategoricalTable.from_pandas(X.assign(w=weights), weights="w")
    codes = cls(cv=2, shuffle=False).fit_transform(table, y)
    assert codes.shape[0] == 8 and np.isfinite(codes).all()
    # rows of weight 0 count nowhere: the others are coded as if they were alone
    alone = cls(cv=2, shuffle=False).fit_transform(table[weights > 0], y[weights > 0])
    np.testing.assert_allclose(codes[weights > 0], alone, atol=1e-9)


@each
def test_fewer_rows_than_folds_are_refused(cls):
    X, y = noise(4, 2, share=0.5, seed=5)
    with pytest.raises(ValueError, match="4 rows .*cv=5"):
        cls().fit_transform(X, y)
    with pytest.raises(ValueError, match="^cv=1: .* at least 2"):
        cls(cv=1).fit(X, y)


def test_numbers_are_coded_as_they_are():
    X, y = noise(60, 4, share=0.5, seed=6)
    table = CategoricalTable.from_pandas(X.assign(x=np.arange(60.0)), numeric=["x"])
    method = catviz.HVDM(random_state=0)
    codes = method.fit_transform(table, y)
    np.testing.assert_array_equal(codes[:, -1], method.transform(table)[:, -1])


def test_coordinates_come_as_a_frame_where_asked():
    X, y = noise(60, 4, share=0.5, seed=7)
    out = catviz.TargetEncoding().set_output(transform="pandas").fit_transform(X, y)
    assert out.columns.tolist() == ["id_yes", "b_yes"]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "cls",
    [m.cls for m in catviz.methods() if m.cls is not None and m.cls.uses_target],
    ids=lambda cls: cls.__name__,
)
def test_a_continuous_target_is_refused_and_whole_numbers_are_classes(cls):
    X, _ = noise(30, 4, seed=8)
    y = np.random.default_rng(0).random(30)
    for given in (y, y.astype(object), [None, *y[1:].tolist()]):
        with pytest.raises(ValueError, match=f"fractions, such as 0.*{cls.__name__} learns from classes.*pandas.cut"):
            cls().fit(X, given)
    whole = np.arange(30) % 2.0
    assert [str(int(float(c))) for c in cls().fit(X, whole).classes_] == ["0", "1"]
    assert len(cls().fit(X, y.round().astype(int)).classes_) == 2


@pytest.mark.parametrize("cls", [DistanceKNNClassifier, CoupledCentroidClassifier])
def test_classifiers_learn_from_all_rows(cls):
    X, y = noise(60, 4, share=0.5, seed=9)
    assert not issubclass(cls, CrossFitted)
    assert len(cls().fit(X, y).predict(X)) == 60


def test_folds_may_be_given_and_must_hold_each_row_once():
    X, y = pd.DataFrame({"a": list("xxyyzz") * 3}), np.array(list("pqpqqp") * 3)
    folds = StratifiedKFold(3)
    a, b = (catviz.TargetEncoding(cv=cv).fit_transform(X, y) for cv in (folds, list(folds.split(X, y))))
    assert (a == b).all()
    training, test = next(folds.split(X, y))
    alone = catviz.TargetEncoding().fit(X.iloc[training], y[training])
    expected = catviz.TargetEncoding(cv=[(training, test), (test, training)]).fit_transform(X, y)
    order = alone.transform(X.iloc[test])[:, 0].argsort(kind="stable")
    assert (np.diff(expected[test][order, 0]) >= -1e-12).all()
    with pytest.raises(ValueError, match="exactly one split"):
        catviz.TargetEncoding(cv=[(training, test)]).fit_transform(X, y)
