"""What goes with an outcome, in sentences: pure functions of the result."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.analysis.crosstab import Crosstab
from catviz.analysis.design_effect import GROUPED, SURVEYED
from catviz.analysis.independence import FEWEST_EXPECTED, LEAST_P, MOMENTS, RANDOM
from catviz.analysis.outcome import FEWEST_ROWS, Outcome
from catviz.analysis.statistics import LEVEL
from catviz.plots.columns import SIDE
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING, Codebook, listed
from catviz.table.weights import are_whole
from catviz.ui.text import counted, plain
from catviz.wording import in_percent
from catviz.words.columns import trend_in_words

#: The list that has every p.
TABLES = "All columns and values, as tables"
_RESIDUALS = (
    "Adjusted residuals (Haberman): count minus expected count, in standard deviations. If the columns are unrelated "
    "and the expected count is not small, beyond ±2 is rare for one cell; this is not corrected for the number of "
    "cells."
)


def constant(found: Outcome) -> str:
    """How many columns have a single value, and no test."""
    n = int(found.columns["p"].isna().sum())
    if n in (0, len(found.columns)):
        return ""
    return f"{counted(n, 'more column')} {'has' if n == 1 else 'have'} a single value and cannot be tested."


def without_order(found: Outcome, book: Codebook) -> str:
    """That the tests do not use the order of values, where a test for a trend would."""
    described = zip(book.attributes, book.kinds, map(len, book.categories), strict=True)
    sizes = {name: (kind == "ordinal", n) for name, kind, n in described}
    tested = [sizes[name] for name in found.columns.loc[found.columns["p"].notna(), "column"]]
    ordinal, own_values = sizes[found.column]
    in_order = [(ordered, n) for ordered, n in tested if (ordered or n == 2) and (ordinal or own_values == 2)]
    if not any(max(n, own_values) > 2 and (ordered or ordinal) for ordered, n in in_order):
        return ""
    return (
        "These tests do not use the order of values. The crosstab below tests for a trend (Kendall's tau-b), if "
        "both columns have a declared order or two values."
    )


def about_tests(found: Outcome) -> list[str]:
    """Where p comes from, if not from the chi-squared distribution."""
    words = []
    drawn, fitted = ((found.columns["test"] == test).sum() for test in (RANDOM, MOMENTS))
    if drawn:
        some = f"{drawn} of the p values come" if drawn > 1 else "One of the p values comes"
        words.append(
            f"{some} from random tables with the same row and column totals, since an expected count is below "
            f"{FEWEST_EXPECTED}. (The usual limit of 5 is enough for p near {LEVEL:g}. Holm's correction needs smaller "
            "p values, and these need larger counts.) The smallest p that random tables can give is "
            f"{LEAST_P:.4f} (marked ≤). The standard error of a p from random tables is at most one twentieth of p if "
            "p is above 0.04 (about 0.0025 for a p of 0.05), and a larger part of a smaller p."
        )
    if (found.columns["test"] == GROUPED).any():
        words.append(
            "Rows that belong together agree, so each count is tested as if it were of fewer rows: how many are worth "
            "one follows from how far rows of one group agree in the column and in the outcome (Rao-Scott)."
        )
    if (found.columns["test"] == SURVEYED).any():
        words.append(
            "The row weights are taken for survey weights: each count is tested by its variance under these weights, "
            "as if each row had been drawn on its own (Rao-Scott). Strata and clusters of the survey are not known."
        )
    if fitted:
        some = f"{fitted} of the p values are approximate" if fitted > 1 else "One of the p values is approximate"
        words.append(
            f"{some}, and can be too small if a value of {plain(found.column, 40)} is rare: a gamma distribution with "
            "the mean and the variance of χ² over random tables, since the table of counts is large."
        )
    return words


def over_represented(found: Outcome, own: pd.DataFrame, group: str, marks: str, tested: bool) -> str:
    """That no value is in excess where the outcome has a value, or that none is tested; else empty: the answer has it.

    Parameters
    ----------
    found : Outcome
    own : DataFrame
        The lines of this value of the outcome in ``found.values``, those with the largest test values first.
    group : str
        The value of the outcome.
    marks : str
        What significant values look like.
    tested : bool
    """
    over, where = own[own["significant"] & (own["v"] > 0)], f"where {plain(found.column)} = {plain(group)}"
    if not tested:
        return f"Values by the size of their test value {where}."
    if over.empty:
        less = f", but some are less frequent ({marks})" if own["significant"].any() else ""
        return f"No value is significantly more frequent {where}{less}."
    return ""


def about_values(found: Outcome, group: str, tested: bool) -> list[str]:
    """What the figure of values shows and, if they are tested, how many tests are significant and how p is corrected.

    Parameters
    ----------
    found : Outcome
    group : str
        The value of the outcome.
    tested : bool
    """
    sentences = [
        "v (test value): how far the count is above (+) or below (−) the count to expect if the columns are unrelated, "
        "in standard deviations of a normal distribution. In unrelated columns, at most about 5 of 100 values have a v "
        "below −2 or above 2. The figure shows the values with the largest v, with either sign, and leaves out values "
        f"of fewer than {FEWEST_ROWS} rows."
    ]
    if not tested:
        return sentences
    # of two values of the outcome, both make the same tests
    two = len(found.groups) == 2
    each = found.values[found.values["group"] == group] if two else found.values
    significant, n_tests = int(each["significant"].sum()), int(each["p"].notna().sum())
    verb = "is" if significant == 1 else "are"
    sentences.append(
        f"Each value is tested {_how_often(found, two)}: {significant:,} of {n_tests:,} tests {verb} "
        "significant. A value is significant only if its column is; within these columns, values are corrected for "
        f"their number (false discovery rate {in_percent(LEVEL)} on average, Benjamini-Hochberg)."
    )
    if two and (found.columns["df"] == 1).any():
        sentences.append(
            f"A column of two values without missing cells and {plain(found.column, 40)} make one test: they are "
            "significant together, or not at all."
        )
    if not significant and found.columns["significant"].any():
        sentences.append(
            "A column can be related to the outcome although no single value is: a column is one test, and "
            f"{n_tests:,} tests of values ask for larger differences."
        )
    return sentences


def _how_often(found: Outcome, two: bool) -> str:
    """With which values of the outcome a value is tested."""
    if two:
        return f"once, since both values of {plain(found.column, 40)} give the same test"
    return "with each value of the outcome"


def weighted(table: CategoricalTable) -> str:
    """How fractional weights count."""
    weights = table.weights
    if are_whole(weights):
        return ""
    return f"Rows are counted by weight: the table's {len(table):,} rows count as {weights.sum():,.0f}."


def with_missing(found: Outcome) -> str:
    """How missing cells count, and the columns whose missing cells go with the outcome."""
    values = found.values[(found.values["value"] == MISSING) & (found.values["n"] > 0)]
    if values.empty:
        return ""
    words = (
        "Bars and their tests leave out the rows in which the column or the outcome is missing. In the list of values, "
        "missing counts as a value."
    )
    related = values[values["significant"]].sort_values("p", kind="stable")["column"].unique()
    if not len(related):
        return words
    which = plain(listed(list(related), 4), 200)
    return (
        f"{words} In {which}{' (strongest first)' * (len(related) > 1)}, whether a cell is missing is itself related "
        "to the outcome; these tests are corrected apart from the others."
    )


def picked(strongest: bool) -> str:
    """What choosing the columns of a crosstab makes of p."""
    if strongest:
        return "The page picked this column as the strongest, so p is too small"
    return "If you picked this column among several, p is too small"


def trend(table: Crosstab) -> str:
    """Whether the two columns rise together, if both can be put in an order."""
    if table.trend is None or np.isnan(table.trend.tau_b):
        return ""
    values = [names.drop(MISSING, errors="ignore") for names in (table.counts.index, table.counts.columns)]
    rising = " and ".join(f"from {plain(v[0], 40)} to {plain(v[1], 40)}" for v in values if len(v) == 2)
    return (
        f"Test for a trend: {trend_in_words(table.trend)} Chi-squared does not use the order of values; this test does"
        f"{f' ({rising} counts as rising)' if rising else ''}."
    )


def about_cells(table: Crosstab, of: str) -> str:
    """What residuals are, if cells show them, and values that are not drawn."""
    words = [_RESIDUALS if of == "residuals" else ""]
    for name, size in zip((table.rows, table.columns), table.counts.shape, strict=True):
        if size > SIDE:
            words.append(
                f"{plain(name, 40)}: the {SIDE - 1} most frequent of {size:,} values are drawn, the others as "
                "one; the test and the download use all."
            )
    return " ".join(filter(None, words))


def missing_here(table: Crosstab) -> str:
    """What missing cells are in the crosstab and in its test, where there are any."""
    if MISSING not in (*table.counts.index, *table.counts.columns):
        return ""
    return "The table shows missing as a value; the test leaves out rows in which either column is missing."
