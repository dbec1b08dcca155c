"""The registry: every method is found by its names, described, documented and declared."""

import ast
import importlib
import inspect
import math
import pkgutil
import re
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator

import catviz
from catviz.parameters import Choice, Number
from catviz.registry import DEFAULT, DEFAULT_MAP, FAITHFUL, FIGURES_ONLY, OUR_READING, REFERENCE, method, methods

RUNNING = [m for m in methods() if m.cls is not None]
IDS = [m.name for m in RUNNING]


def constructor(cls):
    signature = inspect.signature(cls.__init__).parameters
    return {name: p.default for name, p in signature.items() if p.default is not inspect.Parameter.empty}


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("ADM", "AhmadDey"),
        ("ADD", "AhmadDey"),
        ("CADO", "COD"),
        ("CNS", "COD"),
        ("COS", "COS"),
        ("W-CADO", "WCADO"),
        ("DVE", "OneHot"),
        ("KMD", "KModes"),
        ("HAM", "Hamming"),
        ("tave", "TAVE"),
        ("Mca", "MCA"),
        ("ocl", "OCL"),
        ("ave", "AVE"),
        ("JDM", "JiaDistance"),
        ("HDM", "JiaDistance"),
        ("CBDM", "DILCA"),
        ("LSM", "Lin"),
        ("OF", "OccurrenceFrequency"),
        ("UDMC", "KModes"),
        ("TVE", "TFIDF"),
    ],
)
def test_a_method_is_found_by_class_name_and_by_the_papers_names(alias, name):
    assert method(alias).name == name and method(name).cls is getattr(catviz, name)


def test_no_name_stands_for_two_methods():
    names = [name.casefold() for m in methods() for name in (m.name, *m.aliases)]
    assert len(names) == len(set(names))
    assert len({m.title for m in methods()}) == len(methods())


@pytest.mark.parametrize(("wrong", "right"), [("Haming", "Hamming"), ("WCADOO", "WCADO"), ("kmode", "KModes")])
def test_an_unknown_name_suggests_the_nearest(wrong, right):
    with pytest.raises(ValueError, match=rf"no method '{wrong}'; did you mean .*{right}"):
        method(wrong)


def test_a_name_like_no_other_lists_them_all():
    with pytest.raises(ValueError) as caught:
        method("%%%")
    assert all(m.name in str(caught.value) for m in methods())


@pytest.mark.parametrize("m", methods(), ids=lambda m: m.title)
def test_every_row_says_what_the_method_is_and_how_faithful(m):
    assert m.status in (FAITHFUL, OUR_READING, FIGURES_ONLY)
    assert m.status in ("faithful", "our reading", "published figures only")
    assert m.title and m.family and m.paper and bool(m.formula) == (m.cls is not None)
    assert (m.cls is None) == (m.status == FIGURES_ONLY)
    assert m.summary.endswith(".") and m.summary[0].isupper() and "\n" not in m.summary
    assert m.formula.count("{") == m.formula.count("}")
    assert len(re.findall(r"\\left\b", m.formula)) == len(re.findall(r"\\right\b", m.formula))


def test_every_estimator_of_the_library_is_registered():
    modules = [
        importlib.import_module(i.name)
        for i in pkgutil.walk_packages(catviz.__path__, "catviz.")
        if ".ui" not in i.name
    ]
    found = {
        cls
        for module in modules
        for cls in vars(module).values()
        if inspect.isclass(cls) and issubclass(cls, BaseEstimator) and cls.__module__.startswith("catviz.")
        if cls.__module__ != "catviz.base" and not cls.__name__.startswith("_") and hasattr(cls(), "fit")
    }
    templates = {"CategoricalClusterer", "CategoricalClassifier", "PairwiseClusterer"}
    assert {c.__name__ for c in found} - templates == set(IDS)


def test_what_cannot_be_run_keeps_its_place_and_says_why():
    assert [method(name).cls for name in ("DLC", "HDC", "ADC")] == [None] * 3
    assert all("found" in m.summary for m in methods() if m.cls is None)


def test_the_defaults_of_pages_are_methods_of_values():
    assert all(method(name).has_values for name in (DEFAULT, DEFAULT_MAP, REFERENCE))
    assert not method("KModes").has_values and method("OCL").has_values


@pytest.mark.parametrize("m", RUNNING, ids=IDS)
def test_defaults_are_declared_and_valid(m):
    declared, defaults = m.cls.parameters, constructor(m.cls)
    assert set(declared) <= set(defaults)
    for name, rule in declared.items():
        rule.validate(name, defaults[name])
    assert m.cls().get_params(deep=False) == defaults


@pytest.mark.parametrize("m", RUNNING, ids=IDS)
def test_every_declared_parameter_is_documented(m):
    doc = inspect.getdoc(m.cls)
    declared = list(constructor(m.cls))
    if not declared:
        return
    assert re.search(r"^Parameters\n-{10}$", doc, re.M), f"{m.name} has parameters {declared} and no Parameters section"
    section = re.split(r"^\w[\w ]*\n-{3,}$", doc.split("Parameters\n----------\n")[1], flags=re.M)[0]
    documented = {name.strip() for line in section.splitlines() for name in re.split(r" : ", line)[0].split(",")}
    assert set(declared) <= documented, f"{m.name}: {set(declared) - documented} not documented"


@pytest.mark.parametrize("m", RUNNING, ids=IDS)
def test_every_method_says_what_it_needs_and_gives(m):
    assert m.cls.needs in ("counts", "rows") and m.cls.uses_target in (False, True)
    assert 0 < m.cls.cost(1000, 20, 100) < m.cls.cost(100_000, 20, 100) < 1e4
    assert not m.supervised or m.cls.uses_target
    if m.compares_rows:
        assert m.cls.gives in ("distances", "embedding", "similarities", "order", "objects")
        assert m.has_values == (m.cls.gives != "objects")
        assert set(m.cls.invariances) == {"rename", "permute", "constant"}
        assert all(isinstance(v, str) and v for v in m.cls.invariances.values())


@pytest.mark.parametrize("name", catviz.__all__)
def test_every_public_name_is_there_and_documented(name):
    thing = getattr(catviz, name)
    assert inspect.getdoc(thing)


def test_public_names_are_sorted_and_complete():
    tree = ast.parse(inspect.getsource(catviz))
    imported = {a.asname or a.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for a in node.names}
    assert set(catviz.__all__) == imported
    assert sorted(catviz.__all__, key=str.casefold) == catviz.__all__


@pytest.mark.parametrize("value", [0, 1.5, "3", None, True, float("nan"), float("inf"), [2]])
def test_a_whole_number_is_nothing_else(value):
    with pytest.raises(ValueError, match="^k=.*whole number of at least 1"):
        Number(1).validate("k", value)


@pytest.mark.parametrize("value", [1, 7, np.int64(3), 4.0, np.float64(2)])
def test_a_whole_number_is_one_of_any_type(value):
    Number(1).validate("k", value)


def test_a_number_may_be_one_of_a_few_special_words():
    rule = Number(0, 1, special=(None, "auto", math.inf), integer=False)
    for value in (None, "auto", math.inf, 0, 0.5, 1):
        rule.validate("x", value)
        assert rule.parse(str(value)) == value
    for value in ("other", 1.1, -0.1, math.nan):
        with pytest.raises(ValueError, match="^x=.*between 0 and 1 or None or 'auto' or inf"):
            rule.validate("x", value)
    with pytest.raises(ValueError):
        rule.parse("many")


def test_a_choice_is_one_of_its_options():
    rule = Choice(("one", "two", 3))
    rule.validate("x", "two")
    assert rule.parse("3") == 3
    for wrong in ("three", None):
        with pytest.raises(ValueError, match="^x=.*choose one of 'one', 'two', 3"):
            rule.validate("x", wrong)
    with pytest.raises(ValueError, match="'4'.*choose one of"):
        rule.parse("4")


def test_the_documentation_names_every_method_with_formula_and_status():
    text = (Path(__file__).parent.parent / "docs" / "methods.md").read_text(encoding="utf-8")
    for m in methods():
        part = text.split(f"### {m.title}", 1)[1].split("\n### ")[0]
        assert m.formula in part and f"Status: {m.status}." in part and m.summary in part, m.title
