"""Fits report their steps to whoever listens, and stop when told."""

import inspect

from sklearn import config_context

import catviz

TABLE = catviz.load_dataset("zoo")
ESTIMATORS = [m.cls for m in catviz.methods() if m.cls is not None]


def test_a_listener_sees_each_step_of_each_run():
    seen = []
    with catviz.reporting(seen.append):
        model = catviz.KModes(7, n_init=3, random_state=0).fit(TABLE)
    best = [step for step in seen if step["objective"] == model.objective_][0]["run"]
    assert {step["run"] for step in seen} == {0, 1, 2}
    assert [step["objective"] for step in seen if step["run"] == best] == model.history_


def test_nobody_hears_a_fit_after_the_context_or_a_fit_within_a_fit():
    seen = []
    with catviz.reporting(seen.append):
        catviz.KMeansCategorical(2, catviz.OCL(2, n_init=1), random_state=0).fit(TABLE)
    catviz.KModes(2, random_state=0).fit(TABLE)
    assert seen == []


def test_the_inner_listener_hears_and_none_hears_nothing():
    outer, inner = [], []
    with catviz.reporting(outer.append):
        with catviz.reporting(inner.append):
            catviz.KModes(2, n_init=1, random_state=0).fit(TABLE)
        heard = len(inner)
        with catviz.reporting(None):
            catviz.KModes(2, n_init=1, random_state=0).fit(TABLE)
    assert heard == len(inner) > 0 and not outer


def test_fit_takes_no_callback():
    for cls in ESTIMATORS:
        taken = inspect.signature(cls.fit).parameters.values()
        assert not [p for p in taken if p.name == "callback" or p.kind is p.VAR_KEYWORD], cls.__name__
        with config_context(enable_metadata_routing=True):
            assert "callback" not in str(cls().get_metadata_routing())
