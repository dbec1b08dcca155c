"""The papers' figures, drawn from results such as `catviz.published.results.figure_result` gives."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from catviz.plots.colours import Theme
from catviz.plots.papers import cos, mtdle, ocl, tave

_DRAWN = {
    ("TAVE", 2): tave.dimensions,
    ("TAVE", 3): tave.sensitivity,
    ("OCL", 1): ocl.orders,
    ("OCL", 2): ocl.ranks,
    ("OCL", 3): ocl.objectives,
    ("OCL", 4): ocl.times,
    ("OCL", 5): ocl.maps,
    ("MTDLE", 1): mtdle.maps,
    ("COS", "features"): cos.features,
    ("COS", "values"): cos.values,
    ("COS", "clustering"): cos.clusterings,
}


def draw(paper: str, number: int | str, result: pd.DataFrame, theme: Theme) -> go.Figure:
    """Draw a figure of `catviz.published.tables.figures_of` from its result."""
    return _DRAWN[paper, number](result, theme)
