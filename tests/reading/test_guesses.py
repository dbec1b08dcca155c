"""What a column of a file is taken for, and why."""

import pytest
from csv_bytes import file_of

from catviz.reading.csv_files import inspect_csv
from catviz.reading.limits import LIMITS, Limits
from catviz.table.column_roles import ROLES


def guess_of(values, name="x", limits=LIMITS):
    """The guess for one column that stands beside a plain one."""
    data = file_of(**{name: values, "beside": ["u", "v"] * (len(values) // 2) + ["u"] * (len(values) % 2)})
    return inspect_csv(data, "f.csv", limits=limits).columns[0]


def test_many_different_numbers_are_binned_not_left_out():
    assert guess_of([f"{i}.5" for i in range(30)], limits=Limits(distinct=5)).role == "binned"


def test_few_whole_numbers_are_ordered_by_size():
    guess = guess_of([str(i % 12 * 5) for i in range(40)])
    assert (guess.role, guess.n_distinct) == ("ordered", 12)
    assert guess.order == ("0", "5", "10", "15", "20", "25", "30", "35", "40", "45", "50", "55")
    assert guess_of(["-1", "10", "9", "-1", "1.0"]).order == ("-1", "1.0", "9", "10")
    assert guess_of([str(i % 13) for i in range(40)]).role == "binned"
    assert guess_of(["0.5", "1", "0.5", "1"]).role == "binned"


def test_measurements_nearly_all_distinct_are_binned():
    assert guess_of([f"{i * 0.37:.2f}" for i in range(100)]).role == "binned"
    assert guess_of([str(i * i) for i in range(100)]).role == "binned"


def test_decimal_commas_and_thousands_are_numbers():
    assert guess_of(["1,5", "2,25", "3", "1,5"]).role == "binned"
    assert guess_of(["1,500", "2,250", "1,500", "x"]).role == "category"
    assert guess_of(["1,500", "2,250", "1,500", "1,500"]).why == "whole numbers with 2 different values"
    assert guess_of(["1,500", "0,840", "2,250", "-0,840"]).role == "binned", "no thousands begin with 0"
    assert guess_of(["1,500", "1200,840", "2,250", "1,5"]).role == "binned"


@pytest.mark.parametrize("strange", ["inf", "1_000", "1e999", "0x1F", "\u0661"])
def test_what_python_reads_as_a_number_is_not_one(strange):
    assert guess_of(["1.5", strange, "1.5", strange]).role == "category"


def test_ids_are_left_out():
    assert guess_of([f"name {i}" for i in range(20)]).role == "left out"
    assert guess_of([str(i) for i in range(101, 131)]).role == "left out"
    assert guess_of(["1", "2", "1", "2"], name="ID").role == "left out"
    assert guess_of(["1", "2", "1", "2"], name="index").role == "left out"
    assert guess_of([str(i * i) for i in range(100)], name="patient_id").role == "left out"
    assert guess_of([f"t{i}" for i in range(51)] + ["t0"] * 50).role == "left out"
    assert guess_of([f"t{i}" for i in range(51)] + ["t0"] * 51).role == "category"
    assert guess_of([f"t{i}" for i in range(50)] + ["t0"] * 9).role == "category"


def test_two_hundred_categories():
    guess = guess_of([f"t{i % 200}" for i in range(600)])
    assert (guess.role, guess.n_distinct, guess.order) == ("category", 200, ())


def test_codes_with_leading_zeros_are_not_binned():
    assert guess_of([f"{i % 20:05d}" for i in range(60)]).role == "category"


def test_constant_column():
    for value in ("x", "5"):
        guess = guess_of([value] * 4)
        assert guess.role == "category" and "carries nothing" in guess.why


@pytest.mark.parametrize(
    "order",
    [
        ["disagree", "neutral", "agree"],
        ["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"],
        ["strongly_disagree", "disagree", "somewhat disagree", "neutral", "somewhat agree", "agree", "strongly agree"],
        ["Never", "Rarely", "Sometimes", "Often", "Always"],
        ["very poor", "poor", "fair", "good", "very good", "excellent"],
        ["LOW", "medium", "High"],
        ["low", "med", "high", "vhigh"],
        ["small", "medium", "large"],
        ["XS", "S", "M", "L", "XL", "XXL"],
        ["January", "March", "May", "July", "December"],
        ["Jan", "Feb", "May", "Sep"],
        ["Monday", "Wednesday", "Sunday"],
        ["Mon", "Tue", "Fri"],
        ["none", "mild", "moderate", "severe"],
        ["no", "mild", "severe"],
        ["<18", "18-19", "20-29", "100-109"],
        ["0-4", "5-9", "10-14", "65+"],
        ["under 18", "18 to 64", "65 and over"],
        ["0", "1–5", "6 or more"],
        ["$0-$9,999", "$10,000-$19,999", ">$20,000"],
        ["[-5, 3)", "[3, 11.5)", "[11.5, 20]"],
    ],
)
def test_known_scales_and_ranges_are_ordered(order):
    guess = guess_of(order[::-1] * 4)
    assert (guess.role, guess.order) == ("ordered", tuple(order))
    strange = guess_of([*order, "elsewhere"] * 4)
    assert strange.role == "category"


@pytest.mark.parametrize(
    "values",
    [["low", "high"], ["agree", "disagree"], ["20-29", "30-39"], ["0-4", "3-9", "10-14"], ["2-1", "1-2", "0-0"]],
)
def test_two_levels_or_overlapping_ranges_are_no_scale(values):
    assert guess_of(values * 4).role == "category"


def test_low_and_Low_are_one_level():
    assert guess_of(["low", "Low", "high"] * 4).role == "category"


def test_weights():
    data = b"count,WT,c\n3,1,x\n2,2,y\n2,1,y\n"
    understood = inspect_csv(data, "f.csv")
    assert [guess.role for guess in understood.columns] == ["weight", "ordered", "category"]
    table = understood.table()
    assert table.weights.tolist() == [3, 2, 2] and table.attributes == ("WT", "c")
    assert understood.table(target="count").weights is None
    for values in (["3", "0", "2", "2"], ["3", "", "2", "2"], ["3", "-1", "2", "2"], ["a", "b", "a", "b"]):
        assert guess_of(values, name="weight").role != "weight"
    assert guess_of(["3", "2", "2", "2"], name="weights").role == "ordered"
    assert inspect_csv(b"n\n1\n2\n1\n", "f.csv").columns[0].role == "ordered"


def test_every_guess_says_why():
    data = b"id,n,a,b,c\n1,2,x,1.5,low\n2,3,y,2.5,high\n3,3,x,9.5,medium\n"
    columns = inspect_csv(data, "f.csv").columns
    assert [guess.role for guess in columns] == ["left out", "weight", "category", "binned", "ordered"]
    assert all(guess.why and guess.role in ROLES for guess in columns)


@pytest.mark.parametrize(
    ("values", "scale"),
    [
        (
            "Very dissatisfied;Fairly dissatisfied;Neither satisfied nor dissatisfied;Fairly satisfied;Very satisfied",
            "satisfaction",
        ),
        ("Very poor;Poor;Neither good nor poor;Good;Very good", "quality"),
        ("Extremely unlikely;Unlikely;Neither likely nor unlikely;Likely;Extremely likely", "likelihood"),
        ("Strongly disagree;Tend to disagree;Neither agree nor disagree;Tend to agree;Strongly agree", "agreement"),
        ("Not at all important;Not very important;Fairly important;Very important", "importance"),
        ("No;Yes, to some extent;Yes, definitely", "degree of yes"),
        ("Stimme gar nicht zu;Stimme eher nicht zu;Teils/teils;Stimme eher zu;Stimme voll zu", "agreement, in German"),
        ("Nie;Selten;Manchmal;Häufig;Sehr häufig;Immer", "frequency, in German"),
        ("sehr schlecht;schlecht;mittelmäßig;gut;sehr gut", "quality, in German"),
        ("Sehr unzufrieden;Eher unzufrieden;Weder zufrieden noch unzufrieden;Zufrieden", "satisfaction, in German"),
        ("Überhaupt nicht;Wenig;Etwas;Ziemlich;Äußerst", "extent, in German"),
        ("Mo;Di;Mi;Do;Fr;Sa;So", "weekday, in German"),
    ],
)
def test_answer_scales_of_public_surveys_are_known(values, scale):
    order = tuple(values.split(";"))
    guess = guess_of([*order[1:], order[0]] * 3)
    assert (guess.role, guess.order, guess.why) == ("ordered", order, f"a known scale: {scale}")


def test_yes_and_no_alone_are_no_scale():
    assert guess_of(["yes", "no", "maybe"] * 4).role == guess_of(["yes, always", "no"] * 4).role == "category"


def test_ranges_of_one_unit_are_ordered_and_those_of_several_are_not():
    hours = ("Less than 1 hour", "1 to 4 hours", "4 to 12 hours", "More than 12 hours")
    assert guess_of([*hours[1:], hours[0]] * 3).order == hours
    assert guess_of(["1-2 times", "3-5 times", "6 or more times"] * 3).role == "ordered"
    times = ("2 or fewer times", "3-5 times", "6 or more times")
    assert guess_of([*times[1:], times[0]] * 3).order == times
    assert guess_of(["5 or more days", "2-4 days", "Fewer than 2 days"] * 3).role == "ordered"
    times = ("under 30 minutes", "30-60 minutes", "1-2 hours", "2 or more hours")
    assert guess_of([*times[1:], times[0]] * 3).order == times
    assert guess_of(["1-2 weeks", "6-12 months", "1-2 days"] * 3).order == ("1-2 days", "1-2 weeks", "6-12 months")
    assert guess_of(["5-10 km", "10-20 kg", "20-30 km"] * 3).role == "category"
