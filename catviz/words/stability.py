"""What stability tests say."""

from __future__ import annotations

from catviz.analysis.shuffles import ShuffleTest
from catviz.analysis.statistics import LEVEL
from catviz.wording import in_percent
from catviz.words.choices import CLASSES_TOO, ONE_CHOICE
from catviz.words.nested import shuffled_together

_ONE_NUMBER_TOO = ONE_CHOICE.format("methods, clusterers, numbers of clusters or columns")


def conclusion(test: ShuffleTest) -> str:
    """What a stability test says, in plain text: no more than the shuffled tables that ran support."""
    ran, planned = test.n_shuffles, test.planned
    if test.significant is None:
        return f"Cancelled after {ran} of {planned} shuffled tables: no conclusion."
    counted = f"{test.exceeding} of {ran} shuffled tables are as stable"
    if test.significant:
        words = (
            "Runs from other starts agree more than on tables with shuffled columns (permutation test, significant at "
            f"{in_percent(LEVEL)}: {counted}). This says nothing about other samples of rows."
        )
        return words + CLASSES_TOO * test.classes + shuffled_together(test.nested) + _ONE_NUMBER_TOO
    return (
        "No stability detected beyond that of tables with shuffled columns "
        f"(permutation test, not significant at {in_percent(LEVEL)}: {counted}).{shuffled_together(test.nested)}"
    )
