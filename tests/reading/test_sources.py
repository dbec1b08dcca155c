"""Sources of blocks: every engine gives what the same rows give in memory."""

import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet
from sklearn.base import clone

import catviz
from catviz.orders.objective import ordered_objective
from catviz.reading.delimited import UnreadableError
from catviz.table.source import StoppedError

TARGET = "the group"
TABLES = ("mushroom", "nursery", "adult", "synthetic")


def synthetic(n=120_000, d=20, parts=4):
    """Rows with missing values, of which each part knows other values; whole numbers and text."""
    rng = np.random.default_rng(0)
    frame = {}
    part, names = (
        np.repeat(np.arange(parts), n // parts),
        np.array([f"v{i}" for i in range(2 * parts + 2)], dtype=object),
    )
    for r in range(d):
        codes = part * 2 + rng.integers(0, 4, n)
        values = codes.astype(float) if r % 5 == 4 else names[codes]
        frame[f"a{r}"] = np.where(rng.random(n) < 0.03, np.nan if r % 5 == 4 else None, values)
    frame[TARGET] = np.where(rng.random(n) < 0.01, None, np.where(part % 2, "odd", "even"))
    return pd.DataFrame(frame)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """``stored(name)``: (folder of Parquet files, the rows as a table), each made once."""
    made = {}

    def get(name):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            if name == "synthetic":
                frame = synthetic()
            else:
                table = catviz.load_dataset(name)
                frame = table.to_pandas().astype(object)
                frame[TARGET] = table.target
            for i, rows in enumerate(np.array_split(np.arange(len(frame)), 4)):
                part = pa.Table.from_pandas(frame.iloc[rows], preserve_index=False)
                parquet.write_table(part, folder / f"part-{i}.parquet", row_group_size=10_000)
            made[name] = folder, catviz.CategoricalTable.from_pandas(frame, target=TARGET, numeric="category")
        return made[name]

    return get


def test_cells_and_names_beyond_the_limit_are_refused_whatever_holds_them(tmp_path):
    long = "x" * 10_001
    for frame, words in (
        (pd.DataFrame({"a": ["u", long], "b": ["v", "w"]}), "'a' has .*10,001 characters"),
        (pd.DataFrame({"a": ["u", "v"], "b": pd.Categorical(["w", long])}), "'b' has .*10,001"),
        (pd.DataFrame({"a": ["u", "v"], long: ["w", "w"]}), "10,001 characters .*column 2"),
    ):
        path = tmp_path / "f.parquet"
        frame.to_parquet(path)
        for data in (path, pa.Table.from_pandas(frame)):
            with pytest.raises(UnreadableError, match=f"{words}.*10,000 "):
                catviz.scan(data)
    assert catviz.scan(pa.table({"a": ["u", long], "b": ["v", "w"]}), columns=["b"]).n_rows == 2


def opened(folder, engine, request):
    """The folder's rows as the engine's own kind of data."""
    if engine == "arrow":
        return catviz.scan(folder, target=TARGET)
    if engine == "duckdb":
        pytest.importorskip("duckdb")
        return catviz.scan(f"{folder}/*.parquet", "duckdb", target=TARGET)
    if engine == "dask":
        pytest.importorskip("distributed")
        import dask.dataframe

        request.getfixturevalue("cluster")
        return catviz.scan(dask.dataframe.read_parquet(sorted(folder.iterdir())), target=TARGET)
    pytest.importorskip("pyspark")
    return catviz.scan(request.getfixturevalue("spark").read.parquet(str(folder)), target=TARGET)


@pytest.fixture(scope="module")
def cluster():
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local, Client(local) as client:
        yield client


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False)
        # a program that runs for seconds is not worth compiling to the utmost
        builder = builder.config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        builder = builder.config("spark.sql.shuffle.partitions", 4)
        builder = builder.config("spark.log.level", "ERROR").config("spark.driver.bindAddress", "127.0.0.1")
        session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
        yield session
        session.stop()


def assert_equal(counts, expected):
    assert counts.codebook == expected.codebook
    assert counts.n_rows == expected.n_rows
    assert counts.matrix.dtype == expected.matrix.dtype == np.int64
    assert np.array_equal(counts.matrix, expected.matrix)
    assert list(counts.by_class) == list(expected.by_class)
    for label, matrix in expected.by_class.items():
        assert np.array_equal(counts.by_class[label], matrix), label


SPARK = pytest.param("spark", marks=pytest.mark.slow)
DASK = pytest.param("dask", marks=pytest.mark.slow)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("engine", ["arrow", "duckdb", DASK, SPARK])
def test_counts_equal_memory_cell_by_cell(engine, name, stored, request):
    folder, table = stored(name)
    source = opened(folder, engine, request)
    assert_equal(catviz.count(source, by=TARGET), catviz.count(table, by=table.target))


@pytest.mark.parametrize("engine", ["arrow", DASK, SPARK])
def test_clusters_equal_memory_and_labels_come_as_parquet(engine, stored, request, tmp_path):
    folder, table = stored("nursery")
    source = opened(folder, engine, request)
    labels = {}
    for model in (catviz.KModes(4, n_init=3, random_state=0), catviz.OCL(4, n_init=2, random_state=0)):
        there, here = model.fit(source), type(model)(**model.get_params()).fit(table)
        assert there.objective_ == pytest.approx(here.objective_, rel=1e-12)
        path = tmp_path / type(model).__name__
        source.map(there.predict, path, "group")
        if engine == "dask":
            with pytest.raises(FileExistsError):
                source.map(there.predict, path, "group")
        files = sorted(path.glob("part-*.parquet")) if path.is_dir() else [path]
        labels = np.concatenate([parquet.read_table(file)["group"].to_numpy() for file in files])
        if engine == "spark":  # which packs files into partitions as it likes
            assert np.array_equal(np.bincount(labels), np.bincount(here.labels_))
        else:
            assert np.array_equal(labels, here.labels_)


def test_every_method_that_reads_counts_fits_from_a_source(stored):
    folder, table = stored("mushroom")
    source = catviz.scan(folder, target=TARGET)
    for method in catviz.methods():
        if method.cls is None or method.cls.needs != "counts":
            continue
        given = {"random_state": 0} if "random_state" in method.cls.parameters else {}
        there = method.cls(**given).fit(source, TARGET)
        here = method.cls(**given).fit(table, table.target)
        if hasattr(here, "value_distances_"):
            for a, b in zip(there.value_distances_.tables, here.value_distances_.tables, strict=True):
                assert np.array_equal(a, b), method.title
        else:
            rows = table[:50]
            assert np.array_equal(there.object_distances_.between(rows), here.object_distances_.between(rows))


def test_a_method_that_needs_rows_takes_the_distinct_ones(stored):
    folder, table = stored("nursery")
    source, table = catviz.scan(folder, columns=table.attributes[:4]), table.select(table.attributes[:4])
    there, here = catviz.TAVE().fit(source), catviz.TAVE().fit(table)
    for a, b in zip(there.value_distances_.tables, here.value_distances_.tables, strict=True):
        assert a == pytest.approx(b, abs=1e-12)
    rows, _ = table.unique_rows()
    assert np.array_equal(source.unique_rows().codes, rows.codes)
    assert np.array_equal(source.unique_rows().weights, rows.weights)
    assert source.unique_rows(most=len(rows) - 1) is None


def test_csv_is_read_like_a_file(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text('size;note\nS;"a;b\nc"\nM; ?\nL;NA\n;x \nS;x\n', encoding="utf-8")
    counts = catviz.count(catviz.scan(path, ordered={"size": ["S", "M", "L", "XL"]}))
    assert counts.codebook.categories == (("S", "M", "L"), ("a;b\nc", "x"))
    assert counts.codebook.kinds == ("ordinal", "nominal")
    assert counts.codebook.missing == (True, True)
    assert counts.block("size", "note").tolist() == [[1, 1, 0], [0, 0, 1], [0, 0, 1], [0, 1, 0]]
    kept = catviz.scan(path, missing=())
    assert kept.categories[1] == ("?", "a;b\nc", "NA", "x")
    pytest.importorskip("duckdb")
    assert_equal(catviz.count(catviz.scan(path, "duckdb", ordered={"size": ["S", "M", "L"]})), counts)


def test_weights_count_as_repeated_rows(tmp_path):
    frame = pd.DataFrame({"a": ["x", "y", "x", "y"], "b": [1, 1, 2, 2], "n": [3, 1, 2, 5]})
    grouped = catviz.count(catviz.scan(pa.Table.from_pandas(frame), weights="n"))
    rows = frame.loc[frame.index.repeat(frame["n"]), ["a", "b"]]
    repeated = catviz.count(catviz.CategoricalTable.from_pandas(rows, numeric="category"))
    assert grouped.codebook == repeated.codebook and grouped.n_rows == 11
    assert np.array_equal(grouped.matrix, repeated.matrix)


def test_sql_groups_rows(stored):
    pytest.importorskip("duckdb")
    folder, table = stored("mushroom")
    sql = f"SELECT odor, habitat, count(*) AS n FROM '{folder}/*.parquet' GROUP BY ALL"
    counts = catviz.count(catviz.scan(sql, "duckdb", weights="n"))
    assert np.array_equal(counts.matrix, catviz.count(table.select(["odor", "habitat"])).matrix)


def test_a_pass_reports_and_stops(stored):
    folder, table = stored("adult")
    seen = []
    source = catviz.scan(folder, callback=lambda step: seen.append(step) or False)
    assert [step["rows"] for step in seen][-1] == seen[-1]["of"] == len(table)
    with pytest.raises(StoppedError):
        catviz.count(source, callback=lambda step: step["rows"] > 0)
    with pytest.raises(StoppedError), catviz.reporting(lambda step: True):
        catviz.Hamming().fit(catviz.scan(table))


def test_a_sample_is_the_same_every_time_and_keeps_groups(stored):
    folder, table = stored("nursery")
    source = catviz.scan(folder, target=TARGET)
    a, b, c = source.sample(500, seed=1), source.sample(500, seed=1), source.sample(500, seed=2)
    assert a.fingerprint == b.fingerprint != c.fingerprint
    known = {(*codes, label) for codes, label in zip(table.codes.tolist(), table.target, strict=True)}
    known = {tuple(row) for row in known}
    drawn = {(*codes, label) for codes, label in zip(a.codes.tolist(), a.target, strict=True)}
    assert len(drawn) == 500 and drawn <= known
    assert len(source.sample(10**6)) == len(table)


def test_groups_can_be_another_column(stored):
    folder, table = stored("nursery")
    source = catviz.scan(folder, target=TARGET).regrouped("health")
    assert source.target_name == "health" and source.attributes == (*table.attributes[:-1], TARGET)
    assert catviz.count(source, by="health").by_class.keys() == set(table.categories[-1])
    assert catviz.scan(folder, target=TARGET).regrouped(None).target_name is None


def test_too_many_values_are_left_out_and_bad_asks_refused(tmp_path):
    ids = pa.table({"id": [str(i) for i in range(6000)], "a": ["x", "y"] * 3000})
    source = catviz.scan(ids)
    assert source.attributes == ("a",) and "5,000" in source.left_out["id"]
    with pytest.raises(ValueError, match="no column"):
        catviz.scan(ids, columns=["id"])
    with pytest.raises(ValueError, match="'b'.*'id', 'a'"):
        catviz.scan(ids, columns=["b"])
    with pytest.raises(ValueError, match="tells no groups"):
        catviz.scan(ids, target="id")
    with pytest.raises(ValueError, match="value 'y', .*order"):
        catviz.scan(ids, ordered={"a": ["x", "z"]})
    with pytest.raises(ValueError, match="no engine 'sparc'"):
        catviz.scan(ids, "sparc")
    with pytest.raises(ValueError, match="no rows"):
        catviz.scan(ids.slice(0, 0))
    with pytest.raises(ValueError, match="not a int"):
        catviz.scan(3)
    with pytest.raises(UnreadableError, match="no file"):
        catviz.scan(tmp_path / "nothing.parquet")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 but no more")
    with pytest.raises(UnreadableError, match="broken.parquet .*as Parquet"):
        catviz.scan(tmp_path / "broken.parquet")
    with pytest.raises(ValueError, match="column of groups"):
        catviz.count(source, by=["x"] * 6000)


def test_an_arrow_file_and_numbers_are_read_as_text(tmp_path):
    frame = pd.DataFrame({"a": [1.0, 2.0, np.nan, 2.5], "b": [True, False, True, None], "c": [3, 1, 10, 2]})
    path = tmp_path / "numbers.arrow"
    table = pa.Table.from_pandas(frame)
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    expected = catviz.count(catviz.CategoricalTable.from_pandas(frame, numeric="category"))
    assert expected.codebook.categories == (("1", "2", "2.5"), ("False", "True"), ("1", "2", "3", "10"))
    for data in (path, table, frame):
        assert_equal(catviz.count(catviz.scan(data)), expected)


def test_what_is_in_memory_is_cut_like_the_rest():
    frame = pd.DataFrame({"a": ["x", "?", "y"], "b": ["p", "q", "q"], "c": ["k", "l", "k"], "n": [1, 2, 3]})
    asked = {"target": "c", "weights": "n", "columns": ["a"], "missing": ["?"], "ordered": {"a": ["y", "x"]}}
    here, there = (catviz.scan(data, **asked) for data in (frame, pa.Table.from_pandas(frame)))
    assert here.codebook == there.codebook and here.classes == there.classes == ("k", "l")
    assert np.array_equal(catviz.count(here, by="c").matrix, catviz.count(there, by="c").matrix)
    table = catviz.load_dataset("zoo")
    assert catviz.scan(table, columns=["legs"]).attributes == ("legs",)
    with pytest.raises(ValueError, match="set them there"):
        catviz.scan(table, target="legs")


def test_data_that_changed_between_passes_are_noticed(tmp_path):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"a": ["x", "y"]}), path)
    source = catviz.scan(path)
    parquet.write_table(pa.table({"a": ["x", "z"]}), path)
    with pytest.raises(ValueError, match="now holds 'z'"):
        catviz.count(source)


def test_an_engine_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ImportError, match=r"catviz\[duckdb\]"):
        catviz.scan("SELECT 1 AS a", "duckdb")


@pytest.fixture
def unheld(monkeypatch):
    """Sources whose distinct rows are said to be too many to hold."""
    monkeypatch.setattr(catviz.Source, "unique_rows", lambda source: None)


def passes(source, monkeypatch):
    """What the source is asked for, pass by pass."""
    seen, reduce = [], source.reduce
    monkeypatch.setattr(
        source, "reduce", lambda kernel, *a, **k: seen.append(kernel.__name__) or reduce(kernel, *a, **k)
    )
    return seen


@pytest.mark.parametrize("distances", [None, catviz.AhmadDey()])
def test_k_modes_over_blocks_ends_where_no_row_would_move(distances, stored, unheld, monkeypatch, tmp_path):
    folder, table = stored("nursery")
    source = catviz.scan(folder, target=TARGET)
    seen = passes(source, monkeypatch)
    there = catviz.KModes(4, distances=distances, n_init=3, random_state=0).fit(source)
    assert seen[:3] == ["_tally", "_drawn", "_predicted"] and set(seen[3:]) == {"_nearest"}
    objectives = [step["objective"] for step in there.steps_]
    assert objectives == sorted(objectives, reverse=True) and there.objective_ == objectives[-1]
    starts = [int(np.flatnonzero((table.to_pandas() == mode).all(axis=1))[0]) for _, mode in there.modes_.iterrows()]
    here = catviz.KModes(4, distances=distances, init=starts).fit(table)
    assert here.objective_ == pytest.approx(there.objective_, rel=1e-9) and here.n_iter_ == 1
    source.map(there.predict, tmp_path / "labels.parquet")
    labels = parquet.read_table(tmp_path / "labels.parquet")["cluster"].to_numpy()
    assert np.array_equal(labels, here.labels_) and not hasattr(there, "labels_")


@pytest.mark.parametrize("method", [catviz.OCL(4, random_state=0), catviz.KModes(4, random_state=0)], ids=str)
def test_a_fit_over_blocks_keeps_no_labels_of_a_fit_before(method, stored, unheld):
    folder, table = stored("nursery")
    model = clone(method).fit(table)
    assert len(model.labels_) == len(table)
    model.fit(catviz.scan(folder, target=TARGET))
    assert not hasattr(model, "labels_")
    if hasattr(model, "replay"):
        with pytest.raises(ValueError, match="no rows to replay"):
            next(model.replay())


@pytest.mark.parametrize("learn", ["all", "none"])
def test_ocl_over_blocks_never_rises_and_its_z_is_that_of_its_clusters(learn, stored, unheld, monkeypatch, tmp_path):
    folder, table = stored("nursery")
    source = catviz.scan(folder, target=TARGET)
    seen = passes(source, monkeypatch)
    there = catviz.OCL(4, n_init=3, learn=learn, random_state=0).fit(source)
    assert seen[:3] == ["_tally", "_drawn", "_predicted"] and set(seen[3:]) == {"_nearest"}
    steps = [step["objective"] for step in there.steps_]
    assert steps == sorted(steps, reverse=True)
    source.map(there.predict, tmp_path / "labels.parquet")
    labels = parquet.read_table(tmp_path / "labels.parquet")["cluster"].to_numpy()
    assert ordered_objective(table, labels, there.orders_) == pytest.approx(there.objective_, rel=1e-9)
    in_memory = catviz.OCL(4, n_init=3, learn=learn, random_state=0).fit(table)
    assert there.objective_ < in_memory.objective_ * 1.1
    with pytest.raises(ValueError, match="mode='monotone'"):
        catviz.OCL(4, mode="paper").fit(source)
    with pytest.raises(ValueError, match="no rows to replay"):
        next(there.replay())


def test_a_method_that_needs_rows_says_so_of_too_many(stored, unheld):
    source = catviz.scan(stored("nursery")[0])
    for method in (catviz.TAVE(), catviz.ROCK(2), catviz.KMedoidsCategorical(2)):
        with pytest.raises(ValueError, match="5,000,000 distinct"):
            method.fit(source)
    with pytest.raises(ValueError, match=r"source.map"):
        catviz.Hamming().fit(source).transform(source)


class Frame:
    """A table that speaks Arrow and nothing else, text in the layout that Polars keeps it in."""

    def __init__(self, columns):
        self._table = pa.table(columns)

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


Frame.__module__ = "polars.dataframe.frame"


def in_views(values, kind=pa.string_view):
    return pa.array(values, kind())


@pytest.mark.parametrize("ending", (None, "arrow"))
def test_text_as_polars_keeps_it(ending, tmp_path):
    table = catviz.load_dataset("zoo")
    frame = table.to_pandas().astype(object)
    columns = {name: in_views([None if pd.isna(v) else v for v in frame[name]]) for name in frame}
    columns["bytes"] = in_views([str(v).encode() for v in frame["legs"]], pa.binary_view)
    columns["categorical"] = pa.DictionaryArray.from_arrays(
        pa.array(np.arange(len(frame)) % 3, pa.uint32()), in_views(["u", "v", "w"])
    )
    columns[TARGET] = in_views(list(table.target))
    data = Frame(columns)
    if ending is not None:
        data = tmp_path / f"frame.{ending}"
        with pa.ipc.new_file(data, pa.table(columns).schema) as file:
            file.write_table(pa.table(columns))
    source = catviz.scan(data, target=TARGET)
    expected = frame.assign(bytes=frame["legs"].astype(str), categorical=np.resize(["u", "v", "w"], len(frame)))
    expected[TARGET] = table.target
    expected = catviz.scan(expected, target=TARGET)
    assert source.n_rows == len(table) and source.classes == expected.classes
    found, counted = catviz.count(source, by=TARGET), catviz.count(expected, by=TARGET)
    assert found.values == counted.values
    np.testing.assert_array_equal(found.matrix, counted.matrix)


def test_a_column_of_lists_is_named():
    with pytest.raises(ValueError, match="'tags' holds list<.*, not single values"):
        catviz.scan(Frame({"tags": [["a"], ["b"]], "size": ["S", "M"]}))
    assert catviz.scan(Frame({"tags": [["a"], ["b"]], "size": ["S", "M"]}), columns=["size"]).n_rows == 2


def test_a_plan_is_to_be_collected_first():
    class LazyFrame:
        def collect(self):
            raise AssertionError("scan does not run a plan by itself")

    with pytest.raises(ValueError, match="LazyFrame: collect"):
        catviz.scan(LazyFrame())


def test_the_order_of_arrow_dictionaries_is_kept_where_batches_agree(tmp_path):
    sizes = ["lo", "mid", "never", "hi"]
    frame = pd.DataFrame(
        {"s": pd.Categorical(["hi", "lo", None, "mid"] * 9, sizes, ordered=True), "b": list("xyxy") * 9}
    )
    frame.to_parquet(tmp_path / "f.parquet", row_group_size=4)
    wanted = catviz.read_table(tmp_path / "f.parquet")
    for data in (tmp_path / "f.parquet", pa.Table.from_pandas(frame)):
        source = catviz.scan(data)
        assert source.categories[0] == wanted.categories[0] == ("lo", "mid", "hi")
        assert source.codebook.kinds == wanted.kinds == ("ordinal", "nominal")
    chunks = [frame[:4], frame[4:8].assign(s=frame["s"].cat.reorder_categories(sizes[::-1]))]
    mixed = pa.Table.from_batches([pa.RecordBatch.from_pandas(chunk, preserve_index=False) for chunk in chunks])
    with pytest.warns(UserWarning, match="'s'"):
        assert catviz.scan(mixed).codebook.kinds == ("nominal", "nominal")
    assert catviz.scan(mixed, ordered={"s": sizes}).categories[0] == ("lo", "mid", "hi")
