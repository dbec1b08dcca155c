"""Values that often mean that there is no answer: listed, and never read as missing unless somebody says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import label_text
from catviz.table.column_roles import as_numbers
from catviz.table.dates import FORMS, as_date
from catviz.table.frames import as_pandas

#: Texts met in any case, with or without blanks in them.
NO_ANSWERS = (
    *(
        "-",
        "--",
        "---",
        "\u2013",
        "\u2014",
        ".",
        "..",
        "...",
        "./.",
        "-/-",
        "/",
        "??",
        "#",
        "#NV",
        "n/a",
        "k.A.",
        "k.A",
        "k/A",
    ),
    *(
        "n.a.",
        "n.a",
        "n.d.",
        "n.d",
        "N/V",
        "none given",
        "not available",
        "not given",
        "no data",
        "no reply",
        "unknown",
    ),
    *("missing", "undefined", "not sure", "can't say", "Keine Angabe", "Keine Angaben", "ohne Angabe", "keine Antwort"),
    *("weiß nicht", "weiß ich nicht", "verweigert", "unbekannt", "fehlend", "nicht beantwortet", "nicht bekannt"),
    *("sans réponse", "pas de réponse", "ne sait pas", "inconnu", "non réponse", "sin respuesta", "no contesta"),
    *("no sabe", "desconocido", "ns/nc", "non risponde", "non so", "sconosciuto", "geen antwoord", "weet niet"),
)
#: Numbers that files often have where there is no answer: asked about where they stand apart from the other values.
CODES = ("9", "99", "999", "9999", "-1", "-9", "-99", "-999", "-9999")
_MOST_STRAY = 3
#: Values of a column of codes, at most: of more, a number is one of a quantity.
_MOST_CODED = 12


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
    frame = data.to_pandas() if isinstance(data, CategoricalTable) else as_pandas(data)
    rows: list[tuple[str, str, int]] = []
    for name, column in frame.items():
        counts = column.value_counts()
        texts = [label_text(value) for value in counts.index]
        rows += [(str(name), value, n) for value, n in likely_among(texts, counts.to_numpy())]
    return pd.DataFrame(rows, columns=["column", "value", "n"])


def likely_among(values: Sequence[str], counts: np.ndarray) -> list[tuple[str, int]]:
    """Of the values of a column, those on some row that often mean that there is no answer, the most frequent first.

    A minus is none beside a plus. A number such as 99 is one among words, and among up to twelve whole numbers where
    it stands two or more apart: 9 above 1 to 5, or -1 below. Of many numbers or dates, the few that are none are too.
    """
    present = [(value, int(n)) for value, n in zip(values, counts, strict=False) if n]
    signed = any(value.startswith("+") for value in values)
    apart = strays([value for value, _ in present])
    likely = [
        (value, n)
        for value, n in present
        if (_folded(value) in _LIKELY and not (signed and value.startswith("-")))
        or value in apart
        or _is_code(value, present)
    ]
    return sorted(likely, key=lambda pair: -pair[1])


def strays(values: Sequence[str]) -> list[str]:
    """The up to three values that are no number, or no date, in a column of more than twelve that all others are."""
    kinds: list[Callable[[str], bool]] = [_is_number, *(partial(_in_form, form) for form in FORMS)]
    for kind in kinds:
        apart: list[str] = []
        for value in values:
            if not kind(value):
                apart.append(value)
                if len(apart) > _MOST_STRAY:
                    break
        if 0 < len(apart) <= _MOST_STRAY and len(values) - len(apart) > _MOST_CODED:
            return apart
    return []


def _is_number(value: str) -> bool:
    return as_numbers([value]) is not None


def _in_form(form: str, value: str) -> bool:
    return as_date(value, form) is not None


def none_among(answers: Sequence[Sequence[str]]) -> str:
    """The answer that says that no other fits, such as "none of these": given alone only, and worded so; else empty."""
    alone = [each[0] for each in answers if len(each) == 1 and _folded(each[0]) not in _LIKELY]
    beside = {part for each in answers if len(each) > 1 for part in each}
    return next((part for part in alone if part not in beside and _NONE.match(part)), "")


def _is_code(value: str, present: Sequence[tuple[str, int]]) -> bool:
    """Whether a value is a number such as 99 that stands apart from the others."""
    if value not in CODES or len(present) > _MOST_CODED:
        return False
    others = [other for other, _ in present if other not in CODES and _folded(other) not in _LIKELY]
    if not others:
        return False
    numbers = [int(other) for other in others if re.fullmatch(r"-?\d{1,9}", other)]
    if len(numbers) < len(others):
        return not numbers
    below = min(numbers) >= 0 > int(value) + 1 or min(numbers) > 0 > int(value)
    return below or int(value) > max(numbers) + 1


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


_NONE = re.compile(r"(none|neither|nothing|kein|keine|keins|keines|nichts|aucune?|rien|ningun[oa]|nada)\b", re.I)
_LIKELY = frozenset(map(_folded, NO_ANSWERS))
