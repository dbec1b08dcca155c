"""Methods beyond the five papers and their baselines: values and clusters learned together, and orders from counts."""

from __future__ import annotations

from catviz.clustering import LatentClass
from catviz.registry.method import FAITHFUL, Method
from catviz.registry.symbols import DISTANCE, PAIR_OF_R

METHODS = (
    Method(
        LatentClass,
        "Latent classes (soft clusters)",
        "values and clusters",
        "Lazarsfeld & Henry 1968; Goodman 1974",
        FAITHFUL,
        r"P(z)=\sum_j\pi_j\prod_r\theta_{jr}(z_r),\qquad "
        r"P(j\mid x)=\frac{\pi_j\,\theta_{jr}(x)}{\sum_h\pi_h\,\theta_{hr}(x)},\qquad "
        r"d(x,y)=\tfrac12\sum_j|P(j\mid x)-P(j\mid y)|",
        "Each row belongs to hidden classes with probabilities, and within a class the columns are independent; two "
        "values are far apart if their rows belong to different classes.",
        ("LCA",),
        (
            ("P(z)", "probability of a row z, made as large as possible for all rows together"),
            (r"j,\,h", "a latent class"),
            (r"\pi_j", "share of class j"),
            ("r", "a column"),
            (r"\theta_{jr}(x)", "probability of the value x of column r in class j"),
            ("z_r", "value of row z in column r"),
            (r"P(j\mid x)", "probability that a row with x belongs to class j"),
            DISTANCE,
            PAIR_OF_R,
        ),
        "The best of 20 random starts counts. Values are compared as by MVDM, with learned classes in place of known "
        "ones.",
    ),
)
