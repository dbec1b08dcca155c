"""The five papers that catviz implements, and later ones whose figures it compares, as they are cited everywhere."""

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

SIGDT = "Hu, Jiang, Liu & He 2025, Significance-based decision tree for interpretable categorical data clustering"
SIGTREE = "Hu, Jiang, Dong, Liu & He 2025, Interpretable categorical data clustering via hypothesis testing"
COFOREST = "Zhao, Feng, Zhang, Li, Lu & Cheung 2024, Learning Order Forest for Qualitative-Attribute Data Clustering"
DISC = (
    "Zhao, Huang, Lu, Li, Zhang, Su & Cheung 2026, Break the Tie: Learning Cluster-Customized Category Relationships "
    "for Categorical Data Clustering"
)

LATER = (SIGDT, SIGTREE, COFOREST, DISC)
"""Papers of which some published figures are compared with ours."""

OCL_REFERENCE_BELOW = (
    "on 10 of the 12 data sets and above it on one; on one, both are equal (two-sided sign test, p about 0.01 if above "
    "and below were equally likely). The reason is not known"
)
"""Where the mean accuracy of ``mode="reference"`` lies below the printed one (docs/ocl_modes.md)."""
