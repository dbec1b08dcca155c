"""The orders that a method gives to values, each column in a lane, beside declared orders and those by chance."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from catviz.analysis.order_null import OrderNull
from catviz.export import code as scripts
from catviz.export import tables as export
from catviz.geometry.value_geometries import ValueOrder
from catviz.plots.order_chart import Chance, OrderLane, lane
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.widgets.downloads import geometry_tables, learning, offer

FEWEST_VALUES = 3


def lanes(fit: Fitted, true_gaps: bool = False, chance: Mapping[str, Chance] = MappingProxyType({})) -> list[OrderLane]:
    """A lane for each column worth one, ordered columns first."""
    few, flat = without_order(fit)
    geometry, order = fit.estimator.geometry_, fit.estimator.geometry_.order()
    columns = [column for column in fit.distances.codebook.attributes if column not in {*few, *flat}]
    drawn = [lane(geometry, order, column, true_gaps, chance.get(column)) for column in columns]
    return sorted(drawn, key=lambda each: each.declared is None)


def without_order(fit: Fitted) -> tuple[list[str], list[str]]:
    """Columns without a lane: those of fewer than three values, and those whose values are all equally far apart."""
    distances, book = fit.distances, fit.distances.codebook
    few = [a for a, labels in zip(book.attributes, book.labels, strict=True) if len(labels) < FEWEST_VALUES]
    others = [a for a in book.attributes if a not in few]
    return few, [a for a in others if fit.estimator.gives != "order" and distances.degenerate(a)]


def in_words(shown: list[OrderLane]) -> str:
    """The orders as text, for readers who cannot see the chart."""
    parts = [f"{lane.attribute}: {', '.join(lane.labels[i] for i in np.argsort(lane.ranks))}" for lane in shown]
    return "Orders of values. " + "; ".join(parts)


def by_chance(found: OrderNull) -> dict[str, Chance]:
    """Taus of shuffled tables and of random orders by column, for columns that have any."""
    columns = {column: found.null[column].dropna().to_numpy() for column in found.null}
    return {
        column: Chance(shuffled, found.drawn[column].to_numpy())
        for column, shuffled in columns.items()
        if len(shuffled)
    }


def offer_orders(view: View, fit: Fitted | None) -> None:
    """Offer the orders that a method gives the values."""
    if fit is None:
        return
    title, order = f"Orders, {fit.method.short}", fit.estimator.geometry_.order
    tables = {title: lambda: export.orders_table(order())}
    others = {
        "json": lambda: export.orders_json(_by_column(order())),
        "py": lambda: export.orders_code(_by_column(order())),
    }
    offer(tables | geometry_tables(fit), [learning(view, fit), scripts.orders()], {title: others})


def _by_column(order: ValueOrder) -> dict[str, list[str]]:
    return {a: order.labels(a) for a in order.codebook.attributes}
