"""Compare, Board: every method on every bundled table, what of it could be chance, and advice for the table looked "
"at."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.analysis.board.advice_report import advice_for
from catviz.analysis.board.models import CENTRES, CLASSIFIER_NAMES, title
from catviz.analysis.board.report import SHOWN, tested_scores
from catviz.analysis.board.standings import compared
from catviz.analysis.board.table import Board, read_board
from catviz.analysis.significance import significance
from catviz.analysis.table_versions import contained
from catviz.plots import compare as draw
from catviz.registry import method
from catviz.ui.compare import significance as parts
from catviz.ui.state import background, cache, controls
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts, panels

LEVEL = 0.05
ADVICE = "Which method for my table?"
OPEN = "Open this table under this method"


@st.cache_resource(max_entries=1, show_spinner=False)
def _board() -> Board:
    return read_board()


@st.cache_resource(max_entries=1, show_spinner=False)
def _copies() -> list[str]:
    """Tables whose rows are rows of another one."""
    return list(contained({name: cache.bundled(name) for name in _board().cells["data"].unique()}))


def section(view: View) -> None:
    """The tab."""
    board, catalog = _board(), cache.catalog()
    model_box, score_box = st.columns([2, 5], vertical_alignment="bottom")
    with model_box:
        model = controls.select("Scored by", board.models, "board-by", CENTRES, text=title)
    with score_box:
        score = controls.segmented("Score", list(tested_scores(model)), "board-score", text=SHOWN.get)
    scores = compared(board, model, score, _copies())
    shown = st.container()
    names = {short: method(short).title for short in scores.columns}
    chosen = controls.several("Methods", list(names), "board-methods", list(names), text=names.get)
    if len(chosen) < 2:
        st.info("Choose at least two methods.")
        return
    scores = scores[chosen]
    with shown:
        _matrix(board, model, score, scores)
        _about(board, model, scores)
    main, side = panels.columns()
    with main:
        found = significance(scores, LEVEL)
        parts.diagram(found, "board-ranks")
        parts.verdict(found)
        st.caption(
            "Clusterer or classifier, score and methods are your choice: each makes another test. docs/board.md "
            "corrects "
            "for the tests of all clusterers, classifiers and scores, and says what is due to k-means and k-modes."
        )
    with side:
        _advice(view, board, model, score)
        data = controls.select(
            "Table", list(scores.index), "board-table", text=lambda n: catalog[n].title if n in catalog else n
        )
        under = controls.select("Method", chosen, "board-method", text=names.get)
        choices = {"data": data, "method": names[under]}
        if st.button(OPEN, on_click=go, kwargs=choices, width="stretch", disabled=data not in catalog):
            st.switch_page("pages/clusters.py" if model not in CLASSIFIER_NAMES else "pages/values.py")


def _matrix(board: Board, model: str, score: str, scores: pd.DataFrame) -> None:
    runs = scores.rename_axis(index="data", columns="method").stack(future_stack=True).rename(score).reset_index()
    above = board.wide(model, score) > board.wide(model, f"{score}_chance")
    shown = draw.board(runs, score, SHOWN[score], charts.theme(), above.loc[scores.index, scores.columns])
    charts.show(shown, "board", f"Mean {SHOWN[score]} of {scores.shape[1]} methods on {len(scores)} tables, by rank.")


def _about(board: Board, model: str, scores: pd.DataFrame) -> None:
    runs = int(board.ran(model).size and board.cells.loc[board.cells["model"] == model, "runs"].max())
    chance = (
        "always predicting the largest class"
        if model in CLASSIFIER_NAMES
        else "95\u00a0% of random labels in clusters of the same sizes"
    )
    st.caption(
        f"Rings: not above chance ({chance}). {counted(runs, 'run')} a cell at most, default settings; the means are "
        "uncertain, and close ranks can change with other runs. The tables come with catviz and are no random sample: "
        "they do not show which method is better on others."
    )


def _advice(view: View, board: Board, model: str, score: str) -> None:
    """What the board says of tables like this one."""
    st.markdown(f"**{ADVICE}**")
    what = repr(("advice", model, score))
    work = partial(_advised, view, board, model, score)
    found = background.result(view, what, work, "Tables like this one", 3.0, at_once=0.0, wait_seconds=2.0, ask=ADVICE)
    if found is not None:
        st.markdown(plain(found, 1200))


def _advised(view: View, board: Board, model: str, score: str, report) -> str:
    own = None if view.info is None else view.info.name
    tables = {name: cache.bundled(name) for name in board.cells["data"].unique() if name != own}
    return advice_for(view.table, board, tables, model, score)
