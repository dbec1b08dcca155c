"""Compare, Published: what the papers say of their figures, recomputed from the cells they print."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.baseline_scores import UNCORRECTED
from catviz.analysis.metrics import standard_name
from catviz.analysis.significance import significance
from catviz.published.claims import CHECKED, FALSE, HOLDS, OPEN, Verdict, claims_of
from catviz.published.recomputed import recomputed_ranks, recomputed_tests
from catviz.published.tables import PublishedTable
from catviz.ui.compare.significance import choose_test, diagram, how_it_works, verdict
from catviz.ui.text import counted, number, plain, together
from catviz.ui.widgets import panels
from catviz.words.baselines import BY_SIZES

_COLOURS = {HOLDS: "green", FALSE: "orange", OPEN: "gray"}
_DESCRIBED = (
    "The ranks are therefore described, not tested. If the paper prints a test, only its calculation is repeated here."
)
_MOST_REASONS = 3
"""Cells named in a verdict."""


def section(table: PublishedTable, metric: str) -> None:
    """Ranks and tests of a table's printed cells, and what the paper prints of them."""
    st.header("The paper's tests, recomputed from the printed cells", anchor=False)
    scores = table.wide(metric)
    not_printed, tested = int(scores.isna().sum().sum()), scores.dropna()
    are, get = ("is", "it gets") if not_printed == 1 else ("are", "they get")
    here = "Here, and in the recomputed test," if len(recomputed_tests(table, metric)) else "Here"
    as_last = f"{counted(not_printed, 'cell')} {are} not printed in the paper. {here} {get} the last rank."
    # MTDLE's table has accuracies of classifiers
    if table.paper != "MTDLE" and standard_name(table.protocol.scores[metric]) in UNCORRECTED:
        st.caption(f"{BY_SIZES.format(plain(metric))} {_DESCRIBED}")
        main, side = panels.columns()
        with main:
            _ranks(table, metric)
            if not_printed:
                st.caption(as_last)
        with side:
            _own_tests(table, metric)
        return
    test_box, control_box, alpha_box, _ = st.columns([2.7, 2, 1.2, 3], vertical_alignment="bottom")
    names = list(scores.columns)
    own = table.paper if table.paper in names else names[-1]
    control, alpha = choose_test(names, test_box, control_box, alpha_box, own)
    found = significance(tested, alpha, control)
    main, side = panels.columns()
    with main:
        diagram(found, "published-ranks")
        _ranks(table, metric)
        if not_printed:
            st.caption(as_last)
    with side:
        verdict(found)
        if not_printed:
            left_out = plain(", ".join(scores.index.drop(tested.index)), 600)
            st.markdown(f"Not counted: {left_out}. There a score is not printed, and would rank last whatever it was.")
        st.caption("The paper's authors chose the tables and the methods; the test cannot allow for that.")
        _own_tests(table, metric)
    how_it_works(found)


def _ranks(table: PublishedTable, metric: str) -> None:
    """Average ranks, as printed and recomputed."""
    ranks = recomputed_ranks(table, metric)
    lines = [ranks["published"].map(lambda r: "–" if r != r else f"{r:.2f}"), ranks["ours"].map("{:.4f}".format)]
    shown = pd.DataFrame(lines, index=["average rank as printed", "recomputed"])
    st.table(shown.set_axis(map(plain, shown.columns), axis=1))


def _own_tests(table: PublishedTable, metric: str) -> None:
    """The tests that the paper prints, recomputed; nothing where it prints none."""
    tests = recomputed_tests(table, metric)
    if len(tests):
        words = {
            "as printed": tests["published"].map(_decimal).tolist(),
            "recomputed": [f"{x:.6f}" if x < 0.01 else f"{x:.5f}" for x in tests["ours"]],
        }
        st.table(pd.DataFrame(words, index=[plain(s) for s in tests["statistic"]]))


def _decimal(value: float) -> str:
    """A number with all its decimals, as a paper prints it."""
    return np.format_float_positional(value, trim="-")


def claims_section(paper: str) -> None:
    """The paper's claims with their verdicts, and the figures that decide."""
    own = claims_of(paper)
    lines = [[plain(c.says, 400), *(_judged(one) for one in (c.printed, c.runs, c.tested))] for c in own]
    heading = "the paper says, in our words"
    columns = [heading, "on the printed cells", "on our runs, as the paper judges", "on our runs, allowing for chance"]
    st.table(pd.DataFrame(lines, columns=columns).set_index(heading))
    st.caption(together(CHECKED))


def _judged(one: Verdict) -> str:
    """A verdict and its first reasons."""
    more = len(one.because) - _MOST_REASONS
    reasons = "; ".join(plain(text, 120) for text in one.because[:_MOST_REASONS])
    reasons += f"; and {number(more)} more" if more > 0 else ""
    return f":{_COLOURS[one.verdict]}-badge[{one.verdict}] {reasons}"
