"""OCL: an order of each column's values, learned together with clusters of rows.

Source: "Order Is All You Need for Categorical Data Clustering"; equation numbers are its own.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping

import numpy as np
from sklearn.base import ClusterMixin
from sklearn.utils import check_random_state

from catviz.base import EXACT, RowsMethod
from catviz.clustering.base import DistinctRows, best_run
from catviz.clustering.lookup import RowLookup
from catviz.clustering.starts import starting_rows
from catviz.codebook import Codebook
from catviz.geometry import ValueOrder
from catviz.orders.arrangement import nearer_orientation, random_ranks
from catviz.orders.monotone import assignment_costs, monotone_run, shares
from catviz.parameters import Anything, Choice, Number
from catviz.table import CategoricalTable


class OCL(ClusterMixin, RowsMethod):
    """Order and cluster learning: z(Q, O) = sum over rows of Phi(x, C_j), lowered over partitions and orders in turn.

    Phi(x, C_j) = 1/d sum_r sum_g D_r[x_r, g] p_j^r(g) with D_r = |o_a - o_b| / (v_r - 1) (Eqs. 3, 4, 7). ``"monotone"``
    assigns by Phi less half the cluster's spread, solves each column's order exactly (up to 14 values; local search
    beyond), and keeps it only if strictly better: z never rises.

    Parameters
    ----------
    n_clusters : int
    mode : {"monotone"}
    n_init : int
        Runs from different starting rows; the lowest z wins.
    max_iter : int
        Rounds of assigning and ordering at most.
    init_order : None, "natural", "random" or mapping of column to its values in order
        Orders to start from. None: declared orders; other columns start with none (all values equally far) and learn
        theirs from the first partition. "natural": the order the table shows. A mapping may leave columns out, and the
        missing level, which then comes last.
    init : sequence of int, optional
        Numbers of the starting rows, one a cluster, instead of random ones.
    random_state : int, RandomState or None

    Attributes
    ----------
    labels_ : (n,) int
    orders_ : dict of column to list of its values in order, in the direction nearest the codebook's
    objective_ : float
        z of the best run.
    history_ : list of dict
        Its steps: ``phase`` ("start", "assign" or "order"), ``outer``, ``inner``, ``objective``, ``moved`` (weight of
        the rows that changed cluster), ``changed`` (the columns whose order changed, with the new one).
    n_iter_ : int
        Rounds of the best run.
    distributions_ : tuple of (k, v_r)
        Each cluster's shares p_j^r, in codebook order.
    geometry_ : ValueOrder

    Raises
    ------
    ValueError
        More clusters than distinct rows, orders that do not fit their columns, or a parameter out of range.

    Examples
    --------
    >>> import catviz
    >>> ocl = catviz.OCL(n_clusters=2, random_state=0).fit(catviz.load_dataset("toy_movie"))
    >>> len(ocl.orders_), [step["phase"] for step in ocl.history_][0]
    (3, 'start')
    """

    gives = "order"
    invariances = {"rename": EXACT, "permute": EXACT, "constant": EXACT}
    parameters = {
        "n_clusters": Number(1),
        "mode": Choice(("monotone",)),
        "n_init": Number(1),
        "max_iter": Number(1),
        "init_order": Anything(),
        "init": Anything(),
        "random_state": Anything(),
    }

    def __init__(
        self,
        n_clusters: int = 8,
        mode: str = "monotone",
        n_init: int = 10,
        max_iter: int = 50,
        init_order=None,
        init=None,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.mode = mode
        self.n_init = n_init
        self.max_iter = max_iter
        self.init_order = init_order
        self.init = init
        self.random_state = random_state

    @staticmethod
    def cost(n: int, d: int, c: int) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        return 0.02 + 1e-6 * n * d + 0.001 * c

    def predict(self, X) -> np.ndarray:
        """(n,) cluster whose mean is nearest, under the learned orders; unseen values take their column's slot."""
        return self._nearest(self._rows(X))

    def _learn(self, table: CategoricalTable, callback: Callable[[dict], bool] | None) -> ValueOrder:
        _warn_of_constants(table.codebook)
        rng = check_random_state(self.random_state)
        rows = DistinctRows.of(table)
        n_init = 1 if self.init is not None and self.init_order != "random" else self.n_init
        starts = starting_rows(rows, self.n_clusters, n_init, self.init, rng)
        orders = _Orders(rows)
        runs = (
            monotone_run(rows, rows.codes[seeds], orders.initial(self.init_order, rng), self.max_iter)
            for seeds in starts
        )
        live = None if callback is None else lambda step: callback(orders.in_words([step])[0])
        best, steps = best_run(runs, live)
        self.history_ = orders.in_words(steps)
        self.objective_ = best.objective
        self.n_iter_ = max(best.step["outer"], 1)
        geometry = ValueOrder(table.codebook, orders.original(best.ranks), self.counts_.frequencies)
        self.orders_ = {a: geometry.labels(a) for a in table.attributes}
        counts = [c[:, np.argsort(at)] for c, at in zip(best.counts, rows.original_codes, strict=True)]
        self.distributions_ = tuple(shares(c) for c in counts)
        self._costs = _with_slots(assignment_costs(counts, geometry.distances().tables), geometry.shares)
        self._codebook = table.codebook
        self.labels_ = best.labels[rows.inverse]
        unweighted = rows.inverse < 0
        if unweighted.any():
            self.labels_[unweighted] = self._nearest(CategoricalTable(table.codes[unweighted], table.codebook))
        return geometry

    def _nearest(self, table: CategoricalTable) -> np.ndarray:
        rows, inverse = table.recode(self._codebook).unique_rows()
        return RowLookup(rows.codes, self._codebook.n_values + 1, rows.weights).nearest(self._costs)[0][inverse]


def _with_slots(costs: list[np.ndarray], frequencies: tuple[np.ndarray, ...]) -> list[np.ndarray]:
    """Costs with one more column for values never seen: what a column's values cost on average."""
    return [np.column_stack([cost, cost @ p]) for cost, p in zip(costs, frequencies, strict=True)]


def _warn_of_constants(codebook: Codebook) -> None:
    constant = [a for a, v in zip(codebook.attributes, codebook.n_values, strict=True) if v == 1]
    if constant:
        names = ", ".join(map(repr, constant[:5])) + (f" and {len(constant) - 5} more" if len(constant) > 5 else "")
        warnings.warn(f"columns with a single value carry nothing: {names}; leave them out", stacklevel=4)


class _Orders:
    """Orders between the codes runs work in and the codebook's."""

    def __init__(self, rows: DistinctRows):
        self.codebook = rows.codebook
        self.codes = rows.original_codes

    def initial(self, init_order, rng) -> list[np.ndarray | None]:
        """Ranks a column in canonical codes, None for columns without one."""
        book = self.codebook
        if init_order == "random":
            return [random_ranks(len(codes), rng) for codes in self.codes]
        if init_order == "natural":
            return list(self.codes)
        ordered = [c if kind == "ordinal" else None for c, kind in zip(self.codes, book.kinds, strict=True)]
        if init_order is None:
            return ordered
        if not isinstance(init_order, Mapping):
            raise ValueError(f"init_order={init_order!r}: give None, 'natural', 'random' or orders by column name")
        for attribute, labels in init_order.items():
            r = book.position(attribute)
            ordered[r] = _ranks_of(book, r, labels)[self.codes[r]]
        return ordered

    def original(self, ranks: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
        """Ranks in codebook order, in the direction nearest to it."""
        return tuple(self._oriented(r, o) for r, o in enumerate(ranks))

    def in_words(self, steps: list[dict]) -> list[dict]:
        """Steps with orders as lists of values; the last order nearest the codebook's, each other its successor."""
        nearest: dict[int, np.ndarray] = {}
        told = []
        for step in reversed(steps):
            changed = {}
            for r, ranks in step["changed"].items():
                nearest[r] = self._oriented(r, ranks, nearest.get(r))
                labels = self.codebook.labels[r]
                changed[self.codebook.attributes[r]] = [labels[i] for i in np.argsort(nearest[r])]
            told.append({**step, "changed": changed})
        return told[::-1]

    def _oriented(self, r: int, ranks: np.ndarray, reference: np.ndarray | None = None) -> np.ndarray:
        original = np.empty(len(ranks), dtype=np.intp)
        original[self.codes[r]] = ranks
        return nearer_orientation(original, np.arange(len(ranks)) if reference is None else reference)


def _ranks_of(book: Codebook, r: int, labels) -> np.ndarray:
    """Ranks of a column's values from a list of them; a missing level left out comes last."""
    given, attribute = [str(label) for label in labels], book.attributes[r]
    if book.missing[r] and book.labels[r][-1] not in given:
        given.append(book.labels[r][-1])
    strange = [label for label in given if label not in book.labels[r]]
    absent = [label for label in book.labels[r] if label not in given]
    if strange or absent or len(set(given)) < len(given):
        what = (
            f"has {strange[0]!r}, which is no value" if strange else f"lacks {absent[0]!r}" if absent else "repeats one"
        )
        raise ValueError(f"init_order of column {attribute!r} {what}: give each value once, {list(book.labels[r])}")
    return np.array([given.index(label) for label in book.labels[r]], dtype=np.intp)
