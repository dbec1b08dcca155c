"""The terms and abbreviations of the pages, from glossary.toml: the explorer's list and a page of the documentation.

``python -m catviz.glossary > docs/glossary.md`` writes the page.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any

#: Terms explained below a text at most.
MOST = 3
_NOWHERE = 3
_HEAD = """# Glossary

The terms and abbreviations of the explorer and of these pages, with formulas and small examples. The explorer shows the
same list under *Glossary*. [Methods](methods.md) has the formulas of all methods.
"""


@dataclass(frozen=True)
class Term:
    """One term.

    Attributes
    ----------
    name : str
        As pages write it. One with an abbreviation begins with it: "ARI (adjusted Rand index)".
    meaning : str
        A plain definition of up to four sentences, with mathematics between dollar signs. The first sentence can stand
        without the others.
    formula : str
        LaTeX, or empty.
    symbols : tuple of (str, str)
        Every symbol of the formula as LaTeX, with its meaning in plain words.
    example : str
        One with small numbers, or empty.
    forms : tuple of str
        Other ways in which pages name it.
    """

    name: str
    meaning: str
    formula: str = ""
    symbols: tuple[tuple[str, str], ...] = ()
    example: str = ""
    forms: tuple[str, ...] = ()

    @property
    def short(self) -> str:
        """The name without the words that explain it."""
        return self.name.partition(" (")[0]

    @property
    def is_short_for(self) -> str:
        """What an abbreviation stands for; empty for a term that is none."""
        return self.name.partition(" (")[2].removesuffix(")")

    @property
    def brief(self) -> str:
        """The first sentence of the meaning."""
        return re.split(r"(?<=\.)\s", self.meaning, maxsplit=1)[0]

    def entry(self) -> str:
        """Markdown: the meaning, the formula and its symbols, and the example."""
        where = ", ".join(f"${symbol}$: {words}" for symbol, words in self.symbols)
        formula = f"$$\n{self.formula}\n$$" if self.formula else ""
        example = f"*Example:* {self.example}" if self.example else ""
        return "\n\n".join(filter(None, [self.meaning, formula, f"{where}." if where else "", example]))


@cache
def topics() -> dict[str, tuple[Term, ...]]:
    """The terms by topic."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {topic: tuple(map(_term, entries)) for topic, entries in tomllib.loads(text).items()}


def matching(query: str) -> dict[str, list[Term]]:
    """The terms by topic in which every word of a query begins a word; all for an empty one.

    Terms, and topics, with the query as a name come first, then those with its words in a name, then those that have
    them in the meaning alone.

    Examples
    --------
    >>> [[term.short for term in of] for of in matching("rand index").values()]
    [['ARI']]
    """
    query = " ".join(query.casefold().split())
    ranked = {topic: [(_place(term, query), term) for term in of] for topic, of in topics().items()}
    matches = {topic: sorted((p for p in of if p[0] < _NOWHERE), key=itemgetter(0)) for topic, of in ranked.items()}
    first = sorted((topic for topic, of in matches.items() if of), key=lambda topic: matches[topic][0][0])
    return {topic: [term for _, term in matches[topic]] for topic in first}


def has_words(text: str, query: str) -> bool:
    """Whether each word of a query begins a word of a text, in capitals or not."""
    return all(re.search(rf"\b{re.escape(word)}", text.casefold()) for word in query.casefold().split())


def abbreviations(text: str) -> list[Term]:
    """The terms whose abbreviation a text uses, in the order in which it first does.

    Examples
    --------
    >>> [term.name for term in abbreviations("The ARI of two runs, and AMI.")]
    ['ARI (adjusted Rand index)', 'AMI (adjusted mutual information)']
    """
    positions = {}
    for term in (term for of in topics().values() for term in of if term.is_short_for):
        at = re.search(rf"(?<![\w-]){re.escape(term.short)}(?![\w-])", text)
        if at:
            positions[term] = at.start()
    return sorted(positions, key=positions.__getitem__)


@lru_cache(maxsize=512)
def explained(text: str) -> str:
    """A text, and below it what its abbreviations mean, in a sentence each.

    Examples
    --------
    >>> print(explained("Mean ARI of two runs."))
    Mean ARI of two runs.
    <BLANKLINE>
    **ARI** (adjusted Rand index): ARI says how far clusters and classes agree on which pairs of rows belong together.
    """
    lines = [f"**{term.short}** ({term.is_short_for}): {term.brief}" for term in abbreviations(text)[:MOST]]
    return "\n\n".join([text, *lines])


def document() -> str:
    """The text of docs/glossary.md."""
    parts = [_HEAD]
    for topic, of in topics().items():
        parts += [f"## {topic}\n", *(f"### {term.name}\n\n{term.entry()}\n" for term in of)]
    return "\n".join(parts)


def _term(entry: dict[str, Any]) -> Term:
    texts = {part: entry[part] for part in ("name", "meaning", "formula", "example") if part in entry}
    pairs = tuple((symbol, words) for symbol, words in entry.get("symbols", ()))
    return Term(**texts, symbols=pairs, forms=tuple(entry.get("forms", ())))


def _place(term: Term, query: str) -> int:
    """Where a query is found: 0 it is a name, 1 its words are in names, 2 in the meaning, 3 nowhere."""
    names = [term.short, term.is_short_for, *term.forms]
    if not query or query in map(str.casefold, names):
        return 0
    return _NOWHERE - has_words(" ".join(names), query) - has_words(" ".join([*names, term.meaning]), query)


if __name__ == "__main__":
    print(document(), end="")
