"""What the Methods page compares, and its runs: kept piece by piece, so that a stopped comparison goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.analysis import comparison_defaults
from catviz.analysis.cluster_structure import DEFAULT_CLUSTERER
from catviz.analysis.comparison import Piece, compare, comparison_pieces, rows_of
from catviz.analysis.metrics import NAMES
from catviz.analysis.pieces import Rows
from catviz.base import Learner
from catviz.clustering.by_name import CLUSTERERS
from catviz.registry import method, methods
from catviz.table.categorical import CategoricalTable
from catviz.ui.labels import BOARD, GO_ON, RUN
from catviz.ui.state import cache, controls, jobs, session
from catviz.ui.state.view import View
from catviz.ui.text import counted, failure, plain
from catviz.ui.widgets import panels
from catviz.wording import about, duration
from catviz.words.chips import chips

#: Estimated seconds up to which a comparison starts by itself, in the background.
AT_ONCE = 20.0
#: Seconds the page waits for it before it shows progress instead.
WAIT_SECONDS = 1.5
#: Pieces a session keeps at most.
KEPT = 2_000


@dataclass(frozen=True, eq=False)
class Trial:
    """What is compared: tables by title, methods by short name, and how the rows are clustered."""

    tables: Mapping[str, CategoricalTable]
    methods: Mapping[str, type[Learner]]
    clusterer: str
    repeats: int
    seed: int

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """The pieces of work, by names that are equal for equal work only."""
        estimators = {name: cls() for name, cls in self.methods.items()}
        return comparison_pieces(self.tables, estimators, self.clusterer, self.repeats, self.seed)

    @property
    def n_runs(self) -> int:
        """Runs in all."""
        return len(self.tables) * len(self.methods) * self.repeats


def titles() -> dict[str, str]:
    """The title of each method, by the short name that runs have."""
    return {m.short: m.title for m in methods()}


def opening() -> list[str]:
    """Titles of the methods of the small run that comes with catviz, in the registry's order."""
    names = {comparison_defaults.short_name(name) for name in comparison_defaults.METHODS}
    return [m.title for m in methods() if m.short in names]


def choose_metric() -> str:
    """The score that the tab shows, by its name in the runs."""
    options = comparison_defaults.METRICS
    return controls.segmented("Score", options, "metric", text=NAMES.get, formerly={"AC": NAMES["accuracy"]})


def _choose(view: View) -> tuple[Trial | None, object]:
    """What to compare, None where it cannot be, and the place for the button that starts it."""
    scored = {m.title: m for m in methods() if m.has_values and not m.supervised}
    offered = _tables(view)
    with st.container(width=176), st.popover("Methods and tables", width="stretch"):
        chosen_methods = controls.several("Methods", list(scored), "methods", opening())
        catalog = cache.catalog()
        small = [catalog[name].title for name in comparison_defaults.DATA if catalog[name].title in offered]
        chosen = controls.several("Tables with known classes", list(offered), "tables", small)
    with st.container(width=124):
        controls.follow("clusterer", DEFAULT_CLUSTERER)
        clusterer = controls.select("Clusters by", list(CLUSTERERS), "clusterer", DEFAULT_CLUSTERER)
    with st.container(width=82):
        repeats = controls.number("Repeats", "repeats", 2, 200, comparison_defaults.REPEATS, slider=False)
    run_box = st.container(width=82)
    if not chosen_methods or not chosen:
        st.info("Choose at least one method and one table.")
        return None, run_box
    tables = {
        title: view.table if name is None else cache.bundled(name) for title, name in offered.items() if title in chosen
    }
    if not _fits(tables, clusterer):
        return None, run_box
    classes = {m.short: m.cls for title, m in scored.items() if title in chosen_methods}
    return Trial(tables, classes, clusterer, repeats, view.seed), run_box


def _runs(trial: Trial, run_box) -> tuple[pd.DataFrame, bool]:
    """``(runs, whole)``: those that ended, and whether they are all; draws progress, and how to start or go on."""
    done = _done()
    left = [name for name in trial.pieces if name not in done]
    key, job, seconds = _key(trial), jobs.find(_key(trial)), _seconds(trial, left)
    work = partial(_compare, trial, done)
    if left and job is None and jobs.unasked(seconds, AT_ONCE):
        job = jobs.start(key, work)
        job.wait(WAIT_SECONDS)
        left = [name for name in trial.pieces if name not in done]
    running = is_running(trial)
    begun = 0 < len(left) < len(trial.pieces)
    run_box.button(
        GO_ON if begun else RUN,
        type="primary",
        on_click=jobs.start,
        args=(key, work),
        disabled=running or not left,
        width="stretch",
    )
    if running:
        jobs.panel(key, f"{counted(trial.n_runs, 'run')}")
    elif left:
        _waiting(trial, job, len(left), seconds)
    return so_far(trial), not left


def chosen_runs(view: View, choices: DeltaGenerator) -> tuple[Trial | None, pd.DataFrame, bool]:
    """What to compare (None where it cannot be), its runs that ended, and whether they are all."""
    with choices:
        trial, run_box = _choose(view)
    return (None, pd.DataFrame(), False) if trial is None else (trial, *_runs(trial, run_box))


def so_far(trial: Trial) -> pd.DataFrame:
    """The runs that have ended by now, with the titles of the methods."""
    runs = rows_of(trial.pieces, _done())
    return runs.assign(method=runs["method"].map(titles())) if len(runs) else runs


def is_running(trial: Trial) -> bool:
    """True while its pieces are being run."""
    job = jobs.find(_key(trial))
    return job is not None and not job.done


def is_example(trial: Trial) -> bool:
    """True for runs that come with catviz."""
    return set(trial.pieces) <= set(_small_run())


def where_from(view: View, trial: Trial) -> None:
    """Say that the runs are those that come with catviz, and offer one on the table looked at."""
    if not is_example(trial):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        panels.chips(chips("compare", "an example only", board=BOARD))
        if view.classes_known and view.name not in trial.tables:
            st.button(f"Compare on {plain(view.name, 30)}", on_click=controls.choose, kwargs={"tables": [view.name]})


def _key(trial: Trial) -> str:
    return f"compare-{hash(tuple(trial.pieces))}"


def _tables(view: View) -> dict[str, str | None]:
    """Tables with known classes by title, the one looked at first, as it is cut (None)."""
    this_table = {view.name: None} if view.classes_known and view.n_classes > 1 and not view.picked_rows else {}
    others = {info.title: name for name, info in cache.catalog().items() if info.n_classes > 1}
    return this_table | {title: name for title, name in others.items() if title not in this_table}


def _fits(tables: Mapping[str, CategoricalTable], clusterer: str) -> bool:
    most = CLUSTERERS[clusterer].most_rows
    large = [title for title, table in tables.items() if len(table) > most and len(table.unique_rows()[0]) > most]
    if large:
        st.info(
            f"{plain(', '.join(large))}: too many rows. {clusterer.capitalize()} clustering compares every pair of "
            f"distinct rows, and takes at most {most:,} of them; k-modes and k-means take any number."
        )
    return not large


def _waiting(trial: Trial, job: jobs.Job | None, left: int, seconds: float) -> None:
    """What is still to be run, and why it stopped where it did."""
    if job is not None and job.future.exception() is not None:
        failure(job.future.exception())
    elif job is not None:
        ended = len(trial.pieces) - left
        st.caption(f"Cancelled after {duration(job.elapsed)}: {ended} of {counted(len(trial.pieces), 'part')} ended.")
    button = RUN if left == len(trial.pieces) else GO_ON
    st.info(f"{left} of {len(trial.pieces)} parts are still to be run, {about(seconds)}. Press {button}.")


def _compare(trial: Trial, done: dict[str, Rows], report) -> pd.DataFrame:
    estimators = {name: cls() for name, cls in trial.methods.items()}
    how = (trial.clusterer, trial.repeats, trial.seed)
    return compare(trial.tables, estimators, *how, callback=report, done=done)


def _done() -> dict[str, Rows]:
    """The pieces this session has run, and those that come with catviz."""
    kept = session.COMPARISON.get()
    if kept is None or len(kept) > KEPT:
        kept = session.COMPARISON.put(dict(_small_run()))
    return kept


@st.cache_resource(max_entries=1, show_spinner=False)
def _small_run() -> dict[str, Rows]:
    """The run that comes with catviz, cut into pieces."""
    runs, catalog = comparison_defaults.small_run(), cache.catalog()
    tables = {catalog[name].title: cache.bundled(name) for name in comparison_defaults.DATA}
    estimators = {comparison_defaults.short_name(name): method(name).cls() for name in comparison_defaults.METHODS}
    how = (comparison_defaults.CLUSTERER, comparison_defaults.REPEATS, comparison_defaults.SEED)
    runs["data"] = runs["data"].map({name: catalog[name].title for name in comparison_defaults.DATA})
    pieces = comparison_pieces(tables, estimators, *how)
    return {
        name: runs[
            (runs["data"] == piece.data) & (runs["method"] == piece.name) & runs["repeat"].isin(piece.repeats)
        ].to_dict("records")
        for name, piece in pieces.items()
    }


def _seconds(trial: Trial, left: list[str]) -> float:
    """What the pieces left take, roughly."""
    clustering, seconds = CLUSTERERS[trial.clusterer].seconds, 0.0
    for name in left:
        piece = trial.pieces[name]
        size = piece.table.n_rows, piece.table.n_attributes, [len(x) for x in piece.table.categories]
        seconds += trial.methods[piece.name].cost(*size) + len(piece.repeats) * clustering(*size, 1)
    return seconds
