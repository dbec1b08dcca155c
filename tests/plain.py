"""Words and forms of numbers that no text of the explorer uses, since the field has a usual term and we one form."""

import re

import catviz

NOT_PLAIN = {
    r"attributes?(?! value embedding)": "column",
    r"symbols?(?! of the formula| means?)": "value",
    r"objects?": "row",
    r"group(s|ings?)? known|known groups?": "known classes",
    r"nearness": "distance",
    r"geometr(y|ies)": "distances",
    r"compan(y|ies)": "co-occurrence",
    r"beside": "next to, compare with",
    r"lanes?": "1-D axes",
    r"lens": "method comparison",
    r"glass box": "why this distance?",
    r"theatre": "your own order",
    r"take it along": "export",
    r"where chance starts": "random seed",
    r"null band": "null distribution",
    r"luck": "could be chance",
    r"(was|were|is|are) told": "uses the known classes",
    r"(come|comes|came|coming) back": "stable, reproduced",
    r"(tell|tells|told|telling) (\w+ ){0,3}apart": "differ",
    r"by way of": "by",
    r"held against|hold (it|them) against": "compare with",
    r"nobody told": "without",
    r"such(?! as)": "like",
    r"so many": "that many",
    r"a (row) a (row|column|value)": "one per",
}
_PATTERN = {re.compile(rf"(?<![\w.“`]){old}(?![\w”`])", re.IGNORECASE): new for old, new in NOT_PLAIN.items()}


_LONG_NAMES = [m.stands_for for m in catviz.methods() if m.stands_for]


def not_plain(text: str) -> list[str]:
    """Each word of a text that is not plain with what is around it, and the usual one. Methods keep their names."""
    for name in _LONG_NAMES:
        text = text.replace(name, "")
    return [
        f"{text[max(0, found.start() - 40) : found.end() + 40]!r}: {usual}"
        for pattern, usual in _PATTERN.items()
        for found in pattern.finditer(text)
    ]


_LOOSE = re.compile(r"\d%|(?<=[\d}…]) %(?![\w{(])")
_NUMBERS = {
    _LOOSE: "a non-breaking space before the percent sign",
    re.compile(r"(?<![\w.…·:,\\])\.\d+(?![\d~a-z])"): "a 0 before the decimal point",
    re.compile(
        r"(?<![\d.,])\d{4,} (?:distinct |shuffled )?(?:rows?|values|columns|pairs|tables|runs)\b"
    ): "commas in 2,480",
    re.compile(r"%[{}\w]*:[.,~\d]*%"): "shares times 100, and a percent sign after a space",
    re.compile(r"^[.,~\d]*%$", re.MULTILINE): "PERCENT of catviz.plots.style",
}


def odd_numbers(text: str) -> list[str]:
    """Each number of a text, or Plotly's format of one, that is not written as `catviz.wording` says; and the form."""
    return [
        f"{text[max(0, found.start() - 40) : found.end() + 40]!r}: {form}"
        for pattern, form in _NUMBERS.items()
        for found in pattern.finditer(text)
    ]


def loose_percents(text: str) -> list[str]:
    """Each percent sign that a line can end before, or without a space, and what is around it."""
    return [text[max(0, found.start() - 40) : found.end() + 40] for found in _LOOSE.finditer(text)]
