"""Tables of Zhang, Wang, Chen, Marsic, Kumar, Jiang & Zhang 2015, `catviz.registry.references.MTDLE`."""

from __future__ import annotations

from typing import Any

from catviz.classification.on_encodings import LOGISTIC, PLAIN_LOGISTIC, PLAIN_TREE, TREE
from catviz.papers.published.layout import Protocol, PublishedTable, Reading, Run, read_cells, sizes
from catviz.registry import references

SOURCE = references.MTDLE
CODES = "integer codes"
"""A coding of columns that is no method of the registry."""

DATASETS = {
    "Balance": "balance_scale",
    "Mushroom": "mushroom",
    "Tic-Tac-Toe": "tic_tac_toe",
    "Splice": "splice",
    "Cancer": "breast_cancer_wisconsin",
    "Hayes-Roth": "hayes_roth_160",
    "MONK": "monks3",
}

METHODS = {
    "Dummy": Run("OneHot", LOGISTIC),
    "Density": Run("DensityEncoding", LOGISTIC),
    "Decision Tree": Run(CODES, PLAIN_TREE),
    "Ours": Run("MTDLE", LOGISTIC),
}

_QUICK = tuple(name for name in DATASETS if name != "Splice")
TRIED = {
    "trees see integer codes, tuned": Reading({"Decision Tree": Run(CODES, TREE)}, data=_QUICK),
    "trees see dummy coding, tuned": Reading({"Decision Tree": Run("OneHot", TREE)}, data=_QUICK),
    "trees see dummy coding, not tuned": Reading({"Decision Tree": Run("OneHot", PLAIN_TREE)}, data=_QUICK),
    "logistic regression with C = 1 and L2, not tuned": Reading(
        {name: Run(METHODS[name].method, PLAIN_LOGISTIC) for name in ("Dummy", "Density", "Ours")}, data=_QUICK
    ),
}
"""Splice is left out, where runs take long."""

PROTOCOL = Protocol(
    repeats=30,
    scores={"accuracy": "accuracy"},
    paper_tables=False,
    text="Accuracy in %, mean and standard deviation over 30 random splits into halves, parameters chosen by 5-fold "
    "cross-validation within the training half. Logistic regression: L1 and L2, C in 0.1, 1, 10, 100, 1000. Trees: "
    "Gini, min_samples_split in 2, 4, 6, 8, min_samples_leaf in 1, 2, 3, 4; ours see integer codes and are not tuned, "
    "which comes nearest. Marked: better than others by a paired t-test at 95\u00a0%, which takes splits that share "
    "rows for independent.",
)

OF_DATA = {
    "Balance": "The figures fit the 576 rows of two classes, without the 49 that balance; the paper prints 525 rows.",
    "Mushroom": "The 117 values count the missing one.",
    "Splice": "The 240 values are A, C, G and T of 60 places; the file holds further letters for bases left open.",
    "Cancer": "The 89 values are those of Breast Cancer Wisconsin, 683 complete rows; the paper prints 296 rows and "
    "describes another set.",
    "Monk": "The paper does not say which of the three problems; its accuracies are nearest to those of the third.",
}

DEVIATIONS = {
    "Balance": OF_DATA["Balance"],
    "Cancer": OF_DATA["Cancer"],
    "MONK": OF_DATA["Monk"],
    "Dummy": "Ours scores higher than printed on several sets, on some of them like all other rows; why is not known. "
    "Without a penalty both codings span the same functions of a row.",
    "Decision Tree": "The paper does not say which coding trees see. Integer codes and parameters that are not tuned "
    "come nearest to its figures.",
    "Ours": "Learned without the tested rows. In the 30 splits that come with catviz no lead over dummy coding is "
    "detected once both are tuned alike (corrected p 0.26 and more); this does not show that there is none.",
}

_NO_MEAN = (
    "The printed mean is no mean of whole counts over 30 tests on {} rows: it is misprinted, cut off, or of other "
    "splits, which does not explain the size of the difference."
)
REASONS: dict[Any, str] = {
    "Balance": "The paper prints 525 rows, and the set has 625, or 576 without those that balance.",
    "Cancer": "The paper prints 296 rows, and the set that has its 89 values has 683.",
    "MONK": "The paper does not say which of the three problems it takes, and the third fits best.",
    "Splice": "No reason is known: the paper counts 240 values, but only 15 of the file's 3,190 rows have further "
    "letters.",
    "Dummy": "Tuned as the paper says, dummy coding does better than printed; its figures are nearer to those that are "
    "not tuned.",
    **{("Hayes-Roth", method): _NO_MEAN.format(80) for method in ("Density", "Decision Tree", "Ours")},
    ("MONK", "Dummy"): _NO_MEAN.format(216),
    (
        "Splice",
        "Dummy",
    ): "No reason is known: the paper counts 240 values, but only 15 of the file's 3,190 rows have further letters.",
}

_DATA = """
data         instances  dimensions  symbols
Balance      525        4           20
Mushroom     8124       22          117
Tic-Tac-Toe  958        9           27
Splice       3190       60          240
Cancer       296        9           89
Hayes-Roth   160        4           15
Monk         432        6           17
"""

_ACCURACY = """
method         Balance      Mushroom     Tic-Tac-Toe  Splice       Cancer       Hayes-Roth   MONK
Dummy          98.50±0.75   99.04±0.73   95.25±0.42   91.18±0.94   95.81±1.23   77.42±6.82   96.24±1.13
Density        96.59±1.58   98.43±0.57   70.60±2.34   91.29±0.98*  96.76±0.76*  57.72±8.94   96.37±0.85
Decision Tree  88.49±1.63   99.40±0.54*  87.48±2.18   88.68±1.73   94.25±1.38   73.93±7.74   97.13±0.72
Ours           99.42±0.58*  99.54±0.46*  98.25±0.44*  91.51±1.20*  95.94±0.93   83.91±3.64*  97.81±1.23*
"""


def tables() -> tuple[PublishedTable, ...]:
    """Tables 2 and 3; Table 1 gives formulas."""
    data = sizes(
        "MTDLE",
        SOURCE,
        "Size of the seven data sets",
        _DATA,
        {("Monk" if name == "MONK" else name): ours for name, ours in DATASETS.items()},
        OF_DATA,
    )
    accuracy = PublishedTable(
        paper="MTDLE",
        number=3,
        title="Accuracy of three codings under logistic regression, and of decision trees",
        source=f"{SOURCE}, Table 3",
        cells=read_cells(_ACCURACY, "data", metric="accuracy"),
        protocol=PROTOCOL,
        methods=METHODS,
        datasets=DATASETS,
        tried=TRIED,
        deviations=DEVIATIONS,
        reasons=REASONS,
    )
    return (data, accuracy)
