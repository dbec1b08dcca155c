"""The papers' figures, drawn from what `catviz.experiments.figures` computes."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from catviz.plots import papers_cos, papers_mtdle, papers_ocl, papers_tave
from catviz.plots.style import Theme

_DRAWN = {
    ("TAVE", 2): papers_tave.dimensions,
    ("TAVE", 3): papers_tave.sensitivity,
    ("OCL", 1): papers_ocl.orders,
    ("OCL", 2): papers_ocl.ranks,
    ("OCL", 3): papers_ocl.objectives,
    ("OCL", 4): papers_ocl.times,
    ("OCL", 5): papers_ocl.maps,
    ("MTDLE", 1): papers_mtdle.maps,
    ("COS", "features"): papers_cos.features,
    ("COS", "values"): papers_cos.values,
    ("COS", "clustering"): papers_cos.clusterings,
}


def draw(paper: str, number: int | str, result: pd.DataFrame, theme: Theme) -> go.Figure:
    """A figure of `catviz.experiments.figures.FIGURES` from its result, whole or stopped early."""
    return _DRAWN[paper, number](result, theme)
