"""catviz: learn, compare and see the geometry of categorical values."""

from catviz import metrics
from catviz.clustering import KModes
from catviz.codebook import Codebook
from catviz.counts import Counts, count
from catviz.datasets import Dataset, dataset_info, list_datasets, load_dataset, row_names
from catviz.distances import COD, COS, WCADO, AhmadDey, Hamming
from catviz.embeddings import AVE, MCA, TAVE, OneHot
from catviz.geometry import Explanation, ValueDistances, ValueEmbedding, ValueOrder, ValueSimilarities
from catviz.joint import JointMap, joint_map
from catviz.orders import OCL
from catviz.profiles import profile
from catviz.projection import RowMap, row_map
from catviz.reading import read, understand
from catviz.registry import Method, method, methods
from catviz.scaling import align
from catviz.table import CategoricalTable

__version__ = "0.1.0"

__all__ = [
    "AhmadDey",
    "align",
    "AVE",
    "CategoricalTable",
    "COD",
    "Codebook",
    "COS",
    "count",
    "Counts",
    "Dataset",
    "dataset_info",
    "Explanation",
    "Hamming",
    "joint_map",
    "JointMap",
    "KModes",
    "list_datasets",
    "load_dataset",
    "MCA",
    "Method",
    "method",
    "methods",
    "metrics",
    "OCL",
    "OneHot",
    "profile",
    "read",
    "row_map",
    "row_names",
    "RowMap",
    "TAVE",
    "understand",
    "ValueDistances",
    "ValueEmbedding",
    "ValueOrder",
    "ValueSimilarities",
    "WCADO",
]
