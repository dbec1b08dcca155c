"""A value pointed at lights its rows on the map, a row pointed at its values: in the browser alone."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import streamlit as st

_component = st.components.v2.component(
    "catviz_lighting", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def attend(bars: str, maps: Sequence[str], carried: Mapping[int, np.ndarray]) -> None:
    """Light marks while others are pointed at.

    Parameters
    ----------
    bars, maps : chart keys
    carried : mapping of int to (u,) bool
        The distinct rows with each value, by the customdata of its bar; a row's number is the customdata of its point.
    """
    rows = {str(value): _bits(has) for value, has in carried.items()}
    _component(key="lighting", data={"bars": bars, "maps": list(maps), "rows": rows}, height=1)


def _bits(has: np.ndarray) -> str:
    return base64.b64encode(np.packbits(has, bitorder="little").tobytes()).decode("ascii")
