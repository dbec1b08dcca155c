"""Frames with columns of numbers: what ``fit`` takes, ``transform``, ``predict`` and the two steps in one take too."""

import numpy as np
import pandas as pd
import pytest
from fits import unfitted
from representatives import ONE_PER_FAMILY, slow_but
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

import catviz

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")

RNG, N = np.random.default_rng(0), 60
TEXT = {"a": RNG.choice(list("xyz"), N), "k": RNG.choice(list("pq"), N)}
Y = np.where(TEXT["a"] == "x", "p", "q")
NUMBERS = {
    "floats": RNG.normal(size=N).round(2),
    "few whole numbers": RNG.integers(0, 3, N),
    "many whole numbers": RNG.integers(0, 50, N),
    "a constant": np.ones(N),
    "floats and NaN": np.where(RNG.random(N) < 0.2, np.nan, RNG.normal(size=N).round(2)),
    "nullable": pd.Series(RNG.integers(0, 50, N), dtype="Int64").mask(RNG.random(N) < 0.2),
    "row numbers": np.arange(N),
}
RUNNING = [m for m in catviz.methods() if m.cls is not None]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("method", slow_but(ONE_PER_FAMILY, RUNNING), ids=lambda m: m.name)
def test_two_steps_and_both_in_one_take_the_same_frames(method):
    for name, numbers in NUMBERS.items():
        frame = pd.DataFrame({**TEXT, "n": numbers})
        y = (Y,) if method.cls.uses_target else ()
        for second in {"transform", "predict"} & set(dir(method.cls)):
            apart = getattr(unfitted(method.cls).fit(frame, *y), second)(frame)
            if not hasattr(method.cls, f"fit_{second}"):
                continue
            at_once = getattr(unfitted(method.cls), f"fit_{second}")(frame, *y)
            assert at_once.shape == apart.shape, name
            if not method.cls.uses_target and second == "transform":
                np.testing.assert_allclose(at_once, apart, err_msg=name)


@pytest.mark.parametrize("method", RUNNING, ids=lambda m: m.name)
def test_after_a_fit_to_a_table_with_numbers_frames_mean_the_same_in_any_order(method):
    frame = pd.DataFrame({"n": NUMBERS["floats and NaN"], **TEXT})
    table = catviz.CategoricalTable.from_pandas(frame, numeric={"n": "keep"})
    y = (Y,) if method.cls.uses_target else ()
    model = unfitted(method.cls).fit(table, *y)
    rows = frame if "n" in model.feature_names_in_ else frame.drop(columns="n")
    assert ("n" in model.feature_names_in_) == (model._numeric_columns() in ("mixed", "numbers"))
    for how in {"transform", "predict"} & set(dir(method.cls)):
        expected = getattr(model, how)(table)
        for each in (rows, rows[rows.columns[::-1]]):
            np.testing.assert_array_equal(np.asarray(getattr(model, how)(each)), np.asarray(expected))


def test_hvdm_stands_in_a_pipeline_and_keeps_numbers_as_they_are():
    frame = pd.DataFrame({"a": TEXT["a"], "n": NUMBERS["floats"]})
    method = catviz.HVDM(random_state=0)
    at_once, apart = method.fit_transform(frame, Y), method.fit(frame, Y).transform(frame)
    np.testing.assert_allclose(at_once[:, -1], (frame["n"] - frame["n"].mean()) / (4 * frame["n"].std(ddof=0)))
    np.testing.assert_allclose(at_once[:, -1], apart[:, -1])
    assert make_pipeline(catviz.HVDM(random_state=0), LogisticRegression()).fit(frame, Y).score(frame, Y) == 1


@pytest.mark.parametrize("distances", ["HVDM", "Gower", catviz.HVDM(random_state=0)], ids=str)
def test_clusterers_see_the_classes_in_one_step_too(distances):
    frame = pd.DataFrame({"a": TEXT["a"], "n": NUMBERS["floats"]})
    for cls in (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical, catviz.KMeansCategorical, catviz.KModes):
        model = unfitted(cls).set_params(distances=distances)
        apart = model.fit(frame, Y).labels_
        assert (model.fit_predict(frame, Y) == apart).all()


def test_k_modes_says_that_it_leaves_numbers_aside():
    table = catviz.with_numbers(catviz.load_dataset("tae"))
    with pytest.warns(UserWarning, match="class_size"):
        catviz.KModes(2, "Gower", random_state=0).fit(table)
