"""Shelves: what they hold is made once, whoever asks, and no longer held than it should be."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from driver import HANG

from catviz.ui.state.shelves import Shelf, _followed, following


def test_what_was_used_last_stays():
    shelf, made = Shelf(2), []

    def get(key):
        return shelf.get(key, lambda: made.append(key) or key.upper())

    assert [get(key) for key in "abacb"] == ["A", "B", "A", "C", "B"]
    assert made == ["a", "b", "c", "b"]
    shelf.clear()
    assert get("b") == "B" and made[-1] == "b" and len(made) == 5


def test_threads_that_ask_for_one_result_wait_for_the_one_that_makes_it():
    shelf, made, asked = Shelf(1), [], threading.Barrier(3, timeout=HANG)

    def get(_):
        asked.wait()
        return shelf.get("key", lambda: made.append(object()) or made[0])

    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(get, range(3)))
    assert len(made) == 1 and results == made * 3


def test_what_could_not_be_made_is_tried_again():
    shelf = Shelf(1)
    with pytest.raises(ZeroDivisionError):
        shelf.get("key", lambda: 1 // 0)
    assert shelf.get("key", lambda: 7) == 7


def test_a_result_may_be_made_from_others_of_the_shelf():
    shelf = Shelf(2)
    assert shelf.get("sum", lambda: shelf.get("part", lambda: 3) + 1) == 4


def test_what_follows_from_a_result_is_made_once_and_goes_with_it():
    class Result:
        pass

    one, other, made = Result(), Result(), []
    for result in (one, one, other):
        assert following(result, ("doubled", 2), lambda: made.append(2) or 4) == 4
    assert len(made) == 2
    assert following(one, ("doubled", 3), lambda: 6) == 6
    place = id(one)
    assert place in _followed
    del one, result
    assert place not in _followed and id(other) in _followed
