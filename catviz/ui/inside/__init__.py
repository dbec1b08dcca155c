"""The tab Computed of the page Values: a walk through each method, which ends in the Values page's number."""

from __future__ import annotations

from collections.abc import Callable

from catviz.ui.inside.correspondence import mca
from catviz.ui.inside.coupled import coupled
from catviz.ui.inside.diffusion import ave, tave
from catviz.ui.inside.ordered import ocl
from catviz.ui.inside.transitive import mtdle

DEFAULT = "AhmadDey"
#: The walk through each method, by its name.
WALKS: dict[str, Callable] = {
    "AhmadDey": coupled,
    "TAVE": tave,
    "AVE": ave,
    "COD": coupled,
    "COS": coupled,
    "WCADO": coupled,
    "MTDLE": mtdle,
    "OCL": ocl,
    "MCA": mca,
}
