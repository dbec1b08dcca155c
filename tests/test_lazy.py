"""``import catviz`` loads each public name when it is first used, and hides nothing by that."""

import ast
import pickle
import pkgutil
from importlib import import_module

import pytest
from loading import ROOT, loaded_by

import catviz

PACKAGES = ("catviz", "catviz.plots", "catviz.analysis")


def listed(package):
    """(name, module that holds it) as the stub of a package says; a module of the package is in the package."""
    stub = ast.parse((ROOT.joinpath(*package.split(".")) / "__init__.pyi").read_text(encoding="utf-8"))
    for line in stub.body:
        if isinstance(line, ast.ImportFrom):
            for alias in line.names:
                assert alias.asname == alias.name, "a type checker takes only 'as' for public"
                yield alias.name, f"{package}.{line.module}" if line.module else package


def test_each_name_leads_to_what_the_stub_says():
    for package in PACKAGES:
        offered = import_module(package)
        names = [name for name, _ in listed(package)]
        assert len(set(names)) == len(names) and set(names) == set(offered.__all__) <= set(dir(offered))
        for name, module in listed(package):
            of_package = module == package
            there = import_module(f"{package}.{name}") if of_package else getattr(import_module(module), name)
            assert getattr(offered, name) is there, f"{package}.{name}"


def test_no_public_name_but_a_module_is_that_of_a_module():
    for package in PACKAGES:
        modules = {module.name for module in pkgutil.iter_modules(import_module(package).__path__)}
        assert {name for name, module in listed(package) if module != package}.isdisjoint(modules)


def test_a_star_import_brings_every_public_name():
    names = {}
    exec("from catviz import *", names)
    assert set(catviz.__all__) <= set(names)


def test_a_name_that_is_not_there_is_refused():
    with pytest.raises(AttributeError, match="Hammig"):
        catviz.Hammig  # noqa: B018
    with pytest.raises(ImportError, match="Hammig"):
        from catviz import Hammig  # noqa: F401


def test_an_estimator_survives_pickling():
    table = catviz.load_dataset("toy_movie")
    fitted = catviz.AhmadDey().fit(table)
    again = pickle.loads(pickle.dumps(fitted))
    assert type(again) is catviz.AhmadDey
    for before, after in zip(fitted.value_distances_.tables, again.value_distances_.tables, strict=True):
        assert (before == after).all()


def test_a_new_process_loads_what_it_uses():
    heavy = ("numpy", "pandas", "pyarrow", "scipy", "sklearn", "plotly", "streamlit", "openTSNE")
    assert not loaded_by("import catviz", heavy)
    assert not loaded_by("import catviz; catviz.load_dataset('toy_movie')", heavy[3:])
    assert "catviz.analysis.metrics" in loaded_by("import catviz; catviz.metrics.scores([0, 1], [0, 1])", ["catviz"])
    assert "catviz.plots.mca" in loaded_by("import catviz; catviz.plots.scree", ["catviz"])
