"""Values that are an order by what they say: answer scales in eight languages, ranges of numbers, waves, quarters."""

from __future__ import annotations

import itertools
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from catviz.table.codebook import is_no_answer

#: Levels that a scale has at least, and that it has if a value off the scale, whatever it says, is only asked about.
FEWEST, FEWEST_BESIDE = 3, 4
#: Values that may be a scale; more are none.
_MOST = 60

_MARKS = re.compile(r"[\s_/,;:.!?&\u2010-\u2015-]+")
_GENDERS = re.compile(r"\((?:ne|e|a|s|es|as|in|r|n)\)|(?<=\w)[·*:/](?:ne|e|a|as|es|in|os)\b(?:·s\b)?")
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "œ": "oe", "æ": "ae", **dict.fromkeys("'’‘`´ʼ", "")})


def key_of(text: str) -> str:
    """A text without what does not matter: case, accents, apostrophes, blanks, signs, endings in brackets.

    Examples
    --------
    >>> key_of("Tout à fait d\u2019accord "), key_of("Teils-teils"), key_of("Satisfait(e)"), key_of("Haeufig")
    ('tout a fait daccord', 'teils teils', 'satisfait', 'haufig')
    """
    text = _GENDERS.sub("", text.casefold().translate(_LETTERS))
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).translate(
            _LETTERS
        )
    text = _MARKS.sub(" ", text.replace("ae", "a").replace("oe", "o").replace("ue", "u"))
    return text.strip()


def scale_of(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """``(order, why)``: the values low to high where they are a scale, ranges or periods by what they say, or None.

    Values that say that there is no answer, such as "not applicable", come last.
    """
    if not FEWEST <= len(values) <= _MOST:
        return None
    found = _scale_of(tuple(values))
    beside = [] if found else [value for value in values if is_no_answer(value)]
    if not beside:
        return found
    found = _scale_of(tuple(value for value in values if value not in beside))
    if found is None:
        return None
    shown = ", ".join(f"“{value}”" for value in beside)
    return (*found[0], *beside), f"{found[1]}; {shown} is off it, and comes last"


def scale_but_one(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """``(order, why)`` where all values but one, put last, are a scale: for somebody to say whether it is one."""
    if not FEWEST_BESIDE < len(values) <= _MOST or scale_of(values):
        return None
    for value in values:
        found = scale_of([other for other in values if other != value])
        if found and len(found[0]) >= FEWEST_BESIDE:
            return (*found[0], value), found[1]
    return None


def numbered_order(values: Sequence[str]) -> tuple[str, ...] | None:
    """The values by the number each begins with, as "1 - north" does, whether their texts are a scale or not."""
    numbered = _numbered(values)
    return None if numbered is None else tuple(value for _, _, value in numbered)


@lru_cache(maxsize=4096)
def _scale_of(values: tuple[str, ...]) -> tuple[tuple[str, ...], str] | None:
    ways: tuple[Callable[[Sequence[str]], tuple[tuple[str, ...], str] | None], ...]
    ways = (_known_scale, _numbered_scale, _ranges, _periods, _counted)
    return next((found for way in ways if (found := way(values))), None) if len(values) >= FEWEST else None


# words


@cache
def known_scales() -> dict[str, list[list[str]]]:
    """Text scales by name: levels low to high, each a list of its names as scales.toml spells them."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _ranks() -> dict[str, dict[str, int]]:
    """The rank of each text of each scale."""
    ranks: dict[str, dict[str, int]] = {}
    for name, levels in known_scales().items():
        ranks[name] = {}
        for rank, texts in enumerate(levels):
            for spelt in itertools.chain.from_iterable(map(_spellings, texts)):
                ranks[name].setdefault(key_of(spelt), rank)
    return ranks


@cache
def _scales_with() -> dict[str, list[str]]:
    """The scales that have a text."""
    having: dict[str, list[str]] = {}
    for name, ranks in _ranks().items():
        for key in ranks:
            having.setdefault(key, []).append(name)
    return having


def _spellings(text: str) -> Iterable[str]:
    parts = re.split(r"\[([^\]]*)\]", text)
    choices = [[part] if i % 2 == 0 else part.split("/") if "/" in part else ["", part] for i, part in enumerate(parts)]
    return map("".join, itertools.product(*choices))


def _known_scale(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value stands on one of the known scales, at least three levels of it."""
    ranked = _ranked([key_of(value) for value in values])
    if ranked is None:
        return None
    name, ranks = ranked
    placed = sorted(zip(ranks, values, strict=True))
    return tuple(value for _, value in placed), f"a known scale: {name}"


def _ranked(keys: Sequence[str]) -> tuple[str, list[int]] | None:
    """The scale on which the keys have most levels, at least three, and their ranks."""
    shared: list[str] | None = None
    for key in keys:
        having = _scales_with().get(key, [])
        shared = having if shared is None else [name for name in shared if name in having]
        if not shared:
            return None
    if not shared:
        return None
    ranks = {name: [_ranks()[name][key] for key in keys] for name in shared}
    best = max(shared, key=lambda name: len(set(ranks[name])))
    return (best, ranks[best]) if len(set(ranks[best])) >= FEWEST else None


_NUMBERED = re.compile(r"[(\[]?(-?\d{1,2})(?:[)\]]|(?![\d.,]*\d))\s*[-\u2010-\u2015:.=)]?\s*(.*)", re.ASCII | re.DOTALL)


def _numbered(values: Sequence[str]) -> list[tuple[int, str, str]] | None:
    """(number, text, value), by number, where each value begins with another whole number and some go on with text."""
    numbered = []
    for value in values:
        match = _NUMBERED.fullmatch(value.strip())
        if match is None:
            return None
        numbered.append((int(match[1]), match[2].strip(" ()[]"), value))
    numbered.sort()
    numbers = [number for number, _, _ in numbered]
    texts = [text for _, text, _ in numbered if text]
    fit = len(set(numbers)) == len(numbers) and numbers[-1] - numbers[0] <= 11 and len(set(map(key_of, texts))) > 1
    # a text that begins with a sign or a digit goes on with the number: "18-24"
    return numbered if fit and not any(re.match(r"[\d+<>=-]", text) for text in texts) else None


def _numbered_scale(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) of "1 - disagree" to "5 - strongly agree", or of "1 (not at all)", 2, 3, "4 (very much)"."""
    numbered = _numbered(values)
    if numbered is None:
        return None
    texts = [key_of(text) for _, text, _ in numbered]
    numbers = [number for number, _, _ in numbered]
    ends = bool(texts[0] and texts[-1]) and not all(texts)
    apart = numbers == list(range(numbers[0], numbers[-1] + 1))
    if ends and apart:
        return tuple(value for _, _, value in numbered), "numbers with their meaning at the ends"
    labelled = [text for text in texts if text]
    ranked = _ranked(labelled) if len(labelled) >= FEWEST else None
    if ranked is None or ranked[1] not in (sorted(ranked[1]), sorted(ranked[1], reverse=True)):
        return None
    return tuple(value for _, _, value in numbered), f"a known scale with numbers: {ranked[0]}"


# ranges of numbers

#: Seconds of each unit of time.
_TIMES = {"sec": 1, "min": 60, "h": 3600, "day": 86400, "week": 604800, "month": 2629800, "year": 31557600}
_UNITS = {
    "sec": "s|secs?|seconds?|sek|sekunden?|secondes?|segundos?|secondi|seconden",
    "min": "minutes?|mins?|minuten?|minutos?|minuti|minuto|minut|minuty",
    "h": "hours?|hrs?|h|std|stunden?|heures?|horas?|ore|ora|uur|uren|godzin|godziny|godz",
    "day": "days?|d|tage?n?|jours?|dias?|giorni|giorno|dagen|dag|dni",
    "week": "weeks?|wks?|w|wochen?|semaines?|semanas?|settimane|settimana|weken|tygodni",
    "month": "months?|mons?|mos?|monate?n?|mois|mes(?:es)?|mesi|mese|maanden|maand|miesiecy|miesiace",
    "year": "years?|yrs?|y|jahre?n?|ans?|annees?|anos?|anni|anno|jaar|jaren|lat|lata|rok|roku|yo",
    "money": r"[€$£¥]|euros?|eur|dollars?|usd|chf|gbp|pln|zl|pounds?|reais|pesos?",
    "share": "%|percent|prozent|pour cent|por ciento|procent",
    "times": "times?|mal|x|fois|veces|vezes|volte|keer|razy|raz",
    "length": "km|kilometers?|kilometres?|kilometer|miles?|mi|meters?|metres?|m|cm",
    "weight": "kg|g|lbs?|pounds",
    "area": "m2|m²|qm|sqm|ha",
}
_UNIT_OF = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _UNITS.items()))
_ANY_UNIT = "|".join(f"(?:{words})" for words in _UNITS.values())
_FACTOR = {"k": 1e3, "tsd": 1e3, "tys": 1e3, "mil": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "millions": 1e6}
_NUMBER = re.compile(
    r"(?:(?:us)?[$€£¥]|\b(?:eur|usd|chf|gbp)\b)?\s?(?P<n>\d{1,3}(?:[.,' ]\d{3})+(?!\d)(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"
    rf"(?:\s?(?P<k>k|tsd\.?|mio\.?|tys\.?|mil|millions?|m(?=\s?[€$£]|$|\s?[-+]))(?![a-z]))?(?:\s?(?P<u>{_ANY_UNIT})(?![a-z]))?"
)
#: A unit that does not follow its number: "5 or more days".
_BEHIND = re.compile(rf"(?<=[a-z] )(?:{_ANY_UNIT})(?![a-z])")
#: What times are counted in: "3 times a week".
_RATE = re.compile(
    r"(?:/ ?| (?:per|an?|each|every|pro|in der|im|am|par|por|al|alla|all'|a la|op een|w|na) )"
    rf"((?:{'|'.join(f'(?:{_UNITS[name]})' for name in ('day', 'week', 'month', 'year'))}))(?![a-z])"
)
_BRACKETS = re.compile(r"[\[(]\s?(-?\d+(?:\.\d+)?)\s?,\s?(-?\d+(?:\.\d+)?)\s?[\])]", re.ASCII)
_ANDS = "and|or|und|oder|et|ou|y|o|e|en|of|i|lub|bzw"
_MORE = (
    "over|above|more|older|up|upwards?|longer|greater|higher|plus|mehr|alter|daruber|langer|hoher|davantage|mas|mayor"
    "|mayores|oltre|piu|ouder|meer|hoger|mais|wiecej|starsi|starszy|powyzej|superior|later"
)
_LESS = (
    "under|below|less|fewer|younger|lower|shorter|weniger|junger|darunter|niedriger|kurzer|moins|menos|menor|menores|meno"
    "|minder|jonger|lager|mniej|mlodsi|mlodszy|ponizej|inferior|earlier"
)
_BETWEEN = "-|to|until|and|bis|bis unter|bis zu|und|a|et|hasta|y|al?|e|tot|tot en met|en|ate|do|i|to under|to below"
_BELOW = (
    "<|<=|=<|under|below|up to|upto|less than|fewer than|younger than|shorter than|lower than|at most|no more than"
    "|not more than|maximum|max|until|unter|bis|bis zu|bis unter|weniger als|hochstens|maximal|junger als|kurzer als"
    "|moins de|moins que|jusqua|au plus|menos de|menos que|hasta|como maximo|menor de|menores de|meno di|fino a|sotto i"
    "|sotto|al massimo|inferiore a|minder dan|tot|onder|jonger dan|hoogstens|maximaal|ate|abaixo de|no maximo|ponizej"
    "|mniej niz|do|najwyzej|inferior a|inferieur a"
)
_ABOVE = (
    ">|>=|=>|over|above|more than|older than|longer than|greater than|higher than|at least|from|minimum|min|uber"
    "|mehr als|mindestens|ab|alter als|langer als|plus de|plus que|au moins|a partir de|mas de|mas que|al menos|desde"
    "|mayor de|mayores de|oltre|oltre i|piu di|almeno|superiore a|da|meer dan|boven|vanaf|minstens|ouder dan|mais de"
    "|mais que|acima de|pelo menos|powyzej|ponad|wiecej niz|od|superior a|superieur a"
)
_PATTERNS = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("between", f"(?:(?:from|between|von|zwischen|de|entre|da|tra|van|tussen|od) )?# ?(?:{_BETWEEN}) ?#"),
        ("below", f"(?:{_BELOW}) ?#|# (?:(?:{_ANDS}) )?(?:{_LESS})"),
        ("above", rf"(?:{_ABOVE}) ?#(?: an)?|# ?\+|# (?:(?:{_ANDS}) )?(?:{_MORE})(?: than that)?"),
        ("single", "#"),
    )
)
_FILLERS = re.compile(
    r"\b(?:old|alt|of age|age|aged|d age|dage|de edad|di eta|de idade|oud|wieku|brutto|netto|about|approximately|ca"
    r"|circa|etwa|rund|the)\b"
)
#: What is said instead of 0.
_NOTHING = frozenset(
    (
        *("none", "no", "never", "zero", "nothing", "keine", "kein", "keiner", "nie", "aucun", "aucune", "jamais"),
        *("ninguno", "ninguna", "nunca", "nessuno", "nessuna", "mai", "geen", "nooit", "nenhum", "nenhuma", "brak"),
        "nigdy",
    )
)


def _ranges(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) where every value is a range such as "20-29", "65+" or "<18", in one unit, and none overlap."""
    texts = [_plain(value) for value in values]
    if len({_unit_named(rate) for text in texts for rate in _RATE.findall(text)}) > 1:
        return None
    texts = [_RATE.sub("", text) for text in texts]
    common: set[str] | None = None
    for text in texts:
        words = set(re.findall(r"[a-z]{3,}", text))
        if any(digit in text for digit in "0123456789"):
            common = words if common is None else common & words
    shared = {word for word in common or () if not re.fullmatch(f"{_MORE}|{_LESS}|{_ANY_UNIT}", word)}
    read = [_range(text, shared) for text in texts]
    if any(each is None for each in read):
        return None
    limits = [each for each in read if each is not None]
    units = {unit for _, _, found in limits for unit in found}
    if len(units) > 1 and not units <= set(_TIMES):
        return None
    if len(units) > 1 and any(not found for low, high, found in limits if (low, high) != (0, 0)):
        return None
    placed = sorted((low, high, value) for (low, high, _), value in zip(limits, values, strict=True))
    apart = all(high <= low for (_, high, _), (low, _, _) in zip(placed, placed[1:], strict=False))
    wide = [low < high for low, high, _ in placed]
    return (tuple(value for _, _, value in placed), "ranges of numbers") if apart and any(wide) else None


def _plain(value: str) -> str:
    text = re.sub(
        "[\u2010-\u2015\u2212]", "-", " ".join(value.casefold().translate(_LETTERS | {ord("'"): "'"}).split())
    )
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c) or c == "²")
    return text.replace("≤", "<=").replace("≥", ">=")


def _range(text: str, shared: set[str]) -> tuple[float, float, set[str]] | None:
    """(low, high, kinds of its units) of what a range names, or None."""
    bracketed = _BRACKETS.fullmatch(text)
    if bracketed:
        low, high = map(float, bracketed.groups())
        return (low, high, set()) if low <= high else None
    if key_of(text) in _NOTHING:
        return 0.0, 0.0, set()
    found = list(_NUMBER.finditer(text))
    if not 1 <= len(found) <= 2:
        return None
    rest = _NUMBER.sub("#", text)
    for word in shared:
        rest = re.sub(rf"\b{word}\b", " ", rest)
    rest = _FILLERS.sub(" ", rest)
    behind = _BEHIND.search(rest)
    rest = _worded(_BEHIND.sub(" ", rest))
    kind = next((kind for kind, pattern in _PATTERNS if pattern.fullmatch(rest)), None)
    if kind is None:
        return None
    units = [_unit(match) or (_unit_named(behind[0]) if behind else "") for match in found]
    named = {unit for unit in units if unit}
    numbers = [_value(match) for match in found]
    if named <= set(_TIMES) and named:
        other = next(unit for unit in units if unit)
        numbers = [number * _TIMES[unit or other] for number, unit in zip(numbers, units, strict=True)]
    elif len(found) == 2 and found[1]["k"] and not found[0]["k"]:
        numbers[0] *= _FACTOR[found[1]["k"].rstrip(".")]  # 10-20k
    low, high = numbers[0], numbers[-1]
    if kind == "below":
        low = -np.inf
    elif kind == "above":
        high = np.inf
    return (low, high, named) if low <= high else None


def _worded(rest: str) -> str:
    """What stands around the numbers, without umlauts written out, points and blanks that do not matter."""
    rest = rest.replace("ae", "a").replace("oe", "o").replace("ue", "u").replace("'", "")
    return " ".join(re.sub(r"[.,:()]", " ", rest).split())


def _unit(match: re.Match[str]) -> str:
    if not match["u"]:
        return "money" if re.match(r"(?:us)?[$€£¥]|eur|usd|chf|gbp", match[0]) else ""
    return _unit_named(match["u"])


def _unit_named(text: str) -> str:
    unit = _UNIT_OF.fullmatch(text)
    return "" if unit is None else unit.lastgroup or ""


def _value(match: re.Match[str]) -> float:
    text = match["n"]
    if re.fullmatch(r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?", text):
        whole = re.match(r"\d{1,3}(?:[.,' ]\d{3})+", text)
        number = float(re.sub(r"\D", "", whole[0])) if whole else 0.0
    else:
        number = float(text.replace(",", "."))
    return number * _FACTOR.get((match["k"] or "").rstrip("."), 1.0)


# waves, quarters, school years

_WAVE = re.compile(
    r"(?:t|w|q|wave|welle|wave no|time|time point|zeitpunkt|messzeitpunkt|visit|visite|year|jahr|grade|stage|stufe"
    r"|level|phase|round|runde|week|woche|day|tag|month|monat|quarter|quartal|semester|session|sitzung|vague|ola|oleada|onda"
    r"|ondata|golf|fala|trimestre|kwartaal|step|schritt|klasse|klassenstufe|stadium)[ -]?(\d{1,2}|[ivx]{1,4})"
)
_QUARTER = re.compile(
    r"(?P<y>\d{4})[ /-]?(?:q|t|k|quartal )(?P<q>[1-4])|(?:q|t|k)(?P<q2>[1-4])[ /-]?(?P<y2>\d{4})"
    r"|(?P<q3>[1-4])[. ]{1,2}quartal (?P<y3>\d{4})"
)
_WEEK = re.compile(r"(?P<y>\d{4})[ /-]?(?:w|kw ?)(?P<q>\d{1,2})|kw ?(?P<q2>\d{1,2})[ /-]?(?P<y2>\d{4})")
_SCHOOL_YEAR = re.compile(r"(\d{4})[/-](\d{4}|\d{2})")
#: The last of waves that are named by a letter and a number; higher ones are codes.
_LAST_OF_LETTERS = 12
_ROMAN = {
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "vi": 6,
    "vii": 7,
    "viii": 8,
    "ix": 9,
    "x": 10,
    "xi": 11,
    "xii": 12,
}


def _periods(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) of waves, times, quarters, weeks or school years, all written in one way."""
    texts = [" ".join(value.casefold().split()) for value in values]
    for place in (_of_wave, _of_quarter, _of_school_year):
        places = [place(text) for text in texts]
        if all(each is not None for each in places) and len({each[0] for each in places if each}) == 1:
            keys = [each[1:] for each in places if each]
            if len(set(keys)) == len(values):
                return tuple(value for _, value in sorted(zip(keys, values, strict=True))), "periods, earliest first"
    return None


def _of_wave(text: str) -> tuple[str, int, int] | None:
    match = _WAVE.fullmatch(text)
    if match is None or (match.start(1) == 1 and int(match[1] if match[1].isdigit() else 0) > _LAST_OF_LETTERS):
        return None
    number = int(match[1]) if match[1].isdigit() else _ROMAN.get(match[1], 0)
    return (text[: match.start(1)], number, 0) if number or match[1].isdigit() else None


def _of_quarter(text: str) -> tuple[str, int, int] | None:
    for name, pattern in (("quarter", _QUARTER), ("week", _WEEK)):
        match = pattern.fullmatch(text)
        if match:
            given = match.groupdict()
            year = next(given[key] for key in ("y", "y2", "y3") if given.get(key))
            part = next(given[key] for key in ("q", "q2", "q3") if given.get(key))
            return name, int(year), int(part)
    return None


def _of_school_year(text: str) -> tuple[str, int, int] | None:
    match = _SCHOOL_YEAR.fullmatch(text)
    if match is None or (int(match[1]) + 1) % 100 != int(match[2]) % 100:
        return None
    return "school year", int(match[1]), 0


# signs and numerals that count

_OF_A_NUMBER = re.compile(r"(\d{1,3}(?:[.,]\d)?) ?(?:/|of|out of|von|sur|de|di|van|z) ?(\d{1,3})", re.ASCII)
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|ère|re|e|ème|eme|º|ª|°)", re.ASCII)
_NUMERAL = re.compile(r"(?:(?:stage|stadium|grade|grad|class|klasse|classe) ?)?(x?(?:i[xv]|v?i{0,3}))([a-d]?)([1-3]?)")
_MINUS, _ZERO = ("-", "\u2013", "\u2212"), ("0", "o")


def _counted(values: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """(order, why) of signs that are repeated, so many of one number, ordinal numbers or Roman numerals."""
    texts = [" ".join(value.casefold().split()) for value in values]
    for why, rank in (
        ("signs, the fewest first", _n_signs),
        ("parts of one number", _part_of_a_number),
        ("ordinal numbers", _ordinal),
        *([("Roman numerals", _numeral)] if max(map(len, texts)) > 1 else []),  # I, V and X alone are letters
    ):
        ranks = [rank(text) for text in texts]
        known = [each for each in ranks if each is not None]
        alike = len({each[0] for each in known if each[0]}) <= 1
        if len(known) == len({each[1:] for each in known}) == len(values) and alike:
            places = sorted(range(len(values)), key=lambda i: known[i][1:])
            return tuple(values[i] for i in places), why
    return None


def _n_signs(text: str) -> tuple[str, float] | None:
    """(the sign, how often it stands there), minus below zero; a single minus or a zero goes with any sign."""
    if text in _ZERO or text in _MINUS:
        return "", -1 if text in _MINUS else 0
    sign = text[:1]
    if text != sign * len(text) or sign.isalnum() or sign.isspace():
        return None
    return ("+", -len(text)) if sign in _MINUS else (sign, len(text))


def _part_of_a_number(text: str) -> tuple[str, float] | None:
    match = _OF_A_NUMBER.fullmatch(text)
    part = float(match[1].replace(",", ".")) if match else 0
    return (match[2], part) if match and part <= int(match[2]) else None


def _ordinal(text: str) -> tuple[str, float] | None:
    match = _ORDINAL.fullmatch(text)
    return ("ordinal", int(match[1])) if match else None


def _numeral(text: str) -> tuple[str, float, str] | None:
    match = _NUMERAL.fullmatch(text)
    number = _ROMAN.get(match[1]) if match else None
    return (text[: match.start(1)] or "numeral", number, match[2] + match[3]) if match and number else None
