"""Orders of values: linear arrangement, and orders learned together with clusters."""

from catviz.orders.arrangement import (
    arrangement_cost,
    crossings,
    kendall_tau,
    minimum_linear_arrangement,
    nearer_orientation,
    organ_pipe,
    paper_order,
    random_ranks,
)
from catviz.orders.from_counts import CorrespondenceOrder, OptimalScaling
from catviz.orders.objective import ordered_objective
from catviz.orders.ocl import OCL

__all__ = [
    "OCL",
    "CorrespondenceOrder",
    "OptimalScaling",
    "arrangement_cost",
    "crossings",
    "kendall_tau",
    "minimum_linear_arrangement",
    "nearer_orientation",
    "ordered_objective",
    "organ_pipe",
    "paper_order",
    "random_ranks",
]
