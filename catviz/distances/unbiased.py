"""The unbiased mixed distance: every column, of values or of numbers, adds the same to the distance of two rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import clone

from catviz.base import EXACT, RowsMethod, ValueMethod
from catviz.distances.coupled import AhmadDey
from catviz.geometry.numeric import evened_part
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import Geometry, ValueDistances
from catviz.parameters import DISTANCES
from catviz.registry import make
from catviz.table.categorical import CategoricalTable
from catviz.table.encoding import NUMBERS


class UnbiasedMixed(RowsMethod):
    """Unbiased mixed distance (van de Velden et al. 2024): each column adds 1 to D^power of two rows on average.

    The distances between the values of a column, ADM's by default, are divided so that p'T^power p = 1, with p the
    shares of its values; two numbers are |x - y| / s apart, with the mean of |x - y|^power over all pairs of rows as
    s^power. Rows add up the columns. So neither units nor the kinds of columns nor their numbers of values decide how
    much a column counts. Numbers are those a table keeps in ``t.numeric``; all columns may be numbers. A column whose
    values are all alike adds nothing. A missing number stands at its column's mean.

    Parameters
    ----------
    distances : str, method, geometry or None
        Of the values: an unfitted method or its name, fitted to the same table, or a geometry of values; None means
        ADM. Its numbers, if any, are left aside.

    Raises
    ------
    ValueError
        ``distances`` compares rows alone, learns from known classes, or has another power than 1 and 2.

    Notes
    -----
    Source: M. van de Velden, A. Iodice D'Enza, A. Markos and C. Cavicchia (2024), Unbiased mixed variables distance,
    arXiv:2411.00429. Averages are over all pairs of rows, those of a row with itself included.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> frame = pd.DataFrame({"colour": list("rrbb"), "size": [1.0, 2.5, 3.0, 5.5], "kind": list("xyxy")})
    >>> method = catviz.UnbiasedMixed("Hamming").fit(frame)
    >>> float(method.value_distances_["colour"].loc["r", "b"])
    2.0
    """

    numeric_columns = NUMBERS
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    parameters = {
        "distances": replace(
            DISTANCES,
            label="Distances of values",
            help="The method by which values are compared, or its name. Its distances are scaled in each column.",
            unset="ADM (co-occurrence)",
        )
    }

    def __init__(self, distances: Any = None) -> None:
        self.distances = distances

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values, with the distances of ADM."""
        return AhmadDey.cost(n, d, c)

    def _learn(self, table: CategoricalTable, callback: Callable[..., Any] | None) -> ValueDistances:
        of_values = replace(self._of_values(table), numbers=None).commensurable()
        power = of_values.power
        if power not in (1, 2):
            raise ValueError(f"the distances of values have power {power:g}: numbers are scaled for power 1 and 2 only")
        numbers = evened_part(table, lambda x, weights: mean_difference(x, weights, power))
        return replace(of_values, numbers=numbers)

    def _of_values(self, table: CategoricalTable) -> ValueDistances:
        """The distances of values, not yet scaled."""
        if not table.attributes:
            return ValueDistances(table.codebook, (), ())
        chosen = AhmadDey() if self.distances is None else self.distances
        chosen = make(chosen) if isinstance(chosen, str) else chosen
        geometry = clone(chosen).fit(table).geometry_ if isinstance(chosen, ValueMethod) else chosen
        if not isinstance(geometry, Geometry | ValueSimilarities):
            raise ValueError(
                f"distances={self.distances!r}: give a method that compares values, such as 'ADM', its name, or a "
                "geometry of values"
            )
        return geometry.distances()


def mean_difference(x: np.ndarray, weights: np.ndarray, power: float) -> float:
    """The mean of |x - y|^power over all pairs of rows, as a difference: its root of that power.

    Parameters
    ----------
    x : (n,) numbers
    weights : (n,) weights of their rows
    power : 1 or 2

    Examples
    --------
    >>> mean_difference(np.array([0.0, 1.0]), np.ones(2), 1)
    0.5
    """
    order = np.argsort(x, kind="stable")
    x, shares = x[order], weights[order] / weights.sum()
    if power == 2:
        return float(np.sqrt(2 * (shares @ x**2 - (shares @ x) ** 2)))
    upto = np.cumsum(shares)
    return float(2 * ((shares * x) @ (2 * upto - shares - 1)))
