"""Wherever a page calls something significant it says what it takes the rows for, or that they are no sample."""

import re

import pytest
from driver import ROOT
from scripted import run, stated, words
from test_classify import ended
from test_orders import finished

from catviz.ui.text import INDEPENDENT_ROWS, NO_SAMPLE

#: Compare tests ranks on tables, not rows; the others hold words or numbers for pages that test.
OF_TABLES = ("methods", "text.py", "worked.py", "defaults.py")
SAYS = re.compile(r"about_rows|no_sample|independence|tested = True")


def test_every_file_of_a_page_that_calls_something_significant_says_what_it_takes_rows_for():
    silent = [
        file.relative_to(ROOT).as_posix()
        for file in sorted((ROOT / "catviz" / "ui").rglob("*.py"))
        if not {*file.parts} & {*OF_TABLES}
        and re.search(r"\bsignifican(?:t|tly)\b(?! import|\()", re.sub(r"import .*", "", file.read_text("utf-8")))
        and not any(SAYS.search(each.read_text("utf-8")) for each in (file, *callers(file)))
    ]
    assert not silent


def callers(file):
    """The files of a page that say what its findings.py words."""
    if file.name != "findings.py":
        return []
    return [other for other in file.parent.glob("*.py") if "findings." in other.read_text("utf-8")]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "data, expected", [("lymphography", INDEPENDENT_ROWS), ("hayes_roth", NO_SAMPLE.split("{")[0])]
)
@pytest.mark.parametrize("page, ends", [("orders", finished), ("predict", ended)])
def test_what_a_test_takes_for_granted_stands_beside_its_verdict(page, ends, data, expected):
    assert expected in words(ends(run(page, data=data))).replace("\\", "")


def test_related_columns_are_found_among_shuffled_tables_where_values_are_rare():
    assert stated(run("columns", data="lymphography"), "are related", "none of 39 tables", "shuffled")
