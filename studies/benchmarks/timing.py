"""Side-by-side timing: ours and its peers in turn, CPU seconds, medians and ratios; and where our seconds go."""

from __future__ import annotations

import cProfile
import gc
import pstats
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

MINUTE = 60.0
OURS = "catviz"


@dataclass(frozen=True)
class Timed:
    """Median CPU seconds of ours and of each peer, all measured in turn in one process.

    Attributes
    ----------
    seconds : median by name
    spread : least and most by name
    results : what each call gave
    work : the calls themselves
    """

    seconds: Mapping[str, float]
    spread: Mapping[str, tuple[float, float]]
    results: Mapping[str, object] = field(repr=False)
    work: Mapping[str, Callable[[], object]] = field(repr=False)

    def ratio(self, peer: str) -> float:
        """How many times as long as ours the peer takes."""
        return self.seconds[peer] / self.seconds[OURS]


def in_turn(work: Mapping[str, Callable[[], object]], rounds: int = 5, once: Collection[str] = ()) -> Timed:
    """Each callable once to warm up, then all of them in turn, ``rounds`` times.

    Those in ``once`` take too long for that: they run once, without a warm-up.
    """
    results = {name: call() for name, call in work.items() if name not in once}
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for i in range(rounds):
        for name, call in work.items():
            if i and name in once:
                continue
            gc.collect()
            start = time.process_time()
            result = call()
            seconds[name].append(time.process_time() - start)
            results.setdefault(name, result)
            del result
    medians = {name: float(np.median(s)) for name, s in seconds.items()}
    return Timed(medians, {name: (min(s), max(s)) for name, s in seconds.items()}, results, work)


def growth(
    sizes: Sequence[int], call: Callable[[int], Callable[[], object]], rounds: int = 3, at_least: float = 1
) -> tuple[float, float]:
    """``(exponent, reach)``: CPU seconds grow as size to the exponent; the size that a minute allows, memory aside.

    Beyond the largest size the exponent is taken to be ``at_least`` so much: what every call spends no longer counts.
    """
    seconds = [in_turn({OURS: call(size)}, rounds).seconds[OURS] for size in sizes]
    exponent = float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
    return exponent, float(sizes[-1] * (MINUTE / seconds[-1]) ** (1 / max(exponent, at_least)))


def profile(call: Callable[[], object], top: int = 8) -> list[str]:
    """The functions with most time of their own in one run, a Markdown line each: share, calls, place."""
    profiler = cProfile.Profile()
    profiler.runcall(call)
    stats = pstats.Stats(profiler).stats
    total = sum(spent for _, _, spent, _, _ in stats.values())
    most = sorted(stats.items(), key=lambda item: -item[1][2])[:top]
    return [f"- {spent / total:.0%}, {calls:,} calls: `{_place(*where)}`" for where, (_, calls, spent, _, _) in most]


def _place(path: str, line: int, name: str) -> str:
    return name if path == "~" else f"{'/'.join(Path(path).parts[-2:])}:{line} {name}"
