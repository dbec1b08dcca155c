"""Phrases of sentences about tables."""


def number_of(n: float, noun: str) -> str:
    """A whole number with its noun: "1 column", "1,200 columns"."""
    return f"{n:,.0f} {noun}{'' if round(n) == 1 else 's'}"
