"""A report as one page of HTML: figures that move, text, tables and settings, without a network, and fit to print."""

from __future__ import annotations

import html
import json
from datetime import date

import pandas as pd

from catviz.export import code as scripts
from catviz.export.marked import to_html
from catviz.export.report import Picture, Report, Table, View, Words
from catviz.plots.offline import program
from catviz.plots.style import CODE, HIGHLIGHT, LIGHT

_SIDE = 0.45
"""Figures with a smaller share of their page's width stay narrow."""
_UNFINISHED = "Something on this page was still being worked out when the view was added."
_STYLE = f"""
body {{ font: 16px/1.5 "Source Sans 3", "Source Sans Pro", system-ui, sans-serif; color: {LIGHT.text};
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; }}
h1, h2, h3, h4 {{ line-height: 1.2; margin: 1.6rem 0 .5rem; }}
h1 {{ margin-top: 0; }}
section {{ border-top: 2px solid {LIGHT.grid}; margin-top: 2.5rem; }}
.about, .caption, footer {{ color: #52606d; }}
.caption {{ font-size: .92rem; margin: .2rem 0; }}
.caption p, .box p {{ margin: .2rem 0; }}
.box {{ border-left: 4px solid {LIGHT.faint}; background: {CODE}; padding: .3rem .9rem; margin: .6rem 0; }}
.warning {{ border-left-color: {HIGHLIGHT}; }}
.note {{ white-space: pre-wrap; border-left: 4px solid #0072b2; padding: .2rem .9rem; margin: .8rem 0; }}
figure {{ margin: 1rem 0; break-inside: avoid; }}
figure.side {{ max-width: 34rem; }}
figcaption {{ color: #52606d; font-size: .92rem; }}
table {{ border-collapse: collapse; margin: .6rem 0 1rem; display: block; overflow-x: auto; font-size: .92rem; }}
th, td {{ padding: .2rem .7rem; border-bottom: 1px solid {LIGHT.grid}; text-align: right; vertical-align: top; }}
th:first-child, td:first-child, .settings td {{ text-align: left; }}
caption {{ text-align: left; font-weight: 600; padding: .3rem 0; }}
details {{ margin: .6rem 0; }}
summary {{ cursor: pointer; color: #0072b2; }}
pre {{ background: {CODE}; padding: .7rem 1rem; overflow-x: auto; font-size: .85rem; white-space: pre-wrap; }}
code {{ background: {CODE}; padding: .1rem .3rem; border-radius: 3px; }}
@page {{ size: A4; margin: 16mm 14mm; }}
@media print {{
  body {{ font-size: 11pt; max-width: none; margin: 0; padding: 0; }}
  h1, h2, h3, h4 {{ break-after: avoid; }}
  section {{ break-before: page; border-top: none; margin-top: 0; }}
  section.first {{ break-before: auto; }}
  tr, .box {{ break-inside: avoid; }}
  .modebar-container {{ display: none; }}
  a {{ color: inherit; }}
}}
"""
_DRAW = """
const options = name => ({displaylogo: false, responsive: true,
  toImageButtonOptions: {format: "png", scale: 2, filename: name}});
const figures = [...document.querySelectorAll("figure > div")];
for (const place of figures) {
  const drawn = JSON.parse(document.getElementById(place.id + "-data").textContent);
  Plotly.newPlot(place, drawn.data, {...drawn.layout, width: undefined, autosize: true}, options(place.dataset.name));
}
const fit = () => figures.forEach(place => Plotly.Plots.resize(place));
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  opened.forEach(part => { part.open = true; });
  fit();
});
addEventListener("afterprint", () => { opened.forEach(part => { part.open = false; }); fit(); });
matchMedia("print").addEventListener("change", fit);
"""


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
        _references(report),
        f"<script>{program()}</script>\n<script>{_DRAW}</script>" if drawn else "",
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n" + "\n".join(filter(None, body)) + "\n</body>\n</html>\n"
    )


def _section(view: View, i: int) -> str:
    parts, n = [], 0
    for part in view.parts:
        if isinstance(part, Picture):
            parts.append(_picture(part, f"figure-{i}-{n}"))
            n += 1
        else:
            parts.append(_words(part) if isinstance(part, Words) else _table(part))
    further = "".join(_table(one) for one in view.further)
    first = ' class="first"' if i == 0 else ""
    return "\n".join(
        filter(
            None,
            [
                f'<section id="view-{i}"{first}>\n<h2>{i + 1}. {html.escape(view.title)}</h2>',
                f'<p class="about">{html.escape(view.about)}{_link(view.link)}</p>',
                f'<div class="note">{html.escape(view.note)}</div>' if view.note else "",
                f'<div class="box warning"><p>{_UNFINISHED}</p></div>' if view.unfinished else "",
                *parts,
                _settings(view),
                _folded("Tables", further) if further else "",
                _folded("Code", f"<pre>{html.escape(scripts.script(view.pieces))}</pre>") if view.pieces else "",
                "</section>",
            ],
        )
    )


def _link(address: str) -> str:
    if not address.startswith(("http://", "https://")):
        return ""
    return f' · <a href="{html.escape(address)}">Open this view in the explorer</a>'


def _words(words: Words) -> str:
    made = to_html(words.text)
    if words.kind == "heading":
        return f"<h3>{made.removeprefix('<p>').removesuffix('</p>')}</h3>"
    kinds = {"caption": "caption", "note": "box", "warning": "box warning"}
    return f'<div class="{kinds[words.kind]}">{made}</div>' if words.kind in kinds else made


def _picture(picture: Picture, name: str) -> str:
    side = ' class="side"' if picture.share < _SIDE else ""
    alt, file = html.escape(picture.alt), html.escape(picture.name)
    held = json.dumps(json.loads(picture.figure)).replace("<", "\\u003c")
    return (
        f'<figure{side}>\n<div id="{name}" data-name="{file}" role="img" aria-label="{alt}"></div>\n'
        f'<script type="application/json" id="{name}-data">{held}</script>\n'
        f"<figcaption>{alt}</figcaption>\n</figure>"
    )


def _table(table: Table) -> str:
    frame, caption = table.frame, table.title
    if len(frame) < table.n_rows:
        caption = f"{caption}: the first {len(frame)} of {table.n_rows:,} rows"
    shown = frame.rename_axis(index=None, columns=None) if table.index else frame
    made = shown.to_html(index=table.index, escape=True, border=0, na_rep="–", float_format=_number)
    return made.replace(">", f">\n<caption>{html.escape(caption)}</caption>", 1) if caption else made


def _settings(view: View) -> str:
    if not view.settings:
        return ""
    lines = pd.DataFrame(view.settings, columns=["setting", "chosen"])
    return _folded("Settings", lines.to_html(index=False, escape=True, border=0, classes="settings"), shown=True)


def _folded(title: str, made: str, shown: bool = False) -> str:
    return f"<details{' open' if shown else ''}>\n<summary>{title}</summary>\n{made}\n</details>"


def _references(report: Report) -> str:
    if not report.sources:
        return ""
    lines = "".join(f"<li>{html.escape(source)}</li>" for source in report.sources)
    return f'<section id="references">\n<h2>References of the methods used</h2>\n<ul>{lines}</ul>\n</section>'


def _number(value: float) -> str:
    return f"{value:.6g}"
