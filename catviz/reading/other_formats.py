"""Tables in text that says what its columns are: ARFF, Orange and JSON; and packed files, as what is in them."""

from __future__ import annotations

import bz2
import csv
import io
import itertools
import lzma
import re
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import numpy as np

from catviz.reading.csv_files import columns_of
from catviz.reading.delimited import UnreadableError, checked_names, split_fields
from catviz.reading.file_kinds import PACKED, kind_of
from catviz.reading.inspected import InspectedFile
from catviz.reading.limits import Limits
from catviz.reading.reader_process import read_apart
from catviz.reading.typed import LISTED, NOMINAL, UNKNOWN, TypedColumn, check_shape, inspected_columns
from catviz.table.codebook import listed
from catviz.table.numbers import as_numbers

_AGAIN = "save or download it again and choose the new file"

# packed files


def unpacked(data: bytes, name: str, limits: Limits) -> tuple[bytes, str]:
    """(the file that is packed in a .gz, .bz2 or .xz, its name); UnreadableError beyond the limit or where damaged."""
    packers: tuple[tuple[str, bytes, Callable[[], Any]], ...] = (
        ("gzip", b"\x1f\x8b", lambda: zlib.decompressobj(wbits=31)),
        ("bzip2", b"BZh", bz2.BZ2Decompressor),
        ("xz", b"\xfd7z", lzma.LZMADecompressor),
    )
    packer, begin = next((packer, begin) for packer, start, begin in packers if data.startswith(start))
    size, parts, rest = 0, [], data
    try:
        while rest:
            unpacker = begin()
            part = unpacker.decompress(rest, limits.bytes + 1 - size)
            size += len(part)
            parts.append(part)
            if size > limits.bytes:
                raise UnreadableError(
                    f"{name} has more than {limits.bytes / 2**20:,.1f} MB once unpacked, which is the limit: "
                    "leave out rows or columns and choose the smaller file"
                )
            if not unpacker.eof:
                raise EOFError("it ends too early")
            rest = unpacker.unused_data.lstrip(b"\0")
    except (zlib.error, lzma.LZMAError, OSError, EOFError) as error:
        raise UnreadableError(f"{name} is a damaged {packer} file ({error}): {_AGAIN}") from None
    inside = b"".join(parts)
    if inside[257:262] == b"ustar" or kind_of(inside) is PACKED:
        raise UnreadableError(f"{name} is a {packer} archive of packed files: unpack it and choose the table inside")
    return inside, PurePath(name).stem


# ARFF

_QUOTED = r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\""
_ATTRIBUTE = re.compile(rf"@attribute\s+({_QUOTED}|[^\s{{'\"]+)\s*(.+)", re.IGNORECASE)
_CELL = re.compile(rf"\s*({_QUOTED}|[^,]*?)\s*(?:,|$)")
_SPARSE = re.compile(rf"(\d+)\s+({_QUOTED}|[^,\s]+)\s*(?:,|$)")
_NUMERIC = ("numeric", "real", "integer")


def inspect_arff(data: bytes, name: str, encoding: str | None, missing: Sequence[str], limits: Limits) -> InspectedFile:
    """What an ARFF file holds: nominal attributes in their declared order, numbers, texts; sparse rows too.

    Raises
    ------
    UnreadableError
        An attribute or row that is none, or beyond the limits.
    """
    lines = _lines(data, name, encoding)
    attributes: list[tuple[str, str]] = []
    for number, line in lines:
        if line.lower().startswith("@data"):
            break
        if line.lower().startswith("@attribute"):
            found = _ATTRIBUTE.match(line)
            if found is not None and found[2].lower().startswith("relational"):
                raise _bad_line(
                    name, number, f"the attribute {_plain(found[1])!r} with tables as cells", "leave it out"
                )
            if found is None:
                raise _bad_line(name, number, f"an attribute that cannot be read, {line[:60]!r}")
            attributes.append((_plain(found[1]), found[2].strip()))
    else:
        raise UnreadableError(f"{name} is an ARFF file without a line @data: {_AGAIN}")
    names, notes = checked_names([called for called, _ in attributes], name, limits)
    columns = [_ArffColumn(called, kind) for called, (_, kind) in zip(names, attributes, strict=True)]
    n_rows = 0
    for number, line in lines:
        cells = _sparse(line, columns) if line.startswith("{") else _cells(line)
        if len(cells) != len(columns):
            raise _bad_line(name, number, f"{len(cells):,} instead of {len(columns):,} values")
        n_rows += 1
        if n_rows > limits.rows or n_rows * len(columns) > limits.cells:
            break
        for column, cell in zip(columns, cells, strict=True):
            try:
                column.add(cell)
            except ValueError:
                raise _bad_line(name, number, f"{cell[:60]!r}, which is no number, in column {column.name!r}") from None
    check_shape(name, n_rows, len(columns), limits)
    strange = {column.name: column.undeclared for column in columns if column.undeclared}
    if strange:
        called, values = next(iter(strange.items()))
        notes.append(f"Column {called!r} has values that the file does not declare: {listed(values)}.")
    return inspected_columns(name, [column.typed for column in columns], n_rows, notes, missing, limits)


class _ArffColumn:
    """A column of an ARFF file, cell after cell."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.nominal, self.numeric = kind.startswith("{"), kind.lower().startswith(_NUMERIC)
        declared = [cell for cell in map(_plain, _cells(kind.strip("{} \t"))) if cell] if self.nominal else []
        self.places: dict[Any, int] = {cell: i for i, cell in enumerate(dict.fromkeys(declared))}
        self.n_declared = len(self.places)
        self.rows = array("i")

    @property
    def zero(self) -> str:
        """What a sparse row has where it says nothing."""
        return "0" if self.numeric else next(iter(self.places), "?") if self.nominal else "?"

    @property
    def undeclared(self) -> list[str]:
        """Values that occur, and that a nominal attribute lacks."""
        return list(self.places)[self.n_declared :] if self.nominal else []

    @property
    def typed(self) -> TypedColumn:
        """The column, once all its cells are there."""
        says = LISTED if self.nominal else UNKNOWN
        return TypedColumn(self.name, list(self.places), np.asarray(self.rows, dtype=np.intp), says)

    def add(self, cell: str) -> None:
        """One more cell; ValueError where it is no number and should be one."""
        if cell == "?":
            self.rows.append(-1)
            return
        value = float(cell) if self.numeric else _plain(cell)
        self.rows.append(self.places.setdefault(value, len(self.places)))


def _lines(data: bytes, name: str, encoding: str | None) -> Iterator[tuple[int, str]]:
    """(number, text) of each line that is neither blank nor a comment."""
    try:
        text = data.decode(encoding or "utf-8-sig")
    except LookupError:
        raise UnreadableError(f"unknown encoding {encoding!r}: give a text encoding such as utf-8 or cp1252") from None
    except UnicodeDecodeError:
        if encoding is not None:
            raise UnreadableError(f"{name} is not valid {encoding}: choose another encoding") from None
        text = data.decode("latin-1")
    stripped = ((i, line.strip()) for i, line in enumerate(io.StringIO(text), 1))
    return ((i, line) for i, line in stripped if line and not line.startswith("%"))


def _bad_line(name: str, number: int, what: str, remedy: str = "correct that line") -> UnreadableError:
    return UnreadableError(f"{name} has {what} in line {number:,}: {remedy}")


def _cells(line: str) -> list[str]:
    """The cells of a dense row, in their quotes."""
    if "'" not in line and '"' not in line:
        return [cell.strip() for cell in line.split("," if "," in line else "\t")]
    cells, place = [], 0
    while found := _CELL.match(line, place):
        cells.append(found[1])
        if found.end() == len(line) and not line.endswith(","):
            break
        place = found.end()
        if place == len(line):
            cells.append("")
            break
    return cells


def _sparse(line: str, columns: Sequence[_ArffColumn]) -> list[str]:
    """The cells of a sparse row such as ``{1 X, 3 'a b'}``; none where it names a column that is not there."""
    cells = [column.zero for column in columns]
    for place, cell in _SPARSE.findall(line[1:].rstrip("} \t")):
        if int(place) >= len(cells):
            return []
        cells[int(place)] = cell
    return cells


def _plain(cell: str) -> str:
    """A cell without its quotes."""
    if len(cell) > 1 and cell[0] == cell[-1] and cell[0] in "'\"":
        return re.sub(r"\\(.)", r"\1", cell[1:-1])
    return cell


# Orange

_CONTINUOUS, _DISCRETE, _STRING, _TIME = "continuous", "discrete", "string", "time"
_TYPES = {
    **dict.fromkeys(("continuous", "numeric", "c", "n"), _CONTINUOUS),
    **dict.fromkeys(("discrete", "categorical", "d"), _DISCRETE),
    **dict.fromkeys(("string", "text", "s"), _STRING),
    **dict.fromkeys(("time", "datetime", "date", "t"), _TIME),
}
_FLAGS = {
    **dict.fromkeys(("class", "multiclass", "c"), "class"),
    **dict.fromkeys(("meta", "m"), "meta"),
    **dict.fromkeys(("ignore", "i"), "ignore"),
    **dict.fromkeys(("weight", "w"), "weight"),
}
_PREFIXED = re.compile(r"([cmiw]?)([CNDST]?)#(.+)")
_UNKNOWN = frozenset(("?", ".", "~", "*", "NA", ""))
_LOOKED_AT, _START = 200, 1 << 16
_SIGNS = ("\t", ",", ";")
#: The type or values, and the role, of each column, its name, and how many lines below the first say so.
_Header = tuple[list[str], list[str], list[str], int]


def inspect_orange(
    data: bytes, name: str, delimiter: str | None, encoding: str | None, missing: Sequence[str], limits: Limits
) -> InspectedFile | None:
    """What a table of Orange holds, with the types and roles that its header gives; None where a text is none.

    The header is three lines (names; types, or values in their order; roles), or one with prefixes such as ``mS#name``.
    """
    sign, header = _header_of(data, delimiter)
    return None if header is None else _of_orange(data, name, sign, encoding, header, missing, limits)


def is_orange(data: bytes, delimiter: str | None) -> bool:
    """True for the first lines of a table of Orange."""
    return _header_of(data, delimiter)[1] is not None


def _header_of(data: bytes, delimiter: str | None) -> tuple[str, _Header | None]:
    """(the sign between the fields, what the header says; None where it is none of Orange)."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    start = data[:_START].decode("utf-16" if wide else "utf-8", "replace").removeprefix("\ufeff")
    found: list[tuple[int, str, list[list[str]]]] = []
    for sign in _SIGNS if delimiter is None else [sign for sign in _SIGNS if sign == delimiter]:
        reader = csv.reader(io.StringIO(start, newline=None), delimiter=sign)
        try:
            records = list(itertools.islice(reader, _LOOKED_AT))
        except csv.Error:
            continue
        found.append((len(records[0]) if records else 0, sign, records))
    _, sign, records = max(found, key=lambda each: each[0], default=(0, "", []))
    return sign, _three_rows(records) or _prefixed(records)


def _three_rows(records: Sequence[Sequence[str]]) -> _Header | None:
    """Names, types and roles in a line each."""
    if len(records) < 4 or len({len(record) for record in records[:3]}) > 1:
        return None
    names, types, flags = ([cell.strip() for cell in record] for record in records[:3])
    known = [each.casefold() in _TYPES for each in types]
    others = [each for each, is_known in zip(types, known, strict=True) if not is_known and each]
    words = [word for each in flags for word in each.split()]
    if not any(known) or sum(known) < len(others) or not all(" " in each for each in others):
        return None
    if not all("=" in word or word.casefold() in _FLAGS for word in words):
        return None
    below = [record for record in records[3:] if len(record) == len(names)]
    if any(each and any(record[i].strip() == each for record in below) for i, each in enumerate(types)):
        return None
    roles = [next((_FLAGS[word.casefold()] for word in each.split() if "=" not in word), "") for each in flags]
    return (
        [_TYPES.get(each.casefold(), each) for each in types],
        roles,
        names,
        1 + any(roles),
    )  # an empty line of roles is no row


def _prefixed(records: Sequence[Sequence[str]]) -> _Header | None:
    """Names with a prefix for their role and type."""
    names = [cell.strip() for cell in records[0]] if records else []
    found = [_PREFIXED.fullmatch(each) for each in names]
    with_prefix = [each for each in found if each is not None and (each[1] or each[2])]
    if 2 * len(with_prefix) < max(len(names), 2) and not any(each[1] == "c" for each in with_prefix):
        return None
    parts = [
        each.groups() if each in with_prefix and each is not None else ("", "", called)
        for each, called in zip(found, names, strict=True)
    ]
    return (
        [_TYPES.get(kind.casefold(), "") for _, kind, _ in parts],
        [_FLAGS.get(flag, "") for flag, _, _ in parts],
        [called for _, _, called in parts],
        0,
    )


def _of_orange(
    data: bytes,
    name: str,
    delimiter: str,
    encoding: str | None,
    header: _Header,
    missing: Sequence[str],
    limits: Limits,
) -> InspectedFile | None:
    types, roles, names, n_below = header
    fields = split_fields(data, name, delimiter, encoding, limits, True)
    if len(fields.columns) != len(names):
        return None
    names, unnamed = checked_names(names, name, limits)
    columns = [
        _orange_column(label, kind, cells, places[n_below:])
        for label, kind, (_, cells, places) in zip(names, types, columns_of(fields), strict=True)
    ]
    n_rows = len(columns[0].places)
    check_shape(name, n_rows, len(columns), limits)
    lines = "the three lines" if n_below else "the prefixes of the names"
    notes = [*fields.notes[:2], f"An Orange table: {lines} at its top say what its columns are.", *unnamed]
    read = inspected_columns(name, columns, n_rows, notes, missing, limits)
    read = replace(read, encoding=fields.encoding, delimiter=delimiter)
    for label, role in zip(names, roles, strict=True):
        read = _in_role(read, label, role)
    return read


def _orange_column(name: str, kind: str, cells: Sequence[str], places: np.ndarray) -> TypedColumn:
    """A column as its type in the header says: numbers, or values in the order that the header lists."""
    texts: list[Any] = [None if cell.strip() in _UNKNOWN else cell.strip() for cell in cells]
    used = [i for i in np.unique(places).tolist() if texts[i] is not None]
    numbers = as_numbers([texts[i] for i in used]) if used else None
    if kind == _CONTINUOUS and numbers is not None:
        numbered = dict(zip(used, numbers.tolist(), strict=True))
        return TypedColumn(name, [numbered.get(i) for i in range(len(texts))], places)
    if kind == _DISCRETE and numbers is not None:
        return TypedColumn(name, texts, places, NOMINAL, "the file says that it is discrete")
    if kind and kind not in (_CONTINUOUS, _DISCRETE, _STRING, _TIME):
        order = {value.replace("\\ ", " "): i for i, value in enumerate(re.split(r"(?<!\\) +", kind))}
        ranks = sorted(range(len(texts)), key=lambda i: order.get(texts[i] or "", len(order)))
        moved = np.empty(len(texts), dtype=np.intp)
        moved[ranks] = np.arange(len(texts))
        return TypedColumn(name, [texts[i] for i in ranks], moved[places], LISTED)
    return TypedColumn(name, texts, places)


def _in_role(read: InspectedFile, name: str, role: str) -> InspectedFile:
    """The file with a column in the role that its header gives it."""
    if role == "weight":
        try:
            return read.with_weights(None).changed(name, "weight")
        except ValueError:
            return replace(read, notes=(*read.notes, f"The weights in {name!r} are not one positive number per row."))
    guess = next(each for each in read.columns if each.name == name)
    plain = "category" if guess.role == "left out" and guess.n_distinct <= read.limits.distinct else guess.role
    if role == "ignore":
        new = replace(guess, role="left out", order=(), use="", why="the file says that it is ignored")
    elif role == "meta":
        new = replace(guess, role=plain, use="shown only", why="the file says that it is shown only")
    elif role == "class" and guess.role == "binned":
        said = f"Column {name!r} is what the file is to explain; it holds numbers, so it is a column like the others."
        return replace(read, notes=(*read.notes, said))
    elif role == "class" and guess.role in ("category", "ordered"):
        first = all(each.use != "known classes" for each in read.columns)
        use, what = ("known classes", "the known classes") if first else ("shown only", "further known classes")
        new = replace(guess, use=use, why=f"the file says that these are {what}")
    else:
        return read
    return replace(read, columns=tuple(new if each is guess else each for each in read.columns))


# JSON


def inspect_json(data: bytes, name: str, missing: Sequence[str], limits: Limits) -> InspectedFile:
    """What a JSON file holds: records in lines or a list, columns, or rows below names. Nested cells are left out.

    Raises
    ------
    UnreadableError
        Damaged, no records, or beyond the limits.
    """
    contents = read_apart("records", data, name, most_columns=limits.columns)
    if "error" in contents:
        raise UnreadableError(f"{name} is a damaged JSON file ({contents['text'].rstrip('.')}): {_AGAIN}")
    if not contents.get("columns", ["too many"]) or "n_rows" not in contents:
        raise UnreadableError(
            f"{name} is a JSON file that is no list of records with the same names: export the table as CSV or Excel"
        )
    check_shape(name, contents["n_rows"], contents["n_columns"], limits)
    names, notes = checked_names([label for label, _, _ in contents["columns"]], name, limits)
    if contents["nested"]:
        notes.append(f"Left out, since their cells are not single values: {listed(contents['nested'])}.")
    columns = [
        TypedColumn(label, cells, np.asarray(places, dtype=np.intp))
        for label, (_, cells, places) in zip(names, contents["columns"], strict=True)
    ]
    check_shape(name, contents["n_rows"], len(columns), limits)
    return inspected_columns(name, columns, contents["n_rows"], notes, missing, limits)
