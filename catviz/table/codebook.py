"""Codebook: the columns of a table, and what each column's values are called."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from catviz.wording import number_of


class _Listed(tuple[str, ...]):
    """A long tuple that signatures name instead of listing it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING_TOKENS"

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


#: How the missing level is shown. What marks it is the codebook, not this text.
MISSING = "(missing)"
#: Cells read as missing: signs that programs write, and sentences that say nothing else. Tokens of more than four
#: letters are met in any case, shorter ones as written here.
MISSING_TOKENS: tuple[str, ...] = _Listed(
    (
        *(
            "",
            "?",
            "NA",
            "N/A",
            "n/a",
            "#N/A",
            "nan",
            "NaN",
            "-nan",
            "-NaN",
            "null",
            "NULL",
            "Null",
            "NaT",
            "\\N",
            "<NA>",
        ),
        *("<null>", "(null)", "[null]", "NA_character_", "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!"),
        *(
            "#CALC!",
            "#SPILL!",
            "#NV",
            "#WERT!",
            "#BEZUG!",
            "#ZAHL!",
            "#VALEUR!",
            "#NOM?",
            "#NOMBRE?",
            "#VALOR!",
            "1.#QNAN",
        ),
        *("1.#IND", "-1.#IND", "1.#INF", "don't know", "dont know", "do not know", "I don't know", "I dont know"),
        *("I do not know", "don't know/refused", "refused", "no answer", "not answered", "no response", "no reply"),
        *("not stated", "prefer not to say", "prefer not to answer", "prefer not to disclose", "I prefer not to say"),
        *("I prefer not to answer", "I'd prefer not to say", "I'd rather not say", "I would rather not say"),
        *("rather not say", "decline to answer", "declined to answer", "don't want to answer", "refused to answer"),
        *("keine Angabe", "keine Angaben", "ohne Angabe", "keine Antwort", "weiß nicht", "weiß ich nicht"),
        *("ich weiß nicht", "ich weiß es nicht", "weiß nicht/keine Angabe", "weiß nicht/k.A.", "verweigert"),
        *("nicht beantwortet", "möchte ich nicht sagen", "möchte ich nicht angeben", "möchte nicht antworten"),
        *(
            "möchte ich nicht beantworten",
            "ne sait pas",
            "je ne sais pas",
            "sans réponse",
            "pas de réponse",
            "non réponse",
        ),
        *("refuse de répondre", "ne souhaite pas répondre", "je ne souhaite pas répondre", "ne se prononce pas"),
        *("préfère ne pas répondre", "je préfère ne pas répondre", "je préfère ne pas le dire", "ne sait pas/refus"),
        *("no sabe", "no lo sé", "no sé", "no contesta", "no sabe/no contesta", "no responde", "sin respuesta"),
        *("prefiero no decirlo", "prefiero no contestar", "prefiero no responder", "non so", "non lo so", "non sa"),
        *(
            "non risponde",
            "non sa/non risponde",
            "nessuna risposta",
            "preferisco non rispondere",
            "preferisco non dirlo",
        ),
        *("weet niet", "weet ik niet", "weet het niet", "ik weet het niet", "geen antwoord", "wil niet zeggen"),
        *("zeg ik liever niet", "liever niet zeggen", "wil ik niet zeggen", "não sei", "não sabe", "não respondeu"),
        *("não responde", "não sabe/não responde", "sem resposta", "prefiro não responder", "prefiro não dizer"),
        *("nie wiem", "odmowa odpowiedzi", "brak odpowiedzi", "wolę nie odpowiadać", "nie chcę odpowiadać"),
        *("wolę nie mówić", "odmawiam odpowiedzi"),
    )
)
#: Texts that often mean the same, and may be values: asked about. Met in any case, with or without blanks in them.
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
        ":",
        "n/a",
        "k.A.",
        "k.A",
        "k/A",
    ),
    *("n.a.", "n.a", "n.d.", "n.d", "N/V", "nvt", "n.v.t.", "none given", "not available", "not given", "no data"),
    *("unknown", "missing", "undefined", "not sure", "unsure", "can't say", "can't choose", "hard to say"),
    *("not applicable", "does not apply", "doesn't apply", "inapplicable", "not known", "not recorded", "not reported"),
    *("not specified", "unspecified", "DK/NA", "NA/DK", "unbekannt", "fehlend", "nicht bekannt", "nicht zutreffend"),
    *(
        "nicht anwendbar",
        "nicht angegeben",
        "entfällt",
        "kann ich nicht beurteilen",
        "kann ich nicht sagen",
        "bin nicht sicher",
    ),
    *(
        "nicht sicher",
        "inconnu",
        "inconnue",
        "non applicable",
        "sans objet",
        "ne s'applique pas",
        "non renseigné",
        "pas sûr",
    ),
    *("refus", "NSP", "ns/nc", "ns/nr", "desconocido", "no aplica", "no procede", "sin datos", "no estoy seguro"),
    *("sconosciuto", "non applicabile", "non pertinente", "non disponibile", "non sono sicuro", "niet van toepassing"),
    *(
        "onbekend",
        "niet bekend",
        "geen opgave",
        "niet zeker",
        "desconhecido",
        "não se aplica",
        "não aplicável",
        "ignorado",
    ),
    *("não tenho certeza", "nie dotyczy", "nieznane", "nieznany", "brak danych", "odmowa", "nie jestem pewien"),
)


@dataclass(frozen=True)
class Intervals:
    """Intervals that numbers are cut into, closed on the left, the last on both sides.

    Attributes
    ----------
    cuts : tuple of float
        Limits between neighbouring intervals, low to high.
    labels : tuple of str or None
        One more than cuts; None for an interval that no number of the data lay in.
    """

    cuts: tuple[float, ...]
    labels: tuple[str | None, ...]

    @property
    def used(self) -> tuple[str, ...]:
        """Labels of the intervals that hold numbers, low to high."""
        return tuple(label for label in self.labels if label is not None)

    def codes(self, numbers: np.ndarray) -> np.ndarray:
        """(n,) places in ``used`` of (n,) numbers; NaN is ``len(used)``.

        A number outside all intervals, or in one that held no data, goes to the nearest interval that did.
        """
        numbers = np.asarray(numbers, dtype=float)
        if not self.used:
            return np.zeros(len(numbers), dtype=np.intp)
        filled = np.array([i for i, label in enumerate(self.labels) if label is not None])
        edges = np.array([-np.inf, *self.cuts, np.inf])
        between = (edges[filled[:-1] + 1] + edges[filled[1:]]) / 2  # the cut itself where neighbours touch
        places = np.searchsorted(between, numbers, side="right")
        return np.where(np.isnan(numbers), len(filled), places).astype(np.intp)


@dataclass(frozen=True)
class Codebook:
    """The columns of a table and the values each may take.

    Attributes
    ----------
    attributes : tuple of str
        Column names, each once.
    categories : tuple of tuple of str
        Each column's values as text, in declared order where ordinal, else in natural order; missing is not one.
    kinds : tuple of {"nominal", "ordinal"}
    missing : tuple of bool
        True where "missing" is one more value of the column, after its categories.
    intervals : tuple of Intervals or None
        How numbers of a column become its values; empty where no column holds numbers cut into intervals.
    """

    attributes: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    missing: tuple[bool, ...]
    intervals: tuple[Intervals | None, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"Codebook({number_of(len(self.attributes), 'column')}, {number_of(len(self.values), 'value')})"

    def __post_init__(self) -> None:
        refuse_repeated(self.attributes)
        for attribute, labels in zip(self.attributes, self.categories, strict=True):
            if len(set(labels)) < len(labels):
                raise ValueError(f"column {attribute!r} lists a category twice: {listed(labels)}")

    @cached_property
    def n_values(self) -> np.ndarray:
        """(d,) number of values a column, the missing level included where there is one."""
        return np.array([len(c) + m for c, m in zip(self.categories, self.missing, strict=True)], dtype=np.intp)

    @cached_property
    def offsets(self) -> np.ndarray:
        """(d + 1,) where each column's values start in the list of all values."""
        return np.concatenate([[0], np.cumsum(self.n_values)]).astype(np.intp)

    @cached_property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """Each column's values as they are shown, the missing level included."""
        return tuple(c + (_missing_label(c),) if m else c for c, m in zip(self.categories, self.missing, strict=True))

    @cached_property
    def values(self) -> tuple[tuple[str, str], ...]:
        """All (attribute, value) pairs, column after column."""
        return tuple((a, v) for a, labels in zip(self.attributes, self.labels, strict=True) for v in labels)

    @cached_property
    def with_missing(self) -> Codebook:
        """The codebook in which every column has the missing level."""
        return self if all(self.missing) else replace(self, missing=(True,) * len(self.missing))

    def position(self, attribute: str) -> int:
        """The place of a column, by its name (a number is one too); ValueError names the columns there are."""
        try:
            return self.attributes.index(column_name(attribute))
        except ValueError:
            raise ValueError(f"no column {attribute!r}: the columns are {listed(self.attributes)}") from None

    def code(self, attribute: str, value: Any) -> int:
        """The code of a value, given as text or as a number (2 is "2"); None asks for the missing level."""
        r = self.position(attribute)
        if value is None and self.missing[r]:
            return len(self.categories[r])
        try:
            return self.labels[r].index(value if value is None else label_text(value))
        except ValueError:
            raise ValueError(
                f"column {attribute!r} has no value {value!r}: its values are {listed(self.labels[r])}"
            ) from None

    def select(self, columns: Sequence[int] | np.ndarray) -> Codebook:
        """The codebook of some columns, by number."""
        return Codebook(
            tuple(self.attributes[r] for r in columns),
            tuple(self.categories[r] for r in columns),
            tuple(self.kinds[r] for r in columns),
            tuple(self.missing[r] for r in columns),
            tuple(self.intervals[r] for r in columns) if self.intervals else (),
        )

    def slices(self) -> tuple[slice, ...]:
        """Where each column's values stand in the list of all values."""
        return self._slices

    @cached_property
    def _slices(self) -> tuple[slice, ...]:
        return tuple(map(slice, self.offsets[:-1], self.offsets[1:]))


class HasCodebook:
    """Rows of columns that a codebook names."""

    codebook: Codebook

    @property
    def attributes(self) -> tuple[str, ...]:
        """Column names."""
        return self.codebook.attributes

    @property
    def categories(self) -> tuple[tuple[str, ...], ...]:
        """Each column's values, missing left out."""
        return self.codebook.categories

    @property
    def n_attributes(self) -> int:
        """Number of categorical columns."""
        return len(self.codebook.attributes)


def refuse_repeated(names: Sequence[str]) -> None:
    """ValueError where a column name occurs twice."""
    repeated = {name for name in names if list(names).count(name) > 1} if len(set(names)) < len(names) else ()
    if repeated:
        raise ValueError(f"column name {min(repeated)!r} occurs more than once: give every column a name of its own")


def label_text(value: Any) -> str:
    """A value as text: integral floats print as integers, everything else by ``str``; lone surrogates are spelt out."""
    if type(value) is str and value.isascii():  # most values are, and there may be many
        return value
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value).encode("utf-8", "backslashreplace").decode()


def labelled_places(values: Any) -> tuple[list[str], np.ndarray]:
    """The different labels of known values as text (`label_text`), sorted, and each value's (n,) place among them."""
    if pd.api.types.infer_dtype(values) == "string":
        places, texts = pd.factorize(np.asarray(values, dtype=object))
        labels = [label_text(text) for text in texts]
    else:  # True, 1 and 1.0 are one label for pandas
        distinct: dict[tuple[type, Any], int] = {}
        places = np.array([distinct.setdefault((type(v), v), len(distinct)) for v in values], dtype=np.intp)
        labels = [label_text(value) for _, value in distinct]
    ordered = sorted(set(labels))
    at = {label: i for i, label in enumerate(ordered)}
    return ordered, np.array([at[label] for label in labels], dtype=np.intp)[places]


def column_name(name: Any) -> str:
    """The name of a column as tables hold it: text, so that the column 0 of a frame is "0" wherever it is named."""
    return label_text(name)


def is_known(labels: Any) -> np.ndarray:
    """(n,) bool: labels that are there; None, NaN and pandas' NA are unknown."""
    return ~pd.isna(np.asarray(labels, dtype=object))


def natural_order(labels: Iterable[str]) -> list[str]:
    """Labels sorted as a reader expects: numbers by size wherever they stand in the text."""
    labels, numbers = list(labels), []
    for label in labels:
        number = _number(label)
        if number is None:
            return sorted(labels, key=_natural_key)
        numbers.append(number)
    return [label for _, label in sorted(zip(numbers, labels, strict=True))]


def _number(label: str) -> float | None:
    try:
        number = float(label)
    except ValueError:
        return None
    return None if number != number else number


def _natural_key(label: str) -> tuple[Any, ...]:
    """Text and numbers in turn, then infinity, which comes after every number, and the label itself."""
    parts: list[Any] = _NUMBER_IN_TEXT.split(label.casefold())
    parts[1::2] = map(float, parts[1::2])
    return (*parts, math.inf, label)


def _missing_label(categories: Sequence[str]) -> str:
    label = MISSING
    while label in categories:
        label = f"({label})"
    return label


def listed(names: Collection[str], most: int = 8) -> str:
    """Names for a message, the first few of many."""
    shown = ", ".join(repr(n) for n in list(names)[:most])
    return shown if len(names) <= most else f"{shown}, ... ({len(names)} in all)"


class MissingTokens:
    """The tokens read as missing; long ones are met in any case."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.exact = frozenset(token.strip() for token in tokens)
        self.folded = frozenset(_folded(token) for token in tokens if len(token.strip()) > 4)
        self._beginnings = frozenset(token[:2] for token in self.folded)

    def __contains__(self, text: str) -> bool:
        if text in self.exact:
            return True
        first = text[:2]  # most texts are none, and are many
        if first.casefold()[:2] not in self._beginnings and first.isalnum():
            return False
        return len(text) <= _LONGEST and _folded(text) in self.folded


def is_no_answer(text: str) -> bool:
    """True for a text that is read as missing, or is asked about since it often means that there is no answer."""
    return text.strip() in _TOKENS or _without_blanks(text) in _LIKELY


def is_likely_no_answer(text: str) -> bool:
    """True for a text that often means that there is no answer, and may be a value."""
    return _without_blanks(text) in _LIKELY


def _folded(text: str) -> str:
    text = text.strip().casefold().replace("\u2019", "'")
    return re.sub(r"\s*([/ ])\s*", r"\1", text).rstrip(".!") if " " in text or "." in text else text


def _without_blanks(text: str) -> str:
    return "".join(text.split()).casefold().replace("\u2019", "'")


#: Characters of a token, at most, with blanks around it.
_LONGEST = 60
_NUMBER_IN_TEXT = re.compile(r"(\d+(?:\.\d+)?)")
_TOKENS = MissingTokens(MISSING_TOKENS)
_LIKELY = frozenset(map(_without_blanks, NO_ANSWERS))
