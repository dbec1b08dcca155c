"""Findings in plain English: pure functions of a result, one module for each kind of finding."""

from __future__ import annotations

from collections.abc import Sequence

from catviz.wording import number_of

#: What a claim adds, since a test knows only the choice it was made with.
ONE_CHOICE = " Trying several {} raises the error rate: the test does not allow for that."
ONE_CLUSTERING = ONE_CHOICE.format("methods, clusterers or columns")
#: What a claim of a supervised method adds.
CLASSES_TOO = " The classes were shuffled too, so a relation of the columns to the classes alone can bring this about."
#: Names that a sentence holds; of more, how many there are.
_NAMED = 3


def joined(names: Sequence[str]) -> str:
    """Names in a sentence, the first ones of many."""
    if len(names) > _NAMED:
        return f"{', '.join(names[:_NAMED])} and {number_of(len(names) - _NAMED, 'other')}"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
