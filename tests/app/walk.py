"""A seeded random walk in Chromium: every kind of widget on every page, back, forward and reload; and a report.

After each step the page must show no exception and the console no error; in the end the server's memory must be within
a fifth of its level after the first fifth of the steps. After a problem the walk goes on from the first page, so that
one problem does not hide others. The exit code is 1 if anything was found.

python tests/app/walk.py [--steps 10000] [--seed 0]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from driver import HEIGHT, WIDTH, Explorer, Server, launch  # noqa: E402
from playwright.sync_api import Error as BrowserError  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from catviz.ui.labels import GO_ON, RUN  # noqa: E402

#: Where the widgets of a kind are, and how often one of them is chosen where there are any.
WIDGETS = {
    "page": ('[data-testid="stSidebarNavLink"], [data-testid="stPageLink"] a', 10),
    "box": ('[data-testid="stSelectbox"] input', 18),
    "list": ('[data-testid="stMultiSelect"] input', 6),
    "radio": ('[data-testid="stRadio"] label, [data-testid="stButtonGroup"] button', 12),
    "check": ('[data-testid="stCheckbox"] label', 8),
    "button": ('[data-testid="stButton"] button, [data-testid="stPopover"] button', 10),
    "download": ('[data-testid="stDownloadButton"] button', 1),
    "fold": ("details > summary", 5),
    "tab": ('[data-testid="stTab"], [role="tab"]', 5),
    "number": ('[data-testid="stNumberInput"] input', 5),
    "slider": ('[role="slider"]', 5),
    "text": ('[data-testid="stTextInput"] input, [data-testid="stTextArea"] textarea', 3),
    "chart": (".js-plotly-plot .nsewdrag", 8),
    "table": ('[data-testid="stDataFrame"] canvas', 2),
    "file": ('[data-testid="stFileUploader"] input[type=file]', 1),
}
HISTORY = {"back": 5, "forward": 3, "reload": 1}
TEXTS = ("", "a", "0", "0, 1", "<b>x</b>", "*x* $y$", "Ä日本", "-1e9", "x" * 300)
WARM_UP = 0.2
#: The share by which memory may grow from the end of the warm-up.
MORE = 0.2
_SHOWN = """kinds => {
  document.querySelectorAll('[data-walk]').forEach(e => e.removeAttribute('data-walk'));
  const open = document.querySelector('[role="dialog"]'), root = open || document, found = [];
  for (const [kind, where] of Object.entries(kinds)) for (const e of root.querySelectorAll(where)) {
    const seen = kind === 'file' ? e.closest('section') || e.parentElement : e;
    if (e.disabled || e.closest('[aria-disabled="true"]') || !seen.checkVisibility() || e.dataset.walk) continue;
    const words = (e.getAttribute('aria-label') || e.innerText || '').trim().slice(0, 60);
    e.dataset.walk = found.length;
    found.push([kind, words]);
  }
  const texts = where => [...document.querySelectorAll(where)].map(e => e.innerText.trim().slice(0, 500));
  return {found, exceptions: texts('[data-testid="stException"]'), errors: texts('[data-testid="stAlertContentError"]'),
          dialog: !!open, heap: performance.memory ? performance.memory.usedJSHeapSize / 2 ** 20 : 0};
}"""


@dataclass
class Found:
    """What a walk has met: problems with the steps before them, error boxes, and how often each kind was used."""

    problems: list[str] = field(default_factory=list)
    error_boxes: Counter = field(default_factory=Counter)
    used: Counter = field(default_factory=Counter)
    missed: Counter = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    heap: float = 0.0


class Walker:
    """Someone who presses whatever there is."""

    def __init__(self, explorer: Explorer, seed: int, runs: bool = True):
        """With ``runs`` False, what starts long work is left alone."""
        self.explorer, self.page, self.runs = explorer, explorer.page, runs
        self.rng, self.found = random.Random(seed), Found()
        self._last: deque[str] = deque(maxlen=12)

    def walk(self, steps: int) -> Iterator[int]:
        """Take the steps; yields the number of each."""
        self.explorer.goto()
        for number in range(1, steps + 1):
            start = time.perf_counter()
            self._step(number)
            self.found.seconds.append(time.perf_counter() - start)
            yield number

    def _step(self, number: int) -> None:
        try:
            seen = self.page.evaluate(_SHOWN, {kind: where for kind, (where, _) in WIDGETS.items()})
            kind, place, words = self._choice(seen)
            self._last.append(f"{kind} {words!r}")
            self.found.used[kind] += 1
            self._act(kind, place)
        except BrowserError:
            # something lies above it, or it is gone: what was opened by then is closed
            self.found.missed[self._last[-1].split()[0] if self._last else ""] += 1
            self.page.keyboard.press("Escape")
        problems: list[str] = []
        try:
            self.explorer.settle(0.02)
            seen = self.page.evaluate(_SHOWN, {})
            self.found.heap = seen["heap"]
            self.found.error_boxes.update(seen["errors"])
            problems += [f"exception: {text}" for text in seen["exceptions"]]
        except (BrowserError, TimeoutError) as error:
            problems.append(f"does not come to rest: {str(error).splitlines()[0]}")
        problems += self.explorer.console_errors() + self.explorer.page_errors() + self.explorer.foreign_requests()
        if problems:
            self.explorer.forget_problems()
            before = "; ".join(self._last)
            self.found.problems.append(f"step {number}, {self.page.url}: {' | '.join(problems)}\n  after: {before}")
            self.explorer.goto()

    def _choice(self, seen: dict) -> tuple[str, int, str]:
        """What to do next: a kind that is there, and one of its widgets."""
        there: dict[str, list[tuple[int, str]]] = {}
        for place, (kind, words) in enumerate(seen["found"]):
            if self.runs or not words.startswith((RUN, GO_ON)):
                there.setdefault(kind, []).append((place, words))
        weights = {kind: WIDGETS[kind][1] for kind in there} | HISTORY
        if seen["dialog"]:
            weights["escape"] = 10
        (kind,) = self.rng.choices(list(weights), list(weights.values()))
        return (kind, *self.rng.choice(there[kind])) if kind in there else (kind, -1, "")

    def _act(self, kind: str, place: int) -> None:
        rng, keys = self.rng, self.page.keyboard
        widget = self.page.locator(f'[data-walk="{place}"]')
        if kind == "back":
            self.page.go_back(wait_until="commit")
            if self.page.url == "about:blank":  # before the first page
                self.page.go_forward(wait_until="commit")
        elif kind == "forward":
            self.page.go_forward(wait_until="commit")
        elif kind == "reload":
            self.page.reload(wait_until="domcontentloaded")
        elif kind == "escape":
            keys.press("Escape")
        elif kind == "file":
            widget.set_input_files({"name": "walk.csv", "mimeType": "text/csv", "buffer": self._table()})
        elif kind in ("box", "list"):
            widget.click(timeout=2000)
            for _ in range(rng.randint(1, 8)):
                keys.press(rng.choice(("ArrowDown", "ArrowDown", "ArrowUp")))
            keys.press("Enter" if kind == "box" or rng.random() < 0.7 else "Backspace")
            keys.press("Escape")
        elif kind == "number":
            widget.fill(str(rng.choice((0, 1, 2, 3, 5, 10, 50, 1000, -1, 0.25))), timeout=2000)
            keys.press("Enter")
        elif kind == "text":
            widget.fill(rng.choice(TEXTS), timeout=2000)
            keys.press("Enter")
        elif kind == "slider":
            widget.focus(timeout=2000)
            keys.press(rng.choice(("ArrowRight", "ArrowLeft", "Home", "End", "PageUp")))
        elif kind in ("chart", "table"):
            self._on_a_figure(widget)
        else:
            widget.click(timeout=2000)

    def _on_a_figure(self, widget) -> None:
        """A click, a double click or a drag somewhere on it."""
        widget.scroll_into_view_if_needed(timeout=2000)
        box = widget.bounding_box()
        if not box:
            return
        ends = [(box["x"] + self.rng.random() * box["width"], box["y"] + self.rng.random() * box["height"])]
        ends.append((box["x"] + self.rng.random() * box["width"], box["y"] + self.rng.random() * box["height"]))
        mouse, how = self.page.mouse, self.rng.choice(("click", "click", "double", "drag"))
        if how == "drag":
            mouse.move(*ends[0])
            mouse.down()
            mouse.move(*ends[1], steps=5)
            mouse.up()
        else:
            mouse.click(*ends[0], click_count=2 if how == "double" else 1)

    def _table(self) -> bytes:
        """A small file, another one each time."""
        columns = self.rng.randint(1, 6)
        lines = [",".join(f"c{j}" for j in range(columns))]
        lines += [",".join(self.rng.choice("abcd") for _ in range(columns)) for _ in range(self.rng.randint(2, 60))]
        return "\n".join(lines).encode()


def main() -> int:
    """Walk; 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=10_000, help="how many")
    parser.add_argument("--seed", type=int, default=0, help="of all choices")
    chosen = parser.parse_args()
    with Server() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
        )
        walker = Walker(Explorer(context.new_page(), server.url, 120), chosen.seed)
        found, levels, told = walker.found, [], 0
        for number in walker.walk(chosen.steps):
            levels.append(server.megabytes())
            if len(found.problems) > told:
                print(found.problems[-1], flush=True)
                told = len(found.problems)
            if number % 100 == 0:
                print(
                    f"{number} steps, {sum(found.seconds):.0f} s, server {levels[-1]:.0f} MB, tab {found.heap:.0f} MB, "
                    f"{told} problems",
                    flush=True,
                )
        traces = len(server.failures())
        if traces:
            print(server.log()[-6000:])
        browser.close()
    warm = max(levels[: max(1, int(WARM_UP * len(levels)))])
    done = ", ".join(f"{kind} {n}" for kind, n in found.used.most_common())
    print(f"{chosen.steps} steps from seed {chosen.seed} in {sum(found.seconds):.0f} s: {done}")
    print(f"out of reach: {sum(found.missed.values())} ({', '.join(f'{k} {n}' for k, n in found.missed.items())})")
    print(f"memory of the server: {levels[0]:.0f} MB at first, {warm:.0f} MB at most in the first fifth,")
    print(f"{max(levels):.0f} MB at its peak, {levels[-1]:.0f} MB in the end")
    for text, n in found.error_boxes.most_common():
        print(f"error box, {n} steps: {' '.join(text.split())[:200]}")
    grown = levels[-1] > (1 + MORE) * warm
    print(f"{len(found.problems)} problems, {traces} tracebacks in the log" + (", memory has grown" if grown else ""))
    return 1 if found.problems or traces or grown else 0


if __name__ == "__main__":
    sys.exit(main())
