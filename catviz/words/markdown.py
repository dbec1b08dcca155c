"""Tables in Markdown."""

from __future__ import annotations

from typing import Any

import pandas as pd


def markdown_table(frame: pd.DataFrame, decimals: int = 3) -> str:
    """A table in Markdown; numbers with so many decimals, NaN as a dash."""

    def written(value: Any) -> str:
        text = value if isinstance(value, str) else "–" if value != value else f"{value:.{decimals}f}"
        return text.replace("|", "\\|")

    lines = [frame.columns, ["---"] * frame.shape[1], *frame.itertuples(index=False)]
    return "\n".join("| " + " | ".join(map(written, line)) + " |" for line in lines)
