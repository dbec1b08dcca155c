"""The parts of the Values page: a method, a second one to compare with, and three ways to look at what they learned."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st

from catviz import plots
from catviz.analysis.method_ranks import aligned, common_by_chance, tie
from catviz.analysis.statistics import LEVEL
from catviz.export import figure_code
from catviz.export.figure_code import Named
from catviz.geometry.joint_map import JointMap, rows_with
from catviz.plots import joint as draw_joint
from catviz.plots import method_ranks as draw_ranks
from catviz.plots import values as draw
from catviz.plots.colours import nearness
from catviz.plots.lanes import LANES
from catviz.plots.style import LABEL_LENGTH
from catviz.plots.values import distance_scale
from catviz.table.counts import count
from catviz.ui.labels import AXES, MAP_OF_VALUES
from catviz.ui.state import cache, controls
from catviz.ui.state.cache import Fitted, Parameters
from catviz.ui.state.view import View
from catviz.ui.text import LEFT_OUT_OF_MAP, in_percent, number, plain, short, shortened
from catviz.ui.widgets import charts, panels
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.kept_figures import kept

#: Names that older links have.
FORMERLY = {"lanes": AXES, "all columns": MAP_OF_VALUES}
_CHART = "heat-map"
_TESTED = "catviz.uncertainty(table, learned).not_told_apart({!r})"


def numbers(learned: Fitted, column: str) -> None:
    """Show a column's distance table, of its most frequent values if it has many."""
    st.markdown(plain(learned.method.title))
    frame, frequencies = learned.distances[column], learned.distances.frequencies
    shown = draw.drawn(range(len(frame)), frequencies[learned.distances.codebook.position(column)])
    names = shortened(frame.index[shown])
    frame = frame.iloc[shown, shown].set_axis(names, axis=0).set_axis(names, axis=1)
    show_table(frame, alt=f"Distance table of {column} under {learned.method.title}")
    _say_drawn(learned.distances[column].index)


def heat_map(
    view: View, learned: Fitted, column: str, pair: tuple[str, str], tree: bool, same: Sequence[tuple[str, str]] | None
) -> None:
    """Show distances of a column's values, in declared order, else near ones side by side; a click chooses a pair.

    Pairs that are not told apart, the ``same``, have a sign.
    """
    distances, title = learned.distances, learned.method.title
    r = distances.codebook.position(column)
    labels = distances.codebook.labels[r]
    reason = distances.degenerate(column)
    if reason:
        sentence = f"under {title}, in {column}, {reason}"
        if not distances.tables[r].any():
            panels.nothing_to_show(view, sentence, "values")
            return
        st.info(plain(sentence[0].upper() + sentence[1:] + "."))
    words = f"{short(column, LABEL_LENGTH)} under {title}; {nearness(charts.theme())}"
    made_by = Named("learned", distances)
    tested = {"not_told_apart": Named(_TESTED.format(column), tuple(same))} if same else {}
    figure, piece = figure_code.draw(
        kept(plots.heat_map), made_by, column, pair=pair, tree=tree, title=words, **tested, theme=charts.theme()
    )
    alt = f"Distances between the values of {column} under {title}."
    charts.show(figure, _CHART, alt, partial(choose_pair, _CHART, labels), ("points",), piece, leads=charts.LED)
    _say_drawn(labels)
    framed = f"Framed: the chosen pair, {plain(pair[0], 40)} and {plain(pair[1], 40)}." if pair[0] != pair[1] else ""
    signs = f"{draw.NOT_TOLD_APART}: not shown to differ." if same and len(labels) <= draw.CLICKABLE_VALUES else ""
    if framed or signs:
        st.caption(f"{framed} {signs}".strip())
    if distances.codebook.kinds[r] == "ordinal":
        st.caption(
            "The dendrogram puts similar values next to each other. Without it, values keep their declared order."
            if tree
            else "Values are in their declared order."
        )


def two_heat_maps(view: View, compared: tuple[Fitted, Fitted], column: str, pair: tuple[str, str]) -> None:
    """Show both methods' distances of a column in one order, declared or of the first; a click chooses a pair."""
    distances = [fitted.distances for fitted in compared]
    labels = list(distances[0].codebook.labels[distances[0].codebook.position(column)])
    frames = [d[column].reindex(index=labels, columns=labels) for d in distances]
    scales = [distance_scale(d, column) for d in distances]
    tiles = [
        draw_ranks.Tile(fitted.method.title, frame.to_numpy(), tie(d[column].to_numpy()), scale.end)
        for fitted, d, frame, scale in zip(compared, distances, frames, scales, strict=True)
    ]
    if len(labels) < 2 or all(tile.remark for tile in tiles):
        sentence = "; ".join(f"{tile.remark or 'a single value'} under {tile.title}" for tile in tiles)
        panels.nothing_to_show(view, f"in {column}, {sentence}", "values")
        return
    leading = distances[0] if tiles[0].remark is None or len(distances[1][column]) < len(labels) else distances[1]
    counts = distances[0].frequencies[distances[0].codebook.position(column)]
    codes = (labels.index(pair[0]), labels.index(pair[1]))
    order = leading.arranged(column)
    figure = kept(draw_ranks.two_heat_maps)(tiles, labels, counts, order, codes, charts.theme())
    alt = f"Distances between the values of {column} under {compared[0].method.title} and {compared[1].method.title}."
    charts.show(figure, _CHART, alt, partial(choose_pair, _CHART, labels), ("points",))
    _say_drawn(labels)
    whose = "first" if leading is distances[0] else "second"
    near = charts.theme().near.capitalize()
    declared = leading.codebook.kinds[leading.codebook.position(column)] == "ordinal"
    both = "the values in their declared order" if declared else f"the order of the {whose}"
    ends = " and ".join(f"0 to {number(s.end)}{' (this column only)' * s.own}" for s in scales)
    st.caption(f"{near}: small distance. The colour scales go from {ends}. Both heat maps have {both}.")


def _say_drawn(labels: Sequence[str]) -> None:
    """Say that a heat map or table leaves out values, if it does."""
    if len(labels) > draw.DRAWN_VALUES:
        st.caption(f"{draw.DRAWN_VALUES} of {len(labels):,} values are shown: the most frequent ones.")


def choose_pair(chart: str, labels: Sequence[str]) -> None:
    """Callback for a click on a cell of a heat map: choose its pair."""
    cell = charts.picked(chart)
    if cell:
        first, second = divmod(cell[-1], len(labels))
        controls.choose(a=labels[first], b=labels[second])


def lanes(view: View, compared: Sequence[Fitted], column: str) -> None:
    """Show every column's values along its own first axis, the chosen column first; two methods above each other."""
    order = [column, *(x for x in view.table.attributes if x != column)]
    most = LANES // len(compared)
    methods = Named("learned", {fitted.method.title: fitted.estimator for fitted in compared})
    title = "Each column's values along its own first axis" if len(compared) == 1 else "First axis of each column"
    try:
        figure, piece = figure_code.draw(
            kept(plots.value_axes), methods, order[:most], chosen=column, title=title, theme=charts.theme()
        )
    except ValueError as error:
        names = " and ".join(fitted.method.title for fitted in compared)
        panels.nothing_to_show(view, f"under {names}, {error}", "lanes")
        return
    alt = f"Values of {min(len(order), most)} columns along their first axes."
    charts.show(figure, "lanes", alt, piece=piece if len(compared) == 1 else None, leads=charts.LED)
    st.caption(
        "The larger a point, the more rows have the value. A column's first axis is the line along which its values "
        "are spread most; left and right can be exchanged. Compare positions within a line. Some names are left out "
        "where points are close: hover for them."
    )
    if len(compared) > 1:
        st.caption("Each method has its own scale. A line joins the two positions of a value.")
    if len(order) > most:
        st.caption(f"{most} of {len(order)} columns are drawn.")


def all_columns(view: View, learned: Fitted, column: str, in_space: bool) -> None:
    """Show all values in one plane: the method's own where it has one, else each at the centre of its rows."""
    joint = _joint(learned, view, 3 if in_space else 2)
    if not _extends(joint, 0):
        panels.nothing_to_show(view, f"under {learned.method.title} all rows have the same position", "all")
        return
    is_joint = learned.estimator.geometry_.embed().joint
    title = (
        f"{learned.method.title}: its own space"
        if is_joint
        else f"{learned.method.title}: each value at the centre of its rows"
    )
    alt = f"All values of all columns in one plane under {learned.method.title}."
    left_out = LEFT_OUT_OF_MAP * (len(joint.values) < len(learned.estimator.counts_.values))
    spatial = in_space and _extends(joint, 2)
    if in_space and not spatial:
        st.caption("This map has no third axis to draw: more axes may be among the method's own options.")
        joint = _joint(learned, view, 2)
    further = not spatial and view.shown is not None
    figure, piece = figure_code.draw(
        kept(plots.value_map),
        Named("learned", learned.estimator),
        column,
        in_space=spatial,
        title=title,
        placed=Named(None, joint),
        supplementary=Named(None, _joint_shown(view, learned.method.name, learned.parameters) if further else None),
        theme=charts.theme(),
    )
    charts.show(figure, "joint-space" if spatial else "joint", alt, piece=None if further else piece)
    about = (
        "Drag to rotate. Selection is available in the 2-D map."
        if spatial
        else "The larger a point, the more rows have the value."
    )
    st.caption(f"{about} {left_out}".strip())


def two_maps(view: View, compared: tuple[Fitted, Fitted], column: str) -> None:
    """Show both methods' maps of all values in the frame of the first, what moved most joined."""
    maps = [_joint(fitted, view, 2) for fitted in compared]
    flat = [fitted for fitted, joint in zip(compared, maps, strict=True) if not _extends(joint, 0)]
    if len(flat) == 2:
        panels.nothing_to_show(view, "under both methods all rows have the same position", "all")
        return
    if flat:
        st.info(plain(f"Under {flat[0].method.title} all rows have the same position, so there is nothing to align."))
        all_columns(view, next(fitted for fitted in compared if fitted is not flat[0]), column, False)
        return
    first, second = maps
    counts = rows_with(first, compared[0].estimator.counts_).astype(float)
    both = aligned(first, second, counts)
    chance = common_by_chance(first, second, counts)
    named = dict(zip(maps[0].values, counts, strict=True))
    frequencies = np.array([named[value] for value in both.values])
    names = compared[0].method.title, compared[1].method.title
    figure = kept(draw_joint.moved)(
        both, frequencies, column, names, charts.theme(), "All values, both maps in the same coordinates"
    )
    charts.show(
        figure, "joint-two", f"All values under {names[0]} and {names[1]}, the second map aligned with the first."
    )
    as_much = (1 + (chance >= both.common - 1e-9).sum()) / (1 + len(chance))
    by_chance = f", and at least as much in over {in_percent(LEVEL)} of cases: no agreement beyond chance is shown"
    st.caption(
        "The second map is moved, turned, mirrored and scaled to fit the first as well as possible (Procrustes, values "
        f"weighted by their rows). It then explains {in_percent(max(both.common, 0))} of the spread of the first map. "
        f"Maps with permuted values explain {in_percent(chance.mean())} on average"
        f"{by_chance * bool(as_much > LEVEL)}. Arrows: the "
        f"{draw_joint.MOVED} values that moved most."
    )


def _joint(learned: Fitted, view: View, n_axes: int) -> JointMap:
    return cache.joint(view, learned.method.name, learned.parameters, n_axes)


def _extends(joint: JointMap, axis: int) -> bool:
    return bool(np.ptp(joint.coordinates[:, axis:], axis=0).max(initial=0) > 1e-12)


@cache.by_content(8)
def _joint_shown(view: View, name: str, parameters: Parameters = ()) -> tuple[JointMap, np.ndarray]:
    """The values of the columns shown only, placed in the joint map, with their counts."""
    placed = cache.joint(view, name, parameters).supplementary(view.table, view.shown)
    return placed, np.diag(count(view.shown).matrix)
