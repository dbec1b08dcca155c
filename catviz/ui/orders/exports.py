"""What the Orders page gives away."""

from __future__ import annotations

from catviz.export import code as scripts
from catviz.export import tables as export
from catviz.geometry.value_geometries import ValueOrder
from catviz.registry import Method
from catviz.ui.state import cache
from catviz.ui.state.learned import Learned
from catviz.ui.state.view import View
from catviz.ui.widgets.downloads import geometry_tables, learning, offer


def offer_orders(view: View, method: Method, parameters: cache.Parameters, fit: cache.Fitted | None) -> None:
    """The orders that a method gives the values."""
    if fit is None:
        return
    learned = Learned(method, parameters, fit)
    title, order = f"Orders, {method.short}", fit.estimator.geometry_.order
    tables = {title: lambda: export.orders_table(order())}
    others = {
        "json": lambda: export.orders_json(_by_column(order())),
        "py": lambda: export.orders_code(_by_column(order())),
    }
    offer(tables | geometry_tables(learned), [learning(view, learned), scripts.orders()], {title: others})


def _by_column(order: ValueOrder) -> dict[str, list[str]]:
    return {a: order.labels(a) for a in order.codebook.attributes}
