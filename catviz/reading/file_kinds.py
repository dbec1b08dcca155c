"""What a file is, by its content; its name only says what its owner takes it for."""

from __future__ import annotations

import io
import zipfile
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
    """

    what: str
    endings: tuple[str, ...] = ()
    remedy: str = ""


TEXT = Kind("delimited text", (".csv", ".tsv", ".txt", ".tab"))
WORKBOOK = Kind("an Excel or OpenDocument workbook", (".xlsx", ".xls", ".ods", ".xlsm", ".xlsb"))
PARQUET = Kind("a Parquet file", (".parquet", ".pq"))
ARROW = Kind("an Arrow file", (".arrow", ".feather"))
SPSS = Kind("an SPSS file", (".sav", ".zsav"))
STATA = Kind("a Stata file", (".dta",))
#: The kinds that are read as tables.
READ = (TEXT, WORKBOOK, PARQUET, ARROW, SPSS, STATA)
#: Those of them that cannot be read in blocks.
WHOLE = (WORKBOOK, SPSS, STATA)

_UNPACK = "unpack it and choose the table inside"
_EXPORT = "export the table as CSV, Excel or Parquet and choose that file"
_PICTURE = "choose the file the picture was made from"
_STARTS = (
    (b"ARROW1", ARROW),
    (b"FEA1", Kind("a Feather file of version 1", remedy="save it again as Feather (version 2) or Parquet")),
    (b"$FL2", SPSS),
    (b"$FL3", SPSS),
    (b"<stata_dta>", STATA),
    (b"%PDF", Kind("a PDF document", remedy=_EXPORT)),
    (b"\x89PNG", Kind("a PNG picture", remedy=_PICTURE)),
    (b"\xff\xd8\xff", Kind("a JPEG picture", remedy=_PICTURE)),
    (b"\x1f\x8b", Kind("a gzip archive", remedy=_UNPACK)),
    (b"BZh", Kind("a bzip2 archive", remedy=_UNPACK)),
    (b"\xfd7zXZ\0", Kind("an xz archive", remedy=_UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", Kind("a 7-Zip archive", remedy=_UNPACK)),
    (b"Rar!\x1a\x07", Kind("a RAR archive", remedy=_UNPACK)),
    (b"SQLite format 3\0", Kind("an SQLite database", remedy=_EXPORT)),
    (b"\x89HDF\r\n\x1a\n", Kind("an HDF5 file", remedy=_EXPORT)),
    (b"RDX", Kind("an R workspace", remedy=_EXPORT)),
    (b"<?xml", Kind("an XML file", remedy=_EXPORT)),
    (b"\xef\xbb\xbf<?xml", Kind("an XML file", remedy=_EXPORT)),
)
_JSON, _JSON_ENDINGS = Kind("a JSON file", remedy=_EXPORT), (".json", ".jsonl", ".ndjson", ".geojson")
_ZIP, _COMPOUND = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_DAMAGED_ZIP = Kind("a damaged ZIP archive or workbook", remedy="save or download it again and choose the new file")
_OTHER_ZIP = Kind("a ZIP archive", remedy=_UNPACK)
_DOCUMENT = Kind("a document, not a table", remedy=_EXPORT)
_LOCKED = Kind("protected with a password", remedy="save it without one and choose the new file")
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
    if PurePath(name).suffix.lower() in _JSON_ENDINGS:
        return _JSON
    if data[:4] == b"\xff\xff\xff\xff" and kind_by_name(name) is ARROW:
        return ARROW
    if data[:1] and data[0] in _OLD_STATA and data[1:4] in (b"\x01\x01\0", b"\x02\x01\0"):
        return STATA
    return next((kind for start, kind in _STARTS if data.startswith(start)), TEXT)


def is_whole(start: bytes, name: str) -> bool:
    """True where a file's first bytes, or its name, are those of a kind that cannot be read in blocks."""
    signs = (_ZIP, _COMPOUND, *(sign for sign, kind in _STARTS if kind in WHOLE))
    return start.startswith(signs) or kind_by_name(name) in WHOLE


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


def _kind_of_zip(data: bytes) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if names & {"xl/workbook.xml", "xl/workbook.bin"}:
                return WORKBOOK
            if "mimetype" in names and "content.xml" in names:
                with archive.open("mimetype") as file:
                    return WORKBOOK if b"spreadsheet" in file.read(100) else _DOCUMENT
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        return _DAMAGED_ZIP
    if any(name.startswith(("word/", "ppt/")) for name in names):
        return _DOCUMENT
    return _OTHER_ZIP


def _kind_of_compound(data: bytes) -> Kind:
    """The kind of one of Microsoft's compound files, by the names of the streams in them."""

    def holds(stream: str) -> bool:
        return stream.encode("utf-16-le") in data

    if holds("EncryptedPackage"):
        return _LOCKED
    if holds("WordDocument") or holds("PowerPoint Document"):
        return _DOCUMENT
    return WORKBOOK
