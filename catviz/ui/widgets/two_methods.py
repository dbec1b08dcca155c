"""A method and a second one to compare with: which, their parameters, what each learned, and how they differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

import streamlit as st

from catviz.parameters import in_words
from catviz.registry import Method
from catviz.ui.labels import HEAT_MAP, MAP_OF_VALUES, OPTIONS
from catviz.ui.state import cache, controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.learned import learn
from catviz.ui.state.view import View
from catviz.ui.text import LONGEST_SUMMARY, plain
from catviz.ui.widgets import formula, panels

ABOUT_SECOND = "A second method, drawn next to the first. Both show the same values or rows."
NONE = "none"
#: What a look can show more of, under one method: off until asked for.
_EXTRA = {HEAT_MAP: ("Dendrogram", ["off", "on"], "dendrogram"), MAP_OF_VALUES: ("Draw in", ["2-D", "3-D"], "space")}


def choose_second(offered: Mapping[str, Method], method: Method) -> Method | None:
    """Another method to compare with the one chosen, or None."""
    others = {name: m for name, m in offered.items() if name != method.name}
    chosen = controls.select(
        "Compare with",
        [NONE, *others],
        "second",
        NONE,
        text=lambda n: others[n].title if n in others else NONE,
        help=ABOUT_SECOND,
        formerly=panels.also_called(others),
    )
    return others.get(chosen)


def options(
    view: View,
    chosen: Sequence[Method],
    look: str,
    only: Mapping[str, Collection[str]] = MappingProxyType({}),
    k: panels.NumberOfClusters | None = None,
) -> tuple[list[cache.Parameters], bool]:
    """The parameters of each method, and whether the look's own extra is on; one popover for all of them.

    ``only`` names the parameters that are drawn of some methods, by their names. ``k`` is the number of clusters.
    """
    extra = _EXTRA.get(look) if len(chosen) == 1 else None
    if extra is None and not any(map(controls.has_parameters, chosen)):
        return [() for _ in chosen], False
    fitting: dict[str, object] = {"n_clusters": k or panels.NumberOfClusters(view)}
    parameters = []
    with st.popover(OPTIONS, width="stretch"):
        for method in chosen:
            if len(chosen) > 1 and controls.has_parameters(method):
                st.markdown(f"**{plain(method.title)}**")
            parameters.append(controls.parameters(method, fitting, only.get(method.name)))
        on = extra is not None and controls.segmented(*extra) == extra[1][1]
    return parameters, on


def learn_second(view: View, method: Method | None, parameters: cache.Parameters) -> Fitted | None:
    """The same for the second method; where it cannot learn this table, a sentence says so and it is left aside."""
    if method is None:
        return None
    try:
        return learn(view, method, parameters)
    except ValueError as error:
        st.info(plain(f"{method.title} cannot be compared: {error}", 600))
        return None


def difference(first: Fitted, second: Fitted) -> str:
    """The parameters of two methods that are not the same in both, in words; empty where there are none."""
    these, other = dict(first.parameters), dict(second.parameters)
    shared = {name for name in these.keys() & other.keys() if these[name] == other[name]}
    parts = []
    for fitted in (first, second):
        differ = [in_words(fitted.method.cls, name, value) for name, value in fitted.parameters if name not in shared]
        parts += [f"{fitted.method.short} ({'; '.join(differ)})"] if differ else []
    return ", ".join(parts)


def remarks_of_second(compared: Sequence[Fitted]) -> None:
    """Show what each of two fits warned of, under its name."""
    for fitted in compared:
        if fitted.remarks or fitted.supervised:
            st.markdown(f"**{plain(fitted.method.title)}**")
            panels.remarks(fitted)


def name_difference(first: Fitted, second: Fitted) -> None:
    """Show a line on the parameters that differ."""
    words = difference(first, second)
    if words:
        st.caption(f"Options that the two methods do not share: {plain(words)}.")


def formula_of_second(second: Fitted | None) -> None:
    """Show the second method's formula, where there is one."""
    if second is not None:
        st.markdown(f"**{plain(second.method.title)}** — {plain(second.method.summary, LONGEST_SUMMARY)}")
        formula.show(second.method)
