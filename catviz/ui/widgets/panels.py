"""Parts that every page has: its heading, method and column, degenerate results by name, how it works."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.analysis.invariance import COMPARED_ROWS, MOST_ROWS, metamorphic
from catviz.base import EXACT, UP_TO_SCALE
from catviz.registry import Method
from catviz.registry import method as registered
from catviz.ui.labels import ALL_METHODS, COMPARE, OPTIONS
from catviz.ui.state import background, cache, controls, defaults
from catviz.ui.state import view as views
from catviz.ui.state.learned import offered
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import LONGEST_SUMMARY, counted, number, plain
from catviz.ui.widgets import formula

MOST_CLUSTERS = 20
RARE = 5
"""Values of fewer rows are named as rare."""
CHANGES = {
    "rename": "Renaming the values",
    "permute": "Shuffling the rows",
    "constant": "Adding a column with one value",
}
EFFECTS = {EXACT: "changes no distance", UP_TO_SCALE: "multiplies all distances by the same factor"}
_MAY_CHANGE = "may change distances"
_FITS = 4


def heading(question: str, sentence: str) -> None:
    """The page's title and the sentence under it."""
    with st.container(key="heading"):
        st.title(question, anchor=False)
        st.markdown(sentence)


def columns() -> list[DeltaGenerator]:
    """Main figure and inspector, two thirds and one."""
    return st.columns([2, 1], gap="medium")


def choices() -> DeltaGenerator:
    """Where a page draws what is chosen for its figures; a presentation on a low screen shows the figures first."""
    return st.container(key="choices")


def aside(key: str) -> DeltaGenerator:
    """Where a page has what nobody presents: settings, tables of rows and the small print of tests."""
    return st.container(key=f"aside-{key}")


def better_example(view: View, name: str) -> None:
    """A button that opens a data set which shows the page's idea better; nothing where it is shown already."""
    catalog = cache.catalog()
    if name in catalog and (view.info is None or view.info.name != name):
        label = f"Better example: {catalog[name].title}"
        st.button(label, key=f"example-{name}", on_click=go, kwargs={"data": name}, width="stretch")


def nothing_to_show(view: View, why: str, page: str) -> None:
    """Name a degenerate result, and offer two data sets that can show the page's idea."""
    with st.container(border=True):
        st.markdown(f"**Nothing to draw here:** {plain(why)}.")
        if view.info is not None and view.info.full_factorial:
            st.markdown(
                f"{plain(view.name)} holds every combination of values once, so no column carries information "
                "about another. This is a fact about the data, not a failure of the method."
            )
        st.markdown("Two data sets that can show it:")
        catalog = cache.catalog()
        offered = [n for n in defaults.CAN_SHOW if n in catalog and (view.info is None or n != view.info.name)][:2]
        with st.container(horizontal=True):
            for name in offered:
                st.button(catalog[name].title, key=f"offer-{page}-{name}", on_click=go, kwargs={"data": name})


def remarks(fit: cache.Fit) -> None:
    """What a fit warned of, and whether the method is supervised."""
    if fit.supervised:
        st.caption(
            ":orange[Note:] this method is supervised: it used the known classes, so it proves nothing if they are "
            "well separated here."
        )
    for message in fit.remarks[:3]:
        st.caption(f":orange[Note:] {plain(message, 700)}")


def how_it_works(
    method: Method, parameters: tuple, draw: Callable[[], None] | None = None, explanation=None, pair=None
) -> None:
    """The formula with its symbols, filled in with the numbers of the pair chosen, and what should not matter."""
    with formula.how_it_works():
        st.markdown(f"**{plain(method.title)}** — {plain(method.summary, LONGEST_SUMMARY)}")
        formula.show(method)
        if explanation is not None:
            st.markdown("With the numbers of the chosen pair:")
            formula.fill(explanation, *pair)
        if draw is not None:
            draw()
        invariances(views.current(), method, parameters)
        st.caption(plain(f"Source: {method.paper}. Status: {method.status_on_pages}.", 1200))


def choose_method(
    default: str,
    only: tuple[str, ...] | None = None,
    label: str = "Method",
    key: str = "method",
    disabled: bool = False,
    clusterers: bool = False,
) -> Method:
    """The method chosen among those that learn values (or ``only`` some): one key for the pages that share it.

    ``clusterers`` offers those that learn clusters of rows alone too.
    """
    there = {name: m for name, m in offered(views.current(), clusterers).items() if only is None or name in only}
    before = controls.kept(key)
    name = controls.select(
        label,
        list(there),
        key,
        default,
        text=lambda n: there[n].title,
        help=about_methods(there[default]),
        disabled=disabled,
        formerly=also_called(there),
    )
    if before is not None and before not in there and (only is not None or not registered(before).has_values):
        another_method(before, there[name])
    return there[name]


def another_method(before: str, shown: Method) -> None:
    """Say above the page that the method chosen before is not offered here."""
    controls.note(f"This page has no calculation for “{registered(before).title}”. “{shown.title}” is shown instead.")


def about_methods(default: Method) -> str:
    """What a list of methods is, what its first one looks at, and where the others are explained."""
    return (
        f"The method computes the distances between values. {default.short} is the default because it is simple to "
        f"explain. {default.summary} Every method is explained on the page {COMPARE}, under “{ALL_METHODS}”."
    )


def also_called(methods: Mapping[str, Method]) -> dict[str, str]:
    """Short names and aliases of methods, which links may have, to their names."""
    return {other: name for name, m in methods.items() for other in (m.short, *m.aliases) if other != name}


def choose_column(view: View, label: str = "Column") -> str:
    """The column chosen, one key for all pages."""
    return controls.select(label, view.table.attributes, "column", defaults.opening_column(view))


@dataclass
class NumberOfClusters:
    """The one number of clusters of all methods and pages: drawn when it is asked for first, in a box if it has one.

    Call it for the number.
    """

    view: View
    box: DeltaGenerator | None = None
    help: str = "One number for all methods, and for all pages that ask for a number of clusters."
    slider: bool = False
    chosen: int | None = None

    def __call__(self) -> int:
        """The number, drawn if it is not yet."""
        if self.chosen is None:
            most, first = most_clusters(self.view), n_clusters(self.view)
            with nullcontext() if self.box is None else self.box:
                found = controls.number("Clusters", controls.CLUSTERS, 1, most, first, self.help, self.slider)
            self.chosen = int(found)
        return self.chosen


def options(view: View, method: Method, k: NumberOfClusters | None = None) -> tuple:
    """A method's own parameters, in a popover where there are any; its number of clusters is ``k``."""
    if not controls.has_parameters(method):
        return ()
    with st.popover(OPTIONS, width="stretch"):
        return controls.parameters(method, {"n_clusters": k or NumberOfClusters(view)})


def n_clusters(view: View) -> int:
    """As many clusters as there are known classes, else three, and never more than distinct rows."""
    return max(1, min(view.n_classes or 3, cache.n_distinct(view)))


def most_clusters(view: View) -> int:
    """As many groups as a slider offers here."""
    return min(MOST_CLUSTERS, cache.n_distinct(view))


def invariances(view: View, method: Method, parameters: cache.Parameters) -> None:
    """A badge for each change: what the method declares and, once asked for, what is found on this table."""
    declared = getattr(method.cls, "invariances", None)
    if declared is None:
        return
    st.markdown(
        "Three changes of the table that ought not to matter, and what each does to distances under this method:"
    )
    box = st.container(horizontal=True)
    found = _found(view, method, parameters)
    for change, words in CHANGES.items():
        with box:
            if found is None:
                _declared(words, declared[change])
            else:
                _compared(words, found.loc[change])
    if found is not None and view.table.n_rows > MOST_ROWS:
        st.caption(f"Found on a sample of {MOST_ROWS:,} rows.")
    if found is not None and not hasattr(method.cls, "value_distances_"):
        n = min(COMPARED_ROWS, view.table.n_rows)
        st.caption(f"Compared: the distances of {counted(n, 'row')}; one permutation.")


def _found(view: View, method: Method, parameters: cache.Parameters) -> pd.DataFrame | None:
    """What the changes do to this table, by change; None until it was asked for and is there."""
    what, work = repr(("metamorphic", method.name, parameters)), partial(_check, view, method, parameters)
    found = background.result(
        view, what, work, "The check", _seconds(view, method), at_once=-1, ask="Check on this table"
    )
    if isinstance(found, str):
        st.caption(f":orange[Note:] {plain(found, 600)}")
        return None
    return None if found is None or len(found) < len(CHANGES) else found


def _check(view: View, method: Method, parameters: cache.Parameters, report) -> pd.DataFrame | str:
    estimator = cache.unfitted(view, method.name, parameters)
    y = view.target_for(estimator)
    try:
        return metamorphic(estimator, view.table, y, view.seed, report).set_index("change")
    except ValueError as error:
        return str(error)


def _seconds(view: View, method: Method) -> float:
    codebook = cache.counts(view).codebook
    n = min(cache.n_distinct(view), MOST_ROWS)
    return 0.1 + _FITS * method.cls.cost(n, len(codebook.attributes), codebook.n_values)


def _declared(words: str, declared: str) -> None:
    why = "" if declared in EFFECTS else declared
    st.badge(f"{words} {EFFECTS.get(declared, _MAY_CHANGE)}", color="gray", help=_sentence(why))


def _compared(words: str, found: pd.Series) -> None:
    """One change: green where the declaration holds, orange with the number where not."""
    share = found["difference"]
    what = {
        EXACT: EFFECTS[EXACT],
        UP_TO_SCALE: f"multiplies all distances by {number(found['scale'])}",
    }.get(found["found"], f"changes a distance by up to {number(100 * share)}\u00a0% of the largest")
    color: Any
    if not found["kept"]:
        text, color = f"{words} {what}; expected: {EFFECTS.get(found['declared'], _MAY_CHANGE)}", "orange"
    elif found["found"] == found["declared"]:
        text, color = f"{words} {what}, as expected", "green" if found["found"] != "changed" else "gray"
    else:
        text, color = f"{words} {what} in this table", "green"
    help = f"Largest difference: {number(share)} of the largest distance."
    st.badge(text, color=color, help=" ".join(filter(None, [help, _sentence(found["why"])])))


def _sentence(reason: str) -> str | None:
    return f"{reason[0].upper()}{reason[1:]}." if reason else None
