"""Sheets as people have them: titles, keys and values, groups of names, merged cells, formulas, lines below."""

import datetime
import io
import itertools
import zipfile

import pytest
import workbook

import catviz

pytest.importorskip("python_calamine", reason="python-calamine, which reads workbooks, is not installed: make extras")
NAMES = ["region", "sex", "mood", "score"]


def cases(n=30, width=4):
    columns = ("NSE", "mf", ("good", "bad", "ok", "bad"), (1, 2, 3, 4, 5), ("u", "v"), ("x", "y", "z"))
    return [list(row) for row in itertools.islice(zip(*map(itertools.cycle, columns[:width]), strict=False), n)]


def read(rows, name="f.xlsx", merged=(), **options):
    return catviz.inspect_table(workbook.xlsx({"One": rows}, merged=merged), name, **options)


def names(found):
    return [column.name for column in found.columns]


ABOVE = {
    "title": [["Survey 2024"]],
    "title and gap": [["Umfrage 2024"], [], []],
    "keys and values": [["Exported by", "A. Person"], ["Exported on", datetime.date(2024, 3, 1)], []],
    "keys with colons": [["Erstellt von:", "A. Person"], ["Stand:", "2024"]],
    "many keys": [[f"Clé {i}", f"valeur {i}"] for i in range(7)] + [[]],
    "as wide as the table": [["Exported by", "A. Person", "on", "1 March"], []],
}


@pytest.mark.parametrize(
    ("above", "width"), [(above, n) for above, rows in ABOVE.items() for n in (2, 3, 4) if max(map(len, rows)) <= n]
)
def test_rows_about_the_file_are_no_names(above, width):
    found = read([*ABOVE[above], NAMES[:width], *cases(width=width)])
    assert names(found) == NAMES[:width] and len(found.cells) == 30
    assert any("title" in note and f"row {len(ABOVE[above]) + 1}" in note for note in found.notes)
    assert found.doubts == ()


@pytest.mark.parametrize("wide", [5, 40])
def test_names_of_a_table_with_few_cells_in_a_row(wide):
    rows = [[i, *("x" if (i + j) % 7 == 0 else None for j in range(wide))] for i in range(30)]
    assert names(read([["id", *(f"q{j}" for j in range(wide))], *rows])) == ["id", *(f"q{j}" for j in range(wide))]


def test_a_column_of_row_labels_has_no_name():
    found = read([[None, *NAMES], *([f"r{i}", *row] for i, row in enumerate(cases()))])
    assert names(found) == ["column 1", *NAMES] and len(found.cells) == 30


LOWER = ["region", "sex", "q1", "q2", "q3"]


@pytest.mark.parametrize(
    ("above", "merged", "start"),
    [
        ([["Person", None, "Attitude", None, None]], ["A1:B1", "C1:E1"], "Person"),
        ([["Befragung"], ["Person", None, "Haltung", None, None]], ["A1:E1", "A2:B2", "C2:E2"], "Person"),
        ([["2024"], [], ["Personne", None, "Avis", None, None]], ["A3:B3", "C3:E3"], "Personne"),
        ([["Person", None, "Attitude", None, None]], [], "Person"),
    ],
)
def test_names_in_two_rows_are_joined(above, merged, start):
    rows = [row[:3] + list("ab"[i % 2 :: 2]) + ["c"] for i, row in enumerate(cases())]
    found = read([*above, LOWER, *rows], merged=merged)
    second = above[-1][2]
    assert names(found) == [f"{start}: region", f"{start}: sex", *(f"{second}: q{i}" for i in (1, 2, 3))]
    assert len(found.cells) == 30 and found.doubts == ()


def test_the_same_names_in_two_groups_and_one_over_both_rows():
    rows = [
        ["No", "Mother", None, "Father", None],
        [None, "age", "school", "age", "school"],
        *([i, 20 + i % 9, "ab"[i % 2], 30 + i % 7, "cd"[i % 2]] for i in range(30)),
    ]
    found = read(rows, merged=["A1:A2", "B1:C1", "D1:E1"])
    assert names(found) == ["No", "Mother: age", "Mother: school", "Father: age", "Father: school"]
    assert len(found.cells) == 30


def test_groups_of_names_in_three_rows():
    rows = [["A", None, None, None], ["b", None, "c", None], ["w", "x", "y", "z"], *cases()]
    rows[0][3] = "B"
    found = read(rows, merged=["A1:C1", "A2:B2"])
    assert names(found) == ["A: b: w", "A: b: x", "A: c: y", "B: z"] and len(found.cells) == 30


def test_the_row_of_names_may_be_given():
    rows = [["Title"], NAMES, *cases()]
    assert names(read(rows)) == NAMES
    third = read(rows, header=3)
    assert names(third) == ["N", "m", "good", "1"] and len(third.cells) == 29
    without = read(rows[1:], header=False)
    assert names(without) == [f"column {i}" for i in (1, 2, 3, 4)] and len(without.cells) == 31
    with pytest.raises(ValueError, match="header is 99, .* 1 to 32"):
        read(rows, header=99)


@pytest.mark.parametrize(
    ("rows", "as_read", "answer", "n"),
    [
        (cases(), "A row of data", ("header", 1), 30),
        ([["x1", 0.31, 2.5], *([f"y{i}", i / 7, i / 3] for i in range(1, 30))], "Column names", ("header", False), 29),
        (
            [["N", 1.5, "m"], *(["NSE"[i % 3], i / 8, "mf"[i % 2]] for i in range(1, 9))],
            "Column names",
            ("header", False),
            8,
        ),
    ],
)
def test_a_first_row_that_may_be_data_is_asked_about(rows, as_read, answer, n):
    found = read(rows)
    (doubt,) = found.doubts
    assert (doubt.as_read, doubt.answers[0].settings, len(found.cells)) == (as_read, (answer,), n)
    assert doubt in found.questions
    again = read(rows, **dict(doubt.answers[0].settings))
    assert abs(len(again.cells) - n) == 1 and again.doubts == ()


def test_years_are_names():
    found = read([["country", 2019, 2020, 2021], *([f"c{i}", i / 3, i / 5, i / 9] for i in range(20))])
    assert names(found) == ["country", "2019", "2020", "2021"] and found.doubts == ()


@pytest.mark.parametrize(
    "below",
    [
        [[], ["Source: own survey"]],
        [[], ["Quelle:", "eigene Erhebung"], ["Stand:", "2024"]],
        [[], ["Note 1"], [], [None, "Note 2"]],
    ],
)
def test_lines_below_the_table_are_no_cases(below):
    found = read([NAMES, *cases(), *below])
    assert len(found.cells) == 30 and any(below[1][0] in note for note in found.notes)


def test_empty_rows_and_short_rows_inside_are_kept_apart():
    rows = cases()
    found = read([NAMES, *rows[:10], [], *rows[10:], ["N"]])
    assert len(found.cells) == 31 and found.columns[1].n_missing == 1


def test_one_cell_over_all_columns_is_no_case():
    rows = [NAMES, ["Block 1"], *cases(10), ["Block 2"], *cases(10)]
    found = read(rows, merged=["A2:D2", "A13:D13"])
    assert len(found.cells) == 20 and any("'Block 1'" in note for note in found.notes)


@pytest.mark.parametrize(("left", "merged"), [(0, "A{0}:A{1}"), (2, "C{0}:C{1}"), (0, "A{0}:B{1}")])
def test_merged_cells_have_their_value_in_every_row(left, merged):
    rows, ranges = [], []
    for block in range(4):
        for i in range(5):
            row = [None, None, None, "ab"[i % 2], i]
            if i == 0:
                row[left] = f"region {block}"
            rows.append(row)
        ranges.append(merged.format(2 + 5 * block, 6 + 5 * block))
    found = read([["p", "q", "r", "s", "t"], *rows], merged=ranges)
    filled = [left, 1] if "B" in merged else [left]
    for column in filled:
        assert found.frame.iloc[:, column].tolist() == [f"region {block}" for block in range(4) for _ in range(5)]
        assert (found.columns[column].role, found.columns[column].n_missing) == ("category", 0)
    (doubt,) = found.doubts
    assert f"{4 * (5 * len(filled) - 1)}" in doubt.words
    empty = read([["p", "q", "r", "s", "t"], *rows], merged=ranges, **dict(doubt.answers[0].settings))
    assert empty.columns[left].n_missing == 16 and empty.doubts == ()


@pytest.mark.parametrize("name", ["table.csv", "table.parquet"])
def test_other_files_have_no_merged_cells(name, tmp_path):
    with pytest.raises(ValueError, match="fill_merged was given"):
        catviz.inspect_table(b"a,b\nx,y\nu,v\n", name, fill_merged=False)


@pytest.mark.parametrize(
    ("formulas", "n"),
    [
        ([workbook.Formula("B2>5")] * 20, 20),
        ([1, 2, workbook.Formula("A1")] * 4, 4),
        ([workbook.Formula("<&>")] * 3, 3),
    ],
)
def test_formulas_without_a_value_are_named(formulas, n):
    found = read([["group", "points", "passed"], *(["xy"[i % 2], i, each] for i, each in enumerate(formulas))])
    (note,) = [note for note in found.notes if "formula" in note]
    assert f"{n} cells" in note and "'passed'" in note and "save it" in note
    assert found.columns[2].n_missing == n


def test_formulas_that_were_worked_out_and_text_that_is_empty_are_not_named():
    cell = "<c r='B{0}'><f>1+{0}</f><v>{0}</v></c><c r='C{0}' t='str'><f>\"\"</f><v></v></c>"
    rows = "".join(f"<row r='{i}'><c r='A{i}'><v>{i}</v></c>{cell.format(i)}</row>" for i in range(2, 9))
    head = "".join(f"<c r='{letter}1' t='inlineStr'><is><t>{letter}</t></is></c>" for letter in "ABC")
    found = read(f"<row r='1'>{head}</row>{rows}")
    assert len(found.cells) == 7 and not any("formula" in note for note in found.notes)


def test_sheets_that_are_charts_are_none():
    data = workbook.xlsx({"Chart": "", "Data": [NAMES, *cases()]}, charts=["Chart"])
    found = catviz.inspect_table(data, "f.xlsx")
    assert (found.sheet, found.sheets, len(found.cells)) == ("Data", ("Data",), 30)


def moved(data, change):
    """A workbook with its parts under other names."""
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        parts = {name: source.read(name).decode() for name in source.namelist()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo("x")
            info.filename, text = change(name, content)
            archive.writestr(info, text)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "change",
    [
        lambda name, text: (name.replace("/", "\\"), text),
        lambda name, text: (name.replace("xl/", "book/"), text.replace("xl/", "book/")),
        lambda name, text: (name.replace("xl/_rels", "_rels").replace("xl/", ""), text.replace('"xl/', '"')),
    ],
)
def test_parts_of_a_workbook_may_lie_elsewhere(change):
    data = moved(workbook.xlsx({"One": [NAMES, *cases()]}), change)
    assert names(catviz.inspect_table(data, "f.xlsx")) == NAMES


def test_protected_workbooks_are_called_protected():
    locked = workbook.zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": "x",
            "META-INF/manifest.xml": "<manifest><encryption-data/></manifest>",
        }
    )
    package = b"\xd0\xcf\x11\xe0" + bytes(100) + "EncryptedPackage".encode("utf-16-le")
    for name, data in (("a.ods", locked), ("a.xlsx", package), ("a.xlsb", package)):
        with pytest.raises(catviz.UnreadableError, match=f"{name} is protected with a password: "):
            catviz.inspect_table(data, name)


def page(rows, cell="td"):
    return "".join(f"<tr>{''.join(f'<{cell}>{each}</{cell}>' for each in row)}</tr>" for row in rows)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ('<meta http-equiv="content-type" content="text/html; charset=utf-8">\n<table>', "</table>"),
        ("<!DOCTYPE html><html><head><style>td {}</style></head><body><table border=1>", "</table></body></html>"),
        ("<html xmlns:x='urn:schemas-microsoft-com:office:excel'><table><tr><td>x</table><table>", "</table>"),
        ("\ufeff<table>", ""),
    ],
)
def test_a_table_of_a_web_page_is_read(start, end):
    text = (
        start + page([["age", "sex", "Größe"]], "th") + page([[20 + i % 9, "mf"[i % 2], "ü&amp;"] for i in range(30)])
    )
    found = catviz.inspect_table((text + end).encode(), "export.xls")
    assert names(found) == ["age", "sex", "Größe"] and len(found.cells) == 30
    assert found.columns[0].role == "ordered" and found.frame["Größe"][0] == "ü&"
    assert found.notes[0].startswith("The name ends in .xls, but the file is an HTML page")


def test_tables_of_a_web_page_span_and_can_be_chosen():
    first = "<table><tr><th colspan=2>Person<th>n</tr><tr><td>region<td>sex<td>score</tr>"
    first += "".join(
        f"<tr>{'<td rowspan=2>N' + str(i) if i % 2 == 0 else ''}<td>{'mf'[i % 3 % 2]}<td>{i}" for i in range(20)
    )
    data = f"<html>{first}</table><table>{page([['a', 'b'], ['x', 1], ['y', 2]])}</table>".encode()
    found = catviz.inspect_table(data, "page.html")
    assert found.sheets == ("table 1", "table 2") and found.sheet == "table 1"
    assert names(found) == ["Person: region", "Person: sex", "n: score"]
    assert found.columns[0].n_missing == 0 and found.columns[0].n_distinct == 10
    assert names(catviz.inspect_table(data, "page.html", sheet="table 2")) == ["a", "b"]
    with pytest.raises(catviz.UnreadableError, match="an HTML page without a table: export"):
        catviz.inspect_table(b"<!doctype html><p>no</p>", "page.xls")


@pytest.mark.parametrize("texts", [["13/03/2024", "27/03/2024"], ["2024-03-13"], ["13.03.2024", "k.A."]])
def test_dates_and_dates_as_text_are_one_column(texts):
    days = [datetime.date(2024, 1 + i % 12, 1 + i % 12) for i in range(20)]
    rows = [["day", "x"], *([each, "uv"[i % 2]] for i, each in enumerate([*days, *texts * 3]))]
    found = read(rows, missing=("k.A.",))
    assert found.columns[0].why.startswith("dates from 2024-01-01 to 2024-12-12")
    assert found.orders["day"] == tuple(sorted(set(found.orders["day"]))) and "2024-03-13" in found.orders["day"]
    assert any("'day'" in note and repr(texts[0]) in note for note in found.notes)


def test_day_or_month_first_is_asked():
    days = [datetime.date(2024, 1 + i % 12, 1 + i % 12) for i in range(20)]
    rows = [
        ["day", "x"],
        *([each, "uv"[i % 2]] for i, each in enumerate([*days, "3/4/2024", "03/04/2024", "5/5/2024"])),
    ]
    found = read(rows)
    (doubt,) = found.doubts
    assert doubt.columns == ("day",) and len(doubt.answers) == 2
    for answer, day in zip(doubt.answers, ("2024-04-03", "2024-03-04"), strict=True):
        recipe = catviz.Recipe(answer.steps)
        column = found.with_recipe(recipe).prepared.draft.column("day")
        assert day in column.values and not any("/" in value for value in column.values)
        assert column.n_with([day]) == 2 and column.n_with(["2024-05-05"]) == 3


def test_options_that_are_there_twice_are_two_columns():
    rows = [
        ["P", "n", None, None],
        ["a", "b", "b", "c"],
        *[["xy"[i % 2], i % 3, "uv"[i % 2], "uvw"[i % 3]] for i in range(9)],
    ]
    found = read(rows, header=True)
    assert len(set(names(found))) == 4 and found.table().n_attributes == 4
