import numpy as np
import pytest

from catviz.geometry.scaling import first_axis, largest_eigenpairs


@pytest.mark.parametrize("m", [2, 8, 64, 108, 227, 276, 297])
@pytest.mark.parametrize("k", [1, 2, 5])
def test_as_many_pairs_as_asked_for_where_all_but_one_are_equal(m, k):
    matrix = np.eye(m) - 1 / m
    eigenvalues, vectors = largest_eigenpairs(matrix, min(k, m))
    assert len(eigenvalues) == min(k, m) and vectors.shape == (m, min(k, m))
    np.testing.assert_allclose(eigenvalues[-(m - 1) :], 1, atol=1e-12)
    np.testing.assert_allclose(matrix @ vectors, eigenvalues * vectors, atol=1e-12)


@pytest.mark.parametrize("m", [276, 297])
def test_many_values_of_equal_distances_have_a_first_axis(m):
    assert np.isfinite(first_axis(1 - np.eye(m))).all()
