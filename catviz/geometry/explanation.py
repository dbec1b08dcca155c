"""Where one number between two values comes from, term by term."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True, eq=False)
class Explanation:
    """Where one number between two values comes from.

    Attributes
    ----------
    terms : DataFrame
        A row a term: its factors, the counts behind them, and its ``contribution``.
    power : float
        ``value == terms["contribution"].sum() ** (1 / power)``.
    distance : float
        Distance between the two values.
    quantity : {"distance", "similarity"}
        What the terms add up to.
    factors : tuple of str
        Columns of ``terms`` whose product is the contribution; empty where it is no product.
    details : DataFrame or None
        The counts behind the terms: a row a term and value of that term's column.
    """

    terms: pd.DataFrame
    power: float
    distance: float
    quantity: str = "distance"
    factors: tuple[str, ...] = ()
    details: pd.DataFrame | None = None

    def title(self, term: str) -> str:
        """The name of a term that pages show."""
        return term

    @property
    def value(self) -> float:
        """The number the terms add up to."""
        return float(self.terms["contribution"].sum() ** (1 / self.power))
