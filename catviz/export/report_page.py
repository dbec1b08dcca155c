"""A report as one page of HTML: figures that move, text, tables and settings, without a network, and fit to print."""

from __future__ import annotations

import html
import json
import re
from datetime import date
from pathlib import Path

from catviz.export import code as scripts
from catviz.export.report import Picture, Report, Table, View, Words, to_html
from catviz.plots.adapted import program
from catviz.plots.colours import CODE, HIGHLIGHT, LIGHT, PALETTE

#: Figures with a smaller share of their page's width stay narrow.
_SIDE = 0.45
_UNFINISHED = "Something on this page was still being worked out when the view was added."
#: Kinds of words that stand with the figures.
_FIRST = ("answer", "note", "warning")
#: What a cell of a column of numbers starts with.
_NUMBER = re.compile(r"[-+<]?\d|[–-]$")
_STYLE, _DRAW = (Path(__file__).with_name(f"report.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
_COLOURS = {
    "text": LIGHT.text,
    "faint": LIGHT.faint,
    "grid": LIGHT.grid,
    "code": CODE,
    "highlight": HIGHLIGHT,
    "link": PALETTE[0],
}


def report_page(report: Report, version: str, made: date) -> str:
    """A page that needs nothing but a browser.

    Parameters
    ----------
    report : Report
    version : str
        Of catviz, for the foot of the page.
    made : date

    Returns
    -------
    str
        HTML. Plotly's own program is part of it, once, where there are figures.

    Examples
    --------
    >>> from catviz.export.report import View
    >>> report = Report("Votes").with_view(View("Columns", "Zoo", (Words("**101** rows."),)))
    >>> page = report_page(report, "1.0", date(2026, 1, 31))
    >>> "<p><strong>101</strong> rows.</p>" in page and "<script" not in page
    True
    """
    title, drawn = html.escape(report.title), any(view.pictures for view in report.views)
    contents = "".join(
        f'<li><a href="#view-{i}">{html.escape(view.title)}</a> · {html.escape(view.about)}</li>'
        for i, view in enumerate(report.views)
    )
    body = [
        f"<h1>{title}</h1>",
        f'<p class="about">{made:%d %B %Y}, catviz {html.escape(version)}</p>',
        f"<ol>{contents}</ol>" if len(report.views) > 1 else "",
        *(_section(view, i) for i, view in enumerate(report.views)),
        _appendix(report),
        _references(report),
        f"<script>{program()}</script>\n<script>{_DRAW}</script>" if drawn else "",
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{_style()}</style>\n</head>\n<body>\n" + "\n".join(filter(None, body)) + "\n</body>\n</html>\n"
    )


def _style() -> str:
    colours = " ".join(f"--{name}: {colour};" for name, colour in _COLOURS.items())
    return f":root {{ {colours} }}\n{_STYLE}"


def _section(view: View, i: int) -> str:
    """The figures of a view with its answer, and what limits it in a few words."""
    shown, _ = _divided(view)
    parts, n = [], 0
    for part in shown:
        if isinstance(part, Picture):
            parts.append(_picture(part, f"figure-{i}-{n}"))
            n += 1
        else:
            parts.append(_words(part) if isinstance(part, Words) else _table(part))
    limits = " · ".join(dict.fromkeys(html.escape(words.name) for words in _limits(view)))
    first = ' class="first"' if i == 0 else ""
    more = f'<a href="#appendix-{i}">Details</a>'
    return "\n".join(
        filter(
            None,
            [
                f'<section id="view-{i}"{first}>\n<h2>{i + 1}. {html.escape(view.title)}</h2>',
                f'<p class="about">{html.escape(view.about)}{_link(view.link)}</p>',
                f'<div class="note">{html.escape(view.note)}</div>' if view.note else "",
                f'<div class="box warning"><p>{_UNFINISHED}</p></div>' if view.unfinished else "",
                *parts,
                f'<p class="caption">{f"{limits} · " if limits else ""}{more}</p>',
                "</section>",
            ],
        )
    )


def _divided(view: View) -> tuple[list[Words | Picture | Table], list[Words | Table]]:
    """(what is seen first, all else but limits): answers, figures with their captions, and what stands in boxes."""
    first: list[Words | Picture | Table] = []
    rest: list[Words | Table] = []
    before: Words | Picture | Table | None = None
    for part in view.parts:
        kind = part.kind if isinstance(part, Words) else ""
        if isinstance(part, Picture) or kind in _FIRST or (kind == "caption" and isinstance(before, Picture)):
            first.append(part)
        elif kind != "limit":
            (rest if view.pictures else first).append(part)
        before = part
    return first, rest


def _limits(view: View) -> list[Words]:
    return [part for part in view.parts if isinstance(part, Words) and part.kind == "limit"]


def _appendix(report: Report) -> str:
    """What each view rests on: limits and all other words in full, tables, settings and code."""
    sections = []
    for i, view in enumerate(report.views):
        _, rest = _divided(view)
        limits = "".join(_words(Words(f"**{words.name}**  \n{words.text}")) for words in _limits(view))
        further = "".join(_table(one) for one in view.further)
        words = [_words(part) if isinstance(part, Words) else _table(part) for part in rest]
        code = f"<pre>{html.escape(scripts.script(view.pieces))}</pre>" if view.pieces else ""
        sections += [
            f'<h3 id="appendix-{i}">{i + 1}. {html.escape(view.title)}</h3>',
            limits,
            *words,
            _settings(view),
            _folded("Tables", further) if further else "",
            _folded("Code", code) if code else "",
        ]
    if not report.views:
        return ""
    return "\n".join(filter(None, ['<section id="appendix">\n<h2>Details</h2>', *sections, "</section>"]))


def _link(address: str) -> str:
    if not address.startswith(("http://", "https://")):
        return ""
    return f' · <a href="{html.escape(address)}">Open this view in the explorer</a>'


def _words(words: Words) -> str:
    tags = to_html(words.text)
    if words.kind == "heading":
        return f"<h3>{tags.removeprefix('<p>').removesuffix('</p>')}</h3>"
    kinds = {"caption": "caption", "note": "box", "warning": "box warning", "answer": "answer"}
    return f'<div class="{kinds[words.kind]}">{tags}</div>' if words.kind in kinds else tags


def _picture(picture: Picture, name: str) -> str:
    side = ' class="side"' if picture.share < _SIDE else ""
    alt, file = html.escape(picture.alt), html.escape(picture.name)
    data = json.dumps(json.loads(picture.figure)).replace("<", "\\u003c")
    return (
        f'<figure{side}>\n<div id="{name}" data-name="{file}" role="img" aria-label="{alt}"></div>\n'
        f'<script type="application/json" id="{name}-data">{data}</script>\n'
        f"<figcaption>{alt}</figcaption>\n</figure>"
    )


def _table(table: Table) -> str:
    frame, caption = table.frame, table.title
    if len(frame) < table.n_rows:
        caption = f"{caption}: the first {len(frame)} of the {table.n_rows:,} rows on the page"
    columns = [[str(name), *map(_cell, frame.iloc[:, j])] for j, name in enumerate(frame.columns)]
    if table.index:
        columns.insert(0, ["", *map(_cell, frame.index)])
    classes = [' class="number"' if all(map(_NUMBER.match, cells[1:])) else "" for cells in columns]
    lines = [
        "".join(f"<{tag}{kind}>{html.escape(cell)}</{tag}>" for cell, kind in zip(line, classes, strict=True))
        for line, tag in zip(zip(*columns, strict=True), ["th", *["td"] * len(frame)], strict=True)
    ]
    head = f"<caption>{html.escape(caption)}</caption>\n" if caption else ""
    return f"<table>\n{head}" + "\n".join(f"<tr>{line}</tr>" for line in lines) + "\n</table>"


def _settings(view: View) -> str:
    if not view.settings:
        return ""
    lines = "".join(f"<tr><td>{html.escape(key)}</td><td>{html.escape(text)}</td></tr>" for key, text in view.settings)
    return _folded("Settings", f"<table>{lines}</table>", shown=True)


def _folded(title: str, tags: str, shown: bool = False) -> str:
    return f"<details{' open' if shown else ''}>\n<summary>{title}</summary>\n{tags}\n</details>"


def _references(report: Report) -> str:
    if not report.sources:
        return ""
    lines = "".join(f"<li>{html.escape(source)}</li>" for source in report.sources)
    return f'<section id="references">\n<h2>References of the methods used</h2>\n<ul>{lines}</ul>\n</section>'


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "–" if value != value else f"{value:.6g}"
    return "–" if value is None else str(value)
