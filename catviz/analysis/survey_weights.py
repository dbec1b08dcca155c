"""Counts by survey weights, with what tests need to know of the weights in each cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catviz.analysis.design_effect import FEW_WEIGH, SURVEYED, DesignEffect

_ROUNDING, _TINY = 1e-9, 1e-300


@dataclass(frozen=True, eq=False)
class WeightedCells:
    """Two columns of rows with survey weights.

    Attributes
    ----------
    rows, sums, squares, fourths : (v, w) float64
        Number of rows in each cell, and sums of their weights, of the squares and of the fourth powers.

    Notes
    -----
    Of a row in cell (k, l), w (1[k] - r) (1[l] - c) is summed up, r and c the shares of the values: the variance of
    these sums is that of the counts if the columns are unrelated. It needs the squared weights of each cell, which
    differ where the rows of one value weigh more than others. They are taken once as they are, and once as the product
    of their margins, since a rare cell may have no row by chance; the larger variance counts. With the variance of the
    counts themselves, as is usual, sparse tables of unrelated columns are found related far too often.
    """

    rows: np.ndarray
    sums: np.ndarray
    squares: np.ndarray
    fourths: np.ndarray

    @classmethod
    def of(cls, first: np.ndarray, second: np.ndarray, shape: tuple[int, int], weights: np.ndarray) -> WeightedCells:
        """Those of (n,) codes of two columns, with as many values as ``shape`` says, and (n,) positive weights."""
        cells, size = first * shape[1] + second, shape[0] * shape[1]
        rows, sums, squares, fourths = (np.bincount(cells, weights**k, size).reshape(shape) for k in (0, 1, 2, 4))
        return cls(rows, sums, squares, fourths)

    def select(self, kept: tuple[np.ndarray, ...]) -> WeightedCells:
        """Some values of either column, as `numpy.ix_` gives them."""
        return WeightedCells(self.rows[kept], self.sums[kept], self.squares[kept], self.fourths[kept])

    def effect(self) -> DesignEffect:
        """The design effect of chi squared, over that of as many rows as the weights add up to."""
        here = self._of_values_present()
        shares = here._shares()
        first, second = (1 / each - 1 for each in shares)
        between_rows, between_columns = ((np.diag(1 / each) - 1) ** 2 for each in shares)
        df = float((len(first) - 1) * (len(second) - 1))
        of_chi2 = df
        for squares in (here.squares, _product_of_margins(here.squares)):
            square_of_traces = float(first @ squares @ second) ** 2
            trace_of_squares = float((squares * (between_rows @ squares @ between_columns)).sum())
            of_chi2 = min(of_chi2, square_of_traces / max(trace_of_squares, _TINY))
        total, known_by = here._variance(first, second)
        return DesignEffect(total / max(df, 1.0), of_chi2, known_by, SURVEYED, FEW_WEIGH)

    def effect_of_ranks(self) -> DesignEffect:
        """The design effect of the correlation of mid-ranks, over that of as many rows as the weights add up to."""
        here = self._of_values_present()
        figures = []
        for shares in here._shares():
            apart = (np.cumsum(shares) - shares / 2 - 1 / 2) ** 2
            figures.append(apart / max(float(shares @ apart), _TINY))
        total, known_by = here._variance(figures[0], figures[1])
        return DesignEffect(total, 1.0, known_by, SURVEYED, FEW_WEIGH)

    def effects_by_cell(self) -> tuple[np.ndarray, np.ndarray]:
        """(v, w) design effects of the counts of single cells, and (v, w) with how many degrees of freedom."""
        odds = [_odds(shares) for shares in self._shares()]
        squares, total = self.squares, self.squares.sum()
        of_rows, of_columns = squares.sum(axis=1)[:, None], squares.sum(axis=0)
        (with_row, without_row), (with_column, without_column) = odds[0][:, :, None], odds[1][:, None, :]
        seen = (
            squares * with_row * with_column
            + (of_rows - squares) * with_row * without_column
            + (of_columns - squares) * without_row * with_column
            + (total - of_rows - of_columns + squares) * without_row * without_column
        )
        parts, unknown = [], []
        for axis, (there, off) in enumerate(odds):
            own, others = self._margin(axis), self._margin(axis, others=True)
            part = own[0] * there + others[0] * off
            parts.append(part)
            unknown.append((own[1] * there**2 + others[1] * off**2) / np.maximum(part**2, _TINY))
        variances = np.maximum(seen, np.outer(parts[0], parts[1]) / (total or 1.0))
        known_by = 2 / np.maximum(unknown[0][:, None] + unknown[1], _TINY)
        return variances / (self.sums.sum() or 1.0) * self._unbiased, np.minimum(known_by, self._most_known)

    def _variance(self, first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
        """The variance of a sum over rows, over that of as many rows as the weights add up to; and how it is known.

        A row in cell (k, l) adds w to the sum, times a figure whose square is ``first[k] * second[l]``. The degrees of
        freedom are those with which the squared weights of the values are known (Satterthwaite), and at most the
        effective number of rows less one.
        """
        parts, unknown = 1.0, 0.0
        for axis, figures in enumerate((first, second)):
            squares, variances = self._margin(axis)
            part = float(squares @ figures)
            parts, unknown = parts * part, unknown + float(variances @ figures**2) / max(part**2, _TINY)
        variance = max(float(first @ self.squares @ second), parts / (self.squares.sum() or 1.0))
        known_by = min(2 / max(unknown, _TINY), self._most_known)
        return variance / (self.sums.sum() or 1.0) * self._unbiased, known_by

    def _margin(self, axis: int, others: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Sums of the squared weights of each value of a column, or of all its other values, and their variances.

        The variance is that of a sum over as many rows with squared weights like these; like those of all rows for a
        value of a single row.
        """
        rows, squares, fourths = (each.sum(axis=1 - axis) for each in (self.rows, self.squares, self.fourths))
        n, total, of_fourths = self.rows.sum(), self.squares.sum(), self.fourths.sum()
        if others:
            rows, squares, fourths = n - rows, total - squares, of_fourths - fourths
        of_all = (of_fourths - total**2 / max(n, 1)) / max(n - 1, 1)
        within = (fourths - squares**2 / np.maximum(rows, 1)) / np.maximum(rows - 1, 1)
        return squares, rows * np.maximum(np.where(rows > 1, within, of_all), 0.0)

    @property
    def _unbiased(self) -> float:
        n = self.rows.sum()
        return float(n / max(n - 1, 1))

    @property
    def _most_known(self) -> float:
        return float(self.sums.sum() ** 2 / (self.squares.sum() or 1.0)) - 1

    def _shares(self) -> tuple[np.ndarray, np.ndarray]:
        """(v,) and (w,) shares of the values of either column, by weight."""
        total = self.sums.sum() or 1.0
        return self.sums.sum(axis=1) / total, self.sums.sum(axis=0) / total

    def _of_values_present(self) -> WeightedCells:
        return self.select(np.ix_(self.sums.sum(axis=1) > 0, self.sums.sum(axis=0) > 0))


def _product_of_margins(cells: np.ndarray) -> np.ndarray:
    """(v, w) what cells would be with these margins, if each were the product of its two."""
    return np.outer(cells.sum(axis=1), cells.sum(axis=0)) / (cells.sum() or 1.0)


def _odds(shares: np.ndarray) -> np.ndarray:
    """(2, v) odds against the values of a column, and for them; zeros for a value of no row or of all."""
    varies = (shares > _ROUNDING) & (shares < 1 - _ROUNDING)
    share = np.where(varies, shares, 0.5)
    return np.where(varies, [(1 - share) / share, share / (1 - share)], 0.0)
