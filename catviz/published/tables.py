"""What a published table is, and how the files that hold its figures are read: a CSV and a TOML file a paper."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from catviz.method_rows import papers
from catviz.parameters import in_words
from catviz.registry import method

FOLDER = Path(__file__).parent / "tables"
FILES = {"TAVE": "tave", "W-CADO": "wcado", "OCL": "ocl", "MTDLE": "mtdle", "COS": "cos"}
LATER_FILES = {"SigDT": "sigdt", "SigTree": "sigtree", "COForest": "coforest", "DISC": "disc"}
CELLS = ["data", "method", "metric", "mean", "deviation", "marked"]
MISSING = ("—", "-")
#: A coding of columns that is no method of the registry.
CODES = "integer codes"
#: The number of clusters, beside the scores of `catviz.analysis.metrics.scores`.
CLUSTERS = "clusters"
_CELL = re.compile(r"(?P<mean>-?\d+(?:\.\d+)?(?:e\d+)?)(?:±(?P<deviation>\d+\.\d+))?(?P<marked>\*?)")


@dataclass(frozen=True)
class Run:
    """What of catviz stands for a published row or column.

    Attributes
    ----------
    method : str
        Name in `catviz.registry`, or `CODES`; of a method with ``cls`` None there are published figures only.
    model : str
        What clusters or classifies with it: a name in the registry, "k-means", or a classifier of
        `catviz.classification.on_encodings`; empty where the method clusters by itself or there is nothing to run.
    parameters, model_parameters : mapping
        What differs from our defaults.
    rows : str
        How the data set is prepared, where that is not as usual for the paper; else empty.
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
    text : str
    paper_tables : bool
        The value of ``scores(..., paper_tables=...)`` that gives these metrics.
    normalisers : tuple of str
        Names of `catviz.analysis.metrics.NMI_MEANS` by which NMI is divided too, as "NMI joint".
    exact : bool
        True if nothing in a run is random: one run is all there is.
    """

    repeats: int
    scores: Mapping[str, str]
    text: str
    paper_tables: bool = False
    normalisers: tuple[str, ...] = ()
    exact: bool = False


@dataclass(frozen=True, eq=False)
class PublishedTable:
    """A printed table, cell for cell, or an excerpt of one.

    Attributes
    ----------
    paper : str
        One of `catviz.published.PAPERS`.
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
    friedman_p : float or None
        The p value that is printed of Friedman's test on the table.
    critical_differences : mapping of level to the printed critical difference of average ranks (Bonferroni-Dunn)
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
    friedman_p: float | None = None
    critical_differences: Mapping[float, float] = field(default_factory=dict)
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


@dataclass(frozen=True)
class PublishedFigure:
    """A figure of results that a paper prints.

    Attributes
    ----------
    paper : str
    number : int or str
        As printed; a word for one without a number.
    title : str
    printed : str
        What the paper shows and says.
    note : str
        Where ours is made otherwise, or cannot be.
    """

    paper: str
    number: int | str
    title: str
    printed: str
    note: str

    @property
    def name(self) -> str:
        """How it is called on pages."""
        return f"Fig. {self.number}" if isinstance(self.number, int) else self.number.capitalize()


@cache
def figures_of(paper: str) -> tuple[PublishedFigure, ...]:
    """A paper's figures of results, in its order; none for a paper without."""
    return tuple(PublishedFigure(paper, **figure) for figure in _file(paper).get("figures", ()))


def tables_of(paper: str) -> tuple[PublishedTable, ...]:
    """A paper's tables, in its order; the cells are a copy."""
    return tuple(replace(table, cells=table.cells.copy()) for table in _tables(paper))


@cache
def _tables(paper: str) -> tuple[PublishedTable, ...]:
    file, name = _file(paper), (FILES | LATER_FILES)[paper]
    printed = pd.read_csv(FOLDER / f"{name}.csv", dtype=str, keep_default_na=False)
    source = papers()[file["source"]]
    tables: dict[int | str, PublishedTable] = {}
    for about in file["tables"]:
        cells = read_cells(printed[printed["table"] == str(about["number"])])
        tables[about["number"]] = _table(paper, source, file, about, cells, tables)
    return tuple(tables.values())


def run_in_words(run: Run) -> str:
    """Method and model by the names that pages have, with the parameters that are not our defaults.

    Examples
    --------
    >>> from catviz.published.tables import Run
    >>> run_in_words(Run("Hamming", "KModes", model_parameters={"update": "mode", "n_init": 1}))
    'Hamming, k-modes (Centres: most frequent values; Starts: 1)'
    """
    parts = [(run.method, run.parameters), (run.model, run.model_parameters)]
    words = ", ".join(_part_in_words(name, settings) for name, settings in parts if name)
    return f"{words}; {run.rows}" if run.rows else words


def read_cells(printed: pd.DataFrame) -> pd.DataFrame:
    """Cells as a `PublishedTable` has them, from those of a file.

    Parameters
    ----------
    printed : DataFrame with ``data``, ``method``, ``metric`` and ``printed``
        A number, ``mean±deviation`` or a dash, with ``*`` where it is marked.

    Raises
    ------
    ValueError
        A cell is written otherwise.
    """
    parts = pd.DataFrame([_cell(text) for text in printed["printed"]], columns=CELLS[3:])
    return pd.concat([printed[CELLS[:3]].reset_index(drop=True), parts], axis=1)


@cache
def _file(paper: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{(FILES | LATER_FILES)[paper]}.toml").read_text(encoding="utf-8"))


def _table(
    paper: str,
    source: str,
    file: Mapping[str, Any],
    about: Mapping[str, Any],
    cells: pd.DataFrame,
    earlier: Mapping[int | str, PublishedTable],
) -> PublishedTable:
    """One table: what the file says of it, and of all tables that have its data sets, methods and metrics."""
    number = about["number"]
    names = {column: set(cells[column]) for column in CELLS[:3]}
    named = {"all"}.union(*names.values())
    results = "protocol" in file and not about.get("counts", False)

    def holds(entry: Mapping[str, Any]) -> bool:
        """Whether an entry is about this table."""
        if not names["data"].intersection(entry.get("data", names["data"])):
            return False
        if "tables" in entry:
            return number in entry["tables"]
        return results and named.issuperset(_names(entry.get("about", ())))

    methods = {name: run for name, run in file.get("methods", {}).items() if name in names["method"]} if results else {}
    methods |= about.get("methods", {})
    runs = {name: _run(settings) for name, settings in methods.items()}
    same = earlier[about["runs_of"]] if "runs_of" in about else None
    return PublishedTable(
        paper=paper,
        number=number,
        title=about["title"],
        source=f"{source}, {about.get('place', f'Table {number}')}",
        cells=cells,
        datasets={name: ours for name, ours in file["datasets"].items() if name in names["data"]},
        methods=runs,
        protocol=_protocol(file["protocol"]) if results else None,
        ranks=about.get("ranks", {}),
        friedman_p=about.get("friedman_p"),
        critical_differences={float(level): gap for level, gap in about.get("critical_differences", {}).items()},
        deviations={_key(note): note["text"] for note in file.get("notes", ()) if holds(note)},
        reasons={_key(reason): reason["text"] for reason in file.get("reasons", ()) if holds(reason)},
        same_runs={} if same is None else _deviations(same, names["method"]),
        spreads=() if same is None else tuple(same.cells["deviation"].dropna()),
        extremes=about.get("extremes", False),
        stand_ins=frozenset(name for name, settings in methods.items() if settings.get("stands_in")),
        tried={each["name"]: _reading(each, runs) for each in file.get("readings", ()) if results and holds(each)},
        excerpt=about.get("excerpt", False),
    )


def _names(about: str | Iterable[str]) -> list[str]:
    return [about] if isinstance(about, str) else list(about)


def _key(entry: Mapping[str, Any]) -> str | tuple[str, ...]:
    about = entry["about"]
    return about if isinstance(about, str) else tuple(about)


def _run(entry: Mapping[str, Any]) -> Run:
    return Run(**{name: value for name, value in entry.items() if name != "stands_in"})


def _protocol(entry: Mapping[str, Any]) -> Protocol:
    return Protocol(**dict(entry) | {"normalisers": tuple(entry.get("normalisers", ()))})


def _reading(entry: Mapping[str, Any], runs: Mapping[str, Run]) -> Reading:
    """A reading; one of other ``rows`` is of the runs as they are with rows prepared so."""
    methods = {name: replace(runs[name], rows=entry["rows"]) for name in entry.get("of", ())}
    methods |= {name: Run(**run) for name, run in entry.get("methods", {}).items()}
    return Reading(methods, entry.get("scores", {}), tuple(entry.get("data", ())))


def _deviations(same: PublishedTable, methods: set[str]) -> dict[tuple[str, str], float]:
    """The deviations that another table prints of the methods that are in both."""
    printed = same.cells[same.cells["method"].isin(methods) & same.cells["deviation"].notna()]
    return dict(zip(zip(printed["data"], printed["method"], strict=True), printed["deviation"], strict=True))


def _cell(text: str) -> tuple[float, float, bool]:
    if text in MISSING:
        return float("nan"), float("nan"), False
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"cell {text!r}: write a number, mean±deviation or a dash, with * where it is marked")
    return float(match["mean"]), float(match["deviation"] or "nan"), bool(match["marked"])


def _part_in_words(name: str, parameters: Mapping[str, object]) -> str:
    try:
        row = method(name)
    except ValueError:  # it is in words already
        return name
    settings = "; ".join(in_words(row.cls, key, value) for key, value in parameters.items())
    return f"{row.short} ({settings})" if settings else row.short
