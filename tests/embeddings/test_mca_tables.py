"""The tables of MCA against FactoMineR's, the corrections of Benzecri and Greenacre against those of R's package ca."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from random_frames import dependent_frame

import catviz
from catviz.geometry.inertia import inertia_table
from catviz.table.categorical import CategoricalTable
from catviz.table.weights import repeated_rows

ZOO = catviz.load_dataset("zoo")
#: Written by factominer/zoo.R.
PRINTED = pd.read_csv(
    Path(__file__).parent / "factominer" / "zoo.csv", index_col=["weights", "table", "name"]
).sort_index()
SOME = np.arange(101) % 3 + 1.0


def random_frame(seed):
    return dependent_frame(sizes=(3, 4, 2, 3), seed=seed, missing=0)


def zoo(weights):
    return ZOO if weights == "one" else replace(ZOO, weights=SOME)


def by_axis(table, names, number):
    """Points by FactoMineR's names, a column per axis; it names a value after its column too where another has it."""
    wide = table.assign(axis=table["axis"].astype(str)).pivot(index=names, columns="axis", values=number)
    keys = [np.atleast_1d(key) for key in wide.index]
    last = [key[-1] for key in keys]
    return wide.set_axis([str(key[-1]) if last.count(key[-1]) == 1 else "_".join(map(str, key)) for key in keys])


def assert_printed(found, weights, table, signs):
    expected = PRINTED.loc[(weights, table)]
    np.testing.assert_allclose(found.loc[expected.index] * signs, expected, atol=1e-9, rtol=1e-9)


@pytest.mark.parametrize("weights", ["one", "some"])
def test_the_zoo_is_as_factominer_prints_it(weights):
    table = zoo(weights)
    m = catviz.MCA(n_components=3).fit(table)
    inertia = m.inertia()[["eigenvalue", "percent", "cumulative percent"]].set_axis(["1", "2", "3"], axis=1)
    assert_printed(inertia.set_axis([f"dim {k + 1}" for k in range(len(inertia))]), weights, "eigenvalue", 1)
    values, columns = m.values(table), m.columns(table)
    active, shown = (values[values["role"] == role] for role in ("active", "supplementary"))
    coordinates = by_axis(active, ["column", "value"], "coordinate")
    signs = np.sign((coordinates * PRINTED.loc[(weights, "var coord")]).sum())
    for kind, frame, names in (("var", active, ["column", "value"]), ("quali.sup", shown, ["value"])):
        numbers = {"coord": "coordinate", "cos2": "cos2", "v.test": "test value", "contrib": "contribution"}
        for what in ("coord", "cos2", "v.test", "contrib")[: 4 if kind == "var" else 3]:
            turned = signs if what in ("coord", "v.test") else 1
            assert_printed(by_axis(frame, names, numbers[what]), weights, f"{kind} {what}", turned)
        assert_printed(by_axis(columns, ["column"], "eta2"), weights, f"{kind} eta2", 1)
    assert shown["contribution"].isna().all()
    rows = m.rows(table).assign(row=lambda f: f["row"] + 1)
    for what, number in (("coord", "coordinate"), ("contrib", "contribution"), ("cos2", "cos2")):
        assert_printed(by_axis(rows, ["row"], number), weights, f"ind {what}", signs if what == "coord" else 1)


def test_frames_and_counts_give_what_tables_give():
    frame = ZOO.to_pandas().assign(kind=ZOO.target)
    m = catviz.MCA().fit(ZOO)
    fitted = catviz.MCA().fit(frame.drop(columns="kind"))
    columns = {"class": "kind"}
    for table in ("values", "columns"):
        expected = getattr(m, table)(ZOO).replace({"column": columns})
        pd.testing.assert_frame_equal(getattr(fitted, table)(frame), expected, rtol=1e-9)
    joint = catviz.count(CategoricalTable.from_pandas(frame))
    pd.testing.assert_frame_equal(m.values(joint), m.values(ZOO).replace({"column": columns}), rtol=1e-9)
    by_class = catviz.count(ZOO, by=ZOO.target)
    pd.testing.assert_frame_equal(m.class_means(by_class), m.class_means(ZOO))


def test_axes_beyond_those_kept_are_those_of_a_fit_that_keeps_them():
    few, many = catviz.MCA(2).fit(ZOO), catviz.MCA(6).fit(ZOO)
    pd.testing.assert_frame_equal(few.values(n_axes=6), many.values(), atol=1e-9)
    pd.testing.assert_frame_equal(few.values(), many.values(n_axes=2), atol=1e-9)
    with pytest.raises(ValueError, match="30 axes .* 20"):
        few.values(n_axes=30)
    with pytest.raises(ValueError, match="0 axes"):
        few.rows(ZOO, 0)


def test_all_axes_together_show_a_point_whole():
    frame = random_frame(seed=11)
    m = catviz.MCA(2).fit(frame)
    k = len(m.inertia())
    for table, names in ((m.values(n_axes=k), ["column", "value"]), (m.rows(frame, k), ["row"])):
        np.testing.assert_allclose(table.groupby(names)["cos2"].sum(), 1)
        np.testing.assert_allclose(table.groupby("axis")["contribution"].sum(), 100)
    eta2 = m.columns(n_axes=k).groupby("axis")["eta2"].mean()
    np.testing.assert_allclose(eta2, m.inertia()["eigenvalue"], atol=1e-12)


def test_rows_have_the_places_and_distances_of_the_standardised_indicator():
    frame = random_frame(seed=12)
    m = catviz.MCA(2).fit(frame)
    rows = m.rows(frame).pivot(index="row", columns="axis")
    np.testing.assert_allclose(rows["coordinate"], m.transform(frame), atol=1e-12)
    Z = pd.get_dummies(frame).to_numpy(dtype=float) / frame.shape[1]
    mass = Z.mean(axis=0)
    distance = ((Z - mass) ** 2 / mass).sum(axis=1)
    np.testing.assert_allclose(rows["cos2"], m.transform(frame) ** 2 / distance[:, None], atol=1e-12)


def test_passive_rows_have_no_contribution_and_a_value_never_seen_adds_nothing():
    frame = random_frame(seed=13)
    m = catviz.MCA(2).fit(frame)
    new = frame.head(2).assign(a1=["never seen", frame["a1"][1]])
    found = m.rows(new, passive=True)
    assert "contribution" not in found
    np.testing.assert_allclose(found.pivot(index="row", columns="axis", values="coordinate"), m.transform(new))
    assert found["cos2"].between(0, 1).all()


def test_the_mean_of_a_class_and_its_covariance():
    m, y = catviz.MCA(4).fit(ZOO), ZOO.target
    found = m.class_means(ZOO, axes=(3, 1)).set_index("class")
    places = m.transform(ZOO)[:, [2, 0]] / np.sqrt(m.eigenvalues_[[2, 0]])
    for label, line in found.iterrows():
        own = places[label == y]
        covariance = np.cov(own.T) / len(own)
        np.testing.assert_allclose(line[["x", "y"]].astype(float), own.mean(axis=0), atol=1e-12)
        expected = [covariance[0, 0], covariance[1, 1], covariance[0, 1]]
        numbers = line[["variance x", "variance y", "covariance"]].astype(float)
        np.testing.assert_allclose(numbers, expected, atol=1e-12)
    supplementary = m.values(ZOO).query("column == 'class' and axis == 3").set_index("value")["coordinate"]
    np.testing.assert_allclose(found["x"], supplementary.loc[found.index])
    weighted, repeated = replace(ZOO, weights=SOME), ZOO[repeated_rows(SOME, len(ZOO), "")]
    pd.testing.assert_frame_equal(m.class_means(weighted), m.class_means(repeated))
    alone = m.class_means(ZOO, np.where(np.arange(101) == 0, "one", "others")).iloc[0]
    assert alone["rows"] == 1 and np.isnan(alone["variance x"])


def test_a_test_value_is_that_of_drawing_as_many_rows_without_replacement():
    frame = random_frame(seed=14)
    m = catviz.MCA(1).fit(frame)
    rng, places = np.random.default_rng(0), m.transform(frame)[:, 0]
    group = frame["a0"] == "p"
    found = m.values(frame.assign(again=np.where(group, "yes", "no"))).query("value == 'yes'")["test value"].item()
    means = [rng.permutation(places)[: group.sum()].mean() for _ in range(20_000)]
    assert found == pytest.approx(places[group].mean() / np.std(means), rel=0.02)


def test_a_column_of_a_single_value_is_at_the_centre():
    frame = random_frame(seed=15).assign(same="x")
    line = catviz.MCA(2).fit(frame).values().query("column == 'same'")
    np.testing.assert_allclose(line["coordinate"], 0, atol=1e-7)
    assert line[["cos2", "test value"]].isna().all(axis=None)


def test_what_is_lacking_is_said():
    frame = random_frame(seed=16)
    m = catviz.MCA(2).fit(frame)
    with pytest.raises(ValueError, match="no column 'a0'"):
        m.values(catviz.count(CategoricalTable.from_pandas(frame.drop(columns="a0"))))
    with pytest.raises(ValueError, match="not by class"):
        m.class_means(m.counts_)
    with pytest.raises(ValueError, match="y is None"):
        m.class_means(frame)


#: The eigenvalues of four questions on science and the environment (ISSP 1993), 871 rows and 20 values.
WG93 = """0.457379154000 0.430965792607 0.321925729058 0.306473205337 0.275674719531 0.251927978461 0.242559120007
0.234950637341 0.225468006730 0.220629116781 0.209837591314 0.197148450763 0.177883324718 0.169111908766 0.152819070512
0.125246194075"""


def test_the_corrections_that_r_prints_for_the_issp():
    table = inertia_table([float(x) for x in WG93.split()], n_columns=4, n_values=20)
    # ca 0.71.1: mjca(wg93[, 1:4]) prints adjusted inertias .076455 (44.9 %), .058220 (34.2), .009197 (5.4), .005670
    # (3.3), .001172 (0.7), .000007 (0.0) of a total .170246, as Nenadic & Greenacre 2007, JSS 20(3), have them
    adjusted, percent = [0.076455, 0.058220, 0.009197, 0.005670, 0.001172, 0.000007], [44.9, 34.2, 5.4, 3.3, 0.7, 0.0]
    assert table["adjusted eigenvalue"].dropna().tolist() == pytest.approx(adjusted, abs=5e-7)
    assert table["percent (Greenacre)"].dropna().tolist() == pytest.approx(percent, abs=0.05)
    exact = [0.449088547, 0.341975317, 0.0540219589, 0.0333032532, 0.00688356153, 3.88155852e-05]
    assert (table["percent (Greenacre)"].dropna() / 100).tolist() == pytest.approx(exact, abs=5e-9)
    sums = table["percent (Benzecri)"].sum(), table["cumulative percent (Benzecri)"].iloc[5]
    assert sums == pytest.approx((100, 100))
    ratio = (table["percent (Benzecri)"] / table["adjusted eigenvalue"]).dropna()
    assert ratio.tolist() == pytest.approx([100 / sum(table["adjusted eigenvalue"].dropna())] * 6)


def test_one_column_and_independent_columns_have_no_correction():
    assert inertia_table([1.0, 1.0], 1, 3)["percent (Greenacre)"].isna().all()
    table = inertia_table([0.5, 0.5], 2, 4)
    assert table["adjusted eigenvalue"].isna().all() and table["percent"].tolist() == [50, 50]
