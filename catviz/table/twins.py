"""Values of a column that are most likely the same one, written in two ways."""

from __future__ import annotations

import itertools
import os
import re
import unicodedata
from collections.abc import Sequence

import numpy as np

from catviz.table.numbers import as_numbers

#: Letters of a value, at least, that may have a slip of the pen; how many times as often the right spelling occurs.
_LETTERS, _TIMES = 5, 5
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff\x00-\x1f\x7f]")
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "`": "'", "\u00b4": "'"})
_QUOTES |= str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"'})
_QUOTES |= str.maketrans({"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-"})


def twins(values: Sequence[str], counts: np.ndarray) -> list[tuple[str, ...]]:
    """Groups of values that are most likely the same, the most frequent of each first.

    They are equal but for case, blanks, signs that are not seen, kinds of quotes and hyphens and how accents are
    encoded; or equal numbers such as "1" and "1.0"; or a rare one differs from a frequent one in a letter.

    Parameters
    ----------
    values : sequence of str
    counts : (at least len(values),) rows with each

    Examples
    --------
    >>> twins(["Berlin", "berlin ", "Kiel", "Berlni", "Bern"], np.array([90, 2, 80, 1, 70]))
    [('Berlin', 'berlin ', 'Berlni')]
    """
    n_of = {value: int(n) for value, n in zip(values, counts, strict=False) if n}
    by_key: dict[str, list[str]] = {}
    numbers = {value: number for value in n_of if (number := as_numbers([value])) is not None}
    for value in n_of:
        key = f"number {numbers[value][0]!r}" if value in numbers else _key(value)
        by_key.setdefault(key, []).append(value)
    keys = sorted(by_key, key=lambda key: -sum(n_of[value] for value in by_key[key]))
    rows = {key: sum(n_of[value] for value in by_key[key]) for key in keys}
    merged: dict[str, str] = {}
    words = [key for key in keys if not any(value in numbers for value in by_key[key])]
    for frequent, rare in itertools.combinations(words, 2):
        if rare not in merged and frequent not in merged and _is_slip(frequent, rare, rows):
            merged[rare] = frequent
    for rare, frequent in merged.items():
        by_key[frequent] += by_key.pop(rare)
    groups = [tuple(sorted(group, key=lambda value: -n_of[value])) for group in by_key.values() if len(group) > 1]
    return sorted(groups, key=lambda group: -sum(n_of[value] for value in group))


def visible(value: str) -> str:
    """A value with its unseen signs shown.

    Examples
    --------
    >>> visible("yes\\u200b"), visible("New\\u00a0York"), visible("New  York")
    ('yes[U+200B]', 'New[U+00A0]York', 'New··York')
    """
    text = _UNSEEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", value)
    text = re.sub("[^\\S ]", lambda match: f"[U+{ord(match[0]):04X}]", text)
    return re.sub(r"  +|^ | $", lambda match: "·" * len(match[0]), text)


def _key(value: str) -> str:
    """A value without what does not make it another; one of signs alone is as it is."""
    if not any(sign.isalnum() for sign in value):
        return value
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", value)).translate(_QUOTES).casefold()
    return re.sub(r"\s*[-_\s]\s*", " ", text).strip()


def _is_slip(frequent: str, rare: str, rows: dict[str, int]) -> bool:
    """True where a rare value differs from a frequent one in one word, by a slip of the pen, or in a blank."""
    if rows[frequent] < _TIMES * rows[rare] or any(sign.isdigit() for sign in frequent + rare):
        return False
    if frequent.replace(" ", "") == rare.replace(" ", ""):
        return len(rare) >= _LETTERS
    words = list(zip(frequent.split(), rare.split(), strict=False))
    apart = [pair for pair in words if pair[0] != pair[1]]
    return len(frequent.split()) == len(rare.split()) and len(apart) == 1 and _is_misspelt(*apart[0])


def _is_misspelt(frequent: str, rare: str) -> bool:
    """True where two words differ in a letter that is missing, too much, wrong or misplaced."""
    if min(len(frequent), len(rare)) < _LETTERS or abs(len(frequent) - len(rare)) > 1:
        return False
    start = len(os.path.commonprefix([frequent, rare]))
    one, other = frequent[start:], rare[start:]
    if len(one) == len(other):
        swapped = one[:2] == other[:2][::-1] and one[2:] == other[2:]
        return swapped or (one[1:] == other[1:] and start > 0)
    longer, shorter = max(one, other, key=len), min(one, other, key=len)
    return longer[1:] == shorter
