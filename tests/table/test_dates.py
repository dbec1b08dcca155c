"""Dates as people write them."""

import pytest

from catviz.table.column_roles import guess_columns
from catviz.table.dates import FORMS, are_times, as_date, date_forms, parts_in, time_of

YMD, DMY, MDY, NAMED, DIGITS, MONTH = FORMS


@pytest.mark.parametrize(
    ("text", "form", "when"),
    [
        ("1/13/24", MDY, "2024-01-13"),
        ("13.1.99", DMY, "1999-01-13"),
        ("13/02/30", DMY, "1930-02-13"),
        ("1/13/2024 12:00 AM", MDY, "2024-01-13"),
        ("2024/01/13 12:00:00 p.m. GMT+1", YMD, "2024-01-13"),
        ("2024-01-13 00:00:00 UTC", YMD, "2024-01-13"),
        ("2024-01-13T10:00:00.000Z", YMD, "2024-01-13"),
        ("2024-01-13 10:00:00+02:00", YMD, "2024-01-13"),
        ("13.01.2024, 10:30 Uhr", DMY, "2024-01-13"),
        ("5 Mar 2024", NAMED, "2024-03-05"),
        ("March 5, 2024", NAMED, "2024-03-05"),
        ("05-Mar-24", NAMED, "2024-03-05"),
        ("5. März 2024", NAMED, "2024-03-05"),
        ("1er février 2024", NAMED, "2024-02-01"),
        ("5 de marzo de 2024", NAMED, "2024-03-05"),
        ("12 lutego 2024", NAMED, "2024-02-12"),
        ("Tue, 5 Mar 2024 10:00:00 +0100", NAMED, "2024-03-05"),
        ("2024-Mar-05", NAMED, "2024-03-05"),
        ("2024-03", MONTH, "2024-03-01"),
        ("03/2024", MONTH, "2024-03-01"),
        ("2024M03", MONTH, "2024-03-01"),
        ("Mar 2024", MONTH, "2024-03-01"),
        ("Mär-24", MONTH, "2024-03-01"),
        ("août 2024", MONTH, "2024-08-01"),
    ],
)
def test_forms_of_dates(text, form, when):
    assert date_forms([text]) == (form,) and str(as_date(text, form)) == when


@pytest.mark.parametrize(
    "text", ["12.2", "1.2.3", "Room 12 34", "12 Main 34", "2024-13-01", "20240305", "32/13/2024", "May"]
)
def test_other_texts_are_no_dates(text):
    assert date_forms([text]) == ()


def test_eight_digits_are_dates_if_all_of_many_are():
    days = [f"202403{i:02d}" for i in range(1, 32)]
    assert date_forms(days) == (DIGITS,) and date_forms(days[:3]) == ()
    assert date_forms([*days, "99999999", "12345678", "55555555"]) == ()


def guess(values):
    return guess_columns([("day", values, 0)], 3 * len(values), 5000)[0]


def test_one_impossible_date_is_named_and_loses_no_column():
    days = [f"2024-02-{i:02d}" for i in range(10, 31)]
    assert date_forms(days) == (YMD,) and "2024-02-30" in guess(days).why and "no date" in guess(days).why
    assert date_forms(["2024-02-10", "2024-02-30"]) == (), "one of two"
    american = [f"{month}/{day}/2024" for month in range(1, 13) for day in (5, 20)]
    assert date_forms([*american, "2/30/2024"]) == (MDY,)


def test_day_or_month_first_is_left_open_where_it_cannot_be_told():
    assert date_forms(["1/2/24", "3/4/24"]) == (DMY, MDY) and date_forms(["1/2/24", "3/24/24"]) == (MDY,)
    assert date_forms(["11-03-05", "11-04-06"]) == (YMD, DMY, MDY)


def test_months_are_an_order_and_many_of_them_are_dates():
    months = [f"{i % 12 + 1:02d}/{2020 + i // 12}" for i in range(24)]
    assert guess(months[::-1]).role == "ordered" and guess(months[::-1]).order == tuple(months)
    many = [f"{1980 + i // 12}-{i % 12 + 1:02d}" for i in range(100)]
    assert guess(many).role == "left out" and "dates from 1980-01-01" in guess(many).why


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("7:05", "07:05"),
        ("23:59:59.5", "23:59"),
        ("12:10 AM", "00:10"),
        ("12 p.m.", "12:00"),
        ("7 PM", "19:00"),
        ("14 Uhr", "14:00"),
        ("09:30+02:00", "09:30"),
        ("2024-01-13T10:00:00.000Z", "10:00"),
        ("13.01.2024, 10:30 Uhr", "10:30"),
        ("5 Mar 2024 9:15 pm", "21:15"),
        ("Tue, 5 Mar 2024 10:00:00 +0100", "10:00"),
    ],
)
def test_times_of_day(text, clock):
    assert time_of(text).isoformat("minutes") == clock
    assert are_times([text]) == (not date_forms([text]))


@pytest.mark.parametrize("text", ["24:00", "7:60", "13 PM", "16:9", "7", "2024-05-01", "5 Mar 24", "Room 12", "1:234"])
def test_other_texts_are_no_times_of_day(text):
    assert time_of(text) is None and not are_times([text, "7:05"])


def test_few_times_of_day_are_an_order_and_many_are_left_out_for_their_hours():
    shifts = guess_columns([("shift", ["2:00 pm", "10:00 PM", "6:00 am"], 0)], 90, 5000)[0]
    assert shifts.role == "ordered" and shifts.order == ("6:00 am", "2:00 pm", "10:00 PM")
    many = guess([f"{i // 4:02d}:{i % 4 * 15:02d}" for i in range(96)])
    assert many.role == "left out" and many.use != "id" and "00:00 to 23:45" in many.why and "hours" in many.why


def test_dates_of_one_day_are_ordered_by_their_time():
    found = guess(["1/13/2024 10:00 AM", "1/13/2024 9:00 AM", "1/13/2024 1:00 PM"])
    assert found.order == ("1/13/2024 9:00 AM", "1/13/2024 10:00 AM", "1/13/2024 1:00 PM")


def test_what_can_be_made_of_dates():
    days = ["2024-01-13", "2024-02-14"]
    assert parts_in(days) == parts_in([f"{day} 00:00:00" for day in days]) == ("year", "quarter", "month", "weekday")
    assert parts_in([f"{day} 10:00:00" for day in days])[-1] == "hour"
    assert parts_in(["7:05", "8:10"]) == ("hour",) and parts_in(["a", "7:05"]) == ()
