"""Li, Classification with coupled distance based clustering; its COS and COD are those of Wang et al. 2011.

Its results are figures without numbers; what stands here is what its text says of them (section 5).
"""

from __future__ import annotations

import pandas as pd

from catviz.papers.published.layout import Protocol, PublishedTable, Run, read_cells
from catviz.registry import references

SOURCE = references.COUPLED

CLUSTERED = {
    "Shuttle": "shuttle_landing",
    "Balloon": "balloons",
    "Soybean-s": "soybean_small",
    "Zoo": "zoo",
    "Soybean-l": "soybean_large",
    "Breastcancer": "breast_cancer_wisconsin",
}

METHODS = {
    "KM COD": Run("COD", "KModes", model_parameters={"update": "mode", "n_init": 1}),
    "SC COD": Run("COD", "SpectralCategorical", model_parameters={"affinity": "paper", "n_init": 1}),
}
"""They are held against the same clusterings under ADD, our AhmadDey."""

PROTOCOL = Protocol(
    repeats=100,
    scores={"AC over ADD": "accuracy", "NMI over ADD": "normalized_mutual_info"},
    paper_tables=False,
    text="By how many % the mean of 100 runs under COD exceeds that under ADD: smallest and largest over six data "
    "sets, with k-modes (KM) and spectral clustering (SC), as many clusters as classes. Ours pair "
    "runs under COD and ADD that start alike; the deviation is that of the ratio of means.",
)

_FEATURES = """
method  5 features  35 features
IRSP    3328        74128
IRSI    632         15704
"""

_VALUES = """
method     R = 16  R = 10000
IRSJ/IRSU  85.5    46.8
IRSI/IRSJ  78.2    40.2
IRSI/IRSU  66.9    18.8

method  R = 500
IRSP    5.12e83
"""

_AC = """
data       KM COD  SC COD
Balloon    5.56    4.21
Zoo        16.50   -
Soybean-l  -       20.84
"""

_NMI = """
data          KM COD  SC COD
Shuttle       -       38.12
Soybean-s     4.76    -
Soybean-l     -       5.45
Breastcancer  37.38   -
"""


def tables() -> tuple[PublishedTable, ...]:
    """ "features", "values" and "clustering": there are no numbered tables of results."""
    return (_features(), _values(), _clustering())


def _features() -> PublishedTable:
    return PublishedTable(
        paper="COS",
        number="features",
        title="Calls of the conditional probability against the number of features",
        source=f"{SOURCE}, section 5.1",
        cells=read_cells(_FEATURES, "metric", data="Soybean-large"),
        datasets={"Soybean-large": "soybean_large"},
        deviations={
            "IRSI": "Missing values left out, we count 15114 calls, not 15704; the other three figures agree.",
        },
    )


def _values() -> PublishedTable:
    return PublishedTable(
        paper="COS",
        number="values",
        title="Calls, in % of another measure's and in all, against the largest number R of values of a feature",
        source=f"{SOURCE}, section 5.1",
        cells=read_cells(_VALUES, "metric", data="Adult"),
        datasets={"Adult": "adult"},
        deviations={
            "Adult": "How the other numbers were made nominal is not told; ten intervals of equal width for age, "
            "capital gain, capital loss and hours per week come within 0.3 points of the printed ratios.",
            "R = 500": "R counts intervals: 268 of 500 of equal width hold a row, and their subsets give the figure.",
        },
    )


def _clustering() -> PublishedTable:
    return PublishedTable(
        paper="COS",
        number="clustering",
        title="Improvement of COD over ADD, in %",
        source=f"{SOURCE}, section 5.2",
        cells=pd.concat(
            [read_cells(_AC, "method", metric="AC over ADD"), read_cells(_NMI, "method", metric="NMI over ADD")],
            ignore_index=True,
        ),
        datasets=CLUSTERED,
        methods=METHODS,
        protocol=PROTOCOL,
        deviations={
            "all": "Only the smallest and the largest improvement are printed; the forms of AC and NMI are not.",
        },
        extremes=True,
    )
