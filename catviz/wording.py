"""Durations, p values and numbers of things in words: one form for pages, reports and commands."""

from __future__ import annotations

SMALLEST_P = 0.0001
"""A smaller p is given as smaller than this."""


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


def p_number(p: float) -> str:
    """A p value alone, with three significant digits, as a column of a table shows it.

    Examples
    --------
    >>> p_number(0.03217), p_number(0.00002)
    ('0.0322', '< 0.0001')
    """
    return f"< {SMALLEST_P:.4f}" if p < SMALLEST_P else f"{p:.3g}"


def p_text(p: float) -> str:
    """A p value within a sentence.

    Examples
    --------
    >>> p_text(0.03217), p_text(0.00002)
    ('p = 0.0322', 'p < 0.0001')
    """
    return f"p {p_number(p)}" if p < SMALLEST_P else f"p = {p_number(p)}"


def number_of(n: float, noun: str) -> str:
    """A whole number with its noun: "1 column", "1,200 columns"."""
    return f"{n:,.0f} {noun}{'' if round(n) == 1 else 's'}"
