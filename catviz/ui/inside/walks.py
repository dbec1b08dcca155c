"""The walk through each method of the Inside page. Every walk ends in the Values page's number."""

from __future__ import annotations

from collections.abc import Callable

from catviz.ui.inside.coupled import coupled
from catviz.ui.inside.diffusion import ave, tave
from catviz.ui.inside.transitive import mtdle

DEFAULT = "TAVE"
QUICK = "AhmadDey"
"""What the page opens with where the default would take long."""
STEPS: dict[str, Callable] = {
    "TAVE": tave,
    "AVE": ave,
    "COD": coupled,
    "COS": coupled,
    "WCADO": coupled,
    "AhmadDey": coupled,
    "MTDLE": mtdle,
}
"""The walk through each method, by its name."""
