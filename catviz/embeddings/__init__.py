"""Methods whose native form is coordinates of values."""

from catviz.embeddings.correspondence import MCA
from catviz.embeddings.diffusion import (
    AVE,
    TAVE,
    default_n_neighbors,
    diffuse,
    diffusion_steps,
    limit_distance,
    second_eigenvalue,
)
from catviz.embeddings.indicator import OneHot

__all__ = [
    "AVE",
    "MCA",
    "OneHot",
    "TAVE",
    "default_n_neighbors",
    "diffuse",
    "diffusion_steps",
    "limit_distance",
    "second_eigenvalue",
]
