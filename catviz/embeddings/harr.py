"""HARR: the values of a column on the lines through any two of them.

Source: Zhang, Zhao, Chen, Lu & Cheung 2026, "Learning Unified Distance Metric for Heterogeneous Attribute Data
Clustering", the successor of H2H.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from sklearn.utils.validation import check_is_fitted

from catviz.base import EXACT, CountsMethod, column_sizes
from catviz.geometry.explanation import Explanation
from catviz.geometry.scaling import principal_coordinates
from catviz.geometry.value_geometries import ValueEmbedding
from catviz.remarks import remark_single_column
from catviz.table.codebook import Codebook
from catviz.table.counts import Counts

#: Most values of a column: v values span v (v - 1) / 2 lines.
MAX_VALUES = 512
NO_DISTANCE = 1e-12


class HARR(CountsMethod):
    """Heterogeneous attribute reconstruction and representation (HARR): each value's places on a column's lines.

    kappa(t, u) = sum over the other columns l and their values w of |P(t | w) - P(u | w)|. Every two values g, h span a
    line, on which a value t stands at (kappa_tg^2 - kappa_th^2 + kappa_gh^2) / (2 kappa_gh), the foot of the
    perpendicular from t; where kappa_gh = 0 there is no line. Values are compared by all their places, with Euclidean
    distances. The lines are turned to as few axes as these distances need; ``explain`` gives them one by one.

    Our reading: this is HARR's representation. Its own clustering, k-means with absolute differences and a learned
    weight for each line, is not part of it: rows are placed for any clusterer. A table of one column has no other to
    learn from: its values are then equally far (kappa = 1), with a warning.

    Attributes
    ----------
    profile_distances_ : dict of attribute to DataFrame kappa, (v, v)

    Raises
    ------
    ValueError
        A column of more than 512 values.

    Examples
    --------
    >>> import catviz
    >>> m = catviz.HARR().fit(catviz.load_dataset("toy_movie"))
    >>> round(float(m.profile_distances_["actor"].loc["De Niro", "Stewart"]), 6)
    5.0
    """

    gives = "embedding"
    invariances = {
        "rename": EXACT,
        "permute": EXACT,
        "constant": "the single value of a constant column adds how far the shares of two values differ to kappa",
    }

    @staticmethod
    def cost(n: int, d: int, c: Any) -> float:
        """Rough seconds a fit takes for n distinct rows, d columns and c values."""
        sizes = column_sizes(d, c)
        return float(0.005 + 1e-9 * n * d * d + 3e-8 * sizes.sum() ** 2 + 2e-6 * d * d + 5e-11 * (sizes**4).sum())

    def _check(self, codebook: Codebook) -> None:
        for attribute, v in zip(codebook.attributes, codebook.n_values, strict=True):
            if v > MAX_VALUES:
                raise ValueError(
                    f"column {attribute!r} has {v:,} values: HARR takes at most {MAX_VALUES} a column; "
                    "leave the column out or group its values"
                )

    def _learn(self, counts: Counts) -> ValueEmbedding:
        book = counts.codebook
        remark_single_column("HARR", book.attributes)
        kappas = [profile_distances(counts, r) for r in range(len(book.attributes))]
        self.profile_distances_ = {
            a: pd.DataFrame(kappa, index=labels, columns=labels)
            for a, kappa, labels in zip(book.attributes, kappas, book.labels, strict=True)
        }
        coordinates = tuple(principal_coordinates(places(kappa), len(kappa)) for kappa in kappas)
        return ValueEmbedding(book, coordinates, counts.frequencies)

    def explain(self, attribute: str, a: str | None, b: str | None) -> Explanation:
        """One term a line: the squared difference of the two values' places on it."""
        check_is_fitted(self)
        explanation = super().explain(attribute, a, b)
        book = self.geometry_.codebook
        r, pair = book.position(attribute), [book.code(attribute, value) for value in (a, b)]
        kappa, labels = self.profile_distances_[book.attributes[r]].to_numpy(), book.labels[r]
        first, second = np.hstack([np.empty((2, 0)), *(block[pair] for block in places(kappa))])
        g, h = np.triu_indices(len(kappa), 1)
        terms = pd.DataFrame(
            {
                "term": [f"line {labels[i]} to {labels[j]}" for i, j in zip(g, h, strict=True)],
                "first": first,
                "second": second,
                "length": kappa[g, h],
                "contribution": (first - second) ** 2,
            }
        )
        return replace(explanation, terms=terms)


def profile_distances(counts: Counts, r: int) -> np.ndarray:
    """(v, v) kappa of a column: L1 distances of the profiles P(value | value of another column)."""
    others = [s for s in range(len(counts.codebook.attributes)) if s != r]
    if not others:
        return 1.0 - np.eye(counts.codebook.n_values[r])
    profiles = np.hstack([counts.joint(r, s) / counts.frequencies[s] for s in others])
    return cdist(profiles, profiles, "cityblock")


def places(kappa: np.ndarray) -> Iterator[np.ndarray]:
    """All values' places on the lines from value g to each later value, (v, v - 1 - g), for g = 0, 1, ..."""
    squared = kappa**2
    for g in range(len(kappa) - 1):
        length = kappa[g, g + 1 :]
        lines = length > NO_DISTANCE
        feet = squared[:, [g]] - squared[:, g + 1 :] + length**2
        yield np.where(lines, feet / (2 * np.where(lines, length, 1)), 0.0)
