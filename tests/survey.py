"""A table as a survey gives it, and a recipe with every kind of step for it."""

import pandas as pd

from catviz.reading.recipe import Recipe

SURVEY = pd.DataFrame(
    {
        "respondent": [f"r{i:03d}" for i in range(60)],
        "When did you answer?": pd.date_range("2024-01-01", periods=60, freq="5D").strftime("%d.%m.%Y"),
        "mood": ["gut", "schlecht", "mittel", "unbekannt"] * 15,
        "likes": ["tea;coffee", "tea", "coffee; milk", "", "milk;tea"] * 12,
        "city": ["Bern"] * 30 + ["Basel"] * 20 + ["Chur"] * 6 + ["Sion"] * 3 + ["Thun"],
        "age": [str(18 + (i * 7) % 50) for i in range(60)],
        "income": [str(round(1000 * 1.2**i)) for i in range(60)],
        "w": ["1", "2", "1.5"] * 20,
        "comment": [f"what person {i} has to say here" if i % 3 else "" for i in range(60)],
    }
)

EVERY_STEP = (
    Recipe()
    .role("respondent", "id")
    .weights("w")
    .order("mood", ["schlecht", "mittel", "gut", "unbekannt"])
    .merge("city", ["Chur", "Thun"], 'Wallis, "Thun" & Größe')
    .merge_rare("city", 7)
    .rename_values("city", {"Bern": "Berne"})
    .split("likes", ";", "drinks", True)
    .missing(["unbekannt"])
    .filter("city", ["other", None], keep=False)
    .bins("age", how="limits", limits=[30, 65.5])
    .numbers("income", ".")
    .bins("income", 4, "width")
    .dates("When did you answer?", ["month"], "day.month.year")
    .rename("When did you answer?", "date")
    .mark("loop", "1-4,9")
    .drop([2])
    .settle("first line")
)
