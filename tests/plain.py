"""Words that no text of the explorer uses: clipped, archaic or of one paper alone, where the field has a usual term."""

import re

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


def not_plain(text: str) -> list[str]:
    """Each word of a text that is not plain with what is around it, and the usual one."""
    return [
        f"{text[max(0, found.start() - 40) : found.end() + 40]!r}: {usual}"
        for pattern, usual in _PATTERN.items()
        for found in pattern.finditer(text)
    ]
