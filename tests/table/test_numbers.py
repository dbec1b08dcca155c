"""Numbers as people write them."""

import numpy as np
import pytest

from catviz.table.column_roles import guess_columns
from catviz.table.numbers import as_numbers, one_text_each, read_numbers


@pytest.mark.parametrize(
    ("texts", "numbers", "unit"),
    [
        (["$30,137", "$900"], [30137, 900], "$"),
        (["30.137 €", "900 €"], [30137, 900], "€"),
        (["€1.234.567", "€5"], [1234567, 5], "€"),
        (["R$ 1.234,50", "R$ 3,00"], [1234.5, 3], "R$"),
        (["CHF 1'234.50", "CHF 5.-"], [1234.5, 5], "CHF"),
        (["1 234,5", "12 345"], [1234.5, 12345], ""),
        (["1\u202f234", "2\xa0345"], [1234, 2345], ""),
        (["1’234", "5"], [1234, 5], ""),
        (["45 %", "3,5 %"], [45, 3.5], "%"),
        (["(12)", "5"], [-12, 5], ""),
        (["($1,200.50)", "$3"], [-1200.5, 3], "$"),
        (["-$5", "$3"], [-5, 3], "$"),
        (["\u22125", "3"], [-5, 3], ""),
        (["50 kg", "3.5kg"], [50, 3.5], "kg"),
        (["5 °C", "-3 °C"], [5, -3], "°C"),
        (["70 km/h", "120 km/h"], [70, 120], "km/h"),
        (["1 room", "3 rooms"], [1, 3], "rooms"),
        (["10k", "1.5M", "500"], [10000, 1.5e6, 500], ""),
        (["1,00,000", "5,000"], [100000, 5000], ""),
        (["1e+05", "2.5E-3"], [1e5, 0.0025], ""),
        (["1e5", "2.5"], [1e5, 2.5], ""),
        (["0,840", "1,500"], [0.84, 1.5], ""),
    ],
)
def test_numbers_with_signs_and_units(texts, numbers, unit):
    written = read_numbers(texts)
    assert written.numbers.tolist() == pytest.approx(numbers) and written.unit == unit and not written.ambiguous


@pytest.mark.parametrize(
    "texts",
    [
        ["11E1", "12E2"],
        ["12A", "13A"],
        ["3 kg", "4 cm"],
        ["1", "2 kg"],
        ["(1)", "(2)"],
        ["1,5", "1.5"],
        ["1/2", "3"],
        ["1-2", "3"],
        ["1.2.3", "4"],
        ["12 34", "5"],
        ["E11.9", "I10"],
    ],
)
def test_codes_and_mixtures_are_no_numbers(texts):
    assert read_numbers(texts) is None


def test_a_sign_that_may_be_either_is_ambiguous_and_can_be_told():
    for texts, point, comma in ((["6,718", "900"], [6718, 900], [6.718, 900]), (["2.233", "7"], [2.233, 7], [2233, 7])):
        assert read_numbers(texts).ambiguous and as_numbers(texts).tolist() == point
        assert as_numbers(texts, ",").tolist() == comma and as_numbers(texts, ".").tolist() == point


def test_the_other_columns_of_a_table_tell():
    people = ("people", ["2.233", "900", "78.214"], 0)
    for beside, decimal in ((["19,47", "3,1"], ","), (["19.47", "3.1"], "."), (["x", "y"], "")):
        assert guess_columns([people, ("rate", beside, 0)], 9, 5000)[0].decimal == decimal
    both = guess_columns([people, ("a", ["19,47", "3,1"], 0), ("b", ["19.47", "3.1"], 0)], 9, 5000)
    assert both[0].decimal == "", "columns that differ tell nothing"


def test_one_number_in_several_texts_has_one_of_them():
    texts = ["01", "1.0", "1", "2"]
    assert one_text_each(texts, np.array([1.0, 1, 1, 2])) == {"01": "1", "1.0": "1"}
