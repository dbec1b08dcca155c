"""How numbers are written: one form for pages, figures, hovers, tables, reports and commands.

- A number has three significant digits, a 0 before its decimal point and commas between thousands: 0.387, 2,480.
- A share of rows is a percentage, its sign after a space that never ends a line: 62 %. So are accuracy and purity,
  with one decimal: 89.7 %. Other scores (ARI, NMI, F1) are numbers. Figures of papers are as printed.
- A p value is p = 0.0322, or p < 0.0001. Correlations, tau and average ranks have two decimals.
- Exports hold full precision.
"""

from __future__ import annotations

import re
from decimal import Decimal

#: A smaller p is given as smaller than this.
SMALLEST_P = 0.0001
_SPACES = re.compile(r"[^\S\u00a0]+")
#: Decimals of a percentage, and of a correlation, beyond which a difference is rounding.
_EXACT = 9


def duration(seconds: float) -> str:
    """Seconds, or minutes from two of them.

    Examples
    --------
    >>> duration(3.2), duration(300)
    ('3 s', '5 minutes')
    """
    return f"{seconds:,.0f} s" if seconds < 120 else f"{seconds / 60:,.0f} minutes"


def about(seconds: float) -> str:
    """A rough duration.

    Examples
    --------
    >>> about(0.3), about(12)
    ('less than a second', 'about 12 s')
    """
    return f"about {duration(seconds)}" if seconds >= 0.7 else "less than a second"


def between(low: float, high: float) -> str:
    """A rough duration known by its limits only.

    Examples
    --------
    >>> between(0.1, 0.4), between(0.2, 6), between(2, 3), between(10, 300)
    ('less than a second', 'up to 6 s', 'about 2 s to 3 s', 'about 10 s to 5 minutes')
    """
    if high < 0.7 or duration(low) == duration(high):
        return about(high)
    return f"up to {duration(high)}" if low < 0.7 else f"about {duration(low)} to {duration(high)}"


def p_number(p: float) -> str:
    """A p value alone, with three significant digits, as a column of a table shows it.

    Examples
    --------
    >>> p_number(0.03217), p_number(0.00002)
    ('0.0322', '< 0.0001')
    """
    return f"< {SMALLEST_P:.4f}" if p < SMALLEST_P else f"{p:.3g}"


def p_text(p: float, at_most: bool = False) -> str:
    """A p value within a sentence; ``at_most`` where it is the smallest that the test can give.

    Examples
    --------
    >>> p_text(0.03217), p_text(0.00002), p_text(0.005, at_most=True)
    ('p = 0.0322', 'p < 0.0001', 'p ≤ 0.005')
    """
    return f"p {p_number(p)}" if p < SMALLEST_P else f"p {'≤' if at_most else '='} {p_number(p)}"


def percent(share: float, decimals: int = 0) -> str:
    """A share in percent, without its sign: 0 and 100 only if the share is 0 or 1, else with further decimals.

    Examples
    --------
    >>> percent(0.623), percent(0.996), percent(0.9997), percent(0.0004, 1), percent(1)
    ('62', '99.6', '99.97', '0.04', '100')
    """
    exact = round(100 * float(share), _EXACT)
    while exact not in (0, 100) and float(f"{exact:.{decimals}f}") in (0, 100):
        decimals += 1
    return f"{exact:.{decimals}f}"


def in_percent(share: float, decimals: int = 0) -> str:
    """A share in percent, on one line with its sign: "62 %"."""
    return f"{percent(share, decimals)}\u00a0%"


def percentages(share: float, everywhere: float) -> tuple[str, str]:
    """Both shares in whole percent; with one more digit where whole ones would not tell them apart."""
    decimals = 1 if percent(share) == percent(everywhere) else 0
    return in_percent(share, decimals), in_percent(everywhere, decimals)


def one_line(text: str) -> str:
    """A text with single spaces for line breaks and the like; the one before a percent sign stays as it is."""
    return _SPACES.sub(" ", text).strip()


def correlation_text(value: float) -> str:
    """A correlation with two decimals; 1 and −1 only if it is exactly that.

    Examples
    --------
    >>> correlation_text(0.9999), correlation_text(1.0), correlation_text(-0.444), correlation_text(-0.0001)
    ('>\u202f0.99', '1', '−0.44', '0.00')
    """
    if round(abs(value), _EXACT) == 1:
        return "1" if value > 0 else "−1"
    if abs(value) >= 0.995:
        return ">\u202f0.99" if value > 0 else "<\u202f−0.99"
    return f"{value:z.2f}".replace("-", "−")


def significant(value: float, digits: int = 3) -> str:
    """A number with three significant digits; very small and very large ones as a power of ten.

    A whole number may be larger than the largest float.

    Examples
    --------
    >>> significant(0.38712), significant(2480.3), significant(0.00000123), significant(float("inf"))
    ('0.387', '2,480', '1.23·10⁻⁶', '∞')
    """
    if value != value:
        return "–"
    if value in (float("inf"), -float("inf")):
        return "∞" if value > 0 else "−∞"
    if value and not 1e-3 <= abs(value) < 1e7:
        exact = Decimal(value) if isinstance(value, int) else value
        mantissa, exponent = f"{exact:.{digits - 1}e}".split("e")
        return f"{mantissa}·10{str(int(exponent)).translate(_SUPERSCRIPT)}".replace("-", "−")
    text = f"{value:,.0f}" if abs(value) >= 10**digits else f"{value:.{digits}g}"
    return text.replace("-", "−")


def signed(value: float, decimals: int = 1) -> str:
    """A difference with its sign.

    Examples
    --------
    >>> signed(3.25, 2), signed(-77.06)
    ('+3.25', '−77.1')
    """
    return f"{value:+.{decimals}f}".replace("-", "−")


_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number_of(n: float, noun: str) -> str:
    """A whole number with its noun: "1 column", "1,200 columns"."""
    return f"{n:,.0f} {noun}{'' if round(n) == 1 else 's'}"


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[0].upper() + text[1:]


def filled(template: str, **places: str) -> str:
    """A template with its named places filled; other braces, such as those of formulas, stay.

    Parameters
    ----------
    template : str
        A text with places such as ``{level}``.
    **places : str
        The text of each.

    Raises
    ------
    ValueError
        The template has no such place.

    Examples
    --------
    >>> filled("At {level}: $d_{w}$", level="5 %")
    'At 5 %: $d_{w}$'
    """
    for name in places:
        if f"{{{name}}}" not in template:
            raise ValueError(f"the template has no place {{{name}}}")
    return re.sub(rf"\{{({'|'.join(places)})\}}", lambda place: places[place[1]], template)
