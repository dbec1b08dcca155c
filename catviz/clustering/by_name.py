"""Ways to cluster rows under a learned geometry, by the names they have in comparisons and pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from catviz.clustering.base import CategoricalClusterer
from catviz.clustering.hierarchical import HierarchicalCategorical
from catviz.clustering.kmeans import KMeansCategorical
from catviz.clustering.kmedoids import KMedoidsCategorical
from catviz.clustering.kmodes import KModes
from catviz.clustering.pairwise import MAX_ROWS, PairwiseClusterer
from catviz.clustering.spectral import SpectralCategorical
from catviz.clustering.starts import N_STARTS
from catviz.geometry.value_geometries import Geometry


@dataclass(frozen=True)
class Clusterer:
    """A clusterer that takes any geometry of values.

    Attributes
    ----------
    estimator : type
        With ``n_clusters`` and ``distances``, and with ``n_init`` and ``random_state`` where it starts at random.
    summary : str
        What it does, in a few words.
    objective : bool
        True if it lowers an objective that is comparable over numbers of clusters.
    settings : dict
        Its other parameters.
    once : float
        Share of the seconds of a fit with default parameters that goes to what is done once.
    """

    estimator: type[CategoricalClusterer]
    summary: str
    objective: bool = True
    settings: dict[str, object] = field(default_factory=dict)
    once: float = 0.0

    @property
    def starts(self) -> bool:
        """True where chance decides where it starts, so that runs may differ."""
        return "random_state" in self.estimator.parameters

    @property
    def takes_numbers(self) -> bool:
        """True where numbers beside the values count, if the geometry has some."""
        return not issubclass(self.estimator, KModes)

    @property
    def most_rows(self) -> float:
        """Distinct rows it can take; inf where there is no limit."""
        return MAX_ROWS if issubclass(self.estimator, PairwiseClusterer) else np.inf

    def seconds(self, n: int, d: int, c: Any, starts: int = N_STARTS) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values from so many starts."""
        share = self.once + (1 - self.once) * starts / N_STARTS if self.starts else 1.0
        return 0.004 + share * self.estimator.cost(n, d, c)

    def unfitted(
        self, geometry: Geometry, n_clusters: int, n_init: int = 1, random_state: int = 0
    ) -> CategoricalClusterer:
        """The clusterer under a geometry; ``n_init`` and ``random_state`` count where it starts at random."""
        return self.estimator(distances=geometry, **self.given(n_clusters, n_init, random_state))

    def given(self, n_clusters: int, n_init: int, random_state: int) -> dict[str, Any]:
        """What its estimator is made with beside the distances."""
        asked = {"n_clusters": n_clusters, "n_init": n_init, "random_state": random_state}
        return {name: value for name, value in asked.items() if name in self.estimator.parameters} | self.settings


#: Clusterers that take any geometry of values, by name.
CLUSTERERS = {
    "k-modes": Clusterer(
        KModes, "the centre of a cluster is a typical row, whose value is chosen in each column separately"
    ),
    "k-means": Clusterer(
        KMeansCategorical,
        "the centre of a cluster is the mean of its rows' coordinates; starts from random rows",
        settings={"init": "random"},
    ),
    "k-means++": Clusterer(
        KMeansCategorical, "as k-means, but starts from rows far apart", settings={"init": "k-means++"}
    ),
    "k-medoids": Clusterer(KMedoidsCategorical, "the centre of a cluster is one of its rows"),
    "spectral": Clusterer(
        SpectralCategorical,
        "rows are placed so that similar rows are close together, and k-means clusters these places",
        False,
        once=0.6,
    ),
    "hierarchical": Clusterer(
        HierarchicalCategorical,
        "the two clusters with the smallest average distance merge, again and again",
        objective=False,
    ),
}
