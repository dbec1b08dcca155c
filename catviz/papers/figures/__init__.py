"""The papers' figures, computed anew; `catviz.plots.papers` draws them."""

from __future__ import annotations

from catviz.papers.figures import cos, mtdle, ocl, tave, timing
from catviz.papers.figures.layout import QUICK, Figure

__all__ = ["FIGURES", "QUICK", "Figure", "figure", "figures_of"]

_NOT_BUNDLED = "Sets that are neither bundled nor imported are left out."

FIGURES = (
    Figure(
        "TAVE",
        2,
        "Numbers that describe a row: CDE against TAVE",
        tave.dimensions,
        4,
        "CDE's rule for ending its clustering is not settled, and ours is one reading; Liver, Tae, German and CMC are "
        "cut into ten intervals, which the paper does not tell.",
        printed="In the paper: dimensions of both on ten data sets, without numbers; the text says that TAVE has "
        "fewer on all but two, and that CDE has almost eight times as many on German and Chess(KRvsKP).",
    ),
    Figure(
        "TAVE",
        3,
        "F-score against the number q of diffusion steps",
        tave.sensitivity,
        45,
        "The paper shows four sets without naming them; here the four that q changes most stand out. Chess(KRvsK) is "
        "left out for its size.",
        printed="In the paper: the F-score on four data sets against q, without numbers; the text says that it is "
        "stable for q > 15.",
    ),
    Figure(
        "OCL",
        1,
        "Accuracy of k-modes without orders, with random ones and with the declared ones",
        ocl.orders_against_hamming,
        33,
        f"The paper's runs are not described: here every kind starts from the same rows, and only the distance "
        f"changes. The learned orders are our addition. {_NOT_BUNDLED}",
        printed="In the paper: accuracy on its data sets, without numbers; the text says that random orders easily "
        "improve it, and that declared orders are rarely the best.",
    ),
    Figure(
        "OCL",
        2,
        "Bonferroni-Dunn test on the printed scores",
        ocl.ranks,
        0.1,
        "Worked out from the printed tables; the paper's critical differences, 3.4275 and 3.1383, come from rounded "
        "quantiles. CA is not corrected for chance: methods can rank differently by the sizes of their clusters "
        "alone, so its panel repeats the paper's arithmetic.",
        printed="In the paper: average ranks with critical differences of 3.4275 (95\u00a0%) and 3.1383 (90\u00a0%).",
    ),
    Figure(
        "OCL",
        3,
        "Objective along the iterations, updates of the orders marked",
        ocl.objectives,
        14,
        "The program behind the published figure departs from the paper's equations; the reference mode is written "
        f"after it, the paper mode takes the equations as printed, the monotone mode is catviz's own. {_NOT_BUNDLED}",
        printed="In the paper: the objective on twelve data sets, without numbers; the text says that OCL ends "
        "within 30 iterations, after at most three updates of the orders.",
    ),
    Figure(
        "OCL",
        4,
        "Time against rows and against columns",
        timing.execution_time,
        45,
        "CPU time of one thread of our programs on tables of our own making, since the paper's are not described. All "
        "our methods, OCL among them, first count pairs of columns, so none is linear in columns; DLC and ADC "
        "have no public definition.",
        printed="In the paper: time without numbers; the text says that OCL is faster than UDMC and DLC on many "
        "rows, and than H2H, UDMC and CBDM on many columns, and that its time grows linearly.",
    ),
    Figure(
        "OCL",
        5,
        "t-SNE of Voting under three distances",
        ocl.maps,
        10,
        "ADC has no public definition: Hamming stands in its place. CBDM is DILCA.",
        printed="In the paper: maps under OCL, CBDM and ADC; the text says that OCL separates the classes "
        "significantly better.",
    ),
    Figure(
        "MTDLE",
        1,
        "Maps of values: Tic-Tac-Toe, Balance and Splice",
        mtdle.symbol_maps,
        12,
        "Splice has 287 values in our file, 240 in the paper, which counts A, C, G and T only. Most of the spread "
        "lies within columns, so their values do not stand close together. Where eigenvalues are nearly equal, axes "
        "are arbitrary.",
        printed="In the paper: maps of values coloured by column; the text says that values of one column lie close "
        "together and form a line in Tic-Tac-Toe, that they lie close together in Balance, and form no "
        "clear groups in Splice.",
    ),
    Figure(
        "COS",
        "features",
        "Calls of the conditional probability against the number of features, soybean-large",
        cos.calls_by_features,
        1,
        "IRSI needs 15114 calls for all 35 features, not the 15704 printed; the other printed counts agree.",
        printed="In the paper: calls for 5 to 35 features; the text prints 3,328 (IRSP) and 632 (IRSI) for 5 "
        "features, 74,128 and 15,704 for 35.",
    ),
    Figure(
        "COS",
        "values",
        "Calls in % of another form's against the largest number R of values, Adult",
        cos.calls_by_values,
        20,
        "How the paper made the other numbers nominal is not told; ten intervals of equal width come within 0.3 "
        "points of the printed ratios. R counts intervals, of which many hold no row.",
        printed="In the paper: three ratios for R from 16 to 10,000; the text prints their ends: 85.5\u00a0% to "
        "46.8\u00a0%, 78.2\u00a0% to 40.2\u00a0% and 66.9\u00a0% to 18.8\u00a0%.",
    ),
    Figure(
        "COS",
        "clustering",
        "Clusterings under COD and under ADD",
        cos.clusterings,
        75,
        "Of the figure only the smallest and the largest improvement are printed as numbers; the forms of AC and NMI "
        "are not.",
        printed="In the paper: AC and NMI on six data sets as bars, without numbers; the text prints the smallest "
        "and the largest improvement of each clustering.",
    ),
)
"""What can be computed anew, paper by paper. Flow charts and sketches are left out; W-CADO has no other figure."""


def figures_of(paper: str) -> list[Figure]:
    """A paper's figures, in its order; none for a paper without."""
    return [each for each in FIGURES if each.paper == paper]


def figure(paper: str, number: int | str) -> Figure:
    """One of them; ValueError lists what there is.

    Examples
    --------
    >>> from catviz.papers.figures import figure
    >>> figure("OCL", 2).compute()["difference_05"].round(4).unique().tolist()
    [3.4274]
    """
    found = {(each.paper, each.number): each for each in FIGURES}
    if (paper, number) not in found:
        raise ValueError(f"no figure {number!r} of {paper}: choose one of {', '.join(map(repr, found))}")
    return found[paper, number]
