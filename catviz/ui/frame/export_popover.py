"""The Export popover: the figures and tables of a page, and the code for what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.export import code as scripts
from catviz.export import spss
from catviz.export import tables as export
from catviz.export.code import Piece, Source
from catviz.export.html import html_page
from catviz.reading.file_kinds import SPSS, kind_of
from catviz.ui.frame import pictures
from catviz.ui.labels import EXPORT
from catviz.ui.state import link, uploads
from catviz.ui.state.table_choices import DROP_ROWS, FROM_FILE, NONE
from catviz.ui.state.uploads import SAMPLE
from catviz.ui.state.view import View, counting_by, order_of
from catviz.ui.text import plain
from catviz.ui.widgets import charts, downloads, png_and_svg

_TITLE = 60
_MIME = {
    "html": "text/html",
    "json": "application/json",
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
    "sav": "application/x-spss-sav",
    "py": "text/x-python",
    "ipynb": "application/x-ipynb+json",
}


def popover() -> tuple[DeltaGenerator, DeltaGenerator]:
    """The popover above the page, to be filled when the page has been drawn: pictures first, then all other files."""
    charts.begin()
    downloads.begin()
    help = "Pictures, tables and the code of this view."
    with st.popover(EXPORT, icon=":material/download:", type="tertiary", help=help):
        of_pictures = st.container()
        png_and_svg.choose()
        return of_pictures, st.container(gap="xsmall")


def fill(boxes: tuple[DeltaGenerator, DeltaGenerator], view: View) -> None:
    """Give away the figures that were drawn, the rows, and what the page offers."""
    offered, further, pieces = downloads.offered()
    own_table = downloads.about_own()
    about = view if own_table is None else own_table
    rows = partial(about.listed, np.arange(about.table.n_rows))
    code = code_for(view)
    of_pictures, of_files = boxes
    with of_pictures:
        pictures.listed()
    with of_files:
        if own_table is not None:
            st.caption(f"These files are about {plain(own_table.name)}, the table that this page shows.")
        what = "The code for this" if pieces else "The code for the table"
        files: dict[str, Any] = {"py": lambda: scripts.script(code()), "ipynb": lambda: scripts.notebook(code())}
        _files(what, charts.file_name("code"), **files)
        with_file = " Put your file into the same folder." if about.private else ""
        st.caption(f"To run this code, install catviz; the packages it needs are installed with it.{with_file}")
        taken: set[str] = set()
        if spss.is_available():
            further = further | {
                "The rows": {
                    "sav": partial(_sav, rows, about.row_numbers, uploads.current() if about.uploaded else None)
                }
            }
        for title, table in ({"The rows": rows} | offered).items():
            files = {"csv": partial(_csv, table), "parquet": partial(_parquet, table), **further.get(title, {})}
            _files(title, _other_name(charts.file_name(title), taken), **files)
        for name, drawn in charts.drawn().items():
            page = partial(_page, drawn)
            _files(drawn.alt.rstrip("."), name, html=page, json=drawn.figure.to_json)
    pictures.attend(about)


def code_for(view: View) -> Callable[[], list[Piece]]:
    """What makes the code for the page that was drawn, from its table on."""
    _, _, pieces = downloads.offered()
    own_table = downloads.about_own()
    source = _source(view) if own_table is None else _whole(own_table)
    uploaded = view.uploaded if own_table is None else own_table.uploaded
    return partial(_pieces, source, uploads.current() if uploaded else None, tuple(pieces))


def _source(view: View) -> Source:
    """The table and how it was cut, as the sidebar has it."""
    drawn, whole = link.drawn(), view.whole
    large, shown = view.large, view.shown_only(kept=False)
    name = view.info.name if view.info is not None else large.name if large is not None else uploads.current().name
    aside = () if shown is None or large is not None else shown.attributes
    weights, active = drawn["weights"][0], view.table.attributes
    return Source(
        name,
        bundled=not view.private,
        own_target=whole.target_name,
        target=view.table.target_name,
        own_order=order_of(view.prepared, whole.target_name),
        target_by_recipe=view.table.target_name not in (None, whole.target_name, *whole.attributes),
        weights=None if weights in (NONE, FROM_FILE) else str(weights),
        survey=weights not in (NONE, FROM_FILE) and bool(counting_by(whole, str(weights))[1]),
        columns=None if active == whole.attributes else active,
        shown=aside,
        shown_by_recipe=not set(aside) <= {whole.target_name, *whole.attributes},
        drop_missing=drawn["missing"][0] == DROP_ROWS,
        sample=None if large is None else SAMPLE,
        recipe=view.recipe,
    )


def _whole(view: View) -> Source:
    """A bundled table as it is."""
    target = view.table.target_name
    return Source(view.info.name, own_target=target, target=target)


def _pieces(source: Source, upload: uploads.Upload | None, pieces: tuple[Piece, ...]) -> list[Piece]:
    """The code from the table on; a file is read as it was."""
    if upload is not None:
        source = replace(source, reading=upload.reading, typed=upload.inspected.typed)
    return [scripts.load(source), *pieces]


def _page(drawn: charts.Drawn) -> str:
    return html_page(drawn.alt, [charts.whole(drawn.figure)])


def _csv(table: Callable[[], pd.DataFrame]) -> str:
    return export.table_csv(table())


def _parquet(table: Callable[[], pd.DataFrame]) -> bytes:
    return export.table_parquet(table())


def _sav(table: Callable[[], pd.DataFrame], rows: np.ndarray, upload: uploads.Upload | None) -> bytes:
    """The rows as an SPSS file, with the codes of the upload where it is one."""
    of_spss = upload is not None and kind_of(upload.data, upload.name) is SPSS
    like = spss.SpssFile(upload.data, upload.name, **upload.reading) if upload is not None and of_spss else None
    return spss.table_sav(table(), like, rows)


def _files(title: str, name: str, **kinds: Callable[[], str | bytes]) -> None:
    """A line with what it is and a button a kind of file."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(plain(title, _TITLE), width="stretch")
        for ending, make in kinds.items():
            label = {"py": "Python", "ipynb": "Notebook", "parquet": "Parquet"}.get(ending, ending.upper())
            file, key = f"{name}.{ending}", f"take-{name}-{ending}"
            st.download_button(label, partial(_bytes, make), file, _MIME[ending], key=key, on_click="ignore")


def _other_name(name: str, taken: set[str]) -> str:
    """A file's name that no table of this page has yet: titles may differ by signs that no file name has."""
    numbered = (name if i == 1 else f"{name}-{i}" for i in count(1))
    free_name = next(each for each in numbered if each not in taken)
    taken.add(free_name)
    return free_name


def _bytes(make: Callable[[], str | bytes]) -> bytes:
    content = make()
    return content if isinstance(content, bytes) else content.encode("utf-8", "replace")
