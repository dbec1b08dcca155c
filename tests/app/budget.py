"""The words that stand on each page before anything is opened, and the share of the first screen that is figure.

python tests/app/budget.py [--data mushroom,zoo] [--file TABLE ...] [--sizes 1440x900,1280x720]

Words of prose, captions and boxes count; those of figures, tables, labels, buttons and what is closed do not.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from driver import PAGES, Explorer, Server, launch  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

#: Words on the first screen and on a page at most, and the share of the first screen that is figure at least.
FIRST_SCREEN, WHOLE_PAGE, FIGURE = 60, 120, 0.5
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
  const drawn = '[data-testid="stPlotlyChart"], .st-key-guess-drawn';
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


def main() -> int:
    """Print a line a page, data set and size; 1 if one is beyond the budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="mushroom,zoo")
    parser.add_argument("--file", nargs="*", default=[], help="tables of one's own")
    parser.add_argument("--sizes", default="1440x900,1280x720")
    asked = parser.parse_args()
    beyond = 0
    with Server() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for size in asked.sizes.split(","):
            width, height = map(int, size.split("x"))
            for table in [*asked.data.split(","), *asked.file]:
                context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
                explorer = Explorer(context.new_page(), server.url)
                if table in asked.file:
                    explorer.goto("columns")
                    explorer.finish()
                    explorer.page.locator("input[type=file]").first.set_input_files(table)
                    explorer.finish()
                for page in PAGES:
                    if table in asked.file:
                        explorer.click_page(page)
                    else:
                        explorer.goto(f"{page}?data={table}")
                    explorer.finish()
                    found = counted(explorer)
                    kept = found["first"] <= FIRST_SCREEN and found["words"] <= WHOLE_PAGE and found["figure"] >= FIGURE
                    beyond += not kept
                    print(
                        f"{size} {Path(table).name:12} {page:9} first screen {found['first']:4} words, page "
                        f"{found['words']:4}, figure {100 * found['figure']:3.0f} %{'' if kept else '  beyond'}",
                        flush=True,
                    )
                context.close()
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
