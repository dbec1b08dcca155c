"""The data set that a page opens with."""

from __future__ import annotations

from collections.abc import Mapping

from catviz.ui.state import controls, defaults, preparation, session
from catviz.ui.state.table_choices import OF_ONE_TABLE


def data_set(page: str, last: Mapping[str, tuple[str | list[str], bool]]) -> str:
    """At the start of a run: the data set that a page opens with if none was chosen.

    A data set was chosen if the link names it, the user took it from the list, or a choice that belongs to it was made
    in the ``last`` run (`controls.drawn`).
    """
    of_table = {*OF_ONE_TABLE, preparation.KEY}
    if session.DATA.name in session.LINK.first(dict) or any(key in of_table and not last[key][1] for key in last):
        session.TABLE_CHOSEN.put(True)
    if not session.TABLE_CHOSEN.get() and session.MOVED.get():
        controls.forget(session.DATA.name)
    return defaults.DATA_OF_PAGE.get(page, defaults.DEFAULT_DATA)
