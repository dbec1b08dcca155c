"""Trustworthiness and continuity of maps: scikit-learn's numbers, cases by hand, ties, weights, and the estimate."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.manifold import trustworthiness

import catviz
from catviz.analysis import neighbour_preservation as module
from catviz.analysis.neighbour_preservation import neighbour_preservation
from catviz.analysis.projection import RowMap, row_map
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding
from catviz.table.categorical import CategoricalTable


def random_frame(n, sizes=(5, 6, 4, 7), seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame({f"a{r}": [f"v{x}" for x in rng.integers(0, v, n)] for r, v in enumerate(sizes)})


def untied(table, seed=1):
    """Values at random places, so that no two rows are equally far from a third."""
    rng = np.random.default_rng(seed)
    places = tuple(rng.normal(size=(len(values), 2)) for values in table.categories)
    frequencies = tuple(np.ones(len(values), dtype=int) for values in table.categories)
    return ValueEmbedding(table.codebook, places, frequencies, joint=False, combine="concatenate")


def of_points(distances, places):
    """A geometry of one column whose values have these distances, its table, and a map of the values on a line."""
    n = len(places)
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": [f"v{i}" for i in range(n)]}))
    geometry = ValueDistances(table.codebook, (np.asarray(distances, dtype=float),), (np.ones(n, dtype=int),))
    coordinates = np.column_stack([places, np.zeros(n)]).astype(np.float32)
    return geometry, table, RowMap(coordinates, np.ones(n), np.arange(n))


def line(*places):
    return np.abs(np.subtract.outer(places, places))


def numbers(found):
    return found.trustworthiness, found.continuity


@pytest.mark.parametrize("k", [1, 5, 12, 40])
def test_without_ties_the_numbers_are_scikit_learns(k):
    table = CategoricalTable.from_pandas(random_frame(130).drop_duplicates())
    geometry = untied(table)
    placed = row_map(geometry, table, "PCA")
    found = neighbour_preservation(geometry, table, placed, k)
    # places are float32, so that two distances on the map may be equal up to rounding
    data, on_map = geometry.transform(table.unique_rows()[0]), placed.coordinates.astype(float)
    assert found.trustworthiness == pytest.approx(trustworthiness(data, on_map, n_neighbors=k), abs=1e-5)
    assert found.continuity == pytest.approx(trustworthiness(on_map, data, n_neighbors=k), abs=1e-5)
    assert numbers(found)[0] < 1 and (found.n_neighbors, found.n_points) == (k, len(table)) and not found.is_estimate


def test_a_case_by_hand():
    # places 0, 1, 3, 7, 15; on the map, the last stands between the first two. One neighbour, so the factor is 1 / 15.
    # Map neighbours 4, 4, 1, 2, 0 have the ranks 4, 4, 1, 1, 4 in the data; data neighbours 1, 0, 1, 2, 3 have the
    # ranks 2, 2, 1, 1, 4 on the map.
    found = neighbour_preservation(*of_points(line(0, 1, 3, 7, 15), [0, 1, 3, 7, 0.4]), 1)
    assert numbers(found) == pytest.approx((1 - 9 / 15, 1 - 5 / 15))


def test_rows_count_as_often_as_they_weigh():
    geometry, table, placed = of_points(line(0, 1, 3, 7, 15), [0, 1, 3, 7, 0.4])
    weighted = replace(table, weights=np.array([1.0, 1, 3, 1, 0.5]))
    # excesses of the ranks above: 3, 3, 0, 0, 3 and 1, 1, 0, 0, 3; the factor for one row is 2 / (2n - 3k - 1) = 1 / 3
    found = neighbour_preservation(geometry, weighted, placed, 1)
    assert numbers(found) == pytest.approx((1 - 7.5 / 6.5 / 3, 1 - 3.5 / 6.5 / 3))


def test_equal_distances_in_the_data_are_taken_in_the_order_that_is_best_for_the_map():
    equal = np.ones((5, 5)) - np.eye(5)
    assert numbers(neighbour_preservation(*of_points(equal, [0, 1, 3, 7, 15]), 1)) == (1, 1)
    # from the first of five, two are at distance 1 and two at distance 5; the map shows one of the far ones next to it
    tied = line(0, 1, -1, 5, -5)
    assert numbers(neighbour_preservation(*of_points(tied, [0, 1, -1, 5, -5]), 2)) == (1, 1)
    first_far = neighbour_preservation(*of_points(tied, [0, 1, -1, 0.1, -5]), 1)
    assert numbers(first_far)[0] < 1 and numbers(first_far)[1] < 1


def test_points_at_one_place_share_the_places_of_neighbours():
    # any of the four others may be the nearest, at ranks 1 to 4 in the data: 1.5 beyond the first on average
    found = neighbour_preservation(*of_points(line(0, 1, 3, 7, 15), [0, 0, 0, 0, 0]), 1)
    assert numbers(found) == pytest.approx((1 - 5 * 1.5 / 15, 1))


def test_a_map_with_the_very_distances_keeps_all_neighbours():
    grid = pd.DataFrame([(a, b) for a in "uvwxyz" for b in "opqrst"], columns=["a", "b"])
    table = CategoricalTable.from_pandas(grid, ordered={"a": list("uvwxyz"), "b": list("opqrst")})
    places = (np.arange(6.0)[:, None], np.arange(6.0)[:, None])
    geometry = ValueEmbedding(table.codebook, places, (np.ones(6, dtype=int),) * 2, joint=False, combine="concatenate")
    found = neighbour_preservation(geometry, table, row_map(geometry, table, "PCA"))
    assert numbers(found) == (1, 1)


def test_points_placed_at_random_have_about_half():
    table = CategoricalTable.from_pandas(random_frame(600, (9, 9, 9)))
    placed = row_map(untied(table), table)
    anywhere = np.random.default_rng(0).normal(size=placed.coordinates.shape).astype(np.float32)
    found = neighbour_preservation(untied(table), table, replace(placed, coordinates=anywhere))
    assert numbers(found) == pytest.approx((0.5, 0.5), abs=0.03)


@pytest.mark.parametrize("method", ["Hamming", "ADM", "MCA"])
def test_the_order_of_rows_does_not_matter(method):
    frame = random_frame(150)
    found = []
    for order in (np.arange(150), np.random.default_rng(3).permutation(150)):
        table = CategoricalTable.from_pandas(frame.iloc[order])
        geometry = catviz.make(method).fit(table).geometry_
        found.append(numbers(neighbour_preservation(geometry, table, row_map(geometry, table, "PCA"))))
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_repeated_rows_are_as_weighted_ones(monkeypatch):
    frame = random_frame(60).drop_duplicates()
    times = np.random.default_rng(0).integers(1, 5, len(frame))
    repeated = CategoricalTable.from_pandas(frame.loc[frame.index.repeat(times)])
    weighted = CategoricalTable.from_pandas(frame.assign(w=times), weights="w")
    geometry = catviz.Hamming().fit(weighted).geometry_
    for most in (module.ALL_ROWS, 20):  # all rows, and an estimate
        monkeypatch.setattr(module, "ALL_ROWS", most)
        monkeypatch.setattr(module, "SAMPLED_ROWS", 15)
        first, second = (
            neighbour_preservation(geometry, table, row_map(geometry, table)) for table in (repeated, weighted)
        )
        assert first == second and first.is_estimate == (most == 20)


def test_a_sample_estimates_what_all_rows_give(monkeypatch):
    table = CategoricalTable.from_pandas(random_frame(700, (9, 9, 9)))
    geometry = catviz.AhmadDey().fit(table).geometry_
    placed = row_map(geometry, table)
    exact = neighbour_preservation(geometry, table, placed)
    monkeypatch.setattr(module, "ALL_ROWS", 400)
    monkeypatch.setattr(module, "SAMPLED_ROWS", 200)
    found = [neighbour_preservation(geometry, table, placed, random_state=seed) for seed in range(8)]
    assert all(each.is_estimate and each.n_sampled == 200 and each.n_points == exact.n_points for each in found)
    assert found[0] == neighbour_preservation(geometry, table, placed, random_state=0) != found[1]
    estimates = np.array([numbers(each) for each in found])
    assert (np.abs(estimates - numbers(exact)) < 0.03).all()
    assert np.mean(estimates, axis=0) == pytest.approx(numbers(exact), abs=0.01)
    assert (numbers(exact) < np.ones(2)).all()


def test_blocks_of_rows_give_what_all_at_once_give(monkeypatch):
    table = catviz.load_dataset("zoo")
    geometry = catviz.Hamming().fit(table).geometry_
    placed, shares = row_map(geometry, table), []
    whole = neighbour_preservation(geometry, table, placed)
    monkeypatch.setattr(module, "_PAIRS", 10 * whole.n_points)
    found = neighbour_preservation(geometry, table, placed, callback=lambda share: bool(shares.append(share)))
    assert numbers(found) == pytest.approx(numbers(whole), abs=1e-12)
    assert shares == sorted(shares) and len(shares) == 6 and shares[-1] == 1
    assert neighbour_preservation(geometry, table, placed, callback=lambda share: share > 0.3) is None


def test_rows_without_a_place_are_left_out():
    geometry, table, placed = of_points(line(0, 1, 3, 7, 15, 40), [0, 1, 3, 7, 0.4, np.nan])
    placed.coordinates[5] = np.nan
    found = neighbour_preservation(geometry, table, placed, 1)
    assert found.n_points == 5 and numbers(found) == pytest.approx((1 - 9 / 15, 1 - 5 / 15))


def test_neighbours_are_fewer_than_half_the_rows():
    geometry, table, placed = of_points(line(0, 1, 3, 7, 15), [0, 1, 3, 7, 15])
    assert neighbour_preservation(geometry, table, placed).n_neighbors == 2
    with pytest.raises(ValueError, match="at least 1"):
        neighbour_preservation(geometry, table, placed, 0)
    with pytest.raises(ValueError, match="2 distinct rows: .* 3"):
        neighbour_preservation(*of_points(line(0, 1), [0, 1]))
    with pytest.raises(ValueError, match="the map was"):
        neighbour_preservation(geometry, table[:4], placed)


def test_methods_that_compare_rows_alone_have_them_too():
    zoo = catviz.load_dataset("zoo")
    geometry = catviz.JiaDistance().fit(zoo).geometry_
    found = neighbour_preservation(geometry, zoo, row_map(geometry, zoo, "MDS"))
    assert 0.6 < found.trustworthiness < 1 and 0.6 < found.continuity < 1
