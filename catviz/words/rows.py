"""What is said of chosen rows."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.profiles import FEWEST_EXPECTED
from catviz.words.clusters import shares_in_words

#: What to do where no row is chosen yet.
NO_ROW = "No row chosen yet: draw around points or click a value, and read what these rows share."


def chosen_rows(contrasts: pd.DataFrame, n: int, rare: bool = False) -> str:
    """What n chosen rows share: the value most in excess among those that describe them, and among those tested.

    Parameters
    ----------
    contrasts : DataFrame
        Values that are judged, the largest test values first: the columns of `catviz.analysis.profiles.contrast`,
        ``untested`` (why a column is not tested, or empty) and ``marked`` (the value stands out).
    n : int
    rare : bool
        True if values that are too rare to be judged are named besides: then it is not said that none stands out.

    Examples
    --------
    >>> line = {"attribute": "milk", "value": "yes", "share": 1.0, "share_all": 0.406, "v": 9.1, "marked": True}
    >>> chosen_rows(pd.DataFrame([line | {"untested": "chosen on a map"}]), 41)
    '100\xa0% of these rows have milk = yes, against 41\xa0% of all rows. (A description, not a test.)'
    """
    if not n:
        return "No row has all of these values."
    if contrasts.empty:
        return f"Nothing to compare: no value is expected {FEWEST_EXPECTED} times among these rows."
    tested, over = contrasts["untested"] == "", contrasts["marked"] & (contrasts["v"] > 0)
    described, significant = contrasts[over & ~tested], contrasts[over & tested]
    sentences = []
    if len(described):
        sentences.append(f"{shares_in_words(described.iloc[0])} (A description, not a test.)")
    elif not (tested.all() or rare):
        more = " as more frequent" if contrasts["marked"][~tested].any() else ""
        sentences.append(f"No value expected {FEWEST_EXPECTED} times or more is remarkable{more} among these rows.")
    if len(significant):
        sentences.append(f"{shares_in_words(significant.iloc[0])} (significant)")
    elif tested.any():
        sentences.append("No value tested is significantly more frequent than among all rows.")
    return " ".join(sentences)
