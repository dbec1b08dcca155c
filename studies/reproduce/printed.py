"""What a paper prints: its tables of figures, as shares or in %, with how many decimals."""

from __future__ import annotations

from catviz.published import published_tables
from catviz.published.tables import PublishedTable

#: What papers print of a share of one, where that is not the share itself, and decimals where these are not four.
_UNITS = {"MTDLE": 100.0}
_DECIMALS = {"MTDLE": 2, "COS": 2}


def results(paper: str) -> list[PublishedTable]:
    """Give the paper's tables of figures that runs of ours stand beside."""
    return [table for table in published_tables() if table.paper == paper and table.protocol is not None]


def unit(paper: str) -> float:
    """Give what a paper prints of a share of one."""
    return _UNITS.get(paper, 1.0)


def decimals(paper: str) -> int:
    """Count the decimals that a paper prints of its scores."""
    return _DECIMALS.get(paper, 4)
