"""Which method for my table? What advice from similar tables is worth, and what it says; on Start and on Compare."""

from __future__ import annotations

from functools import partial

import streamlit as st

from catviz.ui.state import background, cache
from catviz.ui.state.view import View
from catviz.ui.text import plain

ASK = "Which method for my table?"
#: What a table of the usual size takes, most of it to read the board's tables once.
_SECONDS, _WAIT = 8.0, 2.0
#: Seconds a row and a pair of columns, for the dependence between the columns.
_A_PAIR = 5e-8


def section(view: View, **asked: str) -> None:
    """Show the advice for the table looked at, or a button that asks for it.

    Parameters
    ----------
    view : View
    asked : ``model`` and ``score`` of `catviz.analysis.board.advice.advice_for`, if not its own
    """
    table = view.table
    seconds = _SECONDS + _A_PAIR * table.n_rows * table.n_attributes**2
    what = repr(("advice", sorted(asked.items())))
    work = partial(_advised, view, asked)
    title = f"Finding tables like {plain(view.name)} on the board, and what did well there"
    advice = background.result(view, what, work, title, seconds, at_once=0.0, wait_seconds=_WAIT, ask=ASK)
    if advice is not None:
        worth, *more = advice.split("\n\n")
        st.markdown(plain(worth, 600), help=plain(more[-1], 1500) if more else None)
        for words in more[:-1]:
            st.markdown(f"**{plain(view.name)}.** {plain(words, 1500)}")


def _advised(view: View, asked: dict[str, str], report) -> str:
    # slow to import
    from catviz.analysis.board.advice import advice_for
    from catviz.analysis.board.table import read_board
    from catviz.words.board import advice_in_words

    board, this_table = read_board(), None if view.info is None else view.info.name
    tables = {name: cache.bundled(name) for name in board.cells["data"].unique()}
    return advice_in_words(advice_for(view.table, board, tables, own=this_table, **asked))
