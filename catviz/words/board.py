"""What the board says: how often its test of ranks errs, and what did well on tables like one of your own."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from catviz.analysis.board.advice import ADVICE, ALWAYS, BEST, LIKE, Advice, TableAdvice
from catviz.analysis.comparison_defaults import short_name
from catviz.reading.datasets import dataset_info
from catviz.registry import REFERENCE
from catviz.wording import number_of

#: How often Friedman's test at 1 % claimed a difference in simulations without one.
ERROR_RATE = "4\u00a0%"
#: How often the test errs, in short.
WHY_LEVEL = (
    "The error rate of 1\u00a0% is nominal. As a test of whether any method finds the classes, Friedman's test claims "
    "a difference too often: in 400 simulations with shuffled classes, so without any difference to find, it claimed "
    f"one at 1\u00a0% in 16 ({ERROR_RATE}; 95\u00a0% interval 2.3 to 6.4\u00a0%) and at 5\u00a0% in 46 (11.5\u00a0%). "
    f"So the error rate behind “significant at 1\u00a0%” is about {ERROR_RATE}, as measured for ARI of 36 methods with "
    "k-modes or k-means on 18 tables."
)
#: What the simulations were of, and what they leave open.
DETAILS = (
    "The 18 tables have at most 3,500 rows and a score of every method, with ten runs each. A pair of methods was "
    "named in 5 of the 400. With Hamming and nine of the other 35 methods, drawn anew each time, the test claimed a "
    "difference at 5\u00a0% in 27 and at 1\u00a0% in 7 of the 400, and a pair was named in 3. Two things can raise "
    "the error rate; which of them does is not known. Some methods are near copies of each other. And some make large "
    "clusters: ARI and AMI of random clusters are 0 on average, but how often they are above 0 depends on the sizes "
    "of the clusters, and so do ranks. The error rates with AMI, classifiers, spectral clustering, k-medoids, larger "
    "tables or other numbers of runs, and over several tests, were not measured."
)


def advice_in_words(advice: TableAdvice) -> str:
    """What advice from similar tables is worth, what the board says of tables like one table, and what this rests on.

    Each is a paragraph.
    """
    if advice.advice is None:
        return f"Advice needs two methods on more than {LIKE} other tables, and the board has {advice.others}."
    return "\n\n".join(
        (
            _costs(advice.judged, advice.n_judged, advice.score),
            _best_on_similar(advice.advice, _with_reference(advice.advice, advice.against)),
            _rests_on(advice.judged),
        )
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


def _best_on_similar(advice: Advice, compared_with_reference: str) -> str:
    """The method that ranks best on the similar tables, as a description of these."""
    sentences = (
        f"On the {LIKE} tables most like this one, {advice.method} has the best mean rank ({advice.ranks.iloc[0]:.2f} "
        f"of {len(advice.ranks)} methods). The tables are: {', '.join(_title(name) for name in advice.like)}.",
        compared_with_reference,
        "This describes these tables. Nothing is tested on so few, and it can be chance.",
    )
    return " ".join(filter(None, sentences))


def _with_reference(advice: Advice, pairs: pd.Series | None) -> str:
    if pairs is None:
        return ""
    return (
        f"{advice.method} is better than {short_name(REFERENCE)} by more than 0.01 on {pairs['better']:.0f} of them, "
        f"and worse on {pairs['worse']:.0f}; but it was chosen as the best of all on these very tables."
    )


def _title(name: str) -> str:
    """What a bundled data set is called; of another one, its name."""
    try:
        return dataset_info(name).title
    except ValueError:
        return name


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
