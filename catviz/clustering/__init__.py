"""Clusterers of rows."""

from catviz.clustering.kmodes import KModes

__all__ = ["KModes"]
