"""Encodings beside those of scikit-learn and category_encoders, from frames of text.

``python studies/benchmarks/encoders.py`` prints the section of RESULTS.md.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version

import category_encoders
import numpy as np
import pandas as pd
from sklearn import preprocessing
from threadpoolctl import threadpool_limits
from timing import OURS, Timed, in_turn

import catviz

SKLEARN, ENCODERS = PEERS = ("scikit-learn", "category_encoders")
#: How many times as long as the faster peer ours may take.
GOAL = 1.5
ROUNDS = 5

Call = Callable[[], object]


@dataclass(frozen=True)
class Work:
    """One line of the section: the same work by each package that can do it, and whether the answers agree."""

    name: str
    calls: Mapping[str, Call]
    agree: Callable[[Mapping[str, object]], str]


def section() -> list[str]:
    """The lines of RESULTS.md."""
    head = ["data", "work", "catviz, s", *(f"{peer}, s" for peer in PEERS), "times the faster one", "", "answers"]
    lines, ratios = [], []
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for data, frame in _frames().items():
            for work in _works(frame):
                timed = in_turn(work.calls, ROUNDS)
                ratios.append(1 / min(timed.ratio(peer) for peer in work.calls if peer != OURS))
                lines.append(_line(data, work, timed, ratios[-1]))
    slower, faster = sum(ratio > GOAL for ratio in ratios), sum(ratio < 1 for ratio in ratios)
    return [
        "## Encodings",
        "",
        f"From pandas frames of text to arrays, CPU seconds, median (least to most) of {ROUNDS} rounds in turn; beside "
        f"scikit-learn {version('scikit-learn')} and category_encoders {version('category_encoders')}. Goal: at most "
        f"{GOAL:g} times as long as the faster peer. Of {len(ratios)}, {faster} are faster than it and {slower} miss "
        "the goal. Made by `python studies/benchmarks/encoders.py`.",
        "",
        "| " + " | ".join(head) + " |",
        "|" + " --- |" * len(head),
        *lines,
        "",
    ]


def _frames() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(0)
    widths = rng.integers(2, 31, 20)
    return {
        "60,000 x 1, 3,000 values": _frame(rng, 60_000, [3_000]),
        "60,000 x 1, 20,000 values": _frame(rng, 60_000, [20_000]),
        "100,000 x 20, 2 to 30 values": _frame(rng, 100_000, widths),
    }


def _frame(rng: np.random.Generator, n: int, sizes: list[int]) -> pd.DataFrame:
    return pd.DataFrame({f"a{r}": np.char.add("v", rng.integers(0, v, n).astype(str)) for r, v in enumerate(sizes)})


def _works(frame: pd.DataFrame) -> Iterator[Work]:
    rng = np.random.default_rng(1)
    two, five = (np.char.add("class ", rng.integers(0, k, len(frame)).astype(str)) for k in (2, 5))
    ones = (two == "class 1").astype(int)
    wide = frame.shape[1] > 1
    targets = {
        OURS: lambda: catviz.TargetEncoding(random_state=0),
        SKLEARN: lambda: preprocessing.TargetEncoder(random_state=0),
        ENCODERS: lambda: category_encoders.TargetEncoder(),
    }
    of_two = {OURS: (frame, two), SKLEARN: (frame, two), ENCODERS: (frame, ones)}
    yield from _fit_and_transform("target, 2 classes", targets, of_two, _same(ENCODERS))
    learners = {name: targets[name] for name in (OURS, SKLEARN)}
    of_five = {name: (frame, five) for name in learners}
    yield from _fit_and_transform("target, 5 classes", learners, of_five, _shapes)
    for k, y in ((2, two), (5, five)):
        calls = {name: _cross_fitted(make, frame, y) for name, make in learners.items()}
        yield Work(f"target, {k} classes, cross-fitted", calls, _shapes)
    evidence = {OURS: catviz.WOE, ENCODERS: category_encoders.WOEEncoder}
    often = frame.apply(lambda column: column.map(column.value_counts()) > 1).all(axis=1).to_numpy()
    yield from _fit_and_transform("weight of evidence", evidence, of_two, _same(ENCODERS, often))
    density = {OURS: catviz.DensityEncoding, SKLEARN: targets[SKLEARN]}
    yield from _fit_and_transform("density, 5 classes", density, of_five, _shapes)
    alone = dict.fromkeys((OURS, *PEERS), (frame,))
    if wide:  # in a single column the inverse document frequency is log 1 = 0
        counts = {OURS: catviz.TFIDF, ENCODERS: category_encoders.CountEncoder}
        yield from _fit_and_transform("counts", counts, alone, _correlated)
        one_hot = {
            OURS: catviz.OneHot,
            SKLEARN: lambda: preprocessing.OneHotEncoder(sparse_output=False),
            ENCODERS: lambda: category_encoders.OneHotEncoder(),
        }
        yield from _fit_and_transform("one-hot", one_hot, alone, _shapes)
    codes = {
        OURS: lambda: catviz.CategoricalTable.from_pandas(frame).codes,
        SKLEARN: lambda: preprocessing.OrdinalEncoder().fit_transform(frame),
        ENCODERS: lambda: category_encoders.OrdinalEncoder().fit_transform(frame),
    }
    yield Work("codes", codes, _shapes)


def _fit_and_transform(
    name: str,
    makers: Mapping[str, Callable[[], object]],
    given: Mapping[str, tuple[object, ...]],
    agree: Callable[[Mapping[str, object]], str],
) -> Iterator[Work]:
    """The fit, and the rows of the fit transformed; codes are compared."""
    fits = {package: _fit(make, given[package]) for package, make in makers.items()}
    yield Work(f"{name}: fit", fits, lambda results: "")
    fitted = {package: fit() for package, fit in fits.items()}
    transforms = {package: _transform(model, given[package][0]) for package, model in fitted.items()}
    yield Work(f"{name}: transform", transforms, agree)


def _fit(make: Callable[[], object], given: tuple[object, ...]) -> Call:
    return lambda: make().fit(*given)


def _transform(model: object, frame: object) -> Call:
    return lambda: np.asarray(model.transform(frame), dtype=float)


def _cross_fitted(make: Callable[[], object], frame: pd.DataFrame, y: np.ndarray) -> Call:
    return lambda: make().fit_transform(frame, y)


def _same(peer: str, rows: np.ndarray | None = None) -> Callable[[Mapping[str, object]], str]:
    """How far ours are from a peer's, in some rows; category_encoders has weight 0 for a value in a single row."""

    def agree(results: Mapping[str, object]) -> str:
        chosen = slice(None) if rows is None else rows
        where = "" if rows is None or rows.all() else f" in the {rows.sum():,} rows whose value another row has"
        return f"within {np.abs(results[OURS] - results[peer])[chosen].max():.1e} of {peer}{where}"

    return agree


def _shapes(results: Mapping[str, object]) -> str:
    shapes = {np.shape(result) for result in results.values()}
    return f"{shapes.pop()[1]} columns each" if len(shapes) == 1 else f"NOT of one shape: {shapes}"


def _correlated(results: Mapping[str, object]) -> str:
    """Formulas differ by package: the least correlation of a column of ours with the peer's."""
    ours, theirs = (np.asarray(result, dtype=float) for result in results.values())
    columns = zip(ours.T, theirs.T, strict=True)
    return f"correlation of columns from {min(np.corrcoef(a, b)[0, 1] for a, b in columns):.3f}"


def _line(data: str, work: Work, timed: Timed, ratio: float) -> str:
    seconds = [_seconds(timed, name) if name in work.calls else "" for name in (OURS, *PEERS)]
    verdict = "met" if ratio <= GOAL else f"not met: {ratio / GOAL:.1f} times it"
    cells = [data, work.name, *seconds, f"{ratio:.2f}", verdict, work.agree(timed.results)]
    return "| " + " | ".join(cells) + " |"


def _seconds(timed: Timed, name: str) -> str:
    low, high = timed.spread[name]
    return f"{timed.seconds[name]:.3g} ({low:.3g} to {high:.3g})"


if __name__ == "__main__":
    print("\n".join(section()))
