"""The advice of the board in words, and what following it would have cost on the board's own tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from catviz.analysis.board.advice import (
    ADVICE,
    BEST,
    LIKE,
    Advice,
    advise,
    regret_table,
    regrets,
    regrets_by_number,
    shared_tables,
)
from catviz.analysis.board.models import CENTRES, title
from catviz.analysis.board.ranks_report import RankTests
from catviz.analysis.board.scores import capital
from catviz.analysis.board.standings import against, compared, repeated
from catviz.analysis.board.table import Board
from catviz.analysis.board.traits import traits
from catviz.analysis.comparison_report import markdown_table, short_name
from catviz.analysis.metrics import NAMES
from catviz.analysis.statistics import holm
from catviz.analysis.table_versions import contained, versions
from catviz.reading.datasets import dataset_info
from catviz.registry import DEFAULT, REFERENCE
from catviz.table.categorical import CategoricalTable
from catviz.wording import number_of, p_number

ALPHA = 0.05
_ALWAYS = "always "
_SCORED_BY = "clusterer or classifier"
_NUMBERS = (1, 3, 5, LIKE, 9, 11, 15)
"""Similar tables that advice might rest on, for comparison."""


def advice_for(
    table: CategoricalTable,
    board: Board,
    tables: Mapping[str, CategoricalTable],
    model: str = CENTRES,
    score: str = "adjusted_rand",
    own: str | None = None,
) -> str:
    """What advice from similar tables is worth, what the board says of tables like one table, and what this rests on.

    Each is a paragraph.

    Parameters
    ----------
    table : CategoricalTable
        Its known classes, if any, are not used.
    board : Board
    tables : the tables of the board by name
    model, score : str
        The clusterer or classifier, and the score that methods are ranked by.
    own : str, optional
        The name of the table on the board, if it is there: the advice does not rest on it, nor on its versions.
    """
    copies, known, families = contained(tables), known_traits(tables), versions(tables)
    scores = compared(board, model, score, copies)
    family = {own, *(other for some in families if own in some for other in some)}
    others = scores.drop(index=[*family.intersection(scores.index)])
    others = others.drop(index=repeated(others.index, families))
    if len(others) <= LIKE or scores.shape[1] < 2:
        return f"Advice needs two methods on more than {LIKE} other tables, and the board has {len(others)}."
    found = advise(traits(table), known, others)
    costs = regrets(known, scores, _always(scores), families)
    (judged,) = _judged({model: costs}).values()
    return "\n\n".join(
        (
            _costs(judged, len(costs), f"{NAMES.get(score, score)} ({title(model)})"),
            _of_similar(found, _with_reference(found, others)),
            _rests_on(judged),
        )
    )


def _of_similar(found: Advice, compared_with_reference: str) -> str:
    """The method that ranks best on the similar tables, as a description of these."""
    sentences = (
        f"On the {LIKE} tables most like this one, {found.method} has the best mean rank ({found.ranks.iloc[0]:.2f} of "
        f"{len(found.ranks)} methods). The tables are: {', '.join(_title(name) for name in found.like)}.",
        compared_with_reference,
        "This describes these tables. Nothing is tested on so few, and it can be chance.",
    )
    return " ".join(filter(None, sentences))


def _title(name: str) -> str:
    """What a bundled data set is called; of another one, its name."""
    try:
        return dataset_info(name).title
    except ValueError:
        return name


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
    found, numbers = {}, {}
    for model, score, called in models:
        scores = compared(board, model, score, copies)
        if len(scores) > LIKE + max(map(len, families), default=1) and scores.shape[1] > 1:
            key = f"{title(model)}, {called}"
            used[model, score] = scores.drop(index=repeated(scores.index, families))
            found[key] = regrets(known, scores, _always(scores), families)
            numbers[key] = regrets_by_number(known, scores, _NUMBERS, families).mean()
    if not found:
        return
    yield (
        f"Advice: the method with the best mean rank on the {LIKE} tables that are most like one's own by numbers of "
        "rows and columns, values per column, dependence between columns and share of cells missing. To check it, one "
        "table at a time is left out, with all versions of it, and the advice for it rests on the others. Of versions "
        "of one table only the first is judged and advises on others; a table whose rows are all in another is not "
        "used. Regret: the best score of any method on the table minus the score of the method chosen, 0 for the best "
        "choice. The best of many uncertain means is too high, so regrets are too large on average, by the same "
        "amount for all choices on a table. A missing score ranks last where a method is chosen, and counts as 0 in "
        f"regrets (for ARI, the mean of random clusters).{_last(used, known, found, families)}"
    )
    yield _fixed(used, tests)
    judged = _judged(found)
    p = pd.concat([one["p"].drop(ADVICE) for one in judged.values()])
    yield (
        "Smaller and larger: tables on which the regret of the advice is smaller and larger than that of the other "
        f"choice. p: exact sign test, Holm-corrected over all {len(p)} tests of this table. The tests take regrets for "
        f"independent, though the advice on two tables rests in part on the same tables ({_shared(known, used)}), and "
        f'the choice "{BEST}" on nearly the same ones.'
    )
    yield markdown_table(pd.concat([_shown(key, one, len(found[key])) for key, one in judged.items()]))
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
    for ((model, _), scores), own in zip(used.items(), found.values(), strict=True):
        if scores.isna().any(axis=None):
            other, before = regrets(known, scores.fillna(0), (), families).mean(), own.mean()
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
    names = list(dict.fromkeys(name for scores in used.values() for name in _always(scores)))
    if not names:
        return text
    places = []
    for name in names:
        ranked = {key: list(one.ranks.index) for key, one in tests.found.items() if key in used}
        said = [f"{order.index(name) + 1} with {title(m)}" for (m, _), order in ranked.items() if name in order]
        places += [f"{name} has place {', '.join(said)}"] if said else []
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


def known_traits(tables: Mapping[str, CategoricalTable]) -> pd.DataFrame:
    """Traits of tables, tables by traits."""
    return pd.DataFrame({name: traits(table) for name, table in tables.items()}).T


def _always(scores: pd.DataFrame) -> list[str]:
    return [name for name in (short_name(DEFAULT), short_name(REFERENCE)) if name in scores.columns]


def _judged(found: Mapping[Any, pd.DataFrame]) -> dict[Any, pd.DataFrame]:
    """`regret_table` of each with p Holm-corrected over all of them, and names in words."""
    judged = {key: regret_table(one).rename(index=_way) for key, one in found.items()}
    if judged:
        adjusted = iter(holm(np.concatenate([one["p"] for one in judged.values()])))
        judged = {key: one.assign(p=[next(adjusted) for _ in one.index]) for key, one in judged.items()}
    return judged


def _way(name: str) -> str:
    return name if name in (ADVICE, BEST) else f"{_ALWAYS}{name}"


def _with_reference(found: Advice, scores: pd.DataFrame) -> str:
    reference = short_name(REFERENCE)
    if found.method == reference or reference not in scores.columns:
        return ""
    pairs = against(scores.loc[list(found.like), [found.method, reference]], reference).loc[found.method]
    return (
        f"{found.method} is better than {reference} by more than 0.01 on {pairs['better']:.0f} of them, and worse on "
        f"{pairs['worse']:.0f}; but it was chosen as the best of all on these very tables."
    )


def _costs(judged: pd.DataFrame, n_data: int, score: str) -> str:
    """Whether advice lost less than fixed choices on the tables of the board, and what each lost."""
    mean, fixed = judged.loc[ADVICE, "mean"], judged["mean"].drop(ADVICE)
    as_good = fixed.index[fixed <= mean].tolist()
    verdict = (
        f"cannot tell reliably: choosing by similar tables did no better than {_any_of(as_good)}"
        if as_good
        else "lost less than fixed choices, which can be chance"
    )
    others = "; ".join(f"{_named(way)}: {lost:.3f}" for way, lost in fixed.items())
    return (
        f"The board {verdict}. This was measured on {number_of(n_data, 'table')} with known classes. A choice loses "
        f"the difference in {score} from the best method of a table. Mean losses: choosing by the {LIKE} most similar "
        f"tables: {mean:.3f}; {others}."
    )


def _rests_on(judged: pd.DataFrame) -> str:
    """How the losses were measured, and what they do not show."""
    return (
        "Each table was left out in turn; versions of one table count once. The best of many uncertain scores is too "
        "high on average, which makes all these losses too large by the same amount. Advice lost less than "
        f"{_named(BEST)} on {judged.loc[BEST, 'smaller']:.0f} tables and more on {judged.loc[BEST, 'larger']:.0f}. "
        f"These differences are not tested here, and another number of similar tables than {LIKE} gives another loss. "
        "A method without a score on a table ranks last there when a method is chosen; its loss there is counted from "
        "a score of 0."
    )


def _worth(judged: Mapping[str, pd.DataFrame]) -> str:
    """Whether advice cost significantly less or more than other ways to choose, and what such tests could show."""
    others = pd.concat({key: one.drop(index=ADVICE) for key, one in judged.items()})
    apart = others[others["p"] <= ALPHA]
    words = [
        f"With {key}, the advice has a {'smaller' if row['smaller'] > row['larger'] else 'larger'} regret than "
        f"{_named(way)}."
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
    needed = [n for n in range(untied // 2 + 1, untied + 1) if binomtest(n, untied).pvalue * len(others) <= ALPHA]
    start = f"with {untied} tables of different regrets, the median here,"
    if not needed:
        return f"{start} no result of a test would be significant."
    return f"{start} {needed[0]} would have to favour the same choice for the smallest p to be at most {ALPHA:g}."


def _any_of(ways: Sequence[object]) -> str:
    *others, last = map(_named, ways)
    return f"{', '.join(others)}{', or ' * bool(others)}{last}"


def _named(way: object) -> str:
    """A way to choose, in words."""
    way = str(way)
    return "the method that ranks best on all other tables" if way == BEST else way.replace(_ALWAYS, "always taking ")
