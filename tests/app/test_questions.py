"""Questions about a file on the page: answered by a button, undone by another, kept in the link."""

from urllib.parse import parse_qs, urlsplit

import pytest
from scripted import assert_sound, run, words

import catviz
from catviz.ui.columns.reading import ENCODINGS
from catviz.ui.state.uploads import Upload

BODY = [f"{'NSE'[i % 3]},{'mf'[i % 2]},{20 + i % 30}" for i in range(40)]


def table(at):
    return at.session_state["_upload"].inspected.prepared


def press(at, label):
    """Press the button of an answer; the page afterwards."""
    next(b for b in at.button if b.label == label and (b.key or "").startswith("answer-")).click().run()
    assert_sound(at)
    return at


def opened(lines, name="f.csv"):
    data = "\n".join([*lines, ""]).encode() if not isinstance(lines, bytes) else lines
    return run("columns", upload=Upload(name, data))


def n_questions(at):
    return sum((b.key or "").startswith("answer-") and b.key.endswith("-0") for b in at.button)


def test_a_first_line_is_made_the_names_and_back():
    at = opened(["N,m,25", *BODY])
    assert [c.name for c in table(at).columns] == ["column 1", "column 2", "column 3"]
    press(at, "Names of the columns")
    assert [c.name for c in table(at).columns] == ["N", "m", "25"] and not n_questions(at)
    at.button(key="undo-answer").click().run()
    assert [c.name for c in table(at).columns] == ["column 1", "column 2", "column 3"] and n_questions(at) == 1


def test_rows_that_are_no_cases_are_left_out_and_the_link_says_so():
    lines = ["region,sex,age", *BODY, "Source: own survey,,"]
    at = press(opened(lines), "Leave out")
    assert len(table(at).draft.row_numbers) == 40 and not n_questions(at)
    link = parse_qs(urlsplit(at.code[-1].value).query)["prep"][0]
    again = run("columns", Upload("f.csv", "\n".join([*lines, ""]).encode()), prep=link)
    assert len(table(again).draft.row_numbers) == 40 and not n_questions(again)
    assert at.session_state["_upload"].inspected.recipe == catviz.Recipe().drop("41")


def test_what_is_right_as_it_is_is_not_asked_again():
    at = opened(["region,sex,age", *BODY, "Source: own survey,,"])
    press(at, "A case")
    assert len(table(at).draft.row_numbers) == 41 and not n_questions(at)


def test_five_questions_are_seen_at_once_and_the_rest_is_closed():
    names = [f"q{i}" for i in range(8)]
    rows = [",".join([["yes", "Yes", "no"][(i + j) % 3] for j in range(8)]) for i in range(30)]
    at = opened([",".join(names), *rows])
    assert_sound(at)
    closed = next(each for each in at.expander if each.label.endswith(" more questions"))
    assert n_questions(at) == 8 and sum(b.label == "Merge" for b in closed.button) == 3
    assert int(closed.label.split()[0]) == len(at.session_state["_upload"].inspected.questions) - 5
    press(at, "Merge")
    assert table(at).columns[0].n_distinct == 2 and n_questions(at) == 7


@pytest.mark.parametrize(
    "encoding", ["gb18030", "big5", "shift_jis", "euc_kr", "cp1251", "cp1254", "cp850", "mac_roman"]
)
def test_encodings_can_be_chosen(encoding):
    assert encoding in ENCODINGS
    b"a,b\n1,2\n".decode(encoding)


def test_the_report_of_the_reading_is_there_but_closed():
    at = opened(["Survey", "", "region,sex,age", *BODY])
    report = next(each for each in at.expander if each.label.startswith("How "))
    assert not report.proto.expanded and "above" in " ".join(line.value for line in report.markdown)
    assert "Question" not in words(at).split("How ")[0] or n_questions(at) == 0


def test_an_order_is_declared_of_all_columns_with_the_same_values():
    rows = [",".join([["roll", "bun", "loaf"][(i + j) % 3] for j in range(3)] + ["mf"[i % 2]]) for i in range(30)]
    at = opened(["a,b,c,sex", *rows])
    at.selectbox(key="prepare-what").set_value("Order").run()
    next(b for b in at.button if b.label == "Declare it of all 3 columns with these values").click().run()
    assert_sound(at)
    assert {c.name: c.role for c in table(at).columns} == dict.fromkeys("abc", "ordered") | {"sex": "category"}
    assert len({c.order for c in table(at).columns}) == 2 and not n_questions(at)
