"""The papers' worked examples, with the printed values and ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd

from catviz.distances.coupled import COS
from catviz.distances.information import icp
from catviz.distances.wcado import WCADO
from catviz.embeddings.tave import TAVE
from catviz.reading.datasets import load_dataset
from catviz.remarks import collected_remarks


@cache
def _tave() -> Any:
    with collected_remarks():
        return TAVE(n_neighbors=2, n_iter=10, ties="index").fit(load_dataset("toy_tave"))


def _of_matrix(name: str, i: int, j: int) -> float:
    """An entry of Q(a3) or H(a3)."""
    return float(np.asarray(getattr(_tave(), name)["a_3"])[i, j])


@cache
def _fit(cls: type, name: str) -> Any:
    return cls().fit(load_dataset(name))


def _intra(cls: type, name: str, column: str, a: str, b: str) -> float:
    model = _fit(cls, name)
    book = model.counts_.codebook
    return float(model.intra(column)[book.code(column, a), book.code(column, b)])


def _similar(name: str, column: str, a: str, b: str) -> float:
    return float(_fit(COS, name).value_similarities_[column].loc[a, b])


def _cos_of_rows(i: int, j: int) -> float:
    table = load_dataset("toy_cos")
    return float(_fit(COS, "toy_cos").value_similarities_.between(table)[i, j])


def _relative(other: str) -> float:
    terms = _fit(COS, "toy_cos").explain("a2", "B1", "B2").terms.set_index("term")["1 - TV"]
    return float(terms.mean() if not other else terms[other])


#: A value as printed, and ours.
_Example = tuple[str, Callable[[], float]]
_DIFFUSED = (
    ("4.1135", "2.9491", "2.8852", "1.3772"),
    ("2.9492", "4.2132", "2.6159", "1.4686"),
    ("2.8855", "2.6161", "4.0981", "1.6403"),
    ("1.3804", "1.4718", "1.6433", "6.0010"),
)
_OF_TAVE: dict[str, _Example] = {
    "w of value g1 of a3, k = 2": ("0.7222", lambda: _tave().weights_["a_3"].iloc[0]),
    "w of value g2 of a3": ("0.2778", lambda: _tave().weights_["a_3"].iloc[1]),
    "w of the first value of a1": ("0.9444", lambda: _tave().weights_["a_1"].iloc[0]),
    "w of the second value of a1": ("0.0556", lambda: _tave().weights_["a_1"].iloc[1]),
    "M(a3), the two values": ("0.3846", lambda: _tave().intra_["a_3"].iloc[0, 1]),
    "M(a1), the two values": ("0.0588", lambda: _tave().intra_["a_1"].iloc[0, 1]),
    **{
        f"Q(a3), entry {i + 1}, {j + 1}": (value, partial(_of_matrix, "inter_", i, j))
        for i, row in enumerate((("0.3824", "0.0"), ("0.0980", "0.0333")))
        for j, value in enumerate(row)
    },
    **{
        f"H(a3), q = 10, entry {i + 1}, {j + 1}": (value, partial(_of_matrix, "diffusion_", i, j))
        for i, row in enumerate(_DIFFUSED)
        for j, value in enumerate(row)
    },
}
_OF_WCADO: dict[str, _Example] = {
    "P(Grant | Thriller)": (
        "0.5",
        lambda: icp(load_dataset("toy_movie"), "actor", {"Grant"}, "genre", "Thriller"),
    ),
    "IaASV of Stewart and De Niro": ("0.5", lambda: _intra(COS, "toy_movie", "actor", "Stewart", "De Niro")),
    "W-IaADV of De Niro and De Niro": (
        "1/45",
        lambda: _intra(WCADO, "toy_movie", "actor", "De Niro", "De Niro"),
    ),
    "W-IaADV of De Niro and Stewart": (
        "4/45",
        lambda: _intra(WCADO, "toy_movie", "actor", "De Niro", "Stewart"),
    ),
}
_OF_COS: dict[str, _Example] = {
    "P(A1 | B1)": ("0.5", lambda: icp(load_dataset("toy_cos"), "a1", {"A1"}, "a2", "B1")),
    "IaAVS of B1 and B2": ("0.5", lambda: _intra(COS, "toy_cos", "a2", "B1", "B2")),
    "relative similarity of B1 and B2 on a1": ("0.5", lambda: _relative("a1")),
    "IeAVS of B1 and B2": ("0.25", lambda: _relative("")),
    "CAVS of B1 and B2": ("0.125", lambda: _similar("toy_cos", "a2", "B1", "B2")),
    "COS of rows 2 and 3": ("0.75", lambda: _cos_of_rows(1, 2)),
    "CAVS of Scorsese and Coppola": ("0.33", lambda: _similar("toy_movie", "director", "Scorsese", "Coppola")),
    "CAVS of Koster and Coppola (the text then compares Koster with Hitchcock, ours: 0.25)": (
        "0.25",
        lambda: _similar("toy_movie", "director", "Koster", "Coppola"),
    ),
}
_EXAMPLES: Mapping[str, Mapping[str, _Example]] = {
    "TAVE": _OF_TAVE,
    "W-CADO": _OF_WCADO,
    "COS": _OF_COS,
}


def worked(paper: str) -> pd.DataFrame:
    """A paper's worked examples; no rows for a paper without.

    Returns
    -------
    DataFrame with ``example``, ``published`` (text), ``ours`` and ``equal``, to the digits that are printed

    Examples
    --------
    >>> from studies.reproduce.worked import worked
    >>> bool(worked("TAVE")["equal"].all())
    True
    """
    lines = []
    for words, (printed, compute) in _EXAMPLES.get(paper, {}).items():
        ours, digits = float(compute()), len(printed.partition(".")[2])
        half = 0.5 * 10.0**-digits if digits else 0.0
        lines.append((words, printed, ours, abs(ours - float(Fraction(printed))) <= half + 1e-9))
    return pd.DataFrame(lines, columns=["example", "published", "ours", "equal"])
