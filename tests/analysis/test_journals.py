"""Killed runs and full disks: nothing is lost, nothing is counted twice, and one sentence says what is wrong."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from killing import killed

from catviz import saving
from catviz.__main__ import main as catviz_main
from catviz.analysis import pieces
from catviz.analysis.pieces import run_pieces
from studies.calibrate.__main__ import main as calibrate_main

ROOT = Path(__file__).resolve().parents[2]
COMPARE = ["compare", "--data", "zoo", "toy_movie", "--methods", "ADM", "Hamming", "--repeats", "2"]
CALIBRATE = ["--tables", "12", "--claims", "profile", "--jobs", "1"]


def files(folder):
    """Every file of a finished run as text, but for seconds, which are measured, and checksums of lines with them."""
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    found |= (
        {"runs.csv": re.sub(r"(?m)^((?:[^,\n]*,){3})[^,\n]*", r"\1", found["runs.csv"])} if "report.md" in found else {}
    )
    return {name: re.sub(r'"(seconds|sha256)": [^,}]*', "", text) for name, text in found.items()}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.parametrize(
    ("main", "command"), [(catviz_main, COMPARE), (calibrate_main, CALIBRATE)], ids=["compare", "calibrate"]
)
def test_a_killed_run_ends_with_the_same_bytes(main, command, tmp_path):
    whole, again = tmp_path / "whole", tmp_path / "again"
    main([*command, "--out", str(whole)])
    assert killed(3, main, [*command, "--out", str(again)])
    (journal,) = again.iterdir()
    assert journal.read_bytes().count(b"\n") == 3, "the settings and two pieces"
    journal.write_bytes(journal.read_bytes() + b'{"piece": "half of a li')
    main([*command, "--out", str(again)])
    assert files(again) == files(whole)


def squares(n):
    return [{"n": i, "square": i * i / 3} for i in range(n)]


PIECES = {str(n): lambda n=n: squares(n) for n in (3, 1, 4, 2)}
WHOLE = {name: piece() for name, piece in PIECES.items()}


class Full:
    """A file on a disk that has room for so many more bytes."""

    room = 0

    def __init__(self, file):
        self._file = file

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._file.close()

    def __getattr__(self, name):
        return getattr(self._file, name)

    def write(self, data):
        fits = data[: Full.room]
        Full.room -= len(fits)
        self._file.write(fits)
        self._file.flush()
        if len(fits) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def full(monkeypatch):
    """Set the room that is left on the disk."""
    opened = Path.open

    def fill(room):
        Full.room = room
        monkeypatch.setattr(Path, "open", open_full)

    def open_full(path, mode="r", **how):
        file = opened(path, mode, **how)
        return file if "r" in mode else Full(file)

    yield fill


@pytest.mark.parametrize("room", [0, 10, 40, 90, 150])
def test_a_full_disk_keeps_the_pieces_that_ended(room, tmp_path, full, monkeypatch):
    journal = tmp_path / "runs.jsonl"
    full(room)
    with pytest.raises(OSError, match=r"runs.jsonl .*\(No space left on device\)"):
        run_pieces(PIECES, journal)
    monkeypatch.undo()
    kept = journal.read_bytes()
    assert len(kept) <= room and (not kept or kept.endswith(b"\n"))
    assert run_pieces(PIECES, journal) == WHOLE
    assert journal.read_bytes().startswith(kept) and journal.read_bytes().count(b"\n") == 5


def test_a_report_stays_whole_where_there_is_no_room_for_a_new_one(tmp_path, full, monkeypatch):
    path = tmp_path / "report.md"
    saving.write_whole(path, "the former one\n")
    full(5)
    with pytest.raises(OSError, match="report.md cannot be"):
        saving.write_whole(path, "another one\n")
    monkeypatch.undo()
    assert [each.name for each in tmp_path.iterdir()] == ["report.md"]
    assert path.read_text() == "the former one\n"
    saving.write_whole(path, "another one\n")
    assert path.read_text() == "another one\n" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("command", [[*COMPARE[:3], "--repeats", "1"], ["import-uci", "caesarian", "original"]])
def test_a_folder_that_cannot_be_written_is_a_sentence(command, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    own = [*command, "--out", str(tmp_path / "file" / "out")] if command[0] == "compare" else command
    monkeypatch.setenv("CATVIZ_DATA", str(tmp_path / "file"))
    if command[0] == "import-uci":
        original = tmp_path / "original"
        monkeypatch.setattr("catviz.reading.datasets.IMPORTS", {"caesarian": lambda text: Shaped((80, 5))})
        original.write_text("")
        own = [*command[:2], str(original)]
    with pytest.raises(SystemExit) as ended:
        catviz_main(own)
    said = str(ended.value.code)
    assert said.startswith("catviz: ") and "cannot be written" in said and "choose another folder" in said
    assert "\n" not in said


class Shaped:
    """What an original file holds, as far as its shape is looked at."""

    def __init__(self, shape):
        self.shape = shape

    def to_csv(self, **how):
        return "a\n"


@pytest.mark.parametrize(
    "text",
    [b"my notes", b"my notes\n", b'{"settings": ""}\nx\n', b'{"settings": ""}\n{"piece": 1}\n', b"[1]\n", b"\xff\n"],
)
def test_a_file_that_is_no_journal_is_refused_and_stays(text, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(ValueError, match="notes.txt .* line [12]"):
        run_pieces(PIECES, path)
    assert path.read_bytes() == text


@pytest.mark.parametrize("home", ["", "/nothing/there", os.devnull])
def test_data_sets_are_found_whatever_the_home_is(home, monkeypatch):
    from catviz.reading.datasets import is_here, load_dataset

    monkeypatch.setenv("HOME", home)
    for name in ("CATVIZ_DATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert load_dataset("zoo").n_rows == 101 and not is_here("caesarian")


def test_a_home_that_nobody_knows_is_no_error(monkeypatch):
    from catviz.reading.datasets import is_here

    for name in ("HOME", "CATVIZ_DATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 5)
    assert not is_here("caesarian")


def test_a_limit_on_the_size_of_files_is_a_full_disk(tmp_path):
    """The system itself refuses to write: a process that may not write more than 100 bytes to a file."""
    program = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "from catviz.analysis.pieces import run_pieces\n"
        "run_pieces({str(n): lambda n=n: [{'x': n / 3}] * 3 for n in range(5)}, 'journal')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stderr.splitlines()[-1].startswith("OSError: journal cannot be written (File too large)")
    assert (tmp_path / "journal").read_bytes().endswith(b"\n")
    assert pieces.run_pieces({}, tmp_path / "journal") == {}
