"""Columns whose cells are missing together, as those of a question that some did not answer."""

from __future__ import annotations

from catviz.table.counts import Counts

FEWEST = 3
"""Columns that are missing together, at least, to be named."""


def missing_together(counts: Counts, fewest: int = FEWEST) -> list[tuple[tuple[str, ...], float]]:
    """Find columns that are missing in the same rows, in all of them and in no others.

    Parameters
    ----------
    counts : Counts
    fewest : int
        Columns that are missing together, at least.

    Returns
    -------
    list of (names of columns, rows), the most columns first
        Rows by weight where rows are weighted.

    Examples
    --------
    >>> import catviz, pandas as pd
    >>> frame = pd.DataFrame({"a": ["x", None], "b": ["u", None], "c": ["k", None], "d": ["s", "t"]})
    >>> missing_together(catviz.count(frame))
    [(('a', 'b', 'c'), 1)]
    """
    book, groups = counts.codebook, dict[float, list[tuple[int, list[str]]]]()
    for name, end, there in zip(book.attributes, book.offsets[1:], book.missing, strict=True):
        if there:
            own = counts.matrix[end - 1, end - 1].item()
            alike = groups.setdefault(own, [])  # all rows without these columns are as many
            names = next((names for first, names in alike if counts.matrix[first, end - 1] == own), [])
            names.append(name)
            if len(names) == 1:
                alike.append((end - 1, names))
    found = [(tuple(names), n) for n, alike in groups.items() for _, names in alike if len(names) >= fewest]
    return sorted(found, key=lambda group: -len(group[0]))
