"""Selections of rows: saved by name, their shares of values side by side, and the present one in the link.

In the link, ``rows:`` and their numbers, or ``value:`` and a column with its value; ``seen:`` a column whose colours
were on the map; ``on:map`` if values were picked in their figure.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.profiles import FEWEST_EXPECTED, contrast
from catviz.plots import profiles as draw
from catviz.reading.steps import row_numbers, row_ranges
from catviz.table.weights import are_whole
from catviz.ui.map.maps import ROWS
from catviz.ui.map.values_beside import VALUES
from catviz.ui.state import cache, controls, link, session
from catviz.ui.state.table_choices import ROWS_CHOSEN
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.selection import Selection

#: In the link: each selection's name and distinct rows, and the names of those compared.
LINKED, COMPARED = "saved", "compared"
#: Letters of a name.
LONGEST = 40
#: Selections kept at most, one per colour.
MOST = 8
SAVE, NAME, REMOVE = "Save selection", "Name of this selection", "Remove"

#: Places among the distinct rows, by name.
Saved = dict[str, np.ndarray]
#: Letters that a choice may take in the link.
MOST_IN_LINK = 1_500
_ON_THE_MAP = "on:map"
#: Letters up to which ranges stay readable.
_PLAIN = 200
_PACKED = "~"
TOO_LONG = (
    "These rows are too many separate ranges for the link: keep them as a column below, and the link carries that."
)


def section(view: View, points: np.ndarray) -> None:
    """Save the rows chosen under a name, and compare what was saved.

    Parameters
    ----------
    points : (u,) bool
        The distinct rows chosen now.
    """
    saved = _saved_selections(view, len(points))
    if not points.any() and not saved:
        return
    st.markdown("**Saved selections**")
    name_box, save_box, which_box, remove_box = st.columns([2, 1.2, 4, 1.6], vertical_alignment="bottom")
    box = session.of_widget("saved-name")
    name_box.text_input(NAME, key=box.name, max_chars=LONGEST, placeholder=_unused(saved))
    full = len(saved) >= MOST
    save = partial(_save, view.fingerprint, np.flatnonzero(points), box)
    save_box.button(SAVE, on_click=save, disabled=full or not points.any(), width="stretch")
    if full:
        st.caption(f"At most {MOST} selections are kept: remove some to save others.")
    if not saved:
        return
    with which_box:
        names = controls.several("Compare", list(saved), COMPARED, list(saved))
    remove = partial(_remove, view.fingerprint, names)
    help = "Removes the selections compared here."
    remove_box.button(REMOVE, on_click=remove, disabled=not names, help=help, width="stretch")
    if names:
        _compare(view, {name: saved[name] for name in names})


def _compare(view: View, saved: Saved) -> None:
    """Shares of the values in each selection and among all rows; those that differ most first."""
    _, inverse = cache.distinct_rows(view)
    masks = {name: np.isin(inverse, places) for name, places in saved.items()}
    weights, whole = view.table.row_weights, are_whole(view.table.weights)
    sizes = {name: weights[mask].sum() for name, mask in masks.items()}
    shares = _shares(view, masks)
    main, side = st.columns([2, 1], gap="large")
    with main:
        alt = f"Shares of values in {counted(len(saved), 'saved selection')} and among all rows."
        if len(shares):
            charts.show(draw.side_by_side(shares, list(masks), charts.theme()), "saved-selections", alt)
        else:
            st.markdown(f"Nothing to compare: no value is expected {FEWEST_EXPECTED} times in a selection.")
    with side:
        rows = "rows" if whole else "weighted rows"
        frame = pd.DataFrame({"selection": list(sizes), rows: list(sizes.values())})
        frame["share"] = frame[rows] / weights.sum()
        config = {
            rows: st.column_config.NumberColumn(format="localized"),
            "share": st.column_config.ProgressColumn(format="percent", min_value=0.0, max_value=1.0),
        }
        show_table(frame, hide_index=True, column_config=config, alt="Sizes of the saved selections")
        st.caption(
            "Values whose shares differ most between these selections; of a single one, from all rows. The shares "
            "describe the rows that you chose; nothing is tested." + _overlaps(masks)
        )


def _shares(view: View, masks: dict[str, np.ndarray]) -> pd.DataFrame:
    """A row per value: ``attribute``, ``value``, ``share_all``, and its share in each selection, by name."""
    tables = [table for table in (view.table, view.shown) if table is not None]
    parts = [pd.concat([contrast(table, mask) for table in tables], ignore_index=True) for mask in masks.values()]
    often = np.any([part["expected"] >= FEWEST_EXPECTED for part in parts], axis=0)
    inside = np.column_stack([part["share"] for part in parts])
    spread = np.ptp(inside if len(masks) > 1 else np.column_stack([inside, parts[0]["share_all"]]), axis=1)
    frame = parts[0][["attribute", "value", "share_all"]].assign(spread=spread)
    frame[[f"share {i}" for i in range(len(masks))]] = inside
    return frame[often].sort_values("spread", ascending=False, kind="stable").reset_index(drop=True)


def _overlaps(masks: dict[str, np.ndarray]) -> str:
    """Which selections have rows in common."""
    names = list(masks)
    shared = [
        f"{a} and {b} ({(masks[a] & masks[b]).sum():,})"
        for i, a in enumerate(names)
        for b in names[i + 1 :]
        if (masks[a] & masks[b]).any()
    ]
    return f" Rows in common: {plain(', '.join(shared), 300)}." if shared else ""


def _saved_selections(view: View, n: int) -> Saved:
    """What was saved of this table; those of a link belong to the first table shown."""
    every = session.SAVED_SELECTIONS.first(dict)
    asked = link.asked_texts(LINKED)
    if asked is not None:
        every[view.fingerprint] = _read(asked, n)
    saved: Saved = every.setdefault(view.fingerprint, {})
    texts = [f"{name}:{ranges_of(places)}" for name, places in saved.items()]
    long = sum(map(len, texts)) > MOST_IN_LINK
    link.keep_texts(LINKED, [] if long else texts)
    if long:
        st.caption("The saved selections are too long for the link: they are kept in this session only.")
    return saved


def _save(table: str, places: np.ndarray, box: session.Key[str]) -> None:
    saved = session.SAVED_SELECTIONS.first(dict).setdefault(table, {})
    wanted = " ".join((box.take() or "").replace(":", " ").split())[:LONGEST]
    name = wanted if wanted and wanted not in saved else _unused(saved, wanted)
    compared = [name for name in session.CHOICES.first(dict).get(COMPARED, []) if name in saved]
    saved[name] = places
    controls.choose(**{COMPARED: [*compared, name]})


def _remove(table: str, names: list[str]) -> None:
    saved = session.SAVED_SELECTIONS.first(dict).get(table, {})
    for name in names:
        saved.pop(name, None)
    controls.choose(**{COMPARED: list(saved)})


def _unused(saved: Saved, like: str = "") -> str:
    """A name that no selection has: "selection 1" and so on, or one like another with a number."""
    start = like or "selection"
    return next(name for i in range(1, MOST + 2) if (name := f"{start} {i}") not in saved)


def _read(texts: list[str], n: int) -> Saved:
    """Selections as a link has them; what is no selection of n distinct rows is left out."""
    saved: Saved = {}
    for text in texts[:MOST]:
        name, _, ranges = text.partition(":")
        places = numbers_of(ranges, n)
        if name.strip() and places:
            saved[name.strip()[:LONGEST]] = np.array(places)
    return saved


def restore_choice(view: View, selection: Selection) -> None:
    """Choose what a link asks for, once; what the table does not have is left out."""
    asked = link.asked_texts(ROWS_CHOSEN)
    if asked is None:
        return
    named = [tuple(text.partition(":")[::2]) for text in asked]
    numbers = {" = ".join(value): i for i, value in enumerate(cache.counts(view).values)}
    values = [numbers[text] for what, text in named if what == "value" and text in numbers]
    ranges = next((text for what, text in named if what == "rows"), "")
    rows = numbers_of(ranges, cache.n_distinct(view))
    coloured = frozenset((view.name, text) for what, text in named if what == "seen")
    on_map = bool(rows) or _ON_THE_MAP in asked
    selection.restore(ROWS if rows else VALUES, rows or values, on_map, coloured)


def keep_choice(view: View, selection: Selection) -> None:
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
    link.keep_texts(ROWS_CHOSEN, [] if long else texts)
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
        places = row_numbers(text.replace(".", ",")) + 1
    except ValueError:
        return []
    return np.unique(places[places < n]).tolist()


def _unpacked(text: str, n: int) -> list[int]:
    """The places of packed bits; no more is unpacked than n places take."""
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        bits = zlib.decompressobj().decompress(packed, n // 8 + 1)
    except (binascii.Error, zlib.error, ValueError):
        return []
    return np.flatnonzero(np.unpackbits(np.frombuffer(bits, dtype=np.uint8))[:n]).tolist()
