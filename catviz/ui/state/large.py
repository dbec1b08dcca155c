"""A file named when the server starts: where it may be larger than memory, what is counted sees all rows, the rest a
sample of them; a workbook and the like, which can only be read as a whole, is an upload of every session.
"""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, cast

import streamlit as st

from catviz.cli.app import DATA_FILE as VARIABLE
from catviz.reading.csv_files import bytes_of
from catviz.reading.kinds import is_whole
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import Counts, count
from catviz.ui.labels import COLUMNS
from catviz.ui.state import jobs
from catviz.ui.state.uploads import Upload
from catviz.ui.text import counted, failure, plain
from catviz.wording import duration, in_percent

if TYPE_CHECKING:
    from catviz.reading.sources import ScannedSource

SAMPLE = 10_000
"""Rows drawn at random for what needs rows: maps, clusters, classes, tests, and methods that learn from rows."""
_PASSES = 3


@dataclass(frozen=True, eq=False)
class Large:
    """All rows of a file as counts, and a sample of them as a table.

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

    def caption(self) -> None:
        """Say what is seen of it."""
        left = f" Left out, with too many values: {', '.join(map(plain, self.source.left_out))}."
        notes = "".join(f" {plain(note, 600)}" for note in self.source.notes)
        st.caption(
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
    """Progress while the file is being read; the page runs again when it is there."""

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
