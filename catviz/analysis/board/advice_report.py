"""The advice of the board in words, and what following it would have cost on the board's own tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.board.advice import ADVICE, BEST, LIKE, Advice, advise, regret_table, regrets
from catviz.analysis.board.models import CENTRES, title
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
    board: Board, models: Sequence[tuple[str, str, str]], tables: Mapping[str, CategoricalTable]
) -> Iterator[str]:
    """What advice would have cost on each table of the board, if that table had not been there; in Markdown.

    Parameters
    ----------
    board : Board
    models : (model, score, what the score is called)
    tables : the tables of the board by name
    """
    copies, families, known = contained(tables), versions(tables), known_traits(tables)
    yield (
        f"Advice: the method with the best mean rank on the {LIKE} tables that are most like one's own by numbers of "
        "rows and columns, values per column, dependence between columns and share of cells missing. It is checked by "
        "leaving out one table at a time, with all tables of the same columns, and asking for advice on it. Of "
        "tables with the same columns only the first is judged and advises on others, and none whose rows are all in "
        "another. No score counts as 0 (for ARI and AMI, the level of chance). Regret is the best score of any method "
        "there minus that of the method advised; it is 0 for the best choice, and too large "
        "on average, since the best of many uncertain means is too high. "
        f"The number {LIKE} and these traits were fixed when results of four tables had been seen. Best on the other "
        "tables: the method that ranks best on all tables that are not left out. Smaller and larger: tables on which "
        "the advice has the smaller and the larger regret; p is of an exact sign test, Holm-corrected for all of "
        "these tests. They take regrets for independent, though the advice on two tables shares most tables, and have "
        "little power: without a small p, two ways to choose are not shown to be equal. We chose the ways that advice "
        "is compared with."
    )
    found = {}
    for model, score, called in models:
        scores = compared(board, model, score, copies)
        if len(scores) > LIKE + max(map(len, families), default=1) and scores.shape[1] > 1:
            found[model, called] = regrets(known, scores, _always(scores), families)
    for (model, called), judged in _judged(found).items():
        shown = judged.assign(p=judged["p"].map(lambda p: "–" if p != p else p_number(p)))
        shown[["smaller", "larger"]] = shown[["smaller", "larger"]].map(lambda n: f"{n:.0f}")
        shown.loc[ADVICE, ["smaller", "larger"]] = "–"
        n = len(found[model, called])
        yield f"{title(model)[0].upper()}{title(model)[1:]}, {called}, {number_of(n, 'table')}:"
        yield markdown_table(shown.rename_axis("regret of").reset_index())
        yield _worth(judged)


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
        "A method without a score on a table ranks last there."
    )


def _worth(judged: pd.DataFrame) -> str:
    """Whether advice cost less than other ways to choose, in a sentence."""
    others = judged.drop(index=ADVICE)
    better = [w for w, row in others.iterrows() if row["p"] <= ALPHA and row["smaller"] > row["larger"]]
    worse = [w for w, row in others.iterrows() if row["p"] <= ALPHA and row["smaller"] < row["larger"]]
    open_ = [w for w in others.index if w not in better and w not in worse]
    parts = [
        (better, "Over the board's own tables, advice of this kind has a smaller regret than {}."),
        (worse, "Over the board's own tables, advice of this kind has a larger regret than {}: do that instead."),
        (open_, "It is not shown that advice of this kind is better or worse than {}."),
    ]
    mean = judged["mean"]
    costlier = [w for w in others.index if mean[w] < mean[ADVICE]]
    dearer = [w for w in others.index if mean[w] > mean[ADVICE]]
    words = f" Its mean regret is larger than that of {_any_of(costlier)}." if costlier else ""
    words += f" Its mean regret is smaller than that of {_any_of(dearer)}." if dearer else ""
    return " ".join(text.format(_any_of(ways)) for ways, text in parts if ways) + words


def _any_of(ways: Sequence[object]) -> str:
    *others, last = map(_named, ways)
    return f"{', '.join(others)}{', or ' * bool(others)}{last}"


def _named(way: object) -> str:
    """A way to choose, in words."""
    way = str(way)
    return "the method that ranks best on all other tables" if way == BEST else way.replace(_ALWAYS, "always taking ")
