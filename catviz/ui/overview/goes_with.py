"""What goes with the outcome; without one, which two columns go together."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from catviz.analysis.crosstab import crosstab
from catviz.analysis.outcome import NothingRanked, Outcome
from catviz.plots import columns as draw_columns
from catviz.plots.small import only_cells
from catviz.ui.labels import OUTCOME, TABLE
from catviz.ui.overview.card import card, draw, say
from catviz.ui.state import cache, results
from catviz.ui.state.shelves import following
from catviz.ui.state.view import View
from catviz.ui.text import plain, short
from catviz.ui.widgets import charts
from catviz.ui.widgets.association_limits import not_a_test
from catviz.ui.widgets.outcome_limits import limits
from catviz.words import columns, overview
from catviz.words.chips import chips
from catviz.words.columns import related_in_words

#: The measure of two columns' association, and columns that are ranked.
MEASURE, _RANKED = "AMI", 6
_KEY = "goes-with"
#: Letters of a column's name in a question.
_LETTERS = 24


@dataclass(frozen=True)
class Headline:
    """The strongest finding of the table, as plain text, and what limits it."""

    sentence: str
    limits: dict[str, str] = field(default_factory=dict)


def section(view: View) -> Headline:
    """Show the card; the page's answer comes from the same results."""
    if view.classes_known:
        return _with_outcome(view)
    if view.table.n_attributes > 1:
        return _without_outcome(view)
    with card(_KEY, "Which columns go together?", "columns", columns=TABLE):
        say("One column alone has no association.", _KEY)
    return Headline(_size(view))


def _with_outcome(view: View) -> Headline:
    name = view.table.target_name
    found: Outcome | None = None
    with card(_KEY, f"What goes with {short(str(name), _LETTERS)}?", "columns", columns=OUTCOME):
        if view.picked_rows:
            say("The columns are not ranked.", _KEY)
            return Headline(_size(view), chips("overview", "nothing is tested", untested=view.untested))
        try:
            found = results.outcome(view, str(name))
        except NothingRanked as error:
            say(f"Nothing is ranked here: {error}.", _KEY)
            return Headline(_size(view))
        figure = partial(draw_columns.ranking, found.columns, charts.theme(), _RANKED)
        draw(figure, _KEY, f"Columns by their association with {name}.")
        if view.untested:
            say("Ranked by bias-corrected V.", _KEY)
        else:
            shown = found.columns["significant"].any()
            related = following(found, "related", lambda: overview.related_to(found))
            say(
                related,
                _KEY,
                {} if shown else chips("overview", "not shown to be unrelated"),
            )
    if view.untested:
        return Headline(_size(view), chips("overview", "nothing is tested", untested=view.untested))
    strongest = following(found, "strongest value", lambda: columns.strongest_value(found))
    return Headline(strongest or _size(view), limits(view, found))


def _without_outcome(view: View) -> Headline:
    counts, matrix = cache.counts(view), results.association(view, MEASURE)
    a, b = overview.strongest_pair(matrix)
    test = None if view.untested or view.table.n_attributes > results.TESTED_COLUMNS else results.relations(view)
    with card(
        _KEY, f"How do {short(a, _LETTERS)} and {short(b, _LETTERS)} go together?", "columns", columns=TABLE, column=a
    ):
        table = _crossed(view, a, b)
        shape = draw_columns.few(draw_columns.few(table.counts).T).T.shape
        figure = partial(draw_columns.crossed, table, charts.theme())
        cells = partial(only_cells, rows=shape[0], columns=shape[1])
        draw(figure, _KEY, f"{a} by {b}, in percent of each row.", cells)
        say(overview.crossed_if_related(table, len(matrix), test), _KEY, not_a_test(counts, MEASURE))
    if view.untested:
        return Headline(_size(view), chips("overview", "nothing is tested", untested=view.untested))
    if test is None:
        return Headline(_size(view))
    shuffles = 0 if test.shuffles is None else test.shuffles.n_shuffles
    texts = chips(
        "overview",
        "related columns: {n} shuffles",
        n=shuffles,
        found=plain(related_in_words(test), 1800),
        about_rows=view.about_rows,
    )
    return Headline(overview.related_columns(matrix, MEASURE, test), texts)


@cache.by_content(32)
def _crossed(view: View, a: str, b: str):
    return crosstab(cache.every_column(view), a, b, random_state=view.seed)


def _size(view: View) -> str:
    return columns.table(view.n_rows, view.table.n_attributes)
