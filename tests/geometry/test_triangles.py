"""How often the triangle inequality fails, and where worst."""

import itertools

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.geometry.triangles import Triangle, TriangleCount, row_triangle_violations, triangle_violations
from catviz.table.categorical import CategoricalTable


def slowly(D):
    """(number, largest excess) over all ordered triples of three different rows."""
    slack = 1e-9 * D.max()
    excess = [D[i, k] - (D[i, j] + D[j, k]) for i, j, k in itertools.permutations(range(len(D)), 3)]
    return sum(e > slack for e in excess), max(excess)


def random_distances(n, seed, symmetric=True):
    D = np.random.default_rng(seed).random((n, n)) ** 2
    D = D + D.T if symmetric else D
    np.fill_diagonal(D, 0)
    return D


def test_a_way_round_that_is_shorter():
    found = triangle_violations(np.array([[0, 1, 3], [1, 0, 1], [3, 1, 0]]))
    assert (found.n_violations, found.n_triples, found.share) == (2, 6, 1 / 3)
    assert found.worst == Triangle(i=0, j=1, k=2, direct=3.0, first=1.0, second=1.0)
    assert found.worst.excess == 1.0 and found.n_rows == 3 and not found.sampled


def test_a_triple_on_the_edge_is_no_violation():
    assert triangle_violations([[0, 1, 2], [1, 0, 1], [2, 1, 0]]).n_violations == 0


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("n", [3, 4, 12])
@pytest.mark.parametrize("seed", range(3))
def test_every_triple_is_counted(n, seed, symmetric):
    D = random_distances(n, seed, symmetric)
    number, largest = slowly(D)
    found = triangle_violations(D)
    assert (found.n_violations, found.n_triples) == (number, n * (n - 1) * (n - 2))
    assert (found.worst is None) == (number == 0)
    if number:
        i, j, k = found.worst.i, found.worst.j, found.worst.k
        assert len({i, j, k}) == 3
        assert (found.worst.direct, found.worst.first, found.worst.second) == (D[i, k], D[i, j], D[j, k])
        assert found.worst.excess == pytest.approx(largest, abs=1e-15)


def test_the_diagonal_is_not_looked_at():
    D = random_distances(8, seed=0)
    odd = D + np.diag(np.arange(8.0) - 3)
    assert triangle_violations(odd).n_violations == triangle_violations(D).n_violations > 0


@pytest.mark.parametrize("n", [0, 1, 2])
def test_without_three_rows_nothing_is_violated(n):
    found = triangle_violations(np.ones((n, n)) - np.eye(n))
    assert (found, found.share) == (TriangleCount(0, n, None), 0.0)


def test_rounding_is_no_violation_and_does_not_depend_on_the_unit():
    x = np.sort(np.random.default_rng(0).random(40))
    D = np.abs(x[:, None] - x) * np.linspace(1, 1 + 1e-12, 40)
    D = D + D.T
    assert slowly(D)[1] > 0
    for unit in (1e-12, 1.0, 1e12):
        assert triangle_violations(D * unit).n_violations == 0
        assert triangle_violations(random_distances(12, 1) * unit).n_violations == slowly(random_distances(12, 1))[0]


@pytest.mark.parametrize(
    ("D", "words"), [(np.ones((2, 3)), r"shape \(2, 3\)"), ([1, 2], r"shape \(2,\)"), ([[0, np.nan], [1, 0]], "finite")]
)
def test_what_is_no_matrix_of_distances_is_refused(D, words):
    with pytest.raises(ValueError, match=words):
        triangle_violations(D)


# rows and values of a geometry


@pytest.mark.parametrize(("cls", "share"), [(catviz.WCADO, 0.097), (catviz.COD, 0.041), (catviz.AhmadDey, 0.0)])
def test_the_triangle_inequality_fails_on_breast_cancer_but_for_adm(cls, share):
    table = catviz.load_dataset("breast_cancer_wisconsin").drop_missing()
    geometry = cls().fit(table).value_distances_
    found = row_triangle_violations(geometry, table, max_rows=683)
    assert (found.n_rows, found.n_triples, found.sampled) == (683, 683 * 682 * 681, False)
    assert found.share == pytest.approx(share, abs=5e-4)
    D, worst = geometry.between(table), found.worst
    if worst is None:
        assert cls is catviz.AhmadDey and found.n_violations == 0
    else:
        assert (worst.direct, worst.first, worst.second) == (
            D[worst.i, worst.k],
            D[worst.i, worst.j],
            D[worst.j, worst.k],
        )
        assert worst.direct > worst.first + worst.second


def test_a_sample_of_rows_is_counted_exactly_and_names_the_tables_rows():
    table = catviz.load_dataset("breast_cancer_wisconsin").drop_missing()
    geometry = catviz.WCADO().fit(table).value_distances_
    found = row_triangle_violations(geometry, table, max_rows=60, random_state=3)
    assert (found.n_rows, found.n_triples, found.sampled) == (60, 60 * 59 * 58, True)
    assert found == row_triangle_violations(geometry, table, max_rows=60, random_state=3)
    assert found != row_triangle_violations(geometry, table, max_rows=60, random_state=4)
    corners = table[[found.worst.i, found.worst.j, found.worst.k]]
    D = geometry.between(corners)
    assert (found.worst.direct, found.worst.first, found.worst.second) == pytest.approx((D[0, 2], D[0, 1], D[1, 2]))
    assert abs(found.share - 0.097) < 0.05


def test_rows_without_weight_are_not_drawn():
    frame = pd.DataFrame({"a": list("xyzxyz"), "b": list("uvwwvu"), "w": [0, 0, 0, 1, 1, 1]})
    table = CategoricalTable.from_pandas(frame, weights="w")
    geometry = catviz.COD().fit(table).value_distances_
    for max_rows in (3, 6):
        found = row_triangle_violations(geometry, table, max_rows=max_rows)
        assert (found.n_rows, found.sampled) == (3, False)
    heavy = CategoricalTable.from_pandas(frame.assign(w=[1, 0, 1, 1, 1, 0]), weights="w")
    geometry = catviz.COD().fit(heavy).value_distances_
    assert row_triangle_violations(geometry, heavy, max_rows=3).sampled


def test_a_sample_of_less_than_a_triangle_is_refused():
    table = catviz.load_dataset("toy_movie")
    with pytest.raises(ValueError, match="max_rows=2: .* 3"):
        row_triangle_violations(catviz.COD().fit(table).value_distances_, table, max_rows=2)


def test_values_of_a_column_are_triangles_too():
    table = catviz.load_dataset("zoo")
    m = catviz.COD().fit(table)
    T = m.value_distances_["legs"].to_numpy()
    found = triangle_violations(T)
    assert (found.n_violations, found.n_triples) == (slowly(T)[0], 6 * 5 * 4)
    assert found.n_violations > 0
    assert triangle_violations(catviz.AhmadDey().fit(table).value_distances_["legs"]).n_violations == 0
