"""Files of any kind by one function: by content, within limits, one sentence for each that is no table."""

import gzip
import io
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import workbook
from hypothesis import given, settings
from hypothesis import strategies as st

import catviz
from catviz.reading.file_kinds import READ, WHOLE
from catviz.reading.limits import LIMITS, Limits

ROWS = [["size", "paid"], ["S", 1], ["M", 2], ["L", 1], ["M", 2]]
CSV = b"size,paid\nS,1\nM,2\nL,1\nM,2\n"
ENDINGS = [ending for kind in READ for ending in kind.endings]


def frame():
    return pd.DataFrame({"size": ["S", "M", "L", "M"], "paid": [1, 2, 1, 2]})


def as_parquet(table=None, **options):
    buffer = io.BytesIO()
    (frame() if table is None else table).to_parquet(buffer, **options)
    return buffer.getvalue()


def as_arrow(table=None, **options):
    buffer = io.BytesIO()
    (frame() if table is None else table).to_feather(buffer, **options)
    return buffer.getvalue()


def as_stata(tmp_path):
    frame().to_stata(tmp_path / "t.dta", write_index=False)
    return (tmp_path / "t.dta").read_bytes()


def as_spss(tmp_path):
    pyreadstat = pytest.importorskip("pyreadstat")
    pyreadstat.write_sav(frame(), tmp_path / "t.sav")
    return (tmp_path / "t.sav").read_bytes()


MAKERS = {
    "table.csv": ("", lambda folder: CSV),
    "table.xlsx": ("python_calamine", lambda folder: workbook.xlsx({"One": ROWS})),
    "table.xls": ("python_calamine", lambda folder: workbook.xls("One", ROWS)),
    "table.ods": ("python_calamine", lambda folder: workbook.ods({"One": ROWS})),
    "table.parquet": ("", lambda folder: as_parquet()),
    "table.arrow": ("", lambda folder: as_arrow()),
    "table.sav": ("pyreadstat", as_spss),
    "table.dta": ("pyreadstat", as_stata),
}


@pytest.fixture(params=MAKERS)
def file(request, tmp_path):
    """The same table as a file of each kind."""
    package, make = MAKERS[request.param]
    if package:
        pytest.importorskip(package)
    path = tmp_path / request.param
    path.write_bytes(make(tmp_path))
    return path


def test_a_table_is_the_same_from_every_kind_of_file(file):
    expected = catviz.inspect_csv(CSV, "table.csv")
    found = catviz.inspect_table(file.read_bytes(), file.name)
    assert [(c.name, c.role, c.order) for c in found.columns] == [(c.name, c.role, c.order) for c in expected.columns]
    assert found.frame.to_dict("list") == expected.frame.to_dict("list")
    assert catviz.read_table(file).fingerprint == expected.table().fingerprint


FEW = (".csv", ".xlsx", ".parquet", ".dta")


@pytest.mark.parametrize("ending", [e if e in FEW else pytest.param(e, marks=pytest.mark.slow) for e in ENDINGS])
def test_content_goes_before_the_name(file, ending):
    found = catviz.inspect_table(file.read_bytes(), f"renamed{ending}")
    assert found.table().fingerprint == catviz.inspect_csv(CSV, "table.csv").table().fingerprint
    text = f"The name ends in {ending}, but the file is" in found.notes[0]
    assert text == (ending not in next(kind.endings for kind in READ if file.suffix in kind.endings))


def test_read_table_takes_what_read_csv_takes(file):
    table = catviz.read_table(file, target="paid", ordered={"size": ["L", "M", "S"]}, missing=["L"])
    assert table.categories == (("L", "M", "S"),) and list(table.target) == ["1", "2", "1", "2"]
    assert [place for place, code in enumerate(table.codes[:, 0]) if code == 3] == [2]
    assert catviz.read_table(file, missing=["L"]).categories[0] == ("M", "S")
    with pytest.raises(ValueError, match="no column 'colour'"):
        catviz.read_table(file, target="colour")


def test_a_kind_has_the_settings_that_it_has(file):
    for setting in ("sheet", "delimiter", "encoding"):
        kinds = {"sheet": "xlsx xls ods", "delimiter": "csv", "encoding": "csv sav dta"}[setting].split()
        if file.suffix[1:] not in kinds:
            with pytest.raises(ValueError, match=f"a {setting} was given for {file.name}.*leave it out"):
                catviz.read_table(file, **{setting: ";"})


def test_csv_is_understood_as_before():
    one, other = catviz.inspect_table(CSV, "a.csv"), catviz.inspect_csv(CSV, "a.csv")
    assert (one.notes, one.settings, one.typed) == (other.notes, {"delimiter": ",", "encoding": "utf-8"}, False)
    again = catviz.inspect_table(CSV, "a.csv", missing=("M",))
    assert again.settings["missing"] == ("M",) and again.columns[0].n_missing == 2


# what is no table


BROKEN = {
    "empty.xlsx": (b"", "is empty"),
    "paper.pdf": (b"%PDF-1.7\n...", "is a PDF document: export the table"),
    "paper.xlsx": (b"%PDF-1.7\n...", "is a PDF document"),
    "packed.zip": (workbook.zipped({"a.csv": "a,b\n1,2\n"}), "is a ZIP archive: unpack it"),
    "packed.xlsx": (workbook.zipped({"a.csv": "a,b\n1,2\n"}), "is a ZIP archive: unpack it"),
    "letter.docx": (workbook.zipped({"word/document.xml": "<w/>"}), "is a document, not a table"),
    "letter.ods": (
        workbook.zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<a/>"}),
        "is a document, not a table",
    ),
    "cut.xlsx": (
        workbook.xlsx({"One": ROWS})[:-300],
        "is a damaged ZIP archive or workbook: save or download it again",
    ),
    "table.csv.gz": (b"\x1f\x8b\x08\x00", "is a damaged gzip file (it ends too early): save or download it again"),
    "noise.xlsx": (bytes(range(1, 200)), "is not an Excel or OpenDocument workbook, nor text"),
    "noise.sav": (bytes(range(1, 200)), "is not an SPSS file, nor text"),
    "rows.json": (b'{"a": 1}', "is a JSON file that is no list of records"),
    "map.geojson": (b'{"type": "FeatureCollection", "features": []}', "is a map (GeoJSON), not a table: export"),
    "table.pkl": (b"\x80\x04\x95\x00.", "is a Python pickle, which can run programs: write the table in Python"),
    "work.RData": (b"RDX3\nX\n", "is an R workspace (RData): write the table in R with write.csv"),
    "work.rds": (gzip.compress(b"X\n\0\0\0\x03"), "is an R object (RDS): write the table in R"),
    "base.mdb": (b"\0\x01\0\0Standard Jet DB\0", "is a Microsoft Access database: export"),
    "base.sqlite": (b"SQLite format 3\0", "is an SQLite database: export"),
    "base.h5": (b"\x89HDF\r\n\x1a\n", "is an HDF5 file: export"),
    "labels.sas7bcat": (
        bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011").ljust(156, b"\0")
        + b"CATALOG ",
        "is a SAS catalog of labels, not a table: choose the .sas7bdat file",
    ),
    "sheet.numbers": (workbook.zipped({"Index/Document.iwa": "x"}), "is a Numbers document: export it in Numbers"),
    "sheet.xls": (
        b'<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:x">',
        "is an Excel workbook of 2003 (XML): open it in Excel",
    ),
    "result.omv": (workbook.zipped({"metadata.json": "{}", "data.bin": "x"}), "is a jamovi or JASP file: export"),
    "several.tar.gz": (gzip.compress(bytes(257) + b"ustar" + bytes(300)), "is a gzip archive of packed files: unpack"),
    "picture.gif": (b"GIF89a", "is a GIF picture: choose the file"),
    "page.txt": (b"<?xml version='1.0'?><a/>", "is an XML file: export the table"),
    "noise.csv": (b"a,b\n\0\0\0", "NUL byte"),
    "cut.parquet": (as_parquet()[:-20] + b"PAR1", "is damaged"),
    "cut.arrow": (as_arrow()[:-40], "is damaged"),
    "locked.xlsx": (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "is protected with a password"),
    "letter.doc": (b"\xd0\xcf\x11\xe0" + "WordDocument".encode("utf-16-le"), "is a document"),
    "old.feather": (b"FEA1" + bytes(40) + b"FEA1", "a Feather file of version 1"),
    "no rows.parquet": (as_parquet(pd.DataFrame({"a": pd.Series([], dtype=str)})), "no rows"),
    "no columns.parquet": (as_parquet(pd.DataFrame(index=range(3)), index=False), "no columns"),
    "lists.parquet": (as_parquet(pd.DataFrame({"a": [[1], [2]]})), "no columns"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_one_sentence_says_what_is_wrong_and_what_to_do(name):
    data, sentence = BROKEN[name]
    with pytest.raises(catviz.UnreadableError) as caught:
        catviz.inspect_table(data, name)
    text = str(caught.value)
    assert text.startswith(name) and sentence in text and ": " in text and "\n" not in text


@pytest.mark.apart
@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([kind for kind in READ if kind not in WHOLE]).flatmap(
        lambda kind: st.tuples(st.sampled_from(kind.endings), st.binary(max_size=80))
    ),
    st.sampled_from(
        [
            *(b"", b"PAR1", b"ARROW1\0\0", b"PK\x03\x04", b"FEA1", b"\xff\xff\xff\xff", b"\x1f\x8b\x08\0", b"BZh9"),
            *(b"@relation r\n@attribute a real\n@data\n", b"@relation r\n@attribute a ", b"@relation r\n@data\n{"),
            *(b"a\tb\ncontinuous\tdiscrete\n\tclass\n", b"D#a\tcD#b\n"),
        ]
    ),
)
def test_any_bytes_are_a_table_or_refused_in_one_sentence(named, start):
    ending, data = named
    try:
        table = catviz.inspect_table(start + data, f"f{ending}").table()
    except catviz.UnreadableError as error:
        assert str(error).startswith("f.") and "\n" not in str(error)
    else:
        assert table.n_rows > 0 and table.n_attributes > 0


@pytest.mark.apart
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["parquet", "arrow"]), st.integers(0, 10_000), st.integers(0, 255), st.integers(0, 2))
def test_a_damaged_byte_is_no_worse_than_a_sentence(kind, place, byte, cut):
    data = bytearray(as_parquet() if kind == "parquet" else as_arrow())
    data[place % len(data)] = byte
    data = bytes(data[: len(data) - (cut and place % len(data))])
    try:
        catviz.inspect_table(data, f"f.{kind}").table()
    except catviz.UnreadableError as error:
        assert str(error).startswith("f.") and "\n" not in str(error)


def beyond_its_buffer():
    """An Arrow file with a code of a value that is not there."""
    codes = pa.DictionaryArray.from_arrays(pa.array([0, 1, 10**6], pa.int32()), pa.array(["u", "v"]), safe=False)
    buffer = io.BytesIO()
    table = pa.table({"a": codes})
    with pa.ipc.new_file(buffer, table.schema) as file:
        file.write_table(table)
    return buffer.getvalue()


@pytest.mark.apart
def test_a_code_beyond_its_buffer_does_not_end_the_process(tmp_path):
    path = tmp_path / "f.arrow"
    path.write_bytes(beyond_its_buffer())
    with pytest.raises(catviz.UnreadableError, match=r"f.arrow is damaged \("):
        catviz.inspect_table(path.read_bytes(), "f.arrow")
    with pytest.raises(catviz.UnreadableError, match="f.arrow is damaged"):
        catviz.count(catviz.scan(path))


@pytest.mark.parametrize(("package", "name"), [("python_calamine", "table.xlsx"), ("pyreadstat", "table.dta")])
def test_a_missing_package_is_named(package, name, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr("importlib.util.find_spec", lambda wanted: None)
    data = workbook.xlsx({"One": ROWS}) if name.endswith("xlsx") else as_stata(tmp_path)
    with pytest.raises(catviz.UnreadableError, match=rf"{name} is an?.*pip install 'catviz\[readers\]'"):
        catviz.inspect_table(data, name)


def test_scan_says_how_a_whole_file_is_read(file):
    if file.suffix in (".csv", ".parquet", ".arrow"):
        assert catviz.count(catviz.scan(file)).n_rows == 4
        return
    with pytest.raises(catviz.UnreadableError, match="as a whole"):
        catviz.scan(file)
    assert catviz.count(catviz.scan(catviz.read_table(file))).n_rows == 4


# limits


def test_limits_hold_for_every_kind(file):
    data = file.read_bytes()
    packed = file.suffix != ".csv"
    assert (LIMITS.unpacked, LIMITS.cells, LIMITS.sheet_cells) == (2 * 2**30, 100_000_000, 20_000_000)
    for limits, text in (
        (Limits(bytes=len(data) - 1), "MB is the limit"),
        (Limits(rows=3), "4 rows, where 3"),
        (Limits(columns=1), "2 columns, where 1"),
        *([(Limits(cells=7), "8 cells, where 7")] if packed else []),
    ):
        with pytest.raises(catviz.UnreadableError, match=text):
            catviz.inspect_table(data, file.name, limits=limits)
    catviz.inspect_table(data, file.name, limits=Limits(bytes=len(data), rows=4, columns=2, cells=8, sheet_cells=10))


@pytest.mark.apart
def test_what_is_small_only_while_packed_is_refused():
    rows = 200_000
    same = pd.DataFrame({"a": np.zeros(rows), "b": ["x"] * rows})
    few = Limits(unpacked=2**20)
    for data, name in (
        (as_arrow(same, compression="zstd"), "bomb.arrow"),
        (workbook.xlsx({"One": " " * 2**21}), "bomb.xlsx"),
        (as_parquet(same, use_dictionary=False, compression="zstd"), "bomb.parquet"),
    ):
        if name.endswith("xlsx"):
            pytest.importorskip("python_calamine")
        assert len(data) < few.unpacked / 2
        with pytest.raises(catviz.UnreadableError, match=f"{name} has .* MB once unpacked, where 1 MB is the limit"):
            catviz.inspect_table(data, name, limits=few)
