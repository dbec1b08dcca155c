"""What a comparison of methods opens with: its scores, methods and data sets, and the run that comes with catviz."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from catviz.analysis.metrics import NAMES
from catviz.registry import method

#: Scores that comparisons show, the first by itself.
METRICS = ("adjusted_rand", "accuracy", "normalized_mutual_info", "f1", "adjusted_mutual_info", "purity")
_GIVEN = {shown: name for name, shown in NAMES.items()}
METHODS = ("Hamming", "Lin", "ADM")
DATA = ("soybean_small", "zoo", "lymphography", "voting")
CLUSTERER, REPEATS, SEED = "k-modes", 100, 0
#: The run that comes with catviz, of the methods and data sets above.
SMALL_RUN = Path(__file__).with_name("results") / "comparison.csv"


def short_name(name: str) -> str:
    """What a method is called in runs and figures, given its name or an alias."""
    return method(name).short


def small_run() -> pd.DataFrame:
    """The runs that come with catviz."""
    return pd.read_csv(SMALL_RUN)


def chosen_metric(name: str) -> str:
    """A score by its name, or the one that pages show ("ARI")."""
    return _GIVEN.get(name, name)
