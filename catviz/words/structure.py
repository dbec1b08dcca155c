"""What structure tests say."""

from __future__ import annotations

from catviz.analysis.cluster_scores import SAMPLED_ROWS
from catviz.analysis.cluster_structure import SILHOUETTE
from catviz.analysis.shuffles import ONE_FACTOR, ShuffleTest
from catviz.analysis.statistics import LEVEL
from catviz.wording import in_percent, significant
from catviz.words.choices import CLASSES_TOO, ONE_CLUSTERING
from catviz.words.nested import shuffled_together

_MATCHED = 0.9
"""A gradient with a smaller share of the table's mean association is said to fall short of it."""


def conclusion(test: ShuffleTest, beyond: ShuffleTest | None = None) -> str:
    """What structure tests say, in plain text: no more than the shuffled or simulated tables that ran support.

    Parameters
    ----------
    test : ShuffleTest
    beyond : ShuffleTest or None
        The test against one gradient, made after one against unrelated columns that is significant.
    """
    tests = [test] if beyond is None else [test, beyond]
    drawn = "" if test.drawn is None else f" Tested on {test.drawn:,} rows drawn at random."
    claims = any(each.significant for each in tests)
    return " ".join(map(_answer, tests)) + drawn + shuffled_together(test.nested) + ONE_CLUSTERING * claims


def highest_silhouette(test: ShuffleTest, distinct: int) -> str:
    """The number of clusters with the highest silhouette, which is not tested.

    Parameters
    ----------
    test : ShuffleTest
        Of cluster structure.
    distinct : int
        Distinct rows of the table.
    """
    silhouettes = test.by_k[test.by_k["measure"] == SILHOUETTE]
    best = silhouettes.loc[silhouettes["observed"].idxmax()]
    drawn = f", from {SAMPLED_ROWS:,} rows drawn" if min(distinct, test.drawn or distinct) > SAMPLED_ROWS else ""
    return (
        f"The silhouette is highest for k = {best['k']} ({significant(best['observed'])}{drawn}). Which k "
        "is best was not tested. Each k is clustered from few random starts here: with more of them, as the "
        "clusters above can have, another k can have a higher one."
    )


def _answer(test: ShuffleTest) -> str:
    ran, planned, one_factor = test.n_shuffles, test.planned, test.null == ONE_FACTOR
    if test.significant is None:
        tables = "simulated tables of one gradient" if one_factor else "shuffled tables"
        reached = f" So far {test.exceeding} of them reached this table's value." if ran else ""
        return f"Cancelled after {ran} of {planned} {tables}: no conclusion.{reached}"
    if one_factor:
        return _beyond_one_gradient(test)
    if test.significant:
        words = (
            "The rows cluster better than in tables with the same value counts and unrelated columns "
            f"(permutation test, significant at {in_percent(LEVEL)}: {test.exceeding} of {ran} shuffled tables cluster "
            "as well)."
        )
        return words + CLASSES_TOO * test.classes
    return (
        f"No cluster structure detected: {test.exceeding} of {ran} shuffled tables, with the same value counts and "
        f"unrelated columns, cluster as well or better (permutation test, not significant at {in_percent(LEVEL)})."
    )


def _beyond_one_gradient(test: ShuffleTest) -> str:
    tables = f"{test.exceeding} of {test.n_shuffles} simulated tables"
    if not test.significant:
        return (
            f"One gradient is not ruled out: {tables}, in which all columns follow one gradient, cluster "
            f"as well or better (simulation test, not significant at {in_percent(LEVEL)}). This does not show that "
            "there are no groups."
        )
    words = (
        "The rows cluster better than one normal gradient explains: better than in tables with the same value counts "
        "and about the same associations, in which one normal variable is behind all columns and the values of each "
        f"column are cut in order along it (simulation test, significant at {in_percent(LEVEL)}: {tables} cluster as "
        "well). Separate groups can bring this about, and so can several gradients, one that is not normal, or values "
        "that are most frequent somewhere along it."
    )
    observed, expected = test.associations or (0.0, 0.0)
    if expected < _MATCHED * observed:
        words += (
            " Part of it may be that one gradient cannot relate columns as closely as this table does (mean squared T "
            f"{expected:.2g} against {observed:.2g})."
        )
    return words
