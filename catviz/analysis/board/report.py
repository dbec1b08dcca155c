"""The board in words and tables: docs/board.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.board.advice_report import ALPHA, known_traits, regret_section
from catviz.analysis.board.models import CENTRES, CLASS_SCORES, CLASSIFIER_NAMES, FOLDS, MOST_ROWS, VOTERS, title
from catviz.analysis.board.runs import LEVEL as CHANCE_LEVEL
from catviz.analysis.board.runs import NO_DISTANCES, SHUFFLES, TOO_MANY_ROWS, TOO_SLOW
from catviz.analysis.board.standings import (
    LEVEL,
    MARGIN,
    MEASURED,
    SIGNED_RANK_MEASURED,
    above_chance,
    against,
    agreement,
    comparable,
    compared,
    front,
    halves,
    mean_ranks,
    seconds,
    versions_as_one,
)
from catviz.analysis.board.table import Board
from catviz.analysis.board.traits import TRAITS
from catviz.analysis.comparison_report import markdown_table, short_name
from catviz.analysis.metrics import NAMES
from catviz.analysis.significance import Significance, significance
from catviz.analysis.statistics import holm
from catviz.analysis.table_versions import contained, versions
from catviz.reading.datasets import dataset_info, load_dataset
from catviz.registry import REFERENCE, make, methods
from catviz.table.categorical import CategoricalTable
from catviz.wording import in_percent, number_of, p_number, p_text, signed, significant

TESTED = ("adjusted_rand", "adjusted_mutual_info")
"""The scores of clusters that ranks are tested by: those corrected for chance."""
LITTLE = 0.05
"""Mean scores of a table that lie this close are named as such."""
SHOWN = NAMES | {"balanced_accuracy": "balanced accuracy"}
_PAIRS = 12
_TESTED_CHOICES = (
    MAIN := "as above",
    EACH := "versions of one table count each",
    BY_MODES := "methods with k-modes only",
    BY_MEANS := "methods with k-means only",
)
"""The choices of tables and methods on which methods without a score do not rank last."""


def report(board: Board) -> str:
    """The board as a page of Markdown: protocol, ranks with tests, differences, kinds of tables, time, all scores."""
    tables = {name: load_dataset(name) for name in board.cells["data"].unique()}
    copies, families = contained(tables), versions(tables)
    main = board.models[0]
    score = tested_scores(main)[0]
    shown = compared(board, main, score, copies)
    reference = short_name(REFERENCE)
    parts = [
        "# The board: every method on every bundled table",
        *_protocol(board, tables, copies),
        *_missing(board),
        "## Ranks",
        *_ranks(board, copies, families),
    ]
    if reference in shown.columns and min(shown.shape) > 1:
        parts += [
            f"## Differences from {reference}, chance and time",
            *_differences(board, copies, families, reference),
        ]
        parts += ["## Kinds of tables", *_kinds(shown, tables, families, reference)]
    models = [(model, first, SHOWN[first]) for model in board.models if (first := tested_scores(model)[0])]
    advice = list(regret_section(board, models, tables))
    parts += ["## Does advice from similar tables help?", *advice] if len(advice) > 1 else []
    parts += ["## All scores", *_all_scores(board, main, score)]
    parts.append("Written by `python -m catviz board --report`.")
    return "\n\n".join(parts) + "\n"


def _protocol(board: Board, tables: dict[str, CategoricalTable], copies: dict[str, str]) -> Iterator[str]:
    facts, cells = board.facts, board.cells
    runs = cells["runs"][cells["runs"] > 0]
    few, many = int(runs.min()), int(runs.max())
    others = [name for name in tables if not dataset_info(name).papers]
    each = f"{few} to {many} runs" if few < many else number_of(many, "run")
    yield (
        f"{cells['method'].nunique()} methods on {len(tables)} data sets, {len(runs):,} combinations of data set, "
        f"method and clusterer or classifier with {each} each ({len(cells) - len(runs):,} more have no score): "
        f"{int(cells['runs'].sum()):,} runs, "
        f"{facts['cpu_seconds']:,} CPU seconds of learning and runs. Every figure is in "
        f"`catviz/analysis/results/board.csv.gz`, with standard deviations over runs. {_noise(board)}"
        f"**{len(tables) - len(others)} of the data sets are those of the five papers that catviz repeats"
        + (f"; the others are {', '.join(f'`{name}`' for name in others)}" if others else "")
        + ". They are no random sample.** What follows describes these tables. A small p value says that the tables "
        "agree on ranks more than they would if, on each table, every order of the methods were equally likely; "
        "methods that are alike can alone bring that about. It does not say how methods rank on other tables."
    )
    if few < many:
        yield _fewer(cells[cells["runs"].between(1, many - 1)], many)
    clustered = set(cells.loc[cells["model"] == CENTRES, "method"])
    coordinates = [name for name in facts["coordinates"] if name in clustered]
    own = {found.short: found.cls for found in methods() if found.has_values}
    yield "\n".join(
        (
            f"- **Methods** have their default settings. Those that draw at random learn once, from seed "
            f"{facts['seed']}. No setting is chosen by known classes. By default rows have "
            f"{make('MCA').n_components} coordinates under MCA, 1 under Optimal scaling, and under ClusterCA at most "
            "one fewer than clusters; their ranks hold for so few coordinates only.",
            "- **Clusterers** have as many clusters as there are known classes. A run is one start from random rows; "
            "run i has seed i for all methods. k-means clusters coordinates"
            + (f" ({', '.join(coordinates)})" if coordinates else "")
            + ", k-modes distances and orders (all others); spectral clustering and k-medoids use each method's "
            "distances between rows, which five runs share: one run alone takes longer than the seconds given. "
            "Supervised methods are not scored with clusterers, since they use the known classes."
            + _clustering({name: own[name]().get_params() for name in cells["method"].unique() if name in own}),
            f"- **Classifiers** are tested on rows that neither they nor the method saw: {FOLDS} stratified folds, the "
            f"same for all methods, of {MOST_ROWS:,} rows at most, drawn at random from larger tables; a run is a "
            f"fold. Nearest neighbours: the {VOTERS} nearest rows under the method's "
            "distances vote. Logistic regression: on the coordinates that the method gives rows, all multiplied by "
            "one factor so that their variances sum to the number of columns, with scikit-learn's penalty (C = 1). "
            "Supervised encoders are cross-fitted: each training row is coded by the rows of other folds. MTDLE uses "
            "the classes of the training rows here, and none with clusterers.",
            "- **Scores** of clusters: ARI and AMI, which are corrected for chance; accuracy and NMI are in the file "
            "only. Scores of classifiers: accuracy, and balanced accuracy, the mean share of rows right in a class.",
            f"- **Chance**: known classes shuffled {SHUFFLES} times against the clusters of a run; the level is the "
            f"score that {in_percent(CHANCE_LEVEL)} of them stay at or below, each table by itself; a run with "
            "shuffled classes would be above it on about one table of 20. For classifiers: the accuracy of always "
            "predicting the largest class, with which means are compared; that is no test, and means above it can be "
            "chance. The level of clusters is for one run, and is compared with the mean of several: being above it "
            "is a description, not a test at 5\u00a0%.",
            "- **No score**: a method under which all pairs of values are at distance 0 (as on full factorials, "
            "whose columns are independent), or that refuses a table. Ranks that are tested leave such tables out; "
            "other ranks have the method last there, and losses of advice count 0.",
            "- **Tables within others** count once. "
            + (
                " ".join(
                    f"`{name}` is left out of ranks, since its rows are rows of `{of}`." for name, of in copies.items()
                )
                or "None are on this board."
            ),
        )
    )
    yield f"Measured with {_named(facts['versions'])}."
    for name, versions_then in facts.get("added", {}).items():
        then = _named(versions_then)
        yield f"{name} was added by another run, with {then}; its CPU seconds may be of another machine."


def _clustering(parameters: Mapping[str, Mapping[str, Any]]) -> str:
    """Which methods cluster the rows before a run does."""
    found = {name: given.get("n_init", 1) for name, given in parameters.items() if "n_clusters" in given}
    if not found:
        return ""
    named = ", ".join(f"{name} ({number_of(n, 'start')})" for name, n in found.items())
    return (
        f" Some methods cluster the rows as they learn, into as many clusters: {named}. The best start counts, so a "
        "run under them has had more starts than one under other methods."
    )


def _fewer(cells: pd.DataFrame, many: int) -> str:
    """Which combinations have fewer runs than the others."""
    parts = []
    for (model, runs), some in cells.groupby(["model", "runs"], sort=False):
        sets = [
            f"`{data}`" + ("" if n > 1 else f" ({some.loc[some['data'] == data, 'method'].iloc[0]})")
            for data, n in some["data"].value_counts(sort=False).items()
        ]
        parts.append(f"{title(str(model))} {runs} on {', '.join(sets)}")
    return f"Fewer than {many} runs: {'; '.join(parts)}."


def _noise(board: Board) -> str:
    """How uncertain a mean of the main score is, in a sentence."""
    own = board.cells[board.cells["model"] == board.models[0]]
    name = tested_scores(board.models[0])[0]
    error = own[f"{name}_deviation"] / np.sqrt(own["runs"])
    if error.isna().all():
        return ""
    middle, high = (significant(float(error.quantile(q))) for q in (0.5, 0.9))
    return (
        f"The standard error of a mean {SHOWN[name]} of {title(board.models[0])} is {middle} in the median cell, and "
        f"{high} or more in a tenth of the cells: with few runs, other seeds can change close ranks. "
    )


def _named(software: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in software.items())


def _missing(board: Board) -> Iterator[str]:
    """What is not on the board, by name."""
    lines = []
    reasons = {
        TOO_SLOW: f"estimated to take more than {board.facts['most_seconds']:g} s for learning and one run",
        TOO_MANY_ROWS: "more distinct rows than it takes",
    }
    named: dict[str, dict[str, set[str]]] = {}
    for why, models in board.facts["left_out"].items():
        for model, found in models.items():
            for data, names in found.items():
                named.setdefault(model, {}).setdefault(data, set()).update(names)
            sets = (f"`{data}` ({_methods(names, board.ran(model))})" for data, names in found.items())
            lines.append(f"- {title(model)}, {reasons[why]}: {'; '.join(sets)}")
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


def _ranks(board: Board, copies: dict[str, str], families: list[list[str]]) -> Iterator[str]:
    every = {
        (model, score): compared(board, model, score, copies)
        for model in board.models
        for score in tested_scores(model)
    }
    frames = {key: some for key, scores in every.items() if min((some := comparable(scores, families)).shape) > 1}
    if not frames:
        yield "Ranks need two data sets and two methods."
        return
    found = {key: significance(scores, LEVEL) for key, scores in frames.items()}
    adjusted = dict(zip(found, holm([one.p for one in found.values()]), strict=True))
    yield (
        "Mean ranks over the tables on which all methods have a score; 1 is best; methods that tie share the mean of "
        "their ranks. Versions of one table (the same columns and values with other rows or classes) count as one "
        "table, with the mean of their scores. Per clusterer or classifier, with the number of tables. The "
        "first column is the main question; the others show whether its answer depends on the clusterer and the score."
    )
    ranks = pd.DataFrame(
        {f"{title(model)}, {SHOWN[score]} ({one.n_data})": one.ranks for (model, score), one in found.items()}
    )
    ranks = ranks.sort_values(list(ranks.columns), kind="stable", na_position="last")
    yield markdown_table(ranks.rename_axis("method").reset_index(), 2)
    unranked = [name for name in board.cells["method"].unique() if name not in ranks.index]
    if unranked:
        yield f"Not ranked, since they ran on fewer than half of the tables: {', '.join(unranked)}."
    yield (
        "Friedman's test by permutation (9,999 random rearrangements of the ranks within tables, so p is 0.0001 at "
        f"least), with p also Holm-corrected for these {len(found)} tests. Kendall's W is the effect size: 0 if "
        "tables do not agree on ranks, 1 if they all agree. "
        f"Nemenyi's critical difference of mean ranks is for any two methods at {in_percent(LEVEL)}; it is within one "
        "test, and not corrected for the number of tests. It rests on the same assumptions as Friedman's test, and "
        "depends on which other methods there are: with others, other pairs can differ. "
        f"{MEASURED}"
    )
    yield markdown_table(pd.DataFrame([_tested(key, one, adjusted[key]) for key, one in found.items()]))
    key, one = next(iter(found.items()))
    yield _in_words(one, adjusted[key], title(key[0]))
    yield _little_spread(frames[key], SHOWN[key[1]])
    yield from _of_the_others(key, adjusted)
    by_means = board.facts["coordinates"] if key[0] == CENTRES else []
    yield from _other_choices(every[key], families, by_means)


def _of_the_others(main: tuple[str, str], adjusted: Mapping[tuple[str, str], float]) -> Iterator[str]:
    """Which of the other tests find a difference, and which do not."""
    differ, alike = (
        [f"{title(model)}, {SHOWN[score]}" for (model, score), p in adjusted.items() if (p <= LEVEL) == which]
        for which in (True, False)
    )
    own = f"{title(main[0])}, {SHOWN[main[1]]}"
    words = [
        f"{start} {'; '.join(name for name in names if name != own)}."
        for start, names in (("A difference is also found with", differ), ("None is found with", alike))
        if any(name != own for name in names)
    ]
    if words:
        yield " ".join(words)


def _tested(key: tuple[str, str], one: Significance, adjusted: float) -> dict[str, str]:
    model, score = key
    k = len(one.ranks)
    return {
        "": f"{title(model)}, {SHOWN[score]}",
        "tables": f"{one.n_data}",
        "methods": f"{k}",
        "χ²": f"{one.friedman.chi2:.1f}",
        "p": p_number(one.p),
        "p, Holm": p_number(adjusted),
        "W": f"{agreement(one.friedman, one.n_data, k):.2f}",
        "Nemenyi": f"{one.difference:.2f}",
        "pairs that differ": f"{len(one.differing_pairs)} of {k * (k - 1) // 2}" if adjusted <= LEVEL else "–",
    }


def _in_words(one: Significance, adjusted: float, model: str) -> str:
    """What the main test says, in a sentence or three."""
    k = len(one.ranks)
    best, last = one.ranks.index[0], one.ranks.index[-1]
    start = f"By {model} over {one.n_data} tables and {k} methods, "
    if adjusted > LEVEL:
        return (
            f"{start}no difference of ranks is detected ({p_text(adjusted)}, Holm-corrected), which does not show that "
            "the methods are equal."
        )
    pairs = one.differing_pairs
    named = "; ".join(f"{a} before {b}" for a, b in pairs[:_PAIRS])
    more = f", and {len(pairs) - _PAIRS} more" if len(pairs) > _PAIRS else ""
    text = (
        f"{start}the methods do not all rank alike ({p_text(adjusted)}, Holm-corrected). {best} has the best mean "
        f"rank, {one.ranks.iloc[0]:.2f}, and {last} the last, {one.ranks.iloc[-1]:.2f}; mean ranks must differ by more "
        f"than {one.difference:.2f} to differ significantly. "
    )
    close = "With other runs or other tables, pairs near that limit can change, and so can the best method."
    return text + (
        f"That holds for {len(pairs)} of {k * (k - 1) // 2} pairs: {named}{more}. {close}" if pairs else "No pair does."
    )


def _little_spread(scores: pd.DataFrame, score: str) -> str:
    """On which tables ranks order small differences."""
    spread = scores.max(axis=1) - scores.min(axis=1)
    close = spread[spread <= LITTLE].sort_values(kind="stable")
    if close.empty:
        return f"On every table, the best and the last mean {score} differ by more than {LITTLE:g}."
    named = ", ".join(f"`{name}` ({significant(float(value))})" for name, value in close.items())
    return (
        f"Ranks do not say how far scores differ. On {len(close)} of these {len(scores)} tables the best and the last "
        f"mean {score} differ by {LITTLE:g} or less: {named}. These tables count as much as the others, "
        f"although the order of methods on them may be mostly chance. The median spread of a table is "
        f"{significant(float(spread.median()))}."
    )


def _other_choices(scores: pd.DataFrame, families: list[list[str]], by_means: list[str]) -> Iterator[str]:
    """The main test again on other choices of tables and methods, and with another score where a method has none."""
    main = comparable(scores, families)
    repeated = [name for name in scores.dropna().index if name not in main.index]
    variants = {MAIN: main}
    if repeated:
        variants[EACH] = scores.dropna()
    if scores.isna().any(axis=None):
        variants |= {"all tables; no score ranks last": scores, "all tables; no score counts as 0": scores.fillna(0)}
    means = [name for name in scores.columns if name in by_means]
    modes = [name for name in scores.columns if name not in by_means]
    if min(len(means), len(modes)) > 1:
        variants[BY_MODES], variants[BY_MEANS] = main[modes], main[means]
    lines = []
    for what, some in variants.items():
        if len(some) > 1:
            one, untested = significance(some, LEVEL), what not in _TESTED_CHOICES
            best = ", ".join(f"{name} {rank:.2f}" for name, rank in one.ranks.iloc[:3].items())
            lines.append(
                {
                    "choice": what,
                    "tables": f"{one.n_data}",
                    "methods": f"{len(one.ranks)}",
                    "p": "–" if untested else p_number(one.p),
                    "W": f"{agreement(one.friedman, one.n_data, len(one.ranks)):.2f}",
                    "Nemenyi": "–" if untested else f"{one.difference:.2f}",
                    "pairs that differ": f"{len(one.differing_pairs)}" if one.differ and not untested else "–",
                    "best mean ranks": best,
                }
            )
    equal, why = _equal(main), []
    if repeated:
        why.append(
            f"The tests take tables for independent, so {', '.join(f'`{name}`' for name in repeated)} are not in the "
            "main one: they have the columns and values of another table, with another rule for the classes, and "
            "methods see the same or nearly the same rows. The mean of the scores of these versions counts instead."
        )
    if scores.isna().any(axis=None):
        why.append(
            "Methods without a score, such as those of co-occurrence on full factorials, would rank last there "
            "whatever the classes are, which alone makes methods differ: with shuffled classes, Friedman's test at "
            "5\u00a0% then rejected in two of three of 300 simulations. So the main test leaves these tables out, and "
            "choices with them are not tested."
        )
    if means and modes:
        why.append(_same_distances(main))
    yield " ".join(
        [*why, "The main test with other choices, which were made when first results had been seen (p not corrected):"]
    )
    yield markdown_table(pd.DataFrame(lines))
    if equal:
        yield (
            "Methods with equal scores on all of these tables count as several, which makes critical differences "
            f"larger: {'; '.join(' and '.join(names) for names in equal)}."
        )


def _same_distances(scores: pd.DataFrame) -> str:
    """What k-means and k-modes alone do to ranks, by the two methods that give them the same distances."""
    text = "These ranks are of methods together with their clusterer, k-means or k-modes."
    hamming, one_hot = short_name(REFERENCE), short_name("OneHot")
    if {hamming, one_hot} <= set(scores.columns):
        ranks = mean_ranks(scores)
        text += (
            f" {one_hot} and {hamming} give the same distances between values, up to a factor: that they rank "
            f"{ranks[one_hot]:.2f} and {ranks[hamming]:.2f} is due to the clusterers and to how distances of values "
            "are put together to distances of rows."
        )
    return text + " Spectral clustering and k-medoids are the same for all methods."


def _equal(scores: pd.DataFrame) -> list[list[str]]:
    """Groups of methods with equal scores on all tables."""
    groups: dict[tuple[float, ...], list[str]] = {}
    for name in scores.columns:
        groups.setdefault(tuple(scores[name].fillna(np.inf)), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def _differences(board: Board, copies: dict[str, str], families: list[list[str]], reference: str) -> Iterator[str]:
    yield (
        f"Better and worse: tables on which the mean score is higher or lower than that of {reference} by more than "
        f"{MARGIN:g}. Tables on which a method has no score do not count, so methods are compared on different tables; "
        "versions of one table count once, by the mean of their differences. p, Holm: Wilcoxon's signed-rank test of "
        f"the differences, corrected for the {board.cells['method'].nunique() - 1} methods at most of one table below. "
        "Unlike mean ranks, it does not depend on which other methods there are. It was chosen when results of other "
        "tests had been seen. It takes tables for independent and "
        f"differences for symmetric about 0 if neither is better. {SIGNED_RANK_MEASURED} Mean rank: over the tables "
        "on which all methods ran, each version counted; no score ranks last; these are not the ranks tested above. "
        "Above chance: tables, each version counted, on which the mean is above the level of chance. CPU seconds: "
        "median over tables of learning and one run (of a classifier, of one fold), on one core of a machine that did "
        "other work too. Front: no other method is both at least as quick and ranked at least as well; small "
        "differences of time are noise."
    )
    for model in [board.models[0], *(model for model in board.models[1:] if model in CLASSIFIER_NAMES)]:
        score = tested_scores(model)[0]
        scores = compared(board, model, score, copies)
        if reference in scores.columns and min(scores.shape) > 1:
            pairs = against(scores, reference, families)
            n = len(versions_as_one(scores, families))
            yield f"**{_capital(title(model))}, {SHOWN[score]}**, {number_of(n, 'table')}:"
            yield markdown_table(_compared_with(board, model, score, scores, pairs))
            yield _apart(pairs, reference, board.facts["coordinates"] if model == CENTRES else [])


def _difference(value: float) -> str:
    """A difference of scores with its sign; zero has none."""
    return signed(value, 3).removeprefix("+").removeprefix("−") if abs(value) < 5e-4 else signed(value, 3)


def _apart(pairs: pd.DataFrame, reference: str, by_means: Collection[str]) -> str:
    """Which methods differ significantly from the reference, and which of them another clusterer scored."""
    found = pairs[pairs["p"] <= ALPHA].sort_values("p", kind="stable")
    better, worse = (list(found.index[found["mean"] * sign > 0]) for sign in (1, -1))
    named = [
        f"{what} than {reference}: {', '.join(names)}"
        for what, names in (("better", better), ("worse", worse))
        if names
    ]
    if not named:
        return (
            f"No method differs significantly from {reference} at {in_percent(ALPHA)}, which does not show that none "
            "is better or worse."
        )
    clustered = [name for name in found.index if name in by_means]
    return (
        f"Significantly {'; significantly '.join(named)} (at {in_percent(ALPHA)}, Holm-corrected). For the others a "
        "difference is not shown, nor that there is none."
        + (
            f" {' and '.join(clustered)} gave coordinates to k-means and {reference} gave distances to k-modes, so "
            "this difference is due to the clusterers as well."
            if clustered
            else ""
        )
    )


def _compared_with(board: Board, model: str, score: str, scores: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    ranks, time = mean_ranks(scores), seconds(board, model, scores.index)
    shown = pd.DataFrame(
        {
            "mean rank": ranks.map("{:.2f}".format),
            "better": pairs["better"].map(str),
            f"within {MARGIN:g}": pairs["close"].map(str),
            "worse": pairs["worse"].map(str),
            "mean difference": pairs["mean"].map(_difference),
            "median difference": pairs["median"].map(_difference),
            "p, Holm": pairs["p"].map(p_number),
            ("above largest class" if model in CLASSIFIER_NAMES else "above chance"): above_chance(
                board, model, score, scores.index
            ).map(str)
            + " of "
            + scores.notna().sum().map(str),
            "CPU seconds": time.map(significant),
            "front": pd.Series("yes", front(ranks, time)),
        }
    )
    shown = shown.fillna({"front": ""}).fillna("–").loc[ranks.index]
    return shown.rename_axis("method").reset_index()


def _kinds(
    scores: pd.DataFrame, tables: dict[str, CategoricalTable], families: list[list[str]], reference: str
) -> Iterator[str]:
    known = known_traits({name: tables[name] for name in scores.index})
    splits: dict[str, pd.Series] = {}
    for trait, called in TRAITS.items():
        upper, cut = halves(known[trait])
        if upper.any() and not upper.all():
            splits[f"{called} ≤ {significant(cut)}"], splits[f"{called} > {significant(cut)}"] = ~upper, upper
    factorial = pd.Series({name: dataset_info(name).full_factorial for name in scores.index})
    if factorial.any() and not factorial.all():
        splits["full factorial"], splits["not full factorial"] = factorial, ~factorial
    yield (
        f"On how many tables of a kind the score is higher than that of {reference} by more than {MARGIN:g}, of those "
        "with a score; kinds are the tables up to the median of a trait, and those above it. Dependence is the mean "
        "bias-corrected Cramér's V of two columns, class balance the entropy of the classes over its maximum. Kinds "
        "overlap: large tables have other columns than small ones. Versions of one table count once in each kind. "
        "These counts are described, not tested."
    )
    better = {
        f"{kind} ({len(versions_as_one(scores[chosen], families))})": _of_scored(
            against(scores[chosen], reference, families)
        )
        for kind, chosen in splits.items()
        if chosen.any()
    }
    order = [name for name in mean_ranks(scores).index if name != reference]
    yield markdown_table(pd.DataFrame(better).loc[order].rename_axis("method").reset_index().astype(object), 0)


def _of_scored(pairs: pd.DataFrame) -> pd.Series:
    """On how many of the tables with a score a method is better; a dash where it has none."""
    scored = pairs[["better", "close", "worse"]].sum(axis=1).astype(int)
    return (pairs["better"].astype(int).map(str) + " of " + scored.map(str)).where(scored > 0, "–")


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
    return f"{score:.2f}" if score > chance else f"({score:.2f})"


def tested_scores(model: str) -> tuple[str, ...]:
    """The scores that ranks under a clusterer or classifier are tested by."""
    return CLASS_SCORES if model in CLASSIFIER_NAMES else TESTED


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
