"""MTDLE, Figure 1: the values of three data sets in the plane, with and without lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.special import beta

from catviz.embeddings.mtdle import MTDLE
from catviz.remarks import collected_remarks
from studies.reproduce.prepared import prepared

DATASETS = {"Tic-Tac-Toe": "tic_tac_toe", "Balance": "balance_scale", "Splice": "splice"}
#: The paper's setting first, whose ratio selects one graph; then what draws lines in Tic-Tac-Toe.
SETTINGS: dict[str, dict[str, Any]] = {
    "three graphs, weighed by groups": {},
    "three graphs, weighed alike": {"objective": "uniform"},
    "mutual information alone": {"objective": "uniform", "bases": ("mi/neglog",)},
}
_NOWHERE = 1e-12


def symbol_maps() -> pd.DataFrame:
    """MTDLE, Figure 1: the first two axes of the joint space of all values.

    Returns
    -------
    DataFrame, a row a value
        ``data``, ``setting``, ``attribute``, ``value``, ``x``, ``y``; and for its column as drawn ``straight``, the
        share of the values' spread along their own first axis (1: they stand on a line; NaN: they coincide),
        ``chance``, what points strewn blindly give, and ``within``, the spread within columns over that of all values
        (0: the values of each column coincide, 1: columns stand at one place).
    """
    pieces = [(data, setting) for data in DATASETS for setting in SETTINGS]
    return pd.concat([_map_values(*piece) for piece in pieces], ignore_index=True)


def straightness(points: np.ndarray) -> float:
    """The share of points' spread along their first principal axis; NaN where they coincide.

    Examples
    --------
    >>> import numpy as np
    >>> from studies.reproduce.figures.mtdle import straightness
    >>> straightness(np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0]])).__round__(6)
    1.0
    """
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False) ** 2
    return float(spread[0] / spread.sum()) if spread.sum() > _NOWHERE else np.nan


def chance(n: int) -> float:
    """The mean `straightness` of n points from a round normal distribution in the plane.

    Examples
    --------
    >>> from studies.reproduce.figures.mtdle import chance
    >>> [round(chance(n), 3) for n in (2, 3, 4, 5)]
    [1.0, 0.893, 0.833, 0.795]
    """
    if n < 3:
        return 1.0
    # (l1 - l2) / (l1 + l2) of a 2 x 2 Wishart matrix with n - 1 degrees of freedom has density ~ r (1 - r^2)^(n/2 - 2)
    half = n / 2 - 1
    return float(1 + half * beta(1.5, half)) / 2


def _map_values(data: str, setting: str) -> pd.DataFrame:
    table = prepared("MTDLE", DATASETS[data])
    with collected_remarks():
        embedding = MTDLE(**SETTINGS[setting]).fit(table, table.target).geometry_.embed()
    columns = [x[:, :2] for x in embedding.coordinates]
    places = np.vstack(columns)
    sums = [((x - x.mean(axis=0)) ** 2).sum() for x in (*columns, places)]
    frame = pd.DataFrame(embedding.codebook.values, columns=["attribute", "value"])
    frame[["x", "y"]] = places
    sizes = [len(x) for x in columns]
    frame["straight"] = np.repeat([straightness(x) for x in columns], sizes)
    frame["chance"] = np.repeat([chance(size) for size in sizes], sizes)
    return frame.assign(data=data, setting=setting, within=sum(sums[:-1]) / sums[-1])
