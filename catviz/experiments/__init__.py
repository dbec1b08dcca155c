"""Runs of several methods on several tables, and how far methods agree."""

from catviz.experiments.agreement import agreement
from catviz.experiments.clusterers import CLUSTERERS
from catviz.experiments.runner import compare

__all__ = ["CLUSTERERS", "agreement", "compare"]
