"""Text files block by block: the same rows, names and values as read as a whole, or a sentence on why not."""

import warnings
from pathlib import Path

import pytest

import catviz
from catviz.reading.file_kinds import TEXT, kind_of

FILES = sorted(path for path in (Path(__file__).parent / "files").iterdir())
TEXTS = [path for path in FILES if kind_of(path.read_bytes(), path.name) is TEXT]
#: Files whose quotes, delimiters, letters or uneven lines a block alone cannot tell.
WHOLE = {
    "comment_block.dat",
    "text_above_blanks.dat",
    *("backslash_quotes.csv", "comma_at_end.csv", "double_colon.dat", "line_in_quotes.csv", "one_bad_byte.csv"),
    "encoded_twice.csv",
    *("orange.tab", "r_row_names.txt", "short_lines.csv", "single_quotes.csv", "space_before_quote.csv", "spaces.txt"),
}


def same(found, source):
    assert source.n_rows == len(found.frame) and set(source.attributes) | set(source.left_out) == set(found.frame)
    frame = found.frame[list(source.attributes)]
    for name, values in zip(source.attributes, source.categories, strict=True):
        assert set(values) == set(frame[name].dropna()), name
    table = catviz.CategoricalTable.from_pandas(frame, numeric="category")
    assert catviz.count(source).matrix.sum() == catviz.count(table).matrix.sum()


def named(path, tmp_path):
    """The file under a name that is scanned as text."""
    if path.suffix in (".csv", ".tsv", ".txt", ".tab"):
        return path
    other = tmp_path / f"{path.stem}.csv"
    other.write_bytes(path.read_bytes())
    return other


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_file_is_scanned_as_it_is_read(path, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = catviz.inspect_table(path.read_bytes(), path.name)
        if path.name in WHOLE:
            with pytest.raises(catviz.UnreadableError, match="catviz"):
                catviz.count(catviz.scan(named(path, tmp_path)))
        else:
            same(found, catviz.scan(named(path, tmp_path)))


ODD = {
    "empty rows": b"a,b,c\nx,1,u\n,,\ny,2,v\n , ,\n\nx,,u\n,,v\n",
    "empty quoted": b'a,b\nx,1\n"",""\ny,2\n',
    "as text": b'a,b\n="001",x\n="002",y\n001,x\n',
    "no delimiter": b'~~~"\r"\n~~\r\n~\n~~"x"~1,5',
    "a first line of nothing": b'""\nx\nx\ny\n',
    "ends of two kinds": b"\n\ra\rx\ry",
    "end of DOS": b"a,b\nx,1\ny,2\n\x1a",
    "blank column": b"a,,b\nx,,1\ny,,2\n",
    "options": b"id,Which?,,\n,Tea,Milk,Juice\n"
    + b"1,Tea,,Juice\n2,,Milk,\n3,Tea,Milk,\n4,,,Juice\n5,Tea,,\n6,,Milk,\n",
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_an_odd_file_is_scanned_as_it_is_read_or_refused(data, tmp_path):
    path = tmp_path / "f.csv"
    path.write_bytes(data)
    found = catviz.inspect_table(data, "f.csv")
    try:
        source = catviz.scan(path)
    except catviz.UnreadableError as error:
        assert "catviz.read_csv" in str(error)
    else:
        same(found, source)


def test_some_columns_keep_the_rows_that_are_empty_in_them(tmp_path):
    path = tmp_path / "f.csv"
    path.write_bytes(b"a,b,c\nx,1,u\n,,\n,2,\ny,,v\n")
    source = catviz.scan(path, columns=["a"])
    assert source.n_rows == 3 and catviz.count(source).matrix.trace() == 3


def test_a_scan_is_told_where_the_names_are_and_says_what_is_in_doubt(tmp_path):
    path = tmp_path / "f.csv"
    path.write_text("note\n" + "".join(f"{'uv'[i % 2]},{'xyz'[i % 3]}\n" for i in range(12)))
    with pytest.warns(UserWarning, match="header="):
        assert catviz.scan(path, skip=1).n_rows == 12
    source = catviz.scan(path, header=2)
    assert source.n_rows == 11 and source.attributes == ("u", "x")
    assert catviz.scan(path, skip=1, header=False).attributes == ("column 1", "column 2")
