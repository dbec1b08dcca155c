"""Neighbours in blocks of rows: those of scikit-learn's search of all rows at once, and a search that stops."""

import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

from catviz.analysis.map_work import PAIRS_BLOCK, TREE_AXES, TREE_BLOCK, Neighbours
from catviz.progress import one_thread

KINDS = {"a tree": (3, TREE_BLOCK, 700), "all pairs": (TREE_AXES + 1, PAIRS_BLOCK, 4_700)}


def coinciding(kind, seed=0):
    """Points on few places, so that most have more than k others at their own; and the rows of a block."""
    axes, block, n = KINDS[kind]
    rng = np.random.default_rng(seed)
    return rng.integers(0, 3, (40, axes))[rng.integers(0, 40, n)].astype(float), block


@pytest.mark.parametrize("kind", KINDS)
def test_blocks_find_what_all_rows_at_once_find(kind):
    points, block = coinciding(kind)
    assert len(points) > 2 * block
    with one_thread():
        indices, distances = Neighbours(points).of_each(12, lambda rows: False)
        at_once = NearestNeighbors(n_jobs=1).fit(points)
        expected, nearest = at_once.kneighbors(n_neighbors=12)
        assert (indices == nearest).all() and (distances == expected).all()
        assert not (indices == np.arange(len(points))[:, None]).any()
        others = points[::-1][: len(points) - 5] + 0.25
        found = {(rows.start, rows.stop): own for rows, own in Neighbours(points).of_others(others, 7)}
        assert (np.vstack(list(found.values())) == at_once.kneighbors(others, 7, return_distance=False)).all()
    starts, ends = zip(*found, strict=True)
    assert starts == (0, *ends[:-1]) and ends[-1] == len(others)


@pytest.mark.parametrize("kind", KINDS)
def test_the_search_asks_after_each_block_and_stops(kind):
    points, block = coinciding(kind)
    seen = []

    def progress(rows):
        seen.append(rows)
        return len(seen) == 2

    assert Neighbours(points).of_each(5, progress) is None
    assert seen == [block, block] or seen == [block, len(points) - block]
    seen.clear()
    Neighbours(points).of_each(5, lambda rows: seen.append(rows))
    assert sum(seen) == len(points) and max(seen) < 2 * block


@pytest.mark.parametrize("n", [2, 5, TREE_BLOCK, TREE_BLOCK + 1])
def test_few_points_are_one_block(n):
    points, seen = np.random.default_rng(n).normal(size=(n, 2)), []
    indices, _ = Neighbours(points).of_each(n - 1, lambda rows: seen.append(rows))
    assert seen == [n] and (np.sort(indices) == [np.delete(np.arange(n), i) for i in range(n)]).all()
