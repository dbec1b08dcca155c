"""The board in words and tables: docs/board.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.board.advice import full_factorial, known_traits
from catviz.analysis.board.standings import compared, repeated
from catviz.analysis.board.table import CENTRES, SHOWN, Board, tested_scores, title
from catviz.analysis.comparison_defaults import short_name
from catviz.analysis.significance import contained, sharing_rows, versions
from catviz.reading.datasets import dataset_info, load_dataset
from catviz.registry import REFERENCE, make, methods
from catviz.table.categorical import CategoricalTable
from catviz.wording import filled, in_percent, number_of, significant
from catviz.words.comparison import markdown_table
from studies.board.advice_report import regret_section
from studies.board.coordinates import coordinates
from studies.board.differences_report import differences_section, kinds_section
from studies.board.models import FOLDS, MOST_ROWS, VOTERS
from studies.board.ranks_report import rank_tests, ranks_section
from studies.board.runs import CHANCE_LEVEL, NO_DISTANCES, SHUFFLES, TOO_MANY_ROWS, TOO_SLOW
from studies.board.short_report import in_short

#: What was run, and how, with places for numbers and names.
INTRODUCTION, PROTOCOL = (Path(__file__).with_name(name) for name in ("introduction.md", "protocol.md"))


def report(board: Board) -> str:
    """The board as a page of Markdown: protocol, ranks with tests, differences, kinds of tables, time, all scores."""
    tables = {name: load_dataset(name) for name in board.cells["data"].unique()}
    copies, families, traits = contained(tables), versions(tables), known_traits(tables)
    tests = rank_tests(board, copies, families)
    main = board.models[0]
    score = tested_scores(main)[0]
    shown = compared(board, main, score, copies)
    reference = short_name(REFERENCE)
    once = [name for name in tables if name not in copies]
    once = [name for name in once if name not in repeated(once, families)]
    few_numbers = coordinates({name: tables[name] for name in once}, list(board.cells["method"].unique()))
    parts = [
        "# The board: methods on the bundled tables with known classes",
        *in_short(board, tests, copies, families, reference, few_numbers),
        *_protocol(board, tables, copies, few_numbers.few),
        *_missing(board),
        "## Ranks",
        *ranks_section(board, tests, families, few_numbers),
    ]
    if reference in shown.columns and min(shown.shape) > 1:
        parts += [
            f"## Differences from {reference}, chance and time",
            *differences_section(board, copies, families, reference),
        ]
        called = f"mean {SHOWN[score]} of {title(main)}"
        parts += ["## Kinds of tables", *kinds_section(shown, tables, traits, families, reference, called)]
    models = [(model, first, SHOWN[first]) for model in board.models if (first := tested_scores(model)[0])]
    advice = list(regret_section(board, models, tables, traits, tests))
    parts += ["## Does advice from similar tables help?", *advice] if advice else []
    parts += ["## All scores", *_all_scores(board, main, score)]
    parts.append("Written by `python -m studies.board --report`.")
    return "\n\n".join(parts) + "\n"


def _protocol(
    board: Board, tables: dict[str, CategoricalTable], copies: dict[str, str], few: Collection[str]
) -> Iterator[str]:
    facts, cells = board.facts, board.cells
    runs = cells["runs"][cells["runs"] > 0]
    numbers = sorted(map(int, runs.unique()))
    many = numbers[-1]
    others = [name for name in tables if not dataset_info(name).papers]
    each = f"{_any_of(numbers)} {'run' if many == 1 else 'runs'}"
    yield filled(
        INTRODUCTION.read_text(encoding="utf-8").rstrip(),
        methods=f"{cells['method'].nunique()}",
        tables=f"{len(tables)}",
        combinations=f"{len(runs):,}",
        runs_each=each,
        unscored=f"{len(cells) - len(runs):,}",
        runs=f"{int(cells['runs'].sum()):,}",
        cpu_seconds=f"{facts['cpu_seconds']:,}",
        noise=_noise(board),
        of_papers=f"{len(tables) - len(others)}",
        others=f"; the others are {', '.join(f'`{name}`' for name in others)}" if others else "",
    )
    if len(numbers) > 1:
        yield _fewer(cells, many)
    clustered = set(cells.loc[cells["model"] == CENTRES, "method"])
    by_means = [name for name in facts["coordinates"] if name in clustered]
    classes = {one.short: one.cls for one in methods() if one.has_values}
    within = [
        f"`{name}` is left out of all comparisons, since its rows are rows of `{of}`." for name, of in copies.items()
    ]
    yield filled(
        PROTOCOL.read_text(encoding="utf-8").rstrip(),
        seed=f"{facts['seed']}",
        mca_axes=f"{make('MCA').n_components}",
        one_a_column=_one_a_column(few),
        by_means=f" ({', '.join(by_means)})" if by_means else "",
        clustering=_clustering(
            {name: classes[name]().get_params() for name in cells["method"].unique() if name in classes}
        ),
        folds=f"{FOLDS}",
        most_rows=f"{MOST_ROWS:,}",
        runs=f"{many}",
        cross_validations=number_of(-(-many // FOLDS), "cross-validation"),
        voters=f"{VOTERS}",
        shuffles=f"{SHUFFLES}",
        chance_level=in_percent(CHANCE_LEVEL),
        within_others=" ".join(within) or "None are on this board.",
        related=_related(tables),
    )
    yield f"Measured with {_software_in_words(facts['versions'])}."
    for name, versions_then in facts.get("added", {}).items():
        then = _software_in_words(versions_then)
        yield f"{name} was added by another run, with {then}; its CPU seconds may be of another machine."


def _one_a_column(few: Collection[str]) -> str:
    """Which methods give at most one coordinate per column, besides those that have a number of axes."""
    names = [name for name in few if name not in ("MCA", "Optimal scaling", "ClusterCA")]
    return f", and at most one per column under {' and '.join(names)}" if names else ""


def _related(tables: Mapping[str, CategoricalTable]) -> str:
    """Which tables that count each are not independent, or no sample of rows."""
    parts = [f"`{a}` and `{b}` have {number_of(n, 'row')} in common" for (a, b), n in sharing_rows(tables).items()]
    whole = [f"`{name}`" for name, table in tables.items() if full_factorial(table)]
    text = f" Other tables count one by one, although {' and '.join(parts)}." if parts else ""
    if whole:
        text += f" The rows of {', '.join(whole)} are no sample: they are all combinations of values, each once."
    return text


_FURTHER_STARTS = {"ClusterCA": ", and as many from k-means++"}


def _clustering(parameters: Mapping[str, Mapping[str, Any]]) -> str:
    """Which methods cluster the rows before a run does."""
    starts = {name: values.get("n_init", 1) for name, values in parameters.items() if "n_clusters" in values}
    if not starts:
        return ""
    named = ", ".join(f"{name} ({number_of(n, 'start')}{_FURTHER_STARTS.get(name, '')})" for name, n in starts.items())
    return (
        f" Some methods cluster the rows as they learn, into as many clusters: {named}. If there are several, "
        "the best start counts. So a run under those with several has had more starts than one under other methods."
    )


def _fewer(cells: pd.DataFrame, many: int) -> str:
    """Which combinations have fewer runs than the others: all methods of some tables, and some methods of others."""
    ran = cells[cells["runs"] > 0]
    of_all: dict[str, list[str]] = {}
    of_some: dict[tuple[str, str], list[str]] = {}
    for model, of_model in ran.groupby("model", sort=False):
        alike: dict[int, list[str]] = {}
        for data, of_table in of_model.groupby("data", sort=False):
            for runs, some in of_table[of_table["runs"] < many].groupby("runs"):
                if len(some) == len(of_table):
                    alike.setdefault(int(str(runs)), []).append(f"`{data}`")
                else:
                    where = f"{runs} on `{data}`", ", ".join(some["method"])
                    of_some.setdefault(where, []).append(title(str(model)))
        for runs, sets in alike.items():
            of_all.setdefault(f"{runs} on {', '.join(sets)}", []).append(title(str(model)))
    parts = [f"{', '.join(models)} {where}" for where, models in of_all.items()]
    text = f"Fewer than {many} runs: {'; '.join(parts)} (all methods that have a score there)." if parts else ""
    if of_some:
        named = "; ".join(f"{', '.join(models)} {where} ({names})" for (where, names), models in of_some.items())
        text += (
            f"{' ' * bool(parts)}Fewer runs of some methods only, while the others have {many}: {named}. There, means "
            "over unequal numbers of runs are compared. The file keeps no single runs, so the numbers cannot be made "
            "equal."
        )
    return text


def _any_of(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last


def _noise(board: Board) -> str:
    """How uncertain a mean of the main score is, in a sentence."""
    of_main = board.cells[board.cells["model"] == board.models[0]]
    name = tested_scores(board.models[0])[0]
    error = of_main[f"{name}_deviation"] / np.sqrt(of_main["runs"])
    if error.isna().all():
        return ""
    middle, high = (significant(float(error.quantile(q))) for q in (0.5, 0.9))
    return (
        f"The standard error of a mean {SHOWN[name]} of {title(board.models[0])}, over starts with what was learned "
        f"held fixed, is {middle} in the median cell, and {high} or more in a tenth of the cells: with few runs, other "
        "seeds can change close ranks. "
    )


def _software_in_words(software: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in software.items())


def _missing(board: Board) -> Iterator[str]:
    """What is not on the board, by name."""
    lines: list[str] = []
    missing: dict[str, list[str]] = {}
    reasons = {
        TOO_SLOW: f"estimated to take more than {board.facts['most_seconds']:g} s for learning and one run, of a "
        f"classifier for one cross-validation of {FOLDS} folds",
        TOO_MANY_ROWS: "too many distinct rows",
    }
    named: dict[str, dict[str, set[str]]] = {}
    for why, models in board.facts["left_out"].items():
        for model, by_data in models.items():
            for data, names in by_data.items():
                named.setdefault(model, {}).setdefault(data, set()).update(names)
            by_methods: dict[str, list[str]] = {}
            for data, names in by_data.items():
                by_methods.setdefault(_methods(names, board.ran(model)), []).append(f"`{data}`")
            sets = (f"{', '.join(data)} ({names})" for names, data in by_methods.items())
            missing.setdefault(f"{reasons[why]}: {'; '.join(sets)}", []).append(title(model))
    lines += [f"- {', '.join(models)}, {what}" for what, models in missing.items()]
    asked = dict.fromkeys([*board.cells["data"], *board.facts["fingerprints"]])
    for model in board.models:
        ran = board.ran(model).reindex(list(asked), fill_value=False)
        left = {data: named.get(model, {}).get(data, set()) for data in asked}
        open_ = {data: [m for m in ran if not ran.loc[data, m] and m not in left[data]] for data in asked}
        sets = (
            f"`{data}` ({'all other methods' if left[data] and not ran.loc[data].any() else _methods(names, ran)})"
            for data, names in open_.items()
            if names
        )
        if any(open_.values()):
            lines.append(f"- {title(model)}, not run yet: {'; '.join(sets)}")
    noted = board.cells[board.cells["note"].notna() & (board.cells["note"] != NO_DISTANCES)]
    for (name, note), some in noted.groupby(["method", "note"], sort=False):
        lines.append(f"- {name} gives no score on {', '.join(f'`{d}`' for d in some['data'].unique())}: {note}")
    if lines:
        yield "Not on the board:\n\n" + "\n".join(lines)


def _methods(names: Collection[str], ran: pd.DataFrame) -> str:
    return "all methods" if len(names) == ran.shape[1] else ", ".join(names)


def _all_scores(board: Board, model: str, score: str) -> Iterator[str]:
    scores, chance = board.wide(model, score), board.wide(model, f"{score}_chance")
    text = pd.DataFrame(
        [
            [_cell(s, c) for s, c in zip(*rows, strict=True)]
            for rows in zip(scores.to_numpy(), chance.to_numpy(), strict=True)
        ],
        index=scores.index,
        columns=scores.columns,
    )
    yield (
        f"Mean {SHOWN[score]} of {title(model)}. In parentheses: not above the level of shuffled classes. A dash: no "
        "score, or not run."
    )
    yield markdown_table(text.rename_axis("data").reset_index())


def _cell(score: float, chance: float) -> str:
    if np.isnan(score):
        return "–"
    text = f"{score:.2f}".replace("-0.00", "0.00").replace("-", "−")
    return text if score > chance else f"({text})"
