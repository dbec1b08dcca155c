"""Every page in both themes, wide and narrow, beside the picture of it that was accepted: what looks different now.

The pictures are a quarter of the size in each direction, in sixteen greys: small, and blind to smoothed letters.
A page looks different if more than `ALLOWED` of its points differ by more than `STEP`. The exit code is 1 then, and the
folder that is named holds the page as accepted, as it is, and where they differ. Another Chromium or other fonts move
letters: accept the pictures anew there first.

python tests/app/pictures.py [--pages values,rows] [--accept]
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

import numpy as np  # noqa: E402
from driver import PAGES, Explorer, Server, launch  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

ACCEPTED = Path(__file__).with_name("pictures")
SIZES = {"wide": (1440, 900), "narrow": (390, 844)}
SMALLER, GREYS = 4, 16
STEP, ALLOWED = 48, 0.01
"""Of 256 greys, and of all points: a chart that moves or goes is more, a number that changes is less."""


def small(png: bytes) -> Image.Image:
    """A screenshot as it is kept."""
    picture = Image.open(io.BytesIO(png)).convert("L")
    picture = picture.resize((picture.width // SMALLER, picture.height // SMALLER), Image.Resampling.BOX)
    return picture.quantize(GREYS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def different(accepted: Image.Image, now: Image.Image) -> np.ndarray:
    """(height, width) True where two pictures of a size differ."""
    a, b = (np.asarray(picture.convert("L"), dtype=int) for picture in (accepted, now))
    return np.abs(a - b) > STEP


def main() -> int:
    """Look at the pages; 1 if one of them looks different."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", default=",".join(PAGES), help="pages, separated by commas")
    parser.add_argument("--accept", action="store_true", help="keep the pages as they look now")
    chosen = parser.parse_args()
    found = Path(tempfile.mkdtemp(prefix="catviz-pictures-"))
    changed = 0
    with Server() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for theme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
                )
                explorer = Explorer(context.new_page(), server.url)
                for page in chosen.pages.split(","):
                    explorer.goto(page)
                    explorer.finish()
                    now, name = small(explorer.page.screenshot()), f"{page}-{theme}-{size}.png"
                    changed += _accept(now, name) if chosen.accept else _looks_different(now, name, found)
                context.close()
        browser.close()
    print(f"{changed} {'accepted anew' if chosen.accept else f'look different: {found}'}")
    return int(changed > 0 and not chosen.accept)


def _accept(now: Image.Image, name: str) -> bool:
    """Keep a picture, unless it looks like the one that is kept; True if it is kept."""
    file = ACCEPTED / name
    if file.exists() and _share(Image.open(file), now) <= ALLOWED:
        return False
    ACCEPTED.mkdir(exist_ok=True)
    now.save(file, optimize=True)
    return True


def _looks_different(now: Image.Image, name: str, found: Path) -> bool:
    """True, with pictures of it in the folder, if a page does not look as accepted."""
    file = ACCEPTED / name
    accepted = Image.open(file) if file.exists() else Image.new("L", now.size)
    share = _share(accepted, now)
    if share <= ALLOWED:
        return False
    print(f"{name}: {100 * share:.1f} % of the points differ")
    accepted.save(found / f"accepted-{name}")
    now.save(found / f"now-{name}")
    if accepted.size == now.size:
        Image.fromarray(255 * different(accepted, now).astype(np.uint8)).save(found / f"different-{name}")
    return True


def _share(accepted: Image.Image, now: Image.Image) -> float:
    return float(different(accepted, now).mean()) if accepted.size == now.size else 1.0


if __name__ == "__main__":
    sys.exit(main())
