"""Which columns are ids by their name and values: left out, and never an interval, a distance or an outcome."""

import pytest

from catviz.table.column_roles import guess_columns
from catviz.table.ids import why_id


def guess(name, values, n_rows):
    return guess_columns([(name, [str(value) for value in values], 0)], n_rows, 5000)[0]


NUMBERS = range(700001, 700061)
CODES = [f"ID{i:03d}" for i in range(60)]


@pytest.mark.parametrize("n_rows", [60, 90, 300])
@pytest.mark.parametrize(
    "name",
    [
        *(
            "basket_id",
            "id",
            "Id",
            "ID_person",
            "CASEID",
            "caseId",
            "SEQN",
            "respid",
            "RespNr",
            "user-id",
            "customerID",
        ),
        *("person", "Respondent", "subject", "patient", "Patienten-Nr.", "Kundennummer", "MA_Nr", "household no"),
    ],
)
def test_a_name_with_many_values_is_an_id_however_often_they_repeat(name, n_rows):
    for values in (NUMBERS, CODES, range(3, 3 + 7 * 60, 7)):
        found = guess(name, values, n_rows)
        assert (found.role, found.use, found.order) == ("left out", "id", ())
        assert f"named {name!r}" in found.why


@pytest.mark.parametrize(
    "name",
    ["paid", "grid", "solid", "income", "qty", "number_of_rooms", "no_children", "staff", "person_type", "order"],
)
def test_other_names_make_no_id(name):
    assert guess(name, range(3, 3 + 7 * 60, 7), 300).use == ""
    assert guess(name, [f"type {i}" for i in range(30)], 300).use == ""


def test_few_values_or_decimals_or_words_are_none():
    assert guess("person", ["adult", "child"], 300).role == "category"
    assert guess("household", range(1, 9), 300).role == "ordered", "its size"
    assert guess("subject", ["maths", "history", *"abcdefghijklmn"], 300).role == "category"
    assert guess("store_id", range(5), 300).role == "ordered"
    assert guess("customer", [f"{i}.5" for i in range(40)], 300).role == "binned"


def test_a_number_is_an_id_only_if_most_rows_have_their_own():
    for name in ("nr", "Nr.", "Nummer", "Haus-Nr"):
        assert guess(name, range(0, 280 * 7, 7), 300).use == "id"
        assert guess(name, range(0, 40 * 7, 7), 300).role == "binned"


def test_what_is_different_in_every_row_is_an_id():
    assert guess("x", range(101, 131), 30).use == "id"
    assert guess("x", [f"name {i}" for i in range(30)], 30).use == "id"
    assert guess("remark", [f"t{i}" for i in range(60)], 80).use == "", "comments repeat by chance"
    assert "'person'" in why_id("person", CODES, 60) and "every value" in why_id("person", CODES, 60)
