"""The walk through MCA: the calculation for a pair, all values on the axis, and their distances."""

from __future__ import annotations

from functools import partial

import numpy as np

from catviz.distances.conditional import other_columns
from catviz.plots import inside as draw
from catviz.ui.inside import steps
from catviz.ui.inside.contingency import Contingency
from catviz.ui.inside.correspondence_steps import correspondence_steps, mean_coordinates
from catviz.ui.state import controls
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.widgets import charts


def mca(view: View, learned: Fitted, column: str, a: str, b: str, explanation) -> None:
    """Counts, shares, mean coordinates, the coordinate, and the distance."""
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

        steps.calculation(learned, explanation, (a, b), made, choose)
    else:
        steps.result(explanation, a, b)
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
