"""Clusterers of rows."""

from catviz.clustering.cluster_ca import ClusterCA
from catviz.clustering.coforest import COForest
from catviz.clustering.hierarchical import HierarchicalCategorical
from catviz.clustering.kmeans import KMeansCategorical
from catviz.clustering.kmedoids import KMedoidsCategorical
from catviz.clustering.kmodes import KModes
from catviz.clustering.kprototypes import KPrototypes
from catviz.clustering.latent_class import LatentClass
from catviz.clustering.ndw import NDW
from catviz.clustering.rock import ROCK
from catviz.clustering.significance_tree import SignificanceTree
from catviz.clustering.spectral import SpectralCategorical

__all__ = [
    "NDW",
    "ROCK",
    "COForest",
    "ClusterCA",
    "HierarchicalCategorical",
    "KMeansCategorical",
    "KMedoidsCategorical",
    "KModes",
    "KPrototypes",
    "LatentClass",
    "SignificanceTree",
    "SpectralCategorical",
]
