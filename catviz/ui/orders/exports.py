"""What the Orders page gives away."""

from __future__ import annotations

from catviz.export import code as scripts
from catviz.export import tables as export
from catviz.geometry.value_geometries import ValueOrder
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.widgets.downloads import geometry_tables, learning, offer


def offer_orders(view: View, fit: Fitted | None) -> None:
    """The orders that a method gives the values."""
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
