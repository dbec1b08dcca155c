"""catviz: learn, compare and see the geometry of categorical values."""

from catviz import plots
from catviz.analysis import metrics
from catviz.analysis.profiles import profile
from catviz.analysis.projection import RowMap, row_map
from catviz.analysis.shuffles import ShuffleTest
from catviz.analysis.structure import structure_test
from catviz.classification import CoupledCentroidClassifier, DistanceKNNClassifier
from catviz.clustering import (
    ROCK,
    HierarchicalCategorical,
    KMeansCategorical,
    KMedoidsCategorical,
    KModes,
    SpectralCategorical,
)
from catviz.distances import (
    COD,
    COS,
    DILCA,
    HVDM,
    MVDM,
    UDM,
    WCADO,
    AhmadDey,
    Eskin,
    Goodall,
    Gower,
    Hamming,
    JiaDistance,
    LeHo,
    Lin,
    OccurrenceFrequency,
    Smirnov,
)
from catviz.embeddings import (
    AVE,
    CDE,
    HARR,
    MCA,
    MTDLE,
    STIRR,
    TAVE,
    TFIDF,
    WOE,
    DensityEncoding,
    OneHot,
    TargetEncoding,
)
from catviz.geometry.explanation import Explanation
from catviz.geometry.joint_map import JointMap, joint_map
from catviz.geometry.numeric import NumericPart
from catviz.geometry.objects import ObjectDistances
from catviz.geometry.scaling import align
from catviz.geometry.similarities import ValueSimilarities
from catviz.geometry.value_geometries import ValueDistances, ValueEmbedding, ValueOrder
from catviz.moved import install
from catviz.orders import OCL
from catviz.reading.csv_files import read, understand
from catviz.reading.datasets import Dataset, dataset_info, list_datasets, load_dataset, row_names
from catviz.reading.sources import scan
from catviz.registry import Method, method, methods
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts, count
from catviz.table.source import Source

__version__ = "0.2.0"

install()

__all__ = [
    "AhmadDey",
    "align",
    "AVE",
    "CategoricalTable",
    "CDE",
    "COD",
    "Codebook",
    "COS",
    "count",
    "Counts",
    "CoupledCentroidClassifier",
    "Dataset",
    "dataset_info",
    "DensityEncoding",
    "DILCA",
    "DistanceKNNClassifier",
    "Eskin",
    "Explanation",
    "Goodall",
    "Gower",
    "Hamming",
    "HARR",
    "HierarchicalCategorical",
    "HVDM",
    "JiaDistance",
    "joint_map",
    "JointMap",
    "KMeansCategorical",
    "KMedoidsCategorical",
    "KModes",
    "LeHo",
    "Lin",
    "list_datasets",
    "load_dataset",
    "MCA",
    "method",
    "Method",
    "methods",
    "metrics",
    "MTDLE",
    "MVDM",
    "NumericPart",
    "ObjectDistances",
    "OccurrenceFrequency",
    "OCL",
    "OneHot",
    "plots",
    "profile",
    "read",
    "ROCK",
    "row_map",
    "row_names",
    "RowMap",
    "scan",
    "ShuffleTest",
    "Smirnov",
    "Source",
    "SpectralCategorical",
    "STIRR",
    "structure_test",
    "TargetEncoding",
    "TAVE",
    "TFIDF",
    "UDM",
    "understand",
    "ValueDistances",
    "ValueEmbedding",
    "ValueOrder",
    "ValueSimilarities",
    "WCADO",
    "WOE",
]
