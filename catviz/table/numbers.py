"""Numbers as people write them: with a unit, signs between thousands, a decimal comma, brackets for negative ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

#: The signs that may stand before decimals.
DECIMALS = (".", ",")
_LARGEST = 1e300

_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]\d+)?", re.ASCII)
#: A mantissa of whole digits with an unsigned exponent may be a code, such as the zone 11E1.
_EXPONENT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+", re.ASCII)
_OF_A_PROGRAM = re.compile(r"[.]|[eE][+-]", re.ASCII)
_ONE_GROUP = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}", re.ASCII)

_BLANKS = re.compile("[\u00a0\u2007\u2009\u202f]")
_SYMBOL = r"(?:[A-Z]{0,2}\$|[€£¥₹₽₺₩₪฿])"
_CURRENCY = (
    rf"(?:{_SYMBOL}|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|HUF|RON|BRL|INR|CNY|CAD|AUD|NZD|MXN|ZAR|RUB|TRY|Rs\.?"
    r"|Fr\.|kr\.?|zł)"
)
#: Units that may follow a number without a blank; any other word needs one.
_UNIT = (
    r"(?:[%‰°]|°[CF]|[kKM]|kg|mg|[µμ]g|lbs?|oz|[cmkd]?m[²³]?|mi|ft|[mcd]?l|hrs?|min|sec|ms|yrs?|kWh?|kcal|kJ|[kMGT]B|px|[ghst]"
    rf"|Mio\.?|Mrd\.?|Tsd\.?|{_CURRENCY})"
)
_WORD = r"[^\W\d_]{1,14}\.?(?:/[^\W\d_]{1,10}[²³]?)?"
_WRITTEN = re.compile(
    rf"(\()?([+-]?)({_CURRENCY} ?)?([+-]?)([0-9]+(?:[.,'’ ][0-9]+)*|[.,][0-9]+)(?: ?({_UNIT})| ({_WORD}))?(\))?"
)
_MONEY = re.compile(_CURRENCY)
_NO_CENTS = re.compile(r"[.,][-–—]", re.ASCII)
_FACTORS = {"k": 1e3, "K": 1e3, "M": 1e6, "Tsd": 1e3, "Mio": 1e6, "Mrd": 1e9}
#: The digits of a number by the sign before its decimals.
_BODIES = {
    ",": re.compile(
        r"(?:[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+|[1-9][0-9]{0,2}(?:([ '’])[0-9]{3})(?:\1[0-9]{3})*)?(?:,[0-9]+)?"
    ),
    ".": re.compile(
        r"(?:[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}"
        r"|[1-9][0-9]{0,2}(?:([ '’])[0-9]{3})(?:\1[0-9]{3})*)?(?:\.[0-9]+)?"
    ),
}


@dataclass(frozen=True, eq=False)
class Written:
    """Numbers, and how they are written.

    Attributes
    ----------
    numbers : (n,) float64
    unit : str
        What all but zeros have: "€", "kg"; empty where there is none.
    decimal : {".", ",", ""}
        The sign before decimals; empty where the numbers have neither decimals nor signs between thousands.
    ambiguous : bool
        True where the other sign may stand before decimals as well, as in "6,718".
    """

    numbers: np.ndarray
    unit: str = ""
    decimal: str = ""
    ambiguous: bool = False


def as_numbers(texts: Sequence[str], decimal: str = "") -> np.ndarray | None:
    """The texts as (len(texts),) float64, or None where one is no finite number; see `read_numbers`."""
    written = read_numbers(texts, decimal)
    return None if written is None else written.numbers


def read_numbers(texts: Sequence[str], decimal: str = "") -> Written | None:
    """The texts as numbers that are all written in one way, or None where one is no finite number.

    Parameters
    ----------
    texts : sequence of str
    decimal : {".", ",", ""}
        The sign before decimals where the texts do not tell; a point where not given.

    Examples
    --------
    >>> read_numbers(["$1,200", "$3,400.50"]).numbers.tolist(), read_numbers(["1.200 €", "3,5 €"]).numbers.tolist()
    ([1200.0, 3400.5], [1200.0, 3.5])
    >>> as_numbers(["30.137 €", "900 €"]).tolist()
    [30137.0, 900.0]
    >>> as_numbers(["6,718", "900"]).tolist(), as_numbers(["6,718", "900"], ",").tolist()
    ([6718.0, 900.0], [6.718, 900.0])
    >>> as_numbers(["11E1", "12E2"]), as_numbers(["3 kg", "4 cm"]) is None
    (None, True)
    """
    if all(_PLAIN.fullmatch(text) for text in texts) or _of_a_program(texts):
        pointed = [text for text in texts if "." in text]
        ambiguous = bool(pointed) and all(_ONE_GROUP.fullmatch(text) for text in pointed)
        if ambiguous and decimal == ",":
            texts = [text.replace(".", "") for text in texts]
        sign = decimal or "." if ambiguous else "." if pointed else ""
        return _finite(np.array([float(text) for text in texts], dtype=float), "", sign, ambiguous)
    return _read_written(texts, decimal)


def one_text_each(texts: Sequence[str], numbers: np.ndarray) -> dict[str, str]:
    """Texts that are a number another text is too, each with that text: "1.0" and "01" with "1"."""
    shortest: dict[float, str] = {}
    for text, number in zip(texts, numbers.tolist(), strict=True):
        former = shortest.get(number)
        shortest[number] = text if former is None or len(text) < len(former) else former
    pairs = zip(texts, numbers.tolist(), strict=True)
    return {text: shortest[number] for text, number in pairs if shortest[number] != text}


def _of_a_program(texts: Sequence[str]) -> bool:
    """True for numbers of which some have an exponent without a sign, and others show that it is one."""
    if not all(_PLAIN.fullmatch(text) or _EXPONENT.fullmatch(text) for text in texts):
        return False
    return any(_OF_A_PROGRAM.search(text) for text in texts)


def _read_written(texts: Sequence[str], decimal: str) -> Written | None:
    bodies, units, factors, bracketed, negative = [], set(), [], [], []
    for text in texts:
        match = _WRITTEN.fullmatch(_NO_CENTS.sub("", _BLANKS.sub(" ", text).replace("\u2212", "-")))
        if match is None:
            return None
        opened, sign, currency, inner, body, unit, word, closed = match.groups()
        if bool(opened) != bool(closed) or (sign and inner):
            return None
        factor = _FACTORS.get((unit or "").rstrip("."), 1.0)
        named = (currency or "").strip() + ("" if factor != 1.0 else unit or word or "")
        if named or any(digit in body for digit in "123456789"):
            units.add(named)
        bodies.append(body)
        factors.append(factor)
        bracketed.append(bool(opened))
        negative.append("-" in (sign, inner) or bool(opened))
    unit = _one_unit(units)
    if unit is None or (bracketed and all(bracketed)):
        return None
    fitting = [sign for sign in DECIMALS if all(_BODIES[sign].fullmatch(body) for body in bodies)]
    signs = {sign for sign in DECIMALS if any(sign in body for body in bodies)}
    if not fitting or (len(fitting) == 2 and len(signs) == 2):
        return None
    ambiguous = len(fitting) == 2 and bool(signs)
    if ambiguous and _MONEY.fullmatch(unit):  # three digits are no cents
        ambiguous, fitting = False, [sign for sign in DECIMALS if sign not in signs]
    chosen = decimal if ambiguous and decimal else "." if len(fitting) == 2 else fitting[0]
    thousands = str.maketrans("", "", " '’" + DECIMALS[chosen == "."])
    values = np.array([float(body.translate(thousands).replace(",", ".")) for body in bodies], dtype=float)
    values = values * np.array(factors) * np.where(negative, -1.0, 1.0)
    return _finite(values, unit, chosen if signs else "", ambiguous)


def _one_unit(units: set[str]) -> str | None:
    """The unit of all numbers, in the singular or the plural; None where they have different ones."""
    if len(units) <= 1:
        return next(iter(units), "")
    shortest = min(units, key=len)
    same = bool(shortest) and all(
        unit.casefold().removeprefix(shortest.casefold()) in ("", "s", "e", "n", "en") for unit in units
    )
    return max(units, key=len) if same else None


def _finite(numbers: np.ndarray, unit: str, decimal: str, ambiguous: bool) -> Written | None:
    return Written(numbers, unit, decimal, ambiguous) if (np.abs(numbers) < _LARGEST).all() else None
