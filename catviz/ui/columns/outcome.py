"""What goes with a column: the other columns and all values ranked, two columns crossed, and frequencies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.crosstab import SHOWN, Crosstab, frequencies
from catviz.analysis.independence import FEWEST_EXPECTED, LEAST_P, MOMENTS, RANDOM
from catviz.analysis.outcome import FEWEST_ROWS, Outcome
from catviz.analysis.statistics import LEVEL
from catviz.export import code as scripts
from catviz.plots import columns as draw
from catviz.plots import profiles
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import MISSING, Codebook, listed
from catviz.table.weights import are_whole
from catviz.ui.columns.parts import in_frame
from catviz.ui.labels import LEFT_OUT, MORE, OUTCOME, QUESTION
from catviz.ui.state import cache, controls, outcomes, session
from catviz.ui.state.table_choices import NONE
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain, shown_as
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.data_table import show_table
from catviz.ui.widgets.downloads import offer
from catviz.wording import in_percent, p_number
from catviz.words.independence import independence_in_words, trend_in_words

LISTED = 500
"""Lines of a table on the page at most; downloads have all."""
_ROWS = st.column_config.NumberColumn(format="localized")
"""Numbers of rows, as 2,480."""
_TABLES = "All columns and values, as tables"
_RESIDUALS = (
    "Adjusted residuals (Haberman): count minus expected count, in standard deviations. If the columns are unrelated "
    "and the expected count is not small, beyond ±2 is rare for one cell; this is not corrected for the number of "
    "cells."
)


@dataclass(frozen=True)
class Names:
    """Columns that can be an outcome, those of one value left out, and all columns."""

    varied: tuple[str, ...]
    all: tuple[str, ...]


def section(view: View) -> None:
    """Everything about the outcome: one column, the same on all pages; asked for where none is chosen."""
    names = _names(view)
    st.header("What goes with an outcome?", anchor=False)
    if len(names.all) < 2 or not names.varied:
        st.markdown("This takes two columns, one of them with at least two values.")
        return
    if not view.classes_known:
        st.markdown("What do you want to explain? No outcome is chosen yet, so nothing is ranked.")
        _candidates(view, "section")
        _choose(view)
        if view.picked_rows:
            st.info(view.untested)
        return
    with panels.aside("about-outcome"):
        st.markdown("All other columns, and their values, are ranked by their association with the outcome.")
    outcome_box, group_box = st.columns(2)
    with outcome_box:
        column = _choose(view)
    try:
        with st.spinner("Testing every column.", show_time=True):
            found = cache.outcome(view, column)
    except ValueError as error:
        st.info(plain(f"Nothing is ranked here: {error}.", 600))
        return
    with group_box:
        group = controls.select("Values that go with", found.groups, "group", _usual(found))
    if view.picked_rows:
        st.info(f"{view.untested} Columns are therefore not ranked; the table below describes these rows.")
    else:
        _ranked(view, names, found, group)
    _crossed(view, names, found)


def ask(view: View) -> None:
    """Ask which column to explain, with those that are likely as buttons."""
    st.caption(
        f"{QUESTION} what do you want to explain? Choose an outcome, or the group that each row belongs to, here or "
        f"under “{OUTCOME}” in the sidebar. All pages then compare with it."
    )
    _candidates(view, "asked")


def _candidates(view: View, where: str) -> None:
    with st.container(horizontal=True):
        for i, name in enumerate(outcomes.candidates(view)):
            st.button(_short(name), key=f"explain-{where}-{i}", on_click=outcomes.choose, args=(name,))


def _choose(view: View) -> str:
    """A box that sets the outcome of all pages, and the column that it is."""
    assert view.whole is not None
    options, now = outcomes.options(view.whole, view.prepared), view.table.target_name or NONE
    key = f"explained-{hash((tuple(options), now))}"  # a new box for another outcome, which any page may set
    st.selectbox(
        OUTCOME,
        options,
        options.index(now),
        key=key,
        format_func=shown_as(options),
        help="The same as in the sidebar: one outcome for all pages.",
        on_change=_chosen,
        args=(key, now),
    )
    return now


def _chosen(key: str, before: str) -> None:
    if controls.kept(outcomes.KEY) == before:  # else a browser still speaks of the box before this one
        outcomes.choose(session.of_widget(key).get())


def _ranked(view: View, names: Names, found: Outcome, group: str) -> None:
    """Columns and values by their association with the outcome."""
    column = found.column
    left, right = st.columns([5, 4], gap="large")
    with left:
        _columns(view, found)
    with right:
        _values(view, found, group)
    with panels.aside("outcome-tables"), st.expander(_TABLES):
        _tables(found, group)
    offer(
        {
            f"Columns that go with {column}": partial(found.to_frame, "columns"),
            f"Values that go with {column}": partial(found.to_frame, "values"),
        },
        [
            scripts.outcome(
                column, view.seed, view.shown_only(kept=False) is not None, _sampled(view, names), view.class_order
            )
        ],
    )


def sentence(found: Outcome) -> str:
    """How many columns are related to the outcome, as plain text; no more than was tested."""
    tested = found.columns["p"].notna()
    related = found.columns[found.columns["significant"]]
    n, constant = int(tested.sum()), int((~tested).sum())
    corrected = f"Holm-corrected for {counted(n, 'column')}, {in_percent(LEVEL)}"
    if not tested.any():
        return "No column can be tested: all others have the same value in every row."
    if related.empty:
        return (
            f"No column is significantly related to {found.column} ({corrected}). "
            "This does not show that they are unrelated."
        )
    verb = "is" if len(related) == 1 else "are"
    return (
        f"{len(related)} of {counted(n, 'tested column' if constant else 'column')} {verb} related to {found.column} "
        f"({corrected}).{_constant(constant)} Related does not mean that one causes the other."
    )


def _constant(n: int) -> str:
    """How many columns have a single value, and no test."""
    if not n:
        return ""
    return f" {counted(n, 'more column')} {'has' if n == 1 else 'have'} a single value and cannot be tested."


def _without_order(found: Outcome, book: Codebook) -> str:
    """That the tests do not use the order of values, where a test for a trend would."""
    described = zip(book.attributes, book.kinds, map(len, book.categories), strict=True)
    sizes = {name: (kind == "ordinal", n) for name, kind, n in described}
    tested = [sizes[name] for name in found.columns.loc[found.columns["p"].notna(), "column"]]
    own, own_values = sizes[found.column]
    in_order = [(ordered, n) for ordered, n in tested if (ordered or n == 2) and (own or own_values == 2)]
    if not any(max(n, own_values) > 2 and (ordered or own) for ordered, n in in_order):
        return ""
    return (
        "These tests do not use the order of values. The crosstab below tests for a trend (Kendall's tau-b), if "
        "both columns have a declared order or two values."
    )


def leak(found: Outcome) -> str:
    """Which columns may give the outcome away, as plain text; empty if none does so in every row."""
    names = found.determining
    if not names:
        return ""
    one, values = len(names) == 1, found.values
    missing = values["column"].isin(names) & (values["value"] == MISSING) & (values["n"] > 0)
    which = "with missing as a value, " if missing.any() else ""
    return (
        f"Each value of {listed(list(names))} occurs with one value of {found.column} only (Cramér's V = 1, {which}"
        f"before the correction for bias). {'The column' if one else 'Each of these columns'} may be a copy or a "
        f"consequence of {found.column} (leakage). If so, leave it out before you classify: “{LEFT_OUT}” under "
        f"“{MORE}”, in the sidebar."
    )


def follows(found: Outcome) -> str:
    """Which columns follow from the outcome, as plain text; empty if none does in every row."""
    names = [name for name in found.determined if name not in found.determining]
    if not names:
        return ""
    return (
        f"Each value of {found.column} occurs with one value of {listed(names)} only. Nested columns are related "
        f"by construction if one is made from the other, as a quarter is made from the month: that is no finding."
    )


def _columns(view: View, found: Outcome) -> None:
    if view.untested:
        st.info(view.untested)
    else:
        if view.no_sample:
            st.info(view.no_sample)
        st.markdown(f"**{plain(sentence(found), 600)}**")
        with panels.aside("without-order"):
            st.markdown(_without_order(found, cache.every_column(view).codebook))
    if leaking := leak(found):
        st.markdown(plain(leaking, 900))
    if following := follows(found):
        st.markdown(plain(following, 900))
    figure = draw.ranking(found.columns, charts.theme())
    with in_frame(figure, "outcome"):
        charts.show(figure, "outcome-columns", f"Columns by their association with {found.column}.")
    shown, of = min(draw.RANKED, len(found.columns)), len(found.columns)
    words = [f"The {shown} strongest of {of} columns." if shown < of else ""]
    words.append(_with_missing(found))
    if view.untested:
        words.append(_weighted(view))
    else:
        words += _about_tests(view, found)
    with panels.aside("outcome-columns"):
        st.caption(" ".join(w for w in words if w))


def _about_tests(view: View, found: Outcome) -> list[str]:
    """What the colours of the bars mean, where p comes from, and when it holds."""
    words = [f"{charts.marks().capitalize()}: significant. Grey: not significant, or not tested."]
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
    if fitted:
        some = f"{fitted} of the p values are approximate" if fitted > 1 else "One of the p values is approximate"
        words.append(
            f"{some}, and can be too small if a value of {plain(found.column, 40)} is rare: a gamma distribution with "
            "the mean and the variance of χ² over random tables, since the table of counts is large."
        )
    words.append(
        f"{plain(found.column, 40)} is known for {counted(found.n_rows, 'row')}. The error rate of {in_percent(LEVEL)} "
        "holds only if you chose the outcome before you looked (or kept the first one), if it was not computed from "
        "these columns (as a sum score is), and if you did not choose the rows by these columns, for example on a map. "
        f"{view.independence}"
    )
    return words


def _values(view: View, found: Outcome, group: str) -> None:
    own = found.values[(found.values["group"] == group) & (found.values["n"] >= FEWEST_ROWS)]
    own = own.reindex(own["v"].abs().sort_values(ascending=False, kind="stable").index)
    if own.empty:
        st.markdown(f"No value occurs in {FEWEST_ROWS} rows.")
        return
    over = own[own["significant"] & (own["v"] > 0)]
    if view.untested:
        st.markdown(f"Values by the size of their test value where {plain(found.column)} = {plain(group)}.")
    elif over.empty:
        less = f", but some are less frequent ({charts.marks()})" if own["significant"].any() else ""
        st.markdown(f"No value is significantly more frequent where {plain(found.column)} = {plain(group)}{less}.")
    else:
        st.markdown(f"**{plain(_value_in_words(found, over.iloc[0]), 600)}**")
    frame = own.rename(columns={"column": "attribute", "value_share": "share", "overall_share": "share_all"})
    why = "the row weights are fractional" if view.untested else ""
    frame = frame.assign(untested=why, marked=own["significant"], lift=frame["share"] / frame["share_all"])
    figure = profiles.profile(frame, charts.theme(), wide=bool(session.PRESENTING.get()))
    charts.show(figure, "outcome-values", f"Values that go with {found.column} = {group}.")
    # of two values of the outcome, both make the same tests
    two = len(found.groups) == 2
    each = found.values[found.values["group"] == group] if two else found.values
    significant, tested = int(each["significant"].sum()), int(each["p"].notna().sum())
    sentences = [
        f"Filled: rows with {plain(found.column, 40)} = {plain(group, 40)}; hollow: all rows with a known outcome. "
        "v (test value): how many standard deviations the count is above (+) or below (−) the count to expect if the "
        "columns are unrelated. In unrelated columns, at most about 5 of 100 values have a v below −2 or above 2. The "
        "figure shows the values with the largest v, with either sign, and leaves out values of fewer than "
        f"{FEWEST_ROWS} rows."
    ]
    if not view.untested:
        verb = "is" if significant == 1 else "are"
        sentences.append(
            f"{charts.marks().capitalize()}: significant. "
            f"Each value is tested {_how_often(found, two)}: {significant:,} of {tested:,} tests {verb} "
            "significant. A value is significant only if its column is; within these columns, values are corrected for "
            f"their number (false discovery rate {in_percent(LEVEL)} on average, Benjamini-Hochberg)."
        )
        if two and (found.columns["df"] == 1).any():
            sentences.append(
                f"A column of two values without missing cells and {plain(found.column, 40)} make one test, with one p "
                "for the column and its values."
            )
        if not significant and found.columns["significant"].any():
            sentences.append(
                "A column can be related to the outcome although no single value is: a column is one test, and "
                f"{tested:,} tests of values ask for larger differences."
            )
    with panels.aside("outcome-values"):
        st.caption(" ".join([*sentences, _weighted(view)]))


def _how_often(found: Outcome, two: bool) -> str:
    """With which values of the outcome a value is tested."""
    if two:
        return f"once, since both values of {plain(found.column, 40)} give the same test"
    return "with each value of the outcome"


def _weighted(view: View) -> str:
    """How fractional weights count."""
    weights = view.table.weights
    if are_whole(weights):
        return ""
    return f"Rows are counted by weight: the table's {view.n_rows:,} rows count as {weights.sum():,.0f}."


def _with_missing(found: Outcome) -> str:
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


def _value_in_words(found: Outcome, line: pd.Series) -> str:
    return (
        f"Where {found.column} = {line['group']}, {in_percent(line['value_share'])} have {line['column']} = "
        f"{line['value']}, against {in_percent(line['overall_share'])} overall. Where {line['column']} = "
        f"{line['value']}, {in_percent(line['group_share'])} ({line['count']:,.0f} of {line['n']:,.0f}) have "
        f"{found.column} = {line['group']}."
    )


def _tables(found: Outcome, group: str) -> None:
    columns = found.columns.drop(columns="significant")
    least = (columns["test"] == RANDOM) & (columns["p"] <= LEAST_P)
    columns = columns.assign(
        **{name: columns[name].map(_p).where(~least, "≤ " + columns[name].map(_p)) for name in ("p", "adjusted_p")}
    )
    names = {"v": "bias-corrected V", "chi2": "χ²", "adjusted_p": "p, Holm", "test": "p from"}
    show_table(
        columns.rename(columns=names),
        hide_index=True,
        column_config={"n": _ROWS},
        placeholder="",
        alt=f"Columns by association with {found.column}",
    )
    own = found.values[found.values["group"] == group].drop(columns=["group", "significant"])
    own = own.assign(**{name: own[name].map(_p) for name in ("p", "q")})
    shares = {name: 100 * own[name] for name in ("group_share", "value_share", "overall_share")}
    names = {
        "count": "rows with both",
        "n": "rows with the value",
        "group_share": f"% of these with {group}",
        "value_share": f"% with the value where {group}",
        "overall_share": "% with the value, all rows",
        "v": "test value",
        "q": "p, adjusted",
    }
    if len(own) > LISTED:
        st.caption(f"The first {LISTED} of {len(own):,} values; the download has all.")
    one_decimal = st.column_config.NumberColumn(format="%.1f")
    show_table(
        own.assign(**shares).rename(columns=names).head(LISTED),
        hide_index=True,
        column_config={names[name]: one_decimal for name in (*shares, "v")}
        | {names[name]: _ROWS for name in ("count", "n")},
        placeholder="",
        alt=f"Values that go with {found.column} = {group}",
    )


def _short(name: str) -> str:
    """A column's name for a label."""
    return plain(name, 40)


def _p(p: float) -> str:
    return "" if np.isnan(p) else p_number(p)


def _crossed(view: View, names: Names, found: Outcome) -> None:
    """Two columns crossed, and the frequencies of the first."""
    st.header("Two columns crossed", anchor=False)
    other_box, cells_box = st.columns([1.7, 3.3], vertical_alignment="bottom")
    others = [name for name in names.all if name != found.column]
    strongest = found.columns["column"].iloc[0]
    with other_box:
        other = controls.select(f"{_short(found.column)}, crossed with", others, "cross", strongest)
    with cells_box:
        of = controls.segmented("Cells show", list(SHOWN), "cells", "row_percent", text=SHOWN.__getitem__)
    table = cache.crosstab(view, other, found.column)
    left, right = st.columns([5, 4], gap="large")
    with left:
        figure = draw.crossed(table, charts.theme(), of)
        charts.show(figure, "crosstab", f"{other} by {found.column}: {SHOWN[of]}.")
        tested = view.untested or _tested(table, strongest=other == strongest)
        alike = "" if view.untested else view.repeated
        sentences = (tested, alike, _about(table, of), _missing_here(table), _weighted(view))
        st.caption(" ".join(words for words in sentences if words))
    with right, panels.aside("frequencies"):
        which = controls.segmented("Frequencies of", [found.column, other], "frequencies-of", text=str)
        frame = frequencies(cache.every_column(view), which)
        _frequencies(frame, which)
    aside = view.shown_only(kept=False) is not None
    offer(
        {
            f"Crosstab of {other} and {found.column}": table.to_long,
            f"Frequencies of {which}": lambda: frame,
        },
        [scripts.crosstab(other, found.column, view.seed, aside, _sampled(view, names), view.class_order)],
    )


def _tested(table: Crosstab, strongest: bool) -> str:
    picked = (
        "The page picked this column as the strongest, so p is too small"
        if strongest
        else "If you picked this column among several, p is too small"
    )
    words = (
        f"{plain(independence_in_words(table.test), 600)}",
        _trend(table),
        f"{picked}. Report the Holm-corrected p under “{_TABLES}”. If you also chose the outcome after looking, no p "
        "here is valid.",
    )
    return " ".join(each for each in words if each)


def _trend(table: Crosstab) -> str:
    """Whether the two columns rise together, if both can be put in an order."""
    if table.trend is None or np.isnan(table.trend.tau_b):
        return ""
    known = [names.drop(MISSING, errors="ignore") for names in (table.counts.index, table.counts.columns)]
    rising = " and ".join(f"from {plain(v[0], 40)} to {plain(v[1], 40)}" for v in known if len(v) == 2)
    return (
        f"Test for a trend: {trend_in_words(table.trend)} Chi-squared does not use the order of values; this test does"
        f"{f' ({rising} counts as rising)' if rising else ''}."
    )


def _about(table: Crosstab, of: str) -> str:
    words = [_RESIDUALS if of == "residuals" else ""]
    for name, size in zip((table.rows, table.columns), table.counts.shape, strict=True):
        if size > draw.SIDE:
            words.append(
                f"{plain(name, 40)}: the {draw.SIDE - 1} most frequent of {size:,} values are drawn, the others as "
                "one; the test and the download use all."
            )
    return " ".join(filter(None, words))


def _missing_here(table: Crosstab) -> str:
    """What missing cells are in the crosstab and in its test, where there are any."""
    if MISSING not in (*table.counts.index, *table.counts.columns):
        return ""
    return "The table shows missing as a value; the test leaves out rows in which either column is missing."


def _frequencies(frame: pd.DataFrame, which: str) -> None:
    if len(frame) > LISTED:
        st.caption(f"The first {LISTED} of {len(frame):,} values; the download has all.")
    names = {"percent": "%", "valid_percent": "% of known", "cumulative_percent": "cumulative %"}
    shown = frame.rename(columns=names)
    empty = [c for c in names.values() if shown[c].isna().all()]
    if (frame["percent"] == frame["valid_percent"]).all():
        empty.append(names["valid_percent"])  # nothing is missing
    one_decimal = st.column_config.NumberColumn(format="%.1f")
    show_table(
        shown.drop(columns=list(dict.fromkeys(empty))).head(LISTED),
        hide_index=True,
        column_config={c: one_decimal for c in names.values() if c not in empty} | {"n": _ROWS},
        placeholder="",
        height=min(38 + 35 * min(len(frame), LISTED), 420),
        alt=f"Frequencies of {which}",
    )


def _names(view: View) -> Names:
    every = cache.every_column(view)
    book: Codebook = every.codebook
    observed = every.observed().codebook if isinstance(every, CategoricalTable) else book
    sizes = dict(zip(observed.attributes, map(len, observed.categories), strict=True))
    return Names(tuple(a for a in book.attributes if sizes[a] > 1), book.attributes)


def _usual(found: Outcome) -> str:
    """The group that the page opens on: the last one of two (yes, survived), else that of the most rows."""
    sizes = found.values.groupby("group")["count"].sum()  # of each, as many times as there are columns
    return found.groups[-1] if len(found.groups) == 2 else max(found.groups, key=sizes.__getitem__)


def _sampled(view: View, names: Names) -> tuple[str, ...] | None:
    return names.all if view.large is not None else None
