"""Fitted results by scikit-learn's names, alike in all clusterers."""

import inspect

import numpy as np
import pytest

import catviz

TABLE = catviz.load_dataset("zoo")
ESTIMATORS = [m.cls for m in catviz.methods() if m.cls is not None]
WITH_OBJECTIVE = (
    catviz.KModes,
    catviz.KMedoidsCategorical,
    catviz.KMeansCategorical,
    catviz.SpectralCategorical,
    catviz.OCL,
)


@pytest.mark.parametrize("cls", WITH_OBJECTIVE)
def test_inertia_is_the_objective(cls):
    assert not hasattr(cls(), "inertia_")
    model = cls(5, random_state=0).fit(TABLE)
    assert model.inertia_ == model.objective_ > 0 and isinstance(model.n_iter_, int)


@pytest.mark.parametrize("cls", [catviz.KModes, catviz.KMedoidsCategorical, catviz.OCL, catviz.ROCK])
def test_history_is_a_number_a_step(cls):
    model = cls(7).fit(TABLE)
    assert all(isinstance(z, float) for z in model.history_) and len(model.history_) == len(model.steps_) > 1
    if cls is catviz.ROCK:
        assert model.n_iter_ == len(model.history_) == 59 - 7
        assert model.history_ == [step["goodness"] for step in model.steps_]
    else:
        assert model.history_[-1] == model.objective_ and model.history_ == sorted(model.history_, reverse=True)


def test_centres_are_modes_rows_and_means():
    modes = catviz.KModes(4, random_state=0).fit(TABLE)
    assert (modes.cluster_centers_ == modes.modes_.to_numpy()).all() and modes.cluster_centers_.shape == (4, 16)
    medoids = catviz.KMedoidsCategorical(4, random_state=0).fit(TABLE)
    assert (medoids.cluster_centers_ == TABLE.to_pandas().to_numpy()[medoids.medoid_indices_]).all()
    means = catviz.KMeansCategorical(4, "ADM", random_state=0).fit(TABLE)
    X = means.geometry_.transform(TABLE)
    expected = [X[means.labels_ == j].mean(axis=0) for j in range(4)]
    np.testing.assert_allclose(means.cluster_centers_, expected, atol=1e-12)
    apart = ((X[:, None] - means.cluster_centers_) ** 2).sum(axis=2).min(axis=1).sum()
    assert means.inertia_ == pytest.approx(apart)


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_chance_has_no_seed_unless_given(cls):
    seed = inspect.signature(cls).parameters.get("random_state")
    assert seed is None or seed.default is None


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_columns_seen_are_remembered(cls):
    given = {"n_clusters": 2} if "n_clusters" in inspect.signature(cls).parameters else {}
    model = cls(**given).fit(catviz.load_dataset("toy_movie"), list("uvuvuv") if cls.uses_target else None)
    assert model.n_features_in_ == 3 and len(model.feature_names_in_) == 3
