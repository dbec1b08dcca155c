"""The clusters as rules: a few questions about values whose answers lead to each cluster."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from catviz.analysis.rules import Rules, most_by_default, rules
from catviz.export import code as scripts
from catviz.plots.clusters import cluster_name
from catviz.table.weights import are_whole
from catviz.ui.clusters.parts import Clustering
from catviz.ui.state import cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import panels
from catviz.ui.widgets.downloads import offer

MOST = 60


def section(found: Clustering) -> None:
    """A table of rules, how many rows they describe, and how they are found."""
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
        st.markdown(plain(described.conclusion("cluster"), 600))
        st.caption(
            "Each row follows exactly one rule. A rule is the answers to questions of the kind “column = value?”, each "
            "the one whose answers go with the clusters most closely (chi-squared). "
            + (
                "No further question separates the clusters clearly."
                if described.complete
                else "More rules can be allowed."
            )
        )
    lines = listed(found, described)
    with main:
        whole = are_whole(found.view.table.weights)
        counts = st.column_config.NumberColumn(format="localized" if whole else "%.1f")
        share = st.column_config.ProgressColumn(format="%.1f %%", min_value=0.0, max_value=100.0)
        config = {
            "rows": counts,
            "rows of it": counts,
            "percent": share,
            "rule": st.column_config.TextColumn(width="large"),
        }
        st.dataframe(lines, hide_index=True, column_config=config, alt="Rules that lead to the clusters")
        st.caption(
            "rows: rows to which the rule applies. rows of it: those of them that are in the cluster. Percent: their "
            "share."
        )
    offer({"Rules of the clusters": lambda: lines}, [scripts.rules(int(most))])


def listed(found: Clustering, described: Rules) -> pd.DataFrame:
    """The rules, with the names of clusters that have some."""
    frame = described.rules
    names = [cluster_name(number, found.names) for number in frame["label"]]
    return pd.DataFrame(
        {
            "rule": frame["rule"],
            "cluster": names if found.names else frame["label"],
            "rows": frame["rows"],
            "rows of it": frame["right"],
            "percent": 100 * frame["share"],
        }
    )


@cache.by_content(16)
def _rules(view: View, fit: cache.Fit, most: int) -> Rules:
    return rules(view.table, fit.estimator.labels_ + 1, most)
