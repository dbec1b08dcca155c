"""The Clusters page: what sets clusters apart, whether they match and come back, and the test against chance."""

import contextlib
import io
import re

import numpy as np
import pandas as pd
import pytest
from scripted import (
    NOTHING,
    SCRIPTS,
    assert_shows_something,
    assert_sound,
    awaited,
    figures,
    notes,
    run,
    spec,
    stated,
    words,
)
from streamlit.testing.v1 import AppTest
from test_orders import finished
from test_rows import array

import catviz
from catviz.analysis import metrics
from catviz.analysis.baseline_scores import baselines, mean_by_chance
from catviz.analysis.stability import co_assignment, repeated_labels
from catviz.clustering.by_name import CLUSTERERS
from catviz.plots import clusters as draw
from catviz.plots.clusters import cluster_name
from catviz.plots.colours import LIGHT
from catviz.registry import DEFAULT, methods
from catviz.table.categorical import CategoricalTable
from catviz.ui.clusters import described, questions
from catviz.ui.labels import AGAINST, CLUSTER_COLOURS, PROFILES, REAL, STABLE
from catviz.ui.text import in_percent, plain
from catviz.ui.widgets import charts, structure
from catviz.ui.widgets.cluster_findings import LITTLE, RUNS
from catviz.words.clusters import structure_in_words
from catviz.words.comparison import baselines_in_words

STARTED = [name for name, c in CLUSTERERS.items() if c.starts]


def fitted(data, name, k, method=DEFAULT):
    """The clusters the page should show."""
    table = catviz.load_dataset(data)
    geometry = catviz.method(method).cls().fit(table).geometry_
    return table, CLUSTERERS[name].unfitted(geometry, k, 10, 0).fit(table)


def shown(at, number, column):
    """A frame of the page by its place; its column."""
    return at.dataframe[number].value[column].tolist()


def number_of(at, label):
    return next(m.value for m in at.metric if m.label == label)


def heat_map(at):
    """Rows, columns and hover texts of the heat map, the last figure."""
    made = spec(at, figures(at) - 1)
    layout, trace = made["layout"], made["data"][0]
    return layout["yaxis"]["ticktext"], layout["xaxis"]["ticktext"], trace["text"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", CLUSTERERS)
@pytest.mark.parametrize(("data", "k"), [pytest.param("voting", 2, marks=pytest.mark.slow), ("zoo", 7)])
def test_every_clusterer_shows_its_own_clusters(data, k, name):
    at = run("clusters", data=data, clusterer=name)
    assert_shows_something(at)
    assert not notes(at) and at.selectbox(key="clusterer").value == name
    table, model = fitted(data, name, k)
    sizes = np.bincount(model.labels_, minlength=k)
    assert shown(at, 0, "rows") == sizes[sizes > 0].tolist()
    at = run("clusters", data=data, clusterer=name, section=AGAINST)
    scores = metrics.scores(table.target, model.labels_)
    assert number_of(at, "ARI") == f"{scores['adjusted_rand']:.3f}"
    assert number_of(at, "accuracy") == in_percent(scores["accuracy"], 1)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", {(m.family, m.cls.uses_target): m.name for m in methods() if m.has_values}.values())
def test_clusters_under_every_method(name):
    at = run("clusters", data="breast_cancer_ljubljana", method=name)
    assert figures(at) == 3
    at = run("clusters", data="breast_cancer_ljubljana", method=name, section=AGAINST)
    assert_shows_something(at)
    scored = "accuracy" in {m.label for m in at.metric}
    assert scored is not catviz.method(name).cls.uses_target
    assert ("supervised" in words(at)) is not scored


def test_the_numbers_of_a_profile_are_those_of_the_table():
    at = run("clusters", data="zoo", clusterer="hierarchical", k="5")
    table, model = fitted("zoo", "hierarchical", 5)
    milk = table.to_pandas()["milk"].astype(str).to_numpy() == "yes"
    cluster = np.bincount(model.labels_[milk]).argmax()
    inside = model.labels_ == cluster
    n, m = int((milk & inside).sum()), int(inside.sum())
    lift = (n / m) / (milk.sum() / len(milk))
    own = f"**cluster {cluster + 1}**"
    line = next(line for line in words(at).splitlines() if own in line and "lift" in line).replace("\\", "")
    assert f"milk = yes ({n} of {m}, lift {lift:.3g})" in line
    rows, _, hover = heat_map(at)
    cell = hover[rows.index("milk = yes")][cluster]
    assert cell.startswith(f"{n} of the {m} rows of cluster {cluster + 1}")
    assert f"lift {lift:.3g}" in cell


def test_the_table_shown_is_the_contingency_with_matched_pairs_on_the_diagonal():
    at = run("clusters", data="zoo", section=AGAINST)
    table, model = fitted("zoo", "k-modes", 7)
    counts = metrics.contingency(table.target, model.labels_)
    groups, clusters = np.unique(table.target.astype(str)), np.unique(model.labels_)
    rows, columns, hover = heat_map(at)
    places = {text.split(" (")[0]: i for i, text in enumerate(rows)}
    for i, group in enumerate(groups):
        for j, cluster in enumerate(clusters):
            column = [c.split("<br>")[0] for c in columns].index(str(cluster + 1))
            assert hover[places[group]][column].startswith(f"{counts[i, j]} of the {counts[i].sum()} rows of {group}")
    layout = spec(at)["layout"]
    framed = [(round(s["y0"] + 0.5), round(s["x0"] + 0.5)) for s in layout["shapes"]]
    assert [c.split("<br>")[0] for c in columns] == [str(k + 1) for k in clusters] and framed == sorted(framed)
    assert len({i for i, _ in framed}) == len({j for _, j in framed}) == len(framed)
    printed = {(a["y"], a["x"]): int(a["text"]) for a in layout["annotations"]}
    right = sum(printed[place] for place in framed)
    assert right / len(table) == pytest.approx(metrics.accuracy(counts))
    chance = baselines_in_words(baselines(table.target, model.labels_))
    assert "41\u00a0%" in chance and words(at).count(chance) == 1
    by_chance = mean_by_chance("normalized_mutual_info", table.target, model.labels_)
    assert stated(at, "NMI", f"{by_chance:.3f}") and stated(at, f"{right} of {len(table)} rows")


@pytest.mark.parametrize("name", STARTED)
def test_tries_from_other_starts_are_compared(name):
    at = finished(run("clusters", data="zoo", clusterer=name, section=STABLE))
    assert figures(at) == 1 and spec(at)["data"][0]["type"] == "heatmap"
    agreement = number_of(at, "mean ARI of two runs")
    assert 0 < float(agreement) <= 1
    assert stated(at, "10 starts") and stated(at.run(), "20 runs", agreement)


def test_a_stopped_run_counts_the_tries_it_made(monkeypatch):
    alts = []
    monkeypatch.setattr(questions, "_repeated_runs", lambda found, report: three_runs(found.view.table, found.k))
    monkeypatch.setattr(charts, "show", lambda figure, key, alt, *rest, **named: alts.append(alt))
    finished(run("clusters", data="zoo", seed="91", section=STABLE))
    assert any("3 runs" in alt for alt in alts)


def three_runs(table, k):
    return co_assignment(table, repeated_labels(catviz.KModes(k, n_init=1), table, 3))


@pytest.mark.more
def test_the_clusters_are_tested_for_the_method_and_clusterer_chosen():
    at = finished(run("clusters", data="zoo", method="ADM", clusterer="k-medoids", section=REAL, most="3"))
    shown = str({t.get("name") for t in spec(at, figures(at) - 1)["data"]})
    assert all(name in shown for name in ("5\\xa0% to 95\\xa0%", "'this table'", "known classes"))
    table = catviz.load_dataset("zoo")
    found = catviz.structure_test(table, "ADM", range(2, 4), clusterer="k-medoids")
    beyond = catviz.structure_test(table, "ADM", range(2, 4), clusterer="k-medoids", null="one factor")
    assert found.significant and plain(structure_in_words(found, beyond), 1800) in words(at)
    assert "cluster better" in words(at) and "No cluster structure" not in words(at)


def test_a_silhouette_of_rows_drawn_is_said_to_be_one():
    for distinct, drawn in ((2000, False), (2001, True)):
        at = AppTest.from_function(read, args=(distinct,)).run()
        assert stated(at, "k = 3", "0.9") and stated(at, "k = 3", "0.9", "2,000") == drawn
        assert words(at).count("Trying several") == 1


def read(distinct):
    """What a page says of a significant test of so many distinct rows."""
    import numpy as np
    import pandas as pd

    from catviz.analysis.shuffles import ShuffleTest
    from catviz.ui.widgets import structure

    index = pd.MultiIndex.from_tuples([("silhouette", 2), ("silhouette", 3)], names=["measure", "k"])
    shuffled = pd.DataFrame(np.random.default_rng(0).uniform(0.0, 0.1, (39, 2)), columns=index)
    structure._reading(ShuffleTest(pd.Series([0.5, 0.9], index), shuffled, 99), distinct, lambda: None)


def test_a_link_with_the_older_name_of_a_section_opens_it():
    at = run("clusters", data="zoo", section="How many, and are they real?")
    assert_sound(at)
    assert not notes(at) and at.session_state["section"] == REAL


def test_a_table_without_structure_is_not_called_structured():
    at = finished(run("clusters", data="monks1", method="Hamming", section=REAL, most="2"))
    assert "No cluster structure" in words(at) and "cluster better" not in words(at)
    described = at.segmented_control(key="section").set_value(PROFILES).run()
    assert stated(described, "No cluster structure", "rules"), "the clusters shown are those tested"
    untested = run("clusters", data="monks1", method="Hamming", section=PROFILES, most="3")
    assert "No cluster structure" not in words(untested)


def test_hierarchical_clusters_have_no_starts_but_a_silhouette(monkeypatch):
    monkeypatch.setattr(structure, "SHUFFLES", 19)
    at = finished(run("clusters", data="zoo", clusterer="hierarchical", section=STABLE))
    assert len(at.info) == 1 and not figures(at)
    at = finished(run("clusters", data="zoo", clusterer="hierarchical", section=REAL, most="2"))
    axes = spec(at, figures(at) - 1)["layout"]
    assert axes["yaxis"]["title"]["text"] == "mean silhouette" and "yaxis2" not in axes


def test_without_known_groups_nothing_speaks_of_them():
    for section in (PROFILES, STABLE, REAL):
        at = run("clusters", data="voting", groups="none", section=section, most="3")
        assert_sound(at)
        assert not notes(at)
        assert not {"accuracy", "ARI", "NMI"} & {m.label for m in at.metric}
        assert "accuracy" not in words(at) and "known classes" not in words(at)
    assert notes(run("clusters", data="voting", groups="none", section=AGAINST))


def test_too_many_rows_for_a_clusterer_is_said_with_a_remedy():
    at = run("clusters", data="nursery", method="Hamming", clusterer="spectral")
    assert_sound(at)
    assert not figures(at) and NOTHING in words(at) and "12,960 distinct rows" in words(at)
    next(b for b in at.button if b.label == "k-modes").click().run()
    assert_shows_something(at)
    assert figures(at) and at.selectbox(key="clusterer").value == "k-modes"


def test_the_same_is_said_on_the_page_that_compares():
    asked = {"tables": ["Nursery"], "methods": [catviz.method("Hamming").title]}
    at = run("methods", data="nursery", clusterer="hierarchical", **asked)
    assert_sound(at)
    assert any("at most 6,000" in i.value for i in at.info)


def test_one_cluster_and_clusters_without_rows():
    at = run("clusters", data="voting", k="1")
    assert_sound(at)
    assert any("choose more clusters" in i.value for i in at.info) and number_of(at, "silhouette") == "–"
    at = run("clusters", data="toy_movie", method="Hamming", k="6", clusterer="k-modes")
    assert_shows_something(at)


def test_columns_shown_only_are_profiled_but_shape_no_cluster():
    at = run("clusters", data="mushroom", shown=["odor"], k="4")
    assert_shows_something(at)
    rows = heat_map(at)[0]
    assert {row.startswith("odor = ") for row in rows if row.endswith(" (shown only)")} == {True}
    assert {row.startswith("odor = ") for row in rows if not row.endswith(" (shown only)")} == {False}
    assert stated(at, draw.SHOWN_ONLY, "not a test", "odor", "5\u00a0%")
    said = words(at).replace("\\", "").splitlines()
    lines = [line.split("; shown only: ") for line in said if line.startswith("- **cluster")]
    assert any(len(line) == 2 for line in lines)
    for made_by, *beside in lines:
        assert "odor = " not in made_by and all("odor = " in part for part in beside)


def test_a_column_that_keeps_chosen_rows_is_not_said_to_have_made_the_clusters():
    voting = catviz.load_dataset("voting").to_pandas()
    table = CategoricalTable.from_pandas(voting.iloc[:, :6])
    kept = CategoricalTable.from_pandas(pd.DataFrame({"mine": np.where(table.codes[:, 3] == 1, "chosen", "others")}))
    at = AppTest.from_function(profiled, args=(table, kept)).run()
    assert not at.exception
    said = words(at).replace("\\", "")
    assert stated(at, draw.SHOWN_ONLY, "not a test", "Not tested", "mine") and not stated(at, "not a test", "5\u00a0%")
    lines = [line for line in said.splitlines() if line.startswith("- **cluster")]
    assert any("; shown only: mine = " in line for line in lines)
    assert not any("mine = " in line.split("; shown only: ")[0] for line in lines)


def profiled(table, kept):
    """The profiles of two clusters, with a column that keeps chosen rows shown only."""
    from unittest.mock import PropertyMock, patch

    import catviz
    from catviz.ui.clusters import described
    from catviz.ui.state import session
    from catviz.ui.state.learned import learn
    from catviz.ui.state.view import View
    from catviz.ui.widgets import cluster_findings, clustering, panels

    session.FIGURES.put({})
    view = View("mine", table, kept, None, 0)
    with patch.object(View, "kept_selections", new_callable=PropertyMock, return_value=("mine",)):
        learned = learn(view, catviz.method("ADM"), ())
        found = clustering.fitted(view, learned, "k-modes", 2)
        described.profiles(found)
        described.details(found)
        panels.chips(cluster_findings.what_is_tested(found))


def test_columns_shown_only_are_not_tested_where_the_method_knew_the_classes():
    """Under MVDM a column related to the classes alone came out in 20 % of 300 tables."""
    at = run("clusters", data="mushroom", shown=["odor"], method="MVDM", k="2")
    assert stated(at, "not a test", "not tested", "known classes") and not stated(at, "not a test", "5\u00a0%")


def test_a_link_that_asks_for_what_is_not_here_falls_back_with_a_note():
    for key, text in (("clusterer", "no_such"), ("section", "no_such"), ("k", "1000")):
        at = run("clusters", **{"data": "voting", key: text})
        assert_shows_something(at)
        assert notes(at)


def test_labels_with_markup_are_escaped_in_both_figures():
    bad = "<b id='injected'>&amp;</b>"
    table = CategoricalTable.from_pandas(pd.DataFrame({bad: [bad, "b"] * 10}))
    made = [
        draw.cluster_profiles(table, np.arange(20) % 2 + 1, theme=LIGHT),
        draw.matched(pd.DataFrame([[3, 1]], [bad], [2, 1]), [(0, 0)], LIGHT),
    ]
    for figure in made:
        texts = [*figure.layout.yaxis.ticktext, *np.ravel(figure.data[0].text)]
        assert any("injected" in text for text in texts)
        assert not [text for text in texts if "<b" in text.replace("<br>", "") or "&amp;</b" in text]


# on the map of the rows

HOW = [
    ({"method": "TAVE", "TAVE.damping.value": "0.5"}, "k-means++", 4, 0),
    ({"method": "OCL", "OCL.n_clusters.value": "2"}, "k-modes", 3, 5),
    ({"method": "WCADO", "WCADO.beta": "offdiag"}, "hierarchical", 5, 0),
    ({"method": "MCA", "MCA.n_components.value": "1"}, "k-modes", 6, 3),
    ({"method": "MVDM"}, "k-medoids", 2, 0),
]


def coloured(at):
    """The cluster's name of each distinct row in the first map."""
    names = {}
    for trace in spec(at)["data"]:
        names |= dict.fromkeys(array(trace["customdata"]).astype(int).tolist(), trace["name"])
    return [names[i] for i in sorted(names)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("query", "clusterer", "k", "seed"), HOW)
def test_the_map_of_the_rows_shows_the_clusters_of_the_page_clusters(query, clusterer, k, seed, monkeypatch):
    found = []
    monkeypatch.setattr(described, "offer_clusters", found.append)
    how = {"data": "voting", "clusterer": clusterer, "k": str(k), "seed": str(seed)} | query
    at = run("clusters", **how)
    assert_sound(at)
    assert not notes(at)
    _, first = found[0].view.table.unique_rows()
    expected = [f"cluster {c}" for c in found[0].labels[np.unique(first, return_index=True)[1]]]
    button = next(b for b in at.button if b.label == "See them on a map of the rows")
    followed = button.click().run().switch_page(f"{SCRIPTS}/map.py").run()
    for page in (followed, *(run("map", colour=CLUSTER_COLOURS, map=kind, **how) for kind in ("MCA", "PCA"))):
        assert_shows_something(page)
        assert not notes(page)
        assert coloured(page) == expected and len(set(expected)) > 1
        assert stated(page, clusterer, catviz.method(query["method"]).title, "Clusters")


def test_a_clusterer_that_cannot_take_so_many_rows_says_so_on_the_map():
    at = run("map", data="mushroom", colour=CLUSTER_COLOURS, clusterer="hierarchical")
    assert_shows_something(at)
    assert "takes at most" in words(at) and set(coloured(at)) == {"not clustered"}


def test_bic_chooses_the_number_of_latent_classes():
    chosen = {"method": "LatentClass", "LatentClass.n_init.value": "2", "section": REAL, "most": "2"}
    at = run("clusters", data="toy_cos", **chosen)
    awaited(at, lambda at: not at.get("progress") or "BIC is lowest" in words(at))
    assert_sound(at)
    model = catviz.LatentClass("bic", n_init=5, random_state=0).fit(catviz.load_dataset("toy_cos"))
    assert stated(at, "BIC is lowest", f"{model.n_clusters_} class{'es' * (model.n_clusters_ > 1)}")
    bars = next(trace for i in range(figures(at)) for trace in spec(at, i)["data"] if "BIC" in str(trace))
    np.testing.assert_allclose(array(bars["y"]), model.criteria_["bic"], rtol=1e-6)


def test_the_number_of_rules_follows_that_of_clusters_until_it_is_chosen():
    at = run("clusters", data="voting", k="2")
    before = at.slider(key="rules").value
    at = at.slider(key="k").set_value(7).run()
    fresh = run("clusters", data="voting", k="7")
    assert at.slider(key="rules").value == fresh.slider(key="rules").value != before
    assert "rules" not in at.query_params
    at = at.slider(key="rules").set_value(3).run()
    assert at.slider(key="k").set_value(4).run().slider(key="rules").value == 3


def test_the_clusters_as_rules(files):
    at = run("clusters", data="zoo", clusterer="hierarchical", k="4", section="As rules")
    assert_shows_something(at)
    table, model = fitted("zoo", "hierarchical", 4)
    found = catviz.rules(table, model.labels_ + 1)
    for line in found.rules.itertuples():
        assert f"**cluster {line.label}**: {plain(line.rule, 600)} ({line.right} of {line.rows} rows)" in words(at)
    assert plain(found.conclusion("cluster", cluster_name), 600) in words(at) and "More rules" not in words(at)
    (name,) = [name for name in files if "rules-of-the-clusters" in name and name.endswith(".csv")]
    assert set(pd.read_csv(io.BytesIO(files[name]()))["rule"]) == set(found.rules["rule"])
    (name,) = [name for name in files if name.endswith("-code.py")]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(files[name]().decode(), {})
    assert str(found) in out.getvalue()
    at = run("clusters", data="zoo", k="7", section="As rules", rules="3", names=["1:milk givers"])
    assert "**milk givers**: " in words(at) and "More rules" in words(at)
    assert at.slider(key="rules").value == 3


@pytest.mark.parametrize(("data", "differ"), [("tic_tac_toe", True), ("voting", False)])
def test_starts_that_find_different_clusters_are_pointed_out_with_the_number_of_the_other_section(data, differ):
    at = run("clusters", data=data)
    assert_sound(at)
    assert stated(at, f"{RUNS} runs", "little") == differ
    asked = finished(run("clusters", data=data, section=STABLE))
    mean = number_of(asked, "mean ARI of two runs")
    assert stated(at, f"{RUNS} runs", mean) == differ == (float(mean) < LITTLE)


def test_confusions_name_class_rows_and_cluster_in_this_order():
    table, model = fitted("voting", "k-modes", 2)
    counts = metrics.contingency(table.target, model.labels_)
    own = dict(zip(*metrics.matching(counts), strict=True))[1]
    at = run("clusters", data="voting", section=AGAINST)
    assert stated(at, f"democrat: {counts[0, own]} rows", f"cluster {own + 1}", "republican")


def test_a_cluster_without_a_class_says_why_and_no_confusion_is_left_out():
    found = words(run("clusters", data="zoo", section=AGAINST))
    right = int(re.search(r"\((\d+) of 101 rows\)", found)[1])
    none = r"- (\w+): \d+ rows in cluster \d .* no class, .* \1 .* cluster \d"
    assert re.search(none, found)
    apart = [int(n) for n in re.findall(r"^- [^:]+: (\d+) rows?", found, re.MULTILINE)]
    assert len(apart) > 3 and sum(apart) == 101 - right
