"""Methods, Published: the papers' results beside ours, cell by cell with the reason, and their tests again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.baseline_scores import UNCORRECTED
from catviz.analysis.metrics import standard_name
from catviz.analysis.significance import significance
from catviz.export.tables import table_csv
from catviz.plots import published as draw
from catviz.plots.papers import draw as draw_figure
from catviz.published import LATER, PAPERS, published_tables
from catviz.published.recomputed import has_ranks, recomputed_ranks, recomputed_tests
from catviz.published.results import (
    BADGES,
    CHECKED,
    DIFFERS,
    EQUAL,
    EQUIVALENT,
    EXACT,
    FALSE,
    HOLDS,
    KEPT,
    LIMITS_ON_PAGES,
    NOISY,
    NONE,
    OPEN,
    SAID_EXACTLY,
    SAME,
    Verdict,
    cells_of,
    claims_of,
    counts_of,
    figure_result,
    runs_of_cell,
)
from catviz.published.tables import CODES, FILES, LATER_FILES, PublishedTable, figures_of, run_in_words
from catviz.registry import Method, method
from catviz.ui.labels import DETAILS
from catviz.ui.methods.significance import choose_test, diagram, how_it_works, verdict
from catviz.ui.state import cache, controls
from catviz.ui.text import counted, number, plain, together
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.charts import show_table
from catviz.words import comparison as answers
from catviz.words.chips import chips
from catviz.words.comparison import BY_SIZES

OPENING = "OCL", "3"
TABLES, FIGURES, CLAIMS = "tables", "figures", "claims"
_HUES = {
    EQUIVALENT: "blue",
    EQUAL: "blue",
    SAME: "green",
    DIFFERS: "orange",
    NOISY: "violet",
    NONE: "gray",
}
TABLE, POINTS = "table", "points"
_SAYS = BADGES | {
    EQUIVALENT: BADGES[EQUAL].removeprefix(f"{EQUIVALENT}: "),
    NONE: "no public definition, not implemented, no file, or all rows equally far apart: hover for the reason",
}
_COLOURS = {HOLDS: "green", FALSE: "orange", OPEN: "gray"}
_DESCRIBED = (
    "The ranks are therefore described, not tested. If the paper prints a test, only its calculation is repeated here."
)
#: Cells named in a verdict.
_MOST_REASONS = 3


def section(say: Callable[[str], None]) -> None:
    """Show the tab, and say how many results come out again."""
    boxes = st.columns([1.35, 3.2, 2, 2.4, 1], vertical_alignment="bottom")
    paper_box, part_box, table_box, look_box, _ = boxes
    with paper_box:
        paper = controls.select("Paper", PAPERS, "paper", OPENING[0])
    part = TABLES
    with part_box:
        if paper in LATER:
            st.caption("Tables only: no figures and no claims of this paper are checked.")
        else:
            part = controls.segmented("Show as", [TABLES, FIGURES, CLAIMS], "part")
    if part == CLAIMS:
        _claims(paper, say)
        return
    if part == FIGURES:
        _figures(paper)
        return
    tables = {str(table.number): table for table in published_tables() if table.paper == paper}
    with table_box:
        default = OPENING[1] if paper == OPENING[0] else next(n for n, t in tables.items() if t.protocol is not None)
        formerly = {f"{_name(t)}: {t.title}": _name(t) for t in tables.values()}
        number = controls.select(
            "Table", list(tables), "table", default, text=lambda n: _name(tables[n]), formerly=formerly
        )
    table = tables[number]
    with look_box:
        look = controls.segmented("Draw as", [TABLE, POINTS], "draw")
    st.markdown(f"**{plain(table.title)}**")
    if table.protocol is None:
        _counts(table, look, say)
        return
    _repeated(table, look, say)
    if has_ranks(table):
        _recomputed(table, table.cells["metric"].iloc[0])


def _repeated(table: PublishedTable, look: str, say: Callable[[str], None]) -> None:
    """Means of repeated runs, beside ours."""
    metric = _choose_metric(table)
    notes = [f"**How the paper obtained its results.** {plain(table.protocol.text, 900)}"]
    if table.excerpt:
        notes.append(f"Some of the results of {plain(_authors(table))}.")
    arranged = _arranged(cells_of(table.paper, table.number), metric)
    draw_cells(arranged, look, notes, table, say)
    if not table.protocol.exact:
        _runs_of_a_cell(table, arranged)
    with st.expander("What was run for each method, and how it differs from the defaults of catviz"):
        lines = {plain(name): plain(run_in_words(run), 300) for name, run in table.methods.items()}
        st.table(pd.DataFrame({"run": lines}))
        st.caption(f"The repository runs this table again by `{_command(table)}`.")


def _counts(table: PublishedTable, look: str, say: Callable[[str], None]) -> None:
    """The table beside ours."""
    counts = counts_of(table.paper, table.number)
    of_calls = counts["method"].any()
    counts = counts.assign(row=counts["method" if of_calls else "data"], column=counts["metric"])
    whys = [_why_it_differs(table, cell) for cell in counts.to_dict("records")]
    notes = [f"From {plain(table.source)}; ours from the files that come with catviz."]
    draw_cells(counts.assign(why=whys), look, notes, table, say)


def _why_it_differs(table: PublishedTable, cell: dict) -> str:
    if cell["badge"] == NONE:
        return "The set is not bundled."
    reasons = (table.deviations.get(cell["row"]), table.deviations.get(cell["column"]))
    return " ".join(text for text in reasons if text) if cell["badge"] == DIFFERS else ""


def _figures(paper: str) -> None:
    """A paper's figures, one at a time, or a sentence where it has none."""
    figures = {str(each.number): each for each in figures_of(paper)}
    if not figures:
        st.info(f"{plain(paper)} has no figure of results: all its results are in tables.")
        return
    number = next(iter(figures))
    if len(figures) > 1:
        number = controls.segmented("Its figures", list(figures), "fig", number, text=lambda n: figures[n].name)
    shown = figures[number]
    st.markdown(f"**{plain(shown.title)}**")
    result = figure_result(paper, shown.number)
    alt = f"{paper}, {shown.name}, from our runs: {shown.title}."
    charts.show(draw_figure(paper, shown.number, result, charts.theme()), f"paper-{paper}-{number}", alt)
    st.caption(plain(f"{shown.printed} {shown.note}", 900))
    csv = partial(table_csv, result)
    name = f"{paper}-{number}.csv".lower()
    st.download_button("Download the numbers (CSV)", csv, name, "text/csv", on_click="ignore")


def _runs_of_a_cell(table: PublishedTable, cells: pd.DataFrame) -> None:
    """Every run of a chosen cell as a strip.

    Parameters
    ----------
    cells : DataFrame
        As `draw_cells` takes them.
    """
    ran = cells[cells["repeats"].gt(0)]
    if not len(ran):
        return
    differs = ran[ran["badge"] == DIFFERS]
    first = (differs if len(differs) else ran).iloc[0]
    st.header("Runs of one cell", anchor=False)
    row_box, column_box, _ = st.columns([2, 2, 4])
    with row_box:
        row = controls.select("Row", list(dict.fromkeys(ran["row"])), "cell_row", first["row"])
    columns = list(dict.fromkeys(ran.loc[ran["row"] == row, "column"]))
    with column_box:
        column = controls.select("Column", columns, "cell_column", first["column"])
    cell = ran[(ran["row"] == row) & (ran["column"] == column)].iloc[0]
    values = runs_of_cell(table.paper, table.number, cell["data"], cell["method"], cell["metric"])
    names = full_names(table)
    title = f"{in_full(row, names)}, {in_full(column, names)}"
    alt = f"{title}: {counted(len(values), 'run')} of ours, mean {cell['ours']:.4g}, published {cell['published']:.4g}."
    charts.show(draw.strip(values, cell["published"], cell["ours"], charts.theme()), "cell-runs", alt)
    which = f", the first {KEPT} of {cell['repeats']:.0f}" if cell["repeats"] > len(values) else ""
    st.caption(
        f"{plain(title)}. Each point is one run{which}. Solid line: our mean. Dashed line: the printed mean, which is "
        "compared with our mean, not with single runs."
    )


def _command(table: PublishedTable) -> str:
    return f"python -m studies.reproduce {(FILES | LATER_FILES)[table.paper]} --table {table.number}"


def _arranged(cells: pd.DataFrame, metric: str | None) -> pd.DataFrame:
    """Cells with their row and column in the figure: data sets by methods, or those of one or the other by metrics."""
    if metric is None and cells["method"].nunique() == 1:
        return cells.assign(row=cells["data"], column=cells["metric"])
    if metric is None:
        return cells.assign(row=cells["method"], column=cells["metric"])
    cells = cells[cells["metric"] == metric]
    return cells.assign(row=cells["data"], column=cells["method"])


def _choose_metric(table: PublishedTable) -> str | None:
    """The metric drawn; None where a single data set or method has all of them."""
    metrics = list(dict.fromkeys(table.cells["metric"]))
    if len(metrics) > 1 and 1 in (table.cells["data"].nunique(), table.cells["method"].nunique()):
        return None
    return metrics[0] if len(metrics) == 1 else controls.segmented("Score", metrics, "figure")


def _authors(table: PublishedTable) -> str:
    """The source without its title: authors and year."""
    return re.match(r".*?\d{4}|.*", table.source).group()


def _name(table: PublishedTable) -> str:
    return f"Table {table.number}" if isinstance(table.number, int) else str(table.number).capitalize()


def full_names(table: PublishedTable) -> dict[str, str]:
    """What stands behind the names that a paper prints, where it is another name: data sets and methods."""
    catalog = cache.catalog()
    names = {
        printed: catalog[name].title if name in catalog else name.replace("_", " ").capitalize()
        for printed, name in table.datasets.items()
    }
    names |= {printed: method.short for printed, method in _methods(table).items()}
    return {printed: name for printed, name in names.items() if name.casefold() not in printed.casefold()}


def in_full(printed: str, names: Mapping[str, str]) -> str:
    """A printed name, and what it stands for in brackets."""
    return f"{printed} ({names[printed]})" if printed in names else printed


def _methods(table: PublishedTable) -> dict[str, Method]:
    """The method of catviz behind each printed one, without those that stand for several."""
    of_printed = {printed: method(run.method) for printed, run in table.methods.items() if run.method != CODES}
    several = {name for name, n in Counter(m.name for m in of_printed.values()).items() if n > 1}
    return {printed: m for printed, m in of_printed.items() if m.name not in several}


def draw_cells(
    cells: pd.DataFrame, look: str, notes: list[str], table: PublishedTable, say: Callable[[str], None]
) -> None:
    """Show the figure with what limits it, then every cell; the answer is how many results come out again.

    Parameters
    ----------
    cells : DataFrame
        As `catviz.plots.published.cell_table` takes them.
    look : {"table", "points"}
    notes : list of str
        Paragraphs of Markdown on how the paper obtained its results.
    table : PublishedTable
        What it is the table of: what is known to differ, and what stands behind its names.
    say : callable(sentence)
        Shows the answer.
    """
    name = f"{table.paper}-{table.number}.csv"
    exact = table.protocol is not None and table.protocol.exact
    cells = cells if exact else cells.assign(badge=cells["badge"].replace(EQUAL, EQUIVALENT))
    counts = {badge: n for badge in _HUES if (n := int((cells["badge"] == badge).sum()))}
    n_cells = int((cells["badge"].ne("") | cells["published"].notna()).sum())
    say(plain(answers.papers_again(f"{table.paper}, {_name(table)}", counts, n_cells), 400))
    with st.container(key="verdicts", horizontal=True):
        for badge in counts:
            st.markdown(f":{_HUES[badge]}-badge[{badge}]", width="content")
        panels.chips(_limits(cells, counts, notes, table))
    colours = draw.colours({badge: _HUES[badge] for badge in counts}, charts.theme())
    drawn = draw.cell_table if look == TABLE else draw.scatter
    alt = f"Published results and ours: {', '.join(f'{badge} {n}' for badge, n in counts.items())}."
    charts.show(drawn(cells, colours, charts.theme(), full_names(table)), "published", alt)
    st.caption(
        "Above: printed. Below, bold: ours. Point at a cell for the spread and the reason."
        if look == TABLE
        else "Points: cells. On the dotted line our result equals the printed one."
    )
    with st.expander(DETAILS):
        says = _SAYS | SAID_EXACTLY if exact or table.protocol is None else _SAYS
        lines = [f":{_HUES[badge]}-badge[{n} {badge}] {plain(says.get(badge, ''))}" for badge, n in counts.items()]
        st.markdown("\n\n".join(lines))
        st.markdown(
            "“Ours” is the result of catviz's runs; small letters say what printed names stand for. The colour of a "
            "cell is that of its badge."
        )
        titles = [f"{printed}: {m.title}" for printed, m in _methods(table).items() if m.title != printed]
        if titles:
            st.markdown(f"Methods. {plain('; '.join(titles), 600)}.")
    with st.expander("Every cell, with the reason"):
        shown = cells.drop(columns=["row", "column", "paper", "table"], errors="ignore")
        show_table(shown, hide_index=True, alt="Every published result and ours")
        csv = partial(table_csv, shown)
        st.download_button("Download (CSV)", csv, name, "text/csv", on_click="ignore")


def _listed(known: Mapping[str, str], table: PublishedTable) -> list[str]:
    """A line of Markdown for each thing that is known; rows and columns are named in full."""
    names = full_names(table)
    return [
        f"- {plain(text, 500)}" if name == "all" else f"- **{plain(in_full(name, names))}:** {plain(text, 500)}"
        for name, text in known.items()
    ]


def _limits(cells: pd.DataFrame, counts: Mapping[str, int], notes: list[str], table: PublishedTable) -> dict[str, str]:
    """What limits the comparison: how the paper ran, what may differ, how cells are judged, and which are not."""
    exact = table.protocol is not None and table.protocol.exact
    limits = ""
    if not exact and {EQUIVALENT, NOISY} & counts.keys() and not table.extremes:
        limits = LIMITS_ON_PAGES
    no_badge = cells["badge"].eq("") & cells["published"].notna()
    whys = list(dict.fromkeys(cells.loc[no_badge, "why"])) if no_badge.any() else []
    return chips(
        "papers",
        "the paper's runs",
        "what may differ",
        "compared exactly" if exact else "limit of equivalence",
        "cells not judged",
        notes="\n\n".join(notes),
        reasons=_reasons(cells, table),
        exact=EXACT,
        limits=limits,
        whys="\n\n".join(map(str, whys)),
    )


def _reasons(cells: pd.DataFrame, table: PublishedTable) -> str:
    """What is known of the rows and columns of cells that differ, or of all of an excerpt; empty if none differs."""
    if table.excerpt:
        return "\n".join(["**What is known to differ, or left open:**", *_listed(table.deviations, table)])
    unjudged = cells["badge"].eq("") & cells["published"].notna()
    differ = cells[cells["badge"].isin([DIFFERS, NONE]) | unjudged]
    where = {"all", *differ["row"], *differ["column"], *differ.get("data", []), *differ.get("method", [])}
    lines = _listed({name: text for name, text in table.deviations.items() if name in where}, table)
    if not lines or not len(differ):
        return ""
    return "**Possible reasons for differences: what is known to be unlike, or left open:**\n" + "\n".join(lines)


def _recomputed(table: PublishedTable, metric: str) -> None:
    """Ranks and tests of a table's printed cells, and what the paper prints of them."""
    st.header("The paper's tests, recomputed from the printed cells", anchor=False)
    scores = table.wide(metric)
    not_printed, tested = int(scores.isna().sum().sum()), scores.dropna()
    are, get = ("is", "it gets") if not_printed == 1 else ("are", "they get")
    here = "Here, and in the recomputed test," if len(recomputed_tests(table, metric)) else "Here"
    as_last = f"{counted(not_printed, 'cell')} {are} not printed in the paper. {here} {get} the last rank."
    # MTDLE's table has accuracies of classifiers
    if table.paper != "MTDLE" and standard_name(table.protocol.scores[metric]) in UNCORRECTED:
        st.caption(f"{BY_SIZES.format(plain(metric))} {_DESCRIBED}")
        main, side = panels.columns()
        with main:
            _ranks(table, metric)
            if not_printed:
                st.caption(as_last)
        with side:
            _own_tests(table, metric)
        return
    test_box, control_box, alpha_box, _ = st.columns([2.7, 2, 1.2, 3], vertical_alignment="bottom")
    names = list(scores.columns)
    default = table.paper if table.paper in names else names[-1]
    control, alpha = choose_test(names, test_box, control_box, alpha_box, default)
    test = significance(tested, alpha, control)
    main, side = panels.columns()
    with main:
        diagram(test, "published-ranks")
        _ranks(table, metric)
        if not_printed:
            st.caption(as_last)
    with side:
        verdict(test)
        if not_printed:
            left_out = plain(", ".join(scores.index.drop(tested.index)), 600)
            st.markdown(f"Not counted: {left_out}. There a score is not printed, and would rank last whatever it was.")
        st.caption("The paper's authors chose the tables and the methods; the test cannot allow for that.")
        _own_tests(table, metric)
    how_it_works(test)


def _ranks(table: PublishedTable, metric: str) -> None:
    """Average ranks, as printed and recomputed."""
    ranks = recomputed_ranks(table, metric)
    lines = [ranks["published"].map(lambda r: "–" if r != r else f"{r:.2f}"), ranks["ours"].map("{:.4f}".format)]
    shown = pd.DataFrame(lines, index=["average rank as printed", "recomputed"])
    st.table(shown.set_axis(map(plain, shown.columns), axis=1))


def _own_tests(table: PublishedTable, metric: str) -> None:
    """The tests that the paper prints, recomputed; nothing where it prints none."""
    tests = recomputed_tests(table, metric)
    if len(tests):
        words = {
            "as printed": tests["published"].map(_decimal).tolist(),
            "recomputed": [f"{x:.6f}" if x < 0.01 else f"{x:.5f}" for x in tests["ours"]],
        }
        st.table(pd.DataFrame(words, index=[plain(s) for s in tests["statistic"]]))


def _decimal(value: float) -> str:
    """A number with all its decimals, as a paper prints it."""
    return np.format_float_positional(value, trim="-")


def _claims(paper: str, say: Callable[[str], None]) -> None:
    """The paper's claims with their verdicts, and the figures that decide."""
    claims = claims_of(paper)
    say(plain(answers.claims_again(paper, [claim.tested.verdict for claim in claims]), 400))
    lines = [[plain(c.says, 400), *(_verdict_in_words(one) for one in (c.printed, c.runs, c.tested))] for c in claims]
    heading = "the paper says, in our words"
    columns = [heading, "on the printed cells", "on our runs, as the paper judges", "on our runs, allowing for chance"]
    st.table(pd.DataFrame(lines, columns=columns).set_index(heading))
    with st.expander(DETAILS):
        st.markdown(together(CHECKED))


def _verdict_in_words(one: Verdict) -> str:
    """A verdict and its first reasons."""
    more = len(one.because) - _MOST_REASONS
    reasons = "; ".join(plain(text, 120) for text in one.because[:_MOST_REASONS])
    reasons += f"; and {number(more)} more" if more > 0 else ""
    return f":{_COLOURS[one.verdict]}-badge[{one.verdict}] {reasons}"
