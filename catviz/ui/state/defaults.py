"""What the explorer opens with: the data set, the column, data sets that show an idea, tables of a page's own."""

from __future__ import annotations

from catviz.table.association import most_dependent
from catviz.ui.state import cache
from catviz.ui.state.view import View, current

DEFAULT_DATA = "mushroom"
#: Data sets on which both encodings and both classifiers that Predict opens with differ significantly in accuracy.
DIFFER = ("kr_vs_kp", "splice")
#: A data set in which several columns have a declared order.
DECLARED = "breast_cancer_ljubljana"
#: Data sets with enough co-occurrence to show any page's idea.
CAN_SHOW = ("mushroom", "breast_cancer_ljubljana", "zoo", "voting")


#: The column that Start explains, and pages open on.
EXAMPLES = {DEFAULT_DATA: "odor"}


@cache.by_content(16)
def opening_column(view: View) -> str:
    """The column that pages open on: that of the example, or one that tells much of the others and has some values."""
    example = EXAMPLES.get(view.info.name) if view.info is not None else None
    if example in view.table.attributes:
        return str(example)
    counts = cache.counts(view)
    return most_dependent(counts, 4, 15) or most_dependent(counts, 3, 10_000) or view.table.attributes[0]


def own_view(data: str = DEFAULT_DATA) -> View:
    """A table of its own, whatever the sidebar says."""
    info = cache.catalog()[data]
    return View(info.title, cache.bundled(data), None, info, current().seed)
