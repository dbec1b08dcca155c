"""The methods of the five papers, and those they start from."""

from __future__ import annotations

from catviz.distances import COD, COS, WCADO, AhmadDey, Hamming
from catviz.embeddings import AVE, MCA, MTDLE, TAVE, OneHot
from catviz.orders import OCL
from catviz.registry import references
from catviz.registry.method import (
    BRACKET,
    COLUMN,
    COLUMNS,
    COUNTS,
    DEPARTS,
    DISTANCE,
    FAITHFUL,
    FAITHFUL_SIMILARITY,
    FROM_SIMILARITY,
    N_ROWS,
    N_VALUES,
    OTHER,
    PAIR,
    PAIR_OF_R,
    RULE,
    SIMILARITY,
    VARIATION,
    Method,
)

_PARTNER = (
    "The partner of a column is the column with the largest mutual information with it, divided by the partner's own "
    "entropy. With this rule the paper's worked example comes out. The reference that the paper cites divides by the "
    "larger of both entropies."
)

METHODS = (
    Method(
        AhmadDey,
        "ADM (co-occurrence)",
        "coupled",
        "Ahmad & Dey 2007, as used by TAVE, W-CADO and COS",
        FAITHFUL,
        r"d(x,y)=\frac{1}{m-1}\sum_{l\neq r}\tfrac12\sum_{w}\bigl|P_l(w\mid x)-P_l(w\mid y)\bigr|",
        "ADM compares how the other columns are distributed in the rows with one value and in the rows with the other "
        "value. Two values are near if these distributions are similar.",
        ("ADM", "ADD", "ALGO_DISTANCE"),
        (
            DISTANCE,
            PAIR_OF_R,
            COLUMN,
            COLUMNS,
            OTHER,
            ("w", "a value of column l"),
            (r"P_l(w\mid x)", "share of the value w of column l among the rows with x"),
        ),
        stands_for="Ahmad's distance metric",
    ),
    Method(
        Hamming,
        "Hamming (same or different)",
        "matching",
        "compared in all five papers that catviz implements",
        FAITHFUL,
        r"d(x,y)=[x\neq y]",
        "Hamming only asks whether two values are equal. Equal values are at distance 0, and different values are "
        "at distance 1.",
        ("HAM", "SMS"),
        (DISTANCE, PAIR, BRACKET),
    ),
    Method(
        COD,
        "COD (coupled distance)",
        "coupled",
        f"Wang, Cao, Wang, Li, Wei & Ou 2011 and Wang, Dong, Zhou, Cao & Chi 2015 (CADO); also in {references.COUPLED}",
        FAITHFUL,
        r"d(x,y)=\Bigl(\tfrac1{n_x}+\tfrac1{n_y}\Bigr)\,\frac{1}{m-1}\sum_{l\neq r}\mathrm{TV}_l(x,y)",
        "COD is ADM's distance of two values, multiplied by 1/n_x + 1/n_y, where n_x and n_y are their numbers of "
        "rows. Two values are near if the other columns are distributed similarly in their rows. The rarer the values, "
        "the larger the distance.",
        ("CADO", "CNS"),
        (DISTANCE, PAIR_OF_R, COLUMN, COUNTS, COLUMNS, OTHER, VARIATION),
        "The sum over the other columns is divided by m - 1, their number, as in the worked example. The text of Li "
        "prints the factor 1/n.",
        stands_for="coupled object distance",
    ),
    Method(
        COS,
        "COS (coupled similarity)",
        "coupled",
        f"Wang, Cao, Wang, Li, Wei & Ou 2011; also in {references.COUPLED}",
        FAITHFUL_SIMILARITY,
        r"s(x,y)=\frac{n_x n_y}{n_x+n_y+n_x n_y}\cdot\frac{1}{m-1}\sum_{l\neq r}\bigl(1-\mathrm{TV}_l(x,y)\bigr)"
        + FROM_SIMILARITY,
        "COS compares how the other columns are distributed in the rows with one value and in the rows with the other "
        "value, and it uses how often both values occur. Two values are similar if these distributions are similar and "
        "both values are frequent. So a rare value is not very similar even to itself; the distance is the mean of "
        "both values' similarities with themselves, minus their similarity.",
        (),
        (SIMILARITY, PAIR_OF_R, COLUMN, COUNTS, COLUMNS, OTHER, VARIATION, DISTANCE),
        RULE,
        stands_for="coupled object similarity",
    ),
    Method(
        WCADO,
        "W-CADO (weighted co-occurrence)",
        "coupled",
        references.WCADO,
        DEPARTS,
        r"d(x,y)=\eta\,\theta\Bigl(\tfrac1{n_x}+\tfrac1{n_y}\Bigr)\sum_{l\neq r}\xi(r,l)\,\mathrm{TV}_l(x,y),\qquad "
        r"\theta=\frac{n_x}{n}\,\frac{n_y}{n}",
        "W-CADO is COD (ADM's distance times 1/n_x + 1/n_y, with the numbers of rows of the two values) with three "
        "weights: the dependence of the other column with the column of the two values, the shares of rows with each "
        "of the two values, and the share of pairs of rows that differ in the column. Because of the shares, the same "
        "differences in the other columns count more for frequent values; under COD they count more for rare values.",
        ("W-CADO",),
        (
            DISTANCE,
            PAIR_OF_R,
            COLUMN,
            (r"\eta", "share of the pairs of rows that differ in column r"),
            (r"\theta", "weight of x and y by their frequencies"),
            COUNTS,
            N_ROWS,
            OTHER,
            (r"\xi(r,l)", "dependence of columns r and l, from 0 to 1: mutual information divided by joint entropy"),
            VARIATION,
        ),
        'Missing values count as a value of their own; the paper\'s Eqs. 1, 8 and 11 leave them out (na="exclude"). '
        'All other columns count, as in Eqs. 18 and 19; the threshold of Eq. 22 is beta="eq22". The paper calls W-CADO '
        "a metric, but the triangle inequality can fail.",
        stands_for="weighted coupled attribute distance between objects",
    ),
    Method(
        TAVE,
        "TAVE (graph diffusion)",
        "diffusion",
        references.TAVE,
        DEPARTS,
        r"F\leftarrow S\,F\,S^{\top}+I,\qquad S=D^{-1}\begin{pmatrix}M&Q\\Q^{\top}&M'\end{pmatrix},\qquad "
        r"d(x,y)=\lVert F_{x}-F_{y}\rVert",
        "TAVE makes a graph of the values of a column and of its partner, the column most dependent on it. "
        "Similarities spread step by step along this graph. Two values are near if their similarities to all values of "
        "the graph are about the same in the end.",
        (),
        (
            ("F", "matrix of similarities after some steps, 20 by default; before the first step, F is S"),
            ("S", "transition matrix: each row of the block matrix is divided by its sum"),
            ("D", "diagonal matrix of these sums"),
            (r"\top", "transposed"),
            ("I", "identity matrix"),
            (
                "M",
                "for every two values of the column: the smaller weight divided by the larger weight; the weight of a "
                "value is how often it occurs in all rows and in their nearest neighbours",
            ),
            ("M'", "the same for the values of the partner, the column most dependent on it"),
            (
                "Q",
                "for a value of the column and a value of the partner: share of the rows with both, times the smaller "
                "weight divided by the larger weight",
            ),
            ("F_x", "row of F that belongs to x"),
            DISTANCE,
            PAIR,
        ),
        "Rows that tie for the last places among the k neighbours count in part, so that the order of rows does not "
        'matter (ties="fair"). The paper takes the first of them (ties="index"). The rows of S are divided by '
        "their sums. The paper does not print this step, but its worked example comes out only with it. " + _PARTNER,
        stands_for="tensor product graph diffusion related attribute value embedding",
    ),
    Method(
        AVE,
        "AVE (without diffusion)",
        "diffusion",
        references.TAVE,
        FAITHFUL,
        r"d(x,y)=\lVert [M\mid Q]_{x}-[M\mid Q]_{y}\rVert",
        "AVE is TAVE without neighbours and without diffusion. Two values are near if they are about equally frequent, "
        "and if they occur about equally often with each value of the partner, the column most dependent on theirs.",
        (),
        (
            DISTANCE,
            PAIR,
            ("M", "for every two values of the column: the smaller share of rows divided by the larger share"),
            (
                "Q",
                "for a value of the column and a value of the partner: share of the rows with both, times the smaller "
                "share of the two values divided by the larger share",
            ),
            (r"[M\mid Q]_x", "row of M and row of Q that belong to x, one after the other"),
        ),
        _PARTNER,
        stands_for="attribute value embedding",
    ),
    Method(
        MCA,
        "MCA (correspondence analysis)",
        "correspondence",
        "Benzécri 1973; exact, from the Burt matrix",
        FAITHFUL,
        r"\sum_q\Bigl(\frac{G_{pq}}{m\sqrt{k_pk_q}}-\frac{\sqrt{k_pk_q}}{n\,m}\Bigr)u_q=\lambda u_p,"
        r"\qquad g_p=\sqrt{\frac{\lambda\,n\,m}{k_p}}\;u_p,\qquad d(x,y)=\lVert g_x-g_y\rVert",
        "MCA finds the axes along which rows spread most; catviz keeps two of them by default. A value lies at the "
        "scaled mean of its rows on these axes. Two values are near if their rows lie in the same region.",
        (),
        (
            (r"p,\,q", "values of any columns; missing values are not among them if they are left out"),
            (r"G_{pq}", "number of rows with p and q: the Burt matrix"),
            ("k_p", "number of rows with p"),
            COLUMNS,
            (r"\lambda,\,u", "eigenvalue and eigenvector of length 1 of one axis"),
            N_ROWS,
            ("g_p", "coordinates of p on the axes kept, 2 by default"),
            DISTANCE,
            PAIR,
        ),
        "Distances are computed on the axes kept. On all axes, the distance of two values would depend only on their "
        "own counts. Missing values count as values of their own. With "
        'na="exclude" they are left out, and all the rest is kept: this is subset MCA (Greenacre & Pardo '
        "2006), also called specific MCA (Le Roux & Rouanet 2010).",
        stands_for="multiple correspondence analysis",
    ),
    Method(
        OneHot,
        "One-hot",
        "indicator",
        "compared with TAVE and MTDLE in their papers, as DVE",
        FAITHFUL,
        r"d(x,y)=\sqrt2\,[x\neq y]",
        "One-hot only asks whether two values are equal. Every value is an axis of its own, so all different "
        "values of a column are equally far apart.",
        ("DVE",),
        (DISTANCE, PAIR, BRACKET),
    ),
    Method(
        OCL,
        "OCL (learned order)",
        "order",
        references.OCL,
        DEPARTS,
        r"d(x,y)=\frac{|o(x)-o(y)|}{v-1},\qquad z=\frac1m\sum_r\sum_j n_j\,p_{jr}^{\top}D_r\,p_{jr}",
        "OCL puts the values of each column in an order, and learns these orders together with clusters of rows. The "
        "distance of two values is the number of steps between them in this order, divided by the number of steps "
        "between its ends.",
        (),
        (
            DISTANCE,
            PAIR,
            ("o(x)", "place of x in the order of its column"),
            N_VALUES,
            ("z", "objective, which the algorithm lowers over orders and clusters"),
            COLUMNS,
            ("r", "a column"),
            ("j", "a cluster"),
            ("n_j", "number of rows in cluster j"),
            (r"p_{jr}", "shares of the values of column r in cluster j"),
            (r"\top", "transposed"),
            ("D_r", "matrix of the distances d between the values of column r"),
        ),
        'The objective z is that of the paper. The default algorithm (mode="monotone") differs from that of the '
        'paper: it assigns rows and finds orders so that z never rises. mode="paper" follows the printed algorithm, in '
        'which z can rise. mode="reference" follows the program behind the published tables. Its mean accuracy lies '
        f"below the printed one {references.OCL_REFERENCE_BELOW}.",
        stands_for="order and cluster learning",
    ),
    Method(
        MTDLE,
        "MTDLE (shortest paths)",
        "transitive",
        references.MTDLE,
        DEPARTS,
        r"d(x,y)^{\theta}=\sum_b\alpha_b\,s_b\,\mathrm{path}_b(x,y)^{\theta},\qquad "
        r"\min_{\alpha\ge 0,\;\sum_b\alpha_b=1}\frac{\alpha^{\top}A\,\alpha}{\alpha^{\top}B\,\alpha}",
        "MTDLE joins values that occur in the same rows by edges, in several graphs of all values, and keeps the "
        "shortest edges of each value. Two values are near if a short path leads from one to the other, so values that "
        "never occur in one row can be near. The known classes, if there are any, decide how much each graph counts.",
        (),
        (
            DISTANCE,
            PAIR,
            (r"\theta", "power, 2 by default"),
            ("b", "a base, which is one graph of all values; by default there are three"),
            (r"\alpha_b", "weight of base b; all weights are equal without known classes"),
            (
                "s_b",
                "scale of base b: with it, the distances of all pairs of rows under base b alone, to the power θ, have "
                "the mean 1",
            ),
            (
                r"\mathrm{path}_b",
                "length of the shortest path in the graph of base b, over the edges that are kept: by default an edge "
                "is kept if it is one of the shortest of one of its two values; the number that is kept for each value "
                "is the number of columns, or half the number of values if that is smaller",
            ),
            (r"\alpha", "the vector of all weights"),
            (r"\top", "transposed"),
            (
                r"A,\,B",
                "matrices with one entry for every two bases: the products of the distances of two rows under both "
                "bases, summed over the pairs of rows of one class (A) and of different classes (B)",
            ),
        ),
        "The default minimises the ratio itself. The program that the paper prints for this (4.12) leaves out B, the "
        'distances between classes, so it is another problem (objective="qp_printed"). The paper leaves open what '
        "happens if the edges that are kept do not connect all values. Here the shortest of the removed edges that "
        "join two parts are put back.",
        stands_for="multiple transitive distance learning and embedding",
    ),
)
