"""Other rows than those of the fit: read alike whatever their type, by file, frame, source or one by one."""

import cProfile
import warnings
from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import catviz
from catviz.analysis.board.advice import traits
from catviz.analysis.splits import confusion, repeated_splits
from catviz.orders.objective import ordered_objective
from catviz.registry import methods
from catviz.table.cells import natural
from catviz.table.matching import places_of

N = 160


def frame(seed=0, n=N):
    rng = np.random.default_rng(seed)
    age, stars = rng.integers(18, 90, n), rng.integers(1, 6, n)
    return pd.DataFrame(
        {
            "age": age,
            "stars": stars,
            "height": np.round(1.2 + age / 100 + rng.random(n) / 5, 2),
            "job": np.where(rng.random(n) < 0.7, np.array(list("abc"))[stars % 3], "d"),
            "paid": age + rng.integers(-20, 20, n) > 53,
        }
    )


F = frame()
Y = np.where(F["age"] >= 54, "old", "young")
#: Ways to write the same rows that no type declares as categories.
PLAIN = {
    "object": lambda f: f.astype(object),
    "transposed": lambda f: f.T.T,
    "one by one": lambda f: pd.concat([f.iloc[i].to_frame().T for i in range(len(f))]),
    "Decimal": lambda f: f.assign(age=[Decimal(int(v)) for v in f.age], height=[Decimal(str(v)) for v in f.height]),
    "nullable": lambda f: f.convert_dtypes(),
    "floats": lambda f: f.assign(age=f.age.astype(float), stars=f.stars.astype("float32")),
    "Arrow types": lambda f: f.convert_dtypes(dtype_backend="pyarrow"),
    "Arrow table": pa.Table.from_pandas,
}
if find_spec("polars"):
    PLAIN["Polars"] = import_module("polars").from_pandas

#: Ways that only rows after the fit may be written in: a fit would take them for declared categories, or text.
LATER = PLAIN | {
    "category": lambda f: f.astype("category"),
    "text": lambda f: f.astype(str),
    "padded": lambda f: f.astype(str).map(lambda cell: f" {cell} "),
}


def quiet(ask):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ask()


def drawn(plot, *arguments, **settings):
    return lambda rows: plot(*arguments, rows, **settings).to_json()


FITTED = {
    "predict": lambda: catviz.DistanceKNNClassifier(n_neighbors=5).fit(F, Y).predict,
    "centroids": lambda: catviz.CoupledCentroidClassifier().fit(F, Y).predict,
    "clusters": lambda: catviz.KModes(3, random_state=0).fit(F).predict,
    "one hot": lambda: catviz.OneHot().fit(F).transform,
    "target encoding": lambda: catviz.TargetEncoding().fit(F, Y).transform,
    "map": lambda: catviz.MCA().fit(F).transform,
    "rules": lambda: catviz.rules(F, Y).predict,
    "numbers": lambda: catviz.HVDM(random_state=0).fit(F, Y).transform,
    "distances": lambda: catviz.AhmadDey().fit(F).geometry_.between,
    "row map": lambda: drawn(catviz.plots.row_map, catviz.AhmadDey().fit(F)),
    "row map of numbers": lambda: drawn(catviz.plots.row_map, catviz.HVDM(random_state=0).fit(F, Y), colour="job"),
}


@pytest.mark.parametrize("consumer", FITTED)
def test_rows_are_the_same_however_they_are_written(consumer):
    ask = quiet(FITTED[consumer])
    known = F[:60]
    wanted = quiet(lambda: np.asarray(ask(known)))
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        for way, write in LATER.items():
            np.testing.assert_array_equal(np.asarray(ask(write(known))), wanted, err_msg=way)
    assert not [each for each in heard if "not seen" in str(each.message)]


ADM = quiet(lambda: catviz.AhmadDey().fit(F))
TABLE = quiet(lambda: catviz.CategoricalTable.from_pandas(F))
READ = {
    "table": lambda f: catviz.CategoricalTable.from_pandas(f).fingerprint,
    "crosstab": lambda f: catviz.crosstab(f, "job", "stars").counts.to_numpy(),
    "frequencies": lambda f: catviz.frequencies(f, "age").to_numpy()[:, 1:].astype(float),
    "outcome": lambda f: catviz.outcome(f, "job").columns[["column", "n"]].to_numpy().astype(str),
    "profile": lambda f: catviz.profile(f, np.arange(len(F)) < 40)["share"].to_numpy(),
    "rules": lambda f: catviz.rules(f, Y).rules["rule"].to_numpy(),
    "clusters": lambda f: catviz.KModes(3, random_state=0).fit(f).labels_,
    "names": lambda f: catviz.OneHot().fit(f).get_feature_names_out(),
    "classes scored": lambda f: list(catviz.metrics.scores(f["stars"], F["job"]).values()),
    "clusters scored": lambda f: list(catviz.metrics.scores(Y, f["paid"]).values()),
    "bars": drawn(catviz.plots.value_counts),
    "associations": drawn(catviz.plots.association),
    "profile drawn": lambda f: catviz.plots.profile(f, np.arange(len(F)) < 40).to_json(),
    "row map": lambda f: catviz.plots.row_map(ADM, TABLE, colour=f["stars"]).to_json(),
}


@pytest.mark.parametrize("consumer", READ)
def test_a_frame_is_the_same_table_however_it_is_written(consumer):
    wanted = quiet(lambda: READ[consumer](F))
    for way, write in PLAIN.items():
        np.testing.assert_array_equal(quiet(lambda write=write: READ[consumer](write(F))), wanted, err_msg=way)


def labels_or_rows(model, X):
    found = np.asarray((model.predict if hasattr(model, "predict") else model.transform)(X))
    return found if found.dtype.kind in "OU" else found.astype(float).round(9)


def by_source(model, path, labels):
    """What a model makes of each row of a file, as a column: rows that it transforms are one number each."""

    def numbers(rows):
        found = labels_or_rows(model, rows)
        return found if found.ndim == 1 else found @ np.arange(1, found.shape[1] + 1)

    catviz.scan(path).map(numbers, labels)
    return pd.read_parquet(labels).iloc[:, 0].to_numpy(), numbers


def one_by_one(model, X):
    return np.concatenate([labels_or_rows(model, X.iloc[[i]]) for i in range(len(X))])


@pytest.mark.more
def test_train_and_test_by_file_frame_source_and_row_give_the_same(tmp_path):
    train, test = F.assign(y=Y)[:120], F.assign(y=Y)[120:]
    train.to_csv(tmp_path / "train.csv", index=False), test.to_csv(tmp_path / "test.csv", index=False)
    T = quiet(lambda: catviz.read_csv(tmp_path / "train.csv", target="y", doubts="ignore"))
    apart = quiet(lambda: catviz.read_csv(tmp_path / "test.csv", target="y", doubts="ignore"))
    assert apart.categories != T.categories
    test.drop(columns="y").to_csv(tmp_path / "new.csv", index=False)
    tried = 0
    for method in methods():
        if method.cls is None:
            continue
        model = method.cls(**({"random_state": 0} if "random_state" in method.cls().get_params() else {}))
        if not (hasattr(model, "predict") or hasattr(model, "transform")):
            continue
        try:
            quiet(lambda model=model: model.fit(T, T.target))
        except ValueError:
            continue
        wanted = quiet(lambda model=model: labels_or_rows(model, catviz.read_csv(tmp_path / "test.csv", like=T)))
        new = test.drop(columns="y")
        for rows in (apart, new, new.astype(object)):
            found = quiet(lambda model=model, rows=rows: labels_or_rows(model, rows))
            np.testing.assert_array_equal(found, wanted, err_msg=method.name)
        one = quiet(lambda model=model, new=new: one_by_one(model, new[:5]))
        np.testing.assert_array_equal(one, wanted[:5], err_msg=method.name)
        with catviz.unseen("error"):
            quiet(lambda model=model, new=new: labels_or_rows(model, new))
            with pytest.raises(ValueError, match=r"not seen: all of column 'job'"):
                labels_or_rows(model, new.assign(job="zz"))
        with warnings.catch_warnings(record=True) as heard, catviz.unseen("ignore"):
            warnings.simplefilter("always")
            labels_or_rows(model, new.assign(job="zz"))
        assert not [each for each in heard if "not seen" in str(each.message)], method.name
        mapped, numbers = quiet(lambda model=model: by_source(model, tmp_path / "new.csv", tmp_path / "out.parquet"))
        expected = quiet(lambda new=new, numbers=numbers: numbers(new))
        (np.testing.assert_array_equal if mapped.dtype == object else np.testing.assert_allclose)(
            mapped, expected, err_msg=method.name
        )
        tried += 1
    assert tried > 30
    rules = quiet(lambda: catviz.rules(T, T.target))
    mapped, numbers = quiet(lambda: by_source(rules, tmp_path / "new.csv", tmp_path / "out.parquet"))
    assert mapped.tolist() == quiet(lambda: numbers(test.drop(columns="y"))).tolist()


@pytest.mark.parametrize("write", [pd.Series, pa.array, lambda labels: pd.Series(labels, dtype="Int64"), list])
def test_labels_that_colour_rows_are_read_like_cells(write):
    figure = catviz.plots.row_map(ADM, TABLE, colour=write([1, 2, None, 1] * (N // 4)))
    assert {trace.name for trace in figure.data} == {"1", "2", "(missing)"}


def test_values_never_seen_are_said_with_their_share_and_why():
    model = catviz.OneHot().fit(F)
    odd = F.assign(job=["z"] * 40 + F.job.tolist()[40:])
    with pytest.warns(UserWarning, match=r"25.0.% of the cells of column 'job' \('z'\)"):
        model.transform(odd)
    with pytest.warns(UserWarning, match="'age' came as numbers in the fit and as text now"):
        model.transform(F.assign(age="young"))
    with pytest.warns(UserWarning, match=r"all of column 'job': .* in the fit, 'q', 'r' now"):
        model.transform(F.assign(job=["q", "r"] * (N // 2)))
    book = model._read_as[0]
    with pytest.raises(ValueError, match="25.0"):
        catviz.CategoricalTable.read_like(odd, book, unseen="error")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert catviz.CategoricalTable.read_like(odd, book, unseen="ignore").n_rows == N
        model.transform(F), model.transform(F[:1])
    with pytest.raises(ValueError, match="unseen='never'"), catviz.unseen("never"):
        pass
    with catviz.unseen("error"):
        assert catviz.CategoricalTable.read_like(odd, book, unseen="ignore").n_rows == N
        with pytest.raises(ValueError, match="25.0"), catviz.unseen("error"):
            model.transform(odd)
    with pytest.raises(ValueError, match="unseen='never'"):
        catviz.CategoricalTable.read_like(odd, book, unseen="never")


def test_a_file_read_like_another_has_its_columns_target_and_order(tmp_path):
    data = F.assign(y=Y, note=[f"n{i}" for i in range(N)], weight=1.0 + np.arange(N) % 3)
    data[:120].to_csv(tmp_path / "train.csv", index=False), data[120:].to_csv(tmp_path / "test.csv", index=False)
    T = quiet(lambda: catviz.read_csv(tmp_path / "train.csv", target="y", weights="weight"))
    E = quiet(lambda: catviz.read_csv(tmp_path / "test.csv", like=T, weights="weight"))
    assert E.codebook == T.codebook or E.categories == T.categories
    assert (E.kinds, E.target_name, E.target.tolist()) == (T.kinds, "y", Y[120:].tolist())
    assert E.weights.tolist() == data["weight"][120:].tolist() and "note" in E.extra_columns
    with pytest.raises(TypeError, match="like is a dict"):
        catviz.read_csv(tmp_path / "test.csv", like={})
    with pytest.raises(ValueError, match="no column 'job'"):
        data.drop(columns="job").to_csv(tmp_path / "short.csv", index=False)
        quiet(lambda: catviz.read_csv(tmp_path / "short.csv", like=T))


def test_cells_are_what_they_are():
    assert natural(pd.Series([1, 2.5, Decimal("3")], dtype=object)).tolist() == [1, 2.5, 3]
    assert natural(pd.Series([1, None, 2**60], dtype=object)).dtype == "Int64"
    assert natural(pd.Series([True, "?", False], dtype=object)).dtype == "boolean"
    assert natural(pd.Series([1, "a"], dtype=object)).tolist() == [1, "a"]
    assert natural(pd.Series([True, 1], dtype=object)).dtype == object
    assert natural(pd.to_timedelta(pd.Series(["1h", "2min"]))).tolist() == [3600, 120]
    moments = pd.to_datetime(pd.Series(["2024-03-01 10:00", "2024-03-02"], dtype=object), format="mixed")
    assert natural(moments).tolist() == ["2024-03-01 10:00:00", "2024-03-02 00:00:00"]
    with pytest.raises(ValueError, match="'x' has infinite"):
        natural(pd.Series([1.0, np.inf], name="x"))


def test_dates_of_a_frame_are_those_of_a_file(tmp_path):
    few = pd.date_range("2024-01-01", periods=5)
    f = F.assign(
        day=few[np.arange(N) % 5], month=few.to_period("M")[np.arange(N) % 5], when=pd.date_range("2020", periods=N)
    )
    f.to_csv(tmp_path / "f.csv", index=False)
    f.assign(month=f.month.astype(str)).to_parquet(tmp_path / "f.parquet")
    table = quiet(lambda: catviz.CategoricalTable.from_pandas(f))
    for name in ("f.csv", "f.parquet"):
        read = quiet(lambda name=name: catviz.read_table(tmp_path / name))
        assert "when" not in read.attributes and "when" not in table.attributes
        at, here = read.attributes.index("day"), table.attributes.index("day")
        assert read.categories[at] == table.categories[here] and read.kinds[at] == table.kinds[here] == "ordinal"


def test_tokens_are_missing_in_declared_orders_and_targets():
    f = pd.DataFrame({"s": ["low", "high", "?", "low"], "b": list("xyxy")})
    ordered = catviz.CategoricalTable.from_pandas(f, ordered={"s": ["low", "high"]})
    assert ordered.to_pandas()["s"].isna().tolist() == [False, False, True, False]
    assert catviz.CategoricalTable.from_pandas(f, target="s").target.tolist() == ["low", "high", None, "low"]
    kept = catviz.CategoricalTable.from_pandas(f, ordered={"s": ["low", "high", "?"]})
    assert kept.categories[0] == ("low", "high", "?") and not kept.to_pandas()["s"].isna().any()


def test_labels_are_one_value_where_a_single_value_is_the_same():
    assert places_of(["true", "False", "maybe"], ["FALSE", "TRUE"]).tolist() == [1, 0, -1]
    assert places_of(["1.0", "2", "3"], ["1", "01", "2"]).tolist() == [-1, 2, -1]
    assert places_of([" a", "b "], ["a ", "b"]).tolist() == [0, 1]
    assert places_of(["x"], []).tolist() == [-1]


@pytest.mark.parametrize("distances", [catviz.HVDM(random_state=0), catviz.Gower()])
def test_a_method_that_keeps_numbers_finds_them_in_a_table_that_cut_them(distances, tmp_path):
    F[120:].to_csv(tmp_path / "test.csv", index=False)
    cut = quiet(lambda: catviz.read_csv(tmp_path / "test.csv"))
    assert not cut.numeric_names and "height" in cut.attributes
    model = quiet(lambda: catviz.DistanceKNNClassifier(distances=distances).fit(F[:120], Y[:120]))
    wanted = quiet(lambda: model.predict(F[120:]))
    assert quiet(lambda: model.predict(cut)).tolist() == wanted.tolist()
    like = quiet(lambda: catviz.read_csv(tmp_path / "test.csv", like=model))
    assert like.numeric_names == ("age", "stars", "height") and model.predict(like).tolist() == wanted.tolist()


def test_rows_of_known_values_cost_few_calls_for_each_value():
    def calls(n):
        rows = pd.DataFrame({"code": [f"item {i % n}" for i in range(2 * n)]})
        model = quiet(lambda: catviz.TargetEncoding().fit(rows, np.arange(2 * n) % 3 > 0))
        profiler = cProfile.Profile()
        profiler.runcall(model.transform, rows)
        return sum(each.callcount for each in profiler.getstats())

    assert calls(3_000) - calls(1_000) < 10 * 2_000


def test_a_number_beside_the_label_of_an_interval_is_in_its_interval():
    book = quiet(lambda: catviz.CategoricalTable.from_pandas(F)).codebook
    r = book.position("height")
    label, low = book.categories[r][2], book.intervals[r].cuts[1]
    rows = F[:2].assign(height=[label, str(low)])
    assert quiet(lambda: catviz.CategoricalTable.read_like(rows, book)).codes[:, r].tolist() == [2, 2]


def test_labels_written_as_numbers_floats_and_text_are_one_label_everywhere():
    mixed = np.array(
        [[label, float(label), str(label)][i % 3] for i, label in enumerate([1, 2] * (N // 2))], dtype=object
    )
    plain = mixed.astype(float).astype(int).astype(str)
    given, wanted = (replace(TABLE, target=labels, target_name="y") for labels in (mixed, plain))
    assert given.n_classes == wanted.n_classes == 2 and traits(given)["balance"] == traits(wanted)["balance"] == 1
    assert catviz.count(given, by=mixed).classes == catviz.count(given, by=[1, 2] * (N // 2)).classes == ("1", "2")
    nearest = {"nearest": (catviz.DistanceKNNClassifier(), {})}
    found, expected = (repeated_splits({"t": t}, {"values": None}, nearest, 2, random_state=0) for t in (given, wanted))
    assert found["accuracy"].tolist() == expected["accuracy"].tolist()
    assert confusion(given, found).equals(confusion(wanted, expected))
    assert (
        ordered_objective(TABLE, mixed) == ordered_objective(TABLE, mixed.tolist()) == ordered_objective(TABLE, plain)
    )
