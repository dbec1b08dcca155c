"""The parts of the tab Order: fits, lanes of learned and declared orders, their agreement and what chance gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from catviz import plots
from catviz.analysis.metrics import accuracy, contingency
from catviz.analysis.order_association import OrderAssociation, order_association, ordered_columns
from catviz.analysis.order_null import order_null
from catviz.analysis.projection import RowMap, row_map
from catviz.analysis.statistics import permutations_needed
from catviz.clustering.kmodes import KModes
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.geometry.value_geometries import ValueDistances
from catviz.orders.objective import OrderTrial, Trial
from catviz.orders.ocl import OCL
from catviz.plots import order_chart as draw
from catviz.plots.order_chart import Chance, OrderLane
from catviz.registry import Method
from catviz.table.categorical import CategoricalTable
from catviz.ui.labels import DETAILS
from catviz.ui.state import background, cache, defaults, session
from catviz.ui.state.cache import Fitted
from catviz.ui.state.learned import seconds_with_groups
from catviz.ui.state.view import View
from catviz.ui.text import first_names, latex, latex_number, plain
from catviz.ui.widgets import charts, panels, sureness
from catviz.ui.widgets.kept_figures import kept
from catviz.ui.widgets.order_lanes import by_chance, in_words, without_order
from catviz.wording import between
from catviz.words import orders as answers
from catviz.words.chips import chips
from catviz.words.orders import agreement_in_words, ranks_related

#: Seconds that the test of ordered columns takes for each row and column, and what it asks.
_SECONDS_OF_RANKS, _RANKS = 2.5e-5, "Are the ranks of ordered columns related?"
#: Seconds that the page waits for it before it shows how far it is.
_WAIT = 1.0
#: Columns that are drawn at most, and in a presentation, whose letters must be read from afar.
DRAWN, PRESENTED = 18, 6
ALGORITHM = OCL.parameters["mode"]
#: The ways of learning offered here, by OCL's ``mode``.
MODES = {mode: ALGORITHM.name_of(mode) for mode in ("monotone", "paper")}
WHAT_Z_IS = (
    "z is the objective of OCL, the number that it makes small: the mean distance of each row from the rows of its "
    "cluster, averaged over the columns and added up over the rows."
)
#: What links have for the spacing of the values.
EVEN, BY_DISTANCE = "even", "true gaps"
SPACINGS = {EVEN: "even", BY_DISTANCE: "by distance"}
ABOUT_SPACING = "By distance: points are as far apart as on the first axis of the method's distances."
#: What the marks of the chart are, with declared orders and without.
MARKS = "Filled: learned order; larger: more rows. Hollow: declared order. Pink: another place."
MARKS_LEARNED = "Points: values in their learned order. Larger: more rows."
#: Columns with a declared order, below which the page offers a data set with more.
FEW_DECLARED = 2
#: Columns whose share in the objective is written out.
TERMS = 4
#: What the page shows below its controls.
ALONE, REPLAY, OWN, MATTERS, CLUSTERS = SECTIONS = (
    "Orders only",
    "Replay",
    "Your own order",
    "Does order matter?",
    "How many clusters?",
)

#: What the page asks, and what that is about; in some sections another question.
QUESTION = (
    "In which order do the values lie?",
    "Each method puts the values of a column in an order (filled points; larger: more rows). Hollow points above show "
    "the declared order, if there is one: it comes with the data set, or you declare it (Columns, Prepare).",
)
QUESTIONS = {
    MATTERS: (
        MATTERS,
        "k-modes clusters the rows without orders (Hamming), with declared, with random and with learned ones; nothing "
        "but the distance between values changes. If classes are known, the question is whether clusters agree better "
        "with them if values have their declared orders than if they have random ones.",
    ),
    CLUSTERS: (CLUSTERS, "Each number of clusters with learned orders is compared with what chance gives."),
}
#: Names that older links have.
FORMERLY = {"How many groups?": CLUSTERS, "Does order matter here?": MATTERS}
#: Estimated seconds up to which the page waits for a fit that learns orders with groups.
AT_ONCE = 2.0
#: Seconds it waits for a longer one before it shows progress instead.
WAIT_SECONDS = 2.0
#: Shuffles at least; more where Holm's correction for many columns needs them.
SHUFFLES = 100
#: Estimated seconds up to which shuffling starts unasked: others may wait for the same two workers.
UNASKED = 6.0


def sections(replayed: bool, movable: bool) -> list[str]:
    """What can be shown: a replay of what was learned in steps, an order made by hand where one can differ."""
    left_out = {REPLAY: not replayed, OWN: not movable}
    return [name for name in SECTIONS if not left_out.get(name, False)]


def answer(view: View, fit: Fitted, all_lanes: list[OrderLane]) -> str:
    """How well the learned orders agree with the declared ones; that there is nothing to learn, if so."""
    if fit.method.orders_with_clusters and view.info is not None and view.info.full_factorial:
        return plain(answers.every_combination(view.name), 500)
    taus = [lane.tau for lane in all_lanes if lane.declared is not None]
    chance = background.peek(view, _name_of_work(fit.method, fit.parameters))
    verdict = None if chance is None else chance.verdict()
    return plain(answers.learned_orders(len(all_lanes), taus, verdict), 500)


def limits(view: View, fit: Fitted, declared: bool, columns: Sequence[str]) -> None:
    """Show what limits the answer: how sure orders are, the test, what it assumes, what learned orders are worth."""
    texts = sureness.of_order(view, fit, columns) | _ranks_related(view)
    chance = background.peek(view, _name_of_work(fit.method, fit.parameters))
    if chance is not None and declared:
        shuffled = " The classes were shuffled too." * view.is_supervised(fit.method.cls)
        found = plain(f"{agreement_in_words(chance.verdict())}{shuffled}", 1000)
        texts |= chips("orders", "chance: {n} shuffles", n=len(chance.null), found=found)
        texts |= panels.of_independence(view)
    if fit.method.orders_with_clusters:
        factorial = view.info is not None and view.info.full_factorial
        texts |= chips("orders", "order of the start" if factorial else "learned, not proven")
    else:
        texts |= chips("orders", "order or reverse", drawn="; the one closer to the declared order is drawn" * declared)
    panels.chips(texts)


def _ranks_related(view: View) -> dict[str, str]:
    """A chip on whether ordered columns rise or fall with each other; none without two of them, or until it is
    worked out."""
    names = ordered_columns(view.table)
    if view.not_drawn_anew or view.large is not None or len(names) < 2:
        return {}
    seconds, work = _SECONDS_OF_RANKS * view.table.n_rows * len(names), partial(_association, view)
    found = background.result(view, "order association", work, _RANKS, seconds, wait_seconds=_WAIT, brief=True)
    if found is None:
        return {}
    label = "ordered columns: ranks related" if found.significant else "ranks not shown to be related"
    return chips("orders", label, said=plain(ranks_related(found), 600), rows=view.about_rows)


def _association(view: View, report) -> OrderAssociation:
    return order_association(view.table, random_state=view.seed)


def details(fit: Fitted, all_lanes: list[OrderLane]) -> None:
    """How an order was learned with clusters, and the columns that are not drawn; nothing if there is neither."""
    aside = _left_aside(fit, all_lanes)
    if not aside and not fit.method.orders_with_clusters:
        return
    with st.expander(DETAILS):
        if fit.method.orders_with_clusters:
            st.markdown(answers.steps_of_fit(fit.estimator.history_), help=WHAT_Z_IS)
        if aside:
            st.markdown(aside)


def why_no_order(fit: cache.Fitted) -> str:
    """Why no column has an order to show."""
    _, flat = without_order(fit)
    return fit.distances.degenerate(flat[0]) or "" if flat else "no column has three values or more"


def chart(fit: cache.Fitted, all_lanes: list[OrderLane], title: str, true_gaps: bool) -> None:
    """Show the orders of the columns drawn, beside what chance gives where the lanes have it."""
    shown = all_lanes[: _most()]
    chance = {lane.attribute: lane.chance for lane in shown if lane.chance is not None}
    figure, piece = figure_code.draw(
        kept(plots.orders),
        Named("learned", fit.estimator),
        [lane.attribute for lane in shown],
        true_gaps=true_gaps,
        title=title,
        chance=Named(None, chance),
        theme=charts.theme(),
    )
    charts.show(figure, "orders", in_words(shown), piece=None if chance else piece, leads=charts.LED)


def agreement(view: View, all_lanes: list[OrderLane]) -> None:
    """Show how well learned orders agree with declared ones, against what chance would give."""
    declared = [lane for lane in all_lanes if lane.declared is not None]
    if len(declared) < FEW_DECLARED:
        panels.better_example(view, defaults.DECLARED)
    if not declared:
        return
    st.markdown(
        "**Learned and declared orders**",
        help="Kendall's tau is 1 − 2 · (pairs of values that are swapped) / (all pairs): 1 for the declared order, 0 "
        "if half of the pairs are swapped. An order and its reverse count as the same and the larger tau counts, so "
        "random orders have more than 0 on average. The filled bar holds the middle 90\u00a0% of the taus after all "
        "columns are shuffled, each on its own, so that no column is related to another. The hollow bar does the same "
        "for random orders. Each gives a p value, and the larger one counts. The bars are about single columns; the "
        "answer allows for the number of columns tested.",
    )
    words = "; ".join(f"{lane.attribute}: {', '.join(lane.remark)}" for lane in declared)
    figure = kept(draw.agreement)(declared[: _most()], charts.theme())
    charts.show(figure, "agreement", f"Kendall's tau by column. {words}")


def formula_with_numbers(view: View, fit: cache.Fitted, all_lanes: list[OrderLane]) -> None:
    """What the orders come from, and tau, with the numbers of this table."""
    if fit.method.orders_with_clusters:
        _objective_with_numbers(view, fit)
    elif fit.estimator.gives == "order":
        st.markdown("The method itself puts the values of each column in order.")
    else:
        geometry = fit.estimator.geometry_
        roots = "square roots of the " if isinstance(geometry, ValueDistances) and geometry.power == 1 else ""
        st.markdown(
            f"Values are ordered along the first axis of classical MDS (principal coordinates) of the {roots}distances "
            "of their column."
        )
    declared = next((lane for lane in all_lanes if lane.declared is not None), None)
    if declared is not None:
        swapped, pairs = declared.swapped
        st.markdown(f"Agreement of **{plain(declared.attribute)}** with its declared order:")
        st.latex(
            r"\tau = 1 - 2 \cdot \frac{\text{swapped}}{\text{pairs}} = "
            rf"1 - 2 \cdot \frac{{{swapped}}}{{{pairs}}} = {latex_number(declared.tau)}"
        )
        st.markdown(
            "- $\\tau$: Kendall's tau of the order or of its reverse, whichever is larger: from 0 to 1\n- swapped: "
            "number of pairs of values in the reverse of the declared order\n- pairs: number of pairs of values"
        )


def fitted(view: View, method: Method, parameters: cache.Parameters) -> Fitted | None:
    """A fit; one that learns orders with groups may need the background, and is None until it has ended there."""
    low, high = seconds_with_groups(view, parameters)
    if not method.orders_with_clusters or high <= AT_ONCE:
        return cache.fitted(view, method.name, parameters)
    what, work = f"orders-{method.name}-{parameters}", partial(_fit, view, method.name, parameters)
    settings: dict[str, Any] = dict(parameters)
    title = f"Learning orders, {MODES[settings['mode']]} ({between(low, high)})"
    return background.result(view, what, work, title, wait_seconds=WAIT_SECONDS)


@cache.by_content(4)
def replayed(view: View, fit: Fitted) -> np.ndarray:
    """(steps, u) the group of each distinct row after each step of a fit."""
    _, inverse = cache.distinct_rows(view)
    first = np.zeros(inverse.max(initial=-1) + 1, dtype=np.intp)
    first[inverse] = np.arange(len(inverse))
    return np.array([labels[first] for labels, _, _ in fit.estimator.replay()], dtype=np.uint8)


@cache.by_content(4)
def order_map(view: View, fit: Fitted) -> RowMap:
    """The rows in the plane of a fit's orders."""
    return row_map(fit.estimator.geometry_, view.table, "PCA", random_state=view.seed)


@cache.by_content(4)
def order_trial(view: View, fit: Fitted, k: int | None) -> OrderTrial:
    """Tries orders on the partition learned with a method's orders; into ``k`` groups where it learned none itself."""
    order = fit.estimator.geometry_.order()
    if k is None:
        labels = fit.estimator.labels_
    else:
        labels = KModes(n_clusters=k, distances=order, random_state=view.seed).fit(view.table).labels_
    return OrderTrial(view.table, labels, {a: order.labels(a) for a in order.codebook.attributes})


@cache.by_content(256)
def order_tried(view: View, fit: Fitted, k: int | None, attribute: str, values: tuple[str, ...]) -> dict[str, float]:
    """What an order of one column is worth, as `order_scores` says."""
    trial = order_trial(view, fit, k)
    return order_scores(trial.with_orders({attribute: values}), trial.with_orders({}), view.table)


def order_scores(trial: Trial, learned: Trial, table: CategoricalTable) -> dict[str, float]:
    """``z`` of a trial; if classes are known, ``accuracy`` of its partition and ``moved`` rows, both by row weights.

    A moved row is in another cluster than with the learned orders.
    """
    if not table.n_classes:
        return {"z": trial.objective}
    right = accuracy(contingency(table.target, trial.labels, table.weights))
    moved = float(table.row_weights[trial.labels != learned.labels].sum())
    return {"z": trial.objective, "accuracy": right, "moved": moved}


def chance_known(view: View, method: Method, parameters: cache.Parameters) -> Mapping[str, Chance] | None:
    """Taus by chance by column; None while they are not there."""
    chance = background.peek(view, _name_of_work(method, parameters))
    return None if chance is None else by_chance(chance)


def show_shuffling(view: View, fit: cache.Fitted, lanes: list[OrderLane]) -> None:
    """Work out the null in the background, of lanes drawn without it; the page runs again when it is there."""
    what = _name_of_work(fit.method, fit.parameters)
    if all(lane.declared is None for lane in lanes):
        return
    if why := view.not_drawn_anew:
        st.caption(why)
        return
    shuffles = max(SHUFFLES, permutations_needed(sum(lane.declared is not None for lane in lanes)))
    estimator = cache.unfitted(view, fit.method.name, fit.parameters)
    work = partial(order_null, view.table, estimator, shuffles, view.seed, view.target_for(estimator))
    title, ask = f"Permutation test: {shuffles} shuffles of all columns", "Permutation test"
    seconds = fit.seconds
    if fit.method.orders_with_clusters:  # a shuffled table has no groups: runs take more steps than on the table itself
        seconds = max(seconds, seconds_with_groups(view, fit.parameters)[1])
    background.result(view, what, work, title, shuffles * seconds, UNASKED, ask=ask)
    if background.peek(view, what) is not None:
        st.rerun()  # it ended while the page was drawn without it


def _objective_with_numbers(view: View, fit: cache.Fitted) -> None:
    """z as the sum of what its columns add, the largest first."""
    model, d = fit.estimator, len(fit.distances.tables)
    weights = view.table.weights
    sizes = np.bincount(model.labels_, weights=weights, minlength=len(model.distributions_[0]))
    parts = [
        float((sizes * ((p @ table) * p).sum(axis=1)).sum())
        for p, table in zip(model.distributions_, fit.distances.tables, strict=True)
    ]
    largest = np.argsort(parts)[::-1][:TERMS]
    names = fit.distances.codebook.attributes
    terms = [rf"\underbrace{{{latex_number(parts[r])}}}_{{{latex(names[r], 18)}}}" for r in largest]
    rest = sum(parts) - sum(parts[r] for r in largest)
    terms += [rf"\underbrace{{{latex_number(rest)}}}_{{\text{{the others}}}}"] if d > TERMS else []
    lines = r" \\ &\quad + ".join(terms)
    total = latex_number(sum(parts) / d)
    st.latex(rf"\begin{{aligned}} z &= \frac{{1}}{{{d}}} \bigl( {lines} \bigr) \\ &= {total} \end{{aligned}}")
    st.caption(
        "Each column adds, over the clusters, the number of rows times the mean distance along its order between two "
        "rows of the cluster (each row also paired with itself)."
    )


def _left_aside(fit: Fitted, all_lanes: list[OrderLane]) -> str:
    """The columns that are not drawn; empty if all are."""
    few, flat = without_order(fit)
    parts = [f"Not shown, since two values or fewer have only one order: {first_names(few, 8, 30)}."] if few else []
    parts += [f"No order, since all values are equally far apart: {first_names(flat, 8, 30)}."] if flat else []
    parts += [f"{_most()} of {len(all_lanes)} columns are drawn."] if len(all_lanes) > _most() else []
    return " ".join(parts)


def _most() -> int:
    """Columns that are drawn at most."""
    return PRESENTED if session.PRESENTING.get() else DRAWN


def _fit(view: View, name: str, parameters: cache.Parameters, report) -> Fitted:
    runs = dict(parameters)["n_init"]
    return cache.fit(view, name, parameters, lambda step: report((step["run"] + 0.5) / runs))


def _name_of_work(method: Method, parameters: cache.Parameters) -> str:
    return repr(("tau of shuffled tables", method.name, parameters))
