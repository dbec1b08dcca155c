"""Shelves hold results by what they were made from: for all sessions, or for one.

Streamlit's caches look at the signature of a function and write out every argument each time it is called, and a page
asks fifty times.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakSet, ref

from catviz.ui.state import session

T = TypeVar("T")


class Shelf:
    """Holds so many results; those that were used last stay.

    Parameters
    ----------
    most : int
    """

    def __init__(self, most: int):
        self._most, self._lock = most, threading.Lock()
        self._results: OrderedDict[Hashable, Any] = OrderedDict()
        self._at_work: dict[Hashable, threading.RLock] = {}

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is held; where nothing is, one thread makes it while others wait."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
            at_work = self._at_work.setdefault(key, threading.RLock())
        with at_work:
            with self._lock:
                if key in self._results:
                    return self._results[key]
            try:
                return self._put(key, make())
            finally:
                self._at_work.pop(key, None)

    def _put(self, key: Hashable, result: Any) -> Any:
        with self._lock:
            self._results[key] = result
            while len(self._results) > self._most:
                self._results.popitem(last=False)
        return result

    def clear(self) -> None:
        """Hold nothing."""
        with self._lock:
            self._results.clear()


_of_all: WeakSet[Shelf] = WeakSet()


def for_all(most: int) -> Shelf:
    """A shelf that all sessions share."""
    shelf = Shelf(most)
    _of_all.add(shelf)
    return shelf


def of_session(name: str, most: int) -> Shelf:
    """A shelf of this session, which ends with it."""
    shelves = session.SHELVES.first(dict)
    return shelves.get(name) or shelves.setdefault(name, Shelf(most))


#: What follows from results, by their identity.
_followed: dict[int, tuple[ref, dict[Hashable, Any]]] = {}


def following(result: object, what: Hashable, make: Callable[[], T]) -> T:
    """What follows from a result that is kept: made once, and held as long as the result is.

    Parameters
    ----------
    result : object
        Nothing may change it.
    what : hashable
        Names what is made, and all else that it depends on.
    make : callable
    """
    place = id(result)
    followed = _followed.get(place)
    if followed is None or followed[0]() is not result:
        forget = _followed.pop  # when Python ends, the name of the dictionary goes before results do
        followed = _followed[place] = (ref(result, lambda _: forget(place, None)), {})
    if what not in followed[1]:
        followed[1][what] = make()
    return followed[1][what]


def clear() -> None:
    """Let the shelves that all sessions share hold nothing."""
    for shelf in _of_all:
        shelf.clear()
