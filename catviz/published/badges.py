"""What is said of a printed figure and ours: equal within a margin, different, or too noisy to tell."""

from __future__ import annotations

EQUAL, DIFFERS, NOISY, NONE = "equal", "differs", "too noisy to tell", "nothing to run"
BADGES = {
    EQUAL: "equivalent: the 90\u00a0% confidence interval of the difference of the means lies within the limit of "
    "equivalence",
    DIFFERS: "the means differ by more than chance (5\u00a0%), and are not equivalent",
    NOISY: "neither equivalence nor a difference is shown",
    NONE: "the reason is given",
}
"""What each badge says."""
SAME = "as printed"
"""The badge of a count that is equal to all digits that are printed."""
FEWEST = 5
"""Our runs from which on there is a badge."""
NO_BADGE = f"With fewer than {FEWEST} of our runs, no badge is given."
EQUIVALENT = "equivalent"
"""What pages call the badge of equal means."""
SAID_EXACTLY = {
    EQUAL: "our figure agrees with the printed one to its last digit",
    DIFFERS: "our figure is not the printed one, to the digits printed",
}
"""What badges say of figures without chance."""
EXACT = (
    "If nothing in a method is random, its only run is compared with the printed figure: “equal” if both agree to the "
    "last printed digit, “differs” if not. The same score does not show that the clusters are the same."
)
"""How figures without chance are compared."""


def limits_of(equal: str) -> str:
    """What badges do not say, with a name for the one of equal means."""
    return (
        "Two means are called equivalent if the whole 90\u00a0% confidence interval of their difference lies within a "
        "limit. The limit is the same for all cells of one score in a table: three standard errors of a printed mean, "
        "plus half a unit of its last digit. The standard error is computed from the median of the standard "
        "deviations that the table prints, or of those of our runs if it prints none. How often is a badge wrong? If "
        f"both results are of the same method, about one cell in twenty is still “{DIFFERS}”, or fewer; if a few runs "
        f"end far from the others, it can be more. Large deviations and few runs make “{equal}” rarer. If the results "
        f"are of two methods that differ little, a cell can be “{equal}” too."
    )


LIMITS_ON_PAGES = f"{limits_of(EQUIVALENT)} {NO_BADGE}"
"""What badges do not say, for pages."""
