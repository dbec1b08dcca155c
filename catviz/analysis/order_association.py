"""Do ordered columns rise or fall with each other? Rank correlations along declared orders, against chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from catviz.analysis.nested import nested_columns, together
from catviz.analysis.order_null import permuted_tables, random_orders
from catviz.analysis.statistics import LEVEL
from catviz.parameters import whole_numbers
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import repeated_rows

#: Values of a column from which its order can say anything.
_FEWEST_VALUES = 3


@dataclass(frozen=True, eq=False, repr=False)
class OrderAssociation:
    """Rank correlations of columns along their declared orders, with those of shuffled tables and of random orders.

    Attributes
    ----------
    correlations : (m, m) DataFrame
        Spearman's rho of the ordered columns, over rows that know both.
    shuffled, reordered : (n_permutations,) float64
        The mean of the squared correlations of two different columns in tables with shuffled columns, and under random
        orders of the values, the same ones for columns of one scale.
    """

    correlations: pd.DataFrame
    shuffled: np.ndarray
    reordered: np.ndarray

    def __repr__(self) -> str:
        return f"OrderAssociation({len(self.correlations)} columns, {self.statistic:.3f}, p {self.p_value:.3f})"

    @property
    def statistic(self) -> float:
        """The mean of the squared correlations of two different columns."""
        return _mean_square(self.correlations.to_numpy())

    @property
    def strongest(self) -> tuple[str, str]:
        """The two columns with the largest correlation, either way."""
        first, second = np.triu_indices(len(self.correlations), 1)
        best = int(np.abs(self.correlations.to_numpy()[first, second]).argmax())
        names = self.correlations.index
        return str(names[first[best]]), str(names[second[best]])

    @property
    def p_value(self) -> float:
        """Of the hypothesis that the columns are unrelated: the share of tables, this one included, that reach it."""
        return float((1 + (self.shuffled >= self.statistic - 1e-12).sum()) / (1 + len(self.shuffled)))

    @property
    def significant(self) -> bool:
        """Whether the hypothesis is rejected at 5 %."""
        return self.p_value <= LEVEL


@whole_numbers("n_permutations")
def order_association(table: CategoricalTable, n_permutations: int = 199, random_state: int = 0) -> OrderAssociation:
    """Test whether some ordered columns rise or fall with each other along their declared orders, more than by chance.

    Rank correlations see a weak gradient in tables in which learned orders do not yet agree with the declared ones.
    Columns that are related in another way can rise together too: the correlations under random orders say how much of
    that any order would show. They are described, not tested, since an order with frequent values at both ends shows
    more than most. Columns that determine others are shuffled together with these; missing cells stay in place.

    Parameters
    ----------
    table : CategoricalTable
        Two or more columns of a declared order with three or more values that occur. Row weights are whole numbers.
    n_permutations : int
        Shuffled tables, and random orders.
    random_state : int
        Draws the shuffles and the orders.

    Returns
    -------
    OrderAssociation

    Raises
    ------
    ValueError
        Fewer than two ordered columns, or fractional weights.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.order_association import order_association
    >>> found = order_association(catviz.load_dataset("breast_cancer_wisconsin"))
    >>> found.significant
    True
    """
    rows = repeated_rows(table.weights, len(table), "columns are permuted among whole rows")
    table = replace(table, target=None, target_name=None).observed()
    names = ordered_columns(table)
    if len(names) < 2:
        raise ValueError("the table has fewer than two columns of a declared order with three or more values")
    table = table.select(names)
    codes, sizes = table.codes[rows].astype(np.intp), table.codebook.n_values
    shuffled = [
        _mean_square(_correlations(each.codes.astype(np.intp), each.codebook.n_values))
        for each, _ in permuted_tables(table, n_permutations, random_state, together=together(nested_columns(table)))
    ]
    values = {name: table.categories[r] for r, name in enumerate(names)}
    places = dict(random_orders(values, n_permutations, random_state))
    reordered = [
        _mean_square(_correlations(_recoded(codes, [places[name][i] for name in names]), sizes))
        for i in range(n_permutations)
    ]
    frame = pd.DataFrame(_correlations(codes, sizes), names, names)
    return OrderAssociation(frame, np.array(shuffled), np.array(reordered))


def ordered_columns(table: CategoricalTable) -> list[str]:
    """Columns of a declared order with three or more values."""
    book = table.codebook
    return [
        name
        for name, kind, v in zip(book.attributes, book.kinds, book.n_values, strict=True)
        if kind == "ordinal" and v >= _FEWEST_VALUES
    ]


def _recoded(codes: np.ndarray, places: Sequence[np.ndarray]) -> np.ndarray:
    """(n, m) codes with the values of each column at other places, by rank; missing cells stay missing."""
    ranked = [np.append(np.argsort(np.argsort(of_column)), len(of_column)) for of_column in places]
    return np.column_stack([ranks[column] for ranks, column in zip(ranked, codes.T, strict=True)])


def _correlations(codes: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """(m, m) rank correlations of (n, m) codes; a code equal to its column's number of values is missing."""
    ranks, known = np.zeros(codes.shape), codes < sizes
    for r, v in enumerate(sizes):
        n = np.bincount(codes[:, r], minlength=v + 1)[:v]
        middle = np.append(np.cumsum(n) - n / 2, 0.0)
        ranks[:, r] = np.where(known[:, r], middle[codes[:, r]] - n.sum() / 2, 0.0)
    # over the rows that know both: sums of products less the product of the means
    there = known.astype(float)
    both = np.maximum(there.T @ there, 1)
    sums = ranks.T @ there  # of column r over the rows that know s
    covariance = ranks.T @ ranks - sums * sums.T / both
    variance = (ranks**2).T @ there - sums**2 / both
    scale = np.sqrt(variance * variance.T)
    return np.divide(covariance, scale, out=np.zeros_like(covariance), where=scale > 1e-12)


def _mean_square(correlations: np.ndarray) -> float:
    return float((correlations[np.triu_indices(len(correlations), 1)] ** 2).mean())
