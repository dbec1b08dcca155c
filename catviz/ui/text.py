"""Text in the app: labels made safe for Markdown, and numbers with three digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import streamlit as st

from catviz.plots.style import significant
from catviz.wording import in_percent as in_percent
from catviz.wording import number_of, one_line

#: Invisible; it keeps Markdown from making links of bare addresses, which no escape does.
_JOINER = "\u2060"
_PERCENT = re.compile(r"(?<=\d) (?=%)")
_COMPARED = re.compile(r" (?=\\?[=≠≤≥<>] )|(?<= [=≠≤≥<>]) ")
_LINK_LIKE = re.compile(r"\\?:(?=//)|www|@", re.IGNORECASE)
#: What a test on a page with choices cannot allow for.
CHOSEN_BEFORE = (
    "The error rate holds only if all choices on this page were fixed before you looked at the results. Trying "
    "several raises it."
)
#: A condition of every test of rows.
INDEPENDENT_ROWS = "The tests assume that the rows are independent, for example different people."
#: Said of tables that do not meet it.
NO_SAMPLE = (
    "The rows of this table are not a sample of independent rows: {}. So p values and marks of significance "
    "only compare the result with chance within these rows. Nothing follows for other rows."
)
#: Said of tables in which several rows have one id.
REPEATED = (
    "Rows with the same {} are not independent, so p values are too small, and tests find relations too often. Use one "
    "row of each."
)
#: The condition of a test of whole groups of rows, as those of a person.
INDEPENDENT_GROUPS = (
    "Rows with the same {} belong together, and the tests keep them together. They assume that rows that differ in {} "
    "are independent."
)
#: Said where a test takes the rows of a group for independent.
SINGLE_ROWS = "What is said here takes rows for independent, which rows with the same {} are not: it is too certain."
#: Said where there are too few groups of rows for any test.
FEW_GROUPS = "Rows with the same {} belong together, and there are only {}: with fewer than {}, nothing is tested."
LEFT_OUT_OF_MAP = "Missing values are left out of the axes, and are not on this map."
#: What is left of zero after rounding.
NOTHING = 1e-12
#: Characters of a label that a page shows.
LONGEST = 300
#: Characters of what is said of a method.
LONGEST_SUMMARY = 900
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])")


def short(text: str, length: int = LONGEST) -> str:
    """A text, cut where it is too long to be shown."""
    return text if len(text) <= length else text[: length - 1] + "…"


def shortened(texts: Iterable[str]) -> list[str]:
    """Texts as a box or a table shows them: long ones are cut, and numbered so that no two are the same."""
    return [text if len(text) <= LONGEST else f"{short(text)} ({i})" for i, text in enumerate(texts, 1)]


def shown_as(options: Iterable[Any], text: Callable[[Any], str] = str) -> Callable[[Any], str]:
    """What a box shows of its options: the texts, long ones cut."""
    texts = [together(text(option)) for option in options]
    cut = dict(zip(texts, shortened(texts), strict=True))

    def shown(option: Any) -> str:
        words = text(option)
        return cut.get(together(words), words)

    return shown


def together(text: str) -> str:
    """A text whose numbers and percent signs stay on one line: the library's sentences have a usual space."""
    return _PERCENT.sub("\u00a0", text)


def as_answer(sentence: str) -> str:
    """A sentence in large letters, which no line ends before or after a sign of comparison."""
    return _COMPARED.sub("\u00a0", sentence)


def plain(text: object, length: int = LONGEST) -> str:
    """A text as it is, escaped for places that read Markdown; line breaks become spaces."""
    text = together(one_line(str(text).encode("utf-8", "replace").decode()))
    text = _SPECIAL.sub(r"\\\1", short(text, length))
    return _LINK_LIKE.sub(lambda found: found[0] + _JOINER, text)


def first_names(names: Sequence[str], most: int = 6, length: int = 40) -> str:
    """Names of columns, escaped; the first ones, and how many more there are."""
    shown = ", ".join(plain(name, length) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def latex(text: object, length: int = 24) -> str:
    """A label inside a formula."""
    text = " ".join(str(text).encode("utf-8", "replace").decode().split())
    return r"\text{" + re.sub(r"([\\{}$#%&_^~])", lambda m: _LATEX[m[1]], short(text, length)) + "}"


_LATEX = {c: "\\" + c for c in "{}$#%&_"} | {"\\": r"\backslash ", "^": r"\hat{}", "~": r"\sim "}


def latex_number(value: float) -> str:
    """Three significant digits inside a formula."""
    mantissa, _, power = significant(value).partition("·10")
    return (
        rf"{mantissa} \cdot 10^{{{power.translate(_PLAIN)}}}"
        if power
        else mantissa.replace(",", "{,}").replace("∞", r"\infty")
    )


_PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


#: On tests, if rows that were chosen on a map are all that is left, or make an active column or the known classes.
PICKED = (
    "Nothing is tested here: rows that you chose by hand are all that is left, or make a column in use. That "
    "choice alone can relate unrelated columns and make clusters of them."
)
#: On tests that shuffle rows or draw them anew, if row weights are no counts.
FRACTIONAL = "Nothing is tested here: the row weights are fractional, and this needs whole rows."
#: On tests of values and columns, if row weights are no counts and rows belong together.
FRACTIONAL_GROUPS = (
    "Nothing is tested here: rows belong together and have fractional weights, and the tests allow for one of them "
    "only."
)


def failure(error: BaseException) -> None:
    """A sentence for what went wrong, escaped."""
    st.error(plain(error, 600))


def number(value: float) -> str:
    """Three significant digits."""
    return significant(value)


counted = number_of
