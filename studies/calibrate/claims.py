"""How often the explorer makes each of its claims: on tables where it is false, and on tables where it is true."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import binom, binomtest

from catviz.analysis.cluster_structure import structure_test
from catviz.analysis.clusterability import related
from catviz.analysis.comparison import compare
from catviz.analysis.crosstab import crosstab
from catviz.analysis.order_association import order_association, ordered_columns
from catviz.analysis.order_null import order_null
from catviz.analysis.order_test import order_test
from catviz.analysis.outcome import outcome
from catviz.analysis.pieces import run_pieces
from catviz.analysis.profiles import profile
from catviz.analysis.shuffles import ONE_FACTOR
from catviz.analysis.significance import mean_scores, significance
from catviz.analysis.splits import Block, reference_tests, split_by_split
from catviz.analysis.stability import stability_test
from catviz.analysis.statistics import CONFIDENCE, LEVEL, permutations_needed
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.classification.on_encodings import LOGISTIC, classifiers
from catviz.distances.coupled import AhmadDey
from catviz.embeddings.indicator import OneHot
from catviz.registry import method
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count
from studies.calibrate.simulated import (
    FEW,
    MANY,
    crossed,
    disturbed,
    gone_together,
    graded,
    grouped,
    miscoded,
    nearly_one_class,
    one_gradient,
    persons,
    several_directions,
    split,
    surveyed,
    tilted,
    unimodal,
    unrelated,
)

TABLES = 200
ROWS, COLUMNS = (150, 600), (3, 6, 12)
_PIECE = 10
#: Seeds of tests start here; those of tables lie below.
_TESTS = 10**6
#: A rate is above its level if so few binomial draws at that level come out as high.
_SURE = 0.99

Maker = Callable[[int], Any]


@dataclass(frozen=True)
class Claim:
    """A claim of the explorer, and tables on which it is false or true.

    Attributes
    ----------
    key : str
    page : str
        Where it is made.
    words : str
        What it says.
    false, true : str
        What the tables are like on which it is false, and on which it is true.
    without, planted : callable(number)
        Make these tables.
    made : callable(what was made, seed) -> bool
        Whether the claim is made of a table, by the very functions that the page calls.
    shares : {"values", "classes", "values and classes"} or None
        What has equal or skewed shares where the claim is false; None if nothing has.
    sized : bool
        False where the tables have other numbers of rows and columns than those of the design.
    """

    key: str
    page: str
    words: str
    false: str
    true: str
    without: Maker
    planted: Maker
    made: Callable[[Any, int], bool]
    shares: str | None = "values"
    sized: bool = True


def calibration(
    tables: int = TABLES,
    claims: Iterable[str] | None = None,
    seed: int = 0,
    n_jobs: int = 1,
    journal: str | Path | None = None,
    callback: Callable[[int, int], bool] | None = None,
) -> pd.DataFrame:
    """Make every claim on simulated tables, and note whether it is made.

    Parameters
    ----------
    tables : int
        Tables without the structure; half as many with it.
    claims : keys of `CLAIMS`, or None for all
    seed : int
        Table i is made from ``seed + i``.
    n_jobs : int
        Processes.
    journal : path or None
        Where pieces are noted as they end; those found there are not run again.
    callback : callable(pieces done, pieces in all) -> bool
        True stops.

    Returns
    -------
    DataFrame, one row per claim and table
        ``claim``, ``structure`` (False where the claim is false), ``table``, ``skewed``, ``rows`` and ``columns`` (NaN
        where the tables are no part of the design), ``made``.

    Examples
    --------
    >>> from studies.calibrate.claims import calibration
    >>> calibration(2, ["profile"])["structure"].tolist()
    [False, False, True]
    """
    keys = list(CLAIMS) if claims is None else list(claims)
    unknown = [key for key in keys if key not in CLAIMS]
    if unknown:
        raise ValueError(f"claim {unknown[0]!r}: choose some of {', '.join(CLAIMS)}")
    pieces = {}
    for key in keys:
        for structure, total in ((False, tables), (True, (tables + 1) // 2)):
            for first in range(0, total, _PIECE):
                numbers = range(first, min(first + _PIECE, total))
                pieces[f"{key} | {structure} | {first}-{numbers.stop - 1}"] = partial(
                    _run, key, structure, numbers, seed
                )
    lines_by_piece = run_pieces(pieces, journal, n_jobs, f"tables={tables} seed={seed}", callback)
    return pd.DataFrame([line for lines in lines_by_piece.values() for line in lines])


def rates(results: pd.DataFrame) -> pd.DataFrame:
    """How often each claim was made.

    Returns
    -------
    DataFrame, one row per claim and structure
        ``tables``, ``made``, ``rate``, ``low`` and ``high`` (95 % interval, Clopper & Pearson 1934), ``uniform`` and
        ``skewed`` (rates by margins), ``n150`` and ``n600`` (by number of rows), and, where the claim is false,
        ``most``: a number of claims that 99 % of the studies with a true rate of 5 % stay within; ``holds`` where this
        one does.
    """
    lines = []
    for (key, structure), group in results.groupby(["claim", "structure"], sort=False):
        n, n_made = len(group), int(group["made"].sum())
        held = binomtest(n_made, n).proportion_ci(CONFIDENCE, method="exact")
        by_margin = group.dropna(subset=["skewed"]).groupby("skewed")["made"].mean()
        by_rows = group.groupby("rows")["made"].mean()
        most = int(binom.ppf(_SURE, n, LEVEL))
        lines.append(
            {
                "claim": key,
                "structure": structure,
                "tables": n,
                "made": n_made,
                "rate": n_made / n,
                "low": float(held.low),
                "high": float(held.high),
            }
            | {"uniform": by_margin.get(False, np.nan), "skewed": by_margin.get(True, np.nan)}
            | {f"n{rows}": by_rows.get(rows, np.nan) for rows in ROWS}
            | {"most": most, "holds": bool(structure or n_made <= most)}
        )
    return pd.DataFrame(lines)


def _run(key: str, structure: bool, numbers: range, seed: int) -> list[dict]:
    claim, lines = CLAIMS[key], []
    for i in numbers:
        table = (claim.planted if structure else claim.without)(seed + i)
        is_made = bool(claim.made(table, _TESTS + seed + i))  # another stream of random numbers than the table's
        n, d, skewed = _design(seed + i)
        skewed = None if structure or claim.shares is None else skewed
        line = {"claim": key, "structure": structure, "table": i, "skewed": skewed, "rows": n, "columns": d}
        line |= {} if claim.sized else {"rows": np.nan, "columns": np.nan}
        lines.append(line | {"made": is_made})
    return lines


def _design(i: int) -> tuple[int, int, bool]:
    """(rows, columns, skewed) of table i: all combinations in turn."""
    return ROWS[i % 2], COLUMNS[i // 2 % 3], bool(i // 6 % 2)


def _unrelated(i: int, sizes: tuple[int, int] = FEW) -> CategoricalTable:
    n, d, skewed = _design(i)
    return unrelated(i, n, d, skewed, sizes)


def _unpredictable(i: int) -> CategoricalTable:
    """Unrelated columns, and classes of equal shares: every classifier is right for a third of the rows in expectation.

    With unequal shares it is not: one that names the largest class more often is right more often.
    """
    table = _unrelated(i)
    return replace(table, target=unrelated(i + 50_000, table.n_rows, 1, skewed=False).target)


def _grouped(i: int, kept: float) -> CategoricalTable:
    n, d, _ = _design(i)
    return grouped(i, n, d, kept)


def _wide_table(i: int, groups: bool) -> CategoricalTable:
    n, _, skewed = _design(i)
    return grouped(i, n, 100, 0.5) if groups else unrelated(i, n, 100, skewed)


def _graded(i: int, correlation: float) -> CategoricalTable:
    n, d, _ = _design(i)
    return graded(i, n, d, correlation)


def _meaninglessly_ordered(i: int) -> CategoricalTable:
    n, d, skewed = _design(i)
    third = i // 12 % 3
    if third == 2:
        return miscoded(i, n, d, correlation=0.5)
    return tilted(i, n, d) if third else unrelated(i, n, d, skewed)


def _one_gradient(i: int) -> CategoricalTable:
    n, d, skewed = _design(i)
    return one_gradient(i, n, d, skewed)


def _several_directions(i: int) -> CategoricalTable:
    n, d, _ = _design(i)
    return several_directions(i, n, d)


def _crossed(i: int) -> CategoricalTable:
    n, d, _ = _design(i)
    return crossed(i, n, d)


def _arbitrarily_ordered(i: int, kept: float) -> CategoricalTable:
    n, d, skewed = _design(i)
    third = i // 12 % 3
    if third == 2:
        return disturbed(i, n, d, skewed)
    if skewed and third:
        return unimodal(i, n, d)
    return grouped(i, n, d, kept, skewed, ordered=(d + 1) // 2)


def _structured(name: str, clusterer: str, table: CategoricalTable, seed: int) -> bool:
    return bool(structure_test(table, name, random_state=seed, clusterer=clusterer).significant)


def _beyond_one_gradient(name: str, table: CategoricalTable, seed: int) -> bool:
    return bool(structure_test(table, name, random_state=seed, null=ONE_FACTOR).significant)


def _stable(name: str, table: CategoricalTable, seed: int) -> bool:
    return bool(stability_test(table, name, 3, random_state=seed).significant)


def _orders_agree(name: str, table: CategoricalTable, seed: int) -> bool:
    ordered = sum(kind == "ordinal" for kind in table.kinds)
    if not ordered:
        return False
    shuffles = max(100, permutations_needed(ordered))
    return bool(order_null(table, method(name).cls(), shuffles, seed).verdict().agree)


def _rise_together(table: CategoricalTable, seed: int) -> bool:
    return len(ordered_columns(table)) > 1 and order_association(table, random_state=seed).significant


def _order_matters(table: CategoricalTable, seed: int) -> bool:
    return bool(order_test(table, random_state=seed, described=False).significant)


def _stands_out(table: CategoricalTable, seed: int) -> bool:
    """Rows of the last class, or as many drawn at random, described by the columns."""
    return bool(profile(table, table.target == table.target[0])["significant"].any())


def _goes_with_the_class(of: str, table: CategoricalTable, seed: int) -> bool:
    """Any column, or any value, is called significant; many small counts are among them."""
    return bool(outcome(table, random_state=seed).to_frame(of)["significant"].any())


def _related(table: CategoricalTable, seed: int) -> bool:
    return bool(related(count(table), table, seed).significant)


def _surveyed(i: int, kept: float | None = None) -> CategoricalTable:
    """A survey of a population of ten times as many rows, whose columns are unrelated, or follow the classes."""
    n, d, skewed = _design(i)
    return surveyed(i, unrelated(i, 10 * n, d, skewed) if kept is None else grouped(i, 10 * n, d, kept), n)


def _surveyed_gradient(i: int, groups: bool = False) -> CategoricalTable:
    """A survey of ten times as many rows that follow one gradient, or several directions; classes say nothing."""
    n, d, skewed = _design(i)
    population = several_directions(i, 10 * n, d) if groups else one_gradient(i, 10 * n, d, skewed)
    drawn = unrelated(i + 50_000, 10 * n, 1, skewed=False)
    return surveyed(i, replace(population, target=drawn.target, target_name=drawn.target_name), n)


def _gone_together(maker: Maker, i: int) -> CategoricalTable:
    return gone_together(i, maker(i))


def _split(maker: Maker, i: int) -> CategoricalTable:
    """Three values in the place of each."""
    return split(i, maker(i), 3)


def _nearly_one_class(i: int, kept: float | None = None) -> CategoricalTable:
    """Rows of a population of twenty times as many, whose columns are unrelated, or follow the classes."""
    n, d, skewed = _design(i)
    population = unrelated(i, 20 * n, d, skewed) if kept is None else grouped(i, 20 * n, d, kept)
    return nearly_one_class(i, population, n)


def _persons(i: int, kept: float = 0.0) -> CategoricalTable:
    """Persons with equal rows, and persons with similar rows, in turn."""
    return persons(i, similar=bool(i % 2), kept=kept)


def _crossed_pair(table: CategoricalTable, seed: int) -> bool:
    """The first two columns of the table, and no other pair."""
    first, second = table.attributes[:2]
    return bool(crosstab(table, first, second, random_state=seed).test.p <= LEVEL)


def _of_many_values(i: int) -> CategoricalTable:
    """Unrelated columns beside as many whose values are pairs of them: up to 36 values, most of them rare."""
    n, d, skewed = _design(i)
    table, others = unrelated(i, n, d, skewed), unrelated(i + 50_000, n, d, skewed).to_pandas().astype(str)
    pairs = table.to_pandas().astype(str) + "-" + others
    both = pd.concat([table.to_pandas(), pairs.add_prefix("pair ")], axis=1)
    return replace(CategoricalTable.from_pandas(both), target=table.target, target_name=table.target_name)


def _classifies_better(table: CategoricalTable, seed: int) -> bool:
    """The page's opening pairs, all against one-hot with logistic regression."""
    blocks: list[Block] = []
    logistic: tuple[Any, dict[str, Any]] = classifiers()[LOGISTIC][0], {}
    for short, encoder in {"one-hot": OneHot(), "ADM": AhmadDey()}.items():
        nearest: tuple[Any, dict[str, Any]] = DistanceKNNClassifier(encoder, 5), {}
        blocks += [({short: encoder}, {LOGISTIC: logistic}), ({short: None}, {"nearest neighbours": nearest})]
    runs = split_by_split(table, blocks, 10, random_state=seed)
    scores = runs.pivot_table(index="repeat", columns=["encoding", "classifier"], values="accuracy")
    return bool(reference_tests(scores, ("one-hot", LOGISTIC), 0.5, table.n_rows // 2)["differs"].any())


def _scores(i: int, difference: float) -> pd.DataFrame:
    """Accuracies on ten splits of two classifiers, right for each row with probability 0.8 and 0.8 + ``difference``."""
    rng, n = np.random.default_rng(i), _design(i)[0]
    right = pd.DataFrame({"first": rng.random(n) < 0.8, "second": rng.random(n) < 0.8 + difference})
    splits = [rng.permutation(n)[: n // 2] for _ in range(10)]
    return pd.DataFrame([right.iloc[rows].mean() for rows in splits])


def _equivalent(scores: pd.DataFrame, seed: int) -> bool:
    """Scores of as many rows as their design has; they do not say how many."""
    return bool(reference_tests(scores, "first", 0.5, _design(seed - _TESTS)[0] // 2)["equivalent"].any())


def _several(maker: Maker, i: int) -> dict[str, CategoricalTable]:
    """Four tables of the design of table i."""
    return {f"table {j}": maker(i + 12_000 * (1 + j)) for j in range(4)}  # 12 designs in turn


def _ranks_better(tables: dict[str, CategoricalTable], seed: int) -> bool:
    methods = {name: method(name).cls() for name in ("Hamming", "Lin", "ADM")}
    return significance(mean_scores(compare(tables, methods, repeats=5, random_state=seed), "adjusted_rand")).differ


_UNRELATED = "unrelated columns"
_GROUPS = "three groups of rows; Cramér's V of any two columns is 0.22"
_ONE_GRADIENT = (
    "columns that follow one gradient, without groups; the normal variables behind them have correlations of 0.16 to "
    "0.81"
)
_SEVERAL_DIRECTIONS = (
    "six groups of rows, whose typical values are drawn separately for each column, so the groups differ along five "
    "independent directions; Cramér's V of two columns is 0.22 on average"
)
_PERSONS = (
    "60 to 150 persons, named as groups, in half of the tables with 1 to 4 equal rows each, in the other half with 2 "
    "to 6 similar ones (each cell is the person's own with probability 0.7); 6 columns of three to five values and the "
    "classes are unrelated"
)
_PERSONS_OF_KINDS = (
    "the same persons, of three kinds, which are the classes: a person's own value is that of the kind with "
    "probability 0.5"
)
_SURVEY = (
    "surveys of a tenth of a population of unrelated columns, with weights of 1 to 5, uneven fractional ones, or "
    "weights that depend on the first column and the classes"
)
_AND_SURVEYED = "; surveys of a tenth of such a population, with weights of the same three kinds"
_SURVEY_OF_GROUPS = f"the same surveys of {_GROUPS}"
_GRADE = "ordered columns that follow one gradient; Cramér's V of any two columns is 0.24"
_WEAK_GRADE = "ordered columns that follow one gradient; the correlation of any two columns is 0.2 before they are cut"

_WEIGHTED, _TOGETHER, _OF_MANY, _RARE = "survey weights", "missing together", "10 to 20 values", "97 % in one class"
_AND_GONE = "; in 30 % of the rows, drawn at random, half of the columns are missing, two at least"
_AND_SPLIT = ", before each value is split at random in three"
#: Claims that are not looked at on some tables: stability needs whole rows; the others do not look at the classes.
_NOT_ASKED = {
    _WEIGHTED: ("stable ADM",),
    _RARE: ("structure ADM", "stable ADM", "related", "two columns crossed"),
}

#: All claims, by key.
CLAIMS = {
    claim.key: claim
    for claim in (
        *(
            Claim(
                f"structure {name}, {clusterer}",
                "Clusters",
                "The rows cluster better than in tables with ... unrelated columns",
                _UNRELATED,
                _GROUPS,
                _unrelated,
                partial(_grouped, kept=0.5),
                partial(_structured, name, clusterer),
            )
            for name, clusterer in (
                ("Hamming", "k-modes"),
                ("ADM", "k-modes"),
                ("ADM", "hierarchical"),
            )
        ),
        *(
            Claim(
                f"beyond one gradient {name}{of}",
                "Clusters",
                "The rows cluster better than one normal gradient explains",
                f"{_ONE_GRADIENT}{more}",
                f"{groups}{more_groups}",
                without,
                planted,
                partial(_beyond_one_gradient, name),
            )
            for name, of, more, groups, more_groups, without, planted in (
                ("Hamming", "", "", _GROUPS, "", _one_gradient, partial(_grouped, kept=0.5)),
                ("ADM", "", "", _SEVERAL_DIRECTIONS, "", _one_gradient, _several_directions),
                (
                    "ADM",
                    f", {_TOGETHER}",
                    _AND_GONE,
                    _SEVERAL_DIRECTIONS,
                    _AND_GONE,
                    partial(_gone_together, _one_gradient),
                    partial(_gone_together, _several_directions),
                ),
                (
                    "ADM",
                    f", {_WEIGHTED}",
                    _AND_SURVEYED,
                    _SEVERAL_DIRECTIONS,
                    _AND_SURVEYED,
                    _surveyed_gradient,
                    partial(_surveyed_gradient, groups=True),
                ),
            )
        ),
        *(
            Claim(
                f"stable {name}",
                "Clusters",
                "Runs from other starts agree more than on tables with shuffled columns",
                _UNRELATED,
                _GROUPS,
                _unrelated,
                partial(_grouped, kept=0.5),
                partial(_stable, name),
            )
            for name in ("Hamming", "ADM")
        ),
        Claim(
            "order ADM",
            "Values",
            "The learned orders agree with the declared ones better than by chance",
            f"{_UNRELATED}, each with a declared order; or related columns with frequent values at both ends of a "
            "declared order that says nothing; or columns of one gradient and one scale, whose declared order says "
            "nothing",
            _GRADE,
            _meaninglessly_ordered,
            partial(_graded, correlation=0.5),
            partial(_orders_agree, "ADM"),
        ),
        Claim(
            "ranks of ordered columns",
            "Values",
            "Some of the ... ordered columns rise or fall with each other",
            f"{_UNRELATED}, each with a declared order",
            _WEAK_GRADE,
            _unrelated,
            partial(_graded, correlation=0.2),
            _rise_together,
        ),
        Claim(
            "order matters",
            "Values",
            "k-modes finds the known classes better under the declared orders than under random ones (ARI ...)",
            "three groups of rows, which are the classes; half of the columns have a declared order, which is "
            "unrelated to the groups; or unrelated columns with frequent values in the middle of the declared order, "
            "and classes drawn at random; or a third of the columns follow three groups of rows, which are the "
            "classes, and the others are unrelated columns with frequent values in the middle of the declared order",
            f"{_GRADE}; the classes are thirds of the gradient",
            partial(_arbitrarily_ordered, kept=0.5),
            partial(_graded, correlation=0.5),
            _order_matters,
            "classes",
        ),
        Claim(
            "profile",
            "Map",
            "... of these rows have ..., against ... of all rows",
            "rows chosen at random",
            "the rows of one of three groups; Cramér's V of any two columns is 0.22",
            _unrelated,
            partial(_grouped, kept=0.5),
            _stands_out,
        ),
        *(
            Claim(
                f"related{words}",
                "Columns",
                "The columns are related",
                f"{_UNRELATED}{words}",
                f"{_GROUPS}{words}",
                partial(_wide_table, groups=False) if words else _unrelated,
                partial(_wide_table, groups=True) if words else partial(_grouped, kept=0.5),
                _related,
            )
            for words in ("", ", 100 columns")
        ),
        *(
            Claim(
                f"outcome {of}",
                "Columns",
                words,
                f"{_UNRELATED}, and as many columns that each combine two unrelated columns (up to 36 values); the "
                "classes are drawn at random",
                "three groups of rows, which are the classes; Cramér's V of any two columns is 0.22",
                _of_many_values,
                partial(_grouped, kept=0.5),
                partial(_goes_with_the_class, of),
                "values and classes",
            )
            for of, words in (
                ("columns", "... of ... columns are related to ... (Holm, 5 %)"),
                ("values", "... of ... values are significant (Benjamini-Hochberg, 5 %)"),
            )
        ),
        Claim(
            "classifiers differ",
            "Predict",
            "1 or more pairs differ from the first (Holm-corrected)",
            f"{_UNRELATED}; classes of equal shares are drawn at random",
            "the class says whether the first two columns have the same value, wrongly in 10 % of the rows; logistic "
            "regression cannot learn this",
            _unpredictable,
            _crossed,
            _classifies_better,
        ),
        Claim(
            "classifier equivalent",
            "Predict",
            "equivalent within 1 percentage point",
            "the expected accuracies are 80 % and 81 %",
            "both expected accuracies are 80 %",
            partial(_scores, difference=0.01),
            partial(_scores, difference=0.0),
            _equivalent,
            None,
        ),
        Claim(
            "methods differ",
            "Methods",
            "Not all methods have the same average rank",
            f"4 tables of {_UNRELATED}; the classes are drawn at random",
            "4 tables of three groups of rows, which are the classes; Cramér's V of any two columns is 0.22",
            partial(_several, _unrelated),
            partial(_several, partial(_grouped, kept=0.5)),
            _ranks_better,
        ),
        *(
            Claim(f"{key}, {of}", page, words, false, true, without, planted, made, shares, sized)
            for of, false, true, without, planted, shares, sized in (
                ("persons", _PERSONS, _PERSONS_OF_KINDS, _persons, partial(_persons, kept=0.5), None, False),
                (_WEIGHTED, _SURVEY, _SURVEY_OF_GROUPS, _surveyed, partial(_surveyed, kept=0.5), "values", True),
                (
                    _TOGETHER,
                    f"{_UNRELATED}{_AND_GONE}",
                    f"{_GROUPS}{_AND_GONE}",
                    partial(_gone_together, _unrelated),
                    partial(_gone_together, partial(_grouped, kept=0.5)),
                    "values",
                    True,
                ),
                (
                    _OF_MANY,
                    f"{_UNRELATED} of 10 to 20 values",
                    f"{_GROUPS}{_AND_SPLIT}",
                    partial(_unrelated, sizes=MANY),
                    partial(_split, partial(_grouped, kept=0.5)),
                    "values",
                    True,
                ),
                (
                    _RARE,
                    f"{_UNRELATED}; 97 % of the rows are in one of three classes, which are drawn at random",
                    f"{_GROUPS} where they have equal shares; 97 % of the rows are of one group",
                    _nearly_one_class,
                    partial(_nearly_one_class, kept=0.5),
                    "values",
                    True,
                ),
            )
            for key, page, words, made in (
                (
                    "structure ADM",
                    "Clusters",
                    "The rows cluster better than in tables with ... unrelated columns",
                    partial(_structured, "ADM", "k-modes"),
                ),
                (
                    "stable ADM",
                    "Clusters",
                    "Runs from other starts agree more than on tables with shuffled columns",
                    partial(_stable, "ADM"),
                ),
                ("profile", "Map", "... of these rows have ..., against ... of all rows", _stands_out),
                ("related", "Columns", "The columns are related", _related),
                ("two columns crossed", "Columns", "χ² = ..., p = ...", _crossed_pair),
                (
                    "outcome columns",
                    "Columns",
                    "... of ... columns are related to ... (Holm, 5 %)",
                    partial(_goes_with_the_class, "columns"),
                ),
                (
                    "outcome values",
                    "Columns",
                    "... of ... values are significant (Benjamini-Hochberg, 5 %)",
                    partial(_goes_with_the_class, "values"),
                ),
            )
            if key not in _NOT_ASKED.get(of, ())
        ),
    )
}
