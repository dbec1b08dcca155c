"""Published tables and figures as data: what is printed, how it was made, what is known to differ, and our results.

Every table of results of the five papers, and of later papers the figures that catviz's methods are compared with. Our
results come from ``python -m studies.reproduce`` in the repository.
"""

from __future__ import annotations

from catviz.published.tables import FILES, LATER_FILES, PublishedTable, tables_of

__all__ = ["LATER", "PAPERS", "PublishedTable", "published", "published_tables"]

PAPERS = (*FILES, *LATER_FILES)
#: Papers that came after the five: some of their figures stand here, and none of their claims.
LATER = tuple(LATER_FILES)


def published_tables() -> tuple[PublishedTable, ...]:
    """All of them, paper by paper in printed order.

    Examples
    --------
    >>> from catviz.published import published_tables
    >>> [table.number for table in published_tables() if table.paper == "TAVE"]
    [2, 3, 4]
    """
    return tuple(table for paper in PAPERS for table in tables_of(paper))


def published(paper: str, number: int | str) -> PublishedTable:
    """One of them; ValueError lists what there is.

    Examples
    --------
    >>> from catviz.published import published
    >>> published("TAVE", 3).wide("F-score").loc["German", "TAVE"].item()
    0.6698
    """
    if paper not in PAPERS:
        raise ValueError(f"no paper {paper!r}: choose one of {', '.join(PAPERS)}")
    by_number = {table.number: table for table in tables_of(paper)}
    if number not in by_number:
        raise ValueError(f"no table {number!r} of {paper}: choose one of {', '.join(map(repr, by_number))}")
    return by_number[number]
