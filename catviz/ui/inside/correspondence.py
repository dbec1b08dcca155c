"""The walk through MCA: the calculation for a pair, all values on the axis, and their distances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from catviz.distances.conditional import other_columns, profiles
from catviz.plots import inside as draw
from catviz.table.counts import Counts
from catviz.ui.inside import steps
from catviz.ui.inside.steps import Contingency
from catviz.ui.labels import OTHER_COLUMN
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import number
from catviz.ui.widgets import charts
from catviz.ui.widgets.worked import MOST, Line, Number, Step, added, grouped, total


def mca(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Show counts, shares, mean coordinates, the coordinate, and the distance."""
    model = learned.estimator
    counts, geometry = model.counts_, model.geometry_
    coordinates, of_all = written_out(model)
    r = counts.codebook.position(column)
    others = [counts.codebook.attributes[s] for s in other_columns(counts, r)]
    names = [f"axis {k + 1}" for k in range(coordinates[r].shape[1])]
    if others and names and a != b:
        pair = counts.codebook.code(column, a), counts.codebook.code(column, b)
        apart = np.ptp(mean_coordinates(counts, coordinates, r, pair, 0), axis=1)
        default = max(others, key=lambda name: apart[counts.codebook.position(name)])

        def choose() -> tuple[str, int]:
            other = steps.other_column(others, default)
            if not names[1:]:
                return other, 0
            help = "The axis whose coordinates are computed in steps 2 and 3."
            with steps.box():
                return other, names.index(controls.select("Axis", names, "in_detail", names[0], help=help))

        def made(chosen: tuple[str, int]) -> list:
            crossed = Contingency.of(counts, column, chosen[0], a, b)
            return correspondence_steps(counts, coordinates, model.eigenvalues_, crossed, chosen[1], of_all)

        steps.calculation(learned, made, choose)
    steps.all_values(column)

    def placed() -> None:
        labels, frequencies = list(geometry.codebook.labels[r]), geometry.frequencies[r]
        figure = draw.along_axis(geometry.coordinates[r], names, labels, frequencies, (a, b), charts.theme())
        steps.show(figure, "axes", f"Coordinates of the values of {column}.")

    steps.grid(
        [placed, partial(steps.distances, learned, column, a, b, learned.distances.arranged(column))] if names else []
    )


def written_out(model) -> tuple[list[np.ndarray], np.ndarray | None]:
    """The coordinates of all values that were counted, and what is taken off where missing cells are left out.

    A missing value that is left out has the coordinate 0. What is taken off is the sum of the mean coordinates of all
    columns over all rows; None where every cell counts.
    """
    geometry = model.geometry_
    if geometry.answered is None or geometry.answered.min(initial=1.0) >= 1:
        return list(geometry.coordinates), None
    wanted = zip(geometry.coordinates, model.counts_.codebook.n_values, strict=True)
    padded = [np.pad(points, ((0, n - len(points)), (0, 0))) for points, n in wanted]
    sums = [f @ points for f, points in zip(model.counts_.frequencies, padded, strict=True)]
    return padded, np.sum(sums, axis=0) / model.counts_.n_rows


def correspondence_steps(
    counts: Counts,
    coordinates: Sequence[np.ndarray],
    eigenvalues: np.ndarray,
    crossed: Contingency,
    axis: int,
    of_all: np.ndarray | None = None,
) -> list[Step]:
    """The calculation of one distance; ``axis`` (from 0) is the one whose coordinates are computed in detail.

    A value's coordinate is the mean of the coordinates of the values it occurs with, over all columns, its own
    included, divided by the eigenvalue: f_x = 1 / (d lambda) sum_l sum_w P_l(w | x) f_w. Where missing cells are left
    out, f_w is 0 for them, and the same sum for all rows is taken off before the division.

    Parameters
    ----------
    coordinates : (v, k) of each column
    eigenvalues : (k,)
    of_all : (k,) or None
        The sum of the mean coordinates of all columns over all rows, where missing cells are left out.
    """
    points = coordinates[counts.codebook.position(crossed.column)]
    return [
        crossed.of_rows(),
        _shares(counts, coordinates, crossed, axis, of_all is not None),
        _columns(
            counts,
            coordinates,
            float(eigenvalues[axis]),
            crossed,
            axis,
            None if of_all is None else float(of_all[axis]),
        ),
        _distance(points, crossed),
    ]


def mean_coordinates(
    counts: Counts, coordinates: Sequence[np.ndarray], r: int, pair: tuple[int, ...], axis: int
) -> np.ndarray:
    """(d, 2) mean coordinate of the values of each column that two values of column r occur with."""
    rows = list(pair)
    return np.array(
        [
            points[rows, axis] if s == r else profiles(counts, r, s)[rows] @ points[:, axis]
            for s, points in enumerate(coordinates)
        ]
    )


def _mean(column: str, x: str) -> str:
    return f"mean over {column}, {x}"


def _coordinate(axis: int, x: str) -> str:
    return f"axis {axis + 1}, {x}"


def _shares(counts: Counts, coordinates: Sequence[np.ndarray], crossed: Contingency, axis: int, left_out: bool) -> Step:
    """Shares of the other column's values, their coordinates, and the mean coordinate of each value of the pair."""
    of_other = coordinates[counts.codebook.position(crossed.other)][:, axis]
    lines: list[Line] = []
    for w, places in crossed.lines:
        shares = tuple(crossed.share_of(k, w, places) for k in (0, 1))
        if len(places) == 1:
            lines.append((w, (*shares, Number(f"coordinate of {w}", float(of_other[places[0]]), scale="axis"))))
        else:
            parts = [float(crossed.shares[i, places] @ of_other[places]) for i in crossed.pair]
            words = f"sum of share · coordinate over {len(places)} values"
            more = [
                Number(f"sum over {w}, {x}", part, words, (share.name,), "ab"[k], bar=False)
                for k, (x, part, share) in enumerate(zip(crossed.names, parts, shares, strict=True))
            ]
            lines += [(w, (*shares, None)), (f"{w}: sum", (*more, None))]
    means = []
    for k, (x, i) in enumerate(zip(crossed.names, crossed.pair, strict=True)):
        summed: list[str] = []
        used: list[str] = []
        for label, line in lines:
            if line[2] is not None:
                summed.append(f"{line[k].shown} · {line[2].shown}")
                used += [line[k].name, line[2].name]
            elif label.endswith(": sum"):
                summed.append(line[k].shown)
                used.append(line[k].name)
        value = float(crossed.shares[i] @ of_other)
        means.append(Number(_mean(crossed.other, x), value, added(summed), tuple(used), "ab"[k], bar=False))
    lines.append(("mean", (*means, None)))
    symbols = (
        (
            "P(w | x)",
            f"conditional distribution of {crossed.other} in the rows with x: counts of step 1 over their sum",
        ),
        ("f_w", f"coordinate of w on axis {axis + 1}" + "; 0 for missing values, which are left out" * left_out),
    )
    title, heads = f"2  Shares, and the mean coordinate on axis {axis + 1}", (*crossed.names, "coordinate")
    return Step(title, "m_l(x) = Σ_w P(w | x) f_w", symbols, crossed.other, heads, tuple(lines), total=True)


def _columns(
    counts: Counts,
    coordinates: Sequence[np.ndarray],
    eigenvalue: float,
    crossed: Contingency,
    axis: int,
    of_all: float | None,
) -> Step:
    """The mean coordinate over every column, and the coordinate."""
    book = counts.codebook
    r, names = book.position(crossed.column), book.attributes
    means = mean_coordinates(counts, coordinates, r, crossed.pair, axis)
    size = np.abs(means).max(axis=1)
    size[[r, book.position(crossed.other)]] = np.inf
    lines: list[Line] = []
    for label, places in grouped(names, size, MOST):
        cells = []
        for k, x in enumerate(crossed.names):
            value, words = float(means[places, k].sum()), f"(step 2 with {label} as “{OTHER_COLUMN}”)"
            if len(places) > 1:
                words = f"sum over {len(places)} columns"
            elif places[0] == r:
                words = "its own coordinate, since all its rows have it"
            elif label == crossed.other:
                words = ""
            cells.append(Number(_mean(label, x), value, words, (), "ab"[k], scale="mean"))
        lines.append((label, tuple(cells)))
    subtracted: tuple[Number, ...] = ()
    if of_all is not None:
        words = "sum over all values: share of all rows · coordinate"
        subtracted = (Number("all rows", of_all, words, bar=False),)
    less = "".join(f" − {each.shown}" for each in subtracted).replace("− −", "+ ")
    totals = [
        Number(
            _coordinate(axis, x),
            float(coordinates[r][crossed.pair[k], axis]),
            f"({added(line[k].shown for _, line in lines)}{less}) / ({len(names)} · {number(eigenvalue)})",
            (*(line[k].name for _, line in lines), *(each.name for each in subtracted)),
            "ab"[k],
            bar=False,
        )
        for k, x in enumerate(crossed.names)
    ]
    symbols: tuple[tuple[str, str], ...] = (
        ("Q", f"number of columns, {len(names)}"),
        (f"λ_{axis + 1}", f"eigenvalue (inertia) of the axis, {number(eigenvalue)}"),
    )
    formula = f"f_x = Σ_l m_l(x) / (Q λ_{axis + 1})"
    if of_all is not None:
        lines.append(("all rows (subtracted)", subtracted * 2))
        symbols = (("m", f"the same sum of means for all rows, {subtracted[0].shown}"), *symbols)
        formula = f"f_x = (Σ_l m_l(x) − m) / (Q λ_{axis + 1})"
    lines.append(("coordinate", tuple(totals)))
    title = f"3  Every column, and the coordinate on axis {axis + 1}"
    return Step(title, formula, symbols, "column", crossed.names, tuple(lines), total=True)


def _distance(points: np.ndarray, crossed: Contingency) -> Step:
    """The coordinates on every axis, and the distance."""
    first, second = points[list(crossed.pair)]
    squares = (first - second) ** 2
    lines: list[Line] = []
    parts = []
    for label, places in grouped([f"axis {k + 1}" for k in range(len(first))], squares, MOST):
        value = float(squares[places].sum())
        if len(places) > 1:
            parts.append(Number(f"squared difference, {label}", value, f"sum over {len(places)} axes"))
            lines.append((label, (None, None, parts[-1])))
            continue
        k = int(places[0])
        words = f"(step 3 with axis {k + 1} in detail)"
        ends = [
            Number(_coordinate(k, x), float(value), words, (), side, scale="axis")
            for x, value, side in zip(crossed.names, (first[k], second[k]), "ab", strict=True)
        ]
        filled = f"({ends[0].shown} − {ends[1].shown})²".replace("− −", "+ ")
        parts.append(Number(f"squared difference, {label}", value, filled, (ends[0].name, ends[1].name)))
        lines.append((label, (*ends, parts[-1])))
    last = total(f"d({', '.join(crossed.names)})", np.sqrt(squares.sum()), parts, "√({})")
    lines.append(("distance", (None, None, last)))
    heads = (*crossed.names, "squared diff.")
    return Step(
        "4  Coordinates, and the distance",
        "d(x, y) = √(Σ_k (f_{xk} − f_{yk})²)",
        (),
        "axis",
        heads,
        tuple(lines),
        total=True,
    )
