"""The report: views collected page by page, their list, and the files that are made of them."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.Markdown_pb2 import Markdown
from streamlit.runtime.scriptrunner import get_script_run_ctx

from catviz.export import report as export
from catviz.export.code import Piece, script
from catviz.export.report import ROWS, FullError, Picture, Report, Table, Words, plain_text
from catviz.export.report import table as cut_table
from catviz.export.report_page import report_page
from catviz.plots.adapted import on_white
from catviz.registry import methods
from catviz.ui.frame.export_popover import code_for
from catviz.ui.labels import CHOSEN_ROWS, PREPARE, PREVIEWED_ROWS, QUESTION, TABLE_ROWS
from catviz.ui.state import controls, link, session
from catviz.ui.state.table_choices import OWN_ORDER, ROWS_CHOSEN
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts, downloads, formula, panels, png_and_svg
from catviz.wording import in_percent

ADD = "Add to the report"
TITLE = "Report"
OTHERS = "Several tables, which the page names"
_OPEN, _TITLE, _NO_ROWS = "report-open", "report-title", "report-no-rows"
#: Choices that a page with a table of its own does not follow.
_SIDEBAR = ("data", "groups", "shown", "out", "weights", "missing")
#: Of a table with more values the report takes no further tables.
_SMALL = 200
#: Up to so many columns are named among the settings.
_LISTED = 30
_CAPTION, _DIVIDER = Markdown.Type.CAPTION, Markdown.Type.DIVIDER
_LATEX = Markdown.Type.LATEX
_WORKING = ("progress", "spinner")
_MAIN = 0
#: Tables of single rows, by what they are called for those who cannot see them.
_LISTS_OF_ROWS = (CHOSEN_ROWS, TABLE_ROWS, PREVIEWED_ROWS)


@contextmanager
def collecting() -> Iterator[Recording | None]:
    """Record the run if its view goes into the report."""
    with recording(bool(session.COLLECTING.get())) as record:
        yield record


def buttons():
    """Show the buttons above the page: add this view, and open the list. Where the second one stands."""
    help = (
        "The figures, sentences, settings and code of this page as you see it now. The report collects views of "
        "several pages and tables in one file."
    )
    st.button(ADD, icon=":material/note_add:", type="tertiary", on_click=_collect, help=help)
    place = st.container(width="content")
    if not session.COLLECTING.there:
        _opener(place)
    return place


def fill(place, said, made: Recording | None, view: View) -> None:
    """Add the view that was recorded, if any, and say so in ``said``."""
    if made is None:
        return
    session.COLLECTING.take()
    kept, page = _report(), _view(made, view)
    if any(page.same_as(other) for other in kept.views):
        message = "This view is in the report already."
    else:
        try:
            message = f"Added. The report has {counted(len(session.REPORT.put(kept.with_view(page)).views), 'view')}."
        except FullError as error:
            said.warning(plain(error))
            message = ""
    _opener(place)
    if message:
        said.caption(message)


def _opener(place) -> None:
    n = len(_report().views)
    place.button(
        f"Open the report ({n})",
        key=_OPEN,
        icon=":material/summarize:",
        type="tertiary",
        disabled=not n,
        on_click=panels.dialog(TITLE, _contents, "large"),
        help="All views of the report, with notes, and its files.",
    )


def _collect() -> None:
    session.COLLECTING.put(True)


def _report() -> Report:
    return session.REPORT.first(Report)


def _view(made: Recording, view: View) -> export.View:
    """What was recorded, as a view of the report."""
    own_table = downloads.about_own()
    about = view if own_table is None else own_table
    others = bool(session.ABOUT_OTHERS.get())
    pieces = () if others else tuple(code_for(view)())
    drawn = {each.key: each for each in charts.drawn().values()}
    page = session.PAGE.get() or ""
    return export.View(
        f"{page}: {made.title()}",
        OTHERS if others else _table_name(about),
        tuple(made.parts(drawn)),
        tuple(_settings(made, about, own_table is not None, others)),
        link.full_link(),
        pieces,
        tuple(_sources(made, None if others else about, pieces)),
        tuple(_further(about)),
        made.unfinished(),
    )


def _choices(made: Recording) -> list[str]:
    """The keys of choices that shape the page."""
    return [key for key in link.drawn() if key not in png_and_svg.KEYS and key not in made.disabled()]


def _table_name(view: View) -> str:
    return f"{view.name}, {counted(view.n_rows, 'row')}"


def _settings(made: Recording, about: View, own: bool, others: bool) -> Iterator[tuple[str, str]]:
    if not others:
        names = about.table.attributes
        yield "Table", _table_name(about)
        yield "Columns used", ", ".join(names) if len(names) <= _LISTED else f"{len(names):,}"
        if about.recipe.steps:
            yield "Prepared", "; ".join(about.recipe.words)
    labels, titles = made.labels(), {method.name: method.short for method in methods()}
    for key in _choices(made):
        if key == ROWS_CHOSEN or (key in _SIDEBAR and (own or others)):
            continue
        text, _ = link.drawn()[key]
        if key == OWN_ORDER:
            yield "Your own order", "restored by the link" if text else "as learned"
            continue
        if key == "out" and not text and about.recipe.steps:  # what was prepared says what is left out
            continue
        method = titles.get(key.partition(".")[0])
        label = labels.get(key, key)
        if key == "shown":  # the recipe, too, may say so of columns
            yield label, _value(list(about.shown.attributes) if about.shown is not None else [])
            continue
        yield label if method is None else f"{label} ({method})", _value(controls.shown_text(key, text))
    if _selected():
        carried = bool(link.drawn().get(ROWS_CHOSEN, ([], True))[0])
        yield "Selection", "made by hand; the link restores it" if carried else "made by hand; too long for the link"


def _selected() -> bool:
    """True where something is picked in a figure of the page."""
    kept = session.selection((session.PAGE.get() or "").lower()).get()
    return kept is not None and kept[2] is not None and bool(kept[2].ids)


def _value(text: str | list[str]) -> str:
    return (", ".join(text) or "none") if isinstance(text, list) else text


def _sources(made: Recording, about: View | None, pieces: tuple[Piece, ...]) -> Iterator[str]:
    """References of the methods that were chosen or that the code names, and of the data set."""
    chosen = [session.CHOICES.first(dict).get(key) for key in _choices(made)]
    names = {name for value in chosen for name in (value if isinstance(value, list) else [value])}
    code = script(pieces)
    for method in methods():
        if {method.name, method.title} & names or re.search(rf"\b{method.name}\(", code):
            yield f"{method.title}: {method.paper}. Status: {method.status_on_pages}."
    if about is not None and about.info is not None:
        yield f"{about.info.title}: {about.info.citation}"


def _further(about: View) -> Iterator[export.Table]:
    """Small tables that the page offers."""
    if sum(map(len, about.table.categories)) > _SMALL:
        return
    tables, _, _ = downloads.offered()
    for title, make in tables.items():
        frame = make()
        if 0 < len(frame) <= export.ROWS:
            yield export.table(frame, title)


def _contents() -> None:
    """The views with their notes and their order, and the files."""
    report = _report()
    if not report.views:
        st.caption("The report is empty. Add views to it from the pages.")
        return
    st.text_input("Title", report.title, key=_TITLE, max_chars=120, on_change=_retitle)
    for i, view in enumerate(report.views):
        _line(i, view, len(report.views))
    name = "catviz-report"
    if st.checkbox("Leave out single rows", key=_NO_ROWS):
        report = report.without_rows()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "Download the report (HTML)",
            partial(_page, report),
            f"{name}.html",
            "text/html",
            type="primary",
            on_click="ignore",
            key="report-html",
        )
        st.download_button(
            "Download the notebook",
            partial(_notebook, report),
            f"{name}.ipynb",
            "application/x-ipynb+json",
            on_click="ignore",
            key="report-ipynb",
        )
    st.caption(
        "The HTML file opens without a network. Print it from the browser for a PDF. It holds values of the table. A "
        "map of rows holds every row in its hover texts, with ids and columns left out or shown only, and so does a "
        "list of rows: give it only to people who may see all of them, or leave out single rows. Then maps keep their "
        "points, and a value of few rows can still say who they are."
    )


def _line(i: int, view: export.View, n: int) -> None:
    """One view: its title, what is in it, its buttons and its note."""
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            figures = counted(len(view.pictures), "figure")
            st.markdown(f"**{i + 1}. {plain(view.title)}**  \n{plain(view.about)} · {figures}", width="stretch")
            _button("Up", i, lambda report: report.moved(i, -1), i == 0)
            _button("Down", i, lambda report: report.moved(i, 1), i == n - 1)
            _button("Remove", i, lambda report: report.without(i))
        key = f"report-note-{id(view.parts)}"
        st.text_area("Your note", view.note, key=key, height=68, max_chars=4000, on_change=_note, args=(i, key))


def _retitle() -> None:
    title = str(session.of_widget(_TITLE).get() or "").strip()
    if title:
        session.REPORT.put(_report().titled(title))


def _note(i: int, key: str) -> None:
    session.REPORT.put(_report().noted(i, session.of_widget(key).get() or ""))


def _button(label: str, i: int, change: Callable[[Report], Report], disabled: bool = False) -> None:
    st.button(label, key=f"report-{label.lower()}-{i}", on_click=_change_report, args=(change,), disabled=disabled)


def _change_report(change: Callable[[Report], Report]) -> None:
    session.REPORT.put(change(_report()))


def _page(report: Report) -> bytes:
    page = report_page(report, sys.modules["catviz"].__version__, datetime.now().date())
    return page.encode("utf-8", "replace")


def _notebook(report: Report) -> bytes:
    return report.to_notebook().encode("utf-8", "replace")


class Recording:
    """The messages of a run to the browser: the last one for each place on the page, in the page's order.

    A page's sentences are written in many places; whatever stands on the page stands in the report too, so that no
    figure leaves without the conditions that the page gives.
    """

    def __init__(self) -> None:
        self._blocks: dict[tuple[int, ...], Any] = {}
        self._elements: dict[tuple[int, ...], Any] = {}

    def saw(self, message: Any) -> None:
        """Keep a message to the browser, if it draws something."""
        if message.WhichOneof("type") != "delta":
            return
        place, delta = tuple(message.metadata.delta_path), message.delta
        kind = delta.WhichOneof("type")
        if kind == "add_block":
            self._blocks[place] = delta.add_block
        elif kind == "new_element":
            self._elements[place] = delta.new_element

    def labels(self) -> dict[str, str]:
        """The labels of widgets by their key."""
        return {_key(widget.id): widget.label for widget in self._widgets() if getattr(widget, "label", "")}

    def disabled(self) -> set[str]:
        """The keys of widgets that nobody can use here: what they say has no effect on the page."""
        return {_key(widget.id) for widget in self._widgets() if getattr(widget, "disabled", False)}

    def _widgets(self) -> Iterator[Any]:
        for element in self._elements.values():
            widget = getattr(element, element.WhichOneof("type") or "empty")
            if getattr(widget, "id", ""):
                yield widget

    def unfinished(self) -> bool:
        """True where the page shows that work goes on."""
        return any(element.WhichOneof("type") in _WORKING for _, element in self._on_page())

    def title(self) -> str:
        """The page's title."""
        titles = (e.heading.body for _, e in self._on_page() if e.WhichOneof("type") == "heading")
        return plain_text(next(titles, ""))

    def parts(self, drawn: Mapping[str, charts.Drawn]) -> list[Words | Picture | Table]:
        """What the main part of the page shows, from top to bottom; ``drawn`` holds its figures by their key."""
        parts: list[Words | Picture | Table] = []
        for place, element in self._on_page():
            kind = element.WhichOneof("type")
            content = getattr(element, kind)
            if kind == "plotly_chart" and _key(content.id) in drawn:
                parts.append(_picture(drawn[_key(content.id)], self._share(place)))
            elif kind == "dataframe":
                parts.append(_dataframe(content))
            elif kind == "table":
                parts.append(_static_table(content))
            else:
                words = _words(kind, content)
                if words is not None and not words.text.startswith(QUESTION):
                    parts.append(self._placed(words, place))
        return parts

    def _placed(self, words: Words, place: tuple[int, ...]) -> Words:
        """Words as what they are where they stand: an answer, or what a chip opens."""
        around = [place[:i] for i in range(1, len(place)) if place[:i] in self._blocks]
        if chip := next((each for each in around if self._is_chip(each)), None):
            return replace(words, kind="limit", name=self._blocks[chip].popover.label)
        keys = [_key(self._blocks[each].id) for each in around]
        return replace(words, kind="answer") if any(re.fullmatch("answer(-.*)?", key) for key in keys) else words

    def _on_page(self) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Elements of the main part with their places, without what popovers and expanders of work or formulas hold.

        A chip is a condition of what the page shows, though a popover: its text stays.
        """
        for place in sorted(self._elements):
            if place[0] == _MAIN and not any(self._hidden(place[:i]) for i in range(1, len(place))):
                yield place, self._elements[place]

    def _hidden(self, place: tuple[int, ...]) -> bool:
        block = self._blocks.get(place)
        if block is None:
            return False
        kind = block.WhichOneof("type")
        label = block.expandable.label if kind == "expandable" else ""
        hides = kind == "dialog" or (kind == "popover" and not self._is_chip(place))
        return hides or label == formula.TITLE or label.startswith(PREPARE)

    def _is_chip(self, place: tuple[int, ...]) -> bool:
        box = self._blocks.get(place[:-1])
        is_popover = self._blocks[place].WhichOneof("type") == "popover"
        return is_popover and box is not None and _key(box.id).startswith(f"{panels.CHIPS}-")

    def _share(self, place: tuple[int, ...]) -> float:
        """The share of the page's width at a place."""
        share = 1.0
        for i in range(1, len(place)):
            block = self._blocks.get(place[:i])
            if block is not None and block.WhichOneof("type") == "column":
                share *= block.column.weight
        return share


@contextmanager
def recording(wanted: bool) -> Iterator[Recording | None]:
    """Record what is drawn within, if ``wanted``."""
    context = get_script_run_ctx()
    if not wanted or context is None:
        yield None
        return
    record, send = Recording(), context.enqueue

    def enqueue(message: Any) -> None:
        record.saw(message)
        send(message)

    context.enqueue = enqueue  # type: ignore[method-assign, assignment]
    try:
        yield record
    finally:
        del context.enqueue


def _key(widget_id: str) -> str:
    """The key of a widget: the end of its id."""
    return widget_id.split("-", 2)[-1]


def _words(kind: str, held: Any) -> Words | None:
    if kind == "markdown" and held.element_type not in (_DIVIDER, _LATEX):
        text = held.body if not held.help else f"{held.body} ({held.help})"
        return Words(text, "caption" if held.element_type == _CAPTION else "text")
    if kind == "alert":
        is_warning = held.format in (Alert.Format.ERROR, Alert.Format.WARNING)
        return Words(held.body, "warning" if is_warning else "note")
    if kind == "heading" and held.tag != "h1":
        return Words(held.body, "heading")
    if kind == "metric":
        return Words(f"{held.label}: **{held.body}**" + (f" ({held.help})" if held.help else ""))
    return None


def _picture(drawn: charts.Drawn, share: float) -> Picture:
    return Picture(on_white(drawn.as_seen(), charts.theme()), drawn.alt, share, drawn.name, drawn.piece, drawn.of_rows)


def _dataframe(held: Any) -> Table:
    """A table as the page shows it: with its names of columns, and without those that it hides."""
    table = _read(held.arrow_data.data, held.alt, index=True)
    config = json.loads(held.columns or "{}")
    frame, index = table.frame, not config.get("_index", {}).get("hidden", False)
    shown = [name for name in frame if not config.get(str(name), {}).get("hidden", False)]
    frame = frame[shown]
    for name in shown:
        written = (config.get(str(name), {}).get("type_config") or {}).get("format")
        if written == "percent":
            frame = frame.assign(**{str(name): frame[name].map(partial(in_percent, decimals=1))})
        elif written and "%" in written:
            frame = frame.assign(**{str(name): [written % v if v == v else "–" for v in frame[name]]})
    labels = {name: config.get(str(name), {}).get("label") or name for name in shown}
    return Table(frame.rename(columns=labels), table.title, table.n_rows, index, held.alt in _LISTS_OF_ROWS)


def _static_table(held: Any) -> Table:
    """A table whose cells and names the page reads as Markdown."""
    table = _read(held.arrow_data.data, held.alt, index=not held.hide_index)
    frame = table.frame.map(_unmarked).rename(index=_unmarked, columns=_unmarked)
    return Table(frame, table.title, table.n_rows, table.index)


def _unmarked(cell: object) -> object:
    return plain_text(cell) if isinstance(cell, str) else cell


def _read(data: bytes, title: str, index: bool) -> Table:
    """The first rows of a table that goes to the browser."""
    with pa.ipc.open_stream(io.BytesIO(data)) as stream:
        rows = stream.read_all()
    frame: pd.DataFrame = rows.slice(0, ROWS).to_pandas()
    return cut_table(frame, title, index, rows.num_rows)
