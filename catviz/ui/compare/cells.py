"""Published figures beside ours: the figure, what its colours mean, the reasons, and every cell to download."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

import pandas as pd
import streamlit as st

from catviz.export.tables import table_csv
from catviz.plots import published as draw
from catviz.published.badges import (
    BADGES,
    DIFFERS,
    EQUAL,
    EQUIVALENT,
    EXACT,
    LIMITS_ON_PAGES,
    NOISY,
    NONE,
    SAID_EXACTLY,
    SAME,
)
from catviz.published.tables import CODES, PublishedTable
from catviz.registry import Method, method
from catviz.ui.state import cache
from catviz.ui.text import plain
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.data_table import show_table

_HUES = {
    EQUIVALENT: "blue",
    EQUAL: "blue",
    SAME: "green",
    DIFFERS: "orange",
    NOISY: "violet",
    NONE: "gray",
}
TABLE, POINTS = "table", "points"
_SAYS = BADGES | {
    EQUIVALENT: BADGES[EQUAL].removeprefix(f"{EQUIVALENT}: "),
    NONE: "no public definition, not implemented, no file, or all rows equally far apart: hover for the reason",
}


def full_names(table: PublishedTable) -> dict[str, str]:
    """What stands behind the names that a paper prints, where it is another name: data sets and methods."""
    catalog = cache.catalog()
    names = {
        printed: catalog[name].title if name in catalog else name.replace("_", " ").capitalize()
        for printed, name in table.datasets.items()
    }
    names |= {printed: method.short for printed, method in _methods(table).items()}
    return {printed: name for printed, name in names.items() if name.casefold() not in printed.casefold()}


def in_full(printed: str, names: Mapping[str, str]) -> str:
    """A printed name, and what it stands for in brackets."""
    return f"{printed} ({names[printed]})" if printed in names else printed


def _methods(table: PublishedTable) -> dict[str, Method]:
    """The method of catviz behind each printed one, without those that stand for several."""
    found = {printed: method(run.method) for printed, run in table.methods.items() if run.method != CODES}
    several = {name for name, n in Counter(m.name for m in found.values()).items() if n > 1}
    return {printed: m for printed, m in found.items() if m.name not in several}


def draw_cells(cells: pd.DataFrame, look: str, notes: list[str], table: PublishedTable) -> None:
    """Figure and inspector, then every cell.

    Parameters
    ----------
    cells : DataFrame
        As `catviz.plots.published.cell_table` takes them.
    look : {"table", "points"}
    notes : list of str
        Paragraphs of Markdown for the inspector.
    table : PublishedTable
        What it is the table of: what is known to differ, and what stands behind its names.
    """
    name = f"{table.paper}-{table.number}.csv"
    exact = table.protocol is not None and table.protocol.exact
    cells = cells if exact else cells.assign(badge=cells["badge"].replace(EQUAL, EQUIVALENT))
    main, side = panels.columns()
    counts = {badge: n for badge in _HUES if (n := int((cells["badge"] == badge).sum()))}
    colours = draw.colours({badge: _HUES[badge] for badge in counts}, charts.theme())
    drawn = draw.cell_table if look == TABLE else draw.scatter
    with main:
        alt = f"Published results and ours: {', '.join(f'{badge} {n}' for badge, n in counts.items())}."
        charts.show(drawn(cells, colours, charts.theme(), full_names(table)), "published", alt)
        st.caption(
            (
                "Each cell: the printed result, and below it, in bold, that of catviz's runs (“ours”). The colour is "
                "that of the badge at the right; hover for the spread and the reason. Small letters: what the printed "
                "names stand for."
            )
            if look == TABLE
            else "One point per cell. “Ours” is the result of catviz's runs. On the dotted line both results are equal."
        )
        titles = [f"{printed}: {m.title}" for printed, m in _methods(table).items() if m.title != printed]
        if titles:
            st.caption(f"Methods. {plain('; '.join(titles), 600)}.")
        if table.excerpt:
            st.markdown("\n".join(["**What is known to differ, or left open:**", *_listed(table.deviations, table)]))
        else:
            _reasons(cells, table)
    with side:
        no_badge = cells["badge"].eq("") & cells["published"].notna()
        says = _SAYS | SAID_EXACTLY if exact or table.protocol is None else _SAYS
        lines = [f":{_HUES[badge]}-badge[{n} {badge}] {plain(says.get(badge, ''))}" for badge, n in counts.items()]
        st.markdown("\n\n".join(lines + notes))
        for why in dict.fromkeys(cells.loc[no_badge, "why"]) if no_badge.any() else ():
            st.caption(why)
        if exact:
            st.caption(EXACT)
        elif {EQUIVALENT, NOISY} & counts.keys() and not table.extremes:
            st.caption(LIMITS_ON_PAGES)
    with st.expander("Every cell, with the reason"):
        shown = cells.drop(columns=["row", "column", "paper", "table"], errors="ignore")
        show_table(shown, hide_index=True, alt="Every published result and ours")
        csv = partial(table_csv, shown)
        st.download_button("Download (CSV)", csv, name, "text/csv", on_click="ignore")


def _listed(known: Mapping[str, str], table: PublishedTable) -> list[str]:
    """A line of Markdown for each thing that is known; rows and columns are named in full."""
    names = full_names(table)
    return [
        f"- {plain(text, 500)}" if name == "all" else f"- **{plain(in_full(name, names))}:** {plain(text, 500)}"
        for name, text in known.items()
    ]


def _reasons(cells: pd.DataFrame, table: PublishedTable) -> None:
    """What is known of the rows and columns of cells that differ."""
    unjudged = cells["badge"].eq("") & cells["published"].notna()
    differ = cells[cells["badge"].isin([DIFFERS, NONE]) | unjudged]
    where = {"all", *differ["row"], *differ["column"], *differ.get("data", []), *differ.get("method", [])}
    lines = _listed({name: text for name, text in table.deviations.items() if name in where}, table)
    if lines and len(differ):
        st.markdown(
            "**Possible reasons for differences: what is known to be unlike, or left open:**\n" + "\n".join(lines)
        )
