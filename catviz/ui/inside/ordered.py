"""The walk through OCL: the calculation for a pair, and weights and distances of all pairs in the learned order."""

from __future__ import annotations

from functools import partial

import numpy as np

from catviz.plots import inside as draw
from catviz.ui.inside import steps
from catviz.ui.inside.order_steps import order_steps
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.widgets import charts


def ocl(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Counts by cluster, the weight of the pair, the cost of the order, and the distance."""
    model = learned.estimator
    book = learned.distances.codebook
    r = book.position(column)
    values, ranks = list(book.labels[r]), np.asarray(model.geometry_.ranks[r])
    shares = model.distributions_[r]
    sizes = np.bincount(model.labels_, weights=view.table.row_weights, minlength=len(shares))
    table = (sizes[:, None] * shares).T
    if a == b:
        steps.result(explanation, a, b)
    else:
        pair = values.index(a), values.index(b)
        steps.calculation(learned, explanation, (a, b), lambda _: order_steps(table, column, values, ranks, pair))
    steps.all_values(column)
    order = np.argsort(ranks).tolist()

    def weights() -> None:
        together = (table / np.maximum(sizes, 1e-300)) @ table.T
        np.fill_diagonal(together, 0)
        frame = steps.labelled(together, values)
        title = "weights of all pairs, in the learned order"
        steps.show(
            draw.matrix(frame, charts.theme(), title, "weight W", marked=(a, b), order=order),
            "weights",
            "Weights of all pairs.",
        )

    steps.grid([weights, partial(steps.distances, learned, column, a, b, order)])
