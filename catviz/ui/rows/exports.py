"""What the Rows page gives away."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np
import pandas as pd

from catviz.export import code as scripts
from catviz.registry import DEFAULT_MAP
from catviz.ui.rows.maps import MethodMap, perplexity
from catviz.ui.rows.preservation import Reference
from catviz.ui.state.view import View
from catviz.ui.widgets.downloads import fitting, geometry_tables, learning, offer


def offer_maps(view: View, maps: Iterable[MethodMap], reference: Reference) -> None:
    """Where the rows stand in each map that is drawn, what its method learned, and how well it keeps neighbours."""
    for method_map in maps:
        pieces = [learning(view, method_map.learned)]
        tables = geometry_tables(method_map.learned) if method_map.learned.method.has_values else {}
        if method_map.placed is not None:
            tables = {f"Places of the rows, {method_map.title}": partial(_placed, view, method_map)} | tables
            kind = "PCA" if method_map.kind == DEFAULT_MAP else method_map.kind
            pieces.append(scripts.row_map(kind, view.seed, perplexity(method_map)))
            measured_by = None if method_map.fit == reference.fit else fitting(view, *reference.fit)
            pieces.append(scripts.neighbours_kept(view.seed, measured_by, reference.all_axes))
        offer(tables, pieces)


def _placed(view: View, method_map: MethodMap) -> pd.DataFrame:
    """A row per row of the table: its number in the file from 1, class where known, place, extra columns."""
    places = method_map.placed.coordinates[method_map.placed.inverse]
    frame = pd.DataFrame(places, columns=[f"axis {k + 1}" for k in range(places.shape[1])])
    if view.classes_known:
        frame.insert(0, "group", view.table.target)
    frame.insert(0, "row", view.row_numbers + 1)
    return pd.concat([frame, view.aside(np.arange(len(frame)))], axis=1)
