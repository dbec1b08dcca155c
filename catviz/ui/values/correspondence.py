"""MCA on the Values page: the map of all values with its choices, and the tables that an analysis is read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from catviz import plots
from catviz.analysis.uncertainty import FEWEST_OF_ELLIPSES
from catviz.export import figure_code
from catviz.export.code import JOINED, REPLACE
from catviz.export.figure_code import Named
from catviz.plots import mca
from catviz.plots.mca import CONTRIBUTION, COS2, ROWS, SIZES, SPOKEN
from catviz.table.codebook import listed
from catviz.ui.labels import KNOWN_CLASSES
from catviz.ui.state import cache, controls, session
from catviz.ui.state.cache import Fitted
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import charts, sureness
from catviz.ui.widgets.charts import show_table
from catviz.ui.widgets.kept_figures import kept
from catviz.ui.widgets.mca_tables import AxesTables, tables_of

EVERY, LARGEST, BEST = "all", "largest contribution", "largest cos2"
_BY = {LARGEST: CONTRIBUTION, BEST: COS2}
NO_LINE, THIS, ORDERED = "none", "this column", "all ordered columns"
HIDDEN, MEANS, ELLIPSES = "hidden", "mean points", "mean points and ellipses"
SHOWN = "shown"
SCREE, VALUES, COLUMNS = "scree plot", "values", "columns"
_NUMBERS = ("coordinate", "contribution", "cos2", "test value")
_SIZE_IN_WORDS = {
    ROWS: "rows with the value",
    CONTRIBUTION: "contribution to the two axes",
    COS2: "cos2, how much of the value's distance from the centre the two axes show",
}

_OF_VALUES = (
    " Orange ellipses: a value's place in the population, by 200 resamples turned onto these axes. They held it in "
    "95\u00a0% of simulated samples with clear axes, and in 82 to 88\u00a0% with weak ones. A value of fewer than "
    f"{FEWEST_OF_ELLIPSES} rows has none."
)


def section(view: View, learned: Fitted, column: str) -> None:
    """Show the map of the values with its choices above it, and one of the scree plot and the tables under it."""
    tables = tables_of(view, learned)
    look, classes, sure = _choose(view, tables, column)
    _draw(view, learned, tables, look, classes, column, sure)
    what = controls.segmented("Read the axes by", [SCREE, VALUES, COLUMNS], "mca-details")
    if what == SCREE:
        _scree(learned, tables, look)
    elif what == VALUES:
        _values(view, tables, look)
    else:
        _columns(view, learned, tables, look, column)


@cache.by_content(16)
def _means(view: View, learned: Fitted, axes: tuple[int, int]) -> pd.DataFrame:
    return learned.estimator.class_means(view.counts(by_class=True), axes=axes)


def _choose(view: View, tables: AxesTables, column: str) -> tuple[dict[str, Any], str, bool]:
    """The choices above the map, as `plots.mca_map` takes them, how classes are shown, and if values have ellipses."""
    axes = sorted(set(tables.values["axis"]))
    first_box, second_box, inertia_box, more_box = st.container(key="choices-of-map").columns(
        [1.1, 1.1, 2, 1.4], gap="xsmall", vertical_alignment="bottom"
    )
    with first_box:
        first = controls.select("Axis across", axes, "axis-x", axes[0])
    others = [axis for axis in axes if axis != first] or axes
    with second_box:
        second = controls.select("Axis upwards", others, "axis-y", others[0])
    with inertia_box:
        correction = controls.select(
            "Inertia",
            list(SPOKEN),
            "inertia",
            text=SPOKEN.get,
            help="Raw percentages are usually low, even for good maps: they also count each column's association with "
            "itself. The corrections of Benzécri and Greenacre count only pairs of different columns, and only "
            "axes with an eigenvalue above 1 / number of columns. Say which percentages you report.",
        )
    with more_box, st.popover("Map options", width="stretch"):
        size = controls.segmented("Marker size", SIZES, "marker")
        by = controls.segmented("Values shown", [EVERY, *_BY], "values-shown")
        n_active = int((tables.values["role"] == "active").sum() / len(axes))
        most = None
        if by != EVERY and n_active > 2:
            most = controls.number("How many values", "values-most", 2, n_active, min(20, n_active))
        line = controls.segmented(
            "Line through the values of",
            _lines(view, column),
            "values-line",
            help="Joins the values of an ordered column in their order, as for the items of a questionnaire.",
        )
        classes = HIDDEN
        if view.classes_known:
            help = "Ellipse: a 95\u00a0% confidence region for the mean of a class, not the area of its rows."
            classes = controls.segmented(KNOWN_CLASSES, [HIDDEN, MEANS, ELLIPSES], "class-means", MEANS, help=help)
        of_values = HIDDEN
        if (first, second) == tuple(axes[:2]) and sureness.can_be_said(view):
            help = "Ellipse: where a value of this column lies in the population, by resamples of the rows."
            of_values = controls.segmented("Ellipses of this column", [HIDDEN, SHOWN], "value-ellipses", help=help)
    joined = {THIS: (column,), ORDERED: _ordered(view)}.get(line, ())
    look = {"axes": (first, second), "inertia": correction, "size": size, "most": most, "joined": joined}
    return look | {"by": _BY.get(by, CONTRIBUTION)}, classes, of_values == SHOWN


def _ordered(view: View) -> tuple[str, ...]:
    """Columns of declared order, those of more than one value."""
    book = view.table.codebook
    return tuple(
        a for a, kind, n in zip(book.attributes, book.kinds, book.n_values, strict=True) if kind == "ordinal" and n > 1
    )


def _lines(view: View, column: str) -> list[str]:
    ordered = _ordered(view)
    return [NO_LINE, *([THIS] if column in ordered else []), *([ORDERED] if ordered else [])]


def _draw(
    view: View, learned: Fitted, tables: AxesTables, look: Mapping[str, Any], classes: str, column: str, sure: bool
) -> None:
    name = (view.table.target_name or "class") if view.classes_known else None
    plane = mca.in_plane(tables.values, tables.inertia, look["axes"])
    hidden = classes == HIDDEN and name is not None
    if hidden:
        plane = plane[(plane["column"] != name) | (plane["role"] == "active")]
    ellipses = classes == ELLIPSES and not view.not_drawn_anew
    means = _means(view, learned, look["axes"]) if ellipses else None
    of_values = sureness.ellipses(view, learned) if sure else None
    figure, piece = figure_code.draw(
        kept(plots.mca_map),
        Named("learned", learned.estimator),
        _data(view, hidden),
        **look,
        ellipses=ellipses,
        chosen=column,
        title="MCA: values on two axes",
        plane=Named(None, plane),
        means=Named(None, means),
        classes=Named(None, name),
        letters=Named(None, session.LETTERS if session.PRESENTING.get() else 1.0),
        sure=None if of_values is None else Named("catviz.uncertainty(table, learned).ellipses()", of_values),
        theme=charts.theme(),
    )
    alt = f"All values on axes {look['axes'][0]} and {look['axes'][1]} of MCA."
    charts.show(figure, "mca-map", alt, piece=piece if view.large is None else None)
    shown = mca.shown_values(plane, look["most"], look["by"])
    small = [] if means is None else mca.small_ellipses(shown, plane[plane["column"].isin(look["joined"])], means)
    st.caption(_caption(view, plane, shown, look, classes, small) + _OF_VALUES * (of_values is not None))


def _data(view: View, hidden: bool) -> Named:
    """The table with the columns that are shown only; its known classes may be hidden."""
    code = "table" if view.shown is None else JOINED
    if hidden:
        return Named(f"replace({code}, target=None)", imports=(REPLACE,))
    return Named(code)


def _caption(
    view: View,
    plane: pd.DataFrame,
    shown: pd.DataFrame,
    look: Mapping[str, Any],
    classes: str,
    small: Sequence[str],
) -> str:
    """What the marks are."""
    active = (plane["role"] == "active").sum()
    sentences = [f"Marker area: {_SIZE_IN_WORDS[look['size']]}; hollow: fewer than {mca.FEW_ROWS} rows."]
    if len(shown) < len(plane):
        kept = (shown["role"] == "active").sum()
        sentences.append(
            f"Shown: the {kept} of {active} values with the largest {look['by']} on the two axes together."
        )
    if mca.left_out(plane).any():
        sentences.append(
            "Crosses: missing values, which are left out of the axes. Each is at the mean of the rows without a value "
            "in its column."
        )
    if view.shown is not None:
        sentences.append("Diamonds: values of columns that are shown only, which were not used for the axes.")
    if classes != HIDDEN:
        sentences.append(
            "Squares in the colours of the classes: mean points of the known classes, which were not used for the axes."
        )
    if classes == ELLIPSES:
        sentences.append(
            f"Ellipses: nominal {100 * mca.CONFIDENCE:g}\u00a0% confidence region of each mean point on its own "
            "(Hotelling). It assumes that the mean is normal and the axes are fixed. Whether two ellipses overlap is "
            f"no test of two classes. A class of fewer than {mca.ROWS_OF_ELLIPSE} rows has no ellipse. Nor has a "
            "class if more than a quarter of an axis comes from values that fewer than 5 of its rows have, since few "
            "rows would decide. How often the other ellipses contain the mean is not measured here; on some simulated "
            "tables it was less often than stated. " + (view.single_rows or view.independence)
            if not view.not_drawn_anew
            else f"No ellipses. {view.not_drawn_anew}"
        )
    if small:
        sentences.append(
            f"Smaller than the square here: the ellipse of {plain(listed(small, 4), 200)}. Zoom in to see it."
        )
    return " ".join(sentences)


def _scree(learned: Fitted, tables: AxesTables, look: Mapping[str, Any]) -> None:
    if not mca.counts_axes(tables.inertia, look["inertia"]):
        st.info("No axis has an eigenvalue above 1 / number of columns, so this correction leaves all of them out.")
        return
    how = {"axes": look["axes"], "inertia": look["inertia"], "title": "Inertia of each axis"}
    figure, piece = figure_code.draw(
        kept(plots.scree), Named("learned", learned.estimator), **how, theme=charts.theme()
    )
    charts.show(figure, "mca-scree", "Inertia of each axis of MCA.", piece=piece)
    st.caption(
        "Orange: the axes of the map. Dotted line: the mean inertia of an axis, 1 / number of columns. The "
        "corrections of Benzécri and Greenacre (Inertia, above) use only the axes above it."
        if look["inertia"] == mca.RAW
        else "Benzécri's percentages add up to 100; Greenacre's are of the average inertia of all pairs of columns, "
        "and add up to less."
    )
    config = {
        name: st.column_config.NumberColumn(name.replace(mca.BENZECRI, SPOKEN[mca.BENZECRI]), format="%.2f")
        for name in tables.inertia
        if "percent" in name
    }
    config |= {name: st.column_config.NumberColumn(format="%.4f") for name in ("eigenvalue", "adjusted eigenvalue")}
    show_table(tables.inertia, hide_index=True, column_config=config, height=220, alt="Inertia of each axis")


def _values(view: View, tables: AxesTables, look: Mapping[str, Any]) -> None:
    wide = _side_by_side(tables.values, ["column", "value", "rows", "role"], _NUMBERS, look["axes"])
    wide.insert(len(wide.columns) - 1, "role", wide.pop("role"))
    config = {name: st.column_config.NumberColumn(format="%.3f") for name in wide.columns[3:-1]}
    widths = {"column": 150, "value": 90}
    config |= {name: st.column_config.Column(width=width, pinned=True) for name, width in widths.items()}
    show_table(wide, hide_index=True, column_config=config, height=380, alt="Every value on both axes")
    sentences = [
        "Contribution: percent of the axis's inertia that comes from the value. cos2: share of its squared distance "
        "from the centre that the axis shows. Test value (v): for an active value, which was used for the axis, it is "
        "no test. "
    ]
    if mca.left_out(tables.values).any():
        sentences.append(
            "Nor does it test a missing value that is left out: its place follows from the answers in its column."
        )
    sentences.append(
        view.not_drawn_anew
        or view.single_rows
        or "Of supplementary values, about one in 20 is beyond 2 in size by chance, each on its own, if their rows are "
        "drawn at random; of values with few rows it can be more or fewer. "
        f"{view.independence}"
    )
    if view.kept_selections:
        sentences.append(f"Not of {plain(listed(view.kept_selections), 200)}, since you chose the rows that it keeps.")
    st.caption(" ".join(sentences))


def _columns(view: View, learned: Fitted, tables: AxesTables, look: Mapping[str, Any], column: str) -> None:
    figure, piece = figure_code.draw(
        kept(plots.eta2),
        Named("learned", learned.estimator),
        _data(view, hidden=False),
        axes=look["axes"],
        inertia=look["inertia"],
        chosen=column,
        columns=Named(None, tables.columns),
        title="Columns by their eta2 with the two axes",
        theme=charts.theme(),
    )
    alt = "Every column at its eta2 with both axes."
    charts.show(figure, "mca-columns", alt, piece=piece if view.large is None else None)
    answered = "answered " * (learned.estimator.na == "exclude")
    words = (
        "eta2: how well the column explains the place of the rows on the axis, from 0 to 1 (variance between its "
        f"{answered}values, divided by the whole variance)."
    )
    st.caption(words)
    wide = _side_by_side(tables.columns, ["column", "role"], ("eta2",), look["axes"])
    config = {name: st.column_config.NumberColumn(format="%.3f") for name in wide.columns[2:]}
    show_table(wide, hide_index=True, column_config=config, height=260, alt="eta2 of every column with both axes")


def _side_by_side(table: pd.DataFrame, keys: list[str], numbers: Sequence[str], axes: Sequence[int]) -> pd.DataFrame:
    """The numbers of two axes beside each other."""
    parts = [table[table["axis"] == axis].reset_index(drop=True) for axis in axes]
    named = [part[list(numbers)].add_suffix(f" {axis}") for part, axis in zip(parts, axes, strict=True)]
    return pd.concat([parts[0][keys], *named], axis=1)
