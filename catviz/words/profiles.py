"""What sets some rows or a cluster apart from all rows, in words."""

from __future__ import annotations

import pandas as pd

from catviz.wording import in_percent, percent


def shares_in_words(line: pd.Series) -> str:
    """A line of a profile as a sentence: the value's share among the selected rows, and among all."""
    share, everywhere = _percentages(line["share"], line["share_all"])
    return f"{share} of these rows have {line['attribute']} = {line['value']}, against {everywhere} of all rows."


def description(frame: pd.DataFrame, most: int = 3) -> str | None:
    """A cluster in words, as plain text: "milk = 1 (41 of 41, lift 2.46), ..."; None where nothing stands out.

    Parameters
    ----------
    frame : DataFrame
        The lines of one cluster from `cluster_profiles`.
    most : int
        Values named at most.
    """
    shown = frame[frame["stands_out"]].sort_values("v", ascending=False, kind="stable").head(most)
    if shown.empty:
        return None
    return ", ".join(
        f"{line['attribute']} = {line['value']} ({line['count']:,.0f} of {line['size']:,.0f}, "
        f"lift {line['lift']:.{2 if line['lift'] < 10 else 1}f})"
        for _, line in shown.iterrows()
    )


def _percentages(share: float, everywhere: float) -> tuple[str, str]:
    """Both shares in whole percent; with one more digit where whole ones would not tell them apart."""
    decimals = 1 if percent(share) == percent(everywhere) else 0
    return in_percent(share, decimals), in_percent(everywhere, decimals)
