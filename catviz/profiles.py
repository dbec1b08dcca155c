"""What sets some rows apart from all: shares, lift and test value of every value."""

from __future__ import annotations

import numpy as np
import pandas as pd

from catviz.table import CategoricalTable

FEWEST_EXPECTED = 5
"""Values expected fewer times than this among the selected rows are left out of a profile."""
REMARKABLE = 2.0
"""A test value beyond this is more than chance would often give."""


def profile(table: CategoricalTable, selected: np.ndarray) -> pd.DataFrame:
    """How each value's share among selected rows differs from its share among all.

    Parameters
    ----------
    table : CategoricalTable
    selected : (n,) bool, or row numbers

    Returns
    -------
    DataFrame, most remarkable first
        ``attribute``, ``value``, ``count`` (selected rows that carry it), ``share`` (of the selected), ``share_all``,
        ``lift`` (their ratio), ``v`` (test value: standard deviations from what a random draw of as many rows,
        without replacement, would give). Values with an expected count under 5 are left out.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("voting")
    >>> catviz.profile(table, table.target == "democrat").loc[0, ["attribute", "value"]].tolist()
    ['physician_fee_freeze', 'yes']
    """
    return most_remarkable(contrast(table, selected))


def contrast(table: CategoricalTable, selected: np.ndarray) -> pd.DataFrame:
    """The columns of a profile and ``expected``, the count a random draw would give, for all values in their order."""
    table = table.observed().missing_as_category()
    mask = np.zeros(table.n_rows, dtype=bool)
    mask[selected] = True
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    n, k = weights.sum(), weights[mask].sum()
    everywhere, inside = _tally(table, weights), _tally(table[mask], weights[mask])
    expected = everywhere * k / n if n else np.zeros(len(everywhere))
    variance = expected * (1 - everywhere / n) * (n - k) / max(n - 1, 1) if n else expected
    attributes, values = zip(*table.codebook.values, strict=True) if table.codebook.values else ((), ())
    share, share_all = inside / (k or 1.0), everywhere / (n or 1.0)
    return pd.DataFrame(
        {
            "attribute": attributes,
            "value": values,
            "count": inside,
            "share": share,
            "share_all": share_all,
            "lift": _ratio(share, share_all, np.nan),
            "v": _ratio(inside - expected, np.sqrt(variance.clip(0)), 0.0),
            "expected": expected,
        }
    )


def most_remarkable(contrasts: pd.DataFrame) -> pd.DataFrame:
    """The values of a contrast that are expected often enough to be judged, largest test values first."""
    frame = contrasts[contrasts["expected"] >= FEWEST_EXPECTED].drop(columns="expected")
    return frame.sort_values("v", key=lambda v: -v.abs(), kind="stable").reset_index(drop=True)


def sentence(frame: pd.DataFrame) -> str | None:
    """The profile's first over-represented value as a sentence, as plain text; None where nothing stands out."""
    over = frame[frame["v"] > REMARKABLE]
    if over.empty:
        return None
    top = over.iloc[0]
    share, everywhere = _percentages(top["share"], top["share_all"])
    return f"{share} of these rows have {top['attribute']} = {top['value']}, against {everywhere} of all rows."


def cluster_profiles(table: CategoricalTable, labels: np.ndarray) -> pd.DataFrame:
    """The contrast of each cluster, one below the other.

    Parameters
    ----------
    table : CategoricalTable
    labels : (n,) cluster of each row

    Returns
    -------
    DataFrame, a line a cluster and value
        ``cluster``, ``size`` (its rows, by weight) and the columns of `contrast`.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> found = cluster_profiles(zoo, zoo.target)
    >>> description(found[found["cluster"] == "mammal"], most=2)
    'milk = yes (41 of 41, lift 2.46), eggs = no (40 of 41, lift 2.35)'
    """
    table, labels = table.observed().missing_as_category(), np.asarray(labels)
    weights = np.ones(len(table)) if table.weights is None else table.weights
    parts = []
    for cluster in np.unique(labels):
        member = labels == cluster
        part = contrast(table, member)
        part.insert(0, "size", weights[member].sum())
        part.insert(0, "cluster", cluster)
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def telling(profiles: pd.DataFrame, most: int = 20) -> list[tuple[str, str]]:
    """The values that tell clusters best, those of one cluster side by side.

    Each cluster in turn names the value it has most in excess (by test value), until there are ``most``; where no
    excess of any cluster is remarkable, the largest ones stand in.

    Parameters
    ----------
    profiles : DataFrame from `cluster_profiles`
    most : int
    """
    excess = profiles[_stands_out(profiles)]
    excess = profiles[profiles["v"] > 0] if excess.empty else excess
    turn = excess.groupby("cluster")["v"].rank(ascending=False, method="first")
    named = excess.assign(turn=turn).sort_values(["turn", "v"], ascending=[True, False], kind="stable")
    value = ["attribute", "value"]
    chosen = named.drop_duplicates(value)[value].head(most)
    strongest = excess.sort_values("v", ascending=False, kind="stable").drop_duplicates(value).merge(chosen, on=value)
    strongest = strongest.sort_values(["cluster", "v"], ascending=[True, False], kind="stable")
    return list(zip(strongest["attribute"], strongest["value"], strict=True))


def description(frame: pd.DataFrame, most: int = 3) -> str | None:
    """A cluster in words, as plain text: "milk = 1 (41 of 41, lift 2.46), ..."; None where nothing stands out.

    Parameters
    ----------
    frame : DataFrame
        The lines of one cluster from `cluster_profiles`.
    most : int
        Values named at most.
    """
    shown = frame[_stands_out(frame)].sort_values("v", ascending=False, kind="stable").head(most)
    if shown.empty:
        return None
    return ", ".join(
        f"{line['attribute']} = {line['value']} ({line['count']:,.0f} of {line['size']:,.0f}, lift {line['lift']:.3g})"
        for _, line in shown.iterrows()
    )


def _stands_out(profiles: pd.DataFrame) -> pd.Series:
    """Values in excess by more than chance would often give, seen or expected often enough to be judged."""
    judged = profiles[["expected", "count"]].max(axis=1) >= FEWEST_EXPECTED
    return judged & (profiles["v"] > REMARKABLE)


def _tally(table: CategoricalTable, weights: np.ndarray) -> np.ndarray:
    columns = zip(table.codes.T, table.codebook.n_values, strict=True)
    counts = [np.bincount(codes, weights=weights, minlength=v)[:v] for codes, v in columns]
    return np.concatenate(counts) if counts else np.zeros(0)


def _ratio(above: np.ndarray, below: np.ndarray, otherwise: float) -> np.ndarray:
    return np.divide(above, below, out=np.full(len(below), otherwise), where=below > 0)


def _percentages(share: float, everywhere: float) -> tuple[str, str]:
    """Both shares in whole percent; with one more digit where whole ones would not tell them apart."""
    whole = f"{share:.0%}", f"{everywhere:.0%}"
    return whole if whole[0] != whole[1] and "0%" not in whole else (f"{share:.1%}", f"{everywhere:.1%}")
