"""What the board shows, in a table that can be read out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import pandas as pd

from catviz.analysis.board.standings import BOARD_LEVEL, MARGIN, against
from catviz.analysis.board.table import CENTRES, LOGISTIC, SHOWN, Board, tested_scores, title
from catviz.analysis.statistics import LEVEL
from catviz.registry import methods
from catviz.wording import capital, in_percent, number_of, p_text, signed
from catviz.words.comparison import markdown_table
from studies.board.coordinates import SMALL, Coordinates, as_many_as_one_hot
from studies.board.differences_report import by_clusterers, compared_models, differing, noise_of_starts
from studies.board.ranks_report import RankTests

#: Methods that are named with their sizes; of more, their number and the range of sizes.
NAMED = 5


def in_short(
    board: Board,
    tests: RankTests,
    copies: Collection[str],
    families: list[list[str]],
    reference: str,
    coordinates: Coordinates,
) -> Iterator[str]:
    """How many methods differ significantly from the reference, by how much, and what other clusterers show."""
    lines, notes, done = [], [], []
    for model, score, _, pairs in compared_models(board, copies, families, reference):
        by_sign = differing(pairs)
        significant_ones = sum(by_sign.values(), [])
        lines.append(
            {
                "comparison": f"{title(model)}, {SHOWN[score]}",
                "tables": _between(pairs[["better", "close", "worse"]].sum(axis=1)),
                **{f"significantly {what}": _sizes(pairs, by_sign.get(what, []), what) for what in ("better", "worse")},
                _UNDETECTED: number_of(len(pairs) - len(significant_ones), "method"),
            }
        )
        if model == board.models[0]:
            notes.append(_without_a_score(board, pairs, significant_ones, copies, families, reference))
        notes.append(by_clusterers(significant_ones, model, reference).strip())
        if model == LOGISTIC:
            notes.append(_few_coordinates(by_sign.get("worse", []), coordinates))
        done.append(model)
    if not lines:
        return
    yield (
        f"**In short.** Which methods score higher or lower than {reference} on these tables, and by how much? "
        "In brackets: the number of tables on which both have a score, the median difference of their scores, and on "
        f"how many the method is better and worse by more than {MARGIN:g}. "
        f"{_noise(board, copies, families, reference)}Each row has signed-rank tests of all its methods at "
        f"{in_percent(LEVEL)}, Holm-corrected within the row, not over the rows. A significant difference is one that "
        "would be rare if, on each table, the method were as likely to score higher as to score lower than "
        f"{reference} by the same amount. The tests take tables for independent, and say nothing of other tables."
    )
    yield markdown_table(pd.DataFrame(lines))
    yield " ".join(filter(None, (*notes, *_of_the_others(tests, done, reference), _limits(done))))


_UNDETECTED = "no difference detected"


def _noise(board: Board, copies: Collection[str], families: list[list[str]], reference: str) -> str:
    """That the numbers of tables on which a method is better and worse hold differences that starts can make."""
    total = noise_of_starts(board, copies, families, reference).sum()
    if not total["beyond"]:
        return ""
    return (
        f"On a single table this can be chance: with {title(board.models[0])}, {total['close']} of the "
        f"{total['beyond']} such differences are within two standard errors over starts. "
    )


def _limits(done: Sequence[str]) -> str:
    """What holds for all rows of the table."""
    measured = (
        f"How often such tests err was measured for {title(done[0])} only, on some of these tables and with shuffled "
        "classes. "
        if done[0] == CENTRES
        else ""
    )
    return f"A difference that was not detected may still be there. {measured}All of this holds for default settings."


def _few_coordinates(worse: Collection[str], coordinates: Coordinates) -> str:
    """That with logistic regression the number of coordinates counts, and distances hardly."""
    few, texts = [name for name in worse if name in coordinates.few], []
    same, of = as_many_as_one_hot(coordinates.counts)
    if few:
        which = "all" if len(few) == len(worse) else f"{len(few)} of the"
        texts.append(
            f"With logistic regression, {which} {number_of(len(worse), 'method')} that are significantly worse give "
            "rows at most one coordinate per column."
        )
    if len(same):
        texts.append(
            f"Of the {number_of(of, 'method')} that can learn without classes{_told()}, {_between(same)} give "
            "coordinates that span the same space, so for logistic regression only its penalty makes these methods "
            "differ."
        )
    if texts:
        texts.append(f"(Counted on {number_of(len(coordinates.counts), 'table')} of at most {SMALL} rows.)")
    return " ".join(texts)


def _told() -> str:
    """Which of these methods use the classes if there are any, as there are for classifiers."""
    names = [m.short for m in methods() if m.cls is not None and m.cls.uses_target and not m.supervised]
    return f" ({', '.join(names)} used them here)" if names else ""


def _without_a_score(
    board: Board,
    pairs: pd.DataFrame,
    names: Collection[str],
    copies: Collection[str],
    families: list[list[str]],
    reference: str,
) -> str:
    """What becomes of significant differences if a missing score counts as 0."""
    model = board.models[0]
    score = tested_scores(model)[0]
    every = board.wide(model, score).drop(index=list(copies), errors="ignore")
    ran = board.ran(model).reindex(every.index)
    counted = against(every.mask(every.isna() & ran, 0.0)[[reference, *pairs.index]], reference, families)
    fewer = [name for name in names if _tables(counted.loc[name]) > _tables(pairs.loc[name])]
    if not fewer:
        return ""
    lost = [name for name in fewer if counted.at[name, "p"] > LEVEL]
    numbers = "; ".join(
        f"{name} {counted.at[name, 'better']:.0f} better, {counted.at[name, 'worse']:.0f} worse, "
        f"{p_text(counted.at[name, 'p'])}"
        for name in fewer
    )
    stay = [name for name in names if name not in lost]
    text = (
        f"{' and '.join(fewer)} have no score on some tables, which are left out of their tests. If a missing score "
        f"counts as 0, the mean {SHOWN[score]} of random clusters, the numbers are {numbers}."
    )
    text += f" Then the difference of {' and that of '.join(lost)} is no longer significant" if lost else ""
    text += (f"; that of {' and that of '.join(stay)} is." if stay else ".") if lost else ""
    return text + " Medians over different tables do not compare."


def _sizes(pairs: pd.DataFrame, names: list[str], what: str) -> str:
    """Methods with their median differences and numbers of tables; of many, the range of these."""
    some = pairs.loc[names].sort_values("median", ascending=what == "worse", kind="stable")
    if len(some) <= NAMED:
        sized = (
            f"{name} ({_tables(row)} tables; {signed(row['median'], 3)}; {row['better']:.0f} better, "
            f"{row['worse']:.0f} worse)"
            for name, row in some.iterrows()
        )
        return ", ".join(sized) or "none"
    return (
        f"{number_of(len(some), 'method')} ({signed(some['median'].min(), 3)} to {signed(some['median'].max(), 3)}; "
        f"{_between(some['better'])} better, {_between(some['worse'])} worse): the largest median differences are "
        f"those of {', '.join(some.index[:NAMED])}; all are named below"
    )


def _tables(row: pd.Series) -> int:
    """On how many tables both have a score."""
    return int(row[["better", "close", "worse"]].sum())


def _between(numbers: pd.Series) -> str:
    low, high = int(numbers.min()), int(numbers.max())
    return f"{low}" if low == high else f"{low} to {high}"


def _of_the_others(tests: RankTests, done: Collection[str], reference: str) -> Iterator[str]:
    """What Friedman's tests say of the clusterers under which methods are not compared with the reference."""
    others = [model for model in dict.fromkeys(model for model, _ in tests.found) if model not in done]
    if not others:
        return
    by_outcome: dict[bool, list[str]] = {}
    for (model, score), p in tests.adjusted.items():
        if model in others:
            by_outcome.setdefault(p <= BOARD_LEVEL, []).append(f"{title(model)}, {SHOWN[score]} ({p_text(p)})")
    words = {True: "finds", False: "does not find"}
    yield (
        f"{capital(' and '.join(map(title, others)))}: methods are not compared with {reference} one by one. "
        + " ".join(
            f"Friedman's test {words[which]} that the tables agree on ranks more than random orders would, with "
            f"{'; '.join(named)}; p is Holm-corrected over {len(tests.adjusted)} tests."
            for which, named in by_outcome.items()
        )
        + (
            " So no method is shown to be better than another there, nor are all shown to be equal."
            if True not in by_outcome
            else ""
        )
    )
