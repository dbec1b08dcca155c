"""Columns that may be what a table is about: an outcome, by its name and its number of values."""

from __future__ import annotations

from collections.abc import Collection

from catviz.table.categorical import CategoricalTable
from catviz.table.ids import words_of

_TELLING = frozenset(
    (
        *("outcome", "target", "y", "response", "survived", "survival", "died", "dead", "death", "deceased"),
        *("default", "defaulted", "converted", "conversion", "bought", "purchased", "subscribed"),
        *("dropout", "attrition", "diagnosis", "disease", "fraud", "success", "approved", "passed"),
        *("recidivism", "relapse", "gekauft", "käufer", "abbruch", "abwanderung", "abgewandert"),
        *("verstorben", "überlebt", "ergebnis", "zielvariable", "zielgröße", "erfolg", "bestanden"),
        *("wiederaufnahme", "ausfall", "diagnose"),
    )
)
#: Words, and beginnings of words, that name an outcome.
_BEGINNINGS = ("churn", "readmi", "surviv", "mortalit", "kauf", "kündigung", "kuendigung")
#: Words that name an outcome or anything else.
_GENERAL = frozenset(("class", "klasse", "classe", "label", "group", "gruppe", "type", "category", "result", "status"))
#: Values that an outcome has at most, to be proposed.
_FEW = 20


def evident_outcome(table: CategoricalTable, but: Collection[str] = ()) -> str | None:
    """The only column of two values whose name says that it is an outcome; None if there are several, or none.

    Examples
    --------
    >>> import pandas as pd, catviz
    >>> frame = pd.DataFrame({"class": ["1st", "2nd", "3rd"], "sex": ["f", "m", "m"], "survived": ["yes", "no", "no"]})
    >>> evident_outcome(catviz.CategoricalTable.from_pandas(frame))
    'survived'
    """
    sizes = _sizes(table)
    candidates = [name for name, n in sizes.items() if n == 2 and _is_telling(name) and name not in but]
    return candidates[0] if len(candidates) == 1 else None


def likely_outcomes(table: CategoricalTable, most: int = 6) -> list[str]:
    """Columns that may be an outcome, the likeliest first: by a telling name, a general name, and two values.

    Examples
    --------
    >>> import pandas as pd, catviz
    >>> frame = pd.DataFrame({"class": ["1st", "2nd", "3rd"], "sex": ["f", "m", "m"], "survived": ["yes", "no", "no"]})
    >>> likely_outcomes(catviz.CategoricalTable.from_pandas(frame))
    ['survived', 'class', 'sex']
    """
    sizes = {name: n for name, n in _sizes(table).items() if 2 <= n <= _FEW}
    ranks = {name: (not _is_telling(name), not _GENERAL & set(words_of(name)), n != 2) for name, n in sizes.items()}
    candidates = sorted((name for name, rank in ranks.items() if not all(rank)), key=ranks.__getitem__)
    return candidates[:most]


def _sizes(table: CategoricalTable) -> dict[str, int]:
    """Values that each column has on some row."""
    book = table.observed().codebook
    return dict(zip(book.attributes, map(len, book.categories), strict=True))


def _is_telling(name: str) -> bool:
    return any(word in _TELLING or word.startswith(_BEGINNINGS) for word in words_of(name))
