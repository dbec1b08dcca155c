"""OCL: an order of each column's values, learned together with clusters of rows.

Source: Zhang, Zhao, Jia & Cheung 2024, "Order Is All You Need for Categorical Data Clustering"; equation numbers are
its own.

A run on rows without groups takes many more steps than one that finds groups, and nobody knows before which it will
be: so what a fit takes is a range (`fit_seconds`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from sklearn.base import ClusterMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, RowsMethod
from catviz.clustering.base import SAMPLE, BlockRows, Objective, best_run
from catviz.clustering.lookup import RowLookup
from catviz.clustering.starts import N_STARTS, starting_rows
from catviz.geometry.numeric import squared_distances
from catviz.geometry.value_geometries import ValueDistances, ValueOrder
from catviz.orders.alternating import (
    MAX_ASSIGNMENTS,
    Literal,
    Monotone,
    StreamedPartition,
    alternating_run,
    evenly,
    reference_run,
    streamed_run,
)
from catviz.orders.arrangement import EXACT_VALUES
from catviz.orders.objective import Orders, mixed_rows, scaled_numbers
from catviz.orders.partition import VARIANTS, Partition, Task, shares
from catviz.parameters import CLUSTERS, SEED, STARTING_ROWS, STARTS, Anything, Choice, Number, RandomState
from catviz.remarks import remark
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook
from catviz.table.encoding import MIXED
from catviz.table.source import Source

#: Assignments of rows in a run that finds clear groups, whatever the size of the table.
FEWEST = 10.0
#: Values of all columns, at which the square root of the rows was fitted.
_VALUES = 60.0
#: How often orders are learned in a run that finds clear groups.
_FEWEST_ROUNDS = 1.5
#: How many times as many steps a run on noise takes that may go in circles, as the paper's equations make it.
_LITERAL = 40.0


class OCL(Objective, ClusterMixin, RowsMethod):
    """Order and cluster learning: z(Q, O) = sum over rows of Phi(x, C_j), lowered over partitions and orders in turn.

    Phi(x, C_j) = 1/d sum_r sum_g D_r[x_r, g] p_j^r(g) with D_r = |o_a - o_b| / (v_r - 1) (Eqs. 3, 4, 7). A numeric
    column of ``t.numeric`` adds the mean squared difference to the cluster's numbers, on a scale from 0 to 1 (missing:
    at the mean), which for assigning comes down to the squared distance to the cluster's mean.

    Parameters
    ----------
    n_clusters : int
        Number of clusters.
    mode : {"monotone", "paper", "reference"}
        "monotone" assigns by Phi less half the cluster's spread, solves each column's order exactly (up to 14 values;
        local search beyond), and keeps it only if strictly better: z never rises. "paper" takes Eqs. 10 to 14
        literally, and z may rise. "reference" is written after the program behind the published tables, slips included:
        to compare with those tables (with ``n_init=1``) and for nothing else; it depends on the order of categories,
        and leaves numeric columns aside.
    variant : {"full", "I", "II", "III"}
        The paper's ablation, I and II in our reading. I compares rows with each cluster's most frequent values instead
        of its distribution; II is I with a single update of the orders; III is k-modes: values are equal or not, there
        are no orders.
    n_init : int
        Runs from different starting rows; the lowest z wins.
    max_iter : int
        Rounds of assigning and ordering at most.
    init_order : None, "natural", "random" or mapping of column to its values in order
        Orders to start from. None: declared orders; other columns start with none (all values equally far) and learn
        theirs from the first partition. "natural": the order the table shows, which "reference" always starts from
        where no other is given, and columns keep that learn none. A mapping may leave columns out, and the missing
        level, which then comes last.
    learn : {"all", "nominal", "none"}
        Columns whose orders are learned; the others keep those they start from. "nominal": only columns without a
        declared order.
    init : sequence of int, "huang" or "cao", optional
        The starting rows instead of random ones: their numbers, one a cluster, or how they are chosen
        (`catviz.clustering.starts`).
    random_state : int, RandomState or None
        Draws the starts; an int gives the same result each time.

    Attributes
    ----------
    labels_ : (n,) int
        Of a source's distinct rows where they fit in memory, none where they do not: a run on a sample of 100,000
        rows then goes on over all of them, and ``source.map(ocl.predict, path)`` writes the labels.
    orders_ : dict of column to list of its values in order, in the direction nearest the codebook's
        Empty with variant III.
    objective_, inertia_ : float
        z of the best run.
    history_ : list of float
        z after each step of the best run, the start included.
    steps_ : list of dict
        The same steps: ``phase`` ("start", "assign" or "order"), ``outer``, ``inner``, ``objective``, ``rise`` (by how
        much z rose, 0 where it did not), ``moved`` (weight of the rows that changed cluster), ``rows`` and ``to``
        (those rows, by place among the distinct rows, and their new clusters), ``changed`` (the columns whose order
        changed, with the new one). `replay` turns the steps into labels and orders.
    n_iter_ : int
        Rounds of the best run.
    n_reached_ : int
        Starts that ended with this objective.
    distributions_ : tuple of (k, v_r)
        Each cluster's shares p_j^r, in codebook order.
    geometry_ : ValueOrder, or ValueDistances with variant III

    Raises
    ------
    ValueError
        More clusters than distinct rows, orders that do not fit their columns, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> ocl = catviz.OCL(n_clusters=2, random_state=0).fit(catviz.load_dataset("toy_movie"))
    >>> len(ocl.orders_), ocl.steps_[0]["phase"]
    (3, 'start')
    """

    numeric_columns = MIXED
    gives = "order"
    orders_with_clusters = True
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    parameters = {
        "n_clusters": CLUSTERS,
        "mode": Choice(
            {"monotone": "monotone (z never rises)", "paper": "as printed", "reference": "as the paper's program"},
            drawn=False,
            label="Algorithm",
            help="“Monotone” is catviz's algorithm. It assigns rows by the distance to their cluster's mean and finds "
            "each column's best order (exactly up to 14 values, and never a worse one), so z never rises. “As printed” "
            "takes the paper's equations literally, and z can rise.",
        ),
        "variant": Choice(
            {name: variant.name for name, variant in VARIANTS.items()},
            drawn=False,
            label="Variant",
            help="Which parts of the method are used. The paper takes parts away to show what each contributes.",
        ),
        "n_init": STARTS,
        "max_iter": Number(
            1,
            label="Most rounds",
            help="A run stops after this many rounds of assigning rows and ordering values, if it has not converged "
            "before.",
        ),
        "init_order": Anything(
            label="First orders",
            help="The orders that the search begins with.",
            unset="declared orders; in columns without one, all values at the same distance",
        ),
        "learn": Choice(
            {"all": "all columns", "nominal": "columns without a declared order", "none": "no column"},
            drawn=False,
            label="Orders learned",
            help="Which columns' orders are learned. The other columns keep the order that they begin with.",
        ),
        "init": STARTING_ROWS,
        "random_state": SEED,
    }

    def __init__(
        self,
        n_clusters: int = 8,
        mode: str = "monotone",
        variant: str = "full",
        n_init: int = N_STARTS,
        max_iter: int = 50,
        init_order: Any = None,
        learn: str = "all",
        init: Any = None,
        random_state: RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.mode = mode
        self.variant = variant
        self.n_init = n_init
        self.max_iter = max_iter
        self.init_order = init_order
        self.learn = learn
        self.init = init
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values; see `catviz.orders.ocl`."""
        return 0.02 + geometric_mean(*fit_seconds(n, d, c))

    def predict(self, X: Any) -> np.ndarray:
        """(n,) cluster in which a row costs least under the learned orders; see `catviz.geometry.unseen`."""
        return self._nearest(self._rows(X))

    def replay(self) -> Iterator[tuple[np.ndarray, dict[str, list[str]], float]]:
        """The best run step by step: ``(labels, orders, z)`` after each step of ``steps_``, of the table fitted.

        Rows without weight, which no run sees, keep their final label.
        """
        check_is_fitted(self, "steps_")
        if not hasattr(self, "labels_"):
            raise ValueError("a fit to a source of so many distinct rows holds no rows to replay: fit a sample of it")
        counted = self._inverse >= 0
        orders: dict[str, list[str]] = {}
        distinct = np.zeros(self._inverse.max() + 1, dtype=np.intp)
        for step in self.steps_:
            distinct[step["rows"]] = step["to"]
            labels = self.labels_.copy()
            labels[counted] = distinct[self._inverse[counted]]
            orders = orders | step["changed"]
            yield labels, orders, step["objective"]

    def _learn(
        self, table: CategoricalTable, callback: Callable[[dict[str, Any]], bool] | None
    ) -> ValueOrder | ValueDistances:
        _warn_of_constants(table.codebook)
        rng = check_random_state(self.random_state)
        self._numbers = None if self.mode == "reference" else scaled_numbers(table)
        rows = mixed_rows(table, self._numbers)
        n_init = 1 if self.init is not None and self.init_order != "random" else self.n_init
        drawn = evenly(rows) if self.mode == "reference" else rows
        starts = starting_rows(drawn, self.n_clusters, n_init, self.init, rng)
        variant, orders = VARIANTS[self.variant], Orders(rows.codebook, rows.original_codes)
        learned = tuple(self._is_learned(kind) for kind in table.codebook.kinds)
        task = Task(rows, self.n_clusters, learned, self.max_iter, self.mode == "monotone", variant)
        complete = self.mode == "reference" or self.learn == "none" or not variant.ordered
        runs = (self._run(task, seeds, orders.initial(self.init_order, rng, complete)) for seeds in starts)
        live = None if callback is None else lambda step: callback(orders.in_words([step])[0])
        found = best_run(runs, live)
        self._keep_run(found._replace(steps=orders.in_words(found.steps)))
        best = found.state
        self.n_iter_ = max(best.step["outer"], 1)
        geometry: ValueOrder | ValueDistances
        if variant.ordered:
            geometry = ordered = ValueOrder(table.codebook, orders.original(best.ranks), self.counts_.frequencies)
            self.orders_ = {a: ordered.labels(a) for a in table.attributes}
        else:
            tables = tuple(1.0 - np.eye(v) for v in table.codebook.n_values)
            geometry = ValueDistances(table.codebook, tables, self.counts_.frequencies, unlearned=1.0)
            self.orders_ = {}
        self._centres, self._n_columns = best.centres, task.n_columns
        self._keep(geometry, task.rows.original_codes, best, task.costs(best)[0])
        self._inverse, self.labels_ = rows.inverse, best.labels[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            self.labels_[unweighted] = self._nearest(table[unweighted])
        return geometry

    def _learn_blocks(self, source: Source, callback: Callable[[dict[str, Any]], bool] | None) -> ValueOrder:
        """A run on a sample, the best of ``n_init``, goes on over all rows, one pass a step."""
        if self.mode != "monotone" or self.variant != "full" or self.init is not None:
            raise ValueError("a source of so many distinct rows needs mode='monotone', variant='full' and init=None")
        _warn_of_constants(source.codebook)
        rng = check_random_state(self.random_state)
        rows, book = BlockRows(source, self.counts_), source.codebook
        orders = Orders(book, rows.original_codes)
        ranks = orders.initial(self.init_order, rng, self.learn == "none")
        first = clone(self).set_params(random_state=rng.randint(2**31)).fit(source.sample(SAMPLE, rng.randint(2**31)))
        counts = rows.predicted(first.predict, self.n_clusters)
        learned = tuple(self._is_learned(kind) for kind in book.kinds)
        run = streamed_run(rows, counts, ranks, learned, self.max_iter)
        live = None if callback is None else lambda step: callback(orders.in_words([step])[0])
        found = best_run([run], live)
        self._keep_run(found._replace(steps=orders.in_words(found.steps)))
        best = found.state
        self.n_iter_ = max(best.step["outer"], 1)
        self._numbers, self._centres, self._n_columns = None, np.zeros((self.n_clusters, 0)), len(book.attributes)
        geometry = ValueOrder(book, orders.original(best.ranks), self.counts_.frequencies)
        self._keep(geometry, rows.original_codes, best, best.costs())
        self.orders_ = {a: geometry.labels(a) for a in source.attributes}
        return geometry

    def _is_learned(self, kind: str) -> bool:
        return VARIANTS[self.variant].ordered and (
            self.learn == "all" or (self.learn == "nominal" and kind == "nominal")
        )

    def _run(self, task: Task, seeds: np.ndarray, ranks: list[np.ndarray | None]) -> Iterator[Partition]:
        if self.mode == "reference":
            return reference_run(task, seeds, [o for o in ranks if o is not None])
        return alternating_run(task, seeds, ranks, Monotone() if self.mode == "monotone" else Literal())

    def _keep(
        self,
        geometry: ValueOrder | ValueDistances,
        original: Sequence[np.ndarray],
        best: Partition | StreamedPartition,
        costs: list[np.ndarray],
    ) -> None:
        """What ``predict`` needs, in codebook order: what values cost in clusters, the slot of unseen ones last."""
        self._codebook = geometry.codebook
        canonical_codes = [np.argsort(at) for at in original]
        self.distributions_ = tuple(shares(c)[:, at] for c, at in zip(best.counts, canonical_codes, strict=True))
        self._costs = []
        for r, padded in enumerate(geometry.distances().powered):
            at, p = canonical_codes[r], geometry.shares[r]
            cost, profile = costs[r][:, at], best.profiles[r][:, at]
            # what the expected value costs, and how much further an unseen one is
            further = padded[:-1, -1] - padded[:-1, :-1] @ p
            self._costs.append(np.column_stack([cost, cost @ p + profile @ further / self._n_columns]))

    def _nearest(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = table.recode(self._codebook).unique_rows()
        extra = None if self._numbers is None else squared_distances(self._centres, self._numbers.places(rows))
        lookup = RowLookup(rows.codes, self._codebook.n_values + 1, rows.row_weights)
        return lookup.nearest(self._costs, None if extra is None else extra / self._n_columns)[0][inverse]


def _warn_of_constants(codebook: Codebook) -> None:
    constant = [a for a, v in zip(codebook.attributes, codebook.n_values, strict=True) if v == 1]
    if constant:
        names = ", ".join(map(repr, constant[:5])) + (f" and {len(constant) - 5} more" if len(constant) > 5 else "")
        remark(f"columns with a single value ({names}) add nothing to the distances and can be left out")


def assignments(m: float, n_values: float, k: int, monotone: bool = True, max_iter: int = 50) -> tuple[float, float]:
    """How often a run assigns the rows: with clear groups, and if columns are unrelated.

    Fitted to tables of 240 to 20,000 distinct rows, 5 to 20 columns of 3 to 12 values, and 2 to 20 clusters.

    Parameters
    ----------
    m : float
        Distinct rows.
    n_values : float
        Values of all columns.
    k : int
        Clusters.
    monotone : bool
        False for the paper's own equations, with which runs may go in circles.
    max_iter : int
        Rounds at most.

    Returns
    -------
    tuple of two floats
    """
    noise = FEWEST + 1.3 * np.sqrt(m) * min(1.0, k / 8) * (n_values / _VALUES) ** 0.4
    most = noise if monotone else _LITERAL * noise
    return FEWEST, float(max(FEWEST, min(most, MAX_ASSIGNMENTS * max_iter)))


def fit_seconds(
    m: float, d: int, c: Any, k: int = 8, n_init: int = N_STARTS, monotone: bool = True, max_iter: int = 50
) -> tuple[float, float]:
    """Seconds of a fit on one core: with clear groups, and if columns are unrelated.

    Parameters
    ----------
    m : float
        Distinct rows.
    d : int
        Columns.
    c : int or (d,) of int
        Values, in all or in each column.
    k : int
        Clusters.
    n_init : int
        Runs.
    monotone, max_iter
        As for `assignments`.

    Returns
    -------
    tuple of two floats
    """
    sizes = np.asarray(c, dtype=float) if np.ndim(c) else np.full(max(d, 1), np.sum(c) / max(d, 1))
    step = 2.5e-4 + 1.5e-5 * d + m * d * (1.3e-9 + 4.5e-10 * k)
    rounds = min(max_iter, np.clip(0.6 * sizes.mean(), 2, 8) if monotone else max_iter)
    ordering = _arranging(sizes)
    few, many = assignments(m, sizes.sum(), k, monotone, max_iter)
    return (
        float(n_init * (few * step + min(_FEWEST_ROUNDS, max_iter) * ordering)),
        float(n_init * (many * step + rounds * ordering)),
    )


def geometric_mean(low: float, high: float) -> float:
    """Give one number for a range: as many times its lower end as the upper end is times it."""
    return float(np.sqrt(low * high))


def _arranging(sizes: np.ndarray) -> float:
    """Seconds to find the orders of all columns: exact for few values, by local search beyond."""
    exact = 5e-5 + 1.2e-7 * 2.0 ** np.minimum(sizes, EXACT_VALUES)
    return float(np.where(sizes <= EXACT_VALUES, exact, 1e-5 * sizes**2).sum())
