"""How a paper prints its scores: as shares or in %, and with how many decimals."""

from __future__ import annotations

#: What papers print of a share of one, where that is not the share itself, and decimals where these are not four.
_UNITS = {"MTDLE": 100.0}
_DECIMALS = {"MTDLE": 2, "COS": 2}


def unit(paper: str) -> float:
    """Give what a paper prints of a share of one."""
    return _UNITS.get(paper, 1.0)


def decimals(paper: str) -> int:
    """Count the decimals that a paper prints of its scores."""
    return _DECIMALS.get(paper, 4)
