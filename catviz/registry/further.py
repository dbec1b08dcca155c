"""Methods beyond the five papers and their baselines: values and clusters learned together, and orders from counts."""

from __future__ import annotations

from catviz.clustering import NDW, ClusterCA, COForest, LatentClass
from catviz.orders import CorrespondenceOrder, OptimalScaling
from catviz.registry.method import COLUMNS, DEPARTS, DISTANCE, FAITHFUL, N_ROWS, N_VALUES, PAIR, PAIR_OF_R, Method

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
        "A model with hidden classes is fitted: each row belongs to each class with a probability, and within a class "
        "the columns are independent. Two values are near if rows with one and rows with the other belong to the same "
        "classes with similar probabilities.",
        ("LCA",),
        (
            ("P(z)", "probability of a row z; that of all rows together is made as large as possible"),
            (r"j,\,h", "latent (hidden) classes"),
            (r"\pi_j", "share of class j"),
            ("r", "a column"),
            (r"\theta_{jr}(x)", "probability of the value x of column r in class j"),
            ("z_r", "value of row z in column r"),
            (r"P(j\mid x)", "probability that a row with x belongs to class j"),
            DISTANCE,
            PAIR_OF_R,
        ),
        "The best of 20 random starts counts. Values are compared as under MVDM, with learned classes in the place of "
        "known classes.",
    ),
    Method(
        ClusterCA,
        "ClusterCA (clusters and map)",
        "values and clusters",
        "van de Velden, Iodice D'Enza & Palumbo 2017",
        DEPARTS,
        r"\max_{C,\,B}\sum_j n_j\,\lVert B^{\top}\mu_j\rVert^2,\qquad g_x=\frac{B_x}{\sqrt{n_x}},\qquad "
        r"d(x,y)=\lVert g_x-g_y\rVert",
        "ClusterCA clusters the rows on the axes that separate the clusters best, and places the values on the same "
        "axes. Two values are near if the clusters have similar shares among their rows.",
        ("Cluster correspondence analysis",),
        (
            ("C", "the clusters"),
            (
                "B",
                "matrix of the axes, which have length 1 and are at right angles; by default, clusters minus 1 axes",
            ),
            ("B_x", "row of B for the value x"),
            (r"\top", "transposed"),
            ("j", "a cluster"),
            ("n_j", "number of rows of cluster j"),
            (
                r"\mu_j",
                "mean of the rows of cluster j; a row is its 0-1 indicators of all values, centred and divided by the "
                "square roots of n_x",
            ),
            ("n_x", "number of rows with x"),
            ("g_x", "place of x on the axes"),
            DISTANCE,
            PAIR,
        ),
        "The best of 100 starts counts: 50 from random clusters, as in the source, and 50 from k-means++. A run ends "
        "when the criterion no longer rises.",
        stands_for="cluster correspondence analysis",
    ),
    Method(
        COForest,
        "COForest (trees of values)",
        "values and clusters",
        "Zhao, Feng, Zhang, Li, Lu & Cheung 2024",
        FAITHFUL,
        r"d(x,y)=\frac{T(x,y)}{v-1},\qquad w(x,y)=\frac1k\lVert Q_x-Q_y\rVert",
        "COForest joins the values of each column by a tree, with short edges between values that occur in the same "
        "clusters of rows. Two values are near if the path between them in the tree is short. Trees are made from the "
        "clusters, and clusters from the trees, in turn.",
        (),
        (
            DISTANCE,
            PAIR,
            ("T(x,y)", "length of the path from x to y in the minimum spanning tree; w gives the lengths of its edges"),
            N_VALUES,
            ("w(x,y)", "length of an edge between x and y"),
            ("k", "number of clusters"),
            ("Q_x", "shares of the clusters among the rows with x"),
        ),
        "A row joins the cluster with the lowest mean distance to its rows. If several edges are equally long, the "
        "source takes that of the first values in the table, and catviz takes one that does not depend on names.",
    ),
    Method(
        NDW,
        "NDW (weighted value pairs)",
        "values and clusters",
        "Zhang & Cheung 2022",
        FAITHFUL,
        r"d(x,y)=\delta(x,y)\,w(x,y),\qquad "
        r"w(x,y)=\frac1S\,\delta(x,y)\Bigl(1-\sum_jP(j\mid x)\,P(j\mid y)\Bigr)",
        "NDW multiplies HD's distance of two values by a weight. The weight is larger if the two values are farther "
        "apart under HD, and if the clusters of rows separate them more. Weights are made from the clusters, and "
        "clusters from the weighted distances, in turn.",
        (),
        (
            DISTANCE,
            PAIR,
            (r"\delta(x,y)", "distance between x and y under HD"),
            ("w(x,y)", "weight of the pair"),
            ("S", "a number that makes the weights of all pairs of values, over all columns, add up to 1"),
            ("j", "a cluster"),
            (r"P(j\mid x)", "share of cluster j among the rows with x"),
        ),
        "There is one start from random rows, because the method lowers no objective by which runs could be compared. "
        "The authors' program also stops when the changes of the cluster numbers add up to 0; catviz stops when the "
        "clusters repeat.",
    ),
    Method(
        CorrespondenceOrder,
        "Correspondence order (spacing)",
        "order",
        "Hirschfeld 1935; Benzécri 1973; Nishisato 1980",
        FAITHFUL,
        r"d(x,y)=|f_x-f_y|,\qquad f_x=\frac{s\,u_x}{\sqrt{p_x}},\qquad "
        r"S=\Bigl(\frac{p_{xw}-p_xq_w}{\sqrt{p_xq_w}}\Bigr),\qquad S\,S^{\top}u=s^2u",
        "Each value of a column gets a place on a line. Two values get near places if the other columns are "
        "distributed similarly in their rows, as far as this is possible on one line.",
        (),
        (
            DISTANCE,
            PAIR,
            ("f_x", "place of x on the line"),
            ("u", "eigenvector of the largest eigenvalue"),
            ("u_x", "entry of u for x"),
            (r"p_x,\,q_w", "sum of p_xw over all w, and sum of p_xw over all x"),
            (r"p_{xw}", "number of rows with x and w, divided by the sum of these numbers"),
            ("w", "a value of any other column"),
            ("S", "matrix with one row for each value x and one column for each value w"),
            (r"\top", "transposed"),
            ("s", "largest singular value of S: its square is the largest eigenvalue"),
        ),
        "All other columns are taken together, as in a correspondence analysis of their contingency tables side by "
        "side.",
    ),
    Method(
        OptimalScaling,
        "Optimal scaling (level spacing)",
        "order",
        "Gifi 1990; de Leeuw & Mair 2009",
        FAITHFUL,
        r"\min_{z,\,\varphi}\frac1{m\,n}\sum_r\sum_i\bigl(z_i-\varphi_r(x_{ir})\bigr)^2,\qquad "
        r"d(x,y)=|\varphi_r(x)-\varphi_r(y)|",
        "Each value gets a number on one scale, so that the numbers of a row agree as well as possible over all "
        "columns. In ordered columns the numbers follow the declared order. Two values are near if their numbers are "
        "near.",
        ("Princals",),
        (
            ("z_i", "score of row i; the scores have mean 0 and variance 1"),
            (
                r"\varphi_r(x)",
                "number of the value x of column r; in an ordered column the numbers rise or fall along the order",
            ),
            COLUMNS,
            N_ROWS,
            ("r", "a column"),
            ("i", "a row"),
            ("x_{ir}", "value of row i in column r"),
            DISTANCE,
            PAIR_OF_R,
        ),
        "There is one dimension. The search starts from the first axis of multiple correspondence analysis, and it "
        "also ends there if no column is ordered.",
    ),
)
