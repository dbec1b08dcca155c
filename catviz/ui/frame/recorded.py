"""What a run draws, read off the messages that go to the browser: sentences, figures and tables in the page's order.

A page's sentences are written in many places; whatever stands on the page stands in the report too, so that no figure
leaves without the conditions that the page gives.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import pandas as pd
import pyarrow as pa
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.Markdown_pb2 import Markdown
from streamlit.runtime.scriptrunner import get_script_run_ctx

from catviz.export.marked import plain_text
from catviz.export.report import ROWS, Picture, Table, Words
from catviz.export.report import table as cut_table
from catviz.plots.offline import on_white
from catviz.ui.labels import CHOSEN_ROWS, PREPARE, PREVIEWED_ROWS, QUESTION, TABLE_ROWS
from catviz.ui.widgets import charts, formula
from catviz.wording import in_percent

_CAPTION, _DIVIDER = Markdown.Type.CAPTION, Markdown.Type.DIVIDER
_LATEX = Markdown.Type.LATEX
_WORKING = ("progress", "spinner")
_MAIN = 0
_LISTS_OF_ROWS = (CHOSEN_ROWS, TABLE_ROWS, PREVIEWED_ROWS)
"""Tables of single rows, by what they are called for those who cannot see them."""


class Recording:
    """The messages of a run: the last one for each place on the page."""

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
            held = getattr(element, element.WhichOneof("type") or "empty")
            if getattr(held, "id", ""):
                yield held

    def unfinished(self) -> bool:
        """True where the page shows that work goes on."""
        return any(element.WhichOneof("type") in _WORKING for _, element in self._on_page())

    def title(self) -> str:
        """The page's title."""
        titles = (e.heading.body for _, e in self._on_page() if e.WhichOneof("type") == "heading")
        return next(titles, "")

    def parts(self, drawn: Mapping[str, charts.Drawn]) -> list[Words | Picture | Table]:
        """What the main part of the page shows, from top to bottom; ``drawn`` holds its figures by their key."""
        parts: list[Words | Picture | Table] = []
        for place, element in self._on_page():
            kind = element.WhichOneof("type")
            held = getattr(element, kind)
            if kind == "plotly_chart" and _key(held.id) in drawn:
                parts.append(_picture(drawn[_key(held.id)], self._share(place)))
            elif kind == "dataframe":
                parts.append(_dataframe(held))
            elif kind == "table":
                parts.append(_static_table(held))
            else:
                words = _words(kind, held)
                parts += [words] if words is not None and not words.text.startswith(QUESTION) else []
        return parts

    def _on_page(self) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Elements of the main part with their places, without what popovers and expanders of work or formulas hold."""
        for place in sorted(self._elements):
            if place[0] == _MAIN and not any(self._hidden(place[:i]) for i in range(1, len(place))):
                yield place, self._elements[place]

    def _hidden(self, place: tuple[int, ...]) -> bool:
        block = self._blocks.get(place)
        if block is None:
            return False
        kind = block.WhichOneof("type")
        label = block.expandable.label if kind == "expandable" else ""
        return kind in ("popover", "dialog") or label == formula.TITLE or label.startswith(PREPARE)

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
    made, send = Recording(), context.enqueue

    def enqueue(message: Any) -> None:
        made.saw(message)
        send(message)

    context.enqueue = enqueue  # type: ignore[method-assign, assignment]
    try:
        yield made
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
    made = _read(held.arrow_data.data, held.alt, index=True)
    config = json.loads(held.columns or "{}")
    frame, index = made.frame, not config.get("_index", {}).get("hidden", False)
    shown = [name for name in frame if not config.get(str(name), {}).get("hidden", False)]
    frame = frame[shown]
    for name in shown:
        written = (config.get(str(name), {}).get("type_config") or {}).get("format")
        if written == "percent":
            frame = frame.assign(**{str(name): frame[name].map(partial(in_percent, decimals=1))})
        elif written and "%" in written:
            frame = frame.assign(**{str(name): [written % v if v == v else "–" for v in frame[name]]})
    labels = {name: config.get(str(name), {}).get("label") or name for name in shown}
    return Table(frame.rename(columns=labels), made.title, made.n_rows, index, held.alt in _LISTS_OF_ROWS)


def _static_table(held: Any) -> Table:
    """A table whose cells and names the page reads as Markdown."""
    made = _read(held.arrow_data.data, held.alt, index=not held.hide_index)
    frame = made.frame.map(_unmarked).rename(index=_unmarked, columns=_unmarked)
    return Table(frame, made.title, made.n_rows, made.index)


def _unmarked(cell: object) -> object:
    return plain_text(cell) if isinstance(cell, str) else cell


def _read(data: bytes, title: str, index: bool) -> Table:
    """The first rows of a table that goes to the browser."""
    with pa.ipc.open_stream(io.BytesIO(data)) as stream:
        held = stream.read_all()
    frame: pd.DataFrame = held.slice(0, ROWS).to_pandas()
    return cut_table(frame, title, index, held.num_rows)
