"""Start: the worked example is what the table says, and the links lead to their pages."""

import pandas as pd
import pytest
from scripted import assert_sound, figures, run, spec, stated, words

import catviz
from catviz.ui.start import WHY
from catviz.ui.text import in_percent, number

FRAME = catviz.load_dataset("mushroom").to_pandas().astype(str)


def test_the_worked_example_is_counted_in_the_table():
    at = run("start")
    assert_sound(at)
    counts = pd.crosstab(FRAME["odor"], FRAME["gill_size"]).loc[["almond", "pungent"]]
    shares = counts.div(counts.sum(axis=1), axis=0)
    shown = at.table[0].value
    for value in counts.index:
        expected = [f"{counts.loc[value, c]:,} ({in_percent(shares.loc[value, c])})" for c in ("narrow", "broad")]
        assert shown.loc[value].tolist() == expected
    gap = abs(shares.loc["almond"] - shares.loc["pungent"]).sum() / 2
    gaps = []
    for column in FRAME.columns.drop("odor"):
        both = pd.crosstab(FRAME["odor"], FRAME[column], normalize="index").loc[["almond", "pungent"]]
        gaps.append(abs(both.iloc[0] - both.iloc[1]).sum() / 2)
    assert stated(at, "the difference", number(gap))
    assert len(gaps) == 21 and f"all {len(gaps)} other columns" in words(at)
    assert stated(at, "the ADM distance", number(sum(gaps) / len(gaps)))


def test_both_maps_have_one_scale_and_come_before_the_text():
    at = run("start")
    assert figures(at) == 2
    for which in (0, 1):
        cells = next(trace for trace in spec(at, which)["data"] if trace["type"] == "heatmap")
        assert (cells["zmin"], cells["zmax"]) == (0, 1) and cells["colorbar"]["orientation"] == "h"
        assert not spec(at, which)["layout"].get("annotations")


def test_the_doors_name_their_pages_and_the_distance_its_pair():
    at = run("start", data="zoo")
    links = [(link.proto.label, link.proto.page) for link in at.get("page_link")]
    assert links == [("Open the lessons", "lessons"), ("Compare methods", "methods")]
    papers = run("start")
    next(button for button in papers.button if "papers" in button.label).click().run()
    papers.switch_page("pages/methods.py").run()
    assert_sound(papers)
    assert any("OCL" in option for box in papers.selectbox for option in box.options)
    next(button for button in at.button if button.label == WHY).click().run()
    at.switch_page("pages/values.py").run()
    assert_sound(at)
    assert "0.218" in [metric.value for metric in at.metric]
    chosen = [at.selectbox(key=key).value for key in ("data", "method", "column", "a", "b")]
    assert chosen == ["mushroom", "AhmadDey", "odor", "almond", "pungent"]


@pytest.mark.parametrize("page", ["start", "lessons"])
def test_a_data_set_chosen_on_a_page_with_its_own_table_is_shown(page):
    at = run(page)
    at.selectbox(key="data").set_value("zoo").run()
    assert_sound(at)
    overview = run("overview").title[0].value
    assert at.title[0].value == overview and at.selectbox(key="data").value == "zoo"
    at.switch_page("pages/values.py").run()
    at.selectbox(key="data").set_value("voting").run()
    assert at.title[0].value != overview, "any other page shows the table itself"
