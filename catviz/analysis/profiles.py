"""What sets some rows apart from all: shares, lift and test value of every value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import false_discovery_control

from catviz.analysis.design_effect import FEWEST_GROUPS, allowed_for, thinned_tails
from catviz.analysis.statistics import LEVEL
from catviz.analysis.survey_weights import WeightedCells
from catviz.base import as_table
from catviz.table.categorical import CategoricalTable
from catviz.table.chance import deviates, log_tails_and_mid_tails, two_sided
from catviz.table.chosen_rows import chosen_rows
from catviz.table.row_agreement import Grouping
from catviz.table.weights import are_whole

#: Values expected fewer times than this among the selected rows are left out of a profile.
FEWEST_EXPECTED = 5
#: A test value beyond this is worth naming where it describes and tests nothing: if rows were chosen, or clusters made,
#: by the columns themselves.
REMARKABLE = 2.0


def profile(table: Any, selected: Any) -> pd.DataFrame:
    """How each value's share among selected rows differs from its share among all.

    Parameters
    ----------
    table : CategoricalTable, frame (pandas, Polars, Arrow) or array
        All rows.
    selected : (n,) bool, or row numbers
        The rows to describe. A mask may be of any type, 0 and 1 too: `catviz.table.chosen_rows.chosen_rows`.

    Returns
    -------
    DataFrame, most remarkable first
        ``attribute``, ``value``, ``count`` (selected rows that carry it), ``share`` (of the selected), ``share_all``,
        ``lift`` (their ratio), ``v`` (test value, as FactoMineR's ``catdes`` has it: the normal deviate of twice the
        smaller tail of the hypergeometric distribution less the chance of the count itself; positive where there are
        more than expected), ``p`` (two-sided and exact: twice the whole smaller tail), ``q`` (p adjusted for all values
        tested, Benjamini & Hochberg 1995) and ``significant`` (q up to 5 %). Values with an expected count under 5 are
        left out. If rows belong together (``groups``) or have fractional weights, taken as survey weights, v and p are
        those of counts over their design effect (`catviz.analysis.design_effect`). Nothing is tested, and p and q are
        NaN, with fewer than 10 groups, with both groups and fractional weights, and where a few rows have nearly all
        the weight.

    Notes
    -----
    Of rows drawn at random, any value is significant in at most about 5 % of the draws. Rows chosen by these very
    columns, as on a map made from them or by a clustering, differ in them because they were chosen so: then v, p
    and q describe the rows and test nothing.

    Examples
    --------
    >>> import catviz
    >>> table = catviz.load_dataset("voting")
    >>> catviz.profile(table, table.target == "democrat").loc[0, ["attribute", "value"]].tolist()
    ['physician_fee_freeze', 'yes']
    """
    rows = table if isinstance(table, CategoricalTable) else as_table(table)
    index = table.index if isinstance(table, pd.DataFrame) else None
    return most_remarkable(with_significance(contrast(rows, chosen_rows(selected, rows.n_rows, index))))


def contrast(table: CategoricalTable, selected: np.ndarray) -> pd.DataFrame:
    """All values in their order: the columns of a profile up to ``p``, and ``expected``, the count of a random draw.

    ``p`` is NaN where a value is expected too rarely to be judged (`FEWEST_EXPECTED`), or nothing is tested.
    """
    table = table.observed().missing_as_category()
    mask = chosen_rows(selected, table.n_rows)
    weights = table.row_weights
    n, k = weights.sum(), weights[mask].sum()
    everywhere, inside = _tally(table, weights), _tally(table[mask], weights[mask])
    expected = everywhere * k / n if n else np.zeros(len(everywhere))
    attributes, values = zip(*table.codebook.values, strict=True) if table.codebook.values else ((), ())
    share, share_all = inside / (k or 1.0), everywhere / (n or 1.0)
    effects, known_by = _design_effects(table, mask)
    if effects is None:
        tails, mid_tails = log_tails_and_mid_tails(np.rint(inside), np.rint(everywhere), np.rint(k), round(n))
    else:
        drawn = np.full(len(inside), k)
        tails, mid_tails = thinned_tails(inside, everywhere, drawn, float(n) or 1.0, effects, known_by)
    is_known = are_whole(table.weights) if effects is None else known_by >= FEWEST_GROUPS - 1
    return pd.DataFrame(
        {
            "attribute": attributes,
            "value": values,
            "count": inside,
            "share": share,
            "share_all": share_all,
            "lift": _ratio(share, share_all, np.nan),
            "v": deviates(mid_tails, inside > expected),
            "p": np.where((expected >= FEWEST_EXPECTED) & is_known, two_sided(tails), np.nan),
            "expected": expected,
        }
    )


def _design_effects(table: CategoricalTable, selected: np.ndarray) -> tuple[np.ndarray | None, np.ndarray | int]:
    """Design effects of the counts of all values among the selected rows, and their degrees of freedom.

    None without groups and survey weights, and with both.
    """
    allowed = allowed_for(table)
    if allowed is None:
        return None, 0
    if allowed == "weights":
        return _effects_of_weights(table, selected)
    grouping = Grouping(table.groups, table.row_weights)
    of_selection = grouping.agreement(selected.astype(np.intp), 2).by_value[1]
    columns = zip(table.codes.T, table.codebook.n_values, strict=True)
    by_column = [grouping.agreement(codes.astype(np.intp), v).by_value for codes, v in columns]
    by_value = np.concatenate(by_column) if by_column else np.zeros(0)
    return grouping.effects(of_selection, by_value), grouping.n_groups - 1


def _effects_of_weights(table: CategoricalTable, selected: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    counted = table.row_weights > 0
    chosen, weights = selected[counted].astype(np.intp), table.row_weights[counted]
    by_column = [np.zeros((2, 0))]
    for codes, v in zip(table.codes[counted].T, table.codebook.n_values, strict=True):
        cells = WeightedCells.of(chosen, codes.astype(np.intp), (2, v), weights)
        by_column.append(np.array(cells.effects_by_cell())[:, 1])
    effects, known_by = np.hstack(by_column)
    return effects, known_by


def with_significance(contrasts: pd.DataFrame) -> pd.DataFrame:
    """Contrasts with ``q``, p adjusted for all values in them that are tested, and ``significant``, q up to 5 %.

    Parameters
    ----------
    contrasts : DataFrame
        From `contrast`; of several tables or selections, one below the other, where they are read together.
    """
    q = contrasts["p"].to_numpy(dtype=float, copy=True)
    tested = ~np.isnan(q)
    if tested.any():
        q[tested] = false_discovery_control(q[tested])
    return contrasts.assign(q=q, significant=q <= LEVEL)


def most_remarkable(contrasts: pd.DataFrame) -> pd.DataFrame:
    """The values of judged contrasts that are expected often enough to be judged, largest test values first."""
    return largest_first(contrasts[contrasts["expected"] >= FEWEST_EXPECTED].drop(columns="expected"))


def largest_first(contrasts: pd.DataFrame) -> pd.DataFrame:
    """The same lines, those with the largest test values (in absolute terms) first."""
    return contrasts.sort_values("v", key=lambda v: -v.abs().round(9), kind="stable").reset_index(drop=True)


def over_represented(frame: pd.DataFrame) -> pd.Series:
    """Values significantly more frequent among the selected rows than among all, of a profile or judged contrasts."""
    return frame["significant"] & (frame["v"] > 0)


def cluster_profiles(table: CategoricalTable, labels: np.ndarray, tested: bool = False) -> pd.DataFrame:
    """The contrast of each cluster, one below the other.

    Clusters made from these columns differ in them by construction: test values describe how, and test nothing. A
    value stands out where v is above 2 and it is seen or expected five times. In columns that had no part in the
    clusters v is a test: a value stands out where it is significantly over-represented, over all clusters and values.

    Parameters
    ----------
    table : CategoricalTable
    labels : (n,) cluster of each row
        A cluster that only rows of weight 0 have is none.
    tested : bool
        True where the labels were not made from these columns. With fractional row weights nothing is tested.

    Returns
    -------
    DataFrame, a line a cluster and value
        ``cluster``, ``size`` (its rows, by weight), the columns of `contrast`, and ``stands_out``.

    Raises
    ------
    ValueError
        Not one label for each row.

    Examples
    --------
    >>> import catviz
    >>> zoo = catviz.load_dataset("zoo")
    >>> found = cluster_profiles(zoo, zoo.target)
    >>> mammals = found[found["cluster"] == "mammal"]
    >>> mammals.sort_values("lift", ascending=False).iloc[0][["attribute", "value"]].tolist()
    ['milk', 'yes']
    """
    table, labels = table.observed().missing_as_category(), np.asarray(labels)
    if labels.shape != (table.n_rows,):
        raise ValueError(f"labels have shape {labels.shape}: give the cluster of each of the {table.n_rows} rows")
    weights = table.row_weights
    parts = []
    for cluster in np.unique(labels[weights > 0]):
        member = labels == cluster
        part = contrast(table, member)
        part.insert(0, "size", weights[member].sum())
        part.insert(0, "cluster", cluster)
        parts.append(part)
    profiles = pd.concat(parts, ignore_index=True)
    tested = tested and are_whole(table.weights)
    stands_out = over_represented(with_significance(profiles)) if tested else _worth_naming(profiles)
    return profiles.assign(stands_out=stands_out)


def most_characteristic(profiles: pd.DataFrame, most: int = 20) -> list[tuple[str, str]]:
    """The values that tell clusters best, those of one cluster side by side.

    Each cluster in turn names the value it has most in excess (by test value), until there are ``most``; where no
    excess of any cluster is remarkable, the largest ones stand in.

    Parameters
    ----------
    profiles : DataFrame from `cluster_profiles`
    most : int
    """
    excess = profiles[profiles["stands_out"]]
    excess = profiles[profiles["v"] > 0] if excess.empty else excess
    turn = excess.groupby("cluster")["v"].rank(ascending=False, method="first")
    named = excess.assign(turn=turn).sort_values(["turn", "v"], ascending=[True, False], kind="stable")
    value = ["attribute", "value"]
    chosen = named.drop_duplicates(value)[value].head(most)
    strongest = excess.sort_values("v", ascending=False, kind="stable").drop_duplicates(value).merge(chosen, on=value)
    strongest = strongest.sort_values(["cluster", "v"], ascending=[True, False], kind="stable")
    return list(zip(strongest["attribute"], strongest["value"], strict=True))


def _worth_naming(profiles: pd.DataFrame) -> pd.Series:
    """Values in large excess, seen or expected often enough to speak of."""
    return (profiles[["expected", "count"]].max(axis=1) >= FEWEST_EXPECTED) & (profiles["v"] > REMARKABLE)


def _tally(table: CategoricalTable, weights: np.ndarray) -> np.ndarray:
    columns = zip(table.codes.T, table.codebook.n_values, strict=True)
    counts = [np.bincount(codes, weights=weights, minlength=v)[:v] for codes, v in columns]
    return np.concatenate(counts) if counts else np.zeros(0)


def _ratio(above: np.ndarray, below: np.ndarray, otherwise: float) -> np.ndarray:
    return np.divide(above, below, out=np.full(len(below), otherwise), where=below > 0)
