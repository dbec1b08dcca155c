"""A table of one's own: the file box, what was understood of it, and how it is prepared. It stays in its session."""

from __future__ import annotations

import hashlib
from typing import Any

import streamlit as st

from catviz.reading.csv_files import inspect_csv
from catviz.reading.delimited import LIMITS, UnreadableError
from catviz.reading.recipe import Recipe
from catviz.table.missing import MISSING_TOKENS
from catviz.ui.state import controls, session
from catviz.ui.text import plain

Settings = tuple[tuple[str, Any], ...]
"""How a file is to be read, where it was set by hand: pairs of keywords of ``inspect_csv`` and their values."""


class Upload:
    """A file's content as it was understood."""

    def __init__(self, name: str, data: bytes):
        self.name = name
        self.digest = hashlib.blake2b(data, digest_size=4).hexdigest()
        self.understanding = inspect_csv(data, name)
        self.settings: Settings = ()
        self.data = data
        self.table = self.understanding.table()

    @property
    def title(self) -> str:
        """How the upload is listed; the digest lets a link ask for the same file."""
        return f"{self.name} [{self.digest}]"

    @property
    def reading(self) -> dict[str, Any]:
        """How the file was read, as keywords of ``catviz.read_csv``."""
        said = self.understanding
        found = {"delimiter": said.delimiter, "encoding": said.encoding, "missing": said.missing} | dict(self.settings)
        usual = {"missing": MISSING_TOKENS, "header": True}
        return {key: value for key, value in found.items() if value not in (None, usual.get(key))}

    def read(self, settings: Settings, recipe: Recipe) -> None:
        """Read the file with other settings and prepare it; ValueError where one does not fit, and nothing changes."""
        before = (
            self.understanding if settings == self.settings else inspect_csv(self.data, self.name, **dict(settings))
        )
        understanding = before.with_recipe(recipe)
        self.table, self.understanding, self.settings = understanding.table(), understanding, settings


def current() -> Upload | None:
    """This session's upload."""
    return session.UPLOAD.get()


def box(key: str, label: str = "Your own table (CSV)") -> None:
    """A file box. A file that cannot be read leaves everything as it was and says why in one sentence."""
    st.file_uploader(
        label,
        type=["csv", "tsv", "txt", "tab"],
        key=key,
        on_change=_take,
        args=(key,),
        help=f"Up to {LIMITS.bytes // 2**20} MB, {LIMITS.rows:,} rows, {LIMITS.columns:,} columns, and "
        f"{LIMITS.distinct:,} different values a column (columns with more are offered as left out). "
        "It stays in this session.",
    )
    error = session.UPLOAD_ERROR.get()
    if error and error[0] == key:
        st.error(error[1])


def arrived() -> bool:
    """True once, in the run after a file was read."""
    return bool(session.UPLOAD_ARRIVED.take())


def _take(key: str) -> None:
    file = session.of_widget(key).get()
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
    session.UPLOAD.put(upload)
    if not controls.reopen(upload.digest, data=upload.title):
        controls.choose(data=upload.title)
        session.UPLOAD_ARRIVED.put(True)
