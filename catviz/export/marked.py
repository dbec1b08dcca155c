"""The Markdown of the explorer's sentences as HTML and as plain Markdown: bold, code, lists, and escaped labels."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

_JOINER = "\u2060"
_COLOURED = re.compile(r":[a-z]+(?:-background|-badge)?\[((?:\\.|[^\]\\])*)\]")
_TOKEN = re.compile(r"\\(?P<literal>[^\w\s]|_)|`(?P<code>[^`]+)`|\$(?P<formula>(?:\\.|[^$\\])+)\$|(?P<mark>\*\*|\*)")
_BLOCK = re.compile(r"(?P<level>#{1,6}) +(?P<heading>.+)|[-*] +(?P<item>.+)|> ?(?P<quote>.+)|(?P<line>.+)")


def markdown(text: str) -> str:
    r"""Markdown that any reader knows: without the explorer's colours.

    Examples
    --------
    >>> markdown(r":orange[Note:] \*rare\* values")
    'Note: \\*rare\\* values'
    """
    return _COLOURED.sub(lambda found: found[1], text.replace(_JOINER, ""))


def to_html(text: str) -> str:
    r"""Markdown as HTML. Nothing in it becomes a tag of its own, and an escaped character is that character.

    Examples
    --------
    >>> to_html("**62 %** of rows have <b>\\*\\*x\\*\\*</b>")
    '<p><strong>62 %</strong> of rows have &lt;b&gt;**x**&lt;/b&gt;</p>'
    """
    made: list[str] = []
    items: list[str] = []
    for block in re.split(r"\n\s*\n", markdown(text).strip()):
        lines: list[str] = []
        for line in block.split("\n"):
            found = _BLOCK.fullmatch(line.strip())
            if found is None:
                continue
            if found["item"]:
                items.append(f"<li>{_inline(found['item'])}</li>")
                continue
            _flush(made, items, "<ul>{}</ul>")
            if found["heading"] or found["quote"]:
                _flush(made, lines, "<p>{}</p>")
                around = "<h4>{}</h4>" if found["heading"] else "<blockquote>{}</blockquote>"
                made.append(around.format(_inline(found["heading"] or found["quote"])))
            else:
                lines.append(_inline(found["line"]) + ("<br>" if line.endswith("  ") else " "))
        _flush(made, lines, "<p>{}</p>")
        _flush(made, items, "<ul>{}</ul>")
    return "\n".join(made)


def plain_text(text: str) -> str:
    r"""The characters that a reader of Markdown sees in one line.

    Examples
    --------
    >>> plain_text(r"**a\_b** \*")
    'a_b *'
    """
    return html.unescape(re.sub(r"<[^>]*>", "", _inline(markdown(text))))


def _flush(made: list[str], parts: list[str], around: str) -> None:
    if parts:
        made.append(around.format("".join(parts).removesuffix("<br>").strip()))
        parts.clear()


def _inline(text: str) -> str:
    """Tags for what is marked; a mark without its partner stays a character."""
    open_: list[str] = []
    marks = [found["mark"] for found in _TOKEN.finditer(text) if found["mark"]]
    paired = {mark: 2 * (marks.count(mark) // 2) for mark in set(marks)}

    def tag(found: re.Match[str]) -> str:
        mark = found["mark"]
        if found["literal"]:
            return html.escape(found["literal"])
        if found["code"]:
            return f"<code>{html.escape(found['code'])}</code>"
        if found["formula"]:
            return f"<em>{html.escape(found['formula'])}</em>"
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
    made, end = [], 0
    for found in pattern.finditer(text):
        made += [html.escape(text[end : found.start()]), tag(found)]
        end = found.end()
    return "".join([*made, html.escape(text[end:])])
