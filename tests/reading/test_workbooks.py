"""Excel and OpenDocument workbooks: sheets, types, titles, and the limits of a process of its own."""

import datetime
import re
import sys

import pytest
import workbook
from hypothesis import given, settings
from hypothesis import strategies as st

import catviz
from catviz.reading import reader_process
from catviz.reading.limits import Limits

pytest.importorskip("python_calamine", reason="python-calamine, which reads workbooks, is not installed: make extras")

DAY, NOON = datetime.date(2024, 2, 29), datetime.datetime(2024, 3, 1, 12)


def understood(rows, **options):
    return catviz.inspect_table(workbook.xlsx({"One": rows}), "f.xlsx", **options)


def cells(rows, **options):
    return understood(rows, **options).frame.to_dict("list")


def refusal(data, **options):
    with pytest.raises(catviz.UnreadableError) as caught:
        catviz.inspect_table(data, "f.xlsx", **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_cells_keep_what_they_are():
    rows = [
        ["whole", "real", "yes", "day", "moment", "text", "gap"],
        [1, 2.5, True, DAY, NOON, "1", None],
        [10, 1e-5, False, DAY, NOON, " x ", "#N/A"],
        [1, 3, True, None, DAY, "y", "z"],
    ]
    assert cells(rows) == {
        "whole": ["1", "10", "1"],
        "real": ["2.5", "1e-05", "3"],
        "yes": ["True", "False", "True"],
        "day": ["2024-02-29", "2024-02-29", None],
        "moment": ["2024-03-01 12:00:00", "2024-03-01 12:00:00", "2024-02-29 00:00:00"],
        "text": ["1", "x", "y"],
        "gap": [None, None, "z"],
    }


def test_true_and_one_are_two_values():
    assert cells([["a", "b"], [True, "u"], [1, "v"], [0, "w"], [False, "u"]])["a"] == ["True", "1", "0", "False"]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(-(2**40), 2**40) | st.floats(-1e9, 1e9).map(lambda v: round(v, 6)),
            st.none() | st.booleans(),
            st.none() | st.dates(datetime.date(1950, 1, 1), datetime.date(2100, 1, 1)),
            st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=5).filter(
                lambda text: not text.startswith("#") and "_x" not in text
            ),
        ),
        min_size=1,
        max_size=30,
    )
)
def test_what_is_written_is_read(rows):
    columns = list(zip(*rows, strict=True))
    numbers = [str(int(v)) if float(v).is_integer() else str(v) for v in columns[0]]
    expected = {
        "n": numbers,
        "b": [None if v is None else str(v) for v in columns[1]],
        "d": [None if v is None else v.isoformat() for v in columns[2]],
        "t": list(columns[3]),
    }
    assert cells([["n", "b", "d", "t"], *rows], missing=()) == expected


def test_dates_are_ordered_by_time():
    rows = [["d", "x"], *[[DAY + datetime.timedelta(days=40 * (i % 3)), "uv"[i % 2]] for i in (2, 0, 1, 2, 1, 0)]]
    guess = understood(rows).columns[0]
    assert (guess.role, guess.order) == ("ordered", ("2024-02-29", "2024-04-09", "2024-05-19"))
    many = [["d", "x"], *[[DAY + datetime.timedelta(days=40 * (i % 15)), "uv"[i % 2]] for i in range(30)]]
    assert understood(many).columns[0].role == "left out" and understood(many).columns[0].why.startswith("dates")
    assert understood(many).changed("d", "ordered").columns[0].order[:2] == ("2024-02-29", "2024-04-09")


def test_the_first_sheet_with_a_table_or_the_one_asked_for():
    sheets = {"cover": [], "secret": [["s"], ["t"]], "A & <B>": [["a", "b"], ["x", 1]], "more": [["c"], ["y"]]}
    data = workbook.xlsx(sheets, hidden=["secret"])
    found = catviz.inspect_table(data, "f.xlsx")
    assert (found.sheet, found.sheets, list(found.frame)) == ("A & <B>", tuple(sheets), ["a", "b"])
    assert re.match("Sheet 'A & <B>' .*'cover', 'secret', 'more'", found.notes[0])
    assert found.settings == {"sheet": "A & <B>"}
    assert list(catviz.inspect_table(data, "f.xlsx", sheet="secret").frame) == ["s"]
    assert "sheet 'cover'" in refusal(data, sheet="cover")
    assert "no sheet with" in refusal(workbook.xlsx({"cover": []}))
    with pytest.raises(ValueError, match="no sheet 'B' .*'cover'"):
        catviz.inspect_table(data, "f.xlsx", sheet="B")


def test_a_page_about_the_file_gives_way_to_the_data():
    about, data = [["Clients, 2024"]], [["a", "b"], *([[f"x{i % 3}", i] for i in range(20)])]
    assert catviz.inspect_table(workbook.xlsx({"About": about, "Clients": data}), "f.xlsx").sheet == "Clients"
    alike = {"2023": data, "2024": data * 3}
    assert catviz.inspect_table(workbook.xlsx(alike), "f.xlsx").sheet == "2023"


def test_a_title_gaps_and_empty_edges():
    rows = [[], [None, "Sales 2024"], [], [None, "a", None, "b", None], [None, "x", 1, 2], [], [None, "y", None, 3]]
    found = understood(rows)
    assert found.frame.to_dict("list") == {"a": ["x", "y"], "column 2": ["1", None], "b": ["2", "3"]}
    assert any(re.search(r"Row 2, 'Sales 2024', .*title: .*row 4\.", note) for note in found.notes)
    assert any(re.search("Column 2 has no name .*'column 2'", note) for note in found.notes)
    assert cells([["a"], ["x"], ["y"]]) == {"a": ["x", "y"]}
    assert cells([["a", "a"], [1, 2]]) == {"a": ["1"], "a (2)": ["2"]}
    assert "no rows" in refusal(workbook.xlsx({"One": [["a", "b"]]}))
    assert "column names" in refusal(workbook.xlsx({"One": [["a"], [None, None, "b"]]}))
    years = understood([[2023, 2024], [1, 2], [2, 1]])
    assert list(years.frame) == ["2023", "2024"] and any(
        "only numbers" in note and "'2023'" in note for note in years.notes
    )


def test_other_formats():
    rows = [["a", "b"], ["x", 1], [None, 2.5]]
    for name, data in (("f.xls", workbook.xls("One", rows)), ("f.ods", workbook.ods({"One": rows}))):
        assert catviz.inspect_table(data, name).frame.to_dict("list") == {"a": ["x", None], "b": ["1", "2.5"]}


@pytest.mark.apart
def test_a_damaged_workbook_is_a_sentence():
    for rows in ("<row><c r='A1' t='s'><v>7</v></c></row>", "<row><c r='A1'><v>x"):
        assert "damaged workbook (" in refusal(workbook.xlsx({"One": rows}))
    assert "damaged workbook" in refusal(b"\xd0\xcf\x11\xe0" + bytes(600))


@pytest.mark.apart
@pytest.mark.skipif(sys.platform != "linux", reason="limits on a process's memory are Linux's")
def test_a_small_workbook_with_a_far_cell_ends_its_own_process_only():
    far = "<row><c r='A1'><v>1</v></c><c r='XFD1048576'><v>1</v></c></row>"
    assert "4 GB of memory" in refusal(workbook.xlsx({"One": far}))


def test_cells_from_the_first_to_the_last_count():
    data = workbook.xlsx({"One": "<row><c r='B2'><v>1</v></c><c r='K100'><v>1</v></c></row>"})
    assert re.search("sheet 'One', has 1,000 cells .*999", refusal(data, limits=Limits(sheet_cells=999)))
    assert "10 columns, where 9" in refusal(data, limits=Limits(columns=9))


@pytest.mark.apart
def test_reading_has_an_end(monkeypatch):
    monkeypatch.setattr(reader_process, "MOST_SECONDS", 0.001)
    assert "0.001 seconds" in refusal(workbook.xlsx({"One": [["a"], ["x"]]}))
