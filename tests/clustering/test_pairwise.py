"""Clusterers of the matrix of distances share it within a context, and find the same as without."""

from dataclasses import replace

import numpy as np
import pytest
from random_frames import dependent_frame

import catviz
from catviz.analysis.stability import repeated_labels
from catviz.base import as_table
from catviz.clustering.pairwise import shared_distances

CLUSTERERS = [
    lambda geometry, seed: catviz.SpectralCategorical(3, geometry, n_init=1, random_state=seed),
    lambda geometry, seed: catviz.SpectralCategorical(3, geometry, affinity="paper", random_state=seed),
    lambda geometry, seed: catviz.KMedoidsCategorical(3, geometry, n_init=1, random_state=seed),
    lambda geometry, seed: catviz.HierarchicalCategorical(3, geometry),
]


def counted(monkeypatch, geometry):
    """How often rows are compared under a geometry, as it goes on."""
    calls, between = [], type(geometry).between
    monkeypatch.setattr(type(geometry), "between", lambda self, *rows: calls.append(1) or between(self, *rows))
    return calls


@pytest.mark.parametrize("make", CLUSTERERS)
def test_shared_distances_change_nothing(make, monkeypatch):
    frames = [dependent_frame(60, seed=seed) for seed in (1, 2)]
    geometries = [catviz.AhmadDey().fit(frame).geometry_ for frame in frames]
    asked = [(geometries[i], frames[j]) for i, j in ((0, 0), (0, 0), (1, 0), (1, 0), (1, 1), (1, 1), (0, 0))]
    alone = [make(geometry, seed).fit(frame) for seed, (geometry, frame) in enumerate(asked)]
    calls = counted(monkeypatch, geometries[0])
    with shared_distances():
        shared = [make(geometry, seed).fit(frame) for seed, (geometry, frame) in enumerate(asked)]
    assert len(calls) == 4
    for one, other in zip(alone, shared, strict=True):
        np.testing.assert_array_equal(one.labels_, other.labels_)
    np.testing.assert_array_equal(alone[3].predict(frames[1]), shared[3].predict(frames[1]))


def test_other_weights_are_other_rows():
    frame = dependent_frame(50, seed=3)
    geometry = catviz.AhmadDey().fit(frame).geometry_
    table = as_table(frame)
    weighted = replace(table, weights=np.arange(50) % 3.0)
    own = [catviz.KMedoidsCategorical(3, geometry, random_state=0).fit(one) for one in (table, weighted)]
    with shared_distances():
        shared = [catviz.KMedoidsCategorical(3, geometry, random_state=0).fit(one) for one in (table, weighted)]
    assert [one.objective_ for one in shared] == [one.objective_ for one in own]


def test_repeated_runs_compare_rows_once(monkeypatch):
    frame = dependent_frame(60, seed=4)
    geometry = catviz.AhmadDey().fit(frame).geometry_
    calls = counted(monkeypatch, geometry)
    found = repeated_labels(CLUSTERERS[0](geometry, 0), frame, 5)
    assert len(calls) == 1
    np.testing.assert_array_equal(found[2], CLUSTERERS[0](geometry, 2).fit(frame).labels_)
