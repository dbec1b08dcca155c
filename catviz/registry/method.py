"""What the registry says of one method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sklearn.base import ClusterMixin

from catviz.parameters import on_screen

FAITHFUL, FAITHFUL_SIMILARITY, DEPARTS, OUR_READING, FIGURES_ONLY, ELSEWHERE = (
    "as published",
    "similarity as published",
    "differs by default",
    "our reading",
    "published results only",
    "from another package",
)
#: What each status means.
STATUSES = {
    FAITHFUL: "the default settings compute the published definition",
    FAITHFUL_SIMILARITY: "the default settings compute the published similarity; the source gives no distance, and the "
    "formula that makes one of it is catviz's",
    DEPARTS: "the default settings differ from what the source prints; the sentence after the status says how",
    OUR_READING: "the source leaves something open, or descriptions disagree; the sentence says what was chosen",
    FIGURES_ONLY: "no public definition was found, so the method cannot be run here",
    ELSEWHERE: "its own package answers for it; the tests of catviz do not cover it",
}


@dataclass(frozen=True)
class Method:
    """One method.

    Attributes
    ----------
    cls : type or None
        The estimator; None where there is nothing to run, and ``summary`` says why.
    title : str
        Name as it is shown; the name itself where there is nothing to run.
    family, paper, status, formula, summary : str
        The status is one of `STATUSES` and holds for the default settings. The formula is LaTeX, its parts separated
        by ``,\\qquad``. The summary is two or three plain sentences: what the method
        looks at, and when two values (or rows) are near.
    aliases : tuple of str
        Names the papers use.
    symbols : tuple of (str, str)
        Every symbol of the formula, as LaTeX, with its meaning in plain words, in reading order.
    note : str
        What the status means for this method, in sentences: what differs from the source or was chosen. Empty where
        there is nothing to add.
    settings : mapping of alias to parameters
        What an alias stands for beside the class, if anything.
    stands_for : str
        The long form, if the name is an abbreviation.
    use, limits : str
        When to use it, and what to be careful about; empty for a method from elsewhere.
    cite : tuple of str
        What to cite, the source first: keys of the documentation's references.
    """

    cls: Any
    title: str
    family: str
    paper: str
    status: str
    formula: str
    summary: str
    aliases: tuple[str, ...] = ()
    symbols: tuple[tuple[str, str], ...] = ()
    note: str = ""
    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    stands_for: str = ""
    use: str = ""
    limits: str = ""
    cite: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The class name, by which ``catviz.method`` finds it; the title where there is nothing to run."""
        return self.title if self.cls is None else self.cls.__name__

    @property
    def package(self) -> str:
        """The package that the class comes from: catviz, or that of a method registered from elsewhere."""
        return "catviz" if self.cls is None else self.cls.__module__.partition(".")[0]

    @property
    def short(self) -> str:
        """The title without the words that explain it."""
        return self.title.partition(" (")[0]

    @property
    def formulas(self) -> tuple[str, ...]:
        """The parts of the formula, one equation each."""
        return tuple(part for part in self.formula.split(r",\qquad ") if part)

    @property
    def status_and_note(self) -> str:
        """The status and, where there is one, its note: sentences without a full stop at the end."""
        return ". ".join(filter(None, [self.status, self.note.removesuffix(".")]))

    @property
    def status_on_pages(self) -> str:
        """The status and its note as pages show them: with the labels of parameters, where code has their names."""
        return self.status_and_note if self.cls is None else on_screen(self.cls, self.status_and_note)

    @property
    def has_values(self) -> bool:
        """True where it learns a geometry of values."""
        return self.compares_rows and self.cls.gives != "objects"

    @property
    def compares_rows(self) -> bool:
        """True where its geometry gives distances between rows, with or without one of values."""
        return self.cls is not None and hasattr(self.cls, "gives")

    @property
    def clusters_rows(self) -> bool:
        """True where it finds clusters of rows as it learns, whether or not it learns values."""
        return self.cls is not None and clusters_itself(self.cls)

    @property
    def orders_with_clusters(self) -> bool:
        """True where it learns orders of values and clusters of rows in turn, in steps that can be shown again."""
        return getattr(self.cls, "orders_with_clusters", False)

    @property
    def supervised(self) -> bool:
        """True where it cannot do without known groups."""
        return self.cls is not None and self.cls.uses_target and self.cls.needs_target


def clusters_itself(cls: type) -> bool:
    """True for a class of estimators that find clusters of rows as they learn: no distances are given to them.

    Examples
    --------
    >>> import catviz
    >>> [clusters_itself(cls) for cls in (catviz.LatentClass, catviz.ROCK, catviz.KModes, catviz.AhmadDey)]
    [True, True, False, False]
    """
    return issubclass(cls, ClusterMixin) and "distances" not in getattr(cls, "parameters", {})
