"""Every file that the library and the explorer must refuse in one sentence, or read as what it is."""

import io
import zipfile
from importlib.util import find_spec
from pathlib import PurePath

import pandas as pd
import workbook
from csv_bytes import file_of

from catviz.reading.limits import LIMITS

READERS = {".xlsx": "python_calamine", ".sav": "pyreadstat"}


def has_reader(name):
    """True where what reads files of this name is installed."""
    needed = READERS.get(PurePath(name).suffix)
    return needed is None or find_spec(needed) is not None


def parquet(rows=60):
    buffer = io.BytesIO()
    pd.DataFrame({"a": list("uv") * (rows // 2), "b": range(rows)}).to_parquet(buffer)
    return buffer.getvalue()


def bomb():
    """A workbook of a kilobyte whose table of contents speaks of three gigabytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", " " * 1000)
        archive.filelist[1].file_size = 3 * 2**30
    return buffer.getvalue()


def wide(columns):
    return b"\n".join(b",".join(b"%c%d" % (sign, i) for i in range(columns)) for sign in b"cxy")


def two_columns(a, b="uv"):
    return file_of(a=a, b=[b[i % len(b)] for i in range(len(a))])


#: Name -> (what makes its bytes, a part of the sentence that refuses it).
REFUSED = {
    "empty.csv": (lambda: b"", "is empty"),
    "blank.csv": (lambda: b" \r\n\t\n", "is empty"),
    "mark.csv": (lambda: b"\xef\xbb\xbf", "is empty"),
    "empty.xlsx": (lambda: b"", "is empty"),
    "header.csv": (lambda: b"one,two,three\n", "no rows"),
    "ragged.csv": (lambda: b"one,two\na,b\nc\nd,e,f,g\nh,i\n", "4 instead of 2 fields in line 4"),
    "quote.csv": (lambda: b'a,b\n1,"2\n3,4\n', "in line 2 that is never closed"),
    "wide.csv": (lambda: wide(10_000), "10,000 columns, where 1,000 is the limit"),
    "nul.csv": (lambda: b"a,b\nu,v\nx,\0\n", "NUL byte in line 3"),
    "void.csv": (lambda: b"a,b\n?,\nNA,\n", "no column to use"),
    "large.csv": (lambda: bytes(LIMITS.bytes + 1), "200.0 MB is the limit"),
    "long.csv": (lambda: two_columns(["x" * (LIMITS.characters + 1), "y"]), "10,001 characters in column 'a', row 1"),
    "name.csv": (lambda: b"n" * (LIMITS.characters + 1) + b",b\nu,v\n", "10,001 characters in the name of column 1"),
    "broken.csv": (lambda: b"\xff\xfea\0,\0b", "not valid utf-16"),
    "page.csv": (lambda: b"<!DOCTYPE html>\n<html>", "an HTML page"),
    "paper.csv": (lambda: b"%PDF-1.7\n1 0 obj", "PDF"),
    "paper.pdf": (lambda: b"%PDF-1.7\n", "PDF"),
    "picture.png": (lambda: b"\x89PNG\r\n\x1a\n", "PNG"),
    "packed.gz": (lambda: b"\x1f\x8b\x08", "gzip"),
    "packed.zip": (lambda: workbook.zipped({"a.csv": "a,b\n1,2\n"}), "ZIP"),
    "packed.xlsx": (lambda: workbook.zipped({"a.csv": "a,b\n1,2\n"}), "ZIP"),
    "bomb.xlsx": (bomb, "3,072 MB once unpacked, where 2,048 MB is the limit"),
    "noise.sav": (lambda: bytes(range(1, 99)), "save it again"),
    "noise.xlsx": (lambda: b"PK\x03\x04 nothing", "damaged"),
    "cut.parquet": (lambda: parquet()[:-30], "damaged"),
    "cut.arrow": (lambda: b"ARROW1\0\0" + parquet()[8:90], "damaged"),
}

#: Name -> what makes its bytes.
HONEST = {
    "one.csv": lambda: b"only\n" + b"\n".join(b"uvw"[i % 3 : i % 3 + 1] for i in range(30)),
    "row.csv": lambda: b"a,b\nx,y\n",
    "gaps.csv": lambda: b"a,b,void\n" + b"".join(b"%c,%c,\n" % (b"pq"[i % 2], b"uvw"[i % 3]) for i in range(40)),
    "marked.csv": lambda: two_columns(["ü", "x"] * 20).decode().encode("utf-8-sig"),
    "utf16.csv": lambda: two_columns(["ü", "x"] * 20).decode().encode("utf-16"),
    "latin.csv": lambda: two_columns(["ü", "x"] * 20).decode().encode("latin-1"),
    "labels.csv": lambda: two_columns(
        ["<b>x</b>", "[a](http://b)", '"q"', "a\nb", "=cmd()", "\u202eevil", "שלום", "\U0001f600", "\ud800", "$x$"] * 6
    ),
    "twice.csv": lambda: b"one,one\n" + b"u,v\nx,y\n" * 20,
    "unnamed.csv": lambda: b",,b\n" + b"u,v,w\nx,y,z\n" * 20,
    "named parquet.csv": parquet,
    "named text.parquet": lambda: two_columns(["u", "v", "w"] * 20),
    "distinct.csv": lambda: two_columns([f"id {i}" for i in range(LIMITS.distinct + 1)]),
    "constant.csv": lambda: two_columns(["same"] * 30),
}
