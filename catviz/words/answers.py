"""The answer under a page's title: one sentence with its number, from the result that is on screen."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.wording import significant

#: Pairs that are named; of more, how many there are.
_NAMED = 2


def similar_values(distances: pd.DataFrame) -> str:
    """Which values of a column are nearest and farthest.

    Parameters
    ----------
    distances : (v, v) DataFrame
        Between values, by their names.

    Examples
    --------
    >>> import pandas as pd
    >>> names = ["almond", "anise", "foul"]
    >>> similar_values(pd.DataFrame([[0, 0, 0.7], [0, 0, 0.6], [0.7, 0.6, 0]], names, names))
    'Nearest: almond and anise (0). Farthest: almond and foul (0.7).'
    """
    names = [str(name) for name in distances.index]
    if len(names) < 2:
        return f"There is only one value: {names[0]}." if names else "There are no values."
    first, second = np.triu_indices(len(names), 1)
    apart = distances.to_numpy()[first, second]
    pairs = [f"{names[i]} and {names[j]}" for i, j in zip(first, second, strict=True)]
    if len(pairs) == 1:
        return f"{pairs[0]} are {significant(apart[0])} apart."
    if np.ptp(apart) <= 1e-9 * abs(apart).max():
        return f"All values are equally far apart ({significant(apart[0])})."
    ends = (("Nearest", apart.min()), ("Farthest", apart.max()))
    return " ".join(f"{words}: {_listed(pairs, apart, end)} ({significant(end)})." for words, end in ends)


def _listed(pairs: list[str], apart: np.ndarray, end: float) -> str:
    """The pairs that are so far apart, as far as there is room."""
    these = [pair for pair, distance in zip(pairs, apart, strict=True) if np.isclose(distance, end, atol=1e-12)]
    more = f" and {len(these) - _NAMED:,} more pairs" if len(these) > _NAMED else ""
    return ", ".join(these[:_NAMED]) + more
