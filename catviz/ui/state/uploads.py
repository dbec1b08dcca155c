"""A table of one's own: the file box, what it is taken to hold, and how it is prepared. It stays in its session."""

from __future__ import annotations

import copy
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from catviz.cli.app import DATA_FILE as VARIABLE
from catviz.reading.delimited import UnreadableError
from catviz.reading.file_kinds import called_kinds, is_whole, kind_of, misnamed
from catviz.reading.limits import LIMITS
from catviz.reading.recipe import Recipe
from catviz.reading.tables import bytes_of, inspect_table
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts, count
from catviz.ui.labels import COLUMNS, OVERVIEW
from catviz.ui.state import controls, jobs, link, session
from catviz.ui.state.table_choices import forget
from catviz.ui.text import counted, failure, plain
from catviz.wording import duration, in_percent

if TYPE_CHECKING:
    from catviz.reading.sources import ScannedSource

#: How a file is to be read, where it was set by hand: pairs of keywords of ``inspect_csv`` and their values.
Settings = tuple[tuple[str, Any], ...]
#: Rows drawn at random for what needs rows: maps, clusters, classes, tests, and methods that learn from rows.
SAMPLE = 10_000
_PASSES = 3


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
        return self.inspected.settings | dict(self.settings)

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
    """Show a file box. A file that cannot be read leaves everything as it was and says why in one sentence.

    It takes files of any ending: Streamlit refuses the others with a red sign, but without a word.
    """
    st.file_uploader(
        label,
        key=key,
        on_change=_take_file,
        args=(key,),
        help=f"{called_kinds()}. "
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


def _take_file(key: str) -> None:
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
        link.forget("sheet")
    session.UPLOAD.put(upload)
    page = link.reopen(upload.digest, data=upload.title)
    if page is None:
        link.set_aside()
        controls.choose(data=upload.title)
    session.OPENS.put(OVERVIEW if page is None else page)


@dataclass(frozen=True, eq=False)
class Large:
    """A file named when the server starts: all rows as counts, and a sample of them as a table.

    It may be larger than memory: what is counted sees all rows, the rest a sample of them.

    Attributes
    ----------
    name : str
    source : ScannedSource
    counts : Counts of all rows and columns
    sample : CategoricalTable
    """

    name: str
    source: ScannedSource
    counts: Counts
    sample: CategoricalTable

    @cached_property
    def content(self) -> str:
        """Equal counts, equal text."""
        counts = repr(self.counts.values).encode("utf-8", "surrogatepass") + self.counts.matrix.tobytes()
        return hashlib.blake2b(counts, digest_size=4).hexdigest()

    @property
    def title(self) -> str:
        """How it is listed; the digest lets a link ask for the same file."""
        return f"{self.name} [{self.content}]"

    def counts_of(self, columns: tuple[str, ...], by: str | None = None) -> Counts:
        """Counts of some columns over all rows, of each group too where ``by`` names their column."""
        return (self.counts if by is None else _by_group(self, by)).select(columns)

    @property
    def about(self) -> str:
        """What is seen of it."""
        left = f" Left out, with too many values: {', '.join(map(plain, self.source.left_out))}."
        notes = "".join(f" {plain(note, 600)}" for note in self.source.notes)
        return (
            f"{counted(self.source.n_rows, 'row')}. Counts, the tests on {COLUMNS}, and distances of methods that "
            "learn from counts, come from all rows; other methods, and all other tests, from "
            f"{len(self.sample):,} drawn at random." + (left if self.source.left_out else "") + notes
        )


def opening() -> jobs.Job | None:
    """The work of opening the file, begun by the first session that asks; None where no file is named."""
    path = os.environ.get(VARIABLE)
    if not path:
        return None
    try:
        state = os.stat(path)
    except OSError as error:
        why = f"cannot be opened ({error.strerror or error})"
        failure(ValueError(f"{VARIABLE} names {Path(path).name}, which {why}: give the path of a file"))
        return None
    return _begun(path, state.st_size, state.st_mtime_ns)


def opened(job: jobs.Job | None) -> Large | Upload | None:
    """The file, an `Upload` where it is read as a whole; None, said, where there is none or it cannot be read."""
    if job is None or not job.done:
        return None
    try:
        return job.result()
    except (ValueError, OSError) as error:
        failure(error)
        return None


def wait_for(job: jobs.Job) -> None:
    """Show progress while the file is being read; the page runs again when it is there."""

    @st.fragment(run_every=0.5)
    def draw() -> None:
        if job.done:
            st.rerun()
        name = plain(Path(os.environ[VARIABLE]).name)
        st.progress(min(job.share, 1.0), text=f"Reading {name}: {in_percent(job.share)}, {duration(job.elapsed)}")

    draw()


@st.cache_resource(max_entries=1, show_spinner=False)
def _begun(path: str, size: int, changed: int) -> jobs.Job:
    job = jobs.Job(partial(_open, Path(path)))
    job.future = ThreadPoolExecutor(1, thread_name_prefix="catviz-file").submit(job.run)
    return job


def _open(path: Path, report) -> Large | Upload:
    if path.is_file() and is_whole(_start(path), path.name):
        return Upload(path.name, bytes_of(path))

    def part(number: int):
        def progress(step: dict) -> bool:
            report((number + (step["rows"] / step["of"] if step["of"] else 0)) / _PASSES)
            return False

        return progress

    from catviz.reading.sources import scan  # slow to import

    source = cast("ScannedSource", scan(path, callback=part(0)))
    counts = count(source, callback=part(1))
    return Large(path.name, source, counts, source.sample(SAMPLE, callback=part(2)))


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(16)


@st.cache_resource(max_entries=2, show_spinner="Counting all rows by group", hash_funcs={Large: attrgetter("content")})
def _by_group(large: Large, column: str) -> Counts:
    return count(large.source.regrouped(column), by=column)
