"""Weights given to a fit: cross-fitted codes, counts, pipelines. tests/registry/test_invariances.py repeats rows."""

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline

import catviz

ESTIMATORS = [m.cls for m in catviz.methods() if m.cls is not None]


def data(n=40, seed=0):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.integers(0, 3, n).astype(str) for r in range(4)})
    return frame, rng.choice(["p", "q"], n), rng.integers(0, 4, n)


@pytest.mark.parametrize("cls", [catviz.TargetEncoding, catviz.WOE, catviz.MVDM])
def test_cross_fitted_codes_take_weights(cls):
    frame, y, weights = data()
    table = catviz.CategoricalTable.from_pandas(frame.assign(w=weights + 1.0), weights="w")
    a = cls(random_state=0).fit_transform(frame, y, sample_weight=weights + 1)
    assert (a == cls(random_state=0).fit_transform(table, y)).all()
    assert not np.allclose(a, cls(random_state=0).fit_transform(frame, y))


def test_counts_hold_their_weights_already():
    frame, _, weights = data()
    counts = catviz.count(catviz.CategoricalTable.from_pandas(frame))
    for model in (catviz.AhmadDey(), catviz.MTDLE()):
        with pytest.raises(ValueError, match="leave sample_weight out"):
            model.fit(counts, sample_weight=weights)


def test_weights_are_routed_to_each_step_of_a_pipeline():
    frame, y, weights = data(60)
    with config_context(enable_metadata_routing=True):
        for cls in ESTIMATORS:
            assert "sample_weight" in str(cls().set_fit_request(sample_weight=True).get_metadata_routing())
        knn = catviz.DistanceKNNClassifier("ADM", 3).set_fit_request(sample_weight=True)
        knn = knn.set_score_request(sample_weight=True)
        found = cross_validate(knn, frame, y, cv=3, params={"sample_weight": weights + 1})
        coding = catviz.TargetEncoding(random_state=0).set_fit_request(sample_weight=True)
        coding = coding.set_transform_request() if hasattr(coding, "set_transform_request") else coding
        pipe = make_pipeline(catviz.OneHot().set_fit_request(sample_weight=True))
        routed = pipe.fit(frame, sample_weight=weights)[0].counts_.matrix
    table = catviz.CategoricalTable.from_pandas(frame.assign(w=weights), weights="w")
    assert (routed == catviz.OneHot().fit(table).counts_.matrix).all()
    assert found["test_score"].shape == (3,)
