"""The words that stand on each page before anything is opened, and the share of the first screen that is figure.

python tests/app/budget.py [--data mushroom,zoo] [--file TABLE ...] [--views start,map]

Words of prose, captions and boxes count; those of figures, tables, labels, buttons and what is closed do not.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from urllib.parse import urlsplit

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from driver import Explorer, Server, launch  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from catviz.ui import labels  # noqa: E402

#: Words on the first screen and on a page at most, before a guess, and the share of a first screen that is figure.
FIRST_SCREEN, WHOLE_PAGE, GUESS, FIGURE = 60, 120, 35, 0.5
#: Every view whose subject is a figure: its page, and what is chosen there.
VIEWS = {
    "start": ("", {}),
    "lessons": ("lessons", {}),
    "overview": ("overview", {}),
    "columns": ("columns", {}),
    "outcome": ("columns", {"columns": labels.OUTCOME}),
    "crosstab": ("columns", {"columns": labels.CROSSED}),
    "listed": ("columns", {"columns": labels.LISTED}),
    "similar": ("values", {}),
    "axes": ("values", {"look": labels.AXES}),
    "joint": ("values", {"look": labels.MAP_OF_VALUES}),
    "order": ("values", {"values": labels.ORDER}),
    "computed": ("values", {"values": labels.COMPUTED}),
    "map": ("map", {}),
    "clusters": ("clusters", {}),
    "against": ("clusters", {"section": labels.AGAINST}),
    "stable": ("clusters", {"section": labels.STABLE}),
    "chance": ("clusters", {"section": labels.REAL}),
    "predict": ("predict", {}),
    "board": ("methods", {}),
    "papers": ("methods", {"compare": labels.PAPERS}),
    "compare": ("methods", {"compare": labels.COMPARE}),
    "tested": ("methods", {"compare": labels.COMPARE, "show": "Significance"}),
    "agree": ("methods", {"compare": labels.COMPARE, "show": "Do the methods agree?"}),
}
#: Windows that are looked at.
SIZES = ((1440, 900), (1280, 720))
_COUNT = """() => {
  const main = document.querySelector('[data-testid="stMain"]'), seen = main.getBoundingClientRect();
  const counted = '[data-testid="stMarkdownContainer"], [data-testid="stHeading"]';
  const others = 'label, button, summary, [data-testid="stWidgetLabel"], [data-testid="stMetric"], table, '
    + '[data-testid="stPlotlyChart"], [data-testid="stDataFrame"], .katex-mathml, [data-testid="stTooltipIcon"]';
  let words = 0, first = 0;
  for (const block of main.querySelectorAll(counted)) {
    if (block.closest(others) || block.parentElement.closest(counted)) continue;
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement, range = document.createRange();
      if (around.closest(others) || !around.checkVisibility({visibilityProperty: true})) continue;
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect(), n = (node.data.match(/\\S*[\\p{L}\\p{N}]\\S*/gu) || []).length;
      if (!box.width || !box.height) continue;
      words += n;
      if (box.top < innerHeight) first += n;
    }
  }
  let figure = 0;
  const drawn = '[data-testid="stPlotlyChart"], .st-key-guess-drawn, [class*="st-key-steps-"], .st-key-listed';
  for (const chart of main.querySelectorAll(drawn)) {
    const box = chart.getBoundingClientRect();
    const high = Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0));
    figure += box.width * high;
  }
  return {words, first, figure: figure / (seen.width * innerHeight)};
}"""


def counted(explorer: Explorer) -> dict[str, float]:
    """``words`` of the page, those on its ``first`` screen, and the share of this that is ``figure``."""
    return explorer.page.evaluate(_COUNT)


def beyond(found: dict[str, float], view: str) -> list[str]:
    """What a view has too much or too little of."""
    most = GUESS if view == "lessons" else FIRST_SCREEN
    return [
        *([f"{found['first']} words on the first screen"] if found["first"] > most else []),
        *([f"{found['words']} words"] if found["words"] > WHOLE_PAGE else []),
        *([f"{found['figure']:.0%} figure"] if found["figure"] < FIGURE else []),
    ]


def upload(explorer: Explorer, file: str | dict) -> None:
    """Open a table of one's own, as a path or as what Playwright takes for one."""
    explorer.goto("overview")
    explorer.finish()
    explorer.page.locator("input[type=file]").first.set_input_files(file)
    explorer.finish()


def show(explorer: Explorer, view: str) -> None:
    """Go to a view of the table that the session has; those of one page in the order of `VIEWS`."""
    page, choices = VIEWS[view]
    if urlsplit(explorer.page.url).path != f"/{page}":
        explorer.click_page(page.capitalize() or labels.START)
    for name in choices.values():
        explorer.page.get_by_role("radio", name=name, exact=True).first.click()
    explorer.finish()


def main() -> int:
    """Print a line a view, data set and size; 1 if one is beyond the budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="mushroom,zoo")
    parser.add_argument("--file", nargs="*", default=[], help="tables of one's own")
    parser.add_argument("--views", default=",".join(VIEWS))
    asked = parser.parse_args()
    all_kept = True
    with Server() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for table in [*filter(None, asked.data.split(",")), *asked.file]:
            context = browser.new_context(reduced_motion="reduce")
            explorer = Explorer(context.new_page(), server.url)
            if table in asked.file:
                upload(explorer, table)
            else:
                explorer.goto("overview", data=table)
            for view in asked.views.split(","):
                for width, height in SIZES:
                    explorer.page.set_viewport_size({"width": width, "height": height})
                    if (width, height) == SIZES[0]:
                        show(explorer, view)
                    explorer.settle()
                    found = counted(explorer)
                    wrong = beyond(found, view)
                    all_kept &= not wrong
                    print(
                        f"{Path(table).name:12} {view:9} {width}x{height}: first screen {found['first']:3} words, "
                        f"page {found['words']:4}, figure {found['figure']:4.0%}  {', '.join(wrong)}",
                        flush=True,
                    )
            context.close()
    return 0 if all_kept else 1


if __name__ == "__main__":
    sys.exit(main())
