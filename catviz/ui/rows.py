"""The parts of the Rows page: the map and its background run, the selection both ways, the rows in words."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.datasets import row_names
from catviz.plots import rows as draw
from catviz.profiles import sentence
from catviz.projection import METHODS, ConstantInput, RowMap, row_map
from catviz.registry import DEFAULT_MAP, Method
from catviz.table import CategoricalTable
from catviz.ui import cache, charts, controls, jobs, panels
from catviz.ui.selection import Selection, on_page
from catviz.ui.view import View
from catviz.ui.words import counted, plain

MAPS = tuple(METHODS)
SLOW_MAP = "t-SNE"
CLUSTERS = "clusters (k-modes)"
LISTED = 1_000
SHOWN_COLUMNS = 30


def colour_control(view: View) -> tuple[str, str | int | None]:
    """What colours the points: ("groups", None), ("column", name) or ("clusters", k)."""
    groups = [f"groups ({view.table.target_name})"] if view.groups_known else []
    shown = view.shown.attributes if view.shown is not None else ()
    choice = controls.select("Colour", [*groups, CLUSTERS, *view.table.attributes, *shown], "colour")
    if choice == CLUSTERS:
        return "clusters", view.n_groups or 3
    return ("groups", None) if choice in groups else ("column", choice)


def placed(view: View, name: str, parameters: tuple, how: str) -> RowMap | None:
    """The rows' places: at once, or from a background run the user starts; None where there is nothing yet."""
    try:
        if how == DEFAULT_MAP:
            return cache.rows_placed(view, DEFAULT_MAP, (), "PCA")
        if how != SLOW_MAP:
            return cache.rows_placed(view, name, parameters, how)
        return _slow(view, name, parameters)
    except ConstantInput as error:
        panels.nothing_to_show(view, str(error).split(":")[0], "rows")
        return None


def selection(view: View, name: str, parameters: tuple, how: str) -> Selection:
    """The page's selection; another table, map or method starts a new one."""
    content = (view.fingerprint, how) if how == DEFAULT_MAP else (view.fingerprint, how, name, parameters)
    return on_page("rows", repr(content))


def drawn_under(name: str, parameters: tuple, how: str) -> tuple[str, tuple]:
    """The method, with parameters, whose space the map shows: the map's own, or the one chosen."""
    return (DEFAULT_MAP, ()) if how == DEFAULT_MAP else (name, parameters)


def draw_map(
    view: View,
    placed: RowMap,
    selection: Selection,
    colour: tuple,
    name: str,
    parameters: tuple,
    how: str,
    method: Method,
) -> None:
    """The map, with lasso."""
    groups, order = _groups(view, colour, name, parameters)
    lit = selection.ids if selection.source == "map" else _points_with(view, name, parameters, selection.ids)
    shown = np.arange(len(placed.coordinates))
    if len(shown) > draw.DRAWN_POINTS:
        shown = np.sort(np.random.default_rng(0).choice(shown, draw.DRAWN_POINTS, replace=False))
        st.caption(f"{draw.DRAWN_POINTS:,} of {len(placed.coordinates):,} distinct rows are drawn.")
    title = f"{how} of {counted(len(placed.coordinates), 'distinct row')}"
    title += "" if how == DEFAULT_MAP else f" under {method.title}"
    words = cache.described_rows(view)
    figure = draw.row_map(
        placed.coordinates[shown],
        placed.multiplicity[shown],
        [groups[i] for i in shown],
        order,
        [words[i] for i in shown],
        charts.theme(),
        title,
        ids=shown,
        **selection.drawn("map", np.asarray(lit, dtype=int)),
    )
    key = selection.key("map")
    charts.show(
        figure,
        key,
        f"{title}, coloured by {colour[1] or 'groups'}.",
        selection.picker("map"),
        ("lasso", "box", "points"),
    )
    if placed.note:
        st.caption(placed.note[0].upper() + placed.note[1:] + ".")


def chosen_rows(view: View, selection: Selection, fit: cache.Fitted) -> np.ndarray:
    """(n,) bool: the rows picked in the map, or those that carry all kinds of values picked."""
    _, inverse = cache.distinct_rows(view)
    if selection.source == "map":
        return np.isin(inverse, selection.ids)
    if selection.source == "values":
        return _carry(view.table, fit.estimator.counts_.values, selection.ids)
    return np.zeros(view.table.n_rows, dtype=bool)


def inspect(view: View, name: str, parameters: tuple, selection: Selection, chosen: np.ndarray) -> None:
    """How many rows are chosen, what sets them apart, and the values they light up."""
    n = int(chosen.sum())
    head, clear = st.columns([3, 1], vertical_alignment="center")
    head.markdown(f"**{counted(n, 'row')} chosen** of {view.table.n_rows:,}" if n else "**No row chosen yet**")
    clear.button("Clear", on_click=selection.clear, disabled=not n, width="stretch")
    frame = cache.profiled(view, tuple(np.flatnonzero(chosen))) if n else None
    if frame is None:
        st.markdown("Draw a loop around points in the map, or pick values below, and their profile appears here.")
    elif frame.empty:
        st.markdown("Too few rows for a profile: no value is expected five times among them.")
    else:
        told = sentence(frame)
        if told:
            st.markdown(f"> {plain(told)}")
        charts.show(draw.profile(frame, charts.theme()), "profile", f"Profile of {n} rows against all rows.")
    _value_map(view, name, parameters, selection, chosen)


def listing(view: View, chosen: np.ndarray) -> None:
    """The chosen rows as a table, with a download."""
    ids = np.flatnonzero(chosen)
    if not len(ids):
        return
    frame = _frame(view, ids)
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    left.markdown(f"**The {counted(len(ids), 'row')}**" + (f" (first {LISTED:,} shown)" if len(ids) > LISTED else ""))
    right.download_button(
        "Download CSV", partial(_csv, frame), "rows.csv", "text/csv", width="stretch", on_click="ignore"
    )
    st.dataframe(frame.head(LISTED), height=280, hide_index=True, alt="The chosen rows")


def _slow(view: View, name: str, parameters: tuple) -> RowMap | None:
    rows, _ = cache.distinct_rows(view)
    most = max(2, min(100, (len(rows) - 1) // 3))
    setting, action = st.columns([3, 1], vertical_alignment="bottom")
    with setting:
        perplexity = controls.number(
            "Neighbours each row looks at", "perplexity", 2, most, 30, help="t-SNE's perplexity."
        )
    key = f"tsne-{view.fingerprint}-{name}-{parameters}-{perplexity}-{view.seed}"
    geometry = cache.fitted(view, name, parameters).estimator.geometry_
    work = partial(_tsne, geometry, view.table, perplexity, view.seed)
    action.button("Run", type="primary", on_click=jobs.start, args=(key, work), width="stretch")
    job = jobs.find(key)
    if job is None:
        st.info("t-SNE takes a while on many rows: choose how many neighbours each row looks at, then Run.")
        return None
    if not job.done:
        jobs.panel(key, "t-SNE")
        return None
    result = job.result()
    if job.cancelled:
        st.caption(f"Cancelled after {job.elapsed:.0f} s: " + ("this is how far it got." if result else "nothing yet."))
    return result


def _tsne(geometry, table: CategoricalTable, perplexity: int, seed: int, report) -> RowMap:
    return row_map(geometry, table, SLOW_MAP, perplexity=perplexity, random_state=seed, callback=report)


def _groups(view: View, colour: tuple, name: str, parameters: tuple) -> tuple[list[str], list[str]]:
    kind, what = colour
    if kind != "clusters":
        return cache.point_groups(view, what)
    labels = cache.clustered(view, name, parameters, what)
    rows, inverse = cache.distinct_rows(view)
    first = np.zeros(len(rows), dtype=int)
    first[inverse] = labels
    return [f"cluster {k}" for k in first], [f"cluster {k}" for k in sorted(set(first))]


def _value_map(view: View, name: str, parameters: tuple, selection: Selection, chosen: np.ndarray) -> None:
    joint = cache.joint(view, name, parameters)
    estimator = cache.fitted(view, name, parameters).estimator
    frequencies = np.diag(estimator.counts_.matrix).astype(float)
    share, lift = np.zeros(len(frequencies)), np.zeros(len(frequencies))
    if chosen.any():
        table = view.table.recode(estimator.counts_.codebook)
        weights = (np.ones(len(table)) if table.weights is None else table.weights)[chosen]
        inside = np.concatenate(
            [
                np.bincount(codes, weights=weights, minlength=v + 1)[:v]
                for codes, v in zip(table.codes[chosen].T, table.codebook.n_values, strict=True)
            ]
        )
        share = inside / weights.sum()
        lift = share / (frequencies / estimator.counts_.n_rows)
    else:
        share = frequencies / estimator.counts_.n_rows
    figure = draw.lit_values(
        joint.coordinates,
        list(joint.values),
        lift,
        share,
        charts.theme(),
        **selection.drawn("values", None),
    )
    st.markdown("**The values** (lit: more frequent among the chosen rows)")
    charts.show(
        figure, selection.key("values"), "All values in one plane.", selection.picker("values"), ("points", "box")
    )


def _points_with(view: View, name: str, parameters: tuple, values: list[int]) -> np.ndarray:
    if not values:
        return np.zeros(0, dtype=int)
    rows, _ = cache.distinct_rows(view)
    return np.flatnonzero(_carry(rows, cache.fitted(view, name, parameters).estimator.counts_.values, values))


def _carry(table: CategoricalTable, values: tuple, picked: list[int]) -> np.ndarray:
    """Rows that carry one of the picked values in every column that has some."""
    out = np.ones(len(table), dtype=bool)
    wanted: dict[str, list[str]] = {}
    for i in picked:
        wanted.setdefault(values[i][0], []).append(values[i][1])
    for attribute, labels in wanted.items():
        r = table.codebook.position(attribute)
        codes = [table.categories[r].index(v) if v in table.categories[r] else len(table.categories[r]) for v in labels]
        out &= np.isin(table.codes[:, r], codes)
    return out


def _frame(view: View, ids: np.ndarray) -> pd.DataFrame:
    frame = view.table[ids].to_pandas()
    if view.shown is not None:
        frame = pd.concat([frame, view.shown[ids].to_pandas()], axis=1)
    if view.groups_known:
        frame.insert(0, view.table.target_name, view.table.target[ids])
    names = row_names(view.info.name) if view.info is not None else None
    if names is not None and len(names) == view.table.n_rows:
        frame.insert(0, "name", [names[i] for i in ids])
    return frame


def _csv(frame: pd.DataFrame) -> bytes:
    """The table as CSV; cells a spreadsheet would run as a formula get a leading apostrophe."""
    text = frame.astype(object).map(lambda v: f"'{v}" if isinstance(v, str) and v[:1] in "=+-@\t\r" else v)
    return text.to_csv(index=False).encode("utf-8", "replace")
