"""Hostile files through the library: one sentence, or the table that the file holds."""

import sys

import pytest
from hard_files import HONEST, REFUSED, has_reader, two_columns

import catviz
from catviz.reading.delimited import UnreadableError
from catviz.reading.limits import LIMITS


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_no_table_is_refused_in_one_sentence(name):
    if not has_reader(name):
        pytest.skip("its reader is not installed: make extras")
    made, words = REFUSED[name]
    with pytest.raises(UnreadableError) as refused:
        catviz.inspect_table(made(), name).table()
    sentence = str(refused.value)
    assert words in sentence and sentence.startswith(name) and ":" in sentence
    assert "\n" not in sentence and len(sentence) < 400


@pytest.mark.parametrize("name", HONEST)
def test_a_strange_file_is_the_table_that_it_holds(name):
    table = catviz.inspect_table(HONEST[name](), name).table()
    assert table.n_rows and table.n_attributes
    assert catviz.Hamming().fit(table).geometry_.between(table[:5]).shape[0] == min(5, table.n_rows)


def test_a_column_of_different_values_only_is_left_out_however_long_it_is(n=100_000):
    data = b"id,b\n" + b"\n".join(b"%d,%s" % (i, b"uv"[i % 2 : i % 2 + 1]) for i in range(n))
    found = catviz.inspect_table(data, "f.csv")
    assert found.columns[0].role == "left out" and found.columns[0].n_distinct == n
    assert found.table().shape == (n, 1)


def test_a_cell_of_fifty_megabytes_is_refused_wherever_it_comes_from(tmp_path):
    path = tmp_path / "f.csv"
    path.write_bytes(b"a,b\n" + b"x" * 17 * 2**20 + b",u\ny,v\n")
    with pytest.raises(UnreadableError, match="52,428,800 .*'a', row 1, .*10,000"):
        catviz.inspect_table(b"a,b\n" + b"x" * 50 * 2**20 + b",u\ny,v\n", "f.csv")
    with pytest.raises(UnreadableError, match="f.csv .* 16 MB, .*10,000"):
        catviz.scan(path)
    path.write_bytes(two_columns(["x" * 2**20, "y"]))
    with pytest.raises(UnreadableError, match="'a' .* 1,048,576 .*10,000"):
        catviz.scan(path)


def test_five_thousand_values_are_read_without_looking_at_every_pair():
    data, calls = two_columns([f"value {i}" for i in range(LIMITS.distinct)] * 2), 0

    def seen(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(seen)
    try:
        table = catviz.inspect_table(data, "f.csv").table()
    finally:
        sys.setprofile(None)
    assert len(table.categories[0]) == LIMITS.distinct
    assert calls < 50 * LIMITS.distinct


@pytest.mark.parametrize("name", ["nothing", "b\ud800", ""])
def test_a_class_column_that_is_not_there_is_named(name, tmp_path):
    path = tmp_path / "f.csv"
    path.write_bytes(HONEST["constant.csv"]())
    with pytest.raises(ValueError, match="no column"):
        catviz.read_table(path, target=name)


SUPERVISED = [m.cls for m in catviz.methods() if m.cls is not None and m.cls.uses_target]


@pytest.mark.parametrize("cls", SUPERVISED, ids=lambda cls: cls.__name__)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_constant_class_column_is_learned_from_or_refused_in_words(cls):
    table = catviz.inspect_csv(HONEST["labels.csv"](), "f.csv").table(target="b")
    try:
        found = cls().fit(table, ["same"] * table.n_rows)
    except ValueError as error:
        assert "class" in str(error) and "\n" not in str(error)
    else:
        assert found.n_features_in_ == 1
