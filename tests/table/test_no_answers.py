"""Values that often mean "no answer": listed with their rows, and left as they are."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.table.codebook import MISSING_TOKENS, NO_ANSWERS, MissingTokens, is_no_answer
from catviz.table.no_answers import is_no_answer_label, likely_among, missing_codes, strays


def listed(data):
    return list(catviz.no_answers(data).itertuples(index=False, name=None))


@pytest.mark.parametrize(
    "text", ["k.A.", "K. A.", "not applicable", "N/A", "Unbekannt", "NICHT SICHER", "./.", "Unknown", "None", "NA"]
)
def test_usual_texts_are_listed_in_any_case_and_with_blanks(text):
    assert likely_among(["yes", text, "no"], np.array([5, 2, 3])) == [(text, 2)]


@pytest.mark.parametrize("text", ["yes", "none", "no", "0", "Na", "ka", "x-y", "angabe", "a./.b", "", "DK"])
def test_other_texts_are_not(text):
    assert not likely_among(["yes", text], np.array([5, 2]))


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        (("good", "bad", "99"), ["99"]),
        (("18 to 24", "25 to 34", "999", "9"), ["999", "9"]),
        (("1", "2", "3", "4", "5", "9"), ["9"]),
        (("1", "2", "-1", "99"), ["-1", "99"]),
        (("0", "1", "-9"), ["-9"]),
        (("0", "1", "-1"), []),  # a sign
        (("97", "98", "99"), []),  # years
        (("7", "8", "9"), []),
        (("-2", "-1", "0", "1", "2"), []),
        (("low", "3", "99"), []),  # neither words nor numbers
        (("9", "99"), []),
        ((*map(str, range(20, 40)), "99"), ["99"]),  # a quantity, and a code far above
        ((*map(str, range(20, 90)), "99"), []),  # an age
    ],
)
def test_numbers_that_stand_apart_are_codes(values, codes):
    assert [value for value, _ in likely_among(values, np.arange(len(values), 0, -1))] == codes


def test_columns_come_in_their_order_and_the_most_frequent_value_first():
    frame = pd.DataFrame({"a": ["./.", "k.A.", "k.A.", "x"], "b": list("uvuv"), "c": ["x", None, "-", "y"]})
    assert listed(frame) == [("a", "k.A.", 2), ("a", "./.", 1), ("c", "-", 1)]
    assert listed(catviz.CategoricalTable.from_pandas(frame)) == listed(frame)
    assert listed(catviz.load_dataset("zoo")) == []


def test_a_minus_beside_a_plus_is_a_value_and_values_on_no_row_are_left_out():
    assert not likely_among(["+", "-", "--"], np.array([1, 1, 1]))
    assert not likely_among(["x", "k.A."], np.array([4, 0, 2]))


def test_the_recipe_makes_numbers_of_the_column_again():
    text = "age;mood\n" + "".join(
        f"{a};{m}\n" for a, m in zip(["31", "k.A.", *map(str, range(20, 60))], "gb" * 21, strict=False)
    )
    read = catviz.inspect_csv(text.encode(), "f.csv")
    assert read.columns[0].role != "binned" and listed(read.frame) == [("age", "k.A.", 1)]
    prepared = read.with_recipe(catviz.Recipe().missing(["k.A."]))
    assert prepared.prepared.columns[0].role == "binned" and prepared.prepared.columns[0].n_missing == 1


def test_no_text_is_listed_twice_and_none_is_missing_anyway():
    folded = ["".join(text.split()).casefold() for text in NO_ANSWERS]
    assert len(set(folded)) == len(folded)
    assert {text for text in NO_ANSWERS if text in MISSING_TOKENS} == {"n/a"}, "met in any other case"


def test_few_texts_among_many_numbers_or_dates_are_no_answers():
    numbers = [f"{i},{i % 10}" for i in range(20)]
    dates = [f"{i + 1:02d}.05.2024" for i in range(20)]
    for values, stray in ((numbers, "not measured"), (dates, "00.00.0000")):
        assert strays([*values, stray]) == [stray] and strays(values) == []
        assert likely_among([*values, stray], np.arange(1, 22)) == [(stray, 21)]
    assert strays(list("abcdefghijklmnopq")) == strays([*numbers, *"abcd"]) == strays([*numbers[:9], "x"]) == []


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ("1 2 3 4 5 8 9", "8 9"),
        ("0 1 2 3 4 5 98 99", "98 99"),
        ("0 1 2 3 4 5 6 7 8 9 10 77 88 99", "77 88 99"),
        ("1 2 97 98 99", "97 98 99"),
        ("1 2 3 4 7 9", "7 9"),
        ("1 2 9", "9"),
        ("1 2 5 8 9", "8 9"),
        ("3 6 9", ""),
        ("1 2 3 99", "99"),
        ("0 1 2 3 -1 -8 -9", "-9 -8 -1"),
        ("1 2 3 -88 -99", "-99 -88"),
        ("1 2 3 4 5 6 7 8 9", ""),
        ("1 3 5 7 9", ""),
        ("2 4 6 8", ""),
        ("-2 -1 0 1 2", ""),
        ("0 -1 -2 -3 1 2 3 4", ""),
        ("1990 1995 1999", ""),
        ("0 11 22 33 44 55 66 77 88 99", ""),
    ],
)
def test_codes_are_the_run_at_the_end_that_is_apart(values, codes):
    values = values.split()
    for given in (values, values[::-1]):
        assert missing_codes(given, [5] * len(given)) == codes.split()


def test_codes_of_a_quantity_are_far_away_or_frequent():
    ages = [*map(str, range(18, 95))]
    assert missing_codes([*ages, "999"], [1] * 78) == ["999"]
    assert missing_codes([*ages, "888888", "988888"], [1] * 79) == ["888888", "988888"]
    assert missing_codes([*ages, "-8", "-9"], [1] * 79) == ["-9", "-8"]
    assert missing_codes([*ages, "98", "99"], [1] * 79) == [] and missing_codes(ages, [1] * 77) == []
    assert missing_codes([*ages, "98", "99"], [1] * 77 + [20, 20]) == ["98", "99"]
    assert missing_codes([str(i / 2) for i in range(60)] + ["9999"], [1] * 61) == ["9999"]
    assert missing_codes([*map(str, range(-9, 36))], [1] * 45) == [], "temperatures"


def test_none_and_na_are_values_where_others_look_like_them():
    counts = np.array([2, 2, 2, 2])
    assert not likely_among(["None", "Mild", "Severe"], counts), "a level"
    assert likely_among(["None", "mild", "severe"], counts) == [("None", 2)]
    assert not likely_among(["NA", "NL", "DE", "FR"], counts), "Namibia"
    assert likely_among(["NA", "yes", "no"], counts) == [("NA", 2)]


@pytest.mark.parametrize(
    "text",
    [
        *("I don’t know", "Weiß nicht", "WEISS NICHT", "keine Angabe", "Je ne sais pas", "no lo sé", "Non lo so"),
        *("weet ik niet", "Não sei", "nie wiem", "I'd rather not say.", "weiß nicht / keine Angabe", "#DIV/0!", "<NA>"),
        *("\\N", "NaT"),
    ],
)
def test_sentences_and_signs_of_programs_are_missing(text):
    assert text in MissingTokens(MISSING_TOKENS) and is_no_answer(text)


def test_labels_of_codes_that_are_no_answers():
    for label in (
        "Don't know",
        "-9. Refused",
        "88 Don’t know (DK)",
        "DK/NA",
        "Refusal",
        "No answer/refused",
        "INAP",
        "TNZ: k.A.",
    ):
        assert is_no_answer_label(label) == (label != "TNZ: k.A."), label
    for label in ("Agree", "No", "None", "Never", "Neither", "Other", "9", ""):
        assert not is_no_answer_label(label)


@pytest.mark.parametrize(
    ("values", "asked"),
    [
        (["12", "15", "18", "*"], ["*"]),
        (["1", "2", "3", ".", ".A"], [".", ".A"]),
        (["1", "2", "3", "+"], []),
        (["*", "**", "***"], []),
        (["1", "2", "3", "b"], []),
    ],
)
def test_signs_beside_a_few_numbers_are_asked_about(values, asked):
    assert strays(values) == asked
