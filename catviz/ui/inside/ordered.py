"""The walk through OCL: the calculation for a pair, and weights and distances of all pairs in the learned order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from catviz.orders.arrangement import arrangement_cost
from catviz.plots import inside as draw
from catviz.ui.inside import steps
from catviz.ui.inside.steps import Contingency
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import counted, number
from catviz.ui.widgets import charts
from catviz.ui.widgets.worked import MOST, Line, Number, Step, grouped, short, total

_LEARNED = "cost of the learned order"


def ocl(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Show counts by cluster, the weight of the pair, the cost of the order, and the distance."""
    model = learned.estimator
    book = learned.distances.codebook
    r = book.position(column)
    values, ranks = list(book.labels[r]), np.asarray(model.geometry_.ranks[r])
    shares = model.distributions_[r]
    sizes = np.bincount(model.labels_, weights=view.table.row_weights, minlength=len(shares))
    table = (sizes[:, None] * shares).T
    if a != b:
        pair = values.index(a), values.index(b)
        steps.calculation(learned, lambda _: order_steps(table, column, values, ranks, pair))
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


def order_steps(
    table: np.ndarray, column: str, values: Sequence[str], ranks: np.ndarray, pair: tuple[int, int]
) -> list[Step]:
    """The calculation of one distance.

    Parameters
    ----------
    table : (v, k) rows of each value in each cluster
    values : (v,)
    ranks : (v,) the learned order, from 0
    pair : places of the two values
    """
    clusters = [f"cluster {j + 1}" for j in range(table.shape[1])]
    sizes = np.maximum(table.sum(axis=0), 1e-300)
    weight = table[pair[0]] * table[pair[1]] / sizes
    labels = short(values)
    share = table / np.maximum(table.sum(axis=1, keepdims=True), 1e-300)
    crossed = Contingency(column, "cluster", table, labels, clusters, pair, share, weight + 1e-9 * table.sum(axis=0))
    together = (table / sizes) @ table.T
    return [
        crossed.counted(
            "1  Contingency table of values and clusters",
            "n_{xj} = number of rows with x in cluster j",
            (("x", f"a value of {column}"), ("j", "a cluster that OCL learned")),
        ),
        _weight(crossed, weight, sizes),
        _cost(together, ranks, _pair(crossed)),
        _distance(crossed, ranks),
    ]


def _weight(crossed: Contingency, weight: np.ndarray, sizes: np.ndarray) -> Step:
    """How much it costs to put the two values one place further apart."""
    lines: list[Line] = []
    parts: list[Number] = []
    for label, places in crossed.lines:
        if len(places) > 1:
            parts.append(Number(f"W in {label}", float(weight[places].sum()), f"sum over {len(places)} clusters"))
            lines.append((label, (None, None, None, parts[-1])))
            continue
        j = int(places[0])
        pair = [
            Number(crossed.count(x, label), float(crossed.table[i, j]), side=side, scale="n")
            for x, i, side in zip(crossed.names, crossed.pair, "ab", strict=True)
        ]
        size = Number(crossed.margin(label), float(sizes[j]), bar=False)
        filled = f"{pair[0].shown} · {pair[1].shown} / {size.shown}"
        parts.append(Number(f"W in {label}", float(weight[j]), filled, (pair[0].name, pair[1].name, size.name)))
        lines.append((label, (*pair, size, parts[-1])))
    lines.append(("W", (None, None, None, total(_pair(crossed), weight.sum(), parts))))
    symbols = (
        ("W_{xy}", "large if both values are frequent in the same clusters: the order should put them close together"),
        ("n_j", "rows in cluster j"),
    )
    heads = (*crossed.names, "all", "product / all")
    title = "2  Weight of the pair"
    return Step(title, "W_{xy} = Σ_j n_{xj} n_{yj} / n_j", symbols, "cluster", heads, tuple(lines), total=True)


def _pair(crossed: Contingency) -> str:
    return f"W({', '.join(crossed.names)})"


def _cost(together: np.ndarray, ranks: np.ndarray, pair: str) -> Step:
    """What the learned order costs, and what the order of the table does."""
    v = len(ranks)
    learned, shown = arrangement_cost(together, ranks), arrangement_cost(together, np.arange(v))
    words = f"sum over {counted(v * (v - 1), 'ordered pair')} of W · places apart"
    lines = (
        ("learned order", (Number(_LEARNED, learned, words, (pair,), scale="cost"),)),
        ("order in the table", (Number("cost of the order in the table", shown, words, (pair,), scale="cost"),)),
    )
    symbols = (("o_x", "place of x in the order"),)
    title = "3  Cost of the order"
    return Step(title, "cost(o) = Σ_{x,y} W_{xy} |o_x − o_y|", symbols, "", ("cost",), lines)


def _distance(crossed: Contingency, ranks: np.ndarray) -> Step:
    """The places of all values, and the distance."""
    order = np.argsort(ranks)
    importance = np.zeros(len(ranks))
    importance[[int(ranks[i]) for i in crossed.pair]] = 1
    lines: list[Line] = []
    sides = dict(zip(crossed.pair, "ab", strict=True))
    for label, places in grouped([crossed.values[i] for i in order], importance, MOST + 4):
        if len(places) > 1:
            lines.append((label, (None,)))
            continue
        k = int(places[0])
        side, words = sides.get(int(order[k]), ""), "place in the order whose cost OCL lowered"
        lines.append((label, (Number(f"place of {label}", k + 1.0, words, (_LEARNED,), side, bar=False),)))
    first, second = (int(ranks[i]) + 1 for i in crossed.pair)
    value = abs(first - second) / max(len(ranks) - 1, 1)
    filled = f"|{first} − {second}| / ({len(ranks)} − 1)"
    used = tuple(f"place of {x}" for x in crossed.names)
    last = Number(f"d({', '.join(crossed.names)})", value, filled, used, bar=False)
    lines.append(("distance", (last,)))
    symbols = (("v", f"number of values, {number(len(ranks))}"),)
    title = "4  Places in the learned order, and the distance"
    return Step(title, "d(x, y) = |o_x − o_y| / (v − 1)", symbols, crossed.column, ("place",), tuple(lines), total=True)
