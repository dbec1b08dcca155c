"""Row keys, distinct rows and the co-occurrence matrix against their definitions."""

import itertools

import numpy as np
import pytest

from catviz.table import kernels
from catviz.table.kernels import SUPER_COLUMN, burt_matrix, distinct_rows, largest_codes, row_keys


def random_codes(n, levels, seed, missing=True, dtype=np.intp):
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.integers(0, v + missing, n) for v in levels]).astype(dtype)


def one_hot(codes, levels):
    """Indicator matrix; "no value" is a row of zeros."""
    return np.hstack([np.arange(v) == codes[:, [r]] for r, v in enumerate(levels)]).astype(float)


@pytest.mark.parametrize(
    "levels",
    [(1,), (2, 3), (2, 3, 4, 2, 2, 5, 3), (15, 15, 15), (15, 16), (1, 300), (300, 280), (2, 70, 3, 90, 2), (256, 255)],
)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("missing", [False, True])
def test_burt_matrix_is_the_indicator_matrix_times_itself(levels, weighted, missing):
    codes = random_codes(60, levels, seed=len(levels), missing=missing)
    weights = np.random.default_rng(1).uniform(0, 3, 60) if weighted else None
    Z = one_hot(codes, levels)
    expected = Z.T @ (Z if weights is None else weights[:, None] * Z)
    found = burt_matrix(codes, np.array(levels), weights)
    assert found.dtype == (np.float64 if weighted else np.int64)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    if not weighted:
        assert (found == expected).all()


def test_wide_columns_are_counted_the_sparse_way_to_the_same_matrix():
    levels = (400, 350, 3)
    assert max(4 * 80, SUPER_COLUMN**2) < 401 * 351
    codes = random_codes(80, levels, seed=3)
    Z = one_hot(codes, levels)
    assert (burt_matrix(codes, np.array(levels)) == Z.T @ Z).all()
    weights = np.arange(80) / 7
    np.testing.assert_allclose(burt_matrix(codes, np.array(levels), weights), Z.T @ (weights[:, None] * Z), rtol=1e-12)


def test_small_code_types_do_not_wrap_when_columns_are_fused():
    levels = (15, 15, 200, 255)
    codes = random_codes(300, levels, seed=4)
    wide = burt_matrix(codes, np.array(levels))
    assert (burt_matrix(codes.astype(np.uint8), np.array(levels, dtype=np.uint8)) == wide).all()
    assert (burt_matrix(codes.astype(np.uint16), np.array(levels)) == wide).all()


def test_burt_matrix_of_no_rows_or_of_missing_cells_only_is_zero():
    assert burt_matrix(np.empty((0, 2), dtype=np.uint8), np.array([2, 3])).tolist() == np.zeros((5, 5)).tolist()
    assert not burt_matrix(np.array([[2, 3], [2, 3]]), np.array([2, 3])).any()
    assert burt_matrix(np.zeros((4, 1), dtype=np.uint8), np.array([0])).shape == (0, 0)


@pytest.mark.parametrize("n_values", [200, 255])
def test_row_keys_of_seventy_wide_columns_are_equal_iff_rows_are_and_sort_as_rows_do(n_values):
    rng = np.random.default_rng(0)
    base = rng.integers(0, n_values + 1, (3, 70))
    codes = np.repeat(base, 50, axis=0)
    codes[np.arange(150), rng.integers(0, 70, 150)] = rng.integers(0, n_values + 1, 150)
    codes = np.vstack([codes, codes[::3]]).astype(np.uint8)
    keys = row_keys(codes, np.full(70, n_values))
    rows = [tuple(row) for row in codes.tolist()]
    assert (keys >= 0).all()
    for i, j in itertools.combinations(range(len(rows)), 2):
        assert (keys[i] < keys[j]) == (rows[i] < rows[j])
        assert (keys[i] == keys[j]) == (rows[i] == rows[j])


def test_row_keys_tell_a_missing_last_code_from_the_next_columns_first():
    codes = np.array([[0, 2], [1, 0], [0, 0], [2, 2]], dtype=np.uint8)
    assert len(set(row_keys(codes, np.array([2, 2])).tolist())) == 4


@pytest.mark.parametrize("levels", [(2, 3), (3, 4, 2), (200,) * 70])
def test_distinct_rows_stand_in_code_order_and_rebuild_the_table(levels):
    codes = random_codes(40, levels, seed=5)
    codes = np.vstack([codes, codes[::2]])
    first, inverse = distinct_rows(codes, np.array(levels))
    distinct = [tuple(row) for row in codes[first].tolist()]
    assert distinct == sorted(set(map(tuple, codes.tolist())))
    assert (codes[first][inverse] == codes).all()
    assert all(i == min(np.flatnonzero((codes == codes[i]).all(axis=1))) for i in first)


@pytest.mark.parametrize("n_levels", [2**20 - 1, 2**21 - 1, 2**31 - 2, 2**31 - 1, 2**32])
@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_rows_of_codes_as_large_as_they_may_be_stay_in_their_order(n_levels, columns):
    """Radixes just below, at and above what 63 bits hold, with the keys of rows as large as they may be."""
    rng = np.random.default_rng(columns)
    codes = rng.choice([0, 1, n_levels // 2, n_levels - 1, n_levels], (40, columns)).astype(np.int64)
    first, inverse = distinct_rows(codes, np.full(columns, n_levels))
    wanted, places = np.unique(codes, axis=0, return_inverse=True)
    assert (codes[first] == wanted).all() and (inverse == places.reshape(-1)).all()
    keys = row_keys(codes, np.full(columns, n_levels))
    assert (keys >= 0).all() and (np.unique(keys, return_inverse=True)[1] == places.reshape(-1)).all()


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 9])
@pytest.mark.parametrize("bits", [59, 60, 61, 62])
def test_keys_that_leave_no_room_for_places_are_sorted_otherwise(n, bits):
    keys = np.array([2**bits - 1, 0, 2**bits - 2, 2**bits - 1, 1, 5, 0, 3, 2**bits - 1], dtype=np.int64)[:n]
    assert kernels._order(keys.copy()).tolist() == np.argsort(keys, kind="stable").tolist()
    assert kernels._order(np.empty(0, dtype=np.int64)).tolist() == []


def test_lists_of_levels_must_fit_the_columns():
    with pytest.raises(ValueError):
        row_keys(np.zeros((3, 2), dtype=np.uint8), np.array([1, 1, 1]))


def test_columns_are_fused_up_to_256_codes_and_no_further():
    """15 x 16 and 255 + 1 codes are as many as a super-column may have; the codes then fit a byte."""
    for levels, wanted in (
        ((15, 15), [[0, 1]]),
        ((15, 16), [[0], [1]]),
        ((255, 1), [[0], [1]]),
        ((1, 127), [[0, 1]]),
        ((1, 128), [[0], [1]]),
        ((300, 1, 1, 1, 1), [[0], [1, 2, 3, 4]]),
        ((3, 3, 3, 3, 1), [[0, 1, 2, 3], [4]]),
    ):
        assert kernels._super_columns(np.array(levels)) == wanted


@pytest.mark.parametrize("weighted", [False, True])
def test_every_way_of_counting_gives_the_same_matrix(weighted, monkeypatch):
    """Few cells a pass, products of indicator matrices of some rows at a time, and sparse products of large columns."""
    levels = (2, 300, 3, 4, 400, 2)
    codes = random_codes(70, levels, seed=11)
    weights = np.random.default_rng(1).uniform(0, 3, 70) if weighted else None
    Z = one_hot(codes, levels)
    wanted = Z.T @ (Z if weights is None else weights[:, None] * Z)
    for together, per_cell in ((1, 0), (1, 10**9), (2**24, 100), (1000, 1)):
        monkeypatch.setattr(kernels, "TOGETHER", together)
        monkeypatch.setattr(kernels, "_PER_CELL", per_cell)
        found = burt_matrix(codes, np.array(levels), weights)
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)
        assert (found == found.T).all() or weighted


@pytest.mark.parametrize("n", [80, 22_000])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_large_column_beside_fused_ones_is_counted_whether_its_histogram_is_full_or_empty(n, weighted):
    levels = (400, 14, 13)
    assert kernels._super_columns(np.array(levels)) == [[0], [1, 2]] and SUPER_COLUMN**2 < 401 * 15 * 14
    codes = random_codes(n, levels, seed=13)
    weights = np.random.default_rng(1).uniform(0, 3, n) if weighted else None
    Z = one_hot(codes, levels)
    wanted = Z.T @ (Z if weights is None else weights[:, None] * Z)
    np.testing.assert_allclose(burt_matrix(codes, np.array(levels), weights), wanted, rtol=1e-10, atol=1e-10)


def test_a_column_without_values_beside_a_large_one_is_counted_nowhere():
    codes = random_codes(50, (300,), seed=14)
    found = burt_matrix(np.column_stack([codes, np.zeros((50, 1), dtype=int)]), np.array([300, 0]))
    assert (found == burt_matrix(codes, np.array([300]))).all()


def test_a_product_of_all_rows_at_once_has_the_type_of_counts(monkeypatch):
    monkeypatch.setattr(kernels, "TOGETHER", 10)
    monkeypatch.setattr(kernels, "_PER_CELL", 10**9)
    codes = random_codes(1, (2, 3), seed=0, missing=False)
    found = burt_matrix(codes, np.array([2, 3]))
    assert found.dtype == np.int64 and found.sum() == 4
    monkeypatch.setattr(kernels, "TOGETHER", 6)
    weights = np.array([0.5])
    assert burt_matrix(codes, np.array([2, 3]), weights).sum() == 2


def test_rows_are_counted_block_by_block_to_the_same_matrix(monkeypatch):
    levels = (2, 3, 300)
    codes = random_codes(100, levels, seed=12)
    Z = one_hot(codes, levels)
    for block in (1, 7, 99, 100, 101):
        monkeypatch.setattr(kernels, "BLOCK", block)
        assert (burt_matrix(codes, np.array(levels)) == Z.T @ Z).all()


def test_rows_without_columns_are_all_one_row():
    first, inverse = distinct_rows(np.empty((3, 0), dtype=np.uint8), np.empty(0, dtype=int))
    assert first.tolist() == [0] and inverse.tolist() == [0, 0, 0]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("together", [1, 10**4, 10**5])
def test_many_columns_are_counted_in_parts_to_the_same_matrix(weighted, together, monkeypatch):
    """Several passes over the rows, or products of indicator matrices of some rows at a time."""
    levels = (2, 3, 4, 2, 2, 5, 3, 70, 3, 90, 2, 15, 15, 15)
    codes = random_codes(90, levels, seed=8)
    weights = np.random.default_rng(1).uniform(0, 3, 90) if weighted else None
    whole = burt_matrix(codes, np.array(levels), weights)
    monkeypatch.setattr(kernels, "TOGETHER", together)
    for per_cell in (0, 10**9):
        monkeypatch.setattr(kernels, "_PER_CELL", per_cell)
        found = burt_matrix(codes, np.array(levels), weights)
        assert found.dtype == whole.dtype
        np.testing.assert_allclose(found, whole, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("n", (0, 1, 63, 64, 65, 200))
@pytest.mark.parametrize("d", (0, 1, 5))
def test_largest_codes_are_those_of_each_column_wherever_they_stand(n, d):
    codes = np.random.default_rng(n).integers(0, 9, (n, d)).astype(np.uint8)
    assert largest_codes(codes).tolist() == codes.max(axis=0, initial=0).tolist()
    for row, column in ((0, 0), (n - 1, d - 1)) if codes.size else ():
        marked = codes.copy()
        marked[row, column] = 200
        assert largest_codes(marked)[column] == 200
