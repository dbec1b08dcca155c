"""How the columns of a table were read, with the role of each to change, and a file read again in another way."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from catviz.reading import dialects, encodings
from catviz.reading.csv_files import inspect_csv
from catviz.reading.delimited import UnreadableError
from catviz.reading.inspected import READ_AS_MISSING
from catviz.reading.prepared import Prepared
from catviz.reading.steps import MergeRare, Role
from catviz.table import sizes
from catviz.table.codebook import MISSING, MISSING_TOKENS, MissingTokens
from catviz.table.column_roles import MOST_DISTINCT, ROLES, USES, ColumnGuess, beyond
from catviz.ui.columns import outcome
from catviz.ui.labels import KEPT_IN, OUTCOME, PREPARE, PREVIEWED_ROWS, QUESTION
from catviz.ui.state import preparation, session, table_choices, uploads
from catviz.ui.state.uploads import Upload
from catviz.ui.state.view import View
from catviz.ui.text import counted, failure, first_names, plain, short
from catviz.ui.widgets import doubts
from catviz.ui.widgets.charts import show_table
from catviz.wording import number_of

DETECTED = "detected"
DELIMITERS = {DETECTED: None, **{name: sign for sign, name in dialects.DELIMITERS.items()}}
ENCODINGS = {DETECTED: DETECTED, **encodings.ENCODINGS}
#: Where the names of the columns stand.
IN_LINE = "line"
HEADERS: dict[str, Any] = {DETECTED: None, "in the first line": True, "in line ...": IN_LINE, "there are none": False}
DECIMALS = {DETECTED: None, "comma": ",", "point": "."}
_AGAIN, _TOKENS = "Read the file again with other settings", "Cells that count as missing"
_KEEP = f"Is one of these an answer? Then open “{_AGAIN}” and remove it from “{_TOKENS}”."
#: Questions that are seen at once.
_ASKED_AT_ONCE = 5
READ_IN_BLOCKS = (
    "The file was opened by its path and is read in blocks: numbers are taken as categories here, ids stay if they "
    f"have at most {MOST_DISTINCT:,} values, and no column is taken as row weights. Open the file from the sidebar to "
    "have its columns read as `catviz.read_csv` reads them."
)
#: Rows that a frequent value of a column of too many is on, at least; so many values of it are kept at most.
_FEWEST, _KEPT = 2, 200
#: So many of the largest columns are offered with their most frequent values at most.
_OFFERED = 5
#: A token that no cell is.
_NO_TOKEN = "\x00"
#: Bytes of a file that its preview reads.
_SAMPLE = 100_000
_PREVIEWED = 5


def ask(view: View) -> None:
    """Ask what is in doubt about a file, each question behind its first words; nothing of other tables."""
    if not view.uploaded or uploads.current() is None:
        return
    asked = doubts.of(view)
    with st.container(key="asked-of-columns", horizontal=True, gap="xsmall"):
        doubts.ask_folded(asked[:_ASKED_AT_ONCE])
        _about_outcome(view)
    if more := asked[_ASKED_AT_ONCE:]:
        with st.expander(f"{number_of(len(more), 'more question')}"):
            doubts.ask(more)
    doubts.answered()
    _too_many(view.prepared)
    _too_many_together(view)


def section(view: View) -> None:
    """Show how a file was read; every column's role can be changed."""
    upload = uploads.current() if view.uploaded else None
    if upload is None:
        with st.expander("How each column is read"):
            _roles(view)
        return
    with st.expander(f"How {plain(upload.name, 80)} was read, and why"):
        for note in upload.inspected.notes:
            keep = f" {_KEEP}" * (note.startswith(READ_AS_MISSING) and not upload.inspected.typed)
            st.markdown(f"- {plain(note)}{keep}")
        _roles(view)
    if not upload.inspected.typed:
        with st.expander(_AGAIN):
            _settings(upload)


def _about_outcome(view: View) -> None:
    """Ask for the outcome, or whether the one that was taken unasked is right."""
    name = view.table.target_name
    if not view.classes_known:
        with st.popover(f"{QUESTION} what do you want to explain?"):
            outcome.ask(view)
    elif view.whole is not None and name == table_choices.taken_as_outcome(view.whole, view.prepared, view.recipe):
        words = f"{QUESTION} is {plain(str(name), 60)} the outcome?"
        with st.popover(words):
            st.caption(
                f"{words} It is taken so, as the only column of two values with the name of one. Choose another, or "
                f"none, under “{OUTCOME}” above the page."
            )


def role_now(view: View, column: ColumnGuess) -> str:
    """A column's role as it is used, the known classes being the outcome that was chosen."""
    if column.name == view.table.target_name:
        return "known classes"
    return "shown only" if column.use == "known classes" and view.classes_known else column.use or column.role


def role_name(role: object) -> str:
    """A role as the boxes show it."""
    return {"weight": "row weights", "groups": "rows that belong together"}.get(str(role), str(role))


def _roles(view: View) -> None:
    columns = view.prepared.columns
    guesses = pd.DataFrame(
        {
            "column": [c.name for c in columns],
            "read as": [role_now(view, c) for c in columns],
            "why": [c.why for c in columns],
            "different values": [c.n_distinct for c in columns],
            "missing": [c.n_missing for c in columns],
            "in this order": [short(" < ".join(c.order)) for c in columns],
        }
    )
    full_texts = view.full_texts
    if full_texts:
        guesses["in full"] = [full_texts.get(c.name, "") for c in columns]
    # a new editor after each step and outcome: Streamlit would apply the edits of the last one again
    key = f"roles-{session.DATA.get()}-{hash((view.recipe, view.table.target_name))}"
    st.data_editor(
        guesses,
        key=key,
        hide_index=True,
        disabled=[c for c in guesses.columns if c != "read as"],
        column_config={
            "read as": st.column_config.SelectboxColumn(
                options=[*ROLES, *USES],
                required=True,
                format_func=role_name,
                help="shown only: drawn and described, but not used for distances. known classes: results are "
                f"compared with them. id and left out: not drawn; they stay in {KEPT_IN}.",
            )
        },
        on_change=_change_reading,
        args=(tuple(c.name for c in columns), key),
        height=min(38 + 35 * len(guesses), 330),
    )


def _change_reading(names: tuple[str, ...], key: str) -> None:
    for row, edit in session.of_widget(key).get()["edited_rows"].items():
        if "read as" in edit:
            preparation.add(session.DATA.get(), Role(names[int(row)], edit["read as"]))


def _too_many(prepared: Prepared) -> None:
    """Name the columns left out for their number of values, each with a button that keeps its most frequent ones."""
    for column in prepared.columns:
        if column.role != "left out" or column.why != beyond(column.n_distinct, prepared.limits.distinct):
            continue
        words = f"{plain(column.name, 60)} is left out: it has {counted(column.n_distinct, 'different value')}"
        _offer_frequent(prepared, column, words)


def _too_many_together(view: View) -> None:
    """Say that the active columns have more values in all than are counted, and offer what makes them fewer."""
    book = view.table.codebook
    largest = sizes.largest_columns(book)
    if not largest:
        return
    st.warning(
        f"The active columns have {int(book.n_values.sum()):,} values in all, but pages can compare at most "
        f"{sizes.MOST_VALUES:,}. Without {_named(largest)} the others fit."
    )
    st.button(
        f"Leave out {number_of(len(largest), 'column')}",
        key="leave-out-largest",
        help=f"They stay in {KEPT_IN}. Undo it under {PREPARE}.",
        on_click=_leave_out,
        args=(largest,),
    )
    for column in view.prepared.columns:
        if column.name in largest[:_OFFERED] and column.n_distinct > _KEPT:
            words = f"{plain(column.name, 60)} has {counted(column.n_distinct, 'different value')}"
            _offer_frequent(view.prepared, column, words)


def _leave_out(columns: list[str]) -> None:
    preparation.add(session.DATA.get(), *(Role(name, "left out") for name in columns))


def _offer_frequent(prepared: Prepared, column: ColumnGuess, said: str) -> None:
    """A button that keeps the most frequent values of a column of many, after what is said of it."""
    counts = prepared.draft.column(column.name).counts[:-1]
    fewest = max(_FEWEST, int(np.sort(counts)[-_KEPT - 1]) + 1)
    kept = int((counts >= fewest).sum())
    if not kept:
        st.caption(f"{said}, none of them on {_FEWEST} rows or more.")
        return
    place, button = st.columns([3, 2], vertical_alignment="center")
    place.caption(f"{said}. {counted(kept, 'value')} on {fewest:,} rows or more can be used instead.")
    button.button(
        f"Use the most frequent: {plain(column.name, 30)}",
        key=f"frequent-{prepared.columns.index(column)}",
        help=f"All other values of the column are merged into “other”. Undo it under {PREPARE}.",
        on_click=_keep_frequent,
        args=(column.name, fewest),
    )


def _keep_frequent(column: str, fewest: int) -> None:
    preparation.add(session.DATA.get(), MergeRare(column, fewest), Role(column, "category"))


_named = partial(first_names, most=8, length=60)


def _settings(upload: Upload) -> None:
    """Delimiter, encoding, header, decimal sign and missing texts, with a preview of the first rows."""
    kept = dict(upload.settings)
    boxes = st.columns(4, vertical_alignment="bottom")
    delimiter = boxes[0].selectbox(
        "Delimiter", list(DELIMITERS), _place(DELIMITERS, kept.get("delimiter")), key=f"read-delimiter-{upload.digest}"
    )
    encoding = boxes[1].selectbox(
        "Encoding",
        list(ENCODINGS),
        list(ENCODINGS).index(kept.get("encoding", DETECTED)) if kept.get("encoding", DETECTED) in ENCODINGS else 0,
        format_func=lambda encoding: ENCODINGS[encoding],
        key=f"read-encoding-{upload.digest}",
    )
    decimal = boxes[2].selectbox(
        "Decimal mark",
        list(DECIMALS),
        _place(DECIMALS, kept.get("decimal")),
        key=f"read-decimal-{upload.digest}",
    )
    named = boxes[3].selectbox(
        "Names of the columns",
        list(HEADERS),
        _place(HEADERS, _header_kind(kept.get("header"))),
        key=f"read-header-{upload.digest}",
    )
    header = HEADERS[named]
    if header == IN_LINE:
        given = kept.get("header")
        at = given if isinstance(given, int) and not isinstance(given, bool) else 1
        header = int(st.number_input("Line of the names", 1, None, at, key=f"read-line-{upload.digest}"))
    tokens = list(kept.get("missing", MISSING_TOKENS))
    occur = list(upload.inspected.read_as_missing)
    stay = st.multiselect(
        _TOKENS,
        occur,
        occur,
        format_func=lambda token: token or "(empty)",
        accept_new_options=True,
        key=f"read-missing-{upload.digest}",
        help="Type to add one, such as “k. A.”.",
    )
    gone = MissingTokens([token for token in occur if token not in stay] or [_NO_TOKEN])
    missing = [token for token in tokens if token not in gone] + [token for token in stay if token not in occur]
    chosen: dict[str, Any] = {
        "delimiter": DELIMITERS[delimiter],
        "encoding": None if encoding == DETECTED else encoding,
        "decimal": DECIMALS[decimal],
        "header": header,
        "skip": kept.get("skip"),
        "missing": None if set(missing) == set(MISSING_TOKENS) else tuple(missing),
    }
    settings = tuple((key, value) for key, value in chosen.items() if value is not None)
    if settings == upload.settings:
        return
    try:
        head = upload.data[:_SAMPLE]
        head = head if len(head) == len(upload.data) else head[: head.rfind(b"\n") + 1] or head
        preview = inspect_csv(head, upload.name, **dict(settings))
    except (UnreadableError, ValueError) as error:
        failure(error)
        return
    st.caption(f"Preview: {len(preview.columns)} columns; the first {_PREVIEWED} rows.")
    show_table(preview.frame.head(_PREVIEWED), hide_index=True, placeholder=MISSING, alt=PREVIEWED_ROWS)
    again = partial(doubts.read_again, upload.title, settings)
    st.button("Read the file like this", type="primary", on_click=again, key="read-again")


def _header_kind(header: Any) -> Any:
    """What the box of the names shows for a setting."""
    return header if header is None or isinstance(header, bool) else IN_LINE


def _place(options: dict[str, Any], value: Any) -> int:
    return list(options.values()).index(value) if value in options.values() else 0
