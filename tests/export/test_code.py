"""The code for what is seen: scripts and notebooks that run, whatever columns, values and files are called."""

import ast
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from public import not_public
from survey import EVERY_STEP, SURVEY

import catviz
from catviz.clustering.by_name import CLUSTERERS
from catviz.export import code as scripts
from catviz.export import figure_code
from catviz.export.code import Piece, Source
from catviz.plots.colours import LIGHT
from catviz.reading.recipe import Recipe

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

ROOT = Path(__file__).resolve().parents[2]
METHODS = [m for m in catviz.methods() if m.has_values]


def run(pieces):
    """The names that a script of these pieces leaves behind."""
    names = {}
    exec(scripts.script(pieces), names)
    return names


def run_cells(text):
    """The names that a notebook leaves behind, cell after cell."""
    names = {}
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    return names


def zoo(**cut):
    return scripts.load(Source("zoo", own_target="class", **{"target": "class", **cut}))


EVERY = [
    zoo(),
    scripts.learn("AhmadDey", {"na": "exclude"}, True),
    scripts.values("legs", "2", "4"),
    scripts.sureness("legs", "2", "4"),
    scripts.orders(),
    scripts.row_map("MDS", 3),
    scripts.clusters("k-medoids", 3, 2, 1, True),
    scripts.structure(3, "k-modes", 19, 1, 4, False, 5000),
    scripts.association("NMI"),
]


def test_a_script_runs_by_itself_and_prints_what_the_library_says(tmp_path):
    file = tmp_path / "code.py"
    file.write_text(scripts.script(EVERY), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, file], env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    learned = catviz.AhmadDey(na="exclude").fit(catviz.load_dataset("zoo"))
    assert str(learned.value_distances_["legs"].round(3)) in done.stdout
    assert str(learned.geometry_.order().labels("legs")) in done.stdout
    assert "'adjusted_rand'" in done.stdout


OTHERS = [
    zoo(own_order=(("bird", "fish"), True), target="legs", weights="tail", survey=True, shown=("fins",)),
    zoo(own_order=(("bird",), False), target="legs", target_by_recipe=True, shown=("fins",), shown_by_recipe=True),
    zoo(sample=10, columns=("legs",)),
    scripts.learn("MTDLE", {}, False),
    scripts.correspondence(True),
    scripts.neighbours_kept(1, scripts.learn("MCA", {}, False), all_axes=True),
    scripts.own_clusters(True, True),
    *(scripts.clusters(name, 3, 2, 1, True) for name in CLUSTERERS),
    scripts.rules(5),
    scripts.splits({"OneHot": {}, "AhmadDey": {}}, ["nearest neighbours"], {"tuned": True}, 50, 2, 0.5, 1),
    scripts.outcome("class", 1, True, order=(("bird", "fish"), True)),
    scripts.crosstab("legs", "class", 1, True, order=(("bird", "fish"), True)),
    scripts.crosstab("legs", "class", 1, False, sampled=["legs"]),
    *(figure_code.call(getattr(catviz.plots, name), figure_code.Named("learned")) for name in catviz.plots.__all__),
    figure_code.call(
        catviz.plots.mca_map,
        figure_code.Named("learned"),
        figure_code.Named(f"replace({scripts.JOINED}, target=None)", imports=(scripts.REPLACE,)),
        axes=(1, 3),
        title="t",
    ),
]


def test_exported_code_has_public_names_only():
    makers = {
        name
        for name, function in inspect.getmembers(scripts, inspect.isfunction)
        if function.__module__ == scripts.__name__ and inspect.signature(function).return_annotation == "Piece"
    }
    listed = inspect.getsource(sys.modules[__name__])
    missing = [name for name in makers if f".{name}(" not in listed and not name.startswith("_")]
    assert len(makers) > 12 and not missing, f"no code of these is looked at: {missing}"
    for piece in (*EVERY, *OTHERS):
        assert isinstance(piece, Piece) and not not_public(scripts.script([piece])), piece.code
    assert not_public("from catviz.table.joined import join_columns\ncatviz.plots.style\ncatviz.COD()") == [
        "catviz.table.joined.join_columns",
        "catviz.plots.style",
    ]


def test_the_code_of_a_figure_draws_the_figure_of_the_page():
    learned = catviz.MCA().fit(catviz.load_dataset("zoo"))
    named = figure_code.Named("learned", learned)
    for function, *given in (
        (catviz.plots.heat_map, "legs"),
        (catviz.plots.breakdown, "legs", "2", "4"),
        (catviz.plots.scree, (1, 3), "Benzecri"),
    ):
        made, piece = figure_code.draw(function, named, *given, theme=LIGHT)
        names = {"catviz": catviz, "learned": learned}
        exec(piece.code, names)
        assert names["figure"].data == made.data and made.layout.paper_bgcolor != LIGHT.paper


def test_arguments_that_are_defaults_or_of_the_page_alone_are_not_written():
    named, page = figure_code.Named("learned"), figure_code.Named(None, "light")
    code = figure_code.call(catviz.plots.heat_map, named, "legs", pair=("2", "4"), tree=False, order=page).code
    assert code.splitlines()[0] == "figure = catviz.plots.heat_map(learned, 'legs', pair=('2', '4'))"


def test_the_cells_of_a_notebook_run_in_their_order(capsys):
    text = scripts.notebook(EVERY)
    names = run_cells(text)
    table = catviz.load_dataset("zoo")
    learned = catviz.AhmadDey(na="exclude").fit(table)
    places = catviz.row_map(learned.geometry_, table, "MDS", random_state=3)
    np.testing.assert_array_equal(names["coordinates"], places.coordinates[places.inverse])
    found = CLUSTERERS["k-medoids"].unfitted(learned.geometry_, 3, 2, 1).fit(table)
    np.testing.assert_array_equal(names["labels"], found.labels_ + 1)
    method = catviz.AhmadDey(na="exclude")
    tested = catviz.structure_test(table, method, [2, 3], n_shuffles=19, n_init=1, random_state=4)
    assert names["tested"].by_k.equals(tested.by_k)
    assert "mammal" not in text  # a notebook holds no data


def test_a_notebook_has_the_form_that_jupyter_asks_for():
    content = json.loads(scripts.notebook(EVERY))
    assert (content["nbformat"], content["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in content["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-zA-Z0-9-_]{1,64}", i) for i in ids)
    for cell in content["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        code = {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        assert set(cell) == wanted | code and isinstance(cell["source"], list)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_every_method_is_learned_as_by_hand(method, capsys):
    cls = method.cls
    given = {"n_clusters": 2, "random_state": 7}
    given = {name: value for name, value in given.items() if name in cls().get_params()}
    table = catviz.load_dataset("toy_movie")
    assert table.target is not None
    names = run(
        [
            scripts.load(Source("toy_movie", own_target="class", target="class")),
            scripts.learn(method.name, given, True),
            scripts.orders(),
        ]
    )
    by_hand = cls(**given).fit(table, table.target)
    assert names["learned"].get_params() == by_hand.get_params()
    for a, b in zip(names["learned"].value_distances_.tables, by_hand.value_distances_.tables, strict=True):
        np.testing.assert_array_equal(a, b)


def test_only_parameters_that_are_not_defaults_are_written():
    written = scripts.learn("MTDLE", {"theta": 2, "n_components": None, "objective": "x"}, False).code
    assert written == "learned = catviz.MTDLE(objective='x').fit(table)"
    assert "float('inf')" in scripts.learn("AhmadDey", {"max_table_values": float("inf")}, False).code


def test_only_supervised_methods_get_the_classes():
    assert scripts.learn("MVDM", {}, True).code.endswith(".fit(table, table.target)")
    assert scripts.learn("MTDLE", {}, False).code.endswith(".fit(table)")
    assert scripts.learn("AhmadDey", {}, True).code.endswith(".fit(table)")


def test_classes_weights_and_columns_are_as_chosen():
    whole = catviz.load_dataset("zoo")
    legs = whole.to_pandas()["legs"].astype(object)
    columns = ("hair", "feathers", "milk")
    table = run([zoo(target="tail", weights="legs", columns=columns)])["table"]
    assert table.attributes == columns and table.target_name == "tail"
    assert table.target.tolist() == whole.to_pandas()["tail"].tolist()
    assert table.weights.tolist() == legs.astype(float).tolist()
    assert run([zoo(target=None)])["table"].target is None
    assert run([zoo()])["table"].fingerprint == whole.fingerprint


def test_rows_that_lack_a_value_are_left_out_of_the_columns_used():
    source = Source("voting", own_target="class", target="class", columns=("crime", "immigration"), drop_missing=True)
    table = run([scripts.load(source)])["table"]
    frame = catviz.load_dataset("voting").to_pandas()[["crime", "immigration"]].dropna()
    assert 0 < len(frame) < 435
    assert table.to_pandas().astype(object).to_numpy().tolist() == frame.astype(object).to_numpy().tolist()


HOSTILE = ["'); raise SystemExit #", '"""', "a\nraise SystemExit", "\\", "{x!r}", "\u2028raise", "$(x)", "ü☂", "\ud800"]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_enter_the_code_as_literals_only(name):
    source = Source(
        name,
        bundled=False,
        reading={"delimiter": name, "missing": (name,)},
        recipe=Recipe().order(name, (name, name + "x")).rename_values(name, {name: name + "x"}).missing([name]),
        target=name,
        weights=name,
        columns=(name, "other"),
    )
    pieces = [scripts.load(source), scripts.values(name, name, name), scripts.clusters("k-modes", 2, 1, 0, True)]
    pieces += [scripts.association(name), scripts.row_map(name, 0)]
    for code in (
        scripts.script(pieces),
        *("".join(c["source"]) for c in json.loads(scripts.notebook(pieces))["cells"]),
    ):
        if code.startswith(("What", "**")):
            assert name not in code
            continue
        tree = ast.parse(code)
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "SystemExit"]
    constants = [n.value for n in ast.walk(ast.parse(scripts.script(pieces))) if isinstance(n, ast.Constant)]
    assert constants.count(name) >= 10


def test_a_file_is_read_as_it_was_understood(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = "größe;n;', x\nS;1;-\nM;2;ja\nL;3;nein\n".encode("cp1252")
    Path("own file.csv").write_bytes(data)
    reading = {"delimiter": ";", "encoding": "cp1252", "missing": ("-",)}
    plain = run([scripts.load(Source("own file.csv", bundled=False, reading=reading))])["table"]
    assert plain.fingerprint == catviz.read_csv("own file.csv", **reading).fingerprint
    recipe = Recipe().role("n", "id").order("größe", ["L", "M", "S"]).filter("', x", ["nein"], keep=False)
    changed = run([scripts.load(Source("own file.csv", bundled=False, reading=reading, recipe=recipe))])["table"]
    assert changed.attributes == ("größe", "', x")
    assert changed.categories[0] == ("M", "S") and changed.kinds[0] == "ordinal"
    assert changed.extra_columns["n"].tolist() == ["1", "2"]
    assert changed.fingerprint == catviz.read_csv("own file.csv", **reading, recipe=recipe).fingerprint


def test_a_recipe_is_written_as_the_calls_that_make_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    SURVEY.to_csv("survey.csv", index=False)
    code = scripts.load(Source("survey.csv", bundled=False, recipe=EVERY_STEP))
    assert "    .mark('loop', '1-4,9')\n" in code.code
    made = run([code])
    assert made["recipe"] == EVERY_STEP
    assert made["table"].fingerprint == catviz.read_csv("survey.csv", recipe=EVERY_STEP).fingerprint


def test_a_bundled_table_is_prepared_too():
    recipe = Recipe().filter("legs", ["0", "2", "4"]).order("legs", ["4", "2", "0"])
    table = run([zoo(recipe=recipe)])["table"]
    assert table.fingerprint == recipe.apply(catviz.load_dataset("zoo")).fingerprint
    assert table.categories[table.attributes.index("legs")] == ("4", "2", "0")
