"""Below the maps of the Map page: how well each keeps neighbours, once it is drawn, and what is given away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b

import numpy as np
import pandas as pd
import streamlit as st

from catviz.analysis.neighbour_preservation import (
    ALL_ROWS,
    SAMPLED_ROWS,
    NeighbourPreservation,
    neighbour_preservation,
)
from catviz.export import code as scripts
from catviz.registry import DEFAULT_MAP, REFERENCE, Method, method
from catviz.ui.map.maps import MethodMap, perplexity
from catviz.ui.state import background, cache
from catviz.ui.state.learned import seconds_to_learn
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain
from catviz.ui.widgets import panels
from catviz.ui.widgets.downloads import fitting, geometry_tables, learning, offer

TITLE = "Neighbours on the map"
#: Distinct rows below which nothing can be said.
FEWEST = 3
#: For two rows, roughly.
_SECONDS = 4e-7


@dataclass(frozen=True)
class Reference:
    """The one method by whose distances all maps of the page are measured, so that their numbers can be compared.

    Attributes
    ----------
    method : Method
    parameters : tuple of pairs
    """

    method: Method
    parameters: cache.Parameters

    @classmethod
    def of(cls, chosen: Method, parameters: cache.Parameters) -> Reference:
        """The method chosen, or the one that all are compared with where it has no distances."""
        return cls(chosen, parameters) if chosen.compares_rows else cls(method(REFERENCE), ())

    @property
    def fit(self) -> tuple[str, cache.Parameters]:
        """Name and parameters of the method."""
        return self.method.name, self.parameters

    @property
    def all_axes(self) -> bool:
        """True where its distances are those on all axes, of which a map shows some."""
        return self.method.name == DEFAULT_MAP

    @property
    def words(self) -> str:
        """Which distances."""
        return f"distances on all axes of {DEFAULT_MAP}" if self.all_axes else f"distances of {self.method.short}"


def below(view: View, maps: Sequence[MethodMap], boxes: Sequence, reference: Reference) -> None:
    """Under each map that is drawn, its trustworthiness and continuity; from the background where that takes long."""
    for i, (method_map, box) in enumerate(zip(maps, boxes, strict=True)):
        if method_map.placed is not None and method_map.placed.has_place.sum() >= FEWEST:
            with box, panels.aside(f"neighbours-{i}"):
                _compare_neighbours(view, method_map, reference)


def offer_maps(view: View, maps: Iterable[MethodMap], reference: Reference) -> None:
    """Where the rows stand in each map that is drawn, what its method learned, and how well it keeps neighbours."""
    for method_map in maps:
        pieces = [learning(view, method_map.learned)]
        tables = geometry_tables(method_map.learned) if method_map.learned.method.has_values else {}
        if method_map.placed is not None:
            tables = {f"Places of the rows, {method_map.title}": partial(_rows_with_places, view, method_map)} | tables
            kind = "PCA" if method_map.kind == DEFAULT_MAP else method_map.kind
            pieces.append(scripts.row_map(kind, view.seed, perplexity(method_map)))
            measured_by = None if method_map.fit == reference.fit else fitting(view, *reference.fit)
            pieces.append(scripts.neighbours_kept(view.seed, measured_by, reference.all_axes))
        offer(tables, pieces)


def _compare_neighbours(view: View, method_map: MethodMap, reference: Reference) -> None:
    n = int(method_map.placed.has_place.sum())
    places = blake2b(method_map.placed.coordinates.tobytes(), digest_size=16).hexdigest()
    what = repr(("neighbours on the map", method_map.kind, method_map.fit, reference.fit, places))
    work = partial(_worked_out, view, method_map, reference)
    learning = 0.0 if method_map.fit == reference.fit else seconds_to_learn(view, reference.method)
    seconds = _SECONDS * n * (n if n <= ALL_ROWS else SAMPLED_ROWS) + learning
    title = f"{TITLE}: {method_map.title}"
    try:
        agreement = background.result(view, what, work, title, seconds, wait_seconds=1.0, ask="Compare neighbours")
    except ValueError as error:
        st.caption(f"{TITLE} are not compared by the {plain(reference.words)}: {plain(error, 600)}")
        return
    if agreement is not None:
        words, help = in_words(agreement, reference, view.seed, method_map)
        st.caption(plain(words, 600), help=plain(help, 2000))


def in_words(
    found: NeighbourPreservation, reference: Reference, seed: int, method_map: MethodMap | None = None
) -> tuple[str, str]:
    """The sentence about a map, and what it means."""
    of = reference.words
    k = found.n_neighbors
    numbers = f"trustworthiness {_near_one(found.trustworthiness)}, continuity {_near_one(found.continuity)}"
    drawn = f"Estimated from {found.n_sampled:,} of {counted(found.n_points, 'distinct row')}: "
    sentence = f"{drawn}{numbers}" if found.is_estimate else numbers.capitalize()
    nearest, are = ("row", "is") if k == 1 else (f"{k} rows", "are")
    meaning = (
        f"Trustworthiness: {are} the {nearest} nearest to a row on the map also near to it by the {of}? Continuity: "
        f"{are} the {nearest} nearest to it by the {of} also near to it on the map? 1 means that they all are. Points "
        "placed at random have about 0.5, or more if many distances are equal. No value is good enough by itself: "
        "compare maps, by the same distances. They are no test: clusters on a map with high numbers need not be real. "
        "Only near neighbours count, not large distances."
    )
    if method_map is not None and method_map.learned.method is not reference.method:
        meaning += (
            f" All maps are measured by the distances of the method chosen. This map shows "
            f"{method_map.learned.method.short}, so it may keep other neighbours."
        )
    if reference.all_axes:
        meaning += f" All axes of {DEFAULT_MAP} together give the rows' chi-squared distances."
    if found.is_estimate:
        meaning += f" The rows are drawn at random (random seed {seed}); other rows give slightly different numbers."
    return f"{sentence} (1 is best, a random map has about 0.5; {counted(k, 'neighbour')}, {of}).", meaning


def _near_one(value: float) -> str:
    """Three digits; 1 only for 1."""
    return "above 0.999" if 0.9995 <= value < 1 - 1e-9 else number(value)


def _worked_out(view: View, method_map: MethodMap, reference: Reference, report) -> NeighbourPreservation | None:
    if method_map.fit == reference.fit:
        estimator = method_map.learned.estimator
    else:
        estimator = cache.fit(view, *reference.fit).estimator
    geometry = estimator.chi_squared_distances() if reference.all_axes else estimator.geometry_
    return neighbour_preservation(geometry, view.table, method_map.placed, random_state=view.seed, callback=report)


def _rows_with_places(view: View, method_map: MethodMap) -> pd.DataFrame:
    """A row per row of the table: its number in the file from 1, class where known, place, extra columns."""
    places = method_map.placed.coordinates[method_map.placed.inverse]
    frame = pd.DataFrame(places, columns=[f"axis {k + 1}" for k in range(places.shape[1])])
    if view.classes_known:
        frame.insert(0, "group", view.table.target)
    frame.insert(0, "row", view.row_numbers + 1)
    return pd.concat([frame, view.aside(np.arange(len(frame)))], axis=1)
