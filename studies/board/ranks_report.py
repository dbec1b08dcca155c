"""Ranks of the board in words and tables: mean ranks, their tests, and the same with other choices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from catviz.analysis.board.standings import (
    BOARD_LEVEL,
    comparable,
    compared,
    mean_ranks,
    versions_as_one,
)
from catviz.analysis.board.table import CENTRES, SHOWN, Board, tested_scores, title
from catviz.analysis.comparison_defaults import short_name
from catviz.analysis.significance import Significance, significance
from catviz.analysis.statistics import holm, rank_error
from catviz.registry import REFERENCE
from catviz.wording import in_percent, number_of, p_number, p_text, significant
from catviz.words.board import DETAILS, WHY_LEVEL
from catviz.words.comparison import markdown_table
from studies.board.coordinates import SMALL, Coordinates
from studies.board.gaps import agreement

#: Mean scores of a table that lie this close are named as such.
LITTLE = 0.05
_PAIRS = 12
#: Both, and where these numbers come from.
MEASURED = f"{WHY_LEVEL} {DETAILS} The simulations are in `studies/board/error_rates.py`."
MAIN, EACH = "as above", "versions of one table count each"
BY_MODES, BY_MEANS = "methods with k-modes only", "methods with k-means only"
#: Choices of tables with which methods without a score rank last, whatever the classes are.
_NOT_TESTED = (
    "all tables on which all methods ran; no score ranks last",
    "the same; no score counts as 0",
)


@dataclass(frozen=True, eq=False)
class RankTests:
    """Friedman's test for each (model, score) that at least two tables and two methods have.

    Attributes
    ----------
    every, frames : dict of DataFrame, tables by methods
        Mean scores on all tables that all methods ran on, and on those with a score of every method, versions as one.
    found : dict of Significance
    adjusted : dict of float
        p, Holm-corrected over all of these tests.
    """

    every: dict[tuple[str, str], pd.DataFrame]
    frames: dict[tuple[str, str], pd.DataFrame]
    found: dict[tuple[str, str], Significance]
    adjusted: dict[tuple[str, str], float]


def rank_tests(board: Board, copies: Collection[str], families: list[list[str]]) -> RankTests:
    """The tests of ranks under every clusterer and classifier."""
    every = {
        (model, score): compared(board, model, score, copies)
        for model in board.models
        for score in tested_scores(model)
    }
    frames = {key: some for key, scores in every.items() if min((some := comparable(scores, families)).shape) > 1}
    tests = {key: significance(scores, BOARD_LEVEL) for key, scores in frames.items()}
    adjusted = dict(zip(tests, holm([one.p for one in tests.values()]), strict=True)) if tests else {}
    return RankTests(every, frames, tests, adjusted)


def ranks_section(board: Board, tests: RankTests, families: list[list[str]], coordinates: Coordinates) -> Iterator[str]:
    """Mean ranks under every clusterer and classifier, their tests, and the main test with other choices."""
    by_score, adjusted = tests.found, tests.adjusted
    if not by_score:
        yield "Ranks need two data sets and two methods."
        return
    yield (
        "Mean ranks over the tables on which all methods have a score; 1 is best; methods that tie share the mean of "
        "their ranks. Versions of one table (the same columns and values with other rows or classes) count as one "
        "table, with the mean of their scores. There is one column per clusterer or classifier and score; the number "
        "of tables is in parentheses. The first column is the main question; the others are further looks at the same "
        "methods."
    )
    ranks = pd.DataFrame(
        {f"{title(model)}, {SHOWN[score]} ({one.n_data})": one.ranks for (model, score), one in by_score.items()}
    )
    ranks = ranks.sort_values(list(ranks.columns), kind="stable", na_position="last")
    yield markdown_table(ranks.rename_axis("method").reset_index(), 2)
    unranked = [name for name in board.cells["method"].unique() if name not in ranks.index]
    if unranked:
        yield f"Not ranked, since they ran on fewer than half of the tables: {', '.join(unranked)}."
    yield (
        "Friedman's test by permutation (9,999 random rearrangements of the ranks within tables, so p is 0.0001 at "
        f"least), with p also Holm-corrected for these {len(by_score)} tests. ARI and AMI score the same clusters, and "
        "both accuracies the same predictions, so these tests are not independent. The effect size is (N W − 1) / "
        "(N − 1), with Kendall's W, corrected for ties, over N tables. Without ties it is the mean rank correlation of "
        "two tables: 1 if all tables agree on ranks, and 0 on average if they have nothing in common. "
        f"Nemenyi's critical difference of mean ranks is for any two methods at a nominal {in_percent(BOARD_LEVEL)}; "
        "it is within one test, depends on which other methods there are, and if some methods do differ, its error "
        "rate for the others was not measured. A small p says "
        "that the tables agree on ranks more than they would if, on each table, every order of the methods were "
        f"equally likely; near copies among the methods are enough for that. {MEASURED}{_of_few(coordinates)}"
    )
    yield markdown_table(
        pd.DataFrame([_tested(key, one, adjusted[key], coordinates.few) for key, one in by_score.items()])
    )
    key, one = next(iter(by_score.items()))
    yield _in_words(one, adjusted[key], title(key[0]), board.facts["coordinates"] if key[0] == CENTRES else [])
    yield _little_spread(tests.frames[key], SHOWN[key[1]])
    yield from _of_the_others(key, adjusted)
    by_means = board.facts["coordinates"] if key[0] == CENTRES else []
    yield from _other_choices(tests.every[key], families, by_means, _equal_elsewhere(tests, key))


def _of_the_others(main: tuple[str, str], adjusted: Mapping[tuple[str, str], float]) -> Iterator[str]:
    """Which of the other tests find a difference, and which do not."""
    differ, alike = (
        [f"{title(model)}, {SHOWN[score]}" for (model, score), p in adjusted.items() if (p <= BOARD_LEVEL) == which]
        for which in (True, False)
    )
    main_name = f"{title(main[0])}, {SHOWN[main[1]]}"
    words = [
        f"{start} {'; '.join(name for name in names if name != main_name)}."
        for start, names in (
            ("Agreement beyond random orders is also found with", differ),
            ("None is found with", alike),
        )
        if any(name != main_name for name in names)
    ]
    if words:
        yield " ".join(words) + (
            " That it is found with one and not with another does not show that they differ in this."
        )


def _of_few(coordinates: Coordinates) -> str:
    """Which methods the last column of the tests is about, and which could be counted too."""
    if not coordinates.few:
        return ""
    text = (
        " The last column counts the pairs with a method that gives rows at most one coordinate per column, on each of "
        f"{number_of(len(coordinates.counts), 'table')} of at most {SMALL} rows: {', '.join(coordinates.few)}. What "
        "these lose may be due to that."
    )
    if coordinates.few_of_two:
        text += f" {', '.join(coordinates.few_of_two)} give as few on tables of two classes only, and are not counted."
    return text


def _tested(key: tuple[str, str], one: Significance, adjusted: float, few: Collection[str]) -> dict[str, str]:
    (model, score), differ = key, adjusted <= BOARD_LEVEL
    of_few = sum(bool({*pair} & {*few}) for pair in one.differing_pairs)
    k = len(one.ranks)
    return {
        "": f"{title(model)}, {SHOWN[score]}",
        "tables": f"{one.n_data}",
        "methods": f"{k}",
        "χ²": f"{one.friedman.chi2:.1f}",
        "p": p_number(one.p),
        "p, Holm": p_number(adjusted),
        "rank correlation": _correlation(agreement(one.friedman, one.n_data, k)),
        "Nemenyi": f"{one.difference:.2f}",
        "pairs beyond it": f"{len(one.differing_pairs)} of {k * (k - 1) // 2}" if differ else "–",
        **({"of them with few coordinates": f"{of_few}" if differ else "–"} if few else {}),
    }


def _correlation(value: float) -> str:
    """Two decimals; zero has no sign."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _in_words(one: Significance, adjusted: float, model: str, by_means: Collection[str]) -> str:
    """What the main test says, in a sentence or three."""
    k = len(one.ranks)
    best, last = one.ranks.index[0], one.ranks.index[-1]
    start = f"With {model} over {one.n_data} tables and {k} methods, "
    if adjusted > BOARD_LEVEL:
        return (
            f"{start}no difference of ranks is detected ({p_text(adjusted)}, Holm-corrected), which does not show that "
            "the methods are equal."
        )
    pairs = one.differing_pairs
    named = "; ".join(f"{a} before {b}" for a, b in pairs[:_PAIRS])
    more = f", and {len(pairs) - _PAIRS} more" if len(pairs) > _PAIRS else ""
    text = (
        f"{start}the tables agree on ranks more than random orders would ({p_text(adjusted)}, Holm-corrected; too "
        "small as a test of whether methods find the classes, see above); near copies among the methods may be part of "
        f"the reason. {best} has the best "
        f"mean rank, {one.ranks.iloc[0]:.2f}, and {last} the last, {one.ranks.iloc[-1]:.2f}; mean ranks must differ by "
        f"more than {one.difference:.2f} to differ significantly (at a nominal {in_percent(BOARD_LEVEL)}). "
    )
    mixed = sum((a in by_means) != (b in by_means) for a, b in pairs)
    clustered = (
        f"In {mixed} of these pairs one method was clustered by k-means and the other by k-modes, so the clusterers "
        "may be the reason. "
    ) * bool(mixed)
    close = "With other runs or other tables, pairs near that limit can change, and so can the best method."
    return text + (
        f"That holds for {len(pairs)} of {k * (k - 1) // 2} pairs: {named}{more}. {clustered}{close}"
        if pairs
        else "No pair does."
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


def _other_choices(
    scores: pd.DataFrame, families: list[list[str]], by_means: list[str], equal_elsewhere: str
) -> Iterator[str]:
    """The main test again on other choices of tables and methods, and with another score where a method has none.

    ``equal_elsewhere`` names groups of methods that have equal scores in other tests.
    """
    main = comparable(scores, families)
    repeated = [name for name in scores.dropna().index if name not in main.index]
    last = mean_ranks(main).index[-1]
    variants = {MAIN: main, f"without {last}": comparable(scores.drop(columns=last), families)}
    if repeated:
        variants[EACH] = scores.dropna()
    if scores.isna().any(axis=None):
        filled = (versions_as_one(some, families) for some in (scores, scores.fillna(0)))
        variants |= dict(zip(_NOT_TESTED, filled, strict=True))
    means = [name for name in scores.columns if name in by_means]
    modes = [name for name in scores.columns if name not in by_means]
    if min(len(means), len(modes)) > 1:
        variants[BY_MODES], variants[BY_MEANS] = main[modes], main[means]
    lines, tests = [], {}
    for what, some in variants.items():
        if min(some.shape) > 1:
            one, untested = significance(some, BOARD_LEVEL), what in _NOT_TESTED
            tests[what] = one
            best = ", ".join(f"{name} {rank:.2f}" for name, rank in one.ranks.iloc[:3].items())
            lines.append(
                {
                    "choice": what,
                    "tables": f"{one.n_data}",
                    "methods": f"{len(one.ranks)}",
                    "p": "–" if untested else p_number(one.p),
                    "rank correlation": _correlation(agreement(one.friedman, one.n_data, len(one.ranks))),
                    "Nemenyi": "–" if untested else f"{one.difference:.2f}",
                    "pairs beyond it": f"{len(one.differing_pairs)}" if one.differ and not untested else "–",
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
            "whatever the classes are, which alone makes methods differ. So the main test leaves these tables out, and "
            "choices with them are not tested."
        )
    if means and modes:
        why.append(_same_distances(main))
    yield " ".join(
        [*why, "The main test with other choices, which were made when first results had been seen (p not corrected):"]
    )
    yield markdown_table(pd.DataFrame(lines))
    if BY_MODES in tests and tests[BY_MODES].differing_pairs:
        named = "; ".join(f"{a} before {b}" for a, b in tests[BY_MODES].differing_pairs[:_PAIRS])
        yield f"Among the methods with k-modes only, these pairs are beyond the critical difference: {named}."
    yield _first_places({what: one for what, one in tests.items() if what not in (BY_MODES, BY_MEANS)})
    if equal or equal_elsewhere:
        alike = "; ".join(" and ".join(names) for names in equal) or "none"
        yield (
            "Methods with equal scores on all tables of a test count as several, which makes critical differences "
            "larger, and Holm's correction of comparisons with one method stricter. In the main test: "
            f"{alike}.{equal_elsewhere}"
        )


def _first_places(tests: Mapping[str, Significance]) -> str:
    """Which method is first with each choice, and how little that says."""
    by_first: dict[str, list[str]] = {}
    errors: dict[str, float] = {}
    small = True
    for what, one in tests.items():
        first, second = map(str, one.ranks.index[:2])
        lead, error = one.ranks.iloc[1] - one.ranks.iloc[0], rank_error(len(one.ranks), one.n_data)
        by_first.setdefault(first, []).append(f'before {second} by {lead:.2f} ("{what}", {one.n_data} tables)')
        errors[f"{len(one.ranks)} methods on {one.n_data} tables"] = error
        small &= bool(lead < error)
    leads = "; ".join(f"{name} is {', '.join(others)}" for name, others in by_first.items())
    text = f"The lead of the best mean rank: {leads}. "
    if len({tests[what].ranks.index[0] for what in _NOT_TESTED if what in tests}) > 1:
        text += "So on the same tables, the first place depends on how a missing score counts. "
    text += (
        "One standard error of the difference of two mean ranks, in random order, is "
        f"{', '.join(f'{error:.2f} with {size}' for size, error in errors.items())}."
    )
    return text + " Each lead is smaller than that, so the first place says little." * small


def _equal_elsewhere(tests: RankTests, main: tuple[str, str]) -> str:
    """Groups of methods that have equal scores in another test."""
    where_equal: dict[str, list[str]] = {}
    for (model, score), scores in tests.frames.items():
        if (model, score) != main:
            for names in _equal(scores):
                where_equal.setdefault(" and ".join(names), []).append(f"{title(model)}, {SHOWN[score]}")
    return "".join(f" With {'; '.join(where)}: {names}." for names, where in where_equal.items())


def _same_distances(scores: pd.DataFrame) -> str:
    """What k-means and k-modes alone do to ranks, by the two methods that give them the same distances."""
    text = "These ranks are of methods together with their clusterer, k-means or k-modes."
    hamming, one_hot = short_name(REFERENCE), short_name("OneHot")
    if {hamming, one_hot} <= set(scores.columns):
        ranks = mean_ranks(scores)
        text += (
            f" {one_hot} and {hamming} give the same distances between values, up to a factor. Between two rows, "
            f"{hamming} counts the columns that differ, and {one_hot} gives the square root of twice that number; "
            f"k-means uses its square. So only the clusterers and the chance of starts can make them rank "
            f"{ranks[one_hot]:.2f} and {ranks[hamming]:.2f} here. Spectral clustering and k-medoids are the same "
            "algorithms for all methods; with them, the two differ by the square root."
        )
        return text
    return text + " Spectral clustering and k-medoids are the same algorithms for all methods."


def _equal(scores: pd.DataFrame) -> list[list[str]]:
    """Groups of methods with equal scores on all tables."""
    groups: dict[tuple[float, ...], list[str]] = {}
    for name in scores.columns:
        groups.setdefault(tuple(scores[name].fillna(np.inf)), []).append(name)
    return [names for names in groups.values() if len(names) > 1]
