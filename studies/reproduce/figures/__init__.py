"""The papers' figures of results, computed anew; `catviz.plots.papers` draws what `catviz` keeps of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd

from studies.reproduce.figures import cos, mtdle, ocl, tave, timing

#: What computes the figures of `catviz.published.tables.figures_of`. Flow charts and sketches are left out.
COMPUTED: Mapping[tuple[str, int | str], Callable[..., pd.DataFrame]] = {
    ("TAVE", 2): tave.dimensions,
    ("TAVE", 3): tave.sensitivity,
    ("OCL", 1): ocl.orders_against_hamming,
    ("OCL", 2): ocl.ranks,
    ("OCL", 3): ocl.objectives,
    ("OCL", 4): partial(timing.execution_time, repeats=5),
    ("OCL", 5): ocl.maps,
    ("MTDLE", 1): mtdle.symbol_maps,
    ("COS", "features"): cos.calls_by_features,
    ("COS", "values"): cos.calls_by_values,
    ("COS", "clustering"): cos.clusterings,
}
