"""Estimators by name, and how they print."""

import pytest
from sklearn.base import BaseEstimator

import catviz


def test_every_name_makes_its_estimator(subtests):
    for m in catviz.methods():
        with subtests.test(m.title):
            for name in (m.name, m.short, m.name.lower(), *m.aliases):
                if m.cls is None:
                    with pytest.raises(ValueError, match="nothing to run"):
                        catviz.make(name)
                else:
                    assert type(catviz.make(name)) is m.cls


def test_parameters_are_those_of_the_class():
    model = catviz.make("k-modes", n_clusters=3, distances=catviz.TAVE(n_iter=2))
    assert isinstance(model, BaseEstimator) and model.n_clusters == 3 and model.distances.n_iter == 2
    assert catviz.make("UDMC").distances == "UDM" and catviz.make("udmc", distances=None).distances is None
    with pytest.raises(ValueError, match="Invalid parameter 'clusters' for estimator KModes"):
        catviz.make("KModes", clusters=3)


def test_a_wrong_name_lists_near_ones_each_once():
    with pytest.raises(ValueError, match=r"^no method 'AMD'; .*mean (.*)\?$") as caught:
        catviz.make("AMD")
    named = str(caught.value).partition("did you mean ")[2].rstrip("?").split(", ")
    assert "AhmadDey" in named and len(named) == len(set(named))


def test_only_changed_parameters_are_printed():
    table = catviz.load_dataset("toy_movie")
    geometry = catviz.AhmadDey().fit(table).geometry_
    rows = catviz.JiaDistance().fit(table).geometry_
    shown = {
        catviz.KModes(): "KModes()",
        catviz.KModes(8, random_state=1): "KModes(random_state=1)",
        catviz.KModes(3, catviz.TAVE(n_iter=3)): "KModes(distances=TAVE(n_iter=3), n_clusters=3)",
        catviz.KMedoidsCategorical(distances="ADM"): "KMedoidsCategorical(distances='ADM')",
        catviz.KModes(distances=geometry): "KModes(distances=ValueDistances(3 columns, 10 values, power 1))",
        catviz.KModes(distances=rows): "KModes(distances=ObjectDistances(3 columns, 10 values))",
    }
    for model, text in shown.items():
        assert repr(model) == text
