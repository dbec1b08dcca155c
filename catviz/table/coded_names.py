"""Names of coded columns, all different."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

import numpy as np


def coded_names(parts: Iterable[tuple[str, Any]], whole: Sequence[str] = ()) -> np.ndarray:
    """Names such as ``column_value``, no two the same.

    Parameters
    ----------
    parts : pairs of a column, and of what one of its coded columns stands for
    whole : names of columns that come after them as they are

    Returns
    -------
    (k,) object
        Pairs that would have one name, as column "A" with value "x_y" and column "A_x" with value "y", are named
        ``column=value``. Where even that is a name already, a number follows.

    Examples
    --------
    >>> from catviz.table.coded_names import coded_names
    >>> coded_names([("A", "x_y"), ("A_x", "y"), ("A", "q")]).tolist()
    ['A=x_y', 'A_x=y', 'A_q']
    """
    pairs = list(parts)
    plain = [f"{column}_{part}" for column, part in pairs]
    often = Counter([*plain, *whole])
    used = {name for name, times in often.items() if times == 1} | set(whole)
    names = []
    for (column, part), name in zip(pairs, plain, strict=True):
        if often[name] > 1:
            distinct = f"{column}={part}"
            numbered = (f"{distinct} ({k})" for k in count(2))
            name = distinct if distinct not in used else next(n for n in numbered if n not in used)
            used.add(name)
        names.append(name)
    return np.array([*names, *whole], dtype=object)
