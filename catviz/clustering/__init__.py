"""Clusterers of rows."""

from catviz.clustering.kmodes import KModes
from catviz.clustering.rock import ROCK

__all__ = ["ROCK", "KModes"]
