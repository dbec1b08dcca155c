"""Methods whose native form is a distance (or similarity) table a column, or a distance between rows."""

from catviz.distances.anderberg import Anderberg
from catviz.distances.coupled import COD, COS, AhmadDey
from catviz.distances.dilca import DILCA
from catviz.distances.frequency import (
    Burnaby,
    Eskin,
    Gambaryan,
    Goodall,
    InverseOccurrenceFrequency,
    Lin,
    Lin1,
    OccurrenceFrequency,
    Smirnov,
    Variability,
)
from catviz.distances.hd import HD
from catviz.distances.jdm import JiaDistance
from catviz.distances.leho import LeHo
from catviz.distances.matching import Gower, Hamming
from catviz.distances.mvdm import HVDM, MVDM
from catviz.distances.udm import UDM
from catviz.distances.unbiased import UnbiasedMixed
from catviz.distances.wcado import WCADO

__all__ = [
    "AhmadDey",
    "Anderberg",
    "Burnaby",
    "COD",
    "COS",
    "DILCA",
    "Eskin",
    "Gambaryan",
    "Goodall",
    "Gower",
    "HD",
    "HVDM",
    "Hamming",
    "InverseOccurrenceFrequency",
    "JiaDistance",
    "LeHo",
    "Lin",
    "Lin1",
    "MVDM",
    "OccurrenceFrequency",
    "Smirnov",
    "UDM",
    "Variability",
    "UnbiasedMixed",
    "WCADO",
]
