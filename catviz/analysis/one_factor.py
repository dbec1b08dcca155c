"""Tables of one gradient: one normal variable behind all columns, with a table's value counts and associations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import LinearOperator, eigsh
from scipy.special import ndtr, ndtri

from catviz.analysis.order_null import by_what_stays
from catviz.table.categorical import CategoricalTable
from catviz.table.row_groups import refuse_groups
from catviz.table.weights import repeated_rows

#: The strongest loading; with 1 a column would be the gradient itself, cut into values.
LARGEST = 0.99
#: A numeric column is cut into so many equally frequent intervals, and numbers are drawn within them.
INTERVALS = 5
_NODES = np.linspace(-4.5, 4.5, 91)
_SWEEPS, _HALVINGS, _SAME = 30, 14, 1e-4


@dataclass(frozen=True, eq=False)
class OneFactor:
    """A Gaussian one-factor copula with the margins of a table: its columns follow one gradient.

    Row i has a score z_i, and column j a normal variable x_ij = loading_j z_i + sqrt(1 - loading_j^2) e_ij. Its values
    are cut from x_j, in an order of their own, such that each occurs exactly as often as in the table.

    Attributes
    ----------
    order : tuple of (v_j,) int
        Per column, the codes of its values along the gradient: their order on the first axis of multiple
        correspondence analysis, declared orders aside, so that the gradient fits the table as well as it can.
    loadings : (d,) float
        Between 0 and 0.99, such that the expected mean association of each column with the others is that of the table.
    observed : (d,) float
        These means in the table: of Tschuprow's T squared, corrected for bias, at least 0.
    expected : (d,) float
        The same means of the gradient. They are smaller where columns are more closely related than it can relate them.

    Source: L. Tschuprow (1925); the correction for bias follows Bergsma (2013), J. Korean Stat. Soc. 42.
    """

    order: tuple[np.ndarray, ...]
    loadings: np.ndarray
    observed: np.ndarray
    expected: np.ndarray


def one_factor(codes: np.ndarray, n_values: Sequence[int]) -> OneFactor:
    """Fit one gradient to the columns of a table.

    Parameters
    ----------
    codes : (n, d) int
        Below ``n_values[r]``, or equal to it where a cell is missing: it takes no part.
    n_values : (d,) numbers of values, each of which occurs

    Examples
    --------
    >>> import numpy as np
    >>> from catviz.analysis.one_factor import one_factor
    >>> codes = np.random.default_rng(0).integers(0, 3, (200, 4))
    >>> codes[:, 1] = codes[:, 0]
    >>> one_factor(codes, [3] * 4).loadings.round().tolist()
    [1.0, 1.0, 0.0, 0.0]
    """
    levels = np.array(n_values, dtype=np.intp)
    starts, known = np.concatenate([[0], np.cumsum(levels)[:-1]]), codes < levels
    rows, columns = np.nonzero(known)
    ones = np.ones(len(rows))
    indicator = csr_matrix((ones, (rows, (codes + starts)[known])), shape=(len(codes), levels.sum()))
    counts = np.asarray(indicator.sum(axis=0)).ravel()
    shares = counts / np.maximum(np.repeat(known.sum(axis=0), levels), 1)
    order = tuple(np.argsort(part, kind="stable") for part in np.split(_first_axis(indicator, len(levels)), starts[1:]))
    along = np.concatenate([start + column_order for start, column_order in zip(starts, order, strict=True)])
    return OneFactor(order, *_loadings(shares[along], levels, starts, _associations(indicator, levels)))


class OneFactorTables:
    """Tables of one gradient, fitted to a table: the same counts of values, about the same mean associations.

    Missing cells stay in place. Known classes count as a column that follows the gradient too. Numeric columns are cut
    into five equally frequent intervals for the fit; within each, numbers are dealt in random order.

    Parameters
    ----------
    table : CategoricalTable
        Row weights must be whole numbers.
    y : (n,) known classes, optional
    determined : mapping of columns to those that determine them
        Their values follow in each table as they do in this one, and they take no part in the fit.

    Attributes
    ----------
    model : OneFactor

    Raises
    ------
    ValueError
        Fractional weights, or rows that belong together.
    """

    def __init__(
        self,
        table: CategoricalTable,
        y: Sequence[Any] | np.ndarray | None = None,
        determined: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        refuse_groups(table.groups, table.groups_name, "a gradient fitted to a table")
        every = repeated_rows(table.weights, len(table), "a gradient is fitted to whole rows")
        self._table = replace(table.canonical(), weights=None, target=None, target_name=None, extra_columns=None)
        self._classes = y is not None
        book, codes, numeric = self._table.codebook, self._table.codes[every], self._table.numeric[every]
        absent = codes == [len(values) for values in book.categories]
        rows = by_what_stays(codes, absent, np.isnan(numeric))
        codes, numeric, absent = codes[rows], numeric[rows], absent[rows]
        at = {book.position(name): book.position(by) for name, by in determined.items()}
        self._fitted = [r for r in range(codes.shape[1]) if r not in at]
        self._following = [(r, by, _mapping(codes[:, by], codes[:, r])) for r, by in at.items()]
        columns = [(codes[:, r], codes[:, r], ~absent[:, r]) for r in self._fitted]
        columns += [
            (np.searchsorted(_cuts(column), column, side="right"), column, ~np.isnan(column)) for column in numeric.T
        ]
        if y is not None:
            labels = np.asarray(y, dtype=object)[every][rows]
            names = np.array(["" if label is None else f"c{label}" for label in labels])
            columns.append((names, labels, np.ones(len(labels), dtype=bool)))
        self._columns, fitted = [], []
        for kinds, contents, known in columns:
            levels, groups = np.unique(kinds[known], return_inverse=True)
            fitted.append(np.full(len(kinds), len(levels)))
            fitted[-1][known] = groups
            dealt = [contents[known][groups == j] for j in range(len(levels))]
            self._columns.append((contents, known, dealt))
        self.model = one_factor(np.column_stack(fitted), [len(dealt) for *_, dealt in self._columns])
        self._n_rows = len(every)

    def draw(self, n_tables: int, random_state: int = 0) -> Iterator[tuple[CategoricalTable, np.ndarray | None]]:
        """Simulate tables.

        Returns
        -------
        iterator of ``(simulated, classes)``: a table without weights and target, in canonical codes, and its classes
        """
        rng, loadings, d = np.random.default_rng(random_state), self.model.loadings, len(self._fitted)
        rest, shape = np.sqrt(1 - loadings**2), (self._n_rows, len(loadings))
        for _ in range(n_tables):
            latent = loadings * rng.standard_normal((shape[0], 1)) + rest * rng.standard_normal(shape)
            columns = []
            ranks = np.argsort(latent, axis=0).T
            for ranked, (contents, known, dealt), order in zip(ranks, self._columns, self.model.order, strict=True):
                column = contents.copy()  # missing cells stay
                column[ranked[known[ranked]]] = np.concatenate([rng.permutation(dealt[j]) for j in order])
                columns.append(column)
            classes = columns.pop() if self._classes else None
            numeric = np.column_stack(columns[d:]) if columns[d:] else np.empty((shape[0], 0))
            codes = np.empty((shape[0], self._table.n_attributes), dtype=np.intp)
            codes[:, self._fitted] = np.column_stack(columns[:d])
            for r, by, follows in self._following:
                codes[:, r] = follows[codes[:, by]]
            yield replace(self._table, codes=codes, numeric=numeric), classes


def _mapping(finer: np.ndarray, coarser: np.ndarray) -> np.ndarray:
    """(c,) code of a column for each code of one that determines it."""
    mapping = np.zeros(int(finer.max()) + 1, dtype=np.intp)
    mapping[finer] = coarser
    return mapping


def _cuts(column: np.ndarray) -> np.ndarray:
    """(b,) inner bounds of the intervals of a numeric column."""
    return np.unique(np.nanquantile(column, np.arange(1, INTERVALS) / INTERVALS))


def _first_axis(indicator: csr_matrix, d: int) -> np.ndarray:
    """(c,) coordinates of all values on the first axis of multiple correspondence analysis, but for scale and sign.

    Missing cells say nothing: the axis is that of the counts of values, with the margins of all rows.
    """
    n, c = indicator.shape
    shares = np.asarray(indicator.sum(axis=0)).ravel() / n
    scaled = indicator.multiply(1 / np.sqrt(n * d * shares)).tocsr()
    trivial = np.sqrt(shares / d)

    def times(vector: np.ndarray) -> np.ndarray:
        vector = np.ravel(vector)
        return scaled.T @ (scaled @ vector) - trivial * (trivial @ vector)

    if c < 3:
        return np.arange(c, dtype=float)
    operator = LinearOperator((c, c), matvec=times, dtype=float)
    start = np.random.default_rng(0).standard_normal(c)
    vector = eigsh(operator, k=1, which="LA", v0=start)[1][:, 0]
    return vector / np.sqrt(shares)


def _associations(indicator: csr_matrix, levels: np.ndarray) -> np.ndarray:
    """Each column's mean squared Tschuprow's T with the others, less what unrelated columns have; at least 0.

    Of two columns the rows count in which both are known. phi squared is the sum of n_ab^2 / (n_a n_b) less 1, so pairs
    of values that no row has both of need no memory.
    """
    d, of = len(levels), np.repeat(np.arange(len(levels)), levels)
    joint = (indicator.T @ indicator).tocoo()
    # rows with a value in which another column is known
    with_known = np.bincount(joint.row * d + of[joint.col], joint.data, minlength=len(of) * d).reshape(len(of), d)
    both = with_known[joint.row, of[joint.col]] * with_known[joint.col, of[joint.row]]
    phi = np.bincount(of[joint.row] * d + of[joint.col], joint.data**2 / both, minlength=d * d).reshape(d, d) - 1
    n = np.add.reduceat(with_known, np.concatenate([[0], np.cumsum(levels)[:-1]]), axis=0)
    free = levels - 1.0
    by_chance = np.outer(free, free) / np.maximum(n - 1, 1)
    root = np.sqrt(np.maximum(free, 1))
    tschuprow = (phi - by_chance) / np.outer(root, root) * np.outer(free > 0, free > 0)
    np.fill_diagonal(tschuprow, 0)
    return np.maximum(tschuprow.sum(axis=1), 0) / max(d - 1, 1)


def _loadings(
    shares: np.ndarray, levels: np.ndarray, starts: np.ndarray, observed: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """``(loadings, observed, expected)``; ``shares`` are those of the values in their order along the gradient.

    The expected phi squared of columns j and l is tr(G_j G_l), where G_j holds what the score tells of the values of
    column j at the nodes of an integral over the score. Each loading is found by halving with the others fixed, and
    the geometric mean with the one before is taken, until nothing changes.
    """
    d, ends = len(levels), starts + levels
    of = np.repeat(np.arange(d), levels)
    upper = ndtri(np.clip(np.cumsum(shares) - of, 0, 1))  # the shares of each column before add up to 1
    upper[ends - 1] = np.inf
    density = np.exp(-(_NODES**2) / 2)
    density /= density.sum()
    scale = 1 / np.sqrt(shares * np.sqrt(np.maximum(levels - 1, 1))[of])

    def deviations(loadings: np.ndarray) -> np.ndarray:
        """(nodes, values): how far the shares at a score are from those of all rows, standardised."""
        loading = loadings[of]
        cumulative = ndtr((upper - loading * _NODES[:, None]) / np.sqrt(1 - loading**2))
        below = np.roll(cumulative, 1, axis=1)
        below[:, starts] = 0
        return np.sqrt(density)[:, None] * (cumulative - below - shares) * scale

    def reached(deviation: np.ndarray, others: np.ndarray, every: np.ndarray) -> np.ndarray:
        """(d,) mean association of each column with all others as they are."""
        with_all = np.add.reduceat((deviation * (every @ deviation)).sum(axis=0), starts)
        itself = [((deviation[:, s:e].T @ others[:, s:e]) ** 2).sum() for s, e in zip(starts, ends, strict=True)]
        return (with_all - itself) / max(d - 1, 1)

    loadings = np.minimum(observed**0.25, LARGEST)
    for _ in range(_SWEEPS):
        others = deviations(loadings)
        every = others @ others.T
        low, high = np.zeros(d), np.full(d, LARGEST)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            enough = reached(deviations(middle), others, every) >= observed
            low, high = np.where(enough, low, middle), np.where(enough, middle, high)
        updated = np.where(observed > 0, np.sqrt(loadings * (low + high) / 2), 0.0)
        change, loadings = np.abs(updated - loadings).max(initial=0), updated
        if change < _SAME:
            break
    others = deviations(loadings)
    return loadings, observed, reached(others, others, others @ others.T)
