"""`python -m studies.orders`: how well learned orders agree with declared ones, in Markdown (docs/orders.md)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from catviz.analysis.order_null import declared_agreement, order_null
from catviz.analysis.statistics import LEVEL, holm, permutations_needed
from catviz.distances.coupled import AhmadDey
from catviz.orders.from_counts import CorrespondenceOrder
from catviz.orders.ocl import OCL
from catviz.reading.datasets import dataset_info, load_dataset
from catviz.wording import filled, percent
from catviz.words.comparison import markdown_table

_MOST_P = LEVEL + 1e-12
#: Methods of counts whose agreement is tested, by what the table calls them.
_COUNTED = {"ADM": AhmadDey, "Correspondence": CorrespondenceOrder}
_TESTS = tuple(f"{name} {what}" for name in _COUNTED for what in ("p", "Holm"))
#: The page, with places for what was found.
TEMPLATE = Path(__file__).with_name("orders.md")
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
    taus = pd.concat([_taus(name, seeds, n_permutations, ocl_permutations) for name in names], ignore_index=True)
    for name in _COUNTED:
        taus.insert(taus.columns.get_loc(f"{name} p") + 1, f"{name} Holm", holm(taus[f"{name} p"]))
    return taus


def report(taus: pd.DataFrame, command: str, seeds: int, n_permutations: int, ocl_permutations: int) -> str:
    """`tau_table` as a page of Markdown."""
    numbers = taus.columns[3:]
    lines = [
        [line["data"], f"`{line['column']}`", str(line["values"])]
        + [f"{line[c]:.{3 if c in _TESTS else 2}f}" for c in numbers]
        for _, line in taus.iterrows()
    ]
    means = taus[numbers].mean()
    return filled(
        TEMPLATE.read_text(encoding="utf-8"),
        n_permutations=f"{n_permutations}",
        n_columns=f"{len(taus)}",
        seeds=f"{seeds}",
        ocl_permutations=f"{ocl_permutations}",
        table=markdown_table(pd.DataFrame(lines, columns=taus.columns)),
        adm=f"{means['ADM']:.2f}",
        adm_null=f"{means['ADM null']:.2f}",
        correspondence=f"{means['Correspondence']:.2f}",
        correspondence_null=f"{means['Correspondence null']:.2f}",
        ocl=f"{means['OCL']:.2f}",
        ocl_null=f"{means['OCL null']:.2f}",
        claim_of_adm=_claim(taus, "ADM", "ADM", n_permutations),
        claim_of_correspondence=_claim(taus, "Correspondence", "The correspondence order", n_permutations),
        no_samples=_no_samples(taus, n_permutations),
        command=command,
    )


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
    asked = parser.parse_args(arguments)
    counts = (asked.seeds, asked.permutations, asked.ocl_permutations)
    command = " ".join([parser.prog, *(sys.argv[1:] if arguments is None else arguments)])
    print(report(tau_table(asked.data, *counts), command, *counts), end="")


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
        f"{method}{called}": test[what].to_numpy()
        for method, test in tested.items()
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
