"""COS's printed numbers of calls beside ours."""

import numpy as np

from catviz.published import published
from studies.reproduce.calls import calls, calls_compared


def test_every_printed_number_has_ours_beside_it():
    found = calls_compared()
    cells = [c for n in ("features", "values") for c in published("COS", n).cells["mean"]]
    assert found["published"].tolist() == cells and found["ours"].gt(0).all()


def test_ratios_come_near_the_printed_ones_and_counts_equal_them_but_one():
    found = calls_compared()
    ratios = found["method"].str.contains("/")
    assert (found["ours"] - found["published"])[ratios].abs().max() < 0.3
    counts = found[~ratios]
    equal = np.isclose(counts["ours"], counts["published"], rtol=1e-3)
    assert counts.loc[~equal, ["figure", "method", "ours"]].values.tolist() == [["35 features", "IRSI", 15114.0]]


def test_intervals_without_a_row_are_no_values():
    assert f"{float(calls('R = 500')['P']):.3g}" == "5.12e+83"
    assert calls("R = 500")["P"] < 2**500
