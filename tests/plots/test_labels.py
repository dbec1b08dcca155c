"""Short labels: values with a long common beginning stay different where there is room for the difference."""

import pandas as pd

import catviz
from catviz.plots.outcome import crossed
from catviz.plots.style import LIGHT, labels

SCALE = ["trifft gar nicht zu", "trifft eher nicht zu", "teils, teils", "trifft eher zu", "trifft voll zu"]


def test_labels_that_would_look_the_same_are_shortened_in_the_middle():
    assert labels(SCALE, 13) == ["trifft gar n…", "trifft…cht zu", "teils, teils", "trifft…her zu", "trifft voll …"]
    assert labels(["a < b", "a < c"], 13) == ["a &lt; b", "a &lt; c"]
    assert labels(["x" * 20, "x" * 21], 5) == ["xx…xx"] * 2


def test_the_crosstab_names_its_values_so():
    long = [f"fully agree with statement number {i}" for i in "ab"]
    table = catviz.CategoricalTable.from_pandas(pd.DataFrame({"q": long * 20, "r": ["u", "u", "v", "v"] * 10}))
    drawn = crossed(catviz.crosstab(table, "r", "q"), LIGHT, "counts")
    assert drawn.layout.xaxis.ticktext == ("fully ag… number a", "fully ag… number b")
