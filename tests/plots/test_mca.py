"""The map of MCA: places, sizes, names, lines and ellipses are what the tables say."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import f as f_distribution

import catviz
from catviz import plots
from catviz.plots.mca import LEFT_OUT, ellipse, in_plane, small_ellipses
from catviz.plots.point_names import NamePlaces
from catviz.table.categorical import CategoricalTable

ZOO = catviz.load_dataset("zoo")
MCA = catviz.MCA().fit(ZOO)


def points(figure):
    """(name of the trace, text of the hover without its column's name) -> (x, y, size, symbol, colour)."""
    found = {}
    for trace in figure.data:
        if trace.hoverinfo == "text":
            marker = trace.marker
            for x, y, size, symbol, colour, hover in zip(
                trace.x, trace.y, marker.size, marker.symbol, marker.color, trace.hovertext, strict=True
            ):
                found[trace.name, hover.split("</b>")[0].removeprefix("<b>")] = (x, y, size, symbol, colour)
    return found


def test_values_are_at_their_coordinates_on_the_axes_asked_for():
    found = points(plots.mca_map(MCA, ZOO, axes=(3, 1), chosen="legs"))
    values = MCA.values(ZOO, 3)
    assert len(found) == 43
    for (_, name), (x, y, *_) in found.items():
        column, value = name.split(" = ")
        line = values[(values["column"] == column) & (values["value"] == value)].set_index("axis")["coordinate"]
        assert (x, y) == pytest.approx((line[3], line[1]))
    kinds = {name: {symbol for (n, _), (*_, symbol, _) in found.items() if n == name} for name in dict(found)}
    assert {name[0] for name in kinds} == {"known classes", "legs", "other columns"}


@pytest.mark.parametrize(
    ("inertia", "title"),
    [
        ("raw", "Axis 1 (26.0\u00a0% of inertia)"),
        ("Benzecri", "Axis 1 (61.6\u00a0% of inertia, Benzécri)"),
        ("Greenacre", "Axis 1 (52.6\u00a0% of inertia, Greenacre)"),
    ],
)
def test_an_axis_says_its_share(inertia, title):
    assert plots.mca_map(MCA, inertia=inertia).layout.xaxis.title.text == title
    assert plots.eta2(MCA, inertia=inertia).layout.xaxis.title.text == f"eta2 with {title.replace('Axis', 'axis')}"
    last = plots.mca_map(MCA, axes=(1, 12), inertia=inertia).layout.yaxis.title.text
    assert ("none" in last) == (inertia != "raw")


def test_hollow_is_few_rows_and_square_a_class():
    found = points(plots.mca_map(MCA, ZOO, chosen="legs"))
    assert found["legs", "legs = 5"][3] == "circle-open" and found["legs", "legs = 4"][3] == "circle"
    classes = {name: marks for (trace, name), marks in found.items() if trace == "known classes"}
    assert len(classes) == 7 and {marks[3] for marks in classes.values()} == {"square"}
    assert len({marks[4] for marks in classes.values()}) == 7


@pytest.mark.parametrize("size", ["rows", "contribution", "cos2"])
def test_the_largest_marker_is_the_largest_number(size):
    plane = in_plane(MCA.values(), MCA.inertia(), (1, 2))
    found = points(plots.mca_map(MCA, size=size))
    sizes = [found["other columns", f"{a} = {v}"][2] for a, v in zip(plane["column"], plane["value"], strict=True)]
    assert (np.diff(np.array(sizes)[np.argsort(plane[size])]) > -1e-9).all() and np.ptp(sizes) > 5


def test_a_plane_adds_both_axes():
    plane = in_plane(MCA.values(ZOO), MCA.inertia(), (1, 2))
    wide = MCA.values(ZOO).pivot(index=["column", "value"], columns="axis")
    keys = list(zip(plane["column"], plane["value"], strict=True))
    np.testing.assert_allclose(plane["cos2"], wide["cos2"].sum(axis=1).loc[keys])
    assert plane["contribution"].sum() == pytest.approx(100)
    one, other = MCA.eigenvalues_
    mean = (wide["contribution"] * [one, other]).sum(axis=1, min_count=2) / (one + other)
    np.testing.assert_allclose(plane["contribution"], mean.loc[keys])


@pytest.mark.parametrize("by", ["contribution", "cos2"])
def test_the_most_contributing_values_are_kept_and_all_supplementary_ones(by):
    plane = in_plane(MCA.values(ZOO), MCA.inertia(), (1, 2))
    kept = plane[plane["role"] == "active"].nlargest(5, by)
    found = points(plots.mca_map(MCA, ZOO, most=5, by=by))
    active = {name for trace, name in found if trace == "other columns"}
    assert active == {f"{a} = {v}" for a, v in zip(kept["column"], kept["value"], strict=True)}
    assert sum(trace == "known classes" for trace, _ in found) == 7
    assert len(points(plots.mca_map(MCA, ZOO, most=500))) == 43


def test_missing_values_that_are_left_out_have_a_marker_of_their_own():
    votes = catviz.load_dataset("voting")
    m = catviz.MCA(na="exclude").fit(votes)
    figure = plots.mca_map(m, votes, chosen="crime", most=4, joined="crime")
    found = points(figure)
    missing = {name: marks for (trace, name), marks in found.items() if trace == LEFT_OUT}
    assert len(missing) == 16 and {marks[3] for marks in missing.values()} == {"x"}
    assert len({marks[4] for marks in missing.values()}) == 2, "that of the chosen column stands out"
    assert {trace for trace, _ in found} <= {LEFT_OUT, "known classes", "crime", "other columns"}
    (line,) = [trace for trace in figure.data if trace.mode.startswith("lines")]
    assert len(line.x) == 2
    plane = plots.value_map(m, chosen="crime")
    assert sum(len(trace.x) for trace in plane.data) == len(m.geometry_.codebook.values) == 32


def test_a_line_goes_through_the_values_in_their_order():
    figure = plots.mca_map(MCA, joined="legs", chosen="legs", most=3)
    (line,) = [trace for trace in figure.data if trace.mode.startswith("lines")]
    coordinates = MCA.values().query("column == 'legs' and axis == 1").set_index("value")["coordinate"]
    assert list(line.x) == coordinates[["0", "2", "4", "5", "6", "8"]].tolist()


def test_an_ellipse_is_where_the_distance_to_the_mean_is_the_quantile():
    means = MCA.class_means(ZOO)
    line = means.set_index("class").loc["reptile"]
    around = ellipse(line, 0.9) - line[["x", "y"]].to_numpy(dtype=float)
    covariance = np.array([[line["variance x"], line["covariance"]], [line["covariance"], line["variance y"]]])
    squared = (around @ np.linalg.inv(covariance) * around).sum(axis=1)
    np.testing.assert_allclose(squared, 2 * 4 / 3 * f_distribution.ppf(0.9, 2, 3))
    voting = catviz.load_dataset("voting")
    model = catviz.MCA().fit(voting)
    means = model.class_means(voting)
    figure = plots.mca_map(model, voting, ellipses=True)
    drawn = means.loc[(means["rows"] >= 20) & (means["rare"] <= 25), "class"]
    assert {trace.name for trace in figure.data if trace.mode == "lines"} == set(drawn) == {"democrat"}


def test_an_ellipse_holds_the_mean_as_often_as_it_says():
    rng, inside = np.random.default_rng(0), 0
    for _ in range(1000):
        points = rng.normal(size=(20, 2)) @ [[2, 1], [0, 0.5]]
        (x, y), of_mean = points.mean(axis=0), np.cov(points.T) / 20
        line = {"rows": 20, "x": x, "y": y, "covariance": of_mean[0, 1]}
        line |= {"variance x": of_mean[0, 0], "variance y": of_mean[1, 1]}
        radius = ellipse(line, 0.95)[0] - [x, y]
        inside += [x, y] @ np.linalg.solve(of_mean, [x, y]) <= radius @ np.linalg.solve(of_mean, radius)
    assert 930 <= inside <= 970


def test_a_class_in_which_few_rows_shape_an_axis_has_no_ellipse():
    """Three values that come together on 2 % of one class and 40 % of the other take the first axis."""
    rng, n = np.random.default_rng(0), 600
    frame = pd.DataFrame({f"c{j}": rng.choice(list("abc"), n) for j in range(6)})
    frame["class"] = np.where(np.arange(n) < 60, "few", "many")
    together = rng.random(n) < np.where(frame["class"] == "few", 0.02, 0.4)
    frame.loc[together, ["c0", "c1", "c2"]] = "z"
    table = CategoricalTable.from_pandas(frame, target="class")
    model = catviz.MCA().fit(table)
    rare = model.class_means(table).set_index("class")["rare"]
    assert rare["few"] > 50 and rare["many"] < 1
    figure = plots.mca_map(model, table, ellipses=True)
    assert [trace.name for trace in figure.data if trace.mode == "lines" and len(trace.x) > 50] == ["many"]


def test_the_scree_plot_shows_the_percentages_and_the_axes_of_the_map():
    raw, corrected = plots.scree(MCA, axes=(1, 3)), plots.scree(MCA, inertia="Benzecri")
    np.testing.assert_allclose(raw.data[0].y, MCA.inertia()["percent"])
    colours = raw.data[0].marker.color
    assert colours[0] == colours[2] != colours[1]
    assert len(raw.layout.shapes) == 1 and raw.layout.shapes[0].y0 == pytest.approx(100 / 16 / MCA.total_inertia_)
    assert sum(corrected.data[0].y) == pytest.approx(100) and not corrected.layout.shapes


def test_columns_are_at_their_eta2():
    figure = plots.eta2(MCA, ZOO, axes=(2, 1))
    columns = MCA.columns(ZOO).pivot(index="column", columns="axis", values="eta2")
    for trace in figure.data:
        names = [text.split("<br>")[0] for text in trace.hovertext]
        np.testing.assert_allclose(np.column_stack([trace.x, trace.y]), columns.loc[names, [2, 1]])
        assert (names == ["class"]) == (trace.name == "supplementary")


def test_what_cannot_be_drawn_is_said():
    for given in ({"inertia": "adjusted"}, {"size": "v"}, {"by": "rows"}):
        with pytest.raises(ValueError, match="choose one of"):
            plots.mca_map(MCA, **given)
    with pytest.raises(ValueError, match="known classes"):
        plots.mca_map(MCA, ZOO.to_pandas(), ellipses=True)
    with pytest.raises(ValueError, match="40 axes"):
        plots.mca_map(MCA, axes=(1, 40))


def test_names_of_values_that_several_columns_have_say_the_column():
    texts = {text for trace in plots.mca_map(MCA, chosen="milk").data for text in trace.text if text}
    assert {"yes", "no"} <= texts and "fins: yes" in texts


def test_text_from_a_table_is_no_markup():
    frame = pd.DataFrame({"<b>a": ["<i>x", "y", "z", "z"], "b": list("uvuv")})
    figure = plots.mca_map(catviz.MCA().fit(frame), frame.assign(c="<u>"), chosen="<b>a")
    assert "<i>" not in figure.to_json() and "<u>" not in figure.to_json() and "&lt;i&gt;x" in figure.to_json()


def test_names_do_not_cover_each_other_and_the_first_choose():
    rng = np.random.default_rng(0)
    places, at = rng.uniform(0, 1, (200, 2)), NamePlaces([[0, 1], [0, 1]], 400, 300)
    sizes = np.full(200, 8.0)
    at.avoid(places, sizes)
    given = at.give(places, ["name"] * 200, sizes, range(199, -1, -1), 12)
    assert 199 in given and 20 < len(given) < 150
    shift = {"top center": (0, 1), "bottom center": (0, -1), "middle right": (1, 0), "middle left": (-1, 0)}
    centres = [places[i] * [400, 300] + np.array(shift[side]) * [17.7, 11.9] for i, side in given.items()]
    gaps = np.abs(np.array(centres)[:, None] - np.array(centres)[None])
    apart = (gaps >= np.array([0.53 * 12 * 4, 1.15 * 12]) - 1e-6).any(axis=2)
    assert apart[~np.eye(len(apart), dtype=bool)].all()


def test_ellipses_within_their_squares_are_named_and_those_that_are_seen_are_not():
    for name, small in (("mushroom", ["edible"]), ("voting", [])):
        table = catviz.load_dataset(name)
        model = catviz.MCA().fit(table)
        plane = in_plane(model.values(table), model.inertia(), (1, 2))
        assert small_ellipses(plane, plane[:0], model.class_means(table)) == small


def test_a_map_that_spreads_upwards_is_higher_up_to_a_screen():
    voting = catviz.load_dataset("voting")
    high, wide = (plots.mca_map(catviz.MCA().fit(voting), voting, axes=axes) for axes in ((1, 2), (2, 1)))
    assert wide.layout.height < high.layout.height < 680


def test_the_plane_fits_the_values_and_its_area_is_as_wide_as_one_unit_asks():
    votes = catviz.load_dataset("voting")
    layout = plots.mca_map(catviz.MCA().fit(votes), votes).layout
    wide, high = (np.ptp(axis.range) for axis in (layout.xaxis, layout.yaxis))
    assert wide == pytest.approx(0.8 * high)
    assert layout.xaxis.constrain == layout.yaxis.constrain == "domain"
