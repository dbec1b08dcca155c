"""Lesson: an order of values defines a distance; the order that puts rows nearest says little about the values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catviz.plots import lessons as draw
from catviz.plots.order_chart import order_chart
from catviz.plots.order_lanes import OrderLane
from catviz.registry import DEFAULT, method
from catviz.ui.lessons.drawn import Guess, InOrder, as_good
from catviz.ui.lessons.lesson import Lesson, PageLink
from catviz.ui.lessons.scores import of_order, tau_either_way
from catviz.ui.orders import lanes as lanes_of
from catviz.ui.orders.exports import offer_orders
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import number
from catviz.ui.widgets import charts

COLUMN, LEARNER = "tumor_size", "OCL"
ONE_CLUSTER = (("n_clusters", 1),)
RANDOM_ORDERS = 200
SMALL = 230
"""Height of the small figures in pixels."""


@dataclass(frozen=True, eq=False)
class Found:
    """The order with the smallest mean distance between two rows, and that mean under several orders."""

    learned: OrderLane
    by_adm: OrderLane
    apart: float
    declared_apart: float
    random_apart: float

    @property
    def most_frequent(self) -> int:
        """Code of the most frequent value."""
        return int(self.learned.counts.argmax())


class NearestPatients(InOrder):
    """The sizes in the order guessed to have the smallest average distance."""

    task = "Put the sizes in the order with the smallest average distance between two patients."

    def values(self, view: View) -> tuple[tuple[str, ...], np.ndarray]:
        """The sizes in their declared order."""
        return _column(view)

    def scored(self, view: View, found: Found, guess: Guess) -> str:
        """The average distance between the best order's and a random one's, and Kendall's tau."""
        shares = found.learned.counts / found.learned.counts.sum()
        order = [int(code) for code in guess]
        score = of_order(order, lambda ranks: _apart(ranks, shares), found.apart, view.seed)
        tau = tau_either_way(order, found.learned.ranks, view.seed)
        return (
            f"Average distance in your order: {number(_apart(np.argsort(order), shares))}. **Score {score.value:.2f}** "
            f"(1: the best order, 0: the average of random orders). {as_good(score.as_good)} Kendall's tau with the "
            f"best order, in either direction: {tau.value:.2f} (random orders: {tau.chance:.2f} on average)."
        )

    def compared(self, view: View, found: Found, guess: Guess) -> None:
        """The counts along the order guessed."""
        labels, counts = _column(view)
        order = [int(code) for code in guess]
        marked = order.index(int(counts.argmax()))
        figure = draw.pipes([labels[i] for i in order], counts[order], marked, charts.theme(), "Your order")
        charts.show(figure.update_layout(height=SMALL), "guess", f"Your order: {', '.join(labels[i] for i in order)}.")


class Orders(Lesson):
    """Where is the most frequent value in the order with the smallest average distance?"""

    key = "orders"
    title = "Where does the most frequent value go?"
    data = "breast_cancer_ljubljana"
    question = "In the order with the smallest average distance, where is the most frequent size?"
    options = ("at an end", "in the middle", "somewhere else")
    sketch = NearestPatients()
    takeaway = (
        "An order defines a distance: count the steps. The order in which patients are nearest on average puts "
        "frequent values in the middle. So an order that makes distances small need not be meaningful."
    )
    page_links = (
        PageLink(
            "This order, and those of the other columns",
            "orders",
            {"order": LEARNER, "mode": "monotone", "k": 1, "tries": 10, "column": COLUMN},
        ),
        PageLink("The order from ADM", "orders", {"order": DEFAULT, "spacing": "even", "column": COLUMN}),
    )

    def introduction(self, view: View) -> str:
        """How an order gives distances."""
        labels, _ = _column(view)
        v = len(labels)
        return (
            f"Put the {v} tumour sizes of {view.table.n_rows} patients with breast cancer in any order you like. The "
            f"distance of two sizes is the number of steps between them, divided by {v - 1}: neighbours have distance "
            f"{number(1 / (v - 1))}, the two ends 1. Draw two patients at random: their average distance depends on "
            "the order."
        )

    def show(self, view: View) -> None:
        """How many patients have each size, in the declared order."""
        labels, counts = _column(view)
        figure = draw.pipes(labels, counts, int(counts.argmax()), charts.theme(), "Tumour sizes in mm, declared order")
        charts.show(figure.update_layout(height=280), "sizes", "Patients by tumour size.")

    def find(self, view: View) -> Found:
        """The order learned with all rows in one cluster, and the one from ADM."""
        return _found(view)

    def answer(self, found: Found) -> str:
        """Where the most frequent value is."""
        ranks, code = found.learned.ranks, found.most_frequent
        last = len(ranks) - 1
        if ranks[code] in (0, last):
            return self.options[0]
        return self.options[1] if abs(ranks[code] - last / 2) <= 1 else self.options[2]

    def explanation(self, found: Found, guess: str) -> str:
        """The mean distances."""
        return (
            f"Rare sizes are at both ends. The average distance of two patients is {number(found.apart)} in this "
            f"order, {number(found.declared_apart)} in the declared order and {number(found.random_apart)} in a "
            "random one."
        )

    def details(self, found: Found) -> str:
        """Both agreements with the declared order."""
        swapped, pairs = found.learned.swapped
        return (
            f"The best order uses no other column. In {swapped} of {pairs} pairs of sizes it disagrees with the "
            f"declared order (Kendall's tau {found.learned.tau:.2f}). Order from {method(DEFAULT).title}, which "
            f"compares the other columns: tau {found.by_adm.tau:.2f}."
        )

    def export(self, view: View, found: Found) -> None:
        """Both orders."""
        for name, parameters in ((LEARNER, ONE_CLUSTER), (DEFAULT, ())):
            offer_orders(view, cache.fitted(view, name, parameters))

    def reveal(self, view: View, found: Found) -> None:
        """The counts along the best order, and both orders below the declared one."""
        lane = found.learned
        along = np.argsort(lane.ranks)
        title = "The order with the smallest average distance"
        marked = int(lane.ranks[found.most_frequent])
        figure = draw.pipes([lane.labels[i] for i in along], lane.counts[along], marked, charts.theme(), title)
        words = f"Patients by tumour size: {', '.join(lane.labels[i] for i in along)}."
        charts.show(figure.update_layout(height=SMALL), "pipes", words)
        both = [found.learned, found.by_adm]
        figure = order_chart(both, charts.theme(), "Declared order above, two other orders below")
        charts.show(figure, "lanes", lanes_of.in_words(both))


def _column(view: View) -> tuple[tuple[str, ...], np.ndarray]:
    """The column's values in their declared order, and the rows with each."""
    counts = cache.counts(view)
    r = counts.codebook.position(COLUMN)
    return counts.codebook.labels[r], counts.frequencies[r]


@cache.by_content(4)
def _found(view: View) -> Found:
    learned = _lane(view, LEARNER, ONE_CLUSTER, "smallest average distance")
    shares = learned.counts / learned.counts.sum()
    rng = np.random.default_rng(view.seed)
    random = [_apart(rng.permutation(len(shares)), shares) for _ in range(RANDOM_ORDERS)]
    return Found(
        learned,
        _lane(view, DEFAULT, (), "from ADM"),
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
