"""Published tables as data: what is printed, how it was made, and what is known to differ.

Every table of results of the five papers, and of later papers the figures that catviz's methods are compared with."""

from __future__ import annotations

from catviz.papers.published import coforest, cos, disc, mtdle, ocl, sigdt, sigtree, tave, wcado
from catviz.papers.published.layout import Protocol, PublishedTable, Reading, Run
from catviz.papers.published.mtdle import CODES

__all__ = ["CODES", "LATER", "PAPERS", "Protocol", "PublishedTable", "Reading", "Run", "published", "published_tables"]

_LATER = {"SigDT": sigdt, "SigTree": sigtree, "COForest": coforest, "DISC": disc}
_MODULES = {"TAVE": tave, "W-CADO": wcado, "OCL": ocl, "MTDLE": mtdle, "COS": cos} | _LATER
PAPERS = tuple(_MODULES)
LATER = tuple(_LATER)
"""Papers that came after the five: some of their figures stand here, and none of their claims."""


def published_tables() -> tuple[PublishedTable, ...]:
    """All of them, paper by paper in printed order.

    Examples
    --------
    >>> from catviz.papers.published import published_tables
    >>> [table.number for table in published_tables() if table.paper == "TAVE"]
    [2, 3, 4]
    """
    return tuple(table for module in _MODULES.values() for table in module.tables())


def published(paper: str, number: int | str) -> PublishedTable:
    """One of them; ValueError lists what there is.

    Examples
    --------
    >>> from catviz.papers.published import published
    >>> published("TAVE", 3).wide("F-score").loc["German", "TAVE"].item()
    0.6698
    """
    if paper not in _MODULES:
        raise ValueError(f"no paper {paper!r}: choose one of {', '.join(PAPERS)}")
    found = {table.number: table for table in _MODULES[paper].tables()}
    if number not in found:
        raise ValueError(f"no table {number!r} of {paper}: choose one of {', '.join(map(repr, found))}")
    return found[number]
