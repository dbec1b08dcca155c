"""Methods whose native form is coordinates of values."""

from catviz.embeddings.correspondence import MCA
from catviz.embeddings.coupling import CDE
from catviz.embeddings.diffusion import (
    AVE,
    TAVE,
    default_n_neighbors,
    diffuse,
    diffusion_steps,
    limit_distance,
    second_eigenvalue,
)
from catviz.embeddings.dynamical import STIRR
from catviz.embeddings.harr import HARR
from catviz.embeddings.indicator import TFIDF, OneHot
from catviz.embeddings.joint_geometry import PathExplanation
from catviz.embeddings.supervised import WOE, DensityEncoding, TargetEncoding
from catviz.embeddings.transitive import MTDLE

__all__ = [
    "AVE",
    "CDE",
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
