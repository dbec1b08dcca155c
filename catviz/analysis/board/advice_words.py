"""What the board says of a table like one's own, and what such advice is worth, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.board.advice import ADVICE, BEST, LIKE, Advice, advise, regret_table, regrets
from catviz.analysis.board.scores import CENTRES, title
from catviz.analysis.board.standings import against, compared, repeated
from catviz.analysis.board.table import Board
from catviz.analysis.board.traits import traits
from catviz.analysis.comparison_report import short_name
from catviz.analysis.metrics import NAMES
from catviz.analysis.statistics import holm
from catviz.analysis.table_versions import contained, versions
from catviz.reading.datasets import dataset_info
from catviz.registry import DEFAULT, REFERENCE
from catviz.table.categorical import CategoricalTable
from catviz.wording import number_of

ALWAYS = "always "


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
    costs = regrets(known, scores, always_chosen(scores), families)
    (judged,) = judged_regrets({model: costs}).values()
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


def known_traits(tables: Mapping[str, CategoricalTable]) -> pd.DataFrame:
    """Traits of tables, tables by traits."""
    return pd.DataFrame({name: traits(table) for name, table in tables.items()}).T


def always_chosen(scores: pd.DataFrame) -> list[str]:
    """Short names of the methods that a choice without advice takes: the default and the reference."""
    return [name for name in (short_name(DEFAULT), short_name(REFERENCE)) if name in scores.columns]


def judged_regrets(found: Mapping[Any, pd.DataFrame]) -> dict[Any, pd.DataFrame]:
    """`regret_table` of each with p Holm-corrected over all of them, and names in words."""
    judged = {key: regret_table(one).rename(index=_way) for key, one in found.items()}
    if judged:
        adjusted = iter(holm(np.concatenate([one["p"] for one in judged.values()])))
        judged = {key: one.assign(p=[next(adjusted) for _ in one.index]) for key, one in judged.items()}
    return judged


def _way(name: str) -> str:
    return name if name in (ADVICE, BEST) else f"{ALWAYS}{name}"


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
    others = "; ".join(f"{way_in_words(way)}: {lost:.3f}" for way, lost in fixed.items())
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
        f"{way_in_words(BEST)} on {judged.loc[BEST, 'smaller']:.0f} tables and more on "
        f"{judged.loc[BEST, 'larger']:.0f}. These differences are not tested here, and another number of similar "
        f"tables than {LIKE} gives another loss. A method without a score on a table ranks last there when a method is "
        "chosen; its loss there is counted from a score of 0."
    )


def _any_of(ways: Sequence[object]) -> str:
    *others, last = map(way_in_words, ways)
    return f"{', '.join(others)}{', or ' * bool(others)}{last}"


def way_in_words(way: object) -> str:
    """A way to choose, in words."""
    way = str(way)
    return "the method that ranks best on all other tables" if way == BEST else way.replace(ALWAYS, "always taking ")
