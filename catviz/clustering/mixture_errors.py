"""Standard errors of a mixture's probabilities, from how each row's log-likelihood changes with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg import block_diag, pinvh

from catviz.clustering.mixture import Mixture
from catviz.table.sizes import refuse_array

#: Directions with less information than so much of the largest are not estimated: shares add up to 1, some are 0.
_UNINFORMED = 1e-10
#: Expected rows of a value in a class below which its probability counts as 0.
_FEWEST_ROWS = 1e-3


def standard_errors(
    codes: np.ndarray, sizes: Sequence[int], weights: np.ndarray, mixture: Mixture, R: np.ndarray
) -> tuple[np.ndarray, np.ndarray, int]:
    """``(of shares, of theta, not determined)``: (k,) and (c, k) standard errors at the maximum of the likelihood.

    The information on the logarithms of the probabilities is the sum of the products of the rows' scores; the delta
    method takes it to the probabilities, as in poLCA. One that is 0 or 1 has standard error 0. Directions in which the
    likelihood does not change are left out, and counted: the rank of the information is so much below the number of
    probabilities that are free and not 0.

    Parameters
    ----------
    codes : (m, d) codes, each below ``sizes[r]``, or equal to it where the row says nothing of the column
    sizes : (d,) number of values a column
    weights : (m,) row weights
    mixture : Mixture
    R : (m, k) probability of each class for each row
    """
    (m, k), c = R.shape, len(mixture.theta)
    refuse_array(max(m, k * (c + 1)), k * (c + 1), "scores of rows", "group rare values, or ask for fewer classes")
    observed = np.hstack([codes[:, [r]] == np.arange(v) for r, v in enumerate(sizes)]).astype(float)
    present = np.repeat(codes < np.asarray(sizes), sizes, axis=1)
    scores = [R[:, [j]] * (observed - present * mixture.theta[:, j]) for j in range(k)]
    scores.append(R - mixture.shares)
    S = np.hstack(scores)
    starts = np.cumsum(sizes)[:-1]
    columns = [part for j in range(k) for part in np.split(mixture.theta[:, j], starts)]
    change = block_diag(*(np.diag(p) - np.outer(p, p) for p in (*columns, mixture.shares)))
    inverse, rank = pinvh(S.T @ (weights[:, None] * S), rtol=_UNINFORMED, return_rank=True)
    errors = np.sqrt(np.diag(change @ inverse @ change).clip(0))
    in_class = weights.sum() * mixture.shares
    rows = [part * n for j, n in enumerate(in_class) for part in np.split(mixture.theta[:, j], starts)]
    free = sum(max(int((part > _FEWEST_ROWS).sum()) - 1, 0) for part in (*rows, in_class))
    return errors[k * c :], errors[: k * c].reshape(k, c).T, max(free - int(rank), 0)
