"""Frames are read like files, and frames of every kind alike."""

import warnings

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import catviz
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from catviz.table.column_roles import MOST_ORDERED

N = 240


def mixed(n=N, seed=0):
    """Numbers of every role a file knows, text of each kind, missing cells."""
    rng = np.random.default_rng(seed)
    income = np.round(rng.lognormal(10, 1, n), 2)
    return pd.DataFrame(
        {
            "id": np.arange(1, n + 1),
            "age": rng.integers(18, 80, n),
            "income": np.where(rng.random(n) < 0.1, np.nan, income),
            "rooms": rng.integers(1, 6, n),
            "children": np.where(rng.random(n) < 0.2, np.nan, rng.integers(0, 4, n)),
            "size": rng.choice(["S", "M", "L"], n),
            "colour": rng.choice(["red", "blue", None], n),
            "power": rng.choice(["?", "1.5", "2.75", "3.1"], n),
            "paid": rng.choice([True, False], n),
            "weight": rng.integers(1, 4, n),
        }
    )


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mixed.csv"
    mixed().astype({"children": "Int64"}).to_csv(path, index=False)
    return path


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def assert_same(a, b):
    assert a.codebook == b.codebook
    assert (a.codes == b.codes).all()
    assert (a.weights is None and b.weights is None) or (a.weights == b.weights).all()


def tables_of(method):
    return method.geometry_.distances().tables


# as in files


def test_a_file_and_pandas_reading_of_it_are_one_table(file):
    from_file, from_frame = catviz.read_csv(file), CategoricalTable.from_pandas(pd.read_csv(file))
    assert from_file.attributes == ("age", "income", "rooms", "children", "size", "colour", "power", "paid", "weight")
    assert from_file.kinds == ("ordinal",) * 5 + ("nominal", "ordinal", "nominal", "ordinal")
    assert_same(from_file, from_frame)


@pytest.mark.parametrize("name", ["Hamming", "AhmadDey", "DILCA", "MCA", "TAVE", "LeHo"])
def test_a_file_and_pandas_reading_of_it_have_one_geometry(file, name):
    cls = catviz.method(name).cls
    table, frame = catviz.read_csv(file), pd.read_csv(file)
    a, b = cls().fit(table), cls().fit(frame)
    for x, y in zip(tables_of(a), tables_of(b), strict=True):
        np.testing.assert_array_equal(x, y)
    np.testing.assert_array_equal(a.transform(table), b.transform(frame))


def test_new_rows_go_to_the_intervals_of_the_fit(file):
    frame = pd.read_csv(file)
    method = catviz.AhmadDey().fit(frame)
    some = frame.iloc[[3, 1, 8]]
    np.testing.assert_array_equal(method.transform(some), method.transform(frame)[[3, 1, 8]])
    of_all = method.geometry_.between(frame)[np.ix_([3, 1, 8], [3, 1, 8])]
    np.testing.assert_allclose(method.geometry_.between(some), of_all, rtol=1e-12)
    beyond = some.assign(age=[-5, 200, 18])
    ends = some.assign(age=[frame["age"].min(), frame["age"].max(), 18])
    np.testing.assert_array_equal(method.transform(beyond), method.transform(ends))


def test_a_fit_to_a_file_reads_new_frames_too(file):
    method = catviz.KModes(3, random_state=0).fit(catviz.read_csv(file))
    frame = pd.read_csv(file)[list(method.feature_names_in_)]
    assert (method.predict(frame) == method.labels_).all()


def test_an_interval_without_data_gives_its_numbers_to_the_nearest():
    frame = pd.DataFrame({"x": [0.0, 0.5, 10.0]})
    table = CategoricalTable.from_pandas(frame, numeric="bin", bins=5, strategy="uniform")
    assert table.categories == (("[0, 2)", "[8, 10]"),)
    new = pd.DataFrame({"x": [1.9, 4.9, 5.1, 99.0, np.nan]})
    assert CategoricalTable.read_like(new, table.codebook).codes[:, 0].tolist() == [0, 0, 1, 1, 2]


def test_the_remark_names_what_was_done_with_which_columns():
    with collected_remarks() as remarks:
        CategoricalTable.from_pandas(mixed())
    (sentence,) = remarks
    for part in (
        "'id' left out",
        "'age', 'power' cut into intervals (at most 10, uniform)",
        "'income' cut into intervals (at most 10, quantile)",
        "'rooms', 'children', 'weight' taken as ordered categories",
        "'size' ordered (a known scale: clothing size)",
        "'power' with text such as '?' read as missing",
        "numeric=",
    ):
        assert part in sentence
    with collected_remarks() as remarks:
        fitted = catviz.Hamming().fit(mixed())
        fitted.transform(mixed())
    assert remarks == [sentence]


def test_the_remark_is_a_warning_of_whoever_gave_the_frame():
    frame = mixed()
    for read in (CategoricalTable.from_pandas, catviz.Hamming().fit, lambda X: catviz.KModes(2, random_state=0).fit(X)):
        with pytest.warns(UserWarning, match="'id' left out") as caught:
            read(frame)
        assert {w.filename for w in caught if "left out" in str(w.message)} == {__file__}


def test_declared_categories_are_read_as_declared():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"zip": pd.Categorical(rng.integers(0, 40, N)), "note": rng.integers(0, 40, N).astype(str)})
    with collected_remarks() as remarks:
        table = CategoricalTable.from_pandas(frame)
    assert remarks == [] and table.kinds == ("nominal", "nominal")
    assert [len(c) for c in table.categories] == [frame["zip"].nunique(), frame["note"].nunique()]


def test_one_column_of_numbers_is_never_left_out_or_weights():
    assert CategoricalTable.from_pandas(pd.DataFrame({"id": range(50)})).attributes == ("id",)
    assert CategoricalTable.from_pandas(pd.DataFrame({"count": [1, 2, 2]})).weights is None


@pytest.mark.parametrize("name", ["weight", "Count", "n", "freq", "Gewicht"])
def test_no_column_of_a_frame_is_guessed_to_be_row_weights(name):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"sex": rng.choice(["f", "m"], 40), name: rng.integers(50, 100, 40)})
    seen = catviz.Hamming().fit(frame)
    assert list(seen.feature_names_in_) == ["sex", name]
    once = pd.DataFrame({"sex": ["f", "m"], name: [3, 5]})
    assert CategoricalTable.from_pandas(once).weights is None
    table = CategoricalTable.from_pandas(once, weights=name)
    assert table.weights.tolist() == [3, 5] and table.attributes == ("sex",)
    assert CategoricalTable.read_like(once, table.codebook).weights is None


def test_weights_that_are_given_leave_other_columns_alone():
    frame = pd.DataFrame({"a": ["x", "y"], "n": [1, 2], "w": [2, 3]})
    table = CategoricalTable.from_pandas(frame, weights="w")
    assert table.attributes == ("a", "n") and table.weights.tolist() == [2, 3]


# numeric=


def numbers():
    return pd.DataFrame({"age": [21.5, 38, 64.5, 38], "rooms": [1, 2, 2, 30], "paid": list("yynn")})


def test_numbers_as_chosen():
    category = CategoricalTable.from_pandas(numbers(), numeric="category")
    assert category.categories[:2] == (("21.5", "38", "64.5"), ("1", "2", "30"))
    assert category.kinds == ("nominal",) * 3
    binned = CategoricalTable.from_pandas(numbers(), numeric="bin", bins=2, strategy="quantile")
    assert binned.categories[0] == ("[21.5, 38)", "[38, 64.5]")
    for how in ("keep", "mixed"):
        kept = CategoricalTable.from_pandas(numbers(), numeric=how)
        assert kept.attributes == ("paid",) and kept.numeric_names == ("age", "rooms")
        assert kept.numeric.tolist() == numbers()[["age", "rooms"]].astype(float).to_numpy().tolist()
    unordered = CategoricalTable.from_pandas(numbers(), numeric="unordered")
    assert unordered.kinds == ("ordinal", "nominal", "nominal") and unordered.categories[1] == ("1", "2", "30")
    mapped = CategoricalTable.from_pandas(numbers(), numeric={"age": "keep"})
    assert mapped.numeric_names == ("age",) and mapped.kinds == ("ordinal", "nominal")
    named = CategoricalTable.from_pandas(numbers(), numeric=["rooms", "age"])
    assert named.numeric_names == ("rooms", "age") and named.numeric[3].tolist() == [30, 38]
    assert CategoricalTable.from_pandas(numbers(), numeric=["age"]).kinds == ("nominal", "nominal")


@pytest.mark.parametrize("wrong", ["bins", {"age": "number"}, {"height": "bin"}, ["height"]])
def test_a_choice_that_is_none_is_refused(wrong):
    with pytest.raises(ValueError, match="'bins'|'number'|'height'"):
        CategoricalTable.from_pandas(numbers(), numeric=wrong)


# methods that compare numbers


@pytest.mark.parametrize("cls", [catviz.Gower, catviz.HVDM])
def test_methods_for_mixed_data_see_numbers(cls):
    frame, y = numbers(), list("uuvv")
    fitted = cls().fit(frame, y)
    kept = cls().fit(CategoricalTable.from_pandas(frame, numeric=["age", "rooms"]), y)
    assert fitted.geometry_.numbers.names == ("age", "rooms")
    np.testing.assert_array_equal(
        fitted.geometry_.between(frame), kept.geometry_.between(CategoricalTable.from_pandas(frame, numeric="keep"))
    )


def test_gower_divides_by_the_range():
    frame = pd.DataFrame({"age": [20, 30, 60], "paid": list("yyn")})
    assert catviz.Gower().fit(frame).geometry_.between(frame)[0].tolist() == [0, 0.125, 1]


def test_what_is_given_such_a_method_sees_numbers_too():
    frame = mixed().drop(columns="weight")
    for estimator in (
        catviz.KMedoidsCategorical(2, catviz.Gower(), random_state=0),
        catviz.DistanceKNNClassifier(catviz.Gower(), n_neighbors=1),
    ):
        fitted = estimator.fit(frame, frame["paid"])
        assert fitted.geometry_.numbers.names == ("age", "income", "rooms", "children", "power")
        assert len(fitted.predict(frame)) == N


def test_gower_of_numbers_alone_divides_by_the_range():
    frame = pd.DataFrame({"age": [-20, -15.3, -45.4, -0.5, -45.0, np.nan], "height": [3, 1, 2, 2, 9, 5]})
    fitted = catviz.Gower().fit(frame)
    scaled = (frame.fillna(frame.mean()) / (frame.max() - frame.min())).to_numpy()
    expected = np.abs(scaled[:, None] - scaled).sum(axis=2) / 2
    for found in (fitted.geometry_.between(frame), catviz.Gower().fit(frame[["age"]]).geometry_.between(frame)):
        np.testing.assert_allclose(found, expected, atol=1e-12)
        expected = np.abs(scaled[:, None, 0] - scaled[:, 0])
    assert fitted.geometry_.keys() == () and fitted.geometry_.numbers.names == ("age", "height")
    assert CategoricalTable.from_pandas(frame, numeric="numbers").attributes == ()
    assert CategoricalTable.from_pandas(frame, numeric="mixed").attributes == ("age", "height")


def test_what_compares_rows_takes_numbers_alone():
    rng = np.random.default_rng(0)
    frame, y = pd.DataFrame({"x": np.r_[rng.normal(size=20), rng.normal(9, size=20)]}), np.repeat(["p", "q"], 20)
    for distances in (catviz.Gower(), "Gower", catviz.Gower().fit(frame).geometry_, "HVDM"):
        for cls in (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical, catviz.SpectralCategorical):
            model = cls(n_clusters=2, distances=distances).fit(frame, y)
            assert catviz.metrics.scores(y, model.labels_)["accuracy"] == 1
            assert (model.predict(frame) == model.labels_).all()
        assert catviz.DistanceKNNClassifier(distances).fit(frame, y).score(frame, y) == 1
    places = catviz.HVDM(random_state=0).fit_transform(frame, y)
    np.testing.assert_allclose(places[:, 0], (frame["x"] - frame["x"].mean()) / (4 * frame["x"].std(ddof=0)))
    table = CategoricalTable.from_pandas(frame, numeric="numbers")
    for method in ("PCA", "MDS"):
        assert catviz.row_map(catviz.HVDM().fit(table, y).geometry_, table, method).coordinates.shape == (40, 2)
    for refused in (
        lambda: catviz.Gower().fit(frame).transform(frame),
        lambda: catviz.KMeansCategorical(2, "Gower").fit(frame),
        lambda: catviz.KModes(2, catviz.Gower().fit(frame).geometry_).fit(frame),
        lambda: catviz.Hamming().fit(table),
    ):
        with pytest.raises(ValueError, match="numbers alone|all columns are numbers|no categorical columns"):
            refused()


def test_a_name_sees_the_numbers_that_its_method_sees():
    frame = mixed().drop(columns="weight")
    for cls in (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical):
        a, b = (cls(2, distances=distances).fit(frame).geometry_ for distances in ("Gower", catviz.Gower()))
        assert a.numbers.names == b.numbers.names == ("age", "income", "rooms", "children", "power")


# kinds of frames


def as_arrow(frame):
    return pa.Table.from_pandas(frame, preserve_index=False)


def as_polars(frame):
    polars = pytest.importorskip("polars")
    sizes = polars.Enum(list(frame["grade"].cat.categories))
    plain = frame.astype({"grade": object})
    return polars.from_arrow(as_arrow(plain)).with_columns(polars.col("grade").cast(sizes))


def as_lazy(frame):
    return as_polars(frame).lazy()


class Capsule:
    """A table that speaks Arrow and nothing else."""

    def __init__(self, frame):
        self._table = as_arrow(frame)

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


KINDS = [as_arrow, as_polars, as_lazy, Capsule]


def graded():
    grades = pd.CategoricalDtype(["poor", "fair", "top", "unused"], ordered=True)
    drawn = np.random.default_rng(1).choice(["top", "fair", "poor", None], N)
    return mixed().assign(grade=pd.Series(drawn, dtype=grades))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_frame_is_the_same_table(kind):
    frame = graded()
    expected, found = CategoricalTable.from_pandas(frame), CategoricalTable.from_pandas(kind(frame))
    assert_same(found, expected)
    assert found.categories[found.attributes.index("grade")] == ("poor", "fair", "top", "unused")
    assert found.kinds[found.attributes.index("grade")] == "ordinal"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_frame_has_the_same_geometry_and_uses(kind):
    frame, y = graded(), np.where(mixed()["age"] > 40, "old", "young")
    data, table = kind(frame), CategoricalTable.from_pandas(frame)
    a, b = catviz.AhmadDey().fit(frame), catviz.AhmadDey().fit(data)
    for x, z in zip(tables_of(a), tables_of(b), strict=True):
        np.testing.assert_array_equal(x, z)
    assert b.feature_names_in_.tolist() == list(frame.columns)
    np.testing.assert_array_equal(a.transform(frame), b.transform(data))
    np.testing.assert_array_equal(a.geometry_.between(table), b.geometry_.between(data))
    np.testing.assert_array_equal(a.geometry_.transform(table), b.geometry_.transform(data))
    assert (catviz.row_map(a.geometry_, table).coordinates == catviz.row_map(b.geometry_, data).coordinates).all()
    maps = catviz.joint_map(a.geometry_, catviz.count(table)), catviz.joint_map(b.geometry_, data)
    np.testing.assert_array_equal(maps[0].coordinates, maps[1].coordinates)
    np.testing.assert_allclose(maps[0].rows(table), maps[1].rows(data))
    pd.testing.assert_frame_equal(catviz.profile(table, y == "old"), catviz.profile(data, y == "old"))
    assert catviz.count(data).codebook == catviz.count(table).codebook
    tests = [catviz.structure_test(X, k=2, n_shuffles=19, n_init=1) for X in (table, data)]
    assert tests[0].p_value == tests[1].p_value
    clusterer = catviz.KModes(3, random_state=0).fit(data)
    assert (clusterer.labels_ == catviz.KModes(3, random_state=0).fit(table).labels_).all()
    assert (clusterer.predict(data) == clusterer.labels_).all()


def test_labels_of_every_kind_score_and_teach_alike():
    polars = pytest.importorskip("polars")
    y, labels = ["a", "b", "a", "b", "b"], [0, 0, 1, 1, 1]
    expected = catviz.metrics.scores(y, labels)
    frame = pd.DataFrame({"x": list("pqpqq"), "z": list("uuvvu")})
    taught = tables_of(catviz.MVDM().fit(frame, y))
    of_polars = polars.Series(y), polars.Series(y).cast(polars.Enum(["b", "a"]))
    for given in (pd.Series(y), pd.Series(y, dtype="category"), pa.array(y), *of_polars):
        assert catviz.metrics.scores(given, labels) == expected
        for found, table in zip(tables_of(catviz.MVDM().fit(frame, given)), taught, strict=True):
            np.testing.assert_array_equal(found, table)


def test_whole_numbers_stay_whole_beside_missing_cells():
    table = CategoricalTable.from_pandas(pa.table({"n": pa.array([2**60 + 1, None, 5])}), numeric="category")
    assert table.categories == (("5", str(2**60 + 1)),) and table.codes[:, 0].tolist() == [1, 2, 0]


def test_names_that_occur_twice_are_refused_in_arrow_too():
    with pytest.raises(ValueError, match="'a' .*more than once"):
        catviz.Hamming().fit(pa.table([pa.array(["x"]), pa.array(["y"])], names=["a", "a"]))
    with pytest.raises(TypeError, match="dict"):
        CategoricalTable.from_pandas({"a": ["x"]})
    with pytest.raises(TypeError, match="rows are expected"):
        catviz.Hamming().fit(numbers()).geometry_.between(np.zeros((2, 3)))


def test_a_column_the_fit_had_is_asked_for_by_name():
    geometry = catviz.Hamming().fit(numbers()).geometry_
    with pytest.raises(ValueError, match="no column 'rooms'"):
        geometry.between(numbers().drop(columns="rooms"))


def test_polars_frames_are_scanned():
    polars = pytest.importorskip("polars")
    frame = graded()[["grade", "size", "colour"]].astype(object)
    data = polars.from_arrow(as_arrow(frame))
    expected = catviz.count(CategoricalTable.from_pandas(frame, numeric="category"))
    found = catviz.count(catviz.scan(data))
    assert found.codebook == expected.codebook and (found.matrix == expected.matrix).all()
    with pytest.raises(ValueError, match="LazyFrame: collect"):
        catviz.scan(data.lazy())


def test_arrays_are_categories_as_ever():
    X = np.random.default_rng(0).integers(0, 40, (60, 2))
    with collected_remarks() as remarks:
        fitted = catviz.Hamming().fit(X)
    assert remarks == [] and max(fitted.geometry_.codebook.n_values) > MOST_ORDERED
    assert fitted.geometry_.codebook.kinds == ("nominal",) * 2


# arrays and frames


@pytest.mark.parametrize("make", [catviz.Hamming, catviz.MCA, catviz.AhmadDey, catviz.Gower, catviz.TAVE])
def test_rows_without_names_go_by_position(make):
    frame = mixed().drop(columns=["children", "colour"])
    method = make().fit(frame)
    expected = method.transform(frame)
    for rows in (frame.to_numpy(dtype=object), frame.to_numpy(dtype=object).tolist()):
        np.testing.assert_array_equal(method.transform(rows), expected)
    with pytest.warns(UserWarning, match="valid feature names"):
        method.transform(frame.to_numpy(dtype=object))
    with pytest.raises(ValueError, match="features"):
        method.transform(frame.to_numpy(dtype=object)[:, 1:])


def test_rows_with_names_go_by_position_where_the_fit_saw_none():
    frame = graded()
    fitted = catviz.KModes(2, random_state=0).fit(frame.to_numpy(dtype=object))
    np.testing.assert_array_equal(fitted.predict(frame.astype(object)), fitted.labels_)
    with pytest.raises(ValueError, match="features"):
        fitted.predict(frame.iloc[:, 1:])


@pytest.mark.parametrize("make", [lambda cells: pd.DataFrame({"a": cells}), lambda cells: pa.table({"a": cells})])
def test_cells_of_several_values_are_refused_in_a_sentence(make):
    with pytest.raises(ValueError, match="'a' has cells of several values"):
        CategoricalTable.from_pandas(make([["x"], ["y", "x"], None]))


def test_a_single_column_is_no_table():
    for column in (pd.Series(list("xy")), np.array(list("xy"))):
        with pytest.raises(TypeError, match="table is expected"):
            CategoricalTable.from_pandas(column)


def test_periods_are_ordered_by_time_and_bytes_are_text():
    months = pd.PeriodIndex(["2021-02", "2020-11", "2021-02", None, "2020-11"], freq="M")
    table = CategoricalTable.from_pandas(
        pd.DataFrame({"month": months, "code": [b"x", "é".encode(), b"x", None, b"x"]})
    )
    assert table.categories == (("2020-11", "2021-02"), ("x", "é"))
    assert table.codebook.kinds == ("ordinal", "nominal") and table.codes[:, 0].tolist() == [1, 0, 1, 2, 0]


def test_whole_numbers_too_long_for_a_machine_are_codes(tmp_path):
    ids = [10**17 + i for i in (0, 1, 2, 1, 0, 2)]
    frame = pd.DataFrame({"post": ids, "x": list("ababab")})
    frame.to_csv(tmp_path / "posts.csv", index=False)
    read = catviz.read_csv(tmp_path / "posts.csv", recipe=catviz.Recipe().role("post", "category"), doubts="ignore")
    for table in (CategoricalTable.from_pandas(frame), read):
        assert table.categories[0] == tuple(map(str, sorted(set(ids)))) and table.codebook.kinds[0] == "nominal"


def test_an_index_whose_values_come_again_is_named_as_left_out():
    frame = pd.DataFrame({"town": list("uuvv"), "x": list("abab")})
    with pytest.warns(UserWarning, match="index 'town' is no column"):
        CategoricalTable.from_pandas(frame.set_index("town"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        CategoricalTable.from_pandas(frame)
        CategoricalTable.from_pandas(frame.assign(id=range(4)).set_index("id"))
