"""The answer of the page Rows: shares are those of the rows chosen, and nothing is called tested that is not."""

import numpy as np
import pytest

import catviz
from catviz.analysis.profiles import contrast, largest_first, with_significance
from catviz.wording import in_percent
from catviz.words import rows as answers


def contrasts(table, chosen, why):
    """What the page makes of chosen rows: ``why`` by column is not tested."""
    found = contrast(table, chosen)
    untested = found["attribute"].map(lambda name: why.get(name, ""))
    family = with_significance(found.assign(p=found["p"].where(untested == "")))
    marked = family["significant"] | ((untested != "") & (family["v"].abs() > 2))
    return largest_first(family.assign(untested=untested, marked=marked)[family["p"].notna() | (untested != "")])


@pytest.mark.parametrize("on_a_map", [True, False])
def test_the_share_is_counted_and_said_to_be_tested_or_not(on_a_map):
    table = catviz.load_dataset("zoo")
    frame = table.to_pandas().astype(str)
    chosen = (frame["milk"] == "yes").to_numpy()
    why = dict.fromkeys(table.attributes, "on a map") if on_a_map else {"milk": "chosen by"}
    said = answers.chosen_rows(contrasts(table, chosen, why), int(chosen.sum()))
    assert ("significant" in said) is not on_a_map
    share, rest = said.split(" of these rows have ", 1)
    column, value = rest.split(", against ")[0].split(" = ")
    assert column == "milk" and share == in_percent((frame[column] == value)[chosen].mean())
    assert rest.split(", against ")[1].startswith(f"{in_percent((frame[column] == value).mean())} of all rows")
    assert "not a test" in said.split(". ")[1]


def test_no_finding_is_said_to_be_none():
    table = catviz.load_dataset("zoo")
    some = contrasts(table, np.arange(101) % 2 == 0, {})
    said = answers.chosen_rows(some[~some["marked"]], 51)
    assert "No value tested" in said and " have " not in said
    few = np.arange(101) < 2
    assert "Nothing to compare" in answers.chosen_rows(contrasts(table, few, {}).iloc[:0], 2)
    assert "No row has" in answers.chosen_rows(some, 0) and "No row chosen" in answers.NO_ROW
    mapped = contrasts(table, np.arange(101) % 2 == 0, dict.fromkeys(table.attributes, "on a map"))
    calm = mapped.assign(marked=False)
    assert "No value expected 5" in answers.chosen_rows(calm, 51) and answers.chosen_rows(calm, 51, rare=True) == ""
