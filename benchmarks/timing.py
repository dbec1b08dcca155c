"""Side-by-side timing: ours and its peers in turn, CPU seconds, medians and ratios."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

MINUTE = 60.0


@dataclass(frozen=True)
class Timed:
    """Median CPU seconds of ours and of each peer, all measured in turn in one process."""

    seconds: Mapping[str, float]
    spread: Mapping[str, tuple[float, float]]
    results: Mapping[str, object] = field(repr=False)

    def ratio(self, peer: str) -> float:
        """How many times as long as ours the peer takes."""
        return self.seconds[peer] / self.seconds[OURS]


OURS = "catviz"


def in_turn(work: Mapping[str, Callable[[], object]], rounds: int = 5) -> Timed:
    """Each callable once to warm up, then all of them in turn, ``rounds`` times."""
    results = {name: call() for name, call in work.items()}
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, call in work.items():
            gc.collect()
            start = time.process_time()
            call()
            seconds[name].append(time.process_time() - start)
    medians = {name: float(np.median(s)) for name, s in seconds.items()}
    return Timed(medians, {name: (min(s), max(s)) for name, s in seconds.items()}, results)


def growth(sizes: Sequence[int], call: Callable[[int], Callable[[], object]], rounds: int = 3) -> tuple[float, float]:
    """``(exponent, reach)``: CPU seconds grow as size to the exponent; the size that a minute allows."""
    seconds = [in_turn({OURS: call(size)}, rounds).seconds[OURS] for size in sizes]
    exponent, constant = np.polyfit(np.log(sizes), np.log(seconds), 1)
    return float(exponent), float(np.exp((np.log(MINUTE) - constant) / max(exponent, 0.1)))
