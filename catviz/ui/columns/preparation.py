"""The panel Prepare: what can be done with a column or with rows, the steps taken so far, and the recipe as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from catviz.reading import steps
from catviz.reading.draft import DraftColumn
from catviz.reading.questions import likely_no_answers, separators
from catviz.reading.recipe import Recipe
from catviz.reading.steps import Step
from catviz.table.codebook import MISSING, natural_order
from catviz.table.column_roles import ROLES, USES, ColumnGuess
from catviz.table.dates import USUAL_PARTS, date_forms, parts_in
from catviz.table.no_answers import likely_among, none_among
from catviz.ui.columns.reading import role_name, role_now
from catviz.ui.labels import CHANGE, KEPT_IN, ORDER, PREPARE, SAVE_RECIPE
from catviz.ui.state import preparation, session, uploads
from catviz.ui.state.view import View
from catviz.ui.text import counted, failure, first_names, plain, shown_as
from catviz.ui.widgets import doubts, editors
from catviz.wording import number_of

ROLE, MERGE, RENAME = "Role", "Merge values", "Rename"
ROWS, ABSENT, SPLIT, BINS, DATES = "Filter rows", "Missing", "Split answers", "Cut numbers", "Dates"
KEEP, DROP = "keep these rows", "drop these rows"
WAYS = {"equal frequency": "frequency", "equal width": "width", "by hand": "limits"}
#: Values that an order is declared of by hand.
DRAGGED = 40
#: Height of the list of steps, which scrolls from so many of them.
_TALL, _MANY = 330, 6
#: Values offered, the most frequent ones.
LISTED = 500


def panel(view: View) -> None:
    """Prepare the table: nothing changes until a button is pressed, and every step can be undone."""
    session.PREPARATION_CHANGED.take()  # this is the run that shows it
    error = session.PREPARATION_ERROR.take()
    n, answered = len(view.recipe), session.ANSWERED.get()
    by_hand = n and (answered is None or answered[0] != session.DATA.get())
    with st.expander(PREPARE + (f" · {counted(n, 'step')}" if n else ""), expanded=bool(by_hand or error)):
        if error is not None:
            failure(ValueError(error))
        work, taken = st.columns([3, 2], gap="large")
        with work:
            _prepare_column(view)
        with taken:
            _list_steps(view)


@st.fragment
def _prepare_column(view: View) -> None:
    """A column and what can be done with it. A fragment: figures are drawn anew only after a step."""
    if session.PREPARATION_CHANGED.take():
        st.rerun()
    error = session.PREPARATION_ERROR.take()
    if error is not None:
        failure(ValueError(error))
    columns = {column.name: column for column in view.prepared.draft.columns}
    chooser, chosen = st.columns([1, 1], vertical_alignment="bottom")
    # a new box for other columns, which begins with the column of the last step or with one that is asked about
    data = session.DATA.get()
    box = session.of_widget(f"prepare-{data}-{hash(tuple(columns))}")
    if not box.there:
        asked = [each.column for each in doubts.of(view) if not each.answers] if view.uploaded else []
        box.put(next(each for each in (_in_hand().get(), *asked, *columns) if each in columns))
    name = chooser.selectbox("Column to prepare", list(columns), key=box.name, format_func=shown_as(columns))
    _in_hand().put(name)
    column = columns[name]
    read = next(each for each in view.prepared.columns if each.name == name)
    what = chosen.selectbox(CHANGE, _fitting(column), key="prepare-what")
    ended = column.text.rstrip().endswith((".", "?", "!"))
    text = f"Full text: {plain(column.text)}{'' if ended else '.'} " if column.text else ""
    now = " after the steps" if view.recipe.steps else ""
    st.caption(
        f"{text}{counted(read.n_distinct, 'different value')}{now}, {read.n_missing:,} missing; read as "
        f"{role_now(view, read)}: {plain(read.why)}."
    )
    {
        ROLE: _role,
        ORDER: _order,
        MERGE: _merge,
        RENAME: _rename,
        ROWS: _filter,
        ABSENT: _absent,
        SPLIT: _split,
        BINS: _bins,
        DATES: _dates,
    }[what](view, column, read)


def _fitting(column: DraftColumn) -> list[str]:
    """What can be done with a column."""
    return [
        ROLE,
        *([ORDER] if 2 <= len(column.values) <= DRAGGED else []),
        MERGE,
        RENAME,
        ROWS,
        ABSENT,
        *([SPLIT] if separators(column) else []),
        *([BINS] if column.numbers is not None and column.values else []),
        *([DATES] if parts_in(column.values) else []),
    ]


def _in_hand() -> session.Key[str]:
    """The column that is being prepared, one in each data set."""
    return session.Key(f"_prepared-{session.DATA.get()}")


def _take_step(data: str, step: Callable[[], Step | Sequence[Step]], filled: Sequence[str]) -> None:
    try:
        taken = step()
    except ValueError as error:
        session.PREPARATION_ERROR.put(str(error))
        return
    if not preparation.add(data, *([taken] if isinstance(taken, Step) else taken)):
        return
    for key in filled:
        session.of_widget(key).take()  # the next step starts from empty boxes
    if isinstance(taken, steps.RenameColumn):
        _in_hand().put(taken.name)  # the column stays chosen under its new name


def _button(
    label: str, step: Callable[[], Step | Sequence[Step]], disabled: bool = False, filled: Sequence[str] = ()
) -> None:
    """A button that takes a step, and empties the boxes that were ``filled`` for it.

    The step is made when it is pressed, of what the widgets hold by then: text may have been typed just before.
    """
    take = partial(_take_step, session.DATA.get(), step, filled)
    st.button(label, key=f"take-{label}", on_click=take, disabled=disabled, type="primary")


def _now(key: str) -> Any:
    """What a widget holds."""
    return session.of_widget(key).get()


# one change each


def _role(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    # a new box after each change of the role, which a recipe, an undo or the table above can make too
    now = role_now(view, read)
    roles, key = [*ROLES, *USES], f"role-{column.name}-{now}"
    role = st.selectbox("Use it as", roles, roles.index(now), key=key, format_func=role_name)
    st.caption(
        "Distances use category, ordered and binned columns (binned: numbers cut into ranges). They do not use "
        "columns that are shown only, ids and columns left out. Ids and columns left out are not drawn; they stay in "
        f"{KEPT_IN}."
    )
    _button("Use the column like this", lambda: steps.Role(column.name, _now(key)), role == now)


def _order(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    start = list(read.order) or natural_order(column.values)
    values = [*start, *(value for value in column.values if value not in set(start))]
    counts = dict(zip(column.values, column.counts.tolist(), strict=False))
    content = repr((session.DATA.get(), column.name, tuple(values)))
    st.caption("From low to high:")
    sizes = [counts.get(value, 0) for value in values]
    order = editors.edit_order(content, f"Values of {column.name} in order", values, sizes, range(len(values)))
    _button("Declare this order", lambda: steps.Order(column.name, tuple(values[i] for i in order)))
    alike = [each.name for each in view.prepared.draft.columns if set(each.values) == set(column.values)]
    if len(alike) > 1:
        _button(
            f"Declare it of all {len(alike)} columns with these values",
            lambda: [steps.Order(name, tuple(values[i] for i in order)) for name in alike],
        )


def _merge(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    some, name = f"merge-{column.name}", f"merged-{column.name}"
    offered = _offered(column)
    chosen = st.multiselect("Values to merge", offered, key=some, format_func=_with_rows(column, offered))
    st.text_input("into a value called", key=name)

    def merged() -> Step:
        return steps.Merge(column.name, tuple(_now(some)), _now(name))

    _button("Merge values", merged, not chosen, (some, name))
    few, other = st.columns(2)
    rare, called = f"rare-{column.name}", f"rare-name-{column.name}"
    least = few.number_input("or all values on fewer rows than", 2, None, 5, key=rare)
    other.text_input("into", "other", key=called)
    n = int((column.counts[:-1] < least).sum())
    st.caption(f"{counted(n, 'value')} on fewer than {least:,} rows.")
    _button("Merge rare values", lambda: steps.MergeRare(column.name, int(_now(rare)), _now(called)), not n)


def _rename(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    name = f"rename-{column.name}"
    st.text_input("Short name of the column", column.name, key=name)
    _button("Rename the column", lambda: steps.RenameColumn(column.name, _now(name).strip()))
    if len(column.values) > LISTED:
        return
    values = [value for value in read.order or natural_order(column.values) if value in set(column.values)]
    names = f"names-{column.name}-{hash(tuple(values))}"
    st.data_editor(
        {"value": values, "new name": values},
        key=names,
        disabled=["value"],
        hide_index=True,
        height=min(38 + 35 * len(values), 250),
    )
    _button("Rename values", lambda: steps.RenameValues(column.name, _renamed(values, names)))


def _renamed(values: Sequence[str], key: str) -> tuple[tuple[str, str], ...]:
    """(old, new) of the values that an editor of names has changed."""
    edits = _now(key)["edited_rows"]
    renamed = [(values[int(row)], str(edit["new name"] or "")) for row, edit in edits.items() if "new name" in edit]
    if not renamed:
        raise ValueError("no new name was given: write it in the column “new name”")
    return tuple(renamed)


def _filter(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    key = f"filter-{column.name}"
    offered = [*_offered(column), *([MISSING] if column.counts[-1] else [])]
    some = st.multiselect("Rows with", offered, key=key, format_func=shown_as(offered))
    how = st.segmented_control("What to do with them", (KEEP, DROP), default=KEEP, required=True, key="filter-how")
    places = [-1 if value == MISSING else column.place(value) for value in some]
    inside = int(np.isin(np.asarray(column.cells.codes), places).sum())
    n = len(view.prepared.draft.row_numbers)
    if some:
        st.caption(f"{inside if how == KEEP else n - inside:,} of {n:,} rows stay.")

    def step() -> Step:
        values = tuple(None if value == MISSING else value for value in _now(key))
        return steps.Filter(column.name, values, _now("filter-how") == KEEP)

    _button("Filter rows", step, not some, (key,))


def _absent(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    # a new box after each step: the browser would go on showing the values of the last one
    key = f"absent-{column.name}-{len(view.recipe)}"
    likely = dict(likely_among(column.values, column.counts))
    offered = [*likely, *(value for value in _offered(column) if value not in likely)]
    words = "Values that mean “no answer”"
    some = st.multiselect(words, offered, list(likely), key=key, format_func=_with_rows(column, offered))
    if likely:
        st.caption("Chosen to begin with: texts that often mean “no answer”. Remove those that do not.")
    if not some:
        return
    everywhere = "absent-everywhere"
    where = _absent_in(view, column, some, everywhere)

    def step() -> Step:
        columns = () if _now(everywhere) else tuple(_now(where))
        if not columns and not _now(everywhere):
            raise ValueError("no column is chosen: choose the columns in which the values count as missing")
        return steps.Missing(tuple(_now(key)), columns)

    cells = step().made_missing(view.prepared.draft) if _now(everywhere) or _now(where) else ()
    if cells:
        st.caption(f"Will be missing: {_cells(cells)}.")
    _button("Count as missing", step, not cells, (key, everywhere))


def _absent_in(view: View, column: DraftColumn, some: Sequence[str], everywhere: str) -> str:
    """The key of the box of the columns in which values count as missing.

    It begins with the column in hand, and with those of which all these values that they have are asked about.
    """
    having = dict(steps.Missing(tuple(some)).made_missing(view.prepared.draft))
    asked = likely_no_answers(view.prepared)
    first = [
        name
        for name in having
        if name == column.name
        or all(name in asked.get(value, {}) for value in some if value in view.prepared.draft.column(name).values)
    ]
    # a new box for other values, which other columns have
    where = f"absent-in-{column.name}-{hash((tuple(some), tuple(first)))}"
    with_cells = shown_as(having, lambda name: f"{name} ({number_of(having[name], 'cell')})")
    every = bool(_now(everywhere))
    st.multiselect("in the columns", list(having), first, key=where, format_func=with_cells, disabled=every)
    if len(having) > len(first):
        others = first_names([name for name in having if name not in first])
        st.caption(f"Also in {others}, where nothing suggests that it means “no answer”. Add them if it does.")
    st.checkbox("in all columns", key=everywhere)
    return where


def _cells(made: Iterable[tuple[str, int]]) -> str:
    """Columns with their numbers of cells."""
    return ", ".join(f"{plain(name, 60)} {number_of(n, 'cell')}" for name, n in made)


def _split(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    sign_box, name_box = st.columns(2)
    key, name, empty, none = (f"split-{what}-{column.name}" for what in ("at", "name", "empty", "none"))
    named = {" ": "blank", "\n": "line break"}
    sign = sign_box.selectbox(
        "Separator of the answers", separators(column), key=key, format_func=lambda sign: named.get(sign, sign)
    )
    begun = name_box.text_input("Name before each answer", column.name, key=name)
    answers = steps.answers_of(column.values, sign)
    parts = list(dict.fromkeys(part for each in answers for part in each))
    if worded := none_among(answers):
        st.checkbox(f"“{plain(worded)}” means no to every other answer, and gets no column", True, key=none)
        parts = [part for part in parts if part != worded or not _now(none)]
    st.caption(f"{counted(len(parts), 'new column')} of yes and no: {plain(', '.join(parts), 300)}.")
    if len(begun) > steps.LONG_NAME:
        st.caption("The answer comes first, since figures cut off long names. A shorter name reads better.")
    for part, _ in likely_among(parts, np.ones(len(parts))):
        st.caption(f"If “{plain(part)}” means “no answer”, count it as missing first: it would be a column of its own.")
    unanswered = [not each for each in answers]
    without = read.n_missing + int(column.counts[:-1][unanswered].sum())
    if without:
        st.checkbox("An empty cell means no to all (else: missing)", key=empty)
        st.caption(
            f"{counted(without, 'cell')} without an answer, empty or read as missing. By default they are missing in "
            "every new column, since people may not have answered the question. Tick the box if people left the cell "
            "empty to say that no answer fits."
        )

    def step() -> Step:
        no_to_all = worded if _now(none) else ""
        return steps.Split(column.name, _now(key), _now(name).strip(), bool(_now(empty)), no_to_all)

    _button("Split the column", step)


def _bins(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    how = st.segmented_control("Intervals", list(WAYS), default="equal frequency", required=True, key="bins-how")
    if how == "by hand":
        key = f"limits-{column.name}"
        low, high = np.nanmin(column.numbers), np.nanmax(column.numbers)
        st.text_input(f"Limits, separated by spaces, from {low:g} to {high:g}", key=key)
        _button("Cut the numbers", lambda: steps.Bins(column.name, 10, "limits", _limits(_now(key))))
    else:
        st.number_input("How many, at most", 2, 50, 5, key="bins-n")
        _button("Cut the numbers", lambda: steps.Bins(column.name, int(_now("bins-n")), WAYS[_now("bins-how")]))


def _dates(view: View, column: DraftColumn, read: ColumnGuess) -> None:
    forms = date_forms(column.values)
    if len(forms) > 1:
        st.segmented_control("Dates are written", forms, default=forms[0], required=True, key="dates-form")
    offered = parts_in(column.values)
    opening = [part for part in offered if part in USUAL_PARTS[1:]] or offered
    parts = st.pills("Columns to make", offered, selection_mode="multi", default=opening, key="dates-parts")

    def step() -> Step:
        form = _now("dates-form") if len(forms) > 1 else "".join(forms)
        return steps.Dates(column.name, tuple(_now("dates-parts")), form)

    _button("Make columns", step, not parts)


def _limits(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(word.strip(",;")) for word in text.split() if word.strip(",;"))
    except ValueError:
        raise ValueError(f"the limits {text!r} are not all numbers: write decimals with a point") from None


def _offered(column: DraftColumn) -> Sequence[str]:
    """Values to choose among, the most frequent first."""
    order = np.argsort(-column.counts[:-1], kind="stable")[:LISTED]
    return [column.values[i] for i in order]


def _with_rows(column: DraftColumn, offered: Sequence[str]) -> Callable[[str], str]:
    """Values as they are offered, each with its number of rows."""
    counts = dict(zip(column.values, column.counts.tolist(), strict=False))
    return shown_as(offered, lambda value: f"{value} ({number_of(counts[value], 'row')})")


# the recipe


def _list_steps(view: View) -> None:
    """The steps so far, each with a button to undo it; the recipe as a file."""
    data, recipe = session.DATA.get(), view.recipe
    st.markdown("**Steps**" if recipe.steps else "**Steps**: none so far. The data are as in the file.")
    with st.container(height=_TALL if len(recipe) >= _MANY else "content", border=False):
        for place, words in reversed(list(enumerate(recipe.words))):  # the last one is in sight however many there are
            line, undo = st.columns([5, 2], vertical_alignment="center")
            cells = view.prepared.draft.made_missing[place]
            line.markdown(f"{place + 1}\\. {plain(words)}{f' Now missing: {_cells(cells)}.' if cells else ''}")
            undo.button("Undo", key=f"undo-{place}", on_click=_undo, args=(data, place), width="stretch")
    with st.container(horizontal=True):
        if recipe.steps:
            st.button("Start again", on_click=_change_recipe, args=(data, Recipe()))
            content = recipe.to_json().encode("utf-8", "backslashreplace")
            st.download_button(SAVE_RECIPE, content, "recipe.json", "application/json", on_click="ignore")
    # a new box after each recipe, so that the same file can be opened again
    key = f"recipe-{data}-{hash(recipe)}"
    st.file_uploader("Open saved steps (a recipe)", ["json"], key=key, on_change=_opened, args=(data, key))


def _change_recipe(data: str, recipe: Recipe) -> None:
    preparation.change(data, recipe)


def _undo(data: str, place: int) -> None:
    """Drop a step; the column that it changed is the one to go on with."""
    recipe = preparation.of(data).recipe
    column = getattr(recipe.steps[place], "column", None)
    if preparation.change(data, recipe.without(place)) and column is not None:
        _in_hand().put(column)


def _opened(data: str, key: str) -> None:
    file = uploads.given(key)
    if file is None:
        return
    try:
        recipe = Recipe.from_json(file.getvalue().decode("utf-8-sig", "replace"))
    except ValueError as error:
        session.PREPARATION_ERROR.put(f"{file.name}: {error}")
    else:
        preparation.change(data, recipe)
