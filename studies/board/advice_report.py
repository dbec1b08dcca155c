"""What following the board's advice would have cost on the board's own tables, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pandas as pd
from scipy.stats import binomtest

from catviz.analysis.board.advice import (
    ADVICE,
    BEST,
    LIKE,
    always_chosen,
    judged_regrets,
    left_out,
    regrets,
    similar,
)
from catviz.analysis.board.standings import compared, mean_ranks, repeated
from catviz.analysis.board.table import Board, title
from catviz.analysis.significance import contained, versions
from catviz.analysis.statistics import LEVEL
from catviz.table.categorical import CategoricalTable
from catviz.wording import capital, number_of, p_number
from catviz.words.board import way_in_words
from catviz.words.comparison import markdown_table
from studies.board.ranks_report import RankTests

_SCORED_BY = "clusterer or classifier"
#: Similar tables that advice might rest on, for comparison.
_NUMBERS = (1, 3, 5, LIKE, 9, 11, 15)


def regret_section(
    board: Board,
    models: Sequence[tuple[str, str, str]],
    tables: Mapping[str, CategoricalTable],
    known: pd.DataFrame,
    tests: RankTests,
) -> Iterator[str]:
    """What advice would have cost on each table of the board, if that table had not been there; in Markdown.

    Parameters
    ----------
    board : Board
    models : (model, score, what the score is called)
    tables : the tables of the board by name
    known : DataFrame, tables by traits (`known_traits`)
    tests : RankTests
        Of the section on ranks, for the places of fixed choices.
    """
    copies, families = contained(tables), versions(tables)
    used: dict[tuple[str, str], pd.DataFrame] = {}
    by_model, numbers = {}, {}
    for model, score, called in models:
        scores = compared(board, model, score, copies)
        if len(scores) > LIKE + max(map(len, families), default=1) and scores.shape[1] > 1:
            key = f"{title(model)}, {called}"
            used[model, score] = scores.drop(index=repeated(scores.index, families))
            by_model[key] = regrets(known, scores, always_chosen(scores), families)
            numbers[key] = regrets_by_number(known, scores, _NUMBERS, families).mean()
    if not by_model:
        return
    yield (
        f"Advice: the method with the best mean rank on the {LIKE} tables that are most like one's own by numbers of "
        "rows and columns, values per column, dependence between columns and share of cells missing. To check it, one "
        "table at a time is left out, with all versions of it, and the advice for it rests on the others. Of versions "
        "of one table only the first is judged and advises on others; a table whose rows are all in another is not "
        "used. Regret: the best score of any method on the table minus the score of the method chosen, 0 for the best "
        "choice. The best of many uncertain means is too high, so regrets are too large on average, by the same "
        "amount for all choices on a table. A missing score ranks last where a method is chosen, and counts as 0 in "
        f"regrets (for ARI, the mean of random clusters).{_last(used, known, by_model, families)}"
    )
    yield _fixed(used, tests)
    judged = judged_regrets(by_model)
    p = pd.concat([one["p"].drop(ADVICE) for one in judged.values()])
    yield (
        "Smaller and larger: tables on which the regret of the advice is smaller and larger than that of the other "
        f"choice. p: exact sign test, Holm-corrected over all {len(p)} tests of this table. The tests take regrets for "
        f"independent, though the advice on two tables rests in part on the same tables ({_shared(known, used)}), and "
        f'the choice "{BEST}" on nearly the same ones.'
    )
    yield markdown_table(pd.concat([_shown(key, one, len(by_model[key])) for key, one in judged.items()]))
    yield _worth(judged)
    yield (
        f"The number {LIKE} and the traits were fixed when results of four tables had been seen. Later, when more "
        "results had been seen, we chose that versions of one table count once, the sign test, and one correction "
        "over all tests. Each of these choices changes the numbers above. So small differences between the regrets "
        "are no evidence for one choice. With other numbers of similar tables the mean regret of the advice is:"
    )
    shown = pd.DataFrame(numbers).T.rename(columns=lambda number: number_of(number, "table"))
    yield markdown_table(shown.rename_axis(_SCORED_BY).reset_index(), 3)


def _last(
    used: Mapping[tuple[str, str], pd.DataFrame],
    known: pd.DataFrame,
    found: Mapping[str, pd.DataFrame],
    families: Sequence[Sequence[str]],
) -> str:
    """What it does to mean regrets that methods without a score rank last where a method is chosen."""
    changed = []
    for ((model, _), scores), regret in zip(used.items(), found.values(), strict=True):
        if scores.isna().any(axis=None):
            other, before = regrets(known, scores.fillna(0), (), families).mean(), regret.mean()
            changed.append(
                f"{title(model)} {other[ADVICE]:.3f} instead of {before[ADVICE]:.3f}, and {other[BEST]:.3f} instead of "
                f"{before[BEST]:.3f}"
            )
    if not changed:
        return ""
    return (
        " That works against methods without a score on some tables, such as those of co-occurrence on full "
        "factorials, ADM among them. If it counts as 0 there too, the mean regrets of the advice and of the method "
        f"that is {BEST} are: {'; '.join(changed)}."
    )


def _shared(known: pd.DataFrame, used: Mapping[tuple[str, str], pd.DataFrame]) -> str:
    """How many of its tables the advice on one table shares with that on another, on average."""
    means = {len(scores): shared_tables(known.loc[scores.index]).mean() for scores in used.values()}
    texts = [f"{mean:.1f} of {LIKE} with {number_of(n, 'table')}" for n, mean in means.items()]
    return f"on average {', '.join(texts)}"


def _fixed(used: Mapping[tuple[str, str], pd.DataFrame], tests: RankTests) -> str:
    """What advice is compared with, and how good the fixed choices are on this board."""
    text = f"Advice is compared with other choices. {capital(BEST)}: the method that ranks best on all of them."
    names = list(dict.fromkeys(name for scores in used.values() for name in always_chosen(scores)))
    if not names:
        return text
    places = []
    for name in names:
        ranked = {key: list(one.ranks.index) for key, one in tests.found.items() if key in used}
        ranks = [f"{order.index(name) + 1} with {title(m)}" for (m, _), order in ranked.items() if name in order]
        places += [f"{name} has place {', '.join(ranks)}"] if ranks else []
    text += (
        f" Always {' and always '.join(names)}: the method that catviz opens with, and its reference. Both were named "
        "for this comparison before the board that comes with catviz was run, though scores of ADM on some of these "
        "tables had been published."
    )
    if places:
        counts = {len(one.ranks) for key, one in tests.found.items() if key in used}
        of = " or ".join(map(str, sorted(counts)))
        text += (
            f" By mean ranks over the tables with all scores (see Ranks), of {of} methods {'; '.join(places)}. A fixed "
            "choice that ranks high is harder to beat than most fixed choices would be; one that ranks low is easier "
            "to beat. These places are as uncertain as the mean ranks."
        )
    without = [(name, {int(scores[name].isna().sum()) for scores in used.values() if name in scores}) for name in names]
    missing = [f"{name} on {max(counts)}" for name, counts in without if max(counts)]
    if missing:
        text += f" Here tables on which a method has no score count too ({', '.join(missing)} at most)."
    return text


def _shown(key: str, judged: pd.DataFrame, n_data: int) -> pd.DataFrame:
    """Regrets of one clusterer or classifier as the page prints them."""
    shown = judged.assign(p=judged["p"].map(lambda p: "–" if p != p else p_number(p)))
    shown[["smaller", "larger"]] = shown[["smaller", "larger"]].map(lambda n: f"{n:.0f}")
    shown.loc[ADVICE, ["smaller", "larger"]] = "–"
    shown = shown.rename_axis("regret of").reset_index()
    shown.insert(0, _SCORED_BY, [f"{key}, {number_of(n_data, 'table')}", *[""] * (len(shown) - 1)])
    return shown


def _worth(judged: Mapping[str, pd.DataFrame]) -> str:
    """Whether advice cost significantly less or more than other ways to choose, and what such tests could show."""
    others = pd.concat({key: one.drop(index=ADVICE) for key, one in judged.items()})
    apart = others[others["p"] <= LEVEL]
    words = [
        f"With {key}, the advice has a {'smaller' if row['smaller'] > row['larger'] else 'larger'} regret than "
        f"{way_in_words(way)}."
        for (key, way), row in apart.iterrows()
    ]
    rest = len(others) - len(apart)
    if rest:
        start = f"None of the {rest} comparisons shows" if apart.empty else f"The other {rest} comparisons do not show"
        words.append(
            f"{start} that the advice is better or worse than the other choice. This does not mean that it is as "
            f"good: {_power(others)}"
        )
    return " ".join(words)


def _power(others: pd.DataFrame) -> str:
    """How one-sided results would have to be for the smallest p of sign tests to be significant."""
    untied = int((others["smaller"] + others["larger"]).median())
    needed = [n for n in range(untied // 2 + 1, untied + 1) if binomtest(n, untied).pvalue * len(others) <= LEVEL]
    start = f"with {untied} tables of different regrets, the median here,"
    if not needed:
        return f"{start} no result of a test would be significant."
    return f"{start} {needed[0]} would have to favour the same choice for the smallest p to be at most {LEVEL:g}."


def shared_tables(known: pd.DataFrame, most: int = LIKE) -> pd.Series:
    """How many similar tables the advice on two tables has in common, for each pair of some tables.

    Parameters
    ----------
    known : DataFrame, tables by traits
        Of tables that are no versions of one another.
    most : int
        Tables the advice rests on.
    """
    like = {name: {*similar(known.loc[name].to_dict(), known.drop(index=name), most)} for name in known.index}
    return pd.Series({pair: len(like[pair[0]] & like[pair[1]]) for pair in combinations(like, 2)})


def regrets_by_number(
    known: pd.DataFrame, scores: pd.DataFrame, numbers: Sequence[int], families: Sequence[Sequence[str]] = ()
) -> pd.DataFrame:
    """What advice costs on each table if it rests on other numbers of similar tables: tables by numbers.

    Parameters
    ----------
    known, scores, families : as of `regrets`
    numbers : similar tables that advice rests on
    """
    filled = scores.fillna(0)
    lines = {}
    for name, others in left_out(scores, families):
        like = similar(known.loc[name].to_dict(), known.loc[others.index], max(numbers))
        chosen = {number: mean_ranks(others.loc[like[:number]]).index[0] for number in numbers}
        lines[name] = {number: filled.loc[name].max() - filled.loc[name, choice] for number, choice in chosen.items()}
    return pd.DataFrame(lines).T
