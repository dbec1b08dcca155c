"""How many conditional probabilities COS's similarities look up, as its text prints them and counted anew."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from catviz.distances.information import icp_calls
from catviz.published import published
from catviz.reading.datasets import load_dataset
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

_INTERVALS = 10


def calls_compared() -> pd.DataFrame:
    """Every printed number of calls beside ours, missing values left out; a ratio of two is in %.

    Returns
    -------
    DataFrame with ``data``, ``setting``, ``figure``, ``published`` and ``ours``
    """
    lines = []
    for table in (published("COS", "features"), published("COS", "values")):
        for cell in table.cells.itertuples(index=False):
            counted, (of, *by) = calls(cell.metric), (part[-1] for part in cell.method.split("/"))
            ours = 100.0 * float(counted[of] / counted[by[0]]) if by else float(counted[of])
            lines.append((cell.data, cell.metric, cell.method, cell.mean, ours))
    return pd.DataFrame(lines, columns=["data", "figure", "method", "published", "ours"])


def as_printed(printed: float, ours: float) -> bool:
    """Equal to the digits that are printed?

    Examples
    --------
    >>> from studies.reproduce.calls import as_printed
    >>> as_printed(85.5, 85.52), as_printed(3328, 3329), as_printed(5.12e83, 5.1223e83)
    (True, False, True)
    """
    mantissa, _, power = f"{printed:g}".partition("e")
    decimals = len(mantissa.partition(".")[2])
    if power:
        return f"{ours:.{decimals}e}" == f"{printed:.{decimals}e}"
    return round(ours, decimals) == printed


@cache
def calls(setting: str) -> pd.Series:
    """Calls by form, under "5 features" of soybean-large or "R = 500" intervals of Adult's fnlwgt.

    Intervals without a row are no values: of 500 there are 268.

    Examples
    --------
    >>> float(calls("R = 500")["P"])
    5.122271493173309e+83
    """
    if setting.startswith("R = "):
        table = _adult(int(setting.removeprefix("R = ")))
    else:
        table = load_dataset("soybean_large")
        table = table.select(table.attributes[: int(setting.split()[0])])
    return icp_calls(count(table).without_missing())


def _adult(largest: int) -> CategoricalTable:
    """Adult with its numbers as COS's ratios need them: education_num as it is, others in ten intervals of equal width,
    fnlwgt in as many as R says, once R is more than education's 16 values."""
    table = load_dataset("adult", bins=None)
    frame = table.to_pandas().astype(object)[list(table.attributes)]
    for name, numbers in zip(table.numeric_names, table.numeric.T, strict=True):
        bins = largest if name == "fnlwgt" and largest > max(table.codebook.n_values) else _INTERVALS
        cut = np.floor((numbers - numbers.min()) / np.ptp(numbers) * bins).clip(max=bins - 1)
        frame[name] = (numbers if name == "education_num" else cut).astype(str)
    return CategoricalTable.from_pandas(frame, numeric="category")
