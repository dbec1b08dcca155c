"""Style sheets of pages."""

import re

from driver import ROOT

#: The whole page while something stands anywhere in it: whatever changes then, all is styled anew.
WHOLE = re.compile(r"(?::root|\bhtml|\bbody|stApp\"\])[^{},\s>]*:has\(")


def test_no_style_looks_through_the_whole_page():
    """One such rule, on the page of lessons, made a tab take twice as long to draw every page shown after it."""
    sheets = sorted((ROOT / "catviz").rglob("*.css"))
    assert sheets and not [sheet.name for sheet in sheets if WHOLE.search(sheet.read_text(encoding="utf-8"))]
    assert WHOLE.search(":root:has(.st-key-presenting) p") and not WHOLE.search('[data-testid="stColumn"]:has(p)')
