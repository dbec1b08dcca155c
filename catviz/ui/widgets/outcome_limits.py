"""What limits every claim about an outcome: columns that give it away, choices made before."""

from __future__ import annotations

from catviz.analysis.outcome import FEWEST_ROWS, RESTS_ON_FEW, Outcome
from catviz.analysis.statistics import LEVEL
from catviz.table.codebook import MISSING, listed
from catviz.ui.labels import LEFT_OUT, MORE
from catviz.ui.state.shelves import following
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.wording import in_percent, significant
from catviz.words.chips import chips


def limits(view: View, found: Outcome) -> dict[str, str]:
    """Chips of what is said to go with the outcome."""
    leaking, following = leak(found), follows(found)
    texts = chips("outcome", "leakage?", leaking=plain(f"{leaking} {following}".strip(), 1800)) if leaking else {}
    if following and not leaking:
        texts |= chips("outcome", "nested with the outcome", following=plain(following, 900))
    if not view.untested:
        texts |= chips("outcome", "related is not cause") if found.columns["significant"].any() else {}
        texts |= chips(
            "outcome",
            "fixed before looking?",
            column=plain(found.column, 40),
            rows=counted(found.n_rows, "row"),
            level=in_percent(LEVEL),
            independence=view.independence,
        )
    return texts


def of_few_rows(found: Outcome, column: str) -> dict[str, str]:
    """A chip if the association of a column with the outcome rests on values of few rows; none if it does not."""
    lines = found.columns.loc[found.columns["column"] == column, "v"]
    v, left_out = following(found, ("without rare", column), lambda: found.without_rare(column))
    if lines.empty or not lines.iloc[0] - v > RESTS_ON_FEW:
        return {}
    return chips(
        "outcome",
        "{v} without {rows}",
        v=f"V {significant(v)}",
        rows=counted(round(left_out), "row"),
        column=plain(column, 40),
        outcome=plain(found.column, 40),
        few=FEWEST_ROWS,
        all_rows=significant(float(lines.iloc[0])),
    )


def leak(found: Outcome) -> str:
    """Which columns may give the outcome away, as plain text; empty if none does so in every row."""
    names = found.determining
    if not names:
        return ""
    one, values = len(names) == 1, found.values
    missing = values["column"].isin(names) & (values["value"] == MISSING) & (values["n"] > 0)
    which = "with missing as a value, " if missing.any() else ""
    return (
        f"Each value of {listed(list(names))} occurs with one value of {found.column} only (Cramér's V = 1, {which}"
        f"before the correction for bias). {'The column' if one else 'Each of these columns'} may be a copy or a "
        f"consequence of {found.column} (leakage). If so, leave it out before you classify: “{LEFT_OUT}” under "
        f"“{MORE}”, in the sidebar."
    )


def follows(found: Outcome) -> str:
    """Which columns follow from the outcome, as plain text; empty if none does in every row."""
    names = [name for name in found.determined if name not in found.determining]
    if not names:
        return ""
    return (
        f"Each value of {found.column} occurs with one value of {listed(names)} only. Nested columns are related "
        f"by construction if one is made from the other, as a quarter is made from the month: that is no finding."
    )
