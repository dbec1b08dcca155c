"""Methods whose native form is a distance (or similarity) table a column."""

from catviz.distances.coupled import COD, COS, WCADO, AhmadDey
from catviz.distances.matching import Hamming

__all__ = ["COD", "COS", "WCADO", "AhmadDey", "Hamming"]
