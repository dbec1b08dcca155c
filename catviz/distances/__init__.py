"""Methods whose native form is a distance (or similarity) table a column, or a distance between rows."""

from catviz.distances.context import DILCA
from catviz.distances.coupled import COD, COS, AhmadDey
from catviz.distances.divergence import LeHo
from catviz.distances.entropy import UDM
from catviz.distances.frequency import Eskin, Goodall, Lin, OccurrenceFrequency, Smirnov
from catviz.distances.jia import JiaDistance
from catviz.distances.matching import Gower, Hamming
from catviz.distances.supervised import HVDM, MVDM
from catviz.distances.weighted import WCADO

__all__ = [
    "COD",
    "COS",
    "DILCA",
    "HVDM",
    "MVDM",
    "UDM",
    "WCADO",
    "AhmadDey",
    "Eskin",
    "Goodall",
    "Gower",
    "Hamming",
    "JiaDistance",
    "LeHo",
    "Lin",
    "OccurrenceFrequency",
    "Smirnov",
]
