"""Two further tables the whole way in a browser, by hand: too long for every run, `make tour` ends with them.

test_prepared_files.py takes the same files the same way without a browser.
"""

import io
import re

import pandas as pd
import pytest
from by_hand import change, name_clusters, pick, pick_several, put_in_order, take, write
from fields import shop
from gestures import assert_sound
from recounted import card, counted
from test_journey import (
    add_to_report,
    ask_for_clusters_up_to,
    assert_goes_with,
    assert_lasso,
    assert_restored,
    labelled,
    opened,
    reported,
    sizes,
    use_as,
)
from test_weights import CELLS

pytestmark = pytest.mark.tour


def test_passengers_who_are_counted(explorer, tab):
    file = "titanic.csv", CELLS.encode()
    opened(explorer, file)
    use_as(explorer, {"survived": "known classes"}, 0)
    change(explorer, "class", "Order")
    put_in_order(explorer, ["crew", "3rd", "2nd", "1st"])
    take(explorer, "Declare this order", 2)
    change(explorer, "class", "Merge values")
    frame = pd.read_csv(io.StringIO(CELLS))
    rows = frame["class"].value_counts()
    pick_several(explorer, "Values to merge", [f"{value} ({rows[value]} rows)" for value in ("1st", "2nd")])
    write(explorer, "into a value called", "1st or 2nd")
    take(explorer, "Merge values", 3)

    frame["class"] = frame["class"].replace(["1st", "2nd"], "1st or 2nd")
    assert frame["n"].sum() == 2201
    assert card(explorer.chip("about this table")) == counted(frame[["class", "sex", "age"]]) | {
        "rows": 24,
        "rows by weight": 2201,
    }
    assert_goes_with(explorer, frame, "survived", "yes", "class", frame["n"])
    assert_sound(explorer)
    add_to_report(explorer)

    explorer.click_page("Map")
    pick_several(explorer, "Rows with", ["class = crew"])
    crew = frame[frame["class"] == "crew"]
    explorer.wait_for(f"{len(crew)} rows chosen of 24 ({crew['n'].sum()} of 2,201 by weight)")
    share = crew.loc[crew["sex"] == "male", "n"].sum() / crew["n"].sum()
    assert re.search(rf"\b{100 * share:.0f}\u00a0% .*sex\s=\smale", explorer.text())
    explorer.segment("Map", "PCA")
    assert_lasso(explorer, frame, ["class", "sex", "age", "survived"], frame["n"])

    explorer.click_page("Clusters")
    name_clusters(explorer, ["mixed"])
    labels = labelled(explorer)
    cells_of = ["class", "sex", "age", "survived"]
    assert labels[cells_of].to_numpy().tolist() == frame[cells_of].to_numpy().tolist()
    assert sizes(explorer) == frame["n"].groupby(labels["cluster"]).sum().to_dict()
    ask_for_clusters_up_to(explorer, 2)
    explorer.wait_for(re.compile(r"\(permutation test"))
    explorer.settle()
    assert_sound(explorer)
    add_to_report(explorer)
    assert "mixed" in reported(explorer, 2)
    assert_restored(explorer, tab(), file)


def test_the_shop(explorer, tab):
    file = shop()
    opened(explorer, file)
    change(explorer, "article", "Merge values")
    write(explorer, "or all values on fewer rows than", "900")
    take(explorer, "Merge rare values", 1)
    change(explorer, "price", "Cut numbers")
    take(explorer, "Cut the numbers", 2)
    change(explorer, "device", "Filter rows")
    pick_several(explorer, "Rows with", ["phone", "tablet"])
    take(explorer, "Filter rows", 3)
    use_as(explorer, {"returned": "known classes"}, 3)

    frame = pd.read_csv(io.BytesIO(file[1]), dtype=str)
    article = frame["article"]
    frame["article"] = article.where(article.groupby(article).transform("size") >= 900, "other")
    frame = frame[frame["device"] != "computer"]
    assert card(explorer.chip("about this table"))["rows"] == len(frame)
    assert_goes_with(explorer, frame, "returned", "yes", "kind")
    assert_sound(explorer)
    add_to_report(explorer)

    explorer.click_page("Map")
    explorer.finish()
    explorer.segment("Map", "PCA")
    pick(explorer, "Colour", "kind")
    assert_lasso(explorer, frame, ["order"])
    add_to_report(explorer)

    explorer.click_page("Clusters")
    explorer.finish()
    name_clusters(explorer, ["usual"])
    found = sizes(explorer)
    assert sum(found.values()) == len(frame) and found == labelled(explorer)["cluster"].value_counts().to_dict()
    ask_for_clusters_up_to(explorer, 2)
    explorer.wait_for(re.compile(r"\(permutation test"))
    explorer.settle()
    assert_sound(explorer)
    add_to_report(explorer)
    assert "usual" in reported(explorer, 3)
    assert_restored(explorer, tab(), file)
