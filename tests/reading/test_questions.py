"""What is asked about a file's columns, and what each answer does."""

import random

import pytest
from csv_bytes import file_of

from catviz.reading.csv_files import inspect_csv
from catviz.reading.recipe import Recipe

N = 60


def cells(values):
    return [str(values[i % len(values)]) for i in range(N)]


def read(**columns):
    return inspect_csv(file_of(beside=cells("uvw"), **columns), "f.csv")


def question(found, start):
    return next((q for q in found.questions if q.key.startswith(start)), None)


def answered(found, start, answer=0):
    """What is read after an answer of a question."""
    chosen = question(found, start).answers[answer]
    recipe = found.recipe
    for step in chosen.steps:
        recipe = recipe.then(step)
    return found.with_recipe(recipe)


def guess(found, name):
    return next(c for c in found.prepared.columns if c.name == name)


def column(found, name):
    return guess(found, name).role


# kind 2


def test_codes_of_several_columns_are_one_question_that_names_them_and_their_rows():
    found = read(vote=cells([1, 2, 3, 98, 99]), trust=cells([1, 2, 4, 98, 99]), other=cells([1, 2, 9]))
    asked = question(found, "no answer: 98")
    assert all(word in asked.words for word in ("“98”", "“99”", "vote (24 rows)", "trust (24 rows)"))
    assert question(found, "no answer: 9 in other") and column(found, "vote") == "category"
    after = answered(found, "no answer: 98")
    assert guess(after, "vote").order == ("1", "2", "3") and guess(after, "trust").n_missing == 24
    assert column(after, "vote") == "ordered" and not question(after, "no answer: 98")


def test_a_code_of_a_quantity_is_asked_about():
    found = read(age=[str(20 + i % 50) for i in range(N - 2)] + ["999", "999"])
    assert column(found, "age") == "binned" and "age (2 rows)" in question(found, "no answer: 999").words
    assert answered(found, "no answer: 999").prepared.draft.column("age").numbers[-1] != 999


def test_NA_among_codes_of_countries_may_be_namibia():
    land, paid = cells(["NL", "DE", "NA", "FR"]), cells(["yes", "NA", "no"])
    found = read(land=land, paid=paid)
    asked = question(found, "NA in land")
    assert guess(found, "land").n_missing == 15 and asked.as_read == "No answer" and "15 rows" in asked.words
    settings = dict(asked.answers[0].settings)
    again = inspect_csv(file_of(beside=cells("uvw"), land=land, paid=paid), "f.csv", **settings)
    again = again.with_recipe(Recipe(asked.answers[0].steps))
    assert "NA" in again.prepared.draft.column("land").values and guess(again, "paid").n_missing == 20
    assert not question(again, "NA in") and not question(read(paid=paid), "NA in")


# kind 3


@pytest.mark.parametrize(
    ("values", "default", "other"), [("6,718 7,120 1,003", 6718, 6.718), ("2.233 1.500 4.899", 2.233, 2233)]
)
def test_thousands_or_decimals_are_asked_about_if_nothing_tells(values, default, other):
    found = read(x=cells(values.split()))
    assert found.prepared.draft.column("x").numbers[0] == default
    after = answered(found, "decimals: x")
    assert after.prepared.draft.column("x").numbers[0] == other and not question(after, "decimals")
    assert after.frame["x"][0] == values.split()[0], "cells stay as they are"
    assert Recipe.from_json(after.recipe.to_json()) == after.recipe


def test_the_file_tells_what_a_column_does_not():
    found = read(people=["900", *(f"{i}.{100 + i}" for i in range(1, N))], rate=[f"{i % 7},{i:02d}" for i in range(N)])
    assert found.prepared.draft.column("people").numbers[:2].tolist() == [900, 1101] and not question(found, "decimals")
    assert column(found, "people") == "binned" and max(found.table().numeric.shape) == N


def test_units_stand_in_the_reason():
    found = read(price=[f"{i}.{i + 100} €" for i in range(1, N + 1)], weight_kg=[f"{50 + i} kg" for i in range(N)])
    assert [guess(found, name).why.split(", in ")[1].split(";")[0] for name in ("price", "weight_kg")] == ["€", "kg"]
    assert found.prepared.draft.column("price").numbers[0] == 1101


def test_one_number_in_several_texts_is_one_level_and_codes_are_several():
    found = read(x=cells(["1", "1.0", "2"]), y=cells(["1", "01", "2"]))
    assert found.table().categories[1:] == (("1", "2"), ("1", "2"))
    assert guess(read(icd_code=cells(["1", "01", "2"])), "icd_code").n_distinct == 3


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("PLZ", [50667, 18055, 20095, 99084]),
        ("zip_code", [501, 10001, 90210]),
        ("x", ["06", "05", "12"]),
        ("x", ["00501", "10001", "90210"]),
        ("x", ["12E2", "10E3", "11E1"]),
        ("x", ["E11.9", "I10", "J45"]),
        ("x", ["+49", "+33", "+1"]),
        ("Vorwahl", ["221", "30", "40"]),
        ("sex", [1, 2, 3]),
        ("x", [1, 2, 9]),
        ("insurance", [1, 2, 3, 99]),
    ],
)
def test_codes_are_categories(name, values):
    assert column(read(**{name: cells(values)}), name) == "category"


def test_months_of_two_digits_are_numbers():
    assert guess(read(month=[f"{i % 12 + 1:02d}" for i in range(N)]), "month").order[0] == "01"


def test_numbers_that_look_like_ids_or_codes_are_asked_about():
    draw = random.Random(0)
    short, long = draw.sample(range(1000, 10_000), N), draw.sample(range(10**8, 10**9), N)
    places = draw.sample(range(10_000, 99_999), 20)
    found = read(
        nr_a=list(map(str, short)), x=list(map(str, long)), place=cells(places), sum=[str(i * 1000) for i in range(N)]
    )
    assert [column(found, name) for name in ("nr_a", "x", "place", "sum")] == ["binned", "left out", "binned", "binned"]
    assert guess(answered(found, "id: nr_a"), "nr_a").use == "id" and column(answered(found, "id: x"), "x") == "binned"
    assert column(answered(found, "codes: place"), "place") == "category" and not question(found, "codes: sum")


@pytest.mark.parametrize("name", ["CASEID", "SEQN", "respid", "kunden_id", "PatientID", "household_id"])
def test_ids_by_name_are_left_out(name):
    numbers = list(map(str, random.Random(1).sample(range(100, 99_999), N)))
    assert guess(read(**{name: numbers}), name).use == "id"


# kind 4


def test_day_or_month_first_is_asked_and_the_answer_makes_parts():
    found = read(day=[f"{i % 12 + 1}/{i % 11 + 1}/24" for i in range(N)])
    asked = question(found, "dates: day")
    assert len(asked.answers) == 2 and column(found, "day") == "left out"
    firsts = [answered(found, "dates: day", i).prepared.draft.column("day: month").cells[1] for i in (0, 1)]
    assert (
        firsts == ["February", "February"] and "day: weekday" in answered(found, "dates: day", 1).prepared.draft.names
    )
    assert [answered(found, "dates: day", i).prepared.draft.column("day: month").cells[11] for i in (0, 1)] == [
        "January",
        "December",
    ]


def test_an_impossible_date_is_one_missing_cell():
    found = read(day=[f"{i % 30 + 1:02d}.02.2024" if i % 30 != 28 else "01.02.2024" for i in range(N)])
    assert "“30.02.2024”" in question(found, "no date").words and "2 rows" in question(found, "no date").words
    parts = found.with_recipe(Recipe().dates("day")).prepared.draft.column("day: weekday")
    assert parts.counts[-1] == 2


def test_months_have_no_weekday():
    found = read(month=[f"2024-{i % 12 + 1:02d}" for i in range(N)])
    assert found.with_recipe(Recipe().dates("month")).prepared.draft.names[2:] == ["month: year", "month: month"]
    with pytest.raises(ValueError, match="no weekday"):
        found.with_recipe(Recipe().dates("month", ["weekday"]))


# kind 6


def test_weights_by_name_and_by_a_mean_of_one():
    draw = random.Random(2)
    ones = [f"{draw.uniform(0.4, 1.6):.4f}" for _ in range(N)]
    mean = sum(map(float, ones)) / N
    scaled = [f"{float(one) / mean:.4f}" for one in ones]
    for name in ("pspwght", "wtssall", "gew", "weight_final", "w_design", "poids", "pond", "wght2"):
        found = read(**{name: scaled})
        assert column(found, name) == "weight" or question(found, "row weights"), name
    found = read(score=scaled, half=[f"{float(one) / 2:.4f}" for one in scaled])
    assert column(found, "score") == "binned" and question(found, "row weights: score")
    assert (
        not question(found, "row weights: half") and column(answered(found, "row weights: score"), "score") == "weight"
    )


def test_of_two_columns_of_weights_one_is_taken_and_the_other_asked_about():
    ones = [f"{1 + (i % 7 - 3) / 10:.3f}" for i in range(N)]
    found = read(pspwght=ones, wtssall=ones[::-1])
    assert [column(found, name) for name in ("pspwght", "wtssall")] == ["weight", "binned"]
    assert {q.column for q in found.questions if q.key.startswith("row weights")} == {"pspwght", "wtssall"}


def test_counts_with_zeros_are_counts():
    rows = [(a, b, c) for a in ("1st", "2nd", "Crew") for b in ("m", "f") for c in ("yes", "no")]
    text = "class,sex,survived,Freq\n" + "".join(f"{a},{b},{c},{i % 5}\n" for i, (a, b, c) in enumerate(rows))
    found = inspect_csv(text.encode(), "titanic.csv")
    assert column(found, "Freq") == "weight" and found.table().weights.sum() == sum(i % 5 for i in range(12))


# kind 12


def test_a_scale_with_another_value_is_asked_about_once_for_all_columns_that_share_the_values():
    values = ["sometimes", "never", "elsewhere", "often", "rarely"]
    found = read(a=cells(values), b=cells(values[::-1]), c=cells(["x", "y", "z"]))
    asked = question(found, "order: a, b")
    assert asked.columns == ("a", "b") and len(asked.answers[0].steps) == 2
    after = answered(found, "order: a, b")
    order = ("never", "rarely", "sometimes", "often", "elsewhere")
    assert guess(after, "a").order == guess(after, "b").order == order


def test_numbered_labels_are_asked_about_with_their_order():
    found = read(place=cells(["2 - South", "1 - North", "3 - East"]))
    assert column(found, "place") == "category"
    assert guess(answered(found, "order: place"), "place").order == ("1 - North", "2 - South", "3 - East")


def test_a_value_off_the_scale_is_last_and_asked_about():
    found = read(q=cells(["Agree", "Disagree", "Strongly agree", "Not applicable"]))
    assert guess(found, "q").order == ("Disagree", "Agree", "Strongly agree", "Not applicable")
    after = answered(found, "no answer: Not applicable")
    assert guess(after, "q").order == ("Disagree", "Agree", "Strongly agree")
