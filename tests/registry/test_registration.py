"""Methods from elsewhere: what `register` takes and refuses, and plug-ins found by their entry points."""

import threading

import numpy as np
import pytest
from sklearn.base import BaseEstimator

import catviz
from catviz.export import code
from catviz.parameters import Number
from catviz.registry import ELSEWHERE, described, not_loaded, registration
from catviz.registry.registration import built_in

ROW = {"title": "Far (how often)", "formula": "|p_x-p_y|", "summary": "Values are as far apart as their shares."}


class ShareGap(catviz.CountsMethod):
    """Values are as far apart as their shares of the rows differ."""

    parameters = {"root": Number(1)}

    def __init__(self, root=1):
        self.root = root

    def _learn(self, counts):
        shares = [f / counts.n_rows for f in counts.frequencies]
        tables = tuple(np.abs(s[:, None] - s[None, :]) ** (1 / self.root) for s in shares)
        return catviz.ValueDistances(counts.codebook, tables, counts.frequencies)


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    """Nothing is registered, no plug-in loaded yet; what the test registers is forgotten."""
    for name, value in (("_registered", ()), ("_not_loaded", ()), ("_loaded", False)):
        monkeypatch.setattr(registration, name, value)


@pytest.fixture
def plug_in(tmp_path, monkeypatch):
    """Puts an installed package on the path: a module, and metadata that name a function of it."""

    def install(name, text, function="register"):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        about = tmp_path / f"{name}-1.2.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
        (about / "entry_points.txt").write_text(f"[catviz.methods]\n{name}-point = {name}:{function}\n")

    monkeypatch.syspath_prepend(tmp_path)
    return install


def named(name, module="elsewhere", **members):
    """A method's class as another package would define it."""
    return type(name, (ShareGap,), {"__module__": module, **members})


def test_a_registered_method_is_one_of_all():
    row = catviz.register(ShareGap, **ROW, aliases=["share"], symbols=[("p_x", "share of the rows with x")])
    assert catviz.methods()[-1] is row and row.status == ELSEWHERE and row.paper == f"package {row.package}"
    assert catviz.method("SHAREGAP") is catviz.method("share") is row and row.has_values and not row.supervised
    found = row.cls(root=2).fit(catviz.load_dataset("zoo")).value_distances_
    assert found.tables[0].shape == (2, 2)
    assert "Far (how often)" in described.entry(row) and row in described.families(catviz.methods())["other packages"]
    assert "Far (how often)" not in described.document()


def test_a_registered_method_is_compared_and_tested_by_its_name():
    catviz.register(ShareGap, **ROW)
    tested = catviz.structure_test(catviz.load_dataset("zoo"), "ShareGap", k=[2], n_shuffles=19, n_init=1)
    assert 0 < tested.p_value <= 1


def test_exported_code_imports_a_method_from_where_it_lives():
    catviz.register(named("OwnGap", "some.package"), **ROW)
    piece = code.learn("OwnGap", {"root": 3}, with_classes=True)
    assert piece.imports == ("from some.package import OwnGap",)
    assert piece.code == "learned = OwnGap(root=3).fit(table)"
    text = code.script(
        [
            code.load(code.Source("zoo")),
            code.splits({"OwnGap": {}, "ADM": {}}, ["nearest neighbours"], {"n_neighbors": 5}, 2_000, 2, 0.5, 0),
        ]
    )
    assert "from some.package import OwnGap" in text and "'Far': OwnGap(),\n    'ADM': catviz.AhmadDey()," in text
    assert code.learn("ADM", {}, with_classes=False).imports == ("import catviz",)


def test_a_class_registered_again_replaces_its_row():
    catviz.register(ShareGap, **ROW)
    before = len(catviz.methods())
    again = named("ShareGap", ShareGap.__module__)
    row = catviz.register(again, **ROW | {"summary": "Another sentence."})
    assert len(catviz.methods()) == before and catviz.method("ShareGap") is row and row.cls is again


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        (
            "Hamming",
            {},
            "name 'Hamming' .*Hamming.* package catviz: .*elsew",
        ),
        ("Gap", {"aliases": ["adm"]}, "name 'ADM' is taken"),
        ("Gap", {"title": "Hamming (mine)"}, "title 'Hamming' is taken .*another title .*elsewhere.Gap"),
        ("Taken", {"title": "Another"}, "name 'Taken' .*'First' .*package first"),
        ("Gap", {"title": " "}, "title=' ' of Gap"),
        ("Gap", {"summary": None}, "summary=None of Gap"),
        ("Gap", {"status": "good"}, "status='good' of Gap: .*'as published'"),
        ("Gap", {"symbols": ["p_x, share"]}, "symbols of Gap"),
    ],
)
def test_a_row_that_does_not_fit_is_refused_in_a_sentence(name, given, sentence):
    catviz.register(named("Taken", "first.module"), **ROW | {"title": "First"})
    before = catviz.methods()
    with pytest.raises(ValueError, match=sentence):
        catviz.register(named(name), **ROW | given)
    assert catviz.methods() == before


class Bare(BaseEstimator):
    """Fits, and declares nothing."""

    def fit(self, X, y=None):
        return self


class Needy(ShareGap):
    """Cannot be made with its defaults."""

    def __init__(self, root):
        self.root = root


@pytest.mark.parametrize(
    ("cls", "text"),
    [
        (type("Plain", (), {}), "Plain has no fit: .*catviz.CountsMethod"),
        (type("Empty", (catviz.CountsMethod,), {}), "Empty has no _learn"),
        (Bare, "Bare .*parameters, needs, uses_target, needs_target, cost: "),
        (Needy, "Needy .*without root: "),
        (named("Odd", needs="cells"), "Odd.needs='cells': .*'counts', 'rows'"),
        (named("Odd", gives="nothing"), "Odd.gives='nothing': .*'distances'"),
        (named("Odd", invariances={"rename": "exact"}), "Odd.invariances .*permute, constant"),
        (named("Odd", parameters={"power": Number(1)}), "'power', .*constructor"),
        (named("Odd", parameters={"root": 3}), r"Odd.parameters\['root'\] is 3: .*catviz.parameters.Number"),
        (named("Odd", parameters={"root": Number(2)}), "root=1: .*at least 2"),
    ],
)
def test_a_class_that_lacks_something_is_refused_in_a_sentence(cls, text):
    with pytest.raises(ValueError, match=text):
        catviz.register(cls, **ROW)


def test_a_class_of_the_name_of_a_method_keeps_its_own_docstring():
    class MCA(catviz.MCA):
        """Axes of our own."""

    assert MCA.__doc__ == "Axes of our own."
    assert all(f"Source: {method.paper}." in method.cls.__doc__ for method in built_in() if method.cls is not None)


def test_an_instance_is_no_class():
    with pytest.raises(TypeError, match="not a class"):
        catviz.register(ShareGap(), **ROW)


GOOD = """
import catviz

class {name}(catviz.RowsMethod):
    "Same or different."

    def _learn(self, table, callback):
        return catviz.Hamming().fit(table).geometry_

calls = []

def register():
    calls.append(catviz.methods())
    catviz.register({name}, title="{name}", formula="", summary="Same or different.")
"""


def test_a_plug_in_is_loaded_once_when_methods_are_first_listed(plug_in):
    plug_in("plugged_once", GOOD.format(name="PluggedOnce"))
    found = [catviz.methods() for _ in range(3)]
    assert catviz.method("pluggedonce").package == "plugged_once" and found[0] == found[1] == found[2]
    import plugged_once

    assert [len(seen) for seen in plugged_once.calls] == [len(found[0]) - 1]
    catviz.method("PluggedOnce").cls().fit(catviz.load_dataset("zoo"))


def test_threads_that_ask_at_once_see_the_same_methods(plug_in):
    plug_in("plugged_slow", "import time\ntime.sleep(0.3)\n" + GOOD.format(name="PluggedSlow"))
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(catviz.methods())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4 and all(found == seen[0] and found[-1].name == "PluggedSlow" for found in seen)


@pytest.mark.parametrize(
    ("text", "function", "message"),
    [
        ("import a_module_that_is_gone", "register", "ModuleNotFoundError: No module named 'a_module_that_is_gone'"),
        ("def register(): 1 / 0", "register", "ZeroDivisionError: division by zero"),
        ("x = 1", "register", "AttributeError"),
        ("x = 1", "x", "TypeError: 'int' object is not callable"),
        (GOOD.format(name="Hamming"), "register", "name 'Hamming' is taken"),
    ],
)
def test_a_broken_plug_in_is_named_and_left_out(plug_in, text, function, message):
    name = f"broken_{abs(hash((text, function)))}"
    plug_in(name, text, function)
    plug_in(f"z_{name}", GOOD.format(name="StillLoaded"))
    with pytest.warns(UserWarning, match=f"plug-in '{name}-point' .*{name} 1.2 was not loaded"):
        catviz.methods()
    assert catviz.method("StillLoaded").package == f"z_{name}" and catviz.method("ADM").name == "AhmadDey"
    (sentence,) = not_loaded()
    assert message in sentence and "update or uninstall" in sentence
