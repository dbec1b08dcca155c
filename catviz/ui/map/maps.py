"""The maps of the Map page: whose they are, the rows' places at once or from the background, the maps with lasso."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from catviz import plots
from catviz.analysis import stoppable_pacmap
from catviz.analysis.projection import LANDMARK_ROWS, METHODS, ConstantInput, RowMap, row_map
from catviz.export import figure_code
from catviz.export.code import Piece
from catviz.export.figure_code import Named
from catviz.plots import rows as draw
from catviz.plots.clusters import cluster_name
from catviz.registry import DEFAULT, DEFAULT_MAP, Method, method, methods
from catviz.ui.labels import CLUSTER_COLOURS, PERPLEXITY, RUN
from catviz.ui.labels import CLUSTERS as CLUSTERS_PAGE
from catviz.ui.state import background, cache, controls, jobs, link, session
from catviz.ui.state.cache import Fitted
from catviz.ui.state.learned import learn, offered
from catviz.ui.state.view import View
from catviz.ui.text import counted, plain
from catviz.ui.widgets import charts, clustering, panels, two_methods
from catviz.ui.widgets.kept_figures import Kept, kept
from catviz.ui.widgets.map_axes import OF_DISTANCES, PACMAP, TSNE
from catviz.ui.widgets.selection import Selection, choose_points, kept_zoom
from catviz.wording import capital, duration, in_percent

MAPS = (DEFAULT_MAP, *METHODS)
#: The maps that a button starts.
SLOW_MAPS = (TSNE, PACMAP)
#: What each map is for.
ABOUT_MAPS = (
    f"**{DEFAULT_MAP}**: a first overview; it uses no other method.  \n"
    "**t-SNE** and **PaCMAP** keep near neighbours together; large distances mean little.  \n"
    "**MDS** keeps the distances between the rows, small and large, as well as two axes can.  \n"
    "**PCA** shows the coordinates of the rows, which are made of the coordinates that the method gives to their "
    "values. It is often similar to MDS.  \n"
    f"PaCMAP needs a package of its own: {plain(stoppable_pacmap.INSTALL)}"
)
#: Distinct rows up to which t-SNE needs no button.
STARTED_ROWS = 2_000
#: A column with more values is coloured by the most frequent one at each point only.
SHARES = 12
#: The parameter of the default map that says what becomes of missing cells.
MISSING_CELLS = "na"
#: What a pick in a map picks, by their numbers among the distinct rows.
ROWS = "rows"


@dataclass(frozen=True, eq=False)
class Colour:
    """What colours the points: known classes, the values of a column, or clusters.

    Attributes
    ----------
    words : str
    column : str or None
        None for the known classes, and for clusters.
    labels : (n,) int or None
        The cluster of each row from 1, 0 where rows are not clustered.
    share : str or None
        The value whose share of the rows at a point is the colour; None for the most frequent value.
    names : mapping of cluster numbers to names that they were given
    """

    words: str
    column: str | None = None
    labels: np.ndarray | None = None
    share: str | None = None
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class MethodMap:
    """What one method learned, and the map it gives: ``kind`` of map, the chart's name, and the places once there."""

    learned: Fitted
    kind: str
    chart: str
    placed: RowMap | None = None

    @property
    def fit(self) -> tuple[str, cache.Parameters]:
        """Name and parameters of the method."""
        return self.learned.method.name, self.learned.parameters

    @property
    def title(self) -> str:
        """The map's name and whose it is; the default map is named after its method."""
        return self.kind if self.kind == DEFAULT_MAP else f"{self.kind} under {self.learned.method.short}"

    @property
    def long_title(self) -> str:
        """The same with the number of points, for a map that stands alone."""
        title = f"{self.kind} of {counted(self.placed.has_place.sum(), 'distinct row')}"
        return title if self.kind == DEFAULT_MAP else f"{title} under {self.learned.method.title}"


def choose_kind() -> str:
    """The kind of map chosen; one whose package is not installed is not offered, and named where a link asks for it."""
    if stoppable_pacmap.is_installed():
        return controls.segmented("Map", MAPS, "map", help=ABOUT_MAPS)
    if PACMAP in session.LINK.first(dict).get("map", ()):
        link.note(
            f"The link asks for PaCMAP, which needs a package that is not installed: {plain(stoppable_pacmap.INSTALL)}"
        )
    there = [kind for kind in MAPS if kind != PACMAP]
    return controls.segmented("Map", there, "map", help=ABOUT_MAPS)


def choose_method(view: View, kind: str) -> Method:
    """The method chosen, under the key it has on every page; the default map is a method itself."""
    offered = _offered(view, kind)
    help = panels.about_methods(offered[DEFAULT])
    if kind == DEFAULT_MAP:
        help = (
            f"The {DEFAULT_MAP} map does not use the method chosen here. The numbers below the map are measured by the "
            "distances of this method, and clusters are made under it. Choose another map to see the rows by its "
            "distances."
        )
    title, formerly = partial(_title, offered), panels.also_called(offered)
    before = controls.kept("method")
    shown = offered[controls.select("Method", list(offered), "method", DEFAULT, title, help, formerly=formerly)]
    if before is not None and before not in offered:
        panels.another_method(before, shown)
    return shown


def comparable(view: View, kind: str) -> dict[str, Method]:
    """The methods that such a map can be compared under."""
    return {name: m for name, m in _offered(view, kind).items() if m.compares_rows}


def options(
    view: View, kind: str, chosen: Method, other: Method | None, clustered: bool, k: panels.NumberOfClusters
) -> tuple[list[Method], list[cache.Parameters], cache.Parameters]:
    """The methods whose maps are drawn, their parameters, and those of the method chosen.

    The default map is a method itself. Of its parameters, only what becomes of missing cells is set here, unless rows
    are ``clustered`` under it.
    """
    if kind != DEFAULT_MAP:
        drawn = [chosen, *([] if other is None else [other])]
        parameters, _ = two_methods.options(view, drawn, "", k=k)
        return drawn, parameters, parameters[0]
    other = None if other is None or other.name == DEFAULT_MAP else other
    of_map = method(DEFAULT_MAP)
    only = (MISSING_CELLS,) if any(cache.counts(view).codebook.missing) else ()
    free = [
        *([of_map] if only and chosen is not of_map else []),
        *([chosen] if only or clustered or chosen is not of_map else []),
        *([] if other is None else [other]),
    ]
    of_free, _ = two_methods.options(view, free, "", {} if clustered and chosen is of_map else {of_map.name: only}, k)
    by_method = dict(zip([m.name for m in free], of_free, strict=True))
    drawn = [of_map, *([] if other is None else [other])]
    of_other = [] if other is None else [by_method[other.name]]
    return drawn, [_of_map(dict(by_method.get(of_map.name, ()))), *of_other], by_method.get(chosen.name, ())


def no_colour(view: View) -> Colour:
    """The colour of rows that are not clustered."""
    return Colour("nothing", labels=np.zeros(view.table.n_rows, dtype=int))


def cluster_colour(view: View, learned: Fitted, name: str, k: int | None) -> Colour:
    """The clusters as the colour of a map's points, with a line that names clusterer and method; no colour without."""
    clusters = clustering.fitted(view, learned, name, k)
    if clusters is None:
        return no_colour(view)
    title = plain(learned.method.title)
    how = f"found by {title} itself" if clusters.own else f"by {plain(name)} under {title}"
    if not clusters.own:
        panels.remarks(clusters.fit)
    st.caption(f"Colours: {counted(len(clusters.sizes), 'cluster')} {how}, as on the page {CLUSTERS_PAGE}.")
    return Colour("cluster", labels=clusters.labels, names=clusters.names)


def _of_map(given: Mapping[str, object]) -> cache.Parameters:
    """The parameters of the default map, which has two axes: none, unless missing cells are left out."""
    return ((MISSING_CELLS, "exclude"),) if given.get(MISSING_CELLS) == "exclude" else ()


def learn_maps(
    view: View, kind: str, drawn: Sequence[Method], parameters: Sequence[cache.Parameters]
) -> list[MethodMap]:
    """What the methods learned; next to the default map comes the PCA of another method."""
    first = MethodMap(learn(view, drawn[0], parameters[0]), kind, "map")
    second = two_methods.learn_second(view, *([drawn[1], parameters[1]] if len(drawn) > 1 else [None, ()]))
    return (
        [first] if second is None else [first, MethodMap(second, "PCA" if kind == DEFAULT_MAP else kind, "second-map")]
    )


def choose_colour(view: View, chosen: Method) -> Colour | None:
    """What colours the points; None stands for the clusters of the page Clusters under the method chosen.

    Rows at one point agree in the active columns. In the known classes and the columns shown only they may not, so
    a point can show its most frequent value, or the share of one of them.
    """
    shown = view.shown.attributes if view.shown is not None else ()
    offered: dict[str, Colour | None] = {}
    if view.classes_known:
        words = f"known classes ({view.table.target_name})"
        offered |= {words: Colour("group"), **_shares(view, None, view.table.target_name)}
    if chosen.has_values or chosen.clusters_rows:
        offered[CLUSTER_COLOURS] = None
    offered |= {name: Colour(name, name) for name in (*view.table.attributes, *shown)}
    for name in shown:
        offered |= _shares(view, name, name)
    return offered[controls.select("Colour", list(offered), "colour")]


def _shares(view: View, column: str | None, name: str) -> dict[str, Colour | None]:
    """The share of each value of a column, where they are few enough to be listed."""
    labels = cache.labels_of(view, column)[0]
    if not 2 <= len(labels) <= SHARES:
        return {}
    words = {value: f"share with {name} = {value}" for value in labels}
    return {words[value]: Colour(words[value], column, share=value) for value in labels}


def place(view: View, maps: Sequence[MethodMap], boxes: Sequence) -> list[MethodMap]:
    """The sides with the rows' places: at once, or from background runs the user starts, each reported in its box."""
    placed = []
    for method_map, box in zip(maps, boxes, strict=True):
        with box:
            placed.append(replace(method_map, placed=_place_rows(view, method_map)))
    return placed


def run_button(view: View, maps: Sequence[MethodMap]) -> None:
    """For maps that take a while: the setting of t-SNE, and the button that starts them; t-SNE of few rows starts."""
    setting, action = st.columns([3, 1], vertical_alignment="bottom")
    if maps[0].kind == TSNE:
        with setting:
            most = max(2, min(100, (cache.n_distinct(view) - 1) // 3))
            help = (
                "The perplexity of t-SNE: roughly how many neighbours of each row the map tries to keep close. Keep "
                "the default if unsure."
            )
            controls.number(PERPLEXITY, session.PERPLEXITY.name, 2, most, 30, help=help)
    if maps[0].kind == TSNE and cache.n_distinct(view) <= STARTED_ROWS:
        _start(view, [method_map for method_map in maps if jobs.find(_job_key(view, method_map)) is None])
    waiting = [
        method_map for method_map in maps if (job := jobs.find(_job_key(view, method_map))) is None or job.cancelled
    ]
    if waiting:
        action.button(RUN, type="primary", on_click=partial(_start, view, waiting), width="stretch")


def content(view: View, maps: Sequence[MethodMap], colour: Colour) -> str:
    """Equal for equal pictures of a table."""
    digest = blake2b(digest_size=16)
    for method_map in maps:
        digest.update(repr((method_map.kind, method_map.fit)).encode())
        digest.update(b"" if method_map.placed is None else method_map.placed.coordinates.tobytes())
    digest.update(b"" if colour.labels is None else colour.labels.tobytes())
    words = f"{colour.words} {colour.column} {colour.share} {sorted(colour.names.items())}"
    return f"{digest.hexdigest()} {words} {view.seed} {charts.theme().name}"


def draw_maps(
    view: View,
    maps: Sequence[MethodMap],
    boxes: Sequence,
    selection: Selection,
    colour: Colour,
    highlighted: np.ndarray,
) -> None:
    """Show the maps in their boxes, with lasso; ``highlighted`` marks the distinct rows to light up."""
    column = _coloured_by(view, colour)
    for method_map, box in zip(maps, boxes, strict=True):
        if method_map.placed is not None:
            if column is not None:
                selection.colours(view.name, column)
            with box:
                _draw(view, method_map, maps, selection, colour, highlighted)


def _coloured_by(view: View, colour: Colour) -> str | None:
    """The column whose values the colours show, that of the known classes included; None for clusters."""
    return view.table.target_name if colour.column is None and colour.labels is None else colour.column


def _draw(
    view: View,
    method_map: MethodMap,
    maps: Sequence[MethodMap],
    selection: Selection,
    colour: Colour,
    highlighted: np.ndarray,
) -> None:
    shown = np.flatnonzero(method_map.placed.has_place)
    n = len(shown)
    if n > draw.DRAWN_POINTS:
        shown = np.sort(np.random.default_rng(0).choice(shown, draw.DRAWN_POINTS, replace=False))
    title = method_map.title if len(maps) > 1 else method_map.long_title
    # names with larger letters need room, too
    alone = len(maps) == 1 and not session.PRESENTING.get()
    height = draw.MAP_HEIGHT if alone else draw.PAIR_HEIGHT
    place = blake2b(method_map.placed.coordinates.tobytes(), digest_size=16).hexdigest()
    zoom = kept_zoom(place)

    def figure(any_highlighted: bool, generation: int) -> tuple[go.Figure | Kept, Piece]:
        points = _points(view, colour, method_map.placed.multiplicity, shown)
        return figure_code.draw(
            # what someone has picked is nobody else's
            plots.row_map if any_highlighted else kept(plots.row_map),
            Named("learned", None if view.large else method_map.learned.estimator),
            Named("table", view.table),
            colour=colour.column,
            kind=_kind(method_map),
            random_state=view.seed,
            title=title,
            placed=Named(None, method_map.placed),
            points=Named(None, points),
            highlighted=Named(None, highlighted[shown] if any_highlighted else None),
            generation=Named(None, generation),
            height=Named(None, height),
            zoom=Named(None, zoom),
            names=_names(view, n),
            theme=charts.theme(),
        )

    alt = f"{title}, coloured by {colour.words}."
    modes = ("lasso", "box", "points")
    drawn, piece = selection.drawn(method_map.chart, figure)
    plain_map = len(maps) == 1 and not selection.ids and zoom.of_all
    coded = piece if plain_map and _has_code(view, method_map, colour) else None
    key = selection.key(method_map.chart)
    charts.show(drawn, key, alt, selection.picker(method_map.chart, ROWS), modes, coded, zoomed=True, of_rows=True)
    pick = partial(selection.pick, ROWS, figure=method_map.chart, light=True)
    choose_points(
        method_map.chart,
        key,
        place,
        f"Points of the map: {title}",
        np.flatnonzero(highlighted).tolist(),
        pick,
        by_keyboard=not session.PRESENTING.get(),
    )
    larger = " Larger: more rows." * bool(np.ptp(method_map.placed.multiplicity[shown]))
    thinned = f" {len(shown):,} of {n:,} distinct rows are drawn." if len(shown) < n else ""
    n_mixed = int((_mixtures(view, colour)[shown] != "").sum())
    mixed = f" Mixed: {counted(n_mixed, 'point')}, each in one of its most frequent colours." if n_mixed else ""
    # of a map that draws every row as it is, the title says so too
    with st.container() if thinned or mixed else panels.aside(f"marks-{method_map.chart}"):
        st.caption(f"Each point: all rows with the same values.{larger}{thinned}{mixed}")
    if note := method_map.placed.note:
        st.caption(f"{capital(note)}.")


def _names(view: View, n_points: int) -> Named | None:
    """The names of rows, as the code has them; the points that the page draws are named already."""
    if view.row_names is None or n_points > draw.SVG_POINTS:
        return None
    if view.info is not None:
        return Named(f"catviz.row_names({view.info.name!r})")
    return Named(f'table.extra_columns[{view.naming_id!r}].fillna("").astype(str)')


def _has_code(view: View, method_map: MethodMap, colour: Colour) -> bool:
    """Whether the code alone draws the same map: of a table as it is, coloured by one of its columns."""
    own_order = view.info is not None and view.info.class_order
    shares = colour.share is not None
    if method_map.kind in SLOW_MAPS or shares or colour.labels is not None or (colour.column is None and own_order):
        return False
    if view.info is not None and view.row_names is not None and view.n_rows < view.info.n_rows:
        return False
    return colour.column is None or colour.column in view.table.attributes


def _kind(method_map: MethodMap) -> str:
    """The kind of map as the library names it: the default map is a method's, along its axes of largest variance."""
    return "PCA" if method_map.kind == DEFAULT_MAP else method_map.kind


def _offered(view: View, kind: str) -> dict[str, Method]:
    """The methods that have such a map. On the default map, those that learn clusters alone can give the colour."""
    if kind != OF_DISTANCES:
        return offered(view, clusterers=kind == DEFAULT_MAP)
    return {m.name: m for m in methods() if m.compares_rows and (view.classes_known or not m.supervised)}


def _title(there: dict[str, Method], name: str) -> str:
    return there[name].title if name in there else name


def _place_rows(view: View, method_map: MethodMap) -> RowMap | None:
    try:
        if method_map.kind in SLOW_MAPS:
            return _from_background(view, method_map)
        n = cache.n_distinct(view)
        slow = method_map.kind == OF_DISTANCES and n > LANDMARK_ROWS
        with st.spinner(f"Placing {counted(n, 'distinct row')}.", show_time=True) if slow else nullcontext():
            return cache.rows_placed(view, *method_map.fit, _kind(method_map))
    except ConstantInput as error:
        panels.nothing_to_show(view, error.reason(method_map.learned.method.title), method_map.chart)
        return None


def _from_background(view: View, method_map: MethodMap) -> RowMap | None:
    key = _job_key(view, method_map)
    job = jobs.find(key)
    if job is None:
        first = f"choose the {PERPLEXITY.casefold()}, then press" if method_map.kind == TSNE else "press"
        st.info(f"{method_map.title} is computed on request: {first} {RUN}.")
        return None
    if not job.done:
        jobs.panel(key, method_map.title)
        return None
    result = job.result()
    if not job.cancelled:
        return result
    if result is None or not result.has_place.any():
        st.caption(f"Cancelled after {duration(job.elapsed)}: nothing yet.")
        return None
    so_far = "this is how far it got" if result.has_place.all() else result.note
    st.caption(f"Cancelled after {duration(job.elapsed)}: {so_far}.")
    return result if result.has_place.all() else replace(result, note="")


def _job_key(view: View, method_map: MethodMap) -> str:
    return f"{method_map.kind}-{view.fingerprint}-{method_map.fit}-{perplexity(method_map)}-{view.seed}"


def perplexity(method_map: MethodMap) -> int | None:
    """The perplexity that was chosen, for t-SNE; None for other maps."""
    return session.PERPLEXITY.get() if method_map.kind == TSNE else None


def _start(view: View, maps: Sequence[MethodMap]) -> None:
    for method_map in maps:
        work = partial(_in_background, view, method_map, perplexity(method_map))
        jobs.start(_job_key(view, method_map), background.shared(view, _job_key(view, method_map), work))


def _in_background(view: View, method_map: MethodMap, perplexity: int | None, report) -> RowMap:
    geometry, how = method_map.learned.estimator.geometry_, {} if perplexity is None else {"perplexity": perplexity}
    return row_map(geometry, view.table, method_map.kind, random_state=view.seed, callback=report, **how)


def _points(view: View, colour: Colour, multiplicity: np.ndarray, shown: np.ndarray) -> draw.Points:
    groups, names = _groups(view, colour) if colour.share is None else (np.zeros(0, dtype=int), [])
    words = np.array(cache.described_rows(view), dtype=object)
    labels = None
    if view.row_names is not None and len(shown) <= draw.SVG_POINTS:
        labels = draw.point_names(view.row_names, cache.distinct_rows(view)[1])[shown]
    if colour.share is None:
        words = _mixtures(view, colour) + words
        ordered = draw.drawn_as_order(_ordered(view, colour), names)
        return draw.Points(
            shown, multiplicity[shown], groups[shown], names, words[shown], ordered=ordered, labels=labels
        )
    having, present = cache.point_shares(view, colour.column, colour.share)
    shares = np.divide(having, present, out=np.full(len(present), np.nan), where=present > 0)
    headings = np.array(
        [f"<b>{_share_text(*each)}</b><br>" for each in zip(having, present, strict=True)], dtype=object
    )
    return draw.Points(
        shown,
        multiplicity[shown],
        np.zeros(len(shown), dtype=int),
        [""],
        (headings + words)[shown],
        shares[shown],
        colour.words,
        labels=labels,
    )


def _mixtures(view: View, colour: Colour) -> np.ndarray:
    """What is said of distinct rows whose rows have several values of what colours them; empty elsewhere."""
    coloured = colour.labels is None and colour.share is None
    return cache.point_mixtures(view, colour.column) if coloured else np.full(cache.n_distinct(view), "", dtype=object)


def _ordered(view: View, colour: Colour) -> bool:
    """True where the colours show the values of a column with a declared order."""
    if colour.column is None:
        return False
    table = view.table if colour.column in view.table.attributes else view.shown
    return table.kinds[table.codebook.position(colour.column)] == "ordinal"


def _share_text(having: float, known: float) -> str:
    return f"{in_percent(having / known)} ({having:,.4g} of {known:,.4g})" if known > 0 else "unknown"


def _groups(view: View, colour: Colour) -> tuple[np.ndarray, list[str]]:
    if colour.labels is None:
        return cache.point_groups(view, colour.column)
    rows, inverse = cache.distinct_rows(view)
    groups = np.zeros(len(rows), dtype=int)
    groups[inverse] = colour.labels
    numbers, groups = np.unique(groups, return_inverse=True)
    return groups, [cluster_name(k, colour.names) if k else "not clustered" for k in numbers]
