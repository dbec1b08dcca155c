"""Methods whose native form is a distance (or similarity) table a column, or a distance between rows."""

from catviz.distances.coupled import COD, COS, AhmadDey
from catviz.distances.dilca import DILCA
from catviz.distances.frequency import Eskin, Goodall, Lin, OccurrenceFrequency, Smirnov
from catviz.distances.hd import HD
from catviz.distances.jdm import JiaDistance
from catviz.distances.leho import LeHo
from catviz.distances.matching import Gower, Hamming
from catviz.distances.mvdm import HVDM, MVDM
from catviz.distances.udm import UDM
from catviz.distances.wcado import WCADO

__all__ = [
    "COD",
    "COS",
    "DILCA",
    "HD",
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
