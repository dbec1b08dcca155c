"""The choice of rows in the link: its values if rows were chosen by values, else the numbers of the distinct rows.

``rows:`` and their numbers, or ``value:`` and a column with its value; ``seen:`` a column whose colours were on the
map; ``on:map`` if values were picked in their figure.
"""

from __future__ import annotations

import base64
import binascii
import zlib

import numpy as np
import streamlit as st

from catviz.reading.steps import row_numbers, row_ranges
from catviz.ui.rows.chosen import VALUES
from catviz.ui.rows.maps import ROWS
from catviz.ui.state import cache, controls
from catviz.ui.state.linked import ROWS_CHOSEN
from catviz.ui.state.view import View
from catviz.ui.widgets.selection import Selection

MOST_IN_LINK = 1_500
"""Letters that a choice may take in the link."""
_ON_THE_MAP = "on:map"
_PLAIN = 200
"""Letters up to which ranges stay readable."""
_PACKED = "~"
TOO_LONG = (
    "These rows are too many separate ranges for the link: keep them as a column below, and the link carries that."
)


def restore(view: View, selection: Selection) -> None:
    """Choose what a link asks for, once; what the table does not have is left out."""
    asked = controls.asked_texts(ROWS_CHOSEN)
    if asked is None:
        return
    named = [tuple(text.partition(":")[::2]) for text in asked]
    numbers = {" = ".join(value): i for i, value in enumerate(cache.counts(view).values)}
    values = [numbers[text] for what, text in named if what == "value" and text in numbers]
    ranges = next((text for what, text in named if what == "rows"), "")
    rows = numbers_of(ranges, cache.n_distinct(view))
    seen = frozenset((view.name, text) for what, text in named if what == "seen")
    on_map = bool(rows) or _ON_THE_MAP in asked
    selection.restore(ROWS if rows else VALUES, rows or values, on_map, seen)


def keep(view: View, selection: Selection) -> None:
    """Have the link carry the choice, and say so if it is too long."""
    texts = []
    if selection.kind == ROWS:
        texts = [f"rows:{ranges_of(selection.ids)}"]
    elif selection.kind == VALUES:
        values = cache.counts(view).values
        texts = [f"value:{' = '.join(values[i])}" for i in selection.ids]
        texts += [_ON_THE_MAP] if selection.from_figure else []
    if selection.ids:
        texts += [f"seen:{column}" for table, column in sorted(selection.seen) if table == view.name]
    long = sum(map(len, texts)) > MOST_IN_LINK
    controls.keep_texts(ROWS_CHOSEN, [] if long else texts)
    if long:
        st.caption(TOO_LONG)


def ranges_of(places) -> str:
    """Places from 0 as ranges: "0-2.8"; no letter of it grows in an address. Many ranges are packed, a bit a place."""
    ranges = row_ranges(np.asarray(places) - 1).replace(",", ".")
    if len(ranges) <= _PLAIN:
        return ranges
    bits = np.zeros(max(places) + 1, dtype=bool)
    bits[np.asarray(places)] = True
    packed = base64.urlsafe_b64encode(zlib.compress(np.packbits(bits).tobytes(), 9)).decode().rstrip("=")
    return min(ranges, _PACKED + packed, key=len)


def numbers_of(text: str, n: int) -> list[int]:
    """The places below n that `ranges_of` wrote, in order; none if the text is no such thing."""
    if text.startswith(_PACKED):
        return _unpacked(text.removeprefix(_PACKED), n)
    try:
        found = row_numbers(text.replace(".", ",")) + 1
    except ValueError:
        return []
    return np.unique(found[found < n]).tolist()


def _unpacked(text: str, n: int) -> list[int]:
    """The places of packed bits; no more is unpacked than n places take."""
    try:
        held = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        bits = zlib.decompressobj().decompress(held, n // 8 + 1)
    except (binascii.Error, zlib.error, ValueError):
        return []
    return np.flatnonzero(np.unpackbits(np.frombuffer(bits, dtype=np.uint8))[:n]).tolist()
