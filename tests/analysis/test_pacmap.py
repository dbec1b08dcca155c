"""PaCMAP of rows: repeatable, stoppable and refused in a sentence; by pacmap itself where it is installed."""

import logging
import threading
from itertools import count

import numpy as np
import pandas as pd
import pytest
from pacmap_stand_in import Standing
from pacmap_stand_in import stand_in as stand_in

import catviz
from catviz.analysis import map_work, projection, stoppable_pacmap
from catviz.analysis.map_work import Progress
from catviz.analysis.neighbour_preservation import neighbour_preservation
from catviz.analysis.projection import ConstantInput, row_map
from catviz.table.categorical import CategoricalTable


def random_rows(n, sizes=(9, 9, 9), seed=0):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": [f"v{x}" for x in rng.integers(0, v, n)] for r, v in enumerate(sizes)})
    return CategoricalTable.from_pandas(frame)


def test_the_rows_are_placed_with_the_seed_and_numba_is_left_as_it_was(stand_in):
    table = random_rows(60)
    geometry = catviz.Hamming().fit(table).geometry_
    found = row_map(geometry, table, "PaCMAP", random_state=2**31 + 3)
    (model,) = Standing.made
    assert model.given["random_state"] == 3 and isinstance(model.given["random_state"], int)
    assert (found.coordinates == (4 * model.points[:, :2]).astype(np.float32)).all()
    assert found.note == "" and found.axis_shares is None and found.has_place.all()
    assert stand_in.threads.n == 2 and model.level == logging.ERROR
    assert logging.getLogger("pacmap.pacmap").getEffectiveLevel() != logging.ERROR


def test_progress_grows_to_one_and_each_step_can_be_the_last(stand_in):
    table, shares = random_rows(60), []
    geometry = catviz.Hamming().fit(table).geometry_
    row_map(geometry, table, "PaCMAP", callback=lambda done, so_far: bool(shares.append(done)))
    assert shares == sorted(shares) and shares[-1] == 1 and len(shares) >= sum(stoppable_pacmap.N_ITER)
    for calls in (1, len(shares) - 100):
        heard = count(1)
        found = row_map(geometry, table, "PaCMAP", callback=lambda done, so_far, n=heard, m=calls: next(n) == m)
        assert next(heard) == calls + 1
        assert not found.has_place.any() and found.note.startswith(f"0 of {len(found.coordinates)} ")
    assert stand_in.threads.n == 2
    assert row_map(geometry, table, "PaCMAP").has_place.all()  # the turn was given back


def test_rows_beyond_the_limit_are_placed_into_the_map(stand_in, monkeypatch):
    monkeypatch.setattr(stoppable_pacmap, "FITTED_ROWS", 100)
    monkeypatch.setattr(map_work, "PAIRS_BLOCK", 50)
    table = random_rows(500)
    geometry = catviz.Hamming().fit(table).geometry_
    found = row_map(geometry, table, "PaCMAP")
    n = len(found.coordinates)
    assert len(Standing.made[-1].points) == 100 < n and found.has_place.all()
    assert found.note.startswith(f"100 of {n} ")
    stopped = row_map(geometry, table, "PaCMAP", callback=lambda done, so_far: so_far is not None)
    there = int(stopped.has_place.sum())
    assert 100 < there < n and stopped.note.startswith(f"{there} of {n} ")


def test_one_map_at_a_time_as_pacmap_has_one_seed(stand_in):
    points = np.random.default_rng(0).normal(size=(20, 3))
    asked = []
    with stoppable_pacmap._ONE_AT_A_TIME:
        progress = Progress(lambda done, so_far: len(asked) > 1 or bool(asked.append(done)), {0: 1, 2: 1, 3: 1})
        waiting = []
        other = threading.Thread(target=lambda: waiting.append(stoppable_pacmap.placed(points, 2, 0, progress)))
        other.start()
        other.join(20)
        assert not other.is_alive() and not Standing.made and np.isnan(waiting[0]).all() and len(asked) == 2
    assert np.isfinite(stoppable_pacmap.placed(points, 2, 0, Progress(None, {2: 1, 3: 1}))).all()


def test_few_rows_and_rows_at_one_place_get_a_sentence(stand_in):
    few = random_rows(7)
    with pytest.raises(ValueError, match="7 distinct rows: PaCMAP .* 8, .*PCA"):
        row_map(catviz.Hamming().fit(few).geometry_, few, "PaCMAP")
    with pytest.raises(ConstantInput):
        projection._reduced(np.ones((10, 3)))


def test_a_map_with_more_axes_than_the_points_have(stand_in):
    found = stoppable_pacmap.placed(np.arange(9.0)[:, None], 2, 0, Progress(None, {2: 1, 3: 1}))
    assert found.shape == (9, 2) and (found[:, 1] == 0).all()


def test_without_the_package_the_message_names_the_extra(monkeypatch):
    table = random_rows(30)
    geometry = catviz.Hamming().fit(table).geometry_
    monkeypatch.setattr(stoppable_pacmap, "is_installed", lambda: False)
    with pytest.raises(ImportError, match=r"pip install 'catviz\[maps\]'"):
        row_map(geometry, table, "PaCMAP")


@pytest.fixture
def pacmap():
    return pytest.importorskip("pacmap", reason="pacmap is not installed: make extras")


@pytest.mark.slow
def test_pacmap_gives_the_same_map_for_the_same_seed_and_keeps_neighbours(pacmap):
    table = catviz.load_dataset("zoo")
    geometry = catviz.AhmadDey().fit(table).geometry_
    found, again, other = (row_map(geometry, table, "PaCMAP", random_state=seed) for seed in (0, 0, 1))
    assert np.isfinite(found.coordinates).all() and (found.coordinates == again.coordinates).all()
    assert (found.coordinates != other.coordinates).any()
    assert neighbour_preservation(geometry, table, found).trustworthiness > 0.9


@pytest.mark.parametrize("n", [stoppable_pacmap.LEAST_ROWS, 20, 300])
def test_pacmap_can_be_followed_and_stopped(pacmap, n):
    points, shares = np.random.default_rng(0).normal(size=(n, 4)), []
    seconds = stoppable_pacmap.seconds_of(n)
    whole = Progress(lambda done, so_far: bool(shares.append(done)), seconds)
    assert np.isfinite(stoppable_pacmap.placed(points, 2, 0, whole)).all()
    assert len(shares) == 1 + sum(stoppable_pacmap.N_ITER) and shares == sorted(shares) and shares[-1] == 1
    stopped = Progress(lambda done, so_far: done >= shares[200], seconds)
    assert np.isnan(stoppable_pacmap.placed(points, 2, 0, stopped)).all()
