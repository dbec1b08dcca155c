"""A report: views of tables with their figures, sentences, settings and tables, as one page and as one notebook."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from catviz.export import code as scripts
from catviz.export.code import Piece
from catviz.wording import number_of

#: So many views, with so much in their figures and tables, at most.
MOST_VIEWS, MOST_BYTES = 40, 40 * 2**20
#: Of longer tables a report has the first rows.
ROWS = 40
_OF_POINTS = ("text", "texttemplate", "hovertext", "hovertemplate", "customdata", "ids")
_SILENT = {"hoverinfo": "skip"}
_LOADS = "import plotly.io as pio"
_KEPT = "This figure is drawn from the numbers of the page, which this cell holds."
_JOINER = "\u2060"
_COLOURED = re.compile(r":[a-z]+(?:-background|-badge)?\[((?:\\.|[^\]\\])*)\]")
_TOKEN = re.compile(r"\\(?P<literal>[^\w\s]|_)|`(?P<code>[^`]+)`|\$(?P<formula>(?:\\.|[^$\\])+)\$|(?P<mark>\*\*|\*)")
_BLOCK = re.compile(r"(?P<level>#{1,6}) +(?P<heading>.+)|[-*] +(?P<item>.+)|> ?(?P<quote>.+)|(?P<line>.+)")


class FullError(ValueError):
    """A report that takes no further view; the sentence says what to do."""


@dataclass(frozen=True)
class Words:
    """A sentence of the page: Markdown as the explorer writes it.

    ``kind`` is "text", "caption", "heading", "answer" to the page's question, "note" or "warning" for what the page
    puts into a box, or "limit" for what a chip opens; its ``name`` is then the chip's.
    """

    text: str
    kind: str = "text"
    name: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure.

    Attributes
    ----------
    figure : str
        Plotly's JSON.
    alt : str
        What it shows, in words.
    share : float
        Of the page's width, more than 0 and at most 1.
    name : str
        Of a file that it is saved to, without its ending.
    piece : Piece or None
        Code that leaves the figure in ``figure``, after the code of its view.
    of_rows : bool
        True where its hover texts describe single rows.
    """

    figure: str
    alt: str
    share: float = 1.0
    name: str = "figure"
    piece: Piece | None = None
    of_rows: bool = False

    def without_rows(self) -> Picture:
        """The same without hover texts, if they describe rows."""
        if not self.of_rows:
            return self
        figure = json.loads(self.figure)
        figure["data"] = [{k: v for k, v in each.items() if k not in _OF_POINTS} | _SILENT for each in figure["data"]]
        return replace(self, figure=json.dumps(figure))


@dataclass(frozen=True, eq=False)
class Table:
    """A table of the page, or its first rows; ``n_rows`` counts all of them. Its index is shown if ``index``.

    ``of_rows`` is True for a list of single rows of the data.
    """

    frame: pd.DataFrame
    title: str
    n_rows: int
    index: bool = False
    of_rows: bool = False


@dataclass(frozen=True, eq=False)
class View:
    """One page as it was seen.

    Attributes
    ----------
    title, about : str
        The page, and the table that it shows.
    parts : tuple of Words, Picture or Table
        In the page's order: a figure keeps the sentences around it.
    settings : tuple of (str, str)
        What was chosen, and how.
    link : str
        The address that restores the view.
    pieces : tuple of Piece
        The code, from the table on.
    sources : tuple of str
        References of the methods used.
    further : tuple of Table
        Small tables that the page offers but does not show.
    unfinished : bool
        True where work went on in the background.
    note : str
        The author's own words, plain text.
    """

    title: str
    about: str
    parts: tuple[Words | Picture | Table, ...]
    settings: tuple[tuple[str, str], ...] = ()
    link: str = ""
    pieces: tuple[Piece, ...] = ()
    sources: tuple[str, ...] = ()
    further: tuple[Table, ...] = ()
    unfinished: bool = False
    note: str = ""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Its figures, in order."""
        return tuple(part for part in self.parts if isinstance(part, Picture))

    @property
    def n_bytes(self) -> int:
        """What its figures and tables take, roughly."""
        tables = [part for part in (*self.parts, *self.further) if isinstance(part, Table)]
        return sum(len(p.figure) for p in self.pictures) + sum(t.frame.size * 40 for t in tables)

    def without_rows(self) -> View:
        """The same without single rows: see `Report.without_rows`."""
        parts = [_without_rows(part) for part in self.parts]
        return replace(self, parts=tuple(parts), further=())

    def same_as(self, other: View) -> bool:
        """True where both show the same, whatever their notes say."""

        def shown(view: View) -> tuple[object, ...]:
            figures = [(picture.figure, picture.alt) for picture in view.pictures]
            words = [part for part in view.parts if isinstance(part, Words)]
            return view.title, view.about, view.settings, figures, words

        return shown(self) == shown(other)


@dataclass(frozen=True, eq=False)
class Report:
    """Views in the order in which they are read; every change gives another report.

    Examples
    --------
    >>> report = Report().with_view(View("Columns", "Zoo", (Words("101 rows."),)))
    >>> report.with_view(View("Values", "Zoo", ())).moved(1, -1).views[0].title
    'Values'
    """

    title: str = "Report"
    views: tuple[View, ...] = ()

    def with_view(self, view: View) -> Report:
        """One view more, at the end; `FullError` where it does not fit."""
        if len(self.views) >= MOST_VIEWS:
            raise FullError(
                f"The report holds {MOST_VIEWS} views, which is the most. Remove one, or download the report and start "
                "another."
            )
        if sum(each.n_bytes for each in (*self.views, view)) > MOST_BYTES:
            raise FullError(
                f"With this view the report would hold more than {MOST_BYTES // 2**20} MB of figures, which is the "
                "most. Remove a view, or download the report and start another."
            )
        return replace(self, views=(*self.views, view))

    def without(self, i: int) -> Report:
        """All but one of the views."""
        return replace(self, views=(*self.views[:i], *self.views[i + 1 :]))

    def moved(self, i: int, by: int) -> Report:
        """The view at ``i`` moved by so many places, as far as there are any."""
        views = list(self.views)
        views.insert(max(0, min(i + by, len(views) - 1)), views.pop(i))
        return replace(self, views=tuple(views))

    def noted(self, i: int, note: str) -> Report:
        """The view at ``i`` with another note."""
        return replace(self, views=(*self.views[:i], replace(self.views[i], note=note), *self.views[i + 1 :]))

    def titled(self, title: str) -> Report:
        """The same report under another title."""
        return replace(self, title=title)

    def without_rows(self) -> Report:
        """The same without lists of rows, folded tables and texts of single points; points of maps stay."""
        return replace(self, views=tuple(view.without_rows() for view in self.views))

    @property
    def sources(self) -> tuple[str, ...]:
        """The references of all views, each once."""
        return tuple(dict.fromkeys(source for view in self.views for source in view.sources))

    def to_notebook(self) -> str:
        """A Jupyter notebook (nbformat 4.5) that draws every figure, its cells not yet run.

        A figure that comes with its code is computed anew; any other is drawn from the numbers that the page had.
        """
        cells: list[Piece | str] = [f"# {_escaped(self.title)}"]
        loaded: Piece | None = None
        for i, view in enumerate(self.views):
            cells.append(f"## {i + 1}. {_escaped(view.title)}\n\n{_escaped(view.about)}")
            if view.note:
                cells.append(_escaped(view.note))
            cells.append(_list([f"{_escaped(label)}: {_escaped(value)}" for label, value in view.settings]))
            # views of one table load it once
            first = [] if view.pieces[:1] == (loaded,) else list(view.pieces[:1])
            loaded = view.pieces[0] if view.pieces else loaded
            cells += [*first, *view.pieces[1:]]
            for part in view.parts:
                if isinstance(part, Words):
                    cells.append(markdown(part.text))
                elif isinstance(part, Picture):
                    cells += [_escaped(part.alt), part.piece or _figure_piece(part)]
        if self.sources:
            cells.append("## References\n\n" + _list([_escaped(source) for source in self.sources]))
        return scripts.notebook_of([cell for cell in cells if cell])


def table(frame: pd.DataFrame, title: str, index: bool = False, n_rows: int | None = None) -> Table:
    """A table for a report: its first rows only, where there are many."""
    return Table(frame.head(ROWS), title, len(frame) if n_rows is None else n_rows, index)


def _without_rows(part: Words | Picture | Table) -> Words | Picture | Table:
    if isinstance(part, Picture):
        return part.without_rows()
    if isinstance(part, Table) and part.of_rows:
        return Words(f"{part.title}: {number_of(part.n_rows, 'row')}, left out of this report.", "caption")
    return part


def _figure_piece(picture: Picture) -> Piece:
    return Piece(_KEPT, f"figure = pio.from_json({_json_literal(picture.figure)})\nfigure", (_LOADS,))


def _json_literal(text: str) -> str:
    """JSON as a Python string, in one line."""
    return repr(json.dumps(json.loads(text), ensure_ascii=True, separators=(",", ":")))


def _list(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _escaped(text: str) -> str:
    """A label as plain text for readers of Markdown."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()#+-.!|<>~$&" else c for c in " ".join(text.split()))


def markdown(text: str) -> str:
    r"""Markdown that any reader knows: without the explorer's colours.

    Examples
    --------
    >>> markdown(r":orange[Note:] \*rare\* values")
    'Note: \\*rare\\* values'
    """
    return _COLOURED.sub(lambda match: match[1], text.replace(_JOINER, ""))


def to_html(text: str) -> str:
    r"""Markdown as HTML. Nothing in it becomes a tag of its own, and an escaped character is that character.

    Examples
    --------
    >>> to_html("**62 %** of rows have <b>\\*\\*x\\*\\*</b>")
    '<p><strong>62 %</strong> of rows have &lt;b&gt;**x**&lt;/b&gt;</p>'
    """
    parts: list[str] = []
    items: list[str] = []
    for block in re.split(r"\n\s*\n", markdown(text).strip()):
        lines: list[str] = []
        for line in block.split("\n"):
            match = _BLOCK.fullmatch(line.strip())
            if match is None:
                continue
            if match["item"]:
                items.append(f"<li>{_inline(match['item'])}</li>")
                continue
            _flush(parts, items, "<ul>{}</ul>")
            if match["heading"] or match["quote"]:
                _flush(parts, lines, "<p>{}</p>")
                around = "<h4>{}</h4>" if match["heading"] else "<blockquote>{}</blockquote>"
                parts.append(around.format(_inline(match["heading"] or match["quote"])))
            else:
                lines.append(_inline(match["line"]) + ("<br>" if line.endswith("  ") else " "))
        _flush(parts, lines, "<p>{}</p>")
        _flush(parts, items, "<ul>{}</ul>")
    return "\n".join(parts)


def plain_text(text: str) -> str:
    r"""The characters that a reader of Markdown sees in one line.

    Examples
    --------
    >>> plain_text(r"**a\_b** \*")
    'a_b *'
    """
    return html.unescape(re.sub(r"<[^>]*>", "", _inline(markdown(text))))


def _flush(tags: list[str], parts: list[str], around: str) -> None:
    if parts:
        tags.append(around.format("".join(parts).removesuffix("<br>").strip()))
        parts.clear()


def _inline(text: str) -> str:
    """Tags for what is marked; a mark without its partner stays a character."""
    open_: list[str] = []
    marks = [match["mark"] for match in _TOKEN.finditer(text) if match["mark"]]
    paired = {mark: 2 * (marks.count(mark) // 2) for mark in set(marks)}

    def tag(match: re.Match[str]) -> str:
        mark = match["mark"]
        if match["literal"]:
            return html.escape(match["literal"])
        if match["code"]:
            return f"<code>{html.escape(match['code'])}</code>"
        if match["formula"]:
            return f"<em>{html.escape(match['formula'])}</em>"
        if not paired[mark]:
            return str(mark)
        paired[mark] -= 1
        name = "strong" if mark == "**" else "em"
        if name in open_:
            open_.remove(name)
            return f"</{name}>"
        open_.append(name)
        return f"<{name}>"

    return _replaced(_TOKEN, tag, text)


def _replaced(pattern: re.Pattern[str], tag: Callable[[re.Match[str]], str], text: str) -> str:
    """What is found replaced by ``tag``, everything between escaped."""
    parts, end = [], 0
    for match in pattern.finditer(text):
        parts += [html.escape(text[end : match.start()]), tag(match)]
        end = match.end()
    return "".join([*parts, html.escape(text[end:])])
