"""Whether distances are a metric, in sentences: pure functions of what was found among triples of rows."""

from __future__ import annotations

import numpy as np

from catviz.geometry.triangles import TriangleCount
from catviz.geometry.value_geometries import ValueDistances
from catviz.ui.text import number, plain

_QUESTION = "**Is the distance of rows a metric?"


def no_violation(found: TriangleCount, distances: ValueDistances) -> str:
    """That no three rows violate the triangle inequality, and whether distances are a metric then."""
    holds = f"No detour is shorter than the direct way: the triangle inequality holds in {_triples(found)}"
    unseen = "; other rows are not checked" if found.sampled else ""
    return f"{_QUESTION} {_answer(distances, found.sampled)} {holds}{unseen}."


def violation(found: TriangleCount, i: str, j: str, k: str) -> str:
    """How many triples of rows violate the triangle inequality, and the worst one, by the names of its rows."""
    worst = found.worst
    return (
        f"{_QUESTION} No.** Under a metric, no detour is shorter than the direct way (triangle inequality); "
        f"{100 * found.share:.2g}\u00a0% of {_triples(found)} violate this. The largest violation: the distance "
        f"from {i} to {k} is {number(worst.direct)}, but from {i} to {j} and on to {k} it is only "
        f"{number(worst.first)} + {number(worst.second)} = {number(worst.first + worst.second)}."
    )


def _triples(found: TriangleCount) -> str:
    rows = f"{found.n_rows:,} sampled rows" if found.sampled else f"all {found.n_rows:,} rows"
    return f"{found.n_triples:,} triples of rows ({rows})"


def _answer(distances: ValueDistances, sampled: bool) -> str:
    """The answer if no three rows violate the triangle inequality, with the end of its bold type."""
    if alike := _coinciding(distances):
        return f"No.** {alike}"
    return "No counterexample found.**" if sampled else "Yes, on the rows of this table.**"


def _coinciding(distances: ValueDistances) -> str:
    """Two different values at distance 0, which no metric has; empty if there are none."""
    book = distances.codebook
    for name, labels, table in zip(book.attributes, book.labels, distances.tables, strict=True):
        first, second = np.nonzero(np.triu(np.round(table, 9) == 0, 1))
        if len(first):
            pair = f"{plain(labels[first[0]], 40)} and {plain(labels[second[0]], 40)}"
            return (
                f"In a metric only equal values have distance 0, but {pair} of column {plain(name, 40)} have distance "
                "0 too. A distance that is a metric apart from that is called a pseudometric."
            )
    return ""
