"""`python -m studies.orders`: how well learned orders agree with declared ones, in Markdown (docs/orders.md)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

import pandas as pd

from catviz.analysis.order_null import declared_agreement, order_null
from catviz.analysis.statistics import LEVEL, holm, permutations_needed
from catviz.distances import AhmadDey
from catviz.orders.from_counts import CorrespondenceOrder
from catviz.orders.ocl import OCL
from catviz.reading.datasets import dataset_info, load_dataset
from catviz.wording import percent

_MOST_P = LEVEL + 1e-12
_COUNTED = {"ADM": AhmadDey, "Correspondence": CorrespondenceOrder}
"""Methods of counts whose agreement is tested, by what the table calls them."""
_TESTS = tuple(f"{name} {what}" for name in _COUNTED for what in ("p", "Holm"))
STUDIED = ("cmc", "lymphography", "breast_cancer_ljubljana", "breast_cancer_wisconsin", "german_credit")


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
    parser = argparse.ArgumentParser(prog="python -m studies.orders", description=main.__doc__)
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
