"""Counts against pandas' cross-tabulation, by class, by weight and without the missing levels."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from random_frames import independent_frame

from catviz.reading.datasets import load_dataset
from catviz.reading.sources import scan
from catviz.table.categorical import CategoricalTable, canonical_codebook
from catviz.table.codebook import MISSING
from catviz.table.counts import MOST_PAIRED, ClassCounts, count, count_classes
from catviz.table.kernels import burt_matrix


def random_frame(n=80, sizes=(2, 4, 3), seed=0, missing=0.15):
    return independent_frame(n, sizes, seed, missing)


def crosstab(frame, a, b, labels_a, labels_b):
    filled = frame.fillna(MISSING)
    return pd.crosstab(filled[a], filled[b]).reindex(index=labels_a, columns=labels_b, fill_value=0).to_numpy()


def test_every_block_is_the_cross_tabulation():
    frame = random_frame()
    counts = count(CategoricalTable.from_pandas(frame))
    labels = dict(zip(counts.codebook.attributes, counts.codebook.labels, strict=True))
    assert counts.matrix.dtype == np.int64 and counts.n_rows == 80
    for a in frame:
        for b in frame:
            assert (counts.block(a, b) == crosstab(frame, a, b, labels[a], labels[b])).all()
    for f, a in zip(counts.frequencies, frame, strict=True):
        assert f.tolist() == frame[a].fillna(MISSING).value_counts()[list(labels[a])].tolist()
        assert f.sum() == 80


def test_values_stand_in_matrix_order_missing_last():
    counts = count(CategoricalTable.from_pandas(pd.DataFrame({"a": ["y", None, "x"], "b": ["u", "u", "u"]})))
    assert counts.values == (("a", "x"), ("a", "y"), ("a", MISSING), ("b", "u"))
    assert counts.matrix.tolist() == [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 3]]


def test_values_that_do_not_occur_are_not_counted():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "z"]}), ordered={"a": ["w", "x", "y", "z"]})
    assert count(table).values == (("a", "x"), ("a", "z"))


@pytest.mark.parametrize(("name", "n_values"), [("voting", 48), ("mushroom", 117)])
def test_missing_is_one_more_value_of_the_columns_that_have_it(name, n_values):
    counts = count(load_dataset(name))
    assert counts.matrix.shape == (n_values, n_values) and len(counts.values) == n_values


def test_a_matrix_a_class_adds_up_to_the_whole_but_for_rows_without_one():
    frame = random_frame()
    table = CategoricalTable.from_pandas(frame)
    y = np.random.default_rng(1).choice(np.array(["one", "two", None], dtype=object), 80)
    counts = count(table, by=y)
    assert list(counts.by_class) == ["one", "two"]
    for label, matrix in counts.by_class.items():
        part = frame[y == label]
        for r, a in enumerate(frame):
            for s, b in enumerate(frame):
                rows, columns = counts.codebook.slices()[r], counts.codebook.slices()[s]
                expected = crosstab(part, a, b, counts.codebook.labels[r], counts.codebook.labels[s])
                assert (matrix[rows, columns] == expected).all()
    with_class = count(CategoricalTable.from_pandas(frame, None)[np.array([v is not None for v in y])])
    assert sum(counts.by_class.values()).trace() == with_class.matrix.trace()
    assert (counts.matrix == count(table).matrix).all()


def test_by_needs_a_label_a_row():
    with pytest.raises(ValueError, match="by has shape"):
        count(load_dataset("toy_cos"), by=["a"])


def test_a_class_whose_rows_have_no_weight_is_none():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "y", "x"], "w": [1, 1, 0]}), weights="w")
    counts = count(table, by=["p", "p", "q"])
    assert counts.by_class["p"].tolist() == [[1, 0], [0, 1]] and list(counts.by_class) == ["p"]


def test_without_missing_leaves_pairwise_complete_tables():
    frame = random_frame()
    counts = count(CategoricalTable.from_pandas(frame), by=np.repeat(["one", "two"], 40)).without_missing()
    assert not any(counts.codebook.missing) and MISSING not in [v for _, v in counts.values]
    for a in frame:
        for b in frame:
            assert (counts.block(a, b) == pd.crosstab(frame[a], frame[b]).to_numpy()).all()
    assert sum(counts.by_class.values()).tolist() == counts.matrix.tolist()
    assert counts.n_rows == 80


def test_weights_count_as_repeated_rows():
    frame = random_frame()
    weights = np.random.default_rng(2).integers(0, 4, 80)
    repeated = count(CategoricalTable.from_pandas(frame.loc[np.repeat(np.arange(80), weights)]))
    weighted = count(replace(CategoricalTable.from_pandas(frame), weights=weights.astype(float)))
    assert weighted.matrix.dtype == np.float64 and weighted.n_rows == weights.sum()
    assert weighted.values == repeated.values
    np.testing.assert_allclose(weighted.matrix, repeated.matrix, atol=1e-9)


def test_unique_rows_have_the_counts_of_the_whole_table():
    table = load_dataset("zoo")
    rows, _ = table.unique_rows()
    np.testing.assert_allclose(count(rows).matrix, count(table).matrix, atol=1e-9)


def test_rows_of_one_class_are_counted_in_the_whole_too():
    table = CategoricalTable.from_pandas(random_frame())
    counts = count(table, by=["one"] * 79 + [None])
    assert (counts.matrix == count(table).matrix).all()
    assert counts.by_class["one"].trace() == count(table[:79]).matrix.trace()
    two = count(table, by=["one", "two"] * 40)
    assert repr(two) == "Counts(3 columns, 12 values, 80 rows, 2 classes)"
    assert repr(count(table)) == "Counts(3 columns, 12 values, 80 rows)"


def test_a_source_of_several_batches_is_counted_like_the_table():
    frame = random_frame().assign(group=np.repeat(["one", "two"], 40))
    whole = pa.Table.from_pandas(frame)
    parts = [whole.slice(0, 30), whole.slice(30, 1), whole.slice(31)]
    source, table = scan(pa.concat_tables(parts), target="group"), CategoricalTable.from_pandas(frame, target="group")
    wanted = count(table, by=table.target)
    for by, classes in ((None, {}), ("group", wanted.by_class)):
        found = count(source, by=by)
        assert (found.matrix == wanted.matrix).all() and found.n_rows == 80 and found.values == wanted.values
        assert list(found.by_class) == list(classes)
        assert all((found.by_class[label] == classes[label]).all() for label in classes)
    for by in ("a0", table.target):
        with pytest.raises(ValueError, match="column of groups, 'group'"):
            count(source, by=by)
    with pytest.raises(ValueError, match="not a list"):
        count([["x"]])


@pytest.mark.parametrize("name", ("nursery", "voting", "shuttle_landing"))
@pytest.mark.parametrize("weighted", (False, True))
def test_canonical_values_and_counts_share_one_matrix_that_has_missing_in_every_column(name, weighted):
    table = load_dataset(name)
    if weighted:
        table = replace(table, weights=np.arange(len(table)) % 3.0)
    matrix, book = table.co_occurrences(), table.codebook.with_missing
    assert all(book.missing) and book.categories == table.categories
    assert matrix.tolist() == burt_matrix(table.codes, book.n_values, table.weights).tolist()
    own = canonical_codebook(burt_matrix(table.codes, table.codebook.n_values, table.weights), table.codebook)
    assert table.canonical().codebook == own
    there = np.diag(matrix) > 0
    assert count(table).matrix.tolist() == matrix[np.ix_(there, there)].tolist()


def test_the_matrix_of_a_table_is_kept_only_where_it_takes_no_more_room_than_the_codes():
    tall, short = load_dataset("nursery"), load_dataset("soybean_small")
    assert tall.co_occurrences() is tall.co_occurrences()
    assert not tall.co_occurrences().flags.writeable
    assert short.co_occurrences() is not short.co_occurrences()


LABELS = ["one", "two", None, "none"]


def counted_classes(table, y, weights):
    """Value by class of a table of pandas, and all rows of each value."""
    frame = table.to_pandas().astype(object).fillna(MISSING)
    columns = []
    for column, value in table.codebook.values:
        held = (frame[column] == value).to_numpy() * weights
        columns.append([held.sum(), *(held[y == label].sum() for label in ("one", "two"))])
    return np.array(columns)


@pytest.mark.parametrize("weighted", (False, True))
def test_rows_of_each_class_are_counted_without_pairs_as_pandas_counts_them(weighted):
    rng = np.random.default_rng(3)
    table = CategoricalTable.from_pandas(random_frame(sizes=(2, 4, 300))).observed()
    y = rng.choice(np.array(LABELS, dtype=object), 80, p=[0.4, 0.3, 0.2, 0.1])
    weights = np.where(y == "none", 0.0, rng.integers(1, 4, 80) if weighted else 1.0)
    table = replace(table, weights=weights)
    found = count_classes(table, by=y)
    wanted = counted_classes(table, y, weights)
    assert found.classes == ("one", "two") and found.within.tolist() == wanted[:, 1:].tolist()
    assert np.concatenate(found.frequencies).tolist() == wanted[:, 0].tolist()
    assert [len(each) for each in found.frequencies] == table.codebook.n_values.tolist()
    assert found.values == table.codebook.values
    assert found.pairs.matrix.tolist() == count(table).matrix.tolist()


def test_rows_by_class_are_those_of_all_pairs_and_of_a_source():
    frame = random_frame().assign(group=np.repeat(["one", "two"], 40))
    table = CategoricalTable.from_pandas(frame, target="group").missing_as_category()
    found, pairs = count_classes(table, by=table.target), ClassCounts.of(count(table, by=table.target))
    assert found.within.tolist() == pairs.within.tolist() and found.classes == pairs.classes
    assert [each.tolist() for each in found.frequencies] == [each.tolist() for each in pairs.frequencies]
    source = scan(pa.Table.from_pandas(frame), target="group")
    batches = count_classes(source, by="group")
    assert batches.pairs is None and batches.classes == found.classes
    assert batches.within.tolist() == found.within.tolist() and batches.values == found.values


def test_pairs_are_counted_up_to_their_most_values(monkeypatch):
    table = CategoricalTable.from_pandas(random_frame(missing=0))
    y = ["one", "two"] * 40
    assert MOST_PAIRED == 1000
    for most, there in ((table.codebook.n_values.sum(), True), (table.codebook.n_values.sum() - 1, False)):
        monkeypatch.setattr("catviz.table.counts.MOST_PAIRED", most)
        assert (count_classes(table, by=y).pairs is not None) == there


def test_memory_is_asked_for_before_classes_are_counted(monkeypatch):
    asked = []
    monkeypatch.setattr("catviz.table.counts.refuse_array", lambda *what: asked.append(what[:2]))
    count_classes(CategoricalTable.from_pandas(random_frame(missing=0)), by=["one", "two"] * 40)
    assert asked == [(9, 3)]


def test_counts_say_whether_rows_belong_together():
    table = CategoricalTable.from_pandas(random_frame().assign(person=np.arange(80) // 2), groups="person")
    assert count(table).grouped and count(table, by=["one", "two"] * 40).grouped
    assert not count(replace(table, groups=None)).grouped
    assert not count(replace(table, groups=None), by=["one", "two"] * 40).grouped
