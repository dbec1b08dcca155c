"""What the Clusters page gives away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd

from catviz.clustering.starts import N_STARTS
from catviz.export import code as scripts
from catviz.ui.clusters.parts import Clustering, labelled
from catviz.ui.widgets.downloads import geometry_tables, learning, offer


def offer_clusters(found: Clustering) -> None:
    """The rows with their cluster, and what the method learned."""
    if found.own:
        piece = scripts.own_clusters(found.memberships is not None, found.scored)
    else:
        piece = scripts.clusters(found.name, found.k, N_STARTS, found.view.seed, found.scored)
    tables: dict[str, Callable[[], pd.DataFrame]] = {"The rows with their cluster": partial(labelled, found)}
    if found.learned.method.has_values:
        tables |= geometry_tables(found.learned)
    offer(tables, [learning(found.view, found.learned), piece])
