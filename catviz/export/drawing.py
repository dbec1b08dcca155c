"""The code that draws the figures of pages: pieces that leave a figure in ``figure``, after the code of their view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catviz.export.code import JOINED, REPLACE, Piece
from catviz.plots.mca import MapLook

_CATVIZ = "import catviz"


def value_counts(shown: Sequence[str], chosen: str, sampled: bool, shares: bool | None = None) -> Piece:
    """How often each value of some columns occurs; by class, or as shares of the classes, unless ``shares`` is None."""
    further = [] if shares is None else [f"by_class={'share' if shares else 'rows'!r}"]
    return _piece("value_counts", "counts" if sampled else "table", repr(list(shown)), f"chosen={chosen!r}", *further)


def association(measure: str, chosen: str, sampled: bool) -> Piece:
    """How much each two columns depend on each other."""
    return _piece("association", "counts" if sampled else "table", repr(measure), f"chosen={chosen!r}")


def heat_map(column: str, pair: tuple[str, str], tree: bool, title: str) -> Piece:
    """Distances between the values of a column."""
    further = ["tree=True"] if tree else []
    return _piece("heat_map", "learned", repr(column), f"pair={pair!r}", *further, f"title={title!r}")


def breakdown(column: str, a: str, b: str) -> Piece:
    """The terms of the number between two values."""
    return _piece("breakdown", "learned", repr(column), repr(a), repr(b))


def value_axes(columns: Sequence[str], chosen: str, title: str) -> Piece:
    """One line per column, its values along their first axis."""
    return _piece("value_axes", "learned", repr(list(columns)), f"chosen={chosen!r}", f"title={title!r}")


def value_map(chosen: str, in_space: bool, title: str) -> Piece:
    """All values in one plane, or along three axes."""
    further = ["in_space=True"] if in_space else []
    return _piece("value_map", "learned", repr(chosen), *further, f"title={title!r}")


def mca_map(look: MapLook, chosen: str, ellipses: bool, hidden: bool, shown: bool, title: str) -> Piece:
    """The values on two axes of MCA, with the columns that are ``shown`` only; known classes may be ``hidden``."""
    default, given = MapLook(), []
    data = JOINED if shown else "table"
    if hidden:
        data = f"replace({data}, target=None)"
    for name in ("axes", "size", "most", "by", "joined"):
        if getattr(look, name) != getattr(default, name):
            given.append(f"{name}={getattr(look, name)!r}")
    given += [*_correction(look), *["ellipses=True"] * ellipses, f"chosen={chosen!r}", f"title={title!r}"]
    made = _piece("mca_map", "learned", data, *given)
    return replace(made, imports=(*made.imports, REPLACE)) if hidden else made


def scree(look: MapLook, title: str) -> Piece:
    """The inertia of each axis of MCA."""
    return _piece("scree", "learned", f"axes={look.axes}", *_correction(look), f"title={title!r}")


def eta2(look: MapLook, chosen: str, shown: bool, title: str) -> Piece:
    """The columns at their eta2 with two axes of MCA."""
    data = JOINED if shown else "table"
    return _piece(
        "eta2", "learned", data, f"axes={look.axes}", *_correction(look), f"chosen={chosen!r}", f"title={title!r}"
    )


def _correction(look: MapLook) -> list[str]:
    return [] if look.correction == MapLook().correction else [f"inertia={look.correction!r}"]


def orders(columns: Sequence[str], true_gaps: bool, title: str) -> Piece:
    """The order of each column's values."""
    further = ["true_gaps=True"] if true_gaps else []
    return _piece("orders", "learned", repr(list(columns)), *further, f"title={title!r}")


def row_map(colour: str | None, kind: str, seed: int, title: str) -> Piece:
    """The rows in a plane; coloured by the known classes where no column is named."""
    how = [f"kind={kind!r}", f"random_state={seed}", f"title={title!r}"]
    return _piece("row_map", "learned", "table", *([] if colour is None else [f"colour={colour!r}"]), *how)


def cluster_profiles() -> Piece:
    """What sets clusters apart."""
    return _piece("cluster_profiles", "table", "labels")


def cluster_count(known: int, beyond: bool) -> Piece:
    """What was tested along the number of clusters, against one gradient too where that is ``beyond``."""
    return _piece("cluster_count", "tested", f"known={known}", *["beyond=beyond"] * beyond)


def _piece(name: str, *given: str) -> Piece:
    return Piece("The figure", f"figure = catviz.plots.{name}({', '.join(given)})\nfigure", (_CATVIZ,))
