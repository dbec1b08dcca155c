"""Methods whose native form is coordinates of values."""

from catviz.embeddings.cde import CDE
from catviz.embeddings.famd import FAMD
from catviz.embeddings.harr import HARR
from catviz.embeddings.indicator import TFIDF, OneHot
from catviz.embeddings.mca import MCA
from catviz.embeddings.mtdle import MTDLE
from catviz.embeddings.mtdle_graphs import PathExplanation
from catviz.embeddings.stirr import STIRR
from catviz.embeddings.target import WOE, DensityEncoding, TargetEncoding
from catviz.embeddings.tave import (
    AVE,
    TAVE,
    default_n_neighbors,
    diffuse,
    diffusion_steps,
    limit_distance,
    second_eigenvalue,
)

__all__ = [
    "AVE",
    "CDE",
    "FAMD",
    "HARR",
    "MCA",
    "MTDLE",
    "STIRR",
    "TAVE",
    "TFIDF",
    "WOE",
    "DensityEncoding",
    "OneHot",
    "PathExplanation",
    "TargetEncoding",
    "default_n_neighbors",
    "diffuse",
    "diffusion_steps",
    "limit_distance",
    "second_eigenvalue",
]
