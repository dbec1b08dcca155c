"""Every estimator keeps scikit-learn's contract."""

import inspect

import numpy as np
import pandas as pd
import pytest
from representatives import slow_but
from sklearn.base import is_clusterer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import catviz

ESTIMATORS = [m.cls for m in catviz.methods() if m.cls is not None]
#: The last of those that inherit from the same classes.
EACH_TIME = list({cls.__mro__[1:]: cls for cls in ESTIMATORS}.values())
CONTINUOUS = "the check clusters points of the plane and wants their blobs back; as categories all points are unequal"


def expected_failures(estimator):
    return {"check_clustering": CONTINUOUS} if is_clusterer(estimator) else {}


@pytest.mark.one_in(5)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cls", slow_but(EACH_TIME, ESTIMATORS), ids=lambda cls: cls.__name__)
def test_check_estimator_passes(cls):
    given = {"n_clusters": 2, "random_state": 0, "n_init": 1}
    estimator = cls(**{k: v for k, v in given.items() if k in inspect.signature(cls).parameters})
    results = check_estimator(estimator, expected_failed_checks=expected_failures(estimator), on_skip=None)
    assert {r["check_name"] for r in results if r["status"] == "xfail"} <= {"check_clustering"}
    assert sum(r["status"] == "passed" for r in results) > 30


def test_columns_are_remembered_by_name():
    frame = pd.DataFrame({"a": list("xyx"), "b": list("uuv")})
    for X in (
        frame,
        catviz.CategoricalTable.from_pandas(frame),
        catviz.count(catviz.CategoricalTable.from_pandas(frame)),
    ):
        fitted = catviz.Hamming().fit(X)
        assert fitted.feature_names_in_.tolist() == ["a", "b"] and fitted.n_features_in_ == 2
    assert not hasattr(catviz.Hamming().fit(frame.to_numpy()), "feature_names_in_")


def test_coordinates_come_as_a_frame_where_asked():
    frame = pd.DataFrame({"a": list("xyx"), "b": list("uuv")})
    out = catviz.OneHot().set_output(transform="pandas").fit_transform(frame)
    assert out.columns.tolist() == ["a_x", "a_y", "b_u", "b_v"]
    np.testing.assert_array_equal(out["a_x"], [1, 0, 1])


def test_a_table_is_split_by_a_grid_search():
    table = catviz.load_dataset("hayes_roth")
    pipe = make_pipeline(catviz.MTDLE(bases=("cosine",)), LogisticRegression(max_iter=200))
    search = GridSearchCV(pipe, {"mtdle__theta": [1, 2]}, cv=3).fit(table, table.target)
    assert 0.4 < search.best_score_ < 1


def test_a_fit_without_groups_forgets_those_of_the_fit_before():
    frame = pd.DataFrame({"a": list("xyxyx"), "b": list("uvvuv")})
    method = catviz.MTDLE().fit(frame, list("pqpqq"))
    assert method.classes_.tolist() == ["p", "q"]
    assert not hasattr(method.fit(frame), "classes_")
