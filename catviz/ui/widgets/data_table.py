"""Tables of data on a page; in a presentation their letters grow with the page's."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

import pandas as pd
import streamlit as st

from catviz.ui.state import session


def show_table(
    frame: pd.DataFrame,
    alt: str,
    *,
    height: int | None = None,
    column_config: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Draw a table with its text alternative.

    Parameters
    ----------
    frame : DataFrame
    alt : str
        Says what it lists.
    height : pixels, or None for a height of Streamlit's choice
    column_config : as in ``st.dataframe``, like all further options
    """
    presenting = bool(session.PRESENTING.get())
    config = dict(column_config or {})
    if presenting:
        height = None if height is None else round(height * session.LETTERS)
        for name, column in config.items():
            if isinstance(column.get("width"), int):
                config[name] = {**column, "width": round(column["width"] * session.LETTERS)}
    # a table measures its letters once: in a box it is made anew when a presentation begins, and again when it ends
    with st.container() if presenting else nullcontext():
        st.dataframe(frame, alt=alt, height=height or "auto", column_config=config, **options)
