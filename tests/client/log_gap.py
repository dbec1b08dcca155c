"""How often values occur, in logarithms, as a distance."""

import math

import numpy as np

import catviz
from catviz.parameters import Choice


class LogGap(catviz.CountsMethod):
    """Values are as far apart as the logarithms of their shares of the rows differ.

    Parameters
    ----------
    base : int
        Base of the logarithm.
    """

    parameters = {
        "base": Choice(
            {2: "2 (bits)", 10: "10"}, label="Base", help="Base of the logarithm. With 10 all distances are smaller."
        )
    }

    def __init__(self, base=2):
        self.base = base

    def _learn(self, counts):
        logs = [np.log(np.maximum(f, 0.5)) / math.log(self.base) for f in counts.frequencies]
        tables = tuple(np.abs(x[:, None] - x[None, :]) for x in logs)
        return catviz.ValueDistances(counts.codebook, tables, counts.frequencies)


def register():
    """Tell catviz of the method; the entry point in pyproject.toml names this function."""
    catviz.register(
        LogGap,
        title="Log gap (orders of magnitude)",
        formula=r"d(x,y)=|\log_b p_x-\log_b p_y|",
        summary="Values are far apart if one occurs many times as often as the other.",
        symbols=[("p_x", "share of the rows with x"), ("b", "base of the logarithm, 2 by default")],
    )
