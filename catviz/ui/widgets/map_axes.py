"""What the axes of a map of rows mean, and what their percentages are."""

from __future__ import annotations

from collections.abc import Iterable

from catviz.registry import DEFAULT_MAP
from catviz.ui.labels import VALUES
from catviz.words.chips import chips

TSNE, PACMAP = "t-SNE", "PaCMAP"
#: The map that asks for distances between rows alone, so that methods which learn no values have one too.
OF_DISTANCES = "MDS"
#: What the percentages of the axes are, where they have some.
PERCENTAGES = {
    DEFAULT_MAP: (
        f"The percentages say how much of the spread of the points (inertia) each axis shows. In {DEFAULT_MAP} they "
        f"are usually low, even for good maps; the page {VALUES} has corrected percentages"
    ),
    OF_DISTANCES: (
        "The percentages say how much of the spread of the rows each axis shows, of all that axes can show (axes with "
        "a positive eigenvalue)"
    ),
    "PCA": "The percentages say how much of the spread of the rows' coordinates (variance) each axis shows",
}
#: What they mean on a map whose axes have no unit.
LARGE_DISTANCES = {
    TSNE: "cannot be relied on; another perplexity or random seed gives another map",
    PACMAP: "mean little",
}


def how_to_read(kinds: Iterable[str]) -> dict[str, str]:
    """Chips: what the axes of such maps mean, and what their percentages are."""
    texts: dict[str, str] = {}
    for kind in dict.fromkeys(kinds):
        if kind in LARGE_DISTANCES:
            texts |= chips("rows", "axes of {kind}", kind=kind, means=LARGE_DISTANCES[kind])
        if kind in PERCENTAGES:
            texts |= chips("rows", "percentages of {kind}", kind=kind, percentages=PERCENTAGES[kind])
    return texts
