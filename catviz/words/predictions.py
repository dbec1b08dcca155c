"""What is said of accuracies of encodings and classifiers."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from catviz.analysis.statistics import LEVEL
from catviz.wording import in_percent


def better_predictions(
    reference: str, accuracy: float, found: pd.DataFrame, largest: float | None = None, drawn: int | None = None
) -> str:
    """How many combinations of encoding and classifier are more or less accurate than one of them.

    Parameters
    ----------
    reference : str
        The one that the others are compared with.
    accuracy : float
        Its mean.
    found : DataFrame, one row per other combination
        As `catviz.analysis.splits.reference_tests`.
    largest : float, optional
        What always predicting the largest class reaches.
    drawn : int, optional
        Rows that all of this is about, where they were drawn from more.

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.splits import reference_tests
    >>> scores = pd.DataFrame({"a": [0.700, 0.800, 0.750], "b": [0.701, 0.799, 0.750], "c": [0.9, 0.99, 0.96]})
    >>> better_predictions("a", 0.75, reference_tests(scores, "a", 0.5, rows_tested=1000)).replace("\u00a0", " ")
    'a: 75.0 % right. 1 of 2 others is significantly more accurate, by 20.0 points (Holm, 5 %).'
    """
    about = [] if largest is None else [f"always the largest class: {in_percent(largest, 1)}"]
    about += [] if drawn is None else [f"{drawn:,} rows drawn"]
    always = f" ({'; '.join(about)})" if about else ""
    own = f"{reference}: {in_percent(accuracy, 1)} right{always}."
    tests = found[found["high"] > found["low"]]
    if tests.empty:
        return f"{own} The others cannot be tested: in every split they differ from it by the same amount."
    n, level = len(tests), f"(Holm,\u00a0{in_percent(LEVEL)})"
    if untested := len(found) - n:
        level += f"; {untested} more cannot be tested"
    others = f"{n} others" if n > 1 else "one other"
    parts = [
        _so_many(tests.loc[tests["differs"] & (sign * tests["difference"] > 0), "difference"], words)
        for sign, words in ((-1, "less"), (1, "more"))
    ]
    said = [part for part in parts if part]
    if not said:
        which = f"{n} others are" if n > 1 else "The other one is"
        return f"{own} {which} not shown to differ {level}."
    number, verb, _ = said[0]
    first = f"{'All' if int(number) == n else f'{number} of'} {others}" if n > 1 else "The other one"
    more = "".join(f"; {number} {verb} {words}" for number, verb, words in said[1:])
    return f"{own} {first} {verb} significantly {said[0][2]}{more} {level}."


def _so_many(differences: pd.Series, words: str) -> tuple[str, str, str] | None:
    """How many combinations differ in one direction, the verb, and by how many points; None if none does."""
    if differences.empty:
        return None
    points = sorted(100 * differences.abs())
    least, most = f"{points[0]:.1f}", f"{points[-1]:.1f}"
    by = most if least == most else f"{least} to {most}"
    return f"{len(points):,}", "is" if len(points) == 1 else "are", f"{words} accurate, by {by} points"


def accuracies(means: Mapping[str, float]) -> str:
    """Mean accuracies of combinations that were not tested against each other.

    Examples
    --------
    >>> accuracies({"ADM · nearest neighbours": 0.875}).replace("\u00a0", " ")
    'ADM · nearest neighbours: 87.5 % of the test rows are right.'
    """
    if len(means) == 1:
        name, mean = next(iter(means.items()))
        return f"{name}: {in_percent(mean, 1)} of the test rows are right."
    least, most = (in_percent(end(means.values()), 1) for end in (min, max))
    return f"Mean accuracies lie between {least} and {most}. Their differences are not tested."
