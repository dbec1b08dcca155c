"""Turns: a few at a time, first come, first served, given back whatever happens."""

import threading
import time

import pytest

from catviz.ui.state import turns as module
from catviz.ui.state.turns import Turns


def test_no_more_than_so_many_are_taken_at_once_in_the_order_of_asking():
    turns, inside, order = Turns(2), set(), []
    end = [threading.Event() for _ in range(8)]

    def work(i):
        with turns.turn():
            inside.add(i)
            order.append(i)
            end[i].wait()
            inside.discard(i)

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(8)]
    for asked, thread in enumerate(threads, 1):
        thread.start()
        while len(order) + len(turns._waiting) < asked:
            time.sleep(0.001)
    for i in range(8):
        while len(order) < min(i + 2, 8):
            time.sleep(0.001)
        assert len(inside) <= 2
        end[i].set()
    for thread in threads:
        thread.join()
    assert order == list(range(8))


def test_a_turn_is_given_back_if_its_block_fails():
    turns = Turns(1)
    for _ in range(2):
        with pytest.raises(ValueError, match="broken"), turns.turn():
            raise ValueError("broken")
    with turns.turn():
        assert turns._free == 0 and turns.taken
    assert turns._free == 1 and not turns.taken


def test_one_who_waits_hears_how_many_come_first_and_can_leave(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    turns, heard = Turns(1), []

    def leave(before):
        heard.append(before)
        if len(heard) == 3:
            raise InterruptedError

    with turns.turn():
        with pytest.raises(InterruptedError), turns.turn(leave):
            raise AssertionError("it had no turn")
        assert not turns._waiting
    assert heard == [1, 1, 1] and turns._free == 1


def test_a_turn_is_lent_while_its_page_waits_and_it_goes_on_at_once():
    turns, order, end = Turns(1), [], threading.Event()

    def page(name):
        with turns.turn():
            order.append(name)
            end.wait()

    with turns.turn():
        threads = [threading.Thread(target=page, args=(name,)) for name in ("lent", "last")]
        with turns.lent():
            threads[0].start()
            while order != ["lent"]:
                time.sleep(0.001)
            threads[1].start()
            while not turns._waiting:
                time.sleep(0.001)
        order.append("back")
        end.set()
        threads[0].join()
        assert order == ["lent", "back"], "this page has the turn again"
    threads[1].join()
    assert order == ["lent", "back", "last"] and turns._free == 1
    with turns.lent():
        assert turns._free == 1, "who has no turn lends none"
