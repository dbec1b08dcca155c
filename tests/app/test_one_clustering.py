"""One clustering on Clusters and on Rows, with the names that its clusters were given."""

import numpy as np
import pytest
from scripted import assert_sound, moved_to, run, spec, words
from test_rows import array

import catviz
from catviz.clustering.by_name import CLUSTERERS
from catviz.ui import labels
from catviz.ui.labels import CLUSTER_COLOURS
from catviz.ui.widgets import clustering

COLOURED = {"colour": CLUSTER_COLOURS, "map": "PCA", "data": "zoo"}


def go(at, page, **choices):
    for key, value in choices.items():
        at.session_state["_choices"][key] = value
    return moved_to(at, page)


def rename(at, number, name):
    box = next(box for box in at.text_input if box.key.startswith(f"cluster-name-{number}-"))
    return box.set_value(name).run()


def legend(at):
    return [trace["name"] for trace in spec(at)["data"] if trace.get("showlegend")]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "choices",
    [{"method": "WCADO", "clusterer": "k-means"}, {"method": "OCL"}, {"method": "MTDLE", "clusterer": "hierarchical"}],
    ids=lambda choices: choices["method"],
)
def test_rows_shows_the_very_clusters_of_the_page_clusters(choices, monkeypatch):
    """One fit, by identity, whatever is set on either page."""
    found, fitted = [], clustering.fitted
    monkeypatch.setattr(clustering, "fitted", lambda *how: found.append(fitted(*how)) or found[-1])
    at = run("clusters", data="zoo", k="4", seed="3", **choices)
    first = found[-1]
    at = go(at, "map", colour=CLUSTER_COLOURS, map="PCA")
    assert_sound(at)
    assert found[-1].fit is first.fit and first.k == 4
    at.number_input(key="k").set_value(3).run()
    assert found[-1].k == 3
    changed = found[-1]
    at = go(at, "clusters")
    assert found[-1].fit is changed.fit


def test_names_are_seen_wherever_clusters_are_named():
    at = rename(run("clusters", data="zoo", k="3"), 2, "  water   animals ")
    assert_sound(at)
    assert "**water animals**" in words(at) and "**cluster 1**" in words(at) and "**cluster 2**" not in words(at)
    assert at.dataframe[0].value["name"].tolist() == ["", "water animals", ""]
    assert any("water animals" in text.replace("<br>", " ") for text in spec(at, 2)["layout"]["xaxis"]["ticktext"])
    at = go(at, "map", colour=CLUSTER_COLOURS, map="PCA")
    assert {"water animals", "cluster 1", "cluster 3"} <= set(legend(at))
    at = rename(go(at, "clusters"), 2, "")
    assert "**cluster 2**" in words(at)


def test_names_belong_to_one_clustering_and_to_its_link():
    at = rename(rename(run("clusters", data="zoo", k="3"), 1, "mammals"), 2, "mammals")
    linked = at.session_state["_drawn"]["names"]
    assert linked == (["1:mammals", "2:mammals (2)"], False)
    at.slider(key="k").set_value(4).run()
    assert "mammals" not in words(at) and at.session_state["_drawn"]["names"] == ([], True)
    at.slider(key="k").set_value(3).run()
    assert "**mammals**" in words(at)
    opened = run("map", k="3", names=linked[0], **COLOURED)
    assert {"mammals", "mammals (2)", "cluster 3"} <= set(legend(opened))
    wrong = run("clusters", data="zoo", k="3", names=["x:no", "77:no", "3:", "3: <b>=1+1</b> "])
    assert wrong.session_state["_drawn"]["names"] == (["3:<b>=1+1</b>"], False)
    assert not any("<b>=1" in text for text in spec(wrong, 2)["layout"]["xaxis"]["ticktext"])


def test_the_colours_of_rows_are_the_clusters_of_the_library():
    at = run("map", k="3", clusterer="k-means", **COLOURED)
    table = catviz.load_dataset("zoo")
    model = CLUSTERERS["k-means"].unfitted(catviz.AhmadDey().fit(table).geometry_, 3, 10, 0).fit(table)
    rows, inverse = table.unique_rows()
    cluster_of = np.zeros(len(rows), dtype=int)
    cluster_of[inverse] = model.labels_ + 1
    for trace in spec(at)["data"]:
        own = {f"cluster {cluster_of[int(i)]}" for i in array(trace["customdata"])}
        assert own == {trace["name"]}
    assert labels.CLUSTER_COLOURS in str(at.selectbox(key="colour").options)
