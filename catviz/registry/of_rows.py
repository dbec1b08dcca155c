"""Methods that group or classify rows, and those of which there are published figures only."""

from __future__ import annotations

from catviz.classification import CoupledCentroidClassifier, DistanceKNNClassifier
from catviz.clustering import (
    ROCK,
    HierarchicalCategorical,
    KMeansCategorical,
    KMedoidsCategorical,
    KModes,
    SignificanceTree,
    SpectralCategorical,
)
from catviz.clustering.starts import N_STARTS
from catviz.registry import references
from catviz.registry.method import CLASS, DEPARTS, FAITHFUL, FIGURES_ONLY, OUR_READING, Method

_STARTS = f"The best of {N_STARTS} starts from random rows counts"
_ROW_DISTANCE = (r"D(x,y)", "distance between the rows x and y")

METHODS = (
    Method(
        KModes,
        "k-modes (typical values)",
        "clustering",
        "Huang 1998",
        DEPARTS,
        r"\min_{m_1,\dots,m_k}\sum_i\min_j\sum_r d_r(x_{ir},m_{jr})^q",
        "Each row joins the nearest of k centres, under any distance between values. A centre has a typical value of "
        "its rows in each column. UDMC is k-modes under UDM, and HDC is k-modes under HD.",
        ("KMD", "UDMC", "HDC"),
        (
            ("m_j", "centre of cluster j"),
            ("k", "number of clusters"),
            ("i", "a row"),
            ("r", "a column"),
            ("x_{ir}", "value of row i in column r"),
            ("m_{jr}", "value of the centre of cluster j in column r"),
            ("d_r", "distance between the values of column r"),
            ("q", "power of the distances before they are added up over columns: 1 or 2, depending on the method"),
        ),
        f"{_STARTS}, and centres move once all rows are assigned; Huang moves a centre after each row. Under Hamming "
        "distances a centre has the most frequent values, as in Huang's method. Under other distances it has the "
        "values of lowest cost, unless "
        'update="mode" is set.',
        settings={"UDMC": {"distances": "UDM"}, "HDC": {"distances": "HD"}},
    ),
    Method(
        SpectralCategorical,
        "Spectral (eigenvectors)",
        "clustering",
        f"Ng, Jordan & Weiss 2001; tables of {references.WCADO}",
        OUR_READING,
        r"N=S^{-1/2}A\,S^{-1/2},\qquad A_{xy}=\exp(-D(x,y)/s)",
        "Each row gets a place, so that similar rows are close together, and k-means clusters these places. The places "
        "come from the eigenvectors with the largest eigenvalues of a matrix of the similarities of rows, called "
        "affinities.",
        ("SC",),
        (
            (
                "N",
                "matrix of the scaled affinities; its eigenvectors with the largest eigenvalues, one for each cluster, "
                "give the rows their places",
            ),
            ("A", "matrix of the affinities of the rows"),
            ("S", "diagonal matrix of the row sums of A"),
            _ROW_DISTANCE,
            ("s", "median of the distances that are not 0"),
        ),
        "Ng, Jordan & Weiss set the diagonal of A to 0 and choose the width s by trying; here the diagonal is 1. With "
        'affinity="paper", A is D, the matrix of distances; this gives published tables of W-CADO.',
    ),
    Method(
        KMeansCategorical,
        "k-means (cluster means)",
        "clustering",
        "Lloyd 1982; Arthur & Vassilvitskii 2007",
        DEPARTS,
        r"\min_{\mu_1,\dots,\mu_k}\sum_i\min_j\lVert x_i-\mu_j\rVert^2",
        "Each row joins the nearest of k centres, under any coordinates of the rows. A centre is the mean of its rows.",
        (),
        (
            (r"\mu_j", "centre of cluster j: the mean of its rows"),
            ("k", "number of clusters"),
            ("i", "a row"),
            ("x_i", "coordinates of row i"),
        ),
        f"The best of {N_STARTS} starts counts, and each start is made by k-means++. The sources describe one start.",
    ),
    Method(
        KMedoidsCategorical,
        "k-medoids (typical rows)",
        "clustering",
        "Kaufman & Rousseeuw 1987; Schubert & Rousseeuw 2021",
        DEPARTS,
        r"\min_{m_1,\dots,m_k}\sum_i\min_j D(x_i,m_j)",
        "Each row joins the nearest of k centres, under any distance between rows. A centre, the medoid, is a row of "
        "the table.",
        ("PAM",),
        (
            ("m_j", "centre of cluster j: a row of the table"),
            ("k", "number of clusters"),
            ("i", "a row"),
            ("x_i", "row i"),
            ("D", "distance between two rows"),
        ),
        f"{_STARTS}; PAM builds one start step by step. As in PAM, a run ends when no swap of a medoid with another "
        "row lowers the sum of distances.",
    ),
    Method(
        HierarchicalCategorical,
        "Hierarchical (agglomerative)",
        "clustering",
        "Lance & Williams 1967; Murtagh 1983",
        FAITHFUL,
        r"D(A,B)=\frac{1}{|A||B|}\sum_{x\in A}\sum_{y\in B}D(x,y)",
        "At first every distinct row is a cluster. The two nearest clusters merge, again and again, until k clusters "
        "are left.",
        ("UPGMA",),
        (
            ("D(A,B)", "distance between the clusters A and B, by average linkage, the default"),
            ("|A|", "number of rows in cluster A"),
            _ROW_DISTANCE,
        ),
    ),
    Method(
        ROCK,
        "ROCK (shared neighbours)",
        "clustering",
        "Guha, Rastogi & Shim 1999",
        OUR_READING,
        r"\max_{i,\,j}\frac{\mathrm{links}(C_i,C_j)}{(n_i+n_j)^{e}-n_i^{e}-n_j^{e}},\qquad "
        r"e=1+2\,\frac{1-\theta}{1+\theta}",
        "ROCK counts the neighbours that two rows share. Again and again, it merges the two clusters whose rows share "
        "the most neighbours, compared with the number expected for clusters of these sizes.",
        (),
        (
            (r"i,\,j", "two clusters"),
            (
                r"\mathrm{links}(C_i,C_j)",
                "number of shared neighbours, summed over the pairs of a row of cluster i and a row of cluster j",
            ),
            ("C_i", "the rows of cluster i"),
            ("n_i", "number of rows of cluster i"),
            ("e", "exponent, which gives the links expected within a cluster"),
            (
                r"\theta",
                "least similarity of neighbours, 0.5 by default; the similarity of two rows is the number of values in "
                "common, divided by the number of distinct values in both",
            ),
        ),
        "Equal rows start in one cluster. A missing value is a value of its own. Rows without neighbours are not "
        "removed as outliers.",
        stands_for="robust clustering using links",
    ),
    Method(
        SignificanceTree,
        "Significance tree (clusters as rules)",
        "clustering",
        "Hu, Jiang, Liu & He 2025 (SigDT); Hu, Jiang, Dong, Liu & He 2025 (SigTree)",
        DEPARTS,
        r"p=P\bigl(X\ge s\bigr),\qquad X\sim\mathrm{Bin}(Q,\alpha),\qquad p\le\frac{\alpha}{Q^N}",
        "A tree splits the rows by questions: does a row have a certain value in a certain column? Splitting goes on "
        "as long as the two sides differ significantly in the other columns. The leaves of the tree are the clusters, "
        "so their number need not be chosen.",
        ("SigDT", "SigTree"),
        (
            (
                "p",
                "score of a question; the question with the smallest p is asked, and the rows are split if p is small "
                "enough",
            ),
            ("P", "probability"),
            ("X", "a random number with the binomial distribution below"),
            ("s", "number of values of other columns whose shares differ between the two sides at level alpha"),
            (r"\mathrm{Bin}(Q,\alpha)", "binomial distribution of Q trials with probability alpha"),
            ("Q", "number of values of all columns"),
            (r"\alpha", "level, 0.01 by default"),
            ("N", "number of the node: all rows are node 1; the first branch is numbered to its end, then the next"),
        ),
        "The sources' programs split all rows once even if nothing is significant (force_root=True). Of equally good "
        "values they take the first in the table, and catviz takes one that does not depend on the order of the rows. "
        'SigTree compares the two sides by chi-squared (test="chi2").',
        settings={"SigTree": {"test": "chi2"}},
    ),
    Method(
        CoupledCentroidClassifier,
        "Coupled centroids (typical rows)",
        "classification",
        references.COUPLED,
        OUR_READING,
        r"\sum_{t\in c}w_t\exp\Bigl(-\frac{1-s(x,t)}{\tau s_0}\Bigr),\qquad "
        r"w_t=\tfrac12+\tfrac12\,\frac{1-\max_{u\notin c}s(t,u)}{\max_{t'}\bigl(1-\max_{u}s(t',u)\bigr)}",
        "Each known class is described by a few typical rows, its centroids. A row gets the class whose centroids it "
        "is most similar to.",
        (),
        (
            ("x", "the row to classify: the class with the largest sum wins"),
            CLASS,
            ("t", "a centroid of class c: one of its rows, found by k-medoids"),
            ("w_t", "weight of t; it is large if no centroid of another class is similar to t"),
            ("t'", "any centroid"),
            ("u", "a centroid of another class"),
            (r"s(x,t)", "COS similarity of the two rows, divided so that every row has similarity 1 with itself"),
            (r"\tau", "width of a centroid's influence, 0.1 by default"),
            ("s_0", "mean of 1 - s between training rows and their nearest centroid of their own class"),
        ),
        "The paper describes the weights and the final score only in words, so both formulas are catviz's. The sign of "
        "its Eq. 4.2 is reversed: a medoid maximises similarity.",
    ),
    Method(
        DistanceKNNClassifier,
        "k nearest (any distance)",
        "classification",
        "Fix & Hodges 1951; compared with coupled centroids",
        FAITHFUL,
        r"\arg\max_c\sum_{y\in N_k(x)}[c_y=c]",
        "The k nearest rows vote on the class of a row (k-NN). Rows that are equally far away share a vote.",
        (),
        (
            ("c", "a class"),
            ("x", "the row to classify"),
            ("N_k(x)", "the k nearest rows, 5 by default"),
            ("y", "one of these rows"),
            ("[c_y=c]", "1 if the class of y is c, otherwise 0"),
        ),
        "Rows that tie for the last places among the k share the votes that are left.",
    ),
    Method(
        None,
        "DLC",
        "clustering",
        "Zhang & Cheung, AAAI 2020, compared in OCL's tables",
        FIGURES_ONLY,
        "",
        "DLC gives weights to neighbouring ordered values and adjusts them with the clusters. It cannot be run: no "
        "public definition was found.",
    ),
    Method(
        None,
        "ADC",
        "clustering",
        "Zhang & Cheung 2023, compared in OCL's tables",
        FIGURES_ONLY,
        "",
        "ADC cannot be run: no public definition was found, only published results.",
    ),
    Method(
        None,
        "DISC",
        "clustering",
        references.DISC.partition(" 2026")[0] + " 2026",
        FIGURES_ONLY,
        "",
        "DISC is k-modes with a distance of values for each cluster. Its distances belong to clusters and not to "
        "columns, so catviz does not implement it, and there is nothing to run.",
    ),
)
