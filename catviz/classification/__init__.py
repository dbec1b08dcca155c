"""Classifiers of rows."""

from catviz.classification.coupled_centroids import CoupledCentroidClassifier
from catviz.classification.neighbours import DistanceKNNClassifier

__all__ = ["CoupledCentroidClassifier", "DistanceKNNClassifier"]
