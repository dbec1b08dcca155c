"""What a figure of a paper is to us, and how long work over many pieces tells how far it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import pandas as pd

from catviz.remarks import collected_remarks

QUICK = 2.0
"""Seconds up to which a figure is computed without telling how far it is."""

Callback = Callable[[float], bool]
"""Takes the share done; True stops with what there is."""

_Piece = TypeVar("_Piece")


@dataclass(frozen=True)
class Figure:
    """A figure of a paper that is computed anew.

    Attributes
    ----------
    paper : {"TAVE", "OCL", "MTDLE", "COS"}
    number : int or str
        As printed; a word where no number is.
    title : str
        What it shows.
    compute : callable -> DataFrame
        Takes ``callback`` where it is slow, ``random_state`` where chance plays a part, and ``repeats`` where runs are
        repeated.
    seconds : float
        What it takes with its defaults, roughly.
    deviations : str
        What is known to differ from the printed figure, in a sentence or two; empty where nothing is.
    printed : str
        What the paper's figure shows, and the numbers that its text prints.
    """

    paper: str
    number: int | str
    title: str
    compute: Callable[..., pd.DataFrame]
    seconds: float
    deviations: str = ""
    printed: str = ""

    @property
    def slow(self) -> bool:
        """True where ``compute`` takes a callback(share done) -> bool."""
        return self.seconds > QUICK

    @property
    def name(self) -> str:
        """``Fig. 2``, or the word the figure goes by: ``Values``."""
        return f"Fig. {self.number}" if isinstance(self.number, int) else self.number.capitalize()


@contextmanager
def quiet() -> Iterator[None]:
    """What methods remark of a table is known of the papers' tables, and not repeated."""
    with collected_remarks():
        yield


def in_turn(pieces: Sequence[_Piece], callback: Callback | None) -> Iterator[_Piece]:
    """The pieces one after the other; after each the callback hears the share done, and ends them by True."""
    for done, piece in enumerate(pieces, start=1):
        yield piece
        if callback is not None and callback(done / len(pieces)):
            return
