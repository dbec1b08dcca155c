"""Numbers that were cut into ranges stay numbers where that is asked for, on Clusters, Rows and Values."""

import contextlib
import io

import numpy as np
import pytest
from scripted import assert_sound, run, stated, words
from test_clusters import shown
from test_orders import finished

import catviz
from catviz.table.uncut import cut_columns, variance_kept
from catviz.ui.widgets.kept_numbers import CUT, KEPT

DATA = {"data": "german_credit"}


def choices(at):
    return [w.key for w in at.get("button_group") if "numbers" in (w.key or "")]


def test_clusters_of_numbers_are_those_of_the_library_and_of_the_exported_code(files):
    cut = catviz.load_dataset("german_credit")
    table = catviz.with_numbers(cut)
    at = run("clusters", **DATA, method="Gower", clusterer="k-medoids", k="3")
    sizes = []
    for numbers, each in ((CUT, cut), (KEPT, table)):
        at = finished(run("clusters", **DATA, method="Gower", clusterer="k-medoids", k="3", numbers=numbers))
        assert_sound(at)
        model = catviz.KMedoidsCategorical(3, "Gower", n_init=10, random_state=0).fit(each)
        sizes.append(np.bincount(model.labels_).tolist())
        assert shown(at, 0, "rows") == sizes[-1]
    assert sizes[0] != sizes[1]
    assert "k-modes" not in at.selectbox(key="clusterer").options
    code = next(content().decode() for file, content in files.items() if file.endswith("-code.py"))
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, names)
    assert np.bincount(names["labels"])[1:].tolist() == sizes[1] and names["table"].numeric_names == cut_columns(cut)


def test_what_ranges_lose_is_said_before_the_choice():
    table = catviz.load_dataset("german_credit")
    shares = sorted(variance_kept(table, name) for name in cut_columns(table))
    at = run("values", **DATA, method="HVDM")
    assert stated(at, *cut_columns(table), f"{100 * shares[0]:.0f}", f"{100 * shares[-1]:.0f}")
    at = run("values", **DATA, method="HVDM", numbers=KEPT, column="duration")
    assert_sound(at)
    assert "duration" not in at.selectbox(key="column").options


@pytest.mark.one_in(3)
@pytest.mark.parametrize("query", [{"data": "zoo", "method": "Gower"}, {**DATA, "method": "ADM"}])
@pytest.mark.parametrize("page", ["clusters", "map", "values"])
def test_without_numbers_or_a_method_for_them_nothing_is_offered(page, query):
    assert not choices(run(page, **query, **({"map": "MDS"} if page == "map" else {})))


def test_rows_apart_by_numbers_are_apart_on_the_map_and_nothing_tests_them():
    table = catviz.with_numbers(catviz.load_dataset("german_credit"))
    at = run("map", **DATA, method="Gower", map="MDS", numbers=KEPT)
    assert_sound(at)
    assert choices(at)
    rows = len(table.unique_rows()[0])
    assert rows > len(catviz.load_dataset("german_credit").unique_rows()[0])
    assert f"{rows:,}" in "".join(str(chart.proto.spec) for chart in at.get("plotly_chart")) + words(at)
