"""Lesson: an order of values is a distance, and the order that brings rows nearest says little of the values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catviz.plots import lessons as draw
from catviz.plots.order_chart import order_chart
from catviz.plots.order_lanes import OrderLane
from catviz.registry import DEFAULT, method
from catviz.ui.lessons.lesson import Door, Lesson
from catviz.ui.orders import lanes as lanes_of
from catviz.ui.orders.exports import offer_orders
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import number, plain
from catviz.ui.widgets import charts

COLUMN, LEARNER = "tumor_size", "OCL"
ONE_GROUP = (("n_clusters", 1),)
RANDOM_ORDERS = 200


@dataclass(frozen=True, eq=False)
class Found:
    """The order in which rows stand nearest, and mean distances between two rows under several orders."""

    learned: OrderLane
    company: OrderLane
    apart: float
    declared_apart: float
    random_apart: float

    @property
    def most_frequent(self) -> int:
        """Code of the most frequent value."""
        return int(self.learned.counts.argmax())


class Orders(Lesson):
    """Where does the most frequent value stand?"""

    key = "orders"
    title = "An order is a distance"
    data = "breast_cancer_ljubljana"
    question = (
        "Choose the order in which two patients drawn at random stand as near as possible. "
        "Where does the most frequent size stand?"
    )
    options = ("at an end", "in the middle", "somewhere else")
    keep = (
        "An order is a distance: count the places between. The order in which rows stand nearest puts frequent values "
        "in the middle, so learned does not mean meaningful."
    )
    doors = (
        Door(
            "This order, and more groups",
            "orders",
            {"order": LEARNER, "mode": "monotone", "k": 1, "tries": 10, "column": COLUMN},
        ),
        Door("Orders from company", "orders", {"order": DEFAULT, "spacing": "even", "column": COLUMN}),
    )

    def told(self, view: View) -> str:
        """How an order gives distances."""
        labels, _ = _column(view)
        v = len(labels)
        return (
            f"Put the {v} tumour sizes of {view.table.n_rows} patients on a line, one place after the other. Two "
            "sizes are as far apart as there are steps between them: "
            f" {plain(labels[0])} and {plain(labels[1])} are 1/{v - 1} apart, the two ends 1. "
            "Now forget what the sizes mean: any order will do."
        )

    def show(self, view: View) -> None:
        """How many patients have each size, in the declared order."""
        labels, counts = _column(view)
        figure = draw.pipes(labels, counts, int(counts.argmax()), charts.theme(), "Tumour sizes as declared, mm")
        charts.show(figure.update_layout(height=400), "sizes", "Patients by tumour size.")

    def find(self, view: View) -> Found:
        """The order learned with all rows in one group, and the one from company."""
        return _found(view)

    def answer(self, found: Found) -> str:
        """Where the most frequent value stands."""
        ranks, code = found.learned.ranks, found.most_frequent
        last = len(ranks) - 1
        if ranks[code] in (0, last):
            return self.options[0]
        return self.options[1] if abs(ranks[code] - last / 2) <= 1 else self.options[2]

    def because(self, found: Found, guess: str) -> str:
        """The mean distances, and both agreements with the declared order."""
        swapped, pairs = found.learned.swapped
        return (
            f"Frequent sizes gather there and rare ones at both ends, like organ pipes. Two patients are then "
            f"{number(found.apart)} apart on average; {number(found.declared_apart)} in the declared order and "
            f"{number(found.random_apart)} in a random one. No other column had a say, and {swapped} of {pairs} pairs "
            f"stand the other way round than declared (tau {found.learned.tau:.2f}). Below it, the order from company "
            f"({method(DEFAULT).short}): tau {found.company.tau:.2f}."
        )

    def export(self, view: View, found: Found) -> None:
        """Both orders."""
        for name, parameters in ((LEARNER, ONE_GROUP), (DEFAULT, ())):
            offer_orders(view, cache.fitted(view, name, parameters))

    def reveal(self, view: View, found: Found) -> None:
        """The organ pipes, and both orders below the declared one."""
        lane = found.learned
        along = np.argsort(lane.ranks)
        title = "The same sizes in the order in which two patients stand nearest"
        marked = int(lane.ranks[found.most_frequent])
        figure = draw.pipes([lane.labels[i] for i in along], lane.counts[along], marked, charts.theme(), title)
        charts.show(figure, "pipes", f"Patients by tumour size: {', '.join(lane.labels[i] for i in along)}.")
        both = [found.learned, found.company]
        charts.show(
            order_chart(both, charts.theme(), "Declared above, learned below"), "lanes", lanes_of.in_words(both)
        )


def _column(view: View) -> tuple[tuple[str, ...], np.ndarray]:
    """The column's values in their declared order, and the rows with each."""
    counts = cache.counts(view)
    r = counts.codebook.position(COLUMN)
    return counts.codebook.labels[r], counts.frequencies[r]


@cache.by_content(4)
def _found(view: View) -> Found:
    learned = _lane(view, LEARNER, ONE_GROUP, "nearest rows")
    shares = learned.counts / learned.counts.sum()
    rng = np.random.default_rng(view.seed)
    random = [_apart(rng.permutation(len(shares)), shares) for _ in range(RANDOM_ORDERS)]
    return Found(
        learned,
        _lane(view, DEFAULT, (), "company kept"),
        _apart(learned.ranks, shares),
        _apart(np.arange(len(shares)), shares),
        float(np.mean(random)),
    )


def _lane(view: View, name: str, parameters: cache.Parameters, title: str) -> OrderLane:
    lanes, _ = lanes_of.lanes(cache.fitted(view, name, parameters), False, {})
    found = next(lane for lane in lanes if lane.attribute == COLUMN)
    return found.titled(title)


def _apart(ranks: np.ndarray, shares: np.ndarray) -> float:
    """Mean distance of two rows drawn at random, values being as far apart as their places."""
    distances = np.abs(ranks[:, None] - ranks[None, :]) / (len(ranks) - 1)
    return float(shares @ distances @ shares)
