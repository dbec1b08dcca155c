"""The answer under a page's title: one sentence with its number, from the result that is on screen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from catviz.analysis.outcome import FEWEST_ROWS, Outcome
from catviz.analysis.profiles import FEWEST_EXPECTED
from catviz.analysis.statistics import LEVEL
from catviz.wording import capital, in_percent, number_of, significant
from catviz.words.clusters import percentages, shares_in_words

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


def clusters(
    profiles: pd.DataFrame, sizes: pd.Series, called: Callable[[int], str], whole: bool, empty: int = 0
) -> str:
    """How many clusters there are, and the value that describes each of two, or the largest of more.

    Parameters
    ----------
    profiles : DataFrame
        Values of each cluster as `catviz.analysis.profiles.cluster_profiles` gives them, of columns that made them.
    sizes : Series
        Rows of each cluster with some, by its number.
    called : callable
        The name of a cluster by its number.
    whole : bool
        True if rows count as whole rows.
    empty : int
        Clusters without rows.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.profiles import cluster_profiles
    >>> zoo = catviz.load_dataset("zoo").select(["milk", "legs"])
    >>> milk = (zoo.to_pandas()["milk"] == "yes").to_numpy() + 1
    >>> clusters(cluster_profiles(zoo, milk), pd.Series({1: 60, 2: 41}), "cluster {}".format, True)
    '2 clusters. Cluster 1 (60 rows): 100\xa0% have milk = no (59\xa0% of all). \
Cluster 2 (41 rows): 100\xa0% have milk = yes (41\xa0% of all).'
    """
    without = f" ({empty} more without rows)" if empty else ""
    if len(sizes) == 1:
        return f"All rows are in one cluster{without}."
    if len(sizes) <= _NAMED:
        each = [
            f"{capital(called(c))} ({_rows(sizes[c], sizes, whole)}): {_typical(profiles, c)}." for c in sizes.index
        ]
        return f"{len(sizes)} clusters{without}. {' '.join(each)}"
    which = "The largest" if (sizes == sizes.max()).sum() == 1 else "One of the largest"
    largest = sizes.idxmax()
    size = _rows(sizes[largest], sizes, whole)
    return f"{len(sizes)} clusters{without}. {which}, {called(largest)} ({size}): {_typical(profiles, largest)}."


def _rows(n: float, sizes: pd.Series, whole: bool) -> str:
    return number_of(int(n), "row") if whole else f"{in_percent(n / sizes.sum())} of the rows, by weight"


def _typical(profiles: pd.DataFrame, cluster: int) -> str:
    """The value of a cluster that stands out most, and its shares; that none does."""
    own = profiles[(profiles["cluster"] == cluster) & profiles["stands_out"]]
    if own.empty:
        return "no value stands out"
    line = own.loc[own["v"].idxmax()]
    inside, everywhere = percentages(line["share"], line["share_all"])
    return f"{inside} have {line['attribute']} = {line['value']} ({everywhere} of all)"


def table(n_rows: int, n_columns: int, found: Outcome | None = None) -> str:
    """How large a table is, and which column is related to the outcome most; no more than was tested.

    Parameters
    ----------
    n_rows, n_columns : int
    found : Outcome or None
        What goes with the outcome; None if nothing is tested.

    Examples
    --------
    >>> import catviz
    >>> table(435, 16, catviz.outcome(catviz.load_dataset("voting")))
    '435 rows, 16 columns. Strongest with class: physician_fee_freeze (bias-corrected V 0.923).'
    """
    size = f"{number_of(n_rows, 'row')}, {number_of(n_columns, 'column')}."
    related = None if found is None else found.columns[found.columns["significant"]]
    if found is None or related is None or related.empty:
        return size
    line = related.loc[related["v"].idxmax()]
    return f"{size} Strongest with {found.column}: {line['column']} (bias-corrected V {significant(line['v'])})."


def outcome(found: Outcome, group: str = "") -> str:
    """How many columns are related to an outcome, and the value most in excess where it is ``group``.

    Parameters
    ----------
    found : Outcome
    group : str
        A value of the outcome; empty for columns alone.

    Examples
    --------
    >>> import catviz
    >>> outcome(catviz.outcome(catviz.load_dataset("voting")))
    '14 of 16 columns are related to class (Holm, 5\xa0%).'
    """
    tested = found.columns["p"].notna()
    n, related = int(tested.sum()), int(found.columns["significant"].sum())
    if not n:
        return "No column can be tested: all others have the same value in every row."
    columns = number_of(n, "column" if tested.all() else "tested column")
    if not related:
        return (
            f"No column is significantly related to {found.column} (Holm-corrected for {columns}, "
            f"{in_percent(LEVEL)}). This does not show that they are unrelated."
        )
    verb = "is" if related == 1 else "are"
    words = f"{related} of {columns} {verb} related to {found.column} (Holm, {in_percent(LEVEL)})."
    return f"{words} {_most_in_excess(found, group)}".strip()


def _most_in_excess(found: Outcome, group: str) -> str:
    """The value that is significantly more frequent in a group, with the largest test value; empty if none is."""
    own = found.values[(found.values["group"] == group) & (found.values["n"] >= FEWEST_ROWS)]
    own = own[own["significant"] & (own["v"] > 0)]
    if own.empty:
        return ""
    line = own.loc[own["v"].idxmax()]
    return (
        f"Where {found.column} = {group}, {in_percent(line['value_share'])} have {line['column']} = {line['value']}, "
        f"against {in_percent(line['overall_share'])} overall. Where {line['column']} = {line['value']}, "
        f"{in_percent(line['group_share'])} ({line['count']:,.0f} of {line['n']:,.0f}) have {found.column} = {group}."
    )


#: What to do where no row is chosen yet.
NO_ROW = "No row chosen yet: draw around points, or search for values, and read what they share."


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
