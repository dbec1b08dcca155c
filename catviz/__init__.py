"""catviz: learn, compare and see the geometry of categorical values."""

from catviz import metrics
from catviz.classification import CoupledCentroidClassifier, DistanceKNNClassifier
from catviz.clustering import (
    ROCK,
    HierarchicalCategorical,
    KMeansCategorical,
    KMedoidsCategorical,
    KModes,
    SpectralCategorical,
)
from catviz.codebook import Codebook
from catviz.counts import Counts, count
from catviz.datasets import Dataset, dataset_info, list_datasets, load_dataset, row_names
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
from catviz.experiments.shuffles import ShuffleTest
from catviz.experiments.structure import structure_test
from catviz.geometry import Explanation, NumericPart, ValueDistances, ValueEmbedding, ValueOrder, ValueSimilarities
from catviz.joint import JointMap, joint_map
from catviz.objects import ObjectDistances
from catviz.orders import OCL
from catviz.profiles import profile
from catviz.projection import RowMap, row_map
from catviz.reading import read, understand
from catviz.registry import Method, method, methods
from catviz.scaling import align
from catviz.scanning import scan
from catviz.source import Source
from catviz.table import CategoricalTable

__version__ = "0.1.0"

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
