"""Parts that every page has: question, answer and its chips, method and column, notes, how it works."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.analysis.nested import Pairs, missing_together
from catviz.registry import Method
from catviz.registry import method as registered
from catviz.table.counts import Counts
from catviz.ui.labels import ALL_METHODS, LEFT_OUT, METHODS, MORE, OPTIONS, PREPARE
from catviz.ui.state import cache, controls, defaults, link, session
from catviz.ui.state import view as views
from catviz.ui.state.learned import offered
from catviz.ui.state.notable import RARE
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import LONGEST_SUMMARY, as_answer, counted, first_names, plain
from catviz.ui.widgets import formula
from catviz.ui.widgets.formula import invariances
from catviz.words.chips import chips as limits
from catviz.words.columns import nested_in_words

MOST_CLUSTERS = 20
#: What the keys of boxes with chips begin with.
CHIPS = "chips"
#: What a row of tabs is called for those who cannot see it.
TAB = "Tab"
_escape = st.components.v2.component(
    "catviz_dialog", js=Path(__file__).with_name("dialog.js").read_text(encoding="utf-8")
)


def dialog(title: str, show: Callable[[], None], width: Literal["small", "large"] = "small") -> Callable[[], None]:
    """Show a dialog from when it is opened until it is closed, as Escape does wherever the focus is.

    Runs of the page in between, as when work in the background ends, leave it open. What comes back is a callback of
    what opens it.
    """

    def contents() -> None:
        _escape(key="dialog", height=1)
        show()

    def opened() -> None:
        session.DIALOG.put(title)

    def closed() -> None:
        session.DIALOG.take()

    if session.DIALOG.get() == title:
        st.dialog(title, width=width, on_dismiss=closed)(contents)()
    return opened


def heading(question: str, sentence: str) -> None:
    """Show the page's title and the sentence under it."""
    with st.container(key="heading"):
        st.title(question, anchor=False)
        st.markdown(sentence)


def question(title: str, about: str) -> Callable[[str], None]:
    """Show a view's title, which says on request what the view is about; what comes back shows the answer under it."""
    with st.container(key="heading"):
        st.title(title, anchor=False, help=about)
        place = st.container(key="answer")

    def answer(sentence: str) -> None:
        if sentence:
            place.markdown(as_answer(sentence))

    return answer


def question_above() -> Callable[[str, str], Callable[[str], None]]:
    """Keep the place of a title that depends on what is chosen below it; what comes back is `question` there."""
    place = st.container()

    def ask(title: str, about: str) -> Callable[[str], None]:
        with place:
            return question(title, about)

    return ask


def answer(sentence: str, of: str) -> None:
    """Show the answer to the question of a section."""
    st.container(key=f"answer-{of}").markdown(as_answer(sentence))


def tabs(key: str, names: Sequence[str], first: str | None = None, formerly: Mapping[str, str] = MappingProxyType({})):
    """The tab chosen in the row of tabs under a page's title; ``key`` is that of the link."""
    with st.container(key="tabs"):
        chosen = controls.segmented(TAB, names, key, first, formerly=formerly, label_visibility="collapsed")
    link.begin_tab(chosen)
    return chosen


def chips(full_texts: Mapping[str, str], of: str = "answer") -> None:
    """Show what limits an answer: two or three words each, which open their full text; an empty text is left out.

    ``of`` what, where a page has several.
    """
    with st.container(key=f"{CHIPS}-{of}", horizontal=True, gap="xsmall"):
        for words, text in full_texts.items():
            if text:
                with st.popover(words, type="tertiary"):
                    st.markdown(text)


def door(label: str, page: str, on_click: Callable[..., None] | None = None, **how: Any) -> None:
    """Show a button that opens a page as the next run begins, so that a run that is ended early does not lose it.

    Parameters
    ----------
    label, page : str
        The button's, and the name of the page's script.
    on_click : callable, optional
        Chooses what the page opens with.
    **how
        ``args`` and ``kwargs`` of the callback; others of `st.button`.
    """
    args, kwargs = how.pop("args", ()), how.pop("kwargs", {})

    def opens() -> None:
        if on_click is not None:
            on_click(*args, **kwargs)
        session.OPENS.put(page)

    if st.button(label, on_click=opens, **how):  # in a fragment the run does not begin with the page
        st.switch_page(f"pages/{page}.py")


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
    """Show a button that opens a data set which shows the page's idea better; nothing where it is shown already."""
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
    """Show what a fit warned of, and whether the method is supervised."""
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
    """Show the formula with its symbols, filled in with the numbers of the pair chosen, and what should not matter."""
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
    clusterers: bool = False,
) -> Method:
    """The method chosen among those that learn values (or ``only`` some): one key for the pages that share it.

    ``clusterers`` offers those that learn clusters of rows alone too.
    """
    choices = {name: m for name, m in offered(views.current(), clusterers).items() if only is None or name in only}
    before = controls.kept(key)
    name = controls.select(
        label,
        list(choices),
        key,
        default,
        text=lambda n: choices[n].title,
        help=about_methods(choices[default]),
        formerly=also_called(choices),
    )
    if before is not None and before not in choices and (only is not None or not registered(before).has_values):
        another_method(before, choices[name])
    return choices[name]


def another_method(before: str, shown: Method) -> None:
    """Say above the page that the method chosen before is not offered here."""
    link.note(f"This page has no calculation for “{registered(before).title}”. “{shown.title}” is shown instead.")


def about_methods(default: Method) -> str:
    """What a list of methods is, what its first one looks at, and where the others are explained."""
    return (
        f"The method computes the distances between values. {default.short} is the default because it is simple to "
        f"explain. {default.summary} Every method is explained on the page {METHODS}, under “{ALL_METHODS}”."
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
                number = controls.number("Clusters", link.CLUSTERS, 1, most, first, self.help, self.slider)
            self.chosen = int(number)
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


def default_parameters(view: View, method: Method) -> cache.Parameters:
    """The parameters of a method for which none are asked: as many clusters as classes, if it clusters as it learns."""
    return (("n_clusters", n_clusters(view)),) if "n_clusters" in method.cls.parameters else ()


def most_clusters(view: View) -> int:
    """As many groups as a slider offers here."""
    return min(MOST_CLUSTERS, cache.n_distinct(view))


def of_missing(counts: Counts) -> dict[str, str]:
    """A chip: which columns are missing together, what follows, and what to do; none where none are."""
    groups = [(names, n) for names, n in missing_together(counts) if n >= RARE]
    if not groups:
        return {}
    names, n = groups[0]
    return limits(
        "table",
        "missing together",
        columns=first_names(names),
        rows=counted(n, "row"),
        others=f" (and so are {counted(len(groups) - 1, 'other group')} of columns)" if groups[1:] else "",
        n=len(names),
        prepare=PREPARE,
        options=OPTIONS,
    )


def of_independence(view: View) -> dict[str, str]:
    """A chip: the condition of every test of rows; none where they are no sample, which stands above the page."""
    return limits("table", "independent rows?", condition=view.independence) if view.independence else {}


def of_nested(pairs: Pairs) -> dict[str, str]:
    """A chip: which columns determine which, what follows, and what to do; none where none do."""
    if not pairs:
        return {}
    named = plain(nested_in_words(pairs), 400)
    return limits("table", "nested columns", nested=named, left_out=LEFT_OUT, more=MORE)


def counted_twice(view: View, fit: cache.Fitted) -> dict[str, str]:
    """Chips: columns that count more than once in distances, as missing cells do unless the method leaves them out."""
    missing = {} if getattr(fit.estimator, "na", None) == "exclude" else of_missing(cache.counts(view))
    return missing | of_nested(cache.nested(view))
