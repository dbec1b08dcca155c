"""What a published table is, and how the block that holds its figures is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import pandas as pd

CELLS = ["data", "method", "metric", "mean", "deviation", "marked"]
MISSING = ("—", "-")
CLUSTERS = "clusters"
"""The number of clusters, beside the scores of `catviz.analysis.metrics.scores`."""

_CELL = re.compile(r"(?P<mean>-?\d+(?:\.\d+)?(?:e\d+)?)(?:±(?P<deviation>\d+\.\d+))?(?P<marked>\*?)")


@dataclass(frozen=True)
class Run:
    """What of catviz stands for a published row or column.

    Attributes
    ----------
    method : str
        Name in `catviz.registry`; of a method with ``cls`` None there are published figures only.
    model : str
        What clusters or classifies with it: a name in the registry, "k-means", "logistic regression" or "decision
        tree"; empty where the method clusters by itself or there is nothing to run.
    parameters, model_parameters : mapping
        What differs from our defaults.
    rows : str
        A name of `catviz.papers.prepared.VARIANTS` where the data set is prepared otherwise; else empty.
    """

    method: str
    model: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)
    model_parameters: Mapping[str, object] = field(default_factory=dict)
    rows: str = ""


@dataclass(frozen=True)
class Reading:
    """Another way to read a paper's protocol: what changes, and where.

    Attributes
    ----------
    methods : mapping of printed method name to Run
    scores : mapping of printed metric to score
        As in `Protocol`; of metrics defined otherwise.
    data : tuple of str
        Printed names of the data sets it is about; empty for all.
    """

    methods: Mapping[str, Run] = field(default_factory=dict)
    scores: Mapping[str, str] = field(default_factory=dict)
    data: tuple[str, ...] = ()


@dataclass(frozen=True)
class Protocol:
    """How the figures were made.

    Attributes
    ----------
    repeats : int
        Runs behind every mean.
    scores : mapping of printed metric to key of `catviz.analysis.metrics.scores`
        "accuracy" is that of a classifier on rows it has not seen, and `CLUSTERS` is the number of clusters.
    paper_tables : bool
        The value of ``scores(..., paper_tables=...)`` that gives these metrics.
    text : str
    normalisers : tuple of str
        Names of `catviz.analysis.metrics.NMI_MEANS` by which NMI is divided too, as "NMI joint".
    exact : bool
        True if nothing in a run is random: one run is all there is.
    """

    repeats: int
    scores: Mapping[str, str]
    paper_tables: bool
    text: str
    normalisers: tuple[str, ...] = ()
    exact: bool = False


@dataclass(frozen=True, eq=False)
class PublishedTable:
    """A printed table, cell for cell, or an excerpt of one.

    Attributes
    ----------
    paper : str
        One of `catviz.papers.published.PAPERS`.
    number : int or str
        As printed; a word for figures that stand in the text alone.
    title, source : str
    cells : DataFrame, a row a cell
        ``data``, ``method`` and ``metric`` as the paper names them (``method`` empty in tables of data statistics),
        ``mean`` (NaN: a dash in the table), ``deviation`` (NaN: none is printed) and ``marked`` (bold in our text of
        the paper, which has kept bold print in MTDLE's Table 3 alone).
    datasets : mapping of printed name to our data set
    methods : mapping of printed name to Run
    protocol : Protocol or None
        None where nothing was repeated: data statistics and counts.
    ranks : mapping of method to its printed average rank, empty where the table has none
    deviations : mapping to a sentence
        From a printed data set, method or metric, (data set, method), (data set, method, metric), or "all": what is
        known of how figures were made, and where that is not what the paper says, or not what we can run.
    reasons : mapping to a sentence
        With keys as ``deviations``, or "all": why figures may differ from ours; of each cell the nearest one counts.
    same_runs : mapping of (printed data set, method) to a standard deviation
        What another table of the paper prints for the same runs as a cell of this one, which prints none.
    spreads : tuple of float
        Deviations that another table prints of the same experiment, for the margin of one that prints hardly any.
    extremes : bool
        True if the printed figures are the smallest and the largest over data sets.
    stand_ins : frozenset of printed method names
        Methods for which another one runs here; their figures are not counted with the rest.
    tried : mapping of a protocol in words to a Reading
        Other ways to read the paper's protocol.
    excerpt : bool
        True if only some of the printed cells stand here, so that nothing can be said of the table as a whole: no
        ranks, no tests, no audit.
    """

    paper: str
    number: int | str
    title: str
    source: str
    cells: pd.DataFrame
    datasets: Mapping[str, str]
    methods: Mapping[str, Run] = field(default_factory=dict)
    protocol: Protocol | None = None
    ranks: Mapping[str, float] = field(default_factory=dict)
    deviations: Mapping[Any, str] = field(default_factory=dict)
    reasons: Mapping[Any, str] = field(default_factory=dict)
    same_runs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    spreads: tuple[float, ...] = ()
    extremes: bool = False
    stand_ins: frozenset[str] = frozenset()
    tried: Mapping[str, Reading] = field(default_factory=dict)
    excerpt: bool = False

    def wide(self, metric: str) -> pd.DataFrame:
        """Means of one metric, data sets by methods, in printed order."""
        some = self.cells[self.cells["metric"] == metric]
        table = some.pivot(index="data", columns="method", values="mean")
        return table.loc[some["data"].unique(), some["method"].unique()]


def read_cells(block: str, columns: str, **same: str) -> pd.DataFrame:
    """The cells of a block laid out as on the page.

    Parameters
    ----------
    block : str
        A head and a line a row, entries two spaces apart; the first of the head says what rows are ("data", "method"
        or "metric"). A cell is a number, ``mean±deviation`` or a dash, with ``*`` where it is marked. An empty line
        starts a further part with its own head.
    columns : str
        What columns are.
    same : str
        The rest of "data", "method", "metric": one name for the whole block.
    """
    lines = []
    for part in block.strip().split("\n\n"):
        (rows, *names), *body = (re.split(r"\s{2,}", line.strip()) for line in part.splitlines())
        for row, *cells in body:
            for name, cell in zip(names, cells, strict=True):
                lines.append(same | {rows: row, columns: name} | _cell(cell))
    return pd.DataFrame(lines, columns=CELLS)


def excerpt(paper: str, title: str, source: str, cells: pd.DataFrame, **rest: Any) -> PublishedTable:
    """Some of the clusterings' scores that a later paper prints; ``rest`` is that of a `PublishedTable`."""
    where = f"{source}, table of results"
    return PublishedTable(
        paper=paper, number="clusterings", title=title, source=where, cells=cells, excerpt=True, **rest
    )


def sizes(
    paper: str,
    source: str,
    title: str,
    block: str,
    datasets: Mapping[str, str],
    deviations: Mapping[str, str] = MappingProxyType({}),
) -> PublishedTable:
    """The sizes of a paper's data sets, which are Table 2 wherever they are a table; parameters as `PublishedTable`."""
    cells = read_cells(block, "metric", method="")
    return PublishedTable(paper, 2, title, f"{source}, Table 2", cells, datasets, deviations=deviations)


def without_ranks(cells: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, float]]:
    """The cells of data sets, and those of the line "rank" by method."""
    rank = cells["data"] == "rank"
    ranks = dict(zip(cells.loc[rank, "method"], cells.loc[rank, "mean"], strict=True))
    return cells[~rank].reset_index(drop=True), ranks


def _cell(text: str) -> dict:
    if text in MISSING:
        return {"mean": float("nan"), "deviation": float("nan"), "marked": False}
    found = _CELL.fullmatch(text)
    if found is None:
        raise ValueError(f"cell {text!r}: write a number, mean±deviation or a dash, with * where it is marked")
    deviation = float(found["deviation"] or "nan")
    return {"mean": float(found["mean"]), "deviation": deviation, "marked": bool(found["marked"])}
