"""The five papers that catviz implements, as they are cited everywhere, and what is said of them in several places."""

from __future__ import annotations

TAVE = (
    "Gu, Zhou & Zhao 2018, An Euclidean Distance Based on Tensor Product Graph Diffusion Related Attribute Value "
    "Embedding for Nominal Data Clustering"
)
WCADO = "Cao & Wen (undated), A Weighted Distance Metric on Categorical Data"
OCL = "Zhang, Zhao, Jia & Cheung 2024, Order Is All You Need for Categorical Data Clustering"
MTDLE = (
    "Zhang, Wang, Chen, Marsic, Kumar, Jiang & Zhang 2015, From Categorical to Numerical: Multiple Transitive Distance "
    "Learning and Embedding"
)
COUPLED = "Li (undated), Classification with coupled distance based clustering"

PAPERS = (TAVE, WCADO, OCL, MTDLE, COUPLED)

OCL_REFERENCE_BELOW = (
    "on 10 of the 12 data sets and above it on one; on one, both are equal (two-sided sign test, p about 0.01 if above "
    "and below were equally likely). The reason is not known"
)
"""Where the mean accuracy of ``mode="reference"`` lies below the printed one (docs/ocl_modes.md)."""
