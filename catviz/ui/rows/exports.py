"""What the Rows page gives away."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np
import pandas as pd

from catviz.export import code as scripts
from catviz.registry import DEFAULT_MAP
from catviz.ui.rows.maps import SLOW_MAP, Side
from catviz.ui.state import controls
from catviz.ui.state.view import View
from catviz.ui.widgets.downloads import geometry_tables, learning, offer


def offer_maps(view: View, sides: Iterable[Side]) -> None:
    """Where the rows stand in each map that is drawn, and what its method learned."""
    for side in sides:
        pieces = [learning(view, side.learned)]
        tables = geometry_tables(side.learned) if side.learned.method.has_values else {}
        if side.placed is not None:
            perplexity = int(str(controls.drawn()["perplexity"][0])) if side.kind == SLOW_MAP else None
            tables = {f"Places of the rows, {side.title}": partial(_placed, view, side)} | tables
            kind = "PCA" if side.kind == DEFAULT_MAP else side.kind
            pieces.append(scripts.row_map(kind, view.seed, perplexity))
        offer(tables, pieces)


def _placed(view: View, side: Side) -> pd.DataFrame:
    """A row per row of the table: its number in the file from 1, its class where known, its place, what is carried."""
    places = side.placed.coordinates[side.placed.inverse]
    frame = pd.DataFrame(places, columns=[f"axis {k + 1}" for k in range(places.shape[1])])
    if view.groups_known:
        frame.insert(0, "group", view.table.target)
    frame.insert(0, "row", view.row_numbers + 1)
    return pd.concat([frame, view.aside(np.arange(len(frame)))], axis=1)
