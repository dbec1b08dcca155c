"""Everything leaves with you: the files that pages give away, what they hold, and code that runs."""

import contextlib
import io
import json

import numpy as np
import pandas as pd
import pytest
from files import UPLOADS
from public import not_public
from representatives import slow_but
from scripted import VIEWS, assert_sound, finished, moved_to, run, stated, words

import catviz
from catviz.export import spss
from catviz.reading.recipe import Recipe
from catviz.registry import methods
from catviz.ui.labels import RUN
from catviz.ui.lessons.lesson import Lesson
from catviz.ui.lessons.page import LESSONS, NOT_YET, guess_key
from catviz.ui.map.maps import OF_DISTANCES
from catviz.ui.state.uploads import Upload
from catviz.ui.state.view import cut

PAGES = ("columns", "values", "orders", "inside", "map", "clusters")


def only(files, ending):
    """The one file whose name ends so, as text."""
    (name,) = [name for name in files if name.endswith(ending)]
    return files[name]().decode()


def executed(code):
    """The names that code leaves behind, and what it prints; nothing of catviz in it is private."""
    assert not not_public(code)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, names)
    return names, out.getvalue()


def cells(text):
    return "\n".join("".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "code")


def csv(files, part):
    """The one CSV whose name holds this part, as a table of text."""
    (name,) = [name for name in files if part in name and name.endswith(".csv")]
    return pd.read_csv(io.BytesIO(files[name]()), dtype=str, keep_default_na=False)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", PAGES)
def test_every_file_of_a_page_is_what_it_says(files, page):
    assert_sound(run(page, data="voting"))
    endings = {name.rpartition(".")[2] for name in files}
    assert endings == {"html", "json", "csv", "parquet", "py", "ipynb", *(["sav"] if spss.is_available() else [])}
    assert all(name.startswith(f"catviz-voting-{VIEWS.get(page, (page,))[0]}-") for name in files)
    for name, make in files.items():
        content = make()
        if name.endswith("csv"):
            assert len(pd.read_csv(io.BytesIO(content)))
        elif name.endswith("parquet"):
            as_text = pd.read_csv(io.BytesIO(files[name.replace(".parquet", ".csv")]()))
            frame = pd.read_parquet(io.BytesIO(content))
            assert frame.shape == as_text.shape
        elif name.endswith("sav"):
            assert content.startswith(b"$FL2")
        elif name.endswith("html"):
            assert b"<h1>" in content and b"src=" not in content.partition(b"<script")[0] and len(content) > 1_000_000
        elif name.endswith("json"):
            held = json.loads(content)
            orders = name.endswith("orders-adm.json")
            assert list(held) == list(catviz.load_dataset("voting").attributes) if orders else held["data"]
    executed(only(files, "-code.py"))
    executed(cells(only(files, ".ipynb")))


def test_the_values_page_gives_distances_and_coordinates_of_both_methods(files):
    assert_sound(run("values", data="zoo", second="COS"))
    table = catviz.load_dataset("zoo")
    for name in ("adm", "cos"):
        learned = catviz.method(name).cls().fit(table)
        found = csv(files, f"distances-between-values-{name}")
        assert list(found.columns) == ["column", "value", "other", "distance", "power"]
        for _, (column, a, b, distance, _) in found.iterrows():
            assert float(distance) == learned.value_distances_[column].loc[a, b]
        assert len(found) == sum(v * v for v in learned.value_distances_.codebook.n_values)
        found = csv(files, f"coordinates-of-values-{name}")
        assert list(found.columns[:3]) == ["column", "value", "axis 1"]
        legs = found[found["column"] == "legs"].set_index("value")
        expected = learned.value_embedding_["legs"]
        np.testing.assert_allclose(legs.loc[expected.index, "axis 1"].astype(float), expected["axis 1"])
    names, out = executed(only(files, ".py"))
    assert type(names["learned"]).__name__ == "COS" and "catviz.AhmadDey()" in only(files, ".py")
    assert str(names["learned"].value_distances_[names["column"]].round(3)) in out


def test_the_code_restores_the_map(files):
    assert_sound(run("map", data="zoo", map="MDS", method="WCADO", seed="5"))
    names, _ = executed(only(files, ".py"))
    found = csv(files, "places-of-the-rows")
    np.testing.assert_allclose(found[["axis 1", "axis 2"]].astype(float), names["coordinates"], rtol=1e-5, atol=1e-6)
    assert found["group"].tolist() == catviz.load_dataset("zoo").target.tolist()


@pytest.mark.parametrize("page", ["map", "values", "inside"])
def test_the_code_leaves_missing_cells_out_of_the_axes_as_the_page_does(files, page):
    where = {"map": "MCA"} if page == "map" else {"method": "MCA", "look": "map of all values"}
    assert_sound(run(page, data="voting", **where, **{"MCA.na": "exclude"}))
    names, _ = executed(only(files, ".py"))
    assert names["learned"].na == "exclude"
    if page == "map":
        found = csv(files, "places-of-the-rows")[["axis 1", "axis 2"]].astype(float)
        np.testing.assert_allclose(found, names["coordinates"], rtol=1e-5, atol=1e-6)
    if page == "values":
        found = csv(files, "values-on-the-axes")
        assert set(found.loc[found["value"] == "(missing)", "role"]) == {"supplementary"}


@pytest.mark.parametrize("kind", ["MCA", "PCA"])
def test_the_code_says_how_well_the_map_keeps_neighbours(files, kind):
    at = run("map", data="zoo", map=kind, method="COS", seed="5")
    assert_sound(at)
    names, out = executed(only(files, ".py"))
    geometry = catviz.make("COS").fit(names["table"]).geometry_
    assert str(catviz.neighbour_preservation(geometry, names["table"], names["places"])) in out


def test_the_code_restores_a_map_that_was_waited_for(files):
    at = run("map", data="zoo", map="t-SNE", perplexity="12")
    for _ in range(100):
        if any("places-of-the-rows" in name for name in files):
            break
        at.run()
    names, _ = executed(only(files, ".py"))
    assert "perplexity=12" in only(files, ".py")
    found = csv(files, "places-of-the-rows")[["axis 1", "axis 2"]].astype(float)
    np.testing.assert_allclose(found, names["coordinates"], rtol=1e-3, atol=1e-3)


def test_the_code_restores_the_clusters(files):
    at = run("clusters", data="zoo", k="4", clusterer="k-means++", seed="3")
    assert_sound(at)
    names, out = executed(only(files, ".py"))
    assert csv(files, "with-their-cluster")["cluster"].astype(int).tolist() == names["labels"].tolist()
    assert "'adjusted_rand'" in out


@pytest.mark.parametrize("groups", ("class", "none", "hair"))
@pytest.mark.parametrize("missing", ("a value", "drop rows"))
def test_the_code_cuts_the_table_as_the_sidebar_does(files, groups, missing):
    data = "voting" if groups != "hair" else "zoo"
    out = ["crime"] if data == "voting" else ["legs"]
    shown = ["immigration"] if data == "voting" else ["tail"]
    weights = "none" if data == "voting" else "legs"
    at = run("columns", data=data, groups=groups, missing=missing, out=out, shown=shown, weights=weights)
    assert_sound(at)
    named = None if groups == "none" else groups
    how = (named, tuple(shown), tuple(out), None if weights == "none" else weights, missing == "drop rows")
    expected, _ = cut(catviz.load_dataset(data), *how)
    names, _ = executed(only(files, ".py"))
    assert names["table"].fingerprint == expected.fingerprint


@pytest.mark.parametrize("file", UPLOADS)
def test_the_code_reads_a_file_as_it_was_understood(files, file, tmp_path, monkeypatch):
    name = "own 'file.csv"
    (tmp_path / name).write_bytes(UPLOADS[file]())
    upload = Upload(name, UPLOADS[file]())
    guess = next(g for g in upload.inspected.columns if g.role == "category")
    upload.read((), Recipe().role(guess.name, "left out"))
    at = run("values", upload)
    assert_sound(at)
    assert "same folder" in words(at)
    monkeypatch.chdir(tmp_path)
    names, _ = executed(only(files, ".py"))
    assert names["table"].fingerprint == upload.table.fingerprint
    assert guess.name not in names["table"].attributes


@pytest.mark.parametrize("aside", [(), ("smell",)])
def test_the_code_has_columns_that_the_recipe_shows_only(files, aside, tmp_path, monkeypatch):
    cells = {"town": ["Bonn", "Ulm", "Kiel"] * 20, "sex": ["f", "m"] * 30, "age": ["old", "young", "old"] * 20}
    content = pd.DataFrame(cells | {"smell": ["none", "foul", "none", "none"] * 15}).to_csv(index=False).encode()
    (tmp_path / "own.csv").write_bytes(content)
    upload = Upload("own.csv", content)
    upload.read((), Recipe().role("sex", "shown only"))
    assert_sound(run("outcome", upload, groups="town", shown=list(aside)))
    monkeypatch.chdir(tmp_path)
    names, out = executed(only(files, ".py"))
    assert names["shown"].attributes == (*aside, "sex") and "sex" not in names["table"].attributes
    assert "sex" in out
    files.clear()
    assert_sound(run("outcome", upload, groups="sex", shown=list(aside)))
    names, out = executed(only(files, ".py"))
    assert names["table"].target_name == "sex" and names["table"].target.tolist() == cells["sex"]
    assert "sex" not in (*names["table"].attributes, *aside) and "town" in out


def test_a_page_without_a_figure_still_gives_its_rows_and_code(files):
    assert_sound(run("map", data="nursery", map="t-SNE"))
    assert len(csv(files, "the-rows")) == 12_960 and "row_map" not in only(files, ".py")


def lesson_files(files, lesson, guess, **query):
    """The files of a lesson once it has been worked out, while the sidebar has another table."""
    at = run("lessons", data="voting", lesson=lesson.key, **query, **{guess_key(lesson): guess})
    finished(at)
    files.clear()
    at.run()
    assert_sound(at)
    return at


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "lesson",
    slow_but([one for one in LESSONS if one.key != "perplexity"], [one for one in LESSONS if not one.of_many]),
    ids=lambda lesson: lesson.key,
)
def test_a_lesson_exports_its_own_table(files, lesson):
    cut_otherwise = {"groups": "none", "missing": "drop rows", "out": "crime", "weights": "none"}
    at = lesson_files(files, lesson, NOT_YET, **cut_otherwise)
    table = catviz.load_dataset(lesson.data)
    word = lesson.data.replace("_", "-")
    assert files and all(name.startswith(f"catviz-{word}-lessons-") for name in files)
    assert not [name for name in files if "distances" in name and name.endswith("csv")]
    own = csv(files, "the-rows")
    assert len(own) == len(table) and set(table.attributes) <= set(own)
    names, _ = executed(only(files, "-code.py"))
    assert names["table"].fingerprint == table.fingerprint
    assert stated(at, "This page", catviz.dataset_info(lesson.data).title)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "lesson", [one for one in LESSONS if type(one).export is not Lesson.export], ids=lambda o: o.key
)
def test_the_code_of_a_lesson_works_out_what_it_shows(files, lesson):
    lesson_files(files, lesson, lesson.options[0])
    assert any(name.endswith(".html") for name in files)
    names, printed = executed(only(files, "-code.py"))
    assert names["table"].fingerprint == catviz.load_dataset(lesson.data).fingerprint and printed
    if lesson.key in ("one-hot", "two p"):
        own = csv(files, "accuracies-on-each-split")
        found = names["runs"].set_index(["encoding", "classifier", "repeat"])["accuracy"].sort_index()
        own = own.astype({"repeat": int}).set_index(found.index.names)["accuracy"].astype(float).sort_index()
        pd.testing.assert_series_equal(own, found, check_dtype=False)
    else:
        short = next(m.short for m in methods() if m.cls is type(names["learned"]))
        last = "tave-equally-near-rows-sha" if lesson.key == "ties" else short.lower()
        assert lesson.key != "ties" or len(csv(files, "distances-between-values-tave-equally-near-rows-the"))
        distances = csv(files, f"distances-between-values-{last}")
        a, b, there = distances.loc[0, ["value", "other", "distance"]]
        learned = names["learned"].value_distances_[distances.loc[0, "column"]]
        assert learned.loc[a, b] == pytest.approx(float(there))


def test_start_exports_the_table_it_shows(files):
    assert_sound(run("start", data="voting"))
    assert all(name.startswith("catviz-mushroom-start-") for name in files)
    assert len(csv(files, "the-rows")) == len(catviz.load_dataset("mushroom"))
    names, _ = executed(only(files, "-code.py"))
    assert names["a"] == "almond" and names["table"].n_rows == 8124


def test_another_page_gives_away_what_is_its_own(files):
    at = run("values", data="zoo")
    files.clear()
    moved_to(at, "columns")
    assert_sound(at)
    assert all("catviz-zoo-columns-" in name for name in files)


# what should not matter


def checked(at):
    """The page after its check of what should not matter."""
    next(b for b in at.button if b.label == "Check on this table").click().run()
    for _ in range(100):
        if "as expected" in words(at):
            break
        at.run()
    assert_sound(at)


def test_badges_are_declared_first_and_checked_when_asked():
    at = run("values", data="zoo")
    assert_sound(at)
    assert "Renaming the values" in words(at) and "as expected" not in words(at)
    checked(at)
    assert stated(at, "Renaming the values", "as expected") and stated(at, "Adding a column", "0.938", "as expected")
    assert not [b for b in at.button if b.label == "Check on this table"]


@pytest.mark.parametrize("data, n", [("breast_cancer_ljubljana", 200), ("balloons", 20)])
def test_a_method_with_distances_of_rows_only_says_how_many_rows_were_compared(data, n):
    at = run("map", data=data, map=OF_DISTANCES, method="JiaDistance")
    checked(at)
    assert stated(at, "Compared", f"{n} rows", "one permutation")


def test_what_does_not_hold_is_orange_with_its_number_and_why():
    at = run("values", data="balloons", method="MCA")
    checked(at)
    badge = next(m for m in at.markdown if "Adding a column" in m.value)
    assert "orange-badge" in badge.value and "100\u00a0%" in badge.value and "expected: " in badge.value
    assert "equally good directions" in badge.help
    assert "green-badge" in next(m for m in at.markdown if "Shuffling the rows" in m.value).value


USUAL, CHOSEN = "usual ones", "chosen by cross-validation"


@pytest.mark.parametrize(
    ("weighted", "tuning"), [(False, CHOSEN), (True, USUAL), pytest.param(True, CHOSEN, marks=pytest.mark.slow)]
)
def test_classify_gives_its_accuracies_and_the_code_that_finds_them(files, tmp_path, monkeypatch, weighted, tuning):
    choices = {"splits": "2", "seed": "3", "training": "60", "neighbours": "3", "tuning": tuning}
    if weighted:
        rng = np.random.default_rng(0)
        frame = catviz.load_dataset("zoo").to_pandas().astype(str).assign(weight=rng.integers(1, 6, 101))
        upload = Upload("own.csv", frame.to_csv(index=False).encode())
        (tmp_path / "own.csv").write_bytes(upload.data)
        monkeypatch.chdir(tmp_path)
        at = run("predict", upload, groups="legs", weights="weight", **choices)
    else:
        at = run("predict", data="zoo", classifiers=["coupled centroids", "decision tree"], **choices)
    for start in [button for button in at.button if button.label == RUN and not button.disabled]:
        start.click().run()
    finished(at)
    assert_sound(at)
    keys = ["classifier", "encoding", "repeat"]
    shown = csv(files, "accuracies-on-each").astype({"repeat": int, "accuracy": float}).set_index(keys)["accuracy"]
    names, _ = executed(only(files, ".py"))
    again = names["runs"].set_index(keys)["accuracy"]
    pd.testing.assert_series_equal(shown.sort_index(), again.sort_index())
    assert len(shown) == (8 if weighted else 6)


@pytest.mark.parametrize("method", ["AhmadDey", "LatentClass"])
def test_the_code_for_clusters_prints_the_weighted_sizes_that_the_page_shows(files, tmp_path, monkeypatch, method):
    frame = catviz.load_dataset("zoo").to_pandas().astype(str)
    frame["weight"] = np.random.default_rng(0).integers(1, 6, len(frame))
    upload = Upload("own.csv", frame.to_csv(index=False).encode())
    (tmp_path / "own.csv").write_bytes(upload.data)
    monkeypatch.chdir(tmp_path)
    at = run("clusters", upload, weights="weight", k="3", method=method)
    assert_sound(at)
    shown = next(table.value for table in at.dataframe if {"cluster", "rows"} <= set(table.value))
    names, out = executed(only(files, ".py"))
    sizes = pd.Series(names["table"].row_weights).groupby(names["labels"]).sum()
    assert sizes.tolist() == shown["rows"].tolist() and sum(shown["rows"]) == frame["weight"].sum()
    assert str(sizes.rename_axis("cluster")) in out
