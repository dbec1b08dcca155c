"""What the test of related columns says."""

from __future__ import annotations

from catviz.analysis.clusterability import Clusterability
from catviz.analysis.statistics import LEVEL
from catviz.wording import capital, in_percent, number_of, p_text
from catviz.words.nested import shuffled_together


def conclusion(found: Clusterability) -> str:
    """Whether columns are related, which clusters of rows would bring about, and what else would."""
    statistic = f"chi-squared of all pairs of columns {found.statistic:,.1f} with {found.df:,} degrees of freedom"
    if found.shuffles is None:
        return (
            f"{capital(statistic)}, {p_text(found.p_value)} by the chi-squared distribution, which is too "
            "small where values are rare or columns many: n_shuffles=99 tests it."
        )
    own, nested = float(found.shuffles.observed.iloc[0]), shuffled_together(found.shuffles.nested)
    drawn = f" of {found.shuffles.drawn:,} rows drawn at random" if found.shuffles.drawn else ""
    if drawn:  # some values may have no row among them, so df is not theirs
        statistic = f"chi-squared of all pairs of columns{drawn} {own:,.1f}"
    reached, others = found.shuffles.exceeding, number_of(found.shuffles.n_shuffles, "table")
    if not found.significant:
        return (
            f"No association of the columns is detected ({statistic}, reached by {reached} of {others} with shuffled "
            f"columns): clusters of these rows could be due to chance{', or to' if found.missing_cells else '.'}"
            + (" cells that are missing together, which stay in place in these tables." if found.missing_cells else "")
            + nested
        )
    some = f"{reached or 'none'} of {others} with shuffled columns {'reach' if reached > 1 else 'reaches'}"
    stopped = " (the test stops here, since none does)" if found.shuffles.n_shuffles < found.shuffles.planned else ""
    of_rows = f"In {found.shuffles.drawn:,} rows drawn at random, chi-squared" if drawn else "Chi-squared"
    return (
        f"The columns are related (permutation test, significant at {in_percent(LEVEL)}). Clusters of rows would "
        "relate the columns, but so would other things, for example one scale behind all columns. "
        f"{of_rows}, summed over all pairs of columns, is {own:,.0f}, and {some} it{stopped}."
        + (
            " Missing cells stay where they are in the shuffled tables, so cells that are missing in the same rows "
            "are not the reason."
            if found.missing_cells
            else ""
        )
        + nested
    )
