"""What to look out for: facts that are counted."""

from __future__ import annotations

from functools import partial

from catviz.plots.small import shares_of
from catviz.ui.labels import TABLE
from catviz.ui.overview.card import card, draw, say
from catviz.ui.state import cache, notable
from catviz.ui.state.view import View
from catviz.ui.text import first_names
from catviz.ui.widgets import charts, panels
from catviz.words import overview
from catviz.words.chips import chips
from catviz.words.overview import Fact

_KEY = "look-out"


def section(view: View) -> None:
    """Show the card: a bar for each fact."""
    with card(_KEY, "What to look out for?", "columns", columns=TABLE):
        counts, d = cache.counts(view), view.table.n_attributes
        named = {
            "constant columns": notable.constant(counts),
            "id-like columns": notable.like_ids(view, counts),
            "double spellings": list(notable.written_twice(view)),
        }
        facts = [Fact("missing cells", notable.missing_cells(view), view.n_rows * d)]
        facts += [Fact(name, len(columns), d) for name, columns in named.items()]
        facts.append(Fact("rare values", notable.rare(counts), len(counts.values)))
        if view.large is None:
            facts.append(Fact("rows equal in these columns", notable.equal_rows(view), len(view.table)))
        names = [f.name.replace(" in ", "<br>in ") for f in facts]  # the longest has no room in one line
        figure = partial(shares_of, names, [f.share for f in facts], [f.counted for f in facts], charts.theme())
        draw(figure, _KEY, "How much of the table each fact is about.")
        which = " ".join(f"{name.capitalize()}: {first_names(of)}." for name, of in named.items() if of)
        limits = chips("overview", "which columns?", names=which) if which else {}
        say(overview.look_out(facts), _KEY, limits | panels.of_missing(counts) | panels.of_nested(cache.nested(view)))
