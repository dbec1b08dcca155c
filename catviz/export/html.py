"""Reports that leave as one HTML page: text, tables and live figures, which open without a network."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

import pandas as pd

from catviz.plots.colours import CODE, LIGHT

_STYLE = f"""
body {{ font: 16px/1.5 "Source Sans 3", "Source Sans Pro", system-ui, sans-serif; color: {LIGHT.text};
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }}
h1, h2, h3 {{ line-height: 1.2; margin: 2rem 0 .6rem; }}
table {{ border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }}
th, td {{ padding: .25rem .7rem; border-bottom: 1px solid {LIGHT.grid}; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }}
code {{ background: {CODE}; padding: .1rem .3rem; border-radius: 3px; }}
"""


def html_page(title: str, parts: Iterable[Any]) -> str:
    """A page that needs nothing but a browser.

    Parameters
    ----------
    title : str
    parts : iterable of str, DataFrame or plotly Figure
        Text may hold headings (``#``), lists (``-``), ``**bold**`` and `` `code` ``, with an empty line between
        paragraphs; everything else in it, and every cell, is shown as it is. A DataFrame's index is left out, and
        NaN is a dash.

    Returns
    -------
    str
        HTML; plotly's own program is part of it, once, where there are figures.

    Examples
    --------
    >>> page = html_page("Report", ["## Means", pd.DataFrame({"data": ["zoo"], "ARI": [0.5]})])
    >>> "<h2>Means</h2>" in page and "<td>0.5</td>" in page
    True
    """
    body, figures = [], 0
    for part in parts:
        if isinstance(part, str):
            body.append(_text(part))
        elif isinstance(part, pd.DataFrame):
            body.append(part.to_html(index=False, escape=True, border=0, na_rep="–", float_format=_number))
        else:
            # plotly's own ids are random, and the same report must be the same page
            how = {"full_html": False, "div_id": f"figure-{figures}", "config": {"displaylogo": False}}
            body.append(part.to_html(include_plotlyjs=not figures, **how))
            figures += 1
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{html.escape(title)}</h1>\n" + "\n".join(body) + "\n</body>\n"
        "</html>\n"
    )


def _text(text: str) -> str:
    return "\n".join(_block(block.strip()) for block in re.split(r"\n\s*\n", text) if block.strip())


def _block(block: str) -> str:
    heading = re.fullmatch(r"(#{1,4}) (.+)", block)
    if heading:
        return f"<h{len(heading[1])}>{_inline(heading[2])}</h{len(heading[1])}>"
    lines = block.splitlines()
    if all(line.startswith("- ") for line in lines):
        return "<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "</ul>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    text = html.escape(text)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)


def _number(value: float) -> str:
    return f"{value:.6g}"
