"""The largest eigenvalues of a symmetric matrix and their vectors."""

import numpy as np
from scipy.linalg import eigh


def largest_eigenpairs(matrix: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """The k largest eigenvalues, rising, and their vectors, as k columns.

    Where eigenvalues are equal at the border of the asked range, LAPACK's routines for a part of the spectrum may find
    fewer than were asked for, or none. All are worked out then.
    """
    m = len(matrix)
    eigenvalues, vectors = eigh(matrix, subset_by_index=(m - k, m - 1))
    if len(eigenvalues) < k:
        eigenvalues, vectors = eigh(matrix)
    return eigenvalues[-k:], vectors[:, -k:]
