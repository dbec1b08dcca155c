"""Figures of Zhao, Huang, Lu, Li, Zhang, Su & Cheung 2026, `catviz.registry.references.DISC`."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from catviz.papers.prepared import WITH_SIZE
from catviz.papers.published import coforest
from catviz.papers.published.layout import Protocol, PublishedTable, Reading, Run, excerpt, read_cells
from catviz.registry import references

SOURCE = references.DISC

DATASETS = {"Voting": "voting", "Zoo": "zoo", "Tae": "tae", "Car": "car"}

METHODS = {"COForest": Run("COForest"), "DISC": Run("DISC")}

PROTOCOL = Protocol(
    repeats=10,
    scores={"CA": "accuracy", "ARI": "adjusted_rand"},
    paper_tables=False,
    text=f"Means of runs, {coforest.TEN_RUNS} CA matches clusters with classes one to one.",
)

TRIED = {WITH_SIZE: Reading({"COForest": replace(METHODS["COForest"], rows=WITH_SIZE)}, data=("Tae",))}

DEVIATIONS = {
    "all": f"Some figures of the paper's table: COForest's as this paper prints them, and DISC's. "
    f"{coforest.NO_SPREADS}",
    "COForest": coforest.OF_TREES,
    "DISC": "Published figures only. The paper's Eq. 9 adds up the columns, while the program takes the square root of "
    "a sum of squares.",
    "Zoo": coforest.DEVIATIONS["Zoo"],
    "Tae": "The paper has four columns, and our file has five: we leave out the number of students, which is our "
    "reading.",
}

_CA = """
data    COForest
Voting  0.8768
Zoo     0.7238
Tae     0.4132

data    DISC
Voting  0.8759
Zoo     0.805
"""

_ARI = """
data    COForest
Voting  0.5668
Zoo     0.6912
Tae     0.0264

data    DISC
Voting  0.5633
Zoo     0.774
Car     0.096
"""


def tables() -> tuple[PublishedTable, ...]:
    """Accuracy and adjusted Rand index, of four data sets."""
    cells = [read_cells(block, "method", metric=metric) for metric, block in (("CA", _CA), ("ARI", _ARI))]
    return (
        excerpt(
            "DISC",
            "Accuracy and adjusted Rand index of COForest and DISC",
            SOURCE,
            pd.concat(cells, ignore_index=True),
            datasets=DATASETS,
            methods=METHODS,
            protocol=PROTOCOL,
            deviations=DEVIATIONS,
            tried=TRIED,
        ),
    )
