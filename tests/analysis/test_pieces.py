"""Work in pieces: the same rows however the work was cut, stopped and taken up again."""

import json
import os
import time
from functools import partial

import pytest

from catviz import KModes, load_dataset
from catviz.analysis import pieces
from catviz.analysis.pieces import run_pieces
from catviz.progress import stoppable


def squares(n):
    return [{"n": i, "square": i * i / 3} for i in range(n)]


PIECES = {str(n): partial(squares, n) for n in (3, 1, 4, 2)}
WHOLE = {name: piece() for name, piece in PIECES.items()}


def forbidden():
    raise AssertionError("this piece is in the journal")


@pytest.mark.parametrize("n_jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_all_pieces_in_their_order(n_jobs, tmp_path):
    found = run_pieces(PIECES, tmp_path / "journal", n_jobs)
    assert found == WHOLE and list(found) == list(PIECES)


class Process:
    """Says which process it ran in."""

    def __init__(self, together):
        self.together = together

    def __call__(self):
        time.sleep(0.02)
        return [{"process": os.getpid()}]


@pytest.mark.more
def test_neighbours_that_go_together_run_in_one_process():
    found = run_pieces({f"{group}{i}": Process(group) for group in range(6) for i in range(4)}, n_jobs=2)
    assert list(found) == [f"{group}{i}" for group in range(6) for i in range(4)]
    of = [{found[f"{group}{i}"][0]["process"] for i in range(4)} for group in range(6)]
    assert all(len(some) == 1 for some in of) and os.getpid() not in set.union(*of)


def test_a_stopped_run_goes_on_where_it_was(tmp_path):
    journal = tmp_path / "journal"
    some = run_pieces(PIECES, journal, callback=lambda done, of: done == 2)
    assert list(some) == ["3", "1"]
    assert run_pieces(dict(PIECES, **{"3": forbidden, "1": forbidden}), journal) == WHOLE


def test_a_piece_is_left_on_its_way_and_run_whole_later(monkeypatch):
    """Steps of its fits are heard, so that one long piece does not hold up who wants to stop."""
    monkeypatch.setattr(pieces, "ASKED_EVERY", 0)
    zoo, asked, counts, done = load_dataset("zoo"), [], [], {}

    def work():
        return [{"inertia": KModes(2, n_init=1, random_state=0).fit(zoo).inertia_} for _ in range(5)]

    def stop():
        asked.append(len(done))
        return len(asked) == 3

    with stoppable(stop):
        assert run_pieces({"a": work}, callback=lambda n, of: counts.append(n), done=done) == {} == done
    assert asked == [0, 0, 0] and counts == [0]
    assert run_pieces({"a": work}) == {"a": work()}


@pytest.mark.parametrize("kept", [0, 5, -1, -7])
def test_a_line_broken_off_is_dropped(kept, tmp_path):
    journal = tmp_path / "journal"
    run_pieces(PIECES, journal)
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:2]) + lines[2][:kept])
    assert run_pieces(PIECES, journal) == WHOLE
    assert sorted(journal.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_journal_of_other_settings_is_refused(tmp_path):
    journal = tmp_path / "journal"
    run_pieces(PIECES, journal, settings="5 repeats")
    with pytest.raises(ValueError, match="5 repeats"):
        run_pieces(PIECES, journal, settings="6 repeats")


def test_pieces_no_longer_asked_for_are_left_out(tmp_path):
    journal = tmp_path / "journal"
    run_pieces(PIECES, journal)
    assert run_pieces({"4": forbidden}, journal) == {"4": WHOLE["4"]}


def test_every_number_survives_the_journal(tmp_path):
    found = run_pieces({"a": partial(squares, 30)}, tmp_path / "journal")
    again = run_pieces({"a": forbidden}, tmp_path / "journal")
    assert json.dumps(found) == json.dumps(again)


def test_pieces_in_memory_are_not_run_again_and_those_that_end_are_added():
    done, counts = {"4": WHOLE["4"], "of another run": []}, []
    found = run_pieces(dict(PIECES, **{"4": forbidden}), done=done, callback=lambda n, of: counts.append((n, of)))
    assert found == WHOLE and counts == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert done == WHOLE | {"of another run": []}


@pytest.mark.parametrize("where", [0, 2])
def test_an_altered_journal_is_refused(where, tmp_path):
    journal = tmp_path / "journal"
    run_pieces(PIECES, journal, settings={"catviz": "1", "runs": "5 repeats"})
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[where] = lines[where].replace(b'"square": 0.0', b'"square": 1.0').replace(b"sha256", b"SHA256", where == 0)
    journal.write_bytes(b"".join(lines))
    with pytest.raises(ValueError, match=f"line {where + 1}"):
        run_pieces(PIECES, journal, settings={"catviz": "1", "runs": "5 repeats"})


def test_a_line_of_another_journal_is_refused(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    run_pieces(PIECES, one, settings={"catviz": "1"})
    run_pieces({"4": PIECES["4"]}, two, settings={"catviz": "2"})
    two.write_bytes(two.read_bytes() + one.read_bytes().splitlines(keepends=True)[1])
    with pytest.raises(ValueError, match="altered in line 3"):
        run_pieces(PIECES, two, settings={"catviz": "2"})


def test_a_journal_of_another_version_is_refused_by_name(tmp_path):
    journal = tmp_path / "journal"
    run_pieces(PIECES, journal, settings={"catviz": "0.1.0", "data": {"zoo": "ab"}})
    with pytest.raises(ValueError, match=r"other settings \(catviz: 0.1.0, now 0.2.0\)"):
        run_pieces(PIECES, journal, settings={"catviz": "0.2.0", "data": {"zoo": "ab"}})
    with pytest.raises(ValueError, match=r"\(data: other, now other\)"):
        run_pieces(PIECES, journal, settings={"catviz": "0.1.0", "data": {"zoo": "cd"}})
