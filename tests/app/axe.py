"""Every page in both themes under axe-core, in Chromium: findings by rule, and an exit code.

What Streamlit itself draws in a way that axe finds fault with is counted by rule in `STREAMLITS`.

python tests/app/axe.py [--pages values,rows] [--themes dark]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from driver import HEIGHT, PAGES, WIDTH, Explorer, Server, launch  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from catviz.ui.inside import WALKS  # noqa: E402
from catviz.ui.labels import ALL_METHODS, COMPARE, PAPERS  # noqa: E402
from catviz.ui.lessons.page import LESSONS, guess_key  # noqa: E402
from catviz.ui.methods.tabs import SHOWN  # noqa: E402
from catviz.ui.orders.parts import SECTIONS  # noqa: E402

#: Rules that widgets of Streamlit do not keep, and where.
STREAMLITS = {
    "list": '[data-testid="stSidebarNavItems"]',
    "listitem": '[data-testid="stSidebarNavItems"] li',
    "presentation-role-conflict": '[data-testid="stFileUploaderDropzone"]',
    "empty-table-header": '[data-testid="stDataFrame"] th, [data-testid="stTable"] th',
    "color-contrast": '[data-testid="stSelectbox"]:has(:disabled) [data-testid="stWidgetLabel"] p',
}
BLOCKING = ("serious", "critical")
_UNFOLD = """() => document.querySelectorAll('[data-testid="stMain"] details:not([open]) > summary')
  .forEach(s => s.click())"""
_RUN = """async own => {
  const said = await axe.run(document, {resultTypes: ["violations"]});
  const inside = (node, list) => { const e = document.querySelector(node.target[0]); return !!e && e.matches(list); };
  return said.violations.flatMap(v => v.nodes.map(n => ({rule: v.id, impact: v.impact, streamlits:
    v.id in own && n.target.length === 1 && inside(n, own[v.id]),
    where: n.html.slice(0, 160), why: n.failureSummary})));
}"""


@dataclass(frozen=True)
class Finding:
    """One element that does not keep a rule."""

    page: str
    rule: str
    impact: str
    streamlits: bool
    where: str
    why: str


def views(pages: list[str]) -> list[tuple[str, dict[str, str]]]:
    """(page, choices for the link): every page, its parts one after another, and a page in presentation."""
    parts = {
        "lessons": [{"lesson": lesson.key, guess_key(lesson): lesson.options[0]} for lesson in LESSONS],
        "orders": [{"order": "OCL", "further": section} for section in SECTIONS[1:]],
        "inside": [{"method": name} for name in WALKS],
        "methods": [{"compare": tab} for tab in (PAPERS, ALL_METHODS)]
        + [{"compare": COMPARE, "show": shown} for shown in SHOWN],
        "values": [{"look": "1-D axes"}, {"look": "map of all values", "method": "MCA"}, {"present": "1"}],
    }
    return [(page, query) for page in pages for query in ({}, *parts.get(page, ()))]


def look(explorer: Explorer, script: str, page: str, query: dict[str, str]) -> list[Finding]:
    """Open a page and all that is folded on it, and run axe."""
    explorer.goto(page, **query)
    explorer.finish()
    explorer.page.evaluate(_UNFOLD)
    explorer.settle()
    explorer.page.evaluate(script)
    name = " ".join([page, *query.values()])
    return [Finding(name, **found) for found in explorer.page.evaluate(_RUN, STREAMLITS)]


def main() -> int:
    """Look at the pages; 1 if anything of ours is serious."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", default=",".join(PAGES), help="pages, separated by commas")
    parser.add_argument("--themes", default="light,dark", help="themes, separated by commas")
    chosen = parser.parse_args()
    script = (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    counts = Counter[tuple[str, ...]]()
    with Server() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for theme in chosen.themes.split(","):
            context = browser.new_context(
                viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=theme, reduced_motion="reduce"
            )
            explorer = Explorer(context.new_page(), server.url)
            for page, query in views(chosen.pages.split(",")):
                found = look(explorer, script, page, query)
                for finding in found:
                    whose = "Streamlit" if finding.streamlits else "ours"
                    counts[whose, finding.impact, finding.rule, theme] += 1
                own = [finding for finding in found if not finding.streamlits]
                print(f"{theme:5} {page:8} {' '.join(query.values()):40} {len(own)}", flush=True)
                for finding in own:
                    print(f"      {finding.impact} {finding.rule}: {finding.where}")
                    print(f"      {' '.join(finding.why.split())[:200]}")
            context.close()
        browser.close()
    for line, n in sorted(counts.items()):
        print(f"{n:5} {', '.join(line)}")
    blocking = sum(n for line, n in counts.items() if line[0] == "ours" and line[1] in BLOCKING)
    print(f"{blocking} serious or critical findings of our own")
    return 1 if blocking else 0


if __name__ == "__main__":
    sys.exit(main())
