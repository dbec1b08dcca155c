"""Turns: a few at a time, first come, first served, given back whatever happens."""

import threading
import time

import pytest

from catviz.ui.frame.turns import Turns


def test_no_more_than_so_many_are_taken_at_once_in_the_order_of_asking():
    turns, inside, most, order, lock = Turns(2), 0, 0, [], threading.Lock()
    begin = [threading.Event() for _ in range(8)]

    def work(i):
        nonlocal inside, most
        begin[i].wait()
        with turns.turn():
            with lock:
                inside += 1
                most = max(most, inside)
                order.append(i)
            time.sleep(0.02)
            with lock:
                inside -= 1

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread, go in zip(threads, begin, strict=True):
        thread.start()
        go.set()
        time.sleep(0.003)  # so that they ask one after the other
    for thread in threads:
        thread.join()
    assert most == 2
    assert all(abs(place - i) <= 1 for place, i in enumerate(order)), (
        "of two called at once, either may note itself first"
    )


def test_a_turn_is_given_back_if_its_block_fails():
    turns = Turns(1)
    for _ in range(2):
        with pytest.raises(ValueError, match="broken"), turns.turn():
            raise ValueError("broken")
    with turns.turn():
        assert turns._free == 0
    assert turns._free == 1
