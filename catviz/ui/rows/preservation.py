"""How well the maps of the Rows page keep neighbours: two numbers below each, worked out once the maps are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import blake2b

import streamlit as st

from catviz.analysis.neighbour_preservation import (
    ALL_ROWS,
    SAMPLED_ROWS,
    NeighbourPreservation,
    neighbour_preservation,
)
from catviz.registry import DEFAULT_MAP
from catviz.table.categorical import CategoricalTable
from catviz.ui.rows.maps import MethodMap
from catviz.ui.state import background
from catviz.ui.state.view import View
from catviz.ui.text import counted, number, plain

TITLE = "Neighbours on the map"
FEWEST = 3
"""Distinct rows below which nothing can be said."""
_ON_ALL_AXES = f"distances on all axes of {DEFAULT_MAP}"
_SECONDS = 4e-7
"""For two rows, roughly."""


def below(view: View, maps: Sequence[MethodMap], boxes: Sequence) -> None:
    """Under each map that is drawn, its trustworthiness and continuity; from the background where that takes long."""
    for method_map, box in zip(maps, boxes, strict=True):
        if method_map.placed is not None and method_map.placed.has_place.sum() >= FEWEST:
            with box:
                _one(view, method_map)


def _one(view: View, method_map: MethodMap) -> None:
    n = int(method_map.placed.has_place.sum())
    places = blake2b(method_map.placed.coordinates.tobytes(), digest_size=16).hexdigest()
    what = repr(("neighbours on the map", method_map.kind, method_map.fit, places))
    work = partial(_worked_out, method_map, view.table, view.seed)
    seconds = _SECONDS * n * (n if n <= ALL_ROWS else SAMPLED_ROWS)
    title = f"{TITLE}: {method_map.title}"
    found = background.result(view, what, work, title, seconds, wait_seconds=1.0, ask="Compare neighbours")
    if found is not None:
        words, help = in_words(found, _of(method_map), view.seed)
        st.caption(plain(words, 600), help=plain(help, 2000))


def in_words(found: NeighbourPreservation, of: str, seed: int) -> tuple[str, str]:
    """The sentence, and what it means; ``of`` names the distances."""
    k = found.n_neighbors
    numbers = f"trustworthiness {_near_one(found.trustworthiness)}, continuity {_near_one(found.continuity)}"
    drawn = f"Estimated from {found.n_sampled:,} of {counted(found.n_points, 'distinct row')}: "
    sentence = f"{drawn}{numbers}" if found.is_estimate else numbers.capitalize()
    nearest, are = ("row", "is") if k == 1 else (f"{k} rows", "are")
    meaning = (
        f"Trustworthiness: {are} the {nearest} nearest to a row on the map also near to it by the {of}? Continuity: "
        f"{are} the {nearest} nearest to it by the {of} also near to it on the map? 1 means that they all are. Points "
        "placed at random have about 0.5, or more if many distances are equal. No value is good enough by itself. They "
        "are no test: clusters on a map with high numbers need not be real. Only near neighbours count, not large "
        "distances."
    )
    if of == _ON_ALL_AXES:
        meaning += f" The map shows two axes of {DEFAULT_MAP}. All axes together give the rows' chi-squared distances."
    if found.is_estimate:
        meaning += f" The rows are drawn at random (random seed {seed}); other rows give slightly different numbers."
    use = "1 is best, a random map has about 0.5; only to compare maps of the same rows"
    return f"{sentence} ({use}; {counted(k, 'neighbour')}, {of}).", meaning


def _near_one(value: float) -> str:
    """Three digits; 1 only for 1."""
    return "above 0.999" if 0.9995 <= value < 1 - 1e-9 else number(value)


def _of(method_map: MethodMap) -> str:
    if method_map.kind == DEFAULT_MAP:
        return _ON_ALL_AXES
    return f"distances of {method_map.learned.method.short}"


def _worked_out(method_map: MethodMap, table: CategoricalTable, seed: int, report) -> NeighbourPreservation | None:
    estimator = method_map.learned.estimator
    geometry = estimator.chi_squared_distances() if method_map.kind == DEFAULT_MAP else estimator.geometry_
    return neighbour_preservation(geometry, table, method_map.placed, random_state=seed, callback=report)
