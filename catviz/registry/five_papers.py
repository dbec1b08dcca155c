"""The methods of the five papers, and those they start from."""

from __future__ import annotations

from catviz.distances import COD, COS, WCADO, AhmadDey, Hamming
from catviz.embeddings import AVE, MCA, MTDLE, TAVE, OneHot
from catviz.orders import OCL
from catviz.registry import references
from catviz.registry.method import DEPARTS, FAITHFUL, Method
from catviz.registry.symbols import (
    BRACKET,
    COLUMN,
    COLUMNS,
    COUNTS,
    DISTANCE,
    FROM_SIMILARITY,
    N_ROWS,
    N_VALUES,
    OTHER,
    PAIR,
    PAIR_OF_R,
    RULE,
    SIMILARITY,
    VARIATION,
)

_PARTNER = (
    "The partner of a column has the largest mutual information with it, divided by the partner's entropy: so the "
    "paper's worked example comes out. The reference that the paper cites divides by the larger of both entropies."
)

METHODS = (
    Method(
        AhmadDey,
        "ADM (co-occurrence)",
        "coupled",
        "Ahmad & Dey 2007, as used by TAVE, W-CADO and COS",
        FAITHFUL,
        r"d(x,y)=\frac{1}{m-1}\sum_{l\neq r}\tfrac12\sum_{w}\bigl|P_l(w\mid x)-P_l(w\mid y)\bigr|",
        "Two values are near if the other columns are distributed alike in the rows with one and in the rows with the "
        "other.",
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
        "baseline of all five papers",
        FAITHFUL,
        r"d(x,y)=[x\neq y]",
        "Equal values are at distance 0, all others at 1.",
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
        "ADM's distance, stretched if the values are rare.",
        ("CADO", "CNS"),
        (DISTANCE, PAIR_OF_R, COLUMN, COUNTS, COLUMNS, OTHER, VARIATION),
        "The average over the other columns divides by m - 1, as in the worked example; the text of Li prints 1/n.",
        stands_for="coupled object distance",
    ),
    Method(
        COS,
        "COS (coupled similarity)",
        "coupled",
        f"Wang, Cao, Wang, Li, Wei & Ou 2011; also in {references.COUPLED}",
        FAITHFUL,
        r"s(x,y)=\frac{n_x n_y}{n_x+n_y+n_x n_y}\cdot\frac{1}{m-1}\sum_{l\neq r}\bigl(1-\mathrm{TV}_l(x,y)\bigr)"
        + FROM_SIMILARITY,
        "Two values are similar if both are frequent and the other columns are distributed alike in their rows.",
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
        "As COD, with weights: columns that are more strongly associated with the column of the two values count more, "
        "and the distance is multiplied by the shares of both values and by the share of pairs of rows that differ in "
        "the column.",
        ("W-CADO",),
        (
            DISTANCE,
            PAIR_OF_R,
            COLUMN,
            (r"\eta", "share of the pairs of rows that differ in column r (for x = y: that agree in it)"),
            (r"\theta", "weight of the pair by its frequencies"),
            COUNTS,
            N_ROWS,
            OTHER,
            (r"\xi(r,l)", "dependence of columns r and l: mutual information over joint entropy, from 0 to 1"),
            VARIATION,
        ),
        'Missing values count as a value of their own; the paper\'s Eqs. 1, 8 and 11 leave them out (na="exclude"). '
        'All other columns count, as in Eqs. 18 and 19; the threshold of Eq. 22 is beta="eq22". The paper calls it a '
        "metric, but the triangle inequality can fail.",
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
        "Similarities spread along a graph of a column's values and those of its partner column.",
        (),
        (
            ("F", "similarities after some steps, 20 by default; the first F is S"),
            ("S", "transition matrix: each row divided by its sum"),
            ("D", "diagonal matrix of those sums"),
            (r"\top", "transposed"),
            ("I", "identity matrix"),
            ("M", "smaller over larger weight of each two values of the column"),
            ("M'", "the same for the values of its partner, the column most dependent on it"),
            (
                "Q",
                "share of rows with a value of the column and a value of the partner, times smaller over larger "
                "weight of the two",
            ),
            ("F_x", "row of F that belongs to x"),
            DISTANCE,
            PAIR,
        ),
        'Rows that tie for the last places among the k neighbours count in part (ties="fair"), so that the order of '
        'rows does not matter; ties="index" takes the first of them, as the paper does. The rows of S are divided by '
        "their sums, a step that the paper does not print: its worked example comes out only with it. " + _PARTNER,
        stands_for="tensor product graph diffusion related attribute value embedding",
    ),
    Method(
        AVE,
        "AVE (without diffusion)",
        "diffusion",
        references.TAVE,
        FAITHFUL,
        r"d(x,y)=\lVert [M\mid Q]_{x}-[M\mid Q]_{y}\rVert",
        "TAVE without neighbours and without diffusion: how alike in frequency two values are, and how often they "
        "occur with each value of the partner column.",
        (),
        (
            DISTANCE,
            PAIR,
            ("M", "smaller over larger share of rows of each two values of the column"),
            (
                "Q",
                "share of rows with a value of the column and a value of its partner column, times smaller over "
                "larger share of the two",
            ),
            (r"[M\mid Q]_x", "row of both matrices that belongs to x"),
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
        "The plane in which rows spread most; a value lies at the mean of its rows, scaled.",
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
        "Distances are on the axes kept; on all axes, the distance of two values would depend on their own counts "
        "alone. Missing values "
        'count as values of their own; na="exclude" leaves them out and keeps all else: subset MCA (Greenacre & Pardo '
        "2006), also called specific MCA (Le Roux & Rouanet 2010).",
        stands_for="multiple correspondence analysis",
    ),
    Method(
        OneHot,
        "One-hot",
        "indicator",
        "baseline of TAVE and MTDLE (DVE)",
        FAITHFUL,
        r"d(x,y)=\sqrt2\,[x\neq y]",
        "Every value is an axis of its own.",
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
        "The values of a column are put in an order, learned jointly with clusters of rows; the distance of two values "
        "is the number of steps between them, as a share of the longest way.",
        (),
        (
            DISTANCE,
            PAIR,
            ("o(x)", "place of x in the order of its column"),
            N_VALUES,
            ("z", "what the algorithm lowers over orders and clusters"),
            COLUMNS,
            ("r", "a column"),
            ("j", "a cluster"),
            ("n_j", "number of rows in cluster j"),
            (r"p_{jr}", "shares of the values of column r in cluster j"),
            (r"\top", "transposed"),
            ("D_r", "matrix of the distances d between the values of column r"),
        ),
        'The objective z is the paper\'s, the default algorithm (mode="monotone") is not: it assigns rows and finds '
        'orders so that z never rises. mode="paper" follows the printed algorithm, in which z can rise; '
        'mode="reference" is written after the program behind the published tables; its mean accuracies lie below the '
        f"printed ones {references.OCL_REFERENCE_BELOW}.",
        stands_for="order and cluster learning",
    ),
    Method(
        MTDLE,
        "MTDLE (shortest paths)",
        "transitive",
        references.MTDLE,
        DEPARTS,
        r"d(x,y)^{\theta}=\sum_b\alpha_b\,s_b\,\mathrm{path}_b(x,y)^{\theta},\qquad "
        r"\min_{\alpha\ge 0}\frac{\alpha^{\top}A\,\alpha}{\alpha^{\top}B\,\alpha}",
        "Two values that never occur in one row are near if short paths lead from one to the other through values they "
        "share; the known classes, if there are any, weight the graphs.",
        (),
        (
            DISTANCE,
            PAIR,
            (r"\theta", "power, 2 by default"),
            ("b", "a base: one graph of all values, of three by default"),
            (r"\alpha_b", "weight of base b; all weights are equal without known classes"),
            ("s_b", "one over the mean of the powered distances of base b over all pairs of rows"),
            (r"\mathrm{path}_b", "length of the shortest path in the graph of base b"),
            (r"\alpha", "the vector of all weights"),
            (r"\top", "transposed"),
            (
                r"A,\,B",
                "sums, over the pairs of rows of one class (A) and of different classes (B), of the products of "
                "their distances under each two bases",
            ),
        ),
        "The default minimises the ratio itself; the quadratic program that the paper prints for it (4.12) loses B and "
        'is another problem (objective="qp_printed"). The paper leaves open what happens between parts of a graph '
        "without a connection: their shortest edges are put back.",
        stands_for="multiple transitive distance learning and embedding",
    ),
)
