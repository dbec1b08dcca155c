"""The answer under a page's title: one sentence with its number, from the result that is on screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from catviz.analysis.baseline_scores import Baselines
from catviz.analysis.independence import LEAST_P, RANDOM
from catviz.analysis.order_null import OrderVerdict
from catviz.analysis.outcome import FEWEST_ROWS, RESTS_ON_FEW, Outcome
from catviz.analysis.profiles import FEWEST_EXPECTED
from catviz.analysis.rules import Rules
from catviz.analysis.significance import Significance
from catviz.analysis.statistics import LEVEL
from catviz.geometry.explanation import Explanation
from catviz.table.codebook import MISSING
from catviz.wording import capital, in_percent, number_of, p_text, significant
from catviz.words.clusters import percentages, shares_in_words

#: Pairs that are named; of more, how many there are.
_NAMED = 2

#: Runs with at least this mean ARI agree closely; with less than the second one, little.
CLOSE, LITTLE = 0.9, 0.6
#: Verdicts that are verbs.
_OF_SEVERAL = {"differs": "differ", "holds": "hold"}
#: Methods that are named as the best ones.
_RANKED = 3


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
    'Nearest: almond and anise (0). Farthest: almond and foul (0.7).'
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
        return f"All values are equally far apart ({significant(apart[0])}).{of_few}"
    said = []
    for words, end in (("Nearest", apart.min()), ("Farthest", apart.max())):
        these = np.flatnonzero(np.isclose(apart, end, atol=1e-12))
        pairs = ", ".join(f"{names[first[i]]} and {names[second[i]]}" for i in these[:_NAMED])
        more = f" and {len(these) - _NAMED:,} more pairs" if len(these) > _NAMED else ""
        said.append(f"{words}: {pairs}{more} ({significant(end)}).")
    return " ".join(said) + of_few


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


def led_by_rules(described: Rules, whole: bool) -> str:
    """How many rows the rules describe, of those that they were made from; ``whole`` if rows count as whole rows.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo").select(["milk", "legs"])
    >>> milk = (zoo.to_pandas()["milk"] == "yes").to_numpy() + 1
    >>> led_by_rules(catviz.rules(zoo, milk), True)
    '2 rules name the cluster of all rows.'
    """
    n = len(described.rules)
    of = "all" if described.accuracy == 1 else in_percent(described.accuracy, 1) + " of the"
    by_weight = "" if whole else ", by weight"
    return f"{number_of(n, 'rule')} {'names' if n == 1 else 'name'} the cluster of {of} rows{by_weight}."


def matched_with_classes(right: float, n: float, by_chance: Baselines, whole: bool) -> str:
    """How many rows are in the cluster matched with their class, and how many are without any real clusters.

    Parameters
    ----------
    right, n : float
        Rows in matched cells, and all with a known class.
    by_chance : Baselines
        What random clusters and a single one reach.
    whole : bool
        True if rows count as whole rows.

    Examples
    --------
    >>> from catviz.analysis.baseline_scores import baselines
    >>> found = baselines(["a", "a", "a", "b"], [0, 0, 1, 1])
    >>> matched_with_classes(3, 4, found, True).replace("\u00a0", " ").partition(". ")[0]
    '75.0 % (3 of 4 rows) are in the cluster of their class'
    """
    rows = f"{right:,} of {n:,} rows" if whole else "by weight"
    return (
        f"{in_percent(right / n, 1)} ({rows}) are in the cluster of their class. In random clusters: "
        f"{in_percent(by_chance.random.mean(), 1)} on average, in a single one {in_percent(by_chance.one_cluster, 1)}."
    )


def runs_agree(n_runs: int, mean: float) -> str:
    """How far runs from other starts find the same clusters.

    Examples
    --------
    >>> runs_agree(20, 0.43)
    'Little: two of 20 runs from other starts agree to a mean ARI of 0.43.'
    """
    if np.isnan(mean):
        return "One run alone says nothing about others."
    degree = "Closely" if mean >= CLOSE else "In part" if mean >= LITTLE else "Little"
    return f"{degree}: two of {n_runs} runs from other starts agree to a mean ARI of {significant(mean)}."


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


def listed_rows(listed: int, n_rows: int, drawn: bool) -> str:
    """How many rows a list has, and of how many; ``drawn`` at random or the first ones.

    Examples
    --------
    >>> listed_rows(500, 8124, drawn=False), listed_rows(101, 101, drawn=False)
    ('The first 500 of 8,124 rows.', 'All 101 rows.')
    """
    if listed == n_rows:
        return f"All {number_of(n_rows, 'row')}." if n_rows > 1 else f"{number_of(n_rows, 'row')}."
    return f"{listed:,} of {n_rows:,} rows, drawn at random." if drawn else f"The first {listed:,} of {n_rows:,} rows."


def crossed(column: str, found: Outcome) -> str:
    """Whether a column is related to the outcome: as tested among all columns, so that it may be the strongest of them.

    Examples
    --------
    >>> import catviz
    >>> crossed("physician_fee_freeze", catviz.outcome(catviz.load_dataset("voting"))).partition(";")[0]
    'physician_fee_freeze and class are related (bias-corrected V 0.923'
    """
    lines = found.columns[found.columns["column"] == column]
    pair = f"{column} and {found.column}"
    if lines.empty or np.isnan(lines["p"].iloc[0]):
        return f"Whether {pair} are related is not tested."
    line, n = lines.iloc[0], int(found.columns["p"].notna().sum())
    p = p_text(line["adjusted_p"])
    if line["test"] == RANDOM and line["p"] <= LEAST_P:  # no random table reached it
        p = p.replace("p =", "p ≤", 1)
    strength = f"bias-corrected V {significant(line['v'])}; {p}"
    corrected = f", Holm for {n} columns" if n > 1 else ""
    if line["significant"]:
        return f"{pair} are related ({strength}{corrected})."
    return f"No relation of {pair} is detected ({strength}{corrected})."


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
    first = related.loc[np.isclose(related["v"], related["v"].max(), rtol=1e-9), "column"].tolist()
    each = "each " if len(first) > 1 else ""
    v, (of_others, left_out) = related["v"].max(), found.without_rare(first[0])
    few = (
        f"; {significant(of_others)} without {number_of(round(left_out), 'row')}"
        if v - of_others > RESTS_ON_FEW
        else ""
    )
    strength = f"({each}bias-corrected V {significant(v)}{few})"
    return f"{size} Strongest with {found.column}: {_joined(first)} {strength}."


def _joined(names: Sequence[str]) -> str:
    """Names in a sentence, the first ones of many."""
    if len(names) > _RANKED:
        return f"{', '.join(names[:_RANKED])} and {number_of(len(names) - _RANKED, 'other')}"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


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
        f"Where {line['column']} = {line['value']}, {in_percent(line['group_share'])} ({line['count']:,.0f} of "
        f"{line['n']:,.0f}) have {found.column} = {group}, against {in_percent(share_of_group(found, group))} overall."
    )


def share_of_group(found: Outcome, group: str) -> float:
    """The share of a value of the outcome among all rows in which the outcome is known."""
    own = found.values[found.values["group"] == group]
    return float(own.loc[own["column"] == own["column"].iloc[0], "count"].sum() / found.n_rows)


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


# Orders


def learned_orders(n_columns: int, taus: Sequence[float], verdict: OrderVerdict | None) -> str:
    """How well learned orders agree with declared ones, and whether better than by chance.

    Parameters
    ----------
    n_columns : int
        Columns that a method puts in order.
    taus : sequence of float
        Kendall's tau of each column that has a declared order too.
    verdict : OrderVerdict or None
        What their test allows to say; None if there is none.

    Examples
    --------
    >>> learned_orders(3, [0.5, 1.0], None)
    'Mean tau of 2 learned and declared orders is 0.75. It is not compared with chance.'
    >>> learned_orders(3, [], None)
    'The method orders the values of 3 columns. None has a declared order.'
    """
    if not taus:
        none = "None has a" if n_columns > 1 else "It has no"
        return f"The method orders the values of {number_of(n_columns, 'column')}. {none} declared order."
    if verdict is None or not verdict.columns:
        which = f"Mean tau of {len(taus)} learned and declared orders"
        if len(taus) == 1:
            which = "Tau of the learned and the declared order"
        return f"{which} is {sum(taus) / len(taus):.2f}. It is not compared with chance."
    if verdict.permutations < verdict.planned:
        return f"No conclusion: the test was cancelled after {verdict.permutations} of {verdict.planned} shuffles."
    n = len(verdict.columns)
    by_chance = f"shuffled tables {verdict.null:.2f}, random orders {verdict.drawn:.2f}"
    figures = f"{'mean ' * (n > 1)}tau {verdict.mean:.2f}; {by_chance}"
    if not verdict.enough_values:
        of = f"of {verdict.columns[0]}" if n == 1 else f"of {n} columns"
        return f"No claim is possible on the {'order' if n == 1 else 'orders'} {of}: too few values ({figures})."
    orders = f"The {n} learned orders together" if n > 1 else "The learned order"
    agree = ("agree" if n > 1 else "agrees") if verdict.agree else f"{'are' if n > 1 else 'is'} not shown to agree"
    ones = "ones" if n > 1 else "one"
    words = f"{orders} {agree} with the declared {ones} better than by chance ({figures}; {p_text(verdict.p)})."
    return f"{words} {_single_columns(verdict)}" if verdict.agree and n > 1 else words


def _single_columns(verdict: OrderVerdict) -> str:
    """Which columns agree significantly each on its own, where all do together."""
    if not verdict.possible:
        return "For single columns no claim is possible."
    if not verdict.better:
        return "No single column is significant."
    more = len(verdict.better) - _NAMED
    names = ", ".join(verdict.better[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"Significant on {'its' if len(verdict.better) == 1 else 'their'} own: {names}."


def every_combination(name: str) -> str:
    """That no order is better than another in a table that holds every combination of values once.

    Examples
    --------
    >>> every_combination("Car evaluation")
    'Car evaluation holds every combination of values once, so no order is better than another.'
    """
    return f"{name} holds every combination of values once, so no order is better than another."


def steps_of_fit(z: Sequence[float]) -> str:
    """How orders were learned, by z after each step, in Markdown.

    Examples
    --------
    >>> steps_of_fit([12.0, 9.5])
    'Learned in **2 steps**: z went from 12 to 9.5. Of several starts, this one ended with the lowest z.'
    """
    return (
        f"Learned in **{number_of(len(z), 'step')}**: z went from {significant(z[0])} to {significant(z[-1])}. "
        "Of several starts, this one ended with the lowest z."
    )


# Classify


def better_predictions(reference: str, accuracy: float, found: pd.DataFrame, largest: float | None = None) -> str:
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

    Examples
    --------
    >>> import pandas as pd
    >>> from catviz.analysis.splits import reference_tests
    >>> scores = pd.DataFrame({"a": [0.700, 0.800, 0.750], "b": [0.701, 0.799, 0.750], "c": [0.9, 0.99, 0.96]})
    >>> better_predictions("a", 0.75, reference_tests(scores, "a", 0.5, rows_tested=1000)).replace("\u00a0", " ")
    'a: 75.0 % right. 1 of 2 others is significantly more accurate, by 20.0 points (Holm, 5 %).'
    """
    always = "" if largest is None else f" (always the largest class: {in_percent(largest, 1)})"
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
        which = f"None of {others} differs" if n > 1 else "The other one does not differ"
        return f"{own} {which} significantly {level}."
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


# Compare


def ranks_that_differ(found: Significance | None) -> str:
    """How many pairs of methods differ in average rank, and which methods have the best ones.

    Parameters
    ----------
    found : Significance or None
        None if there are too few tables for a test.

    Examples
    --------
    >>> ranks_that_differ(None)
    'Nothing is tested: there are too few tables on which all these methods have a score.'
    """
    if found is None:
        return "Nothing is tested: there are too few tables on which all these methods have a score."
    k, pairs = len(found.ranks), len(found.differing_pairs)
    first = found.ranks.sort_values(kind="stable").head(_RANKED)
    best = f"Best average ranks of {k}: {', '.join(f'{name} {rank:.2f}' for name, rank in first.items())}."
    if not found.differ:
        return f"No two methods are shown to differ in average rank. {best}"
    if not pairs:
        return f"Methods differ in average rank, but no two are far enough apart to say which. {best}"
    if found.control is not None:
        verb = "differs" if pairs == 1 else "differ"
        return f"{pairs} of {k - 1} methods {verb} significantly from {found.control} in average rank. {best}"
    ahead = sum(first.index[0] in pair for pair in found.differing_pairs) == k - 1
    none = "" if ahead else "No method is ahead of all others: "
    verb = "differs" if pairs == 1 else "differ"
    return f"{none}{pairs} of {k * (k - 1) // 2} pairs of methods {verb} significantly in average rank. {best}"


def papers_again(table: str, badges: Mapping[str, int], n_cells: int) -> str:
    """How many printed results of a paper's table come out again.

    Parameters
    ----------
    table : str
        What the table is called.
    badges : mapping of badge to number of cells
    n_cells : int
        Cells with a badge or a printed result.

    Examples
    --------
    >>> papers_again("OCL, Table 3", {"equivalent": 36, "differs": 1}, 40)
    'OCL, Table 3, 40 cells: 36 equivalent, 1 differs, 3 not judged.'
    """
    parts = [_verdict(n, badge) for badge, n in badges.items() if n]
    rest = n_cells - sum(badges.values())
    parts += [f"{rest:,} not judged"] if rest else []
    return f"{table}, {number_of(n_cells, 'cell')}: {', '.join(parts)}."


def claims_again(paper: str, verdicts: Sequence[str]) -> str:
    """How many of a paper's claims hold on our runs, allowing for chance.

    Examples
    --------
    >>> claims_again("OCL", ["holds", "false", "holds"])
    'OCL makes 3 claims. On our runs, allowing for chance: 2 hold, 1 false.'
    """
    counts = ", ".join(_verdict(n, verdict) for verdict, n in Counter(verdicts).most_common())
    return f"{paper} makes {number_of(len(verdicts), 'claim')}. On our runs, allowing for chance: {counts}."


def _verdict(n: int, verdict: str) -> str:
    """How many have a verdict, whose verb agrees with the number."""
    return f"{n:,} {verdict if n == 1 else _OF_SEVERAL.get(verdict, verdict)}"


# Inside


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
    largest = _joined([explanation.title(str(explanation.terms["term"].iloc[i])) for i in first])
    each = " each" if len(first) > 1 else ""
    return f"{words}, the sum of {len(parts)} terms. The largest: {largest} ({significant(parts.max())}{each})."
