"""The report of the papers' experiments run again: every printed figure with ours beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from catviz.published import LATER, published_tables
from catviz.published.recomputed import recomputed_ranks, recomputed_tests
from catviz.published.results import BADGES, CHECKED, DIFFERS, EQUAL, EXACT, FEWEST, KEPT, NOISY, NONE
from catviz.published.tables import CLUSTERS, PublishedTable
from catviz.wording import in_percent
from studies.reproduce import claims, mtdle_protocol
from studies.reproduce.audit import consistency
from studies.reproduce.calls import as_printed, calls_compared
from studies.reproduce.comparison import (
    agreement,
    cell_runs,
    compared_cells,
    equal_if_same,
    half_units,
    protocols,
    statistics_of_data,
)
from studies.reproduce.margins import LIMITS, RULE
from studies.reproduce.printed import decimals, results
from studies.reproduce.provenance import described
from studies.reproduce.worked import worked

Parts = list[str | pd.DataFrame]
#: What stands in a cell for its badge.
MARKS = {EQUAL: "=", DIFFERS: "≠", NOISY: "?", NONE: "–", "": ""}


def cells(paper: str, runs: pd.DataFrame) -> pd.DataFrame:
    """Every printed figure of a paper's tables of results, with ours: `compared_cells` of all of them."""
    return pd.concat([compared_cells(table, runs) for table in results(paper)], ignore_index=True)


def runs_of_cells(paper: str, runs: pd.DataFrame) -> pd.DataFrame:
    """The figures of the first runs of every printed cell that was run, as `runs_as_text` writes them."""
    lines = [
        (paper, table.number, cell.data, cell.method, cell.metric, runs_as_text(values))
        for table in results(paper)
        for cell, values in zip(table.cells.itertuples(index=False), cell_runs(table, runs), strict=True)
        if len(values)
    ]
    return pd.DataFrame(lines, columns=["paper", "table", "data", "method", "metric", "runs"])


def runs_as_text(values: np.ndarray) -> str:
    """Figures of runs, rising, with how often each occurs; the first `KEPT` of them, with four decimals.

    Examples
    --------
    >>> import numpy as np
    >>> from studies.reproduce.report import runs_as_text
    >>> runs_as_text(np.array([0.25, 0.5, 0.25]))
    '0.25x2 0.5'
    """
    counted = Counter(round(float(value), 4) for value in values[:KEPT])
    return " ".join(f"{value:.10g}" + (f"x{n}" if n > 1 else "") for value, n in sorted(counted.items()))


def report(paper: str, found: pd.DataFrame, runs: pd.DataFrame) -> Parts:
    """One paper's part of the report, as text (Markdown) and tables.

    Parameters
    ----------
    paper : str
        One of `catviz.published.PAPERS`.
    found : DataFrame
        What `cells` gave.
    runs : DataFrame
        What `reproduce` gave.
    """
    tables = [table for table in published_tables() if table.paper == paper]
    parts: Parts = [f"# {paper}", tables[0].source.rpartition(",")[0] + "."]
    shown = None
    for table in tables:
        parts.append(f"## {_heading(table)}")
        if table.protocol is not None:
            parts += [table.protocol.text] * (table.protocol != shown)
            parts += _results(table, found[found["table"] == table.number], runs)
            shown = table.protocol
            parts += _notes(table.deviations.items()) if table.excerpt else []
        elif paper == "COS":
            parts += [_calls(table), *_notes(table.deviations.items())]
        else:
            parts += [_data(table), *_notes(table.deviations.items())]
        if table.ranks:
            parts += _recomputed(table)
    if paper == "MTDLE" and len(runs):
        for heading, frame in mtdle_protocol.further(runs).items():
            parts += [f"{heading}:", frame]
    parts += _worked(paper)
    if paper in LATER:
        return parts
    return [*parts, "## Claims", CHECKED, claims.table(paper), *consistency(paper)]


def tally(found: pd.DataFrame) -> pd.DataFrame:
    """How many printed figures got each badge, by paper; those with too few runs for one are counted apart.

    Figures of methods for which another one stands in are a line of their own.
    """
    return _counted_by(found, "paper")


def by_table(found: pd.DataFrame, runs: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """`tally` by table, with how often figures are equal with their own method and with another one.

    Between them stands how often they would be equal if our methods were those that the papers ran.
    """
    lines = _counted_by(found, "paper", "table")
    rates, same = {}, {}
    for paper, some in runs.items():
        for table in results(paper) if len(some) else ():
            cells = found[(found["paper"] == paper) & (found["table"].astype(str) == str(table.number))]
            rates[paper, str(table.number)] = _rates(agreement(table, some))
            share = equal_if_same(table, cells)
            same[paper, str(table.number)] = in_percent(share) if share == share else "–"
    pairs = [rates.get((line.paper, str(line.table)), ("", "")) for line in lines.itertuples()]
    of_own, other = zip(*pairs, strict=True) if pairs else ((), ())
    expected = [same.get((line.paper, str(line.table)), "") for line in lines.itertuples()]
    return lines.assign(
        **{
            "equal with its own method": of_own,
            "equal if it is the same method, about": expected,
            "equal with another method": other,
        }
    )


def _counted_by(found: pd.DataFrame, *by: str) -> pd.DataFrame:
    stood_in = {(t.paper, str(t.number), name) for t in published_tables() for name in t.stand_ins}
    is_in = [(line.paper, str(line.table), line.method) in stood_in for line in found.itertuples()]
    found = found.assign(paper=found["paper"].where(~np.array(is_in, dtype=bool), found["paper"] + ", stand-ins"))
    counted = found[found["published"].notna()].groupby([*by, "badge"], sort=False).size().unstack(fill_value=0)
    counted = counted.rename(columns={"": "no badge"})
    counted = counted.reindex(columns=[*BADGES, *({"no badge"} & {*counted.columns})], fill_value=0)
    return counted.assign(all=counted.sum(axis=1)).reset_index()


def _rates(found: Mapping[str, float]) -> tuple[str, str]:
    return _rate(found["own"], found["own_cells"]), _rate(found["other"], found["other_cells"])


def _rate(share: float, cells: float) -> str:
    return f"{in_percent(share)} of {cells:,.0f}" if cells else "–"


def markdown(frame: pd.DataFrame) -> str:
    """A table as Markdown; cells are text."""
    rows = [list(frame.columns), ["---"] * frame.shape[1], *frame.astype(str).to_numpy().tolist()]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows)


def as_markdown(parts: Parts) -> str:
    """Text and tables as one Markdown page."""
    return "\n\n".join(part if isinstance(part, str) else markdown(part) for part in parts) + "\n"


def _heading(table: PublishedTable) -> str:
    return f"Table {table.number}. {table.title}" if isinstance(table.number, int) else f"{table.title}"


def _results(table: PublishedTable, found: pd.DataFrame, runs: pd.DataFrame) -> Parts:
    one_method = found["method"].nunique() == 1
    rows = "method" if found["data"].nunique() == 1 or 1 < found["method"].nunique() < 5 else "data"
    columns = "metric" if found["metric"].nunique() > 1 and (found["data"].nunique() == 1 or one_method) else None
    columns = columns or ({"method": "data", "data": "method"}[rows])
    shown = found.assign(text=[_cell(line, table) for line in found.itertuples(index=False)])
    repeats = sorted({*found.loc[found["repeats"] > 0, "repeats"]}) or [0]
    number = f"{repeats[-1]}" if len(repeats) == 1 else f"{repeats[0]} to {repeats[-1]}"
    what = "Our figure" if table.protocol.exact else f"Mean and deviation of {number} runs"
    parts = [f"{what}, in brackets the published {'one' if table.protocol.exact else 'mean'}:"]
    over = [None] if columns == "metric" else list(found["metric"].unique())
    for metric in over:
        some = shown if metric is None else shown[shown["metric"] == metric]
        wide = some.pivot(index=rows, columns=columns, values="text").loc[some[rows].unique(), some[columns].unique()]
        parts += [f"**{metric}**"] * (len(over) > 1) + [wide.fillna("").reset_index()]
    if found["repeats"].max() >= FEWEST or table.protocol.exact:
        parts.append(_agreement(table, found, runs))
        parts += _protocols(table, runs) + _differences(table, found)
    others = found[found["why"].ne("") & ~found["badge"].isin((DIFFERS, NOISY))]
    reasons = others.groupby("why", sort=False)[["data", "method"]].agg(dict.fromkeys)
    return parts + _notes([(_sets_and_methods(line, found), why) for why, line in reasons.iterrows()])


def _protocols(table: PublishedTable, runs: pd.DataFrame) -> Parts:
    """Other ways to read the protocol, and how many figures each explains."""
    tried = protocols(table, runs) if len(runs) else pd.DataFrame()
    if not len(tried):
        return []
    better = tried[tried["equal"] > tried["equal_as_used"]]
    names = {"equal_as_used": "equal as used", "different_as_used": "different as used"}
    which = "; ".join(better["protocol"])
    one = len(tried) == 1
    others = "One other reading of the protocol," if one else f"{len(tried)} other readings of the protocol, each"
    verdict = (
        f"More figures are equal than under the protocol used with: {which}."
        if len(better)
        else f"{'It does not make' if one else 'None of them makes'} more figures equal than the protocol used."
    )
    return [
        f"**Protocols tried.** {others} on the figures that it changes, with as many runs "
        f"as for the protocol used. {verdict}",
        tried.rename(columns=names),
    ]


def _differences(table: PublishedTable, found: pd.DataFrame) -> Parts:
    """Every figure that differs: by how much, and the reason."""
    lines = [
        {
            "data": line.data,
            "method": line.method,
            "metric": line.metric,
            "published": _as_printed(line, table),
            "ours": _ours(line, table),
            "difference": f"{_signed(line.ours - line.published, table)}",
            "standard errors": "–" if pd.isna(line.errors) else f"{line.errors:+.1f}",
            "possible reason": line.why,
        }
        for line in found[found["badge"] == DIFFERS].itertuples(index=False)
    ]
    return ["**Figures that differ**", pd.DataFrame(lines)] if lines else []


def _agreement(table: PublishedTable, found: pd.DataFrame, runs: pd.DataFrame) -> str:
    """The margin, and how often figures come out equal with their own method and with another one."""
    by_metric = found.groupby("metric", sort=False)["margin"].first()
    rates = agreement(table, runs)
    same, other = _rates(rates)
    if table.protocol.exact:
        return f"Equal to the last printed digit: {same} figures."
    margins = ", ".join(f"{metric} {_digits(margin, table)}" for metric, margin in by_metric.items())
    margin = f"Margin: {margins if len(by_metric) > 1 else _digits(by_metric.iloc[0], table)}."
    if table.spreads:
        margin += " Its deviations are those that another table prints of such runs, as this one prints none."
    if not rates["own_cells"]:
        return margin
    words = f"{margin} Equal: {same} figures compared with runs of their own method"
    return f"{words}." if not rates["other_cells"] else f"{words}, and {other} compared with runs of another method."


def _cell(line, table: PublishedTable) -> str:
    if line.badge == NONE:
        return MARKS[NONE] + ("" if pd.isna(line.published) else f" ({_as_printed(line, table)})")
    published = "–" if pd.isna(line.published) else _as_printed(line, table)
    deviation = "" if pd.isna(line.deviation) else f" ± {_digits(line.deviation, table)}"
    return f"{_ours(line, table)}{deviation} ({published}) {MARKS[line.badge]}".rstrip()


def _ours(line, table: PublishedTable) -> str:
    return f"{line.ours:g}" if _counted_in_whole(line, table) else _digits(line.ours, table)


def _as_printed(line, table: PublishedTable) -> str:
    """The published figure; of exact ones no more digits than are printed, as these decide the badge."""
    if _counted_in_whole(line, table):
        return f"{line.published:g}"
    if table.protocol.exact:
        return f"{line.published:.{round(-np.log10(2 * half_units(table)[0]))}f}"
    return _digits(line.published, table)


def _counted_in_whole(line, table: PublishedTable) -> bool:
    return table.protocol.scores[line.metric] == CLUSTERS


def _digits(value: float, table: PublishedTable) -> str:
    return f"{value:.{decimals(table.paper)}f}"


def _signed(value: float, table: PublishedTable) -> str:
    return f"{value:+.{decimals(table.paper)}f}"


def _sets_and_methods(line: pd.Series, found: pd.DataFrame) -> str:
    """The data sets and methods a reason is about, where it is not about all of them."""
    parts = []
    for column in ("data", "method"):
        if len(line[column]) < found[column].nunique():
            parts.append(", ".join(line[column]))
    return "; ".join(parts) or "all"


def _notes(notes: Iterable[tuple[str, str]]) -> list[str]:
    lines = [f"- {where}: {text}" for where, text in notes]
    return ["\n".join(lines)] if lines else []


def _data(table: PublishedTable) -> pd.DataFrame:
    figures = statistics_of_data(table)
    figures["text"] = [_counts_in_words(line.published, line.ours) for line in figures.itertuples(index=False)]
    wide = figures.pivot(index="data", columns="figure", values="text")
    return wide.loc[figures["data"].unique(), figures["figure"].unique()].reset_index()


def _worked(paper: str) -> Parts:
    examples = worked(paper)
    if not len(examples):
        return []
    badges = ["= as printed" if equal else f"{MARKS[DIFFERS]} {DIFFERS}" for equal in examples["equal"]]
    shown = examples.drop(columns="equal").assign(ours=examples["ours"].map("{:.6g}".format), badge=badges)
    return ["## Worked examples", shown]


def _counts_in_words(published: float, ours: float) -> str:
    if pd.isna(ours):
        return f"– ({published:g})"
    return f"{ours:g} ({published:g}) {'=' if ours == published else '≠'}"


def _calls(table: PublishedTable) -> pd.DataFrame:
    calls = calls_compared()
    calls = calls[calls["figure"].isin(table.cells["metric"])].drop(columns="data")
    same = [as_printed(*pair) for pair in zip(calls["published"], calls["ours"], strict=True)]
    badges = ["= as printed" if equal else f"{MARKS[DIFFERS]} {DIFFERS}" for equal in same]
    return calls.assign(published=calls["published"].map(_plain), ours=calls["ours"].map(_plain), badge=badges)


def _recomputed(table: PublishedTable) -> Parts:
    """The table's average ranks and tests, as printed and from its cells."""
    metric = table.cells["metric"].iloc[0]
    ranks = recomputed_ranks(table, metric).rename_axis("method").reset_index()
    tests = recomputed_tests(table, metric)
    parts: Parts = ["Average ranks, as printed and from the cells:", ranks.assign(ours=ranks["ours"].map(_plain))]
    return parts + ([tests.assign(ours=tests["ours"].map(_plain))] if len(tests) else [])


def _plain(value) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def legend() -> str:
    """What the marks in cells mean."""
    marks = "; ".join(f"{MARKS[badge]} {badge} ({text})" for badge, text in BADGES.items())
    return f"{marks}. {LIMITS} {RULE} {EXACT}"


def whole(found: pd.DataFrame, runs: Mapping[str, pd.DataFrame], command: str, note: str | None = None) -> Parts:
    """The report of some papers: what was run, how many figures come out, and a part a paper.

    Parameters
    ----------
    found : DataFrame
        What `cells` gave of all these papers.
    runs : mapping of paper to what `reproduce` gave
    command : str
        What made it.
    note : str, optional
        A sentence on how it was made.
    """
    head = f"Written by `{command}`. Marks: {legend()} Published figures stand in brackets."
    head += f" {note}" if note else ""
    parts: Parts = ["# The papers' tables, run again", head, tally(found)]
    parts += ["By table, with how often figures come out equal:", by_table(found, runs), *described(list(runs))]
    for paper, some in runs.items():
        parts += report(paper, found[found["paper"] == paper], some)
    return parts
