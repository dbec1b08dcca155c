"""Lesson: an order of values defines a distance; orders that put rows nearest say little about the values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from catviz.orders.arrangement import kendall_tau
from catviz.plots import lessons as draw
from catviz.plots.order_chart import OrderLane, order_chart
from catviz.registry import DEFAULT, method
from catviz.ui import labels
from catviz.ui.lessons.lesson import LARGER, Guess, InOrder, Lesson, PageLink, as_good, of_order, tau_either_way
from catviz.ui.state import cache
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import charts, order_lanes
from catviz.ui.widgets.kept_figures import kept
from catviz.ui.widgets.order_lanes import offer_orders
from catviz.wording import capital
from catviz.words.chips import chips
from catviz.words.lesson_answers import smallest_distances

COLUMN, LEARNER = "tumor_size", "OCL"
ONE_CLUSTER = (("n_clusters", 1),)
RANDOM_ORDERS = 200
#: Height of the small figures in pixels.
SMALL = 230


@dataclass(frozen=True, eq=False)
class Found:
    """The orders with the smallest mean distance between two rows, and that mean under several orders.

    Attributes
    ----------
    learned : the one of the best orders that the page Orders learns
    best : all of them, from the smallest to the largest Kendall's tau with the declared order
    by_adm : the order from ADM
    apart, declared_apart, random_apart : mean distance in a best order, in the declared one, and in random ones
    """

    learned: OrderLane
    best: list[OrderLane]
    by_adm: OrderLane
    apart: float
    declared_apart: float
    random_apart: float

    @property
    def most_frequent(self) -> int:
        """Code of the most frequent value."""
        return int(self.learned.counts.argmax())

    @property
    def interchangeable(self) -> list[str]:
        """Values with equally many rows: they can change places, and the mean distance stays."""
        counts = self.learned.counts
        return [label for label, n in zip(self.learned.labels, counts, strict=True) if (counts == n).sum() > 1]


class NearestPatients(InOrder):
    """The sizes in an order guessed to have the smallest average distance."""

    def values(self, view: View) -> tuple[tuple[str, ...], np.ndarray]:
        """The sizes in their declared order."""
        return _column(view)

    def scored(self, view: View, found: Found, guess: Guess) -> str:
        """The average distance between the best order's and a random one's."""
        shares = found.learned.counts / found.learned.counts.sum()
        score = of_order(_codes(guess), lambda ranks: _apart(ranks, shares), found.apart, view.seed)
        return (
            f"Average distance in your order: {number(_apart(np.argsort(guess), shares))}. **Score {score.value:.2f}** "
            f"(1: a best order, 0: the average of random orders). {as_good(score.as_good)}"
        )

    def scored_too(self, view: View, found: Found, guess: Guess) -> str:
        """Kendall's tau with the best order."""
        tau = tau_either_way(_codes(guess), [lane.ranks for lane in found.best], view.seed)
        with_best = "the best order" if len(found.best) == 1 else "the best order most like yours"
        return (
            f"Kendall's tau of your order with {with_best}, in either direction: {tau.value:.2f} (random orders: "
            f"{tau.chance:.2f} on average)."
        )

    def compared(self, view: View, found: Found, guess: Guess) -> None:
        """The counts along the order guessed."""
        labels, counts = _column(view)
        order = _codes(guess)
        marked = order.index(int(counts.argmax()))
        figure = kept(draw.pipes)([labels[i] for i in order], counts[order], marked, charts.theme(), "Your order")
        charts.show(figure.update_layout(height=SMALL), "guess", f"Your order: {', '.join(labels[i] for i in order)}.")


class Orders(Lesson):
    """Where is the most frequent value in an order with the smallest average distance?"""

    key = "orders"
    step = "Best order"
    title = "Which place does the most frequent value get?"
    data = "breast_cancer_ljubljana"
    options = ("at an end", "in the middle", "somewhere else")
    sketch = NearestPatients()
    takeaway = (
        "An order with small distances has the frequent values in its middle, whatever they mean. So it need not be "
        "meaningful."
    )
    page_links = (
        PageLink(
            "A best order, and those of the other columns",
            "values",
            {"values": labels.ORDER, "order": LEARNER, "mode": "monotone", "k": 1, "tries": 10, "column": COLUMN},
        ),
        PageLink(
            "The order from ADM",
            "values",
            {"values": labels.ORDER, "order": DEFAULT, "spacing": "even", "column": COLUMN},
        ),
    )

    def prompt(self, view: View) -> str:
        """How an order gives distances."""
        return (
            "The distance of two patients is the number of steps between their tumour sizes. Order the sizes so that "
            "the average distance is smallest."
        )

    def background(self, view: View) -> str:
        """How an order gives distances, in numbers."""
        labels, _ = _column(view)
        v = len(labels)
        return (
            f"The {v} tumour sizes of {view.table.n_rows} patients with breast cancer have a natural order, from small "
            "to large. But one can write them in any order. The distance of two patients is then the number of steps "
            f"between their sizes, divided by {v - 1}: neighbouring sizes have distance {number(1 / (v - 1))}, and the "
            "two ends have distance 1. The average distance over all pairs of patients depends on the order. An order "
            "defines a distance in this way: count the steps."
        )

    def show(self, view: View) -> None:
        """How many patients have each size, in the declared order."""
        labels, counts = _column(view)
        figure = kept(draw.pipes)(
            labels, counts, int(counts.argmax()), charts.theme(), "Tumour sizes in mm, declared order"
        )
        charts.show(figure.update_layout(height=400), "sizes", "Patients by tumour size.")

    def find(self, view: View) -> Found:
        """The orders with the smallest mean distance, and the one from ADM."""
        return _work_out(view)

    def answer(self, found: Found) -> str:
        """Where the most frequent value is."""
        ranks, code = found.learned.ranks, found.most_frequent
        last = len(ranks) - 1
        if ranks[code] in (0, last):
            return self.options[0]
        return self.options[1] if abs(ranks[code] - last / 2) <= 1 else self.options[2]

    def sentence(self, found: Found) -> str:
        """Where the most frequent value is, and the mean distances."""
        return smallest_distances(self.answer(found), found.apart, found.declared_apart, found.random_apart)

    def chips(self, view: View, found: Found) -> dict[str, str]:
        """That orders of small distances are not proven."""
        return chips("lessons", "small is not meaningful", "not a test")

    def explanation(self, found: Found, guess: str) -> str:
        """The mean distances, and what the best orders have to do with the declared one."""
        return (
            f"Rare sizes are at both ends. The average distance of two patients is {number(found.apart)} in the best "
            f"order, {number(found.declared_apart)} in the declared order, and {number(found.random_apart)} on average "
            f"in random orders.\n\n{_agreement(found)}"
        )

    def caption(self, found: Found) -> str:
        """What the marks are, and where tau comes from."""
        return f"Lower figure: hollow points show the declared order, filled ones the other. {capital(LARGER)}."

    def export(self, view: View, found: Found) -> None:
        """Both orders."""
        for name, parameters in ((LEARNER, ONE_CLUSTER), (DEFAULT, ())):
            offer_orders(view, cache.fitted(view, name, parameters))

    def reveal(self, view: View, found: Found) -> None:
        """The counts along a best order, and all best ones and the one from ADM below the declared one."""
        lane = found.learned
        along = np.argsort(lane.ranks)
        title = f"Smallest average distance: {_one_of(found.best)}"
        marked = int(lane.ranks[found.most_frequent])
        figure = kept(draw.pipes)([lane.labels[i] for i in along], lane.counts[along], marked, charts.theme(), title)
        words = f"Patients by tumour size: {', '.join(lane.labels[i] for i in along)}."
        charts.show(figure.update_layout(height=SMALL), "pipes", words)
        lanes = [*found.best, found.by_adm]
        figure = kept(order_chart)(lanes, charts.theme(), "Declared order (hollow) and other orders")
        charts.show(figure, "lanes", order_lanes.in_words(lanes))


def _codes(guess: Guess) -> list[int]:
    """The numbers of the values in the order guessed."""
    return [int(code) for code in guess]


def _column(view: View) -> tuple[tuple[str, ...], np.ndarray]:
    """The column's values in their declared order, and the rows with each."""
    counts = cache.counts(view)
    r = counts.codebook.position(COLUMN)
    return counts.codebook.labels[r], counts.frequencies[r]


@cache.by_content(4)
def _work_out(view: View) -> Found:
    learned = _lane(view, LEARNER, ONE_CLUSTER, "best order")
    shares = learned.counts / learned.counts.sum()
    rng = np.random.default_rng(view.seed)
    random = [_apart(rng.permutation(len(shares)), shares) for _ in range(RANDOM_ORDERS)]
    return Found(
        learned,
        _best(learned),
        _lane(view, DEFAULT, (), "from ADM"),
        _apart(learned.ranks, shares),
        _apart(np.arange(len(shares)), shares),
        float(np.mean(random)),
    )


def _lane(view: View, name: str, parameters: cache.Parameters, title: str) -> OrderLane:
    lanes = order_lanes.lanes(cache.fitted(view, name, parameters))
    of_column = next(lane for lane in lanes if lane.attribute == COLUMN)
    return of_column.titled(title)


def _best(learned: OrderLane) -> list[OrderLane]:
    """All best orders, each in the direction that agrees better with the declared order."""
    lanes = []
    for order in best_orders(learned.counts.tolist()):
        ranks = np.argsort(order)
        ranks = len(ranks) - 1 - ranks if kendall_tau(ranks, learned.given) < 0 else ranks
        lanes.append(replace(learned, ranks=ranks, positions=ranks / (len(ranks) - 1)))
    lanes.sort(key=lambda lane: lane.tau)
    return lanes if len(lanes) == 1 else [lane.titled(f"best order {i}") for i, lane in enumerate(lanes, 1)]


def _one_of(best: list[OrderLane]) -> str:
    return "the best order" if len(best) == 1 else f"one of {len(best)} best orders"


def _taus(first: OrderLane, last: OrderLane) -> str:
    """The lowest tau and the highest, each with the pairs that are swapped."""
    low = f"**{first.tau:.2f}** ({first.swapped[0]} of {first.swapped[1]} pairs of sizes are swapped)"
    return low if first is last else f"{low} to **{last.tau:.2f}** ({last.swapped[0]} pairs)"


def _opposite_ways(best: list[OrderLane]) -> str:
    """That best orders are drawn in opposite directions, if they are."""
    alike = [kendall_tau(best[0].ranks, lane.ranks) for lane in best[1:]]
    return "; each is drawn in the direction nearer to the declared order" if min(alike, default=1) < 0 else ""


def _agreement(found: Found) -> str:
    """The range of tau over the best orders, and tau of the order from ADM."""
    first, last = found.best[0], found.best[-1]
    several = (
        f"{counted(len(found.best), 'order').capitalize()} are equally good, since sizes with equally many patients "
        f"({', '.join(map(plain, found.interchangeable))}) can change places{_opposite_ways(found.best)}. "
    )
    return (
        f"{several * (len(found.best) > 1)}An order and its reverse count as the same. "
        "Kendall's tau compares an order with the declared one: it is 1 for the same "
        f"order, and lower the more pairs are swapped. Here it is {_taus(first, last)}. The best order follows from "
        f"the counts of this column alone. For comparison, {method(DEFAULT).short} distances use the "
        "other columns; the order along a line that shows these distances (first axis of MDS of their square roots) "
        f"has tau **{found.by_adm.tau:.2f}**."
    )


def _apart(ranks: np.ndarray, shares: np.ndarray) -> float:
    """Mean distance of two rows drawn at random, values being as far apart as their places."""
    distances = np.abs(ranks[:, None] - ranks[None, :]) / (len(ranks) - 1)
    return float(shares @ distances @ shares)


def best_orders(counts: Sequence[int]) -> list[tuple[int, ...]]:
    """Every order with the smallest mean number of steps between two rows, an order and its reverse counted once.

    A step between two places is taken by each pair of rows on its two sides. So an order costs, summed over its steps,
    rows before times rows after, and the least cost of the values placed first does not depend on those that follow:
    subsets are worked out one after the other, in whole numbers, so that ties are exact.

    Parameters
    ----------
    counts : rows with each value; up to about 15 values

    Returns
    -------
    list of orders, each the numbers of the values from one end to the other

    Examples
    --------
    >>> best_orders([1, 5, 3])
    [(0, 1, 2)]
    """
    counts, v = [int(n) for n in counts], len(counts)
    rows = [sum(n for i, n in enumerate(counts) if placed >> i & 1) for placed in range(1 << v)]
    step = [n * (rows[-1] - n) for n in rows]
    least = [0] * (1 << v)
    for placed in range(1, 1 << v):
        least[placed] = step[placed] + min(least[rest] for _, rest in _without_one(placed, v))

    def orders(placed: int) -> Iterator[tuple[int, ...]]:
        if not placed:
            yield ()
        for last, rest in _without_one(placed, v):
            if least[rest] + step[placed] == least[placed]:
                yield from ((*order, last) for order in orders(rest))

    return [order for order in orders((1 << v) - 1) if order[0] <= order[-1]]


def _without_one(placed: int, v: int) -> Iterator[tuple[int, int]]:
    """(value taken out, the others) of each value in a set of values, which is written in bits."""
    return ((i, placed & ~(1 << i)) for i in range(v) if placed >> i & 1)
