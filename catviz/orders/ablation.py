"""The variants of OCL's ablation (Table 5): what is left when its parts are taken away, one after the other.

The paper describes OCL-I and OCL-II in a sentence each; how they read here is our reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class Variant:
    """What a variant of OCL keeps.

    Attributes
    ----------
    name : str
        The variant as pages name it.
    to_modes : bool
        Rows are compared with each cluster's most frequent values instead of its distribution.
    updates : float
        How often orders are updated at most.
    ordered : bool
        False: any two values are 1 apart (Hamming).
    """

    name: str
    to_modes: bool
    updates: float
    ordered: bool


FULL = Variant("complete", to_modes=False, updates=inf, ordered=True)
VARIANTS = {
    "full": FULL,
    "I": Variant("I: most frequent values", to_modes=True, updates=inf, ordered=True),
    "II": Variant("II: as I, orders updated once", to_modes=True, updates=1, ordered=True),
    "III": Variant("III: no orders (k-modes)", to_modes=True, updates=0, ordered=False),
}
