"""Figures of Zhao, Feng, Zhang, Li, Lu & Cheung 2024, `catviz.registry.references.COFOREST`."""

from __future__ import annotations

from catviz.papers.published.layout import Protocol, PublishedTable, Reading, Run, excerpt, read_cells
from catviz.papers.published.ocl import METHODS as OF_OCL
from catviz.registry import references

SOURCE = references.COFOREST

DATASETS = {"Voting": "voting", "Zoo": "zoo", "Soybean-small": "soybean_small"}

METHODS = {"COForest": Run("COForest"), "HDC": OF_OCL["HDC"]}

TEN_RUNS = (
    "as many clusters as classes, one start from random rows per run. We take the number of runs behind a printed mean "
    "to be 10, as in OCL, which is by the same group. Missing values are a value of their own, and columns of one "
    "value are left out."
)
"""What is taken to hold of the figures of this paper and of DISC's."""
NO_SPREADS = "How much the paper's runs vary is not known here; the deviations of our runs take the place of theirs."
OF_TREES = (
    "If several edges of a tree are equally long, the program takes that of the first values in the table, and ours "
    "takes one that does not depend on names."
)

PROTOCOL = Protocol(
    repeats=10,
    scores={"NMI": "normalized_mutual_info"},
    paper_tables=False,
    text=f"Means of runs, {TEN_RUNS} NMI is divided by the geometric mean of the entropies.",
    normalisers=("arithmetic",),
)

TRIED = {"NMI divided by the arithmetic mean of the entropies": Reading(scores={"NMI": "NMI arithmetic"})}

DEVIATIONS = {
    "all": f"Three of the paper's data sets, and two of its methods. {NO_SPREADS}",
    "NMI": "It is divided by the geometric mean of the entropies; divided by the arithmetic mean, as many figures are "
    "equal.",
    "COForest": OF_TREES,
    "HDC": "It is k-modes under HD with all columns unordered, as in OCL's tables; printed for Voting.",
    "Zoo": "All 16 columns; OCL, by the same group, prints 15.",
    "Soybean-small": "The 21 columns that have more than one value.",
}

_FIGURES = """
data           COForest
Voting         0.4897
Zoo            0.8233
Soybean-small  0.9734

data    HDC
Voting  0.4893
"""


def tables() -> tuple[PublishedTable, ...]:
    """NMI, of three data sets."""
    return (
        excerpt(
            "COForest",
            "NMI of COForest and HDC",
            SOURCE,
            read_cells(_FIGURES, "method", metric="NMI"),
            datasets=DATASETS,
            methods=METHODS,
            protocol=PROTOCOL,
            deviations=DEVIATIONS,
            tried=TRIED,
        ),
    )
