"""Further methods that compare values or rows: baselines of the papers, and their best-known peers."""

from __future__ import annotations

from catviz.distances import (
    DILCA,
    HD,
    HVDM,
    MVDM,
    UDM,
    Eskin,
    Goodall,
    Gower,
    JiaDistance,
    LeHo,
    Lin,
    OccurrenceFrequency,
    Smirnov,
)
from catviz.embeddings import CDE, HARR, STIRR, TFIDF, WOE, DensityEncoding, TargetEncoding
from catviz.registry.method import (
    BORIAH,
    BORIAH_VALUES,
    BRACKET,
    BURT,
    CLASS,
    CLASS_SHARE,
    COLUMN,
    COLUMNS,
    COUNT,
    COUNTS,
    DEPARTS,
    DISTANCE,
    FAITHFUL,
    FAITHFUL_SIMILARITY,
    FROM_SIMILARITY,
    N_ROWS,
    N_VALUES,
    OTHER,
    OUR_READING,
    PAIR,
    PAIR_OF_R,
    RULE,
    SHARES,
    SIMILARITY,
    Method,
)

_NUMBERS = (r"d(u,w)", "distance between the numbers u and w of one numeric column")
_MISSING_NUMBER = (
    "A missing value counts as a value of its own, and a missing number counts as the mean of its column. "
)

METHODS = (
    Method(
        LeHo,
        "Le & Ho (divergence)",
        "coupled",
        "Le & Ho 2005",
        OUR_READING,
        r"d(x,y)=\sum_{l\neq r}\bigl[\mathrm{KL}(P_l^x\,\|\,P_l^y)+\mathrm{KL}(P_l^y\,\|\,P_l^x)\bigr],\qquad "
        r"\mathrm{KL}(P\,\|\,Q)=\sum_w P(w)\ln\frac{P(w)}{Q(w)},\qquad P_l^x(w)=\frac{n_{xw}+1}{n_x+v_l}",
        "Le & Ho compares how the other columns are distributed in the rows with one value and in the rows with the "
        "other value. Two values are near if these distributions are similar, measured by the Kullback-Leibler "
        "divergence in both directions.",
        ("Le & Ho",),
        (
            DISTANCE,
            PAIR_OF_R,
            COLUMN,
            OTHER,
            (r"\mathrm{KL}(P\,\|\,Q)", "Kullback-Leibler divergence of two distributions P and Q, in nats"),
            ("w", "a value of column l"),
            ("P_l^x(w)", "smoothed share of the value w of column l among the rows with x"),
            (r"n_{xw}", "number of rows with x and w"),
            COUNT,
            ("v_l", "number of values of column l"),
        ),
        "The divergence is infinite if a value of another column occurs with x and never with y. The source does not "
        "say how to avoid this. Here 1 is added to each count.",
    ),
    Method(
        DILCA,
        "DILCA (context columns)",
        "context",
        "Ienco, Pensa & Meo 2009, 2012",
        FAITHFUL,
        r"d(x,y)=\sqrt{\frac{\sum_{X\in C_r}\sum_{w\in X}(P(x\mid w)-P(y\mid w))^2}{\sum_{X\in C_r}|X|}}",
        "DILCA uses the context of a column, which is the other columns that tell the most about it. Two values "
        "are near if they have similar shares among the rows with each value of the context columns.",
        ("CBDM",),
        (
            DISTANCE,
            PAIR_OF_R,
            COLUMN,
            (
                "C_r",
                "context of r: the other columns whose association with r is at least the average of all other columns "
                "(measured by symmetric uncertainty, which is mutual information on a scale from 0 to 1)",
            ),
            ("X", "a column of the context"),
            ("w", "a value of X"),
            (r"P(x\mid w)", "share of the rows with w that have x"),
            ("|X|", "number of values of X"),
        ),
        stands_for="distance learning for categorical attributes",
    ),
    Method(
        HD,
        "HD (all columns, own included)",
        "coupled",
        "Zhang & Cheung 2022",
        FAITHFUL,
        r"d(x,y)=\frac1m\sum_s\delta_s(x,y),\qquad "
        r"\delta_s(x,y)=\frac{\sum_w|P_s^x(w)-P_s^y(w)|}{v_s^{xy}},\qquad "
        r"\delta_s(x,y)=\frac{\sum_w|F_s^x(w)-F_s^y(w)|}{v_s-1}\ \text{(ordered)}",
        "HD compares how all columns, also the column of the two values itself, are distributed in the rows with one "
        "value and in the rows with the other value. Two values are near if these distributions are similar. The "
        "values of ordered columns are compared along their order.",
        (),
        (
            DISTANCE,
            PAIR,
            COLUMNS,
            ("s", "any column, also that of x and y; for that column the term is 1 if it is not ordered"),
            (
                r"\delta_s(x,y)",
                "how differently column s is distributed in the rows with x and in the rows with y; the last formula, "
                "marked “ordered”, holds for an ordered column s, and the formula before it for all other columns",
            ),
            ("w", "a value of column s"),
            (r"P_s^x(w)", "share of w among the rows with x"),
            (r"v_s^{xy}", "number of values of column s that occur with x or with y"),
            (r"F_s^x(w)", "share of w and of all values before it in the order, among the rows with x"),
            ("v_s", "number of values of column s"),
        ),
        "In an ordered column, the distances of neighbouring values are added up along the order, and the largest sum "
        "is scaled to 1. The source has no missing cells. Here a missing value is as far from each value of an ordered "
        "column as the two ends of the order are from each other. The distance of two rows adds up squared distances.",
        stands_for="the distance of Zhang and Cheung 2022, as the paper on OCL calls it",
    ),
    Method(
        UDM,
        "UDM (entropy and order)",
        "entropy",
        "Zhang & Cheung 2022, unified distance metric",
        OUR_READING,
        r"d(x,y)=\frac1m\sum_s R_{rs}\,\psi_{rs}(x,y),\qquad "
        r"\psi_{rs}(x,y)=\frac{H(P_{xs}+P_{ys})}{\ln v_s}",
        "UDM takes the rows with either of two values together. The more mixed the columns are among these rows "
        "(entropy), the larger the distance; it also depends on the number of these rows. A column counts more if it "
        "agrees with the column of the two values on more pairs of rows, on whether both rows are equal in it or not.",
        (),
        (
            DISTANCE,
            PAIR_OF_R,
            COLUMN,
            COLUMNS,
            ("s", "any column, r included"),
            (r"R_{rs}", "share of the pairs of rows on which columns r and s agree"),
            (
                r"\psi_{rs}(x,y)",
                "entropy of column s over the rows with x or y, divided by ln v_s; 0 if x = y; if r is ordered, the "
                "sum over the steps from x to y",
            ),
            ("H", "entropy: the sum of -p ln p over the shares p"),
            (
                r"P_{xs}",
                "the share of all rows that have x and a value of column s, for each value of s; these shares add up "
                "to the share of x, not to 1",
            ),
            ("v_s", "number of values of column s; a column with one value adds 0"),
        ),
        "Public descriptions differ in two points. The first is which pairs of rows agree (R). Here these are the "
        "pairs with equal values in both columns, and the pairs with different values in both, minus those that "
        "combine the same four values the other way round (if both columns are ordered: that are in the opposite "
        "order). The second is a missing value of an ordered column. Here it has no place in the order, and its "
        "distances are those of a column without an order.",
        stands_for="unified distance metric",
    ),
    Method(
        JiaDistance,
        "JDM (pairs of columns)",
        "objects",
        "Jia, Cheung & Liu 2016",
        OUR_READING,
        r"D(x,y)=\frac{\sum_r w_r d_r}{\sum_r w_r},\qquad "
        r"d_r=\sum_{l\in S_r}R_{rl}\,[x_{rl}\neq y_{rl}]\,\bigl(q(x_{rl})+q(y_{rl})\bigr),\qquad "
        r"q(a)=\frac{n_a(n_a-1)}{n(n-1)}",
        "JDM compares only rows, not values. Two rows are far apart if they differ in frequent values, or in frequent "
        "pairs of values of two dependent columns.",
        ("JDM", "HDM"),
        (
            (r"D(x,y)", "distance between the rows x and y"),
            ("r", "a column"),
            (
                "w_r",
                "share of the pairs of rows that differ in r, if x and y differ in r; otherwise share of the pairs of "
                "rows that agree in r",
            ),
            ("d_r", "what column r adds"),
            ("l", "a column of S_r"),
            ("S_r", "column r itself, and the columns whose dependence with r is above the mean"),
            (r"R_{rl}", "dependence of columns r and l: mutual information divided by joint entropy"),
            (r"x_{rl}", "the values of row x in columns r and l"),
            (r"[x_{rl}\neq y_{rl}]", "1 if the rows differ in r or in l, otherwise 0"),
            ("q(a)", "share of the pairs of rows in which both rows have a, a pair of values"),
            ("n_a", "number of rows with a"),
            N_ROWS,
        ),
        "Two public implementations disagree on which weight is for different values and which is for equal values.",
        stands_for="Jia's distance metric",
    ),
    Method(
        Lin,
        "Lin (shared information)",
        "frequency",
        "Lin 1998; Boriah, Chandola & Kumar 2008",
        DEPARTS,
        r"s(x,y)=\frac{2\ln(p_x+p_y)}{\ln p_x+\ln p_y},\qquad s(x,x)=1,\qquad d(x,y)=1-s(x,y)",
        "Lin uses only how often values occur. Two different values are near if both are rare, and far apart if "
        "both are frequent.",
        ("LSM",),
        (SIMILARITY, PAIR, SHARES, DISTANCE),
        "Lin's ratio is computed in each column, and the results are added up over the columns. Boriah et al. first "
        "add up numerators and denominators over all columns of two rows. Their result is not a sum of one number per "
        "column. " + RULE,
    ),
    Method(
        OccurrenceFrequency,
        "OF (occurrence frequency)",
        "frequency",
        "Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"s(x,y)=\frac{1}{1+\ln\frac{n}{n_x}\,\ln\frac{n}{n_y}},\qquad s(x,x)=1,\qquad d(x,y)=1-s(x,y)",
        "OF uses only how often values occur. Two different values are near if both are frequent.",
        ("OF",),
        (SIMILARITY, PAIR, N_ROWS, COUNTS, DISTANCE),
        BORIAH,
        stands_for="occurrence frequency",
    ),
    Method(
        Eskin,
        "Eskin (number of values)",
        "frequency",
        "Eskin et al. 2002; Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"s(x,y)=\frac{v^2}{v^2+2},\qquad s(x,x)=1,\qquad d(x,y)=1-s(x,y)",
        "Eskin uses only the number of values of a column. All different values of a column are equally far apart, and "
        "they are nearer in a column with many values.",
        (),
        (SIMILARITY, PAIR, N_VALUES, DISTANCE),
        BORIAH,
    ),
    Method(
        Goodall,
        "Goodall (rare matches)",
        "frequency",
        "Goodall 1966; variants of Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"s(x,x)=1-\frac{n_x(n_x-1)}{n(n-1)},\qquad s(x,y)=0" + FROM_SIMILARITY,
        "Goodall uses only how often values occur. Two rows with the same value are more similar if this value is "
        "rare, so a rare value is very similar to itself. The distance compares this with the similarity of different "
        "values, which is 0: two different values are far apart if both are rare.",
        ("Goodall1", "Goodall2", "Goodall3", "Goodall4"),
        (
            (r"s(x,x)", "similarity of x with itself"),
            COUNT,
            N_ROWS,
            (r"s(x,y)", "similarity of different values"),
            PAIR,
            DISTANCE,
        ),
        "The formula is that of variant 3, the default. Variants 1 and 2 use other values of the column too; under "
        "variant 4, frequent values count more. " + BORIAH,
        settings={f"Goodall{variant}": {"variant": variant} for variant in (1, 2, 4)},
    ),
    Method(
        Smirnov,
        "Smirnov (odds)",
        "frequency",
        "Smirnov 1968; Boriah, Chandola & Kumar 2008",
        FAITHFUL_SIMILARITY,
        r"s(x,x)=2+\frac{n-n_x}{n_x}+\sum_{q\neq x}\frac{n_q}{n-n_q},\qquad s(x,y)=\sum_{q\neq x,y}\frac{n_q}{n-n_q}"
        + FROM_SIMILARITY,
        "Smirnov uses only how often values occur. Two rows with the same value are more similar if this value is "
        "rare, or if one of the other values is very frequent. Two different values are nearest if each of them occurs "
        "in half of the rows, and far apart if one of them is very rare or very frequent.",
        (),
        (
            (r"s(x,x)", "similarity of x with itself"),
            N_ROWS,
            COUNT,
            ("q", "another value of the column"),
            ("n_q", "number of rows with q"),
            (r"s(x,y)", "similarity of different values"),
            PAIR,
            DISTANCE,
        ),
        BORIAH_VALUES,
    ),
    Method(
        Gower,
        "Gower (share of differences)",
        "matching",
        "Gower 1971",
        DEPARTS,
        r"d(x,y)=\frac1m\,[x\neq y],\qquad d(u,w)=\frac1m\,\frac{|u-w|}{\max-\min}",
        "The distance of two rows under Gower is the share of columns in which they differ. In a numeric "
        "column, the difference of two numbers counts as a share of the column's range.",
        (),
        (
            DISTANCE,
            PAIR,
            COLUMNS,
            BRACKET,
            _NUMBERS,
            (r"\max,\,\min", "largest and smallest number of that column"),
        ),
        _MISSING_NUMBER + "Gower leaves missing cells out of the comparison of two rows.",
    ),
    Method(
        CDE,
        "CDE (clusters of values)",
        "coupling",
        "Jian et al. 2017, compared with TAVE in its paper",
        OUR_READING,
        r"A_{ij}=\psi\,\frac{p_j}{p_i},\qquad B_{ij}=\frac{p_{ij}}{p_i},\qquad "
        r"A,\,B\ \to\ k\text{-means},\ k=2,3,\dots\ \to\ \text{PCA}",
        "CDE clusters the values of all columns many times, into few and into many clusters, by how often they occur "
        "and co-occur. Two values are near if they are in the same cluster most of the time.",
        (),
        (
            (
                r"A,\,B",
                "matrices of the occurrence and the co-occurrence of all values; their rows are clustered, the "
                "clusters are coded by 0 and 1, and the principal components of the codes are the coordinates",
            ),
            (r"i,\,j", "values of any columns"),
            (
                r"\psi",
                "how much the columns of i and j tell about each other, from 0 to 1 (symmetric uncertainty); 1 if they "
                "are the same column",
            ),
            (r"p_i,\,p_j", "shares of the rows with i and with j"),
            (r"p_{ij}", "share of the rows with both i and j"),
            ("k", "number of clusters of values"),
        ),
        "Our reading is about when k stops growing: at the first k for which 10 clusters hold only one value "
        "(alpha=10).",
        stands_for="coupled data embedding",
    ),
    Method(
        HARR,
        "HARR (projections on lines)",
        "coupling",
        "Zhang, Zhao, Chen, Lu & Cheung, the successor of H2H",
        OUR_READING,
        r"x_{gh}(t)=\frac{\kappa_{tg}^2-\kappa_{th}^2+\kappa_{gh}^2}{2\kappa_{gh}},\qquad "
        r"d(t,u)=\sqrt{\sum_{g<h}\bigl(x_{gh}(t)-x_{gh}(u)\bigr)^2},\qquad "
        r"\kappa_{tu}=\sum_{l\neq r}\sum_{w}\bigl|P(t\mid w)-P(u\mid w)\bigr|",
        "HARR draws a line through every two values of a column, and describes each value by its places on all these "
        "lines. Two values are near if they have similar places. This is so if they have similar shares among the rows "
        "with each value of the other columns.",
        ("H2H",),
        (
            (r"x_{gh}(t)", "place of the value t on the line from g to h"),
            (r"g,\,h", "two values of column r"),
            (r"d(t,u)", "distance between the values t and u of r"),
            (r"\kappa_{tu}", "how much the shares of t and u differ, summed over all values of all other columns"),
            ("r", "the column of t and u"),
            ("l", "another column"),
            ("w", "a value of column l"),
            (r"P(t\mid w)", "share of the rows with w that have t"),
        ),
        "Only HARR's representation of values is used, with Euclidean distances. HARR's own clustering, with a learned "
        "weight for each line, is not part of it.",
        stands_for="heterogeneous attribute reconstruction and representation",
    ),
    Method(
        STIRR,
        "STIRR (weight propagation)",
        "dynamical",
        "Gibson, Kleinberg & Raghavan 1998, related work in the paper on MTDLE",
        OUR_READING,
        r"W\leftarrow(G-\mathrm{diag}\,k)\,W,\qquad W^{\top}W=I,\qquad d(x,y)=\lVert W_x-W_y\rVert",
        "STIRR gives each value several numbers, called weights (10 by default). Again and again, the weight of a "
        "value becomes the sum of the weights of the values that it occurs with in a row. Two values are near if they "
        "have similar weights in the end.",
        (),
        (
            ("W", "matrix of weights with 10 columns, the weight vectors; each value of the table has one row"),
            BURT,
            ("k", "diagonal of G: the number of rows with each value"),
            (r"\mathrm{diag}\,k", "the diagonal matrix with k on its diagonal"),
            (r"\top", "transposed"),
            ("I", "identity matrix: the weight vectors are kept orthogonal and of length 1"),
            DISTANCE,
            PAIR,
            ("W_x", "the weights of x"),
        ),
        "The iteration ends in eigenvectors. These are computed directly, so no first weights are needed. The source "
        "normalises the weights of each column separately; here the weights of all columns are normalised together.",
        stands_for="sieving through iterated relational reinforcement",
    ),
    Method(
        TFIDF,
        "TF-IDF (term weighting)",
        "indicator",
        "compared with TAVE in its paper, as TVE",
        FAITHFUL,
        r"x\mapsto\frac{n_x}{n}\ln m",
        "TF-IDF uses only how often values occur. A value becomes one number: the share of the rows with it, times "
        "the logarithm of the number of columns. Two values are near if they are about equally frequent.",
        ("TVE",),
        (("x", "a value"), COUNT, N_ROWS, COLUMNS),
        "TAVE's paper describes the method in words: each column is a document, and each of its values is a term.",
        stands_for="term frequency times inverse document frequency",
    ),
    Method(
        TargetEncoding,
        "Target (class share)",
        "supervised",
        "Micci-Barreca 2001",
        OUR_READING,
        r"x\mapsto(1-s)\,P(c)+s\,P(c\mid x),\qquad s=\frac{1}{1+\exp(-(n_x-20)/10)}",
        "A value becomes one number for each known class, or for one of two classes: the share of the class among the "
        "value's rows, drawn towards the overall share of the class if the value is rare. Two values are near if these "
        "numbers are similar.",
        (),
        (
            ("x", "a value"),
            CLASS,
            ("P(c)", "share of class c among all rows whose class is known"),
            CLASS_SHARE,
            ("s", "trust in the value's own rows, from 0 to 1"),
            ("n_x", "number of rows with x whose class is known"),
        ),
        "The source leaves the two numbers of s open. Here s is one half for 20 rows, and 10 sets how fast s grows "
        "with the number of rows.",
    ),
    Method(
        WOE,
        "WOE (weight of evidence)",
        "supervised",
        "weight of evidence, as in credit scoring",
        DEPARTS,
        r"x\mapsto\ln\frac{(n_{xc}+1)/(n_c+2)}{(n_x-n_{xc}+1)/(n-n_c+2)}",
        "A value becomes one number for each known class, or for one of two classes. The number says how strongly the "
        "value speaks for this class and against the others. Two values are near if these numbers are similar.",
        (),
        (
            ("x", "a value"),
            CLASS,
            (r"n_{xc}", "number of rows of class c with x"),
            ("n_c", "number of rows of class c"),
            ("n_x", "number of rows with x whose class is known"),
            ("n", "number of rows whose class is known"),
        ),
        "Counts are smoothed by adding 1 and 2, so that no logarithm of 0 occurs. The usual definition uses the shares "
        "without smoothing.",
        stands_for="weight of evidence",
    ),
    Method(
        DensityEncoding,
        "Density (class shares)",
        "supervised",
        "Chen et al. 2013, compared with MTDLE in its paper",
        FAITHFUL,
        r"x\mapsto\bigl(P(c\mid x)\bigr)_c",
        "A value becomes the shares of all known classes among its rows. Two values are near if these shares are "
        "similar.",
        (),
        (("x", "a value"), CLASS, CLASS_SHARE),
    ),
    Method(
        MVDM,
        "MVDM (class shares)",
        "supervised",
        "Stanfill & Waltz 1986; Cost & Salzberg 1993",
        DEPARTS,
        r"d(x,y)=\sum_c\bigl|P(c\mid x)-P(c\mid y)\bigr|",
        "MVDM compares the known classes of the rows with one value and of the rows with the other value. Two values "
        "are near if the classes have similar shares among their rows.",
        (),
        (DISTANCE, PAIR, CLASS, CLASS_SHARE),
        "The weights that Cost & Salzberg give to single rows are left out.",
        stands_for="modified value difference metric",
    ),
    Method(
        HVDM,
        "HVDM (classes and numbers)",
        "supervised",
        "Wilson & Martinez 1997",
        DEPARTS,
        r"d(x,y)=\sqrt{\sum_c\bigl(P(c\mid x)-P(c\mid y)\bigr)^2},\qquad d(u,w)=\frac{|u-w|}{4\sigma}",
        "HVDM compares the shares of the known classes among the rows of two values, as MVDM does, with squared "
        "differences. Two numbers are compared in units of the standard deviation of their column.",
        (),
        (
            DISTANCE,
            PAIR,
            CLASS,
            CLASS_SHARE,
            _NUMBERS,
            (r"\sigma", "standard deviation of that column over all rows"),
        ),
        _MISSING_NUMBER + "Wilson & Martinez set the distance of a missing cell from everything to 1.",
        stands_for="heterogeneous value difference metric",
    ),
)
