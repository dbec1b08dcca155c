"""The answers on the methods that one compares oneself: ranks of one's own runs, and how far methods agree."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.wording import number_of, significant


def best_rank(ranks: pd.DataFrame) -> str:
    """Which method has the best average rank; that it is one of these tables only.

    Parameters
    ----------
    ranks : (n, m) DataFrame
        Ranks of m methods on n tables, 1 is the best.

    Examples
    --------
    >>> import pandas as pd
    >>> best_rank(pd.DataFrame({"ADM": [1, 2], "Lin": [2, 1], "TAVE": [3, 3]}, ["zoo", "voting"]))
    'Best average rank of 3 on 2 tables: ADM and Lin (1.50).'
    >>> best_rank(pd.DataFrame({"ADM": [1], "Lin": [2]}, ["zoo"]))
    'Best on zoo: ADM.'
    """
    means = ranks.mean()
    best = " and ".join(map(str, means.index[np.isclose(means, means.min())]))
    if len(ranks) == 1:
        return f"Best on {ranks.index[0]}: {best}."
    return f"Best average rank of {len(means)} on {number_of(len(ranks), 'table')}: {best} ({means.min():.2f})."


def listed_methods(found: int, n: int) -> str:
    """How many methods a search finds.

    Examples
    --------
    >>> listed_methods(58, 58), listed_methods(1, 58)
    ('58 methods.', '1 of 58 methods.')
    """
    return f"{number_of(n, 'method')}." if found == n else f"{found} of {number_of(n, 'method')}."


def most_alike(agreement: pd.DataFrame) -> str:
    """Which two methods order the pairs of rows most alike, and which least.

    Parameters
    ----------
    agreement : (m, m) DataFrame
        Rank correlations of the distances between rows, by method; nan where a method has all rows equally far apart.

    Examples
    --------
    >>> import pandas as pd
    >>> names = ["ADM", "Lin", "TAVE"]
    >>> most_alike(pd.DataFrame([[1, 0.9, 0.2], [0.9, 1, 0.4], [0.2, 0.4, 1]], names, names))
    'Most alike: ADM and Lin (0.9). Least: ADM and TAVE (0.2).'
    """
    names = list(map(str, agreement.columns))
    first, second = np.triu_indices(len(names), 1)
    alike = agreement.to_numpy()[first, second]
    known = np.flatnonzero(~np.isnan(alike))
    if not len(known):
        return "No two of these methods can be compared: all rows are equally far apart."

    def pair(i: int) -> str:
        return f"{names[first[i]]} and {names[second[i]]} ({significant(alike[i])})"

    most, least = known[np.argmax(alike[known])], known[np.argmin(alike[known])]
    if most == least:
        return f"Rank correlation of {pair(most)}."
    return f"Most alike: {pair(most)}. Least: {pair(least)}."
