"""The same k-modes without orders of values, and with several kinds of them: the paper's figure, run by run.

Source: Zhang, Zhao, Jia & Cheung 2024, "Order Is All You Need for Categorical Data Clustering", Figure 1.

``python -m catviz.analysis.order_study`` prints how well learned orders agree with declared ones, in Markdown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from catviz.analysis.metrics import accuracy, adjusted_rand_index, contingency
from catviz.analysis.order_null import FEWEST_VALUES, declared_agreement, order_null
from catviz.analysis.statistics import LEVEL, holm, permutations_needed
from catviz.base import as_table
from catviz.clustering.kmodes import KModes
from catviz.clustering.lookup import RowLookup
from catviz.distances import AhmadDey
from catviz.geometry.value_geometries import ValueDistances
from catviz.orders.arrangement import random_ranks
from catviz.orders.from_counts import CorrespondenceOrder
from catviz.orders.ocl import OCL
from catviz.reading.datasets import dataset_info, load_dataset
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count
from catviz.wording import percent

COLUMNS = ["kind", "repeat", "accuracy", "adjusted_rand", "z"]
_MOST_P = LEVEL + 1e-12
_COUNTED = {"ADM": AhmadDey, "Correspondence": CorrespondenceOrder}
"""Methods of counts whose agreement is tested, by what the table calls them."""
_TESTS = tuple(f"{name} {what}" for name in _COUNTED for what in ("p", "Holm"))
STUDIED = ("cmc", "lymphography", "breast_cancer_ljubljana", "breast_cancer_wisconsin", "german_credit")


def order_study(
    table: CategoricalTable,
    n_clusters: int | None = None,
    repeats: int = 100,
    random_state: int = 0,
    callback: Callable[[float, pd.DataFrame], bool] | None = None,
) -> pd.DataFrame:
    """k-modes on one table under several distances between values, as often as asked.

    The paper's Figure 1 compares the accuracy of k-modes without orders ("Hamming"), under the semantic order
    ("declared") and under many random orders ("random"); orders learned by OCL from the same starting rows, without
    sight of the declared ones ("learned"), are added. Nothing but the distance changes: centres are most frequent
    values throughout, and repeat i starts from the same rows in every kind. An order's distance is |rank difference| /
    (v - 1). Under "declared", columns without a declared order keep Hamming, and a missing level comes last; where no
    ordered column has three values, the kind is absent. Random and learned orders are given to every column; so
    "declared" is compared with random orders of the same columns by `catviz.analysis.order_test`, not here.

    Parameters
    ----------
    table : CategoricalTable, DataFrame or array
        Its target holds the known classes, if any. Row weights count, in the clusters and in their scores.
    n_clusters : int, optional
        As many as there are known groups where left out.
    repeats : int
    random_state : int
        Repeat i has the seed ``random_state + i``: for the starting rows, and for the random order.
    callback : callable(share done, results so far) -> bool
        Called after each repeat; True stops with the results so far.

    Returns
    -------
    DataFrame, a row a kind and repeat
        ``kind``, ``repeat``, ``accuracy`` and ``adjusted_rand`` (nan without known classes), and ``z``, that of OCL:
        the mean over columns of sum_j n_j p_j' D_r p_j, by the distances D_r of the kind. Orders are on one scale,
        Hamming is not.

    Raises
    ------
    ValueError
        No number of clusters and no known classes, fewer distinct rows than clusters, or no repeats.

    Examples
    --------
    >>> import catviz
    >>> from catviz.analysis.order_study import order_study
    >>> found = order_study(catviz.load_dataset("toy_movie"), repeats=2)
    >>> found["kind"].unique().tolist()
    ['Hamming', 'random', 'learned']
    """
    table = as_table(table).observed().missing_as_category().canonical()
    n_clusters = number_of_clusters(table, n_clusters)
    if repeats < 1:
        raise ValueError(f"repeats={repeats!r}: give at least 1")
    book = table.codebook
    declared = [np.arange(v) if k == "ordinal" else None for v, k in zip(book.n_values, book.kinds, strict=True)]
    fixed = {"Hamming": order_distances(table, [None] * len(declared))}
    if any(ranks is not None and len(ranks) >= FEWEST_VALUES for ranks in declared):
        fixed["declared"] = order_distances(table, declared)
    rows, classes = without_classes(table), table.target if table.n_classes else None
    lines: list[dict[str, Any]] = []
    for repeat in range(repeats):
        seed = random_state + repeat
        rng = np.random.default_rng(seed)
        random = order_distances(table, [random_ranks(v, rng) for v in book.n_values])
        learned = learned_distances(table, n_clusters, seed)
        for kind, geometry in (fixed | {"random": random, "learned": learned}).items():
            lines.append({"kind": kind, "repeat": repeat} | scored_run(rows, classes, geometry, n_clusters, seed))
        if callback is not None and callback((repeat + 1) / repeats, pd.DataFrame(lines, columns=COLUMNS)):
            break
    return pd.DataFrame(lines, columns=COLUMNS)


def number_of_clusters(table: CategoricalTable, n_clusters: int | None) -> int:
    """The number asked for, or that of the known classes; ValueError without either."""
    if n_clusters is None and not table.n_classes:
        raise ValueError("the table has no known classes: say how many clusters by n_clusters")
    return table.n_classes if n_clusters is None else n_clusters


def without_classes(table: CategoricalTable) -> CategoricalTable:
    """What k-modes clusters: neither classes nor numeric columns. A table that is fitted often is then coded once."""
    return replace(table, numeric=None, numeric_names=(), target=None, target_name=None)


def scored_run(
    rows: CategoricalTable, classes: np.ndarray | None, geometry: ValueDistances, n_clusters: int, seed: int
) -> dict[str, float]:
    """``z`` of one run of k-modes, and ``accuracy`` and ``adjusted_rand`` if classes are known."""
    labels = KModes(n_clusters, geometry, update="mode", n_init=1, random_state=seed).fit(rows).labels_
    line = {"z": _objective(rows, labels, geometry)}
    if classes is not None:
        groups = contingency(classes, labels, rows.weights)
        line |= {"accuracy": accuracy(groups), "adjusted_rand": adjusted_rand_index(groups)}
    return line


def order_distances(table: CategoricalTable, ranks: Sequence[np.ndarray | None]) -> ValueDistances:
    """Distances |rank difference| / (v - 1) in each column with ranks; in the others values are same or different."""
    tables = tuple(
        1.0 - np.eye(v) if own is None else np.abs(np.subtract.outer(own, own)) / max(v - 1, 1)
        for v, own in zip(table.codebook.n_values, ranks, strict=True)
    )
    return ValueDistances(table.codebook, tables, count(table).frequencies)


def learned_distances(table: CategoricalTable, n_clusters: int, seed: int) -> ValueDistances:
    """Distances by the orders that OCL learns from the starting rows of a seed, without sight of declared orders."""
    with collected_remarks():
        return OCL(n_clusters, n_init=1, init_order="random", random_state=seed).fit(table).value_distances_


def tau_table(
    names: Iterable[str] = STUDIED, seeds: int = 10, n_permutations: int = 999, ocl_permutations: int = 20
) -> pd.DataFrame:
    """Agreement of learned with declared orders on bundled data sets: a row an ordered column of three values or more.

    ``data``, ``column`` and ``values``, how many; ``ADM``, ``ADM null`` and ``ADM p`` as in `order_null`; ``ADM Holm``,
    p corrected for all columns of all the data sets; the same of the correspondence order, ``Correspondence``;
    ``OCL``, the mean over ``seeds`` fits, each the best of its starts with as many clusters as there are known classes,
    and ``OCL null``. OCL starts from random orders, since by default it would from the declared ones.
    """
    found = pd.concat([_taus(name, seeds, n_permutations, ocl_permutations) for name in names], ignore_index=True)
    for name in _COUNTED:
        found.insert(found.columns.get_loc(f"{name} p") + 1, f"{name} Holm", holm(found[f"{name} p"]))
    return found


def report(taus: pd.DataFrame, command: str, seeds: int, n_permutations: int, ocl_permutations: int) -> str:
    """`tau_table` as a page of Markdown."""
    numbers = taus.columns[3:]
    lines = [
        [line["data"], f"`{line['column']}`", str(line["values"])]
        + [f"{line[c]:.{3 if c in _TESTS else 2}f}" for c in numbers]
        for _, line in taus.iterrows()
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in [list(taus.columns), ["---"] * len(taus.columns), *lines])
    means = taus[numbers].mean()
    return f"""# Learned orders against declared ones

Do methods learn the order of values that people declare? This page compares learned and declared orders in each ordered
column of three or more values. *Agreement* is the size of Kendall's tau between the two orders. An order and its
reverse count as one order, so the agreement is 1 if the learned order is the declared one or its reverse. By chance
the agreement is above 0, and it is higher if a column has fewer values: a random order of three values has an agreement
of 0.56 on average. None of the methods in the table uses the declared order. A missing value has no place in the
declared order, so it is left out.

- **ADM** is the agreement under Ahmad and Dey's distances, which are learned from co-occurrence only. The values are
  ordered along the first axis of their distances.
- **ADM null** is the mean agreement on shuffled tables. All columns are shuffled {n_permutations} times, each on its
  own. This keeps only how often values occur.
- **ADM p** is the larger of two shares. The first share is that of the tables, the shuffled ones and the real one, that
  have at least this agreement. The second share is that of orders with at least this agreement, among 9,999 orders
  drawn at random and the learned one.
- **ADM Holm** is p with Holm's correction for testing {len(taus)} columns.
- **Correspondence** is the agreement of the correspondence order: the values are ordered along the first axis of a
  correspondence analysis of their column with all other columns. Null, p and Holm are defined as for ADM; Holm's
  correction is made for each method separately.
- **OCL** is the mean agreement over {seeds} seeds. For each seed, OCL starts 10 times from random orders and keeps the
  best result. It forms as many clusters as there are known classes.
- **OCL null** is defined as for ADM, with only {ocl_permutations} shuffled tables. These are too few for a test.

{table}

On average over these {len(taus)} columns, the agreement is {means["ADM"]:.2f} for ADM (null \
{means["ADM null"]:.2f}), {means["Correspondence"]:.2f} for the correspondence order (null \
{means["Correspondence null"]:.2f}) and {means["OCL"]:.2f} for OCL (null {means["OCL null"]:.2f}). These means are \
described and not tested, because columns of one table are not independent.
{_claim(taus, "ADM", "ADM", n_permutations)}
{_claim(taus, "Correspondence", "The correspondence order", n_permutations)}{_no_samples(taus, n_permutations)}

A column of three or four values cannot be significant if full agreement is frequent by chance. These tests do not
compare ADM with the correspondence order, since both are learned from the same counts. If the null of a column is high,
the counts of its values are enough to give an order near the declared one. Then the agreement says little about
co-occurrence. If the agreement of OCL equals its null, it was about the same after the columns were shuffled. A
possible reason is that the objective of OCL favours orders with frequent values side by side. A learned order is not
always a meaningful one.

Written by `{command}`.
"""


def _claim(taus: pd.DataFrame, method: str, called: str, n_permutations: int) -> str:
    """In how many columns agreement is significant, corrected for their number."""
    tested, needed = int(taus[f"{method} p"].notna().sum()), permutations_needed(len(taus))
    better, uncorrected = len(_significant(taus, method)), int((taus[f"{method} p"] <= _MOST_P).sum())
    if n_permutations < needed:
        return (
            f"With {n_permutations} shuffled tables, none of {tested} columns can be significant for {method}: at "
            f"least {needed} are needed."
        )
    where = [f"{n} in {name}" for name, n in _significant(taus, method)["data"].value_counts().items()]
    listed = " and ".join(filter(None, [", ".join(where[:-1]), *where[-1:]]))
    return (
        f"{called} agrees significantly better than shuffled tables and random orders in {better} of {tested} columns "
        f"({percent(LEVEL)} %, with Holm's correction; {uncorrected} without it){': ' * bool(where)}{listed}."
    )


def _no_samples(taus: pd.DataFrame, n_permutations: int) -> str:
    """A sentence for each data set with significant columns whose rows are no independent sample."""
    if n_permutations < permutations_needed(len(taus)):
        return ""
    names = dict.fromkeys(name for method in _COUNTED for name in _significant(taus, method)["data"])
    why = {name: dataset_info(str(name)).no_sample for name in names}
    return "".join(f"\nThe rows of {name} are not an independent sample: {text}." for name, text in why.items() if text)


def _significant(taus: pd.DataFrame, method: str) -> pd.DataFrame:
    return taus[taus[f"{method} Holm"] <= _MOST_P]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print `report` of `tau_table`."""
    parser = argparse.ArgumentParser(prog="python -m catviz.analysis.order_study", description=main.__doc__)
    parser.add_argument("--data", nargs="+", default=list(STUDIED), metavar="NAME")
    parser.add_argument("--seeds", type=int, default=10, help="fits of OCL a data set")
    parser.add_argument(
        "--permutations", type=int, default=999, help="shuffled tables under ADM and the correspondence order"
    )
    parser.add_argument("--ocl-permutations", type=int, default=20, help="shuffled tables under OCL")
    given = parser.parse_args(arguments)
    counts = (given.seeds, given.permutations, given.ocl_permutations)
    command = " ".join([parser.prog, *(sys.argv[1:] if arguments is None else arguments)])
    print(report(tau_table(given.data, *counts), command, *counts), end="")


def _objective(table: CategoricalTable, labels: np.ndarray, geometry: ValueDistances) -> float:
    """z (Eq. 13): 1/d sum over columns and clusters of n_j p_j' D p_j."""
    weights = table.row_weights
    total = 0.0
    counted = RowLookup(table.codes, table.codebook.n_values, weights).counts(labels, int(labels.max()) + 1)
    for counts, distances in zip(counted, geometry.tables, strict=True):
        sizes = counts.sum(axis=1)
        total += float(((counts @ distances * counts).sum(axis=1) / np.where(sizes > 0, sizes, 1)).sum())
    return total / table.n_attributes


def _taus(name: str, seeds: int, n_permutations: int, ocl_permutations: int) -> pd.DataFrame:
    table = load_dataset(name).observed()
    k = table.n_classes
    tested = {name: order_null(table, cls(), n_permutations).summary() for name, cls in _COUNTED.items()}
    columns = tested["ADM"].index
    ocl = [OCL(k, init_order="random", random_state=seed) for seed in range(seeds)]
    ocl_null = order_null(table, ocl[0], ocl_permutations).summary()["null"]
    fits = [declared_agreement(model.fit(table).geometry_) for model in ocl]
    values = [len(table.categories[table.codebook.position(column)]) for column in columns]
    agreement = {
        f"{method}{called}": found[what].to_numpy()
        for method, found in tested.items()
        for called, what in (("", "tau"), (" null", "null"), (" p", "p"))
    }
    return pd.DataFrame(
        {
            "data": name,
            "column": columns,
            "values": values,
            **agreement,
            "OCL": pd.DataFrame(fits).mean().to_numpy(),
            "OCL null": ocl_null.to_numpy(),
        }
    )


if __name__ == "__main__":
    main()
