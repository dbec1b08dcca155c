"""Comparison of several methods on one column, on the Values page: where they agree and where they do not."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from catviz.analysis.method_ranks import MethodRanks, method_ranks
from catviz.plots import method_ranks as draw
from catviz.registry import DEFAULT, REFERENCE, Method
from catviz.ui.state import controls, session
from catviz.ui.state.cache import Fitted
from catviz.ui.state.learned import learn, offered
from catviz.ui.state.view import View
from catviz.ui.text import counted, in_percent, plain
from catviz.ui.values.parts import choose_pair
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.kept_figures import kept

MOST_METHODS = 6
#: So many methods are compared until others are chosen.
OPENING = 4
#: Pairs of values from which methods' ranks are correlated.
FEWEST_PAIRS = 6
_CHART = "lens-maps"


def section(view: View, on_page: list[Fitted], column: str, pair: tuple[str, str]) -> None:
    """Show the whole comparison: closed until asked for; the methods of the page come first."""
    st.divider()
    hidden, shown = "hide", "show"
    formerly = {"closed": hidden, "open": shown}
    if controls.segmented("Comparison of several methods", [hidden, shown], "lens", formerly=formerly) == hidden:
        return
    methods = offered(view)
    named = _short_names(methods)
    chosen = controls.several(
        "Further methods",
        list(named),
        "against",
        [name for name, m in named.items() if m.name in opening(methods)],
        help=f"At most {MOST_METHODS} methods are drawn, those chosen above first.",
    )
    learned = _learn_methods(view, on_page, [named[name] for name in chosen])
    compared = method_ranks(column, {fitted.method.title: fitted.distances for fitted in learned})
    if len(compared.labels) < 3:
        few = counted(len(compared.labels), "value")
        st.info(f"{plain(column)} has {few}: with fewer than three there is nothing to rank.")
        return
    _show(compared, learned, column, pair)


def opening(methods: dict[str, Method]) -> list[str]:
    """The methods a comparison opens with: the pages' first, the one that knows nothing of the data, other families."""
    names = [name for name in (DEFAULT, REFERENCE) if name in methods]
    for name, method in methods.items():
        families = {methods[n].family for n in names}
        if len(names) < OPENING and method.family not in families and not method.cls.uses_target:
            names.append(name)
    return names


def _short_names(methods: dict[str, Method]) -> dict[str, Method]:
    """The methods by names short enough to stand side by side; by their titles where these would be the same."""
    short = [m.short for m in methods.values()]
    return {name if short.count(name) == 1 else m.title: m for name, m in zip(short, methods.values(), strict=True)}


def _learn_methods(view: View, on_page: list[Fitted], chosen: list[Method]) -> list[Fitted]:
    """The methods of the page, then those chosen with their defaults, as many as are drawn and can learn this table."""
    learned = list(on_page)
    refused = []
    for method in chosen:
        if any(method is fitted.method for fitted in learned):
            continue
        if len(learned) == MOST_METHODS:
            st.caption(f"The first {MOST_METHODS} methods are drawn.")
            break
        try:
            learned.append(learn(view, method, panels.default_parameters(view, method)))
        except ValueError as error:
            refused.append(f"{method.title} cannot learn this table: {error}")
    for sentence in refused:
        st.caption(plain(sentence, 400))
    return learned


def _show(compared: MethodRanks, learned: list[Fitted], column: str, pair: tuple[str, str]) -> None:
    short = {fitted.method.title: fitted.method.short for fitted in learned}
    untied = [name for name, tie in zip(compared.names, compared.ties, strict=True) if tie is None]
    if not untied:
        st.info(plain(f"All values of {column} are equally far apart under: {', '.join(compared.names)}."))
        return
    places = {label: i for i, label in enumerate(compared.labels)}
    drawable = all(value in places for value in pair)
    marked = (places[pair[0]], places[pair[1]]) if drawable else None
    figure = kept(draw.rank_maps)(compared, list(compared.names), marked, charts.theme())

    alt = f"Ranks of the pairs of values of {column} under {len(learned)} methods, in one order."
    charts.show(figure, _CHART, alt, partial(choose_pair, _CHART, compared.labels), ("points",))
    st.caption(_words(compared, column))
    _notes(learned)
    if len(untied) < 2:
        st.markdown(
            f"Only {plain(untied[0])} gives the pairs different distances, so there is nothing to compare it with."
        )
        return
    if len(compared.pairs[0]) < FEWEST_PAIRS:
        few = counted(len(compared.pairs[0]), "pair")
        st.markdown(
            f"{plain(column)} has {few} of values. With fewer than {FEWEST_PAIRS}, a correlation of the ranks by two "
            "methods says nothing, so none is shown."
        )
        return
    matrix_box, table_box = st.columns([1, 1.5], gap="small")
    with matrix_box:
        st.markdown("**Do methods rank the pairs alike?** (Spearman)")
        matrix = compared.correlations.loc[untied, untied].rename(index=short, columns=short)
        charts.show(
            kept(draw.correlations)(matrix, charts.theme()), "lens-correlations", "Rank correlation of methods."
        )
    with table_box:
        st.markdown("**Where methods disagree most**")
        _disagreements(compared.disagreements(), short)


def _notes(learned: list[Fitted]) -> None:
    """Which methods are supervised, and what they warned of, folded away."""
    taught = [fitted.method.short for fitted in learned if fitted.supervised]
    if taught:
        st.caption(
            ":orange[Note:] supervised methods have used the known classes. If they separate the classes, that is no "
            f"evidence: {plain(', '.join(taught))}."
        )
    warnings = [(fitted.method.short, remark) for fitted in learned for remark in fitted.remarks[:1]]
    if warnings:
        with st.expander("Notes on these methods"):
            for name, warning in warnings:
                st.markdown(f"**{plain(name)}**: {plain(warning, 700)}")


def _words(compared: MethodRanks, column: str) -> str:
    parts = [
        "Colour: rank of a pair of different values among all pairs of the column, from the smallest distance (dark) "
        "to the largest. Distances of different methods have different units, so ranks are compared. The diagonal, "
        "a value with itself, is empty. All heat maps have the same order."
    ]
    if compared.left_out:
        shown, whole = len(compared.labels), len(compared.labels) + compared.left_out
        parts.append(f"{shown} of the {whole} values of {plain(column)} are compared: the most frequent that all know.")
    if len(compared.labels) > draw.NAMED_VALUES:
        parts.append("Hover for names.")
    return " ".join(parts)


def _disagreements(found: pd.DataFrame, short: dict[str, str]) -> None:
    if found.empty:
        st.markdown("No two methods rank a pair differently.")
        return

    def pick() -> None:
        rows = session.DISAGREEMENTS.get().selection.rows
        if rows:
            controls.choose(a=found["a"].iloc[rows[0]], b=found["b"].iloc[rows[0]])

    def under(method: str, rank: str) -> list[str]:
        return [f"{short[n]} · {in_percent(r)}" for n, r in zip(found[method], found[rank], strict=True)]

    pairs = [f"{a} – {b}" for a, b in zip(found["a"], found["b"], strict=True)]
    frame = pd.DataFrame(
        {"pair": pairs, "small distance by": under("near", "near rank"), "large distance by": under("far", "far rank")}
    )
    st.dataframe(
        frame,
        hide_index=True,
        key=session.DISAGREEMENTS.name,
        on_select=pick,
        selection_mode="single-row",
        column_config={
            "small distance by": st.column_config.Column(help="The method that gives the pair its lowest rank."),
            "large distance by": st.column_config.Column(help="The method that gives the pair its highest rank."),
        },
        alt="Pairs of values on which the methods disagree most",
    )
    st.caption(
        "0\u00a0% is the pair with the smallest distance, 100\u00a0% the one with the largest. Choose a row to see "
        "its pair above."
    )
