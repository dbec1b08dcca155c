"""Methods, Board: every method on every bundled table, what of it could be chance, and a way to each table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.board.standings import BOARD_LEVEL, comparable, compared, seconds
from catviz.analysis.board.table import (
    CENTRES,
    CLASSIFIER_NAMES,
    FACTS,
    RESULTS,
    SHOWN,
    Board,
    read_board,
    tested_scores,
    title,
)
from catviz.analysis.metrics import score_text
from catviz.analysis.significance import Significance, contained, significance, versions
from catviz.plots import compare as draw
from catviz.registry import DEFAULT, method, methods
from catviz.registry.described import long_forms
from catviz.ui.labels import BOARD, DETAILS
from catviz.ui.methods import findings
from catviz.ui.methods import significance as parts
from catviz.ui.methods import trial as compare_trial
from catviz.ui.state import cache, controls, session
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import advice, charts, panels
from catviz.ui.widgets.kept_figures import kept
from catviz.words import comparison as answers
from catviz.words.board import DETAILS as LIMITS
from catviz.words.board import ERROR_RATE, WHY_LEVEL
from catviz.words.chips import chips

_IN_SIMULATIONS = f"; in simulations with k-modes or k-means, Friedman's test made one in {ERROR_RATE}"
_CHANCE = "With shuffled classes, 95\u00a0% of the scores are at most"
OPEN = "Open this table"
OWN, BUNDLED = "in the folder board", "that comes with catviz"
#: Where `python -m studies.board` writes to.
FOLDER = Path("board")
CHART = "board"
#: Methods in sight in a presentation.
PRESENTED = 16
#: What a presentation shows only if it is opened.
MORE = "Details, and one cell in numbers"


def section(view: View, say: Callable[[str], None]) -> None:
    """Show the tab, and say which methods differ."""
    board = _board_shown()
    with panels.choices():
        boxes = st.columns([1.8, 2, 1.6, 2], vertical_alignment="bottom")
        model_box, score_box, filter_box, advice_box = boxes
        with model_box:
            model = controls.select("Scored by", board.models, "board-by", CENTRES, text=title)
        with score_box:
            score = controls.segmented("Score", list(tested_scores(model)), "board-score", text=SHOWN.get)
        copies, families = _alike(tuple(board.cells["data"].unique()))
        scores = compared(board, model, score, copies)
        unranked = [name for name in board.ran(model).index if name not in (*scores.index, *copies)]
        with filter_box, st.popover("Methods and tables", width="stretch"):
            scores = _filtered(scores)
        with advice_box, st.popover(advice.ASK, width="stretch"):
            advice.section(view, model=model, score=score)
        if min(scores.shape) < 2:
            st.info("Choose at least two methods and two tables.")
            return
        tested = comparable(scores, families)
        test = _tested(tested) if len(tested) > 1 else None
        say(plain(f"{answers.ranks_that_differ(test)} {answers.best_ranks(test)}".strip(), 400))
    panels.chips(_limits(board, model))
    if session.BOARD_OPENS.take():
        st.switch_page("pages/clusters.py" if model not in CLASSIFIER_NAMES else "pages/values.py")
    left_out = _left_out(scores, tested, unranked, copies)
    if session.PRESENTING.get():  # the first screen has room for the ranks, and the matrix begins on the next one
        _ranks(test)
        with st.expander(MORE):
            _details(test, model, left_out)
            _cell(view, board, model, score, scores)
    _matrix(board, model, score, scores, tested if len(tested) else None)
    ring = "always the largest class reaches it" if model in CLASSIFIER_NAMES else "could be chance"
    st.caption(f"Row: method. Column: table. Dark: good rank. Ring: {ring}. Cross: no score. Click: opens it.")
    if not session.PRESENTING.get():
        main, side = panels.columns()
        with main:
            _ranks(test)
            with st.expander(DETAILS):
                _details(test, model, left_out)
        with side:
            _cell(view, board, model, score, scores)


def _limits(board: Board, model: str) -> dict[str, str]:
    """What limits the answer: how often the test errs, how many tests there are, the clusterers and the tables."""
    names = ["nominal 1\u00a0%, measured {rate}", "one of many tests", "chosen tables"]
    names += ["two clusterers"] * (model == CENTRES)
    return chips("board", *names, rate=ERROR_RATE, why=WHY_LEVEL, more=LIMITS, runs=_runs_of_cells(board, model))


def _ranks(found: Significance | None) -> None:
    """Average ranks, and which of them differ significantly."""
    if found is not None:
        few = session.PRESENTING.get() and len(found.ranks) > PRESENTED
        parts.diagram(replace(found, ranks=found.ranks.iloc[:PRESENTED]) if few else found, "board-ranks")


def _details(found: Significance | None, model: str, left_out: str) -> None:
    """How to read the matrix, what the ranks are over, and the test."""
    st.markdown(_reading(found, model))
    if found is not None:
        st.markdown(left_out)
        parts.verdict(found, _IN_SIMULATIONS)


def _board_shown() -> Board:
    """The board that comes with catviz, or that of one's own runs if there is one."""
    facts = FOLDER / FACTS
    if not facts.is_file():
        return _read(RESULTS, 0)
    where = controls.segmented(BOARD, [BUNDLED, OWN], "board-of")
    return _read(RESULTS, 0) if where == BUNDLED else _read(FOLDER, facts.stat().st_mtime_ns)


@st.cache_resource(max_entries=2, show_spinner=False)
def _read(folder: Path, changed: int) -> Board:
    return read_board(folder)


@st.cache_resource(max_entries=16, show_spinner=False)
def _tested(scores: pd.DataFrame) -> Significance:
    """Friedman's test of methods on tables, with as many permutations as it takes."""
    return significance(scores, BOARD_LEVEL)


@st.cache_resource(max_entries=2, show_spinner=False)
def _alike(data: tuple[str, ...]) -> tuple[list[str], list[list[str]]]:
    """(tables whose rows are rows of another one, tables that are versions of one another), all read once."""
    tables = {name: cache.bundled(name) for name in data}
    return list(contained(tables)), versions(tables)


def _filtered(scores: pd.DataFrame) -> pd.DataFrame:
    """The methods and tables chosen; all while none are."""
    st.markdown("All are shown until you choose some.")
    titles, catalog = _titles(scores), cache.catalog()
    chosen = controls.several("Methods", list(titles), "board-methods", help=_names(scores), text=titles.get)
    names = {name: catalog[name].title if name in catalog else name for name in scores.index}
    tables = controls.several("Tables", list(names), "board-tables", text=names.get)
    return scores.loc[[name for name in names if name in tables or not tables], chosen or list(titles)]


def _titles(scores: pd.DataFrame) -> dict[str, str]:
    """Titles of methods; of one that is not registered here, its name."""
    titles = compare_trial.titles()
    return {str(short): titles.get(str(short), str(short)) for short in scores.columns}


def _names(scores: pd.DataFrame) -> str:
    """What abbreviations among the methods stand for."""
    return long_forms(m for m in methods() if m.short in scores.columns)


def _reading(found: Significance | None, model: str) -> str:
    """How to read the matrix, and what is significant in it."""
    ring = (
        "A ring marks a mean that always predicting the largest class reaches too; this is no test."
        if model in CLASSIFIER_NAMES
        else "A ring marks a score that could be chance: 5\u00a0% or more of the scores with shuffled classes are as "
        "high (each cell on its own)."
    )
    return (
        "Each row is a method, the best average rank at the top. Each column is a table, that is, a data set, the "
        f"least computing time at the left. Colour: the method's rank on the table. {ring} A cross marks a method "
        f"without a score. Click a cell to open its table under its method.\n\n{findings.pairs_that_differ(found)}"
    )


def _left_out(scores: pd.DataFrame, tested: pd.DataFrame, unranked: Collection[str], copies: Collection[str]) -> str:
    """How many tables the ranks are over, and which others there are, with the reason why they do not count."""
    catalog = cache.catalog()

    def titles(names: Collection[str]) -> str:
        return plain(", ".join(catalog[name].title if name in catalog else name for name in names), 500)

    scored = scores.dropna().index
    parts = {
        "Without a score of some method": [name for name in scores.index if name not in scored],
        "Counted with another version of the same table, by the mean of the scores": [
            name for name in scored if name not in tested.index
        ],
        "Not in the matrix, since not all methods ran there": unranked,
        "Not in the matrix, since its rows are rows of another table": copies,
    }
    words = [f" {why}: {titles(names)}." for why, names in parts.items() if names]
    return f"Average ranks, here and above, are over {len(tested)} of the {len(scores)} tables.{''.join(words)}"


def _matrix(board: Board, model: str, score: str, scores: pd.DataFrame, tested: pd.DataFrame | None) -> None:
    runs = scores.rename_axis(index="data", columns="method").stack(future_stack=True).rename(score).reset_index()
    values = board.wide(model, score)
    above = (values > board.wide(model, f"{score}_chance")) | values.isna()
    spread, above = board.wide(model, f"{score}_deviation"), above.loc[scores.index, scores.columns]
    most = PRESENTED if session.PRESENTING.get() else None
    shown = kept(draw.board)(runs, score, SHOWN[score], charts.theme(), above, spread, True, tested, most)

    def pick() -> None:
        picked = charts.picked(CHART)
        data, name = draw.picked_cell(runs, score, picked[0], tested) if picked else ("", "")
        if data in cache.catalog() and name in compare_trial.titles():
            _open(data, name)
            session.BOARD_OPENS.put(True)

    words = f"Mean {SHOWN[score]} of {scores.shape[1]} methods on {len(scores)} tables, by rank."
    charts.show(shown, CHART, words, pick, ("points",))
    if most is not None and most < scores.shape[1]:
        st.caption(f"The {most} best of {scores.shape[1]} methods by average rank.")


def _open(data: str, short: str) -> None:
    """In a callback: choose a table and a method."""
    go(data=data, method=method(short).name)


def _runs_of_cells(board: Board, model: str) -> str:
    """How many runs a cell is the mean of."""
    runs = board.cells.loc[board.cells["model"] == model, "runs"]
    *few, many = sorted(map(int, runs[runs > 0].unique()))
    return "".join(f"{n} or " for n in few) + counted(many, "run")


def _cell(view: View, board: Board, model: str, score: str, scores: pd.DataFrame) -> None:
    """One cell in numbers, first that of the table looked at, and the way to its table."""
    catalog, titles = cache.catalog(), _titles(scores)
    looked_at = "" if view.info is None else view.info.name
    names, shorts = list(scores.index), list(scores.columns)
    data = controls.select(
        "Table", names, "board-table", looked_at, text=lambda n: catalog[n].title if n in catalog else n
    )
    short = controls.select(
        "Method", shorts, "board-method", method(DEFAULT).short, text=titles.get, help=_names(scores)
    )
    value, deviation, chance, runs = (
        board.wide(model, column).at[data, short] for column in (score, f"{score}_deviation", f"{score}_chance", "runs")
    )
    if np.isnan(value):
        st.markdown(
            "No score: the method puts all rows at distance 0, or does not take this table. Average ranks leave this "
            "table out."
        )
    else:
        learns = model in CLASSIFIER_NAMES
        by_chance = "Always predicting the largest class reaches" if learns else _CHANCE
        level = f" {by_chance} {score_text(score, chance)}." if chance == chance else ""
        spread = f", standard deviation {score_text(score, deviation)}" if deviation == deviation else ""
        rank = scores.loc[data].rank(ascending=False)[short]
        st.markdown(
            f"**{SHOWN[score]} {score_text(score, value)}**: mean of {counted(int(runs), 'fold' if learns else 'run')}"
            f"{'' if learns else ' from one start each'}"
            f"{spread}.{level} Rank {rank:g} of {scores.shape[1]}. {number(seconds(board, model, [data])[short])} CPU "
            "seconds for learning and one run, on one core."
        )
    can_open = data in catalog and short in compare_trial.titles()
    page = "clusters" if model not in CLASSIFIER_NAMES else "values"
    panels.door(OPEN, page, _open, args=(data, short), width="stretch", disabled=not can_open)
