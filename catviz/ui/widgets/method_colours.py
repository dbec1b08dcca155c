"""The colour of a method, which is the same on every page."""

from __future__ import annotations

from catviz.plots.style import Theme, shades
from catviz.registry import methods

FIRST = ("ADM", "Hamming", "Lin", "One-hot", "OCL", "TAVE", "MTDLE", "W-CADO")
"""The methods with the pure hues: those that pages open with, and those of the papers."""


def method_colours(theme: Theme) -> dict[str, str]:
    """The colour of each method that gives the values distances, by its short name and by its title."""
    there = {m.short: m.title for m in methods() if m.has_values}
    colours = shades([*FIRST, *(short for short in there if short not in FIRST)], theme)
    return colours | {title: colours[short] for short, title in there.items()}
