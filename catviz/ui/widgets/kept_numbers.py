"""Whether the numbers of columns that were cut into ranges stay numbers, for the methods that take numbers."""

from __future__ import annotations

import numpy as np
import streamlit as st

from catviz.export.code import Piece, literal
from catviz.registry import Method
from catviz.table.encoding import MIXED, NUMBERS
from catviz.table.uncut import cut_columns, variance_kept
from catviz.ui.state import cache, controls
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import downloads
from catviz.wording import in_percent

CUT, KEPT = "Cut into ranges", "As numbers"
_HELP = "Within a range, all numbers are equal. As numbers, they are compared by their difference."
_NAMED = 3


def choose(view: View, *chosen: Method) -> View:
    """The view, with numbers as numbers if that is asked for; offered where all methods chosen take numbers."""
    names = () if view.large is not None else cut_columns(view.table)
    takes = all(method.cls.numeric_columns in (MIXED, NUMBERS) for method in chosen)
    if not names or len(names) == view.table.n_attributes or not takes:
        return view
    box, words = st.columns([2.2, 6], vertical_alignment="bottom")
    with box:
        kept = controls.segmented("Numbers", (CUT, KEPT), "numbers", CUT, help=_HELP) == KEPT
    listed = plain(", ".join(names), 200) if len(names) <= _NAMED else counted(len(names), "column")
    words.caption(f"{listed}: the ranges keep {_kept(view)} of the variance." if not kept else f"Numbers: {listed}.")
    if not kept:
        return view
    downloads.offer({}, [Piece("Numbers", f"table = catviz.with_numbers(table, {literal(names)})")])
    return view.with_numbers()


@cache.by_content(12)
def _kept(view: View) -> str:
    """The least and the most share of a column's variance that its ranges keep."""
    shares = [variance_kept(view.table, name) for name in cut_columns(view.table)]
    known = [share for share in shares if not np.isnan(share)]
    texts = list(dict.fromkeys(in_percent(share) for share in sorted(known)))
    return " to ".join({0: texts[0], 1: texts[-1]}.values()) if texts else "all"
