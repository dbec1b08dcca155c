"""Workbooks made by hand, since no package that writes them is needed for anything else."""

import datetime
import io
import struct
import zipfile
from xml.sax.saxutils import escape, quoteattr

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_STYLES = (
    f'<styleSheet xmlns="{_SHEET}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/>'
    "</cellXfs></styleSheet>"
)
_FIRST_DAY = datetime.datetime(1899, 12, 30)


class Formula(str):
    """A formula that was never worked out, as a program writes it."""


def xlsx(sheets, hidden=(), merged=(), charts=()):
    """An .xlsx of ``{name: rows of cells}``; a sheet may be the XML of its rows instead, and be drawn as a chart.

    ``merged`` are ranges such as "A1:B1" of each sheet.
    """
    numbered = list(enumerate(sheets, 1))
    states = {name: ' state="hidden"' for name in hidden}
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{i}" r:id="r{i}"{states.get(name, "")}/>' for i, name in numbered
    )
    related = "".join(
        f'<Relationship Id="r{i}" Type="{_OFFICE}/{"chart" if name in charts else "work"}sheet" '
        f'Target="{"chart" if name in charts else "work"}sheets/sheet{i}.xml"/>'
        for i, name in numbered
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{related}'
        f'<Relationship Id="s" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": _STYLES,
    }
    ranges = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    ranges = f'<mergeCells count="{len(merged)}">{ranges}</mergeCells>' if merged else ""
    for i, name in numbered:
        rows = sheets[name]
        if name in charts:
            parts[f"xl/chartsheets/sheet{i}.xml"] = f'<chartsheet xmlns="{_SHEET}"/>'
            continue
        rows = rows if isinstance(rows, str) else "".join(_row(r, row) for r, row in enumerate(rows, 1))
        parts[f"xl/worksheets/sheet{i}.xml"] = (
            f'<worksheet xmlns="{_SHEET}"><sheetData>{rows}</sheetData>{ranges}</worksheet>'
        )
    return zipped(parts)


def ods(sheets):
    """An .ods of ``{name: rows of cells}``, its rows and columns filled up as LibreOffice does."""
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>{''.join(map(_ods_row, rows))}"
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row></table:table>'
        for name, rows in sheets.items()
    )
    spaces = " ".join(f'xmlns:{name}="{_ODF}:{name}:1.0"' for name in ("office", "table", "text"))
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_ODF}:manifest:1.0"/>',
            "content.xml": f"<office:document-content {spaces}>{body}</office:document-content>",
        }
    )


def xls(name, rows):
    """An .xls (BIFF8 in a compound file) with one sheet of text and numbers."""
    cells = b"".join(_biff_cell(r, c, cell) for r, row in enumerate(rows) for c, cell in enumerate(row))
    start, end = struct.pack("<HHIIII", 0x600, 5, 0, 0, 0, 0)[:16], _record(0x0A)
    label = struct.pack("<BB", len(name), 0) + name.encode("latin-1")
    place = 2 * 4 + 16 + 4 + 6 + len(label)
    book = _record(0x809, start) + _record(0x85, struct.pack("<IBB", place, 0, 0) + label) + end
    book += _record(0x809, struct.pack("<HH", 0x600, 0x10) + start[4:]) + cells + end
    return _compound("Workbook", book)


def zipped(parts):
    """A ZIP archive of ``{name: text or bytes}``, the same bytes at any time of day."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _row(r, row):
    return f'<row r="{r}">{"".join(_cell(f"{_letters(c)}{r}", cell) for c, cell in enumerate(row, 1))}</row>'


def _cell(place, cell):
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, int | float):
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    if isinstance(cell, datetime.date):
        moment = cell if isinstance(cell, datetime.datetime) else datetime.datetime.combine(cell, datetime.time())
        days, style = (moment - _FIRST_DAY) / datetime.timedelta(days=1), 1 + isinstance(cell, datetime.datetime)
        return f'<c r="{place}" s="{style}"><v>{days!r}</v></c>'
    if isinstance(cell, Formula):
        return f'<c r="{place}"><f>{escape(cell)}</f><v/></c>'
    if cell.startswith("#"):
        return f'<c r="{place}" t="e"><v>{cell}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'


def _letters(c):
    return (_letters((c - 1) // 26) if c > 26 else "") + chr(65 + (c - 1) % 26)


def _ods_row(row):
    cells = "".join(
        "<table:table-cell/>"
        if cell is None
        else f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
        if isinstance(cell, int | float)
        else f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
        for cell in row
    )
    return f'<table:table-row>{cells}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>'


def _record(kind, content=b""):
    return struct.pack("<HH", kind, len(content)) + content


def _biff_cell(row, column, cell):
    if cell is None:
        return b""
    place = struct.pack("<HHH", row, column, 0)
    if isinstance(cell, int | float):
        return _record(0x203, place + struct.pack("<d", cell))
    return _record(0x204, place + struct.pack("<HB", len(cell), 0) + cell.encode("latin-1"))


def _compound(name, stream):
    """A compound file with one stream, in whole sectors and too long for the short ones."""
    stream = stream.ljust(max(4096, -(-len(stream) // 512) * 512), b"\0")
    n, end, free = len(stream) // 512, 0xFFFFFFFE, 0xFFFFFFFF
    table = [0xFFFFFFFD, end, *range(3, n + 2), end]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<9I", 0, 1, 1, 0, 4096, end, 0, end, 0) + struct.pack("<I", 0)
    header = header.ljust(512, b"\xff")
    root, file = _entry("Root Entry", 5, 1, end, 0), _entry(name, 2, free, 2, len(stream))
    fat = struct.pack(f"<{len(table)}I", *table).ljust(512, b"\xff")
    return header + fat + (root + file).ljust(512, b"\0") + stream


def _entry(name, kind, child, start, size):
    free, text = 0xFFFFFFFF, name.encode("utf-16-le")
    head = text.ljust(64, b"\0") + struct.pack("<HBB", len(text) + 2, kind, 1)
    return head + struct.pack("<III", free, free, child) + bytes(36) + struct.pack("<IQ", start, size)
