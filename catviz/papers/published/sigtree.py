"""Figures of Hu, Jiang, Dong, Liu & He 2025, `catviz.registry.references.SIGTREE`."""

from __future__ import annotations

from catviz.papers.published import sigdt
from catviz.papers.published.layout import Protocol, PublishedTable, Run, excerpt, read_cells
from catviz.registry import references

SOURCE = references.SIGTREE

METHODS = {"SigTree": Run("SignificanceTree", parameters={"test": "chi2", "force_root": True, "ties": "rows"})}

PROTOCOL = Protocol(
    repeats=1,
    scores={"purity": "purity", "F": "f1"},
    paper_tables=False,
    text=sigdt.TREES,
    exact=True,
)

DEVIATIONS = {
    "all": f"Five data sets of the paper's table, on which we know the printed figures. {sigdt.AS_LOADED}",
}

_FIGURES = """
data           purity  F
Zoo            0.871   0.887
Voting         0.917   0.512
Soybean-small  1       1
Breast W.      0.931   0.747
Tic-tac-toe    0.793   0.155
"""


def tables() -> tuple[PublishedTable, ...]:
    """Purity and F, of five data sets."""
    cells = read_cells(_FIGURES, "metric", method="SigTree")
    return (
        excerpt(
            "SigTree",
            "Purity and F of SigTree",
            SOURCE,
            cells,
            datasets={name: sigdt.DATASETS[name] for name in cells["data"].unique()},
            methods=METHODS,
            protocol=PROTOCOL,
            deviations=DEVIATIONS,
        ),
    )
