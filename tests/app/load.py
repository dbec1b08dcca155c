"""Many people on one server: tabs that speak the browser's protocol walk pages, data sets and uploads; a report.

Each waits a few seconds between two requests, as a reader does. Every one of them uploads a table of the same name and
shape, whose values name their owner: no message may hold another's. With ``--lesson`` all of them walk one lesson,
as a class does. The exit code is 1 if a goal is missed.

python tests/app/load.py [--sessions 30] [--seconds 120] [--think 5] [--seed 0] [--lesson KEY]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
from driver import PAGES, Server  # noqa: E402
from wire import Answer, Tab  # noqa: E402

import catviz  # noqa: E402
from catviz.ui.frame.server import GARBAGE_EVERY  # noqa: E402
from catviz.ui.labels import LESSONS, RUN  # noqa: E402
from catviz.ui.lessons.page import COMPARE, DRAW_AGAIN  # noqa: E402
from catviz.ui.navigation import FORMER  # noqa: E402

#: Data sets that are walked: the largest ones, and some of the size of a lesson.
DATA = ("mushroom", "nursery", "kr_vs_k", "adult", "voting", "zoo", "soybean_large", "kr_vs_kp")
#: Goals in seconds: of half and of nine in ten answers, of the longest time without a word while one waits for it.
MEDIAN, NINE_IN_TEN, SILENCE = 1.5, 4.0, 5.0
#: Seconds in which half of the answers come where all are in one lesson.
LESSON_MEDIAN = 0.5
#: The pages by their addresses of today, which the protocol asks for by name.
TODAY = tuple(page for page in PAGES if page not in FORMER)
#: The share of its level after the warm-up by which memory may be larger in the end.
BACK = 0.2
#: Random requests of one session in the warm-up, after every page of every data set: they fill the caches.
WARMING = 150
#: The same, of a lesson.
LEARNING = 10
#: How often each is done, in percent; what a page does not offer is replaced by a change of page.
ACTS = {"page": 45, "data set": 20, "choice": 20, "upload": 5, "run": 10}
FILE = "answers.csv"
DATA_BOX = "Data set"


def owner(number: int) -> str:
    """What every value of a session's table begins with."""
    return f"own-{number:03d}"


def own_table(number: int) -> bytes:
    """A file of 300 rows that has the same size and name for everyone, with the owner's number in every value."""
    rng = np.random.default_rng(number)
    columns = {f"q{j}": [f"{owner(number)} {value}" for value in rng.choice(list("abcd"), 300)] for j in range(6)}
    return pd.DataFrame(columns).to_csv(index=False).encode()


@dataclass
class Visitor:
    """One session: what it asked, what it was told, and what was wrong."""

    number: int
    url: str
    seed: int
    think: float
    lesson: str = ""
    answers: list[tuple[str, Answer]] = field(default_factory=list)
    longest_queue: int = 0
    uploads: int = 0

    def __post_init__(self):
        self.rng = random.Random(1000 * self.seed + self.number)
        self.tab = Tab(self.url, re.compile(rb"own-\d{3}"))
        self.titles = {catviz.dataset_info(name).title for name in DATA}

    async def walk(self, until: float) -> None:
        """Open a page, and go on until the time is over."""
        await asyncio.sleep(self.rng.uniform(0, self.think))
        if self.lesson:
            self.note("open", await self.tab.open("lessons", lesson=self.lesson))
        else:
            page = self.rng.choice(TODAY)
            self.note("open", await self.tab.open("" if page == "start" else page, data=self.rng.choice(DATA)))
        while True:
            await asyncio.sleep(self.rng.uniform(0.4, 1.6) * self.think)
            if time.monotonic() > until:
                break
            await (self.learn() if self.lesson else self.act(self.drawn()))
        await self.tab.close()

    def drawn(self) -> str:
        """What to do next."""
        return self.rng.choices(list(ACTS), list(ACTS.values()))[0]

    async def learn(self) -> None:
        """Press a button of the lesson, or come back to it: to guess, to compare, to guess again."""
        main = [s for s in self.tab.shown("button") if not s.proto.disabled and s.proto.label in (COMPARE, DRAW_AGAIN)]
        if main:
            self.note("lesson", await self.tab.press(self.rng.choice(main)))
        else:
            self.note("lesson", await self.tab.go(LESSONS))

    async def act(self, what: str) -> None:
        """Do one thing that the page offers."""
        tab, rng = self.tab, self.rng
        boxes = [s for s in tab.shown("selectbox", "radio", "checkbox") if not s.proto.disabled]
        data = [box for box in boxes if box.proto.label == DATA_BOX]
        others = [box for box in boxes if box.proto.label != DATA_BOX]
        files = [s for s in tab.shown("file_uploader") if not s.proto.type]
        runs = [button for button in tab.shown("button") if button.proto.label == RUN and not button.proto.disabled]
        if what == "data set" and data:
            known = [name for name in data[0].proto.options if name in self.titles or name.startswith(FILE)]
            answer = await tab.select(data[0], rng.choice(known))
        elif what == "choice" and others:
            box = rng.choice(others)
            turned = box.kind == "checkbox"
            answer = await (
                tab.turn(box, not box.proto.default) if turned else tab.select(box, rng.choice(list(box.proto.options)))
            )
        elif what == "upload" and files:
            answer = await tab.upload(files[0], FILE, own_table(self.number))
            self.uploads += 1
        elif what == "run" and runs:
            answer = await tab.press(rng.choice(runs))
        else:
            what, answer = "page", await tab.go(rng.choice(list(tab.pages)))
        self.note(what, answer)

    def problems(self) -> list[str]:
        """What was wrong; an upload that is shown to another, or not to its owner, as well."""
        own = {owner(self.number).encode()} if self.uploads else set()
        strange = [f"shown the table of {mark.decode()}" for mark in self.tab.marks - own]
        return [*self.tab.problems, *strange, *("own table not shown" for mark in own - self.tab.marks)]

    def note(self, what: str, answer: Answer) -> None:
        """Keep an answer with the page and the data set that it shows, and the longest queue of jobs."""
        title = next((s.proto.body for s in self.tab.shown("heading")), "")
        data = [self.tab.chosen(s) for s in self.tab.shown("selectbox") if s.proto.label == DATA_BOX]
        where = ", ".join(filter(None, [title, *data]))
        self.answers.append((what, replace(answer, asked=f"{answer.asked} ({where})")))
        waiting = [int(n) for n in re.findall(r"waiting: (\d+) before", self.tab.words())]
        self.longest_queue = max([self.longest_queue, *waiting])


async def at_once(visitors: list[Visitor]) -> None:
    """All of them open a page in the same moment, as a class does, of a server that has just started."""

    async def come(visitor: Visitor) -> None:
        page = TODAY[visitor.number % len(TODAY)]
        if visitor.lesson:
            visitor.note("at once", await visitor.tab.open("lessons", lesson=visitor.lesson))
        else:
            visitor.note("at once", await visitor.tab.open("" if page == "start" else page))
        await visitor.tab.close()

    await asyncio.gather(*map(come, visitors))


async def warm_up(server: Server, visitor: Visitor) -> None:
    """Every page of every data set once, an upload, and random requests."""
    if visitor.lesson:
        await visitor.tab.open("lessons", lesson=visitor.lesson)
        for _ in range(LEARNING):
            await visitor.learn()
        await visitor.tab.close()
        return
    await visitor.tab.open()
    for title in sorted(visitor.titles):
        for page in list(visitor.tab.pages):
            await visitor.tab.go(page)
            (box,) = (s for s in visitor.tab.shown("selectbox") if s.proto.label == DATA_BOX)
            if visitor.tab.chosen(box) != title:
                await visitor.tab.select(box, title)
    await visitor.act("upload")
    for _ in range(WARMING):
        await visitor.act(visitor.drawn())
    await visitor.tab.close()


@dataclass
class Cost:
    """The server's memory in MB at the stages of a run, and the processor time of the walk."""

    start: float = 0.0
    warm: float = 0.0
    peak: float = 0.0
    closed: float = 0.0
    end: float = 0.0
    cpu: float = 0.0

    async def watch(self, server: Server) -> None:
        """Note the peak, until cancelled."""
        while True:
            self.peak = max(self.peak, server.megabytes())
            await asyncio.sleep(0.5)


async def run(server: Server, chosen: argparse.Namespace) -> tuple[list[Visitor], Cost]:
    """Warm up, let all of them walk, wait until their sessions have ended, and measure."""

    def visitor(number: int) -> Visitor:
        return Visitor(number, server.url, chosen.seed, chosen.think, chosen.lesson)

    cost, first = Cost(server.megabytes()), visitor(0)
    early = [visitor(number) for number in range(1, chosen.sessions + 1)]
    await at_once(early)
    await warm_up(server, first)
    cost.warm = server.megabytes()
    what = f"{len(first.titles)} data sets on every page and {WARMING} random requests"
    print(f"warm after {'one lesson' if chosen.lesson else what}: {cost.warm:.0f} MB")
    visitors = [visitor(number) for number in range(1, chosen.sessions + 1)]
    watching = asyncio.create_task(cost.watch(server))
    until, cpu = time.monotonic() + chosen.seconds, server.cpu_seconds()
    await asyncio.gather(*(v.walk(until) for v in visitors))
    watching.cancel()
    cost.cpu = server.cpu_seconds() - cpu
    cost.closed = server.megabytes()
    print(f"all closed: {cost.closed:.0f} MB; waiting until their sessions end")
    # Streamlit keeps a closed session for as long, and lets it go when another one closes
    await asyncio.sleep(session_seconds() + 5)
    last = visitor(0)
    await last.tab.open()
    await last.tab.close()
    await asyncio.sleep(GARBAGE_EVERY + 5)
    cost.end = server.megabytes()
    return [*early, first, *visitors, last], cost


def session_seconds() -> int:
    """How long Streamlit keeps the session of a closed tab."""
    import streamlit as st

    return st.get_option("server.disconnectedSessionTTL")


def report(
    visitors: list[Visitor], cost: Cost, chosen: argparse.Namespace, failures: list[str]
) -> tuple[str, list[str]]:
    """The report in Markdown, and the goals that were missed."""
    early, walked = visitors[: chosen.sessions], visitors[chosen.sessions + 1 :]
    answers = [answer for v in walked for answer in v.answers]
    silence = max(a.silence for _, a in answers)
    problems = [f"session {v.number}: {p}" for v in visitors for p in v.problems()]
    problems += [f"a traceback in the log: {failure}" for failure in failures]
    uploads = sum(v.uploads for v in visitors)
    lines = [
        f"{chosen.sessions} sessions for {chosen.seconds} s, {chosen.think:g} s between two requests on average, "
        f"seed {chosen.seed}, {os.cpu_count()} cores: {len(answers)} answers "
        f"({len(answers) / chosen.seconds:.1f} a second, {cost.cpu / len(answers):.2f} s of processor time each), "
        f"{len(problems)} errors, {uploads} uploads.",
        "",
        "| request | answers | median, s | 90 %, s | 99 %, s | longest, s | longest silence, s |",
        "|---|---|---|---|---|---|---|",
    ]
    opened = [answer for v in early for answer in v.answers]
    for kind in ("at once", "all", "open", "lesson", *ACTS):
        of_kind = [a for what, a in (opened if kind == "at once" else answers) if kind in ("all", what)]
        if of_kind:
            half, most, nearly = np.percentile([a.seconds for a in of_kind], [50, 90, 99])
            longest, quiet = max(a.seconds for a in of_kind), max(a.silence for a in of_kind)
            lines.append(
                f"| {kind} | {len(of_kind)} | {half:.2f} | {most:.2f} | {nearly:.2f} | {longest:.2f} | {quiet:.2f} |"
            )
    lines += [
        "",
        "| memory of the server | MB |",
        "|---|---|",
        f"| at the start | {cost.start:.0f} |",
        f"| after the warm-up | {cost.warm:.0f} |",
        f"| at its peak | {cost.peak:.0f} |",
        f"| when all tabs were closed | {cost.closed:.0f} |",
        f"| when their sessions had ended | {cost.end:.0f} |",
        "",
        f"Longest queue of jobs shown: {max(v.longest_queue for v in visitors)} before one's own. "
        f"Data heard: {sum(v.tab.heard_bytes for v in visitors) / 2**20:.0f} MB.",
    ]
    slowest = sorted(answers, key=lambda pair: -pair[1].seconds)[:5]
    lines += ["", "Slowest: " + "; ".join(f"{a.asked} {a.seconds:.1f} s" for _, a in slowest) + "."]
    missed = problems[:40]
    half, most = np.percentile([a.seconds for _, a in answers], [50, 90])
    goals = {
        "half of the answers took": (half, LESSON_MEDIAN if chosen.lesson else MEDIAN),
        "nine in ten answers took": (most, NINE_IN_TEN),
        "a session heard nothing for": (silence, SILENCE),
    }
    missed += [f"{what} {took:.1f} s: the goal is {goal:g} s" for what, (took, goal) in goals.items() if took > goal]
    if cost.end > (1 + BACK) * cost.warm:
        missed.append(f"memory is {cost.end / cost.warm - 1:.0%} above its level after the warm-up")
    return "\n".join(lines), missed


def main() -> int:
    """Run the load; 1 if a goal was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=30, help="tabs at once")
    parser.add_argument("--seconds", type=int, default=120, help="how long they walk")
    parser.add_argument("--think", type=float, default=5.0, help="seconds between an answer and the next request")
    parser.add_argument("--seed", type=int, default=0, help="of all choices")
    parser.add_argument("--lesson", default="", help="the key of a lesson that all of them walk, such as dolphin")
    chosen = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    with Server() as server:
        visitors, cost = asyncio.run(run(server, chosen))
        failures = server.failures()
        text, missed = report(visitors, cost, chosen, failures)
        log = server.log()
    print(text)
    if failures:
        print(log[-8000:])
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
