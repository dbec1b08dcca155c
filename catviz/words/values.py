"""What is said of distances between values: the nearest pairs, and how a number is made."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from catviz.analysis.outcome import FEWEST_ROWS
from catviz.geometry.explanation import Explanation
from catviz.table.codebook import MISSING
from catviz.wording import significant
from catviz.words import joined

#: Pairs that are named; of more, how many there are.
_NAMED = 2


def similar_values(distances: pd.DataFrame, rows: Mapping[str, float] | None = None) -> str:
    """Which values of a column are nearest and farthest; missing, and values of few rows, only if there are no others.

    Parameters
    ----------
    distances : (v, v) DataFrame
        Between values, by their names.
    rows : mapping of value to number of rows, optional
        Where it is left out, every value counts.

    Examples
    --------
    >>> import pandas as pd
    >>> names = ["almond", "anise", "foul"]
    >>> similar_values(pd.DataFrame([[0, 0, 0.7], [0, 0, 0.6], [0.7, 0.6, 0]], names, names))
    'Nearest here: almond and anise (0). Farthest: almond and foul (0.7).'
    """
    of_few = ""
    if rows is not None:
        present = [name for name in distances.index if name != MISSING]
        frequent = [name for name in present if rows.get(name, 0) >= FEWEST_ROWS]
        kept = next((some for some in (frequent, present) if len(some) > 1), list(distances.index))
        of_few = f" (Of values with {FEWEST_ROWS} rows or more.)" if kept == frequent != present else ""
        distances = distances.loc[kept, kept]
    names = [str(name) for name in distances.index]
    if len(names) < 2:
        return f"There is only one value: {names[0]}." if names else "There are no values."
    first, second = np.triu_indices(len(names), 1)
    apart = distances.to_numpy()[first, second]
    if len(apart) == 1:
        return f"{names[0]} and {names[1]} are {significant(apart[0])} apart.{of_few}"
    if np.ptp(apart) <= 1e-9 * abs(apart).max():
        if not apart[0]:
            return f"All distances are 0: by this method, no two values differ in these rows.{of_few}"
        return f"All values are equally far apart ({significant(apart[0])}).{of_few}"
    said = []
    for words, end in (("Nearest here", apart.min()), ("Farthest", apart.max())):
        these = np.flatnonzero(np.isclose(apart, end, atol=1e-12))
        pairs = ", ".join(f"{names[first[i]]} and {names[second[i]]}" for i in these[:_NAMED])
        more = f" and {len(these) - _NAMED:,} more pairs" if len(these) > _NAMED else ""
        said.append(f"{words}: {pairs}{more} ({significant(end)}).")
    return " ".join(said) + of_few


def computed(a: str, b: str, explanation: Explanation) -> str:
    """The number of two values, and the largest of the terms that it is the sum of.

    Examples
    --------
    >>> import catviz
    >>> model = catviz.AhmadDey().fit(catviz.load_dataset("zoo"))
    >>> computed("2", "4", model.explain("legs", "2", "4"))
    'Distance of 2 and 4 → 0.302, the sum of 15 terms. The largest: feathers (0.0494).'
    """
    words = f"{explanation.quantity.capitalize()} of {a} and {b} → {significant(explanation.value)}"
    if explanation.quantity == "similarity":
        words += f" (distance {significant(explanation.distance)})"
    parts = explanation.terms["contribution"]
    if explanation.power != 1 or len(parts) < 2 or parts.max() <= 0:
        return f"{words}."
    first = np.flatnonzero(np.isclose(parts, parts.max(), rtol=1e-9))
    largest = joined([explanation.title(str(explanation.terms["term"].iloc[i])) for i in first])
    each = " each" if len(first) > 1 else ""
    return f"{words}, the sum of {len(parts)} terms. The largest: {largest} ({significant(parts.max())}{each})."
