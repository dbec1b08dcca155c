"""What a page says of a prepared file, held against what pandas counts in the same bytes."""

import re

import numpy as np
import pandas as pd


def card(text):
    """The numbers of the line that says how large the table is, by what they count."""
    line = next(line for line in text.splitlines() if "distinct rows" in line)
    return {what: int(n.replace(",", "")) for n, what in re.findall(r"([\d,]+) ([a-z ]+?)(?:\s+·|$)", line)}


def counted(frame, weights=None):
    """The same numbers of a frame of the active columns."""
    absent = frame.isna().to_numpy()
    times = np.ones(len(frame), dtype=int) if weights is None else weights.to_numpy()
    return {
        "columns": frame.shape[1],
        "values": int(frame.nunique().sum()),
        "missing cells": int((absent * times[:, None]).sum()),
        "distinct rows": len(frame.drop_duplicates()),
    }


def assert_outcome(text, printed, frame, column, group, other, weights=None):
    """The sentence on what goes with an outcome, and what is printed in the crosstab, are those of the frame."""
    pattern = (
        rf"Where (.+)\s=\s(.+), (\d+)\s% \(([\d,]+) of ([\d,]+)\) have {re.escape(column)}\s=\s{re.escape(group)}, "
        r"against (\d+)\s% otherwise"
    )
    name, value, back, both, n, otherwise = re.search(pattern, text).groups()
    times = pd.Series(1, frame.index) if weights is None else weights
    known = frame[column].notna()
    here, there = frame[column] == group, known & (frame[name] == value)
    assert int(both.replace(",", "")) == times[here & there].sum() and int(n.replace(",", "")) == times[there].sum()
    elsewhere = known & ~there
    shares = [times[here & of].sum() / times[of].sum() for of in (there, elsewhere)]
    assert [f"{x:.0%}" for x in shares] == [f"{back}%", f"{otherwise}%"]
    table = pd.crosstab(frame[other].fillna("(missing)"), frame[column].fillna("(missing)"), times, aggfunc="sum")
    table = table.fillna(0)
    sizes, together = table.sum(axis=1), table.sum() / table.to_numpy().sum()
    percent = [*table.div(sizes, axis=0).to_numpy().ravel(), *together]
    totals = [f"{n:,.0f}" for n in (*sizes, sizes.sum())]
    assert sorted(printed) == sorted([*(f"{100 * x:.0f}\u00a0%" for x in percent), *totals])
