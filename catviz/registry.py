"""The methods catviz knows: one row each, with its paper, formula and how faithful it is."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from catviz.classification import CoupledCentroidClassifier, DistanceKNNClassifier
from catviz.clustering import (
    ROCK,
    HierarchicalCategorical,
    KMeansCategorical,
    KMedoidsCategorical,
    KModes,
    SpectralCategorical,
)
from catviz.distances import (
    COD,
    COS,
    DILCA,
    HVDM,
    MVDM,
    UDM,
    WCADO,
    AhmadDey,
    Eskin,
    Goodall,
    Gower,
    Hamming,
    JiaDistance,
    LeHo,
    Lin,
    OccurrenceFrequency,
    Smirnov,
)
from catviz.embeddings import (
    AVE,
    CDE,
    HARR,
    MCA,
    MTDLE,
    STIRR,
    TAVE,
    TFIDF,
    WOE,
    DensityEncoding,
    OneHot,
    TargetEncoding,
)
from catviz.orders import OCL

FAITHFUL, OUR_READING, FIGURES_ONLY = "faithful", "our reading", "published figures only"


@dataclass(frozen=True)
class Method:
    """One method.

    Attributes
    ----------
    cls : type or None
        The estimator; None where there is nothing to run, and ``summary`` says why.
    title : str
        Name as it is shown; the name itself where there is nothing to run.
    family, paper, status, formula, summary : str
        The formula is LaTeX; the summary one plain sentence.
    aliases : tuple of str
        Names the papers use.
    """

    cls: type | None
    title: str
    family: str
    paper: str
    status: str
    formula: str
    summary: str
    aliases: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The class name, by which ``catviz.method`` finds it; the title where there is nothing to run."""
        return self.title if self.cls is None else self.cls.__name__

    @property
    def short(self) -> str:
        """The title without the words that explain it."""
        return self.title.partition(" · ")[0]

    @property
    def has_values(self) -> bool:
        """True where it learns a geometry of values."""
        return self.compares_rows and self.cls.gives != "objects"

    @property
    def compares_rows(self) -> bool:
        """True where its geometry gives distances between rows, with or without one of values."""
        return self.cls is not None and hasattr(self.cls, "gives")

    @property
    def supervised(self) -> bool:
        """True where it cannot do without known groups."""
        return self.cls is not None and self.cls.uses_target and self.cls.needs_target


_METHODS = (
    Method(
        AhmadDey,
        "ADM · company kept",
        "coupled",
        "Ahmad & Dey 2007, as used by TAVE, W-CADO and COS",
        FAITHFUL,
        r"d(x,y)=\frac{1}{d-1}\sum_{l\neq r}\tfrac12\sum_{w}\bigl|P_l(w\mid x)-P_l(w\mid y)\bigr|",
        "Two values are near when the other columns look the same with either.",
        ("ADM", "ADD", "ALGO_DISTANCE"),
    ),
    Method(
        Hamming,
        "Hamming · same or not",
        "matching",
        "baseline of all five papers",
        FAITHFUL,
        r"d(x,y)=[x\neq y]",
        "Equal values are at distance 0, all others at 1.",
        ("HAM", "SMS"),
    ),
    Method(
        COD,
        "COD · coupled distance",
        "coupled",
        "Wang et al. 2011/2015 (also CADO, CNS)",
        FAITHFUL,
        r"d(x,y)=\Bigl(\tfrac1{n_x}+\tfrac1{n_y}\Bigr)\,\frac{1}{d-1}\sum_{l\neq r}\mathrm{TV}_l(x,y)",
        "The company two values keep, stretched where the values are rare.",
        ("CADO", "CNS"),
    ),
    Method(
        COS,
        "COS · coupled similarity",
        "coupled",
        "Wang et al. 2011",
        FAITHFUL,
        r"s(x,y)=\frac{n_x n_y}{n_x+n_y+n_x n_y}\cdot\frac{1}{d-1}\sum_{l\neq r}\bigl(1-\mathrm{TV}_l(x,y)\bigr)",
        "Similar when both values are frequent and keep the same company.",
    ),
    Method(
        WCADO,
        "W-CADO · weighted coupled",
        "coupled",
        "Cao & Wen, A Weighted Distance Metric on Categorical Data",
        FAITHFUL,
        r"d(x,y)=\eta\,\theta\Bigl(\tfrac1{n_x}+\tfrac1{n_y}\Bigr)\sum_{l\neq r}\xi(r,l)\,\mathrm{TV}_l(x,y)",
        "Company again, but columns that depend on this one count more, and chance agreement counts less.",
        ("W-CADO",),
    ),
    Method(
        TAVE,
        "TAVE · diffusion",
        "diffusion",
        "Gu, Zhou & Zhao, tensor product graph diffusion",
        FAITHFUL,
        r"F\leftarrow S\,F\,S^{\top}+I,\qquad d(x,y)=\lVert F_{x}-F_{y}\rVert",
        "Similarities spread along a graph of a column's values and those of its partner column.",
    ),
    Method(
        AVE,
        "AVE · without diffusion",
        "diffusion",
        "Gu, Zhou & Zhao, the ablation of TAVE",
        FAITHFUL,
        r"d(x,y)=\lVert [M\mid Q]_{x}-[M\mid Q]_{y}\rVert",
        "How alike in frequency two values are, and how they meet their partner column.",
    ),
    Method(
        MCA,
        "MCA · correspondence",
        "correspondence",
        "Benzécri; exact, from the Burt matrix",
        FAITHFUL,
        r"\frac{G_{pq}}{d\sqrt{k_pk_q}}\,v=\lambda v,\qquad d(x,y)=\lVert g_x-g_y\rVert",
        "The plane in which rows spread most; values stand where their rows are.",
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
    ),
    Method(
        OCL,
        "OCL · learned order",
        "order",
        "Order Is All You Need for Categorical Data Clustering",
        FAITHFUL,
        r"d(x,y)=\frac{|o(x)-o(y)|}{v-1},\qquad z=\frac1d\sum_r\sum_j n_j\,p_{jr}^{\top}D_r\,p_{jr}",
        "Values are put in an order, jointly with clusters of rows; near in the order is near.",
    ),
    Method(
        MTDLE,
        "MTDLE · transitive paths",
        "transitive",
        "Zhang et al. 2015, From Categorical to Numerical",
        FAITHFUL,
        r"d(x,y)^{\theta}=\sum_m\alpha_m s_m\,\mathrm{path}_m(x,y)^{\theta},\qquad "
        r"\min_{\alpha\ge 0}\frac{\alpha^{\top}A\alpha}{\alpha^{\top}B\alpha}",
        "Values that never meet are near by way of the values they share; groups you know weigh the graphs.",
    ),
    Method(
        LeHo,
        "Le & Ho · divergence",
        "coupled",
        "Le & Ho 2005",
        OUR_READING,
        r"d(x,y)=\sum_{l\neq r}\mathrm{KL}(P_l^x\,\|\,P_l^y)+\mathrm{KL}(P_l^y\,\|\,P_l^x)",
        "Two values are far when the other columns would be surprising with the one after seeing the other.",
        ("Le & Ho",),
    ),
    Method(
        DILCA,
        "DILCA · telling context",
        "context",
        "Ienco, Pensa & Meo 2009, 2012",
        FAITHFUL,
        r"d(x,y)=\sqrt{\frac{\sum_{X\in C_r}\sum_{w\in X}(P(x\mid w)-P(y\mid w))^2}{\sum_{X\in C_r}|X|}}",
        "Two values are near when the same values of a few telling columns predict both.",
        ("CBDM",),
    ),
    Method(
        UDM,
        "UDM · entropy and order",
        "entropy",
        "Zhang & Cheung 2022, unified distance metric",
        OUR_READING,
        r"d(x,y)=\frac1d\sum_s R_{rs}\,\frac{H(P_{x\cdot}+P_{y\cdot})}{\log_2 v_s}",
        "Values are as far apart as the entropy between them, in every column that goes together with theirs.",
    ),
    Method(
        JiaDistance,
        "JDM · pairs of columns",
        "objects",
        "Jia, Cheung & Liu 2016",
        OUR_READING,
        r"D(x,y)=\frac{\sum_r w_r d_r}{\sum_r w_r},\qquad "
        r"d_r=\sum_{l\in S_r}R_{rl}\,[x_{rl}\neq y_{rl}]\,\bigl(p\,p^-(x_{rl})+p\,p^-(y_{rl})\bigr)",
        "Rows are far when frequent values, alone or with those of related columns, differ; only rows are compared.",
        ("JDM", "HDM"),
    ),
    Method(
        Lin,
        "Lin · shared information",
        "frequency",
        "Lin 1998; Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"s(x,y)=\frac{2\ln(p_x+p_y)}{\ln p_x+\ln p_y}",
        "Two rare values are near one another, two frequent ones far.",
        ("LSM",),
    ),
    Method(
        OccurrenceFrequency,
        "OF · both frequent",
        "frequency",
        "Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"s(x,y)=\frac{1}{1+\ln\frac{n}{n_x}\,\ln\frac{n}{n_y}}",
        "Two different values are alike when both are frequent.",
        ("OF",),
    ),
    Method(
        Eskin,
        "Eskin · many values",
        "frequency",
        "Eskin et al. 2002; Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"s(x,y)=\frac{v^2}{v^2+2}",
        "Differing counts for less in a column of many values.",
    ),
    Method(
        Goodall,
        "Goodall · rare matches",
        "frequency",
        "Goodall 1966; variant 3 of Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"s(x,x)=1-\frac{n_x(n_x-1)}{n(n-1)},\qquad s(x,y)=0",
        "Agreeing on a rare value counts more than agreeing on a common one.",
        ("Goodall3",),
    ),
    Method(
        Smirnov,
        "Smirnov · odds",
        "frequency",
        "Smirnov 1968; Boriah, Chandola & Kumar 2008",
        FAITHFUL,
        r"s(x,x)=2+\frac{n-n_x}{n_x}+\sum_{q\neq x}\frac{n_q}{n-n_q},\qquad s(x,y)=\sum_{q\neq x,y}\frac{n_q}{n-n_q}",
        "A match counts the more, the rarer its value and the more one other value prevails.",
    ),
    Method(
        Gower,
        "Gower · share that differs",
        "matching",
        "Gower 1971",
        FAITHFUL,
        r"d(x,y)=\frac1d\,[x\neq y],\qquad d(u,w)=\frac1d\,\frac{|u-w|}{\max-\min}",
        "Rows are as far apart as the share of columns in which they differ, numbers by their share of the range.",
    ),
    Method(
        CDE,
        "CDE · clusters of values",
        "coupling",
        "Jian et al. 2017, baseline of TAVE",
        OUR_READING,
        r"\psi\frac{p_j}{p_i},\ \frac{p_{ij}}{p_i}\ \to\ k\text{-means},\ k=2,3,\dots\ \to\ \text{PCA}",
        "Values are near when they fall into the same clusters of values, fine and coarse.",
    ),
    Method(
        HARR,
        "HARR · places on lines",
        "coupling",
        "Zhang, Zhao, Chen, Lu & Cheung, the successor of H2H",
        OUR_READING,
        r"x_{gh}(t)=\frac{\kappa_{tg}^2-\kappa_{th}^2+\kappa_{gh}^2}{2\kappa_{gh}}",
        "Any two values span a line, and every value is compared by its places on all lines.",
        ("H2H",),
    ),
    Method(
        STIRR,
        "STIRR · weights passed on",
        "dynamical",
        "Gibson, Kleinberg & Raghavan 1998, related work of MTDLE",
        OUR_READING,
        r"w\leftarrow(G-\mathrm{diag}\,k)\,w,\qquad W^{\top}W=I",
        "Values pass their weight to those they occur with until it settles.",
    ),
    Method(
        TFIDF,
        "TF-IDF · one number",
        "indicator",
        "baseline of TAVE (TVE)",
        FAITHFUL,
        r"x\mapsto\frac{n_x}{n}\log t",
        "A value becomes the share of rows that carry it, scaled by the number of columns.",
        ("TVE",),
    ),
    Method(
        TargetEncoding,
        "Target · class share",
        "supervised",
        "Micci-Barreca 2001",
        FAITHFUL,
        r"x\mapsto(1-s)\,P(c)+s\,P(c\mid x),\qquad s=\frac{1}{1+e^{-(n_x-20)/10}}",
        "A value becomes the share of a class among its rows, drawn towards the overall share where it is rare.",
    ),
    Method(
        WOE,
        "WOE · weight of evidence",
        "supervised",
        "weight of evidence, as in credit scoring",
        FAITHFUL,
        r"x\mapsto\ln\frac{(p_x+1)/(P+2)}{(q_x+1)/(N+2)}",
        "How far a value speaks for a class rather than for the others.",
    ),
    Method(
        DensityEncoding,
        "Density · class shares",
        "supervised",
        "baseline of MTDLE",
        FAITHFUL,
        r"x\mapsto\bigl(P(y\mid x)\bigr)_y",
        "A value becomes the shares of all classes among its rows.",
    ),
    Method(
        MVDM,
        "MVDM · class shares",
        "supervised",
        "Stanfill & Waltz 1986; Cost & Salzberg 1993",
        FAITHFUL,
        r"d(x,y)=\sum_c\bigl|P(c\mid x)-P(c\mid y)\bigr|",
        "Two values are near when their rows fall into the known groups in the same proportions.",
    ),
    Method(
        HVDM,
        "HVDM · classes and numbers",
        "supervised",
        "Wilson & Martinez 1997",
        FAITHFUL,
        r"d(x,y)=\sqrt{\sum_c\bigl(P(c\mid x)-P(c\mid y)\bigr)^2},\qquad d(u,w)=\frac{|u-w|}{4\sigma}",
        "Class shares as in MVDM but squared, with numbers compared in standard deviations beside them.",
    ),
    Method(
        KModes,
        "k-modes",
        "clustering",
        "Huang 1998",
        FAITHFUL,
        r"\min\sum_j\sum_{x\in C_j}\sum_r d_r(x_r,m_{jr})",
        "Rows join the nearest of k typical rows; any distance between values will do (UDMC is k-modes under UDM).",
        ("KMD", "UDMC"),
    ),
    Method(
        SpectralCategorical,
        "Spectral · eigenvectors of rows",
        "clustering",
        "Ng, Jordan & Weiss 2001; W-CADO's tables",
        OUR_READING,
        r"N=S^{-1/2}A\,S^{-1/2},\qquad A=e^{-D/s}\ \text{or}\ D",
        "Rows are placed by the leading eigenvectors of their affinities and then clustered by k-means.",
        ("SC",),
    ),
    Method(
        KMeansCategorical,
        "k-means · mean places",
        "clustering",
        "Lloyd 1982; Arthur & Vassilvitskii 2007",
        FAITHFUL,
        r"\min_{\mu_1,\dots,\mu_k}\sum_i\min_j\lVert x_i-\mu_j\rVert^2",
        "Rows join the nearest of k means of the coordinates that a method gives them.",
    ),
    Method(
        KMedoidsCategorical,
        "k-medoids · typical rows",
        "clustering",
        "Kaufman & Rousseeuw 1987; Schubert & Rousseeuw 2021",
        FAITHFUL,
        r"\min_{m_1,\dots,m_k}\sum_i\min_j D(x_i,m_j)",
        "Rows join the nearest of k rows of the table itself, under any distances between rows.",
        ("PAM",),
    ),
    Method(
        HierarchicalCategorical,
        "Hierarchical · nearest first",
        "clustering",
        "Lance & Williams 1967; Murtagh 1983",
        FAITHFUL,
        r"D(A,B)=\frac{1}{|A||B|}\sum_{x\in A}\sum_{y\in B}D(x,y)",
        "The two nearest clusters merge again and again until k are left.",
        ("UPGMA",),
    ),
    Method(
        ROCK,
        "ROCK · shared neighbours",
        "clustering",
        "Guha, Rastogi & Shim 1999",
        OUR_READING,
        r"\max\frac{\mathrm{links}(C_i,C_j)}{(n_i+n_j)^{e}-n_i^{e}-n_j^{e}},\qquad e=1+2\,\frac{1-\theta}{1+\theta}",
        "Clusters merge whose rows share the most neighbours for their size.",
    ),
    Method(
        CoupledCentroidClassifier,
        "Coupled centroids · typical rows",
        "classification",
        "Wang et al., classification with coupled similarity",
        OUR_READING,
        r"\sum_{t\in c}w_t\exp\Bigl(-\frac{1-s(x,m_t)}{\tau s_0}\Bigr)",
        "A row gets the class whose typical rows it is most similar to.",
    ),
    Method(
        DistanceKNNClassifier,
        "k nearest · any distance",
        "classification",
        "compared with coupled centroids",
        FAITHFUL,
        r"\arg\max_c\sum_{x'\in N_k(x)}[y(x')=c]",
        "The nearest rows vote; equally far rows share a vote.",
    ),
    Method(
        None,
        "DLC",
        "clustering",
        "Zhang & Cheung, AAAI 2020, compared in OCL's tables",
        FIGURES_ONLY,
        "",
        "Weights on neighbouring ordered values, adjusted with the clusters: no public definition found.",
    ),
    Method(
        None,
        "HDC",
        "clustering",
        "Zhang & Cheung 2022, compared in OCL's tables",
        FIGURES_ONLY,
        "",
        "Nothing to run: no public definition found, only published figures.",
    ),
    Method(
        None,
        "ADC",
        "clustering",
        "Zhang & Cheung 2023, compared in OCL's tables",
        FIGURES_ONLY,
        "",
        "Nothing to run: no public definition found, only published figures.",
    ),
)

REFERENCE = "Hamming"
"""What others are held against: the distance that knows nothing of the data."""
DEFAULT = _METHODS[0].cls.__name__
"""What pages open with."""
DEFAULT_MAP = "MCA"
"""The map rows open with, at once."""


def methods() -> tuple[Method, ...]:
    """Every method, in the order pages list them.

    Examples
    --------
    >>> import catviz
    >>> catviz.method("ADM").name
    'AhmadDey'
    """
    return _METHODS


def method(name: str) -> Method:
    """The method of a name or a paper's alias; ValueError suggests the nearest names."""
    known = {alias.casefold(): m for m in _METHODS for alias in (m.name, *m.aliases)}
    try:
        return known[name.casefold()]
    except KeyError:
        near = difflib.get_close_matches(name.casefold(), known, n=3, cutoff=0.3)
        hint = ", ".join(known[n].name for n in near) or ", ".join(m.name for m in _METHODS)
        raise ValueError(f"no method {name!r}; did you mean {hint}?") from None
