"""Lesson: the best of many looks better where it was chosen than anywhere else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.board.standings import compared, repeated
from catviz.analysis.board.table import CENTRES, read_board
from catviz.analysis.significance import contained, versions
from catviz.plots import lessons as draw
from catviz.ui.labels import BOARD
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.state import cache
from catviz.ui.state.defaults import DEFAULT_DATA
from catviz.ui.state.view import View
from catviz.ui.widgets import charts
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import in_percent
from catviz.words.chips import chips
from catviz.words.lesson_answers import chosen_as_best

SCORE, HALVES = "adjusted_rand", 1_000
#: Ranks by which the best one differs, at least, to be worse or better elsewhere.
MATTERS = 1.0


@dataclass(frozen=True, eq=False)
class Found:
    """Mean ranks of the best method, where it was chosen and elsewhere.

    Attributes
    ----------
    ranks : DataFrame, tables by methods
        1 is the best method of a table.
    chosen, elsewhere : (halves,)
        Mean rank of the method that is best on a random half of the tables, there and on the other half.
    """

    ranks: pd.DataFrame
    chosen: np.ndarray
    elsewhere: np.ndarray

    @cached_property
    def worse(self) -> float:
        """Share of the halves in which its mean rank is worse elsewhere."""
        return float((self.elsewhere > self.chosen).mean())


class BestOfMany(Lesson):
    """What is the rank of the best method on other tables?"""

    key = "best of many"
    step = "Best of 36"
    title = "Does the best of 36 stay the best?"
    data = DEFAULT_DATA
    of_many = True
    options = ("the same or better", "a little worse", "much worse")
    takeaway = "What was chosen because it was best was partly lucky. Judge it on data that did not choose it."
    page_links = (PageLink("The board of all methods", "methods", {"compare": BOARD}),)

    def prompt(self, view: View) -> str:
        """What was chosen, and by what."""
        return (
            "Half of the board's tables choose the best of 36 clusterings, by mean rank. What happens to its mean rank "
            "on the other tables?"
        )

    def background(self, view: View) -> str:
        """What the board is."""
        found = _work_out(view)
        return (
            f"The board has the scores of {found.ranks.shape[1]} methods on bundled tables. Here each table ranks the "
            f"methods by their adjusted Rand index with k-means or k-modes, 1 for the best; versions of one table "
            f"count once, which leaves {len(found.ranks)} tables. A random half of them chooses the method with the "
            f"best mean rank. This is done {HALVES:,} times."
        )

    def show(self, view: View) -> None:
        """The mean ranks where the best one was chosen."""
        found = _work_out(view)
        _histogram({"where it was chosen": found.chosen})

    def find(self, view: View) -> Found:
        """Random halves of the tables."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """How much worse the mean rank is."""
        lost = float(found.elsewhere.mean() - found.chosen.mean())
        return self.options[0 if lost <= MATTERS else 1 if lost <= 3 * MATTERS else 2]

    def sentence(self, found: Found) -> str:
        """The mean ranks on both halves."""
        return chosen_as_best(found.chosen, found.elsewhere)

    def caption(self, found: Found) -> str:
        """What the bars are."""
        return f"Bars: {HALVES:,} random halves of the tables. Rank 1 is the best of {found.ranks.shape[1]}."

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """What the halves say, and what they do not."""
        return chips("lessons", "halves share tables", "chosen tables")

    def explanation(self, found: Found, guess: str) -> str:
        """Where the loss comes from."""
        names = found.ranks.mean().sort_values()
        return (
            f"In {in_percent(found.worse)} of the halves the chosen method ranks worse on the other tables. A method "
            "is chosen because it is good, and because these tables happen to suit it; on other tables the second part "
            f"is gone. The more methods there are to choose from, the larger it is. On all {len(found.ranks)} tables, "
            f"{names.index[0]} has the best mean rank ({names.iloc[0]:.1f}); the mean of all methods is "
            f"{names.mean():.1f}."
        )

    def reveal(self, view: View, found: Found) -> None:
        """The mean ranks on both halves."""
        _histogram({"where it was chosen": found.chosen, "on the other tables": found.elsewhere})


def _histogram(ranks: dict[str, np.ndarray]) -> None:
    title = "Mean rank of the best of 36 (1 is best)"
    words = "; ".join(f"{name}: {values.mean():.1f} on average" for name, values in ranks.items())
    figure = kept(draw.two_histograms)(ranks, charts.theme(), title, "mean rank")
    charts.show(figure, "halves", f"{title}. {words}.")


@cache.by_content(2)
def _work_out(view: View) -> Found:
    ranks = _ranks()
    rng, half = np.random.default_rng(view.seed), len(ranks) // 2
    values = ranks.to_numpy()
    chosen, elsewhere = [], []
    for _ in range(HALVES):
        order = rng.permutation(len(values))
        first, second = values[order[:half]].mean(axis=0), values[order[half:]].mean(axis=0)
        chosen.append(first.min())
        elsewhere.append(second[first.argmin()])
    return Found(ranks, np.array(chosen), np.array(elsewhere))


@st.cache_resource(max_entries=1, show_spinner=False)
def _ranks() -> pd.DataFrame:
    """The ranks of the methods on the tables of the board, versions of one table once; a missing score is last."""
    board = read_board()
    scores = compared(board, CENTRES, SCORE)
    tables = {name: cache.bundled(name) for name in scores.index}
    scores = scores.drop(index=[*contained(tables)], errors="ignore")
    scores = scores.drop(index=repeated(scores.index, versions(tables)))
    return scores.rank(axis=1, ascending=False, na_option="bottom")
