"""Everything leaves with you: a page's figures, its tables, and the code for what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import numpy as np
import pandas as pd
import streamlit as st

from catviz.export import code as scripts
from catviz.export import tables as export
from catviz.export.code import Piece, Source
from catviz.export.html import html_page
from catviz.geometry.value_geometries import ValueOrder
from catviz.reading.csv_files import understand
from catviz.reading.missing import MISSING_TOKENS
from catviz.registry import DEFAULT_MAP, Method
from catviz.ui.classify.trial import Trial
from catviz.ui.clusters import parts
from catviz.ui.frame import sidebar
from catviz.ui.rows import chosen
from catviz.ui.rows.maps import SLOW_MAP, Side
from catviz.ui.state import cache, controls, uploads
from catviz.ui.state.large import SAMPLE
from catviz.ui.state.learned import Learned
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts

Tables = Mapping[str, Callable[[], pd.DataFrame]]
Kinds = Mapping[str, Callable[[], str | bytes]]
"""What makes a file, by its ending."""
_OFFERED, _ABOUT = "_offered", "_about"
_TITLE = 60
_MIME = {
    "html": "text/html",
    "json": "application/json",
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
    "py": "text/x-python",
    "ipynb": "application/x-ipynb+json",
}


def popover():
    """The sidebar's popover, to be filled when the page has been drawn, and what its charts' camera button saves."""
    charts.begin()
    st.session_state[_OFFERED], st.session_state[_ABOUT] = ({}, {}, []), None
    with st.sidebar, st.popover("Take it along", width="stretch"):
        box = st.container(gap="xsmall")
        controls.segmented(
            "The camera button above a figure saves",
            charts.FORMATS,
            charts.CAMERA,
            help="The button is there while the mouse is in the figure.",
        )
    return box


def offer(tables: Tables, pieces: Sequence[Piece], others: Mapping[str, Kinds] = MappingProxyType({})) -> None:
    """Add tables, by title and made when they are asked for, and pieces of code to what the page gives away.

    ``others`` holds further kinds of file for some of the titles.
    """
    offered, further, code = st.session_state[_OFFERED]
    offered.update(tables)
    further.update(others)
    code.extend(pieces)


def about(view: View) -> None:
    """Say that the page shows a whole table of its own, whatever the sidebar has: files are about that one."""
    st.session_state[_ABOUT] = view
    charts.name_after(view.info.name)


def fill(box, view: View) -> None:
    """Give away the figures that were drawn, the rows, and what the page offers."""
    offered, further, pieces = st.session_state[_OFFERED]
    own = st.session_state[_ABOUT]
    view, source = (view, _source(view)) if own is None else (own, _whole(own))
    listed = partial(chosen.listed, view, np.arange(view.table.n_rows))
    code = partial(_pieces, source, uploads.current() if view.uploaded else None, tuple(pieces))
    with box:
        if own is not None:
            st.caption(f"These files are about {plain(own.name)}, the table that this page shows.")
        what = "The code for this" if pieces else "The code for the table"
        made = {"py": lambda: scripts.script(code()), "ipynb": lambda: scripts.notebook(code())}
        _files(what, charts.file_name("code"), **made)
        st.caption("It needs catviz alone" + (", and your file beside it." if view.private else "."))
        for title, table in ({"The rows": listed} | offered).items():
            made = {"csv": partial(_csv, table), "parquet": partial(_parquet, table)} | further.get(title, {})
            _files(title, charts.file_name(title), **made)
        for name, (figure, alt) in charts.drawn().items():
            _files(alt.rstrip("."), name, html=lambda f=figure, a=alt: html_page(a, [f]), json=figure.to_json)


def columns(view: View, measure: str) -> None:
    """How many rows have each value, and how columns depend on each other."""
    counts = cache.counts(view)
    tables, pieces = {"How many rows have each value": partial(_counted, counts)}, []
    if view.table.n_attributes > 1:
        matrix = cache.association(view, measure)
        tables[f"Dependence of columns, {measure}"] = lambda: matrix.rename_axis("column").reset_index()
        pieces.append(scripts.association(measure, view.large is not None))
    offer(tables, pieces)


def values(view: View, sides: Iterable[Learned], column: str, pair: tuple[str, str]) -> None:
    """What methods learned of the values; one method with several parameters is named with them."""
    sides = list(sides)
    for side in sides:
        short, same = side.method.short, [other for other in sides if other.method is side.method]
        given = ", ".join(f"{name} {value}" for name, value in side.parameters)
        offer(
            _geometry(side, f"{short}, {given}" if len(same) > 1 else short),
            [_learn(view, side), scripts.values(column, *pair)],
        )


def orders(view: View, method: Method, parameters: cache.Parameters, fit: cache.Fitted | None) -> None:
    """The orders that a method gives the values."""
    if fit is None:
        return
    learned = Learned(method, parameters, fit)
    title, order = f"Orders, {method.short}", fit.estimator.geometry_.order
    tables = {title: lambda: export.orders_table(order())}
    others = {
        "json": lambda: export.orders_json(_by_column(order())),
        "py": lambda: export.orders_code(_by_column(order())),
    }
    offer(tables | _geometry(learned), [_learn(view, learned), scripts.orders()], {title: others})


def maps(view: View, sides: Iterable[Side]) -> None:
    """Where the rows stand in each map that is drawn, and what its method learned."""
    for side in sides:
        pieces = [_learn(view, side.learned)]
        tables = _geometry(side.learned) if side.learned.method.has_values else {}
        if side.placed is not None:
            perplexity = int(controls.drawn()["perplexity"][0]) if side.kind == SLOW_MAP else None
            tables = {f"Places of the rows, {side.title}": partial(_placed, view, side)} | tables
            kind = "PCA" if side.kind == DEFAULT_MAP else side.kind
            pieces.append(scripts.row_map(kind, view.seed, perplexity))
        offer(tables, pieces)


def clustered(found: parts.Clustering) -> None:
    """The rows with their cluster, and what the method learned."""
    piece = scripts.clusters(found.name, found.k, cache.CLUSTER_STARTS, found.view.seed, found.scored)
    tables = {"The rows with their cluster": partial(parts.labelled, found)}
    offer(tables | _geometry(found.learned), [_learn(found.view, found.learned), piece])


def trial(view: View, tried: Trial, runs: pd.DataFrame) -> None:
    """Accuracies on repeated splits, and the code that runs them."""
    kept = ["encoding", "classifier", "repeat", "accuracy"]
    tables = {"Accuracies on each split": lambda: runs[kept].sort_values(kept[1:3] + kept[:1])}
    offer(
        tables, [scripts.splits(tried.encodings, tried.c, tried.neighbours, tried.repeats, tried.test_size, view.seed)]
    )


def _learn(view: View, learned: Learned) -> Piece:
    given = dict(learned.parameters)
    if "random_state" in learned.estimator.get_params():
        given["random_state"] = view.seed
    return scripts.learn(learned.method.name, given, view.groups_known, view.large is not None)


def _geometry(learned: Learned, name: str | None = None) -> dict[str, Callable[[], pd.DataFrame]]:
    estimator, name = learned.estimator, name or learned.method.short
    return {
        f"Distances between values, {name}": lambda: export.distances_table(estimator.value_distances_),
        f"Coordinates of values, {name}": lambda: export.coordinates_table(estimator.value_embedding_),
    }


def _by_column(order: ValueOrder) -> dict[str, list[str]]:
    return {a: order.labels(a) for a in order.codebook.attributes}


def _counted(counts) -> pd.DataFrame:
    frame = pd.DataFrame(counts.values, columns=["column", "value"])
    return frame.assign(rows=np.diag(counts.matrix))


def _placed(view: View, side: Side) -> pd.DataFrame:
    """A row a row of the table: its number from 1, its group where known, its place."""
    places = side.placed.coordinates[side.placed.inverse]
    frame = pd.DataFrame(places, columns=[f"axis {k + 1}" for k in range(places.shape[1])])
    if view.groups_known:
        frame.insert(0, "group", view.table.target)
    frame.insert(0, "row", np.arange(1, len(frame) + 1))
    return frame


def _source(view: View) -> Source:
    """The table and how it was cut, as the sidebar has it."""
    upload, drawn = uploads.current(), controls.drawn()
    if view.large is not None:
        name, whole = view.large.name, view.large.sample
    elif view.uploaded:
        name, whole = upload.name, upload.table
    else:
        name, whole = view.info.name, cache.bundled(view.info.name)
    weights, active = drawn["weights"][0], view.table.attributes
    return Source(
        name,
        bundled=not view.private,
        own_groups=whole.target_name,
        groups=view.table.target_name,
        weights=None if weights in (sidebar.NONE, sidebar.FROM_FILE) else weights,
        columns=None if active == whole.attributes else active,
        drop_missing=drawn["missing"][0] == "drop rows",
        sample=None if view.large is None else SAMPLE,
    )


def _whole(view: View) -> Source:
    """A bundled table as it is."""
    target = view.table.target_name
    return Source(view.info.name, own_groups=target, groups=target)


def _pieces(source: Source, upload: uploads.Upload | None, pieces: tuple[Piece, ...]) -> list[Piece]:
    """The code from the table on; a file is read as it was, its columns as they were changed by hand."""
    if upload is not None:
        said = upload.understanding
        reading = {"delimiter": said.delimiter, "encoding": said.encoding, "missing": said.missing}
        if said.missing == MISSING_TOKENS:
            del reading["missing"]
        reading = {key: value for key, value in reading.items() if value is not None}
        guessed = understand(upload.data, upload.name, **reading).columns
        changed = [
            (own.name, own.role, own.order)
            for own, guess in zip(said.columns, guessed, strict=True)
            if (own.role, own.order) != (guess.role, guess.order)
        ]
        source = replace(source, reading=reading, roles=tuple(changed))
    return [scripts.load(source), *pieces]


def _csv(table: Callable[[], pd.DataFrame]) -> str:
    return export.table_csv(table())


def _parquet(table: Callable[[], pd.DataFrame]) -> bytes:
    return export.table_parquet(table())


def _files(title: str, name: str, **kinds: Callable[[], str | bytes]) -> None:
    """A line with what it is and a button a kind of file."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(plain(title, _TITLE), width="stretch")
        for ending, make in kinds.items():
            label = {"py": "Python", "ipynb": "Notebook", "parquet": "Parquet"}.get(ending, ending.upper())
            file, key = f"{name}.{ending}", f"take-{name}-{ending}"
            st.download_button(label, partial(_bytes, make), file, _MIME[ending], key=key, on_click="ignore")


def _bytes(make: Callable[[], str | bytes]) -> bytes:
    made = make()
    return made if isinstance(made, bytes) else made.encode("utf-8", "replace")
