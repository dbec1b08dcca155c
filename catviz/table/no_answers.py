"""Values that often mean that there is no answer: listed, and never read as missing unless somebody says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from catviz.table.codebook import is_likely_no_answer, is_no_answer, label_text
from catviz.table.dates import FORMS, as_date
from catviz.table.frames import as_pandas, is_frame
from catviz.table.numbers import as_numbers

#: Numbers that files often have where there is no answer: asked about beside words and numbers of few values.
CODES = ("9", "99", "999", "9999", "-1", "-9", "-99", "-999", "-9999")
_MOST_STRAY, _FEWEST_NUMBERS = 3, 3
#: Values of a column of codes, at most: of more, a number is one of a quantity.
_MOST_CODED = 12
#: Negative codes of no answer at most.
_LONGEST_RUN = 9
#: How far above a quantity its codes are if they are no more frequent than its other numbers.
_FAR = 1.5
#: How many rows a code has on average if it is near the other numbers of a quantity: as often as so many of them.
_HEAPED = 3
_SIGN = re.compile(r"[^\w\s+-]+|\.[A-Za-z]")
_CODE = re.compile(r"[6-9]|9+[4-9]|([6-9])\1+|9[78]+")
_LABEL = re.compile(r"^\W*-?\d+\W+|\s*[(\[][^()]*[)\]]\W*$|[.!:]+$")


def no_answers(data: Any) -> pd.DataFrame:
    """List values that often mean that there is no answer, such as "k.A.", "unknown" or 99 among words.

    Whether they do is for you to say. If so, give them as ``missing`` to the reader, or add the step
    `Recipe.missing`.

    Parameters
    ----------
    data : CategoricalTable or DataFrame (pandas, Polars or Arrow)
        Of a file, the ``frame`` of what `inspect_table` returns has all its columns.

    Returns
    -------
    DataFrame
        ``column``, ``value`` and ``n``, the rows with the value; columns in their order, most frequent value first.

    Examples
    --------
    >>> import pandas as pd
    >>> no_answers(pd.DataFrame({"age": ["31", "k. A.", "k. A.", "40"], "mood": ["good", "bad", "./.", "bad"]}))
      column  value  n
    0    age  k. A.  2
    1   mood    ./.  1
    """
    frame = as_pandas(data) if is_frame(data) else data.to_pandas()
    rows: list[tuple[str, str, int]] = []
    for name, column in frame.items():
        counts = column.value_counts()
        texts = [label_text(value) for value in counts.index]
        rows += [(str(name), value, n) for value, n in likely_among(texts, counts.to_numpy())]
    return pd.DataFrame(rows, columns=["column", "value", "n"])


def likely_among(values: Sequence[str], counts: np.ndarray) -> list[tuple[str, int]]:
    """Of the values of a column, those on some row that often mean that there is no answer, the most frequent first.

    A minus is none beside a plus. A number such as 99 is one among words; among numbers, see `missing_codes`. Of many
    numbers or dates, the few that are none are too.
    """
    present = [(value, int(n)) for value, n in zip(values, counts, strict=False) if n]
    texts = [value for value, _ in present]
    signed = any(value.startswith("+") for value in texts)
    apart = {*strays(texts), *missing_codes(texts, [n for _, n in present])}
    likely = [
        (value, n)
        for value, n in present
        if (is_likely_no_answer(value) and not (signed and value.startswith("-")))
        or value in apart
        or _of_a_program(value, texts)
    ]
    return sorted(likely, key=lambda pair: -pair[1])


def is_no_answer_label(label: str) -> bool:
    """True for a label of a code that says that there is no answer: "Don't know", "99 Refused (DK)", "No answer".

    Examples
    --------
    >>> [is_no_answer_label(label) for label in ("Don't know", "-9: Refused", "DK/refused", "Not applicable", "Agree")]
    [True, True, True, True, False]
    """
    former, text = "", label.strip()
    while text != former:
        former, text = text, _LABEL.sub("", text).strip()
    parts = [part.strip() for part in re.split(r"[/,;]| or | oder | ou | und | and ", text)]
    short = ("dk", "na", "nr", "rf", "ref", "inap", "iap", "refusal", "refuse", "don't", "sysmis", "system missing")
    return bool(text) and (
        is_no_answer(text)
        or is_likely_no_answer(text)
        or all(is_no_answer(part) or part.casefold() in short for part in parts if part)
    )


def missing_codes(values: Sequence[str], counts: Sequence[int]) -> list[str]:
    """The values of a column that are codes of no answer, as 8 and 9 above 1 to 5 may be, lowest first; often none.

    Among words, a number such as 99. Among numbers, the largest run at their end, or of negative ones at their
    beginning, that is of one sort (8 and 9; 77, 88 and 99; 888888 and 988888; -8 and -9), and apart from the rest: by
    more than two of the others are from each other. Of a quantity, which has more than twelve different numbers, it
    must be far apart, or on more rows than the other numbers.

    Parameters
    ----------
    values : sequence of str
    counts : sequence of int
        Rows with each.

    Examples
    --------
    >>> missing_codes(["1", "2", "4", "8", "9"], [9] * 5), missing_codes(["0", "10", "77", "88", "99"], [9] * 5)
    (['8', '9'], ['77', '88', '99'])
    >>> missing_codes([*map(str, range(18, 90)), "999"], [1] * 73), missing_codes(list("123456789"), [1] * 9)
    (['999'], [])
    """
    if len(values) > _MOST_DIFFERENT:
        return []
    numbers = as_numbers(values)
    if numbers is None:
        return _among_words(values)
    order = np.argsort(numbers)
    numbers, texts = numbers[order], [values[i] for i in order]
    rows = np.asarray(counts, dtype=float)[order]
    above = len(numbers) - _upper_run(numbers, rows)
    below = _negative_run(numbers[:above], rows[:above])
    return [*texts[:below], *texts[above:]]


def _among_words(values: Sequence[str]) -> list[str]:
    """The codes among words; none beside other numbers."""
    if len(values) > _MOST_CODED:
        return []
    others = [value for value in values if value not in CODES and not is_likely_no_answer(value)]
    return [] if not others or any(map(_is_number, others)) else [value for value in values if value in CODES]


def _upper_run(numbers: np.ndarray, rows: np.ndarray) -> int:
    """How many of the highest of sorted numbers are codes of no answer."""
    n, run = len(numbers), 0
    sort = _sort_of(numbers[-1]) if n else 0
    for size in range(1, n):
        first = numbers[n - size]
        if not sort or _sort_of(first) != sort:
            break
        if _is_apart(numbers[: n - size], rows[: n - size], numbers[n - size :], rows[n - size :]):
            run = size
    return run


def _is_apart(rest: np.ndarray, rows: np.ndarray, codes: np.ndarray, rows_of_codes: np.ndarray) -> bool:
    """True where the lowest code is far enough above the other numbers, and several are nearer to each other."""
    answers, first = rest[rest >= 0], codes[0]
    gap, usual = first - rest[-1], float(np.diff(answers).max(initial=1.0))
    several = len(codes) > 1 and gap > 2  # two codes side by side may be as far from the answers as these are
    if gap < (usual if several else usual + 1e-9) or gap < 2 or all(map(_sort_of, answers)):
        return False
    if gap <= np.diff(codes).max(initial=0):
        return False
    if len(codes) == 1 and first in (6, 7, 8) and (usual > 1 or gap == 2 or first == 6):
        return False
    if len(rest) <= _MOST_CODED and (rest == np.rint(rest)).all():
        return True
    return bool(first >= _FAR * rest[-1] or rows_of_codes.mean() >= _HEAPED * np.median(rows))


def _negative_run(numbers: np.ndarray, rows: np.ndarray) -> int:
    """How many of the lowest of sorted numbers are negative codes of no answer; none if others are negative too."""
    run = int((numbers < 0).sum())
    codes, rest = -numbers[:run][::-1], numbers[run:]
    if (
        not 0 < run <= _LONGEST_RUN
        or not len(rest)
        or not all(code in range(1, 10) or _sort_of(code) for code in codes)
    ):
        return 0
    gap, usual = codes[0] + rest[0], float(np.diff(rest).max(initial=1.0))
    apart = gap >= 2 and (gap > usual or codes[-1] >= 10)
    broken = run > 1 and codes[-1] - codes[0] >= run and not set(codes) <= set(rest)
    if len(rest) > _MOST_CODED or not (rest == np.rint(rest)).all():
        broken = broken and rows[:run].mean() >= _HEAPED * np.median(rows[run:])
    return run if apart or broken else 0


def _sort_of(number: float) -> int:
    """The number of digits of a number that may be a code of no answer; 0 for another one."""
    text = f"{number:.0f}"
    if not 1 <= number < 1e9 or number != int(number):
        return 0
    return len(text) if _CODE.fullmatch(text) else 0


def _of_a_program(value: str, values: Sequence[str]) -> bool:
    """True for "None" as Python writes it, and for "NA" where it is no country among others."""
    if value not in ("None", "NA"):
        return False
    others = [other for other in values if other != value]
    return not (has_two_letter_codes(others) if value == "NA" else any(other[:1].isupper() for other in others))


def has_two_letter_codes(values: Sequence[str]) -> bool:
    """True where most of some values are codes such as NL and DE: "NA" among them may be Namibia."""
    coded = sum(bool(_TWO_LETTERS.fullmatch(value)) for value in values)
    return coded >= _FEWEST_LETTERS and coded > 0.8 * len(values)


def strays(values: Sequence[str]) -> list[str]:
    """The up to three values that are no number, or no date, in a column of more than twelve that all others are.

    Beside fewer numbers, those without a letter, such as "*" for a number that is not published, and those of SAS and
    Stata, such as ".A".
    """
    if as_numbers(values) is not None:
        return []
    if len(values) <= _MOST_CODED:
        signs = [value for value in values if _SIGN.fullmatch(value)]
        others = [value for value in values if value not in signs]
        few = 0 < len(signs) <= _MOST_STRAY and len(others) >= _FEWEST_NUMBERS
        return signs if few and as_numbers(others) is not None else []
    kinds: list[Callable[[str], bool]] = [_is_number, *(partial(_in_form, form) for form in FORMS)]
    for kind in kinds:
        apart: list[str] = []
        for value in values:
            if not kind(value):
                apart.append(value)
                if len(apart) > _MOST_STRAY:
                    break
        if 0 < len(apart) <= _MOST_STRAY and len(values) - len(apart) > _MOST_CODED:
            unlike = set(apart)
            together = kind is not _is_number or as_numbers([each for each in values if each not in unlike]) is not None
            return apart if together else []
    return []


def _is_number(value: str) -> bool:
    return as_numbers([value]) is not None


def _in_form(form: str, value: str) -> bool:
    return as_date(value, form) is not None


def none_among(answers: Sequence[Sequence[str]]) -> str:
    """The answer that says that no other fits, such as "none of these": given alone only, and worded so; else empty."""
    alone = [each[0] for each in answers if len(each) == 1 and not is_likely_no_answer(each[0])]
    beside = {part for each in answers if len(each) > 1 for part in each}
    return next((part for part in alone if part not in beside and _NONE.match(part)), "")


_NONE = re.compile(r"(none|neither|nothing|kein|keine|keins|keines|nichts|aucune?|rien|ningun[oa]|nada)\b", re.I)
_TWO_LETTERS = re.compile(r"[A-Z]{2}")
_FEWEST_LETTERS = 3
#: Different values in which codes are looked for.
_MOST_DIFFERENT = 10_000
