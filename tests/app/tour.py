"""Every bundled data set on every page with every method offered there, in Chromium: a report, pictures, an exit code.

Ten further tables, of different fields and shapes, are given to the file box and seen on every page (`fields.FIELDS`).

python tests/app/tour.py --out tour [--data mushroom,voting,survey] [--pages values,rows]
"""

from __future__ import annotations

import argparse
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from driver import HEIGHT, PAGES, WIDTH, Explorer, Server, launch  # noqa: E402
from fields import FIELDS  # noqa: E402
from playwright.sync_api import Error as BrowserError  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

import catviz  # noqa: E402
from catviz.registry import DEFAULT, methods  # noqa: E402
from catviz.ui.inside import WALKS  # noqa: E402
from catviz.ui.lessons.page import LESSONS, guess_key  # noqa: E402

#: Data sets with a picture of every page; the others have one of `PICTURE`.
PICTURED = ("mushroom", "breast_cancer_ljubljana", "voting", "nursery", "kr_vs_k")
PICTURE = "values"
TALLEST = 4_000
WAIT_SECONDS = 120.0
OWN = {make.__name__: make for make in FIELDS}
BOX = "Your own table"

_LEARN_VALUES = tuple(m.name for m in methods() if m.has_values)
#: Pages with methods: the key in the link, the names, and the one the page opens with.
OFFERED = {
    "values": ("method", _LEARN_VALUES, DEFAULT),
    "orders": ("order", _LEARN_VALUES, DEFAULT),
    "inside": ("method", tuple(WALKS), next(iter(WALKS))),
}


@dataclass
class Visit:
    """One page under one method, and what was wrong with it."""

    data: str
    page: str
    method: str
    seconds: float = 0.0
    megabytes: float = 0.0
    figures: int = 0
    problems: list[str] = field(default_factory=list)


def visits(data: str, pages: list[str]) -> list[tuple[str, str, dict[str, str], bool]]:
    """(page, method, choices for the link, picture?) of a data set."""
    out = []
    for page in pages:
        pictured = data in PICTURED or page == PICTURE
        if page == "lessons":
            # lessons bring their own tables: they are visited once
            lessons = LESSONS if data == PICTURED[0] else ()
            guesses = [{"lesson": lesson.key, guess_key(lesson): lesson.options[0]} for lesson in lessons]
            out += [(page, guess["lesson"], guess, i == 0) for i, guess in enumerate(guesses)]
            continue
        if page not in OFFERED:
            out.append((page, "", {"data": data}, pictured))
            continue
        key, names, default = OFFERED[page]
        out += [(page, name, {"data": data, key: name}, pictured and name == default) for name in names]
    return out


def visit(
    explorer: Explorer, data: str, page: str, method: str, choices: dict[str, str], picture: Path | None
) -> Visit:
    """Open a page, look at what it shows, and take its picture."""
    seen = Visit(data, page, method)
    look(explorer, seen, lambda: explorer.open(explorer.link(page, **choices), calm=0.15), picture)
    return seen


def look(explorer: Explorer, seen: Visit, go: Callable[[], None], picture: Path | None) -> None:
    """Go to a page, note what it shows, how long it took and what is wrong with it, and take its picture."""
    explorer.forget_problems()
    start = time.perf_counter()
    try:
        go()
        seen.seconds = time.perf_counter() - start - 0.15
        explorer.finish()
        charts = explorer.charts()
        seen.figures = len(charts)
        seen.problems += explorer.problems()
        seen.problems += [f"error: {text}" for text in explorer.errors()]
        seen.problems += [f"scrolls sideways: {part}" for part in explorer.overflow()]
        seen.problems += [f"blank chart {c['title']!r}, {c['width']} x {c['height']}" for c in charts if c["blank"]]
        seen.problems += [f"note: {text}" for text in explorer.alerts() if "link asks for" in text]
        if not charts and not explorer.nothing_to_draw():
            seen.problems.append("neither a figure nor a reason why there is none")
        if picture:
            take(explorer, picture)
    except (BrowserError, TimeoutError) as error:
        seen.seconds = seen.seconds or time.perf_counter() - start
        seen.problems += [*explorer.problems(), f"timeout: {str(error).splitlines()[0]}"]


def visit_own(explorer: Explorer, server: Server, data: str, pages: list[str], out: Path) -> list[Visit]:
    """Give a table of `fields` to the file box, then go from page to page; with the server's memory after each."""
    seen = [Visit(data, "overview", "")]
    file = OWN[data]()

    def given() -> None:
        explorer.upload(BOX, file)
        explorer.settle(0.15)

    explorer.goto()
    look(explorer, seen[0], given, out / f"{data}-overview.png")
    seen[0].megabytes = server.megabytes()
    if explorer.errors() or not explorer.page.url.split("?")[0].endswith("/overview"):
        seen[0].problems.append("the file was not opened")
        return seen
    for page in pages:
        if page not in ("overview", "start", "lessons"):
            seen.append(Visit(data, page, ""))
            look(explorer, seen[-1], partial(explorer.click_page, page.title()), out / f"{data}-{page}.png")
            seen[-1].megabytes = server.megabytes()
    return seen


def take(explorer: Explorer, file: Path) -> None:
    """A picture of the whole page: the window grows, as the document does not scroll."""
    page = explorer.page
    tall = page.evaluate("() => (document.querySelector('[data-testid=\"stMain\"]') || {}).scrollHeight || 0")
    if tall > HEIGHT:
        page.set_viewport_size({"width": WIDTH, "height": min(tall + 20, TALLEST)})
        explorer.settle(0.2)
    page.screenshot(path=str(file))
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})


def work(waiting: queue.Queue, seen: list[Visit], pages: list[str], out: Path) -> None:
    """A server and a browser of their own, for one data set after the other."""
    with Server() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        while True:
            try:
                data = waiting.get_nowait()
            except queue.Empty:
                break
            context = browser.new_context(
                viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", reduced_motion="reduce"
            )
            explorer = Explorer(context.new_page(), server.url, WAIT_SECONDS)
            start, done = time.perf_counter(), []
            if data in OWN:
                with Server() as fresh:
                    done = visit_own(Explorer(explorer.page, fresh.url, WAIT_SECONDS), fresh, data, pages, out)
            for page, method, choices, pictured in visits(data, pages) if data not in OWN else ():
                picture = out / f"{data}-{page}.png" if pictured else None
                done.append(visit(explorer, data, page, method, choices, picture))
            context.close()
            seen += done
            failed = sum(bool(v.problems) for v in done)
            print(f"{data:40} {len(done):3} pages {time.perf_counter() - start:6.1f} s  {failed} failed", flush=True)
        browser.close()


def report(seen: list[Visit], data: list[str], pages: list[str], seconds: float) -> str:
    """The report in Markdown: failures first, then a table by data set and page, then every visit."""
    failed = [v for v in seen if v.problems]
    lines = ["# Tour of the explorer", ""]
    lines += [f"{len(seen)} pages of {len(data)} data sets in {seconds:.0f} s; {len(failed)} failed.", ""]
    if failed:
        lines += ["## Failed", ""]
        for v in failed:
            lines.append(f"- {v.data}, {v.page}{', ' + v.method if v.method else ''}")
            lines += [f"  - {_cell(problem)}" for problem in v.problems]
        lines.append("")
    lines += ["## By data set and page", "", "Pages that passed of all, and the slowest load.", ""]
    lines += [f"| data set | {' | '.join(pages)} |", f"|---|{'---|' * len(pages)}"]
    for name in data:
        cells = []
        for page in pages:
            here = [v for v in seen if (v.data, v.page) == (name, page)]
            if not here and name in OWN:
                cells.append("")
                continue
            passed = sum(not v.problems for v in here)
            mark = "" if passed == len(here) else "**fail** "
            cells.append(f"{mark}{passed}/{len(here)}, {max((v.seconds for v in here), default=0):.1f} s")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += [
        "",
        "## Every visit",
        "",
        "| data set | page | method | load, s | memory, MB | figures | result |",
        "|---|---|---|---|---|---|---|",
    ]
    for v in seen:
        result = _cell("; ".join(v.problems)) if v.problems else "pass"
        memory = f"{v.megabytes:.0f}" if v.megabytes else ""
        lines.append(f"| {v.data} | {v.page} | {v.method} | {v.seconds:.1f} | {memory} | {v.figures} | {result} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")[:300]


def main() -> int:
    """Run the tour; 1 if anything failed."""
    bundled = [name for name in catviz.list_datasets() if catviz.dataset_info(name).bundled]
    known_data = [*bundled, *OWN]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("tour"), help="folder of the report and the pictures")
    parser.add_argument("--data", default=",".join(known_data), help="data sets, separated by commas")
    parser.add_argument("--pages", default=",".join(PAGES), help="pages, separated by commas")
    parser.add_argument("--browsers", type=int, default=2, help="browsers at work at once, each with its own server")
    chosen = parser.parse_args()
    data, pages = chosen.data.split(","), chosen.pages.split(",")
    for given, known in ((data, known_data), (pages, PAGES)):
        unknown = [name for name in given if name not in known]
        if unknown:
            parser.error(f"no {unknown[0]!r}: choose among {', '.join(known)}")
    chosen.out.mkdir(parents=True, exist_ok=True)
    waiting: queue.Queue = queue.Queue()
    for name in sorted(data, key=lambda n: 0 if n in OWN else -catviz.dataset_info(n).n_rows):
        waiting.put(name)
    seen: list[Visit] = []
    start = time.perf_counter()
    workers = [
        threading.Thread(target=work, args=(waiting, seen, pages, chosen.out))
        for _ in range(max(1, min(chosen.browsers, len(data))))
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    places = {name: i for i, name in enumerate(data)}
    seen.sort(key=lambda v: places[v.data])
    lacking = [name for name in data if name not in {v.data for v in seen}]
    seen += [Visit(name, "-", "", problems=["was not visited: see the output above"]) for name in lacking]
    text = report(seen, data, pages, time.perf_counter() - start)
    (chosen.out / "report.md").write_text(text, encoding="utf-8")
    failed = sum(bool(v.problems) for v in seen)
    print(f"{len(seen)} pages, {failed} failed: {chosen.out / 'report.md'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
