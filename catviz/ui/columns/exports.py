"""What the Columns page gives away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from catviz.export import code as scripts
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.widgets.downloads import offer


def offer_columns(view: View, measure: str) -> None:
    """How many rows have each value, and how columns depend on each other."""
    counts = cache.counts(view)
    tables: dict[str, Callable[[], Any]] = {"How many rows have each value": partial(_counted, counts)}
    pieces = []
    if view.table.n_attributes > 1:
        matrix = cache.association(view, measure)
        tables[f"Dependence of columns, {measure}"] = lambda: matrix.rename_axis("column").reset_index()
        pieces.append(scripts.association(measure, view.large is not None))
    offer(tables, pieces)


def _counted(counts) -> pd.DataFrame:
    frame = pd.DataFrame(counts.values, columns=["column", "value"])
    return frame.assign(rows=np.diag(counts.matrix))
