"""The clusters as rules: a few questions about values whose answers lead to each cluster."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from catviz.analysis.rules import Rules, most_by_default, right_of, rules
from catviz.export import code as scripts
from catviz.plots.clusters import cluster_name
from catviz.ui.clusters.parts import Clustering
from catviz.ui.state import cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import panels
from catviz.ui.widgets.downloads import offer

MOST, LISTED, LISTED_HEIGHT = 60, 16, 520
"""Rules that can be asked for; of more than so many the list scrolls, and its height."""


def section(found: Clustering) -> None:
    """The rules, how many rows they describe, and how they are found."""
    if found.own and hasattr(found.fit.estimator, "rules_"):
        _defining(found)
        return
    main, side = panels.columns()
    with side:
        most = controls.number(
            "Rules at most",
            "rules",
            2,
            MOST,
            most_by_default(len(found.sizes)),
            help="More rules describe more rows. Rules that name the same cluster are joined, so there may be fewer.",
        )
        described = _rules(found.view, found.fit, int(most))
        st.markdown(plain(described.conclusion("cluster", partial(cluster_name, names=found.names)), 600))
        st.caption(
            "In brackets: rows of the cluster among the rows to which the rule applies. Exactly one rule applies to "
            "each row. The rules come from a tree of questions of the kind “column = value?”. Each question is the "
            "one whose answers are most strongly associated with the clusters (chi-squared). “≠” includes missing "
            "values. "
            + (
                "The tree stops because no further question with at least 3 rows on each side changes a rule."
                if described.complete
                else "More rules can be allowed."
            )
        )
    lines = listed(found, described)
    with main, st.container(height=LISTED_HEIGHT, border=False) if len(lines) > LISTED else nullcontext():
        st.markdown("\n".join(map(_line, lines.itertuples())))
    offer({"Rules of the clusters": lambda: lines}, [scripts.rules(int(most))])


def _defining(found: Clustering) -> None:
    """The rules by which a method makes its clusters."""
    st.caption("These rules are the clusters: exactly one applies to each row. “≠” includes missing values.")
    rules = found.fit.estimator.rules_
    lines = [
        f"- **{plain(cluster_name(number, found.names))}**: {plain(rules[number - 1], 600)} ({counted(rows, 'row')})"
        for number, rows in found.sizes.items()
    ]
    with st.container(height=LISTED_HEIGHT, border=False) if len(lines) > LISTED else nullcontext():
        st.markdown("\n".join(lines))


def listed(found: Clustering, described: Rules) -> pd.DataFrame:
    """The rules, those of the first cluster first, and what each cluster is called."""
    frame = described.rules.sort_values("label", kind="stable").rename(columns={"label": "cluster"})
    frame.insert(0, "name", [cluster_name(number, found.names) for number in frame["cluster"]])
    return frame.rename(columns={"label_rows": "cluster_rows"}).reset_index(drop=True)


def _line(line: Any) -> str:
    return f"- **{plain(line.name)}**: {plain(line.rule, 600)} ({right_of(line)})"


@cache.by_content(16)
def _rules(view: View, fit: cache.Fit, most: int) -> Rules:
    return rules(view.table, fit.estimator.labels_ + 1, most)
