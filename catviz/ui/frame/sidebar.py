"""Which table, its outcome, which of its columns, and a link to what is seen: in the sidebar and above the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from catviz.reading import datasets
from catviz.reading.prepared import Prepared
from catviz.reading.recipe import Recipe
from catviz.table.categorical import CategoricalTable
from catviz.ui.frame import address, header
from catviz.ui.frame.header import Header
from catviz.ui.labels import (
    COLUMNS,
    KEPT_IN,
    LEFT_OUT,
    LESSONS,
    LINK,
    MISSING_AS_VALUE,
    MISSING_ROWS_OUT,
    MISSING_VALUES,
    MORE,
    OUTCOME,
    OVERVIEW,
    OWN_TABLE,
    PREPARE,
    ROW_WEIGHTS,
    SHOWN_ONLY,
    START,
)
from catviz.ui.state import cache, controls, defaults, link, preparation, session, shelves, table_choices, uploads
from catviz.ui.state.preparation import KEY
from catviz.ui.state.table_choices import AS_VALUE, CHANGE_WEIGHTS, DROP_ROWS, FROM_FILE, NONE, WEIGH, forget, go, show
from catviz.ui.state.view import View, counting_by, cut, order_of, weight_columns
from catviz.ui.text import failure, plain
from catviz.ui.widgets import downloads, panels

MISSING = {AS_VALUE: MISSING_AS_VALUE, DROP_ROWS: MISSING_ROWS_OUT}
#: Pages that show tables of their own.
OWN_TABLES = (START, LESSONS)
_cuts = shelves.for_all(24)


def draw(page: str, above: Header) -> View | None:
    """Draw what is chosen for all pages; the view that this decides on, or None where there is nothing to look at."""
    opening = uploads.opening()
    if opening is not None and not opening.done:
        uploads.wait_for(opening)
        return None
    link.begin(page)
    with st.sidebar:
        if page in OWN_TABLES:
            st.caption(f"This page has its own table. A data set chosen here opens in {OVERVIEW}.")
        opened = uploads.opened(opening)
        file = opened if isinstance(opened, uploads.Large) else None
        if isinstance(opened, uploads.Upload):
            uploads.offer(opened)
        first = defaults.DEFAULT_DATA if opened is None else opened.title
        table, info, name, recipe, prepared = _source(above, file, first, show if page in OWN_TABLES else forget)
        chosen = file if file is not None and table is file.sample else None
        with above.outcome:
            target = _outcome(table, prepared, recipe, info is None and chosen is None)
        with st.expander(MORE):
            others = list(table.attributes)  # the outcome too: what it is used as once another one is chosen
            shown_only = controls.several(
                SHOWN_ONLY,
                others,
                "shown",
                help="Columns that are shown in figures and descriptions, but not used for distances.",
            )
            always = () if prepared is None else prepared.shown
            if always:
                st.caption(f"{SHOWN_ONLY} by the preparation (page {COLUMNS}): {plain(', '.join(always))}.")
            left_out = controls.several(
                LEFT_OUT,
                [a for a in others if a not in shown_only],
                "out",
                help=f"Columns that are neither used for distances nor drawn. They stay in {KEPT_IN}.",
            )
            # rows of a file larger than memory are counted before they are chosen or weighed
            counting, choices = ([], [AS_VALUE]) if chosen else (weight_columns(table), list(MISSING))
            kept = () if prepared is None else [c.name for c in prepared.draft.columns if c.of_choice]
            counting = [name for name in counting if name not in kept]
            first = NONE if table.weights is None else FROM_FILE
            help = (
                f"The column that says how many rows each row stands for. {WEIGH if first == NONE else CHANGE_WEIGHTS}"
            )
            weights = controls.select(ROW_WEIGHTS, [first, *counting], "weights", first, help=help)
            missing = controls.segmented(MISSING_VALUES, choices, "missing", text=MISSING.__getitem__, code=str)
            seed = controls.number(
                "Seed",
                "seed",
                0,
                9999,
                0,
                help="Where random choices start: the same seed gives the same results.",
                slider=False,
            )
        how = (
            target,
            tuple(shown_only),
            tuple(left_out),
            None if weights == first else weights,
            missing == DROP_ROWS,
            always,
            order_of(prepared, table.target_name),
        )
        try:
            active, supplementary = _cut(table, info is not None, *how)
        except ValueError as error:
            failure(error)
            return None
        survey = "" if prepared is None else prepared.survey_weights
        if weights != first:
            survey = counting_by(table, weights)[1]
    view = View(name, active, supplementary, info, seed, chosen, table, prepared, recipe)
    if page not in OWN_TABLES:
        header.limits(above.limits, view, survey)
    return view


def place_of_own_table(page: str, above: Header):
    """Where the table of a page that has its own is named; None on all other pages."""
    return above.limits if page in OWN_TABLES else None


def name_own_table(place) -> None:
    """Name the table that the page shows, and offer it to the other pages."""
    page_table = downloads.about_own()
    if place is None:
        return
    named = "many tables" if page_table is None else plain(page_table.name)
    with place, st.container(key="header-own"), st.popover(f"This page: {named}", type="tertiary"):
        if page_table is None:
            st.markdown("This page shows results of many tables.")
            return
        table = page_table.table
        st.markdown(
            f"This page shows **{plain(page_table.name)}**: {table.n_rows:,} rows, {table.n_attributes} columns"
            f"{' and the known classes' if table.target is not None else ''}."
        )
        panels.door(f"Open it in {OVERVIEW}", "overview", go, kwargs={"data": page_table.info.name}, width="stretch")


def share(page: str, above: Header) -> None:
    """Show the link that restores this view, in the address bar and to copy."""
    too_long = preparation.write_link(session.DATA.get() or "")
    answers = [key for key in session.ANSWERS.take() or () if not link.drawn().get(key, ("", True))[1]]
    with (
        above.actions,
        st.popover(LINK, icon=":material/link:", type="tertiary", help="The address that shows this view to others."),
    ):
        if uploads.current() is not None and session.DATA.get() == uploads.current().title:
            words = "The link contains no data: whoever opens it is asked for the same file."
            if KEY in link.drawn():
                words += " It contains how the file was prepared, with names of columns and values."
            st.caption(words)
        if too_long:
            st.warning(too_long)
        if answers:
            st.markdown("Before the guess:")
            st.code(link.full_link(without=answers), language=None, wrap_lines=True)
            st.markdown("With your guess and the answer:")
        st.code(link.full_link(), language=None, wrap_lines=True)
    if not session.AWAITED.there:
        address.show(page)


def data_options(file: uploads.Large | None) -> dict[str, str]:
    """Title shown for every data set that can be chosen, by key; the user's own come first."""
    options = {table.title: table.title for table in (uploads.current(), file) if table is not None}
    return options | {name: info.title for name, info in cache.catalog().items()}


def _source(above: Header, file: uploads.Large | None, first: str, on_change: Callable[[], None]):
    titles = data_options(file)
    own = {table.title: table.name for table in (uploads.current(), file) if table is not None}
    names = titles | own if len(set(own.values())) == len(own) else titles
    with above.table:
        chosen = controls.select(
            "Data set",
            list(titles),
            "data",
            first,
            text=names.__getitem__,
            code=titles.__getitem__,
            on_change=on_change,
        )
    if chosen not in cache.catalog():
        session.AWAITED.take()  # it is here
    elif session.AWAITED.there:
        st.warning(
            f"This link belongs to the file {plain(link.awaited(), 100)}, which it does not contain. Open the file "
            f"under “{OWN_TABLE}” to restore it. Until then you see {plain(titles[chosen])}."
        )
    with st.expander(OWN_TABLE):
        uploads.box("file")
    upload = uploads.current()
    if upload is not None and chosen == upload.title and link.passed_over():
        st.warning(
            f"The link is about another file, {plain(link.passed_over(), 100)}, or another version of it. Its "
            "settings and its preparation were not applied. Open that file to have them. To prepare this file in the "
            f"same way, open the recipe of the other one under {PREPARE} on the page {COLUMNS}."
        )
    if file is not None and chosen == file.title:
        return file.sample, None, file.name, Recipe(), None
    recipe = preparation.of(chosen).recipe
    if upload and chosen == upload.title:
        uploads.sheet(upload)
        return upload.table, None, upload.name, recipe, upload.inspected.prepared
    written = recipe.to_json()
    table = cache.bundled_prepared(chosen, written) if recipe.steps else cache.bundled(chosen)
    return table, cache.catalog()[chosen], titles[chosen], recipe, _bundled_columns(chosen, written)


def _outcome(table: CategoricalTable, prepared: Prepared | None, recipe: Recipe, uploaded: bool) -> str | None:
    """The column of the known classes; an upload has none until one is chosen, unless one is evident."""
    first = table_choices.declared_outcome(table)
    if first is None and uploaded:
        first = table_choices.taken_as_outcome(table, prepared, recipe)
    chosen = controls.select(
        OUTCOME,
        table_choices.outcome_options(table, prepared),
        table_choices.OUTCOME_KEY,
        first or NONE,
        help=f"The column to explain: the known class of each row, such as a party or a diagnosis. {COLUMNS} ranks all "
        "other columns by their association with it. Other pages compare their results with these known classes, and "
        "Clusters begins with as many clusters as there are classes. Most methods do not use it for their distances. "
        "Methods that do are called supervised, and the page says so. MTDLE is one of them, unless its option “Weights "
        "of the graphs” is “all equal”.",
        on_change=table_choices.forget_outcome,
    )
    return None if chosen == NONE else chosen


@st.cache_resource(max_entries=24, show_spinner=False)
def _bundled_columns(name: str, recipe: str) -> Prepared:
    """The columns of a catalog data set after the steps of a recipe, which is given as its JSON."""
    return Recipe.from_json(recipe).prepare(cache.bundled(name), datasets.dataset_info(name).title)


def _cut(table: CategoricalTable, bundled: bool, *how) -> tuple[CategoricalTable, CategoricalTable | None]:
    """``view.cut`` of a catalog data set or of an upload."""
    shelf = _cuts if bundled else shelves.of_session(__name__, 4)
    return shelf.get((table.fingerprint, *how), partial(cut, table, *how))
