"""A table of one's own: the file box, what it is taken to hold, and how it is prepared. It stays in its session."""

from __future__ import annotations

import copy
import hashlib
from typing import Any

import streamlit as st

from catviz.reading.delimited import LIMITS, UnreadableError
from catviz.reading.kinds import kind_of, misnamed
from catviz.reading.recipe import Recipe
from catviz.reading.tables import inspect_table
from catviz.ui.labels import COLUMNS
from catviz.ui.state import controls, session
from catviz.ui.state.table_choices import forget
from catviz.ui.text import plain

Settings = tuple[tuple[str, Any], ...]
"""How a file is to be read, where it was set by hand: pairs of keywords of ``inspect_csv`` and their values."""


class Upload:
    """A file's content, and what it is taken to hold."""

    def __init__(self, name: str, data: bytes):
        self.name = name
        self.inspected = inspect_table(data, name)
        self.digest = hashlib.blake2b(data, digest_size=4).hexdigest()
        self.settings: Settings = ()
        self.data = data
        self.table = self.inspected.table()
        self.first_sheet = self.inspected.sheet
        self.remark = misnamed(kind_of(data, name), name)
        self.refused: dict[str, str] = {}

    @property
    def title(self) -> str:
        """How the upload is listed; the digest lets a link ask for the same file."""
        return f"{self.name} [{self.digest}]"

    @property
    def reading(self) -> dict[str, Any]:
        """How the file was read, as keywords of ``catviz.read_table``."""
        given = self.inspected.settings | dict(self.settings)
        return {key: value for key, value in given.items() if (key, value) != ("header", True)}

    def read(self, settings: Settings, recipe: Recipe) -> None:
        """Read the file with other settings and prepare it; ValueError where one does not fit, and nothing changes."""
        before = self.inspected
        if settings != self.settings:
            sheet = {"sheet": before.sheet} if before.sheets else {}
            before = inspect_table(self.data, self.name, **(sheet | dict(settings)))
        inspected = before.with_recipe(recipe)
        self.table, self.inspected, self.settings = inspected.table(), inspected, settings

    def turn_to(self, sheet: str) -> None:
        """Read another sheet of a workbook; what prepared the former one is left behind."""
        inspected = inspect_table(self.data, self.name, **(dict(self.settings) | {"sheet": sheet}))
        self.table, self.inspected = inspected.table(), inspected


def current() -> Upload | None:
    """This session's upload."""
    return session.UPLOAD.get()


def offer(opened: Upload) -> None:
    """Take a file that was opened by its path as this session's upload, unless it has one."""
    if current() is None:
        session.UPLOAD.put(copy.copy(opened))


def sheet(upload: Upload) -> None:
    """The choice of a workbook's sheet, if it has several. One that holds no table is said, and the table stays."""
    sheets = upload.inspected.sheets
    if len(sheets) < 2:
        return
    chosen = controls.select("Sheet", sheets, "sheet", upload.first_sheet, on_change=forget)
    if chosen != upload.inspected.sheet and chosen not in upload.refused:
        try:
            upload.turn_to(chosen)
        except (UnreadableError, ValueError) as error:
            upload.refused[chosen] = str(error)
    if chosen in upload.refused:
        st.error(plain(upload.refused[chosen], 600))


def box(key: str, label: str = "Your own table") -> None:
    """A file box. A file that cannot be read leaves everything as it was and says why in one sentence.

    It takes files of any ending: Streamlit refuses the others with a red sign, but without a word.
    """
    st.file_uploader(
        label,
        key=key,
        on_change=_take,
        args=(key,),
        help="CSV, Excel, OpenDocument, Parquet, Arrow, SPSS or Stata. "
        f"Up to {LIMITS.bytes // 2**20} MB, {LIMITS.rows:,} rows, {LIMITS.columns:,} columns, "
        f"{LIMITS.distinct:,} different values per column (columns with more are left out unless you change that), and "
        f"{LIMITS.characters:,} characters per cell. "
        "It is kept in the memory of the computer that runs the app, for this session only, and is not saved.",
    )
    error = session.UPLOAD_ERROR.get()
    if error and error[0] == key:
        st.error(error[1])
    upload = current()
    if upload is not None and upload.remark:
        st.info(plain(upload.remark))


def given(key: str):
    """The file in a box; None if it is empty, or the server has lost the file, as after a restart."""
    file = session.of_widget(key).get()
    return file if hasattr(file, "getvalue") else None


def _take(key: str) -> None:
    file = given(key)
    session.UPLOAD_ERROR.take()
    # Streamlit reports the same file again after a change of page
    if file is None or session.UPLOAD_TAKEN.get() == file.file_id:
        return
    session.UPLOAD_TAKEN.put(file.file_id)
    try:
        upload = Upload(file.name, file.getvalue())
    except (UnreadableError, ValueError) as error:
        session.UPLOAD_ERROR.put((key, plain(error, 600)))
        return
    if current() is not None:
        controls.forget("sheet")
    session.UPLOAD.put(upload)
    page = controls.reopen(upload.digest, data=upload.title)
    if page is None:
        controls.set_aside()
        controls.choose(data=upload.title)
    session.OPENS.put(COLUMNS if page is None else page)
