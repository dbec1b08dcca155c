"""Each method of the board compared with Hamming, in tables: differences, chance, time, kinds of tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pandas as pd
from scipy.stats import norm

from catviz.analysis.board.advice import TRAITS, full_factorial
from catviz.analysis.board.standings import (
    MARGIN,
    against,
    comparable,
    compared,
    counted,
    differences,
    mean_ranks,
    seconds,
    versions_as_one,
)
from catviz.analysis.board.table import CENTRES, CLASSIFIER_NAMES, SHOWN, Board, tested_scores, title
from catviz.analysis.comparison_defaults import short_name
from catviz.analysis.statistics import LEVEL
from catviz.registry import REFERENCE
from catviz.table.categorical import CategoricalTable
from catviz.wording import capital, in_percent, p_number, signed, significant
from catviz.words.comparison import markdown_table
from studies.board.gaps import SAME_TIME, above_chance, front, halves, within_noise

#: The share of differences beyond one standard error, if they are normal around 0.
_BEYOND_ONE_ERROR = 2 * float(norm.sf(1))
#: How often the comparison with one method errs.
SIGNED_RANK_MEASURED = (
    "In the simulations with shuffled classes (see Ranks), it claimed at 5\u00a0% that at least one method differs "
    "from Hamming in 13 of 400 with 36 methods (3.3\u00a0%; 95\u00a0% interval 1.7 to 5.5\u00a0%), and in 14 of 400 "
    "with Hamming and nine others. This was measured for ARI of k-modes or k-means on the 18 tables, of at most 3,500 "
    "rows, and only where no method finds the classes: not for classifiers, larger tables, full factorials or versions "
    "of one table, and not where there is structure."
)


def compared_models(
    board: Board, copies: Collection[str], families: list[list[str]], reference: str
) -> Iterator[tuple[str, str, pd.DataFrame, pd.DataFrame]]:
    """Model, score, mean scores and differences from the reference, for the main clusterer and each classifier.

    The differences are over all tables that a method ran on, also those that some other method did not.
    """
    for model in [board.models[0], *(model for model in board.models[1:] if model in CLASSIFIER_NAMES)]:
        score = tested_scores(model)[0]
        scores = compared(board, model, score, copies)
        if reference in scores.columns and min(scores.shape) > 1:
            every = board.wide(model, score).drop(index=list(copies), errors="ignore")
            yield model, score, scores, against(every[scores.columns], reference, families)


def differing(pairs: pd.DataFrame) -> dict[str, list[str]]:
    """The methods that are significantly better, and those that are worse, the smallest p first."""
    clear = pairs[pairs["p"] <= LEVEL].sort_values("p", kind="stable")
    named = {what: list(clear.index[clear["sign"] == sign]) for what, sign in (("better", 1), ("worse", -1))}
    return {what: names for what, names in named.items() if names}


def by_clusterers(names: Collection[str], model: str, reference: str) -> str:
    """That a difference of one-hot coding from Hamming is one of k-means from k-modes."""
    one_hot = short_name("OneHot")
    if model != CENTRES or one_hot not in names or reference != short_name(REFERENCE):
        return ""
    return (
        f" {one_hot} and {reference} give the same distances between values, up to a factor, and the square of "
        f"{one_hot}'s distance between two rows, which k-means uses, is twice that of {reference}: so here only "
        "k-means, k-modes and the chance of starts can make them differ."
    )


def differences_section(
    board: Board, copies: dict[str, str], families: list[list[str]], reference: str
) -> Iterator[str]:
    """Each method against the reference, with chance and time."""
    yield (
        f"Better and worse: tables on which the mean score is higher or lower than that of {reference} by more than "
        f"{MARGIN:g}, among all tables on which both have a score; versions of one table count once, by the mean of "
        f"their differences. {_noise(board, copies, families, reference)}p, Holm: Wilcoxon's "
        "signed-rank test of the differences, exact given their sizes and ties, without tables of equal scores. It is "
        "corrected for the other methods of one table below, not over the three tables. The differences of a method do "
        "not depend on which other methods there are; p after the "
        "correction does. The test takes tables for independent and, if neither method is better, differences for "
        f"symmetric about 0. It was chosen when results of other tests had been seen. {SIGNED_RANK_MEASURED} It is "
        f"read at a nominal {in_percent(LEVEL)}."
    )
    yield (
        "Mean rank, CPU seconds and front: over the tables of the section on ranks. CPU seconds: median of learning "
        "and one run (of a classifier, of one fold), on one core of a machine that did other work too. Front: no "
        "other method is better in rank without being slower, or quicker without being worse in rank. Slower: by more "
        f"than a factor of {SAME_TIME:g}. Worse in rank: by more than one standard error of the difference of two mean "
        "ranks (√(k (k + 1) / (6 N)) for k methods in random order on each of N tables). In random order, about "
        f"{in_percent(_BEYOND_ONE_ERROR)} of pairs of methods differ by more, so this limit is a tolerance, not "
        "evidence. The front is a description, not a test; both limits were set when these results had been seen. "
        f"{_noise_of_time(board, copies, families, reference)}Above chance: tables on which all methods "
        "ran and this one has a score, versions of one table as one by their means, on which the mean is above the "
        "level of chance."
    )
    for model, score, scores, pairs in compared_models(board, copies, families, reference):
        yield f"**{capital(title(model))}, {SHOWN[score]}**:"
        yield markdown_table(_compared_with(board, model, score, scores, families, pairs))
        yield _apart(pairs, model, reference, board.facts["coordinates"])


def noise_of_starts(board: Board, copies: Collection[str], families: list[list[str]], reference: str) -> pd.DataFrame:
    """`within_noise` of the main clusterer; without rows for a classifier."""
    model = board.models[0]
    noise = within_noise(board, model, tested_scores(model)[0], reference, copies, families)
    return noise.iloc[:0] if model in CLASSIFIER_NAMES else noise


def _noise(board: Board, copies: Collection[str], families: list[list[str]], reference: str) -> str:
    """How many differences that count as better or worse are within two standard errors over starts."""
    model, noise = board.models[0], noise_of_starts(board, copies, families, reference)
    total = noise.sum()
    if not total["beyond"]:
        return ""
    named = [
        f"{name} {noise.at[name, 'close']} of {noise.at[name, 'beyond']}"
        for name in sum(differing(next(compared_models(board, copies, families, reference))[3]).values(), [])
    ]
    return (
        f"With {title(model)}, {total['close']} of the {total['beyond']} differences of more than {MARGIN:g} are "
        "within two standard errors over starts (two methods' starts taken as independent)"
        + (f": {', '.join(named)} among those that differ significantly" if named else "")
        + ". So single tables can change sides with other seeds. The tests do not use this margin. Training rows of "
        "folds overlap, so no such error is given for classifiers. "
    )


def _noise_of_time(board: Board, copies: Collection[str], families: list[list[str]], reference: str) -> str:
    """How far times of equal work differ: of the methods that score as the reference does on every table."""
    model, score, scores, _ = next(compared_models(board, copies, families, reference))
    used = comparable(scores, families)
    equal = [name for name in used.columns if name != reference and used[name].equals(used[reference])]
    if not equal:
        return ""
    time = seconds(board, model, used.index)
    ratio = max(max(time[name] / time[reference], time[reference] / time[name]) for name in equal)
    return (
        f"For comparison: {' and '.join(equal)} and {reference} give {title(model)} the same work, and their times in "
        f"the first table differ by a factor of {significant(float(ratio))}. "
    )


def _difference(value: float) -> str:
    """A difference of scores with its sign; zero has none."""
    return signed(value, 3).removeprefix("+").removeprefix("−") if abs(value) < 5e-4 else signed(value, 3)


def _apart(pairs: pd.DataFrame, model: str, reference: str, coordinates: Collection[str]) -> str:
    """Which methods differ significantly from the reference, and which of them another clusterer scored."""
    by_sign = differing(pairs)
    if not by_sign:
        return (
            f"No method differs significantly from {reference} at {in_percent(LEVEL)}, which does not show that none "
            "is better or worse."
        )
    named = "; significantly ".join(f"{what} than {reference}: {', '.join(names)}" for what, names in by_sign.items())
    text = (
        f"Significantly {named} (at {in_percent(LEVEL)}, Holm-corrected). For the others a difference was not "
        "detected, which does not show that there is none."
    )
    apart = sum(by_sign.values(), [])
    by_means = [name for name in apart if name in coordinates]
    if model == CENTRES and by_means:
        text += f" {' and '.join(by_means)} gave coordinates to k-means, and {reference} distances to k-modes."
    return text


def _compared_with(
    board: Board, model: str, score: str, scores: pd.DataFrame, families: list[list[str]], pairs: pd.DataFrame
) -> pd.DataFrame:
    tested = comparable(scores, families)
    ranks, time = mean_ranks(tested), seconds(board, model, tested.index)
    above = above_chance(board, model, score, scores.index, families)
    shown = pd.DataFrame(
        {
            "mean rank": ranks.map("{:.2f}".format),
            "tables": pairs[["better", "close", "worse"]].sum(axis=1).astype(int).map(str),
            "better": pairs["better"].map(str),
            f"within {MARGIN:g}": pairs["close"].map(str),
            "worse": pairs["worse"].map(str),
            "mean difference": pairs["mean"].map(_difference),
            "median difference": pairs["median"].map(_difference),
            "p, Holm": pairs["p"].map(p_number),
            ("above largest class" if model in CLASSIFIER_NAMES else "above chance"): (
                above["above"].map(str) + " of " + above["tables"].map(str)
            ),
            "CPU seconds": time.map(significant),
            "front": pd.Series("yes", front(ranks, time, len(tested))),
        }
    )
    shown = shown.fillna({"front": ""}).fillna("–").loc[ranks.index]
    return shown.rename_axis("method").reset_index()


def kinds_section(
    scores: pd.DataFrame,
    tables: dict[str, CategoricalTable],
    known: pd.DataFrame,
    families: list[list[str]],
    reference: str,
    called: str,
) -> Iterator[str]:
    """On how many tables of a kind each method is better than the reference, by the score that is ``called`` so.

    ``known`` are the traits of tables.
    """
    known = known.loc[scores.index]
    splits: dict[str, pd.Series] = {}
    for trait, name in TRAITS.items():
        upper, cut = halves(known[trait])
        if upper.any() and not upper.all():
            splits[f"{name} ≤ {significant(cut)}"], splits[f"{name} > {significant(cut)}"] = ~upper, upper
    factorial = pd.Series({name: full_factorial(tables[name]) for name in scores.index})
    if factorial.any() and not factorial.all():
        splits["full factorial"], splits["not full factorial"] = factorial, ~factorial
    yield (
        f"On how many tables of a kind the {called} is higher than that of {reference} by more than {MARGIN:g}, of "
        "those with a score. Kinds are the tables up to the median of a trait, and those above it; the median is over "
        f"all {len(scores)} tables, with versions of one table each by itself, so kinds are of unequal size. "
        "Dependence is the mean bias-corrected Cramér's V of two columns, class balance the entropy of the classes "
        "over its maximum. Kinds overlap: large tables have other columns than small ones. Versions of one table count "
        f"once in each kind{_in_both(splits, families)}. These counts are described, not tested; a difference on a "
        "single table can be chance (see above)."
    )
    better = {
        f"{kind} ({len(versions_as_one(scores[chosen], families))})": _of_scored(
            differences(scores[chosen], reference, families)
        )
        for kind, chosen in splits.items()
        if chosen.any()
    }
    order = [name for name in mean_ranks(comparable(scores, families)).index if name != reference]
    yield markdown_table(pd.DataFrame(better).loc[order].rename_axis("method").reset_index().astype(object), 0)


def _in_both(splits: dict[str, pd.Series], families: list[list[str]]) -> str:
    """Which versions of one table are in two kinds that exclude each other."""
    kinds, apart = list(splits.items()), []
    for (kind, chosen), (other, _) in zip(kinds[::2], kinds[1::2], strict=True):
        for family in families:
            versions_here = [name for name in family if name in chosen.index]
            if chosen.loc[versions_here].nunique() > 1:
                names = ", ".join(f"`{name}`" for name in versions_here)
                apart.append(f"{names}: {kind}, and {other}")
    return f", so some count in two kinds ({'; '.join(apart)})" if apart else ""


def _of_scored(apart: pd.DataFrame) -> pd.Series:
    """On how many of the tables with a score a method is better; a dash where it has none."""
    scored = apart.notna().sum()
    return (counted(apart)["better"].map(str) + " of " + scored.map(str)).where(scored > 0, "–")
