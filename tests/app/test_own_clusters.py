"""Methods that find clusters as they learn: their own clusters on Clusters and Rows, and one number of clusters."""

import contextlib
import io

import numpy as np
import pandas as pd
import pytest
from analyst import content
from scripted import NOTHING, assert_shows_something, assert_sound, figures, labels, notes, run, spec, stated, words
from test_clusters import coloured, number_of, shown
from test_one_clustering import go
from test_orders import finished
from test_preparation import encoded
from test_rows import array

import catviz
from catviz.analysis.stability import mean_agreement, repeated_labels
from catviz.reading.recipe import Recipe
from catviz.registry import methods
from catviz.ui.clusters import findings
from catviz.ui.labels import AGAINST, CLUSTER_COLOURS, REAL, STABLE
from catviz.ui.state.learned import seconds_to_learn, seconds_with
from catviz.ui.state.uploads import Upload
from catviz.ui.state.view import View
from catviz.ui.text import in_percent
from catviz.ui.widgets.cluster_findings import RUNS
from catviz.ui.widgets.clustering import OWN

LEARNERS = [m.name for m in methods() if m.clusters_rows]


def learned(name, data="zoo", k=4):
    """The method as the page should fit it."""
    table, cls = catviz.load_dataset(data), catviz.method(name).cls
    given = {"n_clusters": k, "random_state": 0}
    return table, cls(**{name: value for name, value in given.items() if name in cls.parameters}).fit(table)


def sizes_of(model):
    sizes = np.bincount(model.labels_)
    return sizes[sizes > 0].tolist()


def k_boxes(at):
    return [w for kind in (at.slider, at.number_input) for w in kind if w.key == "k"]


def test_the_methods_with_clusters_of_their_own_are_those_of_the_guide():
    expected = {"OCL", "LatentClass", "ClusterCA", "COForest", "NDW", "ROCK", "SignificanceTree"}
    assert set(LEARNERS) == expected


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", LEARNERS)
def test_a_method_that_clusters_shows_its_own_clusters(name):
    at = run("clusters", data="zoo", method=name, k="4")
    assert_shows_something(at)
    assert not notes(at) and at.selectbox(key="clusterer").value == OWN
    table, model = learned(name)
    assert shown(at, 0, "rows") == sizes_of(model)
    counted = "n_clusters" in type(model).parameters
    assert len(k_boxes(at)) == counted
    assert "by k-modes" not in words(at)
    assert ("silhouette" in {m.label for m in at.metric}) == hasattr(model, "geometry_")
    at = run("clusters", data="zoo", method=name, k="4", section=AGAINST)
    assert number_of(at, "ARI") == f"{catviz.metrics.scores(table.target, model.labels_)['adjusted_rand']:.3f}"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", LEARNERS)
def test_rows_colours_the_own_clusters_and_the_exported_code_finds_them(name, files):
    at = run("clusters", data="zoo", method=name, k="4")
    table, model = learned(name)
    code = next(content().decode() for file, content in files.items() if file.endswith("-code.py"))
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, found := {})
    assert found["labels"].tolist() == (model.labels_ + 1).tolist()
    at = next(b for b in at.button if b.label == "See them on a map of the rows").click().run()
    at = go(at, "map")
    assert_shows_something(at)
    places = np.unique(table.unique_rows()[1], return_index=True)[1]
    assert coloured(at) == [f"cluster {label + 1}" for label in model.labels_[places]]


@pytest.mark.more
def test_latent_classes_come_with_the_probabilities_of_the_rows(files):
    at = run("clusters", data="breast_cancer_ljubljana", method="LatentClass", k="3")
    assert_sound(at)
    table, model = learned("LatentClass", "breast_cancer_ljubljana", 3)
    P = model.predict_proba(table)
    own = P.max(axis=1)
    means = [own[model.labels_ == j].mean() for j in range(3)]
    np.testing.assert_allclose(shown(at, 0, "probability"), means)
    below = (own < 0.7).sum()
    assert 0 < below < len(table)
    share = in_percent(below / len(table), 1)
    assert stated(at, f"{own.mean():.3g}") and stated(at, "0.7", share, f"{below} of {len(table)}")
    (name,) = [name for name in files if "rows-with-their-cluster" in name and name.endswith(".csv")]
    frame = pd.read_csv(io.BytesIO(files[name]()))
    columns = [f"probability of cluster {number}" for number in (1, 2, 3)]
    np.testing.assert_allclose(frame[columns].to_numpy(), P, atol=1e-12)


@pytest.mark.more
def test_latent_classes_of_a_survey_are_those_of_the_model():
    upload = Upload("mitarbeiter.csv", content("mitarbeiter.csv"))
    unweighted = encoded(Recipe().role("Gewicht", "left out"))
    at = run("clusters", upload, method="LatentClass", k="3", prep=unweighted, outcome="none")
    assert_sound(at)
    assert at.selectbox(key="clusterer").value == OWN
    table = at.session_state["_upload"].table
    assert len(table) == 1240 and table.weights is None
    model = catviz.LatentClass(3, random_state=0).fit(table)
    assert shown(at, 0, "rows") == sizes_of(model) == [506, 405, 329]
    by_distances = run(
        "clusters", upload, method="LatentClass", clusterer="k-modes", k="3", prep=unweighted, outcome="none"
    )
    assert shown(by_distances, 0, "rows") != [506, 405, 329]


@pytest.mark.more
def test_the_clusters_of_its_distances_can_be_chosen_too():
    at = run("clusters", data="zoo", method="LatentClass", clusterer="k-modes", k="4")
    assert_sound(at)
    table, model = learned("LatentClass")
    by_distances = catviz.KModes(4, distances=model.geometry_, random_state=0).fit(table)
    assert shown(at, 0, "rows") == sizes_of(by_distances) != sizes_of(model)
    assert "probability" not in at.dataframe[0].value and len(k_boxes(at)) == 1


@pytest.mark.more
def test_a_clusterer_that_nobody_chose_follows_the_method():
    at = run("clusters", data="zoo")
    assert at.selectbox(key="clusterer").value == "k-modes"
    at.selectbox(key="method").set_value("LatentClass").run()
    assert at.selectbox(key="clusterer").value == OWN
    at = go(go(at, "methods"), "clusters")
    assert at.selectbox(key="clusterer").value == OWN and not notes(at)
    at.selectbox(key="clusterer").set_value("k-modes").run().run()
    assert at.selectbox(key="clusterer").value == "k-modes"
    at.selectbox(key="clusterer").set_value("k-means").run()
    for method in ("AhmadDey", "OCL"):
        at.selectbox(key="method").set_value(method).run()
        assert at.selectbox(key="clusterer").value == "k-means"


def test_a_link_restores_whose_clusters_are_shown():
    for clusterer in (OWN, "k-modes"):
        at = run("clusters", data="zoo", method="LatentClass", clusterer=clusterer, k="5")
        drawn = {key: text for key, (text, _) in at.session_state["_drawn"].items()}
        assert drawn["clusterer"] == clusterer and drawn["k"] == "5" and "LatentClass.n_clusters.value" not in drawn
        again = run("clusters", **{key: text for key, text in drawn.items() if isinstance(text, str)})
        assert not notes(again) and shown(again, 0, "rows") == shown(at, 0, "rows")


def test_there_is_one_number_of_clusters_for_all_methods_and_pages():
    at = run("values", data="zoo", method="LatentClass", second="OCL", **{"OCL.n_clusters.value": "5"})
    assert_sound(at)
    assert not notes(at) and [box.value for box in k_boxes(at)] == [5]
    at = go(at, "clusters")
    assert [box.value for box in k_boxes(at)] == [5] and len(shown(at, 0, "cluster")) == 5
    at.slider(key="k").set_value(3).run()
    at = go(at, "map", map="PCA", colour=CLUSTER_COLOURS)
    assert [box.value for box in k_boxes(at)] == [3] and len(set(coloured(at))) == 3
    assert [label for label in labels(at) if label.startswith("Classes: number")] == []


def test_the_number_that_bic_chooses_has_no_box():
    chosen = {"method": "LatentClass", "LatentClass.n_clusters": "bic", "LatentClass.n_init.value": "2"}
    at = run("clusters", data="toy_cos", **chosen)
    assert_sound(at)
    model = catviz.LatentClass("bic", n_init=2, random_state=0).fit(catviz.load_dataset("toy_cos"))
    assert not k_boxes(at)
    assert shown(at, 0, "rows") == sizes_of(model)
    at = run("clusters", data="toy_cos", clusterer="k-modes", k="2", **chosen)
    assert len(k_boxes(at)) == 1


@pytest.mark.parametrize(
    ("bic", "lowest", "near"),
    [
        ([110.0, 104.0, 101.5, 100.0, 103.0], "4 classes", ["3 classes"]),
        ([100.0, 102.0, 101.0], "1 class", ["2 classes", "3 classes"]),
        ([110.0, 100.0, 102.1], "2 classes", []),
    ],
)
def test_numbers_of_classes_whose_bic_is_hardly_higher_are_named(bic, lowest, near):
    found = findings.lowest(pd.DataFrame({"clusters": range(1, len(bic) + 1), "bic": bic}))
    assert found.startswith("BIC is lowest") and found.split("**")[1] == lowest
    assert [part.split("**")[0] for part in found.split("**")[3::2]] == near
    assert ("does not show" in found) == (lowest == "1 class")


@pytest.mark.parametrize(("data", "several"), [("monks1", True), ("voting", False)])
def test_solutions_that_fit_equally_well_are_several_where_their_shares_differ(data, several):
    at = run("clusters", data=data, method="LatentClass", k="2")
    spread = learned("LatentClass", data, 2)[1].share_spread_
    assert (spread > 0.05) == several == stated(at, in_percent(spread), "several")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ["LatentClass", "NDW"])
def test_the_runs_compared_are_those_of_the_method(name):
    at = finished(run("clusters", data="voting", method=name, k="3", section=STABLE))
    assert_sound(at)
    table, model = learned(name, "voting", 3)
    if "n_init" in type(model).parameters:
        model.set_params(n_init=1)
    expected = mean_agreement(repeated_labels(model, table, RUNS, 0), table.weights)
    assert number_of(at, "mean ARI of two runs") == f"{expected:.3g}"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("clusterer", [OWN, "k-modes"])
def test_the_test_is_that_of_the_clusters_shown(clusterer):
    at = finished(run("clusters", data="voting", method="COForest", clusterer=clusterer, k="2", section=REAL, most="3"))
    assert_sound(at)
    model = catviz.COForest(2, random_state=0)
    by = None if clusterer == OWN else clusterer
    found = catviz.structure_test(catviz.load_dataset("voting"), model, [2, 3], n_shuffles=19, clusterer=by)
    drawn = [array(t["y"]) for t in spec(at, figures(at) - 1)["data"] if t.get("name") == "this table"]
    expected = [each["observed"].tolist() for _, each in found.by_k.groupby("measure", sort=False)]
    assert len(expected) == (1 if clusterer == OWN else 2)
    np.testing.assert_allclose(np.array(drawn)[: len(expected)], expected, rtol=1e-6)


def test_methods_without_distances_have_no_test_of_distances_and_say_so():
    at = run("clusters", data="zoo", method="ROCK", k="4", section=REAL)
    assert_sound(at)
    assert any("uses no distances" in info.value for info in at.info)
    at = run("clusters", data="zoo", method="ROCK", section=STABLE)
    assert any("no random start" in info.value for info in at.info)


def test_the_rules_of_a_tree_are_those_that_make_its_clusters():
    at = run("clusters", data="zoo", method="SignificanceTree")
    assert_sound(at)
    _, model = learned("SignificanceTree")
    drawn = spec(at)
    rules = [" ".join(note["text"].split("<br>")) for note in drawn["layout"]["annotations"]]
    named = [name.strip("</b>").removeprefix("cluster ") for name in drawn["layout"]["yaxis"]["ticktext"]]
    sizes = dict(zip(map(int, named), array(drawn["data"][0]["x"]), strict=True))
    assert sizes == dict(enumerate(sizes_of(model), 1))
    assert [model.rules_[int(number) - 1] for number in named] == rules


def test_too_many_rows_for_a_method_without_distances_are_said():
    for page in ("clusters", "map"):
        at = run(page, data="nursery", method="ROCK", colour=CLUSTER_COLOURS)
        assert_sound(at)
        assert any(NOTHING in info.value and "2,000" in info.value for info in at.info)


def test_pages_without_clusters_say_that_they_show_another_method():
    for page, choices in (("values", {}), ("rows", {"map": "PCA"})):
        at = go(run("clusters", data="zoo", method="ROCK"), page, **choices)
        assert_sound(at)
        assert at.selectbox(key="method").value == "AhmadDey"
        assert any("“ROCK" in info.value for info in at.info)


def test_more_clusters_or_starts_are_said_to_take_longer():
    view, method = View("Zoo", catviz.load_dataset("zoo"), None, None, 0), catviz.method("LatentClass")
    seconds = seconds_to_learn(view, method)
    assert seconds_with(view, method, ()) == (seconds, seconds)
    assert seconds_with(view, method, (("n_clusters", 16), ("n_init", 10))) == pytest.approx((seconds, 2 * seconds))
    assert seconds_with(view, method, (("n_clusters", 4),)) == pytest.approx((seconds / 2, seconds / 2))
    adm = catviz.method("AhmadDey")
    assert seconds_with(view, adm, ()) == (seconds_to_learn(view, adm),) * 2
