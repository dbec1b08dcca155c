"""Reading files: what is understood, what is refused and in which words."""

import csv
import io
import re

import pandas as pd
import pytest
from csv_bytes import file_of
from hypothesis import given, settings
from hypothesis import strategies as st

from catviz.reading.csv_files import inspect_csv
from catviz.reading.delimited import UnreadableError
from catviz.reading.encodings import ENCODINGS
from catviz.reading.limits import LIMITS, Limits
from catviz.reading.tables import read_csv
from catviz.table.codebook import MISSING_TOKENS, label_text
from catviz.table.column_roles import BY_HAND


def refusal(data, **options) -> str:
    """The one sentence a file is refused with."""
    with pytest.raises(UnreadableError) as caught:
        inspect_csv(data, "f.csv", **options).table()
    sentence = str(caught.value)
    assert "f.csv" in sentence and "\n" not in sentence and ":" in sentence
    return sentence


def cells(data, **options) -> dict:
    """The cells that were understood."""
    return inspect_csv(data, "f.csv", **options).frame.to_dict("list")


# parsing


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends(delimiter, newline):
    text = newline.join(delimiter.join(row) for row in (["a", "b"], ["x", "1"], ["y", "2"]))
    for data in (text, text + newline):
        understood = inspect_csv(data.encode(), "f.csv")
        assert understood.delimiter == delimiter
        assert understood.frame.to_dict("list") == {"a": ["x", "y"], "b": ["1", "2"]}


def test_delimiter_is_the_consistent_one():
    understood = inspect_csv(b"Name, first;age\nx;1\ny;2\n", "f.csv")
    assert (understood.delimiter, list(understood.frame)) == (";", ["Name, first", "age"])
    assert any("semicolon" in note for note in understood.notes)


def test_delimiter_given_goes_first():
    data = b"a;b,c\n1;2,3\n"
    assert list(cells(data, delimiter=";")) == ["a", "b,c"]
    assert list(cells(data, delimiter=",")) == ["a;b", "c"]
    assert list(cells(b"a~b\n1~2\n", delimiter="~")) == ["a", "b"]
    assert list(cells(b"a||b\n1||2\n", delimiter="||")) == ["a", "b"]
    for wrong in ("", "||||", "\n", '"', "é"):
        with pytest.raises(ValueError, match="delimiter"):
            inspect_csv(data, "f.csv", delimiter=wrong)


def test_quotes_newlines_and_spaces():
    data = b'a , b\n "kept", x \n"p, q","line\nline ""two"""\n5" pipe,"" \n'
    assert cells(data) == {"a": ['"kept"', "p, q", '5" pipe'], "b": ["x", 'line\nline "two"', None]}


def test_text_stays_as_written():
    values = ["007", "1.0", "1e3", "TRUE", "2020-01-01", "None", "none", "-", "."]
    assert cells(file_of(a=values, b=values))["a"] == values


def test_cells_are_text_objects_and_none():
    frame = inspect_csv(b"a,b\n1,\n2,x\n", "f.csv").frame
    assert [str(dtype) for dtype in frame.dtypes] == ["object", "object"]
    assert frame["b"][0] is None and type(frame["a"][0]) is str


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_what_csv_writes_is_read_back(data):
    alphabet = st.sampled_from([*"ab,;|\t\"' \n\r<=", "é", "\U0001f600", "א", "\ud800", "?"])
    width = data.draw(st.integers(2, 4))
    cell = st.text(alphabet, max_size=5).filter(lambda text: '="' not in text)  # how spreadsheets write text
    rows = data.draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=1, max_size=5))
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([[f"c{i}" for i in range(width)], *rows])
    read_back = inspect_csv(text.getvalue().encode("utf-8", "surrogatepass"), "f.csv", delimiter=",").frame
    filled = [row for row in rows if width == 1 or any(cell.strip() for cell in row)] or rows
    expected = [[None if c.strip() in ("", "?") else label_text(c.strip()) for c in row] for row in filled]
    assert read_back.to_numpy(dtype=object).tolist() == expected


def test_empty_lines_are_skipped_and_said():
    understood = inspect_csv(b"\n \na,b\n\n1,2\n  \n3,4\n\n", "f.csv")
    assert understood.frame.to_dict("list") == {"a": ["1", "3"], "b": ["2", "4"]}
    assert any(re.match("Empty lines .* 3\\.", note) for note in understood.notes)
    assert not any("Empty lines" in note for note in inspect_csv(b"a,b\r\n1,2\r\n", "f.csv").notes)


# encodings


@pytest.mark.parametrize(
    ("codec", "encoding", "text"),
    [
        ("utf-8", "utf-8", "UTF-8"),
        ("utf-8-sig", "utf-8-sig", "byte order mark"),
        ("utf-16", "utf-16", "byte order mark"),
        ("utf-32", "utf-32", "byte order mark"),
        ("utf-16-le", "utf-16-le", "without a"),
        ("utf-16-be", "utf-16-be", "without a"),
        ("cp1252", "cp1252", "detector"),
    ],
)
def test_encodings(codec, encoding, text):
    data = "naïve,b\ncafé,1\nthé,2\n".encode(codec)
    understood = inspect_csv(data, "f.csv")
    assert understood.encoding == encoding and text in understood.notes[0]
    assert understood.frame.to_dict("list") == {"naïve": ["café", "thé"], "b": ["1", "2"]}
    again = inspect_csv(data, "f.csv", encoding=understood.encoding)
    assert again.frame.equals(understood.frame)


def test_utf16_big_endian_with_mark():
    assert cells(b"\xfe\xff" + "a,b\né,1\n".encode("utf-16-be")) == {"a": ["é"], "b": ["1"]}


def test_two_bytes_that_may_be_letters_of_several_alphabets_are_asked_about():
    read = inspect_csv(b"a,b\n\x81\xe9,1\n", "f.csv")
    (asked,) = (question for question in read.questions if question.key == "encoding")
    others = {answer.settings[0][1] for answer in asked.answers}
    assert read.encoding not in others and others <= set(ENCODINGS)


def test_encodings_that_fail():
    assert "byte 4" in refusal(b"a,b\n\xe9,2\n", encoding="utf-8")
    assert "utf-16" in refusal(b"\xff\xfea\0,\0b")
    for unknown in ("no-such", "rot13"):
        with pytest.raises(UnreadableError, match=f"unknown encoding '{unknown}'"):
            inspect_csv(b"a,b\n1,2\n", "f.csv", encoding=unknown)


# the hostile


@pytest.mark.parametrize("data", [b"", b"\n\n", b" \r\n\t", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_empty_file(data):
    assert "is empty" in refusal(data)


@pytest.mark.parametrize("data", [b"a,b", b"a,b\n", b"a\n\n", b'"a\nz",b\r\n'])
def test_header_only(data):
    assert "no rows" in refusal(data)


def test_one_column():
    understood = inspect_csv(b"city\nParis, France\nRome\nRome\n\nParis, France\n", "f.csv")
    assert understood.delimiter is None and any("one column" in note for note in understood.notes)
    assert understood.table().categories == (("Paris, France", "Rome"),)
    assert cells(b'a\n"x\ny"\n') == {"a": ["x\ny"]}


def test_one_row():
    assert inspect_csv(b"a,b\nx,y\n", "f.csv").table().shape == (1, 2)


@pytest.mark.parametrize(
    ("data", "found", "line"),
    [
        (b"a,b,c\n1,2,3\n1,2,3,4\n", "4 instead of 3", 3),
        (b"a,b\n1,2,3\n1,2\n", "3 instead of 2", 2),
        (b'\n\na,b\n1,"2\n3"\n\n4,5,6\n', "3 instead of 2", 7),
        (b"a,b\r1,2\r3,4,5\r", "3 instead of 2", 3),
        ("a,b\n1,\ud800\n2,3,4\n".encode("utf-8", "surrogatepass"), "3 instead of 2", 3),
    ],
)
def test_lines_that_are_too_long_name_the_first(data, found, line):
    sentence = refusal(data)
    assert found in sentence and f"in line {line}:" in sentence and "correct that line" in sentence


@pytest.mark.parametrize(
    ("data", "rows", "line"),
    [
        (b"a,b,c\n1,2,3\n1,2\n", [["1", "2", "3"], ["1", "2", None]], 3),
        (b'\n\na,b\n1,"2\n3"\n\n4\n', [["1", "2\n3"], ["4", None]], 7),
        (b"a,b\r1,2\r3\r", [["1", "2"], ["3", None]], 3),
        (b"a,b,c\n1\n\n2,u\n3,v,w\n", [["1", None, None], ["2", "u", None], ["3", "v", "w"]], 2),
    ],
)
def test_short_lines_are_filled_and_said(data, rows, line):
    read = inspect_csv(data, "f.csv")
    assert read.frame.values.tolist() == rows
    assert any("shorter" in note and f"line {line}." in note for note in read.notes)


def test_delimiters_at_the_end_of_lines_are_left_out():
    for data in (b"a,b\n1,2,\n3,4,\n", b"a,b,\n1,2,\n3,4,\n", b"a,b\n1,2,,\n3,4,,\n5,6,,\n"):
        assert inspect_csv(data, "f.csv").frame.to_dict("list") in (
            {"a": ["1", "3"], "b": ["2", "4"]},
            {"a": ["1", "3", "5"], "b": ["2", "4", "6"]},
        )


@pytest.mark.parametrize(
    ("data", "line"),
    [(b'a,b\n1,"2\n3,4\n', 2), (b'a,b\n1,2\n"3,4\n5,6\n', 3), (b'a\nx\n"y\nz', 3), (b'a,b\n1,"' + b"x" * 200_000, 2)],
)
def test_quote_never_closed(data, line):
    sentence = refusal(data)
    assert f"in line {line} " in sentence and "never closed" in sentence


def test_names_that_are_there_twice_are_numbered_and_said():
    read = inspect_csv(b"a, b ,a,a (2)\n1,2,3,4\n", "f.csv")
    assert list(read.frame) == ["a", "b", "a (3)", "a (2)"]
    assert any("'a'" in note and "2 times" in note for note in read.notes)


def test_empty_column_names():
    read = inspect_csv(b"a,,\n1,2,3\n", "f.csv")
    assert list(read.frame) == ["a", "column 2", "column 3"]
    assert sum("has no name" in note for note in read.notes) == 2
    assert list(inspect_csv(b"a,,\n1,2,\n", "f.csv").frame) == ["a", "column 2"]
    assert list(inspect_csv(b"column 2,\n1,2\n", "f.csv").frame) == ["column 2", "column 2 (2)"]


def test_all_missing_column():
    understood = inspect_csv(b"a,b\nx,?\ny,\nx,NA\n", "f.csv")
    assert (understood.columns[1].role, understood.columns[1].n_missing) == ("left out", 3)
    assert understood.table().attributes == ("a",)
    for role in ("category", "ordered", "binned"):
        assert understood.changed("b", role).table().observed().categories[1] == ()


def test_nothing_usable():
    assert "no column to" in refusal(b"a,b\n?,?\nNA,\n")


def test_labels_are_data():
    labels = ["<b>x</b>", "[a](http://b)", '=cmd("/c calc")!A1', "@SUM(1)", "\U0001f600", "שלום", "\ud800", "x", "$y$"]
    table = inspect_csv(file_of(a=labels * 2, b=[*"uv"] * 9), "f.csv").table()
    labels[labels.index("\ud800")] = r"\ud800"  # no text can hold it: it is spelt out
    assert set(table.categories[0]) == set(labels)
    assert [table.categories[0][code] for code in table.codes[:9, 0]] == labels


def test_lone_surrogates_in_names_and_full_texts_are_spelt_out():
    lines = ["\ud800,b", "how\udfff old,how many", *(f"{i},{i % 7}" for i in range(30))]
    read = inspect_csv("\n".join(lines).encode("utf-8", "surrogatepass"), "f.csv")
    assert [column.name for column in read.columns] == [r"\ud800", "b"]
    assert read.full_texts == {r"\ud800": r"how\udfff old", "b": "how many"}
    assert read.table().n_rows == 30


def test_nul_bytes():
    sentence = refusal(b"a,b\n1,2\n3,\0\n")
    assert "NUL byte" in sentence and "line 3" in sentence


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PAR1\x15\x04\x15\x00", "Parquet"),
        (b"PK\x03\x04\x14\x00", "damaged ZIP archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "Excel"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"\n <!DOCTYPE html>\n<html>", "HTML"),
        ("<HTML><body>".encode("utf-16"), "HTML"),
    ],
)
def test_wrong_types_are_named_whatever_the_name(data, what):
    assert what in refusal(data)


def test_parquet_named_csv(tmp_path):
    path = tmp_path / "table.csv"
    pd.DataFrame({"a": ["x", "y"]}).to_parquet(path)
    with pytest.raises(UnreadableError, match="Parquet.*catviz.read_table"):
        read_csv(path)


def test_a_column_called_par1_is_no_parquet():
    assert list(cells(b"PAR1,PAR2\n1,2\n")) == ["PAR1", "PAR2"]


@settings(max_examples=500, deadline=None)
@given(
    st.binary(max_size=60) | st.lists(st.sampled_from(list(b'ab1.,;\t|" \r\n\0\xe9\xff\xfe-?')), max_size=60).map(bytes)
)
def test_any_bytes_are_a_table_or_refused_in_one_sentence(data):
    try:
        table = inspect_csv(data, "f.csv").table()
    except UnreadableError as error:
        assert "\n" not in str(error) and str(error).startswith("f.csv")
    else:
        assert table.n_rows > 0 and table.n_attributes > 0


# limits


def test_limits():
    data = b"a,b\n" + b"x,y\n" * 10
    assert (LIMITS.bytes, LIMITS.rows, LIMITS.columns, LIMITS.distinct) == (200 * 2**20, 5_000_000, 1_000, 5_000)
    inspect_csv(data, "f.csv", limits=Limits(bytes=len(data), rows=10, columns=2))
    assert "MB" in refusal(data, limits=Limits(bytes=len(data) - 1))
    assert "10 rows, where 9" in refusal(data, limits=Limits(rows=9))
    assert "10 rows, where 9" in refusal(data.replace(b"x", b'"x"'), limits=Limits(rows=9))
    assert "2 columns, where 1" in refusal(data, limits=Limits(columns=1))


def test_ten_thousand_columns():
    names = b",".join(b"c%d" % i for i in range(10_000))
    assert "10,000 columns, where 1,000" in refusal(names + b"\n" + b",".join([b"1"] * 10_000) + b"\n")


def test_too_many_distinct_values_are_left_out_and_stay_so():
    few = Limits(distinct=5)
    data = file_of(a=[f"v{i % 6}" for i in range(30)], b=[*"uv"] * 15)
    understood = inspect_csv(data, "f.csv", limits=few)
    assert understood.columns[0].role == "left out" and "5 is" in understood.columns[0].why
    assert understood.table().attributes == ("b",)
    with pytest.raises(ValueError, match="'a' has 6"):
        understood.changed("a", "category")
    assert understood.table(target="a").target[5] == "v5"


# missing values


def test_missing_tokens():
    found = ["", " ", "?", "NA", "N/A", "#N/A", "nan", "NaN", "null", "NULL", "Don't Know", "don’t know", "DONT KNOW"]
    found += [
        "\\N",
        "<NA>",
        "NaT",
        "-nan",
        "#NULL!",
        "#DIV/0!",
        "#NV",
        "Null",
        "I don’t know",
        "weiß nicht",
        "WEISS NICHT",
    ]
    found += ["Keine Angabe", "ne sait pas", "No lo sé", "Preferisco non rispondere", "nie wiem"]
    found += [
        "weet ik niet",
        "Não sei",
        "I'd rather not say.",
        "Weiß nicht / keine Angabe",
        " Refused ",
        "no answer",
        "Prefer not to say",
        "n/a",
        "Not answered",
    ]
    kept = ["na", "Na", "None", "none", "NONE", ".", "-", "unknown", "k.A.", "not applicable"]
    column = cells(file_of(a=found + kept, b=["u"] * len(found + kept)))["a"]
    assert column == [None] * len(found) + kept
    assert "None" not in MISSING_TOKENS


def test_missing_tokens_are_counted_and_may_be_chosen():
    data = b"a,b\n?,x\n-9,?\n-9,y\n"
    assert any("missing: '?' 2." in note for note in inspect_csv(data, "f.csv").notes)
    understood = inspect_csv(data, "f.csv", missing=("-9",))
    assert understood.frame["a"].tolist() == ["?", None, None] and understood.missing == ("-9",)
    assert [guess.n_missing for guess in understood.columns] == [2, 0]


def test_repeated_rows_are_said():
    assert any(note.startswith("2 of 4 rows") for note in inspect_csv(b"a,b\n1,2\n1,2\n3,4\n1,2\n", "f").notes)


def test_a_first_line_of_numbers_is_questioned():
    for first, names in ((b"7,2", ["column 1", "column 2"]), (b"2019,2020", ["2019", "2020"]), (b"0,1", ["0", "1"])):
        read = inspect_csv(first + b"\n3,4\n5,6\n", "f.csv")
        (asked,) = (question for question in read.questions if question.key == "first line")
        other = inspect_csv(first + b"\n3,4\n5,6\n", "f.csv", **dict(asked.answers[0].settings))
        assert list(read.frame) == names and list(other.frame) != names
        assert abs(len(read.frame) - len(other.frame)) == 1
    assert not any(q.key == "first line" for q in inspect_csv(b"a,2\n3,4\n5,6\n", "f.csv").questions)


# edits and tables

SURVEY = b"size,age,mood,paid\nS,16.5,good,yes\nM,20,bad,no\nL,49.5,so so,?\nM,,good,no\n"


def test_changed():
    understood = inspect_csv(SURVEY, "f.csv")
    changed = understood.changed("mood", "ordered", ["bad", "so so", "good"]).changed("size", "category")
    assert understood.columns[2].role == "ordered" and changed.columns[2].by == BY_HAND
    table = changed.table()
    assert table.kinds == ("nominal", "ordinal", "ordinal", "nominal")
    assert table.categories[2] == ("bad", "so so", "good")
    assert understood.changed("age", "ordered").columns[1].order == ("16.5", "20", "49.5")
    assert understood.changed("age", "category").table().categories[1] == ("16.5", "20", "49.5")
    assert understood.changed("age", "left out").table().attributes == ("size", "mood", "paid")


@pytest.mark.parametrize(
    ("column", "role", "order", "message"),
    [
        ("colour", "category", None, "no column 'colour'"),
        ("size", "nominal", None, "no role 'nominal'"),
        ("mood", "binned", None, "'mood' .*'good', .*no number"),
        ("mood", "weight", None, "'mood' .*'good', .*no number"),
        ("age", "weight", None, "'age' has missing"),
        ("mood", "ordered", ["bad", "good"], "'mood' .*'so so', .*order"),
        ("mood", "ordered", ["bad", "so so", "good", "bad"], "'bad' twice"),
        ("mood", "category", ["bad", "so so", "good"], "an order"),
    ],
)
def test_changes_that_are_refused(column, role, order, message):
    with pytest.raises(ValueError, match=message):
        inspect_csv(SURVEY, "f.csv").changed(column, role, order)


def test_one_weight_at_a_time():
    understood = inspect_csv(b"n,k,c\n1,2,x\n2,3,y\n", "f.csv").changed("k", "weight")
    assert [guess.role for guess in understood.columns] == ["left out", "weight", "category"]
    assert understood.table().weights.tolist() == [2, 3]


def test_table_bins_numbers_in_order():
    table = inspect_csv(SURVEY, "f.csv").table(bins=3)
    assert table.attributes == ("size", "age", "mood", "paid")
    assert table.categories[1] == ("[16.5, 27.5)", "[38.5, 49.5]")
    assert table.kinds[1] == "ordinal" and table.codes[:, 1].tolist() == [0, 0, 1, 2]
    assert inspect_csv(SURVEY, "f.csv").table(bins=3, strategy="quantile").categories[1][0] == "[16.5, 20)"
    with pytest.raises(ValueError, match="bins"):
        inspect_csv(SURVEY, "f.csv").table(bins=1)


def test_target_is_kept_aside_whatever_its_role():
    for target, expected in (("paid", ["yes", "no", None, "no"]), ("age", ["16.5", "20", "49.5", None])):
        table = inspect_csv(SURVEY, "f.csv").table(target=target)
        assert table.target.tolist() == expected and target not in table.attributes
    table = inspect_csv(SURVEY, "f.csv").changed("paid", "left out").table(target="paid")
    assert table.target_name == "paid"
    with pytest.raises(ValueError, match="'colour'"):
        inspect_csv(SURVEY, "f.csv").table(target="colour")
    with pytest.raises(UnreadableError, match="no column to"):
        inspect_csv(b"a\nx\nx\n", "f.csv").table(target="a")


def test_read(tmp_path):
    path = tmp_path / "survey.csv"
    path.write_bytes(SURVEY)
    table = read_csv(path, target="paid", ordered={"mood": ["bad", "so so", "good"]}, bins=2)
    assert table.kinds == ("ordinal",) * 3 and table.categories[0] == ("S", "M", "L")
    assert table.codes.tolist() == [[0, 0, 2], [1, 0, 0], [2, 1, 1], [1, 2, 2]]
    assert read_csv(str(path), target="paid").target_name == "paid"
    assert read_csv(path, missing=("M",)).drop_missing().n_rows == 2
    with pytest.raises(ValueError, match="'colour'"):
        read_csv(path, ordered={"colour": ["a"]})
    for nothing in (tmp_path / "nothing.csv", tmp_path):
        with pytest.raises(UnreadableError, match="cannot be opened"):
            read_csv(nothing)
