"""The methods catviz knows: one row each, with its paper, formula and how faithful it is."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from catviz.clustering.kmodes import KModes
from catviz.distances import COD, COS, WCADO, AhmadDey, Hamming
from catviz.embeddings import AVE, MCA, TAVE, OneHot
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
        Name as it is shown.
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
        """The class name, by which ``catviz.method`` finds it."""
        return self.cls.__name__

    @property
    def has_values(self) -> bool:
        """True where it learns a geometry of values."""
        return self.cls is not None and hasattr(self.cls, "gives")


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
        KModes,
        "k-modes",
        "clustering",
        "Huang 1998",
        FAITHFUL,
        r"\min\sum_j\sum_{x\in C_j}\sum_r d_r(x_r,m_{jr})",
        "Rows join the nearest of k typical rows; any distance between values will do.",
        ("KMD",),
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
