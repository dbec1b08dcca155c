"""What a file is, by its content; its name only says what its owner takes it for."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes
    ----------
    what : str
        As a sentence names it, with its article.
    endings : tuple of str
        Of the names of these files; empty where they are not read.
    remedy : str
        What to do with a file that is not read; empty where it is.
    called : str
        As a list of kinds names it; empty where it is not read.
    """

    what: str
    endings: tuple[str, ...] = ()
    remedy: str = ""
    called: str = ""


TEXT = Kind("delimited text", (".csv", ".tsv", ".txt", ".tab"), called="CSV")
WORKBOOK = Kind(
    "an Excel or OpenDocument workbook", (".xlsx", ".xls", ".ods", ".xlsm", ".xlsb"), called="Excel, OpenDocument"
)
PARQUET = Kind("a Parquet file", (".parquet", ".pq"), called="Parquet")
ARROW = Kind("an Arrow file", (".arrow", ".feather"), called="Arrow")
SPSS = Kind("an SPSS file", (".sav", ".zsav"), called="SPSS")
SPSS_PORTABLE = Kind("a portable SPSS file", (".por",))
STATA = Kind("a Stata file", (".dta",), called="Stata")
SAS = Kind("a SAS data set", (".sas7bdat",), called="SAS")
SAS_TRANSPORT = Kind("a SAS transport file", (".xpt", ".xport"))
ARFF = Kind("an ARFF file", (".arff",), called="ARFF")
JSON = Kind("a JSON file", (".json", ".jsonl", ".ndjson"), called="JSON")
HTML = Kind("an HTML page", (".html", ".htm"), called="HTML")
PACKED = Kind("a file packed by gzip, bzip2 or xz", (".gz", ".bz2", ".xz"), called="any of them packed (.gz)")
#: Those read by pyreadstat.
STATISTICAL = (SPSS, SPSS_PORTABLE, STATA, SAS, SAS_TRANSPORT)
#: The kinds that are read as tables.
READ = (TEXT, WORKBOOK, PARQUET, ARROW, *STATISTICAL, ARFF, JSON, HTML, PACKED)
#: Those of them that cannot be read in blocks.
WHOLE = (WORKBOOK, *STATISTICAL, ARFF, JSON, HTML, PACKED)

_UNPACK = "unpack it and choose the table inside"
_EXPORT = "export the table as CSV, Excel or Parquet and choose that file"
_PICTURE = "choose the file the picture was made from"
_IN_R = "write the table in R with write.csv and choose that file"
_IN_PYTHON = "write the table in Python with to_parquet or to_csv and choose that file"
_STARTS = (
    (b"ARROW1", ARROW),
    (b"FEA1", Kind("a Feather file of version 1", remedy="save it again as Feather (version 2) or Parquet")),
    (b"$FL2", SPSS),
    (b"$FL3", SPSS),
    (b"<stata_dta>", STATA),
    (b"HEADER RECORD*******LIB", SAS_TRANSPORT),
    (b"**COMPRESSED** **COMPRESSED**", Kind("a SAS file packed by PROC CPORT", remedy=_EXPORT)),
    (b"\x1f\x8b", PACKED),
    (b"BZh", PACKED),
    (b"\xfd7zXZ\0", PACKED),
    (b"7z\xbc\xaf\x27\x1c", Kind("a 7-Zip archive", remedy=_UNPACK)),
    (b"Rar!\x1a\x07", Kind("a RAR archive", remedy=_UNPACK)),
    (b"\x28\xb5\x2f\xfd", Kind("a Zstandard archive", remedy=_UNPACK)),
    (b"%PDF", Kind("a PDF document", remedy=_EXPORT)),
    (b"{\\rtf", Kind("a document (RTF), not a table", remedy=_EXPORT)),
    (b"\x89PNG", Kind("a PNG picture", remedy=_PICTURE)),
    (b"\xff\xd8\xff", Kind("a JPEG picture", remedy=_PICTURE)),
    (b"GIF8", Kind("a GIF picture", remedy=_PICTURE)),
    (b"II*\0", Kind("a TIFF picture", remedy=_PICTURE)),
    (b"MM\0*", Kind("a TIFF picture", remedy=_PICTURE)),
    (b"SQLite format 3\0", Kind("an SQLite database", remedy=_EXPORT)),
    (b"\0\x01\0\0Standard ", Kind("a Microsoft Access database", remedy=_EXPORT)),
    (b"\x89HDF\r\n\x1a\n", Kind("an HDF5 file", remedy=_EXPORT)),
    (b"MATLAB 5.0 MAT-file", Kind("a MATLAB file", remedy=_EXPORT)),
    (b"\x93NUMPY", Kind("a NumPy file", remedy=_IN_PYTHON)),
    (b"Obj\x01", Kind("an Avro file", remedy=_EXPORT)),
    (b"RDX", Kind("an R workspace (RData)", remedy=_IN_R)),
    (b"RDA", Kind("an R workspace (RData)", remedy=_IN_R)),
    (b"X\n\0\0\0", Kind("an R object (RDS)", remedy=_IN_R)),
    (
        b"MIME-Version:",
        Kind("a web archive", remedy="open it in Excel or a browser and save the table as CSV or .xlsx"),
    ),
)
_PICKLE = Kind("a Python pickle, which can run programs", remedy=_IN_PYTHON)
#: By how the text of a file begins, without blanks and in small letters.
_TEXT_STARTS = (
    (re.compile(r"<(!doctype\s+html|html|head|meta|body|table|style|div|center|title)\b"), HTML),
    (
        re.compile(r"<\?xml[^>]*\?>\s*(<\?mso[^>]*\?>\s*)?<(\w+:)?workbook"),
        Kind("an Excel workbook of 2003 (XML)", remedy="open it in Excel, save it as .xlsx and choose that file"),
    ),
    (re.compile(r"<\?xml[^>]*\?>\s*(<!doctype html[^>]*>\s*)?<html"), HTML),
    (re.compile(r"<\?xml\b"), Kind("an XML file", remedy=_EXPORT)),
    (re.compile(r"<svg\b"), Kind("an SVG picture", remedy=_PICTURE)),
    (re.compile(r'\{\s*"type"\s*:\s*"(feature|topology)'), Kind("a map (GeoJSON), not a table", remedy=_EXPORT)),
    (re.compile(r'\[?\s*\{\s*"|\[\s*\[\s*"'), JSON),
)
#: An ARFF file begins so, after comments of any length.
_ARFF = re.compile(rb"(?:\xef\xbb\xbf)?(?:%[^\r\n]*|\s)*@relation\s", re.IGNORECASE)
_COMMENTS = re.compile(r"\A(<!--.*?-->\s*)+", re.DOTALL)
#: Of files that are no text, by the endings of their names.
_NAMED = {
    **dict.fromkeys((".pkl", ".pickle"), _PICKLE),
    **dict.fromkeys((".mdb", ".accdb"), Kind("a Microsoft Access database", remedy=_EXPORT)),
    ".dbf": Kind("a dBase file", remedy=_EXPORT),
    ".jmp": Kind("a JMP file", remedy=_EXPORT),
    ".doc": Kind("a document, not a table", remedy=_EXPORT),
}
_ZIP, _COMPOUND = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_SAS_START = bytes.fromhex("000000000000000000000000c2ea8160b31411cfbd92080009c7318c181f1011")
_DAMAGED_ZIP = Kind("a damaged ZIP archive or workbook", remedy="save or download it again and choose the new file")
_OTHER_ZIP = Kind("a ZIP archive", remedy=_UNPACK)
_LOCKED_ZIP = Kind("a ZIP archive protected with a password", remedy=_UNPACK)
_DOCUMENT = Kind("a document, not a table", remedy=_EXPORT)
_NUMBERS = Kind("a Numbers document", remedy="export it in Numbers as Excel or CSV and choose that file")
_OF_JAMOVI = Kind("a jamovi or JASP file", remedy="export the data as CSV or SPSS and choose that file")
_OF_NUMPY = Kind("a NumPy archive", remedy=_IN_PYTHON)
_OF_SPSS = Kind("an SPSS output file, not its data", remedy="choose the .sav file, or export the table as Excel")
_LOCKED = Kind("protected with a password", remedy="save it without one and choose the new file")
_SAS_LABELS = Kind("a SAS catalog of labels, not a table", remedy="choose the .sas7bdat file beside it")
_OLD_STATA = range(102, 116)


def kind_of(data: bytes, name: str = "") -> Kind:
    """What a file is, by its bytes; ``TEXT`` where they are no sign of anything else.

    The name only helps where the first bytes of a kind could be text or data of another kind.

    Examples
    --------
    >>> kind_of(b"%PDF-1.7").what, kind_of(b"a,b\\n1,2\\n").what
    ('a PDF document', 'delimited text')
    """
    if data.startswith(b"PAR1") and (data.endswith(b"PAR1") or any(byte < 9 for byte in data[4:512])):
        return PARQUET
    if data.startswith(_ZIP):
        return _kind_of_zip(data)
    if data.startswith(_COMPOUND):
        return _kind_of_compound(data)
    if data.startswith(_SAS_START):
        return _SAS_LABELS if data[156:163] == b"CATALOG" else SAS
    if data[:4] == b"\xff\xff\xff\xff" and kind_by_name(name) is ARROW:
        return ARROW
    if data[:1] == b"\x80" and data[1:2] in (b"\2", b"\3", b"\4", b"\5") and data.endswith(b"."):
        return _PICKLE
    if data[:1] and data[0] in _OLD_STATA and data[1:4] in (b"\x01\x01\0", b"\x02\x01\0"):
        return STATA
    if b"SPSS PORT FILE" in data[:250] and b"SPSSPORT" in data[:600]:
        return SPSS_PORTABLE
    return next((kind for start, kind in _STARTS if data.startswith(start)), None) or _kind_of_text(data, name)


def called_kinds() -> str:
    """The kinds of files that are read, for a list.

    Examples
    --------
    >>> called_kinds()
    'CSV, Excel, OpenDocument, Parquet, Arrow, SPSS, Stata, SAS, ARFF, JSON, HTML or any of them packed (.gz)'
    """
    *first, last = [kind.called for kind in READ if kind.called]
    return f"{', '.join(first)} or {last}"


def is_whole(start: bytes, name: str) -> bool:
    """True where a file's first bytes, or its name, are those of a kind that cannot be read in blocks."""
    signs = (_ZIP, _COMPOUND, _SAS_START[:16], *(sign for sign, kind in _STARTS if kind in WHOLE))
    return start.startswith(signs) or kind_by_name(name) in WHOLE or _kind_of_text(start, name) in WHOLE


def kind_by_name(name: str) -> Kind | None:
    """The kind that the ending of a name stands for, or None."""
    ending = PurePath(name).suffix.lower()
    return next((kind for kind in READ if ending in kind.endings), None)


def misnamed(kind: Kind, name: str) -> str:
    """A sentence where a name says another kind than the content is; else empty.

    Examples
    --------
    >>> misnamed(WORKBOOK, "sales.csv")
    'The name ends in .csv, but the file is an Excel or OpenDocument workbook and was read as one.'
    """
    named = kind_by_name(name)
    if named is None or named is kind:
        return ""
    was_read = "read as that" if kind is TEXT else "read as one"
    return f"The name ends in {PurePath(name).suffix}, but the file is {kind.what} and was {was_read}."


def looks_like_text(data: bytes) -> bool:
    """True where the first bytes hold no control characters but blanks and ends of lines, and a zero only by twos."""
    head = data[:4096]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return not any(byte < 9 or 13 < byte < 27 for byte in head)


def _kind_of_text(data: bytes, name: str) -> Kind:
    """The kind of a file whose bytes have no sign of their own, by how its text begins."""
    if not looks_like_text(data):
        return _NAMED.get(PurePath(name).suffix.lower(), TEXT)
    if _ARFF.match(data):
        return ARFF
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    head = data[:4096].decode("utf-16" if wide else "utf-8", "ignore").removeprefix("\ufeff").lstrip().lower()
    head = _COMMENTS.sub("", head)
    kind = next((kind for start, kind in _TEXT_STARTS if start.match(head)), TEXT)
    return JSON if kind is TEXT and kind_by_name(name) is JSON and head.startswith(("[", "{")) else kind


def _kind_of_zip(data: bytes) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {part.filename.replace("\\", "/").lower(): part for part in archive.infolist()}
            if any(name.rpartition("/")[2] in ("workbook.xml", "workbook.bin") for name in parts):
                return WORKBOOK
            if "mimetype" in parts and "content.xml" in parts:
                if b"spreadsheet" not in _start_of(archive, parts["mimetype"], 100):
                    return _DOCUMENT
                about = parts.get("meta-inf/manifest.xml")
                locked = about is not None and b"encryption-data" in _start_of(archive, about, 1 << 20)
                return _LOCKED if locked else WORKBOOK
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError, zlib.error):
        return _DAMAGED_ZIP
    if any(name.startswith(("word/", "ppt/", "visio/")) for name in parts):
        return _DOCUMENT
    if "index.zip" in parts or any(name.endswith(".iwa") for name in parts):
        return _NUMBERS
    if any(name.startswith("outputviewer") for name in parts):
        return _OF_SPSS
    if parts and all(name.endswith(".npy") for name in parts):
        return _OF_NUMPY
    if "data.bin" in parts or "data.sqlite" in parts:
        return _OF_JAMOVI
    return _LOCKED_ZIP if any(part.flag_bits & 1 for part in parts.values()) else _OTHER_ZIP


def _start_of(archive: zipfile.ZipFile, part: zipfile.ZipInfo, size: int) -> bytes:
    with archive.open(part) as file:
        return file.read(size)


def _kind_of_compound(data: bytes) -> Kind:
    """The kind of one of Microsoft's compound files, by the names of the streams in them."""

    def holds(stream: str) -> bool:
        return stream.encode("utf-16-le") in data

    if holds("EncryptedPackage"):
        return _LOCKED
    if holds("WordDocument") or holds("PowerPoint Document"):
        return _DOCUMENT
    return WORKBOOK
