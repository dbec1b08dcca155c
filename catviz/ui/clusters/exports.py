"""What the Clusters page gives away."""

from __future__ import annotations

from functools import partial

from catviz.export import code as scripts
from catviz.ui.clusters.parts import Clustering, labelled
from catviz.ui.state import cache
from catviz.ui.widgets.downloads import geometry_tables, learning, offer


def offer_clusters(found: Clustering) -> None:
    """The rows with their cluster, and what the method learned."""
    piece = scripts.clusters(found.name, found.k, cache.CLUSTER_STARTS, found.view.seed, found.scored)
    tables = {"The rows with their cluster": partial(labelled, found)}
    offer(tables | geometry_tables(found.learned), [learning(found.view, found.learned), piece])
