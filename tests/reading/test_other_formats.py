"""ARFF, Orange, JSON, and packed files."""

import bz2
import gzip
import json
import lzma

import pandas as pd
import pytest

import catviz
from catviz.reading.file_kinds import READ, kind_of
from catviz.reading.limits import Limits


def read(text, name, **options):
    return catviz.inspect_table(text if isinstance(text, bytes) else text.encode(), name, **options)


def roles(found):
    return {column.name: (column.role, column.use) for column in found.columns}


def refusal(text, name, **options):
    with pytest.raises(catviz.UnreadableError) as caught:
        read(text, name, **options)
    assert "\n" not in str(caught.value) and str(caught.value).startswith(name)
    return str(caught.value)


# ARFF

ARFF = """% a comment
% one more

@RELATION 'a b'
@attribute size {small, 'very large', "medium size"}
@attribute temp REAL
@attribute 'a name' string
@attribute day date "yyyy-MM-dd"
@attribute grade{a,b,c}
@data
small, 1.0, 'it''s', 2024-01-02, a
'very large', 2.5, "x, y", 2024-01-03, c
% inside
?, ?, 'it\\'s', ?, a
"medium size",1,z,2024-01-05,b
"""


@pytest.mark.parametrize("start", ["", "% more\n" * 2000, "\ufeff", "\r\n"])
def test_arff_in_full(start):
    found = read((start + ARFF).replace("''", ""), "weather.arff")
    assert found.frame["size"].tolist() == ["small", "very large", None, "medium size"]
    assert found.orders["size"] == ("small", "very large", "medium size")
    assert found.frame["temp"].tolist() == ["1", "2.5", None, "1"]
    assert found.frame["a name"].tolist() == ["its", "x, y", "it's", "z"]
    assert [column.n_missing for column in found.columns] == [1, 1, 0, 1, 0]
    assert found.table().codebook.categories[found.table().attributes.index("grade")] == ("a", "b", "c")


def test_nominal_values_keep_their_declared_order():
    rows = "\n".join(["often,2", "never,1", "now and then,3"] * 9)
    found = read(
        f"@relation r\n@attribute q {{never,now and then,often}}\n@attribute n {{3,2,1}}\n@data\n{rows}", "f.arff"
    )
    assert found.orders["q"] == ("never", "now and then", "often")
    assert found.table().categories[0] == ("never", "now and then", "often")
    assert found.orders["n"] == ("3", "2", "1")


def test_sparse_rows_of_arff():
    text = "@relation r\n@attribute a numeric\n@attribute b {no,yes}\n@attribute c {x,'y z'}\n@data\n"
    found = read(text + "{0 5, 2 'y z'}\n{}\n{1 yes}\n{0 2,1 yes,2 x}\n", "f.arff")
    assert found.frame.to_dict("list") == {
        "a": ["5", "0", "0", "2"],
        "b": ["no", "no", "yes", "yes"],
        "c": ["y z", "x", "x", "x"],
    }


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("@relation r\n@attribute a real\n@data\n1\nx\n", "'x', which is no number, in column 'a' in line 5"),
        ("@relation r\n@attribute a real\n@attribute b real\n@data\n1,2\n1,2,3\n", "3 instead of 2 values in line 6"),
        ("@relation r\n@attribute a relational\n@data\n", "tables as cells in line 2"),
        ("@relation r\n@attribute a real\n", "without a line @data"),
        ("@relation r\n@attribute a real\n@data\n", "no rows"),
        ("@relation r\n@attribute a real\n@data\n{3 1}\n", "0 instead of 1 values in line 4"),
    ],
)
def test_what_is_wrong_in_arff_is_a_sentence(text, what):
    assert what in refusal(text, "f.arff")


def test_values_that_arff_does_not_declare_are_said():
    found = read("@relation r\n@attribute a {x,y}\n@attribute b real\n@data\nx,1\nz,2\nx,3\n", "f.txt")
    assert any("'a'" in note and "'z'" in note for note in found.notes)


# Orange

BODY = [
    [str(20 + i % 30), "mf"[i % 2], str(1 + i % 3), f"name {i}", "yn"[i % 3 % 2], str(1 + i % 2 / 2)] for i in range(40)
]
THREE = [
    ["age", "sex", "ward", "who", "y", "w"],
    ["continuous", "discrete", "discrete", "string", "discrete", "continuous"],
    ["", "", "", "meta", "class", "weight"],
]
SHORT = [THREE[0], ["c", "d", "d", "s", "d", "c"], ["", "", "", "m", "c", "w"]]
VALUES = [THREE[0], ["continuous", "f m", "3 1 2", "string", "y n", "c"], ["", "", "", "meta", "class", "weight"]]
PREFIXED = [["C#age", "D#sex", "D#ward", "mS#who", "cD#y", "wC#w"]]


@pytest.mark.parametrize("sign", ["\t", ",", ";"])
@pytest.mark.parametrize("header", [THREE, SHORT, VALUES, PREFIXED])
def test_types_and_roles_of_orange(header, sign):
    text = "\n".join(sign.join(row) for row in [*header, *BODY]) + "\n"
    found = read(text, "f.tab")
    assert len(found.cells) == 40 and list(found.frame) == THREE[0]
    given = roles(found)
    assert given["age"] == ("binned", "") and given["sex"][0] == "category"
    assert given["w"] == ("weight", "") and given["y"] == ("category", "known classes")
    assert given["who"][1] == "shown only"
    if header is VALUES:
        assert found.orders["sex"] == ("f", "m") and found.orders["ward"] == ("3", "1", "2")
    else:
        assert given["ward"] == ("category", "")
    table = found.table()
    assert table.target_name == "y" and sorted(set(table.target)) == ["n", "y"]
    assert "who" in table.extra_columns and "who" not in table.attributes


def test_columns_that_orange_ignores_and_unknown_cells():
    rows = [["a", "b", "c"], ["c", "d", "d"], ["", "i", "class"], ["1.5", "x", "u"], ["?", "y", "v"], ["~", "x", "u"]]
    found = read("\n".join("\t".join(row) for row in rows + rows[3:] * 5), "f.tab")
    assert roles(found)["b"] == ("left out", "") and found.columns[0].n_missing == 12


@pytest.mark.parametrize(
    "text",
    [
        "a,b\nc,d\nc,m\n" + "c,d\nd,c\n" * 10,
        "type,c\ncontinuous,x\ndiscrete,y\n" + "discrete,x\ncontinuous,y\n" * 10,
        "C#,F#,Java\n" + "1,2,3\n2,3,1\n" * 10,
        "# note,b\nx,y\nz,y\n",
        "#1,#2\nx,y\nz,y\n",
    ],
)
def test_other_texts_are_no_tables_of_orange(text):
    found = read(text, "f.csv")
    assert not any("Orange" in note for note in found.notes)


def test_a_line_of_names_that_is_given_goes_before_what_orange_says():
    text = "\n".join("\t".join(row) for row in [*THREE, *BODY])
    assert len(read(text, "f.tab", header=False).cells) == 43


# JSON

RECORDS = [{"size": "SML"[i % 3], "n": i % 2, "ok": i % 2 == 0, "gap": None if i % 5 else "x"} for i in range(30)]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(RECORDS),
        json.dumps(RECORDS, indent=2),
        "\n".join(map(json.dumps, RECORDS)),
        "\n\n".join(map(json.dumps, RECORDS)) + "\n",
        json.dumps({"total": 30, "rows": RECORDS}),
        json.dumps({key: [record[key] for record in RECORDS] for key in RECORDS[0]}),
        json.dumps({key: {str(i): record[key] for i, record in enumerate(RECORDS)} for key in RECORDS[0]}),
        pd.DataFrame(RECORDS).to_json(orient="split"),
        json.dumps([list(RECORDS[0]), *(list(record.values()) for record in RECORDS)]),
    ],
)
@pytest.mark.parametrize("name", ["f.json", "f.jsonl", "f.txt"])
def test_records_of_json(text, name):
    found = read(text, name)
    assert len(found.cells) == 30
    assert {c.name: (c.role, c.order, c.n_missing) for c in found.columns} == {
        "size": ("ordered", ("S", "M", "L"), 0),
        "n": ("ordered", ("0", "1"), 0),
        "ok": ("category", (), 0),
        "gap": ("category", (), 24),
    }


def test_names_of_rows_in_json_are_a_column():
    found = read('{"columns": ["a"], "index": ["p", "q"], "data": [["x"], ["y"]]}', "f.json")
    assert found.frame.to_dict("list")["a"] == ["x", "y"]
    assert "index" in {column.name for column in found.columns}


def test_records_of_json_with_other_names_and_nested_cells():
    found = read('{"a": "x", "b": [1]}\n{"c": 2.0, "a": "x"}\n{"a": true}\n{"a": 1}\n', "f.jsonl")
    assert found.frame.to_dict("list") == {"a": ["x", "x", "True", "1"], "c": [None, "2", None, None]}
    assert any("'b'" in note for note in found.notes)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[1, 2, 3]", "no list of records"),
        ('{"a": 1}', "no list of records"),
        ('[{"a": 1}, 2]', "no list of records"),
        ('[{"a": [1]}, {"a": [2]}]', "no list of records"),
        ('[["a", "a"], ["x", "y"]]', "no list of records"),
        ('[["a", "b"], ["x"]]', "no list of records"),
        ("[[1, 2], [3, 4]]", "no list of records"),
        ('[{"a": 1}, {"a": ', "damaged JSON"),
        ('{"type": "FeatureCollection", "features": []}', "a map (GeoJSON)"),
    ],
)
def test_json_that_is_no_table_is_refused(text, what):
    assert what in refusal(text, "f.json")


def test_text_that_is_named_json_is_text():
    assert roles(read("a,b\nx,y\nu,y\n", "f.json")).keys() == {"a", "b"}


# packed files

CSV = b"size,paid\nS,1\nM,2\nL,1\nM,2\n"
PACKERS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_files_are_read_as_what_is_in_them(ending):
    pack = PACKERS[ending]
    found = read(pack(CSV), f"f.csv{ending}")
    assert found.table().fingerprint == read(CSV, "f.csv").table().fingerprint
    assert found.name == f"f.csv{ending}" and not any("name ends" in note for note in found.notes)
    assert read(pack(CSV), f"f.csv{ending}", delimiter=";").cells.shape == (4, 1)
    assert read(pack(ARFF.encode()), f"f.arff{ending}").orders["size"][0] == "small"
    assert "Rows" not in refusal(pack(b"%PDF-1.7"), f"f.pdf{ending}")


def test_packed_files_have_limits_and_may_be_damaged():
    packed = gzip.compress(CSV * 10_000)
    assert "MB once unpacked" in refusal(packed, "f.csv.gz", limits=Limits(bytes=100_000))
    assert "damaged gzip file" in refusal(packed[:-20], "f.csv.gz")
    assert "damaged gzip file" in refusal(packed[:40] + b"x" + packed[41:], "f.csv.gz")
    assert read(gzip.compress(CSV[:15]) + gzip.compress(CSV[15:]), "f.csv.gz").cells.shape == (4, 2)
    assert "archive of packed files" in refusal(gzip.compress(gzip.compress(CSV)), "f.csv.gz.gz")


def test_every_ending_that_is_read_names_its_kind():
    endings = [ending for kind in READ for ending in kind.endings]
    assert len(endings) == len(set(endings)) and not any(kind.remedy for kind in READ)


@pytest.mark.parametrize(
    ("data", "name", "what"),
    [
        (b"\x80\x05\x95\x01\0\0\0\0\0\0\0N.", "a.bin", "pickle"),
        (b"<?xml version='1.0'?><a/>", "a.csv", "XML"),
        (b"\x93NUMPY\1\0", "a.npy", "NumPy"),
        (b"MATLAB 5.0 MAT-file, x", "a.mat", "MATLAB"),
        (b"{\\rtf1 a}", "a.rtf", "document"),
        (b"MIME-Version: 1.0\nX", "a.xls", "web archive"),
        (b"Obj\x01\2", "a.avro", "Avro"),
        (b"\x03\x7a\1\1\0\0\0\0", "a.dbf", "dBase"),
    ],
)
def test_other_formats_are_named_with_a_remedy(data, name, what):
    kind = kind_of(data, name)
    assert what in kind.what and kind.remedy and what in refusal(data, name)


def test_read_csv_knows_tables_of_orange(tmp_path):
    path = tmp_path / "f.tab"
    rows = [f"{20 + i}\t{'mf'[i % 2]}\t{'yn'[i % 2]}" for i in range(40)]
    path.write_text("\n".join(["age\tsex\ty", "continuous\tdiscrete\tdiscrete", "\t\tclass", *rows, ""]))
    by_csv, by_table = catviz.read_csv(path), catviz.read_table(path)
    assert by_csv.fingerprint == by_table.fingerprint and by_csv.n_rows == 40 and by_csv.target_name == "y"
