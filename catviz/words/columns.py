"""What is said of columns: which determine others, whether any are related, whether two are independent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catviz.analysis.clusterability import Clusterability
from catviz.analysis.design_effect import GROUPED, SURVEYED
from catviz.analysis.independence import (
    CHI_SQUARED,
    DRAWS,
    EXACT,
    LEAST_P,
    MOMENTS,
    NOT_TESTED,
    RANDOM,
    IndependenceTest,
)
from catviz.analysis.outcome import FEWEST_ROWS, RESTS_ON_FEW, Outcome
from catviz.analysis.statistics import LEVEL
from catviz.analysis.trend import TrendTest
from catviz.wording import capital, correlation_text, in_percent, number_of, p_text, percentages, significant
from catviz.words import joined

_NAMED = 3
_RANGE = "from −1 to 1; above 0, higher values of one column go with higher values of the other"


def nested_in_words(pairs: Sequence[tuple[str, str]]) -> str:
    """Which columns determine which, without a full stop; empty where none do.

    Examples
    --------
    >>> from catviz.words.columns import nested_in_words
    >>> nested_in_words([("date", "month"), ("date", "quarter"), ("month", "quarter")])
    'date determines month and quarter; month determines quarter'
    """
    by: dict[str, list[str]] = {}
    for finer, coarser in pairs:
        by.setdefault(finer, []).append(coarser)
    parts = [f"{finer} determines {_coarser(coarser)}" for finer, coarser in by.items()]
    others = [f"{number_of(len(parts) - _NAMED, 'other column')} too"] if len(parts) > _NAMED else []
    return "; ".join(parts[:_NAMED] + others)


def shuffled_together(pairs: Sequence[tuple[str, str]]) -> str:
    """What a conclusion of a test adds whose shuffled tables keep such pairs, after a space; empty where none are."""
    if not pairs:
        return ""
    return (
        f" Nested columns: {nested_in_words(pairs)}. They are related by construction and are shuffled together, so "
        "this test says nothing about their relation. They still count more than once in distances and clusters: leave "
        "one of each pair out."
    )


def related_in_words(test: Clusterability) -> str:
    """Whether columns are related, which clusters of rows would bring about, and what else would."""
    statistic = f"chi-squared of all pairs of columns {test.statistic:,.1f} with {test.df:,} degrees of freedom"
    if test.shuffles is None and np.isnan(test.p_value):
        return f"{capital(statistic)}; rows that belong together are tested with n_shuffles=99."
    if test.shuffles is None:
        return (
            f"{capital(statistic)}, {p_text(test.p_value)} by the chi-squared distribution, which is too "
            "small where values are rare or columns many: n_shuffles=99 tests it."
        )
    observed, nested = float(test.shuffles.observed.iloc[0]), shuffled_together(test.shuffles.nested)
    drawn = f" of {test.shuffles.drawn:,} rows drawn at random" if test.shuffles.drawn else ""
    if drawn:  # some values may have no row among them, so df is not theirs
        statistic = f"chi-squared of all pairs of columns{drawn} {observed:,.1f}"
    reached, others = test.shuffles.exceeding, number_of(test.shuffles.n_shuffles, "table")
    if not test.significant:
        return (
            f"No association of the columns is detected ({statistic}, reached by {reached} of {others} with shuffled "
            f"columns): clusters of these rows could be due to chance{', or to' if test.missing_cells else '.'}"
            + (" cells that are missing together, which stay in place in these tables." if test.missing_cells else "")
            + nested
        )
    some = f"{reached or 'none'} of {others} with shuffled columns {'reach' if reached > 1 else 'reaches'}"
    stopped = " (the test stops here, since none does)" if test.shuffles.n_shuffles < test.shuffles.planned else ""
    of_rows = f"In {test.shuffles.drawn:,} rows drawn at random, chi-squared" if drawn else "Chi-squared"
    return (
        f"The columns are related (permutation test, significant at {in_percent(LEVEL)}). Clusters of rows would "
        "relate the columns, but so would other things, for example one scale behind all columns. "
        f"{of_rows}, summed over all pairs of columns, is {observed:,.0f}, and {some} it{stopped}."
        + (
            " Missing cells stay where they are in the shuffled tables: that cells are missing in the same rows is not "
            "the reason, but that values go with missing cells of other columns can be."
            if test.missing_cells
            else ""
        )
        + nested
    )


def independence_in_words(test: IndependenceTest) -> str:
    """The test in words, for a caption: chi squared, its degrees of freedom, p and how it was found."""
    rows = number_of(test.n, "row")
    if test.test == NOT_TESTED:
        return "A column is constant: there is nothing to test."
    if np.isnan(test.p):
        return f"χ² = {test.chi2:,.1f}, bias-corrected V {test.v:.3g}; {rows}. {test.test.capitalize()}."
    none = f"none of {DRAWS:,} " if test.test == RANDOM and test.p <= LEAST_P else ""
    how = {
        CHI_SQUARED: "chi-squared distribution",
        EXACT: "exact, over all tables with the same totals, ordered by χ²",
        RANDOM: f"{none}random tables with the same totals{' reaches this χ²' if none else ''}",
        MOMENTS: "approximate: gamma distribution with the moments of random tables, since the table is large",
        GROUPED: f"Rao-Scott: {significant(test.design_effect)} rows are worth one, as rows of one group agree",
        SURVEYED: "Rao-Scott, by survey weights",
    }[test.test]
    p = p_in_words(test.p, test.test)
    return f"χ² = {test.chi2:,.1f}, {test.df:,} df, {p} ({how}), bias-corrected V {test.v:.3g}; {rows}."


def trend_in_words(test: TrendTest) -> str:
    """Kendall's tau-b, p and how it was found; empty if a column is constant."""
    if np.isnan(test.tau_b):
        return ""
    tau = correlation_text(test.tau_b)
    if np.isnan(test.p):
        return f"Kendall's tau-b {tau} ({_RANGE}), {test.test}."
    how = "random tables of as many rows as these are worth" if test.test in (GROUPED, SURVEYED) else test.test
    if how == RANDOM:
        tables = "random tables with the same totals"
        how = f"none of {DRAWS:,} {tables} is as far from 0" if test.p <= LEAST_P else tables
    return f"Kendall's tau-b {tau} ({_RANGE}), {p_in_words(test.p, test.test)} ({how})."


def p_in_words(p: float, test: str) -> str:
    """A p within a sentence, with ≤ where random tables cannot give a smaller one.

    Examples
    --------
    >>> from catviz.analysis.independence import LEAST_P, RANDOM
    >>> from catviz.words.columns import p_in_words
    >>> p_in_words(LEAST_P, RANDOM)
    'p ≤ 0.0001'
    """
    return p_text(p, at_most=test == RANDOM and p <= LEAST_P)


def _coarser(names: list[str]) -> str:
    shown = names[:_NAMED] + ([number_of(len(names) - _NAMED, "other column")] if len(names) > _NAMED else [])
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


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
    p = p_text(line["adjusted_p"], at_most=line["test"] == RANDOM and line["p"] <= LEAST_P)
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
    return f"{size} Strongest with {found.column}: {joined(first)} {strength}."


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
    'At least 14 of 16 columns are related to class (Holm, 5\xa0%).'
    """
    tested = found.columns["p"].notna()
    n, related = int(tested.sum()), int(found.columns["significant"].sum())
    if not n:
        whys = [test for test in found.columns["test"] if test != NOT_TESTED]
        why = whys[0].removeprefix("not tested: ") if whys else "all others have the same value in every row"
        return f"No column can be tested: {why}."
    columns = number_of(n, "column" if tested.all() else "tested column")
    if not related:
        return (
            f"No column is significantly related to {found.column} (Holm-corrected for {columns}, "
            f"{in_percent(LEVEL)}). This does not show that they are unrelated."
        )
    verb = "is" if related == 1 else "are"
    which = f"All {columns}" if related == n > 1 else columns if n == 1 else f"At least {related} of {columns}"
    words = f"{which} {verb} related to {found.column} (Holm, {in_percent(LEVEL)})."
    return f"{words} {strongest_value(found, group)}".strip()


def strongest_value(found: Outcome, group: str | None = None) -> str:
    """The value of another column that goes most with a value of the outcome, of those that are significant.

    Parameters
    ----------
    found : Outcome
    group : str, optional
        A value of the outcome; any where it is left out.

    Returns
    -------
    str
        Empty if no value is significantly more frequent.

    Examples
    --------
    >>> import catviz
    >>> strongest_value(catviz.outcome(catviz.load_dataset("voting"))).replace("\u00a0", " ")
    'Where physician_fee_freeze = yes, 92 % (163 of 177) have class = republican, against 2 % otherwise.'
    """
    values = found.values
    over = values[values["significant"] & (values["v"] > 0) & (values["n"] >= FEWEST_ROWS)]
    over = over if group is None else over[over["group"] == group]
    if over.empty:
        return ""
    line = over.loc[over["v"].round(9).idxmax()]
    own = values[(values["group"] == line["group"]) & (values["column"] == line["column"])]
    others, of = own["count"].sum() - line["count"], found.n_rows - line["n"]
    inside, elsewhere = percentages(line["group_share"], others / of if of else 0.0)
    alike = over[(over["group"] == line["group"]) & (over["count"] == line["count"]) & (over["n"] == line["n"])]
    same = [f"{name} = {value}" for name, value in zip(alike["column"], alike["value"], strict=True)][1:]
    or_same = f" (or {joined(same)}, the same)" if same else ""
    return (
        f"Where {line['column']} = {line['value']}{or_same}, {inside} ({line['count']:,.0f} of {line['n']:,.0f}) have "
        f"{found.column} = {line['group']}, against {elsewhere} otherwise."
    )
